"""The cookie by which a guest is known again: his token, signed.

The room knows tokens by their hashes alone, and 256 random bits cannot be guessed; the signature
keeps what we have not made ourselves away from the database.
"""

from __future__ import annotations

import hashlib
import os
import secrets
from pathlib import Path

from itsdangerous import BadSignature, Signer

from sidepot.errors import BadDatabase

NAME = "sidepot"
AGE = 400 * 24 * 3600
"""Seconds; browsers keep no cookie for longer."""


class Cookies:
    """Signs and reads."""

    def __init__(self, key: bytes) -> None:
        self._signer = Signer(key, salt="sidepot.guest", digest_method=hashlib.sha256)

    def sign(self, token: str) -> str:
        """The value of a cookie."""
        return self._signer.sign(token).decode("ascii")

    def token(self, value: str | None) -> str | None:
        """The token in a cookie of ours, or None."""
        try:
            return self._signer.unsign(value or "").decode("ascii")
        except (BadSignature, UnicodeError):
            return None


def header(value: str, *, is_secure: bool, age: int = AGE) -> str:
    """The `Set-Cookie` header."""
    flags = f"Path=/; Max-Age={age}; HttpOnly; SameSite=Lax"
    return f"{NAME}={value}; {flags}{'; Secure' if is_secure else ''}"


def key_beside(database: Path) -> bytes:
    """The key that lies beside a database, made where there is none. Raises `BadDatabase`."""
    path = database.with_name(database.name + ".key")
    try:
        try:
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            return path.read_bytes()
        with os.fdopen(handle, "wb") as file:
            file.write(secrets.token_hex(32).encode("ascii"))
    except OSError as error:
        reason = error.strerror or str(error)
        raise BadDatabase("room.database", file=str(path), reason=reason) from error
    return path.read_bytes()
