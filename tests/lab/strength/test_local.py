"""Local best response: never more than a best reply, near it where that is known."""

from __future__ import annotations

import functools

import pytest

from sidepot import games
from sidepot.engine.game import Game
from sidepot.errors import BadSetup
from sidepot.games.leduc import LEDUC
from sidepot.kernel import Records
from sidepot.lab.learn.exact import Strategy, Tree
from sidepot.lab.strength import gallery
from sidepot.lab.strength.local import (
    CALLS_ONLY,
    POT_AND_ALL_IN,
    CompiledOpponent,
    LearnedOpponent,
    Responder,
    respond,
)
from sidepot.lab.strength.playing import Limits, Result
from tests.lab.learn.games.kuhn import KUHN
from tests.lab.learn.test_exact import evenly, kuhn_solution
from tests.lab.strength.known import Known, Peeking, Unweighted, frozen, honest

DEALS = 100


@functools.cache
def won(
    game: Game,
    strategy: Strategy,
    responder: type[Responder] = Responder,
    deals: int = DEALS,
    hands: int = 8,
) -> Result:
    """A responder's winnings in Kuhn poker or Leduc."""
    stack = game.stacks(2)[0]
    return respond(
        game,
        Known(strategy),
        stack=stack,
        bets=POT_AND_ALL_IN,
        limits=Limits(deals=deals),
        hands=hands,
        responder=responder,
    )


def best(game: Game, strategy: Strategy) -> float:
    """The winnings of best replies, the mean of both seats."""
    return sum(Tree(game).replies(strategy)) / 2


PLAYED = {"evenly": evenly(KUHN), "honest": honest, "solution": kuhn_solution}


@pytest.mark.parametrize("strategy", PLAYED.values(), ids=PLAYED)
def test_it_wins_no_more_than_a_best_reply(strategy: Strategy) -> None:
    found = won(KUHN, strategy)
    assert found.mean - 1.5 * found.interval < best(KUHN, strategy)


@pytest.mark.parametrize("name", ["evenly", "honest"])
def test_it_comes_near_where_the_opponent_is_weak(name: str) -> None:
    found = won(KUHN, PLAYED[name])
    assert found.mean + 1.5 * found.interval > best(KUHN, PLAYED[name]) > 0.1


@pytest.mark.soak
def test_it_exploits_more_rounds_too() -> None:
    found = won(LEDUC, evenly(LEDUC), deals=100, hands=16)
    assert 0.3 < found.mean - found.interval < best(LEDUC, evenly(LEDUC))


@pytest.mark.soak
def test_a_responder_that_peeks_is_caught() -> None:
    found = won(KUHN, kuhn_solution, Peeking, deals=250, hands=16)
    assert found.mean - 1.5 * found.interval > best(KUHN, kuhn_solution)


@pytest.mark.soak
def test_a_responder_that_learns_nothing_from_bets_is_caught() -> None:
    found = won(KUHN, honest, Unweighted, deals=250, hands=16)
    assert found.mean + 1.5 * found.interval < best(KUHN, honest)


@pytest.mark.parametrize("bets", [CALLS_ONLY, POT_AND_ALL_IN])
def test_always_folding_loses_exactly_the_blinds(bets: tuple[int, ...]) -> None:
    """The published loss is 750 thousandths of a big blind a hand."""
    game = games.find("holdem-no-limit")
    folds = CompiledOpponent(game, gallery.policy_of(game, gallery.ALWAYS_FOLDS))
    found = respond(game, folds, stack=200, bets=bets, limits=Limits(deals=4), hands=4)
    assert (found.mean / 2, found.interval) == (0.75, 0.0)


def test_boards_and_hands_of_the_range_are_those_that_are_seen() -> None:
    """To the showdown in hold'em: a range that is not dealt as the hand is would be left empty."""
    game = games.find("holdem-no-limit")
    calls = CompiledOpponent(game, gallery.policy_of(game, "calling station"))
    emptied: list[int] = []

    class Counting(Responder):
        def imagine(self, seat: int, rngs: Records) -> None:
            """Count, after the first time in each hand."""
            emptied.append(seat)
            super().imagine(seat, rngs)

    limits = Limits(deals=3)
    found = respond(
        game, calls, stack=200, bets=CALLS_ONLY, limits=limits, hands=20, responder=Counting
    )
    assert found.hands == 6 and len(emptied) == 6


def test_a_learned_strategy_is_replied_to() -> None:
    strategy = frozen()
    found = respond(
        KUHN,
        LearnedOpponent(strategy),
        stack=KUHN.stacks(2)[0],
        bets=POT_AND_ALL_IN,
        limits=Limits(deals=10, threads=2),
        hands=8,
    )
    again = respond(
        KUHN,
        LearnedOpponent(strategy),
        stack=KUHN.stacks(2)[0],
        bets=POT_AND_ALL_IN,
        limits=Limits(deals=10),
        hands=8,
    )
    assert (found.mean, found.signature) == (again.mean, again.signature)


def test_a_game_for_three_is_refused() -> None:
    game = games.find("poker-roulette")
    with pytest.raises(BadSetup, match="poker-roulette is not so"):
        respond(game, Known(honest), stack=100, bets=CALLS_ONLY, limits=Limits(deals=1))
