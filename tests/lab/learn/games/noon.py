"""High Noon with five cards: two each; both may discard one, and the fifth card is turned up.

A hand counts the sum of its cards, with the community card if one was discarded. There is a bet of
1 before the discards and one of 2 after them.
"""

from typing import Annotated

from sidepot.engine.game import Game, Verbs
from sidepot.engine.options import Chips
from sidepot.kernel import Part, Random, compiled
from sidepot.rules import actions, board, chips, deck, discards, holecards, journal, seats
from sidepot.rules.actions import BET, CALL, CHECK, DISCARD, FOLD, KEEP
from sidepot.rules.board import Board
from sidepot.rules.discards import Discards
from sidepot.rules.layout import Layout

SIZES = (1, 2)
HELD = 2


class Options(Part):
    """The ante alone."""

    ante: Annotated[int, Chips(1, 1, 1), "what both pay before the deal, in chips"]


class Noon(Part):
    """A hand of five-card High Noon."""

    options: Options
    seats: seats.Seats
    chips: chips.Chips
    hole: holecards.HoleCards
    thrown: Discards
    board: Board
    opened: int
    discarding: int
    waiting: int
    line: int
    """Every action so far, as digits to base 4: what was done earlier tells something too."""
    deck: deck.Deck
    journal: journal.Journal


@compiled
def begin(s: Noon) -> None:
    """An ante of 1, and two cards each."""
    journal.clear(s.journal)
    deck.rewind(s.deck)
    holecards.clear(s.hole)
    board.clear(s.board)
    discards.clear(s.thrown)
    chips.ante(s.chips, s.seats, s.journal, s.options.ante)
    for p in range(HELD * s.seats.n):
        holecards.deal(s.hole, s.deck, s.journal, p % s.seats.n)
    s.line, s.discarding = 1, 0
    open_round(s)
    s.seats.actor = 0


@compiled
def open_round(s: Noon) -> None:
    """Both are to act."""
    s.opened, s.waiting = 0, 2


@compiled
def menu(s: Noon, m: actions.Menu) -> None:
    """Keep or discard one; check or bet; after a bet, fold or call."""
    actions.clear(m)
    if s.discarding:
        actions.offer(m, KEEP)
        actions.offer_range(m, DISCARD, 0, HELD - 1)
        return
    size = SIZES[s.board.size]
    actions.offer(m, FOLD if s.opened else CHECK)
    actions.offer_range(m, CALL if s.opened else BET, size, size)


@compiled
def step(s: Noon, action: int) -> None:
    """Carry out an action, then the next turn, the board, or the end."""
    journal.clear(s.journal)
    p, kind = s.seats.actor, actions.kind(action)
    s.waiting -= 1
    is_more = kind in (BET, DISCARD)
    s.line = s.line * 4 + (kind == FOLD) + 2 * is_more
    if kind == FOLD:
        seats.leave(s.seats, s.journal, p, journal.FOLDED)
    elif kind == DISCARD:
        discards.throw(s.thrown, s.hole, s.journal, p, actions.amount(action))
    elif kind == KEEP:
        journal.note(s.journal, journal.KEPT, p)
    elif kind == CHECK:
        journal.note(s.journal, journal.CHECKED, p)
    else:
        event = journal.CALLED if s.opened else journal.RAISED
        chips.bet(s.chips, s.journal, event, p, actions.amount(action))
    if kind == BET:
        s.opened, s.waiting = 1, 1
    go_on(s, p)


@compiled
def go_on(s: Noon, p: int) -> None:
    """The next turn, the discards, the board, or the end."""
    if s.waiting and seats.count(s.seats) > 1:
        s.seats.actor = 1 - p
    elif s.board.size == 0 and seats.count(s.seats) > 1:
        if s.discarding:
            board.turn_up(s.board, s.deck, s.journal)
        s.discarding = 1 - s.discarding
        open_round(s)
        s.seats.actor = 0
    else:
        finish(s)


@compiled
def strength(s: Noon, p: int) -> int:
    """The sum of two cards: those in hand, or one and the board."""
    total = s.board.card[0] if s.hole.size[p] < HELD else 0
    for k in range(s.hole.size[p]):
        total += s.hole.card[p, k]
    return total


@compiled
def finish(s: Noon) -> None:
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
def conceal(s: Noon, seat: int) -> None:
    """Erase the other's cards and the deck."""
    deck.hide(s.deck)
    discards.conceal(s.thrown, seat)
    journal.conceal(s.journal, seat)
    holecards.conceal(s.hole, seat)


@compiled
def redeal(s: Noon, rng: Random) -> None:
    """Deal the erased cards anew."""
    seen = holecards.mask(s.hole) | discards.mask(s.thrown) | board.mask(s.board)
    place = holecards.fill(s.hole, s.deck, deck.restore(s.deck, rng, seen))
    discards.fill(s.thrown, s.deck, place)


def show(s: Noon) -> Layout:
    """The cards."""
    return Layout(
        seats=holecards.laid(s.hole, s.seats), board=board.laid(board.codes(s.board)),
        prices={CALL: 1, BET: 1},
    )  # fmt: skip


NOON = Game(
    name="five-card-noon", title="Five-card High Noon", author="nobody",
    least=2, most=2, max_seats=2,
    record=Noon, options=Options, verbs=Verbs(begin, menu, step, conceal, redeal), show=show,
    deck=range(5), reach=2, common=1, events=20,
)  # fmt: skip
