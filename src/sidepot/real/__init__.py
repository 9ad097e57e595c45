"""Hands dealt with a real deck: people tell what lies open, and the verbs say what comes next.

`RealHand` is a hand by its log of cards and choices; `record_of` makes its history. No rule is in
here: cards that nobody has told are made up, and by the law of secrecy nothing depends on them.
"""

from sidepot.real.chips import deep_stack
from sidepot.real.entries import Best, Card, Choice, Entry, Log, Misdeal, Mucked
from sidepot.real.hand import Need, RealHand
from sidepot.real.record import record_of

__all__ = [
    "Best",
    "Card",
    "Choice",
    "Entry",
    "Log",
    "Misdeal",
    "Mucked",
    "Need",
    "RealHand",
    "deep_stack",
    "record_of",
]
