"""Views of whole hands, as a room sends them to one player, for pages that need no server.

The hands are played at random from a seed. The room runs in a thread, since Playwright's loop is
the running one of the test's own.
"""

from __future__ import annotations

import asyncio
import functools
import json
import random
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sidepot.room.protocol import messages as m
from sidepot.room.protocol.table_rules import GamePlan
from tests.room.harness import RoomHarness, SeededRandomness, drain, guest_to_act

if TYPE_CHECKING:
    from playwright.sync_api import WebSocketRoute

    from sidepot.room.live.subscription import Subscription
    from tests.browser.person import Person

Json = dict[str, Any]
NAMES = (
    *("Ana", "Maximiliane", "Bo", "Bea", "Theo", "Omar", "Noor", "Lev", "Mia", "Cem"),
    *("Ida", "Raj", "Zoe", "Finn", "Lin", "Emil", "Vera", "Sam", "Tuva", "Hugo"),
)
STACKS = (100, 40, 160, 80)
"""Chips of the players in turn: unequal, so that an all-in makes side pots."""


@functools.cache
def hand_of(
    game: str, players: int, language: str = "en", *, seed: int = 1, folds: float = 0.1
) -> tuple[Json, ...]:
    """The messages to the first player, from the welcome to the pause after a hand.

    `folds`: how often a player folds where that is possible.
    """
    with ThreadPoolExecutor(1) as thread:
        return tuple(
            thread.submit(asyncio.run, _played(game, players, language, seed, folds)).result()
        )


async def _played(game: str, players: int, language: str, seed: int, folds: float) -> list[Json]:
    rng = random.Random(f"{game} {players} {seed}")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "room.sqlite3"
        harness = RoomHarness(path, randomness=SeededRandomness(seed))
        try:
            guests = await harness.guests(*NAMES[:players])
            plan = {"games": [GamePlan(name=game)], "chairs": players, "pause": 6}
            table = await harness.table(*guests, seats=0, least=20, most=200, turn=600, **plan)
            await harness.do(guests[0], table, m.Pause, is_paused=True)
            for guest in guests[1:]:
                await harness.room.subscribe(guest, table)
            reader = await harness.room.subscribe(guests[0], table, language=language)
            for chair, guest in enumerate(guests):
                chips = STACKS[chair % len(STACKS)]
                await harness.do(guest, table, m.Sit, chair=chair, chips=chips)
            await harness.do(guests[0], table, m.Pause, is_paused=False)
            return await _followed(harness, table, reader, rng, folds)
        finally:
            await harness.room.close()


async def _followed(
    harness: RoomHarness, table: str, reader: Subscription, rng: random.Random, folds: float
) -> list[Json]:
    """Play the hand that was dealt to its end, and give all that was sent."""
    found = await drain(reader)
    while (state := await harness.state(table)).in_play:
        hand = await harness.hand(table)
        guest = guest_to_act(state)
        seat = state.seat_of(guest)
        assert state.clock and seat is not None
        asked = hand.asking(seat) if state.clock.together else hand
        rows = list(asked.legal.ranges)
        bold = [row for row in rows if row.kind != "fold"] or rows
        row = rng.choice(rows if rng.random() < folds else bold)
        amount = row.highest if rng.random() < 0.3 else row.lowest
        fields = {"hand": state.hands, "decision": hand.decision, "action": str(row.at(amount))}
        answer = await harness.do(guest, table, m.Act, **fields)
        assert isinstance(answer, m.Ack), answer
        found += await drain(reader)
    return found


class Puppet:
    """A page whose socket a test speaks through."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self._socket: WebSocketRoute | None = None
        self._version = 0
        # Views without commitments would be reported as deals that were left out.
        person.page.route("**/checker*.js", lambda route: route.abort())
        person.page.route_web_socket("**/api/socket", self._dialled)

    def _dialled(self, socket: WebSocketRoute) -> None:
        self._socket = socket
        socket.on_message(self._hear)

    def _hear(self, message: str | bytes) -> None:
        """Accept whatever the page asks for."""
        said = json.loads(message)
        if said["type"] != "hello":
            self.send({"type": "ack", "id": said["id"], "version": self._version})

    def open(self) -> Puppet:
        """Open a table's address, and wait for the page's socket."""
        self.person.open("/tables/puppet")
        self.person.until(lambda: self._socket, "the page dialled no table")
        return self

    def send(self, message: Json, *, is_staged: bool = False) -> None:
        """Send a message; a view as a whole one, or, to be shown in stages, as it was sent."""
        assert self._socket
        if message["type"] == "view":
            self._version += 1
            is_whole = message["is_whole"] or not is_staged
            message = {**message, "is_whole": is_whole, "version": self._version}
        self._socket.send(json.dumps(message))
