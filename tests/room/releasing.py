"""Makes the database of a room that a release is kept by: an evening that ended, one in a hand.

`python -m tests.releases.making` writes it where it is missing. Until the first release it may be
deleted and written anew; from then on it stays as it is, and each release gets a file of its own.
"""

import asyncio
import contextlib
import re
import sqlite3
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from unittest import mock

from sidepot.real import Card, Choice, Entry
from sidepot.room.protocol import messages as m
from sidepot.room.protocol.table_rules import ChipWorth, GamePlan, MatchRules
from sidepot.room.storage import store
from sidepot.room.table import loaded
from sidepot.room.table.names import token_hash
from tests.releases import NOW
from tests.room.cutting import Cutter
from tests.room.harness import RoomHarness, SeededRandomness

FILE = NOW / "r0001.sql"
ANA, BO, CY = "name-1", "name-2", "name-3"
GAMES = [GamePlan(name="ricochet-2"), GamePlan(name="guts")]
HOLDEM = GamePlan(name="holdem-no-limit")
INVITATION = "an invitation"


class NumberedTokens(SeededRandomness):
    """Randomness whose tokens are known: `token-1` is Ana's first session."""

    def __init__(self) -> None:
        super().__init__()
        self._tokens = 0

    def token(self) -> str:
        self._tokens += 1
        return f"token-{self._tokens}"


async def fill(harness: RoomHarness) -> None:
    """Play an evening to its end, another one into a hand, and a match."""
    for name in ("Ana", "Bo", "Cy"):
        await harness.room.register(name, "Firefox/Linux")
    friday = await _evening(harness)
    season = await harness.room.add_to_season(ANA, friday, None, "Winter")
    await harness.room.plan_season(ANA, season.id, 1_800_000_000_000)
    await harness.room.recovery(ANA)
    made = await harness.room.again(BO, friday)
    await harness.room.join(ANA, made.table)
    await harness.do(BO, made.table, m.SetCall, link="https://meet.example.org/friday")
    for chair, guest in enumerate((ANA, BO)):
        await harness.do(guest, made.table, m.Sit, chair=chair, chips=100)
    await harness.do(ANA, made.table, m.Ready)
    await harness.room.subscribe(ANA, made.table)
    await harness.wait(6)
    await harness.act(made.table, "call")
    known = store.Token(token_hash(INVITATION), store.INVITATION, made.table, 0, maker=ANA)
    await harness.room._services.store.change_tokens([known], [])
    await _match(harness)
    await _real_cards(harness)


async def _evening(harness: RoomHarness) -> str:
    """An evening with most kinds of events."""
    rules: dict[str, Any] = {"games": GAMES, "dealers_choice": True, "turn": 20, "time_bank": 30}
    rules["worth"] = ChipWorth(name="biscuits", chips=3)
    bots = [m.BotPlan(chair=2, strength="random")]
    table = await harness.table(ANA, BO, CY, seats=2, bots=bots, name="Friday", **rules)
    people = [Cutter(harness, table, guest) for guest in (ANA, BO)]
    for person in people:
        await person.connect()
    await harness.do(ANA, table, m.Chat, text="Good evening, señor!")
    await harness.do(BO, table, m.BuyIn, chips=50)
    await _hand(harness, table, people, 0)
    await harness.do(ANA, table, m.Rabbit, hand=1)
    await harness.do(BO, table, m.Hold)
    await harness.do(BO, table, m.Hold, is_held=False)
    await _hand(harness, table, people, 1)
    await harness.do(ANA, table, m.Pause)
    await harness.do(ANA, table, m.Pause, is_paused=False)
    await harness.do(ANA, table, m.Remove, guest=CY)
    await harness.do(ANA, table, m.Admit, guest=CY)
    await harness.do(ANA, table, m.Close)
    await harness.do(ANA, table, m.Mute, guest=CY)
    await harness.do(ANA, table, m.ChangeGame, games=[HOLDEM])
    await harness.room.rename(BO, "Bob")
    await harness.do(ANA, table, m.Remove, chair=2)
    await _hand(harness, table, people, None, wishes=())
    for guest in (ANA, BO):
        await harness.do(guest, table, m.Show, hand=3)
    await harness.do(ANA, table, m.Correct, chair=1, chips=9, reason="a present")
    await harness.do(ANA, table, m.Correct, chair=0, other=1, chips=5, reason="a wager")
    await harness.wait(8)
    await harness.sleep(3_600)
    state = await harness.state(table)
    await harness.do(ANA, table, m.VoidHand, hand=state.hands)
    await harness.do(BO, table, m.SitOut)
    await harness.do(BO, table, m.ComeBack)
    await harness.do(ANA, table, m.PassHost, guest=BO)
    await harness.do(BO, table, m.End)
    await harness.room.write_histories()
    return table


async def _match(harness: RoomHarness) -> None:
    """A match whose prices grow until one of two is out."""
    all_in = [f"raise to {chips}" for chips in range(32, 0, -1)]
    match = MatchRules(hands=40, level_hands=1)
    new = m.NewTable(games=[HOLDEM], match=match, least=16, pause=3, chairs=2)
    made = await harness.room.create(ANA, new)
    await harness.room.join(BO, made.table, made.invitation)
    for chair, guest in enumerate((ANA, BO)):
        await harness.room.subscribe(guest, made.table)
        await harness.do(guest, made.table, m.Sit, chair=chair, chips=16)
    for _ in range(40):
        if (await harness.state(made.table)).is_ended:
            break
        hands = (await harness.state(made.table)).hands
        await finish(harness, made.table, [*all_in, "call", "check"] if hands > 1 else ())
        await harness.wait(4)


async def _real_cards(harness: RoomHarness) -> None:
    """A hand with real cards, told by two phones; somebody without one gets one meanwhile."""
    people = [m.PersonPlan(chair=2, name="Cyril", chips=100)]
    new = m.NewTable(games=GAMES[:1], cards="real", least=1, people=people)
    made = await harness.room.create(ANA, new)
    for chair, guest in enumerate((ANA, BO, CY)):
        if guest != ANA:
            await harness.room.join(guest, made.table, made.invitation)
        if guest != CY:
            await harness.do(guest, made.table, m.Sit, chair=chair, chips=100)
    await harness.do(ANA, made.table, m.NextHand, hand=0)
    told: list[Entry] = [Card("9h"), Card("4c"), Card("Ks"), Choice(1, "fold")]
    for at, entry in enumerate(told):
        for guest in (ANA, BO):
            await harness.do(guest, made.table, m.Tell, hand=1, at=at, entry=entry)
    await harness.do(ANA, made.table, m.Retell, hand=1, at=4, number=2, entry=Card("Qs"))
    await harness.do(ANA, made.table, m.Correct, chair=1, chips=9, reason="a wrong stack")
    await harness.do(CY, made.table, m.TakeSeat, chair=2)
    await harness.do(ANA, made.table, m.Tell, hand=1, at=4, entry=Choice(0, "fold"))
    await harness.do(BO, made.table, m.PayOut, hand=1)


async def _hand(
    harness: RoomHarness,
    table: str,
    people: list[Cutter],
    game: int | None,
    wishes: Sequence[str] = ("in", "check", "buy 3"),
) -> None:
    """A hand, of a game that the dealer names, played to its end with the first possible wish."""
    for _ in range(40):
        for guest in (ANA, BO):
            if game is not None:
                await harness.do(guest, table, m.Choose, game=game)
        for person in people:
            await person.answer()
        if (await harness.state(table)).in_play:
            break
        await harness.wait(1)
    await finish(harness, table, wishes)


async def finish(
    harness: RoomHarness, table: str, wishes: Sequence[str] = ("check", "call")
) -> None:
    """Play the hand to its end: each takes the first possible wish, or else folds."""
    while (state := await harness.state(table)).in_play:
        asked = state.clock.together or (state.clock.chair,) if state.clock else ()
        guests = [state.chairs[n].guest for n in asked if n not in state.decided]
        guest = next(filter(None, guests), None)
        if guest is None:
            await harness.wait(1)
            continue
        hand = await harness.hand(table)
        wish = next((wish for wish in wishes if wish in hand.legal), "fold")
        due = {"hand": state.hands, "decision": hand.decision, "action": wish}
        await harness.do(guest, table, m.Act, **due)


def dump() -> str:
    """The database as SQL."""

    async def make(path: Path) -> None:
        harness = RoomHarness(path, randomness=NumberedTokens())
        try:
            await fill(harness)
        finally:
            await harness.room.close()

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "room.sqlite3"
        with mock.patch.object(loaded, "SNAPSHOT_EVERY", 20):
            asyncio.run(make(path))
        with contextlib.closing(sqlite3.connect(path)) as connection:
            connection.execute("DELETE FROM health")
            return "\n".join(map(_readable, connection.iterdump())) + "\n"


def _readable(statement: str) -> str:
    """A statement with its JSON as text and not as hexadecimal digits."""

    def text(found: re.Match[str]) -> str:
        quoted = bytes.fromhex(found[1]).decode().replace("'", "''")
        return f"CAST('{quoted}' AS BLOB)"

    return re.sub(r"X'([0-9A-F]*)'", text, statement)
