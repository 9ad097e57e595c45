"""What every request needs: the room, our address, cookies, limits, counters."""

from __future__ import annotations

from dataclasses import dataclass, field

from starlette.requests import HTTPConnection

from sidepot.errors import BadMessage, Unauthorized
from sidepot.protocol.resources import Guest
from sidepot.room.service import Room
from sidepot.web import cookies
from sidepot.web.addresses import Address, parts_of
from sidepot.web.cookies import Cookies
from sidepot.web.limits import Limits, Meter, Places
from sidepot.web.metrics import Counts


@dataclass
class AppState:
    """The porter's state, at which everybody comes in."""

    room: Room
    address: Address
    cookies: Cookies
    limits: Limits = field(default_factory=Limits)

    def __post_init__(self) -> None:
        self.counts = Counts(self.room)
        self.requests = Meter(self.limits.requests)
        self.guests = Meter(self.limits.guests)
        self.creations = Meter(self.limits.creations)
        self.sockets = Places(self.limits.sockets)
        self.own_sockets = Places(self.limits.own_sockets)

    async def guest(self, connection: HTTPConnection) -> Guest | None:
        """The guest whose cookie comes along."""
        token = self.cookies.token(connection.cookies.get(cookies.NAME))
        return await self.room.guest_of(token) if token else None

    async def known(self, connection: HTTPConnection) -> Guest:
        """The same. Raises `Unauthorized` for nobody."""
        guest = await self.guest(connection)
        if guest is None:
            raise Unauthorized("web.unknown")
        return guest

    def check_origin(self, connection: HTTPConnection) -> None:
        """Raise `BadMessage` for what another site's page makes a browser send.

        Browsers say whose page it is; who is no browser says nothing, and carries no cookie that
        its owner did not give it.
        """
        origin = connection.headers.get("origin")
        own = {parts_of(self.address.base).netloc, connection.headers.get("host")}
        if origin is not None and parts_of(origin).netloc not in own:
            raise BadMessage("web.origin", origin=origin[:100])


def caller(connection: HTTPConnection) -> str:
    """The address from which somebody calls."""
    return connection.client.host if connection.client else ""


def cookie_of(value: str, connection: HTTPConnection) -> str:
    """The header that gives somebody his cookie; for HTTPS alone where he has come by it."""
    age = cookies.AGE if value else 0
    return cookies.header(value, is_secure=connection.url.scheme in ("https", "wss"), age=age)
