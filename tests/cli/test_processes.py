"""The command among other programs: signals, closed pipes, installed packages."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from subprocess import PIPE

import pytest

from sidepot.designer.new import new_game
from tests.history.hands import KNOWN, write

SIDEPOT = [sys.executable, "-m", "sidepot"]


PLAYING = """
import signal, sys
from sidepot.cli import main
from sidepot.lab import playing

signal.signal(signal.SIGINT, signal.default_int_handler)
take = playing._Collected.take

def say_and_take(*arguments):
    take(*arguments)
    print("taken", file=sys.stderr, flush=True)

playing._Collected.take = say_and_take
sys.exit(main(sys.argv[1:]))
"""
"""Says on the error stream when hands are counted: one first, to compile the loop, then a chunk of
others. Tests that run in the background have inherited to ignore Ctrl-C."""


@pytest.mark.compiled
def test_ctrl_c_prints_what_a_simulation_has_done() -> None:
    hands = ["--json", "--hands", "20000000000"]
    simulate = [sys.executable, "-c", PLAYING, "simulate", "kuhn", *hands]
    with subprocess.Popen(simulate, stdout=PIPE, stderr=PIPE, text=True) as child:
        try:
            assert child.stderr
            counted = (line for line in child.stderr if line == "taken\n")
            assert [next(counted, None) for _ in range(3)] == 3 * ["taken\n"]
            child.send_signal(signal.SIGINT)
            told, _ = child.communicate(timeout=60)
        finally:
            child.kill()
    done = json.loads(told)
    assert child.returncode == 130 and done["stopped"]
    assert 0 < done["hands"] < 20_000_000_000


def test_a_reader_that_stops_reading_is_no_error(tmp_path: Path) -> None:
    many = write(tmp_path / "many.phhs", *[KNOWN] * 400)
    command = [*SIDEPOT, "replay", "--json", str(many)]
    with subprocess.Popen(command, stdout=PIPE, stderr=PIPE) as child:
        assert child.stdout and child.stderr
        child.stdout.readline()
        child.stdout.close()
        complaint = child.stderr.read()
    assert b"Traceback" not in complaint and child.returncode == 141


PARLOUR = """
from sidepot.cli import main

for command in ("games", "rules parlour", "simulate parlour --hands 50 --json"):
    assert main(command.split()) == 0
    print("§")
"""


def test_the_games_of_an_installed_package_are_on_the_list(tmp_path: Path) -> None:
    new_game("parlour", tmp_path)
    info = tmp_path / "parlour-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: parlour\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[sidepot.games]\nparlour = parlour:PARLOUR\n")
    environment = dict(os.environ, PYTHONPATH=str(tmp_path), COLUMNS="150")
    command = [sys.executable, "-c", PARLOUR]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    listed, rules, simulated = done.stdout.split("§\n")[:-1]
    assert "parlour" in listed
    assert "the one size of a bet" in rules
    assert json.loads(simulated)["hands"] == 50
