"""Rules in short: as much of a page as there is room for, never half a mark or an empty heading."""

import pytest

from sidepot.paper.shortening import shortened

PAGE = """Two games share this page. They differ in ties.

## A hand

- Everybody antes (or not. Then they sit out.) and gets a card. Nobody passes. All lies open.
  - a nested item
- The *dealer. And the* deck. One card.

| a | b |
| --- | --- |
| 1 | 2 |

## Ties

They split.
"""


def test_a_page_with_room_for_all_of_it_stays_as_it_is() -> None:
    assert shortened(PAGE, 1000) == PAGE


def test_tables_go_first_then_the_last_sentences_of_the_longest() -> None:
    found = shortened(PAGE, 200)
    assert "| a |" not in found
    assert "All lies open" not in found
    assert "- Everybody antes (or not. Then they sit out.) and gets a card." in found
    assert "## Ties" in found


@pytest.mark.parametrize("most", range(40, 320, 7))
def test_marks_and_brackets_are_never_cut_open(most: int) -> None:
    found = shortened(PAGE, most)
    assert len(found.replace("\n", "")) <= most
    for line in found.splitlines():
        assert line.count("(") == line.count(")")
        assert line.count("*") % 2 == 0


@pytest.mark.parametrize(
    "page", ["", "\n", "#", "```\nx", "- ", "|", "x" * 90_000, "- y\n" * 9_000, "# a\n# b\n" * 999]
)
def test_any_page_is_cut_to_size(page: str) -> None:
    assert len(shortened(page, 500)) < 2_000


def test_a_heading_without_anything_below_it_goes() -> None:
    assert "## Ties" not in shortened("One. Two.\n\n## Ties\n", 100)


@pytest.mark.parametrize("sentence", ["Es gilt z. B. Kreuz.", "See C. Then go."])
def test_abbreviations_do_not_end_a_sentence(sentence: str) -> None:
    assert shortened(f"{sentence} And a second one that is much longer.", len(sentence) + 3) == (
        f"{sentence}\n"
    )
