"""The checker itself: a sound room passes, with faults, and each broken one is caught."""

import random
import shutil
import sys
from pathlib import Path

import pytest

from tests.cases import often
from tests.checker.broken import BROKEN
from tests.checker.faults import FAULTS, plan
from tests.checker.history import Json
from tests.checker.run import LOG, Plan, Run
from tests.checker.verdict import PROMISES, judge

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="faults as Linux has them")
SHORT, LONG = 10.0, 240.0
SEEDS = (1701, 1702, 1703)
EARLY = "acknowledges-early"
SOON = ("shows-before", "swallows-failures")
"""Broken rooms that are caught in seconds, as is the one that acknowledges early."""


def check(folder: Path, plan: Plan) -> None:
    """Run; where a promise is broken the log is kept, and the error says how to run it again."""
    found = Run(folder, plan).check()
    if found:
        kept = Path.cwd() / ".cache" / f"checker-{plan.seed}"
        kept.parent.mkdir(exist_ok=True)
        shutil.copytree(folder, kept, dirs_exist_ok=True)
        again = f"python -m tests.checker --seed {plan.seed} --seconds {plan.seconds:g}"
        again += f" --faults {' '.join(plan.faults)}"
        raise AssertionError(f"{found[0]}\n{len(found)} in all; {kept / LOG}\nagain: {again}")


def test_a_room_keeps_its_promises_through_two_faults(tmp_path: Path) -> None:
    check(tmp_path, Plan(seed=5, seconds=SHORT, faults=("kill", "back")))


@pytest.mark.soak
@pytest.mark.parametrize("seed", SEEDS)
def test_a_room_keeps_its_promises_through_every_fault(seed: int, tmp_path: Path) -> None:
    check(tmp_path, Plan(seed=seed, seconds=LONG))


@pytest.mark.parametrize("name", often(BROKEN, always=SOON))
def test_a_broken_room_is_caught(name: str, tmp_path: Path) -> None:
    broken = BROKEN[name]
    plan = Plan(seed=3, seconds=broken.seconds, faults=broken.faults, broken=name)
    found = Run(tmp_path, plan).check()
    assert broken.promise in {violation.promise for violation in found}


def test_each_promise_has_a_room_that_breaks_it() -> None:
    assert {broken.promise for broken in BROKEN.values()} == set(PROMISES) - {"sound"}


@pytest.mark.soak("a tool of whoever looks for a fault")
def test_a_failure_is_kept_and_can_be_run_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    broken = Plan(seed=3, seconds=8, faults=(), broken=EARLY)
    with pytest.raises(AssertionError, match=r"again: python -m tests\.checker --seed 3") as error:
        check(tmp_path / "run", broken)
    kept = tmp_path / ".cache" / "checker-3" / LOG
    assert str(kept) in str(error.value) and '"what": "violation"' in kept.read_text("utf-8")
    assert f"promise={BROKEN[EARLY].promise!r}" in str(error.value)


def test_the_same_seed_plans_the_same_faults() -> None:
    def planned(seed: int) -> list[tuple[float, str, float]]:
        return plan(random.Random(seed), tuple(FAULTS))[:50]

    assert planned(7) == planned(7) != planned(8)
    assert {name for _, name, _ in planned(7)} == set(FAULTS)


class Damaged:
    """A database that is not in order, and has nothing in it."""

    def log(self, table: str) -> list[tuple[int, Json]]:
        return []

    def chat(self, table: str) -> list[tuple[int, str, str]]:
        return []

    def is_sound(self) -> bool:
        return False


def test_a_damaged_file_and_an_unclean_end_are_caught() -> None:
    found = judge([{"t": 1.0, "what": "end", "status": 1}], Damaged(), ["table"])
    assert [violation.promise for violation in found] == ["sound", "sound"]


def test_a_refused_command_that_was_done_is_caught() -> None:
    where = {"client": 0, "line": 1, "table": "t"}
    command = {"type": "sit", "id": "a", "chair": 0, "chips": 100}
    facts = [
        {"t": 1.0, "what": "invoke", "guest": "ana", "command": command, **where},
        {"t": 1.1, "what": "refused", "id": "a", "key": "room.refused_taken", **where},
    ]
    events: list[Json] = [
        {"type": "created", "host": "ana"},
        {"type": "sat", "chair": 0, "guest": "ana", "chips": 100, "by": "ana", "id": "a"},
    ]
    stored = Damaged()
    stored.log = lambda table: list(enumerate(events, 1))  # type: ignore[method-assign]
    assert "once" in {violation.promise for violation in judge(facts, stored, ["t"])}
