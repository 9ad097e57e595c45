"""`sidepot gallery FOLDER`: writes a page with the games of a folder, each checked."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from sidepot.cli.reading import limit
from sidepot.paths import without_links
from sidepot.words import Message, say

if TYPE_CHECKING:
    from sidepot.designer.gallery import Entry

_LIMIT = 60


def declare(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags to its parser."""
    parser.add_argument("folder", type=Path, metavar="FOLDER", help=say("cli.gallery_folder"))
    parser.add_argument(
        "--output",
        type=Path,
        default=Path("gallery.html"),
        metavar="FILE",
        help=say("cli.gallery_output"),
    )
    parser.add_argument("--title", metavar="NAME", help=say("cli.gallery_title"))
    parser.add_argument("--plain", action="store_true", help=say("cli.check_plain"))
    parser.add_argument("--kept", type=Path, metavar="FILE", help=say("cli.gallery_kept"))
    parser.add_argument(
        "--limit",
        type=limit,
        default=_LIMIT,
        metavar="SECONDS",
        help=say("cli.gallery_limit", n=_LIMIT),
    )


def run(chosen: argparse.Namespace) -> None:
    """Check the games and write the page. Raises `BadGameFile`, `NotSaved`."""
    from sidepot.cli.saving import check_place, save
    from sidepot.designer import gallery
    from sidepot.terminal.screen import Screen

    screen, files = Screen(), gallery.files_of(chosen.folder)
    places = [chosen.output, *([chosen.kept] if chosen.kept else [])]
    for place in places:
        check_place(place)
    kept = gallery.read_kept(chosen.kept) if chosen.kept else {}

    def tell(entry: Entry) -> None:
        screen.line(f"{entry.file.name}: {entry.checked.said}")

    found = gallery.entries(files, kept, limit=chosen.limit, plain=chosen.plain, tell=tell)
    title = chosen.title or say("gallery.title", folder=without_links(chosen.folder).name)
    save(chosen.output, gallery.page(title, found))
    if chosen.kept:
        save(chosen.kept, gallery.written_kept(kept, found))
    said = {"file": str(chosen.output), "n": len(found)}
    screen.say(Message("gallery.written", said))
