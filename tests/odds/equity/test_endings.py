"""Chances at the end of a hand: known shares, what they may depend on, and where there are none."""

import random
from collections.abc import Sequence
from typing import Any

import pytest

import sidepot
from sidepot import games
from sidepot.cards import text
from sidepot.engine.game import Game, Hand
from sidepot.engine.play import RAIL
from sidepot.engine.staged import stages_of
from sidepot.odds.equity import endings, finding
from sidepot.odds.equity.endings import Moment, moments

HOLDEM = sidepot.game("holdem-no-limit")
RICOCHET = sidepot.game("ricochet-2")
UP = ("shown", "board")


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let sampling end soon, and count only the last card."""
    monkeypatch.setattr(endings, "_PRECISION", 0.05)
    monkeypatch.setattr(finding, "_BATCH", 80)
    monkeypatch.setattr(finding, "MOST_COUNTED", 200)
    monkeypatch.setattr(finding, "_EXCHANGES", 4)


def all_in(deck: str, *, stacks: Sequence[int] = (200, 200), folds: int = 0) -> Hand:
    """A hand of hold'em in which all put everything in before the flop, but the first to act."""
    hand = HOLDEM.deal(stacks=stacks, deck=deck, seed=1)
    for _ in range(folds):
        hand.act("fold")
    while not hand.over:
        most = {choice.kind: choice.highest for choice in hand.legal.ranges}
        kind = next(kind for kind in ("raise_to", "bet", "call", "check") if kind in most)
        hand.act(f"{kind} {most[kind]}" if kind in ("raise_to", "bet") else kind)
    return hand


def last(hand: Hand) -> Moment:
    """The chances before the last card."""
    return list(moments(hand))[-1]


def shares(moment: Moment) -> list[float]:
    """The shares by seat, in percent."""
    return [round(100 * one.share, 1) for one in moment.seats]


def test_aces_against_kings_are_about_four_to_one_and_the_last_cards_are_counted() -> None:
    found = list(moments(all_in("As Ah Ks Kd 2c 7c 8d 4s 2d 3s 2h Jh")))
    assert [moment.is_exact for moment in found] == [False, False, True]
    assert abs(found[0].seats[0].share - 0.82) < 0.15
    assert sum(shares(found[0])) == pytest.approx(100)
    assert shares(found[2]) == [95.5, 4.5] and not found[2].is_close


def test_a_hand_without_a_card_to_win_by_has_no_chance() -> None:
    # Two aces on the board make four: kings are dead, whatever comes.
    found = last(all_in("Ac Ad Ks Kd 7c As Ah 2c 8c 7d 9c 3h"))
    assert shares(found) == [100.0, 0.0] and found.is_exact and not found.is_close


def test_ties_are_told() -> None:
    found = last(all_in("Ac Kd As Ks 7c 2c 2d 2h 8c 5s 9c 3h"))
    assert shares(found) == [50.0, 50.0]
    assert [one.tie for one in found.seats] == [1.0, 1.0] and not found.is_close


def test_a_draw_to_the_last_card_is_close() -> None:
    found = last(all_in("As Ac 7h 8h 9c 2h 3h Jc 9d Td 9s 4h"))
    assert found.is_close and shares(found)[1] == pytest.approx(100 * 12 / 44, abs=0.1)


def test_a_short_stack_has_the_chance_for_the_pot_that_it_plays_for() -> None:
    hand = all_in("As Ah Ks Kd Qs Qd 7c 2c 7d 8h 3c 4d 3h 5s", stacks=[50, 400, 400])
    assert any(event.kind.endswith("_side") for event in hand.events())
    found = last(hand)
    assert found.seats[0].share > 0.8 and found.seats[1].share > 0.6


def test_cards_that_were_folded_and_those_to_come_tell_nothing() -> None:
    hand = all_in("2s 2d As Ah Ks Kd 7c 2c 7d 8h 3c 9d 3h 4s", stacks=[200] * 3, folds=1)
    known = list(moments(hand))
    seen = {event.card for event in hand.events(RAIL) if event.kind in UP}
    hidden = [n for n, card in enumerate(hand.deck) if text(card) not in seen]
    turn = hand.deck.index(next(c for c in hand.deck if text(c) == _board(hand)[3]))
    for seed in range(2):
        deck = list(hand.deck)
        cards = random.Random(seed).sample([deck[n] for n in hidden], len(hidden))
        for n, card in zip(hidden, cards, strict=True):
            deck[n] = card
        river = deck.index(next(c for c in deck if text(c) == _board(hand)[4]))
        other = next(n for n in hidden if n > turn)
        deck[river], deck[other] = deck[other], deck[river]  # and another last card
        again = HOLDEM.deal(stacks=hand.starting_stacks, deck=deck)
        for _, action in hand.actions:
            again.act(action)
        found = list(moments(again))
        assert _board(again)[:4] == _board(hand)[:4] and _board(again) != _board(hand)
        assert [m.seats for m in found] == [m.seats for m in known]


def _board(hand: Hand) -> list[str | None]:
    return [event.card for event in hand.events(RAIL) if event.kind == "board"]


def test_there_are_none_if_another_card_would_have_led_to_a_decision() -> None:
    """A buyer who is safe gives the turn to another: that there is an end says who has lost."""
    hand = RICOCHET.deal(players=2, stacks=[200, 200], deck="2c Kd 3c")
    hand.act("buy 1")
    while not hand.over:
        hand.act("fold" if hand.decision else "buy 1")
    assert list(moments(hand)) == []


def test_open_cards_that_come_to_a_hand_that_cannot_go_on_are_counted() -> None:
    hand = RICOCHET.deal(players=2, stacks=[3, 1], deck="2c Kd 3c 4c")
    assert hand.actor == 0
    hand.act("buy 2")
    assert hand.over
    found = list(moments(hand))
    assert found and all(len(moment.seats) == 2 for moment in found)
    assert sum(shares(found[-1])) == pytest.approx(100)


@pytest.mark.parametrize("game", games.registry().values(), ids=lambda game: game.name)
def test_chances_stand_at_stages_only_while_all_cards_of_live_hands_are_open(game: Game) -> None:
    for number in range(4):
        hand = _at_random(game, number)
        stages = stages_of(hand)
        for moment in moments(hand):
            assert 0 <= moment.stage < moment.until < len(stages)
            assert sum(one.share for one in moment.seats) > 0.99
            seen = [e.card for e in hand.events(RAIL, -1)[: stages[moment.stage].to]]
            assert seen.count("??") == 0
            open_to_all = [e.seat for e in hand.events(RAIL) if e.card not in (None, "??")]
            assert {one.seat for one in moment.seats} <= {*open_to_all}


def _at_random(game: Game, number: int) -> Hand:
    """A hand of short stacks that is played boldly."""
    chance = random.Random(number)
    players = min(max(3, game.least), game.most)
    short: Any = [max(game.least_stack, 12) + 8 * n for n in range(players)]
    hand = game.deal(stacks=short, seed=number, hand=number)
    while not hand.over:
        ranges = [c for c in hand.legal.ranges if c.kind != "fold"] or list(hand.legal.ranges)
        choice = chance.choice(ranges)
        hand.act(str(choice.at(choice.highest)))
    return hand
