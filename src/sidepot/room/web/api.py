"""The HTTP API: everything but the live table, which is the socket's.

The name and the first paragraph of each handler are its operation id and summary in OpenAPI.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from typing import Annotated

from msgspec import Meta, Raw, Struct
from starlette.convertors import IntegerConvertor, register_url_convertor

from sidepot.errors import NoTable, NotAdmitted, RateLimited, Refused, Unauthorized
from sidepot.paper import PAPERS, paper_of
from sidepot.room.protocol.messages import NewTable
from sidepot.room.protocol.resources import (
    Created,
    EveningView,
    GameOffer,
    Guest,
    HandLine,
    HintView,
    InvitationView,
    LedgerView,
    ReplayView,
    SeasonLine,
    SeasonView,
    Session,
    Sessions,
    TableLine,
)
from sidepot.room.service import Room
from sidepot.room.web.addresses import is_loopback, split_url
from sidepot.room.web.app_state import client_host, described
from sidepot.room.web.calls import Call, Endpoint
from sidepot.room.web.codes import Code, qr_code
from sidepot.room.web.drawings import evening_picture as draw_evening
from sidepot.room.web.markup import rules_html
from sidepot.room.web.policies import paper_policy
from sidepot.words import known, speak

__all__ = ["ENDPOINTS"]

PHH, PHHS, SVG, PNG = "text/x-phh", "text/x-phhs", "image/svg+xml", "image/png"
HTML = "text/html"

MAX_DIGITS = 18
"""The most decimal digits of a number that always fits into 64 bits."""

Token = Annotated[str, Meta(min_length=1, max_length=200)]


class HandNumberConvertor(IntegerConvertor):
    """Reads the number of a hand in a path."""

    def convert(self, value: str) -> int:
        """The number; one with too many digits for the database becomes one that no hand has."""
        return int(value) if len(value) <= MAX_DIGITS else 10**MAX_DIGITS


class Named(Struct, frozen=True, forbid_unknown_fields=True):
    """The name that a guest wants."""

    name: Annotated[str, Meta(max_length=200)]


class Secret(Struct, frozen=True, forbid_unknown_fields=True):
    """The token of a recovery link."""

    token: Token


class Invited(Struct, frozen=True, forbid_unknown_fields=True):
    """The token of an invitation."""

    invitation: Token


class HandedIn(Struct, frozen=True, forbid_unknown_fields=True):
    """A hand as the text of a `.phh`, and the viewing seat; null for the rail.

    `is_own`: the reader played on that seat, so sentences say "you".
    """

    history: str
    seat: Annotated[int, Meta(ge=0, le=99)] | None = None
    is_own: bool = False


class SeasonWanted(Struct, frozen=True, forbid_unknown_fields=True):
    """The season to which an evening is added: its id, or null for a new one with this name."""

    season: Annotated[str, Meta(max_length=64)] | None = None
    name: Annotated[str, Meta(max_length=200)] = ""


_MINUTES = re.compile(r"-?[0-9]{1,3}", re.ASCII)
"""The minutes between a clock and UTC: no zone is 1,000 of them away."""


class SeasonTime(Struct, frozen=True, forbid_unknown_fields=True):
    """When the next of a season's weekly evenings is (ms since 1970); null: it has none."""

    at: Annotated[int, Meta(ge=0, le=10**14)] | None


class Visitor(Struct, frozen=True):
    """The guest of this browser, or null if it has none."""

    guest: Guest | None


class Entered(Struct, frozen=True):
    """The id of the table that the guest has joined."""

    table: str


class Opened(Struct, frozen=True):
    """The id of a new table, and an invitation to it as a link and as a QR code."""

    table: str
    link: str
    code: Code


class Link(Struct, frozen=True):
    """A link, also as a QR code; its token is the part behind the #."""

    link: str
    code: Code


class RulesPage(Struct, frozen=True):
    """The rule page of a game as HTML that has only text, lists, tables, links and drawings.

    `first_hand`: what it says while somebody plays the game for the first time.
    """

    title: str
    html: str
    first_hand: list[HintView]


class Done(Struct, frozen=True):
    """The request was carried out."""

    is_done: bool = True


async def register(call: Call) -> Guest:
    """Register a new guest; the answer sets their cookie."""
    call.take(call.state.guests, client_host(call.request))
    made = await call.room.register(call.body.name, described(call.request))
    call.cookie = made.token
    return made.guest


async def me(call: Call) -> Guest:
    """The guest who asks."""
    return call.guest


async def rename(call: Call) -> Guest:
    """Change the guest's name, also at open tables; a hand in play keeps the old one."""
    call.take(call.state.renames, call.guest.id)
    return await call.room.rename(call.guest.id, call.body.name)


async def recovery(call: Call) -> Link:
    """A recovery link, which makes one browser this guest's, within a week. It is a secret."""
    call.take(call.state.links, call.guest.id)
    return await _link(call.state.address.recovery(await call.room.recovery(call.guest.id)))


async def session(call: Call) -> Visitor:
    """The guest of this browser, if it has one."""
    return Visitor(await call.state.guest(call.request))


async def come_back(call: Call) -> Guest:
    """Make this browser the guest's to whom the recovery link belongs."""
    call.take(call.state.guests, client_host(call.request))
    before = await call.state.session(call.request)
    made = await call.room.recover(call.body.token, described(call.request))
    if made is None:
        raise Unauthorized("web.no_recovery")
    if before:  # its cookie is replaced: nobody can use it any more
        await _end(call, before)
    call.cookie = made.token
    return made.guest


async def forget(call: Call) -> Done:
    """Log this browser out: its session ends, with its sockets, and the cookie is removed."""
    session = await call.state.session(call.request)
    if session:
        await _end(call, session)
    call.cookie = ""
    return Done()


async def _end(call: Call, session: Session) -> None:
    """End a session, unless it has ended meanwhile."""
    with contextlib.suppress(Refused):
        await call.room.end_session(session.guest.id, session.id)


async def sessions(call: Call) -> Sessions:
    """The browsers in which the guest is logged in, this one first, and their recovery links."""
    return await call.room.sessions(call.guest.id, call.session.id)


async def end_session(call: Call) -> Done:
    """Log one of the guest's browsers out."""
    ended = str(call.request.path_params["session"])
    await call.room.end_session(call.guest.id, ended)
    if ended == call.session.id:
        call.cookie = ""
    return Done()


async def end_other_sessions(call: Call) -> Done:
    """Log all of the guest's other browsers out, and revoke their recovery links."""
    await call.room.end_other_sessions(call.guest.id, call.session.id)
    return Done()


async def revoke_recovery(call: Call) -> Done:
    """Make a recovery link invalid."""
    await call.room.revoke_recovery(call.guest.id, str(call.request.path_params["link"]))
    return Done()


async def games(call: Call) -> list[GameOffer]:
    """The games that can be played, each with its options."""
    return await asyncio.to_thread(call.room.games)


async def rules(call: Call) -> RulesPage:
    """The rule page of a game."""
    return await asyncio.to_thread(_rules_page, call.room, call.request.path_params["game"])


def _rules_page(room: Room, game: str) -> RulesPage:
    page = room.rules(game)
    return RulesPage(page.title, rules_html(page), room.first_hand(game))


async def rules_on_paper(call: Call) -> str:
    """The rules of a game as one page of HTML, laid out for one side of paper.

    In the query `paper` is `a4` or `letter`, else what is usual where the reader's languages say;
    `language` one of the room's; everything else is an option of the game.
    """
    options = dict(call.request.query_params)
    if wish := known(options.pop("language", "")):
        speak(wish)
    usual = paper_of(call.request.headers.get("accept-language", ""))
    paper = options.pop("paper", usual)
    if paper not in PAPERS:
        paper = usual
    game = call.request.path_params["game"]
    return await asyncio.to_thread(call.room.rules_on_paper, game, options, paper)


async def picture(call: Call) -> str:
    """The picture of a game, an SVG. It uses the page's colours, so it is made to be inlined."""
    drawing = call.room.picture(call.request.path_params["game"])
    if drawing is None:
        raise NoTable("web.no_picture")
    return drawing


async def lobby(call: Call) -> list[TableLine]:
    """The public tables."""
    return await call.room.lobby()


async def own_tables(call: Call) -> list[TableLine]:
    """The tables that the guest has joined and that have not ended."""
    return await call.room.tables_of(call.guest.id)


async def ended_tables(call: Call) -> list[TableLine]:
    """The tables that the guest has joined and that have ended."""
    return await call.room.tables_of(call.guest.id, ended=True)


async def create(call: Call) -> Opened:
    """Create a table, with the guest as its host, and an invitation to it."""
    await _check_creation(call)
    return await _opened(call, await call.room.create(call.guest.id, call.body))


async def _check_creation(call: Call) -> None:
    """Raise `RateLimited` for a guest, or an address, that has opened too many tables."""
    guest, most = call.guest.id, call.state.limits.tables
    if len(await call.room.tables_of(guest)) >= most:
        raise RateLimited("web.too_many_tables", most=most)
    call.take(call.state.creations, guest)
    call.take(call.state.address_creations, client_host(call.request))


async def _opened(call: Call, made: Created) -> Opened:
    link = call.state.address.invitation(made.invitation)
    return Opened(made.table, link, await asyncio.to_thread(qr_code, link))


async def invitation(call: Call) -> InvitationView:
    """The table behind an invitation, its host, and the people there."""
    found = await call.room.invitation(call.body.invitation)
    if found is None:
        raise NoTable("web.no_invitation")
    return found


async def accept(call: Call) -> Entered:
    """Join the table of an invitation."""
    table = await call.room.table_of(call.body.invitation)
    if table is None:
        raise NoTable("web.no_invitation")
    await call.room.join(call.guest.id, table, call.body.invitation)
    return Entered(table)


async def join(call: Call) -> Entered:
    """Join a public table."""
    await call.room.join(call.guest.id, call.table)
    return Entered(call.table)


async def invite(call: Call) -> Link:
    """Create another invitation to a table."""
    call.take(call.state.links, call.guest.id)
    return await _link(
        call.state.address.invitation(await call.room.invite(call.guest.id, call.table))
    )


async def public_link(call: Call) -> Link:
    """The link of a public table that is open, also as a QR code, for a screen that nobody uses."""
    call.take(call.state.replays, client_host(call.request))
    await call.room.check_public(call.table)
    return await _link(f"{call.state.address.base}/tables/{call.table}")


async def open_house(call: Call) -> Done:
    """Let the other devices of the house in; only a browser on the room's own machine may ask."""
    host = split_url(f"//{call.request.headers.get('host', '')}").hostname or ""
    is_here = is_loopback(client_host(call.request)) and is_loopback(host)
    if call.state.open_house is None or not is_here:
        raise NotAdmitted("web.house_here")
    await call.state.open_house()
    return Done()


async def revoke(call: Call) -> Done:
    """Make every invitation to the table invalid; for its host only."""
    await call.room.revoke(call.guest.id, call.table)
    return Done()


async def knocking(call: Call) -> list[Guest]:
    """Those who have come to the closed table, for its host."""
    return await call.room.knocking(call.guest.id, call.table)


async def ledger(call: Call) -> LedgerView:
    """The accounts of a table: what each player bought in for, their net, and who owes whom.

    A guest who was removed from the table gets them as they were then.
    """
    return await call.room.ledger(call.guest.id, call.table)


async def evening(call: Call) -> EveningView:
    """An evening at a table: the course of its chips, and its highlights.

    A guest who was removed from the table gets it as it was then.
    """
    return await call.room.evening(call.guest.id, call.table)


async def evening_picture(call: Call) -> bytes:
    """The picture of an evening as a PNG, with a link to it; for those who may see the evening.

    Its date is that of a clock `east` minutes ahead of UTC, a parameter of the query (0 without).
    """
    call.take(call.state.replays, client_host(call.request))
    view = await call.room.evening(call.guest.id, call.table)
    link = f"{call.state.address.base}/tables/{call.table}/evening"
    east = call.request.query_params.get("east", "")
    minutes = int(east) if _MINUTES.fullmatch(east) else 0
    return await asyncio.to_thread(draw_evening, view, link, minutes)


async def again(call: Call) -> Opened:
    """Create a table like one that has ended, for its people, or join the one that is there."""
    await _check_creation(call)
    return await _opened(call, await call.room.again(call.guest.id, call.table))


async def own_seasons(call: Call) -> list[SeasonLine]:
    """The seasons that the guest may see."""
    return await call.room.seasons(call.guest.id)


async def season(call: Call) -> SeasonView:
    """A season: its evenings, and its league table; for those who played in it."""
    return await call.room.season(call.guest.id, str(call.request.path_params["season"]))


async def add_to_season(call: Call) -> SeasonView:
    """Add the evening of a table that has ended to a season of the guest's, or to a new one."""
    call.take(call.state.links, call.guest.id)
    return await call.room.add_to_season(
        call.guest.id, call.table, call.body.season, call.body.name
    )


async def plan_season(call: Call) -> SeasonView:
    """Set when the next of the weekly evenings of a season of the guest's is, or that it has none.

    Its tables have the rules of the season's last evening.
    """
    call.take(call.state.links, call.guest.id)
    season = str(call.request.path_params["season"])
    return await call.room.plan_season(call.guest.id, season, call.body.at)


async def open_season(call: Call) -> Opened:
    """The table of a season's weekly evening: the one that is open, or else a new one.

    Everybody who may see the season may come to it without an invitation; the first to come is its
    host.
    """
    await _check_creation(call)
    season = str(call.request.path_params["season"])
    return await _opened(call, await call.room.open_season(call.guest.id, season))


async def drop_from_season(call: Call) -> Done:
    """Take an evening out of a season of the guest's; one without evenings goes."""
    season = str(call.request.path_params["season"])
    await call.room.drop_from_season(call.guest.id, season, call.table)
    return Done()


async def hands(call: Call) -> list[HandLine]:
    """The finished hands of a table; for a guest who was removed, those that were finished then."""
    return await call.room.hands(call.guest.id, call.table)


async def history(call: Call) -> str:
    """A finished hand in the format PHH, with the cards that the guest may know."""
    return await call.room.history(call.guest.id, call.table, call.request.path_params["hand"])


async def night(call: Call) -> str:
    """All finished hands of a table in one file, with the cards that the guest may know."""
    return await call.room.histories(call.guest.id, call.table)


async def rail_history(call: Call) -> str:
    """A finished hand as the rail knows it: for members, and of a public table for anybody."""
    guest = await call.state.guest(call.request)
    number = call.request.path_params["hand"]
    return await call.room.rail_history(guest.id if guest else None, call.table, number)


async def replay(call: Call) -> Raw:
    """A hand handed in, replayed step by step; nothing of it is stored."""
    call.take(call.state.replays, client_host(call.request))
    return await call.room.replay(call.body.history, call.body.seat, is_own=call.body.is_own)


async def _link(link: str) -> Link:
    return Link(link, await asyncio.to_thread(qr_code, link))


register_url_convertor("hand", HandNumberConvertor())
TABLE = "/api/tables/{table}"
ENDPOINTS = (
    Endpoint("POST", "/api/guests", register, Guest, Named, status=201, open_to_all=True),
    Endpoint("GET", "/api/me", me, Guest),
    Endpoint("PUT", "/api/me", rename, Guest, Named),
    Endpoint("POST", "/api/me/recovery", recovery, Link, status=201),
    Endpoint("DELETE", "/api/me/recovery/{link}", revoke_recovery, Done),
    Endpoint("GET", "/api/me/sessions", sessions, Sessions),
    Endpoint("DELETE", "/api/me/sessions", end_other_sessions, Done),
    Endpoint("DELETE", "/api/me/sessions/{session}", end_session, Done),
    Endpoint("GET", "/api/me/tables", own_tables, list[TableLine]),
    Endpoint("GET", "/api/me/tables/ended", ended_tables, list[TableLine]),
    Endpoint("GET", "/api/session", session, Visitor, open_to_all=True),
    Endpoint("POST", "/api/session", come_back, Guest, Secret, open_to_all=True),
    Endpoint("DELETE", "/api/session", forget, Done, open_to_all=True),
    Endpoint("GET", "/api/games", games, list[GameOffer], open_to_all=True, is_packed=True),
    Endpoint("GET", "/api/games/{game}/rules", rules, RulesPage, open_to_all=True, is_packed=True),
    Endpoint(
        "GET",
        "/api/games/{game}/paper.html",
        rules_on_paper,
        media=HTML,
        open_to_all=True,
        policy=paper_policy(),
    ),
    Endpoint(
        "GET",
        "/api/games/{game}/picture.svg",
        picture,
        media=SVG,
        open_to_all=True,
        is_packed=True,
    ),
    Endpoint("GET", "/api/tables", lobby, list[TableLine], open_to_all=True),
    Endpoint("POST", "/api/tables", create, Opened, NewTable, status=201),
    Endpoint("POST", "/api/invitations", accept, Entered, Invited),
    Endpoint(
        "POST", "/api/invitations/look", invitation, InvitationView, Invited, open_to_all=True
    ),
    Endpoint("POST", "/api/house", open_house, Done),
    Endpoint("POST", f"{TABLE}/guests", join, Entered),
    Endpoint("POST", f"{TABLE}/invitations", invite, Link, status=201),
    Endpoint("DELETE", f"{TABLE}/invitations", revoke, Done),
    Endpoint("GET", f"{TABLE}/knocking", knocking, list[Guest]),
    Endpoint("GET", f"{TABLE}/ledger", ledger, LedgerView),
    Endpoint("GET", f"{TABLE}/evening", evening, EveningView),
    Endpoint("GET", f"{TABLE}/evening.png", evening_picture, media=PNG),
    Endpoint("GET", f"{TABLE}/link", public_link, Link, open_to_all=True),
    Endpoint("POST", f"{TABLE}/again", again, Opened, status=201),
    Endpoint("POST", f"{TABLE}/season", add_to_season, SeasonView, SeasonWanted, status=201),
    Endpoint("GET", "/api/me/seasons", own_seasons, list[SeasonLine]),
    Endpoint("GET", "/api/seasons/{season}", season, SeasonView),
    Endpoint("PUT", "/api/seasons/{season}/plan", plan_season, SeasonView, SeasonTime),
    Endpoint("POST", "/api/seasons/{season}/table", open_season, Opened, status=201),
    Endpoint("DELETE", "/api/seasons/{season}/evenings/{table}", drop_from_season, Done),
    Endpoint("GET", f"{TABLE}/hands", hands, list[HandLine]),
    Endpoint("GET", f"{TABLE}/hands/{{hand:hand}}.phh", history, media=PHH),
    Endpoint(
        "GET", f"{TABLE}/hands/{{hand:hand}}/rail.phh", rail_history, media=PHH, open_to_all=True
    ),
    Endpoint("POST", "/api/replays", replay, ReplayView, HandedIn, open_to_all=True),
    Endpoint("GET", f"{TABLE}/night.phhs", night, media=PHHS),
)
