"""A copy of the package with a cache of its own, to edit its rules and see whether it notices."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import sidepot

LISTENING = """
from sidepot import progress
with progress.listening(lambda name: print("compiles", name)):
    from {module} import answer
    print(answer())
"""
QUICK = {
    "NUMBA_DISABLE_JIT": "0",
    "NUMBA_OPT": "1",
    "NUMBA_LOOP_VECTORIZE": "0",
    "NUMBA_SLP_VECTORIZE": "0",
    "NUMBA_LLVM_REFPRUNE_PASS": "0",
}
"""Settings with which machine code is made in half the time."""


class Answer(NamedTuple):
    """The last output of a process, and the rules that it had to compile."""

    text: str
    compiled: list[str]


class PackageCopy:
    """`sidepot` in a folder of its own, beside it a folder for what users write."""

    def __init__(self, folder: Path) -> None:
        self.package = folder / "src" / "sidepot"
        self.mine = folder / "mine"
        self.cache = folder / "cache"
        self.mine.mkdir(parents=True)
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(Path(sidepot.__file__).parent, self.package, ignore=ignored)

    @property
    def compiled(self) -> list[Path]:
        """The files of the cache."""
        return sorted((self.cache / "compiled").iterdir())

    def write(self, name: str, text: str) -> None:
        """A file of the user's."""
        (self.mine / name).write_text(text, "utf-8")

    def edit(self, file: str, old: str, new: str) -> None:
        """Change a file, of the package (`rules/chips.py`) or of the user's (`mine.py`)."""
        path = self.mine / file if (self.mine / file).exists() else self.package / file
        text = path.read_text("utf-8")
        assert text.count(old) == 1, f"{old!r} is {text.count(old)} times in {path}"
        path.write_text(text.replace(old, new), "utf-8")

    def start(self, code: str, **environment: str) -> subprocess.Popen[str]:
        """A process of the copy's that runs some code."""
        return subprocess.Popen(
            [sys.executable, "-B", "-c", code],
            env={
                **os.environ,
                **QUICK,
                "PYTHONPATH": f"{self.package.parent}{os.pathsep}{self.mine}",
                "SIDEPOT_CACHE": str(self.cache),
                **environment,
            },
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def ask(self, module: str = "mine", *, first: str = "", **environment: str) -> Answer:
        """The value of `answer()` of a module in a new process, after some code of the caller's."""
        return finish(self.start(first + LISTENING.format(module=module), **environment))


def finish(process: subprocess.Popen[str]) -> Answer:
    """Wait for a process; it must not fail."""
    printed, errors = process.communicate()
    assert process.returncode == 0, f"status {process.returncode}: {errors}"
    *before, text = printed.splitlines()
    return Answer(text, [line.removeprefix("compiles ") for line in before])
