"""Values of every choice in any game, from the player's own knowledge."""

import math
from typing import Any

import pytest

import sidepot
from sidepot import kernel
from sidepot.analysis import Analysis, analyze, analyzing, only, read_position, sentences
from sidepot.engine.memory import Memory
from sidepot.errors import BadPosition
from sidepot.odds.ricochet import heads_up
from sidepot.odds.sampling import BATCH, at_random
from tests.work import work

RICOCHET = sidepot.game("ricochet-2")
STANDOFF = sidepot.game("high-noon-standoff")
THREE = "6c / Kd / 9h"


@pytest.fixture(autouse=True)
def at_random_from_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play hands to the end at random, which takes less time."""
    monkeypatch.setattr(analyzing, "rollout_of", lambda _: at_random)


def told(position: str, **how: Any) -> Analysis:
    """The findings about a position of Ricochet, from few samples."""
    return analyze(read_position(RICOCHET, position), **{"precision": 0.5, **how})


def test_a_position_of_ricochet_has_chances_and_values() -> None:
    found = told(THREE)
    assert (found.seat, found.pot, found.method) == (0, 3, "sampled")
    assert len(found.escape) == 4 and sorted(found.escape) == [*found.escape]
    names = [choice.action for choice in found.choices]
    assert names == ["fold", "buy 1", "buy 2", "buy 3", "buy 4"]
    assert found.value("fold") == 0 and 0 < found.error <= 0.5


def test_a_hand_in_play_and_the_same_position_have_the_same_odds() -> None:
    hand = RICOCHET.deal(players=3, deck="6c Kd 9h")
    assert analyze(hand, precision=0.5, seed=0) == told(THREE, seed=0)


def test_the_seed_makes_the_deals() -> None:
    assert told(THREE, seed=0) == told(THREE, seed=0) != told(THREE, seed=1)
    assert told(THREE) == told(THREE)


def test_a_proven_value_is_not_sampled(monkeypatch: pytest.MonkeyPatch) -> None:
    known = ((0.0, 0.0), (-0.25, 0.75), (-1.0, -1.0))
    monkeypatch.setattr(heads_up, "values", lambda game, view, **_: known)
    found = told("9c 8c 7d / Kd")
    values = {choice.action: choice.value for choice in found.choices}
    assert values == {"fold": 0.0, "buy 1": 0.25, "buy 2": -1.0}
    assert (found.method, found.error, found.advice) == ("exact", 0.5, "buy 1")
    monkeypatch.setattr(heads_up, "values", lambda game, view, **_: ((0.0, 0.0), (0.2, 0.2 + 1e-9)))
    assert told("9c 8c 7d 2s / Kd").error == 0.0


def test_any_game_is_sampled_until_the_values_are_good() -> None:
    heard: list[tuple[int, float]] = []
    good = 0.4 / math.sqrt(BATCH)  # about six batches
    found = analyze(
        STANDOFF.deal(players=2, seed=1),
        precision=good,
        progress=lambda deals, error: heard.append((deals, error)),
    )
    assert [deals for deals, _ in heard] == [BATCH * (i + 1) for i in range(len(heard))]
    assert all(error > good for _, error in heard[:-1]) and len(heard) > 1
    assert heard[-1][1] == found.error <= good


def look_at_standoff(**how: Any) -> int:
    """The number of batches played for a precision that is out of reach."""
    heard = []

    def watch(deals: int, error: float) -> None:
        heard.append(deals)
        if len(heard) == 5:
            raise KeyboardInterrupt

    hand = STANDOFF.deal(players=2, seed=1)
    found = analyze(hand, precision=1e-9, **{"progress": watch, **how})
    assert found.method == "sampled"
    return len(heard)


def test_sampling_ends_with_the_time_or_when_it_is_interrupted() -> None:
    assert look_at_standoff() == 5
    assert look_at_standoff(seconds=0) == 1


def test_without_a_player_to_act_there_are_no_odds() -> None:
    hand = RICOCHET.deal(players=2, seed=1)
    hand.act("fold")
    with pytest.raises(BadPosition, match="nobody is to act"):
        analyze(hand)
    with pytest.raises(BadPosition, match="nobody is to act"):
        analyze(only(RICOCHET, hand.record(0)))


WRONG = {
    "a card twice": ("4c / 4c", "", "4c is in the position twice"),
    "a dead card twice": ("4c / Kd / -", "Kd", "Kd is in the position twice"),
    "a hand of six": ("2c 3c 4c 5c 7c 8d / Kd", "", "one to five cards"),
    "no card": ("4c / Kx", "", "Kx is not a card"),
    "a complete hand that is the lowest": (
        "2c 3c 4d 5h 7s / Kd Ks",
        "",
        "p1 is the lowest with a complete hand",
    ),
    "level complete hands": ("2c 3c 4c 5c 7d / 2d 3d 4d 5d 7c", "", "the pot is split"),
    "one alone": ("4c / -", "", "nobody is to act"),
    "nobody": ("- / -", "", "nobody is to act"),
    "one player": ("4c", "", "for 2 to 8 players, not 1, with 1 hand given"),
    "nine players": (" / ".join(f"{r}c" for r in "23456789T"), "", "for 2 to 8 players"),
    "more dead than out": ("4c / Kd", "2s", "too many for --dead"),
}


@pytest.mark.parametrize("case", WRONG)
def test_an_impossible_position_of_ricochet_is_refused(case: str) -> None:
    position, dead, why = WRONG[case]
    with pytest.raises(sidepot.errors.UserError, match=why):
        read_position(RICOCHET, position, dead=dead)


def test_level_hands_end_a_hand_where_that_is_agreed_on() -> None:
    read_position(RICOCHET, "4c / 4d")
    with pytest.raises(BadPosition, match="the pot is split"):
        read_position(RICOCHET.with_options(tie_ends="any"), "4c / 4d")


@pytest.mark.parametrize(
    ("position", "dead", "told_pot", "pot"),
    [
        ("4c / Kd", "", None, 4),
        ("4c 5d / Kd / -", "", None, 9),
        ("4c / Kd / -", "2c 3d 7s", None, 12),
        ("4c / Kd", "", 5, 5),
    ],
)
def test_the_pot_is_the_antes_and_the_cards_that_were_bought(
    position: str, dead: str, told_pot: int | None, pot: int
) -> None:
    game = RICOCHET.with_options(ante=2, card_price=3)
    assert pot_of(read_position(game, position, dead=dead, pot=told_pot)) == pot
    if told_pot is None:
        with pytest.raises(BadPosition, match=f"add up to {pot} chips"):
            read_position(game, position, dead=dead, pot=pot - 1)


def pot_of(position: Memory) -> int:
    """The pot of a seated position."""
    return int(kernel.fields(position.view).chips.dead)


def test_two_who_cannot_buy_freely_are_sampled_and_the_answer_says_so() -> None:
    """From one card on, ten chips may have to pay for every card still to be bought (R10)."""
    for stacks, method in (([11, 11], "exact"), ([11, 4], "sampled")):
        found = analyze(RICOCHET.deal(stacks=stacks, deck="4c Kd"), precision=0.5)
        assert found.method == method and found.is_short == (method == "sampled")
        said = [sentence.key for sentence in sentences(found)]
        assert ("odds.short" in said) == found.is_short


def test_two_hands_are_exact_and_dead_cards_count() -> None:
    plain = told("4c 9d 7h / Kd Qs Jc")
    assert plain.method == "exact" and plain.error < 1e-4
    dead = analyze(read_position(RICOCHET, "4c 9d 7h / Kd Qs Jc / -", dead="9c 9h 4d"))
    assert dead.method == "exact" and dead.escape[0] < plain.escape[0]


@pytest.mark.parametrize(
    "position",
    ["6c / Kd 9h", "6c 2d / Kd 9h", "4c 6c 2d / Kd 9h", "6c / Kd 9h Ts 2s"],
)
def test_an_impatient_answer_takes_bounded_work(position: str) -> None:
    """In plain Python too, where five cards in both hands take up to ten seconds."""
    view = read_position(RICOCHET, position).view
    assert work(lambda: heads_up.values(RICOCHET, view, patiently=False)) < 10_000_000
