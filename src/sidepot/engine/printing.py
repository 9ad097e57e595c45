"""A `TableView` as text: in columns, for every program that prints a table, and for notebooks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from html import escape

from sidepot.engine.drawing import drawing
from sidepot.engine.table import PotView, ResultView, SeatView, Table
from sidepot.words import Message, say

Draw = Callable[[str], str]
"""A function that renders the text of a card."""


def text(view: Table) -> str:
    """The whole table as lines: seats, board, pots and facts, and what may be done or was won."""
    order = seat_order(view)
    rows = [[*cells(view, p), remark(view, p)] for p in order]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        for row in rows
    ]
    return "\n".join(line.rstrip() for line in [*lines, *_below(view)])


def html(view: Table) -> str:
    """The table as a figure, for notebooks: a drawing, and below it what a drawing does not say."""
    rows = ((view.seats[p].name, view.seats[p].stack, remark(view, p)) for p in seat_order(view))
    below = [f"{name} {stack}" + (f" ({said})" if said else "") for name, stack, said in rows]
    lines = "<br>".join(escape(line.strip()) for line in [", ".join(below), *_below(view)])
    return (
        '<figure style="max-width:32em;margin:0;padding:.5em;background:#FFF6EC;color:#2B1319">'
        f"{drawing(view)}<figcaption>{lines}</figcaption></figure>"
    )


def _below(view: Table) -> list[str]:
    """The middle of the table, and then the choices of the viewer, or who won."""
    now = [str(view.legal)] if view.menu else [str(sentence) for sentence in won(view)]
    return [f"   {line}" for line in (", ".join(middle(view)), *now) if line]


def seat_order(view: Table) -> list[int]:
    """Seats from the highest hand down if the game ranks hands in play, else from yours on."""
    n, first = len(view.seats), view.seat or 0
    seats = [(first + k) % n for k in range(n)]
    if all(seat.place is None for seat in view.seats):
        return seats
    return sorted(seats, key=lambda p: _place(view.seats[p]), reverse=True)


def _place(seat: SeatView) -> int:
    return -1 if seat.place is None else seat.place


def cells(view: Table, p: int, draw: Draw = str) -> list[str]:
    """A seat's columns: whether it is to act, its name, its cards and its chips."""
    seat = view.seats[p]
    return [">" if p == view.to_act else " ", seat.name, _cards(seat, draw), str(seat.stack)]


def _cards(seat: SeatView, draw: Draw) -> str:
    """A seat's cards: hand, a stroke, cards kept face up; others in brackets."""
    zones: dict[str, list[str]] = {"hand": [], "kept": [], "": []}
    for card in seat.cards:
        own = card.zone in zones
        zones[card.zone if own else ""].append(draw(card.card) if own else f"({draw(card.card)})")
    hand, kept, apart = (" ".join(found) for found in zones.values())
    stroke = "|" if hand and kept else ""
    return " ".join(part for part in (hand, stroke, kept, apart) if part)


def remark(view: Table, p: int, say_hand: Callable[[Message], str] = str) -> str:
    """A seat's bet, chips paid in, status and marks, and its hand in words."""
    seat = view.seats[p]
    parts = [say("table.bet", amount=seat.bet)] if seat.bet else []
    parts += [say("table.paid", amount=seat.paid)] if seat.paid else []
    parts += [] if seat.status == "live" else [say(f"status.{seat.status}")]
    parts += [say(f"mark.{name}") for name in seat.marks]
    if seat.place == 0 and view.to_act == p:
        parts.append(say("mark.lowest"))
    hand = say_hand(seat.hand) if seat.hand and seat.status == "live" else ""
    return ": ".join(part for part in (", ".join(parts), hand) if part)


def middle(view: Table, draw: Draw = str) -> list[str]:
    """The middle of the table: board, match card, pots and facts.

    Where chips lie in front of seats, what they and the pots come to together follows the pots.
    """
    zones = dict.fromkeys(card.zone for card in view.board if card.zone != "match")
    board = " / ".join(
        " ".join(draw(card.card) for card in view.board if card.zone == zone) for zone in zones
    )
    match = [say("table.match", card=draw(c.card)) for c in view.board if c.zone == "match"]
    pots = [_pot(n, pot) for n, pot in enumerate(view.pots)]
    bets = sum(seat.bet for seat in view.seats)
    total = [say("table.total", amount=bets + sum(pot.amount for pot in view.pots))] if bets else []
    facts = [say(f"fact.{key}", n=value) for key, value in view.facts.items()]
    return [part for part in (board, *match, *pots, *total, *facts) if part]


def _pot(n: int, pot: PotView) -> str:
    if n == 0:
        return say("table.pot", amount=pot.amount)
    return say("table.side_pot", n=n, amount=pot.amount)


def won(view: Table) -> Iterator[Message]:
    """Sentences with the winners, amounts and hands."""
    return (_won(view, result) for result in view.result if result.won)


def _won(view: Table, result: ResultView) -> Message:
    seat = view.seats[result.seat]
    person = "_you" if result.seat == view.seat else ""
    values = {"player": seat.name, "amount": result.won}
    if seat.is_unseen:
        return Message(f"result.unseen{person}", values)
    shown = " ".join(seat.best or seat.counting)
    if seat.hand:
        return Message(f"result.won{person}", {**values, "cards": shown, "hand": seat.hand})
    if shown:
        return Message(f"result.shown{person}", {**values, "cards": shown})
    return Message(f"result.took{person}", values)
