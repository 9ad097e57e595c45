"""Matches of strategies: the deals of compiled matches, and a control that comes to nothing."""

from typing import Any

import pytest

from sidepot.bots import PolicyBot, policy_of
from sidepot.bots.from_file import Act
from sidepot.bots.guarded import Fault, Guarded
from sidepot.errors import BadSetup
from sidepot.games import find
from sidepot.lab.interpreted import CompiledPlayer, Player, StrategyPlayer, match_interpreted
from sidepot.lab.match import Match, match
from sidepot.odds.sampling import at_random
from tests.bots import broken
from tests.lab.test_match import MANY, check, result
from tests.lab.test_simulate import check_unless_it_peeks, fold
from tests.laws.little import LITTLE

GAME = find("ricochet-2")
DEALS = 60


def written(act: Act, reports: list[Fault] | None = None) -> StrategyPlayer:
    """A strategy at a table of the lab."""
    unread: list[Fault] = []
    return StrategyPlayer(Guarded(act, (unread if reports is None else reports).append))


def run(*players: Player, **changes: Any) -> Match:
    """A match of Ricochet, with something changed."""
    return match_interpreted(GAME, players, **{"deals": DEALS, "seed": 3, **changes})


@pytest.mark.parametrize("policies", [(check, at_random, fold), (at_random, check_unless_it_peeks)])
def test_compiled_bots_win_the_same_to_the_chip(policies: tuple[Any, ...]) -> None:
    slow = match_interpreted(
        LITTLE,
        [CompiledPlayer(PolicyBot(LITTLE, p)) for p in policies],
        deals=DEALS,
        seed=3,
        stack=9,
    )
    assert result(slow) == result(match(LITTLE, policies, deals=DEALS, seed=3, stack=9))


@pytest.mark.soak
def test_they_do_in_a_game_of_the_house_too() -> None:
    policies = [policy_of(GAME, strength) for strength in ("regular", "random")]
    slow = run(*[CompiledPlayer(PolicyBot(GAME, policy)) for policy in policies])
    assert result(slow) == result(match(GAME, policies, deals=DEALS, seed=3))


def test_a_strategy_against_itself_wins_exactly_nothing() -> None:
    done = run(*[written(broken.sound) for _ in range(3)])
    assert done.mean == done.stderr == (0, 0, 0) and done.hands == 3 * DEALS
    assert done.decisions > done.hands


def test_one_that_throws_by_another_chance_does_not() -> None:
    """The control of the control: it remembers what it did in another seat."""
    turns: list[int] = []

    def moody(view: Any, rng: Any) -> str:
        turns.append(1)
        return "fold" if len(turns) % 3 else "buy 2"

    assert run(written(moody), written(moody)).stderr != (0, 0)


def test_the_same_match_is_the_same_again() -> None:
    one, other = [
        run(written(broken.sound), CompiledPlayer(PolicyBot(GAME, at_random))) for _ in range(2)
    ]
    assert result(one) == result(other)
    assert result(one) != result(run(written(broken.sound), written(broken.sound)))


def test_one_that_fails_loses_its_hands_and_stops_nothing() -> None:
    """It comes to the same as one that folds."""
    reports: list[Fault] = []
    done = run(written(broken.overbuys, reports), written(broken.sound))
    assert result(done) == result(run(written(lambda view, rng: "fold"), written(broken.sound)))
    assert {forfeit.what for forfeit in reports} == {"illegal"} and len(reports) > DEALS / 2


def test_an_interrupt_ends_the_match_with_what_is_done() -> None:
    def interrupt(done: int) -> None:
        if done == 7:
            raise KeyboardInterrupt

    done = run(written(broken.sound), written(broken.crashes), deals=MANY, progress=interrupt)
    again = run(written(broken.sound), written(broken.crashes), deals=7)
    assert done.deals == 7 and result(done) == result(again)


def test_an_interrupted_deal_is_not_counted() -> None:
    """Named first, it is in the second seat when its deal has been played once."""

    sound = written(broken.sound)

    class Interrupting:
        def act(self, hand: Any, chance: Any) -> str:
            if hand.number >= 5 and hand.actor == 1:
                raise KeyboardInterrupt
            return sound.act(hand, chance)

    done = run(Interrupting(), written(broken.sound), deals=MANY)
    assert 5 <= done.deals < MANY
    assert result(done) == result(
        run(written(broken.sound), written(broken.sound), deals=done.deals)
    )


@pytest.mark.parametrize("changes", [{"stack": 0}, {"seed": -1}])
def test_an_impossible_deal_is_refused(changes: dict[str, int]) -> None:
    with pytest.raises(BadSetup):
        run(written(broken.sound), written(broken.sound), **changes)
