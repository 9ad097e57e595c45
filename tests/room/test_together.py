"""Simultaneous decisions: kept, hidden from everybody, carried out together."""

import asyncio
import logging
import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from msgspec.structs import replace

from sidepot import kernel
from sidepot.analysis import Analysis
from sidepot.engine.memory import Memory
from sidepot.room.live import bots, coach
from sidepot.room.live.answers import Answered, Answers
from sidepot.room.live.subscribers import Subscribers
from sidepot.room.live.subscription import Subscription
from sidepot.room.live.table import LiveTable
from sidepot.room.protocol import messages as m
from sidepot.room.protocol.table_rules import GamePlan
from sidepot.room.service import Room
from sidepot.room.storage.append import Append
from sidepot.room.storage.store import Store
from sidepot.room.table import limits
from sidepot.room.table.context import Context
from sidepot.room.table.events import AnyEvent, Decided
from sidepot.room.table.state import TableState
from sidepot.room.views import room_view, table_view
from sidepot.room.views.encode import JsonCache
from tests.analysis.made import exact
from tests.room import databases
from tests.room.harness import Json, RoomHarness, check_chips, drain, reason, with_room
from tests.room.wire import hearing

GUTS = GamePlan(name="guts")
NAMES = ("Ana", "Bo", "Cy")


class Evening:
    """A table for guts at which the first hand was dealt, everybody connected, and the rail."""

    def __init__(self, harness: RoomHarness, table: str, people: list[str]) -> None:
        self.harness, self.table, self.people = harness, table, people
        self.looking: dict[str | None, Subscription] = {}

    async def look(self) -> None:
        """Everybody connects."""
        for guest in (*self.people, None):
            self.looking[guest] = await self.harness.room.subscribe(guest, self.table)

    async def decide(self, n: int, action: str, **fields: Any) -> m.Answer:
        """One of the people decides, at the decision that is due."""
        state, hand = await self.state(), await self.harness.hand(self.table)
        due = {"hand": state.hands, "decision": hand.decision, "action": action, **fields}
        return await self.harness.do(self.people[n], self.table, m.Act, **due)

    async def state(self) -> TableState:
        return await self.harness.state(self.table)

    async def clear(self) -> None:
        """Forget what was sent so far."""
        for subscription in self.looking.values():
            await drain(subscription)

    async def sent(self, n: int | None) -> list[Json]:
        """The messages sent to one of the people, or to the rail (None)."""
        return await drain(self.looking[None if n is None else self.people[n]])

    async def actions(self) -> list[str]:
        """The actions of the hand, with the chairs."""
        playing, hand = (await self.state()).playing, await self.harness.hand(self.table)
        assert playing
        return [f"{playing.chairs[seat]} {action}" for seat, action in hand.actions]


async def begun(harness: RoomHarness, people: int = 3, **wanted: Any) -> Evening:
    guests = await harness.guests(*NAMES[:people])
    wanted = {"games": [GUTS], "public": True, "turn": 20, "time_bank": 60, **wanted}
    evening = Evening(harness, await harness.table(*guests, **wanted), guests)
    await evening.look()
    await harness.wait(3)
    await evening.clear()
    return evening


@with_room
async def test_all_are_asked_at_once_on_one_clock(harness: RoomHarness) -> None:
    people = await harness.guests(*NAMES)
    table = await harness.table(*people, games=[GUTS], public=True, turn=20)
    looking = {guest: await harness.room.subscribe(guest, table) for guest in (*people, None)}
    await harness.wait(3)
    for guest, subscription in looking.items():
        view = [sent for sent in await drain(subscription) if sent["type"] == "view"][-1]
        hand, clock = view["hand"], view["room"]["clock"]
        assert sorted(hand["asked"]) == [0, 1, 2] and sorted(clock["chairs"]) == [0, 1, 2]
        assert clock["until"] == clock["time_bank_from"] == clock["began"] + 20_000
        if guest:  # whoever knows only `to_act` may act too
            assert hand["to_act"] == hand["seat"]
            assert [row["kind"] for row in hand["menu"]] == ["in", "out"]
        else:
            assert hand["to_act"] == hand["asked"][0] and not hand["menu"]


@with_room
async def test_a_decision_is_kept_until_all_have_made_theirs(harness: RoomHarness) -> None:
    evening = await begun(harness)
    before = (await evening.state()).version
    for n, action in ((2, "in"), (1, "out")):  # in an order that is not the record's
        assert isinstance(await evening.decide(n, action), m.Ack)
        (view,) = await evening.sent(n)
        hand = view["hand"]
        assert hand["decided"]["text"] == action and hand["menu"] == []
        assert hand["to_act"] != hand["seat"]
        said = f"You have chosen: {action}. Waiting for the others."
        assert [one["text"] for one in view["said"]] == [said]
        assert not any([await evening.sent(other) for other in (0, 1, 2, None) if other != n])
        assert (await harness.hand(evening.table)).decision == 0
    assert (await evening.state()).version == before + 2
    assert isinstance(await evening.decide(0, "in"), m.Ack)
    assert await evening.actions() == ["0 in", "1 out", "2 in"]
    for other in (0, 1, 2, None):
        view = (await evening.sent(other))[-1]
        assert view["hand"]["result"] and view["hand"]["decided"] is None
        text = " ".join(one["text"] for one in view["said"])
        assert "Waiting" not in text and "decided" not in text
    check_chips(await evening.state())


@with_room
async def test_a_decision_stands(harness: RoomHarness) -> None:
    evening = await begun(harness)
    first = await evening.decide(1, "in", id="mine")
    assert first == await evening.decide(1, "in", id="mine")
    assert first == await evening.decide(1, "out", id="mine")  # the first answer, always
    assert reason(await evening.decide(1, "out")) == "decided"
    assert (await evening.state()).decided == {1: "in"}
    refused = await evening.decide(0, "raise to 5")
    assert isinstance(refused, m.Refusal) and [row.kind for row in refused.menu] == ["in", "out"]
    refused = await evening.decide(1, "raise to 5")
    assert isinstance(refused, m.Refusal) and refused.menu == []


@with_room
async def test_an_answer_tells_nothing_of_the_others(harness: RoomHarness) -> None:
    evening = await begun(harness)
    first = await evening.decide(1, "in")
    second = await evening.decide(2, "in")
    assert isinstance(first, m.Ack) and isinstance(second, m.Ack)
    assert first.version == second.version
    other = await harness.do(evening.people[0], evening.table, m.SitOut)
    assert isinstance(other, m.Ack)


@with_room
async def test_the_clock_plays_safe_for_the_rest(harness: RoomHarness) -> None:
    evening = await begun(harness)
    assert isinstance(await evening.decide(2, "in"), m.Ack)
    await evening.clear()
    await harness.wait(19)
    assert not await evening.sent(0)
    await harness.wait(1)
    assert await evening.actions() == ["0 out", "1 out", "2 in"]
    state = await evening.state()
    assert [state.chairs[n].late for n in range(3)] == [1, 1, 0]
    assert {state.chairs[n].time_bank for n in range(3)} == {60_000}
    assert state.decided == {} and not state.in_play


@with_room
async def test_decisions_outlive_a_restart(harness: RoomHarness) -> None:
    evening = await begun(harness)
    first = await evening.decide(2, "in", id="mine")
    await evening.decide(1, "out")
    await harness.reopen()
    assert (await evening.state()).decided == {2: "in", 1: "out"}
    await evening.look()
    for n, decided in ((0, None), (1, "out"), (2, "in")):
        view = [sent for sent in await evening.sent(n) if sent["type"] == "view"][-1]
        told = view["hand"]["decided"]
        assert (told and told["text"]) == decided
        assert bool(view["hand"]["menu"]) == (n == 0)
    assert await evening.decide(2, "out", id="mine") == first
    await evening.decide(0, "in")
    assert await evening.actions() == ["0 in", "1 out", "2 in"]
    version, state = (await evening.state()).version, await evening.state()
    await harness.reopen()
    assert (await evening.state()) == state and state.version == version


async def _killed(harness: RoomHarness, folder: Path) -> dict[int, str]:
    """The decisions in a room that opens on the files as they were when an answer arrived."""
    evening = await begun(harness)
    await evening.decide(2, "in")
    await evening.decide(1, "out")
    for file in harness.path.parent.glob("room.sqlite3*"):
        shutil.copy(file, folder / file.name)
    room = Room.open(databases.url_of(folder / harness.path.name), clock=harness.clock)
    try:
        return (await room._live(evening.table).state()).decided
    finally:
        await room.close()


@pytest.mark.skipif(databases.kind != databases.SQLITE, reason="copies the files of a database")
@pytest.mark.parametrize("is_hasty", [False, True])
def test_an_acknowledged_decision_outlives_a_kill(
    is_hasty: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A room that acknowledges a decision before storing it is caught."""
    if is_hasty:
        real = Store.append

        async def append(self: Store, given: Append) -> None:
            if not any(isinstance(event, Decided) for event in given.events):
                await real(self, given)

        monkeypatch.setattr(Store, "append", append)
    (tmp_path / "killed").mkdir()
    found = dict[int, str]()

    async def play(harness: RoomHarness) -> None:
        found.update(await _killed(harness, tmp_path / "killed"))

    with_room(play)(tmp_path)
    assert found == ({} if is_hasty else {2: "in", 1: "out"})


@with_room
async def test_two_who_decide_both_get_advice(harness: RoomHarness) -> None:
    evening = await begun(harness, people=2)
    due = {"hand": 1, "decision": 0}
    found = exact({"in": 1.0, "out": -1.0})
    asked: list[tuple[int, int]] = []

    def analyze(memory: Memory, **_: Any) -> Analysis:
        seats = kernel.fields(memory.view).seats
        asked.append((memory.seat, int(seats.actor)))
        return found

    with mock.patch.object(coach, "analyze", analyze):
        await evening.decide(0, "in")
        answers = [
            await harness.do(guest, evening.table, m.Advise, **due) for guest in evening.people
        ]
    assert reason(answers[0]) == "decided" and isinstance(answers[1], m.Advice)
    state = await evening.state()
    assert state.playing
    seat = state.playing.chairs.index(1)
    assert asked == [(seat, seat)]  # the record that they have seen asks them


@with_room
async def test_a_hand_of_an_old_log_continues(harness: RoomHarness) -> None:
    """A log from before choices were asked together has no `AskedTogether` after its deal."""
    evening = await begun(harness)
    await harness.room.close()
    harness.execute("DELETE FROM log WHERE CAST(event AS TEXT) LIKE '%asked_together%'")
    harness.execute("UPDATE tables SET version = version - 1")
    harness.room = harness.open()
    await harness.start()
    state = await evening.state()
    assert state.in_play and state.clock and state.clock.together == ()
    assert reason(await evening.decide(2, "in")) == "turn"
    assert isinstance(await evening.decide(0, "in"), m.Ack)
    state = await evening.state()
    assert state.clock and state.clock.together == (1, 2)
    await evening.decide(2, "out")
    await evening.decide(1, "in")
    assert await evening.actions() == ["0 in", "1 in", "2 out"]


@pytest.mark.parametrize("leave", [m.Leave, m.SitOut])
def test_a_player_who_leaves_keeps_their_decision(leave: Any, tmp_path: Path) -> None:
    async def play(harness: RoomHarness) -> None:
        evening = await begun(harness)
        await evening.decide(1, "in")
        for n in (1, 2):
            await harness.do(evening.people[n], evening.table, leave)
        assert (await evening.state()).in_play  # Ana may still decide, and has her whole clock
        await harness.wait(10)
        await evening.decide(0, "in")
        assert await evening.actions() == ["0 in", "1 in", "2 out"]
        check_chips(await evening.state())

    with_room(play)(tmp_path)


@with_room
async def test_the_last_to_decide_may_be_removed(harness: RoomHarness) -> None:
    evening = await begun(harness)
    await evening.decide(0, "in")
    await evening.decide(1, "in")
    await harness.do(evening.people[0], evening.table, m.Remove, chair=2)
    assert await evening.actions() == ["0 in", "1 in", "2 out"]
    check_chips(await evening.state())


@with_room
async def test_a_hand_that_is_called_off_forgets_its_decisions(harness: RoomHarness) -> None:
    evening = await begun(harness)
    await evening.decide(1, "in")
    await harness.do(evening.people[0], evening.table, m.VoidHand, hand=1)
    state = await evening.state()
    assert state.decided == {} and not state.in_play
    await harness.wait(3)
    state = await evening.state()
    assert state.hands == 2 and state.clock and len(state.clock.together) == 3
    await evening.decide(2, "in")
    assert (await evening.state()).decided == {2: "in"}


@with_room
async def test_a_pause_stops_the_one_clock(harness: RoomHarness) -> None:
    evening = await begun(harness)
    await evening.decide(1, "in")
    await harness.do(evening.people[0], evening.table, m.Pause)
    await harness.wait(60)
    assert reason(await evening.decide(2, "in")) == "paused"
    await harness.do(evening.people[0], evening.table, m.Pause, is_paused=False)
    await evening.decide(2, "in")
    await evening.decide(0, "out")
    assert await evening.actions() == ["0 out", "1 in", "2 in"]


@with_room
async def test_bots_decide_at_the_same_time(harness: RoomHarness) -> None:
    plans = [m.BotPlan(chair=n, strength="random") for n in (2, 3)]
    evening = await begun(harness, people=2, bots=plans, bot_pace=2000)
    state = await evening.state()
    assert state.clock and sorted(state.clock.together) == [0, 1, 2, 3]
    assert not state.decided
    await harness.wait(2)
    assert sorted((await evening.state()).decided) == [2, 3]  # stored, and shown to nobody
    assert not any([await evening.sent(viewer) for viewer in (0, 1, None)])
    await evening.decide(1, "in")
    assert (await evening.state()).in_play
    await harness.reopen()
    await evening.decide(0, "in")
    taken = await evening.actions()
    assert [one[0] for one in taken] == ["0", "1", "2", "3"]
    check_chips(await evening.state())


@with_room
async def test_a_bot_without_an_answer_forfeits_for_itself(harness: RoomHarness) -> None:
    def raises(*_: object) -> str:
        raise ZeroDivisionError

    with mock.patch.object(bots, "_choose", raises):
        evening = await begun(harness, people=2, bots=[m.BotPlan(chair=2, strength="random")])
        await evening.decide(1, "in")
        await evening.decide(0, "in")
    assert await evening.actions() == ["0 in", "1 in", "2 out"]
    state = await evening.state()
    assert state.playing and state.playing.forfeits == (2,)


# Secrets ----------------------------------------------------------------------------------------


def _heard(folder: Path, choices: dict[int, str]) -> dict[int | None, list[bytes]]:
    """The messages to Ana and the rail before she decided, given others' decisions."""
    folder.mkdir()
    with hearing() as lines:
        sent = asyncio.run(_sent(folder, choices))
    return {viewer: [*frames, *lines] for viewer, frames in sent.items()}


async def _sent(folder: Path, choices: dict[int, str]) -> dict[int | None, list[bytes]]:
    harness = RoomHarness(folder / "room.sqlite3")
    try:
        evening = await begun(harness)
        for n, action in choices.items():
            await evening.decide(n, action)
        sent: dict[int | None, list[bytes]] = {0: [], None: []}
        await harness.wait(4)
        (late,) = await harness.guests("Late")
        await harness.room.join(late, evening.table, None)
        sent[0].append(repr(await evening.decide(0, "raise to 9", id="w")).encode())
        ready = await harness.do(evening.people[0], evening.table, m.Ready, id="r")
        sent[0].append(repr(ready).encode())
        for viewer, guest in ((0, evening.people[0]), (None, None)):
            again = await harness.room.subscribe(guest, evening.table)
            for subscription in (evening.looking[guest], again):
                while subscription.waiting:
                    sent[viewer].append(await anext(subscription))
            sent[viewer].append(str(await harness.room.lobby()).encode())
            if guest:
                sent[viewer].append((await harness.room.histories(guest, evening.table)).encode())
                sent[viewer].append(str(await harness.room.hands(guest, evening.table)).encode())
                sent[viewer].append(str(await harness.room.tables_of(guest)).encode())
        return sent
    finally:
        await harness.room.close()


def tells(folder: Path) -> Iterator[tuple[int | None, bytes, bytes]]:
    """Messages that depend on others' pending decisions: (viewer, one, another)."""
    silent = _heard(folder / "silent", {})
    for number, choices in enumerate(({1: "in"}, {2: "out"}, {1: "out", 2: "in"})):
        heard = _heard(folder / str(number), choices)
        for viewer, frames in heard.items():
            if frames != silent[viewer]:
                pairs = zip(frames, silent[viewer], strict=False)
                found = [(one, two) for one, two in pairs if one != two]
                yield (viewer, *(found or [(b"%d" % len(frames), b"%d" % len(silent[viewer]))])[0])


def test_nobody_is_sent_a_sign_of_what_others_have_decided(tmp_path: Path) -> None:
    assert list(tells(tmp_path)) == []


def leak_views(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody gets a view when somebody decides."""
    real = Subscribers._send_views
    monkeypatch.setattr(
        Subscribers, "_send_views", lambda self, is_whole, only=None: real(self, is_whole=is_whole)
    )


def leak_version(monkeypatch: pytest.MonkeyPatch) -> None:
    """The version in views is that of the log."""
    monkeypatch.setattr(TableState, "shown_version", property(lambda self: self.version))


def leak_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer has the version of the log."""
    monkeypatch.setattr(Append, "answer", property(lambda self: self.after.version))


def leak_to_act(monkeypatch: pytest.MonkeyPatch) -> None:
    """A seat that has decided is dropped from those being asked."""

    def left(state: TableState) -> tuple[int, ...]:
        playing = state.in_play
        asked = state.clock.together if state.clock else ()
        return tuple(playing.chairs.index(n) for n in asked if playing and n not in state.decided)

    monkeypatch.setattr(table_view, "asked_seats", left)


def leak_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """The log of the room says that a command was carried out."""
    real = Answers.note

    def note(self: Answers, guest: str, answer: Answered) -> Answered:
        logging.getLogger("sidepot.room").warning("command_done")
        return real(self, guest, answer)

    monkeypatch.setattr(Answers, "note", note)


def leak_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock runs for those who have not decided."""
    real = room_view.room_json

    def room_json(context: Context, cache: JsonCache, events: Sequence[AnyEvent]) -> bytes:
        state = context.state
        if state.clock is None or not state.decided:
            return real(context, cache, events)
        left = tuple(n for n in state.clock.together if n not in state.decided)
        clock = replace(state.clock, together=left)
        return real(replace(context, state=replace(state, clock=clock)), cache, events)

    monkeypatch.setattr(table_view, "room_json", room_json)


def nearly_full(monkeypatch: pytest.MonkeyPatch) -> None:
    """The log of the table is near its limit, so that every hundredth part is announced."""
    monkeypatch.setattr(limits, "LOG_BYTES", 2050)


def leak_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    """A warning of a full log counts what was decided in secret."""
    nearly_full(monkeypatch)
    monkeypatch.setattr(
        LiveTable, "_warn_of", lambda self, n, table, _: self._warn(n, table.log_bytes)
    )


def test_a_log_that_is_nearly_full_tells_nothing_either(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nearly_full(monkeypatch)
    assert list(tells(tmp_path)) == []


LEAKS = [leak_views, leak_version, leak_answer, leak_to_act, leak_log, leak_clock, leak_warning]


@pytest.mark.parametrize("leak", LEAKS)
def test_a_room_that_tells_is_caught(
    leak: Callable[[pytest.MonkeyPatch], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    leak(monkeypatch)
    assert any(tells(tmp_path))
