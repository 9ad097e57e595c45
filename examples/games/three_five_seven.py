"""3-5-7: three cards, then five, then seven, and each time all say at once who is in.

With three cards the threes are wild, with five the fives, with seven the sevens. Who is in alone
gets a leg. Where several are in, they look at each other's cards, and all but the best pay as much
as is in the pot into it. The pot stays until somebody has enough legs, and takes it.

<!-- examples -->
- `3c 3d 9h / Kc Kd 2h / 4c 4d / 4h 4s / 5c 5d / 6c 6d | in, in, out, out, out, out | +1 -1` Three
  nines; the pot is shared.
<!-- /examples -->
"""

from collections.abc import Mapping
from typing import Annotated, Any

import numpy as np

from sidepot import cards
from sidepot.cards import HIDDEN, RANKS
from sidepot.engine.game import Game, Verbs
from sidepot.engine.options import Bet, Chips, Whole
from sidepot.kernel import Part, Random, Sizes, compiled
from sidepot.rules import (
    actions,
    carried,
    chips,
    choices,
    deck,
    holecards,
    journal,
    layout,
    seats,
    sights,
    wilds,
)
from sidepot.rules.actions import IN, OUT
from sidepot.rules.kept import Kept, NumberOfEach
from sidepot.rules.layout import LaidHand, Layout
from sidepot.rules.seats import NOBODY
from sidepot.words import Message

FIRST, MORE, ROUNDS = 3, 2, 3
HAND = FIRST + MORE * (ROUNDS - 1)
WILD = {size: 1 << RANKS.index(str(size)) for size in (3, 5, 7)}
IS_OUT, IS_IN = range(2)


class Options(Part):
    """The options of a table."""

    ante: Annotated[int, Chips(1, 1000, 1), "what everybody pays before the deal, in chips"]
    legs: Annotated[int, Whole(1, 5, 3), "the legs that take the pot"]
    cap: Annotated[int, Bet(1, 100_000, 20), "the most that a beaten player pays, in chips"]


class Won(Kept):
    """What is kept from hand to hand."""

    legs: NumberOfEach


class ThreeFiveSeven(Part):
    """A hand of 3-5-7."""

    options: Options
    seats: seats.Seats
    chips: chips.Chips
    carried: carried.Carried
    kept: Won
    keeps: Won
    round: int
    hole: Annotated[holecards.HoleCards, Sizes(most=HAND)]
    sights: Annotated[sights.Sights, Sizes(most=HAND)]
    choices: choices.Choices
    deck: deck.Deck
    journal: journal.Journal


@compiled
def begin(s: ThreeFiveSeven) -> None:
    """Antes, what the hand before has left, and three cards each."""
    journal.clear(s.journal)
    deck.rewind(s.deck)
    holecards.clear(s.hole)
    sights.clear(s.sights)
    choices.clear(s.choices)
    s.keeps.legs[:] = s.kept.legs
    s.round = 0
    chips.ante(s.chips, s.seats, s.journal, s.options.ante)
    carried.bring(s.carried, s.chips, s.seats, s.journal)
    holecards.deal_each(s.hole, s.deck, s.journal, s.seats, FIRST)
    s.seats.actor = choices.waiting(s.choices, s.seats)
    if s.seats.actor == NOBODY:
        carried.leave(s.carried, s.chips, s.seats, s.journal)


@compiled
def menu(s: ThreeFiveSeven, m: actions.Menu) -> None:
    """Offer in or out."""
    actions.clear(m)
    actions.offer(m, IN)
    actions.offer(m, OUT)


@compiled
def step(s: ThreeFiveSeven, action: int) -> None:
    """Take a choice; after the last one the round is settled, and more cards come."""
    journal.clear(s.journal)
    is_in = IS_IN if actions.kind(action) == IN else IS_OUT
    choices.declare(s.choices, s.journal, s.seats.actor, is_in)
    s.seats.actor = choices.waiting(s.choices, s.seats)
    if s.seats.actor != NOBODY or settle(s):
        return
    s.round += 1
    if s.round == ROUNDS:
        carried.leave(s.carried, s.chips, s.seats, s.journal)
        return
    choices.clear(s.choices)
    holecards.deal_each(s.hole, s.deck, s.journal, s.seats, MORE)
    s.seats.actor = choices.waiting(s.choices, s.seats)


@compiled
def settle(s: ThreeFiveSeven) -> bool:
    """Reveal who is in: a leg, or a comparison. Whether somebody has taken the pot."""
    choices.reveal(s.choices)
    n, last = 0, NOBODY
    for p in range(s.seats.n):
        if is_in(s, p):
            journal.note(s.journal, journal.CAME_IN, p)
            n, last = n + 1, p
    if n > 1:
        compare(s)
    if n != 1:
        return False
    s.keeps.legs[last] += 1
    if s.keeps.legs[last] < s.options.legs:
        return False
    s.keeps.legs[:] = 0
    pot = chips.pot(s.chips, s.seats)
    chips.win(s.chips, s.journal, journal.WON, last, pot)
    return True


@compiled
def is_in(s: ThreeFiveSeven, p: int) -> bool:
    """Whether a seat is in this round."""
    return bool(s.seats.live[p]) and s.choices.choice[p] == IS_IN


@compiled
def compare(s: ThreeFiveSeven) -> None:
    """Let those who are in see each other's cards; all but the best pay into the pot."""
    best, each = 0, np.zeros(s.seats.n, np.int64)
    for p in range(s.seats.n):
        each[p] = strength(s, p) if is_in(s, p) else 0
        best = max(best, each[p])
        for q in range(s.seats.n):
            if p != q and is_in(s, p) and is_in(s, q):
                sights.let_see(s.sights, s.hole, s.journal, p, q)
    price = min(chips.pot(s.chips, s.seats), s.options.cap)
    for p in range(s.seats.n):
        paid = min(price, s.chips.stack[p])
        if is_in(s, p) and each[p] < best and paid > 0:
            chips.bet(s.chips, s.journal, journal.PAID, p, paid)


@compiled
def strength(s: ThreeFiveSeven, p: int) -> int:
    """The strength of a seat's cards; the rank that says how many there are is wild."""
    found, hand, size = np.empty(HAND, np.int64), np.zeros((2, 5), np.int64), s.hole.size[p]
    for k in range(size):
        found[k] = s.hole.card[p, k]
    return wilds.best(found, size, 1 << (size - 2), hand)


@compiled
def conceal(s: ThreeFiveSeven, seat: int) -> None:
    """Erase others' cards that this seat has not seen, and their choices."""
    sights.conceal(s.sights, s.hole, seat)
    choices.conceal(s.choices, seat)
    deck.hide(s.deck)
    journal.conceal(s.journal, seat)


@compiled
def redeal(s: ThreeFiveSeven, rng: Random) -> None:
    """Deal the unseen cards anew, and let those who have decided be in or out alike."""
    holecards.redeal(s.hole, s.deck, rng)
    choices.redeal(s.choices, rng, IS_IN + 1)


def show(s: ThreeFiveSeven) -> Layout:
    """The cards of all seats, and the legs that they have."""
    held = layout.codes_of(s.hole, s.seats.n)
    return Layout(
        seats=tuple(laid(held[p], int(s.keeps.legs[p])) for p in range(s.seats.n)),
        dealer=s.seats.button,
        facts=choices.known(s.choices, s.seats.n, ("out", "in")),
    )


def laid(held: tuple[int, ...], legs: int) -> LaidHand:
    """One seat with its hand and its legs in words."""
    said = Message("hand.legs", {"n": legs}) if legs else None
    if held and HIDDEN not in held:
        hand = wilds.name(held, WILD[len(held)])
        said = Message("hand.and_legs", {"hand": hand, "n": legs}) if legs else hand
    return LaidHand(holecards.laid_cards(held, is_live=True), hand=said)


def phases(settings: Mapping[str, Any]) -> tuple[tuple[int, ...], ...]:
    """The phases: antes, then rounds of cards and choices, and the pot."""
    told = (journal.DEALT, journal.DECIDED, journal.CAME_IN, journal.SEEN, journal.PAID)
    return journal.FORCED, told, (*journal.WINNING, journal.STAYS, journal.SHARED)


THREE_FIVE_SEVEN = Game(
    name="three-five-seven",
    title="3-5-7",
    author="traditional",
    least=2,
    most=6,
    max_seats=6,
    record=ThreeFiveSeven,
    options=Options,
    verbs=Verbs(begin, menu, step, conceal, redeal),
    show=show,
    deck=cards.deck(),
    events=320,
    reach=HAND,
    phases=phases,
    minutes=2,
    keys={"in": "i"},
    words={"hand.legs": "legs: {n}", "hand.and_legs": "{hand} (legs: {n})"},
)
