"""Counts of hands that met the edges of the law, and of differences between the engines."""

from collections import Counter

from tests.field.book import Book
from tests.field.differences import NAMES
from tests.field.ours import Offer

NOTHING = "short all-in that reopens nothing"
TOGETHER = "short all-ins that together reopen"
SIDE_POTS = "three or more side pots"
FOLDED = "folded money in a side pot"
FLOORS = {NOTHING: 1000, TOGETHER: 300, SIDE_POTS: 1000, FOLDED: 300}
"""Hands that 20,000 must have at least."""
OF = 20_000
SIDE = 3


class Counts:
    """Counts for one hand, or for many together."""

    def __init__(self) -> None:
        self.hands = self.decisions = self.parted = 0
        self.met: Counter[str] = Counter()
        """Hands, by the edge that they met."""
        self.differing: Counter[str] = Counter()
        """Differences, each time that one was seen."""
        self.differing_hands: Counter[str] = Counter()

    def add(self, hand: "Counts") -> None:
        self.hands += 1
        self.decisions += hand.decisions
        self.parted += hand.parted
        self.met.update(hand.met.keys())
        self.differing.update(hand.differing)
        self.differing_hands.update(hand.differing.keys())

    def see(self, book: Book, seat: int, offer: Offer) -> None:
        """A decision, as the record has it and as the player was offered it."""
        self.decisions += 1
        since = book.since(seat)
        if not since or not book.has_acted(seat) or not book.could_raise(seat):
            return
        if all(act.all_in and is_short(book, act.by) for act in since):
            if offer.raises is None and not adds_up(book, seat):
                self.met[NOTHING] += 1
            if offer.raises and adds_up(book, seat) and len(since) > 1:
                self.met[TOGETHER] += 1

    def end(self, book: Book) -> None:
        self.met[SIDE_POTS] += len(book.levels()) > SIDE
        self.met[FOLDED] += book.has_folded_money_aside()
        self.met += Counter()  # drop what was not met

    def lines(self) -> list[str]:
        """The report."""
        whole = self.hands - self.parted
        first = f"{self.hands} hands, {self.decisions} decisions, {whole} compared to the end"
        edges = [f"{self.met[name]:6} hands: {name}" for name in FLOORS]
        seen = self.differing, self.differing_hands
        found = [f"{seen[0][name]:6} times in {seen[1][name]:5} hands: {name}" for name in NAMES]
        return [first, *edges, "Differences from PokerKit, each lawful:", *found]

    def missed(self) -> list[str]:
        """The floors that this number of hands should have reached and did not."""
        return [name for name, floor in FLOORS.items() if self.met[name] * OF < floor * self.hands]


def is_short(book: Book, by: int) -> bool:
    """Less than a full raise; in fixed-limit less than half a bet."""
    return 2 * by < book.size if book.table.fixed else by < book.full()


def adds_up(book: Book, seat: int) -> bool:
    """Whether the raises since the seat's own action add up to a full raise."""
    if book.table.fixed:
        return book.has_counted_since(seat)
    return book.highest - book.bets[seat] >= book.full()
