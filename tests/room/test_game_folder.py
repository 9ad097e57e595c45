"""A folder of games beside a room, which is looked at again while the room is open."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sidepot import games
from sidepot.engine.game_files import load_version
from sidepot.engine.modules import Origin
from sidepot.errors import BadGameFile, UnknownGame
from sidepot.history import History
from sidepot.room.live import game_folder
from sidepot.room.live.game_folder import GameFolder
from sidepot.room.protocol.table_rules import GamePlan
from sidepot.room.table import rules
from sidepot.room.table.rules import game_of
from sidepot.warm import Job
from tests.room.harness import RoomHarness, check_chips, drain, with_room

RULES = Path("examples/one_card.py").read_text("utf-8")
LOWEST = RULES.replace("s.hole.card[p, 0] > s", "s.hole.card[p, 0] < s")
FAILING = RULES.replace("def go_on(s: OneCard)", "def go_on(s: OneCard, none: int)")
ONE = [GamePlan(name="one-card")]
_real_trial = game_folder._try


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with One Card; files are tried in this process, which is quicker."""

    def tried(text: str, path: Path) -> None:
        if fault := game_folder._fault(text, path):
            raise BadGameFile(fault.key, **fault.values)

    monkeypatch.setattr(game_folder, "_try", tried)
    monkeypatch.setenv("SIDEPOT_CACHE", str(tmp_path / "cache"))
    made = tmp_path / "games"
    made.mkdir()
    (made / "one_card.py").write_text(RULES, "utf-8")
    yield made
    games.use_folder(())
    games.find_versions(None)


def looked_at(folder: Path) -> GameFolder:
    """The folder, after a first look."""
    found = GameFolder(folder)
    found.look()
    return found


def test_a_look_takes_what_is_new_has_changed_or_has_gone(folder: Path) -> None:
    looking, first = looked_at(folder), games.registered("one-card")
    (folder / "one_card.py").write_text(LOWEST, "utf-8")
    looking.look()
    assert games.version_of(games.registered("one-card")) not in ("", games.version_of(first))
    (folder / "one_card.py").unlink()
    looking.look()
    with pytest.raises(UnknownGame):
        games.registered("one-card")
    assert games.version("one-card", games.version_of(first)).origin == first.origin


def the_lowest() -> Origin | None:
    """The file of One Card in which the lowest card wins."""
    return load_version(LOWEST, "one_card.py").origin


def two_games(file: Path) -> None:
    file.write_text(RULES + "\nOTHER = ONE_CARD.with_options(ante=2)\n", "utf-8")


def pipe(file: Path) -> None:
    file.unlink(missing_ok=True)
    os.mkfifo(file)


def link(file: Path) -> None:
    file.unlink(missing_ok=True)
    file.symlink_to(file.with_name("nothing"))


def written(text: str, encoding: str = "utf-8") -> Callable[[Path], object]:
    return lambda file: file.write_text(text, encoding)


BROKEN: dict[str, Callable[[Path], object]] = {
    "two games": two_games,
    "a pipe": pipe,
    "a link to nothing": link,
    "raises": written("raise ValueError(1)"),
    "ends": written("import sys; sys.exit()"),
    "fails in a hand": written(FAILING),
    "too long": written(RULES + "#" * 2_000_000),
    "not UTF-8": written(f"# coding: latin-1\n# \u00e4\n{RULES}", "latin-1"),
    "a name of the house": written(RULES.replace('"one-card"', '"kuhn"')),
}


@pytest.mark.parametrize("breaking", BROKEN.values(), ids=BROKEN)
def test_a_broken_file_keeps_its_last_version_and_says_why_without_a_path(
    breaking: Callable[[Path], object], folder: Path
) -> None:
    looking, first = looked_at(folder), games.registered("one-card")
    kuhn = games.registered("kuhn")
    breaking(folder / "one_card.py")
    looking.look()
    assert games.registered("one-card") is first and games.registered("kuhn") is kuhn
    fault = looking.fault_of("one-card")
    assert fault and "one_card.py" in fault.text and str(folder.parent) not in fault.text


def test_a_link_to_a_file_elsewhere_and_one_that_prints_are_games(folder: Path) -> None:
    elsewhere = folder.with_name("moon.py")
    elsewhere.write_text(RULES.replace('"one-card"', '"moon"') + 'print("hello")\n', "utf-8")
    (folder / "moon.py").symlink_to(elsewhere)
    assert not looked_at(folder).faults and games.registered("moon")


def test_the_first_of_two_files_with_one_name_keeps_it_until_it_goes(folder: Path) -> None:
    looking = looked_at(folder)
    (folder / "a.py").write_text(LOWEST, "utf-8")
    looking.look()
    assert list(looking.faults) == ["a.py"]
    (folder / "one_card.py").unlink()
    looking.look()
    assert not looking.faults and games.registered("one-card").origin == the_lowest()


def test_files_beside_a_game_come_with_it(folder: Path) -> None:
    (folder / "one_card.md").write_text("# Moon\n\nA game at night.\n", "utf-8")
    looking = looked_at(folder)
    file = games.registered("one-card").file
    assert file and "at night" in file.with_suffix(".md").read_text("utf-8")
    (folder / "one_card.md").write_text("# Moon\n\nA game by day.\n", "utf-8")
    looking.look()
    assert "by day" in file.with_suffix(".md").read_text("utf-8")


@pytest.mark.soak("a trial in this process says the same of other faults")
@pytest.mark.parametrize(
    ("text", "key"), [("import os; os._exit(3)", "ends"), ("while 1: 0", "slow")]
)
def test_a_file_that_ends_its_process_or_never_ends_does_no_harm(
    text: str, key: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_folder, "_try", _real_trial)
    (folder / "bad.py").write_text(text, "utf-8")
    assert looked_at(folder).faults["bad.py"].key == f"error.file_{key}"
    assert games.registered("one-card")


async def begun(harness: RoomHarness, folder: Path) -> tuple[list[str], str, Any]:
    """Two players in a hand of One Card, at a table of a room with the folder; the host looks."""
    harness.room.use_folder(folder)
    people = await harness.guests("Ana", "Bo")
    table = await harness.table(*people, games=ONE)
    looking = await harness.room.subscribe(people[0], table)
    await harness.wait(3)
    return people, table, looking


def test_a_table_keeps_its_version_over_a_swap_in_mid_hand_and_a_restart(
    folder: Path, tmp_path: Path
) -> None:
    @with_room
    async def play(harness: RoomHarness) -> None:
        people, table, _ = await begun(harness, folder)
        first = (await harness.hand(table)).game.origin
        (folder / "one_card.py").write_text(LOWEST, "utf-8")
        await harness.room.look_at_games()
        other = await harness.table(*people, games=ONE)
        games.use_folder(())
        games._versions.clear()
        rules._game.cache_clear()
        await harness.reopen()
        harness.room.use_folder(folder)
        await harness.play_out(table)
        assert (await harness.hand(table)).game.origin == first
        plans = [(await harness.state(each)).rules.games[0].digest for each in (table, other)]
        assert first and plans[0] == first.digest != plans[1]
        text = await harness.room.history(people[0], table, 1)
        assert History.parse(text).others["_file"]["sha256"] == first.digest
        check_chips(await harness.state(table))

    play(tmp_path)


def test_an_older_version_that_a_table_plays_is_compiled_too(folder: Path, tmp_path: Path) -> None:
    @with_room
    async def play(harness: RoomHarness) -> None:
        _, table, _ = await begun(harness, folder)
        digest = (await harness.state(table)).rules.games[0].digest
        (folder / "one_card.py").write_text(LOWEST, "utf-8")
        games._versions.clear()  # another process
        harness.room.use_folder(folder)
        games.version("one-card", digest)
        new = list[Job]()
        harness.room.on_new_games(lambda found: new.extend(map(Job.of, found)))
        assert new == [Job("one-card", digest=digest)]

    play(tmp_path)


def test_a_version_that_a_client_names_is_not_played(folder: Path, tmp_path: Path) -> None:
    @with_room
    async def play(harness: RoomHarness) -> None:
        harness.room.use_folder(folder)
        (ana,) = await harness.guests("Ana")
        forged = GamePlan(name="one-card", digest="0" * 64)
        table = await harness.table(ana, games=[forged])
        assert (await harness.state(table)).rules.games[0].digest not in ("", forged.digest)
        with pytest.raises(UnknownGame, match="000000000000"):
            game_of(forged)

    play(tmp_path)


def test_rules_that_fail_at_a_table_are_told_to_its_host_and_in_the_log(
    folder: Path, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    @with_room
    async def play(harness: RoomHarness) -> None:
        step = "action: int) -> None:\n"
        failing = RULES.replace(step, f"{step}    s.chips.stak = 1\n")
        (folder / "one_card.py").write_text(failing, "utf-8")
        with pytest.MonkeyPatch.context() as patch, caplog.at_level(logging.ERROR, "sidepot.room"):
            patch.setattr(game_folder, "_fault", lambda *_: None)
            (_, bo), table, looking = await begun(harness, folder)
            strangers = await harness.room.subscribe(bo, table)
            await harness.act(table)
            told = [x for x in await drain(looking) if x["type"] == "notice"]
            assert "line" in str(told) and str(folder.parent) not in str(told)
            assert not [x for x in await drain(strangers) if x["type"] == "notice"]
            (logged,) = [x.getMessage() for x in caplog.records if "game_failed" in x.getMessage()]
            assert "s.chips.stak" in logged and "game=one-card" in logged
            state = await harness.state(table)
            assert state.playing and state.playing.is_void and state.paused_at is None
            check_chips(state)
            await harness.wait(15)
            await harness.act(table)
            state = await harness.state(table)
            assert (state.hands, state.in_play, state.paused_at is None) == (2, None, False)
            assert "in two hands running" in str(await drain(looking))
            check_chips(state)

    play(tmp_path)
