"""Files of the compile cache: a checksum, then the content."""

from __future__ import annotations

import hashlib
from pathlib import Path

_CHECKSUM = hashlib.sha256().digest_size


def sealed(content: bytes) -> bytes:
    """The bytes of the file of a content."""
    return hashlib.sha256(content).digest() + content


def content(path: Path) -> bytes | None:
    """The content of a file, or None if it is missing or damaged."""
    try:
        data = path.read_bytes()
    except OSError:
        return None
    checksum, found = data[:_CHECKSUM], data[_CHECKSUM:]
    return found if hashlib.sha256(found).digest() == checksum else None
