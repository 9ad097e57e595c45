"""Evenings whose histories are known from the record in memory, compared with the room's."""

from typing import Any

from sidepot.engine.play import RAIL
from sidepot.fairness import DealRecord
from sidepot.room.live.archiver import RAIL_VIEWER
from sidepot.room.protocol import messages as m
from sidepot.room.protocol.table_rules import GamePlan
from sidepot.room.table import commitment
from sidepot.room.table.state import TableState
from sidepot.room.views import hand_history
from tests.room.harness import RoomHarness

Texts = dict[tuple[int, str], str]


def rows(harness: RoomHarness, query: str) -> list[Any]:
    return harness.query(query)


def put_away(harness: RoomHarness) -> Texts:
    found = rows(harness, "SELECT hand, viewer, text FROM histories")
    return {(hand, viewer): text for hand, viewer, text in found}


def lacking(harness: RoomHarness) -> list[int]:
    return [hand for (hand,) in rows(harness, "SELECT hand FROM pending_histories ORDER BY id")]


async def work(harness: RoomHarness) -> None:
    """Let the archive do all that it can."""
    while await harness.room._archiver.archive_next(quiet=0) is not None:
        pass


async def expected(harness: RoomHarness, table: str) -> Texts:
    """The histories of the last hand by the record in memory, which nobody made again."""
    state, hand = await harness.state(table), await harness.hand(table)
    assert state.playing
    shown = {state.playing.chairs.index(chair): cards for chair, cards in state.shown.items()}
    context = await harness.room._live(table).context()
    assert state.committed and state.cut and context.sealed
    deal = commitment.deal(table, state.committed, context.sealed, state.cut)
    texts = hand_history.texts(hand, shown, DealRecord(deal, state.committed.missing))
    seats = {account: seat for seat, account in enumerate(state.playing.accounts)}
    people = {account: seat for account, seat in seats.items() if state.accounts[account].guest}
    return {(state.hands, viewer): texts[seat] for viewer, seat in people.items()} | {
        (state.hands, RAIL_VIEWER): texts[RAIL]
    }


async def evening(harness: RoomHarness, game: str) -> tuple[str, list[str], Texts]:
    """Hands that end in every way: at the rail sits Cy, in a chair a bot; one hand is voided."""
    people = await harness.guests("Ana", "Bo", "Cy")
    plan = GamePlan(name=game)
    bots = [m.BotPlan(chair=2, strength="random")]
    table = await harness.table(*people, seats=2, games=[plan], bots=bots)
    await harness.room.subscribe(people[0], table)
    wanted: Texts = {}
    for hand in range(1, 8):
        await harness.wait(3)
        while (state := await harness.state(table)).in_play and hand != 3:
            await act(harness, table, state)
        if hand == 3:
            await harness.do(people[0], table, m.VoidHand, hand=3)
        await show(harness, table, m.Muck if " sm " in "".join(wanted.values()) else m.Show)
        wanted |= await expected(harness, table)
    return table, people, wanted


async def act(harness: RoomHarness, table: str, state: TableState) -> None:
    """The host alone stays in, and so wins unseen, unless a bot is stubborn."""
    assert state.clock
    actor = state.chairs[state.clock.chair].guest
    if actor is None:
        await harness.wait(1)
        return
    wishes = ("check", "buy 5", "buy 3") if actor == state.host else ("fold",)
    legal = (await harness.hand(table)).legal
    wish = next((wish for wish in wishes if wish in legal), None)
    assert isinstance(await harness.act(table, wish), m.Ack)


async def show(harness: RoomHarness, table: str, command: type[m.Show] | type[m.Muck]) -> None:
    """The unseen winner, if there is one, shows their cards or does not."""
    state = await harness.state(table)
    if state.may_show is not None:
        guest = state.chairs[state.may_show].guest
        assert isinstance(await harness.do(guest or "", table, command, hand=state.hands), m.Ack)


async def faults(harness: RoomHarness, game: str) -> list[tuple[int, str]]:
    """The histories that are not as the record in memory had them, asked for and put away."""
    table, people, wanted = await evening(harness, game)
    told = "".join(wanted.values())
    assert game != "little" or (" sm " in told and ' sm"' in told)  # shown, and mucked
    found = []
    guests = {viewer: viewer or people[2] for _, viewer in wanted}
    nights = {viewer: await harness.room.histories(guests[viewer], table) for viewer in guests}
    for number, viewer in wanted:
        told = await harness.room.history(guests[viewer], table, number)
        if told != wanted[number, viewer] or f"[{number}]\n{told}" not in nights[viewer]:
            found.append((number, viewer))
    await work(harness)
    away = put_away(harness)
    found += [key for key in wanted.keys() | away.keys() if wanted.get(key) != away.get(key)]
    return found + [(hand, "lacks") for hand in lacking(harness)]


async def hands(harness: RoomHarness, number: int, **wanted: Any) -> tuple[str, str]:
    """A table of two that has played a number of hands, and its host."""
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo, chairs=2, **wanted)
    await harness.room.subscribe(ana, table)
    for _ in range(number):
        await harness.wait(3)
        await harness.play_out(table)
    return table, ana
