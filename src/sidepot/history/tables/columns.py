"""The columns of the three tables.

Amounts are whole chips. In histories of money a chip is the smallest unit that makes all amounts of
the hand whole, and `unit` is its value.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

TEXT, WHOLE, NUMBER, TRUTH = "text", "whole", "number", "truth"
"""The types of columns: UTF-8, 64 bits with a sign, a float of 64 bits, true or false."""
HANDS, SEATS, DECISIONS = "hands", "seats", "decisions"


class Column(NamedTuple):
    """A column: its name and type, whether a value may be missing, and what it says."""

    name: str
    type: str
    is_nullable: bool
    help: str


_KEY = (
    Column("file", TEXT, True, "the file of the history; null for a hand that is from none"),
    Column("hand", TEXT, False, "the label of the hand in its file"),
    Column("game", TEXT, False, "the game, by its name here"),
)
"""The columns with which every table begins: the first two join them."""
_SEAT = (
    Column("seat", WHOLE, False, "1 is at the dealer's left, the last player is the dealer"),
    Column("player", TEXT, True, "the name; null if the history gives none"),
)
TABLES: Mapping[str, Sequence[Column]] = {
    HANDS: (
        *_KEY,
        Column("options", TEXT, False, "the options that differ from the game's defaults"),
        Column("unit", NUMBER, False, "the value of a chip in the amounts of the history"),
        Column("date", TEXT, True, "year, month and day; null if the history does not say"),
        Column("players", WHOLE, False, "the number of players, without a bank"),
        Column("decisions", WHOLE, False, "the number of decisions"),
        Column("called_off", TRUTH, False, "the hand was stopped, and all chips were returned"),
        Column("pot", WHOLE, True, "chips won from the pots; null if called off"),
        Column("winners", WHOLE, True, "the seats that won chips from a pot; null if called off"),
        Column("showdown", TRUTH, True, "two hands or more stayed in; null if called off"),
        Column("bank", WHOLE, True, "the net result of the bank; null without one"),
        Column("before", WHOLE, False, "chips in the pot from the hand before"),
        Column("left", WHOLE, False, "chips that stay in the pot for the next hand"),
        Column("board", TEXT, True, "community cards; null if none of them is known"),
    ),
    SEATS: (
        *_KEY,
        *_SEAT,
        Column("from_dealer", WHOLE, False, "0 for the dealer, 1 for the seat at their left"),
        Column("stack", WHOLE, True, "chips before the hand; null if unknown"),
        Column("net", WHOLE, False, "chips won or lost in the hand"),
        Column("won", WHOLE, True, "chips taken out of pots; null if called off"),
        Column("end", TEXT, True, "won, lost, or the way of going out; null if called off"),
        Column("decisions", WHOLE, False, "the number of the seat's decisions"),
        Column("dealt", TEXT, True, "cards dealt, in order; null if none of them is known"),
        Column("cards", TEXT, True, "those not thrown away; null if none of them is known"),
        Column("rank", WHOLE, True, "0 for the lowest hand still in, where the game orders hands"),
        Column("holding", TEXT, True, "the hand in words; null if a card is unknown"),
    ),
    DECISIONS: (
        *_KEY,
        *_SEAT,
        Column("decision", WHOLE, False, "counted from 1 in each hand"),
        Column("action", TEXT, False, "the kind of action: fold, raise_to, buy, discard"),
        Column("amount", WHOLE, True, "chips bet or raised to, cards bought; else null"),
        Column("named", TEXT, True, "cards that the action names; null if none or unknown"),
        Column("offered", TEXT, False, "the kinds of legal actions"),
        Column("choices", WHOLE, False, "the number of legal actions"),
        Column("to_call", WHOLE, True, "the price of a call or payment, 0 for a check; else null"),
        Column("pot", WHOLE, False, "chips in the pot before the action"),
        Column("stack", WHOLE, True, "chips behind, before the action; null if unknown"),
        Column("cards", TEXT, True, "the cards of the player then; null if none is known"),
        Column("board", TEXT, True, "community cards then; null if none of them is known"),
    ),
}
