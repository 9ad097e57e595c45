"""Checks of files that a command will write when its work is done."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from sidepot.errors import BadCommand, NotSaved
from sidepot.paths import is_device


def check_place(file: Path) -> None:
    """Check before the work that the file can be written. Raises `NotSaved`."""
    try:
        if not file.parent.is_dir():
            raise NotSaved("error.no_folder", file=str(file))
        if file.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if not os.access(file if is_device(file) else file.parent, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    except OSError as error:
        reason = error.strerror or str(error)
        raise NotSaved("error.not_written", file=str(file), reason=reason) from error


def check_picture(file: Path) -> None:
    """Check before the work that a picture can be written. Raises `BadCommand`, `NotSaved`."""
    if file.suffix != ".svg":
        raise BadCommand("cli.picture_ending", file=str(file))
    check_place(file)


def save(file: Path, page: str) -> None:
    """Write a file whole. Raises `NotSaved`."""
    from sidepot.history.tables.files import replacing

    check_place(file)
    with replacing(file) as draft:
        draft.write_text(page, "utf-8", errors="replace")
