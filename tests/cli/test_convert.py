"""`sidepot convert`: what it writes, what it refuses, and its exit."""

import json
from pathlib import Path

import pytest

from sidepot.cli import main
from sidepot.history import History, read
from tests.history.imports.files import POKER_NOW, TEXAS

Captured = pytest.CaptureFixture[str]


def test_hands_are_written_as_histories(tmp_path: Path, capsys: Captured) -> None:
    (tmp_path / "a.txt").write_text(TEXAS, "utf-8")
    (tmp_path / "b.csv").write_text(POKER_NOW, "utf-8")
    out = tmp_path / "all.phhs"
    files = [str(tmp_path / "a.txt"), str(tmp_path / "b.csv")]
    assert main(["convert", *files, "-o", str(out)]) == 0
    said = capsys.readouterr().err
    assert "3 hands converted." in said
    assert "b.csv, line 11: not understood, kept as commentary: Something" in said
    hands = [found.hand for found in read(out)]
    assert len(hands) == 3
    for hand in hands:
        assert isinstance(hand, History)
        hand.replay()


def test_a_refused_hand_is_named_with_its_line(tmp_path: Path, capsys: Captured) -> None:
    file = tmp_path / "a.txt"
    file.write_text(TEXAS + TEXAS.replace("Cy collected", "Bo collected"), "utf-8")
    assert main(["convert", str(file), "--json"]) == 2
    out, said = capsys.readouterr()
    [line] = out.splitlines()
    assert json.loads(line)["hand"] == "1001" and json.loads(line)["line"] == 1
    assert "a.txt, hand 1001: line 62: the file lets" in said
    assert "1 refused, 1 hand good" in said


def test_a_file_in_no_known_format_is_refused(tmp_path: Path, capsys: Captured) -> None:
    (tmp_path / "a.txt").write_text("nothing", "utf-8")
    assert main(["convert", str(tmp_path / "a.txt"), str(tmp_path / "none")]) == 2
    said = capsys.readouterr().err
    assert "not one of the formats that can be read, pokerstars, poker-now, pokerth and phh" in said
    assert "cannot be read" in said


def test_a_file_without_a_good_hand_replaces_nothing(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("nothing", "utf-8")
    out = tmp_path / "all.phhs"
    for before in (None, "what was there"):
        if before:
            out.write_text(before, "utf-8")
        assert main(["convert", str(tmp_path / "a.txt"), "-o", str(out)]) == 2
        assert (out.read_text("utf-8") if out.exists() else None) == before
    assert sorted(tmp_path.iterdir()) == [tmp_path / "a.txt", out]


def test_the_formats_of_the_flag_are_those_that_are_read(capsys: Captured) -> None:
    with pytest.raises(SystemExit):
        main(["convert", "x", "--format", "x"])
    assert "pokerstars" in capsys.readouterr().err


def test_a_file_that_is_read_is_not_written(tmp_path: Path, capsys: Captured) -> None:
    file = tmp_path / "a.txt"
    file.write_text(TEXAS, "utf-8")
    assert main(["convert", str(file), "-o", str(file)]) == 2
    assert "write to another one" in capsys.readouterr().err
    assert file.read_text("utf-8") == TEXAS
