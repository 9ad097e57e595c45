"""Failures kept by `sidepot check`: replayed by a command, and in the debugger."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from sidepot import paths
from sidepot.cli import main
from sidepot.designer import again
from sidepot.designer.laws import check_game, conformance, diary
from sidepot.designer.laws.diary import Diary
from sidepot.designer.laws.failure import PLAYING, Failure, read, replayed, written
from sidepot.designer.laws.trace import watching
from sidepot.designer.new import new_game
from sidepot.engine.action import Action
from sidepot.errors import BadGameFile, LawBroken
from sidepot.rules import actions
from tests.cases import often
from tests.laws.broken import BROKEN, Broken

POT = "chips.pot(s.chips, s.seats))"
WRONG = POT[:-1] + " + 1)"

OF_ONE_HAND = [case for case in BROKEN if case.says not in ("carried_stuck", "names_low")]
"""Broken games that a single hand shows: many show that nobody wins a pot, or that low hands do."""


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game that pays a chip too many, and a cache of its own for what is kept of it."""
    monkeypatch.setattr(paths, "cache", lambda: tmp_path / "cache")
    made = new_game("my-game", tmp_path)
    made.write_text(made.read_text("utf-8").replace(POT, WRONG), "utf-8")
    return made


@pytest.fixture
def every_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Judge every hand in the plain form too."""
    monkeypatch.setattr(conformance, "_JUDGED", 1)


def test_a_failure_after_an_exchange_is_replayed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """An action that picks several cards is kept by its place in the menu."""
    monkeypatch.setattr(paths, "cache", lambda: tmp_path / "cache")
    made = new_game("my-stud", tmp_path, "stud")
    award = "    pots.award(s.chips, s.seats, s.journal, s.strength)"
    wrong = f"    s.chips.stack[0] += s.thrown.size[0] > 1\n{award}"
    made.write_text(made.read_text("utf-8").replace(award, wrong), "utf-8")
    assert main(["check", str(made), "--plain", "--law", "chips"]) == 1
    kept = paths.cache() / "failures" / "my_stud.json"
    assert any(action.startswith("exchange") for action in read(kept).actions)
    assert main(["check", str(made), "--again", str(kept)]) == 1
    told = capfd.readouterr().out
    assert "and now there are" in told and "is not an action" not in told
    assert re.search(r"p1: exchange \w\w \w\w\n", told)


def test_a_failure_is_kept_replayed_and_gone_when_the_rule_is_right(
    file: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", str(file)]) == 1
    kept = paths.cache() / "failures" / "my_game.json"
    assert f"sidepot check {file} --again {kept}" in capfd.readouterr().err
    failure = read(kept)
    assert (failure.law, failure.actions[-1:]) == ("chips", ["fold"])
    assert main(["check", str(file), "--again", str(kept)]) == 1
    told = capfd.readouterr()
    assert "the winners got 1 chip more" in told.out and "p2: fold" in told.out
    assert "still fails" in told.err
    file.write_text(file.read_text("utf-8").replace(WRONG, POT), "utf-8")
    assert main(["check", str(file), "--again", str(kept)]) == 0
    assert "no longer breaks the law chips" in capfd.readouterr().out


def test_the_debugger_stops_before_the_action_that_shows_it(file: Path) -> None:
    deck = list(range(52))
    failure = Failure("chips", {}, [400, 400], deck, [], 0, ["raise to 2", "fold"])
    kept = file.with_suffix(".json")
    kept.write_bytes(msgspec.json.encode(failure))
    done = subprocess.run(
        [sys.executable, "-m", again.__name__, str(file), str(kept), "60", "--pdb"],
        input="n\nn\np action\nq\n",
        capture_output=True,
        text=True,
        env=dict(os.environ, NUMBA_DISABLE_JIT="1"),
        check=False,
    )
    assert done.returncode == again._HOLDS and "Traceback" not in done.stderr
    assert "my_game.py(" in done.stdout and "(Pdb) 0" in done.stdout


def test_a_rule_that_raises_while_hands_are_played_names_its_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The hand is kept up to the action that the rule could not do."""
    from tests.laws.little import LITTLE

    calls = []

    def step(rows: object, action: int) -> None:
        calls.append(action)
        if len(calls) > 1:
            raise ZeroDivisionError("a rule divides by nobody")
        real(rows, action)

    game = replace(LITTLE)  # the one with no other options is shared
    real = game.entry.step
    monkeypatch.setitem(vars(game), "entry", game.entry._replace(step=step))
    with pytest.raises(LawBroken, match="divides by nobody") as broken:
        check_game(game, names=["chips"])
    assert broken.value.failure.law == PLAYING
    assert len(broken.value.failure.actions) >= 1


@pytest.mark.usefixtures("every_hand")
@pytest.mark.parametrize(
    "case", often(OF_ONE_HAND[:12], always=OF_ONE_HAND[:5]), ids=lambda case: case.game.name
)
def test_a_kept_failure_breaks_the_same_law_alone(case: Broken) -> None:
    with pytest.raises(LawBroken) as broken:
        check_game(case.game, names=[case.law])
    failure = broken.value.failure
    assert failure is not None
    if failure.law == PLAYING:
        with pytest.raises(Exception, match=r"."):
            replayed(failure, case.game)
        return
    assert failure.law == case.law
    trace = replayed(failure, case.game)
    assert len(failure.actions) <= len(trace.actions)
    assert again._fault(failure, case.game) is not None


def test_a_file_that_is_no_failure_is_refused(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.json"
    for text in ("", "{}", '{"law": 3}', "[1"):
        wrong.write_text(text, "utf-8")
        with pytest.raises(BadGameFile, match="no failure that"):
            read(wrong)
    with pytest.raises(BadGameFile, match="no failure that"):
        read(tmp_path / "none.json")


STEP = "    p, kind = s.seats.actor, actions.kind(action)\n"
LEAVE = '\nleave = __import__("os")._exit\n'
DIES = "    leave(0)\n"
"""A rule that ends its process as if nothing had happened."""


def spoiled(file: Path, line: str) -> str:
    """The game of the file with a line before all others of `step`; its text before that."""
    right = file.read_text("utf-8").replace(WRONG, POT)
    assert right.count(STEP) == 1
    file.write_text(right.replace(STEP, line + STEP) + LEAVE, "utf-8")
    return right


@pytest.mark.parametrize(
    ("line", "said", "again_said"),
    [
        (
            "    while s.opened: pass\n",
            ("no progress for 2 s", "in step", "my_game.py"),
            "still hangs in this hand",
        ),
        (f"    if s.opened:\n    {DIES}", ("ended without an error message",), "still ends its"),
    ],
    ids=["never ends", "ends the process"],
)
def test_a_rule_that_never_comes_back_is_kept_and_replayed(
    line: str, said: tuple[str, ...], again_said: str, file: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """The diary knows the current hand even though the process could not report it.

    The limit is of processor time, far above what a process takes to start.
    """
    right = spoiled(file, line)
    assert main(["check", str(file), "--limit", "2"]) == 1
    told = capfd.readouterr().err
    kept = paths.cache() / "failures" / "my_game.json"
    assert all(words in told for words in (*said, f"--again {kept}")), told
    failure = read(kept)
    assert failure.law == PLAYING and failure.plain and "raise to 2" in failure.actions
    assert main(["check", str(file), "--again", str(kept), "--limit", "2"]) == 1
    replayed_told = capfd.readouterr()
    assert again_said in replayed_told.err
    assert failure.actions[-1] in replayed_told.out.splitlines()[-1]
    file.write_text(right, "utf-8")
    assert main(["check", str(file), "--again", str(kept)]) == 0


def test_a_failure_of_the_compiled_form_alone_is_replayed_there(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And one that the plain form has, or that comes from a file of old, in the plain one."""
    forms = []

    def run(command: list[str], *, env: dict[str, str], **_: object) -> object:
        forms.append(env["NUMBA_DISABLE_JIT"])
        return subprocess.CompletedProcess(command, again._HOLDS)

    monkeypatch.setattr(subprocess, "run", run)
    kept = file.with_suffix(".json")
    failure = Failure("chips", {}, [400, 400], list(range(52)), [], 0, [])
    for one in (failure, msgspec.structs.replace(failure, plain=False)):
        kept.write_bytes(msgspec.json.encode(one))
        again.replay(str(file), kept, 60)
    old = msgspec.to_builtins(failure)
    del old["plain"]
    kept.write_bytes(msgspec.json.encode({**old, "law": "plain"}))
    again.replay(str(file), kept, 60)
    assert forms == ["1", "0", "0"]


class Gone(BaseException):
    """The process is gone: nothing catches this."""


@pytest.mark.usefixtures("every_hand")
@pytest.mark.parametrize("verb", ["begin", "menu", "step", "conceal", "redeal"])
def test_the_diary_knows_the_hand_wherever_a_process_ends(
    verb: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The law and the hand are those of the verb that did not come back."""
    from tests.laws.little import LITTLE

    game = replace(LITTLE)  # the one with no other options is shared
    real, calls = getattr(game.entry, verb), []

    def last(*given: object) -> None:
        calls.append(given)
        if len(calls) == 300:
            raise Gone
        real(*given)

    monkeypatch.setitem(vars(game), "entry", game.entry._replace(**{verb: last}))
    kept, laws = Diary(tmp_path / "diary"), list[str]()

    def begun(law: str) -> None:
        laws.append(law)
        kept.begin(law)

    with watching(kept.see), pytest.raises(Gone):
        check_game(game, names=["concealment", "redeal"], progress=begun)
    found = diary.last(tmp_path / "diary")
    assert found is not None and found.law == laws[-1]
    assert sorted(found.deck) == sorted(LITTLE.cards_for(len(found.stacks)))
    trace = replayed(msgspec.structs.replace(found, law=PLAYING), LITTLE)
    legal = [str(Action.decode(number)) for number in trace.actions]
    assert legal[: len(found.actions)] == found.actions


def test_a_diary_in_which_nothing_is_written_tells_nothing(tmp_path: Path) -> None:
    assert diary.last(tmp_path / "none") is None
    Diary(tmp_path / "diary").begin("loading")
    assert diary.last(tmp_path / "diary") is None
    (tmp_path / "cut").write_bytes((tmp_path / "diary").read_bytes()[:9])
    assert diary.last(tmp_path / "cut") is None


@pytest.mark.parametrize("kind", range(len(actions.NAMES)), ids=actions.NAMES)
def test_every_kind_of_action_is_kept_and_read(kind: int) -> None:
    counts = kind in (*actions.COUNTED, *actions.PICKED) or actions.NAMES[kind] in actions.OWN_NAMES
    numbers = [actions.encode(kind, amount) for amount in ((0, 1, 41) if counts else (0,))]
    kept = [written(number) for number in numbers]
    assert Failure("chips", {}, [], [], [], 0, kept).numbers == numbers
