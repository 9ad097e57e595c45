"""The page of strength, and its picture, follow from the stored results."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from docs.generate import strength_page
from docs.strength import page
from docs.strength.figures import TABLES, Results, results, signature, small
from docs.strength.page import NEAR, PAGE, floors, parts, reached, verdict

from sidepot.lab.strength.measuring import ALONE, AT_TABLE, MANY, REPLY, Row, Terms

TEXT = PAGE.read_text("utf-8")
TERMS = Terms("holdem-no-limit", {}, 2, "big blinds", 100, 0)
DETAILS = {"traversals": 1000, "finer": 1, "sets": 10}


def row(kind: str, opponent: str, mean: float, interval: float = 0.1, players: int = 2) -> Row:
    """A result."""
    details = DETAILS if kind in (REPLY, AT_TABLE) else {}
    return Row(kind, players, "expert", opponent, mean, interval, 100, 1.0, "0", "0", details)


def of(*rows: Row) -> list[Results]:
    """The results of no-limit hold'em."""
    return [Results(TABLES[-2], TERMS, rows)]


def test_the_page_follows_from_the_results() -> None:
    assert strength_page(TEXT) == TEXT


def test_every_part_has_its_place() -> None:
    for mark in parts():
        assert TEXT.count(f"<!-- {mark} -->") == TEXT.count(f"<!-- /{mark} -->") == 1


def test_other_results_are_another_page(monkeypatch: pytest.MonkeyPatch) -> None:
    before = parts()
    monkeypatch.setattr(page, "results", lambda: of(row(ALONE, "regular", 0.5)))
    after = parts()
    changed = {mark for mark in before if before[mark] != after[mark]}
    assert {"levels", "two", "verdict", "made"} <= changed and "small" not in changed
    assert "| regular | +0.50 ±0.10 |" in after["two"]


def test_the_worst_row_of_each_stands_first() -> None:
    met = row(ALONE, "regular", 0.5), row(ALONE, "check-raiser", -0.1)
    crowd = row(MANY, "random", -2.0, players=4), row(MANY, "pot raiser", 0.3, players=4)
    found = page.worst_rows(of(*met, *crowd)).splitlines()[-1]
    assert found == (
        "| hold'em, no-limit | check-raiser: -0.10 ±0.10 |  | pot raiser: -0.30 ±0.10 |"
    )


def test_a_loss_beyond_the_interval_is_stated() -> None:
    good = row(ALONE, "regular", 0.5), row(ALONE, "pot raiser", -0.05)
    assert "lost none" in verdict(of(*good)) and "in every game" in verdict(of(*good))
    found = verdict(of(*good, row(ALONE, "pot raiser", -0.3)))
    assert "in 1: hold'em, no-limit, 2 players, alone: pot raiser (-0.30" in found
    crowd = row(MANY, "always all-in", 0.3, players=4)
    assert "3 against one: always all-in (" in verdict(of(*good, crowd))
    assert "did not beat `regular`" in verdict(of(row(ALONE, "regular", 0.05)))


@pytest.mark.parametrize(
    ("mean", "said"),
    [(0.9, "no"), (0.55, "within the interval"), (0.3, "yes"), (0.05, "yes, the aim too")],
)
def test_floors_are_judged_by_the_whole_interval(mean: float, said: str) -> None:
    assert reached(row(REPLY, "learned", mean), 0.5) == said
    judged = floors(of(row(REPLY, "learned", mean)))
    words: dict[str, Any] = {"no": "is not kept", "within the interval": "is undecided"}
    assert words.get(said, "is kept") in judged


def test_replies_with_bets_of_their_own_are_shown_by_table_beside_the_floor() -> None:
    learned = [row(AT_TABLE, "learned reply", mean, players=n) for n, mean in ((2, 0.6), (6, -1.0))]
    found = page.own_rows(of(*learned)).splitlines()[-1]
    assert found == "| hold'em, no-limit | +0.60 ±0.10 |  |  | -1.00 ±0.10 | 0.8 | yes | 1,000 |"
    judged = (page.own_rows(of(row(AT_TABLE, "learned reply", mean))) for mean in (0.85, 0.95))
    assert ["| within the interval |" in next(judged), "| no |" in next(judged)] == [True, True]
    worst = page.worst_rows(of(row(ALONE, "regular", 0.5), learned[0])).splitlines()[-1]
    assert worst == "| hold'em, no-limit | learned reply: -0.60 ±0.10 |  |  |"


def test_the_small_games_are_near_the_solution() -> None:
    """A result far from the solution is caught: the same table says no."""
    for each in small():
        assert each["exploitability"] < NEAR
    assert "yes" in parts()["small"] or not small()


def test_the_picture_is_drawn_from_these_results() -> None:
    plots = pytest.importorskip("docs.strength.plots")
    if any(one.reply for one in results()):
        assert f"<dc:source>{signature()}</dc:source>" in plots.FILE.read_text("utf-8")
    else:
        assert not plots.FILE.exists() and "pictures/strength.svg" not in TEXT


def test_tables_have_their_own_files_and_games() -> None:
    assert len({table.file for table in TABLES}) == len(TABLES)
    for table in TABLES:
        assert table.found.name == table.game and table.game in table.command
    changed = replace(TABLES[0], options={"limit": "pot-limit"})
    assert changed.file != TABLES[0].file
