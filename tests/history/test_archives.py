"""Histories and tables of `simulate` and `match`: hands of bulk play, one by one."""

import csv
from pathlib import Path
from typing import Any

import pytest

from sidepot import games, words
from sidepot.cli import archive, main
from sidepot.cli.progress import Line
from sidepot.history import History, read
from sidepot.lab import single
from sidepot.lab.simulate import simulate

Captured = pytest.CaptureFixture[str]


@pytest.mark.parametrize("name", list(games.registry()))
def test_hands_of_a_simulation_are_played_again_as_they_were(name: str) -> None:
    game = games.find(name)
    stacks, hands = game.stacks(), 66 if game.keeps else 3
    done = simulate(game, stacks=stacks, hands=hands, seed=5)
    again = list(single.simulated(game, stacks=stacks, hands=range(hands), seed=5, policy=None))
    assert sum(hand.decision for hand in again) == done.decisions
    won = [sum(hand.payoffs[p] for hand in again) for p in range(len(stacks))]
    assert won == [round(mean * hands) for mean in done.payoff_mean[: len(stacks)]]


def histories(file: Path) -> list[History]:
    found = [found.hand for found in read(file)]
    assert all(isinstance(hand, History) for hand in found)
    return found  # type: ignore[return-value]


def test_every_third_hand_of_a_simulation(tmp_path: Path, capsys: Captured) -> None:
    file, table = tmp_path / "x.phhs", tmp_path / "x.csv"
    given = ["simulate", "ricochet-2", "--players", "3", "--hands", "10", "--seed", "4"]
    assert main([*given, "--every", "3", "--histories", str(file), "--table", str(table)]) == 0
    assert "4 hands written: " in capsys.readouterr().out
    found = histories(file)
    assert [hand.others["_hand"] for hand in found] == [0, 3, 6, 9]
    assert {hand.others["_seed"] for hand in found} == {4}
    with table.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    pots = [hand.replay().hand.won for hand in found]
    assert [int(row["pot"]) for row in rows] == [sum(won) for won in pots]
    assert [row["hand"] for row in rows] == ["1", "2", "3", "4"]


def test_hands_with_a_pot_above_a_number(tmp_path: Path) -> None:
    file = tmp_path / "x.phhs"
    given = ["simulate", "ricochet-2", "--hands", "30", "--histories", str(file), "--pot", "5"]
    assert main(given) == 0
    pots = [sum(hand.replay().hand.won) for hand in histories(file)]
    assert 0 < len(pots) < 30 and min(pots) > 5


def test_hands_of_a_match_name_the_bots_by_their_seats(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("def act(view, rng):\n    return view.legal.safe\n", "utf-8")
    file = tmp_path / "x.phhs"
    bots = ["regular", str(bot)]
    assert main(["match", "kuhn", *bots, "--hands", "4", "--histories", str(file)]) == 0
    found = histories(file)
    assert [hand.players for hand in found] == [(*bots,), (*bots[::-1],)] * 2
    dealt = [[line for line in hand.actions if line.startswith("d ")] for hand in found]
    assert dealt[0] == dealt[1] and dealt[2] == dealt[3]


def test_interrupted_hands_leave_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Line, "show", stop)
    given = ["simulate", "kuhn", "--hands", "3", "--histories", str(tmp_path / "x.phhs")]
    assert main([*given, "--table", str(tmp_path / "x.csv")]) == 130
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (["--every", "2"], "--every is for --histories"),
        (["--pot", "2"], "--pot is for --histories"),
        (["--rows", "seats"], "--rows is for --table"),
        (["--histories", "x.toml"], "let it end in .phhs"),
        (["--histories", "gone/x.phhs"], "its folder does not exist"),
        (["--table", "x.ods"], "let it end in .csv or .parquet"),
    ],
)
def test_wrong_flags_are_refused_before_the_work(
    flags: list[str], said: str, tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["simulate", "kuhn", "--hands", "2", *flags]) == 2
    told = capsys.readouterr()
    assert said in told.err and not told.out


def kept(command: list[str], folder: Path, *flags: str) -> tuple[bytes, bytes]:
    """The files that a command writes of its hands."""
    file, table = folder / "x.phhs", folder / "x.csv"
    with words.speaking("en"):
        assert main([*command, "--histories", str(file), "--table", str(table), *flags]) == 0
    return file.read_bytes(), table.read_bytes()


@pytest.mark.parametrize(
    "command",
    [
        ["simulate", "guts", "--hands", "300", "--every", "2"],  # each depends on those before
        ["simulate", "ricochet-2", "--hands", "99", "--every", "3", "--pot", "2"],
        ["match", "kuhn", "regular", "random", "--hands", "40", "--every", "3"],
    ],
)
def test_hands_are_the_same_in_any_shares(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = kept(command, tmp_path)
    monkeypatch.setattr(archive, "_SHARE", 4)
    assert kept(command, tmp_path) == whole
    assert whole[0].count(b"variant") > 8


@pytest.mark.soak("shares of hands are the same in one process")
def test_several_processes_write_the_same_in_the_same_language(tmp_path: Path) -> None:
    command = ["--language", "de", "simulate", "ricochet-casino", "--hands", "300"]
    one = kept(command, tmp_path)
    assert kept(command, tmp_path, "--threads", "2") == one
    assert b"Bank" in one[0]
