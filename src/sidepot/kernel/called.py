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
from numba.core import codegen, compiler, targetconfig

_SHARED = "linkonce_odr"
"""The linkage of functions that several modules may define, and that are dropped if unused."""


PARTS = 5
"""The number of parts of this form in the cache; numba's own has more."""


class _Linkable(codegen.JITCodeLibrary):  # type: ignore[misc]
    """Code that is linked into other libraries, and never run by itself."""

    @property
    def codegen(self) -> Any:
        """The code generator without `set_env`: only machine code has room for an environment."""
        return _Silent(super().codegen)

    @property
    def bitcode(self) -> bytes:
        """The code, for the cache."""
        found: bytes = self._final_module.as_bitcode()
        return found

    def take(self, bitcode: bytes) -> None:
        """Take over what the cache had."""
        self._final_module = llvm.parse_bitcode(bitcode)
        self._finalize_final_module()

    def _optimize_final_module(self) -> None:
        """Leave that to the callers."""

    def _finalize_final_module(self) -> None:
        """Let several callers define it; it is added to no execution engine."""
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == llvm.Linkage.external:
                function.linkage = _SHARED
        self._finalized = True


class _Silent:
    """A code generator that ignores the environment of a function."""

    def __init__(self, of: Any) -> None:
        self._of = of

    def __getattr__(self, name: str) -> Any:
        return getattr(self._of, name)

    def set_env(self, name: str, environment: Any) -> None:
        """Do nothing."""


class Linking(compiler.CompilerBase):  # type: ignore[misc]
    """numba's compiler, which leaves its result in a `_Linkable`."""

    def define_pipelines(self) -> list[Any]:
        """The usual passes, with another library to write to."""
        state = self.state
        state.library = _Linkable(state.targetctx.codegen(), state.func_id.func_qualname)
        return [compiler.DefaultPassBuilder.define_nopython_pipeline(state)]


def caller_checks() -> bool:
    """Whether the rule that this thread compiles just now checks indices."""
    flags = targetconfig.ConfigStack.top_or_none()
    return bool(flags and flags.boundscheck)


def only(template: Any, signature: Any) -> Any:
    """A template with one signature, by which numba resolves a call."""
    return type(template.__name__, (template,), {"cases": [signature]})


def reduced(compiled: Any) -> tuple[Any, ...] | None:
    """The parts of a compiled function of this form, for the cache; None for any other."""
    library, description = compiled.library, compiled.fndesc
    if not isinstance(library, _Linkable):
        return None
    description.typemap = description.calltypes = None  # as numba leaves them out
    return library.name, library.bitcode, description, compiled.environment, compiled.signature


def rebuilt(target_context: Any, reduced: tuple[Any, ...]) -> Any:
    """The compiled function of which these are the parts."""
    name, bitcode, description, environment, signature = reduced
    library = _Linkable(target_context.codegen(), name)
    library.take(bitcode)
    parts = dict.fromkeys(compiler.CompileResult._fields) | {
        "target_context": target_context,
        "typing_context": target_context.typing_context,
        "library": library,
        "environment": environment,
        "entry_point": target_context.get_executable(library, description, environment),
        "fndesc": description,
        "signature": signature,
        "objectmode": False,
        "lifted": (),
        "type_annotation": "",
        "reload_init": (),
        "referenced_envs": (),
    }
    return compiler.CompileResult(**parts)
