"""Rules on paper: one side, whatever game, table, language and size of paper."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import sidepot
from sidepot import games
from sidepot.designer.new import new_game
from sidepot.engine.game import Game
from sidepot.errors import UserError
from sidepot.paper import PAPERS, sheet
from sidepot.words import languages, say, speaking
from tests.browser.person import Crowd
from tests.cases import often

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SHEETS = list(itertools.product(sorted(games.registry()), languages(), PAPERS))
LONGEST = [("poker-roulette", "de", "a4"), ("high-noon-shootout", "es", "letter")]
READABLE = 7.5
"""The smallest type (pt) of the games of the house."""


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    """An empty page."""
    found = chromium.new_page()
    yield found
    found.close()


def _printed(page: Page, html: str) -> tuple[int, float, bool]:
    """The number of printed pages, the size of the type, and whether all of it is on them."""
    page.set_content(html)
    pdf = page.pdf(prefer_css_page_size=True)
    size = page.evaluate("parseFloat(document.documentElement.style.fontSize)")
    return len(re.findall(rb"/Type\s*/Page\b", pdf)), size, bool(page.evaluate("fits()"))


def _tables(game: Game) -> Iterator[dict[str, Any]]:
    """Options of tables: the usual ones, and each option at its ends."""
    yield {}
    for name, option in game.declared.items():
        for value in option.kind.extremes:
            yield {name: value}


@pytest.mark.parametrize("case", often(SHEETS, LONGEST), ids="-".join)
def test_a_game_fits_one_side(page: Page, case: tuple[str, str, str]) -> None:
    name, language, paper = case
    with speaking(language):
        pages, size, is_whole = _printed(page, sheet(sidepot.game(name), paper))
    assert (pages, is_whole) == (1, True)
    assert size >= READABLE


@pytest.mark.soak
@pytest.mark.parametrize("name", sorted(games.registry()))
def test_every_table_fits_one_side(page: Page, name: str) -> None:
    for options in _tables(sidepot.game(name)):
        try:
            game = sidepot.game(name, **options)
        except UserError:
            continue  # a bet below the smallest
        for language in languages():
            with speaking(language):
                assert _printed(page, sheet(game, "letter"))[::2] == (1, True)


@pytest.mark.parametrize("sentences", often([1, 9_000], [1]))
def test_a_designers_file_fits_however_long_its_page_is(
    page: Page, tmp_path: Path, sentences: int
) -> None:
    file = new_game("long-one", tmp_path)
    items = "- An item is one. It has two sentences.\n" * sentences
    file.with_suffix(".md").write_text(f"# {'Long' * 99}\n\n{'An idea ' * 999}\n\n{items}", "utf-8")
    pages, _, is_whole = _printed(page, sheet(games.find(str(file)), "a4"))
    assert (pages, is_whole) == (1, True)


def test_the_button_on_the_rule_page_opens_the_sheet_in_its_language(crowd: Crowd) -> None:
    ana = crowd.person("Ana", locale="de-DE")
    ana.context.add_init_script("window.print = () => (window.printed = true)")
    ana.page.goto(f"{crowd.base}/rules/guts")
    with speaking("de"), ana.context.expect_page() as opened:
        ana.page.get_by_role("link", name=say("browser.rules.print")).click()
    opened.value.wait_for_function("window.printed === true")
    assert opened.value.evaluate("fits()")
    with speaking("de"):
        assert opened.value.get_by_text(say("paper.evening")).is_visible()
