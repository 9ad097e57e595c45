"""Random hands of the example games that PokerKit plays too: the same decisions, the same end."""

import random
import warnings
from collections import deque
from pathlib import Path
from typing import Any

import pytest
from pokerkit import (
    Automation,
    Card,
    FixedLimitDeuceToSevenLowballTripleDraw,
    FixedLimitOmahaHoldemHighLowSplitEightOrBetter,
    FixedLimitRazz,
    Mode,
    State,
)

import sidepot
from sidepot import cards, kernel
from sidepot.engine.action import Action
from sidepot.engine.game import Hand
from sidepot.rules import holecards
from sidepot.rules.layout import texts

FOLDER = Path(__file__).parents[2] / "examples" / "games"
MOST = 6
SIZES = [40, pytest.param(2_000, marks=pytest.mark.soak)]
AUTOMATIC = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.RUNOUT_COUNT_SELECTION,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)
SPLITS = {"split", "split_side"}


def omaha(stacks: list[int]) -> State:
    kind = FixedLimitOmahaHoldemHighLowSplitEightOrBetter
    n = len(stacks)
    return kind.create_state(AUTOMATIC, True, 0, (1, 2), 2, 4, stacks, n, mode=Mode.CASH_GAME)


def razz(stacks: list[int]) -> State:
    n = len(stacks)
    return FixedLimitRazz.create_state(AUTOMATIC, True, 1, 2, 4, 8, stacks, n, mode=Mode.CASH_GAME)


GAMES = {"omaha_hi_lo": (omaha, (4,)), "razz": (razz, (3,))}
"""PokerKit's game, and the cards that ours deals to each seat at once before the first bet."""


def in_rounds(deck: list[int], players: int, at_once: tuple[int, ...]) -> list[Any]:
    """The deck by which PokerKit, which deals one card a round, deals what ours deals at once."""
    order, top = [], 0
    for n in at_once:
        order += [top + seat * n + k for k in range(n) for seat in range(players)]
        top += n * players
    return [next(iter(Card.parse(cards.text(deck[k])))) for k in (*order, *range(top, len(deck)))]


def deal_on(state: State) -> None:
    """Do all that PokerKit's dealer has to do before the next decision."""
    while True:
        if state.can_burn_card():
            state.burn_card()
        elif state.can_deal_hole():
            state.deal_hole()
        elif state.can_deal_board():
            state.deal_board()
        else:
            return


def lowest(state: State) -> int | None:
    """The level of a bet, a raise or a completion."""
    if not state.can_complete_bet_or_raise_to():
        return None
    return int(state.min_completion_betting_or_raising_to_amount or 0)


def agree(hand: Hand, state: State) -> bool:
    """Come to a decision that both ask for; False at the end of the hand.

    Checks that change nothing are made alone: C6 in `docs/field.md`.
    """
    deal_on(state)
    while hand.actor != state.actor_index:
        able = [
            seat for seat in state.player_indices if state.statuses[seat] and state.stacks[seat]
        ]
        if state.actor_index is not None and len(able) == 1:
            assert state.checking_or_calling_amount == 0
            state.check_or_call()
            deal_on(state)
        else:
            hand.act("check")
    return not hand.over


def play(hand: Hand, state: State, rng: random.Random) -> None:
    """Play a hand in both, comparing every decision.

    Nobody raises all-in: `docs/field.md` says where the engines differ after that, and that the
    blind counts in our cap.
    """
    while agree(hand, state):
        bet(hand, state, rng)


def bet(hand: Hand, state: State, rng: random.Random) -> None:
    """A decision of a round of betting, the same in both."""
    offered = {choice.kind: choice for choice in hand.legal.ranges}
    raises = offered.get("raise_to") or offered.get("bet")
    assert raises is None or raises.lowest == lowest(state)
    if raises and raises.lowest >= hand.stacks[hand.actor or 0]:
        offered.pop(raises.kind)
    kind = rng.choice([*offered, *(kind for kind in offered if kind != "fold")])
    hand.act(Action(kind, offered[kind].lowest))
    if raises and kind == raises.kind:
        state.complete_bet_or_raise_to(raises.lowest)
    elif kind == "pay":
        state.post_bring_in()
    elif kind == "fold":
        state.fold()
    else:
        state.check_or_call()


def draw(hand: Hand, state: State, rng: random.Random, deck: deque[int]) -> None:
    """A draw of up to two cards each, the same in both; `deck` has the cards to come."""
    due = dict[int, int]()
    while state.stand_patter_or_discarder_index is not None:
        seat = state.stand_patter_or_discarder_index
        assert hand.actor == seat
        held = texts(holecards.codes_at(kernel.fields(hand.record(seat)).hole, seat))
        thrown = rng.sample(held, rng.randint(0, 2))
        hand.act(f"exchange {' '.join(thrown)}" if thrown else "keep")
        state.stand_pat_or_discard("".join(thrown))
        due[seat] = len(thrown)
    state.burn_card(cards.text(deck.popleft() if any(due.values()) else deck.pop()))
    for seat, n in sorted(due.items()):
        if n:
            state.deal_hole("".join(cards.text(deck.popleft()) for _ in range(n)), seat)


def assert_same_end(hand: Hand, state: State) -> None:
    """The same stacks in both, but for odd chips of a split pot."""
    odd = 2 * hand.players if any(event.kind in SPLITS for event in hand.events(-1)) else 0
    apart = sum(abs(a - b) for a, b in zip(hand.stacks, state.stacks, strict=True))
    assert apart <= odd, (hand.stacks, state.stacks)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("hands", SIZES)
def test_random_hands_go_as_in_pokerkit(name: str, hands: int) -> None:
    game = sidepot.game(str(FOLDER / f"{name}.py"))
    theirs, at_once = GAMES[name]
    rng = random.Random(11)
    for number in range(hands):
        n = rng.randint(2, MOST)
        stacks = [rng.choice((200, 200, rng.randint(10, 60))) for _ in range(n)]
        hand = game.deal(stacks=stacks, seed=number)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it warns of a fold where one could check
            state = theirs(stacks)
            state.deck_cards = deque(in_rounds(list(hand.deck), n, at_once))
            play(hand, state, rng)
        assert_same_end(hand, state)


@pytest.mark.parametrize("hands", [20, pytest.param(1_000, marks=pytest.mark.soak)])
def test_random_draws_go_as_in_pokerkit(hands: int) -> None:
    """Nobody is all-in, and the deck is never short: then discards come again there, not here."""
    game = sidepot.game(str(FOLDER / "triple_draw.py"))
    rng = random.Random(12)
    for number in range(hands):
        n = rng.randint(2, 4)
        hand = game.deal(players=n, stacks=200, seed=number)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            kind = FixedLimitDeuceToSevenLowballTripleDraw
            state = kind.create_state(AUTOMATIC, True, 0, (1, 2), 2, 4, 200, n, mode=Mode.CASH_GAME)
            state.deck_cards = deque(in_rounds(list(hand.deck), n, (5,)))
            deal_on(state)
            deck = deque(hand.deck[5 * n :])
            while not hand.over:
                if hand.legal.ranges[0].kind == "keep":
                    draw(hand, state, rng, deck)
                else:
                    assert hand.actor == state.actor_index
                    bet(hand, state, rng)
        assert_same_end(hand, state)
