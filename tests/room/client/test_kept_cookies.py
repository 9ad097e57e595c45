"""The cookie file of clients: each known guest of a room, for this user alone."""

import json
from email.message import Message
from pathlib import Path
from typing import Any

import pytest

from sidepot import paths
from sidepot.errors import BadAddress
from sidepot.room.client import http
from sidepot.room.client.http import RoomClient
from sidepot.room.protocol.resources import Guest

BASE = "https://cards.example"


def answer(client: RoomClient, cookie: str) -> None:
    """Receive a response that sets a cookie."""
    headers = Message()
    headers["set-cookie"] = cookie
    client._take_cookie(headers)


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SIDEPOT_DATA", str(tmp_path))
    found = paths.data() / "guests.json"
    found.write_text(json.dumps({BASE: {"Ana": "sidepot=a", "Bo": "sidepot=b"}}))
    return found


def kept(file: Path) -> Any:
    return json.loads(file.read_text())[BASE]


def test_a_new_guest_is_saved_beside_the_known_ones(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def register(client: RoomClient, name: str) -> Guest:
        answer(client, "__Host-sidepot=c; Path=/; Secure")
        return Guest("c", name)

    monkeypatch.setattr(http.RoomClient, "register", register)
    assert RoomClient.of(BASE, "Cy").headers["cookie"] == "__Host-sidepot=c"
    known = {"Ana": "sidepot=a", "Bo": "sidepot=b", "Cy": "__Host-sidepot=c"}
    assert kept(file) == known and file.stat().st_mode & 0o777 == 0o600
    assert RoomClient.saved(BASE, "Bo").cookie == "sidepot=b"
    with pytest.raises(BadAddress):
        RoomClient.saved(BASE, "Di")
    with pytest.raises(BadAddress):
        RoomClient.saved(BASE)


def test_a_cookie_that_is_taken_back_is_sent_no_more(file: Path) -> None:
    client = RoomClient.saved(BASE, "Ana")
    answer(client, "sidepot=; Path=/; Max-Age=0")
    assert "cookie" not in client.headers
    assert kept(file) == {"Ana": "sidepot=a", "Bo": "sidepot=b"}
