"""The experts that ship: their files, their retraining, and sensible play."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from sidepot import bots, games
from sidepot.bots.trained import experts, packed
from sidepot.bots.trained.strategy import Trained
from sidepot.engine.game import Game
from sidepot.errors import BadLearned, UnknownBot
from sidepot.history import History
from sidepot.lab.learn import house
from sidepot.lab.learn.training import Pace
from sidepot.rules.actions import CALL, FOLD, kind

MOST_BYTES = 4_000_000
NO_LIMIT = games.find("holdem-no-limit")
SHOOTOUT = games.find("high-noon-shootout")
TINY = house.Plan("high-noon-showdown", 2, buckets=4, pace=Pace(100, 2, 12), most_deals=500)
TINY_SIGNATURE = "7d5d7766"


TOLD = ("players", "plan", "signature")


def faults(folder: Path) -> list[str]:
    """The inconsistencies between the manifest of a folder and its files."""
    entries = json.loads((folder / experts.MANIFEST).read_text("utf-8"))
    files = sorted(file.name for file in folder.glob("*.bin"))
    found = [f"{name} is not named" for name in files if name not in entries]
    for name, entry in entries.items():
        file = folder / name
        if not file.exists():
            found.append(f"{name} is missing")
        elif file.stat().st_size != entry["bytes"]:
            found.append(f"{name} has another size")
        else:
            head = packed.read(file).head
            found += [f"{name}: {key}" for key in TOLD if head[key] != entry[key]]
    return found


def test_the_manifest_describes_every_table_and_all_are_small() -> None:
    assert faults(experts.TABLES) == []
    assert sum(file.stat().st_size for file in experts.TABLES.glob("*.bin")) < MOST_BYTES


def test_every_table_has_a_plan_by_which_it_is_trained() -> None:
    for name, entry in experts.manifest().items():
        plan = house.PLANS[name.removesuffix(".bin")]
        assert (entry["players"], entry["seed"]) == (plan.players, plan.seed)
        assert entry["plan"] == experts.plan_of(plan.table) and entry["rounds"] > 0


def test_a_table_that_was_not_written_by_its_training_is_noticed(tmp_path: Path) -> None:
    for file in experts.TABLES.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    entries = json.loads((tmp_path / experts.MANIFEST).read_text("utf-8"))
    name = min(entries)
    entries[name]["signature"] = "00000000"
    (tmp_path / experts.MANIFEST).write_text(json.dumps(entries))
    (tmp_path / "other.bin").write_bytes(b"")
    assert faults(tmp_path) == ["other.bin is not named", f"{name}: signature"]


def test_every_betting_game_between_two_has_an_expert_of_its_own() -> None:
    for game in (
        NO_LIMIT,
        games.find("holdem-fixed-limit"),
        SHOOTOUT,
        SHOOTOUT.with_options(limit="pot-limit"),
        SHOOTOUT.with_options(limit="fixed-limit"),
        games.find("high-noon-showdown"),
    ):
        assert 2 in experts.learned_for(game)
        assert "expert" in bots.strengths_of(game)


def test_more_players_than_were_learned_play_the_nearest_table() -> None:
    found = experts.find(NO_LIMIT, 10)
    assert found is not None
    assert found.players == max(
        entry["players"]
        for entry in experts.manifest().values()
        if entry["plan"] == experts.plan_of(NO_LIMIT)
    )


@pytest.mark.parametrize(
    ("players", "wanted"), [(2, 2), (3, 3), (4, 6), (5, 6), (6, 6), (7, 6), (10, 6)]
)
def test_four_and_five_play_the_table_for_six_as_if_two_had_folded(
    players: int, wanted: int
) -> None:
    assert experts._nearest((2, 3, 6), players) == wanted


@pytest.mark.parametrize(("players", "wanted"), [(2, 2), (10, 6)])
def test_fixed_limit_holdem_has_a_table_for_six_which_more_play_too(
    players: int, wanted: int
) -> None:
    found = experts.find(games.find("holdem-fixed-limit"), players)
    assert found is not None and found.players == wanted


def missing(shipped: Mapping[str, Any]) -> list[str]:
    """The tables that should ship, and do not: every betting game and limit, two to six players."""
    return [name for name in house.PLANS if f"{name}.bin" not in shipped]


def test_every_table_that_is_planned_ships() -> None:
    assert missing(experts.manifest()) == []
    some = next(iter(experts.manifest()))
    others = {name: entry for name, entry in experts.manifest().items() if name != some}
    assert missing(others) == [some.removesuffix(".bin")]


def test_other_rules_have_no_expert() -> None:
    other = NO_LIMIT.with_options(antes_match="yes")
    assert experts.find(other, 2) is None and "expert" not in bots.strengths_of(other)
    with pytest.raises(UnknownBot, match="regular"):
        bots.find(other, "expert")
    with pytest.raises(UnknownBot, match="there is no bot"):
        bots.policy_of(NO_LIMIT, "expert")


def test_amounts_that_are_only_larger_are_the_same_rules() -> None:
    larger = NO_LIMIT.with_options(blinds="5/10")
    assert experts.plan_of(larger) == experts.plan_of(NO_LIMIT)
    assert experts.plan_of(NO_LIMIT.with_options(blinds="1/3")) != experts.plan_of(NO_LIMIT)
    assert experts.plan_of(SHOOTOUT.with_options(ante=7)) == experts.plan_of(SHOOTOUT)
    fixed = SHOOTOUT.with_options(limit="fixed-limit")
    assert experts.plan_of(fixed.with_options(small_bet=3)) != experts.plan_of(fixed)


@functools.cache
def expert(game: Game, players: int = 2) -> Trained:
    """The shipped strategy."""
    found = experts.find(game, players)
    assert found is not None
    return found


def chance(game: Game, deck: str, acts: str, wanted: int, stacks: int) -> float:
    """The expert's chance of a kind of action after some others."""
    hand = game.deal(players=2, stacks=stacks, deck=deck)
    for action in filter(None, acts.split(", ")):
        hand.act(action)
    assert hand.actor is not None
    found = expert(game).chances(hand.record(hand.actor))
    return sum(share for action, share in found.items() if kind(action) == wanted)


ACES, NOTHING = "As Ah", "2c 7d"


@pytest.mark.parametrize(
    ("scale", "depth"),
    [
        (5, 20),
        pytest.param(1, 20, marks=pytest.mark.soak),
        pytest.param(1, 100, marks=pytest.mark.soak),
        pytest.param(5, 100, marks=pytest.mark.soak),
    ],
)
def test_before_the_flop_aces_never_fold_and_nothing_does_to_all_in(scale: int, depth: int) -> None:
    game = NO_LIMIT.with_options(blinds=f"{scale}/{2 * scale}")
    stack = 2 * scale * depth
    all_in = f"raise to {stack}"
    assert chance(game, f"{ACES} {NOTHING}", all_in, CALL, stack) > 0.9
    assert chance(game, f"{NOTHING} {ACES}", all_in, FOLD, stack) > 0.9
    assert chance(game, f"{NOTHING} {ACES}", "", FOLD, stack) < 0.1


NUTS, AIR = "As Ah Ad Ac Kc", "2c 4d 7h 9s Jd"
TO_THE_END = ", ".join(["check, check, keep, keep"] * 3)


@pytest.mark.soak
def test_at_the_last_point_four_aces_call_and_nothing_folds() -> None:
    """The first player bets all; the community cards, every second one burned, help nobody."""
    board = "3c 3d 3h 5s 5c 8d"
    for first, second, wanted in ((AIR, NUTS, CALL), (NUTS, AIR, FOLD)):
        deck = f"{first} {second} {board}"
        assert chance(SHOOTOUT, deck, f"{TO_THE_END}, bet 99", wanted, 100) > 0.9


def asked_for(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, *words: str) -> dict[str, float]:
    """The tables that a command trains, each with its rounds."""
    found: dict[str, float] = {}

    def train(plan: house.Plan, folder: Path, rounds: float, *rest: object) -> None:
        found[plan.name] = rounds

    monkeypatch.setattr(house, "train", train)
    monkeypatch.setattr("sys.argv", ["house", "--folder", str(tmp_path), *words])
    house._main()
    return found


def test_without_names_all_that_ship_are_trained_for_their_rounds_and_no_others(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A table that does not ship has no rounds to end after."""
    shipped = {f.removesuffix(".bin"): e["rounds"] for f, e in experts.manifest().items()}
    assert asked_for(monkeypatch, tmp_path) == shipped
    assert set(asked_for(monkeypatch, tmp_path, "--rounds", "3").values()) == {3}
    assert asked_for(monkeypatch, tmp_path, "--seconds", "3").keys() == house.PLANS.keys()


def test_a_table_that_does_not_ship_is_not_trained_for_ever(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name = next(iter(house.PLANS))
    shipped = {file: e for file, e in experts.manifest().items() if file != f"{name}.bin"}
    monkeypatch.setattr(experts, "manifest", lambda: shipped)
    with pytest.raises(SystemExit):
        asked_for(monkeypatch, tmp_path, name)
    assert f"{name} does not ship; say --rounds or --seconds" in capsys.readouterr().err
    assert asked_for(monkeypatch, tmp_path, name, "--rounds", "2") == {name: 2}


@pytest.mark.soak
def test_a_table_can_be_trained_again(tmp_path: Path) -> None:
    """From plan, seed and rounds alone; it is packed and read back as it was."""
    entry = house.train(TINY, tmp_path, 3)
    assert entry["signature"] == TINY_SIGNATURE
    assert faults(tmp_path) == []
    head = packed.read(tmp_path / f"{TINY.name}.bin").head
    assert head["signature"] == TINY_SIGNATURE


@pytest.mark.soak
def test_a_stopped_training_goes_on_to_the_same_table(tmp_path: Path) -> None:
    """Its buckets and sizes are those of the plan, and not the game's own."""
    first, work = house.SAVED, tmp_path / "work"
    work.mkdir()
    house.train(TINY, tmp_path, first, work=work)
    gone_on = house.train(TINY, tmp_path, first + 2, work=work)
    at_once = house.train(TINY, tmp_path, first + 2)
    assert gone_on["signature"] == at_once["signature"]


@pytest.mark.parametrize("content", [b"", b"no table", b"\xfd7zXZ\x00\x00\x04"])
def test_a_damaged_table_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "bad.bin").write_bytes(content)
    with pytest.raises(BadLearned, match="damaged"):
        packed.read(tmp_path / "bad.bin")


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_the_expert_of_a_recorded_hand_is_that_of_its_table(players: int) -> None:
    """A history names the blinds of every seat."""
    hand = NO_LIMIT.deal(players=players, seed=1)
    while hand.legal:
        hand.act(hand.legal[0])
    history = History.parse(History.from_hand(hand).text())
    game = history.replay().hand.game
    found, own = experts.find(game, players), experts.find(NO_LIMIT, players)
    assert found and own and found.trained == own.trained
