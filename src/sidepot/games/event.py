"""Events: what a verb did, read from a record's journal."""

from dataclasses import dataclass

from sidepot import cards
from sidepot.errors import EngineError
from sidepot.kernel import Fields
from sidepot.rules import journal


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened: kind (`rules.journal.KINDS`), seat, card, cards, chips.

    `card` is its text, `??` when it lies face down to the reader, None where there is none.
    """

    kind: str
    seat: int
    card: str | None = None
    count: int = 0
    amount: int = 0

    @property
    def deals(self) -> bool:
        """Does a card leave the deck by it, into a hand or onto the board?"""
        return self.kind in _DEALING


_DEALING = tuple(journal.KINDS[number] for number in journal.DEALING)


def read(record: Fields) -> tuple[Event, ...]:
    """The events of the last verb. Raises `EngineError` when the journal was too small for them."""
    log = record.journal
    if log.n > len(log.kind):
        raise EngineError("law.journal", n=int(log.n), room=len(log.kind))
    return tuple(_event(log, i) for i in range(log.n))


def _event(log: Fields, i: int) -> Event:
    card = int(log.card[i])
    return Event(
        kind=journal.KINDS[log.kind[i]],
        seat=int(log.seat[i]),
        card=None if card == cards.NONE else cards.text(card),
        count=int(log.count[i]),
        amount=int(log.amount[i]),
    )
