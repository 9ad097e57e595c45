"""Constructed hands: the cards of a deal written down in the order in which they come."""

from collections.abc import Sequence

from sidepot.cards import parse
from sidepot.engine.event import HandEvent
from sidepot.engine.game import Game, Hand


def deck(game: Game, cards: str) -> list[int]:
    """A whole deck of a game that begins with these cards."""
    top = parse(cards)
    return top + [card for card in game.deck if card not in top]


def deal(game: Game, stacks: int | Sequence[int], cards: str) -> Hand:
    """A hand in play; `cards` come in this order, first one to each player, then what is bought.

    One number as `stacks` seats three players.
    """
    given = [stacks] * 3 if isinstance(stacks, int) else stacks
    return game.deal(stacks=given, deck=deck(game, cards))


def play(hand: Hand, actions: str) -> tuple[HandEvent, ...]:
    """Do actions, commas between them; the events of the last one."""
    for action in actions.split(","):
        hand.act(action)
    return hand.events(verb=-1)


def lying(hand: Hand, seat: int) -> str:
    """The cards in front of a seat, as the rail sees them."""
    return " ".join(card.card for card in hand.view(-1).seats[seat].cards)


def pot(hand: Hand) -> int:
    """Chips in the middle, and the bets on their way there."""
    view = hand.view(-1)
    return sum(pot.amount for pot in view.pots) + sum(seat.bet for seat in view.seats)


def statuses(hand: Hand) -> list[str]:
    """Live, folded, out or absent, seat by seat."""
    return [seat.status for seat in hand.view(-1).seats]


def kinds(events: Sequence[HandEvent]) -> list[tuple[str, int]]:
    """The kind and seat of each event that changes the hand."""
    return [(event.kind, event.seat) for event in events if not event.only_tells]
