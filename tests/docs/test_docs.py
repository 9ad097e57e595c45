"""What the docs show is what happens."""

import doctest
from pathlib import Path

import pytest
from docs.generate import pages, same

ROOT = Path(__file__).parents[2]
SHOWN = ["README.md", "docs/hands.md", "docs/histories.md", "docs/odds.md"]


@pytest.mark.parametrize("page", SHOWN)
def test_the_examples_of_a_page_do_what_it_says(page: str) -> None:
    failed, tried = doctest.testfile(str(ROOT / page), module_relative=False)
    assert tried and not failed


def test_an_example_that_lies_is_noticed(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(">>> 1 + 1\n3\n")
    assert doctest.testfile(str(page), module_relative=False, report=False)[0]


def test_the_generated_pages_are_up_to_date() -> None:
    assert [path.name for path, text in pages().items() if not same(path, text)] == []
