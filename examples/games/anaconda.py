"""Anaconda, or pass the trash: seven cards, of which three, two and one are passed to the left.

Between the passes there is a round of betting, and one after the last. All pick their cards at the
same time. The best five of seven cards win. You know the cards that you have passed for as long as
your neighbour passes none.

<!-- examples -->
- `2c 3c 4c Ac Ad Kh Ks / 2d 3d 4d Ah As 9h 8h | check, check, pass on 2c 3c 4c, pass on Ah As
  9h, check, check, pass on Kh 9h, pass on 2c 3c, check, check, pass on 2c, pass on 2d, check,
  check | +1 -1` Four aces.
<!-- /examples -->
"""

from collections.abc import Mapping
from typing import Annotated, Any

from sidepot import cards, hands
from sidepot.cards import HIDDEN
from sidepot.engine.game import Game, Verbs
from sidepot.engine.options import Bet, Chips
from sidepot.engine.own import CARDS, Act, Acts
from sidepot.kernel import Part, Random, Row, Sizes, compiled
from sidepot.rules import (
    actions,
    betting,
    chips,
    choices,
    deck,
    holecards,
    journal,
    layout,
    passing,
    pots,
    seats,
    sets,
)
from sidepot.rules.layout import LaidHand, Layout
from sidepot.rules.seats import NOBODY

HAND, BEST = 7, 5
PASSES = 3
"""Passes of three, two and one card; before each of them, and after the last, there is a bet."""
PASSED = 6
ACTS = Acts(Act("pass_on", CARDS, "these go to the left, face down", secret=True))
(PASS_ON,) = ACTS.kinds


class Options(Part):
    """The options of a table."""

    ante: Annotated[int, Chips(0, 1000, 1), "what everybody pays before the deal, in chips"]
    bet: Annotated[int, Bet(1, 1000, 2), "the size of a bet and of a raise, in chips"]


class Anaconda(Part):
    """A hand of Anaconda."""

    options: Options
    seats: seats.Seats
    chips: chips.Chips
    betting: betting.Betting
    done: int  # the passes that are over
    is_passing: int
    hole: Annotated[holecards.HoleCards, Sizes(most=HAND)]
    choices: choices.Choices
    passing: Annotated[passing.Passing, Sizes(most=HAND, given=PASSED)]
    strength: Row
    deck: deck.Deck
    journal: journal.Journal


@compiled
def begin(s: Anaconda) -> None:
    """Antes, and seven cards face down for each player; the first bets follow."""
    journal.clear(s.journal)
    deck.rewind(s.deck)
    holecards.clear(s.hole)
    choices.clear(s.choices)
    passing.clear(s.passing)
    betting.clear(s.betting)
    s.strength[:] = 0
    s.done = s.is_passing = 0
    chips.ante(s.chips, s.seats, s.journal, s.options.ante)
    holecards.deal_each(s.hole, s.deck, s.journal, s.seats, HAND)
    betting.open_round(s.betting, s.seats, betting.FIXED_LIMIT, s.options.bet)
    go_on(s)


@compiled
def to_pass(s: Anaconda) -> int:
    """The number of cards of this pass."""
    return PASSES - s.done


@compiled
def menu(s: Anaconda, m: actions.Menu) -> None:
    """Pick the cards to pass, or bet."""
    actions.clear(m)
    if s.is_passing:
        sets.offer(m, PASS_ON, HAND, to_pass(s), to_pass(s))
    else:
        betting.offer(s.betting, s.chips, s.seats, m)


@compiled
def step(s: Anaconda, action: int) -> None:
    """Bet, or pick cards."""
    journal.clear(s.journal)
    if not s.is_passing:
        betting.act(s.betting, s.chips, s.seats, s.journal, action)
    else:
        passing.pick(s.passing, s.choices, s.hole, s.journal, s.seats.actor, action)
    go_on(s)


@compiled
def go_on(s: Anaconda) -> None:
    """Go on to the next decision, or to the end."""
    while seats.count(s.seats) > 1:
        if s.is_passing:
            s.seats.actor = choices.waiting(s.choices, s.seats)
        else:
            s.seats.actor = betting.to_act(s.betting, s.chips, s.seats)
        if s.seats.actor != NOBODY:
            return
        if s.is_passing:
            passing.hand_over(s.passing, s.hole, s.choices, s.seats, s.journal, 1)
            s.is_passing = 0
            s.done += 1
            betting.open_round(s.betting, s.seats, betting.FIXED_LIMIT, s.options.bet)
        else:
            betting.close_round(s.betting, s.chips, s.seats, s.journal)
            if s.done == PASSES:
                compare(s)
                break
            choices.clear(s.choices)
            s.is_passing = 1
    betting.close_round(s.betting, s.chips, s.seats, s.journal)
    pots.award(s.chips, s.seats, s.journal, s.strength)


@compiled
def compare(s: Anaconda) -> None:
    """Turn up all live hands; the best five of seven cards count."""
    holecards.show_down(s.hole, s.seats, s.journal)
    for p in range(s.seats.n):
        if s.seats.live[p]:
            s.strength[p] = hands.best_of(s.hole.card[p], HAND)


@compiled
def conceal(s: Anaconda, seat: int) -> None:
    """Erase others' picks and cards, but for those that this seat has passed last."""
    passing.conceal(s.passing, s.hole, s.choices, seat)
    choices.conceal(s.choices, seat)
    deck.hide(s.deck)
    journal.conceal(s.journal, seat)


@compiled
def redeal(s: Anaconda, rng: Random) -> None:
    """Deal the unseen cards anew; passed ones lie in a hand where they may be."""
    passing.redeal(s.passing, s.hole, s.deck, rng, to_pass(s), 0)
    choices.redeal(s.choices, rng, 1)


def show(s: Anaconda) -> Layout:
    """The cards of all seats."""
    held = layout.codes_of(s.hole, s.seats.n)
    return Layout(
        seats=tuple(laid(held[p], bool(s.seats.live[p])) for p in range(s.seats.n)),
        dealer=s.seats.button,
    )


def laid(held: tuple[int, ...], is_live: bool) -> LaidHand:
    """One seat, with the best five of its cards where all are known."""
    best = hands.best_five(held) if len(held) == HAND and HIDDEN not in held else []
    return LaidHand(
        cards=holecards.laid_cards(held, is_live=is_live),
        hand=hands.name(best) if best else None,
        best=layout.texts(best),
    )


def phases(settings: Mapping[str, Any]) -> tuple[tuple[int, ...], ...]:
    """The phases: antes, cards, then bets and passes, hands turned up, and pots."""
    play = (*journal.BETS, journal.DECIDED, journal.PASSED, journal.RECEIVED)
    return journal.FORCED, (journal.DEALT,), play, (journal.SHOWN,), journal.WINNING


ANACONDA = Game(
    name="anaconda",
    title="Anaconda",
    author="traditional",
    least=2,
    most=7,
    max_seats=7,
    record=Anaconda,
    options=Options,
    verbs=Verbs(begin, menu, step, conceal, redeal),
    show=show,
    deck=cards.deck(),
    events=160,
    reach=HAND,
    phases=phases,
    minutes=5,
    acts=ACTS,
)
