"""An `Equity` in words, the same in every front end."""

from __future__ import annotations

from sidepot.odds.result import Equity, HandEquity, shown_percent
from sidepot.words import Message


def share(hand: HandEquity) -> Message:
    """The share of the pot that a hand wins."""
    return Message("equity.share", {"share": shown_percent(hand.equity, hand.digits)})


def chances(hand: HandEquity) -> Message:
    """The probabilities of a hand to win and to tie."""
    win, tie = (shown_percent(part, hand.digits) for part in (hand.win, hand.tie))
    return Message("equity.row", {"win": win, "tie": tie})


def remarks(equity: Equity) -> tuple[Message, ...]:
    """The cards in the middle, the method with its error, and what everybody does."""
    return (
        *([Message("equity.board", {"cards": list(equity.board)})] if equity.board else []),
        *([Message("equity.dead", {"cards": list(equity.dead)})] if equity.dead else []),
        _method(equity),
        _RULES[equity.rule],
    )


_RULES = {
    "none": Message("equity.none"),
    "quick": Message("equity.quick"),
    "waiting": Message("equity.waiting"),
}


def _method(equity: Equity) -> Message:
    if equity.method == "exact":
        return Message("equity.exact", {"n": equity.deals})
    error = shown_percent(equity.error, max(hand.digits for hand in equity.hands))
    return Message("equity.sampled", {"n": equity.deals, "error": error})
