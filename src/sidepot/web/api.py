"""The HTTP API: what is no part of a table's stream."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct
from starlette.convertors import IntegerConvertor, register_url_convertor

from sidepot.errors import NoTable, RateLimited, Unauthorized
from sidepot.protocol.messages import NewTable
from sidepot.protocol.resources import GameOffer, Guest, HandLine, LedgerView, TableLine
from sidepot.web.app_state import caller
from sidepot.web.calls import Call, Endpoint
from sidepot.web.codes import Code, code_of
from sidepot.web.markup import html_of

__all__ = ["ENDPOINTS"]

PHH, PHHS, SVG = "text/x-phh", "text/x-phhs", "image/svg+xml"

DIGITS = 18
"""Of a number that fits into 64 bits."""

Token = Annotated[str, Meta(min_length=1, max_length=200)]


class HandNumber(IntegerConvertor):
    """The number of a hand in an address; one that is too long is that of no hand."""

    def convert(self, value: str) -> int:
        """The number; neither `int` nor the database takes as many digits as one may send."""
        return int(value) if len(value) <= DIGITS else 10**DIGITS


class Named(Struct, frozen=True, forbid_unknown_fields=True):
    """What a guest wants to be called."""

    name: Annotated[str, Meta(max_length=200)]


class Secret(Struct, frozen=True, forbid_unknown_fields=True):
    """The token of a recovery link."""

    token: Token


class Invited(Struct, frozen=True, forbid_unknown_fields=True):
    """The token of an invitation."""

    invitation: Token


class Visitor(Struct, frozen=True):
    """Whoever uses this browser: a guest, or nobody yet."""

    guest: Guest | None


class Entered(Struct, frozen=True):
    """The table to which one has come."""

    table: str


class Opened(Struct, frozen=True):
    """A new table, and a link for those who are to come, as text and as a picture."""

    table: str
    link: str
    code: Code


class Link(Struct, frozen=True):
    """A link that one can be given, as text and as a picture; its token stands behind the #."""

    link: str
    code: Code


class RulesPage(Struct, frozen=True):
    """The rule page of a game as HTML in which nothing but text, lists, tables and links stands."""

    title: str
    html: str


class Done(Struct, frozen=True):
    """It is done."""

    is_done: bool = True


async def register(call: Call) -> Guest:
    """A new guest; the cookie of the answer is his from now on."""
    call.state.guests.check(caller(call.request))
    made = await call.room.register(call.body.name)
    call.cookie = made.token
    return made.guest


async def me(call: Call) -> Guest:
    """Who one is."""
    return call.guest


async def rename(call: Call) -> Guest:
    """Another name, from the next table on."""
    return await call.room.rename(call.guest.id, call.body.name)


async def recovery(call: Call) -> Link:
    """A link by which one comes back as the same guest, from any browser. It is a secret."""
    return _link(call.state.address.recovery(await call.room.recovery(call.guest.id)))


async def session(call: Call) -> Visitor:
    """Who one is in this browser, if anybody."""
    return Visitor(await call.state.guest(call.request))


async def come_back(call: Call) -> Guest:
    """Be the guest whose recovery link this is."""
    call.state.guests.check(caller(call.request))
    guest = await call.room.guest_of(call.body.token)
    if guest is None:
        raise Unauthorized("web.no_recovery")
    call.cookie = call.body.token
    return guest


async def forget(call: Call) -> Done:
    """Be nobody any more in this browser."""
    call.cookie = ""
    return Done()


async def games(call: Call) -> list[GameOffer]:
    """What can be played, with every option."""
    return call.room.games()


async def rules(call: Call) -> RulesPage:
    """The rules of a game."""
    title, text = call.room.rules(call.request.path_params["game"])
    return RulesPage(title, html_of(text))


async def picture(call: Call) -> str:
    """A drawing of a game. It uses the page's colours, so it is to stand in the page."""
    drawing = call.room.picture(call.request.path_params["game"])
    if drawing is None:
        raise NoTable("web.no_picture")
    return drawing


async def lobby(call: Call) -> list[TableLine]:
    """The public tables."""
    return await call.room.lobby()


async def own_tables(call: Call) -> list[TableLine]:
    """The tables to which one has come and that have not ended."""
    return await call.room.tables_of(call.guest.id)


async def create(call: Call) -> Opened:
    """A new table, whose host one is, and an invitation to it."""
    guest, most = call.guest.id, call.state.limits.tables
    if len(await call.room.tables_of(guest)) >= most:
        raise RateLimited("web.too_many_tables", most=most)
    call.state.creations.check(guest)
    made = await call.room.create(guest, call.body)
    link = call.state.address.invitation(made.invitation)
    return Opened(made.table, link, code_of(link))


async def accept(call: Call) -> Entered:
    """Come to the table to which an invitation leads."""
    table = await call.room.table_of(call.body.invitation)
    if table is None:
        raise NoTable("web.no_invitation")
    await call.room.join(call.guest.id, table, call.body.invitation)
    return Entered(table)


async def join(call: Call) -> Entered:
    """Come to a public table."""
    await call.room.join(call.guest.id, call.table)
    return Entered(call.table)


async def invite(call: Call) -> Link:
    """An invitation more to a table."""
    return _link(call.state.address.invitation(await call.room.invite(call.guest.id, call.table)))


async def revoke(call: Call) -> Done:
    """The host makes every invitation to the table worthless."""
    await call.room.revoke(call.guest.id, call.table)
    return Done()


async def ledger(call: Call) -> LedgerView:
    """Who has bought in for how much, his net, and who owes whom."""
    return await call.room.ledger(call.guest.id, call.table)


async def hands(call: Call) -> list[HandLine]:
    """The hands that have ended."""
    return await call.room.hands(call.guest.id, call.table)


async def history(call: Call) -> str:
    """A finished hand as one knows it, in the shape of PHH."""
    return await call.room.history(call.guest.id, call.table, call.request.path_params["hand"])


async def night(call: Call) -> str:
    """All finished hands of a table as one knows them."""
    return await call.room.histories(call.guest.id, call.table)


def _link(link: str) -> Link:
    return Link(link, code_of(link))


register_url_convertor("hand", HandNumber())
TABLE = "/api/tables/{table}"
ENDPOINTS = (
    Endpoint("POST", "/api/guests", register, Guest, Named, status=201, open_to_all=True),
    Endpoint("GET", "/api/me", me, Guest),
    Endpoint("PUT", "/api/me", rename, Guest, Named),
    Endpoint("POST", "/api/me/recovery", recovery, Link, status=201),
    Endpoint("GET", "/api/me/tables", own_tables, list[TableLine]),
    Endpoint("GET", "/api/session", session, Visitor, open_to_all=True),
    Endpoint("POST", "/api/session", come_back, Guest, Secret, open_to_all=True),
    Endpoint("DELETE", "/api/session", forget, Done, open_to_all=True),
    Endpoint("GET", "/api/games", games, list[GameOffer], open_to_all=True),
    Endpoint("GET", "/api/games/{game}/rules", rules, RulesPage, open_to_all=True),
    Endpoint("GET", "/api/games/{game}/picture.svg", picture, media=SVG, open_to_all=True),
    Endpoint("GET", "/api/tables", lobby, list[TableLine], open_to_all=True),
    Endpoint("POST", "/api/tables", create, Opened, NewTable, status=201),
    Endpoint("POST", "/api/invitations", accept, Entered, Invited),
    Endpoint("POST", f"{TABLE}/guests", join, Entered),
    Endpoint("POST", f"{TABLE}/invitations", invite, Link, status=201),
    Endpoint("DELETE", f"{TABLE}/invitations", revoke, Done),
    Endpoint("GET", f"{TABLE}/ledger", ledger, LedgerView),
    Endpoint("GET", f"{TABLE}/hands", hands, list[HandLine]),
    Endpoint("GET", f"{TABLE}/hands/{{hand:hand}}.phh", history, media=PHH),
    Endpoint("GET", f"{TABLE}/night.phhs", night, media=PHHS),
)
