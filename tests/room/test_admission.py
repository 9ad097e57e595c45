"""Admission and removal of guests, and the view of a removed guest."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sidepot.errors import NotAdmitted, Refused
from sidepot.room import service
from sidepot.room.live import admission, archiver
from sidepot.room.protocol import messages as m
from sidepot.room.protocol.table_rules import GamePlan
from sidepot.room.storage.store import Token
from sidepot.room.table import apply, decide
from sidepot.room.table import events as e
from sidepot.room.table.ledger import ledger
from sidepot.room.table.names import token_hash
from sidepot.room.table.state import Removal
from tests.room.archived import work
from tests.room.harness import RoomHarness, drain, last_view, reason, with_room
from tests.room.test_walks import check_log

HOLDEM = [GamePlan(name="holdem-no-limit")]


async def play(harness: RoomHarness, table: str, action: str | None = None) -> None:
    await harness.wait(3)
    await harness.play_out(table, action)


async def seen(harness: RoomHarness, guest: str, table: str) -> bytes:
    """Everything of a table that a guest can ask for."""
    ledger = await harness.room.ledger(guest, table)
    hands = await harness.room.hands(guest, table)
    night = await harness.room.histories(guest, table)
    rails = [await harness.room.rail_history(guest, table, line.hand) for line in hands]
    return msgspec.json.encode([ledger, hands, night, rails])


async def check_end(harness: RoomHarness, *, in_hand: bool, written: bool) -> None:
    """Check that nothing changes any more in a removed guest's view."""
    ana, bo, cy = await harness.guests("Ana", "Bo", "Cy")
    table = await harness.table(ana, bo, cy, games=HOLDEM)
    await harness.room.subscribe(ana, table)
    await play(harness, table)
    if written:
        await work(harness)
    await play(harness, table, "fold")
    state = await harness.state(table)
    assert state.may_show is not None
    winner = state.chairs[state.may_show].guest or ""
    cy = bo if winner == cy else cy
    looking = await harness.room.subscribe(cy, table)
    if in_hand:
        await harness.wait(3)
    if written:
        await work(harness)
    before = await seen(harness, cy, table)
    assert isinstance(await harness.do(ana, table, m.Remove, guest=cy), m.Ack)
    if not in_hand:
        before = await seen(harness, cy, table)
    assert looking.is_closed
    await drain(looking)
    ended = 2
    if not in_hand:
        assert isinstance(await harness.do(winner, table, m.Show, hand=2), m.Ack)
        assert isinstance(await harness.do(winner, table, m.Rabbit, hand=2), m.Ack)
    while (await harness.state(table)).in_play:
        await harness.act(table)
    for _ in range(2):
        await play(harness, table)
        await harness.do(ana, table, m.BuyIn, chips=1)
        assert await seen(harness, cy, table) == before, "a removed guest saw what came after"
    await work(harness)
    await harness.reopen()
    assert await seen(harness, cy, table) == before, "a removed guest saw what came after"
    assert [line.hand for line in await harness.room.hands(cy, table)] == [1, ended]
    assert await harness.room.history(cy, table, ended)
    with pytest.raises(Refused, match="had not ended when you were removed"):
        await harness.room.history(cy, table, ended + 1)
    with pytest.raises(Refused, match="had not ended when you were removed"):
        await harness.room.rail_history(cy, table, ended + 1)
    with pytest.raises(NotAdmitted, match="removed"):
        await harness.room.subscribe(cy, table)
    with pytest.raises(NotAdmitted, match="removed"):
        await harness.room.invite(cy, table)
    assert await harness.room.tables_of(cy) == [] and await harness.room.tables_of(ana)
    assert not looking.waiting
    await check_log(harness, table)


@pytest.mark.parametrize("written", [False, True])
@pytest.mark.parametrize("in_hand", [False, True])
def test_a_removed_guest_sees_nothing_that_came_after(
    in_hand: bool, written: bool, tmp_path: Path
) -> None:
    with_room(lambda harness: check_end(harness, in_hand=in_hand, written=written))(tmp_path)


def shows_ledger(monkeypatch: pytest.MonkeyPatch) -> None:
    """The ledger is the present one."""

    async def present(self: Any, table: str, version: int) -> Any:
        return ledger(await self._live(table).state())

    monkeypatch.setattr(service.Room, "_past_ledger", present)


def shows_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    """The view ends one hand too late."""

    def later(**given: Any) -> Removal:
        return Removal(**{**given, "hands": given["hands"] + 1})

    monkeypatch.setattr(apply, "Removal", later)


def shows_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    """The history is the stored one, with the cards that were shown since."""
    real = archiver.Archiver._texts

    async def texts(self: Any, table: str, guest: str, hand: Any, until: Any) -> Any:
        found, lost = await real(self, table, guest, hand, None)
        return {n: text for n, text in found.items() if not until or n <= until.hands}, lost

    monkeypatch.setattr(archiver.Archiver, "_texts", texts)


@pytest.mark.parametrize("leak", [shows_ledger, shows_hands, shows_stored])
def test_a_view_that_keeps_changing_is_caught(
    leak: Callable[[pytest.MonkeyPatch], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    leak(monkeypatch)
    with pytest.raises(AssertionError, match=r"saw what came after|=="):
        with_room(lambda harness: check_end(harness, in_hand=False, written=True))(tmp_path)


@with_room
async def test_a_guest_who_is_let_back_in_is_a_member_again(harness: RoomHarness) -> None:
    ana, bo, cy = await harness.guests("Ana", "Bo", "Cy")
    table = await harness.table(ana, bo, cy)
    await harness.room.subscribe(ana, table)
    await play(harness, table)
    await harness.do(ana, table, m.Remove, guest=cy)
    await play(harness, table)
    view = await last_view(await harness.room.subscribe(ana, table))
    assert view["room"]["removed"] == [{"guest": cy, "name": "Cy"}]
    assert reason(await harness.do(bo, table, m.Admit, guest=cy)) == "host"
    assert isinstance(await harness.do(ana, table, m.Admit, guest=cy), m.Ack)
    assert reason(await harness.do(ana, table, m.Admit, guest=cy)) == "admit"
    assert [line.hand for line in await harness.room.hands(cy, table)] == [1, 2]
    assert await harness.room.ledger(cy, table) == await harness.room.ledger(ana, table)
    view = await last_view(await harness.room.subscribe(cy, table))
    assert view["room"]["removed"] == []
    assert [line.table for line in await harness.room.tables_of(cy)] == [table]
    assert isinstance(await harness.do(cy, table, m.Sit, chair=2, chips=100), m.Ack)
    assert (await harness.state(table)).chairs[2].name == "Cy"
    await check_log(harness, table)


@with_room
async def test_the_invitations_of_a_removed_guest_stop_working(harness: RoomHarness) -> None:
    ana, bo, cy, dora, eve = await harness.guests("Ana", "Bo", "Cy", "Dora", "Eve")
    table = await harness.table(ana, bo, cy, seats=0)
    his, hers = await harness.room.invite(bo, table), await harness.room.invite(ana, table)
    await harness.do(ana, table, m.Remove, guest=bo)
    assert await harness.room.table_of(his) is None
    with pytest.raises(NotAdmitted):
        await harness.room.join(dora, table, his)
    await harness.room.join(dora, table, hers)
    # An invitation that was being made while its maker was removed:
    late = Token(token_hash("late"), "invitation", table, 0, maker=bo)
    await harness.room._services.store.change_tokens([late], [])
    with pytest.raises(NotAdmitted):
        await harness.room.join(eve, table, "late")


@with_room
async def test_invitations_of_one_member_are_numbered(harness: RoomHarness) -> None:
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo, seats=0)
    other = await harness.room.invite(bo, table)
    made = [await harness.room.invite(ana, table) for _ in range(admission.MAX_INVITATIONS + 2)]
    found = [await harness.room.table_of(token) for token in made]
    assert found == [None, None] + [table] * admission.MAX_INVITATIONS
    assert await harness.room.table_of(other) == table


@with_room
async def test_a_closed_table_takes_only_those_who_are_named(harness: RoomHarness) -> None:
    ana, bo, cy, dora = await harness.guests("Ana", "Bo", "Cy", "Dora")
    table = await harness.table(ana, bo, seats=1, public=True)
    link = await harness.room.invite(bo, table)
    nameless = await harness.room.subscribe(None, table)
    assert reason(await harness.do(bo, table, m.Close)) == "host"
    assert reason(await harness.do(ana, table, m.Close, is_closed=False)) == "closed"
    assert isinstance(await harness.do(ana, table, m.Close), m.Ack)
    assert nameless.is_closed and await harness.room.lobby() == []
    for guest, invitation in ((cy, None), (cy, link), (dora, link)):
        with pytest.raises(NotAdmitted, match=r"closed.*Ana, the host, can see that you have"):
            await harness.room.join(guest, table, invitation)
    with pytest.raises(NotAdmitted, match=r"closed.* come in; ask its host to let you in$"):
        await harness.room.subscribe(None, table)
    with pytest.raises(NotAdmitted, match="you have knocked"):
        await harness.room.subscribe(cy, table)
    with pytest.raises(Refused, match="Ana, the host, can open it"):
        await harness.room.invite(bo, table)
    with pytest.raises(Refused, match="only the host"):
        await harness.room.knocking(bo, table)
    assert [guest.name for guest in await harness.room.knocking(ana, table)] == ["Cy", "Dora"]
    assert isinstance(await harness.do(ana, table, m.Admit, guest=cy), m.Ack)
    assert [guest.name for guest in await harness.room.knocking(ana, table)] == ["Dora"]
    await harness.reopen()
    view = await last_view(await harness.room.subscribe(cy, table))
    assert view["room"]["is_closed"] and "Cy" in (await harness.state(table)).members.values()
    await harness.room.join(bo, table)
    with pytest.raises(NotAdmitted):
        await harness.room.join(dora, table, link)
    assert isinstance(await harness.do(ana, table, m.Close, is_closed=False), m.Ack)
    assert len(await harness.room.lobby()) == 1 and await harness.room.knocking(ana, table) == []
    await harness.room.join(dora, table, link)
    await check_log(harness, table)


@with_room
async def test_a_host_names_a_bounded_number_who_have_not_come(harness: RoomHarness) -> None:
    (ana,) = await harness.guests("Ana")
    table = await harness.table(ana, seats=0)
    for n in range(decide.MAX_NAMED):
        assert isinstance(await harness.do(ana, table, m.Admit, guest=f"g{n}"), m.Ack)
    assert reason(await harness.do(ana, table, m.Admit, guest="more")) == "named"


Crowd = Callable[[RoomHarness], Awaitable[None]]


async def check_crowd(harness: RoomHarness) -> None:
    """Throwaway guests by the hundreds come and go: a friend still gets in, and nobody is lost."""
    ana, bo, cy, dora = await harness.guests("Ana", "Bo", "Cy", "Dora")
    table = await harness.table(ana, bo, cy, seats=2, public=True)
    link = await harness.room.invite(ana, table)
    await harness.room.subscribe(ana, table)
    here = await harness.room.subscribe(cy, table)
    live = harness.room._live(table)
    for n in range(decide.MAX_MEMBERS + 20):
        await live.join(f"throwaway-{n}", "Guest", is_invited=False)
    state = await harness.state(table)
    assert len(state.members) <= decide.MAX_MEMBERS - decide.FOR_INVITED
    assert {ana, bo, cy} <= state.members.keys() and not here.is_closed
    await harness.room.join(dora, table, link)
    await check_log(harness, table)
    state = await harness.state(table)
    assert dora in state.members
    gone = f"throwaway-{decide.MAX_MEMBERS - decide.FOR_INVITED - 10}"
    assert await harness.room.tables_of(gone) == [] and gone not in state.members


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table has fewer members at most than it has, so that fewer need to come."""
    monkeypatch.setattr(decide, "MAX_MEMBERS", 100)
    monkeypatch.setattr(decide, "FOR_INVITED", 20)
    monkeypatch.setattr(decide, "_DROPPED", 10)
    monkeypatch.setattr("sidepot.room.storage.writer._INTERVAL", 0.0)


@pytest.mark.usefixtures("few")
def test_throwaway_guests_close_no_table(tmp_path: Path) -> None:
    with_room(check_crowd)(tmp_path)


@pytest.mark.soak
@pytest.mark.usefixtures("few")
def test_a_table_that_keeps_everybody_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def crowded(*_: Any) -> e.MembersDropped:
        raise NotAdmitted("room.crowded", most=decide.MAX_MEMBERS)

    monkeypatch.setattr(decide, "_dropped", crowded)
    with pytest.raises(NotAdmitted, match="guests"):
        with_room(check_crowd)(tmp_path)


@with_room
async def test_a_full_table_refuses_strangers_and_admits_friends(
    harness: RoomHarness,
) -> None:
    (ana,) = await harness.guests("Ana")
    table = await harness.table(ana, seats=0, public=True)
    live, friends = harness.room._live(table), decide.FOR_INVITED
    context = await live.context()
    crowd = {f"guest-{n}": f"Guest {n}" for n in range(decide.MAX_MEMBERS - friends - 1)}
    context.state.members.update(crowd)
    all_here = msgspec.structs.replace(context, connected=tuple(context.state.members))
    with pytest.raises(NotAdmitted, match="400 guests"):
        decide.join(all_here, "new", "New", is_invited=False)
    assert decide.join(all_here, "new", "New", is_invited=True)


@with_room
async def test_commands_of_those_who_are_not_members_are_refused(harness: RoomHarness) -> None:
    ana, bo, stranger = await harness.guests("Ana", "Bo", "Eve")
    table = await harness.table(ana, bo)
    await harness.do(ana, table, m.Remove, guest=bo)
    before = (await harness.state(table)).version
    for guest in (bo, stranger):
        answer = await harness.do(guest, table, m.Sit, chair=4, chips=100)
        assert isinstance(answer, m.Refusal)
    assert (await harness.state(table)).version == before


@with_room
async def test_a_host_names_a_call_for_all_who_come(harness: RoomHarness) -> None:
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo)
    looking = await harness.room.subscribe(bo, table)
    link = "https://meet.example.org/our-table#quiet"
    assert isinstance(await harness.do(bo, table, m.SetCall, link=link), m.Refusal)
    assert isinstance(await harness.do(ana, table, m.SetCall, link=f" {link} "), m.Ack)
    assert (await last_view(looking))["room"]["call"] == link
    token = await harness.room.invite(bo, table)
    found = await harness.room.invitation(token)
    assert found and found.call == link
    await harness.reopen()
    assert (await harness.state(table)).call == link
    assert isinstance(await harness.do(ana, table, m.SetCall, link=""), m.Ack)
    assert (await harness.state(table)).call == ""


@with_room
async def test_a_call_is_a_link_that_shows_where_it_leads(harness: RoomHarness) -> None:
    (ana,) = await harness.guests("Ana")
    table = await harness.table(ana)
    for link in (
        "http://meet.example.org",
        "javascript:alert(1)",
        "https://",
        "https://bank.example@evil.example/",
        "https://[",
        "https://meet.example.org/a b",
        "https://m\u0435et.example.org/",
    ):
        answer = await harness.do(ana, table, m.SetCall, link=link)
        assert isinstance(answer, m.Refusal) and answer.reason.key == "room.refused_call"


@with_room
async def test_the_next_table_of_the_same_people_has_their_call(harness: RoomHarness) -> None:
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo)
    link = "https://meet.example.org/our-table"
    await harness.do(ana, table, m.SetCall, link=link)
    await harness.do(ana, table, m.End)
    made = await harness.room.again(bo, table)
    assert (await harness.state(made.table)).call == link
