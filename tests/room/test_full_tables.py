"""Tables at which nobody new can sit down: views and invitations say so, exactly then."""

from typing import Any

import pytest

from sidepot.errors import Refused
from sidepot.room.protocol import messages as m
from sidepot.room.protocol.table_rules import GamePlan, MatchRules
from tests.room.harness import Json, RoomHarness, last_view, with_room

CHAIRS = 4
FOR_TWO = [GamePlan(name="kuhn")]
MATCH: Json = {"match": MatchRules(hands=9), "least": 100}
TABLES: dict[str, tuple[Json, list[Any], bool]] = {
    "a free chair": ({}, [], False),
    "every chair taken": ({"chairs": 2}, [], True),
    "no game for more": ({}, [(m.ChangeGame, {"games": FOR_TWO})], True),
    "a match that waits": (MATCH, [], False),
    "a match under way": (MATCH, [(m.Ready, {})], True),
}


@pytest.mark.parametrize("case", TABLES.values(), ids=TABLES)
def test_a_table_is_full_exactly_where_nobody_new_can_sit(
    case: tuple[Json, list[Any], bool], tmp_path: Any
) -> None:
    wanted, commands, is_full = case

    @with_room
    async def sit(harness: RoomHarness) -> None:
        ana, bo, cy = await harness.guests("Ana", "Bo", "Cy")
        plan = {"chairs": CHAIRS, "automatic": False, **wanted}
        table = await harness.table(ana, bo, cy, seats=2, **plan)
        for command, fields in commands:
            for guest in (ana, bo) if command is m.Ready else (ana,):
                assert isinstance(await harness.do(guest, table, command, **fields), m.Ack)
        looking = await harness.room.subscribe(cy, table)
        invited = await harness.room.invitation(await harness.room.invite(ana, table))
        seen = (await last_view(looking))["room"]["is_full"]
        answers = [
            await harness.do(cy, table, m.Sit, chair=chair, chips=100) for chair in range(CHAIRS)
        ]
        assert invited and seen == invited.is_full == is_full
        assert any(isinstance(answer, m.Ack) for answer in answers) != is_full

    sit(tmp_path)


@with_room
async def test_no_invitation_leads_to_a_table_that_has_ended(harness: RoomHarness) -> None:
    ana, bo = await harness.guests("Ana", "Bo")
    table = await harness.table(ana, bo)
    assert isinstance(await harness.do(ana, table, m.End), m.Ack)
    with pytest.raises(Refused, match="ended"):
        await harness.room.invite(bo, table)
