"""Random commands of random people: chips never appear or disappear, and the log tells it all."""

import asyncio
import contextlib
import random
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from unittest.mock import patch

import sqlalchemy as sa
from hypothesis import given, settings
from hypothesis import strategies as st

from sidepot.errors import NotAdmitted
from sidepot.room.protocol import messages as m
from sidepot.room.protocol.table_rules import GamePlan
from sidepot.room.service import Room
from sidepot.room.table import apply
from sidepot.room.table.context import Context
from sidepot.room.table.events import AnyEvent, decode
from sidepot.room.table.ledger import ledger
from sidepot.room.views import room_view, table_view
from sidepot.room.views.encode import JsonCache, KeptRoom
from tests.room.harness import RoomHarness, SeededRandomness, check_chips, guests_to_act

STEPS = 60


@settings(max_examples=6)
@given(seed=st.integers(0, 2**32))
def test_chips_never_appear_or_disappear(seed: int) -> None:
    with tempfile.TemporaryDirectory() as folder, compared_rooms() as stale:
        asyncio.run(walk(Path(folder), random.Random(seed)))
    assert not stale


def test_a_room_that_is_kept_too_long_is_caught(tmp_path: Path) -> None:
    real = room_view._around_clock

    def kept(context: Context, cache: JsonCache, events: Sequence[AnyEvent]) -> KeptRoom:
        return cache.room or real(context, cache, events)

    with patch.object(room_view, "_around_clock", kept), compared_rooms() as stale:
        asyncio.run(walk(tmp_path, random.Random(1)))
    assert stale


@contextlib.contextmanager
def compared_rooms() -> Iterator[list[bytes]]:
    """The rooms that were sent, and that would have been others if nothing had been kept."""
    real, stale = room_view.room_json, list[bytes]()

    def room_json(context: Context, cache: JsonCache, events: Sequence[AnyEvent]) -> bytes:
        sent = real(context, cache, events)
        if sent != real(context, JsonCache(), ()):
            stale.append(sent)
        return sent

    with patch.object(table_view, "room_json", room_json):
        yield stale


async def walk(folder: Path, rng: random.Random) -> None:
    harness = RoomHarness(
        folder / "room.sqlite3", randomness=SeededRandomness(rng.randrange(2**32))
    )
    try:
        people = await harness.guests("Ana", "Bo", "Cy", "Dora")
        plans = [
            GamePlan(name="ricochet"),
            GamePlan(name="ricochet-2", options={"ante": 9}),
            GamePlan(name="poker-roulette", options={"stock_to_active": "yes"}),
            GamePlan(name="ricochet-casino", options={"side_limit": 9}),
            GamePlan(name="guts", options={"ante": 2}),
            GamePlan(name="five-card-draw", options={"openers": "any"}),
        ]
        wanted: dict[str, Any] = {
            "games": plans if rng.random() < 0.5 else [rng.choice(plans)],
            "automatic": rng.random() < 0.7,
            "least": 10,
            "most": 60,
            "turn": 5,
            "time_bank": rng.choice([0, 10]),
            "bots": [m.BotPlan(chair=5, strength="random")] if rng.random() < 0.5 else [],
        }
        choice = {"dealers_choice": len(wanted["games"]) > 1}
        table = await harness.table(*people, seats=0, **wanted, **choice)
        for guest in people[:3]:
            await harness.room.subscribe(guest, table)
        for _ in range(STEPS):
            await step(harness, table, people, rng)
            state = await harness.state(table)
            check_chips(state)
            assert sum(account.net for account in ledger(state).accounts) == 0
        await check_log(harness, table)
    finally:
        await harness.room.close()


async def step(harness: RoomHarness, table: str, people: list[str], rng: random.Random) -> None:
    """Something that somebody does, or that time does."""
    state, guest = await harness.state(table), rng.choice(people)
    if rng.random() < 0.3:
        await harness.wait(rng.choice([1, 3, 6]))
    elif rng.random() < 0.05:
        await harness.reopen()
        for other in people[:3]:
            with contextlib.suppress(NotAdmitted):  # the host may have sent them away
                await harness.room.subscribe(other, table)
    elif state.in_play and state.clock and rng.random() < 0.6:
        choice = rng.choice((await harness.hand(table)).legal.ranges)
        said = str(choice.at(rng.randint(choice.lowest, choice.highest)))
        if guests_to_act(state) and state.paused_at is None:
            assert isinstance(await harness.act(table, said), m.Ack)
    else:
        command, fields = rng.choice(commands(rng, state.hands, state.host, people))
        host = state.host if rng.random() < 0.5 else guest
        await harness.do(host, table, command, **fields)


def commands(
    rng: random.Random, hand: int, host: str, people: list[str]
) -> list[tuple[Any, dict[str, Any]]]:
    sit = {"chair": rng.randrange(7), "chips": rng.randint(5, 70)}
    return [
        (m.Sit, sit),
        (m.Sit, sit),
        (m.BuyIn, {"chips": rng.randint(1, 40)}),
        (m.Leave, {}),
        (m.SitOut, {}),
        (m.ComeBack, {}),
        (m.ComeBack, {}),
        (m.Ready, {}),
        (m.Pause, {"is_paused": rng.random() < 0.3}),
        (m.Pause, {"is_paused": False}),
        (m.VoidHand, {"hand": hand}),
        (m.SeatBot, {"chair": rng.randrange(7), "strength": "random"}),
        (m.Remove, {"chair": rng.choice([4, 5, 6])}),
        (m.PassHost, {"guest": rng.choice(people)}),
        (m.Choose, {"game": rng.randrange(6)}),
        (m.Show, {"hand": hand}),
        (m.Show, {"hand": hand, "card": rng.choice("23456789TJQKA") + rng.choice("cdhs")}),
        (m.Correct, {"chair": rng.randrange(7), "chips": rng.randint(-9, 9), "reason": "x"}),
        (m.Correct, {"chair": 0, "chips": rng.randint(-9, 9), "other": 1, "reason": "x"}),
        (m.Hold, {"is_held": rng.random() < 0.7}),
        (m.Mute, {"guest": rng.choice(people)}),
        (m.Remove, {"guest": rng.choice(people[1:])}),
        (m.Admit, {"guest": rng.choice(people)}),
        (m.Close, {"is_closed": rng.random() < 0.3}),
        (m.ChangeGame, {"games": [GamePlan(name="ricochet-2", options={"ante": 7})]}),
        *([(m.End, {})] * (rng.random() < 0.05)),
    ]


async def check_log(harness: RoomHarness, table: str) -> None:
    """Another room makes the same of the stored log, from its snapshot and from its beginning."""
    state, live = await harness.state(table), harness.room._live(table)
    hand = (await live.context()).hand
    other = Room.open(harness.url, clock=harness.clock, randomness=SeededRandomness(5))
    try:
        again = await other._services.store.table(table)
        assert again.state == state
        if hand and again.hand and state.in_play:
            assert bytes(again.hand) == bytes(hand)
        with other._services.store._reader.connect() as connection:
            query = sa.text("SELECT event FROM log WHERE table_id = :table ORDER BY version")
            found = connection.execute(query, {"table": table}).scalars()
            events = [decode(raw) for raw in found]
        assert apply.apply(None, events) == state
    finally:
        await other.close()
