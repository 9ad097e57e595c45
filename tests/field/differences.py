"""Differences between PokerKit's betting law and ours, each recognised from the public record.

`docs/field.md` lists them with the rules that decide. A difference without a name is a mismatch.

`docs/field.md` lists them with the rules that decide. Whatever no name fits is a mismatch.
"""

from tests.field.book import CAP, Book
from tests.field.theirs import bets_posted

SHORT_POST = "a highest post paid short"
FIRST_SHORT = "short all-ins before any full bet"
SUMMED_APART = "short all-ins summed since a player's own act"
HALF_BET = "an all-in of half a bet counts"
COMPLETION = "an all-in of less than half a bet is completed"
CAP_COUNT = "all-ins of less than half a bet do not fill the cap"
NOT_ASKED = "a player with nobody left to play with is not asked"
ASKED = "a player who can still be answered is asked"
ODD_CHIPS = "odd chips go one to each"
MERGED = "a pot is divided by itself"
NAMES = (
    SHORT_POST,
    FIRST_SHORT,
    SUMMED_APART,
    HALF_BET,
    COMPLETION,
    CAP_COUNT,
    NOT_ASKED,
    ASKED,
    ODD_CHIPS,
    MERGED,
)


class TheirLaw:
    """The state of a round by PokerKit's law: any all-in raises, and short ones add up for all."""

    def __init__(self, book: Book) -> None:
        self.largest = 0
        self.short: list[int] = []
        self.acted: set[int] = set()
        for act in book.acts:
            self.acted.add(act.seat)
            if act.by:
                self.raised(act.seat, act.by, all_in=act.all_in)
        self.count = sum(act.by > 0 for act in book.acts)

    def raised(self, seat: int, by: int, *, all_in: bool) -> None:
        if by >= self.largest:
            self.acted = {seat}
            self.largest = by
        self.short = [*self.short, by] if all_in else []
        if sum(self.short) >= self.largest:
            self.short = []

    def is_open(self, book: Book, seat: int) -> bool:
        if book.table.fixed and self.count >= self.cap(book):
            return False
        if book.owes(seat) < self.largest:
            return False
        return not self.short or seat not in self.acted

    @staticmethod
    def cap(book: Book) -> int:
        return CAP if book.street else max(CAP - bets_posted(book.table), 0)

    def raises(self, book: Book, seat: int) -> tuple[int, int] | None:
        if not book.could_raise(seat) or not self.is_open(book, seat):
            return None
        most = book.most(seat)
        lowest = min(book.highest + max(self.largest, book.size), most)
        return lowest, lowest if book.table.fixed else most


def named(book: Book, seat: int) -> str | None:
    """The name of the difference in what the player to act may raise, from the record alone."""
    ours, theirs = book.raises(seat), TheirLaw(book).raises(book, seat)
    since = book.since(seat)
    only_all_ins = book.has_acted(seat) and all(act.all_in for act in since)
    owes = book.highest - book.bets[seat]
    if book.table.fixed:
        return named_fixed(book, seat, ours, theirs)
    if theirs and not ours and only_all_ins and owes < book.size:
        full = [act for act in book.acts if act.by >= book.size]
        return None if full else FIRST_SHORT
    if ours and not theirs and only_all_ins and owes >= book.full() and len(since) > 1:
        return SUMMED_APART
    return None


def named_fixed(
    book: Book, seat: int, ours: tuple[int, int] | None, theirs: tuple[int, int] | None
) -> str | None:
    """The same in fixed-limit, where half a bet counts (N7)."""
    law, owes = TheirLaw(book), book.highest - book.bets[seat]
    if ours and theirs:
        return COMPLETION if book.last_counted() < book.highest else None
    if ours and law.count >= law.cap(book):
        return CAP_COUNT if book.bets_made() < CAP else None
    if ours and book.has_acted(seat) and book.has_counted_since(seat):
        return HALF_BET if owes < book.size else SUMMED_APART
    if theirs and book.has_acted(seat) and not book.has_counted_since(seat):
        return FIRST_SHORT if law.largest < book.size else None
    return None
