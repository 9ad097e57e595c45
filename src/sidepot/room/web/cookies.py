"""The cookie that identifies a guest: their token, signed.

The room stores only hashes of tokens, and 256 random bits cannot be guessed; because of the
signature, a cookie that this server did not make costs no query of the database.

Another page of the same host name, a sibling domain, or another port can make a browser send a
second cookie of the same name. Behind HTTPS it cannot, because of the name; on plain HTTP cookies
that this server has not signed are passed over, and with two guests' cookies the request is
nobody's: it never is the other guest's.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from pathlib import Path

from itsdangerous import BadSignature, Signer

from sidepot import entropy
from sidepot.errors import BadDatabase
from sidepot.room.service import Room
from sidepot.room.storage.database import path_of
from sidepot.room.storage.files import beside, replacing

_KEY_BYTES = 32
_KEY = re.compile(rb"[0-9a-f]{64}")
NAME = "sidepot"
"""The cookie's name on plain HTTP."""
SECURE_NAME = "__Host-sidepot"
"""Its name behind HTTPS. Browsers let only the host itself set it, for all paths, and Secure."""
_AGE = 400 * 24 * 3600
"""Seconds that the cookie lasts: the most that browsers allow."""


_MOST = 200
"""The most cookies of a header that are looked at; browsers keep fewer for a site."""
_MOST_OF_A_NAME = 20
"""The most cookies of one name that are looked at: each costs a signature."""


class Cookies:
    """Signs tokens for cookies, and reads them back."""

    def __init__(self, key: bytes) -> None:
        self.key = key
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


def sent(headers: Iterable[str], name: str) -> list[str]:
    """The values of the first cookies of exactly this name in `Cookie` headers, in their order."""
    pairs = (pair.partition("=") for header in headers for pair in header.split(";", _MOST))
    found = [value.strip() for key, is_pair, value in pairs if is_pair and key.strip() == name]
    return found[:_MOST_OF_A_NAME]


def header(value: str, *, is_secure: bool) -> str:
    """The value of a `Set-Cookie` header; without a value it removes the cookie."""
    name = SECURE_NAME if is_secure else NAME
    flags = f"Path=/; Max-Age={_AGE if value else 0}; HttpOnly; SameSite=Lax"
    return f"{name}={value}; {flags}{'; Secure' if is_secure else ''}"


def key_of(room: Room, database: str | None) -> bytes:
    """The signing key of a room: beside the file, or in the database of a server.

    Raises `BadDatabase` as `key_beside` does.
    """
    shared = room.shared("key", entropy.source.randbytes(_KEY_BYTES).hex())
    if shared is None:
        return key_beside(path_of(database))
    if not _KEY.fullmatch(shared.encode()):
        raise BadDatabase("room.database_key", file="settings.key")
    return shared.encode()


def key_beside(database: Path) -> bytes:
    """The signing key in the file next to the database, made if there is none.

    Raises `BadDatabase` if the file cannot be read or written, or holds anything but such a key: an
    empty one would let everybody sign.
    """
    path = beside(database, ".key")
    try:
        if not path.exists():
            with replacing(path) as draft:
                draft.write_text(entropy.source.randbytes(_KEY_BYTES).hex(), "ascii")
        key = path.read_bytes()
    except OSError as error:
        reason = error.strerror or str(error)
        raise BadDatabase("room.database", file=str(path), reason=reason) from error
    if not _KEY.fullmatch(key):
        raise BadDatabase("room.database_key", file=str(path))
    return key
