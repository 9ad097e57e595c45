"""Prints a `TableView` as lines of text, for any game."""

from __future__ import annotations

from sidepot.engine import printing
from sidepot.engine.view import ChoiceView, TableView
from sidepot.terminal.screen import Screen, mark
from sidepot.words import DEFAULT, Message, catalogue

_TO_ACT, _NOT_LIVE = "bold", "dim"
"""Styles of a row."""


def show(screen: Screen, view: TableView, *, with_stacks: bool = True) -> None:
    """Print the whole table: seats, board, pots and facts."""
    order = printing.seat_order(view)
    rows = [printing.cells(view, p, mark)[: None if with_stacks else -1] for p in order]
    remarks = [printing.remark(view, p, screen.draw) for p in order]
    screen.rows(rows, remarks, [_style(view, p) for p in order])
    screen.line("   " + ", ".join(printing.middle(view, mark)))


def _style(view: TableView, p: int) -> str:
    if p == view.to_act:
        return _TO_ACT
    return "" if view.seats[p].status == "live" else _NOT_LIVE


def turn(view: TableView) -> Message:
    """The sentence that it is your turn, with the legal choices."""
    return Message("table.your_turn", {"choices": [choice.text for choice in view.menu]})


def explain(choice: ChoiceView, game: str = "") -> Message:
    """The explanation of a choice: its key, what it does, what it costs.

    `game`: the name of the game, of whose rules the catalogue may say more than the action's name
    does; a game that borrows the action gets no other game's rules.
    """
    values = {"key": choice.key, "lowest": choice.lowest, "cost": choice.cost}
    form = "_range" if choice.counted and choice.lowest < choice.highest else ""
    form = "_fixed" if choice.counted and not choice.each else form
    if choice.words:
        return Message(f"explain.{choice.said}", {"key": choice.key, "words": list(choice.words)})
    values |= {"each": choice.each, "most": choice.highest, "cards": list(choice.cards)}
    values |= {"fewest": choice.least, "cards_most": choice.most}
    name = f"{choice.said or choice.kind}{form}"
    family = _family(game, name)
    if family:
        return Message(f"explain_in.{family}.{name}", values)
    return Message(f"explain.{name}", values)


def _family(game: str, name: str) -> str:
    """The beginning of a game's name under which the catalogue explains an action, or ""."""
    parts, has = game.split("-"), catalogue(DEFAULT).has
    found = ("_".join(parts[:n]) for n in range(len(parts), 0, -1))
    return next((each for each in found if has(f"explain_in.{each}.{name}")), "")


def result(view: TableView) -> list[Message]:
    """The winners, amounts and hands; then your own net, in chips."""
    mine = [won.net for won in view.result if won.seat == view.seat]
    net = [Message("result.net", {"net": f"{net:+d}"}) for net in mine]
    return [*printing.won(view), *net]
