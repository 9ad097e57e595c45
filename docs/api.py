"""Writes the documents of the room's API, of which the page's types are made.

They are built beside the committed pages, as `make check` needs them, and a room serves the same.
"""

from __future__ import annotations

from pathlib import Path

from sidepot.room.web.documents import asyncapi, openapi

FOLDER = Path(__file__).parent / "api"


def pages() -> dict[Path, str]:
    """The documents by their files."""
    return {
        FOLDER / "openapi.json": openapi().decode() + "\n",
        FOLDER / "asyncapi.json": asyncapi().decode() + "\n",
    }


def main() -> None:
    """Write the documents."""
    FOLDER.mkdir(exist_ok=True)
    for path, text in pages().items():
        path.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
