"""No test fails because the machine is busy: whatever may take time gets plenty of it."""

from pathlib import Path

import pytest

from tests.architecture.waits import LEAST, hasty
from tests.children import ROOT

TESTS = ROOT / "tests"
OF_FAULTS = {"checker/clients.py", "checker/stored.py"}
"""Clients of a room that faults stop, and give up to come back: late is no failure there."""


def test_no_deadline_is_short() -> None:
    files = [file for file in sorted(TESTS.rglob("*.py")) if file != Path(__file__)]
    assert len(files) > 100
    others = [file for file in files if file.relative_to(TESTS).as_posix() not in OF_FAULTS]
    assert [place for file in others for place in hasty(file)] == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("subprocess.run(command, timeout=5)", "subprocess.run 5"),
        ("PATIENCE = 5\nprocess.communicate(timeout=PATIENCE)", "process.communicate 5"),
        ("async def f():\n    await asyncio.wait_for(task, 0.3)", "asyncio.wait_for 0.3"),
        ("async def f():\n    async with asyncio.timeout(2):\n        pass", "asyncio.timeout 2"),
        ("self.process.wait(10)", "process.wait 10"),
        ("for thread in threads:\n    thread.join(1)", "thread.join 1"),
        ("try:\n    pass\nexcept OSError:\n    urlopen(url, timeout=1)", "urlopen 1"),
        ("try:\n    urlopen(url, timeout=1)\nexcept OSError:\n    pass", ""),
        ("with contextlib.suppress(OSError):\n    urlopen(url, timeout=1)", ""),
        ("with open(url):\n    urlopen(url, timeout=1)", "urlopen 1"),
        ("', '.join(names)", ""),
        (f"subprocess.run(command, timeout={LEAST})", ""),
        ("async def f():\n    await asyncio.wait([task], timeout=0.2)", ""),
    ],
)
def test_a_short_deadline_is_noticed(text: str, found: str, tmp_path: Path) -> None:
    file = tmp_path / "waiting.py"
    file.write_text(f"{text}\n")
    assert [place.partition(" ")[2] for place in hasty(file)] == [found] * bool(found)
