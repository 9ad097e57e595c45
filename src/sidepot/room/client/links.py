"""Invitation links to a table of a room."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import urlsplit

from sidepot.errors import BadAddress


class Link(NamedTuple):
    """An invitation: the URL of the room, and the token."""

    base: str
    invitation: str


def read_link(text: str) -> Link:
    """Parse an invitation. Raises `BadAddress`."""
    token = text.partition("#")[2]
    if not token:
        raise BadAddress("client.link", link=text)
    return Link(read_room(text), token)


def read_room(text: str) -> str:
    """The URL of a room, from itself or from an invitation. Raises `BadAddress`."""
    try:
        parts = urlsplit(text)
    except ValueError as error:
        raise BadAddress("client.link", link=text) from error
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise BadAddress("client.link", link=text)
    return f"{parts.scheme}://{parts.netloc}"
