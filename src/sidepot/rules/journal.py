"""The journal: the events of the last verb, for front ends and histories.

If it has room for no events, the compiler removes every note. A journal that is too small goes on
counting without writing, and reading it raises an error: no event is lost in silence.
"""

from typing import Annotated

from sidepot.cards import HIDDEN, NONE
from sidepot.kernel import Array, Part, compiled

KINDS = (
    "anted",
    "dealt",
    "folded",
    "checked",
    "called",
    "raised",
    "bought",
    "shown",
    "out_beaten",
    "out_complete",
    "out_short",
    "won",
    "split",
    "won_side",
    "split_side",
    "posted",
    "opened",
    "all_in",
    "paid",
    "board",
    "kept",
    "discarded",
    "returned",
    "mucked",
    "match",
    "collected",
    "missed",
    "laid",
    "declined",
    "refilled",
    "staked",
    "side_won",
    "side_lost",
    "kicked_out",
    "bonus",
    "beaten",
    "street",
    "to_beat",
    "safe",
    "keeps",
    "keeps_all",
    "decided",
    "came_in",
    "stayed_out",
    "shared",
    "brought",
    "stays",
    "high_half",
    "low_half",
    "no_low",
    "wild",
    "passed",
    "received",
    "seen",
)
ANTED, DEALT, FOLDED, CHECKED, CALLED, RAISED, BOUGHT, SHOWN = range(8)
OUT_BEATEN, OUT_COMPLETE, OUT_SHORT, WON, SPLIT, WON_SIDE, SPLIT_SIDE = range(8, 15)
POSTED, OPENED, ALL_IN, PAID, BOARD, KEPT, DISCARDED, RETURNED, MUCKED = range(15, 24)
MATCH, COLLECTED, MISSED, LAID, DECLINED, REFILLED = range(24, 30)
STAKED, SIDE_WON, SIDE_LOST, KICKED_OUT, BONUS, BEATEN = range(30, 36)
STREET, TO_BEAT, SAFE, KEEPS, KEEPS_ALL = range(36, 41)
DECIDED, CAME_IN, STAYED_OUT, SHARED, BROUGHT, STAYS = range(41, 47)
HIGH_HALF, LOW_HALF, NO_LOW, WILD, PASSED, RECEIVED, SEEN = range(47, len(KINDS))
OWN_EACH = 24
"""The kinds of events that a game may declare (`engine.own`), with numbers behind the others."""
NAMES = (*KINDS, *(f"own_{place}" for place in range(1, OWN_EACH + 1)))
"""The names of all kinds by their numbers."""

DEALING = (DEALT, BOARD, MATCH)
"""Events by which a card leaves the deck, into a hand or into the middle."""
FORCED = (ANTED, POSTED, BROUGHT)
"""Events by which chips come into the pot before the first decision."""
BETS = (FOLDED, CHECKED, CALLED, RAISED, OPENED, PAID)
"""Events of a round of betting."""
GOING = (FOLDED, OUT_BEATEN, OUT_COMPLETE, OUT_SHORT, MUCKED, KICKED_OUT, BEATEN, STAYED_OUT)
"""Events by which a hand goes out."""
WINNING = (WON, SPLIT, WON_SIDE, SPLIT_SIDE)
"""Events by which a pot is taken."""
ESCAPES = (BOUGHT, ALL_IN)
"""Events by which a seat in danger stays in: whoever wins after one has escaped."""
TELLING = (STREET, TO_BEAT, SAFE, KEEPS, KEEPS_ALL, HIGH_HALF, LOW_HALF, NO_LOW, WILD)
"""Events that say what others mean, to those who watch; nothing follows from them alone."""


class Journal(Part):
    """The events of the last verb, one per index of the arrays."""

    n: int
    kind: Annotated[Array, "i1", "events"]
    seat: Annotated[Array, "i1", "events"]
    down: Annotated[Array, "i1", "events"]
    """Whether the card lies face down, known to its owner alone."""
    card: Annotated[Array, "i2", "events"]
    count: Annotated[Array, "i2", "events"]
    """The number of cards; for a side pot or a side bet, its number; for a rank that is
    wild, the rank; 1: a raise completes a bet; 0: a card that is shown had been laid aside."""
    amount: Annotated[Array, "i8", "events"]
    """The amount, in chips."""


@compiled
def clear(journal: Journal) -> None:
    """Forget the last verb's events; unused places stay zero."""
    for i in range(min(journal.n, len(journal.kind))):
        journal.kind[i] = 0
        journal.seat[i] = 0
        journal.down[i] = 0
        journal.card[i] = 0
        journal.count[i] = 0
        journal.amount[i] = 0
    journal.n = 0


@compiled
def write(
    journal: Journal, kind: int, seat: int, down: int, card: int, count: int, amount: int
) -> None:
    """Note an event with all of its fields."""
    if len(journal.kind) > 0:
        if journal.n < len(journal.kind):
            journal.kind[journal.n] = kind
            journal.seat[journal.n] = seat
            journal.down[journal.n] = down
            journal.card[journal.n] = card
            journal.count[journal.n] = count
            journal.amount[journal.n] = amount
        journal.n += 1


@compiled
def note(journal: Journal, kind: int, seat: int) -> None:
    """Note that something happened to a seat."""
    write(journal, kind, seat, 0, NONE, 0, 0)


@compiled
def note_chips(journal: Journal, kind: int, seat: int, amount: int) -> None:
    """Note that chips moved."""
    write(journal, kind, seat, 0, NONE, 0, amount)


@compiled
def note_card(journal: Journal, kind: int, seat: int, card: int) -> None:
    """Note that a card was dealt or moved face up."""
    write(journal, kind, seat, 0, card, 1, 0)


@compiled
def note_card_down(journal: Journal, kind: int, seat: int, card: int) -> None:
    """Note that a card was dealt or moved face down: `seat` alone knows it."""
    write(journal, kind, seat, 1, card, 1, 0)


@compiled
def conceal(journal: Journal, seat: int) -> None:
    """Erase the face-down cards of all seats but `seat`; the rail, -1, has none."""
    for i in range(min(journal.n, len(journal.kind))):
        if journal.down[i] and journal.seat[i] != seat:
            journal.card[i] = HIDDEN
