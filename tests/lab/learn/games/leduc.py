"""Leduc hold'em: six cards of three ranks, one each, one on the board, two rounds of fixed bets."""

from typing import Annotated

from sidepot.engine.game import Game, Verbs
from sidepot.engine.options import Chips
from sidepot.kernel import Part, Random, compiled
from sidepot.rules import actions, board, chips, deck, holecards, journal, seats
from sidepot.rules.actions import BET, CALL, CHECK, FOLD, RAISE_TO
from sidepot.rules.board import Board
from sidepot.rules.layout import Layout

SIZES = (2, 4)
CAP = 2


class Options(Part):
    """The ante alone."""

    ante: Annotated[int, Chips(1, 1, 1), "what both pay before the deal, in chips"]


class Leduc(Part):
    """A hand of Leduc hold'em."""

    options: Options
    seats: seats.Seats
    chips: chips.Chips
    hole: holecards.HoleCards
    board: Board
    raises: int
    waiting: int
    line: int
    """Every action so far, as digits to base 4: what was done earlier tells something too."""
    deck: deck.Deck
    journal: journal.Journal


@compiled
def begin(s: Leduc) -> None:
    """An ante of 1, and a card each."""
    journal.clear(s.journal)
    deck.rewind(s.deck)
    holecards.clear(s.hole)
    board.clear(s.board)
    chips.ante(s.chips, s.seats, s.journal, s.options.ante)
    for p in range(s.seats.n):
        holecards.deal(s.hole, s.deck, s.journal, p)
    s.line = 1
    open_round(s)
    s.seats.actor = 0


@compiled
def open_round(s: Leduc) -> None:
    """Both are to act."""
    s.raises, s.waiting = 0, 2


@compiled
def menu(s: Leduc, m: actions.Menu) -> None:
    """Fold if there is a bet; check or call; bet or raise by 2, in the second round by 4."""
    actions.clear(m)
    p = s.seats.actor
    owed = s.chips.paid[1 - p] - s.chips.paid[p]
    if owed > 0:
        actions.offer(m, FOLD)
        actions.offer_range(m, CALL, owed, owed)
    else:
        actions.offer(m, CHECK)
    if s.raises < CAP:
        level = owed + SIZES[s.board.size]
        actions.offer_range(m, RAISE_TO if s.raises else BET, level, level)


@compiled
def step(s: Leduc, action: int) -> None:
    """Carry out an action, then the next turn, the board, or the end."""
    journal.clear(s.journal)
    p, kind = s.seats.actor, actions.kind(action)
    s.waiting -= 1
    s.line = s.line * 4 + (kind == FOLD) + 2 * (kind in (BET, RAISE_TO))
    if kind == FOLD:
        seats.leave(s.seats, s.journal, p, journal.FOLDED)
    elif kind == CHECK:
        journal.note(s.journal, journal.CHECKED, p)
    elif kind == CALL:
        chips.bet(s.chips, s.journal, journal.CALLED, p, actions.amount(action))
    else:
        chips.bet(s.chips, s.journal, journal.RAISED, p, actions.amount(action))
        s.raises, s.waiting = s.raises + 1, 1
    go_on(s, p)


@compiled
def go_on(s: Leduc, p: int) -> None:
    """The next turn, the board, or the end."""
    if s.waiting and seats.count(s.seats) > 1:
        s.seats.actor = 1 - p
    elif s.board.size == 0 and seats.count(s.seats) > 1:
        board.turn_up(s.board, s.deck, s.journal)
        open_round(s)
        s.seats.actor = 0
    else:
        finish(s)


@compiled
def strength(s: Leduc, p: int) -> int:
    """A pair with the board beats the higher card."""
    rank: int = s.hole.card[p, 0] >> 1
    return 10 + rank if s.board.size and rank == s.board.card[0] >> 1 else rank


@compiled
def finish(s: Leduc) -> None:
    """The pot to the better hand, or half to each."""
    s.seats.actor = seats.NOBODY
    holecards.show_down(s.hole, s.seats, s.journal)
    pot = chips.pot(s.chips, s.seats)
    if seats.count(s.seats) < 2:
        chips.win(s.chips, s.journal, journal.WON, 0 if s.seats.live[0] else 1, pot)
    elif strength(s, 0) == strength(s, 1):
        chips.win(s.chips, s.journal, journal.SPLIT, 0, pot // 2)
        chips.win(s.chips, s.journal, journal.SPLIT, 1, pot // 2)
    else:
        best = 0 if strength(s, 0) > strength(s, 1) else 1
        chips.win(s.chips, s.journal, journal.WON, best, pot)


@compiled
def conceal(s: Leduc, seat: int) -> None:
    """Erase the other card and the deck."""
    deck.hide(s.deck)
    journal.conceal(s.journal, seat)
    holecards.conceal(s.hole, seat)


@compiled
def redeal(s: Leduc, rng: Random) -> None:
    """Deal the erased cards anew."""
    seen = holecards.mask(s.hole) | board.mask(s.board)
    holecards.fill(s.hole, s.deck, deck.restore(s.deck, rng, seen))


def show(s: Leduc) -> Layout:
    """The cards."""
    return Layout(
        seats=holecards.laid(s.hole, s.seats), board=board.laid(board.codes(s.board)),
        prices={CALL: 1, RAISE_TO: 1, BET: 1},
    )  # fmt: skip


LEDUC = Game(
    name="leduc", title="Leduc hold'em", author="University of Alberta, 2005",
    least=2, most=2, max_seats=2,
    record=Leduc, options=Options, verbs=Verbs(begin, menu, step, conceal, redeal), show=show,
    deck=range(6), reach=1, common=1, events=20,
)  # fmt: skip
