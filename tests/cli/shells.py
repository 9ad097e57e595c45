"""A real shell at a terminal, in which a person types, and which completes with Tab."""

from __future__ import annotations

import contextlib
import os
import pty
import re
import select
import shutil
import sys
import time
from collections.abc import Iterator
from pathlib import Path

PATIENCE = 120.0
"""Seconds for an answer that is not coming."""
COMMANDS = {"bash": ["bash", "--norc", "-i"], "zsh": ["zsh", "-f", "-i"], "fish": ["fish", "-i"]}
SET_UP = {
    "bash": 'eval "$(sidepot completion bash)"',
    "zsh": 'autoload -U compinit; compinit -u -D; eval "$(sidepot completion zsh)"',
    "fish": "sidepot completion fish | source",
}
_PROGRAM = """#!/bin/sh
if [ -n "$_ARGCOMPLETE" ] || [ "$1" = completion ]; then exec {python} -m sidepot "$@"; fi
printf 'GOT(%s)\\n' "$*"
"""
"""Completes as the program does, and otherwise tells the words of its command line."""


class Shell:
    """A shell with a terminal of its own."""

    def __init__(self, terminal: int) -> None:
        self._terminal = terminal
        self._said = ""

    def words(self, typed: str) -> str:
        """The words of the command line that Tab and Enter make of what was typed."""
        self._said = ""
        os.write(self._terminal, f"{typed}\t\n".encode())
        return self._until(r"GOT\((.*)\)")[1].strip()

    def run(self, command: str) -> None:
        """Run a command that says nothing, to its end."""
        os.write(self._terminal, f"{command}\nsidepot done\n".encode())
        self._until(r"GOT\(done\)")

    def _until(self, form: str) -> re.Match[str]:
        end = time.monotonic() + PATIENCE
        while not (found := re.search(form, self._said)):
            ready, _, _ = select.select([self._terminal], [], [], end - time.monotonic())
            assert ready, f"the shell said {self._said!r}"
            self._said += os.read(self._terminal, 4096).decode("utf-8", "replace")
        return found


@contextlib.contextmanager
def shell(name: str, folder: Path) -> Iterator[Shell]:
    """A shell in a folder, with the completion of the command `sidepot`."""
    programs = folder / "programs"
    programs.mkdir()
    program = programs / "sidepot"
    program.write_text(_PROGRAM.format(python=sys.executable), "utf-8")
    program.chmod(0o755)
    found = shutil.which(name)
    assert found, f"{name} is not installed"
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(folder)
        path = f"{programs}{os.pathsep}{os.environ['PATH']}"
        own = {"PATH": path, "HOME": str(folder), "TERM": "dumb", "ZDOTDIR": str(folder)}
        os.execve(found, COMMANDS[name], {**os.environ, **own})
    try:
        opened = Shell(terminal)
        opened.run(SET_UP[name])
        yield opened
    finally:
        os.close(terminal)  # hangs up, which ends it
        os.waitpid(child, 0)
