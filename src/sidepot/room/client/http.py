"""A client of a room's HTTP API: the guest's identity, invitations, new tables, ledgers."""

from __future__ import annotations

import http.client
import json
import os
import platform
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from sidepot import __version__, paths
from sidepot.decoding import ROW, JsonReader
from sidepot.errors import BadAddress, RemoteRefusal, RemoteUnauthorized, Unreachable
from sidepot.room.protocol.messages import NewTable
from sidepot.room.protocol.resources import EveningView, GameOffer, Guest, LedgerView
from sidepot.words import Message, language

T = TypeVar("T")
_TIMEOUT = 20
"""Seconds to wait for a response."""
_AGENT = f"Sidepot/{__version__} ({platform.system()})"
_COOKIE_FILE = "guests.json"
"""A file in the user's data folder: the guest's cookie by room and name."""
_MOST = 64 * 1024 * 1024
"""The most bytes of a response: an evening's histories are the longest, with a tenth of it."""


class _Problem(msgspec.Struct):
    reason: Message


_problem = JsonReader[_Problem](_Problem, ROW)
_cookies = JsonReader[dict[str, dict[str, str]]](dict[str, dict[str, str]], ROW)


class _Entered(msgspec.Struct):
    table: str


class Opened(msgspec.Struct):
    """The id of a new table, and its invitation."""

    table: str
    link: str


class RoomClient:
    """A guest's access to a room; `base` is its URL, `cookie` that of a known guest.

    `timeout`: the most seconds to wait for a response.
    """

    def __init__(self, base: str, cookie: str = "", *, timeout: float = _TIMEOUT) -> None:
        self.base = base
        self.cookie = cookie
        self.timeout = timeout

    @classmethod
    def of(cls, base: str, name: str) -> RoomClient:
        """A client for the guest of that name: a known one by the saved cookie, or a new one.

        Raises `Unreachable`, `RemoteRefusal`.
        """
        cookies = _saved_cookies()
        client = cls(base, cookies.get(base, {}).get(name, ""))
        if not client.cookie or client.me() is None:
            client.cookie = ""
            client.register(name)
            cookies.setdefault(base, {})[name] = client.cookie
            _save_cookies(cookies)
        return client

    @classmethod
    def saved(cls, base: str, name: str = "") -> RoomClient:
        """A client for a guest whose cookie is saved; without a name, for the only one.

        Raises `BadAddress` if there is no such guest, or more than one.
        """
        cookies = _saved_cookies().get(base, {})
        found = [cookie for guest, cookie in cookies.items() if name in ("", guest)]
        if not found:
            raise BadAddress("client.no_guest", url=base)
        if len(found) > 1:
            raise BadAddress("client.which_guest", url=base, names=list(cookies))
        return cls(base, found[0])

    def register(self, name: str) -> Guest:
        """Register a new guest of that name. Raises `Unreachable`, `RemoteRefusal`."""
        return self.ask("POST", "/api/guests", Guest, {"name": name})

    def me(self) -> Guest | None:
        """The guest of the cookie; None if the room knows none. Raises as `ask`."""
        try:
            return self.ask("GET", "/api/me", Guest)
        except RemoteUnauthorized:
            return None

    def enter(self, invitation: str) -> str:
        """Accept an invitation; returns the table's id. Raises as `ask`."""
        body = {"invitation": invitation}
        return self.ask("POST", "/api/invitations", _Entered, body).table

    def create(self, plan: NewTable) -> Opened:
        """Open a table, with this guest as its host. Raises as `ask`."""
        return self.ask("POST", "/api/tables", Opened, msgspec.to_builtins(plan))

    def games(self) -> list[GameOffer]:
        """The games that the room can play. Raises as `ask`."""
        return self.ask("GET", "/api/games", list[GameOffer])

    def ledger(self, table: str) -> LedgerView:
        """The accounts of a table. Raises as `ask`."""
        return self.ask("GET", f"/api/tables/{table}/ledger", LedgerView)

    def evening(self, table: str) -> EveningView:
        """The evening at a table, and its highlights. Raises as `ask`."""
        return self.ask("GET", f"/api/tables/{table}/evening", EveningView)

    def ask(self, method: str, path: str, answer: type[T], body: Any = None) -> T:
        """Send a request; returns the response decoded as `answer`.

        Raises `Unreachable` without an answer in the form of the API, `RemoteUnauthorized` if the
        room does not know the guest, and `RemoteRefusal` for every other refusal.
        """
        try:
            return JsonReader[T](answer, _MOST).read(self._send(method, path, body))
        except msgspec.DecodeError as error:
            raise Unreachable("client.unreachable", url=self.base, reason=error) from error

    def download(self, path: str) -> bytes:
        """The bytes at a path. Raises as `ask`."""
        return self._send("GET", path)

    def file(self, path: str) -> bytes | None:
        """A file of the page; None if the room has none at this path. Raises as `ask`."""
        try:
            return self._request("GET", path)
        except urllib.error.HTTPError as error:
            with error:
                if error.code == http.client.NOT_FOUND:
                    return None
                raise _refusal(error, self.base) from error

    def _send(self, method: str, path: str, body: Any = None) -> bytes:
        """Send a request; returns the body of the response. Raises as `ask`."""
        try:
            return self._request(method, path, body)
        except urllib.error.HTTPError as error:
            with error:
                raise _refusal(error, self.base) from error

    def _request(self, method: str, path: str, body: Any = None) -> bytes:
        """Send a request. Raises `Unreachable`, or `HTTPError` for a refusal."""
        headers = {"content-type": "application/json", "user-agent": _AGENT} | self.headers
        raw = None if body is None else json.dumps(body).encode()
        try:
            request = urllib.request.Request(self.base + path, raw, headers, method=method)
            with urllib.request.urlopen(request, timeout=self.timeout) as response:
                self._take_cookie(response.headers)
                return _within(response)
        except urllib.error.HTTPError:
            raise
        except (OSError, ValueError, http.client.HTTPException) as error:
            raise Unreachable("client.unreachable", url=self.base, reason=error) from error

    @property
    def headers(self) -> dict[str, str]:
        """The headers that identify the guest, and say what they read."""
        language_too = {"accept-language": language()}
        return {"cookie": self.cookie, **language_too} if self.cookie else language_too

    @property
    def socket_url(self) -> str:
        """The URL of the WebSocket."""
        return "ws" + self.base.removeprefix("http") + "/api/socket"

    def _take_cookie(self, headers: Any) -> None:
        given = headers["set-cookie"]
        if given:
            name_and_value = given.partition(";")[0]
            self.cookie = name_and_value if name_and_value.partition("=")[2] else ""


def _refusal(answer: urllib.error.HTTPError, base: str) -> Exception:
    """The room's reason as an error; `Unreachable` if the response has no reason."""
    try:
        said = _problem.read(_within(answer)).reason
    except (OSError, ValueError, msgspec.DecodeError, http.client.HTTPException) as error:
        return Unreachable("client.unreachable", url=base, reason=error)
    if answer.code == http.client.UNAUTHORIZED:
        return RemoteUnauthorized("client.refused", reason=said)
    return RemoteRefusal("client.refused", reason=said)


def _within(response: http.client.HTTPResponse | urllib.error.HTTPError) -> bytes:
    """The body of a response. Raises `ValueError` for one without an end, and `HTTPException`."""
    found: bytes = response.read(_MOST + 1)
    if len(found) > _MOST:
        raise ValueError(f"more than {_MOST} bytes")
    if getattr(response, "length", None):  # `read` with a bound does not say that some are missing
        raise http.client.IncompleteRead(found)
    return found


def _saved_cookies() -> dict[str, dict[str, str]]:
    """The saved cookies; none if the file cannot be read."""
    try:
        return _cookies.read(_file().read_bytes())
    except (OSError, msgspec.DecodeError):
        return {}


def _save_cookies(cookies: dict[str, dict[str, str]]) -> None:
    """Save cookies in a file that only this user can read."""
    path = _file()
    path.parent.mkdir(parents=True, exist_ok=True)
    with paths.atomic_write(path) as draft:
        opened = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(opened, "wb") as file:
            file.write(msgspec.json.encode(cookies))


def _file() -> Path:
    return paths.data() / _COOKIE_FILE
