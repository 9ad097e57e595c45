"""Indices out of range in games of files: the line of the rule, or at least the file.

Machine code that checks indices raises `IndexError` without a line (`kernel.compiled`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sidepot import kernel
from sidepot.errors import EngineError
from sidepot.kernel import Records
from sidepot.words import Message

_RULE = "rule"
"""The attribute of a located verb that holds its compiled rule."""


def located(verb: Callable[..., None], machine: Any = None) -> Callable[..., None]:
    """A verb that, where its machine code fails, fails at the line of the rule in the plain form.

    `machine`: the machine code without a look at types (`kernel.direct`), if it is known.
    """
    machine = machine or verb
    if not kernel.checks_indices(verb):
        return machine  # type: ignore[no-any-return]

    def call(rows: Records, *others: Any) -> None:
        before = bytes(kernel.raw(rows))
        try:
            machine(rows, *others)
        except IndexError:
            kernel.raw(rows)[:] = before
            kernel.called_plainly(verb)(rows, *others)
            raise

    vars(call)[_RULE] = verb
    return call


def rule_of(verb: Callable[..., None]) -> Callable[..., None]:
    """The compiled rule behind a located verb, or the verb itself."""
    found: Callable[..., None] = vars(verb).get(_RULE, verb)
    return found


@contextmanager
def naming(file: Path | None) -> Iterator[None]:
    """Raise `EngineError`, which names the game's file, where machine code inside fails.

    For loops of machine code, in which no line is known.
    """
    try:
        yield
    except IndexError as error:
        reason = Message("law.out_of_range")
        raise EngineError("law.file_fails", file=str(file or ""), reason=reason) from error
