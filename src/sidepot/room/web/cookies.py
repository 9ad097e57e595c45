"""The cookie that identifies a guest: their token, 256 random bits of which the room stores a hash.

Another page of the same host name, a sibling domain, or another port can make a browser send a
second cookie of the same name. Behind HTTPS it cannot, because of the name; on plain HTTP tokens
that the room does not know are passed over, and with two guests' tokens the request is nobody's:
it never is the other guest's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

NAME = "sidepot"
"""The cookie's name on plain HTTP."""
SECURE_NAME = "__Host-sidepot"
"""Its name behind HTTPS. Browsers let only the host itself set it, for all paths, and Secure."""
_AGE = 400 * 24 * 3600
"""Seconds that the cookie lasts: the most that browsers allow."""
_TOKEN = re.compile(r"[A-Za-z0-9_-]{1,64}")
"""The form of a token (`entropy.token`): no other value costs a query."""
_MOST = 200
"""The most cookies of a header that are looked at; browsers keep fewer for a site."""
_MOST_TOKENS = 20
"""The most tokens that are looked at: each costs a query."""


def tokens(headers: Iterable[str], name: str) -> list[str]:
    """The different tokens in `Cookie` headers under exactly this name, in their order."""
    pairs = (pair.partition("=") for header in headers for pair in header.split(";", _MOST))
    values = (value.strip() for key, is_pair, value in pairs if is_pair and key.strip() == name)
    return list(dict.fromkeys(filter(_TOKEN.fullmatch, values)))[:_MOST_TOKENS]


def header(value: str, *, is_secure: bool) -> str:
    """The value of a `Set-Cookie` header; without a value it removes the cookie."""
    name = SECURE_NAME if is_secure else NAME
    flags = f"Path=/; Max-Age={_AGE if value else 0}; HttpOnly; SameSite=Lax"
    return f"{name}={value}; {flags}{'; Secure' if is_secure else ''}"
