"""The list of tests that are left to `make soak` names tests, and leaves something of each file."""

from pathlib import Path

import pytest

from tests.long import is_long, patterns

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("pattern", patterns())
def test_a_pattern_names_some_cases_of_a_file_that_is_there(pattern: str) -> None:
    file, _, cases = pattern.partition("::")
    assert (ROOT / file).is_file()
    assert cases.endswith("[]]") and "[[]" in cases  # never a whole test


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("tests/bots/test_bots.py::test_it[ricochet-expert]", True),
        ("tests/bots/test_bots.py::test_it[holdem-no-limit-expert]", False),
        ("tests/history/test_refusals.py::test_every_corruption_of_a_hand[42]", True),
        ("tests/history/test_refusals.py::test_every_corruption_of_a_hand[2]", False),
        ("tests/bots/test_bots.py::test_it", False),
    ],
)
def test_cases_are_named_one_by_one(name: str, wanted: bool) -> None:
    assert is_long(name) is wanted
