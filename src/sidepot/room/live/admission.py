"""Admission to tables: a new one, an invitation, a knock, or the next evening."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import functools
import hashlib
from collections.abc import Awaitable, Callable, Sequence

import msgspec

from sidepot.errors import NoTable, Refused
from sidepot.room.live.guests import Guests
from sidepot.room.live.services import Services
from sidepot.room.live.table import LiveTable
from sidepot.room.protocol.messages import NewTable
from sidepot.room.protocol.resources import Created, Guest, InvitationView
from sidepot.room.storage.append import Append
from sidepot.room.storage.store import INVITATION, SeasonPlan, SeasonRow, Token
from sidepot.room.storage.tenure import Elsewhere
from sidepot.room.storage.writer import LostRace
from sidepot.room.table import events as e
from sidepot.room.table.apply import apply
from sidepot.room.table.context import PendingEvents
from sidepot.room.table.create import create, create_again, create_for
from sidepot.room.table.decide import check_admitted, check_host, is_full
from sidepot.room.table.names import token_hash
from sidepot.room.table.randomness import Randomness
from sidepot.room.table.rules import game_view, table_name
from sidepot.room.table.state import TableState

MAX_INVITATIONS = 20
"""Invitations of one member to a table that are valid at a time."""
_ID_BYTES = 9
"""Bytes of a table's id, as `Randomness.name` makes it."""


class Doors:
    """Admission to the tables of a room; `Room` documents the methods."""

    def __init__(
        self, services: Services, guests: Guests, live: Callable[[str], LiveTable]
    ) -> None:
        """`live`: the live table with an id."""
        self._services = services
        self._guests = guests
        self._live = live
        self._again = asyncio.Lock()
        """A lock, held while a table that continues another is made."""

    async def create(self, guest: str, new_table: NewTable) -> Created:
        """A new table whose host is the guest; its id, and an invitation to it."""
        return await self._make(guest, functools.partial(create, new_table))

    async def invite(self, guest: str, table: str) -> str:
        """A further invitation, for any member of a table that has not ended and is not closed."""
        state = await self._live(table).state()
        check_admitted(state, guest)
        if state.is_ended:
            raise Refused("room.refused_ended")
        if state.is_closed:
            raise Refused("room.refused_invite", host=state.name_of(state.host))
        secret, token = self._new_invitation(guest, table)
        made = await self._services.store.tokens(INVITATION, table)
        own = [token.hash for token in made if token.maker == guest]
        over = own[: max(0, len(own) - MAX_INVITATIONS + 1)]
        gone = [old.hash for old in made if old.maker not in state.members]
        await self._services.store.change_tokens([token], over + gone)
        return secret

    async def revoke(self, guest: str, table: str) -> None:
        """Delete every invitation to a table, for its host."""
        check_host(await self._live(table).state(), guest)
        await self._services.store.drop_tokens(INVITATION, table)

    async def table_of(self, invitation: str) -> str | None:
        """The table to which an invitation leads, or None."""
        token = await self._services.store.token(INVITATION, token_hash(invitation))
        return token.owner if token else None

    async def invitation(self, invitation: str) -> InvitationView | None:
        """The table behind an invitation, as its holder sees it; None if it is no longer valid."""
        table = await self.table_of(invitation)
        live = self._live(table) if table else None
        if live is None or not await self._leads_to(invitation, live):
            return None
        state = await live.state()
        if state.is_ended:
            return None
        return InvitationView(
            name=table_name(state.name, state.rules.games),
            host=state.name_of(state.host),
            games=[game_view(plan) for plan in state.rules.games],
            people=[chair.name for _, chair in state.seated() if chair.guest],
            bots=sum(chair.bot is not None for chair in state.chairs.values()),
            is_closed=state.is_closed,
            call=state.call,
            is_full=is_full(state),
        )

    async def knocking(self, guest: str, table: str) -> list[Guest]:
        """Those who have come to a closed table, for its host."""
        live = self._live(table)
        state = await live.state()
        check_host(state, guest)
        knocks = live.knocks.items() if state.is_closed else ()
        waiting = [Guest(id, name) for id, name in knocks if id not in state.named]
        return [knock for knock in waiting if knock.id not in state.members]

    async def join(self, guest: str, table: str, invitation: str | None = None) -> None:
        """Make a guest a member of a table. Raises `NotAdmitted`."""
        live = self._live(table)
        with live.in_use():
            is_invited = invitation is not None and await self._leads_to(invitation, live)
            name = (await self._guests.registered(guest)).name
            await live.join(guest, name, is_invited=is_invited)

    async def _leads_to(self, invitation: str, live: LiveTable) -> bool:
        """Does an invitation lead to a table? Not if its maker is no member there any more."""
        token = await self._services.store.token(INVITATION, token_hash(invitation))
        if token is None or token.owner != live.id:
            return False
        return token.maker in (await live.state()).members

    async def again(self, guest: str, table: str) -> Created:
        """A table like one that has ended, or the one that another player has made so."""
        live = self._live(table)
        with live.in_use():
            async with self._again:
                state = await live.state()
                check_admitted(state, guest)
                if not state.is_ended:
                    raise Refused("room.refused_again")
                if state.next_table:
                    return await self._follow(guest, state.next_table)
                return await self._go_on(guest, live, state)

    async def weekly(
        self, guest: str, read: Callable[[], Awaitable[tuple[SeasonRow, list[str]]]]
    ) -> Created:
        """The table of a season's weekly evening: the one that is open, or else a new one.

        `read`: reads the season, and its people. Whoever comes first opens it and is its host; the
        others are admitted. Raises `Refused` for a season without such an evening.
        """
        async with self._again:
            row, people = await read()
            plan = row.plan
            if plan is None:
                raise Refused("room.refused_season_plan")
            rules, call = plan.rules, plan.call

            def begin(host: str, name: str, now: int, _: Randomness) -> Sequence[e.AnyEvent]:
                return create_for(rules, row.name, call, people, host, name, now)

            while not (plan.table and await self._is_open(plan.table)):
                table = _id_after(row.id, plan)
                opened = msgspec.structs.replace(plan, table=table)
                with contextlib.suppress(LostRace):  # another process of the room was faster
                    made = await self._make(guest, begin, table)
                    await self._services.store.plan_season(row.id, opened)
                    return made
                plan = opened
            return await self._follow(guest, plan.table)

    async def _is_open(self, table: str) -> bool:
        """Is a table there, and has not ended?"""
        try:
            return not (await self._services.store.table(table)).state.is_ended
        except NoTable:
            return False

    async def _follow(self, guest: str, table: str) -> Created:
        """Join the table that continues another; one in another process is joined at the hello."""
        with contextlib.suppress(Elsewhere):
            await self.join(guest, table)
            return Created(table, await self.invite(guest, table))
        state = (await self._services.store.table(table)).state
        if not may_join(state, guest):
            check_admitted(state, guest)
        if state.is_closed:
            raise Refused("room.refused_invite", host=state.name_of(state.host))
        secret, invitation = self._new_invitation(guest, table)
        await self._services.store.change_tokens([invitation], [])
        return Created(table, secret)

    async def _go_on(self, guest: str, live: LiveTable, state: TableState) -> Created:
        created = await self._make(guest, functools.partial(create_again, state))
        gone_on = e.Continued(at=self._services.now(), by=guest, table=created.table)
        await live.append(lambda _: PendingEvents([gone_on]))
        return created

    async def _make(
        self, guest: str, begin: Callable[..., Sequence[e.AnyEvent]], table: str | None = None
    ) -> Created:
        """Store a table, whose first events `begin` makes, and an invitation to it.

        `table`: its id. Raises `LostRace` if there is such a table.
        """
        name, randomness = (await self._guests.registered(guest)).name, self._services.randomness
        table = table or randomness.name()
        secret, invitation = self._new_invitation(guest, table)
        events = begin(guest, name, self._services.now(), randomness)
        append = Append(table, 0, events, apply(None, events))
        await self._services.library.keep(append.after.rules.games)
        await self._services.store.create_table(append, invitation)
        return Created(table, secret)

    def _new_invitation(self, guest: str, table: str) -> tuple[str, Token]:
        """The secret of an invitation that a guest makes, and what is stored of it."""
        secret = self._services.randomness.token()
        now = self._services.now()
        return secret, Token(token_hash(secret), INVITATION, table, now, maker=guest)


def _id_after(season: str, plan: SeasonPlan) -> str:
    """The id of the next table of a season: the same in every process, so that one can open it."""
    digest = hashlib.sha256(f"{season} {plan.at} {plan.table or ''}".encode()).digest()
    return base64.urlsafe_b64encode(digest[:_ID_BYTES]).decode()


def may_join(state: TableState, guest: str) -> bool:
    """May a guest who is not a member try to join without an invitation?"""
    return guest not in state.members and (state.rules.public or guest in state.named)
