"""Measuring: task by task, stopped and resumed, and kept in a file that is checked."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sidepot import games
from sidepot.errors import BadLearned, BadSetup, NotSaved
from sidepot.lab.strength import gallery, measuring, players
from sidepot.lab.strength.measuring import (
    ALONE,
    AT_TABLE,
    LOCAL,
    REPLY,
    Limit,
    Measuring,
    Row,
    Task,
    read,
    sizes_of,
    tasks_of,
    terms_of,
    unit_of,
)
from tests.lab.learn.games.kuhn import KUHN
from tests.lab.strength.known import frozen

OWN = {2: frozen()}
LIMIT = Limit(hands=6)
STATION = Task(ALONE, 2, "expert", "calling station")


TASKS = [STATION, Task(ALONE, 2, "expert", "random")]


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only two tasks: the others take long."""
    monkeypatch.setattr(measuring, "tasks_of", lambda *_: TASKS)


@pytest.fixture
def one_of_each(monkeypatch: pytest.MonkeyPatch) -> None:
    """A task of each kind, and little to learn."""
    names = (REPLY, "learned"), (AT_TABLE, "learned reply"), (LOCAL, "calls")
    tasks = [STATION, *(Task(kind, 2, "expert", name) for kind, name in names)]
    monkeypatch.setattr(measuring, "tasks_of", lambda *_: tasks)
    monkeypatch.setattr(measuring, "_ROUNDS", 2)
    monkeypatch.setattr(measuring, "_FEW_DEALS", 6)


def measured(file: Path, **wanted: Any) -> Measuring:
    """The results of Kuhn poker in a file."""
    return Measuring(KUHN, file, sizes=[2], terms=terms_of(KUHN, stack=2), own=OWN, **wanted)


@pytest.mark.usefixtures("one_of_each")
def test_a_result_is_kept_and_not_measured_again(tmp_path: Path) -> None:
    file = tmp_path / "kuhn.json"
    whole = measured(file)
    whole.run(LIMIT)
    assert [row.kind for row in whole.rows] == [ALONE, REPLY, AT_TABLE, LOCAL]
    assert all(row.of and row.hands == LIMIT.hands for row in whole.rows)
    other = measured(file)
    assert (other.rows, other.left) == (whole.rows, [])


@pytest.mark.usefixtures("few")
def test_a_second_measurement_gives_the_same_results(tmp_path: Path) -> None:
    file = tmp_path / "kuhn.json"
    whole = measured(file)
    whole.run(LIMIT)
    anew = measured(file, again=True)
    assert anew.left == TASKS
    anew.run(LIMIT)
    assert [strip(row) for row in anew.rows] == [strip(row) for row in whole.rows]


def strip(row: Row) -> Row:
    """A row without the time that it took."""
    return replace(row, seconds=0.0)


@pytest.mark.usefixtures("few")
def test_a_stopped_measurement_resumes(tmp_path: Path) -> None:
    file = tmp_path / "kuhn.json"

    def stop(task: Task, left: float) -> None:
        if task != STATION:
            raise KeyboardInterrupt

    whole = measured(file)
    with pytest.raises(KeyboardInterrupt):
        whole.run(LIMIT, stop)
    other = measured(file)
    assert [row.task for row in other.rows] == [STATION] and other.left == TASKS[1:]
    other.run(LIMIT)
    assert not other.left


@pytest.mark.usefixtures("few")
def test_results_of_another_strategy_are_measured_again(tmp_path: Path) -> None:
    file = tmp_path / "kuhn.json"
    measured(file).run(LIMIT)
    other = Measuring(
        KUHN, file, sizes=[2], terms=terms_of(KUHN, stack=2), own={2: frozen(rounds=5)}
    )
    assert other.left == TASKS


@pytest.mark.usefixtures("few")
def test_time_ends_it(tmp_path: Path) -> None:
    whole = measured(tmp_path / "kuhn.json")
    row = whole.measure(STATION, 0.3, Limit())
    assert row.hands >= 2 and row.seconds > 0.2


@pytest.mark.usefixtures("few")
def test_results_on_other_terms_are_refused_with_both_named(tmp_path: Path) -> None:
    file = tmp_path / "kuhn.json"
    measured(file).run(LIMIT)
    with pytest.raises(
        BadLearned, match=r"small-kuhn, 2 antes, seed 0, and these are small-kuhn, 2"
    ):
        Measuring(KUHN, file, sizes=[2], terms=terms_of(KUHN, stack=2, seed=1), own=OWN)


DAMAGE: dict[str, Callable[[dict[str, Any]], Any]] = {
    "no object": lambda held: [],
    "another version": lambda held: {**held, "version": 99},
    "no terms": lambda held: {**held, "terms": {}},
    "a row too short": lambda held: {**held, "rows": [{"kind": "alone"}]},
}


@pytest.mark.parametrize("name", DAMAGE)
def test_a_file_that_is_damaged_is_refused(tmp_path: Path, name: str) -> None:
    file = tmp_path / "kuhn.json"
    measuring.write(file, terms_of(KUHN), [])
    assert read(file) == []
    file.write_text(json.dumps(DAMAGE[name](json.loads(file.read_text()))))
    with pytest.raises(BadLearned, match="damaged; name another file"):
        read(file)


def test_a_file_that_cannot_be_written_says_so(tmp_path: Path) -> None:
    with pytest.raises(NotSaved):
        measuring.write(tmp_path / "none" / "kuhn.json", terms_of(KUHN), [])


def test_a_file_that_nests_too_deep_is_refused(tmp_path: Path) -> None:
    (tmp_path / "kuhn.json").write_text("[" * 100_000)
    with pytest.raises(BadLearned):
        read(tmp_path / "kuhn.json", terms_of(KUHN))


def test_the_units_are_antes_or_big_blinds() -> None:
    assert unit_of(games.find("holdem-no-limit", blinds="5/10")) == (10, "big blinds")
    assert unit_of(games.find("high-noon-shootout", ante="3")) == (3, "antes")


def test_all_of_the_gallery_is_measured_for_two_and_four() -> None:
    game = games.find("holdem-no-limit")
    assert sizes_of(game) == [2, 4] and sizes_of(games.find("poker-roulette")) == [3, 4]
    own = {2: OWN[2], 4: OWN[2]}
    tasks = tasks_of(game, [2, 4], own)
    assert len(set(tasks)) == len(tasks)
    for n, kinds in ((2, {ALONE}), (4, {ALONE, measuring.MANY})):
        for kind in kinds:
            met = {t.opponent for t in tasks if (t.players, t.kind) == (n, kind)}
            assert met >= {"regular", "random", *gallery.HABITS}
    assert {t.kind for t in tasks if t.players == 2} == {ALONE, REPLY, LOCAL}


def test_replies_are_learned_at_tables_of_all_sizes(tmp_path: Path) -> None:
    game = games.find("holdem-no-limit")
    usual, asked = (Measuring(game, tmp_path / "none.json", sizes=sizes) for sizes in (None, [3]))
    for whole, sizes in ((usual, [2, 3, 4, 6]), (asked, [3])):
        assert [task.players for task in whole.tasks if task.kind == AT_TABLE] == sizes


@pytest.mark.parametrize("name", ["kuhn", "guts", "holdem-fixed-limit"])
def test_replies_are_made_to_trained_strategies_and_to_no_solutions(name: str) -> None:
    game = games.find(name)
    kinds = {task.kind for task in tasks_of(game, [2])}
    assert (REPLY in kinds) == (LOCAL in kinds) == (players.strategy_for(game, 2) is not None)
    assert ALONE in kinds


def test_without_an_expert_the_other_levels_are_measured(tmp_path: Path) -> None:
    whole = Measuring(KUHN, tmp_path / "kuhn.json", sizes=[2])
    assert not whole.has_expert and measured(tmp_path / "kuhn.json").has_expert
    assert [(task.subject, task.opponent) for task in whole.tasks] == [("regular", "beginner")]


def test_an_impossible_deal_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadSetup):
        Measuring(KUHN, tmp_path / "kuhn.json", sizes=[3], own=OWN)
