"""Positions of games with hidden cards, told by one hand, the board and the actions."""

from typing import Any

import pytest

import sidepot
from sidepot import kernel
from sidepot.analysis import analyze, read_position
from sidepot.cards import parse
from sidepot.errors import BadPosition, BadRange, IllegalAction, SidepotError

HOLDEM = sidepot.game("holdem-no-limit")
TOLD = {
    "badugi": "As2d3c3h / *",
    "five-card-draw": "AsAd3c4h5d / *",
    "guts": "AsKs / * / *",
    "high-noon-5": "KsQs / *",
    "high-noon-shootout": "AsKsQsJs (2d) / * / Ts",
    "high-noon-showdown": "AsKsQsJs2d / *",
    "high-noon-standoff": "AsKsQsJs2d / * / Ts",
    "holdem-fixed-limit": "AsKs / * / Jh 9c 2d",
    "holdem-no-limit": "AsKs / * / Jh 9c 2d",
    "kuhn": "Ks / *",
    "leduc": "Ks / * / Qh",
    "poker-roulette": "As Kd 9d / ?? 3h 4d / ?? 4h 5h / 9c",
    "seven-card-stud": "As Ad 7c / ?? ?? Kd",
}
"""A position of every game of the house with hidden cards."""


def test_every_game_with_hidden_cards_has_a_position_here() -> None:
    from sidepot import games
    from sidepot.analysis.positions import ANALYZERS

    hidden = {name for name, game in games.registry().items() if game.record not in ANALYZERS}
    assert {*TOLD} == hidden


@pytest.mark.parametrize("name", TOLD)
def test_every_game_takes_a_position_and_the_player_knows_what_was_told(name: str) -> None:
    memory = read_position(sidepot.game(name), TOLD[name])
    s = kernel.fields(memory.view)
    assert memory.seat == s.seats.actor == 0
    assert len(memory.views) == len(memory.acts) + 1
    if name == "poker-roulette":
        return  # its cards lie in stockpiles and among the discards
    own = parse(TOLD[name].split("/")[0].replace("(2d)", ""))
    held = s.hole.card[0].tolist() + (s.up.card[0].tolist() if hasattr(s, "up") else [])
    assert [card for card in held if card >= 0] == own


def test_the_actions_so_far_are_played() -> None:
    memory = read_position(
        HOLDEM, "* / 8s8d / Jh 9c 2d", after="raise to 6, call, bet 10", stacks=100
    )
    s = kernel.fields(memory.view)
    assert s.chips.paid.tolist()[:2] == [16, 6] and s.chips.stack.tolist()[:2] == [84, 94]
    assert s.board.card.tolist()[:3] == parse("Jh 9c 2d")
    assert memory.seat == 1 and s.hole.card[0].tolist()[:2] == [-1, -1]


def test_the_pot_of_the_hand_before_is_told() -> None:
    guts = [read_position(sidepot.game("guts"), TOLD["guts"], pot=pot) for pot in (None, 0, 12)]
    assert [analyze(memory, seconds=0).pot for memory in guts] == [3, 3, 12]


def test_a_position_is_analyzed_like_one_of_a_recorded_hand() -> None:
    found = analyze(
        read_position(sidepot.game("high-noon-standoff"), TOLD["high-noon-standoff"]), seconds=0
    )
    assert (found.seat, found.pot, found.method) == (0, 2, "sampled")
    assert [choice.action for choice in found.choices][:2] == ["keep", "discard As"]


WRONG: list[tuple[str, str, dict[str, Any], type[SidepotError], str]] = [
    ("holdem-no-limit", "AsKs / QdQh", {}, BadPosition, "2 hands here have all"),
    ("holdem-no-limit", "* / *", {}, BadPosition, "no hand here has all its cards"),
    ("holdem-no-limit", "AA / *", {}, BadRange, "write the cards"),
    ("holdem-no-limit", "10% / *", {}, BadRange, "write the cards"),
    ("holdem-no-limit", "AsKs / Qd", {}, BadPosition, "not 1"),
    ("holdem-no-limit", "AsKs / Qd ??", {}, BadPosition, "has not seen Qd"),
    ("holdem-no-limit", "AsKs / *", {"after": "raise to 1"}, IllegalAction, "raise to 4"),
    ("holdem-no-limit", "AsKs / *", {"after": "fold"}, BadPosition, "p1 has no turn"),
    ("guts", "KhQd / * / *", {"after": "in, in"}, BadPosition, "p1 has no turn"),
    ("holdem-no-limit", "* / 8s8d", {"after": "raise to 6"}, BadPosition, "3 cards"),
    ("holdem-no-limit", "AsKs / *", {"dead": "2c"}, BadPosition, "no --dead"),
    ("kuhn", "Ks / *", {"pot": 12}, BadPosition, "only where a pot is carried on"),
    ("seven-card-stud", "As Ad 7c / *", {}, BadPosition, "give those as well"),
    ("ricochet-2", "8h / Kd", {"after": "fold"}, BadPosition, "no --board"),
]


@pytest.mark.parametrize(("name", "hands", "more", "kind", "said"), WRONG)
def test_a_position_that_cannot_be_is_refused_with_the_reason(
    name: str, hands: str, more: dict[str, Any], kind: type[SidepotError], said: str
) -> None:
    with pytest.raises(kind, match=said):
        read_position(sidepot.game(name), hands, **more)
