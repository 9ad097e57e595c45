"""Rooms that break a promise, one each: the checker must catch them.

Each is a change to the running server, at a seam between two parts of it.
"""

import asyncio
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from sidepot.errors import CannotWrite
from sidepot.room.live import services, subscribers
from sidepot.room.live.subscription import Subscription
from sidepot.room.live.table import LiveTable
from sidepot.room.storage.store import Store
from sidepot.room.table import deadlines, play
from sidepot.room.table import events as e
from sidepot.room.table.clock import RoomTime
from sidepot.room.table.loaded import LoadedTable

LATE = 0.1
"""Seconds by which a commit comes too late."""
NEVER = 10**15


def _acknowledge_early() -> None:
    """Acknowledges a command before it is stored."""
    stored, tasks = Store.append, set[asyncio.Task[None]]()
    last: dict[str, asyncio.Task[None]] = {}

    async def later(self: Store, append: Any, before: asyncio.Task[None] | None) -> None:
        await asyncio.sleep(LATE)
        if before:
            await before
        await stored(self, append)

    async def append(self: Store, append: Any) -> None:
        task = asyncio.create_task(later(self, append, last.get(append.table)))
        last[append.table] = task
        tasks.add(task)

    Store.append = append  # type: ignore[method-assign]


def _swallow_failures() -> None:
    """Carries on with a state that could not be stored."""
    stored = Store.append

    async def append(self: Store, append: Any) -> None:
        try:
            await stored(self, append)
        except CannotWrite:
            return

    Store.append = append  # type: ignore[method-assign]


def _do_twice() -> None:
    """Does a command again when its id comes again."""
    once, known = LiveTable.do, set[tuple[str, str, str]]()

    async def do(self: LiveTable, guest: str, command: Any) -> Any:
        key = (self.id, guest, command.id)
        if key not in known:
            known.add(key)
            return await once(self, guest, command)
        answer = await once(self, guest, replace(command, id=f"{command.id}+{len(known)}"))
        return replace(answer, id=command.id)

    LiveTable.do = do  # type: ignore[method-assign]


def _skip_views() -> None:
    """Leaves a view out now and then, as if nothing had happened."""
    rng, put = random.Random(5), Subscription.put

    def forgetful(self: Subscription, raw: bytes, *, is_view: bool = False) -> None:
        is_part = is_view and b'"is_whole":false' in raw
        if not (is_part and rng.random() < 0.1):
            put(self, raw, is_view=is_view)

    Subscription.put = forgetful  # type: ignore[method-assign]


def _show_what_is_not() -> None:
    """Shows players who sit out as if they played, in some views."""
    rng, put = random.Random(5), Subscription.put

    def wrong(self: Subscription, raw: bytes, *, is_view: bool = False) -> None:
        if is_view and rng.random() < 0.3:
            raw = raw.replace(b'"status":"out"', b'"status":"in"')
        put(self, raw, is_view=is_view)

    Subscription.put = wrong  # type: ignore[method-assign]


def _show_before() -> None:
    """Shows everybody the state before it is stored."""
    stored, shown = Store.append, subscribers.Subscribers.show
    tables: dict[str, tuple[subscribers.Subscribers, Any]] = {}
    made = subscribers.Subscribers.__init__

    def init(self: subscribers.Subscribers, services: Any, live: Any) -> None:
        made(self, services, live)
        tables[live.id] = self, live

    async def append(self: Store, append: Any) -> None:
        known = tables.get(append.table)
        if known and known[0]._views:
            viewers, live = known
            table = LoadedTable(append.after, append.hand)
            context = live._context(table)
            shown(viewers, context, append.events, {})
            await asyncio.sleep(LATE)
        await stored(self, append)

    subscribers.Subscribers.__init__ = init  # type: ignore[method-assign]
    Store.append = append  # type: ignore[method-assign]


def _mint_a_chip() -> None:
    """Gives the first seat a chip too many at the end of a hand."""
    ended = play.hand_end

    def hand_end(*given: Any) -> Iterator[e.AnyEvent]:
        for event in ended(*given):
            if isinstance(event, e.HandEnded):
                first, *others = event.stacks
                yield replace(event, stacks=(first + 1, *others))
            else:
                yield event

    vars(play)["hand_end"] = hand_end


def _forget_turns() -> None:
    """Never ends the turn of a player who does nothing."""
    due = deadlines._clock_due

    def clock_due(context: Any, clock: Any) -> deadlines.Due:
        found = due(context, clock)
        return deadlines.Due(NEVER, "clock") if found.what == "clock" else found

    deadlines._clock_due = clock_due


def _follow_the_wall() -> None:
    """Judges turns by the clock on the wall."""

    class OnTheWall(RoomTime):
        def now(self) -> int:
            return self._clock.now()

        def check(self) -> int:
            return self._clock.now()

    services.RoomTime = OnTheWall  # type: ignore[attr-defined]


@dataclass(frozen=True)
class Broken:
    """A broken room: what breaks it, the faults that it takes, the promise that is broken.

    `seconds`: how long it takes to notice.
    """

    breaks: Callable[[], None]
    faults: tuple[str, ...]
    promise: str
    seconds: float = 6


BROKEN = {
    "acknowledges-early": Broken(_acknowledge_early, (), "committed"),
    "shows-before": Broken(_show_before, (), "committed"),
    "swallows-failures": Broken(_swallow_failures, ("disk",), "committed", 30),
    "does-twice": Broken(_do_twice, (), "once"),
    "skips-views": Broken(_skip_views, (), "gapless"),
    "shows-what-is-not": Broken(_show_what_is_not, (), "views"),
    "mints-a-chip": Broken(_mint_a_chip, (), "chips"),
    "forgets-turns": Broken(_forget_turns, (), "turns", 90),
    "follows-the-wall": Broken(_follow_the_wall, ("back",), "turns", 30),
}
