"""The menu of the site: every page once, in the order of the five doors.

A page that no door names is listed at the end of the last one.
"""

from __future__ import annotations

from docs.site.tree import ENGLISH, HOME, Tree

Entry = dict[str, "str | list[Entry]"]
"""A line of the menu: a title with a page, or with the lines below it."""

_RULES = "games/"
_DECISIONS = "decisions/"
_API = "api/"
_SECTIONS: dict[str, tuple[str, ...]] = {
    "Play tonight": ("play.md", "real-cards.md", "glossary.md", "cli.md"),
    "The rules": (_RULES,),
    "Host": ("hosting.md", "container.md", "security.md", "scaling.md"),
    "Design a game": ("designing.md", "vocabulary.md", "actions.md", "gallery.md"),
    "Programs and agents": (
        *("programs.md", "bots.md", "agents.md", "observations.md", "learning.md"),
        *("histories.md", "analysis.md", "hands.md", "protocol.md", _API),
    ),
    "Odds and measurements": (
        *("odds.md", "ricochet-known.md", "high-noon-known.md", "roulette-known.md"),
        *("guts-known.md", "kuhn-known.md", "casino-known.md", "house-edge.md", "fair-deals.md"),
        *("strength.md", "speed.md", "field.md"),
    ),
    "The project": (
        *(
            "stable.md",
            "changelog.md",
            "house.md",
            "browser.md",
            "contributing.md",
            "releasing.md",
            _DECISIONS,
        ),
    ),
}
"""The sections of the English site; a folder stands for all its pages."""
_FOLDERS = {_API: "API", _DECISIONS: "Decisions"}
"""Titles of folders that are a section within a section."""


def navigation(tree: Tree) -> list[Entry]:
    """The menu of a site. Raises `ValueError` for a page that is not there, or named twice."""
    if tree.language == ENGLISH:
        sections = _SECTIONS
    else:
        sections = {title(tree, f"{_RULES}{HOME}"): (_RULES,)}
    menu: list[Entry] = [{title(tree, HOME): HOME}]
    menu += [{name: _entries(tree, pages)} for name, pages in sections.items()]
    named = _pages(menu)
    twice = {page for page in named if named.count(page) > 1}
    if twice:
        raise ValueError(f"named twice in docs/site/navigation.py: {', '.join(twice)}")
    others: list[Entry] = [{_short(tree, page): page} for page in sorted({*tree.pages} - {*named})]
    last = next(iter(menu[-1].values()))
    if others and isinstance(last, list):
        last += others
    return menu


def title(tree: Tree, page: str) -> str:
    """The heading of a page, without its markup."""
    lines = tree.pages[page].split("\n")
    return next(line[2:] for line in lines if line.startswith("# ")).replace("`", "")


def _entries(tree: Tree, pages: tuple[str, ...]) -> list[Entry]:
    entries = list[Entry]()
    for page in pages:
        inside = [
            name for name in sorted(tree.pages) if page.endswith("/") and name.startswith(page)
        ]
        inside.sort(key=lambda name: not name.endswith(HOME))
        if page not in tree.pages and not inside:
            raise ValueError(f"no such page for docs/site/navigation.py: {page}")
        if page in _FOLDERS:
            entries.append({_FOLDERS[page]: _entries(tree, tuple(inside))})
        else:
            entries += [{_short(tree, name): name} for name in inside or [page]]
    return entries


def _short(tree: Tree, page: str) -> str:
    """A page's line in the menu: a game's page by the game's title, which families do not share."""
    return tree.titles.get(page) or title(tree, page)


def _pages(menu: list[Entry]) -> list[str]:
    found = list[str]()
    for entry in menu:
        for to in entry.values():
            found += [to] if isinstance(to, str) else _pages(to)
    return found
