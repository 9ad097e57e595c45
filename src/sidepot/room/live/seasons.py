"""Seasons: evenings that a guest puts together, and their league tables."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence

import msgspec

from sidepot.errors import NoTable, Refused
from sidepot.room.live.services import Services
from sidepot.room.protocol.resources import LeagueLine, SeasonEvening, SeasonLine, SeasonView
from sidepot.room.storage.store import SeasonPlan, SeasonRow
from sidepot.room.table.lines import translated_evening
from sidepot.room.table.match import first_rules
from sidepot.room.table.names import is_visible
from sidepot.room.table.state import TableState

MAX_SEASONS = 20
"""Seasons that a guest may have made at a time."""
MAX_EVENINGS = 100
"""Evenings of a season at most."""
_MAX_NAME = 60
"""Characters of a season's name at most."""


class Seasons:
    """The seasons of a room.

    An evening of a season is stored with it, as it was when it was added: it outlives its table.
    Everybody who played in one of its evenings may see the season; its host decides which these
    are, and each of them was the host's own evening too.
    """

    def __init__(self, services: Services) -> None:
        self._services = services

    async def add(
        self,
        guest: str,
        season: str | None,
        name: str,
        evening: SeasonEvening,
        players: Iterable[str],
    ) -> SeasonView:
        """Add an evening to a season of the guest's, or to a new one with a name.

        `players`: those who may see it. Raises `NoTable` for a season that is not there, and
        `Refused` for somebody else's and for too many.
        """
        store = self._services.store
        if season is None:
            row = await self._new(guest, name)
        else:
            row, evenings, _ = await self._own(guest, season)
            others = [one for one in evenings if one.table != evening.table]
            if len(others) >= MAX_EVENINGS:
                raise Refused("room.refused_evenings", most=MAX_EVENINGS)
        await store.put_season(row, evening, {guest, *players})
        return await self.view(guest, row.id)

    async def _new(self, guest: str, name: str) -> SeasonRow:
        """A new season. Raises `Refused` for a bad name, and for one too many."""
        shown = " ".join(name.split())
        if not 1 <= len(shown) <= _MAX_NAME or not is_visible(shown):
            raise Refused("room.refused_season_name", most=_MAX_NAME)
        own = [one for one in await self.of(guest) if one.host == guest]
        if len(own) >= MAX_SEASONS:
            raise Refused("room.refused_seasons", most=MAX_SEASONS)
        return SeasonRow(self._services.randomness.name(), guest, shown, self._services.now())

    async def drop(self, guest: str, season: str, evening: str) -> None:
        """Take an evening out of a season; without any the season goes. Raises as `add` does."""
        _, evenings, guests = await self._own(guest, season)
        left = [one for one in evenings if one.table != evening]
        if len(left) == len(evenings):
            raise Refused("room.refused_evening")
        played = {player.guest for one in left for player in one.players}
        kept = {guest, *(one for one in guests if one in played)} if left else set()
        await self._services.store.drop_season_evening(season, evening, kept)

    async def of(self, guest: str) -> list[SeasonLine]:
        """The seasons that a guest may see, the newest first."""
        return await self._services.store.seasons_of(guest)

    async def view(self, guest: str, season: str) -> SeasonView:
        """A season. Raises `NoTable` for one that is not there, or not for the guest to see."""
        found = await self._services.store.season(season)
        if found is None or guest not in found[2]:
            raise NoTable("room.no_season")
        row, evenings, _ = found
        evenings = sorted(map(translated_evening, evenings), key=lambda one: -one.at)
        plan = row.plan
        return SeasonView(
            row.id,
            row.name,
            row.host,
            evenings,
            league(evenings),
            plan.at if plan else None,
            plan.table if plan else None,
        )

    async def plan(
        self, guest: str, season: str, at: int | None, like: Callable[[str], Awaitable[TableState]]
    ) -> SeasonView:
        """Set when the next of a season's weekly evenings is, or that it has none (None).

        Its table has the rules of the season's last evening, whose table `like` reads. Raises as
        `add` does, and whatever `like` raises.
        """
        row, evenings, _ = await self._own(guest, season)
        plan = None
        if at is not None and row.plan:
            plan = msgspec.structs.replace(row.plan, at=at)
        elif at is not None:
            state = await like(max(evenings, key=lambda one: one.at).table)
            plan = SeasonPlan(at, first_rules(state), state.call)
        await self._services.store.plan_season(season, plan)
        return await self.view(guest, season)

    async def people(self, guest: str, season: str) -> tuple[SeasonRow, list[str]]:
        """A season, and those who may see it, of whom the guest must be one. Raises `NoTable`."""
        found = await self._services.store.season(season)
        if found is None or guest not in found[2]:
            raise NoTable("room.no_season")
        return found[0], found[2]

    async def _own(
        self, guest: str, season: str
    ) -> tuple[SeasonRow, list[SeasonEvening], list[str]]:
        """A season of the guest's own. Raises `NoTable`, `Refused`."""
        found = await self._services.store.season(season)
        if found is None or guest not in found[2]:
            raise NoTable("room.no_season")
        if found[0].host != guest:
            raise Refused("room.refused_season")
        return found


def league(evenings: Sequence[SeasonEvening]) -> list[LeagueLine]:
    """The league table of some evenings, the last one first: people alone, the highest net first.

    An evening is won by the people with the highest net. A name is that of the last evening.
    """
    lines: dict[str, LeagueLine] = {}
    for evening in evenings:
        people = [player for player in evening.players if player.guest]
        most = max((player.net for player in people), default=0)
        for player in people:
            assert player.guest is not None
            so_far = lines.get(player.guest, LeagueLine(player.name, player.guest, 0, 0, 0, 0))
            lines[player.guest] = LeagueLine(
                so_far.name,
                player.guest,
                so_far.evenings + 1,
                so_far.won + (player.net == most),
                so_far.hands + player.hands,
                so_far.net + player.net,
            )
    return sorted(lines.values(), key=lambda line: (-line.net, line.name))
