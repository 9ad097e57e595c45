"""The form of a rule that only other rules call: LLVM's code, and no machine code.

numba makes machine code of every function, optimized together with all that it calls, and all of it
again as a part of each caller. Of most rules nobody ever runs the machine code. So this form stops
before that: it is linked into its callers, and optimized once, with the one that Python calls.
Games compile in half of the time.

This uses parts of numba that are private; `kernel.private` checks that they are the known ones.
"""

from __future__ import annotations

from typing import Any

from llvmlite import binding as llvm
from numba.core import codegen, compiler
from numba.core.typing import templates

_KIND = "linkable"
"""The kind of a cache entry of such a form, instead of numba's "object"."""
_SHARED = "linkonce_odr"
"""The linkage of functions that several modules may define, and that are dropped if unused."""


class _Linkable(codegen.JITCodeLibrary):  # type: ignore[misc]
    """Code that is linked into other libraries, and never run by itself."""

    @property
    def codegen(self) -> Any:
        """The code generator without `set_env`: only machine code has room for an environment."""
        return _Silent(self._codegen)

    def get_pointer_to_function(self, name: str) -> int:
        """0: there is no machine code."""
        self._ensure_finalized()
        return 0

    def serialize_using_object_code(self) -> tuple[str, str, bytes]:
        """Name, kind and code, for the cache."""
        return self.name, _KIND, self._get_module_for_linking().as_bitcode()

    def take(self, code: bytes) -> None:
        """Take over what the cache had."""
        self._final_module = self._shared_module = llvm.parse_bitcode(code)
        self._finalized = True

    def _optimize_final_module(self) -> None:
        """Leave that to the callers."""

    def _finalize_final_module(self) -> None:
        """Check the code; it is added to no execution engine."""
        self._verify_declare_only_symbols()
        self._finalized = True

    def _get_module_for_linking(self) -> Any:
        """The code itself: numba makes a copy, as its own is in the engine too."""
        self._ensure_finalized()
        if self._shared_module is None:
            for function in self._final_module.functions:
                if not function.is_declaration and function.linkage == llvm.Linkage.external:
                    function.linkage = _SHARED
            self._shared_module = self._final_module
        return self._shared_module


class _Silent:
    """A code generator that ignores the environment of a function."""

    def __init__(self, of: Any) -> None:
        self._of = of

    def __getattr__(self, name: str) -> Any:
        return getattr(self._of, name)

    def set_env(self, name: str, environment: Any) -> None:
        """Do nothing."""


class Linking(compiler.Compiler):  # type: ignore[misc]
    """numba's compiler, which leaves its result in a `_Linkable`."""

    def _compile_core(self) -> Any:
        state = self.state
        if state.library is None:
            state.library = _library(state.targetctx, state.func_id.func_qualname)
        return super()._compile_core()


def _library(target_context: Any, name: str) -> _Linkable:
    return _Linkable(target_context.codegen(), name)


def only(template: Any, signature: Any) -> Any:
    """A concrete template, by which numba resolves calls, with one signature."""
    return templates.make_concrete_template(template.__name__, template.key, [signature])


def set_environments(compiled: Any) -> None:
    """Tell machine code the environments of all that was linked into it.

    numba sets each with its function's own machine code, and all of them for code from its cache.
    """
    library = compiled.library
    if not isinstance(library, _Linkable):
        for environment in compiled._find_referenced_environments():
            library.codegen.set_env(environment.env_name, environment)


def holds(reduced: tuple[Any, ...]) -> bool:
    """Whether a cache entry is of this form."""
    return bool(reduced[0][1] == _KIND)


def rebuilt(target_context: Any, reduced: tuple[Any, ...]) -> Any:
    """The form that a cache entry holds, as `CompileResult._reduce` has made it."""
    (name, _, code), description, environment, signature, *_ = reduced
    library = _library(target_context, name)
    library.take(code)
    return compiler.compile_result(
        target_context=target_context,
        typing_context=target_context.typing_context,
        library=library,
        environment=environment,
        entry_point=target_context.get_executable(library, description, environment),
        fndesc=description,
        signature=signature,
        objectmode=False,
        lifted=(),
        type_annotation="",
        reload_init=(),
        referenced_envs=(),
    )
