"""A strategy that fails loses its hand, and nothing else happens to the table."""

import random
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from sidepot.bots.from_file import load_act
from sidepot.bots.guarded import MOST_LATE, Fault, Guarded
from sidepot.engine.game import Hand
from sidepot.errors import BadStrategy
from sidepot.games import find
from tests.bots import broken

SHORT = 0.05
"""Seconds."""
PATIENT = 20.0


def deal(number: int = 0) -> Hand:
    """A hand of two."""
    return find("ricochet-2").deal(players=2, stacks=100, seed=1, hand=number)


def asked(act: Callable[..., Any], limit: float = SHORT) -> tuple[str, list[Fault]]:
    """A strategy's action at its first decision, and the faults reported."""
    reports: list[Fault] = []
    hand = deal()
    player = Guarded(act, reports.append, limit=limit)
    action = player.choose(hand.view(hand.actor or 0), random.Random(0))
    return action, reports


@pytest.mark.parametrize(
    ("act", "what", "said"),
    [
        (broken.exits, "raised", "raise SystemExit(1): SystemExit: 1"),
        (broken.overbuys, "illegal", "buy 99 is not possible now; choose buy 1 to 4"),
        (broken.says_nothing, "illegal", "a text like fold or buy 2, not NoneType; choose fold"),
        (broken.says_a_number, "illegal", "not int"),
        (broken.cheats, "illegal", "check is not possible now; choose fold or buy 1 to 4"),
        (broken.sleeps, "late", "time.sleep(2)"),
        (broken.loops, "late", "while True"),
    ],
)
def test_a_failure_folds_and_is_reported_with_its_reason(
    act: Callable[..., Any], what: str, said: str
) -> None:
    action, (forfeit,) = asked(act, SHORT if what == "late" else PATIENT)
    assert action == "fold" and forfeit.what == what
    assert said in str(forfeit.message) and "seat" in str(forfeit.message)


def test_a_sound_answer_is_played() -> None:
    assert asked(broken.sound, PATIENT) == ("fold", [])
    assert asked(lambda view, rng: " BUY 2 ", PATIENT) == ("buy 2", [])


def test_a_forfeited_hand_is_folded_to_its_end_without_asking_again() -> None:
    """A seat that cannot fold takes the safe action; the next hand is played normally."""
    questions = []

    def act(view: Any, rng: Any) -> str:
        questions.append((view.hand, view.decision))
        return "sing"

    reports: list[Fault] = []
    player = Guarded(act, reports.append, limit=PATIENT)
    for number in range(2):
        hand = find("high-noon-standoff").deal(players=2, seed=1, hand=number)
        while hand.actor is not None:
            safe = hand.legal.safe
            said = player.choose(hand.view(hand.actor), random.Random(0)) if hand.actor else "keep"
            assert hand.actor == 0 or said == str(safe) == "keep"
            hand.act(said)
    assert [forfeit.hand for forfeit in reports] == [0, 1]
    assert questions == [(0, 1), (1, 1)]


def test_the_same_deal_in_another_seat_is_another_hand() -> None:
    """In a match everybody plays each deal in every seat."""
    reports: list[Fault] = []
    player = Guarded(broken.overbuys, reports.append, limit=PATIENT)
    for cards in ("2c Ad", "Ad 2c", "Ad 2c"):
        hand = find("ricochet-2").deal(players=2, deck=cards, seed=1)
        player.choose(hand.view(hand.actor or 0), random.Random(0))
    assert [forfeit.seat for forfeit in reports] == [0, 1]


def test_one_that_hangs_again_and_again_is_not_asked_any_more() -> None:
    reports: list[Fault] = []
    player = Guarded(broken.sleeps, reports.append, limit=SHORT)
    before = threading.active_count()
    for number in range(MOST_LATE + 4):
        hand = deal(number)
        assert player.choose(hand.view(hand.actor or 0), random.Random(0)) == "fold"
    assert threading.active_count() <= before + MOST_LATE
    assert [forfeit.what for forfeit in reports] == ["late"] * MOST_LATE + ["unasked"] * 4


def test_a_loop_that_never_ends_is_ended() -> None:
    """It would slow down all that comes after it."""
    before = set(threading.enumerate())
    asked(broken.loops)
    all_end(set(threading.enumerate()) - before)


@pytest.mark.compiled
def test_a_strategy_that_is_compiling_is_ended_afterwards() -> None:
    """Interrupting the compiler halfway might leave its lock held for ever."""
    numba, extending = (pytest.importorskip(name) for name in ("numba", "numba.extending"))
    compiled: list[int] = []
    given_up = threading.Event()

    def slowly(n: int) -> int:
        raise NotImplementedError

    @extending.overload(slowly, strict=False)  # type: ignore[untyped-decorator]
    def _slowly(n: int) -> Callable[[int], int]:
        given_up.wait(PATIENT)  # while it is compiled
        return lambda n: n

    rule = numba.njit(lambda n: slowly(n) + 1)

    def act(view: Any, rng: Any) -> None:
        compiled.append(rule(1))
        broken.loops(view, rng)

    before = set(threading.enumerate())
    _, (fault,) = asked(act)
    assert fault.what == "late" and not compiled
    given_up.set()
    all_end(set(threading.enumerate()) - before)
    assert compiled == [2]


def test_nobody_thinks_for_a_match_that_is_over() -> None:
    before = set(threading.enumerate())
    asked(broken.sound)
    all_end(set(threading.enumerate()) - before)


def all_end(threads: set[threading.Thread]) -> None:
    """Wait until threads have ended."""
    for thread in threads:
        thread.join(PATIENT)
        assert not thread.is_alive()


def test_files_that_are_not_strategies_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadStrategy, match="there is no file"):
        load_act(tmp_path / "none.py")
    for text, said in (("x = 1", "no function act"), ("1 / 0", "line 1: 1 / 0: ZeroDivisionError")):
        file = tmp_path / f"s{len(said)}.py"
        file.write_text(text)
        with pytest.raises(BadStrategy, match=said):
            load_act(file)
