"""The cookie that identifies a guest: their token, signed.

The room stores only hashes of tokens, and 256 random bits cannot be guessed; because of the
signature, a cookie that this server did not make costs no query of the database.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from pathlib import Path

from itsdangerous import BadSignature, Signer

from sidepot.errors import BadDatabase
from sidepot.room.storage.files import beside, replacing

_KEY_BYTES = 32
_KEY = re.compile(rb"[0-9a-f]{64}")
NAME = "sidepot"
AGE = 400 * 24 * 3600
"""Seconds that the cookie lasts: the most that browsers allow."""


class Cookies:
    """Signs tokens for cookies, and reads them back."""

    def __init__(self, key: bytes) -> None:
        self._signer = Signer(key, salt="sidepot.guest", digest_method=hashlib.sha256)

    def sign(self, token: str) -> str:
        """The cookie value for a token."""
        return self._signer.sign(token).decode("ascii")

    def token(self, value: str | None) -> str | None:
        """The token in a cookie value; None if the signature is not this server's."""
        try:
            return self._signer.unsign(value or "").decode("ascii")
        except (BadSignature, UnicodeError):
            return None


def header(value: str, *, is_secure: bool, age: int = AGE) -> str:
    """The value of a `Set-Cookie` header; `age` in seconds, 0 removes the cookie."""
    flags = f"Path=/; Max-Age={age}; HttpOnly; SameSite=Lax"
    return f"{NAME}={value}; {flags}{'; Secure' if is_secure else ''}"


def key_beside(database: Path) -> bytes:
    """The signing key in the file next to the database, made if there is none.

    Raises `BadDatabase` if the file cannot be read or written, or holds anything but such a key: an
    empty one would let everybody sign.
    """
    path = beside(database, ".key")
    try:
        if not path.exists():
            with replacing(path) as draft:
                draft.write_text(secrets.token_hex(_KEY_BYTES), "ascii")
        key = path.read_bytes()
    except OSError as error:
        reason = error.strerror or str(error)
        raise BadDatabase("room.database", file=str(path), reason=reason) from error
    if not _KEY.fullmatch(key):
        raise BadDatabase("room.database_key", file=str(path))
    return key
