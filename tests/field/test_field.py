"""Random hold'em in our engine and in PokerKit: equal at every decision but where a rule differs.

`docs/field.md` lists the differences and the rules that decide them.
"""

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.children import python
from tests.field import differences as differ
from tests.field.broken import BROKEN
from tests.field.counts import FLOORS, OF, Counts
from tests.field.match import play
from tests.field.tables import table

PAGE = Path(__file__).parents[2] / "docs" / "field.md"
SIZES = [200, pytest.param(OF, marks=pytest.mark.soak)]
SHARE = 0.99
"""The least share of hands that are compared to the end."""
TRIED = 200
"""The number of hands in which every broken law must be noticed."""


@pytest.mark.parametrize("hands", SIZES)
def test_two_engines_play_equal_hands(
    hands: int, record_property: Callable[[str, object], None], capfd: pytest.CaptureFixture[str]
) -> None:
    counts = Counts()
    for number in range(hands):
        counts.add(play(table(number)))
        if counts.hands % 2_000 == 0 and counts.hands < hands:
            with capfd.disabled():
                print(f"\n{counts.hands} of {hands} hands", file=sys.stderr, flush=True)
    record_property("says", "\n".join(counts.lines()))
    assert counts.missed() == []
    assert counts.hands - counts.parted >= SHARE * hands
    assert set(counts.differing) <= set(differ.NAMES)


def test_every_edge_has_a_floor_and_a_count_below_it_is_missed() -> None:
    counts = Counts()
    counts.hands = OF
    counts.met.update(FLOORS)
    assert counts.missed() == []
    counts.met.subtract(FLOORS.keys())
    assert counts.missed() == list(FLOORS)


@pytest.mark.soak("a test of the comparison, which changes seldom")
def test_every_broken_law_is_seen_and_the_right_one_is_not() -> None:
    done = python("-m", "tests.field.broken", str(TRIED), NUMBA_DISABLE_JIT="1")
    said = json.loads(done)
    assert [name for name in BROKEN if not said[name]] == ["nothing"]


def test_every_difference_is_on_the_page() -> None:
    page = PAGE.read_text("utf-8")
    assert [name for name in differ.NAMES if f"| {name} |" not in page] == []
