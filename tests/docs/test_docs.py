"""The examples in the docs do as they say."""

import doctest
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest
from docs import docstrings
from docs.generate import pages, same

from sidepot.cli import build_parser

ROOT = Path(__file__).parents[2]
SHOWN = [
    "README.md",
    "docs/analysis.md",
    "docs/bots.md",
    "docs/designing.md",
    "docs/hands.md",
    "docs/histories.md",
    "docs/odds.md",
    "docs/programs.md",
    "docs/vocabulary.md",
]


@pytest.mark.parametrize("page", SHOWN)
def test_the_examples_of_a_page_are_true(page: str) -> None:
    failed, tried = doctest.testfile(str(ROOT / page), module_relative=False)
    assert tried and not failed


def test_a_false_example_is_noticed(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(">>> 1 + 1\n3\n")
    assert doctest.testfile(str(page), module_relative=False, report=False)[0]


def links(page: Path) -> list[str]:
    """The files that a page links to, and the headings of its own."""
    text = re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    return [to for to in re.findall(r"\]\(([^)\s]+)\)", text) if "://" not in to]


def headings(page: Path) -> set[str]:
    """The headings of a page, as links write them, and the places that are named in it."""
    return headings_of(page.read_text("utf-8"))


def headings_of(text: str) -> set[str]:
    """The headings of a text, as links write them, and the places that are named in it."""
    lines = re.findall(r"^#+ (.*)$", text, flags=re.MULTILINE)
    named = re.findall(r'^<a id="([\w-]+)"></a>', text, flags=re.MULTILINE)
    return {re.sub(r"[^\w -]", "", line.lower()).replace(" ", "-") for line in lines} | {*named}


def dead(page: Path) -> list[str]:
    """The links of a page that lead nowhere."""
    found = []
    for link in links(page):
        file, _, heading = link.partition("#")
        to = (page.parent / file).resolve() if file else page
        if not to.exists() or (heading and heading not in headings(to)):
            found.append(link)
    return found


PAGES = [
    page
    for page in (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"))
    if page.parent != docstrings.FOLDER
]


def test_every_link_leads_somewhere() -> None:
    assert len(PAGES) > 40
    assert {page.name: dead(page) for page in PAGES if dead(page)} == {}


def test_a_dead_link_is_noticed(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "# A page\n[a](#a-page), [b](#b-page), [c](gone.md), [d](page.md#a-page)\n"
        '<a id="place"></a>**Place.** [e](#place), [f](#no-place)\n'
    )
    assert dead(page) == ["#b-page", "gone.md", "#no-place"]


def test_the_generated_pages_are_up_to_date() -> None:
    assert [path.name for path, text in pages().items() if not same(path, text)] == []


@pytest.mark.parametrize(
    ("page", "shown"),
    [
        ("engine", "## `sidepot.engine.game`"),  # every module of a package
        ("engine", "- `deal(*, players: int | None = None, "),  # a method, without `self`
        ("rules", "```python\n@compiled\ndef pay(chips: Chips, "),
        ("kernel", "### compiled"),  # a name that `__all__` takes from another module
        ("protocol", "```python\nclass Sit(Command)\n```"),
        ("room", "- `async handle(guest: str, table: str, command: AnyCommand) -> Answer`: "),
        ("cards", "SUITS = 'cdhs'"),
    ],
)
def test_the_reference_shows(page: str, shown: str) -> None:
    assert shown in docstrings.pages()[docstrings.FOLDER / f"{page}.md"]


def test_the_reference_leaves_out_private_names() -> None:
    for text in docstrings.pages().values():
        assert not re.search(r"^(### |- `(async )?)_[a-z]", text, re.MULTILINE)


def test_a_title_of_the_reference_stands_on_a_line_of_its_own() -> None:
    for text in docstrings.pages().values():
        assert re.match(r"# .+\n\n\S", text)


def test_the_glossary_is_in_the_order_of_the_alphabet() -> None:
    text = (ROOT / "docs" / "glossary.md").read_text("utf-8")
    words = re.findall(r"^\| (.+?) \| .+ \|$", text, re.MULTILINE)[2:]
    assert len(words) > 100
    assert words == sorted(words, key=lambda word: re.sub(r"[^\w ]", "", word.lower()))


def unknown_flags(text: str) -> list[str]:
    """Flags that a text gives to a command of `sidepot` that has none of that name."""
    found = []
    for command, rest in re.findall(r"\bsidepot (\w+)\b([^`\n|#]*)", text):
        used = re.findall(r"(?<=\s)--[\w-]+", rest)
        known = _flags().get(command, set())
        found += [f"{command} {flag}" for flag in used if flag not in known]
    return found


@cache
def _flags() -> dict[str, set[str]]:
    """The flags of each command."""
    [commands] = [
        action.choices for action in build_parser()._actions if isinstance(action.choices, Mapping)
    ]
    return {
        name: {flag for action in parser._actions for flag in action.option_strings}
        for name, parser in commands.items()
    }


def test_the_commands_on_the_pages_have_their_flags() -> None:
    assert {page.name: unknown_flags(page.read_text("utf-8")) for page in PAGES} == {
        page.name: [] for page in PAGES
    }


def test_an_unknown_flag_is_noticed() -> None:
    assert unknown_flags("`sidepot odds --hand x --spot 3`") == ["odds --spot"]
    assert unknown_flags("sidepot reckon --hand x") == ["reckon --hand"]


def lost(text: str) -> list[str]:
    """Names said to be in a file that lacks them, such as "`KINDS` in `rules/actions.py`"."""
    named = re.findall(r"`([A-Za-z_]{3,})`\s+(?:of|in)\s+`([\w/]+\.(?:py|ts|toml|svelte))`", text)
    files = [(name, path) for name, path in named if "NAME" not in path]
    return [f"{name} in {path}" for name, path in files if name not in _source(path)]


def _source(path: str) -> str:
    places = (ROOT, ROOT / "src" / "sidepot", ROOT / "frontend" / "src" / "table")
    found = (place / path for place in places if (place / path).exists())
    return next((file.read_text("utf-8") for file in found), "")


def test_a_name_is_in_the_file_that_a_page_names() -> None:
    texts = {page.name: page.read_text("utf-8") for page in PAGES}
    assert sum(len(re.findall("` (?:of|in) `", text)) for text in texts.values()) > 10
    assert {name: lost(text) for name, text in texts.items() if lost(text)} == {}


def test_a_lost_name_is_noticed() -> None:
    assert lost("`PAGE_PATHS` of `room/web/page.py`") == []
    assert lost("`ADDRESSES` of `room/web/page.py`") == ["ADDRESSES in room/web/page.py"]


def test_the_recipes_name_files_that_are_there() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    found = set(re.findall(r"`([\w/]+\.(?:py|toml|md|ts|svelte))`", text)) - {"words/CODE.toml"}
    named = [name for name in found if "NAME" not in name and "/" in name]
    assert len(named) > 30
    places = (ROOT, ROOT / "src" / "sidepot")
    assert [name for name in named if not any((place / name).exists() for place in places)] == []
