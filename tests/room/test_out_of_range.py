"""An index out of range in the machine code of a game of a file: it changes nothing, and is told.

House games are compiled without these checks (`tests/shipped/test_flags.py`).
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sidepot import games, kernel
from sidepot.engine.diagnostics import diagnose
from sidepot.engine.game import Game
from sidepot.engine.game_files import load_version
from sidepot.engine.out_of_range import rule_of
from sidepot.engine.verbs import entry
from sidepot.errors import EngineError
from sidepot.lab.envs import Batch
from sidepot.lab.simulate import simulate
from sidepot.room.live import game_folder
from sidepot.room.protocol.table_rules import GamePlan
from tests.room.harness import RoomHarness, check_chips, drain, with_room

pytestmark = pytest.mark.compiled

RULES = Path("examples/one_card.py").read_text("utf-8")
NOWHERE, BEGIN, STEP, END = range(4)
HEADS = {
    BEGIN: "def begin(s: OneCard) -> None:\n",
    STEP: "def step(s: OneCard, action: int) -> None:\n",
    END: "    best = s.seats.actor = seats.NOBODY\n",
}
"""The lines of One Card after which each verb has its fault."""
SHARED = (
    "chips.pay(s.chips, 6, 1)",
    "chips.win(s.chips, s.journal, journal.WON, -7, 1)",
    "seats.leave(s.seats, s.journal, 6, journal.FOLDED)",
    "holecards.deal(s.hole, s.deck, s.journal, 6)",
)
"""Parts of the house that are given a seat that there is not."""


def beyond(layout: np.dtype[Any], path: str = "s") -> Iterator[str]:
    """A write and a read beyond either end of every row of a record."""
    for name, (field, *_) in (layout.fields or {}).items():
        if field.names:
            yield from beyond(field, f"{path}.{name}")
        for axis, size in enumerate(field.shape):
            before, after = "0, " * axis, ", 0" * (len(field.shape) - axis - 1)
            for index in (size, -size - 1):
                place = f"{path}.{name}[{before}{index}{after}]"
                yield from (f"{place} = 7", f"s.waiting += {place}")


def with_faults(faults: list[str]) -> str:
    """One Card in which two options choose one of these faults, and the verb that has it."""
    tries = "".join(f"    if s.options.fault == {n}:\n        {x}\n" for n, x in enumerate(faults))
    options = "".join(f'    {x}: Annotated[int, Whole(0, 999, 0), ""]\n' for x in ("fault", "at"))
    text = RULES.replace("\n\nclass OneCard", f"{options}\n\nclass OneCard", 1)
    text = text.replace("import Chips\n", "import Chips, Whole\n")
    for place, head in HEADS.items():
        text = text.replace(head, f"{head}    if s.options.at == {place}:\n        fail(s)\n")
    fail = f"@compiled\ndef fail(s: OneCard) -> None:\n{tries}\n\n@compiled\ndef begin"
    return text.replace("@compiled\ndef begin", fail)


FAULTS = [*beyond(load_version(RULES, "one_card.py").layout()), *SHARED]
TEXT = with_faults(FAULTS)


@pytest.fixture(scope="module")
def game() -> Game:
    return load_version(TEXT, "one_card.py")


def played(game: Game) -> None:
    """A hand of two, to its end."""
    hand = game.deal(players=2, stacks=20, seed=1)
    hand.act("check")
    hand.act("check")


def test_the_game_is_compiled_and_plays_where_no_fault_is_chosen(game: Game) -> None:
    played(game)
    assert all(map(kernel.checks_indices, game.verbs)) and len(FAULTS) > 50


@pytest.mark.parametrize("place", HEADS, ids=["deal", "action", "end"])
def test_every_index_out_of_range_fails_at_its_line(place: int, game: Game) -> None:
    assert game.file
    for number, fault in enumerate(FAULTS):
        with pytest.raises(IndexError) as raised:
            played(game.with_options(fault=number, at=place))
        assert f": {fault}: " in diagnose(raised.value, game.file)


def test_the_machine_code_itself_stops_before_it_writes(game: Game) -> None:
    for number in range(len(FAULTS) - len(SHARED)):
        hand = game.with_options(fault=number, at=STEP).deal(players=2, stacks=20, seed=1)
        rows = kernel.copy(hand._rows)
        with pytest.raises(IndexError):
            rule_of(entry(game.verbs).step)(rows, 0)
        assert kernel.to_bytes(rows) == bytes(hand)


@pytest.mark.soak("the loops let the same error through; they cost seven seconds to compile")
def test_bulk_play_and_environments_name_the_file(game: Game) -> None:
    broken = game.with_options(fault=0, at=STEP)
    with pytest.raises(EngineError, match=r"game\.py fails: an index"):
        simulate(broken, hands=9, stacks=(20, 20))
    with pytest.raises(EngineError, match=r"game\.py fails: an index"):
        batch = Batch(broken, 2, players=2)
        batch.step(batch.reset(1).action_mask.argmax(axis=1))


def test_a_table_calls_the_hand_off_and_tells_the_line(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_folder, "_try", lambda *_: None)
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "one_card.py").write_text(TEXT, "utf-8")
    fault = "s.hole.card[0, 5] = 7"
    plan = GamePlan(name="one-card", options={"fault": FAULTS.index(fault), "at": STEP})

    @with_room
    async def play(harness: RoomHarness) -> None:
        harness.room.use_folder(folder)
        people = await harness.guests("Ana", "Bo")
        table = await harness.table(*people, games=[plan])
        looking = await harness.room.subscribe(people[0], table)
        await harness.wait(3)
        await harness.act(table)
        assert fault in str([x for x in await drain(looking) if x["type"] == "notice"])
        state = await harness.state(table)
        assert state.playing and state.playing.is_void
        check_chips(state)

    with caplog.at_level(logging.ERROR, "sidepot.room"):
        play(tmp_path)
    games.use_folder(())
    games.find_versions(None)
    assert [x for x in caplog.messages if "game_failed" in x and fault in x]
