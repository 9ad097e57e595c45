"""Markdown as HTML: what is said in a rule page can do nothing to the page around it."""

import re

import pytest

from sidepot.room.protocol.resources import NUMBER, PICTURE, RulesText
from sidepot.room.web.markup import html_of, rules_html
from tests.children import ROOT

RAW = re.compile(r"@html|innerHTML|insertAdjacentHTML|document\.write")
OWN = {"GamePicture.svelte", "GameRules.svelte"}
"""Parts of the page that show markup of the server: drawings of games, and rule pages."""


@pytest.mark.parametrize(
    "text", ["<script>alert(1)</script>", "a <b onclick='x'>b</b>", "<img src=x onerror=y>"]
)
def test_tags_are_shown_and_not_obeyed(text: str) -> None:
    html = html_of(text)
    assert "&lt;" in html and not any(tag in html for tag in ("<script", "<b", "<img"))


def test_links_that_run_something_are_no_links() -> None:
    assert "<a" not in html_of("[x](javascript:alert(1))")
    assert '<a href="https://example.org">' in html_of("[x](https://example.org)")


def test_no_other_part_of_the_page_shows_markup() -> None:
    """Names, chat and texts of tables are text there, which Svelte escapes."""
    files = [
        file for kind in ("svelte", "ts") for file in (ROOT / "frontend/src").rglob(f"*.{kind}")
    ]
    shown = {file.name for file in files if RAW.search(file.read_text("utf-8"))}
    assert {name for name in shown if not name.endswith(".test.ts")} == OWN


def test_tables_are_tables() -> None:
    assert "<td>1</td>" in html_of("| a |\n| --- |\n| 1 |\n")


def test_numbers_are_marked_and_drawings_stand_where_they_belong() -> None:
    begin, end = NUMBER
    text = f"Pay{begin} (R1){end}.\n\n{PICTURE}\n\nThe end."
    html = rules_html(RulesText("T", text, (("<svg></svg>", "A <b>caption</b>"),)))
    assert '<small class="number"> (R1)</small>' in html
    assert (
        "<figure><svg></svg><figcaption>A &lt;b&gt;caption&lt;/b&gt;</figcaption></figure>" in html
    )
    assert not {begin, end, PICTURE} & {*html}
