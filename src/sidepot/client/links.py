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
    token = text.partition("#")[2]
    if not token:
        raise BadAddress("client.link", link=text)
    return Link(read_room(text), token)


def read_room(text: str) -> str:
    """The address of a room, of which an invitation is one too. Raises `BadAddress`."""
    try:
        parts = urlsplit(text)
    except ValueError as error:
        raise BadAddress("client.link", link=text) from error
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise BadAddress("client.link", link=text)
    return f"{parts.scheme}://{parts.netloc}"
