"""The template of `sidepot new` with one thing changed, and ways to judge what comes of it."""

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from sidepot.designer import trying
from sidepot.designer.new import TEMPLATE
from sidepot.designer.trial import Verdict

QUICK = {
    "NUMBA_OPT": "1",
    "NUMBA_LOOP_VECTORIZE": "0",
    "NUMBA_SLP_VECTORIZE": "0",
    "NUMBA_LLVM_REFPRUNE_PASS": "0",
}
"""Settings with which the processes of a check compile rules in half the time."""


def judged_here(
    file: str,
    *,
    plain: bool,
    tell: Callable[[str], None] = lambda law: None,
    law: str | None = None,
    **_: object,
) -> Verdict:
    """`trial.try_form` without a process: the plain form is judged, and the other one is not."""
    telling: Any = SimpleNamespace(alive=tell)
    return Verdict(**trying._verdict(file, law, telling)) if plain else Verdict()


def changed_template(folder: Path, old: str, new: str) -> Path:
    """The file of the changed game in a folder; the template has to say `old`."""
    text = TEMPLATE.read_text("utf-8")
    assert old in text
    file = folder / "my_game.py"
    file.write_text(text.replace(old, new, 1), "utf-8")
    return file
