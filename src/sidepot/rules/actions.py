"""What a player may do: an action is one whole number, a menu at most eight ranges of them."""

from typing import Annotated

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
)
FOLD, CHECK, CALL, RAISE_TO, BUY, BET, PAY, KEEP, DISCARD, LAY, DECLINE = range(11)
QUICKDRAW, COVER, PASS = range(11, len(KINDS))
COUNTED = (RAISE_TO, BUY, BET, QUICKDRAW, COVER)
"""Kinds whose amount the player chooses and says: "buy 2". The others go by their name alone."""
PICKED = (DISCARD, LAY)
"""Kinds whose amount is a card's place, 0 the first; people say the card: "discard Kc"."""
PAID = (CALL, RAISE_TO, BET, PAY, QUICKDRAW, COVER)
"""Kinds whose amount is chips; of `LEVELS`, counted from what lies in front already."""
LEVELS = (RAISE_TO, BET)
STAYING = (CHECK, CALL, PAY)
"""By which one stays in at the least price, in a round of betting."""
BETTING = (CALL, RAISE_TO, BET, PAY)
"""What others have to answer, or what answers them: what it brings hangs on what they do."""
SAFE = (CHECK, KEEP, DECLINE, PASS, FOLD)
"""What a clock that ran out plays: the first of these that the menu offers."""
FORFEIT = (FOLD, *SAFE[:-1])
"""What a bot that has forfeited the hand plays: fold, or else what is safe."""
ROWS = 8
KIND_BITS = 4


class Menu(Part):
    """What the player to act may do: a row a kind, with its lowest and highest amount."""

    n: int
    kind: Annotated[Array, "i8", ROWS]
    lowest: Annotated[Array, "i8", ROWS]
    highest: Annotated[Array, "i8", ROWS]


@compiled
def encode(kind: int, amount: int) -> int:
    """An action as one number."""
    return amount << KIND_BITS | kind


@compiled
def kind(action: int) -> int:
    """Which of `KINDS` an action is."""
    return action & ((1 << KIND_BITS) - 1)


@compiled
def amount(action: int) -> int:
    """How many cards or chips an action speaks of."""
    return action >> KIND_BITS


@compiled
def clear(menu: Menu) -> None:
    """Offer nothing."""
    menu.n = 0
    menu.kind[:] = 0
    menu.lowest[:] = 0
    menu.highest[:] = 0


@compiled
def offer(menu: Menu, kind: int) -> None:
    """Add a row for something that has no amount."""
    offer_range(menu, kind, 0, 0)


@compiled
def offer_range(menu: Menu, kind: int, lowest: int, highest: int) -> None:
    """Add a row for a range of amounts."""
    if menu.n < ROWS:  # one too many is counted, for the suite to see, but not written
        menu.kind[menu.n] = kind
        menu.lowest[menu.n] = lowest
        menu.highest[menu.n] = highest
    menu.n += 1


@compiled
def any_of(menu: Menu, rng: Random) -> int:
    """A row at random, then one of its amounts at random."""
    i = below(rng, menu.n)
    return encode(menu.kind[i], menu.lowest[i] + below(rng, menu.highest[i] - menu.lowest[i] + 1))
