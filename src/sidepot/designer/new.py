"""A new game: the template under another name."""

import re
from pathlib import Path

from sidepot.errors import BadName

TEMPLATE = Path(__file__).with_name("template.py")


def new_game(name: str, folder: Path) -> Path:
    """Write `NAME.py`, a small complete game. Raises `BadName`; never writes over a file."""
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", name):
        raise BadName("error.new_name", name=name)
    path = folder / f"{name.replace('-', '_')}.py"
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(renamed(name))
    except FileExistsError:
        raise BadName("error.new_exists", file=str(path)) from None
    except OSError as error:
        raise BadName("error.new_folder", file=str(path), reason=error.strerror) from None
    return path


def renamed(name: str) -> str:
    """The template's text for a game of that name."""
    words = name.split("-")
    text = TEMPLATE.read_text("utf-8")
    text = text.replace("ONE_CARD", "_".join(words).upper()).replace("one-card", name)
    text = text.replace("OneCard", "".join(word.capitalize() for word in words))
    return text.replace("One Card", " ".join(word.capitalize() for word in words))
