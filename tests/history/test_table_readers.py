"""Libraries that read tables: pyarrow, polars and pandas; and the questions of docs/analysis.md."""

import gc
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from docs import questions

from sidepot.cli import main
from sidepot.history import History
from sidepot.history.tables import arrow
from sidepot.history.tables.columns import TABLES
from sidepot.history.tables.frame import Frame, frame
from tests.history.hands import KNOWN, known, random_hand, write

pytestmark = pytest.mark.compiled
GAMES = ("kuhn", "high-noon-5", "ricochet-2")
"""Few games, because each is compiled: what their hands are like is tried in plain Python."""


@cache
def histories() -> tuple[History, ...]:
    """Hands, played when the first test wants them: collecting compiles nothing."""
    played = (random_hand(seed, *GAMES).history for seed in range(12))
    return (*played, known(players=None))


def columns(of: Frame) -> dict[str, list[Any]]:
    return {name: list(of[name]) for name in of}


@pytest.mark.parametrize("name", TABLES)
def test_arrow_gives_every_value(name: str) -> None:
    pyarrow: Any = pytest.importorskip("pyarrow")
    polars: Any = pytest.importorskip("polars")
    for given in (histories(), ()):
        made = frame(given, name)
        read = pyarrow.table(made)
        read.validate(full=True)
        assert read.to_pydict() == columns(made)
        assert [field.nullable for field in read.schema] == [c.is_nullable for c in made.columns]
        assert pyarrow.schema(made).equals(read.schema)
        found = polars.DataFrame(made)
        assert {column: found[column].to_list() for column in found.columns} == columns(made)


def test_pandas_reads_a_table_with_arrow_and_without() -> None:
    pandas: Any = pytest.importorskip("pandas")
    made = KNOWN.frame("seats")
    for read in (pandas.DataFrame.from_arrow(made), pandas.DataFrame(dict(made))):
        assert read["net"].tolist() == [5, -2, -3]
        assert read["rank"].isna().tolist() == [False, True, True]


def test_columns_are_let_go_after_reading() -> None:
    pyarrow: Any = pytest.importorskip("pyarrow")
    gc.collect()
    before = len(arrow._alive)
    made = frame(histories(), "decisions")
    unread = made.__arrow_c_stream__(), made.__arrow_c_schema__()
    column = pyarrow.RecordBatchReader.from_stream(made).read_next_batch().column(3)
    assert len(arrow._alive) > before
    column.validate(full=True)
    del unread, column
    gc.collect()
    assert len(arrow._alive) == before


def test_parquet_and_csv_say_the_same(tmp_path: Path) -> None:
    polars: Any = pytest.importorskip("polars")
    file = write(tmp_path / "x.phhs", *histories())
    given = ["replay", str(file), "--rows", *TABLES, "--table"]
    for ending in ("csv", "parquet"):
        assert main([*given, str(tmp_path / f"out.{ending}")]) == 0
    for name in TABLES:
        found = polars.read_parquet(tmp_path / f"out.{name}.parquet")
        text = polars.read_csv(tmp_path / f"out.{name}.csv", schema=found.schema)
        assert found.height and found.equals(text)


def test_the_questions_of_the_page_are_answered(tmp_path: Path) -> None:
    pytest.importorskip("polars")
    tables = questions.data(tmp_path, 60)
    asked = questions.questions()
    assert len(asked) == 6
    for name, (title, code) in asked.items():
        assert len(code.splitlines()) <= 10
        rows = questions.answer(code, tables)
        assert len(rows) > 1
        assert questions.picture(title, rows).count("<rect") == len(rows)
        assert (questions.PICTURES / f"analysis-{name}.svg").exists()
    assert sum(v for _, v in questions.answer(asked["ends"][1], tables)) == pytest.approx(1)
    assert sum(v for _, v in questions.answer(asked["position"][1], tables)) == pytest.approx(0)
