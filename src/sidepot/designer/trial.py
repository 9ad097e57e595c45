"""Checks a game file in separate processes: it can neither hang this one nor end it.

They are `designer.trying`. This module loads nothing that takes long: the processes do.
"""

from __future__ import annotations

import json
import os
import queue
import re
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from sidepot import paths
from sidepot.designer.alarm import by_clock, went_off
from sidepot.errors import LawBroken
from sidepot.paths import without_links

_LIMIT = 60.0
"""Seconds of processor time without a sign of life after which a check is stopped."""
_FRAMES = 20
"""Lines of a process that hangs: the rule's come first, and what called it after them."""
_FRAME = re.compile(r'File "(.*)", line (\d+) in (\w+)')
"""A line of `faulthandler`."""
_COMPILER = "/numba/"
"""In the path of each of the compiler's own files."""
_MORE = 2.0
"""Seconds by the clock that a process has to end itself, with the lines at which it hangs."""
_START = 60.0
"""Seconds until the first sign of life, which comes before anything of the game is read."""
_END = 10.0
"""Seconds for the streams of a process that was killed to end."""
_CHILD = "sidepot.designer.trying"
_FORMS = "plain"
"""The law that says where both forms differ."""
_Laws = queue.Queue[str | None]


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of checking one form (compiled or plain): hands and decisions, or the fault."""

    hands: int = 0
    decisions: int = 0
    fault: str | None = None
    failure: dict[str, Any] | None = None
    """The hand with which it fails, if that is known: `testing.failure.Failure` as JSON."""
    made: str = ""
    """A hash of the records of all hands, the same in both forms (`testing.plain.made`)."""
    odd: Sequence[Sequence[Any]] = ()
    """Hands to be read (`odd.Odd`), of the form that is tried first."""
    lacking: Mapping[str, int] = field(default_factory=dict)
    """Values that the game's file leaves out, as the hands tell them (`laws.room`)."""
    spare: Mapping[str, int] = field(default_factory=dict)
    """Values that it declares far too large, with what is enough for the hands."""
    said: bool = True
    """Whether the process reported it; otherwise it has hung or died."""


class Trials:
    """Both forms of a game, checked beside each other, or the plain one alone.

    The plain one is asked for first: its errors are lines of the file. Use it as a `with` block,
    at whose end no process is left. `law`: the only one to try; None for all.
    """

    def __init__(
        self, file: str, limit: float = _LIMIT, *, law: str | None = None, only_plain: bool = False
    ) -> None:
        self._children: list[subprocess.Popen[str]] = []
        self._file, self._limit, self._law, self._is_over = file, limit, law, False
        self._pool = ThreadPoolExecutor(2)
        self.forms = (True,) if only_plain else (False,) if law == _FORMS else (True, False)
        self._trials = {plain: self._begin(plain=plain) for plain in self.forms}

    def __enter__(self) -> Trials:
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over = True
        for child in self._children:
            child.kill()
        self._pool.shutdown()

    def verdict(self, *, plain: bool, tell: Callable[[str], None]) -> Verdict:
        """The result of a form. `tell` is called with the name of each law as it is tried, once.

        The compiled one has to make the same as the plain one too.
        """
        laws, trial = self._trials[plain]
        told = set[str]()
        for law in iter(laws.get, None):
            if law not in told:
                told.add(law)
                tell(law)
        found = trial.result()
        is_alone = plain or self._law is not None or found.fault is not None
        return found if is_alone else self._compared(found, tell)

    def _compared(self, compiled: Verdict, tell: Callable[[str], None]) -> Verdict:
        """The result of the compiled form, or where it differs from the plain one."""
        _, plain = self._trials[True]
        tell(_FORMS)
        if plain.result().made == compiled.made:
            return compiled
        found = try_form(
            self._file, plain=False, limit=self._limit, started=self._started, law=_FORMS
        )
        if found.fault is None:
            found = Verdict(fault=str(LawBroken("check.forms")))
        return found

    def _started(self, child: subprocess.Popen[str]) -> None:
        """Keep a process, to end it; if all is over, end it at once."""
        self._children.append(child)
        if self._is_over:
            child.kill()

    def _begin(self, *, plain: bool) -> tuple[_Laws, Future[Verdict]]:
        """Begin a trial: the laws as they are tried, None at the end, and what will be found."""
        laws: _Laws = queue.Queue()

        def tried() -> Verdict:
            try:
                return try_form(
                    self._file,
                    plain=plain,
                    limit=self._limit,
                    tell=laws.put,
                    started=self._started,
                    law=self._law,
                )
            finally:
                laws.put(None)

        return laws, self._pool.submit(tried)


def try_form(
    file: str,
    *,
    plain: bool,
    limit: float = _LIMIT,
    tell: Callable[[str], None] = lambda law: None,
    started: Callable[[subprocess.Popen[str]], None] = lambda child: None,
    law: str | None = None,
) -> Verdict:
    """Check a game in one form. `tell` is called with the name of each law as it is tried.

    `started` is called with the process; `law` is the only one to try, where it is given. What the
    game prints goes to the standard error.
    """
    environment = dict(os.environ, NUMBA_DISABLE_JIT="1" if plain else "0")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        diary = Path(folder) / "diary"
        command = [sys.executable, "-m", _CHILD, file, str(limit), str(diary)]
        command += [law] if law else []
        with subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
        ) as child:
            started(child)
            try:
                found = _listen(child, file, limit, tell)
            finally:
                child.kill()
        return found if found.said else replace(found, failure=_last(diary))


def keep(file: str, verdict: Verdict) -> Path | None:
    """The file to which the failure of a verdict is written; None without one, or without room."""
    if verdict.failure is None:
        return None
    path = paths.cache() / "failures" / f"{Path(file).stem}.json"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with paths.atomic_write(path) as draft:
            draft.write_text(json.dumps(verdict.failure, indent=1) + "\n", "utf-8")
    except OSError:
        return None
    return path


class _Lines(threading.Thread):
    """Reads the lines of a stream as they come; the last one is empty."""

    def __init__(self, stream: Any) -> None:
        super().__init__(daemon=True)
        self._stream = stream
        self._coming: queue.Queue[str] = queue.Queue()
        self.read: list[str] = []
        self.start()

    def run(self) -> None:
        for line in self._stream:
            self.read.append(line)
            self._coming.put(line)
        self._coming.put("")

    def next(self, timeout: float) -> str:
        """The next line. Raises `queue.Empty` where none comes in time."""
        return self._coming.get(timeout=timeout)


def _listen(
    child: subprocess.Popen[str], file: str, limit: float, tell: Callable[[str], None]
) -> Verdict:
    """The verdict of a process, which is over afterwards."""
    said, errors = _Lines(child.stdout), _Lines(child.stderr)
    try:
        return _verdict(child, file, limit, tell, said, errors)
    finally:
        child.kill()
        for lines in (said, errors):  # a stream may not be closed while it is read
            lines.join(_END)


def _verdict(
    child: subprocess.Popen[str],
    file: str,
    limit: float,
    tell: Callable[[str], None],
    lines: _Lines,
    errors: _Lines,
) -> Verdict:
    patience = max(by_clock(limit), _START)
    while True:
        try:
            line = lines.next(patience)
        except queue.Empty:
            return Verdict(fault=_stuck(file, limit, errors.read), said=False)
        if not line:
            errors.join(1)
            return Verdict(fault=_died(file, child.wait(), limit, errors.read), said=False)
        said: dict[str, Any] = json.loads(line)
        patience = by_clock(limit) + _MORE
        if "printed" in said:
            print(said["printed"], end="", file=sys.stderr, flush=True)
        elif "law" in said:  # None: a heartbeat while a law runs
            if said["law"]:
                tell(said["law"])
        else:
            return Verdict(**said)


def _stuck(file: str, limit: float, errors: list[str]) -> str:
    """The error for a process that hangs, with the lines of the file, the innermost first."""
    own = list(_own_frames(file, errors))
    if not own and any(_COMPILER in line for line in errors):
        return str(LawBroken("check.compiling", seconds=round(limit)))
    where = "\n".join(own) or "".join(errors[-_FRAMES:]).rstrip()
    return str(LawBroken("check.endless", seconds=round(limit), where=where or "-"))


def _own_frames(file: str, errors: list[str]) -> Iterator[str]:
    try:
        code = Path(file).read_text("utf-8").splitlines()
    except (OSError, UnicodeError):
        return
    for line in errors:
        found = _FRAME.search(line)
        if found and Path(found[1]) == without_links(Path(file)) and int(found[2]) <= len(code):
            yield f"  {file}:{found[2]}, in {found[3]}: {code[int(found[2]) - 1].strip()}"


def _died(file: str, status: int, limit: float, errors: list[str]) -> str:
    if went_off(status, errors):
        return _stuck(file, limit, errors)
    text = "".join(errors[-12:]).rstrip()
    return text or str(LawBroken("check.died", status=status))


def _last(diary: Path) -> dict[str, Any] | None:
    """The hand that a process played last, which has hung or died with it."""
    from sidepot.designer.laws import diary as diaries

    found = diaries.last(diary)
    return None if found is None else diaries.as_json(found)
