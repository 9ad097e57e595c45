"""A bot of ten lines, for Ricochet: it buys while its share of the pot covers the price.

sidepot check examples/little_bot.py
sidepot match ricochet-2 examples/little_bot.py random
"""

from random import Random

from sidepot import TableView


def act(view: TableView, rng: Random) -> str:
    """The action, as text. `view` is the table from the bot's seat."""
    menu = {choice.kind: choice for choice in view.menu}
    live = sum(seat.status == "live" for seat in view.seats)
    pot = sum(pot.amount for pot in view.pots)
    if "buy" not in menu or menu["buy"].cost > pot / live:
        return "fold"
    return f"buy {min(menu['buy'].highest, 2)}"
