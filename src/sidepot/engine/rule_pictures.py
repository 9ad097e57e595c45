"""Pictures on rule pages: positions that the page declares, played by the rules and drawn.

A position is a fenced block that begins with the name of the game, in a page of any language:

    ```position ricochet-2
    deck: 9c 4d Jh Kh
    names: Ana Bo Cy
    actions: buy 2
    seat: Ana
    Bo had the lowest hand, and bought.
    ```

`deck` names the cards on top of the deck in the order of the deal; `options` (ante=2), `actions`
and `seat` (who sees this; nobody: the rail) may be left out. What follows is the caption.

The order of hands (`Game.order`) is a block of its own, with a caption, and `options` if any:

    ```order ricochet-2
    From the highest hand to the lowest.
    ```
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from sidepot.engine.game import Game
from sidepot.engine.play import RAIL
from sidepot.engine.view import TableView
from sidepot.errors import BadGameFile

_ORDER = "order"
"""The first word of a block that declares the order of hands."""
_BLOCK = re.compile(rf"^```(position|{_ORDER}) (\S+)\n(.*?)^```\n", re.MULTILINE | re.DOTALL)
_FIELD = re.compile(r"(deck|names|options|actions|seat): +(.+)")
_STACK = 50


@dataclass(frozen=True, slots=True)
class Position:
    """A declared position, or the order of hands: its game, its fields by name, its caption."""

    game: str
    fields: tuple[tuple[str, str], ...]
    caption: str
    is_order: bool = False

    @property
    def options(self) -> dict[str, str]:
        """The options that the game is played with."""
        return dict(option.split("=") for option in dict(self.fields).get("options", "").split())

    @property
    def key(self) -> str:
        """The declaration that it is drawn from: the same in every language."""
        return "\n".join([self.game, *(f"{name}: {value}" for name, value in self.fields)])


def declared(page: str) -> Iterator[Position]:
    """The positions of a rule page, in their order. Raises `BadGameFile`."""
    for kind, game, body in _BLOCK.findall(page):
        yield _position(kind, game, body)


def _position(kind: str, game: str, body: str) -> Position:
    """The position of a block. Raises `BadGameFile` where it has no cards or no names."""
    fields: dict[str, str] = {}
    caption: list[str] = []
    for line in body.splitlines():
        found = _FIELD.fullmatch(line.strip())
        if found and not caption:
            fields[found[1]] = found[2]
        else:
            caption.append(line.strip())
    is_order = kind == _ORDER
    missing = [name for name in ("deck", "names") if name not in fields and not is_order]
    if missing:
        raise BadGameFile("error.picture_fields", game=game, missing=missing)
    return Position(game, tuple(fields.items()), " ".join(caption), is_order)


def replaced(page: str, replace: Callable[[Position], str]) -> str:
    """A rule page with something else for each of its positions."""
    return _BLOCK.sub(lambda found: replace(_position(found[1], found[2], found[3])) + "\n", page)


def table_of(position: Position, find: Callable[..., Game]) -> TableView:
    """The table at a position, played by the rules. Raises what is wrong with it."""
    fields = dict(position.fields)
    names = fields["names"].split()
    game = find(position.game, **position.options)
    hand = game.deal(stacks=(_STACK,) * len(names), names=names, deck=fields["deck"])
    for action in filter(None, fields.get("actions", "").split(", ")):
        hand.act(action)
    who = fields.get("seat")
    if who is not None and who not in names:
        raise BadGameFile("error.picture_seat", seat=who, legal=names)
    return hand.view(RAIL if who is None else names.index(who))
