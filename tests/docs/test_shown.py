"""The reference shows everything that designers use by an example, and the examples are true."""

from __future__ import annotations

from pathlib import Path

import pytest
from docs import docstrings, shown

from tests.children import python

PAGES = ("engine", "rules")


def tried(*arguments: str) -> str:
    """The faults of examples, tried in the plain form by a child process."""
    return python("-m", "docs.shown", *arguments, NUMBA_DISABLE_JIT="1")


@pytest.mark.parametrize("page", PAGES)
def test_the_examples_of_the_reference_are_true(page: str) -> None:
    assert tried(page) == ""


def test_these_are_all_pages_with_examples() -> None:
    assert {page for page, _ in docstrings.shown_names()} == set(PAGES)


@pytest.mark.parametrize("page", PAGES)
def test_everything_has_an_example_and_no_example_is_left_over(page: str) -> None:
    wanted = [name for of, name in docstrings.shown_names() if of == page]
    assert len(wanted) > 50
    assert sorted(shown.examples(page)) == sorted(wanted)


@pytest.mark.parametrize("name", ["chips.pay", "Game.deal", "Hand.act", "game.Hand", "chips.Chips"])
def test_a_name_that_needs_an_example_is_found(name: str) -> None:
    assert name in {name for _, name in docstrings.shown_names()}


@pytest.mark.parametrize(
    ("page", "example"),
    [
        ("rules", ">>> chips.pay(s.chips, 0, 5)\n>>> print(s.chips.stack[0], s.chips.paid[0])\n"),
        ("engine", '  ```python\n  >>> [event.kind for event in hand.act("raise to 6")]\n'),
        ("rules", "class Table(kernel.Part):"),
    ],
)
def test_the_pages_show_them(page: str, example: str) -> None:
    assert example in docstrings.pages()[docstrings.FOLDER / f"{page}.md"]


RIGHT = ">>> chips.pay(s.chips, 0, 5)\n>>> print(s.chips.stack[0], s.chips.paid[0])\n15 5"
LIES = {
    "another result": (RIGHT.replace("15 5", "16 5"), "Got:\n    15 5"),
    "no result": (">>> chips.pay(s.chips, 0, 5)", "it shows no result"),
    "an error": (RIGHT.replace("0, 5", "0"), "TypeError"),
    "what another example made": (">>> action\n6", "NameError"),
}


def written(folder: Path, text: str) -> Path:
    """A page with one example, beside the ones that are true, and what runs before it."""
    (folder / "lies.txt").write_text(
        f"## a\n>>> action = 6\n>>> action\n6\n\n## b\n{text}\n", "utf-8"
    )
    (folder / "lies.setup.txt").write_text(shown.setup("rules"), "utf-8")
    return folder


def test_a_false_example_is_named(tmp_path: Path) -> None:
    """In one process: every page of lies beside a page that tells the truth."""
    code = (
        "import sys; from pathlib import Path; from docs import shown\n"
        "for folder in sys.argv[1:]:\n"
        "    shown.FOLDER = Path(folder); shown.examples.cache_clear()\n"
        "    print('|'.join(shown.faults(shown.setup('lies'), shown.examples('lies'))), end='§')\n"
    )
    folders = []
    for number, text in enumerate([RIGHT, *(text for text, _ in LIES.values())]):
        folder = tmp_path / str(number)
        folder.mkdir()
        folders.append(str(written(folder, text)))
    right, *lies = python("-c", code, *folders, NUMBA_DISABLE_JIT="1").split("§")[:-1]
    assert right == ""
    for fault, (how, (_, said)) in zip(lies, LIES.items(), strict=True):
        assert fault.startswith("b: ") and said in fault, how


def test_a_name_said_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="'a'"):
        shown.read("## a\n>>> 1\n1\n\n## a\n>>> 2\n2\n")
