"""A game with an action of every form that a game may declare; the highest card wins."""

from typing import Annotated

from sidepot import cards
from sidepot.engine.game import Game, Verbs
from sidepot.engine.options import Chips
from sidepot.engine.own import (
    CARD,
    CARDS,
    CHIPS,
    NOTHING,
    NUMBER,
    PLAYER,
    RANK,
    Act,
    Acts,
    Event,
    Events,
    words,
)
from sidepot.kernel import Part, Random, Row, compiled
from sidepot.rules import actions, chips, deck, holecards, journal, seats, sets
from sidepot.rules.layout import Layout
from sidepot.rules.seats import NOBODY

ACTS = Acts(
    Act("suit", words("clubs", "hearts"), "the suit that you like"),
    Act("rank", RANK, "the rank that you like"),
    Act("ask", PLAYER, "somebody else"),
    Act("mark", CARDS, "two cards"),
    Act("point_at", CARD, "a card"),
    Act("count_to", NUMBER, "as far as you like"),
    Act("wager", CHIPS, "chips for the pot"),
    Act("knock", NOTHING, "the end", key="k"),
)
SUIT, RANKED, ASK, MARK, POINT, COUNT, WAGER, KNOCK = ACTS.kinds
TOLD = Events(
    Event("named", "{player} says {amount}.", you="You say {amount}.", did="said {n}"),
    Event("pointed", "{player} points at {cards:card}.", hidden="{player} points at a card."),
)
NAMED, POINTED = TOLD.kinds
TURNS = 7


class Options(Part):
    """The options of a table."""

    ante: Annotated[int, Chips(1, 1000, 1), "what everybody pays before the deal, in chips"]


class Fair(Part):
    """The record of a hand."""

    options: Options
    seats: seats.Seats
    chips: chips.Chips
    hole: holecards.HoleCards
    turns: int
    said: Row
    deck: deck.Deck
    journal: journal.Journal


@compiled
def begin(s: Fair) -> None:
    """Antes, and three cards for each player."""
    journal.clear(s.journal)
    deck.rewind(s.deck)
    holecards.clear(s.hole)
    chips.ante(s.chips, s.seats, s.journal, s.options.ante)
    holecards.deal_each(s.hole, s.deck, s.journal, s.seats, 3)
    s.turns = 0
    s.said[:] = 0
    s.seats.actor = seats.next_live(s.seats, s.seats.button)


@compiled
def menu(s: Fair, m: actions.Menu) -> None:
    """One kind of action after another."""
    actions.clear(m)
    if s.turns == 0:
        actions.offer_range(m, SUIT, 0, 1)
    elif s.turns == 1:
        actions.offer_range(m, RANKED, 0, 12)
    elif s.turns == 2:
        actions.offer_range(m, ASK, 0, seats.count(s.seats) - 2)
    elif s.turns == 3:
        sets.offer(m, MARK, 3, 2, 2)
    elif s.turns == 4:
        actions.offer_range(m, POINT, 0, 2)
    elif s.turns == 5:
        actions.offer_range(m, COUNT, 0, 1000000)
    else:
        if s.chips.stack[s.seats.actor] > 0:
            actions.offer_range(m, WAGER, 1, s.chips.stack[s.seats.actor])
        actions.offer(m, KNOCK)


@compiled
def step(s: Fair, action: int) -> None:
    """Note what was said; the last one to act ends the hand."""
    journal.clear(s.journal)
    p, kind, amount = s.seats.actor, actions.kind(action), actions.amount(action)
    s.said[p] = action
    if kind == POINT:
        journal.note_card_down(s.journal, POINTED, p, s.hole.card[p, amount])
    elif kind == WAGER:
        chips.bet(s.chips, s.journal, journal.PAID, p, amount)
    elif kind == ASK:
        journal.note_chips(s.journal, NAMED, p, seats.other(s.seats, p, amount) + 1)
    elif kind != MARK:
        journal.note_chips(s.journal, NAMED, p, amount)
    s.turns += 1
    s.seats.actor = seats.next_live(s.seats, p)
    if s.turns == TURNS:
        settle(s)


@compiled
def settle(s: Fair) -> None:
    """The highest first card wins."""
    s.seats.actor = NOBODY
    holecards.show_down(s.hole, s.seats, s.journal)
    best = seats.next_live(s.seats, s.seats.button)
    for p in range(s.seats.n):
        if s.seats.live[p] and s.hole.card[p, 0] > s.hole.card[best, 0]:
            best = p
    chips.win(s.chips, s.journal, journal.WON, best, chips.pot(s.chips, s.seats))


@compiled
def conceal(s: Fair, seat: int) -> None:
    """Erase the cards of the others."""
    deck.hide(s.deck)
    journal.conceal(s.journal, seat)
    holecards.conceal(s.hole, seat)
    for p in range(s.seats.n):
        if p != seat and actions.kind(s.said[p]) in (MARK, POINT):
            s.said[p] = 0


@compiled
def redeal(s: Fair, rng: Random) -> None:
    """Deal the erased cards anew."""
    holecards.redeal(s.hole, s.deck, rng)


def show(s: Fair) -> Layout:
    """The hands."""
    return Layout(seats=holecards.laid(s.hole, s.seats))


FAIR = Game(
    name="fair",
    title="Fair",
    author="nobody",
    least=2,
    most=6,
    max_seats=6,
    record=Fair,
    options=Options,
    verbs=Verbs(begin, menu, step, conceal, redeal),
    show=show,
    deck=cards.deck(),
    reach=3,
    events=40,
    acts=ACTS,
    tells=TOLD,
    phases=lambda options: (journal.FORCED, (journal.DEALT,), (journal.SHOWN,), journal.WINNING),
)
