"""The benchmarks still compute the results on record."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from benchmarks import fair, odds, play, rank, signatures

from sidepot.engine.game import Game
from sidepot.lab.simulate import simulate
from tests.children import ROOT
from tests.laws.broken import BROKEN
from tests.laws.little import LITTLE

pytestmark = [pytest.mark.compiled, pytest.mark.as_shipped]
KEPT = signatures.kept()
ROW = re.compile(r"^\| ([^|]+) \| [^|]* \| [^|]* \| (\w+) \|$", re.MULTILINE)
TABLES = {"README.md": 4, "docs/speed.md": 10}
"""Tables of figures, and the number of signatures each shows at least."""


def some() -> list[object]:
    """Every benchmark's name; those that take minutes to compile are only for `make soak`."""
    soon = {name for part in (play, rank, odds, fair) for name in part.signatures()}
    return [
        name if name in soon else pytest.param(name, marks=pytest.mark.soak)
        for name in signatures.works()
    ]


@pytest.mark.parametrize("name", some())
def test_a_benchmark_computes_the_recorded_signature(name: str) -> None:
    assert signatures.works()[name]() == KEPT[name]


def test_every_benchmark_has_a_signature_and_none_is_left_over() -> None:
    assert list(KEPT) == list(signatures.works())


@pytest.mark.parametrize("page", TABLES)
def test_the_tables_show_these_signatures(page: str) -> None:
    shown = dict(ROW.findall((ROOT / page).read_text("utf-8")))
    assert len(shown.keys() & KEPT.keys()) >= TABLES[page]
    assert signatures.differing(shown, KEPT) == []


def test_a_signature_that_is_another_is_named() -> None:
    [name, *_] = KEPT
    assert signatures.differing({name: "0", "unkept": "1"}, KEPT) == [
        f"{name}: the signature is 0, and was {KEPT[name]}"
    ]


def mark(game: Game) -> str:
    return simulate(game, stacks=[20] * 3, hands=1000).signature


def test_a_changed_rule_has_another_signature() -> None:
    [broken] = [case.game for case in BROKEN if case.game.name == "step_loses_the_odd_chip"]
    assert mark(LITTLE) == mark(replace(LITTLE, name="little again"))
    assert mark(LITTLE) != mark(broken)


def test_the_command_fails_where_a_signature_is_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(signatures, "works", lambda: {"a sum": lambda: "4"})
    monkeypatch.setattr(signatures, "FILE", tmp_path / "signatures.json")
    monkeypatch.setattr("sys.argv", ["signatures", "--write"])
    signatures.main()
    monkeypatch.setattr("sys.argv", ["signatures"])
    signatures.main()
    monkeypatch.setattr(signatures, "works", lambda: {"a sum": lambda: "5"})
    with pytest.raises(SystemExit, match="a sum: the signature is 5, and was 4"):
        signatures.main()
