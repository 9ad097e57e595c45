"""Files that cannot be read or written, at every place of the command line that takes one."""

import argparse
import sys
from pathlib import Path

import pytest

from sidepot.cli import build_parser, completers, main
from sidepot.room.storage.database import open_database
from tests.children import ROOT
from tests.words.test_ways_out import is_dead_end

KEPT = ROOT / "tests" / "releases" / "1.0"
HISTORY, STRATEGY = KEPT / "histories" / "kuhn.phh", KEPT / "kuhn.sidepot"
READ = [
    "serve --port 0 --game @.py",
    "serve --port 0 --games @",
    "serve --port 0 --strategy @.sidepot",
    "restore @.backup",
    "bot http://127.0.0.1:9/x --strategy @.py",
    "replay @.phh",
    f"replay {HISTORY} --game @.py",
    "convert @.txt",
    "verify @.phh",
    f"verify {HISTORY} --game @.py",
    "odds --hand @.phh",
    f"odds --hand {HISTORY} --game @.py",
    "odds kuhn K/* --strategy @.sidepot",
    "strength kuhn --output x.json --strategy @.sidepot",
    "words @.py",
    f"check {KEPT}/games/my_stud.py --again @.txt",
    "gallery @",
    f"gallery {KEPT}/games --kept @.json",
]
WRITTEN = [
    "backup @.backup",
    "rules kuhn --print --output @.html",
    f"replay {HISTORY} --table @.csv",
    f"convert {HISTORY} --output @.phhs",
    "odds kuhn K/* --picture @.svg",
    "equity holdem-no-limit AhKh,QQ --picture @.svg",
    "simulate kuhn --record @.hands",
    "simulate kuhn --histories @.phhs",
    "simulate kuhn --table @.csv",
    "solve ricochet-2 --write @.gz",
    "train kuhn --output @.sidepot",
    "strength kuhn --output @.json",
    "match kuhn random random --record @.hands",
    "match kuhn random random --histories @.phhs",
    "match kuhn random random --table @.csv",
    "report kuhn --output @.html",
    f"gallery {KEPT}/games --output @.html",
]
"""Command lines with `@` for the file; each is refused before any work is done."""


def place(line: str) -> str:
    """The flag before the file of a line; empty for an argument."""
    words = line.partition("@")[0].split()
    return words[-1] if words[-1].startswith("-") else ""


def wrong(folder: Path, ending: str) -> dict[str, Path]:
    """Paths that lead to no file, and at which none can be made."""
    (folder / "file").write_text("")
    (folder / f"folder{ending}").mkdir()
    found = {
        "too long": folder / ("n" * 300 + ending),
        "through a file": folder / "file" / f"x{ending}",
    }
    return found | ({"a folder": folder / f"folder{ending}"} if ending else {})


@pytest.mark.parametrize("line", [*READ, *WRITTEN])
def test_a_file_that_cannot_be_is_refused_with_the_way_out(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SIDEPOT_DATA", str(tmp_path / "data"))
    begin, _, ending = line.partition("@")
    for kind, path in wrong(tmp_path, ending).items():
        assert main([*begin.split(), str(path)]) in (1, 2), kind
        said = capsys.readouterr()
        assert not is_dead_end(said.out + said.err), said


def test_the_lines_name_every_flag_that_takes_a_file() -> None:
    known = {(line.split()[0], place(line)) for line in (*READ, *WRITTEN)}
    (commands,) = (a for a in build_parser()._actions if isinstance(a, argparse._SubParsersAction))
    taking = {
        (name, action.option_strings[-1] if action.option_strings else "")
        for name, command in commands.choices.items()
        for action in completers.actions(command)
        if completers.completer(action) in (completers._files, completers._python)
    }
    assert taking - known == {("check", "")}  # it is tried in a process of its own


@pytest.mark.parametrize("line", READ)
def test_a_circle_of_links_is_refused(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SIDEPOT_DATA", str(tmp_path / "data"))
    begin, _, ending = line.partition("@")
    (tmp_path / f"circle{ending}").symlink_to(f"circle{ending}")
    assert main([*begin.split(), f"circle{ending}"]) in (1, 2)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_disk_under_the_output_is_told_in_a_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with Path("/dev/full").open("w") as full:
        monkeypatch.setattr("sys.stdout", full)
        assert main(["rules", "kuhn"]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and "see whether the disk is full" in said


def test_a_name_of_a_file_commands_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("replay", "convert"):
        main([command, "a\x1b[31m.phh"])
    said = capsys.readouterr().err
    assert "cannot be read" in said and "\x1b" not in said


@pytest.mark.skipif(sys.platform != "linux", reason="names of files are text")
def test_a_database_whose_name_is_no_text_is_used_or_refused(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/\udcff.db"
    for engine in open_database(url):
        engine.dispose()
    assert main(["tidy", "--database", url]) == 0
    assert main(["backup", "--database", url]) == 2
