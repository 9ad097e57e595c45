"""Rules whose compilation is postponed run in the plain form, and make the same records."""

from __future__ import annotations

import contextlib
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sidepot import games, kernel
from sidepot.engine.direct import MENU
from sidepot.engine.game import Game, Hand
from sidepot.kernel import by_form, compiled, lane, readable
from sidepot.kernel.plain_form import called_plainly
from tests.cases import often

pytestmark = pytest.mark.compiled

HANDS = 3
ROUNDS = by_form(plain=1, compiled=2)
PRIMES = readable(np.array([2, 3, 5], np.int64))


@compiled
def rounds(n: int) -> int:
    """Says which form it runs in."""
    return ROUNDS + n


@compiled
def all_kinds(n: int) -> int:
    """Refers to a function, an array, and a number of 32 bits, which wraps in the compiled form."""
    prime: int = PRIMES[n]
    return rounds(n) + prime + lane(1 << 3)


@compiled
def thirds(n: int) -> int:
    """A rule that nothing but the test of loading compiles."""
    return n // 3


@pytest.fixture
def postponed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("SIDEPOT_CACHE", str(tmp_path))
    kernel.postpone()
    yield
    kernel.resume()


@pytest.mark.usefixtures("postponed")
def test_a_function_runs_plainly_until_a_thread_that_compiles_has_called_it() -> None:
    assert rounds(1) == 2
    with kernel.compiling():
        assert not kernel.is_postponed() and rounds(1) == 3
    assert kernel.is_postponed() and rounds(1) == 3, "its machine code is in memory"
    assert called_plainly(rounds)(1) == 2


@pytest.mark.usefixtures("postponed")
def test_names_that_a_function_uses_are_in_the_plain_form_too() -> None:
    assert all_kinds(2) == 3 + 5 + 8
    with kernel.compiling():
        assert all_kinds(2) == 4 + 5 + 8


@pytest.mark.usefixtures("postponed")
def test_loading_ends_at_a_rule_that_is_not_cached() -> None:
    def swallow() -> None:
        with contextlib.suppress(Exception):
            thirds(9)

    assert not kernel.load(lambda: thirds(9)) and not kernel.load(swallow)
    with kernel.compiling():
        thirds(9)
    same = compiled(thirds.py_func)  # type: ignore[attr-defined]
    assert kernel.load(lambda: same(9)) and same.signatures


def played(game: Game, number: int) -> Hand:
    """A hand of random actions, in which each verb was compared with its plain form."""
    rng = random.Random(number)
    players = rng.randint(game.least, min(game.most, 6))
    hand = game.deal(players=players, seed=7, hand=number)
    plain = {name: called_plainly(verb) for name, verb in game.entry._asdict().items()}
    while not hand.over:
        menus, others = kernel.batch(MENU), kernel.batch(MENU)
        rows = kernel.filled(hand._direct.layout, bytes(hand))
        game.entry.menu(rows, menus)
        plain["menu"](rows, others)
        assert bytes(kernel.raw(menus)) == bytes(kernel.raw(others))
        for seat in (-1, hand.actor or 0):
            seen, other = hand.record(seat), kernel.filled(hand._direct.layout, bytes(hand))
            plain["conceal"](other, seat)
            assert bytes(kernel.raw(seen)) == bytes(kernel.raw(other))
        game.entry.redeal(seen, kernel.generator(number))
        plain["redeal"](other, kernel.generator(number))
        assert bytes(kernel.raw(seen)) == bytes(kernel.raw(other))
        action = rng.choice(list(hand.legal))
        _, code = hand.legal.numbered(action)
        plain["step"](rows, code)
        hand.act(action)
        assert bytes(kernel.raw(rows)) == bytes(hand)
    return hand


# The law "plain" holds for every game; the way by which a process has both is one for all.
@pytest.mark.parametrize("name", often(games.registry(), always=("kuhn", "ricochet-casino")))
def test_both_forms_of_a_game_make_the_same_records(name: str) -> None:
    assert all(played(games.find(name), number).actions for number in range(HANDS))


PLAYS = """
from sidepot import bots, games, kernel
kernel.postpone()
for game in games.registry().values():
    hand, bot = game.deal(seed=1), bots.find(game, bots.stand_in("expert"))
    while not hand.over:
        hand.act(bot.act(hand.view()))
    str(hand)
"""


def test_hands_of_all_games_are_played_without_compiling_anything(tmp_path: Path) -> None:
    environment: dict[str, Any] = {**os.environ, "SIDEPOT_CACHE": str(tmp_path)}
    subprocess.run([sys.executable, "-c", PLAYS], env=environment, check=True)
    assert not list(tmp_path.iterdir())


def test_a_rule_that_differs_in_the_plain_form_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    game = games.find("kuhn")
    monkeypatch.setattr(game.entry.step, "plain", lambda rows, action: None, raising=False)
    with pytest.raises(AssertionError):
        played(game, 0)
