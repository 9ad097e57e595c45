"""Stages: the division of an action's events, by their kinds, and the time of each part."""

from __future__ import annotations

import random

import pytest

from sidepot import games
from sidepot.engine.event import HandEvent
from sidepot.engine.game import Game, Hand
from sidepot.engine.stages import HOLD, LONGEST, STREET, WAITS, Stage, length, stages
from sidepot.words import Message

HANDS = 25
_SHORTEST = 300


def _event(kind: str, seat: int = 0, card: str | None = None) -> HandEvent:
    return HandEvent(kind, seat, card, 1)


def _sizes(*events: HandEvent, together: bool = False) -> list[str]:
    """The stages' kinds and their numbers of events."""
    found = stages(events, together=together)
    ends = [0, *(stage.to for stage in found)]
    return [f"{stage.kind} {stage.to - ends[n]}" for n, stage in enumerate(found)]


def test_bought_cards_come_one_by_one_with_what_they_have_to_beat_and_the_verdict() -> None:
    assert _sizes(
        _event("bought"),
        _event("to_beat", 1),
        _event("dealt", 0, "Kc"),
        _event("dealt", 0, "2c"),
        _event("safe"),
        _event("out_complete", 1),
        _event("won"),
    ) == ["action 1", "card 2", "card 2", "out 1", "end 1"]


def test_a_board_is_turned_up_street_by_street_and_hands_one_by_one() -> None:
    assert _sizes(
        _event("called"),
        _event("shown", 0, "Ac"),
        _event("shown", 0, "Ad"),
        _event("shown", 1, "2c"),
        _event("street", -1),
        _event("board", -1, "3c"),
        _event("board", -1, "4c"),
        _event("street", -1),
        _event("board", -1, "5c"),
        _event("won"),
    ) == ["action 1", "shown 2", "shown 1", "board 3", "board 2", "end 1"]


def test_events_that_say_no_more_than_they_must_have_their_stages_too() -> None:
    drawn = (_event("called"), _event("dealt", 1, "2c"), _event("dealt", 1, "3c"), _event("won"))
    assert _sizes(*drawn) == ["action 1", "card 1", "card 1", "end 1"]
    run = (_event("called"), _event("board", -1, "2c"), _event("board", -1, "3c"), _event("won"))
    assert _sizes(*run) == ["action 1", "board 1", "board 1", "end 1"]


def test_all_say_together_then_hands_then_payments_then_the_pot() -> None:
    said = (_event("came_in"), _event("stayed_out", 1), _event("came_in", 2))
    shown = (_event("shown", 0, "Ac"), _event("shown", 2, "2c"))
    paid = (_event("paid", 2), _event("won"), _event("stays", -1))
    divided = ["told 3", "shown 1", "shown 1", "paid 1", "end 2"]
    assert _sizes(*said, *shown, *paid, together=True) == divided
    assert _sizes(*said, *shown, *paid) == divided
    decided = _sizes(_event("decided", 2), *said, *shown, *paid)
    assert decided == ["told 4", *divided[1:]]
    nobody = (_event("stayed_out"), _event("stayed_out", 1), _event("stays", -1))
    assert _sizes(*nobody, together=True) == ["told 2", "end 1"]


def test_a_game_whose_players_decide_together_by_other_words_is_staged_the_same_way() -> None:
    said = (_event("folded"), _event("called", 1), _event("raised", 2))
    end = (_event("shown", 1, "Ac"), _event("shown", 2, "2c"), _event("won", 2))
    assert _sizes(*said, *end, together=True) == ["told 3", "shown 1", "shown 1", "end 1"]
    turned = (_event("board", -1, "Kd"), _event("won", 2))
    assert _sizes(_event("decided"), *said, *turned) == ["told 4", "board 1", "end 1"]


def test_a_deal_face_down_comes_before_the_cards_that_all_see() -> None:
    down = (_event("dealt", 0, "??"), _event("dealt", 1, "??"))
    up = (_event("dealt", 0, "5c"), _event("dealt", 0, "6c"), _event("dealt", 1, "7c"))
    match = (_event("match", -1, "5d"), _event("keeps", -1, "5d"), _event("collected", 0, "5c"))
    assert _sizes(_event("anted"), *down, *up, *match) == [
        "action 1",
        "hole 2",
        "deal 3",
        "match 2",
        "kept 1",
    ]


def test_a_street_of_cards_to_seats_is_one_stage_with_the_time_of_a_street() -> None:
    down = [_event("dealt", seat, "??") for seat in range(2)]
    hands = [_event("shown", seat, "Ac") for seat in range(2)]
    found = stages([_event("called"), _event("street", -1), *down, *hands, _event("won")])
    assert [(stage.kind, stage.to) for stage in found[:2]] == [("action", 1), ("hole", 4)]
    assert found[1].wait == STREET


def test_without_anything_to_wait_for_there_are_no_stages() -> None:
    for events in (
        [],
        [_event("folded"), _event("won")],
        [_event("checked"), _event("street"), _event("board")],
        [_event("anted"), _event("dealt", 0, "Kc"), _event("dealt", 1, "2c")],
        [_event("checked"), _event("stays", -1)],
        [_event("decided")],
    ):
        assert stages(events) == ()
    assert stages([_event("checked"), _event("board"), _event("shown"), _event("won")])


def _held(found: tuple[Stage, ...]) -> list[tuple[str, bool]]:
    """The stages before what decides, by their kind, and whether it is certain to be close."""
    assert all(stage.hold in (0, HOLD) for stage in found)
    return [(stage.kind, stage.is_close) for stage in found if stage.hold]


def test_the_last_card_of_a_hand_that_ends_with_it_may_be_held_back() -> None:
    shown = (_event("shown", 0, "Ac"), _event("shown", 1, "2c"))
    cards = (_event("board", -1, "3c"), _event("street", -1), _event("board", -1, "5c"))
    found = stages([_event("called"), *shown, *cards, _event("won")])
    assert _held(found) == [("board", False)] and found[3].hold == HOLD
    assert length(found) == sum(stage.wait for stage in found) + HOLD
    assert _held(stages([_event("called"), *shown, *cards])) == []
    bought = (_event("dealt", 1, "2c"), _event("dealt", 1, "3c"), _event("won"))
    assert _held(stages([_event("bought"), *bought])) == []  # no hand was turned up before


PAIR, HIGHER = (Message("hand.pair", {"first": rank}) for rank in "5K")
KICKED = Message("hand.with_kickers", {"hand": HIGHER, "kickers": ["A"]})
FLUSH = Message("hand.flush", {"first": "K"})


@pytest.mark.parametrize(
    ("hands", "winner", "is_close"),
    [
        ([PAIR, HIGHER, KICKED], 2, True),
        ([PAIR, FLUSH, KICKED], 1, False),
        ([KICKED, FLUSH, FLUSH], 1, True),
        ([PAIR, HIGHER, FLUSH], 2, False),
        ([FLUSH, PAIR, HIGHER], 0, False),
        ([None, None, None], 2, False),
    ],
)
def test_the_last_hand_is_held_back_if_another_begins_like_it(
    hands: list[Message | None], winner: int, is_close: bool
) -> None:
    shown = (_event("shown", seat, "Ac") for seat in range(3))
    found = stages([_event("called"), *shown, _event("won", winner)], hands=hands)
    assert _held(found) == [("shown", True)] * is_close


def test_times_are_shortened_to_the_longest_but_streets_keep_theirs() -> None:
    shown = [_event("shown", seat, "Ac") for seat in range(20)]
    streets = [_event(kind, -1) for _ in range(3) for kind in ("street", "board")]
    found = stages([_event("called"), *shown, *streets, _event("won")])
    assert length(found) <= LONGEST + HOLD
    assert all(stage.wait >= STREET for stage in found if stage.kind == "board")
    rounds = [_event(kind, 0, "5c") for _ in range(30) for kind in ("match", "collected")]
    assert all(stage.wait >= _SHORTEST for stage in stages([*rounds, _event("won")])[:-1])
    assert stages(rounds)[-1].wait > 0  # swept cards are seen before they go
    assert found[-1].wait == 0


def _bold(hand: Hand, chance: random.Random) -> str:
    """An action that seldom folds and often puts everything in."""
    ranges = [c for c in hand.legal.ranges if c.kind != "fold"] or list(hand.legal.ranges)
    choice = chance.choice(ranges)
    return str(choice.at(choice.highest if chance.random() < 0.6 else choice.lowest))


def _faults(events: tuple[HandEvent, ...], found: tuple[Stage, ...]) -> list[str]:
    """The faults of stages of an action."""
    ends = [stage.to for stage in found]
    faults = ["order"] if ends != sorted({*ends}) or ends[-1] != len(events) else []
    begins = [0, *ends]
    for stage, begin in zip(found, begins, strict=False):
        kinds = {event.kind for event in events[begin : stage.to]}
        faults += ["won early"] if {"won", "split"} & kinds and stage.kind != "end" else []
        seats = {event.seat for event in events[begin : stage.to]}
        faults += ["hands at once"] if stage.kind == "shown" and len(seats) > 1 else []
        faults += ["short"] if kinds & {"street", "board"} and 0 < stage.wait < STREET else []
        faults += ["long"] if stage.wait > max(WAITS[stage.kind], STREET) else []
    said = [n for n, event in enumerate(events) if event.kind in ("came_in", "stayed_out")]
    told = {n for n, end in enumerate(ends) for at in said if begins[n] <= at < end}
    return faults + (["said apart"] if len(told) > 1 else [])


@pytest.mark.parametrize("game", games.registry().values(), ids=lambda game: game.name)
def test_stages_of_random_hands_are_their_events_in_order(game: Game) -> None:
    chance, staged = random.Random(game.name), 0
    players = min(max(4, game.least), game.most)
    for number in range(HANDS):
        hand = game.deal(stacks=([30, 12, 45, 20] * 5)[:players], seed=7, hand=number)
        while True:
            events = hand.events(verb=-1)
            if found := stages(events):
                staged += 1
                assert _faults(events, found) == []
            if hand.over:
                break
            hand.act(_bold(hand, chance))
    assert staged > HANDS // 5


def test_broken_stages_are_caught() -> None:
    events = (_event("shown"), _event("shown", 1), _event("won"))
    assert not _faults(events, (Stage("shown", 1, 5), Stage("shown", 2, 5), Stage("end", 3, 0)))
    assert _faults(events, (Stage("shown", 2, 5), Stage("end", 3, 0)))
    assert _faults(events, (Stage("shown", 1, 5), Stage("shown", 3, 5)))
    assert _faults(events, (Stage("shown", 1, 5), Stage("shown", 2, 5)))
    assert _faults((_event("board"), _event("won")), (Stage("board", 1, 900), Stage("end", 2, 0)))
