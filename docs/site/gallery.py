"""The gallery of `examples/games` on the site, and the page of the menu that leads to it."""

from __future__ import annotations

from pathlib import Path

from sidepot.designer import gallery
from sidepot.engine.rule_pages import idea

EXAMPLES = Path(__file__).parents[2] / "examples" / "games"
KEPT = EXAMPLES / "checked.json"
"""What check found. After a change of a file:
`sidepot gallery examples/games --plain --kept examples/games/checked.json`."""
PAGE, FILE = "gallery.md", "files/gallery.html"
_TITLE = "Games in a file"
_LIMIT = 60.0


def entries() -> list[gallery.Entry]:
    """The examples, by what is known of them; one that has changed since is checked now."""
    kept = gallery.read_kept(KEPT)
    return gallery.entries(gallery.files_of(EXAMPLES), kept, limit=_LIMIT, plain=True)


def files(found: list[gallery.Entry]) -> dict[str, str]:
    """The gallery, and the page of the menu, by their paths on the site."""
    lines = [
        f"- [{entry.title}]({FILE}#{entry.anchor}) (`{entry.file.name}`): {idea(entry.game)}\n"
        for entry in found
        if entry.game
    ]
    about = (
        f"# {_TITLE}\n\nGames in `examples/games`, each written as a designer would: one file.\n"
        f"[One page]({FILE}) has all of them: the rules, a hand, what `sidepot check` found, and\n"
        "the hash of the file. `sidepot gallery FOLDER` makes such a page of games of your own.\n\n"
    )
    return {PAGE: about + "".join(lines), FILE: gallery.page(_TITLE, found)}
