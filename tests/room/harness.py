"""A card room on a file, with a clock that tests move and decks that they may stack."""

import asyncio
import contextlib
import copy
import json
import random
import re
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any
from unittest import mock

from sidepot.engine.game import Hand
from sidepot.room.live.subscription import Subscription
from sidepot.room.protocol import messages as m
from sidepot.room.protocol.table_rules import GamePlan
from sidepot.room.service import Room
from sidepot.room.table import commitment
from sidepot.room.table.context import SealedDecks
from sidepot.room.table.events import Committed, Seeds
from sidepot.room.table.state import TableState
from tests.room import databases

PROOF = re.compile("(?m)^_fairness = .*\n")
"""The line of a history that has hashes of all cards."""
RICOCHET = GamePlan(name="ricochet-2")
Json = dict[str, Any]


class ManualClock:
    """A clock that stands still until a test moves it; `jump` sets only the wall clock."""

    def __init__(self) -> None:
        self.time = 1_700_000_000_000
        self._jumps = 0

    def now(self) -> int:
        return self.time + self._jumps

    def elapsed(self) -> int:
        return self.time

    def jump(self, seconds: int) -> None:
        """Somebody sets the wall clock."""
        self._jumps += seconds * 1000


class SeededRandomness:
    """Randomness that comes out the same again.

    `decks` come first, if there are any; they are dealt as they are where `uncut` holds. `dealt`:
    the orders of the decks `a`, and not those of the decks `b`.
    """

    def __init__(self, seed: int = 3, decks: Sequence[Sequence[int]] = ()) -> None:
        self._random = random.Random(seed)
        self._decks = list(decks)
        self._names = 0
        self._keys = 0
        self.dealt: list[list[int]] = []

    def shuffle(self, deck: Sequence[int]) -> list[int]:
        shuffled = self._random.sample(deck, len(deck))
        is_b = self._keys % 2 == 0
        if is_b:
            return shuffled
        self.dealt.append(list(self._decks.pop(0)) if self._decks else shuffled)
        return self.dealt[-1]

    def key(self) -> bytes:
        self._keys += 1
        return self._random.randbytes(32)

    def below(self, n: int) -> int:
        return self._random.randrange(n)

    def seed(self) -> int:
        return self._random.getrandbits(62)

    def name(self) -> str:
        self._names += 1
        return f"name-{self._names}"

    def token(self) -> str:
        return f"token-{self._random.getrandbits(60)}"


@contextlib.contextmanager
def uncut() -> Iterator[None]:
    """A context in which deck `a` is always dealt, in the order in which it was shuffled."""

    def dealt(
        _: str, committed: Committed, sealed: SealedDecks, seeds: Mapping[str, str]
    ) -> commitment.Dealt:
        cut = Seeds(committed.turn, "a", dict(seeds))
        return commitment.Dealt(cut, sealed.a.streams["deck"], sealed.a.streams.get("second"))

    with mock.patch.object(commitment, "dealt", dealt):
        yield


class RoomHarness:
    """A room on a file, its players, and its clock."""

    def __init__(self, path: Path, *, randomness: SeededRandomness | None = None) -> None:
        self.path = path
        self.clock = ManualClock()
        self.randomness = randomness or SeededRandomness()
        self.room = self.open()
        self._ids = 0

    def open(self) -> Room:
        return Room.open(self.url, clock=self.clock, randomness=self.randomness)

    @property
    def url(self) -> str:
        return databases.url_of(self.path)

    def query(self, statement: str) -> list[tuple[Any, ...]]:
        """The stored data, read on a connection of its own."""
        return databases.query(self.path, statement)

    def execute(self, statement: str) -> None:
        """Change the stored data, on a connection of its own."""
        databases.execute(self.path, statement)

    async def reopen(self) -> None:
        """Close the room and open it again, as after a restart."""
        await self.room.close()
        self.room = self.open()
        await self.start()

    async def start(self) -> None:
        """Resume the running tables without a timekeeper: tests tick by themselves."""
        for table in await self.room._services.store.due_tables():
            self.room._live(table).advance_soon()
        await self.room.settle()

    async def guests(self, *names: str) -> list[str]:
        return [(await self.room.register(name)).guest.id for name in names]

    async def table(self, *guests: str, seats: int | None = None, **wanted: Any) -> str:
        """A table whose host is the first guest; the first `seats` of them (all) sit down."""
        wanted = {"games": [RICOCHET], "bot_pace": 0, "pause": 3, **wanted}
        made = await self.room.create(guests[0], m.NewTable(**wanted))
        for guest in guests:
            await self.room.join(guest, made.table, made.invitation)
        for chair, guest in enumerate(guests[:seats]):
            done = await self.do(guest, made.table, m.Sit, chair=chair, chips=100)
            assert isinstance(done, m.Ack), done
        return made.table

    async def do(
        self, guest: str, table: str, command: Callable[..., Any], /, **fields: Any
    ) -> m.Answer:
        """A command under an id of its own, if none is given, and what follows at once."""
        self._ids += 1
        fields = {"id": f"c{self._ids}", **fields}
        answer = await self.room.handle(guest, table, command(**fields))
        await self.room.settle()
        return answer

    async def wait(self, seconds: float) -> None:
        """Let time pass, a second at a time."""
        until = self.clock.time + int(seconds * 1000)
        while self.clock.time < until:
            self.clock.time = min(self.clock.time + 1000, until)
            await self.room.tick()
            await self.room.settle()

    async def sleep(self, seconds: float) -> None:
        """Let time pass while the machine is asleep."""
        self.clock.time += int(seconds * 1000)
        await self.room.tick()
        await self.room.settle()

    async def state(self, table: str) -> TableState:
        return copy.deepcopy(await self.room._live(table).state())

    async def hand(self, table: str) -> Hand:
        hand = (await self.room._live(table).context()).hand
        assert hand is not None
        return hand

    async def act(self, table: str, action: str | None = None) -> m.Answer:
        """The player to act does so: by default, the safe action."""
        state, hand = await self.state(table), await self.hand(table)
        guest = guest_to_act(state)
        action = action or str(hand.legal.safe)
        fields = {"hand": state.hands, "decision": hand.decision, "action": action}
        return await self.do(guest, table, m.Act, **fields)

    async def play_out(self, table: str, action: str | None = None) -> None:
        """Play the hand to its end."""
        while (await self.state(table)).in_play:
            assert isinstance(await self.act(table, action), m.Ack)


def guest_to_act(state: TableState) -> str:
    """The guest whose turn it is; of several who decide together, the first guest who has not."""
    guests = guests_to_act(state)
    assert guests
    return guests[0]


def guests_to_act(state: TableState) -> list[str]:
    """The guests who are asked for an action and can give one: those removed cannot."""
    assert state.in_play and state.clock
    asked = state.clock.together or (state.clock.chair,)
    guests = (state.chairs[n].guest for n in asked if n not in state.decided)
    return [guest for guest in guests if guest in state.members]


def reason(answer: m.Answer) -> str:
    """Why something was refused, by the key of the sentence."""
    assert isinstance(answer, m.Refusal), answer
    assert answer.reason.text
    return answer.reason.key.removeprefix("room.refused_")


async def drain(subscription: Subscription) -> list[Json]:
    """All messages that wait."""
    found = []
    while subscription.waiting:
        found.append(json.loads(await anext(subscription)))
    return found


async def last_view(subscription: Subscription) -> Json:
    """The last view that waits."""
    return [found for found in await drain(subscription) if found["type"] == "view"][-1]


def texts(messages: Sequence[Json]) -> list[str]:
    """The table talk in some views."""
    return [
        said["text"] for view in messages if view["type"] == "view" for said in view.get("said", ())
    ]


def with_room(play: Callable[[RoomHarness], Awaitable[None]]) -> Callable[[Path], None]:
    """A test that gets a room of its own."""

    def test(tmp_path: Path) -> None:
        async def run() -> None:
            harness = RoomHarness(tmp_path / "room.sqlite3")
            try:
                await play(harness)
            finally:
                await harness.room.close()

        asyncio.run(run())

    test.__name__ = getattr(play, "__name__", "test")
    return test


def check_chips(state: TableState) -> None:
    """No chip has appeared or disappeared."""
    stacks = sum(chair.stack + chair.pending_chips for chair in state.chairs.values())
    bought = sum(account.bought for account in state.accounts.values())
    paid = sum(account.paid_out for account in state.accounts.values())
    waiting = sum(chips for _, chips in state.pots)
    assert bought == stacks + paid + state.bank + waiting
    assert not waiting or (state.chairs and not state.is_ended)  # somebody is there for it
    assert all(chair.stack >= 0 and chair.pending_chips >= 0 for chair in state.chairs.values())
