"""The cookie that identifies a guest: their token, signed.

The room stores only hashes of tokens, and 256 random bits cannot be guessed; because of the
signature, a cookie that this server did not make costs no query of the database.
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

    Raises `BadDatabase` if the file cannot be read or written.
    """
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
