"""The plain form of compiled functions: made from their Python source, which numba keeps.

All that a function calls is in the plain form too, so that no rule is written twice. Both forms
make the same records.
"""

from __future__ import annotations

from collections.abc import Callable
from types import CellType, FunctionType, ModuleType, SimpleNamespace
from typing import Any

import numpy as np

from sidepot.kernel import postponed
from sidepot.kernel.compiling import ByForm, index, lane
from sidepot.kernel.fingerprint import names_in
from sidepot.kernel.storage import in_plain_form


def postpone() -> None:
    """Postpone compilation: rules run in the plain form until their machine code is in memory.

    For a room that plays while other processes compile. A thread that is to compile, or to load
    from the cache, does so inside `postponed.compiling`.
    """
    postponed.process.form = called_plainly


def resume() -> None:
    """Compile again what is called."""
    postponed.process.form = None


def called_plainly(dispatcher: Any) -> Callable[..., Any]:
    """The plain form of a compiled function, for what its callers in Python pass."""
    function = _translated(dispatcher)

    def call(*arguments: Any) -> Any:
        return function(*map(in_plain_form, arguments))

    return call


def _translated(dispatcher: Any) -> Callable[..., Any]:
    """A compiled function as plain Python, with everything it calls in this form; made once."""
    found: Callable[..., Any] | None = dispatcher.__dict__.get("plain")
    if found is None:
        found = dispatcher.plain = _Translation().function(dispatcher)
    return found


class _Translation:
    """Functions being translated, some of which may refer to each other."""

    def __init__(self) -> None:
        self._begun = dict[Any, FunctionType]()

    def function(self, dispatcher: Any) -> Callable[..., Any]:
        """The plain form of a function, which the outermost one keeps once all is whole."""
        if dispatcher in self._begun:
            return self._begun[dispatcher]
        python: FunctionType = dispatcher.py_func
        code, closure = python.__code__, python.__closure__ or ()
        cells = tuple(CellType() for _ in closure)
        outside: dict[str, Any] = {"__builtins__": __builtins__}
        names = names_in(code)
        defaults = self._value(python.__defaults__, names)
        found = FunctionType(code, outside, python.__name__, defaults, cells)
        self._begun[dispatcher] = found
        for cell, given in zip(cells, closure, strict=True):
            cell.cell_contents = self._value(given.cell_contents, names)
        for name in names & python.__globals__.keys():
            outside[name] = self._value(python.__globals__[name], names)
        return found

    def _value(self, value: Any, names: set[str], above: tuple[ModuleType, ...] = ()) -> Any:
        """A value from outside a function in the plain form; `names`: those in its code."""
        if hasattr(value, "py_func"):
            return value.__dict__.get("plain") or self.function(value)
        if isinstance(value, ByForm):
            return value.plain
        if value is lane or value is index:
            return int
        if isinstance(value, ModuleType):
            return self._module(value, names, above)
        if isinstance(value, tuple):
            found = [self._value(each, names) for each in value]
            return type(value)(*found) if hasattr(value, "_fields") else tuple(found)
        return in_plain_form(value)

    def _module(self, module: ModuleType, names: set[str], above: tuple[ModuleType, ...]) -> Any:
        """A module as a function sees it: the attributes that it may refer to."""
        if module in above or module is np:
            return module
        found = {name: vars(module)[name] for name in names & vars(module).keys()}
        plain = {name: self._value(each, names, (*above, module)) for name, each in found.items()}
        return SimpleNamespace(**plain)
