"""The state that all requests share: room, address, cookies, limits, metrics."""

from __future__ import annotations

from dataclasses import dataclass, field

from starlette.requests import HTTPConnection

from sidepot.errors import BadMessage, Unauthorized
from sidepot.protocol.resources import Guest
from sidepot.room.service import Room
from sidepot.web import cookies
from sidepot.web.addresses import Address, split_url
from sidepot.web.cookies import Cookies
from sidepot.web.limits import ConcurrencyLimiter, Limits, RateLimiter
from sidepot.web.metrics import Metrics


@dataclass
class AppState:
    """State shared by all requests and sockets."""

    room: Room
    address: Address
    cookies: Cookies
    limits: Limits = field(default_factory=Limits)

    def __post_init__(self) -> None:
        self.metrics = Metrics(self.room)
        self.requests = RateLimiter(self.limits.requests)
        self.guests = RateLimiter(self.limits.guests)
        self.replays = RateLimiter(self.limits.replays)
        self.creations = RateLimiter(self.limits.creations)
        self.sockets = ConcurrencyLimiter(self.limits.sockets)
        self.own_sockets = ConcurrencyLimiter(self.limits.own_sockets)

    async def guest(self, connection: HTTPConnection) -> Guest | None:
        """The guest of the connection's cookie; None without a valid one."""
        token = self.cookies.token(connection.cookies.get(cookies.NAME))
        return await self.room.guest_of(token) if token else None

    async def required_guest(self, connection: HTTPConnection) -> Guest:
        """The guest of the connection's cookie. Raises `Unauthorized` without a valid one."""
        guest = await self.guest(connection)
        if guest is None:
            raise Unauthorized("web.unknown")
        return guest

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
    """The IP address of the client, "" if unknown."""
    return connection.client.host if connection.client else ""


def cookie_header(value: str, connection: HTTPConnection) -> str:
    """The `Set-Cookie` value for a guest, "" to remove it; `Secure` if they came by HTTPS."""
    age = cookies.AGE if value else 0
    return cookies.header(value, is_secure=connection.url.scheme in ("https", "wss"), age=age)
