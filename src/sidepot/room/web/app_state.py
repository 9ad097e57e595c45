"""The state that all requests share: room, address, limits, metrics."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Container
from dataclasses import dataclass, field

from starlette.requests import HTTPConnection

from sidepot.errors import BadMessage, Unauthorized
from sidepot.room.protocol.messages import (
    Act,
    Advise,
    AnyCommand,
    ChangeGame,
    Chat,
    Choose,
    End,
    Leave,
    Muck,
    NextHand,
    PayOut,
    Peek,
    Pledge,
    Rabbit,
    React,
    Reveal,
    Show,
    Tell,
)
from sidepot.room.protocol.resources import Guest, Session
from sidepot.room.service import Room
from sidepot.room.web import cookies
from sidepot.room.web.addresses import Address, group_of, split_url
from sidepot.room.web.connections import Connections
from sidepot.room.web.limit_log import LimitLog
from sidepot.room.web.limits import ConcurrencyLimiter, Limits, RateLimiter
from sidepot.room.web.metrics import NO_ROUTE, Metrics
from sidepot.room.web.relay import Relay
from sidepot.room.web.shared_limits import SharedLimits
from sidepot.room.web.user_agents import describe

_FREE = (
    Act,
    Advise,
    Pledge,
    Reveal,
    Show,
    Muck,
    Rabbit,
    Choose,
    Tell,
    Peek,
    PayOut,
    NextHand,
    Leave,
    End,
)
"""Commands that store nothing, or that a hand or a table has room for only once."""


@dataclass
class AppState:
    """State shared by all requests and sockets."""

    room: Room
    address: Address
    relay: Relay
    limits: Limits = field(default_factory=Limits)
    proxies: Container[str] = ()
    """Addresses of proxies that speak for others."""
    open_house: Callable[[], Awaitable[None]] | None = None
    """Listens in the local network too from now on; None where the room was told its address."""

    def __post_init__(self) -> None:
        self.room.others.on_gone = self.relay.gone
        self.room.others.on_frozen = self.relay.break_off
        self.relay.freezes = self.room.others.freezes
        self.metrics = Metrics(self.room, lambda: len(self.connections))
        self.limited = LimitLog(self.metrics.limited)
        self.connections = Connections(
            self.limits,
            self.limited.note,
            self.proxies,
            self.limited.count,
            self.metrics.requests.labels("other", NO_ROUTE, 400).inc,
        )
        self.visits = RateLimiter(self.limits.visits)
        self.handshakes = RateLimiter(self.limits.handshakes)
        self.requests = RateLimiter(self.limits.requests)
        self.guests = RateLimiter(self.limits.guests)
        self.replays = RateLimiter(self.limits.replays)
        self.creations = RateLimiter(self.limits.creations)
        self.address_creations = RateLimiter(self.limits.address_creations)
        self.doings = RateLimiter(self.limits.doings)
        self.lines = RateLimiter(self.limits.lines)
        self.links = RateLimiter(self.limits.links)
        self.renames = RateLimiter(self.limits.renames)
        self.sockets = ConcurrencyLimiter(self.limits.sockets)
        self.own_sockets = ConcurrencyLimiter(self.limits.own_sockets)
        rates = ("visits", "handshakes", "requests", "guests", "replays", "creations")
        stored = ("address_creations", "doings", "lines", "links", "renames")
        shared = SharedLimits(
            {name: getattr(self, name) for name in (*rates, *stored)},
            {name: getattr(self, name) for name in ("sockets", "own_sockets")},
        )
        self.room.others.on_beat = shared.beat

    async def session(self, connection: HTTPConnection) -> Session | None:
        """The session of the connection's cookie; None without a valid one, or with two."""
        return await self._session(connection, await self._tokens(connection))

    async def guest(self, connection: HTTPConnection) -> Guest | None:
        """The guest of the connection's cookie; None without a valid one."""
        session = await self.session(connection)
        return session.guest if session else None

    async def required_session(self, connection: HTTPConnection) -> Session:
        """The session of the connection's cookie. Raises `Unauthorized` without a valid one."""
        known = await self._tokens(connection)
        session = await self._session(connection, known)
        if session is None:
            if len(known) > 1:
                raise Unauthorized("web.two_cookies")
            raise Unauthorized("web.unknown")
        return session

    async def _session(self, connection: HTTPConnection, known: list[str]) -> Session | None:
        """The session of the only token; None for none, and for several."""
        if len(known) != 1:
            return None
        return await self.room.session_of(known[0], described(connection))

    async def _tokens(self, connection: HTTPConnection) -> list[str]:
        """The token of the connection's cookie; of several cookies, those that the room knows."""
        name = cookies.SECURE_NAME if _is_secure(connection) else cookies.NAME
        sent = cookies.tokens(connection.headers.getlist("cookie"), name)  # a parser keeps one
        if len(sent) < 2:
            return sent
        return [token for token in sent if await self.room.session_of(token)]

    def check_stored(self, guest: str, command: AnyCommand) -> None:
        """Raise `RateLimited` for a command whose guest has had too much stored."""
        if isinstance(command, (Chat, React)):
            self.lines.check(guest)
        elif not isinstance(command, _FREE):
            games = len(command.games) if isinstance(command, ChangeGame) else 0
            self.doings.check(guest, 1 + games)

    def check_origin(self, connection: HTTPConnection) -> None:
        """Refuse a request that a page of another site makes a browser send.

        Browsers send the page's origin. Other clients need send none: they carry no cookie that
        their user did not give them. Raises `BadMessage`.
        """
        origin = connection.headers.get("origin")
        own = {split_url(self.address.base).netloc, connection.headers.get("host")}
        if origin is not None and split_url(origin).netloc not in own:
            raise BadMessage("web.origin", origin=origin[:100])


def client_host(connection: HTTPConnection) -> str:
    """The client's address as limits count it (`addresses.group_of`), "" if unknown."""
    return group_of(connection.client.host) if connection.client else ""


def described(connection: HTTPConnection) -> str:
    """The browser of a connection and its system, as far as it says so."""
    return describe(connection.headers.get("user-agent", ""))


def cookie_header(value: str, connection: HTTPConnection) -> str:
    """The `Set-Cookie` value for a guest, "" to remove it; `Secure` if they came by HTTPS."""
    return cookies.header(value, is_secure=_is_secure(connection))


def _is_secure(connection: HTTPConnection) -> bool:
    return connection.url.scheme in ("https", "wss")
