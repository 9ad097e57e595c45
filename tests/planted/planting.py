"""Faults, planted one at a time in a copy of a checkout, and the tests that have to catch them.

A list of faults says what tests see and what they only seem to see. The copy is needed because the
checkout may be in use, and its path comes first in PYTHONPATH because an editable install points
to the checkout.
"""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

FAULTS = Path(__file__).parent / "faults.toml"
LIMIT = 300.0
"""Seconds for the tests of one fault."""
PASSED, FAILED, INTERRUPTED, USAGE, EMPTY = 0, 1, 2, 4, 5
"""Exit codes of pytest."""
BUILT = (".venv", "frontend/node_modules", "src/sidepot/room/web/page")
"""Paths that git ignores and tests need: linked, because they are large and no fault is in them."""
COMPILED = "--compiled"
"""The option of pytest for tests about machine code, in a suite that runs all others in Python."""
OPTIONS = ("-x", "-q", "-p", "no:cacheprovider", "--hypothesis-seed=0")
_FIRST = re.compile(r"^(?:FAILED|ERROR) (\S+?\.py(?:::.*?)?)(?: - .*)?$", re.MULTILINE)

Outcome = Literal["caught", "missed", "broken", "late"]
"""`broken`: the tests cannot tell, because they did not run; `late`: they took too long."""


@dataclass(frozen=True)
class Fault:
    """A mistake in one file, and the tests of the part that has it, cheapest first."""

    name: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]
    plain: bool = False
    """Do the tests run the rules in Python alone? Compiling them anew would take minutes."""
    caught: bool = True
    """False for a known gap: no test notices."""


@dataclass(frozen=True)
class Result:
    """The verdict of the tests on a fault."""

    name: str
    outcome: Outcome
    test: str
    """The first test that failed."""
    seconds: float
    note: str = ""
    """The reason of an outcome that is neither `caught` nor `missed`, and of a few that are."""


@dataclass(frozen=True)
class _Session:
    """A run of pytest: the form of the rules, and its further options."""

    plain: bool
    options: tuple[str, ...] = ()


class Misplanted(Exception):
    """The fault does not fit the checkout."""


def load(path: Path = FAULTS) -> list[Fault]:
    """The faults of a list, in its order."""
    tables = tomllib.loads(path.read_text(encoding="utf-8"))["fault"]
    return [Fault(**{**table, "tests": tuple(table["tests"])}) for table in tables]


def root_of(path: Path) -> Path:
    """The absolute path of a checkout."""
    found = path.resolve()
    if not (found / "src" / "sidepot").is_dir():
        raise Misplanted(f"{path} has no src/sidepot")
    return found


@contextlib.contextmanager
def copied(root: Path) -> Iterator[Path]:
    """A copy of a checkout, with links to what is built; deleted afterwards."""
    with tempfile.TemporaryDirectory(prefix="planted-") as folder:
        copy = Path(folder).resolve() / "sidepot"
        for name in _files(root):
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(root / name, copy / name, follow_symlinks=False)
        for name in BUILT:
            if (root / name).exists():
                (copy / name).symlink_to(root / name)
        _check_import(root, copy)
        yield copy


def _files(root: Path) -> list[str]:
    """The files of a checkout that git knows or would add."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout
    return [name for name in listed.split("\0") if name and (root / name).is_file()]


def _python(root: Path) -> str:
    """The checkout's own Python, or else the one that runs."""
    own = root / ".venv" / "bin" / "python"
    return str(own) if own.exists() else sys.executable


def _environment(copy: Path, *, plain: bool = False) -> dict[str, str]:
    """The environment of a run in the copy."""
    forms = {"NUMBA_DISABLE_JIT": "1"} if plain else {}
    return {**os.environ, "PYTHONPATH": str(copy / "src"), **forms}


def _check_import(root: Path, copy: Path) -> None:
    """Raise `Misplanted` if tests in the copy would import another checkout."""
    command = [_python(root), "-c", "import sidepot; print(sidepot.__file__)"]
    imported = subprocess.run(
        command, cwd=copy, env=_environment(copy), capture_output=True, text=True, check=True
    ).stdout.strip()
    if not Path(imported).is_relative_to(copy):
        raise Misplanted(f"tests would import {imported}")


@contextlib.contextmanager
def planted(fault: Fault, copy: Path) -> Iterator[None]:
    """Put a fault into the copy, and take it out afterwards."""
    path = copy / fault.file
    if not path.is_file():
        raise Misplanted(f"there is no {fault.file}")
    sound = path.read_bytes()
    text = sound.decode()
    if (found := text.count(fault.old)) != 1:
        raise Misplanted(f"{fault.file} has the text {found} times")
    stamp = path.stat()
    path.write_text(text.replace(fault.old, fault.new), encoding="utf-8", newline="")
    try:
        yield
    finally:
        path.write_bytes(sound)
        os.utime(path, ns=(stamp.st_atime_ns, stamp.st_mtime_ns))


def judge(fault: Fault, root: Path, copy: Path) -> Result:
    """Plant a fault in the copy of a checkout, run its tests, and say if they caught it."""
    if absent := [test for test in fault.tests if not (copy / test).exists()]:
        return Result(fault.name, "broken", "", 0, f"there is no {absent[0]}")
    start = time.monotonic()
    try:
        with planted(fault, copy):
            outcome, test, note = _judged(fault, root, copy)
    except Misplanted as error:
        outcome, test, note = "broken", "", str(error)
    except subprocess.TimeoutExpired:
        outcome, test, note = "late", "", f"over {LIMIT:.0f} s"
    return Result(fault.name, outcome, test, round(time.monotonic() - start, 1), note)


def _judged(fault: Fault, root: Path, copy: Path) -> tuple[Outcome, str, str]:
    """The outcome of all sessions: `caught` if one catches the fault, else that of one that ran."""
    found: tuple[Outcome, str, str] = "broken", "", "no session"
    for session in _sessions(fault, copy):
        verdict = _verdict(fault, copy, *_run(fault, session, root, copy))
        if verdict[0] == "caught":
            return verdict
        found = found if found[0] == "missed" else verdict
    return found


def _sessions(fault: Fault, copy: Path) -> list[_Session]:
    """The sessions in which the checkout's `make test` runs a fault's tests.

    A suite with the option `--compiled` has two, and needs the second only where the rules stay as
    they are.
    """
    if COMPILED not in (copy / "tests" / "conftest.py").read_text(encoding="utf-8"):
        return [_Session(fault.plain)]
    both = [_Session(plain=True), _Session(plain=False, options=(COMPILED,))]
    return both[:1] if fault.plain else both


def _run(fault: Fault, session: _Session, root: Path, copy: Path) -> tuple[int, str]:
    """The exit code and output of the fault's tests."""
    command = [_python(root), "-m", "pytest", *OPTIONS, *session.options, *fault.tests]
    running = subprocess.Popen(
        command,
        cwd=copy,
        env=_environment(copy, plain=session.plain),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        start_new_session=True,
    )
    try:
        output, _ = running.communicate(timeout=LIMIT)
    finally:
        with contextlib.suppress(ProcessLookupError):  # a test's children may outlive it
            os.killpg(running.pid, signal.SIGKILL)
        running.wait()
    return running.returncode, output


def _verdict(fault: Fault, copy: Path, code: int, output: str) -> tuple[Outcome, str, str]:
    """The outcome, the first failing test and a note, from an exit code of pytest."""
    first = _FIRST.search(output)
    test = first[1] if first else ""
    last = (output.strip().splitlines() or [""])[-1]
    if code == PASSED:
        return "missed", "", last
    if code == FAILED:
        return "caught", test, ""
    if code in (INTERRUPTED, USAGE) and _is_sound(copy / fault.file) and _names_import(output):
        return "caught", test or "(import)", "at import"
    return "broken", test, "no test ran" if code == EMPTY else f"pytest ended with {code}: {last}"


def _names_import(output: str) -> bool:
    """Whether pytest stopped because a module could not be imported."""
    return "error" in output and (
        "ERROR collecting" in output or "while loading conftest" in output
    )


def _is_sound(path: Path) -> bool:
    """Whether a file has no mistake in its syntax, which no test is needed to see."""
    if path.suffix != ".py":
        return True
    try:
        compile(path.read_bytes(), path, "exec")
    except SyntaxError:
        return False
    return True
