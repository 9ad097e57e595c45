"""Numbers and cards that a game keeps from one hand to the next, beside chips.

A game whose record has two parts of one class of its own, made from `Kept`, keeps what is in them:
`kept: Legs` has what the hand before has left, and `keeps: Legs` what this one leaves. Whoever
deals (a table, `play`, `simulate`) writes the second into the first of the next record before
`begin`. Everybody may know it. What a field with a place for each seat holds belongs to the
players, and goes with them to the seats that they have then.
"""

from typing import Annotated

from sidepot.kernel import Array, Part, Row


class Cards:
    """Marks a field that holds physical cards, `cards.NONE` where there is none."""


CARDS = Cards()
Card = Annotated[int, CARDS]
"""One card. It is in no deck while it is kept: the next hand is dealt from the others."""
CardOfEach = Annotated[Array, "i2", "seats", CARDS]
"""One card of each player. It goes back into the deck where its player is not dealt in."""
NumberOfEach = Row
"""One number of each player: 0 for somebody who comes, and gone with whoever leaves."""


class Kept(Part):
    """Base class of a game's kept part: whole numbers, cards, and rows of either.

    `legs: NumberOfEach` and `held: CardOfEach` have a place for each seat, `hands: int` and
    `lying: Card` are the table's, and so is a row of any other length. Numbers are 0 and cards
    `cards.NONE` at first. Rules only read the part `kept`, and write all of `keeps` in `begin`.
    """
