"""The means that make hands fast in Python: lazy events, decks from random bits, cached menus."""

from __future__ import annotations

import copy
import pickle
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest

import sidepot
from sidepot import entropy, kernel
from sidepot.engine import event
from sidepot.engine.action import Action
from sidepot.engine.direct import Direct
from sidepot.engine.event import HandEvent, News
from sidepot.engine.game import Game, Hand
from sidepot.engine.play import RAIL, legal_in
from sidepot.errors import EngineError, IllegalAction
from sidepot.games import registry
from sidepot.rules.deck import shuffle_by
from tests.cases import often

GAMES = list(registry().values())


def played(game: Game, *, at_once: bool) -> Hand:
    """A hand of random play whose events were looked at after each action, or never."""
    hand, chance = game.deal(seed=4), random.Random(4)
    while not hand.over:
        told = hand.act(chance.choice(hand.legal))
        if at_once:
            assert len(told) == len(hand.events(hand.actions[-1][0], -1))
    return hand


def heard(hand: Hand) -> list[tuple[HandEvent, ...]]:
    """The events that everybody knows in the end, with the hands in words."""
    viewers = (*range(hand.seats), RAIL)
    return [*map(hand.events, viewers), hand.secrets()]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_events_made_late_are_those_made_at_once(game: Game) -> None:
    early, late = (played(game, at_once=at_once) for at_once in (True, False))
    assert heard(early) == heard(late)
    named = [[one.hand for one in hand.events(0)] for hand in (early, late)]
    assert named[0] == named[1]
    assert [late.exit(p) for p in range(late.seats)] == [early.exit(p) for p in range(late.seats)]


def test_events_made_of_the_last_record_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The record of a verb is kept, because the next one overwrites it."""
    game = sidepot.game("ricochet-2")
    early = heard(played(game, at_once=True))
    made = Hand._listen
    monkeypatch.setattr(Hand, "_listen", lambda hand, _: made(hand, bytes(hand)))
    assert heard(played(game, at_once=False)) != early


def test_news_are_a_tuple_that_comes_late() -> None:
    hand = sidepot.game("ricochet-2").deal(players=2, seed=1)
    told = hand.act("buy 1")
    known = hand.events(hand.actions[0][0], -1)
    assert isinstance(told, News)
    assert told == known and known == told
    assert (list(told), told[0], told[:2], len(told)) == (
        list(known),
        known[0],
        known[:2],
        len(known),
    )
    assert (hash(told), repr(told)) == (hash(known), repr(known))
    assert copy.deepcopy(told) == pickle.loads(pickle.dumps(told)) == known
    assert known[0] in told and told != ()


def test_a_journal_that_is_too_small_is_found_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    game = sidepot.game("ricochet-2")
    monkeypatch.setattr(game.direct, "room", 1)
    with pytest.raises(EngineError, match="noted 6 events"):
        game.deal(players=3, seed=1)


def test_a_place_among_the_legal_actions_is_that_of_the_list() -> None:
    for name in ("ricochet-2", "holdem-no-limit", "poker-roulette"):
        legal = sidepot.game(name).deal(seed=2).legal
        whole = list(legal)
        assert len(legal) == legal.count == len(whole)
        assert [legal[i] for i in range(len(whole))] == whole
        assert (legal[-1], legal[1:3]) == (whole[-1], tuple(whole[1:3]))
        with pytest.raises(IndexError):
            legal[len(whole)]
        assert random.Random(3).choice(legal) == random.Random(3).choice(whole)


def test_an_action_is_one_object_and_has_its_number() -> None:
    hand = sidepot.game("holdem-no-limit").deal(players=2, seed=1)
    assert hand.legal.check("call") == Action("call", 1)
    assert hand.legal.check("raise to 7") is hand.legal.check(Action("raise_to", 7))
    assert [Action.decode(action.number) for action in hand.legal] == list(hand.legal)


def orders(deal: Callable[[], Hand], n: int) -> Iterator[tuple[int, ...]]:
    """The first two cards of some decks."""
    for _ in range(n):
        yield deal().deck[:2]


def test_cards_by_the_systems_randomness_are_all_as_likely() -> None:
    game = sidepot.game("ricochet-2")
    found = list(orders(lambda: game.deal(players=2), 2600))
    for place in range(2):
        counts = Counter(order[place] for order in found)
        squares = sum((counts[card] - 50) ** 2 / 50 for card in range(52))
        assert squares < 120, "by chance once in a million times"
    assert len(set(found)) > 1300


def test_a_shuffle_that_is_stuck_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hands by the system's randomness begin with bits from `entropy`."""
    game = sidepot.game("ricochet-2")
    monkeypatch.setattr(entropy, "source", SimpleNamespace(randbytes=bytes))
    assert len(set(orders(lambda: game.deal(players=2), 9))) == 1


def test_every_order_comes_of_some_bits() -> None:
    """Three cards and a second order of them: all 36 of both."""
    game = sidepot.game("poker-roulette")
    rows = game.batch()
    s: Any = kernel.fields(rows)
    s.deck.size = s.deck.reach = 3
    found: Counter[object] = Counter()
    for n in range(36):
        bits = kernel.readable(_words(n % 3, n // 3 % 2, 0, 0, n // 6 % 2, n // 12))
        shuffle_by(s.deck, bits)
        found[tuple(s.deck.card[:3].tolist()), tuple(s.deck.second[:3].tolist())] += 1
    assert len(found) == 36


def _words(*numbers: int) -> Any:
    import numpy as np

    return np.array(numbers, np.int64) | np.int64(-(1 << 63))


def test_a_table_that_was_set_up_before_is_the_same_and_not_shared() -> None:
    game = sidepot.game("ricochet-2", ante=2)
    one, other = (game.deal(stacks=[9, 8, 7], seed=1) for _ in range(2))
    assert bytes(one) == bytes(other)
    one.act("buy 1")
    assert bytes(game.deal(stacks=(9, 8, 7), seed=1)) == bytes(other)
    assert game.deal(stacks=[9, 8], seed=1).stacks == (7, 6)
    assert game.with_options(ante=3).deal(stacks=[9, 8], seed=1).stacks == (6, 5)


def test_a_record_of_another_layout_is_not_taken_for_one_of_the_games() -> None:
    game = sidepot.game("ricochet-2")
    assert game.direct_for(game.layout()) is game.direct
    other = game.direct_for(game.layout(journal=False))
    assert isinstance(other, Direct) and other.layout is not game.direct.layout


def test_a_full_journal_is_no_error() -> None:
    event.check_room(3, 3)
    with pytest.raises(EngineError):
        event.check_room(4, 3)


def calls(game: Game, hands: int = 50) -> float:
    """The calls of functions that Python makes for a decision, the deals with them."""
    made, decisions = [0], 0

    def count(_: object, kind: str, __: object) -> None:
        made[0] += kind in ("call", "c_call")

    chance = random.Random(1)
    for number in range(2 * hands):
        if number == hands:  # the first half has filled the caches
            decisions, made[0] = 0, 0
            sys.setprofile(count)
        hand = game.deal(players=2, seed=1, hand=number % hands)
        while not hand.over:
            hand.act(chance.choice(hand.legal))
            decisions += 1
    sys.setprofile(None)
    return made[0] / decisions


MOST_CALLS = 110
"""For a decision, with what random play takes: 20, 35 for a deal, more for a menu that is new."""


@pytest.mark.compiled
@pytest.mark.parametrize(
    "name", often(["holdem-fixed-limit", "holdem-no-limit", "ricochet-2"], always=["ricochet-2"])
)
def test_a_decision_takes_few_calls(name: str) -> None:
    """The benchmark has the microseconds (`benchmarks.by_hand`); these are the same everywhere."""
    print(name, calls(sidepot.game(name)))
    assert calls(sidepot.game(name)) < MOST_CALLS


@pytest.mark.compiled
def test_events_made_at_once_would_take_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    noted = Hand._note

    def eager(hand: Hand) -> None:
        noted(hand)
        hand.events(verb=-1)

    monkeypatch.setattr(Hand, "_note", eager)
    print(calls(sidepot.game("ricochet-2")))
    assert calls(sidepot.game("ricochet-2")) > MOST_CALLS


def test_an_action_is_known_by_the_object_itself() -> None:
    """Equal ones have one number, others are refused, however many were checked before."""
    legal = sidepot.game("holdem-no-limit").deal(players=2, stacks=400, seed=1).legal
    for _ in range(2):
        for action in legal:
            given = Action(action.kind, action.amount)
            assert legal.numbered(given) == legal.numbered(action) == (action, action.number)
            assert legal.numbered(str(action)) == (action, action.number)
    for wrong in (Action("check"), Action("raise_to", 401), "raise to 3"):
        with pytest.raises(IllegalAction):
            legal.numbered(wrong)


@pytest.mark.parametrize("name", ["seven-card-stud", "holdem-fixed-limit", "kuhn", "ricochet-2"])
def test_a_raise_is_called_by_the_bytes_of_the_bets_as_by_the_bets(name: str) -> None:
    assert completing_raises(sidepot.game(name)) == (name == "seven-card-stud")


def completing_raises(game: Game) -> bool:
    """Whether raises completed bets in some hands; each was called as by the fields."""
    chance, called = random.Random(2), Counter[str]()
    for number in range(40):
        stacks = [7, 60, *[9] * (game.least - 2)]
        hand = game.deal(stacks=stacks, seed=1, hand=number)
        while not hand.over:
            by_fields = legal_in(game, hand._rows, kernel.fields(hand._rows))
            assert hand.legal.ranges == by_fields.ranges
            called.update(choice.said for choice in by_fields.ranges)
            hand.act(chance.choice(hand.legal))
    return bool(called["complete_to"])


def test_an_answer_remembered_for_other_bets_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    game = sidepot.game("seven-card-stud")
    completes, found = game.direct.completes, list[bool]()

    def by_the_first(record: memoryview, level: int) -> bool:
        found.append(completes(record, level))
        return found[0]

    monkeypatch.setattr(game.direct, "completes", by_the_first)
    with pytest.raises(AssertionError):
        completing_raises(game)
