"""The cookie file of clients: a room that names its cookie anew keeps its guests."""

import json
from email.message import Message
from pathlib import Path
from typing import Any

import pytest

from sidepot import paths
from sidepot.room.client.http import RoomClient

BASE = "https://cards.example"


def answer(client: RoomClient, cookie: str) -> None:
    """A response that sets a cookie."""
    headers = Message()
    headers["set-cookie"] = cookie
    client._take_cookie(headers)


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SIDEPOT_DATA", str(tmp_path))
    found = paths.data() / "guests.json"
    found.write_text(json.dumps({BASE: {"Ana": "sidepot=old", "Bo": "sidepot=other"}}))
    return found


def kept(file: Path) -> Any:
    return json.loads(file.read_text())[BASE]


@pytest.mark.parametrize(
    "make", [RoomClient.saved, lambda base, _: RoomClient(base, "sidepot=old")]
)
def test_a_cookie_with_a_new_name_is_kept(make: Any, file: Path) -> None:
    client = make(BASE, "Ana")
    answer(client, "__Host-sidepot=old; Path=/; Secure")
    assert client.headers["cookie"] == "__Host-sidepot=old"
    assert kept(file) == {"Ana": "__Host-sidepot=old", "Bo": "sidepot=other"}
    assert file.stat().st_mode & 0o777 == 0o600


def test_a_cookie_that_is_taken_back_or_new_replaces_none(file: Path) -> None:
    client = RoomClient.saved(BASE, "Ana")
    answer(client, "sidepot=; Path=/; Max-Age=0")
    assert "cookie" not in client.headers
    answer(RoomClient(BASE), "sidepot=another; Path=/")
    assert kept(file) == {"Ana": "sidepot=old", "Bo": "sidepot=other"}
