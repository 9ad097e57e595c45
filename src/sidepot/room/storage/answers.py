"""The key under which the answer to a command is stored."""

from __future__ import annotations

import functools
import hashlib

_BYTES = 8
_MAX_TABLES = 4096


def answer_key(table: str, guest: str, id: str) -> dict[str, int]:
    """The columns of the key in `answers`: a hash of the table, and one of the guest and the id.

    Hashes keep a row small however long an id is; two commands of a table have the same by chance
    once in 2**64. Stored keys are looked up for as long as a table lives, so this never changes.
    """
    return {"table_key": table_key(table), "command_key": _hash(guest, id)}


@functools.lru_cache(_MAX_TABLES)
def table_key(table: str) -> int:
    """The first column of the key: what all answers of a table have in common."""
    return _hash(table)


def _hash(*texts: str) -> int:
    """A hash of some texts, as a signed number of 64 bits."""
    raw = b"".join(_with_length(text.encode("utf-8", "surrogatepass")) for text in texts)
    digest = hashlib.blake2b(raw, digest_size=_BYTES).digest()
    return int.from_bytes(digest, "big", signed=True)


def _with_length(raw: bytes) -> bytes:
    return len(raw).to_bytes(4, "big") + raw
