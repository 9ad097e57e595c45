"""Both forms of a game are checked at the same time, and nothing is left of them afterwards."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from sidepot import games
from sidepot.cli import main
from sidepot.designer import trial, trying
from sidepot.designer.laws import LAWS, conformance, laws, plain
from sidepot.designer.laws.trace import Trace
from sidepot.designer.trial import Trials, Verdict
from sidepot.words import say
from tests.children import python

Tell = Callable[[str], None]


def test_both_forms_run_at_the_same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    both = threading.Barrier(2, timeout=60)  # which breaks where one waits for the other

    def together(file: str, *, plain: bool, tell: Tell, **_: object) -> Verdict:
        both.wait()
        tell(f"a law of {file}")
        return Verdict(hands=1 + plain)

    monkeypatch.setattr(trial, "try_form", together)
    told: list[str] = []
    with Trials("my_game.py") as tried:
        found = [tried.verdict(plain=plain, tell=told.append).hands for plain in (True, False)]
    assert (found, told) == ([2, 1], ["a law of my_game.py"] * 2 + ["plain"])


def test_the_plain_form_judges_some_hands_and_the_compiled_one_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    judged: list[Sequence[Trace]] = []
    monkeypatch.setattr(laws, "LAWS", {"chips": judged.append})
    game = games.find("kuhn")
    for every in (1, 6):
        monkeypatch.setattr(conformance, "_JUDGED", every)
        assert conformance.check_game(game, names=["chips"]).hands == len(judged[-1])
    (all_hands, sixth) = judged
    assert len(all_hands) > 100 and sixth == all_hands[::6]


def test_the_process_that_waits_loads_neither_numba_nor_a_game(tmp_path: Path) -> None:
    code = """
import sys
from sidepot.cli import main
from sidepot.designer import trial
trial.try_form = lambda file, **_: trial.Verdict()
assert main(["check", sys.argv[1]]) == 0
print({"numba", "numpy", "sidepot.engine.game"} & set(sys.modules))
"""
    (tmp_path / "my_game.py").write_text("")
    assert python("-c", code, str(tmp_path / "my_game.py")).endswith("set()\n")


@pytest.mark.parametrize(("part", "is_told"), [([], True), (["--plain"], False)])
def test_a_whole_check_ends_with_the_way_to_a_report(
    part: list[str],
    is_told: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(trial, "try_form", lambda file, **_: Verdict())
    file = tmp_path / "my_game.py"
    file.touch()
    assert main(["check", str(file), *part]) == 0
    told = "".join(capsys.readouterr().out.split())
    assert told.endswith(f"sidepotreport{file}") == is_told


def test_a_form_that_nobody_waits_for_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = threading.Event()
    children: list[subprocess.Popen[str]] = []

    def endless(
        file: str, *, started: Callable[[subprocess.Popen[str]], None], **_: object
    ) -> Verdict:
        code = "import time; time.sleep(60)"
        with subprocess.Popen([sys.executable, "-c", code], text=True) as child:
            children.append(child)
            started(child)
            begun.set()
            child.wait()
        return Verdict(fault=file)

    monkeypatch.setattr(trial, "try_form", endless)
    with Trials("my_game.py"):
        assert begun.wait(60)
    assert children[0].returncode is not None


def test_the_compiled_form_tries_every_law_and_the_plain_one_those_that_name_lines(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Only if both forms run; their comparison is a separate check."""
    monkeypatch.setattr(trying, "PLAIN", False)
    assert sorted([*trying.laws_here(), trying.FORMS]) == sorted(LAWS)
    parts = trying.turns()
    assert sorted(law for part in parts for law in part) == sorted(trying.laws_here())
    assert all(parts) and {*trying.COMPILED} <= {*LAWS}
    monkeypatch.setattr(trying, "PLAIN", True)
    assert sorted([*trying.laws_here(), trying.FORMS, *trying.COMPILED]) == sorted(LAWS)
    monkeypatch.setattr(trying, "HAS_NUMBA", False)
    assert sorted([*trying.laws_here(), trying.FORMS]) == sorted(LAWS)


@pytest.mark.parametrize("differ", [True, False])
@pytest.mark.parametrize("fault", [None, "after verb 3 the forms differ"])
def test_the_place_of_a_difference_is_looked_for_only_if_the_forms_differ(
    differ: bool, fault: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If they differ and no place is found, the rules use chance."""
    asked: list[str] = []

    def tried(file: str, *, plain: bool, law: str = "", **_: object) -> Verdict:
        if law:
            asked.append(law)
            return Verdict(fault=fault)
        return Verdict(hands=3, made="other" if plain and differ else "same")

    monkeypatch.setattr(trial, "try_form", tried)
    told: list[str] = []
    with Trials("my_game.py") as trials:
        assert trials.verdict(plain=True, tell=told.append).fault is None
        found = trials.verdict(plain=False, tell=told.append).fault
    assert found == ((fault or say("check.forms")) if differ else None)
    assert (asked, told) == (["plain"] * differ, ["plain"])


def test_both_forms_make_the_same_and_a_byte_of_a_record_tells_them_apart() -> None:
    code = "from sidepot import games; from sidepot.designer.laws.conformance import made"
    command = [sys.executable, "-c", f"{code}; print(made(games.find('kuhn')))"]
    environment = dict(os.environ, NUMBA_DISABLE_JIT="1")
    other = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    traces = conformance._traces_of(games.find("kuhn"))
    assert other.stdout.strip() == plain.made(traces)
    last = traces[-1]
    changed = replace(last, records=(*last.records[:-1], last.records[-1][:-1] + b"?"))
    assert plain.made([*traces[:-1], changed]) != plain.made(traces)


SIGNS = """
import json, time
from sidepot.designer.alarm import set_alarm
for law in ("playing", None, None):
    set_alarm(0.3)
    print(json.dumps({"law": law}), flush=True)
    time.sleep(0.4)  # as on a busy machine
%s
"""
ENDS = 'print(json.dumps({"hands": 3, "decisions": 9}))'


@pytest.mark.parametrize(
    ("last", "fault"), [(ENDS, None), ("while True: pass", "no progress for 1 s")]
)
def test_a_law_may_take_longer_than_the_limit_as_long_as_hands_are_played(
    last: str, fault: str | None
) -> None:
    """Its signs of life count, and the processor time between them."""
    told: list[str] = []
    command = [sys.executable, "-c", SIGNS % last]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as child:
        found = trial._listen(child, "game.py", 1.0, told.append)
        child.kill()
    assert told == ["playing"]
    assert (found.fault is None) == (fault is None) and (fault or "") in (found.fault or "")


def test_a_hang_is_located_by_the_lines_of_the_file_alone(tmp_path: Path) -> None:
    file = tmp_path / "my_game.py"
    file.write_text("while s.waiting:\n    s.opened = 1\n", "utf-8")
    frames = [
        "Timeout (0:00:18)!\n",
        '  File "/lib/sidepot/kernel/storage.py", line 93 in __setattr__\n',
        f'  File "{file}", line 2 in step\n',
        '  File "/lib/sidepot/testing/trace.py", line 124 in _play\n',
    ]
    said = trial._stuck(str(file), 20, frames)
    assert said.endswith(f"It was here:\n  {file}:2, in step: s.opened = 1")
    compiling = ["Timeout (0:00:18)!\n", '  File "/lib/numba/core/typeinfer.py", line 569 in x\n']
    assert "the rules are still being compiled" in trial._stuck(str(file), 20, compiling)
