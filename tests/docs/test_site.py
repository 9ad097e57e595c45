"""The site: its generator reads pages as forges do, links lead somewhere, nothing is left out."""

from __future__ import annotations

import posixpath
import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from docs import docstrings, film
from docs.site import markdown
from docs.site.build import build, trees
from docs.site.check import faults
from docs.site.navigation import navigation
from docs.site.tree import (
    DOCS,
    HOME,
    Tree,
    name_of,
    other_languages,
    repository_pages,
)

from sidepot.words import FOLDER
from tests.docs.test_docs import headings_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

ROOT = Path(__file__).parents[2]
AXE = ROOT / "frontend" / "node_modules" / "axe-core" / "axe.min.js"
IS_WIDE = "document.documentElement.scrollWidth > innerWidth"
WIDTHS = (390, 1280)
SEEN = (
    *("index.html", "play.html", "games/index.html", "games/ricochet-2.html", "hosting.html"),
    *("api/sidepot.html", "decisions/index.html", "strength.html", "protocol.html"),
    *("de/index.html", "es/games/guts.html"),
)
"""A page of each kind."""
READ = (
    *(("index.html", 390, "light"), ("games/ricochet-2.html", 390, "dark")),
    *(("api/sidepot.html", 390, "light"), ("index.html", 1280, "dark")),
)
"""Pages with a width and a scheme that axe reads in every run; the soak reads all of them."""
ALL_READ = {
    (name, width, scheme) for name in SEEN for width in WIDTHS for scheme in ("light", "dark")
}


@cache
def built_trees() -> tuple[Tree, ...]:
    return tuple(trees())


@pytest.mark.parametrize(
    ("forge", "site"),
    [
        ("Text:\n- a\n- b\n", "Text:\n\n- a\n- b\n"),
        ("- a\n  - b\n    c\n- d\n", "- a\n    - b\n        c\n- d\n"),
        ("1. a\n   - b\n", "1. a\n    - b\n"),
        ("- a\n\n  b\n\nc\n", "- a\n\n    b\n\nc\n"),
        (
            "Text\n| a | b |\n| --- | --- |\n| c | d |\n",
            "Text\n\n| a | b |\n| --- | --- |\n| c | d |\n",
        ),
        ("- a\n\n  | b |\n- c\n", "- a\n\n    | b |\n\n- c\n"),
        ("- a\n\n  b\n- c\n", "- a\n\n    b\n\n- c\n"),
        ("<!-- note\nmore -->\n# A\n", "# A\n"),
        ("```text\n- a <!-- b -->\n```\n", "```text\n- a <!-- b -->\n```\n"),
        ("- a\n\n  ```sh\n  b\n  ```\n", "- a\n\n    ```sh\n    b\n    ```\n"),
        ("[`a`](x.md) and `[b](x.md)`\n", "[`a`](X) and `[b](x.md)`\n"),
        ("![a [b] c](x.md#d)\n", "![a [b] c](X)\n"),
        ("[gone](none) here\n", "gone here\n"),
        ('<img src="a.png" alt="a">\n', '<img src="X" alt="a">\n'),
        ('<source media="m" srcset="a.png">\n', '<source media="m" srcset="X">\n'),
    ],
)
def test_a_text_is_converted(forge: str, site: str) -> None:
    assert markdown.converted(forge, lambda to: None if to == "none" else "X") == site


def dead(tree: Tree) -> list[str]:
    """The links of a tree that lead to no page, file or heading, in any language."""
    return [
        f"{name}: {link}"
        for name, text in tree.pages.items()
        for link in markdown.links(text)
        if "://" not in link and not leads(tree, name, link)
    ]


def leads(tree: Tree, name: str, link: str) -> bool:
    """Does a link of a page lead to a page or a file of the site, and to a heading of it?"""
    file, _, heading = link.partition("#")
    to = posixpath.normpath(posixpath.join(posixpath.dirname(name), file)) if file else name
    where, page = tree, to
    if to in tree.files:
        return True
    if to.endswith(".html"):
        language, _, rest = to.partition("/")
        first = built_trees()[0]
        where = (
            first if language == ".." else {one.language: one for one in built_trees()}[language]
        )
        page = rest.replace(".html", ".md")
    if page in where.pages:
        return not heading or heading in headings_of(where.pages[page])
    return page in where.files or page == "index.html"


def test_every_link_of_the_site_leads_somewhere() -> None:
    assert [len(tree.pages) > 15 for tree in built_trees()] == [True] * 3
    assert [fault for tree in built_trees() for fault in dead(tree)] == []


@pytest.mark.parametrize("link", ["gone.md", "play.md#gone", "de/gone.html", "pictures/gone.png"])
def test_a_dead_link_of_the_site_is_noticed(link: str) -> None:
    tree = built_trees()[0]
    changed = replace(tree, pages={**tree.pages, "new.md": f"[a]({link})\n"})
    assert dead(changed) == [f"new.md: {link}"]


def test_every_page_of_the_repository_is_in_the_menu_once() -> None:
    for tree in built_trees():
        assert navigation(tree)[0] == {navigation_title(tree): HOME}
        assert sorted(re.findall(r"'([\w/-]+\.md)'", str(navigation(tree)))) == sorted(tree.pages)
    pages = built_trees()[0].pages
    more = Tree("en", {**pages, "another.md": "# Another\n"})
    assert str(navigation(more)[-1]).endswith("{'Another': 'another.md'}]}")
    less = Tree("en", {name: text for name, text in pages.items() if name != "play.md"})
    with pytest.raises(ValueError, match=r"no such page for docs/site/navigation.py: play\.md"):
        navigation(less)


def navigation_title(tree: Tree) -> str:
    return tree.pages[HOME].partition("\n")[0].removeprefix("# ")


def shape(text: str) -> dict[str, Any]:
    """The parts of a page that are the same in every language."""
    blocks = re.findall(r"^```.*?^```", text, re.DOTALL | re.MULTILINE)
    return {
        "code": [re.sub(r" *#.*", "", block) for block in blocks],
        "pictures": re.findall(r"pictures/([\w-]+\.\w+)", text),
        "headings": len(re.findall(r"^##? ", text, re.MULTILINE)),
        "rows": len(re.findall(r"^[|-] ", text, re.MULTILINE)),
    }


def texts(table: dict[str, Any]) -> Iterator[str]:
    """All texts of a catalogue."""
    for value in table.values():
        yield from texts(value) if isinstance(value, dict) else [str(value)]


@pytest.mark.parametrize("language", other_languages())
def test_the_guide_to_playing_names_buttons_as_the_page_does(language: str) -> None:
    """And it has the code, sections, rows and pictures of the English page."""
    text = (DOCS / language / "README.md").read_text("utf-8")
    own, first = shape(text), shape((DOCS / "play.md").read_text("utf-8"))
    assert [own[part] for part in ("code", "headings", "rows")] == [
        first[part] for part in ("code", "headings", "rows")
    ]
    assert {*own["pictures"]} >= {*first["pictures"]}
    named = re.findall(r"(?<![*\w])\*([^*\n]+)\*(?!\*)", text.replace("\n", " "))
    said = set(texts(tomllib.loads((FOLDER / f"{language}.toml").read_text("utf-8"))))
    assert len(named) >= 3
    assert [name for name in named if name not in said] == []


@pytest.mark.parametrize(
    ("page", "name", "is_shown"),
    [
        ("sidepot", "act(action", True),
        ("sidepot", "### TableView", True),
        ("sidepot", "copy()", False),
        ("parts", "def ante(chips: Chips", True),
        ("parts", "### compiled", True),
        ("history", "### History", True),
    ],
)
def test_the_reference_of_the_site_has_the_stable_names_alone(
    page: str, name: str, is_shown: bool
) -> None:
    assert (name in docstrings.stable_pages()[f"{page}.md"]) == is_shown


@pytest.mark.parametrize(
    ("page", "fault"),
    [
        ('<a href="gone.html">x</a>', "dead link gone.html"),
        ('<a href="#gone">x</a>', "no such place #gone"),
        ('<img src="https://example.org/a.png">', "fetches https://example.org/a.png"),
        ('<source srcset="gone.png">', "dead link gone.png"),
        ("<p>a ](b</p>", "raw Markdown ]("),
        ("<p>| a | b |</p>", "a table that is none: | a | b |"),
    ],
)
def test_a_fault_of_a_built_page_is_named(tmp_path: Path, page: str, fault: str) -> None:
    (tmp_path / "a.html").write_text(f'<p id="x"><a href="#x">ok</a><code>](</code></p>{page}')
    assert faults(tmp_path) == [f"a.html: {fault}"]


def parts(html: str) -> dict[str, int]:
    """The number of tables, rows, items, blocks, headings and pictures in HTML."""
    tags = re.findall(r"<(table|tr|li|pre|h[1-6]|img|em|strong|blockquote)\b", html)
    return {tag: tags.count(tag) for tag in sorted({*tags})}


def findings(page: Page) -> list[str]:
    """Axe's findings on a page."""
    page.evaluate(AXE.read_text("utf-8"))
    result = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{one['id']}: {node['html'][:150]} {node['failureSummary'][:200]}"
        for one in result["violations"]
        for node in one["nodes"]
    ]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site."""
    folder = tmp_path_factory.mktemp("built") / "site"
    build(folder, sources=built_trees())
    return folder


def test_the_built_site_is_what_forges_show(site: Path) -> None:
    """Each page has the tables, lists, blocks and pictures that CommonMark reads in its source."""
    from markdown_it import MarkdownIt

    assert faults(site) == []
    forge = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    for source in repository_pages():
        built = site / Path(name_of(source)).with_suffix(".html")
        article = re.search(r"<article.*?</article>", built.read_text("utf-8"), re.DOTALL)
        assert article, source
        assert parts(article[0]) == parts(forge.render(source.read_text("utf-8"))), source


@pytest.fixture
def page() -> Iterator[Page]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox"]
        )
        yield browser.new_page()
        browser.close()


@pytest.mark.parametrize("seen", [READ, pytest.param(sorted(ALL_READ), marks=pytest.mark.soak)])
def test_pages_of_each_kind_are_fit_for_phones_and_screen_readers(
    site: Path, page: Page, seen: Sequence[tuple[str, int, str]]
) -> None:
    for name, width, scheme in seen:
        page.set_viewport_size({"width": width, "height": 844})
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        page.goto((site / name).as_uri())
        assert not page.evaluate(IS_WIDE), (name, width)
        assert (name, width, scheme, findings(page)) == (name, width, scheme, [])


@pytest.mark.soak
def test_no_page_is_wider_than_a_phone(site: Path, page: Page) -> None:
    page.set_viewport_size({"width": WIDTHS[0], "height": 844})
    wide = []
    for file in sorted(site.rglob("*.html")):
        page.goto(file.as_uri())
        wide += [file.name] if page.evaluate(IS_WIDE) else []
    assert wide == []


def test_the_hand_of_the_home_moves_unless_the_reader_wants_no_motion(
    site: Path, page: Page
) -> None:
    """The picture is small, has all views of its recording, and ends."""
    data = film.FILE.read_bytes()
    assert len(data) < 400_000 and data.count(b"ANMF") == film.VIEWS
    for motion, shown in (("no-preference", film.FILE.name), ("reduce", "your-turn.png")):
        page.emulate_media(reduced_motion="reduce" if motion == "reduce" else "no-preference")
        page.goto((site / "index.html").as_uri())
        picture = page.locator("article picture img")
        assert str(picture.evaluate("(image) => image.currentSrc")).endswith(f"/{shown}")
        assert picture.evaluate("async (image) => (await image.decode(), image.naturalWidth)") > 800
