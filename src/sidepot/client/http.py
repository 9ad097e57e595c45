"""The HTTP side of a room: who one is, and which table an invitation means."""

from __future__ import annotations

import http.client
import json
import os
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from sidepot import paths
from sidepot.client.decode import message_of
from sidepot.errors import RemoteRefusal, RemoteUnauthorized, Unreachable
from sidepot.protocol.messages import NewTable
from sidepot.protocol.resources import Guest, LedgerView
from sidepot.protocol.views import Sentence

T = TypeVar("T")
_PATIENCE = 20
"""Seconds for an answer."""
_KEPT = "guests.json"
"""In the user's data folder: by rooms and names, the cookies by which one is known there."""


class _Problem(msgspec.Struct):
    reason: Sentence


class _Entered(msgspec.Struct):
    table: str


class Opened(msgspec.Struct):
    """A new table, and the link for those who are to come."""

    table: str
    link: str


class RoomClient:
    """One guest's way into a room."""

    def __init__(self, base: str, cookie: str = "") -> None:
        self.base = base
        self.cookie = cookie

    @classmethod
    def of(cls, base: str, name: str) -> RoomClient:
        """Come as the guest of that name, who may have been there before.

        Raises `Unreachable`, `RemoteRefusal`.
        """
        kept = _kept()
        door = cls(base, kept.get(base, {}).get(name, ""))
        if not door.cookie or door.me() is None:
            door.cookie = ""
            door.register(name)
            kept.setdefault(base, {})[name] = door.cookie
            _keep(kept)
        return door

    def register(self, name: str) -> Guest:
        """Be a new guest of that name. Raises `Unreachable`, `RemoteRefusal`."""
        return self.ask("POST", "/api/guests", Guest, {"name": name})

    def me(self) -> Guest | None:
        """Who one is here, if the room knows. Raises `Unreachable`, `RemoteRefusal`."""
        try:
            return self.ask("GET", "/api/me", Guest)
        except RemoteUnauthorized:
            return None

    def enter(self, invitation: str) -> str:
        """Accept an invitation; the table's id."""
        body = {"invitation": invitation}
        return self.ask("POST", "/api/invitations", _Entered, body).table

    def create(self, wanted: NewTable) -> Opened:
        """Open a table, whose host one is."""
        return self.ask("POST", "/api/tables", Opened, msgspec.to_builtins(wanted))

    def ledger(self, table: str) -> LedgerView:
        """The accounts of a table."""
        return self.ask("GET", f"/api/tables/{table}/ledger", LedgerView)

    def ask(self, method: str, path: str, answer: type[T], body: Any = None) -> T:
        """A request. Raises `Unreachable`, `RemoteRefusal`."""
        headers = {"content-type": "application/json"} | self.headers
        raw = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, raw, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=_PATIENCE) as response:
                self._take_cookie(response.headers)
                return msgspec.json.decode(response.read(), type=answer)
        except urllib.error.HTTPError as error:
            with error:
                raise _refusal(error, self.base) from error
        except (OSError, http.client.HTTPException, msgspec.DecodeError) as error:
            raise Unreachable("client.unreachable", url=self.base, reason=error) from error

    @property
    def headers(self) -> dict[str, str]:
        """What shows who one is."""
        return {"cookie": self.cookie} if self.cookie else {}

    @property
    def socket(self) -> str:
        """The address of the socket."""
        return "ws" + self.base.removeprefix("http") + "/api/socket"

    def _take_cookie(self, headers: Any) -> None:
        given = headers["set-cookie"]
        if given:
            self.cookie = given.partition(";")[0]


def _refusal(answer: urllib.error.HTTPError, base: str) -> Exception:
    """What the room has said against it."""
    try:
        said = msgspec.json.decode(answer.read(), type=_Problem).reason
    except msgspec.DecodeError as error:
        return Unreachable("client.unreachable", url=base, reason=error)
    if answer.code == http.client.UNAUTHORIZED:
        return RemoteUnauthorized("client.refused", reason=message_of(said))
    return RemoteRefusal("client.refused", reason=message_of(said))


def _kept() -> dict[str, dict[str, str]]:
    """The cookies that are kept; none from a file that cannot be read."""
    try:
        return msgspec.json.decode(_file().read_bytes(), type=dict[str, dict[str, str]])
    except (OSError, msgspec.DecodeError):
        return {}


def _keep(cookies: dict[str, dict[str, str]]) -> None:
    """Keep cookies, for this user's eyes only."""
    path = _file()
    path.parent.mkdir(parents=True, exist_ok=True)
    with paths.atomic_write(path) as draft:
        opened = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(opened, "wb") as file:
            file.write(msgspec.json.encode(cookies))


def _file() -> Path:
    return paths.data() / _KEPT
