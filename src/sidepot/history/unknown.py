"""Unknown cards: `??` stands for a card that nobody saw, in a hand recorded at a real table.

Such a hand holds if what is known decides it. So it is played with every card that an unknown one
could be, one unknown card at a time, and must come to the same each time.
"""

from __future__ import annotations

from collections.abc import Iterator

from sidepot import cards
from sidepot.errors import BadHistory
from sidepot.history.notation import TO_BOARD, TO_PLAYER, Line, short
from sidepot.history.record import HandHistory
from sidepot.words import Message

HIDDEN = cards.text(cards.HIDDEN)


def fillings(history: HandHistory) -> Iterator[tuple[str, ...]]:
    """What may stand for the unknown cards of a hand, in their order."""
    written = [card for text in history.actions for card in dealt(text)]
    count = written.count(HIDDEN)
    free = [text for text in map(cards.text, history.game.deck) if text not in written]
    if not count or count > len(free):
        yield ()
        return
    for place in range(count):
        for card in free:
            others = [other for other in free[: count + 1] if other != card]
            yield (*others[:place], card, *others[place : count - 1])


def hanging(history: HandHistory) -> BadHistory:
    """The refusal of a hand whose result hangs on an unknown card: the first is named."""
    lines = enumerate(history.actions, 1)
    number, text, line = next((n, t, Line.parse(t)) for n, t in lines if HIDDEN in dealt(t))
    return BadHistory(
        "error.history_action",
        n=number,
        action=short(text),
        reason=Message("history.unknown_card"),
        legal=Message("history.due", {"player": f"p{line.seat + 1}"}),
    )


def dealt(text: str) -> tuple[str, ...]:
    """The cards that a line deals; none for a line that cannot be read."""
    try:
        line = Line.parse(text)
    except BadHistory:
        return ()
    return line.cards if line.word in (TO_PLAYER, TO_BOARD) else ()
