"""Files and folders of histories, and the table of all their hands in memory."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from sidepot.errors import BadHistory
from sidepot.history.history import History
from sidepot.history.tables.columns import HANDS, TABLES
from sidepot.history.tables.frame import Frame, check_name
from sidepot.history.tables.rows import Row, rows_of

_ENDINGS = (".phh", ".phhs")


def read_frame(*files: Path | str, rows: str = HANDS) -> Frame:
    """A table of all hands in some files or folders. Raises `BadTable`, `BadHistory`.

    The first hand that is refused ends it; `sidepot replay --table` names such hands and goes on.
    """
    check_name(rows)
    found: list[Row] = []
    for file in listed(files):
        for label, history in History.read(file):
            if isinstance(history, BadHistory):
                raise history
            found += rows_of(history.replay(), file, label, [rows])[rows]
    return Frame(TABLES[rows], found)


def listed(files: Iterable[Path | str]) -> list[str]:
    """The files, those in a folder instead of it, in the order of their names."""
    found: list[str] = []
    for file in map(str, files):
        if "\0" not in file and Path(file).is_dir():
            inside = sorted(Path(file).rglob("*.phh*"))
            found += [str(path) for path in inside if path.suffix in _ENDINGS]
        else:
            found.append(file)
    return found
