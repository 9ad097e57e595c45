"""Actions and menus: an action is one whole number, a menu at most eight ranges of them."""

from collections.abc import Sequence
from typing import Annotated

from sidepot.errors import EngineError
from sidepot.kernel import Array, Part, Random, below, compiled

KINDS = (
    "fold",
    "check",
    "call",
    "raise_to",
    "buy",
    "bet",
    "pay",
    "keep",
    "discard",
    "lay",
    "decline",
    "quickdraw",
    "cover",
    "pass",
    "in",
    "out",
    "exchange",
)
"""The kinds of the house's games, which all front ends have words for."""
FOLD, CHECK, CALL, RAISE_TO, BUY, BET, PAY, KEEP, DISCARD, LAY, DECLINE = range(11)
QUICKDRAW, COVER, PASS, IN, OUT, EXCHANGE = range(11, len(KINDS))

_FORMS = ("plain", "number", "stake", "card", "cards", "word")
"""The forms of kinds that a game declares (`engine.own`): the meaning of their amounts."""
OWN_EACH = 8
"""The kinds of one form that a game may declare, and as many that are secret."""
OWN_NAMES = tuple(
    f"{secret}{form}_{place}"
    for form in _FORMS
    for secret in ("", "secret_")
    for place in range(1, OWN_EACH + 1)
)
NAMES = (*KINDS, *OWN_NAMES)
"""The names of all kinds by their numbers. Only the engine uses those of declared kinds."""


def own(form: str, place: int, *, secret: bool = False) -> int:
    """The number of a declared kind: of a form, and there the one in a place from 0 on."""
    return len(KINDS) + (2 * _FORMS.index(form) + secret) * OWN_EACH + place


def _all_of(*forms: str) -> tuple[int, ...]:
    """The numbers of all declared kinds of some forms."""
    first = [own(form, 0) for form in forms]
    return tuple(n + place for n in first for place in range(2 * OWN_EACH))


NUMBERED, STAKED, WORDED = _all_of("number"), _all_of("stake"), _all_of("word")
"""Declared kinds whose amount is any whole number, chips, or the place of a word among several."""
COUNTED = (RAISE_TO, BUY, BET, QUICKDRAW, COVER, *NUMBERED, *STAKED)
"""Kinds whose amount the player chooses and says: "buy 2". The others need only their name."""
PICKED = (DISCARD, LAY, EXCHANGE, *_all_of("card", "cards"))
"""Kinds whose amount is the index of a card, from 0; people name the card: "discard Kc"."""
SETS = (EXCHANGE, *_all_of("cards"))
"""Those of `PICKED` whose amount is a set of cards (`rules.sets`): "exchange Kc 7d"."""
PAID = (CALL, RAISE_TO, BET, PAY, QUICKDRAW, COVER, *STAKED)
"""Kinds whose amount is chips; for `LEVELS`, including the chips already in front of the seat."""
LEVELS = (RAISE_TO, BET)
STAYING = (CHECK, CALL, PAY)
"""By which one stays in at the least price, in a round of betting."""
BETTING = (CALL, RAISE_TO, BET, PAY)
"""Actions that others must answer, or that answer them: their value depends on the others."""
SAFE = (CHECK, KEEP, DECLINE, PASS, OUT, FOLD, PAY)
"""Played when time runs out: the first of these that the menu offers.

Where it offers none, the first declared kind that costs nothing, or else the first, at its lowest.
"""
SAFE_KINDS = tuple(KINDS[kind] for kind in SAFE)
"""The same by their names."""
FORFEIT = (FOLD, *(kind for kind in SAFE if kind != FOLD))
"""Played for a bot that has forfeited the hand: fold, or else a safe action."""
SECRET = (IN, OUT, *(own(form, n, secret=True) for form in _FORMS for n in range(OWN_EACH)))
"""Kinds that others learn of later: all choose at the same time (`rules.choices`)."""
CHOSEN = len(NAMES)
"""Stands for another's secret choice, of which only is known that it was made. None offers it."""
ROWS = 8
_KIND_BITS = 8
"""The number of low bits of an action that hold its kind; 55 are left for the amount."""


def _check_kinds(kinds: Sequence[str]) -> None:
    """Raise `EngineError` if there are more kinds than `_KIND_BITS` can tell apart."""
    if len(kinds) > 1 << _KIND_BITS:
        raise EngineError("law.action_kinds", n=len(kinds), most=1 << _KIND_BITS)


_check_kinds((*NAMES, "chosen"))


class Menu(Part):
    """The menu of the player to act: one row per kind, with its lowest and highest amount."""

    n: int
    kind: Annotated[Array, "i8", ROWS]
    lowest: Annotated[Array, "i8", ROWS]
    highest: Annotated[Array, "i8", ROWS]


@compiled
def encode(kind: int, amount: int) -> int:
    """An action as one number."""
    return amount << _KIND_BITS | kind


@compiled
def kind(action: int) -> int:
    """Which of `NAMES` an action is."""
    return action & ((1 << _KIND_BITS) - 1)


@compiled
def amount(action: int) -> int:
    """The amount of an action: cards, chips, or the index of a card."""
    return action >> _KIND_BITS


@compiled
def clear(menu: Menu) -> None:
    """Empty the menu."""
    menu.n = 0
    menu.kind[:] = 0
    menu.lowest[:] = 0
    menu.highest[:] = 0


@compiled
def offer(menu: Menu, kind: int) -> None:
    """Add a row for a kind without an amount."""
    offer_range(menu, kind, 0, 0)


@compiled
def offer_range(menu: Menu, kind: int, lowest: int, highest: int) -> None:
    """Add a row for a range of amounts."""
    if menu.n < ROWS:  # a ninth row is counted, so that the laws notice, but not written
        menu.kind[menu.n] = kind
        menu.lowest[menu.n] = lowest
        menu.highest[menu.n] = highest
    menu.n += 1


@compiled
def any_of(menu: Menu, rng: Random) -> int:
    """A random action: a row at random, then one of its amounts at random."""
    i = below(rng, menu.n)
    return encode(menu.kind[i], menu.lowest[i] + below(rng, menu.highest[i] - menu.lowest[i] + 1))
