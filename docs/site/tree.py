"""The pages of the site in a language, and where each page of the repository is on it."""

from __future__ import annotations

import os
import posixpath
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from docs import docstrings, generate
from docs.site import gallery, markdown

from sidepot.engine.rule_pages import drawings, rule_page
from sidepot.words import speaking

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
ENGLISH = "en"
ABOUT = {"CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md"}
"""Pages at the top of the repository, and their names on the site."""
HOME = "index.md"
FILES = "files"
"""The folder of the site with files that pages link to and that are no pages."""
LEFT_OUT = ("reference", "api")
"""Folders of `docs` that are built and not pages of the site."""


@dataclass
class Tree:
    """The sources of the site in one language, by their path within it."""

    language: str
    pages: dict[str, str] = field(default_factory=dict)
    titles: dict[str, str] = field(default_factory=dict)
    """Lines of the menu for pages whose heading is that of a family."""
    files: dict[str, bytes] = field(default_factory=dict)

    def write(self, folder: Path) -> None:
        """Write all sources into a folder."""
        for name, content in {
            **self.files,
            **{k: v.encode() for k, v in self.pages.items()},
        }.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)


def english() -> Tree:
    """The whole site: every page of `docs`, the rules, the stable reference, the changes."""
    tree = Tree(ENGLISH)
    sources = {path: name_of(path) for path in repository_pages()}
    for path, name in sources.items():
        text = path.read_text("utf-8")
        tree.pages[name] = markdown.converted(text, _linker(tree, path, name))
    for name, text in docstrings.stable_pages().items():
        tree.pages[f"api/{name}"] = markdown.converted(text, lambda to: to)
    made = gallery.files(gallery.entries())
    tree.pages[gallery.PAGE] = made[gallery.PAGE]
    tree.files[gallery.FILE] = made[gallery.FILE].encode()
    tree.titles = {f"games/{game.name}.md": game.said_title for game in generate.all_games()}
    return tree


def translated(language: str) -> Tree:
    """The site in another language: how to play, and the rules of every game."""
    tree = Tree(language)
    home = DOCS / language / "README.md"
    tree.pages[HOME] = markdown.converted(home.read_text("utf-8"), _linker(tree, home, HOME))
    with speaking(language):
        tree.pages["games/index.md"] = markdown.converted(generate.rules_index(), lambda to: to)
        for game in generate.all_games():
            page = rule_page(
                game, lambda place: f"![{place.caption}](../pictures/{generate.image(place)})"
            )
            name = f"games/{game.name}.md"
            tree.pages[name] = markdown.converted(page, lambda to: to)
            tree.titles[name] = game.said_title
            for place, drawn in drawings(game).items():
                tree.files[f"pictures/{generate.image(place)}"] = generate.in_file(drawn).encode()
    return tree


def repository_pages() -> list[Path]:
    """The pages of the repository that the English site has."""
    others = [*LEFT_OUT, *other_languages()]
    found = [
        path for path in sorted(DOCS.rglob("*.md")) if path.relative_to(DOCS).parts[0] not in others
    ]
    return [*found, *(ROOT / name for name in ABOUT)]


def other_languages() -> list[str]:
    """The languages other than English."""
    from sidepot.words import languages

    return list(languages()[1:])


def name_of(path: Path) -> str:
    """The path of a page of the repository on the site."""
    if path.parent == ROOT:
        return ABOUT.get(path.name, HOME)
    name = path.relative_to(DOCS).as_posix()
    return str(PurePosixPath(name).with_name(HOME)) if path.name == "README.md" else name


def _linker(tree: Tree, source: Path, name: str) -> Callable[[str], str | None]:
    """Targets on the site for the links of a page of the repository."""

    def link(target: str) -> str | None:
        file, mark, heading = target.partition("#")
        if "://" in target or target.startswith("mailto:") or not file:
            return target
        found = Path(os.path.normpath(source.parent / file))
        to = _place(tree, found)
        return None if to is None else _relative(to, name) + mark + heading

    return link


def _place(tree: Tree, found: Path) -> str | None:
    """The place of a file of the repository on the site; a file that is no page is added to it."""
    if found.is_dir():
        return None
    if found.suffix == ".md":
        return _page(tree, found)
    inside = DOCS in found.parents
    to = found.relative_to(DOCS).as_posix() if inside else f"{FILES}/{found.relative_to(ROOT)}"
    tree.files[to] = found.read_bytes()
    return to


def _page(tree: Tree, found: Path) -> str:
    """The place of a page; in another language the English one where it has no other."""
    name = name_of(found)
    if tree.language == ENGLISH:
        parts = PurePosixPath(name).parts
        is_other = parts[0] in other_languages()
        return str(PurePosixPath(name).with_suffix(".html")) if is_other else name
    own = PurePosixPath(name)
    if own.parts[0] == tree.language:
        return own.relative_to(tree.language).as_posix()
    if own.parts[0] == "games":
        return name
    return f"../{own.with_suffix('.html')}"


def _relative(to: str, page: str) -> str:
    return posixpath.relpath(to, posixpath.dirname(page) or ".")
