"""The log of a room: to a file where a host reads the terminal, else to standard error."""

import argparse
import json
import logging
from pathlib import Path

import pytest

from sidepot.cli import serve
from sidepot.room.web import logs
from sidepot.terminal.screen import Screen


def test_a_file_gets_all_lines_and_the_terminal_the_errors(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "data" / "room.log"
    logs.to_file(file)
    logging.getLogger("sidepot.room").info("request status=%s", 200)
    logging.getLogger("sidepot.room").error("failed reason=%s", "full")
    lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    assert [line["event"] for line in lines] == ["request", "failed"]
    assert [json.loads(line)["event"] for line in capsys.readouterr().err.splitlines()] == [
        "failed"
    ]


def test_repeated_lines_of_libraries_are_written_once(tmp_path: Path) -> None:
    file = tmp_path / "room.log"
    logs.to_file(file)
    for name in ("uvicorn.error", "uvicorn.error", "sidepot.room", "sidepot.room"):
        logging.getLogger(name).warning("slow")
    assert len(file.read_text("utf-8").splitlines()) == 3


@pytest.mark.parametrize(
    ("is_terminal", "flags", "is_quiet"),
    [
        (True, {}, True),
        (True, {"log": True}, False),
        (False, {}, False),
        (True, {"workers": 2}, True),
        (True, {"workers": 2, "log": True}, False),
        (True, {"place": 3}, False),
    ],
)
def test_a_terminal_stays_quiet_unless_the_log_is_asked_for(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    is_terminal: bool,
    flags: dict[str, object],
    is_quiet: bool,
) -> None:
    monkeypatch.setenv("SIDEPOT_DATA", str(tmp_path))
    monkeypatch.setattr("sys.stderr.isatty", lambda: is_terminal, raising=False)
    chosen = argparse.Namespace(**{"log": False, "workers": 1, "place": None, **flags})
    shared = serve._open_log(chosen, Screen())
    logging.getLogger("sidepot.room").info("request status=%s", 200)
    if shared:
        shared.close()
    told = capsys.readouterr()
    assert ("request" not in told.err) == is_quiet
    assert (str(tmp_path / "room.log") in told.out.replace("\n", "")) == is_quiet
