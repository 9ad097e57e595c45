"""Tables in the suites of other libraries, and broken ones in ours."""

import sys
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from sidepot import games
from sidepot.errors import BadSetup, IllegalAction, MissingExtra
from sidepot.lab import envs
from sidepot.lab.envs.position import Position, Table
from tests.cases import often
from tests.suites import house

if sys.version_info >= (3, 15):
    pytest.skip("PettingZoo and OpenSpiel have no wheels for Python 3.15", allow_module_level=True)

# The session of `make test` for which Gymnasium and PettingZoo are installed.
pytestmark = pytest.mark.compiled
SOME = often(house(), always=("high-noon-standoff", "holdem-no-limit", "ricochet-2"))
HANDS = 12


@pytest.fixture(autouse=True)
def plain_warnings() -> Iterator[None]:
    """PettingZoo warns at every dict of observations, which its own games have too."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", module="pettingzoo")
        yield


@pytest.mark.parametrize("name", SOME)
def test_pettingzoo_accepts_every_game(name: str) -> None:
    test = pytest.importorskip("pettingzoo.test")
    test.api_test(envs.aec(name), num_cycles=60)
    test.seed_test(lambda: envs.aec(name), num_cycles=5)
    test.parallel_api_test(envs.parallel(name), num_cycles=20)


@pytest.mark.parametrize("name", often(house(), always=("ricochet-2",)))
def test_gymnasium_accepts_every_game(name: str) -> None:
    checker = pytest.importorskip("gymnasium.utils.env_checker")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = envs.gym(name, opponents="random", forfeits=True)  # it samples before it resets
        checker.check_env(env, skip_render_check=True)


@pytest.mark.soak
@pytest.mark.parametrize("name", house())
def test_stable_baselines_accepts_every_game(name: str) -> None:
    sb3 = pytest.importorskip("stable_baselines3.common.env_checker")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        sb3.check_env(envs.gym(name, opponents="random", forfeits=True))


def faults(env: Any, hands: int = HANDS) -> list[str]:
    """Differences between a PettingZoo environment of ours and hands of the engine."""
    found, chance, table = [], np.random.default_rng(1), env.table
    for number in range(hands):
        env.reset(seed=7 if number == 0 else None)
        players, stacks = table.players, list(table.stacks)
        hand = table.game.deal(players=players, stacks=stacks, seed=7, hand=number)
        while not hand.over:
            agent = env.agent_selection
            seen = env.observe(agent)
            mask = seen["action_mask"]
            if agent != f"seat_{hand.actor}":
                found.append("another seat is asked")
            if not np.array_equal(mask, table.slots.mask(hand).astype(np.int8)):
                found.append("the mask is not what is legal")
            wanted = np.zeros(table.encoder.size, np.float32)
            table.encoder.encode(hand.record(hand.actor or 0), hand.actor or 0, wanted)
            if not np.array_equal(seen["observation"], wanted):
                found.append("the observation is not of the concealed record")
            if found:
                return found
            slot = int(chance.choice(np.flatnonzero(mask)))
            hand.act(table.slots.action_of(hand, slot))
            env.step(slot)
        paid = [env.rewards[f"seat_{p}"] * table.unit for p in range(players)]
        if not np.allclose(paid, hand.payoffs):
            found.append("the rewards are not the results")
        if not np.isclose(sum(paid) + hand.bank, 0):
            found.append("the rewards do not sum to zero")
    return found


@pytest.mark.parametrize("name", SOME)
def test_every_game_is_played_as_the_engine_plays_it(name: str) -> None:
    pytest.importorskip("pettingzoo")
    assert faults(envs.aec(name)) == []


class WideMask(Position):
    @property
    def mask(self) -> Any:
        return np.ones(self.table.slots.n, np.bool_)


class Peeking(Position):
    def observe(self, seat: int, out: Any) -> None:
        self.table.encoder.encode(self.rows, seat, out)


class OtherRewards(Position):
    @property
    def rewards(self) -> list[float]:
        return super().rewards[::-1]


@pytest.mark.parametrize("broken", often([WideMask, Peeking, OtherRewards], always=[Peeking]))
def test_a_broken_environment_is_caught(broken: type[Position]) -> None:
    pytest.importorskip("pettingzoo")
    env = envs.aec("holdem-no-limit")
    env._position = broken(env.table)
    assert faults(env)


def test_one_seat_gets_its_own_results() -> None:
    pytest.importorskip("gymnasium")
    from gymnasium.vector import AutoresetMode

    n, players = 6, 3
    tables = envs.vector("ricochet-2", n, players, opponents="random", seed=3)
    assert tables.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    assert tables.seats.tolist() == [0, 1, 2, 0, 1, 2]
    seen, infos = tables.reset(seed=3)
    ended = 0
    while ended < 50:
        assert tables.now.current_player.tolist() == tables.seats.tolist()
        seen, rewards, over, truncated, infos = tables.step(infos["action_mask"].argmax(1))
        all_rewards = tables.now.rewards
        assert rewards.tolist() == [all_rewards[i, s] for i, s in enumerate(tables.seats)]
        assert not truncated.any() and np.allclose(all_rewards.sum(1), 0)
        if over.any():
            assert infos["_final_obs"].tolist() == over.tolist()
            assert not np.array_equal(infos["final_obs"][over], seen[over])
        ended += int(over.sum())


@pytest.mark.soak
def test_masks_come_a_row_a_table() -> None:
    pytest.importorskip("stable_baselines3")
    tables = envs.sb3("ricochet-2", 5, opponents="random")
    tables.seed(4)
    first = tables.reset()
    rows = np.stack(tables.env_method("action_masks"))
    assert rows.shape == (5, tables.action_space.n) and rows.any(1).all()
    over = np.zeros(5, np.bool_)
    while not over.any():
        masks = np.stack(tables.env_method("action_masks"))
        _, _, over, infos = tables.step(masks.argmax(1))
        assert ["terminal_observation" in info for info in infos] == over.tolist()
    tables.seed(4)
    assert np.array_equal(tables.reset(), first)


def test_an_error_names_the_bad_value() -> None:
    pytest.importorskip("gymnasium")
    env = envs.gym("ricochet-2", opponents="random")
    env.reset(seed=1)
    with pytest.raises(IllegalAction, match="999"):
        env.step(999)
    with pytest.raises(BadSetup, match="one seat for each of the 4"):
        envs.vector("ricochet-2", 4, seat=[0, 1])
    with pytest.raises(BadSetup):
        envs.gym("ricochet-2", 2, seat=2)
    number: Any = np.int64(1)
    assert envs.vector("ricochet-2", 3, 2, seat=number).seats.tolist() == [1, 1, 1]
    assert envs.vector("ricochet-2", 3, 2).seats.tolist() == [0, 1, 0]


@pytest.mark.parametrize("given", [0.5, None, "fold", np.array([0, 1]), True])
def test_a_value_that_is_no_slot_number_does_nothing(given: Any) -> None:
    pytest.importorskip("pettingzoo")
    table, one = envs.aec("ricochet-2", 2), envs.gym("ricochet-2", 2, opponents="random")
    tolerant = envs.gym("ricochet-2", 2, opponents="random", forfeits=True)
    for env in (table, one, tolerant):
        env.reset(seed=1)
        with pytest.raises(BadSetup, match="a whole number from 0 to 5, not"):
            env.step(given)
    first = table.agent_selection
    table.step(np.array(int(np.flatnonzero(table.infos[first]["action_mask"])[1])))
    assert table.agent_selection != first
    tolerant.step(999)  # a number beyond the slots is forfeited too


@pytest.mark.parametrize(
    ("call", "library", "extra"),
    [
        (lambda: envs.aec("ricochet-2"), "pettingzoo", "envs"),
        (lambda: envs.gym("ricochet-2"), "gymnasium", "envs"),
        (lambda: envs.sb3("ricochet-2"), "stable_baselines3", "agents"),
    ],
)
def test_a_missing_library_is_reported_with_its_install_command(
    call: Any, library: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(MissingExtra, match=rf"sidepot\[{extra}\]"):
        call()


def test_positions_are_the_hands_of_the_engine() -> None:
    game = games.find("ricochet-2")
    position = Position(Table(game, 3))
    position.deal(5, 2)
    assert bytes(position) == bytes(game.deal(players=3, seed=5, hand=2))
    with pytest.raises(IllegalAction, match="legal"):
        position.number(10_000)
