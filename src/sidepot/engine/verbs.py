"""The five verbs of a game, the only interface between its rules and everything else."""

import functools
import inspect
from collections.abc import Callable
from typing import Any, NamedTuple

from sidepot.engine.out_of_range import located
from sidepot.errors import EngineError
from sidepot.kernel import Records, compiled


class Verbs(NamedTuple):
    """The five verbs of a game, each a compiled function over its record."""

    begin: Callable[[Any], None]
    """Antes, the first deal and the dealer's chores, up to the first decision."""
    menu: Callable[[Any, Any], None]
    """Write into a menu what the player to act may do."""
    step: Callable[[Any, int], None]
    """Do an action, then the dealer's chores, up to the next decision or the end."""
    conceal: Callable[[Any, int], None]
    """Erase everything that a seat may not know; seat -1 is the rail."""
    redeal: Callable[[Any, Any], None]
    """Fill what was erased with a random deal that is consistent with the rest."""


_TAKES = {
    "begin": ("s",),
    "menu": ("s", "m"),
    "step": ("s", "action"),
    "conceal": ("s", "seat"),
    "redeal": ("s", "rng"),
}
"""The arguments of each verb."""


def check_verbs(verbs: Verbs) -> None:
    """Raise `EngineError` for a verb in the place of another, or that takes something else."""
    for name, verb in verbs._asdict().items():
        function: Any = getattr(verb, "py_func", verb)
        if function.__name__ in _TAKES and function.__name__ != name:
            order = list(_TAKES)
            raise EngineError("law.verb_order", verb=name, other=function.__name__, legal=order)
        try:
            inspect.signature(function).bind(*_TAKES[name])
        except TypeError:
            takes = f"{function.__name__}({', '.join(_TAKES[name])})"
            values = {"line": function.__code__.co_firstlineno, "name": name, "takes": takes}
            raise EngineError("law.verb_takes", **values) from None


@functools.cache
def asked(question: Callable[[Any], bool]) -> Callable[[Records], bool]:
    """A question that a game answers about its record, of a batch of one, as Python asks it."""

    @compiled
    def ask(rows: Records) -> bool:
        return question(rows[0])

    return ask


@functools.cache
def entry(verbs: Verbs) -> Verbs:
    """The verbs as Python calls them: records come as batches of one.

    Those of a game of a file name the line at which an index is out of range.
    """
    verb_begin, verb_menu, verb_step, verb_conceal, verb_redeal = verbs

    @compiled
    def begin(rows: Records) -> None:
        verb_begin(rows[0])

    @compiled
    def menu(rows: Records, menus: Records) -> None:
        verb_menu(rows[0], menus[0])

    @compiled
    def step(rows: Records, action: int) -> None:
        verb_step(rows[0], action)

    @compiled
    def conceal(rows: Records, seat: int) -> None:
        verb_conceal(rows[0], seat)

    @compiled
    def redeal(rows: Records, rngs: Records) -> None:
        verb_redeal(rows[0], rngs[0])

    return Verbs(*(located(verb) for verb in (begin, menu, step, conceal, redeal)))
