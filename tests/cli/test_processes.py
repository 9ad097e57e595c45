"""The command among other programs: signals, closed pipes, installed packages."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from subprocess import PIPE

from sidepot.designer.new import new_game

SIDEPOT = [sys.executable, "-m", "sidepot"]


PLAYING = """
import signal, sys
from sidepot.cli import main
from sidepot.lab import playing

signal.signal(signal.SIGINT, signal.default_int_handler)
play = playing.Run.play

def say_and_play(*arguments):
    print("playing", file=sys.stderr, flush=True)
    play(*arguments)

playing.Run.play = say_and_play
sys.exit(main(sys.argv[1:]))
"""
"""Says on the error stream when a loop begins: one hand first, to compile it, and then the others.
Whoever runs the tests in the background has taught them to ignore Ctrl-C."""


def test_ctrl_c_prints_what_a_simulation_has_done() -> None:
    hands = ["--json", "--hands", "20000000000"]
    simulate = [sys.executable, "-c", PLAYING, "simulate", "ricochet-2", *hands]
    with subprocess.Popen(simulate, stdout=PIPE, stderr=PIPE, text=True) as child:
        try:
            assert child.stderr
            begun = (line for line in child.stderr if line == "playing\n")
            assert [next(begun, None), next(begun, None)] == 2 * ["playing\n"]
            time.sleep(0.5)  # in the middle of the others
            child.send_signal(signal.SIGINT)
            told, _ = child.communicate(timeout=60)
        finally:
            child.kill()
    assert child.returncode == 0
    assert 0 < json.loads(told)["hands"] < 20_000_000_000


def test_a_reader_that_stops_reading_is_no_error(tmp_path: Path) -> None:
    environment = dict(os.environ, SIDEPOT_DATA=str(tmp_path))
    play = [*SIDEPOT, "play", "ricochet-2", "--hands", "9", "--pace", "0"]
    typed = "fold\n\n" * 40
    subprocess.run(play, env=environment, input=typed, text=True, check=True, capture_output=True)
    (saved,) = (tmp_path / "histories").iterdir()
    many = tmp_path / "many.phhs"
    hand = saved.read_text("utf-8").split("[2]")[0].split("\n", 1)[1]
    many.write_text("".join(f"[{n}]\n{hand}\n" for n in range(1, 400)), "utf-8")
    command = [*SIDEPOT, "replay", "--json", str(many)]
    with subprocess.Popen(command, stdout=PIPE, stderr=PIPE) as child:
        assert child.stdout and child.stderr
        child.stdout.readline()
        child.stdout.close()
        complaint = child.stderr.read()
    assert b"Traceback" not in complaint and child.returncode == 141


def test_the_games_of_an_installed_package_are_on_the_list(tmp_path: Path) -> None:
    new_game("parlour", tmp_path)
    info = tmp_path / "parlour-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: parlour\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[sidepot.games]\nparlour = parlour:PARLOUR\n")
    environment = dict(os.environ, PYTHONPATH=str(tmp_path), COLUMNS="150")

    def said(*arguments: str) -> str:
        command = [*SIDEPOT, *arguments]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        return done.stdout

    assert "parlour" in said("games")
    assert "the one size of a bet" in said("rules", "parlour")
    assert json.loads(said("simulate", "parlour", "--hands", "50", "--json"))["hands"] == 50
    shutil.rmtree(info)
    assert "parlour" not in said("games")
