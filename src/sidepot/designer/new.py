"""A new game: a template, a game of the house or one of a file, under another name."""

import re
from pathlib import Path

from sidepot.errors import BadName

TEMPLATE = Path(__file__).with_name("template.py")
TEMPLATES = {
    "one-card": (TEMPLATE, "One Card"),
    "auction": (TEMPLATE.with_name("template_auction.py"), "Sealed Bids"),
    "bank": (TEMPLATE.with_name("template_bank.py"), "Bank Card"),
    "board": (TEMPLATE.with_name("template_board.py"), "Shared Cards"),
    "stud": (TEMPLATE.with_name("template_stud.py"), "Draw Stud"),
}
"""The templates by what `--like` calls them: their files, and the titles of their games."""
USUAL = "one-card"


def new_game(name: str, folder: Path, like: str = USUAL) -> Path:
    """Write `NAME.py`, a complete game: a template, or a copy of a game of the house or of a file.

    A copy has its rule page beside it. Raises `BadName`, and `BadGameFile` for a file that is no
    game; never writes over a file.
    """
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name):
        raise BadName("error.new_name", name=name)
    from sidepot.designer.copied import house

    if name in house():
        raise BadName("error.new_house", name=name)
    path = folder / f"{name.replace('-', '_')}.py"
    files = {path: renamed(name, like)} if like in TEMPLATES else _copies(name, path, like)
    page = path.with_suffix(".md")
    if page in files and page.exists():
        raise BadName("error.new_exists", file=str(page))
    for file, text in files.items():
        try:
            with file.open("x", encoding="utf-8") as written:
                written.write(text)
        except FileExistsError:
            raise BadName("error.new_exists", file=str(file)) from None
        except OSError as error:
            raise BadName("error.new_folder", file=str(file), reason=error.strerror) from None
    return path


def _copies(name: str, path: Path, like: str) -> dict[Path, str]:
    """The files of a copy of a game of the house or of a file: the game, and its rule page."""
    from sidepot.designer.copied import copied, house

    if not like.endswith(".py") and like not in house():
        raise BadName("error.new_like", name=like, legal=[*TEMPLATES, *house()])
    text, page = copied(name, like)
    return {path: text} | ({path.with_suffix(".md"): page} if page else {})


def renamed(name: str, like: str = USUAL) -> str:
    """The text of a template for a game of that name."""
    file, title = TEMPLATES[like]
    text = file.read_text("utf-8")
    old, new = _spellings(title.lower().split()), _spellings(name.split("-"))
    for before, after in zip(old, new, strict=True):
        text = text.replace(before, after)
    return text


def _spellings(words: list[str]) -> list[str]:
    """A name as the `Game`, the game, the record and the title are written."""
    titled = [word.capitalize() for word in words]
    return ["_".join(words).upper(), "-".join(words), "".join(titled), " ".join(titled)]
