"""Checks of files that a command will write when its work is done."""

from __future__ import annotations

import errno
import os
from pathlib import Path

from sidepot.errors import NotSaved


def check_place(file: Path) -> None:
    """Check before the work that the file can be written. Raises `NotSaved`."""
    if not file.parent.is_dir():
        raise NotSaved("error.no_folder", file=str(file))
    if file.is_dir():
        raise NotSaved("error.not_written", file=str(file), reason=os.strerror(errno.EISDIR))
    if not os.access(file.parent, os.W_OK):
        raise NotSaved("error.not_written", file=str(file), reason=os.strerror(errno.EACCES))
