"""Cards that would have come next: offered only where the hand could have dealt one."""

import random
from pathlib import Path

import pytest

from sidepot import games
from sidepot.games import registry
from sidepot.room.protocol import messages as m
from sidepot.room.protocol.table_rules import GamePlan
from sidepot.room.table.rabbit import next_places
from tests.room.harness import RoomHarness, last_view, with_room


def places(name: str, players: int, *acts: str) -> list[int]:
    """The places of the cards that would have come after a hand."""
    hand = games.find(name).deal(players=players, seed=1)
    for act in acts:
        hand.act(act)
    assert hand.over
    return next_places(hand)


@pytest.mark.parametrize("acts", [("in", "in"), ("in", "out"), ("out", "out")], ids=str)
def test_no_card_would_have_come_in_guts(acts: tuple[str, ...]) -> None:
    assert places("guts", 2, *acts) == []


def test_no_card_would_have_come_in_kuhn() -> None:
    assert places("kuhn", 2, "bet 1", "fold") == []


def test_cards_would_have_come_after_a_fold_before_the_flop_and_the_draw() -> None:
    assert len(places("holdem-no-limit", 2, "fold")) == 5
    assert len(places("badugi", 2, "fold")) == 1


PLAIN = [("guts", 0), ("ricochet-2", 0)]
SOAK = [(name, seed) for name in registry() for seed in range(8) if (name, seed) not in PLAIN]


@pytest.mark.parametrize(
    ("name", "seed"), [*PLAIN, *(pytest.param(*case, marks=pytest.mark.soak) for case in SOAK)]
)
def test_cards_are_offered_exactly_where_asking_shows_one(
    name: str, seed: int, tmp_path: Path
) -> None:
    with_room(lambda harness: ask_for_cards(harness, name, seed))(tmp_path)


async def ask_for_cards(harness: RoomHarness, name: str, seed: int) -> None:
    """Play a random hand, and ask for the cards that would have come, after a restart if even."""
    game, rng = registry()[name], random.Random(seed)
    people = await harness.guests(*"ABC"[: max(game.least, 2)])
    table = await harness.table(*people, games=[GamePlan(name=name)], pause=60)
    await harness.wait(3)
    while (await harness.state(table)).in_play:
        assert not (await room_of(harness, table, people[0]))["has_rabbit"]
        hand = await harness.hand(table)
        choice = rng.choice(hand.legal.ranges)
        await harness.act(table, str(choice.at(rng.randint(choice.lowest, choice.highest))))
    if seed % 2 == 0:
        await harness.reopen()
    is_offered = (await room_of(harness, table, people[0]))["has_rabbit"]
    answer = await harness.do(people[0], table, m.Rabbit, hand=1)
    room = await room_of(harness, table, people[1])
    assert is_offered == isinstance(answer, m.Ack) == bool(room["rabbit"])
    assert not room["has_rabbit"]


async def room_of(harness: RoomHarness, table: str, guest: str) -> dict[str, object]:
    """The table outside of the hand, as a guest is shown it."""
    return dict((await last_view(await harness.room.subscribe(guest, table)))["room"])
