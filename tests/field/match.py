"""One hand in both engines at once, compared at every decision."""

import random
from typing import Any

from tests.field import differences as differ
from tests.field.book import Book
from tests.field.chooser import choose, common
from tests.field.counts import Counts
from tests.field.ours import Offer, Ours, Pot
from tests.field.tables import Table
from tests.field.theirs import Theirs


class Mismatch(AssertionError):
    """The engines differ, and no rule says why."""


def play(table: Table) -> Counts:
    """A hand at a table, to its end or to where the engines lawfully part. Raises `Mismatch`."""
    return Match(table).play()


class Match:
    """The hand in our engine, in PokerKit, and in the public record."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.chance = random.Random(f"choices {table.number}")
        self.ours, self.theirs, self.book = Ours(table), Theirs(table), Book(table)
        self.counts = Counts()
        self.said: list[str] = []

    def play(self) -> Counts:
        while self.agree_on_actor():
            if not self.decide():
                self.counts.parted = 1
                return self.counts
        self.finish()
        return self.counts

    def same(self, what: str, *values: Any) -> None:
        """All the values are equal: ours, PokerKit's, the record's."""
        if any(value != values[0] for value in values[1:]):
            raise Mismatch(f"hand {self.table.number}: {what}: {values}; {self.said}; {self.table}")

    def differs(self, name: str) -> None:
        self.counts.differing[name] += 1

    # The player to act --------------------------------------------------------------------------

    def agree_on_actor(self) -> bool:
        """Come to a decision that both ask for. False at the end of the betting."""
        while (self.ours.actor, self.at(self.ours)) != (self.theirs.actor, self.at(self.theirs)):
            if self.is_needless(self.theirs.actor, self.at(self.theirs)):
                self.same("what is asked of one who is alone", self.theirs.offer.call, 0)
                self.theirs.act("call")
                self.differs(differ.NOT_ASKED)
            elif self.is_unbeatable(self.ours.actor, self.at(self.ours)):
                self.same("what is asked of one who has bet enough", self.ours.offer.call, 0)
                self.do_ours(self.ours.actor or 0, "call")
                self.differs(differ.ASKED)
            else:
                self.same("the actor", self.ours.actor, self.theirs.actor)
                self.same("the round", self.at(self.ours), self.at(self.theirs))
        if self.ours.actor is not None and self.ours.street > self.book.street:
            self.book.next_round()
            self.same("the round", self.ours.street, self.book.street)
            self.same("the pots", self.ours.pots, self.theirs.pots)
        return self.ours.actor is not None

    @staticmethod
    def at(engine: Ours | Theirs) -> int:
        """The round in which somebody is to act; 4 when nobody is."""
        return 4 if engine.actor is None else engine.street

    def is_needless(self, seat: int | None, street: int) -> bool:
        """C6: whether PokerKit asks a player who has nobody left to play against."""
        return seat is not None and street == self.book.street and self.book.is_idle(seat)

    def is_unbeatable(self, seat: int | None, street: int) -> bool:
        """Whether we ask a player who has put in all that anybody could call."""
        if seat is None or street != self.book.street or self.book.is_idle(seat):
            return False
        return all(self.book.most(p) <= self.book.bets[seat] for p in self.book.others(seat))

    # Offers and actions -------------------------------------------------------------------------

    def decide(self) -> bool:
        """Compare, choose and act. False where the engines part."""
        seat = self.ours.actor
        assert seat is not None
        ours, theirs = self.ours.offer, self.theirs.offer
        self.same("stacks", self.ours.stacks, self.theirs.stacks, tuple(self.book.stacks))
        self.same("the total pot", self.ours.total, self.theirs.total, self.book.total)
        if self.book.is_short_posted:
            return self.decide_after_short_post(seat, ours, theirs)
        self.same("fold and call", *((offer.fold, offer.call) for offer in (ours, theirs)))
        self.same("the call", ours.call, self.book.owes(seat))
        self.compare_raises(seat, ours, theirs)
        self.counts.see(self.book, seat, ours)
        kind, level = self.choose(seat, common(ours, theirs))
        self.do_theirs(kind, level)
        self.do_ours(seat, kind, level)
        return True

    def compare_raises(self, seat: int, ours: Offer, theirs: Offer) -> None:
        """Each engine as its own law has it, and the laws equal but for what has a name."""
        self.same("our raises and N7", ours.raises, self.book.raises(seat))
        if ours.raises == theirs.raises:
            return
        their_law = differ.TheirLaw(self.book).raises(self.book, seat)
        self.same("their raises and their law", theirs.raises, their_law)
        name = differ.named(self.book, seat)
        if name is None:
            self.same("the raises", ours.raises, theirs.raises)
        else:
            self.differs(name)

    def decide_after_short_post(self, seat: int, ours: Offer, theirs: Offer) -> bool:
        """We have the whole post called, PokerKit what was paid of it: only a fold is the same."""
        book = self.book
        self.same("the call of a short post", ours.call, book.owes(seat))
        self.same("our raises after a short post", ours.raises, book.raises(seat))
        paid = max(book.bets) - book.bets[seat]
        self.same("their call of a short post", theirs.call, min(paid, book.stacks[seat]))
        self.differs(differ.SHORT_POST)
        if ours.call == 0 or self.chance.random() < 0.5:
            return False
        self.counts.decisions += 1
        self.do_theirs("fold")
        self.do_ours(seat, "fold")
        return True

    def choose(self, seat: int, offer: Offer) -> tuple[str, int]:
        return choose(self.chance, self.book, seat, offer)

    def do_ours(self, seat: int, kind: str, level: int = 0) -> None:
        self.said.append(f"{seat} {kind} {level}")
        self.book.act(seat, kind, level)
        self.ours.act(kind, level)

    def do_theirs(self, kind: str, level: int = 0) -> None:
        self.theirs.act(kind, level)

    # The end --------------------------------------------------------------------------------------

    def finish(self) -> None:
        """The pots before the showdown, and all stacks after it."""
        self.book.give_back()
        self.theirs.show_all()
        self.counts.end(self.book)
        self.same("all that was won", sum(self.ours.won), self.book.total)
        if sum(self.book.live) == 1:
            self.finish_unseen()
        else:
            self.show_down()

    def finish_unseen(self) -> None:
        """One is left and takes it all. PokerKit leaves their last bet out of the pots."""
        expected = list(self.book.stacks)
        expected[self.book.live.index(True)] += self.book.total
        self.theirs.finish()
        self.same("finishing stacks", self.ours.stacks, self.theirs.stacks, tuple(expected))

    def show_down(self) -> None:
        pots, hands = self.theirs.pots, self.theirs.hands()
        self.same("the pots at the end", self.ours.won, [pot.amount for pot in pots])
        expected = list(self.book.stacks)
        for pot in pots:
            for seat, chips in self.shares(pot, hands):
                expected[seat] += chips
        paid = self.theirs.finish()
        self.same("finishing stacks by C4", self.ours.stacks, tuple(expected))
        if self.theirs.stacks != tuple(expected):
            self.name_the_odd_chips(pots, hands, paid)

    def shares(self, pot: Pot, hands: list[Any]) -> list[tuple[int, int]]:
        """C4: a pot divided by itself, the odd chips one each from the dealer's left."""
        if len(pot.seats) == 1:
            return [(pot.seats[0], pot.amount)]
        best = max(hands[seat] for seat in pot.seats)
        winners = [seat for seat in pot.seats if hands[seat] == best]
        share, odd = divmod(pot.amount, len(winners))
        return [(seat, share + (i < odd)) for i, seat in enumerate(winners)]

    def name_the_odd_chips(self, pots: list[Pot], hands: list[Any], paid: int) -> None:
        """PokerKit gives all odd chips to one, or has thrown pots together after the showdown."""
        shared = [self.shares(pot, hands) for pot in pots]
        if any(pot.amount % len(each) > 1 for pot, each in zip(pots, shared, strict=True)):
            self.differs(differ.ODD_CHIPS)
        elif paid < len(pots):
            self.differs(differ.MERGED)
        else:
            self.same("finishing stacks", self.ours.stacks, self.theirs.stacks)
