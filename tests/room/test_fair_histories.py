"""The proofs in a room's histories, as `sidepot verify` reads them."""

from pathlib import Path

import pytest

from sidepot.errors import BadHistory
from sidepot.history import read
from sidepot.history.verify.chain import Chain
from sidepot.history.verify.hands import PROVEN, UNCUT, CheckedHand, check
from sidepot.room.protocol import messages as m
from sidepot.room.protocol.table_rules import GamePlan
from tests.room.cutting import Cutter, answer_all, cutters, next_hand
from tests.room.harness import RoomHarness, with_room

GAMES = ("holdem-no-limit", "high-noon-shootout", "poker-roulette")


async def checked(harness: RoomHarness, table: str, people: list[Cutter]) -> list[CheckedHand]:
    """The hands of a table as each of its guests knows them, all in one chain."""
    chain, found = Chain(), []
    for cutter in people:
        path = Path(f"{harness.path}-{cutter.guest}.phhs")
        path.write_text(await harness.room.histories(cutter.guest, table), "utf-8")
        for hand in read(path):
            assert not isinstance(hand.hand, BadHistory), hand
            one = check(hand.hand)
            assert one.proof, hand.label
            found.append(one)
            linked = chain.add(one.proof, hand.hand)
            assert [*one.breaches, *linked.breaches, *linked.notes] == []
    return found


@pytest.mark.parametrize("game", GAMES)
def test_an_evening_is_proven_to_all(game: str, tmp_path: Path) -> None:
    @with_room
    async def play(harness: RoomHarness) -> None:
        games = [GamePlan(name=game)]
        table, people = await cutters(harness, "Ana", "Bo", "Cy", games=games)
        for number in range(1, 5):
            assert await next_hand(harness, people) == number
            await harness.play_out(table, "fold" if number == 2 else None)
            if number == 2:
                for cutter in people:
                    await harness.do(cutter.guest, table, m.Show, hand=2)
                await harness.do(people[0].guest, table, m.Rabbit, hand=2)
        assert await next_hand(harness, people) == 5
        assert isinstance(await harness.do(people[0].guest, table, m.VoidHand, hand=5), m.Ack)
        found = await checked(harness, table, people)
        assert [hand.status for hand in found] == [PROVEN] * 15
        assert game == "poker-roulette" or any(h.proof.rabbit for h in found if h.proof)

    play(tmp_path)


@with_room
async def test_missing_seeds_are_named_in_every_history(harness: RoomHarness) -> None:
    table, people = await cutters(harness, "Ana", "Bo")
    people[1].silent = True
    await next_hand(harness, people)
    await harness.play_out(table)
    people[0].silent = True
    await next_hand(harness, people)
    await harness.play_out(table)
    await answer_all(people)
    found = await checked(harness, table, people)
    assert [hand.status for hand in found] == [PROVEN, UNCUT] * 2
    assert [hand.proof.missing for hand in found if hand.proof] == [[["Bo"]], [["Ana"]]] * 2


@with_room
async def test_cards_may_be_shown_when_the_next_decks_are_fixed(harness: RoomHarness) -> None:
    """They are in the history of their own hand, and the next hand has one too."""
    table, people = await cutters(harness, "Ana", "Bo", games=[GamePlan(name=GAMES[0])])
    await next_hand(harness, people)
    await harness.play_out(table, "fold")
    for cutter in people:
        cutter.silent = True
    while people[0].last["hand"] == 1:
        await harness.wait(0.5)
        await answer_all(people)
    shown = [await harness.do(cutter.guest, table, m.Show, hand=1) for cutter in people]
    asked = await harness.do(people[0].guest, table, m.Rabbit, hand=1)
    assert [type(answer) for answer in (*shown, asked)].count(m.Ack) == 2
    for cutter in people:
        await cutter.reveal(cutter.last)
    await next_hand(harness, people)
    await harness.play_out(table)
    found = await checked(harness, table, people)
    assert [bool(hand.proof and hand.proof.rabbit) for hand in found] == [True, False] * 2
