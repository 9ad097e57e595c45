"""Tables in the suites of other libraries, and broken ones in ours."""

import itertools
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
from sidepot.room.web.drawings import hand_pixels
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
    test.parallel_seed_test(lambda: envs.parallel(name), num_cycles=5)


@pytest.mark.parametrize("name", often(house(), always=("ricochet-2",)))
def test_gymnasium_accepts_every_game(name: str) -> None:
    checker = pytest.importorskip("gymnasium.utils.env_checker")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = envs.gym(name, opponents="random", forfeits=True)  # it samples before it resets
        checker.check_env(env, skip_render_check=True)


def test_pettingzoo_measures_its_speed(monkeypatch: pytest.MonkeyPatch) -> None:
    test = pytest.importorskip("pettingzoo.test")
    clock = itertools.count()
    monkeypatch.setattr("time.time", lambda: next(clock) / 20)
    test.performance_benchmark(envs.aec("ricochet-2"))


def empty_masks(env: Any, hands: int) -> int:
    """The moments at which an agent of a parallel environment may do nothing at all."""
    found = 0
    for _ in range(hands):
        seen, _ = env.reset(seed=None)
        while env.agents:
            masks = {agent: shown["action_mask"] for agent, shown in seen.items()}
            found += sum(not mask.any() for mask in masks.values())
            found += sum(mask[:-1].any() for mask in masks.values()) != 1
            seen, *_ = env.step({a: env.action_space(a).sample() for a in env.agents})
    return found


def test_a_seat_that_is_not_to_act_in_parallel_waits() -> None:
    pytest.importorskip("pettingzoo")
    env = envs.parallel("holdem-no-limit", 3)
    assert empty_masks(env, 4) == 0
    seen, _ = env.reset(seed=1)
    actor = env.env.agent_selection
    with pytest.raises(IllegalAction):
        env.step(dict.fromkeys(env.agents, env.waiting))
    assert env.env.agent_selection == actor
    others = [agent for agent in env.agents if agent != actor]
    assert all(seen[agent]["action_mask"].tolist() == [0] * env.waiting + [1] for agent in others)


def test_an_empty_mask_in_parallel_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pettingzoo")
    env = envs.parallel("holdem-no-limit", 3)
    real = type(env)._seen

    def without_waiting(self: Any) -> Any:
        seen, infos = real(self)
        for shown in seen.values():
            shown["action_mask"][-1] = 0
        return seen, infos

    monkeypatch.setattr(type(env), "_seen", without_waiting)
    assert empty_masks(env, 1)


@pytest.mark.parametrize("name", SOME)
def test_every_observation_lies_in_its_space(name: str) -> None:
    pytest.importorskip("pettingzoo")
    env = envs.aec(name, history="all")
    assert np.isfinite(env.state_space.low).all() and np.isfinite(env.state_space.high).all()
    for agent in (agent for _ in range(6) for agent in decisions(env)):
        assert env.observation_space(agent).contains(env.observe(agent))
        assert env.state_space.contains(env.state())


def decisions(env: Any) -> Iterator[str]:
    """The agents to act in a random hand, the last ones all at its end."""
    env.reset(seed=None)
    while env.agents and not env.terminations[env.agent_selection]:
        yield env.agent_selection
        env.step(env.action_space(env.agent_selection).sample())
    yield from env.agents


def test_every_environment_shows_prospects_within_its_space() -> None:
    shown: dict[str, Any] = {"prospects": 4, "opponents": "random"}
    seated, tables = envs.gym("kuhn", **shown), envs.vector("kuhn", 8, seed=1, **shown)
    turns, together = envs.aec("kuhn", prospects=4), envs.parallel("kuhn", prospects=4)
    for seed in range(8):
        turns.reset(seed)
        one = turns.observe(turns.agent_selection)["observation"]
        other = together.reset(seed)[0][turns.agent_selection]["observation"]
        alone, _ = seated.reset(seed=seed)
        for seen in (one, other, alone):
            assert seated.observation_space.contains(seen)
            assert seen[seated.batch.encoder.prospects.first :].any()
        assert (one == other).all()
    rows, _ = tables.reset()
    assert tables.observation_space.contains(rows)
    assert rows[:, tables.batch.encoder.prospects.first :].min() < 0


def test_infos_say_what_is_legal_in_words() -> None:
    pytest.importorskip("pettingzoo")
    env = envs.aec("ricochet-2", 2)
    env.reset(seed=3)
    hand = env.table.game.deal(players=2, seed=3)
    info = env.infos[env.agent_selection]
    legal = [env.table.slots.names[slot] for slot in np.flatnonzero(info["action_mask"])]
    assert (list(info["legal"]), info["seat"], info["hand"]) == (legal, hand.actor, 0)
    assert info["chips"] == hand.stacks[hand.actor or 0]
    one = envs.gym("ricochet-2", 2, opponents="random")
    _, infos = one.reset(seed=3)
    assert infos["legal"][0] == "fold" and infos["chips"] == 199 and infos["hand"] >= 0
    tables = envs.vector("ricochet-2", 3, 2, opponents="random")
    _, each = tables.reset(seed=3)
    assert each["chips"].tolist() == [199] * 3 and each["seat"].tolist() == [0, 1, 0]
    assert tables.legal(0)[0] == "fold"


@pytest.mark.parametrize("make", [envs.aec, envs.gym, envs.parallel])
def test_tables_are_shown_in_every_mode(make: Any, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pettingzoo")
    text = make("kuhn", render_mode="ansi")
    text.reset(seed=1)
    assert "p1" in text.render() and "??" in text.render() and not capsys.readouterr().out
    pixels = make("kuhn", render_mode="rgb_array")
    pixels.reset(seed=1)
    view = pixels.table.game.deal(seed=1).view() if make is envs.aec else None
    shown = pixels.render()
    assert shown.shape[2] == 3 and shown.dtype == np.uint8 and shown.std() > 1
    assert view is None or np.array_equal(shown, hand_pixels(view))
    printed = make("kuhn", render_mode="human")
    printed.reset(seed=1)
    assert "p1" in capsys.readouterr().out
    assert printed.render() is None
    with pytest.raises(BadSetup, match="rgb_array"):
        make("kuhn", render_mode="3d")


def test_vectors_are_shown_table_by_table() -> None:
    pytest.importorskip("gymnasium")
    tables = envs.vector("kuhn", 3, opponents="random", render_mode="ansi", autoreset="next_step")
    with pytest.raises(BadSetup, match="reset"):
        tables.render()
    tables.reset(seed=1)
    over = np.zeros(3, np.bool_)
    while not over.any():
        assert all("??" in str(text) for text in tables.render() or ())
        _, _, over, _, _ = tables.step(tables.action_masks().argmax(1))
    ended = [str(one) for one, out in zip(tables.render() or (), over, strict=True) if out]
    assert all("take" in text for text in ended)


def test_games_are_made_by_name() -> None:
    gymnasium = pytest.importorskip("gymnasium")
    names = envs.register()
    assert envs.register() == names and "sidepot/Ricochet2-v0" in names
    assert len(set(names)) == len(games.registry())
    one = gymnasium.make("sidepot/Ricochet2-v0", players=3, opponents="random", render_mode="ansi")
    assert one.reset(seed=1)[1]["seat"] == 0 and one.unwrapped.batch.players == 3
    named = "sidepot.lab.envs.registered:sidepot/Ricochet2-v0"
    assert gymnasium.make(named, opponents="random").spec.id == "sidepot/Ricochet2-v0"
    tables = gymnasium.make_vec("sidepot/Kuhn-v0", num_envs=3, opponents="random")
    assert tables.reset(seed=1)[0].shape[0] == 3
    pettingzoo = pytest.importorskip("pettingzoo.env_registry.registration")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert pettingzoo.make("aec", "sidepot/ricochet_2-v0", players=3).table.players == 3
        assert pettingzoo.make("parallel", "sidepot/ricochet_2-v0").waiting > 0


def test_the_next_step_deals_where_that_is_the_mode() -> None:
    gymnasium = pytest.importorskip("gymnasium")
    modes = gymnasium.vector.AutoresetMode
    made: dict[str, Any] = {"players": 2, "opponents": "random"}
    same, later = (
        envs.vector("kuhn", 4, seat=0, autoreset=mode, seed=6, **made)
        for mode in ("same_step", modes.NEXT_STEP)
    )
    assert later.autoreset_mode is later.metadata["autoreset_mode"] is modes.NEXT_STEP
    same.reset(seed=6)
    later.reset(seed=6)
    ended = np.zeros(4, np.bool_)
    rewards: list[list[Any]] = [[], []]
    for _ in range(40):
        _, gained, over, _, infos = later.step(later.action_masks().argmax(1))
        assert not (over & ended).any() and not gained[ended].any()
        rewards[1] += [(int(infos["hand"][i]), gained[i]) for i in np.flatnonzero(over)]
        assert infos["action_mask"].any(1).all()
        ended = over
    for _ in range(40):
        _, gained, over, _, infos = same.step(same.action_masks().argmax(1))
        if over.any():
            final = infos["final_info"]
            assert infos["_final_info"].tolist() == infos["_final_obs"].tolist() == over.tolist()
            assert not final["action_mask"].any()
            assert (final["chips"] - 200)[over].tolist() == gained[over].tolist()
            rewards[0] += [(int(final["hand"][i]), gained[i]) for i in np.flatnonzero(over)]
    assert len(rewards[1]) > 20 and set(rewards[1]) <= set(rewards[0])
    with pytest.raises(BadSetup, match="next_step"):
        envs.vector("kuhn", 2, autoreset="never")


def test_a_vector_forfeits_where_a_slot_is_not_legal() -> None:
    pytest.importorskip("gymnasium")
    tables = envs.vector("ricochet-2", 6, 2, opponents="random", forfeits=True, seed=1)
    tables.reset()
    for slot in (-1, 5, 999):
        _, _, over, _, infos = tables.step(np.full(6, slot))
        assert over.all() and (infos["final_info"]["chips"] < 200).all()
    strict = envs.vector("ricochet-2", 6, 2, opponents="random", seed=1)
    strict.reset()
    for slot in (-1, 999):
        with pytest.raises(IllegalAction, match=str(slot)):
            strict.step(np.full(6, slot))


def test_opponents_may_be_functions_in_python() -> None:
    pytest.importorskip("gymnasium")
    asked = list[Any]()

    def caller(view: Any, rng: Any) -> str:
        asked.append((view.seat, view.to_act, rng.random()))
        return "check" if "check" in str(view.legal) else "call"

    tables = envs.vector("holdem-no-limit", 2, 3, seat=0, opponents=caller, seed=1)
    tables.reset()
    for _ in range(6):
        names = [tables.legal(i) for i in range(2)]
        passive = [
            tables.batch.slots.names.index("check" if "check" in n else "call") for n in names
        ]
        tables.step(np.array(passive))
    assert asked and all(seat == actor != 0 for seat, actor, _ in asked)
    given: Any
    for given in (5, lambda: "fold", object()):
        with pytest.raises(BadSetup, match="an opponent is"):
            envs.gym("ricochet-2", 2, opponents=given).reset()

    def cheat(view: Any, rng: Any) -> str:
        return "raise to 1"

    with pytest.raises(IllegalAction):
        for seat in range(2):  # one of them acts second
            envs.gym("holdem-no-limit", 2, seat=seat, opponents=cheat).reset(seed=1)


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
        assert tables.now is not None
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
