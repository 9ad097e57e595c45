"""My Stud: two cards down, three up, bets after each, and a draw before the last. By YOUR NAME.

This file is the whole game: the record of a hand, five verbs, and the facts at the end. It shows
how rounds of betting, cards face up and a draw are put together from `sidepot.rules`. Change a rule
and run `sidepot check` on the file: it says what is wrong. Rules are compiled, so they use whole
numbers and plain loops, and call the parts in `sidepot.rules`.

Said while somebody plays the game for the first time:

<!-- first hand -->
- `choice exchange` Lay aside one or two of your cards face down for new ones, or stand pat.
- `choice call` Somebody has bet: call or raise to stay in, or fold.
- `choice bet` Nobody has bet: check for nothing, or bet. All see each other's three open cards.
- `choice check` Nobody has bet: check, and wait for what others do.
- `event shown other` The betting is over, so the cards are turned up.
- `end` The best hand of five cards takes the pot.
<!-- /first hand -->
"""

import functools
from typing import Annotated

from sidepot import cards, hands
from sidepot.cards import HIDDEN
from sidepot.engine.game import Game, Verbs
from sidepot.engine.options import Bet, Chips
from sidepot.kernel import Part, Random, Row, Sizes, compiled
from sidepot.rules import (
    actions,
    betting,
    chips,
    deck,
    discards,
    draws,
    holecards,
    journal,
    layout,
    pots,
    seats,
    upcards,
)
from sidepot.rules.actions import EXCHANGE
from sidepot.rules.layout import LaidHand, Layout
from sidepot.rules.seats import NOBODY

DOWN, UP = 2, 3
"""The cards of a hand that lie face down, and face up."""
LAST = UP
"""The last round of betting, after the draw: there is one after each open card before it."""


class Options(Part):
    """The options of a table: each has a range, a default and a line of help."""

    ante: Annotated[int, Chips(0, 1000, 1), "what everybody pays before the deal, in chips"]
    bet: Annotated[int, Bet(1, 1000, 2), "the size of a bet and of a raise, in chips"]


class MyStud(Part):
    """The record of a hand: its whole state, and nothing is kept anywhere else."""

    options: Options
    seats: seats.Seats
    chips: chips.Chips
    betting: betting.Betting
    round: int  # the round of betting, from 0 to LAST
    hole: Annotated[holecards.HoleCards, Sizes(most=DOWN)]
    up: upcards.UpCards  # it has room for five: all cards of a hand are compared there
    draws: draws.Draws
    thrown: Annotated[discards.Discards, Sizes(most=DOWN)]
    strength: Row  # one whole number for each seat: how good its hand is in the end
    deck: deck.Deck
    journal: journal.Journal


@compiled
def begin(s: MyStud) -> None:
    """Antes; two cards face down and one face up for each player."""
    journal.clear(s.journal)
    deck.rewind(s.deck)
    holecards.clear(s.hole)
    upcards.clear(s.up)
    discards.clear(s.thrown)
    draws.clear(s.draws)
    betting.clear(s.betting)
    s.round, s.strength[:] = 0, 0
    chips.ante(s.chips, s.seats, s.journal, s.options.ante)
    holecards.deal_each(s.hole, s.deck, s.journal, s.seats, DOWN)
    deal_up(s)
    go_on(s)


@compiled
def deal_up(s: MyStud) -> None:
    """Deal a card face up to each live player, from the dealer's left; then they bet."""
    for i in range(1, s.seats.n + 1):
        p = (s.seats.button + i) % s.seats.n
        if s.seats.live[p]:
            upcards.deal(s.up, s.deck, s.journal, p)
    open_betting(s)


@compiled
def open_betting(s: MyStud) -> None:
    """Open a round of betting, with the player whose open cards are the best."""
    betting.open_round(s.betting, s.seats, betting.FIXED_LIMIT, s.options.bet)
    first = NOBODY
    for i in range(1, s.seats.n + 1):  # a tie goes to the first on the dealer's left
        p = (s.seats.button + i) % s.seats.n
        if s.seats.live[p] and (first == NOBODY or s.up.strength[p] > s.up.strength[first]):
            first = p
    s.seats.actor = (first - 1) % s.seats.n  # the next to act is on the left of the last


@compiled
def menu(s: MyStud, m: actions.Menu) -> None:
    """In a draw: stand pat, or exchange cards that lie face down. Else fold, check, call, bet."""
    actions.clear(m)
    if s.draws.on:
        draws.offer(s.draws, s.hole, s.deck, m, s.seats.actor, DOWN)
    else:
        betting.offer(s.betting, s.chips, s.seats, m)


@compiled
def step(s: MyStud, action: int) -> None:
    """Carry out an action, then deal on."""
    journal.clear(s.journal)
    if s.draws.on:
        draws.act(s.draws, s.thrown, s.hole, s.seats, s.journal, action)
    else:
        betting.act(s.betting, s.chips, s.seats, s.journal, action)
    go_on(s)


@compiled
def go_on(s: MyStud) -> None:
    """Do all that the dealer has to do, up to the next decision or the end of the hand."""
    while seats.count(s.seats) > 1:
        s.seats.actor = draws.to_act(s.draws, s.betting, s.chips, s.seats)
        if s.seats.actor != NOBODY:
            return  # somebody has to decide
        if s.draws.on:  # all have said what they exchange
            draws.serve(s.draws, s.hole, s.deck, s.seats, s.journal)
            open_betting(s)
            continue
        betting.close_round(s.betting, s.chips, s.seats, s.journal)
        if s.round == LAST:
            compare(s)
            break
        s.round += 1
        if s.round < LAST:
            deal_up(s)
        else:
            s.draws.on = 1
            seats.open_round(s.seats)
    betting.close_round(s.betting, s.chips, s.seats, s.journal)
    pots.award(s.chips, s.seats, s.journal, s.strength)  # main pot and side pots


@compiled
def compare(s: MyStud) -> None:
    """Turn up all live hands. To know what five cards are worth, lay them together for a moment."""
    holecards.show_down(s.hole, s.seats, s.journal)
    for p in range(s.seats.n):
        if s.seats.live[p]:
            for k in range(s.hole.size[p]):
                upcards.take(s.up, p, s.hole.card[p, k])
            s.strength[p] = s.up.strength[p]
            upcards.take_back(s.up, p, UP)


@compiled
def conceal(s: MyStud, seat: int) -> None:
    """Erase what this seat may not know: others' cards face down, and the deck."""
    holecards.conceal(s.hole, seat)
    discards.conceal(s.thrown, seat)
    deck.hide(s.deck)
    journal.conceal(s.journal, seat)


@compiled
def redeal(s: MyStud, rng: Random) -> None:
    """Replace the erased cards by a random deal: no card that was seen comes a second time."""
    discards.redeal(s.thrown, s.hole, s.deck, rng, upcards.mask(s.up, s.seats))


def show(s: MyStud) -> Layout:
    """The cards that front ends show, and those that an exchange picks from."""
    held = holecards.codes(s.hole, s.seats.n)
    up = layout.codes_of(s.up, s.seats.n)
    thrown = discards.codes(s.thrown, s.seats.n)
    return Layout(
        seats=tuple(laid(held[p], up[p], thrown[p], s.seats.live[p]) for p in range(s.seats.n)),
        dealer=s.seats.button,
        picks={EXCHANGE: layout.texts(held[s.seats.actor])} if s.draws.on else {},
    )


@functools.lru_cache(maxsize=layout.KEPT)
def laid(
    held: tuple[int, ...], up: tuple[int, ...], thrown: tuple[int, ...], live: int
) -> LaidHand:
    """One seat: its cards, and the hand in words, made of the open cards where others look."""
    known = up if HIDDEN in held else held + up
    return LaidHand(
        cards=holecards.laid_cards(held, is_live=bool(live))
        + tuple(layout.laid_card(code, "kept", dead=not live) for code in up)
        + discards.laid_cards(thrown),
        hand=hands.name(known) if known else None,
    )


MY_STUD = Game(
    name="my-stud", title="My Stud", author="YOUR NAME",
    least=2, most=6, max_seats=6,  # players, and seats in a record
    record=MyStud, options=Options, verbs=Verbs(begin, menu, step, conceal, redeal), show=show,
    deck=cards.deck(), events=128,  # the cards, and the most events that a verb may note
    reach=DOWN + UP + DOWN, common=draws.BURNED,  # the most that a player, and all share, may use
    phases=lambda options: (
        journal.FORCED,
        (*journal.BETS, journal.DEALT, journal.KEPT, journal.DISCARDED),
        (journal.SHOWN,),
        journal.WINNING,
    ),
    says={"keep": "stand_pat", "kept": "stood_pat", "discarded": "laid_aside"},
    keys={"keep": "s"},
)  # fmt: skip
