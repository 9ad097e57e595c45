"""The pictures of rule pages: positions as they are played, and the order of hands (H1 to H4)."""

from sidepot import games
from sidepot.engine.drawing import drawing
from sidepot.engine.rule_pictures import Position, table_of
from sidepot.paper.hand_order import drawn_order


def drawn(position: Position) -> str:
    """The picture of a position as SVG. Raises what is wrong with it."""
    return drawing(table_of(position, games.find)) if position.fields else drawn_order()
