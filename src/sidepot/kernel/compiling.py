"""The decorators for rules: compiled by numba where it is available, plain Python elsewhere."""

import contextlib
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from importlib.util import find_spec
from typing import Any, TypeVar

from sidepot.kernel import postponed, private

F = TypeVar("F", bound=Callable[..., Any])

_IS_OFF = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")

try:
    if not _IS_OFF:  # the plain form starts without loading it
        import numba
except ImportError:  # a platform that numba has no wheel for
    HAS_NUMBA = False
else:
    HAS_NUMBA = find_spec("numba") is not None

PLAIN = _IS_OFF or not HAS_NUMBA
"""Whether rules run as plain Python in this process."""

_FLAGS: dict[str, Any] = {
    "error_model": "numpy",
    "nogil": True,
    "forceinline": True,
    "boundscheck": os.environ.get("SIDEPOT_BOUNDSCHECK") == "1",
}
"""Compiler flags of every rule. Inlining everything makes play 23 to 60 % faster."""
_OURS = "sidepot"
"""The package whose rules are compiled without a look at indices: the tests look (`make soak`)."""
_SHORT = 16
"""The bits of numbers that other rules are given in 64."""
_NOT_BY_PYTHON = {"no_cpython_wrapper": True}
_NOT_BY_ADDRESS = {"no_cfunc_wrapper": True}

if not PLAIN:
    private.look(numba.__version__)

lane: Callable[[Any], int] = int if PLAIN else numba.int32
"""Keep a number in 32 bits, so that the compiler can work on eight or sixteen at once."""


index: Callable[[Any], Any] = int if PLAIN else numba.uint64
"""Make a number that is never negative an index: arrays then need not look whether it is."""


class ByForm(int):
    """A number of which the plain form has another: `by_form`."""

    plain: int


def by_form(plain: int, compiled: int) -> int:
    """A number that rules in the plain form have smaller: rounds, samples, the size of a batch."""
    if PLAIN:
        return plain
    found = ByForm(compiled)
    found.plain = plain
    return found


def compiled(function: F) -> F:
    """Compile a rule on its first call and keep the machine code for the next start.

    In the plain form (`NUMBA_DISABLE_JIT=1`, or no numba) the function itself is returned. Rules
    are written for both: whole numbers, no exceptions, no recursion, no generators. Arrays are
    copied by loops: assigning one to a slice makes numba compile the text of its error for shapes
    that differ, for over a second in each process.

    A function of another package, or of a file, is compiled with everything that it calls so that
    an index out of range raises `IndexError`, as it does in the plain form; so is one of ours that
    is made around it.
    """
    return _jitted(function, _flags_of(function))


def is_compiled(function: object) -> bool:
    """Whether a loop can call a function: any that the plain form knows, else a compiled one."""
    return callable(function) and (PLAIN or hasattr(function, "py_func"))


def checks_indices(value: object) -> bool:
    """Whether a value is a compiled rule that checks indices, or a tuple with one."""
    if isinstance(value, tuple):
        return any(map(checks_indices, value))
    return bool(getattr(value, "targetoptions", {}).get("boundscheck"))


def without_refcounts(function: F) -> F:
    """`compiled` for loops over tuples of arrays, without counting references to them.

    Counting takes ten times as long as the work of such a loop. Neither the function nor
    anything that it calls may make an array, or copy one into another by a slice.
    """
    return _jitted(function, {**_flags_of(function), "_nrt": False})


def _flags_of(function: Callable[..., Any]) -> dict[str, Any]:
    """The flags of a rule by its module, and by the rules that it closes over."""
    is_ours = function.__module__.partition(".")[0] == _OURS
    checks = not is_ours or any(map(checks_indices, _closed_over(function)))
    return {**_FLAGS, "boundscheck": checks or _FLAGS["boundscheck"]}


def _closed_over(function: Callable[..., Any]) -> Iterator[Any]:
    """The values in the closure of a function."""
    for cell in getattr(function, "__closure__", None) or ():
        with contextlib.suppress(ValueError):  # it has none yet
            yield cell.cell_contents


def _jitted(function: F, flags: dict[str, Any]) -> F:
    if PLAIN:
        return function
    if not private.is_caching():  # a rule called does not learn whether its caller checks
        return numba.njit(**{**_FLAGS, "boundscheck": True})(function)  # type: ignore[no-any-return]
    dispatcher = _dispatcher(function, {**flags, **_NOT_BY_ADDRESS})
    dispatcher.forms = forms = _Forms(function, flags)
    dispatcher.get_call_template = forms.get_call_template
    dispatcher.get_overload = forms.get_overload
    postponed.make_postponable(dispatcher)
    return dispatcher  # type: ignore[no-any-return]


def callback(function: Any, types: Sequence[Any]) -> Any:
    """A compiled function for arguments of some types, which a loop takes as an argument.

    By numba's documented interface, for a numba whose private parts are not the known ones.
    """
    return numba.cfunc(numba.types.int64(*types), **_FLAGS)(function.py_func)


class _Forms:
    """The forms of a rule that Python cannot call, made when they are wanted.

    numba makes two wrappers for every function that it compiles, one for Python, one for callers by
    address, and machine code. Nearly all rules are only called by other rules, as a part of whose
    machine code they run (`kernel.called`).
    """

    def __init__(self, function: Callable[..., Any], flags: dict[str, Any]) -> None:
        self._function = function
        self._flags = flags

    @cached_property
    def called(self) -> Any:
        """The form that other rules call."""
        return self._linked(self._flags)

    @cached_property
    def checked(self) -> Any:
        """The form of a rule without checks that rules call which check indices."""
        return self._linked({**self._flags, "boundscheck": True})

    def _linked(self, flags: dict[str, Any]) -> Any:
        from sidepot.kernel.called import Linking

        options = {**flags, **_NOT_BY_PYTHON, **_NOT_BY_ADDRESS, "pipeline_class": Linking}
        return _dispatcher(self._function, options)

    def _wanted(self) -> Any:
        """The form for the rule that is being compiled."""
        from sidepot.kernel.called import caller_checks

        is_other = caller_checks() and not self._flags["boundscheck"]
        return self.checked if is_other else self.called

    @cached_property
    def by_address(self) -> Any:
        """The form that is called by its address (`kernel.pointers`)."""
        return _dispatcher(self._function, {**self._flags, **_NOT_BY_PYTHON})

    def get_call_template(self, args: Sequence[Any], named: Mapping[str, Any]) -> Any:
        """See `numba.core.dispatcher.Dispatcher`; with the very signature that is called.

        Of all that there are numba takes the best one, and looks whether others would do too: it
        warns of records that begin alike.
        """
        wide = {name: _wide(kind) for name, kind in named.items()}
        form = self._wanted()
        template, folded, args, rest = form.get_call_template(tuple(map(_wide, args)), wide)
        if found := form.overloads.get(tuple(args)):
            from sidepot.kernel.called import only

            template = only(template, found.signature)
        return template, folded, args, rest

    def get_overload(self, *types: Any) -> Any:
        """See `numba.core.dispatcher.Dispatcher`."""
        return self._wanted().get_overload(*types)


def _wide(kind: Any) -> Any:
    """The type of number that a rule takes where it is given one of some type.

    numba compiles a function anew for each constant that it is called with, and for each width of
    numbers. Arithmetic is in 64 bits anyway; where 32 are wanted (`lane`) they stay.
    """
    bare = numba.types.unliteral(kind)
    if not isinstance(bare, numba.types.Integer):
        return kind
    return numba.types.int64 if bare.bitwidth <= _SHORT else bare


def _dispatcher(function: Callable[..., Any], flags: dict[str, Any]) -> Any:
    """A function that numba compiles, with our cache."""
    from sidepot.kernel.cache import attach

    dispatcher = numba.njit(**flags)(function)
    attach(dispatcher, function, flags)
    return dispatcher


def inlined(function: F) -> F:
    """A rule that is compiled only as a part of its callers, never on its own.

    For large rules with few callers: every level of `compiled` functions compiles everything
    below it again.
    """
    return function if PLAIN else numba.njit(**_flags_of(function), inline="always")(function)
