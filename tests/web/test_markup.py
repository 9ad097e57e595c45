"""Markdown as HTML: what is said in a rule page can do nothing to the page around it."""

import pytest

from sidepot.web.markup import html_of


@pytest.mark.parametrize(
    "text", ["<script>alert(1)</script>", "a <b onclick='x'>b</b>", "<img src=x onerror=y>"]
)
def test_tags_are_shown_and_not_obeyed(text: str) -> None:
    html = html_of(text)
    assert "&lt;" in html and not any(tag in html for tag in ("<script", "<b", "<img"))


def test_links_that_run_something_are_no_links() -> None:
    assert "<a" not in html_of("[x](javascript:alert(1))")
    assert '<a href="https://example.org">' in html_of("[x](https://example.org)")


def test_tables_are_tables() -> None:
    assert "<td>1</td>" in html_of("| a |\n| --- |\n| 1 |\n")
