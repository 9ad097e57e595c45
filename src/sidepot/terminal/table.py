"""A `TableView` in lines of text. It shows any game; nothing here knows which."""

from __future__ import annotations

from sidepot.engine.view import ChoiceView, PotView, ResultView, SeatView, TableView
from sidepot.terminal.screen import Screen, mark
from sidepot.words import Message, say

_UPPER, _LOWER = "bold", "dim"


def show(screen: Screen, view: TableView) -> None:
    """The whole table: seats, board, pots and facts."""
    order = _ladder(view)
    rows = [_seat(view, p) for p in order]
    remarks = [_remark(screen, view, p) for p in order]
    screen.rows(rows, remarks, [_style(view, p) for p in order])
    screen.line("   " + ", ".join(_middle(view)))


def _ladder(view: TableView) -> list[int]:
    """Seats from the highest hand down where the game has an order of play, else from yours on."""
    n, first = len(view.seats), view.seat or 0
    seats = [(first + k) % n for k in range(n)]
    if all(seat.place is None for seat in view.seats):
        return seats
    return sorted(seats, key=lambda p: _place(view.seats[p]), reverse=True)


def _place(seat: SeatView) -> int:
    return -1 if seat.place is None else seat.place


def _style(view: TableView, p: int) -> str:
    if p == view.to_act:
        return _UPPER
    return "" if view.seats[p].status == "live" else _LOWER


def _seat(view: TableView, p: int) -> list[str]:
    seat = view.seats[p]
    return [">" if p == view.to_act else " ", seat.name, _cards(seat), str(seat.stack)]


def _cards(seat: SeatView) -> str:
    """His cards: a stroke between the hand and what he keeps openly, others in brackets."""
    zones: dict[str, list[str]] = {"hand": [], "kept": [], "": []}
    for card in seat.cards:
        own = card.zone in zones
        zones[card.zone if own else ""].append(mark(card.card) if own else f"({mark(card.card)})")
    hand, kept, apart = (" ".join(found) for found in zones.values())
    stroke = "|" if hand and kept else ""
    return " ".join(part for part in (hand, stroke, kept, apart) if part)


def _remark(screen: Screen, view: TableView, p: int) -> str:
    """His bet, what he has put in, how he stands, and his hand in words."""
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
    """What lies in the middle: the board, the pots, facts."""
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
    """Whose turn it is and what may be done."""
    return Message("table.your_turn", {"choices": [choice.text for choice in view.menu]})


def explain(choice: ChoiceView) -> Message:
    """A line about a choice: what it does, what it costs, which key."""
    values = {"key": choice.key, "lowest": choice.lowest, "cost": choice.cost}
    form = "_range" if choice.counted and choice.lowest < choice.highest else ""
    form = "_fixed" if choice.counted and not choice.each else form
    values |= {"each": choice.each, "most": choice.highest, "cards": list(choice.cards)}
    return Message(f"explain.{choice.kind}{form}", values)


def result(view: TableView) -> list[Message]:
    """Who took what out of the pot, with which hand; then what it meant for you."""
    said = [_won(view, won) for won in view.result if won.won]
    mine = [won.net for won in view.result if won.seat == view.seat]
    return said + [Message("result.net", {"net": f"{net:+d}"}) for net in mine]


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
