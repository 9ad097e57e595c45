"""`sidepot train`, and matches and rooms that use its strategy; and their refusals."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from sidepot import bots, games
from sidepot.bots.trained import offers
from sidepot.bots.trained.files import load
from sidepot.bots.trained.offers import offer_files
from sidepot.cli import main
from sidepot.engine.memory import remember
from sidepot.errors import BadLearned, BadStrategy, UnknownBot
from sidepot.room.live.bots import _choose
from sidepot.room.protocol import messages as m
from sidepot.room.protocol.table_rules import GamePlan
from sidepot.room.table.state import TableState
from tests.room.harness import RoomHarness

KUHN = Path(__file__).parents[1] / "lab" / "learn" / "games" / "kuhn.py"
TRAIN = ["train", str(KUHN), "--exact", "--rounds", "3"]


@pytest.fixture(scope="module")
def learned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A strategy that was learned, in a folder of its own."""
    file = tmp_path_factory.mktemp("learned") / "kuhn.sidepot"
    assert main([*TRAIN, "-o", str(file)]) == 0
    return file


@pytest.fixture
def in_registry() -> Iterator[None]:
    """The game in the registry, and no trained bots afterwards."""
    before = list(games._added)
    games.add_file(KUHN)
    yield
    offers.withdraw()
    games._added[:] = before
    games.registry.cache_clear()


def test_training_writes_a_strategy_and_resumes_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "kuhn.sidepot"
    assert main([*TRAIN, "-o", str(file)]) == 0
    said = capsys.readouterr().out
    assert "small-kuhn, 2 players: 36 traversals" in said and "12 positions" in said
    assert "The strategy is in" in said and "Gone on" not in said
    assert main([*TRAIN, "-o", str(file), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["rounds"] == 6 and found["traversals"] == 72 and not found["stopped"]
    assert main([*TRAIN[:-1], "6", "-o", str(tmp_path / "other"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["signature"] == found["signature"]


def test_ctrl_c_in_the_first_round_ends_training_and_keeps_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Compiling belongs to that round, and may take a minute."""
    pressed = "sidepot.lab.learn.training._finished"
    monkeypatch.setattr(pressed, lambda work: work.result() is None)
    assert main([*TRAIN, "-o", str(tmp_path / "kuhn.sidepot"), "--json"]) == 130
    found = json.loads(capsys.readouterr().out)
    assert found["stopped"] and found["rounds"] == 1


@pytest.mark.parametrize(
    ("flags", "told"),
    [
        (["--seed", "5"], "was trained with seed 0, not 5"),
        (["--stacks", "10-40"], "was trained with stacks 200-200, not 10-40"),
        (["--stacks", "many"], "many are no stacks"),
        (["--stacks", "40-10"], "40-10 are no stacks"),
        (["--players", "3"], "was trained with players 2, not 3"),
    ],
)
def test_resuming_with_other_settings_is_refused(
    learned: Path, flags: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = learned.read_bytes()
    assert main([*TRAIN, "-o", str(learned), *flags]) == 2
    assert told in capsys.readouterr().err
    assert learned.read_bytes() == before


def test_an_unwritable_or_unreadable_file_is_refused_before_the_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*TRAIN, "-o", "/nowhere/at/all"]) == 2
    assert "its folder does not exist" in capsys.readouterr().err
    (tmp_path / "notes.txt").write_text("mine")
    assert main([*TRAIN, "-o", str(tmp_path / "notes.txt")]) == 2
    assert "is no learned strategy" in capsys.readouterr().err
    assert (tmp_path / "notes.txt").read_text() == "mine"


def test_a_match_takes_the_file(learned: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", str(KUHN), str(learned), "random", "--hands", "40", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["bots"][0]["bot"] == str(learned)
    assert found["bots"][0]["mean"] == -found["bots"][1]["mean"]


def test_a_match_with_a_wrong_file_is_refused(
    learned: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["match", "ricochet-2", str(learned), "random"]) == 2
    assert "was learned for other rules: small-kuhn ante=1" in capsys.readouterr().err
    assert main(["match", str(KUHN), "no-such-file", "random"]) == 2
    assert "there is no bot no-such-file" in capsys.readouterr().err


def test_a_learned_strategy_acts_by_what_a_client_has_seen(learned: Path) -> None:
    """As `sidepot bot LINK --strategy FILE` lets it; at other tables it says why not."""
    game = games.find(str(KUHN))
    act = load(learned, game).act
    for seed in range(20):
        hand = game.deal(seed=seed)
        while hand.actor is not None:
            said = act(hand.view(), random.Random(seed))
            assert said == act(hand.view(), random.Random(seed))
            hand.act(said)
    with pytest.raises(BadStrategy, match="has not seen the hand from its beginning"):
        act(game.deal(seed=1).view(0).with_record(b"", game), random.Random(1))
    other = games.find("ricochet-2").deal(seed=1)
    with pytest.raises(BadStrategy, match=r"plays small-kuhn.* the table is ricochet-2"):
        act(other.view(), random.Random(1))


@pytest.mark.usefixtures("in_registry")
def test_a_room_seats_the_trained_bot(learned: Path, tmp_path: Path) -> None:
    assert bots.TRAINED not in bots.strengths_of(games.find("small-kuhn"))
    offer_files([learned])
    assert bots.TRAINED in bots.strengths_of(games.find("small-kuhn"))
    with pytest.raises(BadLearned, match="two learned strategies for small-kuhn and 2 players"):
        offer_files([learned])
    for seed in range(20):
        hand = games.find("small-kuhn").deal(seed=seed)
        while hand.actor is not None:
            hand.act(_choose(hand.game, bots.TRAINED, remember(hand), seed))
    asyncio.run(_takes_a_chair(RoomHarness(tmp_path / "room.sqlite3")))


def state_of_chips(state: TableState) -> int:
    """The chips that were bought at a table."""
    return sum(account.bought for account in state.accounts.values())


async def _takes_a_chair(harness: RoomHarness) -> None:
    """A host seats it by the name of its strength."""
    try:
        (ana,) = await harness.guests("Ana")
        seats = [m.BotPlan(chair=1, strength=bots.TRAINED)]
        table = await harness.table(ana, games=[GamePlan(name="small-kuhn")], bots=seats)
        state = await harness.state(table)
        assert state.chairs[1].bot == bots.TRAINED
        await harness.wait(4)
        for hand in (1, 2):
            while (state := await harness.state(table)).in_play:
                assert state.hands == hand and state.clock
                if state.chairs[state.clock.chair].bot is None:
                    assert isinstance(await harness.act(table), m.Ack)
                await harness.wait(1)
            await harness.wait(4)
        assert state.chairs[0].stack + state.chairs[1].stack == state_of_chips(state)
    finally:
        await harness.room.close()


@pytest.mark.usefixtures("in_registry")
def test_other_games_have_no_trained_bot(learned: Path) -> None:
    offer_files([learned])
    with pytest.raises(UnknownBot, match="trained"):
        bots.find(games.find("ricochet-2"), bots.TRAINED)
