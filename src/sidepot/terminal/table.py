"""Prints a `TableView` as lines of text, for any game."""

from __future__ import annotations

from sidepot.engine.view import ChoiceView, PotView, ResultView, SeatView, TableView
from sidepot.terminal.screen import Screen, mark
from sidepot.words import Message, say

_TO_ACT, _NOT_LIVE = "bold", "dim"
"""Styles of a row."""


def show(screen: Screen, view: TableView) -> None:
    """Print the whole table: seats, board, pots and facts."""
    order = _seat_order(view)
    rows = [_seat(view, p) for p in order]
    remarks = [_remark(screen, view, p) for p in order]
    screen.rows(rows, remarks, [_style(view, p) for p in order])
    screen.line("   " + ", ".join(_middle(view)))


def _seat_order(view: TableView) -> list[int]:
    """Seats from the highest hand down if the game ranks hands in play, else from yours on."""
    n, first = len(view.seats), view.seat or 0
    seats = [(first + k) % n for k in range(n)]
    if all(seat.place is None for seat in view.seats):
        return seats
    return sorted(seats, key=lambda p: _place(view.seats[p]), reverse=True)


def _place(seat: SeatView) -> int:
    return -1 if seat.place is None else seat.place


def _style(view: TableView, p: int) -> str:
    if p == view.to_act:
        return _TO_ACT
    return "" if view.seats[p].status == "live" else _NOT_LIVE


def _seat(view: TableView, p: int) -> list[str]:
    seat = view.seats[p]
    return [">" if p == view.to_act else " ", seat.name, _cards(seat), str(seat.stack)]


def _cards(seat: SeatView) -> str:
    """A seat's cards: hand, a stroke, cards kept face up; others in brackets."""
    zones: dict[str, list[str]] = {"hand": [], "kept": [], "": []}
    for card in seat.cards:
        own = card.zone in zones
        zones[card.zone if own else ""].append(mark(card.card) if own else f"({mark(card.card)})")
    hand, kept, apart = (" ".join(found) for found in zones.values())
    stroke = "|" if hand and kept else ""
    return " ".join(part for part in (hand, stroke, kept, apart) if part)


def _remark(screen: Screen, view: TableView, p: int) -> str:
    """A seat's bet, chips paid in, status and marks, and its hand in words."""
    seat = view.seats[p]
    parts = [say("table.bet", amount=seat.bet)] if seat.bet else []
    parts += [say("table.paid", amount=seat.paid)] if seat.paid else []
    parts += [] if seat.status == "live" else [say(f"status.{seat.status}")]
    parts += [say(f"mark.{name}") for name in seat.marks]
    if seat.place == 0 and view.to_act == p:
        parts.append(say("mark.lowest"))
    hand = screen.draw(seat.hand) if seat.hand and seat.status == "live" else ""
    return ": ".join(part for part in (", ".join(parts), hand) if part)


def _middle(view: TableView) -> list[str]:
    """The middle of the table: board, match card, pots and facts."""
    board = " ".join(mark(card.card) for card in view.board if card.zone != "match")
    match = [say("table.match", card=mark(c.card)) for c in view.board if c.zone == "match"]
    pots = [_pot(n, pot) for n, pot in enumerate(view.pots)]
    facts = [say(f"fact.{key}", n=value) for key, value in view.facts]
    return [part for part in (board, *match, *pots, *facts) if part]


def _pot(n: int, pot: PotView) -> str:
    if n == 0:
        return say("table.pot", amount=pot.amount)
    return say("table.side_pot", n=n, amount=pot.amount)


def turn(view: TableView) -> Message:
    """The sentence that it is your turn, with the legal choices."""
    return Message("table.your_turn", {"choices": [choice.text for choice in view.menu]})


def explain(choice: ChoiceView) -> Message:
    """The explanation of a choice: its key, what it does, what it costs."""
    values = {"key": choice.key, "lowest": choice.lowest, "cost": choice.cost}
    form = "_range" if choice.counted and choice.lowest < choice.highest else ""
    form = "_fixed" if choice.counted and not choice.each else form
    values |= {"each": choice.each, "most": choice.highest, "cards": list(choice.cards)}
    return Message(f"explain.{choice.kind}{form}", values)


def result(view: TableView) -> list[Message]:
    """Who won how much with which hand; then your own net, in chips."""
    sentences = [_won(view, won) for won in view.result if won.won]
    mine = [won.net for won in view.result if won.seat == view.seat]
    return sentences + [Message("result.net", {"net": f"{net:+d}"}) for net in mine]


def _won(view: TableView, won: ResultView) -> Message:
    seat = view.seats[won.seat]
    person = "_you" if won.seat == view.seat else ""
    values = {"player": seat.name, "amount": won.won}
    if seat.is_unseen:
        return Message(f"result.unseen{person}", values)
    shown = " ".join(seat.best or seat.counting)
    if seat.hand:
        return Message(f"result.won{person}", {**values, "cards": shown, "hand": seat.hand})
    if shown:
        return Message(f"result.shown{person}", {**values, "cards": shown})
    return Message(f"result.took{person}", values)
