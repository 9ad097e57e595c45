"""The evening's page: content, access, and the next table of the same people."""

from typing import Any

import pytest

from sidepot.cards import parse
from sidepot.errors import NotAdmitted, Refused
from sidepot.hands import rank
from sidepot.room.protocol import messages as m
from sidepot.room.protocol.resources import (
    AccountView,
    EveningView,
    Feat,
    HandLine,
    LedgerView,
    ShownHand,
)
from sidepot.room.protocol.table_rules import GamePlan, TableRules
from sidepot.room.table import events as e
from sidepot.room.table.context import PendingEvents
from sidepot.room.table.evening import MAX_POINTS, evening
from sidepot.room.table.ledger import evened, settle
from sidepot.room.table.state import TableState
from sidepot.words import Message, speaking
from tests.room.harness import RICOCHET, RoomHarness, reason, with_room


def line(hand: int, *nets: int, **fields: Any) -> HandLine:
    names, guests = ["Ana", "Bo", "Cy"][: len(nets)], ["a", "b", "c"][: len(nets)]
    plain = {"at": hand, "game": "ricochet-2", "is_void": False, "names": names, "guests": guests}
    more = {"pot": 0, "actions": 0, "feats": [], "title": "Ricochet"}
    return HandLine(**{"hand": hand, "nets": list(nets), **plain, **more, **fields})


def made_of(lines: list[HandLine], *nets: int) -> EveningView:
    accounts = [
        AccountView(name, guest, 100, 100 + net, 0, net)
        for name, guest, net in zip(["Ana", "Bo", "Cy"], "abc", nets, strict=False)
    ]
    state = TableState(1, "Friday", "a", TableRules(games=[]), 0, members={"a": "Ana"})
    return evening("t", state, lines, LedgerView(accounts, []))


async def play(harness: RoomHarness, table: str, hands: int) -> None:
    for _ in range(hands):
        await harness.wait(3)
        await harness.play_out(table)


def test_the_way_of_the_chips_ends_where_the_ledger_does() -> None:
    view = made_of([line(1, 5, -5), line(2, -8, 4, 4), line(3, 1, 0, -1)], -2, -1, 3)
    assert view.chart == [0, 1, 2, 3]
    assert view.lines == [[0, 5, -3, -2], [0, -5, -1, -1], [0, 0, 4, 3]]
    assert view.hands_of == [3, 3, 2] and view.won_of == [2, 1, 1]


def test_a_hand_that_was_called_off_counts_for_nobody() -> None:
    view = made_of([line(1, 5, -5), line(2, 0, 0, is_void=True)], 5, -5)
    assert view.hands == 1 and view.chart == [0, 1] and view.games[0].hands == 1


def test_a_guest_who_changed_their_name_keeps_their_way() -> None:
    view = made_of([line(1, 5, -5, names=["Anna", "Bo"])], 5, -5)
    assert view.lines == [[0, 5], [0, -5]]


def test_many_hands_are_a_chart_of_some_points_with_the_last_one() -> None:
    view = made_of([line(n, 1, -1) for n in range(1, 1000)], 999, -999)
    assert len(view.chart) == MAX_POINTS and view.chart[0] == 0 and view.chart[-1] == 999
    assert view.lines[0][-1] == 999


def test_highlights_are_the_extremes_of_the_evening() -> None:
    bought, more = Feat("bought", 0, 2, 2), Feat("bought", 1, 4, 4)
    lines = [
        line(1, -30, 30, pot=60, actions=3, feats=[more]),
        line(2, 20, -20, pot=40, actions=9, feats=[bought]),
        line(3, 25, -25, pot=50, actions=2, feats=[Feat("all_in", 0, 0, 50)]),
    ]
    said = {one.kind: (one.hand, one.said.text) for one in made_of(lines, 15, -15).highlights}
    assert said["biggest_pot"] == (1, "The biggest pot: 60 to Bo in hand 1.")
    assert said["escape_bought"][0] == 1 and "Bo bought 4 cards" in said["escape_bought"][1]
    assert said["escape_all_in"][0] == 3 and said["longest_hand"][0] == 2
    assert said["comeback"] == (None, "The best comeback: Ana was 30 down, and ended at +15.")


def test_nothing_stands_out_where_nothing_was_played() -> None:
    view = made_of([], 0, 0)
    assert view.highlights == [] and view.lines == [[0], [0], [0]][:2] and view.games == []


@with_room
async def test_an_evening_is_derived_from_its_hands(harness: RoomHarness) -> None:
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo)
    await harness.room.subscribe(ana, table)
    await play(harness, table, 4)
    view = await harness.room.evening(bo, table)
    assert view.hands == 4 and view.hands_of == [4, 4] and view.host == "Ana"
    ends = [way[-1] for way in view.lines]
    assert ends == [account.net for account in view.ledger.accounts]
    lines = await harness.room.hands(bo, table)
    assert [one.guests for one in lines] == [[ana, bo]] * 4 or lines[1].guests == [bo, ana]
    assert all(one.pot >= 2 and one.actions for one in lines)
    assert {"biggest_pot", "longest_hand"} <= {one.kind for one in view.highlights}


@with_room
async def test_the_evening_is_for_those_who_were_there(harness: RoomHarness) -> None:
    ana, bo, cy = await harness.guests("Ana", "Bo", "Cy")
    table = await harness.table(ana, bo, public=True)
    with pytest.raises(NotAdmitted):
        await harness.room.evening(cy, table)


@with_room
async def test_a_removed_guest_sees_the_evening_up_to_the_removal(harness: RoomHarness) -> None:
    ana, bo, cy = await harness.guests("Ana", "Bo", "Cy")
    table = await harness.table(ana, bo, cy)
    await harness.room.subscribe(ana, table)
    await play(harness, table, 2)
    await harness.do(ana, table, m.Remove, guest=cy)
    await play(harness, table, 3)
    await harness.do(ana, table, m.End)
    await harness.room.again(ana, table)
    seen, whole = await harness.room.evening(cy, table), await harness.room.evening(bo, table)
    assert seen.hands == 2 and whole.hands == 5
    assert seen.next is None and whole.next is not None
    assert [way[-1] for way in seen.lines] == [a.net for a in seen.ledger.accounts]
    with pytest.raises(NotAdmitted):
        await harness.room.again(cy, table)


@with_room
async def test_the_same_people_go_on_at_another_table(harness: RoomHarness) -> None:
    ana, bo, cy = await harness.guests("Ana", "Bo", "Cy")
    table = await harness.table(ana, bo, cy, seats=2, rabbit=True, turn=20)
    await harness.do(ana, table, m.SeatBot, chair=3, strength="regular")
    with pytest.raises(Refused):
        await harness.room.again(bo, table)
    await harness.do(ana, table, m.End)
    first = await harness.room.again(bo, table)
    second = await harness.room.again(ana, table)
    assert first.table == second.table != table
    old, new = await harness.state(table), await harness.state(first.table)
    assert new.rules == old.rules and new.host == bo and set(new.members) == {ana, bo}
    assert [chair.bot for _, chair in new.seated()] == ["regular"]
    assert old.next_table == new_id(await harness.room.tables_of(ana))
    with pytest.raises(NotAdmitted):  # an onlooker was at the table, and did not play
        await harness.room.join(cy, first.table)
    sat = await harness.do(ana, first.table, m.Sit, chair=0, chips=100)
    assert isinstance(sat, m.Ack)


def new_id(lines: list[Any]) -> str:
    (found,) = [found.table for found in lines]
    return str(found)


@with_room
async def test_a_table_continues_once_after_a_restart_too(harness: RoomHarness) -> None:
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo)
    await harness.do(ana, table, m.End)
    first = await harness.room.again(ana, table)
    await harness.reopen()
    assert (await harness.room.again(bo, table)).table == first.table


def test_nobody_owes_a_bot_and_no_bot_owes() -> None:
    assert evened([30, -10, 0]) == [10, -10, 0]
    assert evened([30, -50, 0]) == [30, -30, 0]
    assert evened([5, 5, -7]) == [4, 3, -7]
    assert evened([-9, 0]) == [0, 0]
    for nets in ([7, 7, 7, -10], [1, -1], [], [-3, -3, 4], [10, -3, -3, -3]):
        found = evened(nets)
        assert sum(found) == 0
        assert all(abs(a) <= abs(b) and a * b >= 0 for a, b in zip(found, nets, strict=True))
        settle(found)


@with_room
async def test_debts_to_bots_are_in_no_ledger(harness: RoomHarness) -> None:
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo, games=[RICOCHET])
    for chair in (2, 3):
        await harness.do(ana, table, m.SeatBot, chair=chair, strength="random")
    await harness.room.subscribe(ana, table)
    for _ in range(8):
        await harness.wait(3)
        while (await harness.state(table)).in_play:
            await harness.act(table, None)
            await harness.room.settle()
    found = await harness.room.ledger(ana, table)
    assert {account.bot for account in found.accounts} == {None, "random"}
    people = {i for i, account in enumerate(found.accounts) if account.guest}
    assert sum(account.net for account in found.accounts) == 0
    for owed in found.transfers:
        assert {owed.debtor, owed.creditor} <= people


@with_room
async def test_a_player_who_buys_chips_after_losing_all_is_dealt_in(harness: RoomHarness) -> None:
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo)
    live = harness.room._live(table)
    (await live.state()).chairs[1].stack = 0
    out = e.SatOut(at=harness.clock.now(), chair=1, why="empty")
    await live.append(lambda _: PendingEvents([out]))
    assert (await harness.state(table)).chairs[1].status == "out"
    await harness.do(bo, table, m.BuyIn, chips=60)
    assert (await harness.state(table)).chairs[1].status == "in"


@with_room
async def test_a_player_who_sits_out_by_choice_stays_out_after_buying(harness: RoomHarness) -> None:
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo)
    await harness.do(bo, table, m.SitOut)
    await harness.do(bo, table, m.BuyIn, chips=60)
    assert (await harness.state(table)).chairs[1].status == "out"
    assert reason(await harness.do(bo, table, m.SitOut)) == "out"


def shown(*cards: str, seat: int = 0, strength: int = 1) -> ShownHand:
    name = Message("hand.pair", {"first": "8", "second": "8"})
    return ShownHand(seat, list(cards), name, strength)


def test_the_hand_of_the_night_is_the_strongest_that_was_shown() -> None:
    lines = [
        line(1, 5, -5, shown=shown("8c", "8d", strength=5), pot=9),
        line(2, -5, 5, shown=shown("9c", "9d", seat=1, strength=7), pot=4),
        line(3, 5, -5, shown=shown("Ac", strength=0)),  # a game with hands of another kind
    ]
    found = {one.kind: one for one in made_of(lines, 5, -5).highlights}
    assert found["best_hand"].cards == ["9c", "9d"] and found["best_hand"].hand == 2
    assert found["best_hand"].said.text.startswith("The hand of the night: Bo with ")
    assert found["biggest_pot"].cards == ["8c", "8d"]


def test_an_evening_has_a_headline() -> None:
    headline = made_of([line(1, 5, -5)], 5, -5).headline
    assert headline and headline.text == "Ana is ahead"
    assert made_of([], 0, 0).headline is None
    shared = made_of([line(1, 5, 5, -10)], 5, 5, -10)
    assert shared.winners == ["Ana", "Bo"] and shared.headline
    assert shared.headline.text == "Ana and Bo are ahead"
    even = made_of([line(1, 0, 0)], 0, 0)
    assert even.winners == [] and even.headline and even.headline.text == "Nobody is ahead yet"


def test_a_bot_never_wins_an_evening_of_people() -> None:
    names = {"names": ["Ana", "Bo", "Robo"], "guests": ["a", "b", None]}
    accounts = [
        AccountView("Ana", "a", 100, 95, 0, -5),
        AccountView("Bo", "b", 100, 102, 0, 2),
        AccountView("Robo", None, 100, 103, 0, 3, "regular"),
    ]
    state = TableState(1, "Friday", "a", TableRules(games=[]), 0, members={"a": "Ana"})
    state.is_ended = True
    played = [line(1, -5, 2, 3, **names)]
    view = evening("t", state, played, LedgerView(accounts, []))
    assert view.winners == ["Bo"] and view.headline
    assert view.headline.text == "Bo wins the evening"
    alone = [accounts[0], accounts[2]]
    two = [line(1, -3, 3, names=["Ana", "Robo"], guests=["a", None])]
    assert evening("t", state, two, LedgerView(alone, [])).winners == ["Robo"]


@with_room
async def test_the_winners_cards_are_known_if_the_rail_saw_them(harness: RoomHarness) -> None:
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo, games=[GamePlan(name="holdem-no-limit")])
    await harness.room.subscribe(ana, table)
    await harness.wait(3)
    await harness.act(table, "fold")
    await harness.wait(3)
    await harness.act(table, "call")
    await harness.play_out(table, "check")
    folded, shown_down = await harness.room.hands(bo, table)
    assert folded.shown is None
    hand = await harness.hand(table)
    assert shown_down.shown and shown_down.shown.hand
    seat = shown_down.shown.seat
    assert shown_down.nets[seat] == max(shown_down.nets)
    assert tuple(shown_down.shown.cards) == hand.view(-1).seats[seat].best
    assert shown_down.shown.strength == rank([[c] for c in parse("".join(shown_down.shown.cards))])
    with speaking("de"):
        said = (await harness.room.hands(bo, table))[1].shown
        assert said and said.hand and said.hand.text == hand.view(-1).seats[seat].hand.text  # type: ignore[union-attr]
