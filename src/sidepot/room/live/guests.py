"""The guests of a room: their sessions, one for each browser, and their recovery links."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable

from sidepot.errors import CannotWrite, NotAdmitted, Refused
from sidepot.room.live.services import Services
from sidepot.room.protocol.resources import (
    Browser,
    Guest,
    RecoveryLink,
    Registered,
    Session,
    Sessions,
)
from sidepot.room.storage.store import GUEST, RECOVERY, Token
from sidepot.room.storage.writer import LostRace
from sidepot.room.table.clock import SECOND
from sidepot.room.table.names import checked_name, token_hash

_HOUR = 3600 * SECOND
_LINK_LIFE = 7 * 24 * _HOUR
"""Milliseconds for which a recovery link is valid."""
MAX_LINKS = 3
"""Recovery links of a guest that are valid at a time; a further one ends the oldest."""
MAX_SESSIONS = 30
"""Browsers in which a guest is logged in; a further one ends the one used longest ago."""
_IsIt = Callable[[Token], bool]
_ABOUT = 60
"""Characters of a browser's description at most."""


class Guests:
    """Registers guests, and makes and ends their sessions and recovery links.

    Both are tokens, secrets of 256 random bits of which the hashes are stored. A session is known
    to its guest by the first characters of its hash, which are no secret.
    """

    def __init__(self, services: Services) -> None:
        self._services = services
        self._lock = asyncio.Lock()
        """Held while tokens are counted, used up or ended."""

    async def register(self, name: str, about: str = "") -> Registered:
        """A new guest, with the session of the browser that `about` describes."""
        guest = Guest(self._services.randomness.name(), checked_name(name))
        secret, token = self._new(GUEST, guest.id, about=about)
        await self._services.store.add_guest(guest, token)
        return Registered(guest, secret)

    async def session(self, secret: str, about: str = "") -> Session | None:
        """The session whose token this is, or None; that it is used is noted once an hour."""
        found = await self._services.store.session(token_hash(secret))
        if found is None:
            return None
        token, guest = found
        if about and (token.seen or 0) < self._hour():
            self._services.spawn(self._see(token, about))
        return Session(guest, _id(token))

    async def is_live(self, guest: str, session: str) -> bool:
        """Has the session not been ended?"""
        tokens = await self._services.store.tokens(GUEST, guest)
        return any(_id(token) == session for token in tokens)

    async def _see(self, token: Token, about: str) -> None:
        with contextlib.suppress(CannotWrite):  # it is noted the next time
            await self._services.store.see(token.hash, self._hour(), about[:_ABOUT])

    async def sessions(self, guest: str, own: str) -> Sessions:
        """The guest's browsers, that of the session `own` first, and their recovery links."""
        store = self._services.store
        tokens = await store.tokens(GUEST, guest)
        tokens.sort(key=lambda token: (_id(token) != own, -(token.seen or 0), -token.created))
        links = await self._links(guest)
        return Sessions(
            [_browser(token, is_own=_id(token) == own) for token in tokens],
            [RecoveryLink(_id(token), token.created, token.expires or 0) for token in links],
        )

    async def end_session(self, guest: str, session: str) -> list[str]:
        """End one session; the ids of those that were ended. Raises `Refused` for none."""
        ended = await self._drop(GUEST, guest, lambda token: _id(token) == session)
        if not ended:
            raise Refused("room.refused_session")
        return ended

    async def end_others(self, guest: str, own: str) -> list[str]:
        """End all sessions but `own`, and all recovery links; the ids of the sessions."""
        await self._drop(RECOVERY, guest, lambda _: True)
        return await self._drop(GUEST, guest, lambda token: _id(token) != own)

    async def new_link(self, guest: str) -> str:
        """The token of a new recovery link, with which one browser can become the guest's."""
        async with self._lock:
            secret, token = self._new(RECOVERY, guest, life=_LINK_LIFE)
            tokens = await self._services.store.tokens(RECOVERY, guest)
            links = [link for link in tokens if not self._is_over(link)]
            kept = links[max(0, len(links) - MAX_LINKS + 1) :]
            over = [link for link in tokens if link not in kept]
            await self._services.store.change_tokens([token], [old.hash for old in over])
            return secret

    async def revoke_link(self, guest: str, link: str) -> None:
        """End one recovery link. Raises `Refused` if it is not valid any more."""
        if not await self._drop(RECOVERY, guest, lambda token: _id(token) == link):
            raise Refused("room.refused_link")

    async def recover(self, secret: str, about: str = "") -> Registered | None:
        """Use a recovery link up: its guest, with a new session; None if it is not valid."""
        async with self._lock:
            used = await self._services.store.token(RECOVERY, token_hash(secret))
            if used is None or self._is_over(used):
                return None
            guest = await self._services.store.guest(used.owner)
            if guest is None:
                return None
            sessions = await self._services.store.tokens(GUEST, guest.id)
            sessions.sort(key=lambda token: (token.seen or 0, token.created))
            over = sessions[: max(0, len(sessions) - MAX_SESSIONS + 1)]
            new_secret, token = self._new(GUEST, guest.id, about=about)
            try:
                await self._services.store.use_up(used, token, [old.hash for old in over])
            except LostRace:  # another process of the room was faster
                return None
            return Registered(guest, new_secret)

    async def registered(self, id: str) -> Guest:
        """The guest with an id. Raises `NotAdmitted` if nobody has it."""
        guest = await self._services.store.guest(id)
        if guest is None:
            raise NotAdmitted("room.not_admitted")
        return guest

    def _new(
        self, kind: str, owner: str, *, about: str = "", life: int | None = None
    ) -> tuple[str, Token]:
        """A new secret, and what is stored of it."""
        secret, now = self._services.randomness.token(), self._services.now()
        is_session = kind == GUEST
        token = Token(
            hash=token_hash(secret),
            kind=kind,
            owner=owner,
            created=now,
            expires=now + life if life else None,
            seen=self._hour() if is_session else None,
            about=about[:_ABOUT] if is_session else None,
        )
        return secret, token

    async def _links(self, guest: str) -> list[Token]:
        """The recovery links that are valid, the oldest first."""
        tokens = await self._services.store.tokens(RECOVERY, guest)
        return [token for token in tokens if not self._is_over(token)]

    async def _drop(self, kind: str, guest: str, is_it: _IsIt) -> list[str]:
        """End the tokens of a guest that are meant; their ids."""
        async with self._lock:
            tokens = [t for t in await self._services.store.tokens(kind, guest) if is_it(t)]
            await self._services.store.change_tokens([], [token.hash for token in tokens])
            return [_id(token) for token in tokens]

    def _is_over(self, token: Token) -> bool:
        return token.expires is not None and token.expires <= self._services.now()

    def _hour(self) -> int:
        """The time, rounded down to the hour: more is not noted of anybody."""
        now = self._services.now()
        return now - now % _HOUR


def _id(token: Token) -> str:
    return token.hash[:16]


def _browser(token: Token, *, is_own: bool) -> Browser:
    name, _, system = (token.about or "").partition("/")
    return Browser(_id(token), name, system, token.created, token.seen or 0, is_own)
