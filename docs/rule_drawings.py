"""The pictures of rule pages: positions as they are played, and the order of hands."""

from sidepot import games
from sidepot.engine.drawing import drawing
from sidepot.engine.rule_pictures import Position, table_of
from sidepot.paper.hand_order import drawn_order


def drawn(position: Position) -> str:
    """The picture of a position as SVG. Raises what is wrong with it."""
    if position.is_order:
        return drawn_order(games.find(position.game, **position.options))
    return drawing(table_of(position, games.find))
