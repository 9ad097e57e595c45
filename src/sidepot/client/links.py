"""Links: what somebody is given who is to come to a table."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import urlsplit

from sidepot.errors import BadAddress


class Link(NamedTuple):
    """Where the room is, and the token of the invitation."""

    base: str
    invitation: str


def read_link(text: str) -> Link:
    """An invitation's link. Raises `BadAddress`."""
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname or not parts.fragment:
        raise BadAddress("client.link", link=text)
    return Link(f"{parts.scheme}://{parts.netloc}", parts.fragment)
