"""The coach: access, cost, and isolation from everybody else's play."""

import asyncio
import json
import random
import threading
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from sidepot import games
from sidepot.analysis import Analysis, Price, analyze, analyzing, read_position, remember
from sidepot.engine.game import Hand
from sidepot.room.live import coach as room_coach
from sidepot.room.protocol import messages as m
from sidepot.room.protocol.table_rules import GamePlan
from sidepot.room.table.together import turn_of
from sidepot.words.wire import encode
from tests.analysis.made import exact
from tests.analysis.test_told import HIDDEN, in_words
from tests.cases import often
from tests.room.harness import RoomHarness, guest_to_act, last_view, reason, with_room


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the coach content with low precision, however long that takes."""
    monkeypatch.setattr(analyzing, "PRECISION", 10.0)
    monkeypatch.setattr(room_coach, "THINKING_SECONDS", None)


LEAVES = ("fold", "out")
COSTLY = (
    "high-noon-shootout",
    "high-noon-showdown",
    "holdem-no-limit",
    "holdem-fixed-limit",
    "ricochet",
)
"""Games whose answer costs seconds; others have theirs by the same methods."""
NOTHING = exact({"fold": 0.0})


async def dealt(harness: RoomHarness, *names: str, **wanted: Any) -> tuple[str, str, str]:
    """A table of two in a hand: the player to act, the other one, the table."""
    people = await harness.guests(*names)
    table = await harness.table(*people, **wanted)
    await harness.room.subscribe(people[0], table)
    await harness.wait(3)
    now = await harness.state(table)
    assert now.clock
    actor = now.chairs[now.clock.chair].guest
    assert actor
    people.remove(actor)
    return actor, people[0], table


async def ask(harness: RoomHarness, guest: str, table: str, **other: int) -> m.Answer:
    """The coach's answer to the present decision."""
    due = {
        "hand": (await harness.state(table)).hands,
        "decision": (await harness.hand(table)).decision,
    }
    return await harness.do(guest, table, m.Advise, **{**due, **other})


@with_room
async def test_the_player_to_act_gets_the_value_of_each_choice(harness: RoomHarness) -> None:
    actor, _, table = await dealt(harness, "Ana", "Bo")
    version = (await harness.state(table)).version
    found = await ask(harness, actor, table)
    assert isinstance(found, m.Advice) and (found.hand, found.decision) == (1, 0)
    legal = [str(action) for action in (await harness.hand(table)).legal]
    assert [choice.action for choice in found.analysis.choices] == legal
    assert len(found.analysis.escape) == len(legal) - 1 and found.said
    assert (await harness.state(table)).version == version


@with_room
async def test_nobody_else_gets_an_answer(harness: RoomHarness) -> None:
    actor, other, table = await dealt(harness, "Ana", "Bo")
    looking = await harness.room.subscribe(other, table)
    seen = looking.waiting
    (stranger,) = await harness.guests("Cy")
    assert reason(await ask(harness, other, table)) == "turn"
    assert reason(await ask(harness, stranger, table)) == "room.not_admitted"
    assert reason(await ask(harness, actor, table, hand=2)) == "hand"
    assert reason(await ask(harness, actor, table, decision=1)) == "decision"
    assert isinstance(await ask(harness, actor, table), m.Advice)
    assert looking.waiting == seen
    host = (await harness.state(table)).host
    await harness.do(host, table, m.Pause)
    assert reason(await ask(harness, actor, table)) == "paused"


@with_room
async def test_a_table_may_forbid_it_and_all_know(harness: RoomHarness) -> None:
    actor, other, table = await dealt(harness, "Ana", "Bo", coach=False)
    assert reason(await ask(harness, actor, table)) == "coach"
    looking = await harness.room.subscribe(other, table)
    assert (await last_view(looking))["room"]["rules"]["coach"] is False


@with_room
async def test_asking_twice_costs_nothing(harness: RoomHarness) -> None:
    actor, _, table = await dealt(harness, "Ana", "Bo")
    asked: list[object] = []

    def of(memory: object, *_: Any, **__: Any) -> Analysis:
        asked.append(memory)
        return NOTHING

    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(room_coach, "analyze", of)
        answers = [await ask(harness, actor, table) for _ in range(3)]
        assert all(isinstance(answer, m.Advice) for answer in answers) and len(asked) == 1
        await harness.act(table, "buy 1")
        while not (await harness.state(table)).in_play:
            await harness.wait(1)
        now = await harness.state(table)
        assert now.clock
        assert isinstance(
            await ask(harness, now.chairs[now.clock.chair].guest or "", table), m.Advice
        )
        assert len(asked) == 2


@with_room
async def test_the_end_of_a_hand_is_told_to_whoever_asks_for_it(harness: RoomHarness) -> None:
    plan = GamePlan(name="holdem-no-limit")
    actor, _, table = await dealt(harness, "Ana", "Bo", games=[plan])
    plain = await ask(harness, actor, table)
    assert isinstance(plain, m.Advice) and plain.analysis.outlook is None
    told = await ask(harness, actor, table, outlook=True)
    assert isinstance(told, m.Advice) and told.analysis.outlook
    ends = [sentence for sentence in told.said if sentence.key == "odds.final"]
    assert len(ends) == len(told.analysis.outlook.hands) > 3
    again = await ask(harness, actor, table)
    assert isinstance(again, m.Advice) and again.analysis == told.analysis


@with_room
async def test_chances_are_given_without_a_strategy_for_the_bets(
    harness: RoomHarness,
) -> None:
    plan = GamePlan(name="holdem-no-limit")
    actor, _, table = await dealt(harness, "Ana", "Bo", games=[plan])
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(analyzing, "strategy_for", lambda *_: None)
        monkeypatch.setattr(analyzing, "PRECISION", 0.04)
        answer = await ask(harness, actor, table)
    assert isinstance(answer, m.Advice) and answer.analysis.choices == ()
    (chance,) = answer.analysis.chances
    assert chance.action == "call" and 0.2 < chance.win < 0.9 > chance.tie >= 0
    assert answer.analysis.price == Price(cost=1, needs=0.25)
    assert answer.said[-1].key == "odds.no_strategy" and 0 < answer.analysis.error < 0.05


@with_room
async def test_values_errors_and_shares_are_given_with_a_strategy(
    harness: RoomHarness,
) -> None:
    plan = GamePlan(name="high-noon-showdown")
    actor, _, table = await dealt(harness, "Ana", "Bo", games=[plan])
    analyze(await harness.hand(table), seconds=0.01)  # compile before it is asked
    answer = await ask(harness, actor, table)
    assert isinstance(answer, m.Advice)
    found, names = answer.analysis, [choice.action for choice in answer.analysis.choices]
    assert (found.method, found.chances, names[:2]) == ("played", (), ["fold", "pay"])
    assert sum(choice.share or 0.0 for choice in found.choices) == pytest.approx(1.0)
    assert found.advice in names and found.samples > 0
    assert answer.said[-1].key == "odds.played"


@with_room
async def test_a_decision_that_is_made_ends_the_thinking(harness: RoomHarness) -> None:
    """After the first batch: the coach is then free for the next question."""
    plan = GamePlan(name="high-noon-standoff")
    hand = await harness.hand((await dealt(harness, "Ana", "Bo", games=[plan]))[2])
    left = iter([True, False])
    assert room_coach._analysis(remember(hand), lambda: next(left)) is None


@with_room
async def test_an_answer_without_chances_has_no_such_fields(harness: RoomHarness) -> None:
    actor, _, table = await dealt(harness, "Ana", "Bo")
    answer = json.loads(encode(await ask(harness, actor, table)))["analysis"]
    assert answer["choices"] and not {"chances", "price"} & set(answer)


@with_room
async def test_a_game_that_cannot_be_judged_is_refused(harness: RoomHarness) -> None:
    actor, _, table = await dealt(harness, "Ana", "Bo")
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(room_coach, "analyze", lambda *_, **__: 1 / 0)
        assert reason(await ask(harness, actor, table)) == "advice"


@pytest.mark.parametrize("name", often(games.registry(), games.registry().keys() - COSTLY))
def test_the_panel_answers_at_a_random_decision_as_odds_does_when_told_it(
    name: str, tmp_path: Path
) -> None:
    @with_room
    async def play(harness: RoomHarness) -> None:
        table = await stayed(harness, name, random.Random(7))
        state, hand = await harness.state(table), await harness.hand(table)
        guest = guest_to_act(state)
        turn = turn_of(state, hand, state.seat_of(guest))
        answer = await ask(harness, guest, table)
        assert turn is not None and isinstance(answer, m.Advice)
        found, panel = analyze(read_position(turn.game, **told(turn)), seconds=0), answer.analysis
        assert (panel.seat, panel.pot, panel.chances) == (found.seat, found.pot, found.chances)
        worth = {one.action: one.value for one in found.choices}
        error = max((5 * one.error for one in found.choices), default=0.0)
        assert {one.action: one.value for one in panel.choices} == pytest.approx(worth, abs=error)

    play(tmp_path)


async def stayed(harness: RoomHarness, name: str, chance: random.Random) -> str:
    """A table at a random decision of a hand in which nobody has left."""
    people = ("Ana", "Bo", "Cy")[: max(2, games.find(name).least)]
    _, _, table = await dealt(harness, *people, games=[GamePlan(name=name)])
    if name == "ricochet-casino":
        await harness.act(table)
        await harness.act(table)  # its cards come after the side bets
    for _ in range(chance.randrange(4) * (name in HIDDEN)):
        legal = [*map(str, (await harness.hand(table)).legal)]
        await harness.act(table, chance.choice([one for one in legal if one not in LEAVES]))
        while not (await harness.state(table)).in_play:
            await harness.wait(1)
    return table


def told(turn: Hand) -> dict[str, Any]:
    """The open decision in words; cards that all lie open are enough."""
    if turn.game.name not in HIDDEN:
        return {"hands": " / ".join(" ".join(c.card for c in s.cards) for s in turn.view().seats)}
    words: dict[str, Any] = in_words(turn, turn.actor or 0)
    return words | {"stacks": turn.starting_stacks, "pot": turn.kept.get("pot")}


class Thinking:
    """An analysis that is not found before somebody lets it be."""

    def __init__(self, patience: float) -> None:
        self.patience = patience
        self.begun: list[str] = []
        self.has_begun, self.free = threading.Event(), threading.Event()

    def of(self, *_: Any, **__: Any) -> Analysis:
        self.begun.append(threading.current_thread().name)
        self.has_begun.set()
        self.free.wait(self.patience)
        return NOTHING


def thinking_on_the_loop(fn: Callable[..., Analysis], *args: Any) -> Future[Analysis]:
    """A pool that runs its work on the loop."""
    done: Future[Analysis] = Future()
    done.set_result(fn(*args))
    return done


async def six_ask(harness: RoomHarness, thinking: Thinking) -> tuple[list[str], list[m.Answer]]:
    """Six players ask at once; the results of other commands meanwhile, and the six answers."""
    tables = [await dealt(harness, f"Ana {n}", f"Bo {n}") for n in range(6)]
    asking = [asyncio.create_task(ask(harness, actor, table)) for actor, _, table in tables]
    await asyncio.to_thread(thinking.has_begun.wait)
    _, other, table = tables[-1]
    said = await harness.do(other, table, m.Chat, text="well?")
    acted = await harness.act(table, "fold")
    meanwhile = [type(answer).__name__ for answer in (said, acted)]
    meanwhile += ["begun"] * len(thinking.begun)
    meanwhile += ["answered"] * any(task.done() for task in asking)
    thinking.free.set()
    return meanwhile, list(await asyncio.gather(*asking))


@with_room
async def test_the_room_keeps_serving_while_six_ask(harness: RoomHarness) -> None:
    thinking = Thinking(patience=60)
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(room_coach, "analyze", thinking.of)
        meanwhile, answers = await six_ask(harness, thinking)
    assert meanwhile == ["Ack", "Ack", "begun"]
    assert all(isinstance(answer, m.Advice) for answer in answers[:-1])
    assert reason(answers[-1]) == "decision"  # too late, so it was not even thought about
    assert thinking.begun == ["sidepot-coach_0"] * 5


@with_room
async def test_a_coach_that_thinks_on_the_loop_is_noticed(harness: RoomHarness) -> None:
    thinking = Thinking(patience=0.01)
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(room_coach, "analyze", thinking.of)
        monkeypatch.setattr(harness.room._coach._pool, "submit", thinking_on_the_loop)
        meanwhile, _ = await six_ask(harness, thinking)
    assert meanwhile != ["Ack", "Ack", "begun"]


@with_room
async def test_a_guest_asks_at_one_table_at_a_time(harness: RoomHarness) -> None:
    thinking = Thinking(patience=60)
    (ana,) = await harness.guests("Ana")
    tables = [await harness.table(ana, *await harness.guests(f"Bo {n}")) for n in range(2)]
    for table in tables:
        await harness.room.subscribe(ana, table)
    await harness.wait(3)
    for table in tables:
        while (await harness.state(table)).clock.chair != 0:  # type: ignore[union-attr]
            await harness.act(table, "fold")
            await harness.wait(3)
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(room_coach, "analyze", thinking.of)
        first = asyncio.create_task(ask(harness, ana, tables[0]))
        await asyncio.to_thread(thinking.has_begun.wait)
        assert reason(await ask(harness, ana, tables[1])) == "asked"
        thinking.free.set()
        assert isinstance(await first, m.Advice)
        assert isinstance(await ask(harness, ana, tables[1]), m.Advice)
