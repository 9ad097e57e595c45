"""A record of what anybody at the table can see: posts, bets, actions; and the law over it.

The law is written here once more, from the words of N7 and C6, so that neither engine is asked
about itself.
"""

from dataclasses import dataclass

from tests.field.tables import Table

CAP = 4


@dataclass(frozen=True)
class Act:
    """Something that somebody did in this round; `by`, what it added to the highest bet."""

    seat: int
    by: int
    all_in: bool


class Book:
    """The public record of a hand, kept from the table's words and the actions alone."""

    def __init__(self, table: Table) -> None:
        self.table = table
        n = table.players
        self.street = 0
        self.stacks = list(table.stacks)
        self.live = [True] * n
        self.paid = [0] * n
        self.dead = 0
        self.bets = [0] * n
        self.acts: list[Act] = []
        self.highest = self.opened = 0
        for i in range(n):
            self.ante(table.poster(i), table.antes[i])
        if table.antes_match:
            self.give_back()
        for i in range(n):
            self.post(table.poster(i), abs(table.blinds[i]))

    def ante(self, seat: int, amount: int) -> None:
        amount = min(amount, self.stacks[seat])
        self.stacks[seat] -= amount
        if self.table.antes_match:
            self.paid[seat] += amount
        else:
            self.dead += amount

    def post(self, seat: int, amount: int) -> None:
        self.put(seat, min(amount, self.stacks[seat]))
        self.highest = self.opened = max(self.highest, amount)

    def put(self, seat: int, amount: int) -> None:
        self.stacks[seat] -= amount
        self.bets[seat] += amount
        self.paid[seat] += amount

    def give_back(self) -> None:
        """Return the unmatched bet (C3)."""
        second, most = sorted(self.paid)[-2:]
        if most > second:
            seat = self.paid.index(most)
            self.paid[seat] -= most - second
            self.stacks[seat] += most - second

    def next_round(self) -> None:
        self.give_back()
        self.street += 1
        self.bets = [0] * self.table.players
        self.acts = []
        self.highest = self.opened = 0

    def act(self, seat: int, kind: str, level: int = 0) -> None:
        if kind == "fold":
            self.live[seat] = False
        elif kind == "call":
            self.put(seat, self.owes(seat))
        else:
            self.put(seat, level - self.bets[seat])
        by = max(level - self.highest, 0) if kind == "raise" else 0
        self.acts.append(Act(seat, by, self.stacks[seat] == 0))
        self.highest += by

    # Derived facts ----------------------------------------------------------------------------

    @property
    def size(self) -> int:
        """The bet of the round; a straddle makes it higher in no-limit."""
        size = self.table.size(self.street)
        return size if self.table.fixed else max(size, self.opened)

    @property
    def total(self) -> int:
        return sum(self.table.stacks) - sum(self.stacks)

    @property
    def is_short_posted(self) -> bool:
        """Has nobody put in the highest post in full, and nobody passed it since?"""
        return self.highest > max(self.bets)

    def owes(self, seat: int) -> int:
        return min(self.highest - self.bets[seat], self.stacks[seat])

    def most(self, seat: int) -> int:
        """The level that a seat can go to."""
        return self.bets[seat] + self.stacks[seat]

    def others(self, seat: int) -> list[int]:
        """The other live seats."""
        return [p for p in range(self.table.players) if self.live[p] and p != seat]

    def since(self, seat: int) -> list[Act]:
        """The raises since a seat acted last."""
        last = max((i for i, act in enumerate(self.acts) if act.seat == seat), default=-1)
        return [act for act in self.acts[last + 1 :] if act.by > 0]

    def has_acted(self, seat: int) -> bool:
        return any(act.seat == seat for act in self.acts)

    def is_idle(self, seat: int) -> bool:
        """C6: no other live player has chips, and none has put more into this hand."""
        others = self.others(seat)
        return not any(self.stacks[p] or self.paid[p] > self.paid[seat] for p in others)

    def could_raise(self, seat: int) -> bool:
        """C6: the chips to raise are there, and somebody could put in more than the bet."""
        able = self.most(seat) > self.highest
        return able and any(self.most(p) > self.highest for p in self.others(seat))

    # N7 ---------------------------------------------------------------------------------------

    def full(self) -> int:
        """The last full bet or raise of the round; until there was one, the smallest bet."""
        full = self.size
        for act in self.acts:
            full = act.by if act.by >= full else full
        return full

    def worth(self) -> int:
        """Fixed-limit: how many bets the highest post is worth; half a bet counts."""
        return max(self.opened // self.size, int(2 * self.opened >= self.size))

    def counted(self) -> list[tuple[int, bool]]:
        """Fixed-limit: before the first act and after each, the last bet that counted, and whether
        it was made then. It counts from half a bet above the one before (N7)."""
        level, last = self.opened, self.opened if self.worth() else 0
        marks = [(last, False)]
        for act in self.acts:
            level += act.by
            counts = act.by > 0 and 2 * (level - last) >= self.size
            last = level if counts else last
            marks.append((last, counts))
        return marks

    def last_counted(self) -> int:
        return self.counted()[-1][0]

    def bets_made(self) -> int:
        """Fixed-limit: the bets and raises of the round that counted; posts by their worth."""
        return self.worth() + sum(counts for _, counts in self.counted())

    def has_counted_since(self, seat: int) -> bool:
        """Fixed-limit: has a bet counted since a seat acted last?"""
        last = max((i for i, act in enumerate(self.acts) if act.seat == seat), default=-1)
        return any(counts for _, counts in self.counted()[last + 2 :])

    def is_open(self, seat: int) -> bool:
        """May a seat that could raise do so?"""
        if not self.table.fixed:
            return not self.has_acted(seat) or self.highest - self.bets[seat] >= self.full()
        fresh = not self.has_acted(seat) or self.has_counted_since(seat)
        return fresh and self.bets_made() < CAP

    def raises(self, seat: int) -> tuple[int, int] | None:
        """The levels of a bet or raise, by the words of N7 and C6."""
        if not self.could_raise(seat) or not self.is_open(seat):
            return None
        most = self.most(seat)
        if not self.table.fixed:
            return min(self.highest + self.full(), most), most
        level = min(self.last_counted() + self.size, most)
        return level, level

    # The pots at the end ------------------------------------------------------------------------

    def levels(self) -> list[int]:
        """The distinct sums that the live players have paid; a pot reaches up to each."""
        return sorted({self.paid[p] for p in range(self.table.players) if self.live[p]})

    def has_folded_money_aside(self) -> bool:
        """Whether a player who folded has paid more than fits into the main pot."""
        gone = [paid for paid, live in zip(self.paid, self.live, strict=True) if not live]
        return len(self.levels()) > 1 and max(gone, default=0) > self.levels()[0]
