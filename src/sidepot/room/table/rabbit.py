"""Rabbit hunting: the cards that would have come next, had the hand continued.

They are community cards, or in a game without any the next card of the deck; never a card that a
player holds or has discarded.
"""

from __future__ import annotations

from sidepot import cards
from sidepot.engine.action import Action, Legal
from sidepot.engine.game import Hand
from sidepot.engine.play import RAIL
from sidepot.errors import Refused
from sidepot.history.dealt_cards import DECK, DealtCard, DealtCards
from sidepot.room.table import events as e
from sidepot.room.table.context import Context, PendingEvents
from sidepot.rules import actions

_STAYING = tuple(actions.KINDS[number] for number in (*actions.STAYING, *actions.SAFE))
"""Kinds of actions by which a player stays in the hand, in this order."""


def show_rabbit(context: Context, guest: str, **origin: str) -> PendingEvents:
    """The event that shows the cards that would have come next, as a guest has asked.

    Raises `Refused` for a guest who was not in the last hand, at a table that does not allow it,
    and if there are no such cards.
    """
    state, playing = context.state, context.state.playing
    if not state.rules.rabbit:
        raise Refused("room.refused_rabbit")
    if playing is None or state.in_play or state.seat_of(guest) is None:
        raise Refused("room.refused_rabbit_hand")
    if state.rabbit or context.secret is None or context.hand is None or playing.is_void:
        raise Refused("room.refused_rabbit_none")
    places = _next_places(context.hand, context.hand.again(len(context.hand.actions) - 1))
    if not places:
        raise Refused("room.refused_rabbit_none")
    shown = e.RabbitShown(
        at=context.now,
        hand=playing.hand,
        player=state.members[guest],
        cards=tuple(cards.text(context.hand.deck[place]) for place in places),
        places=tuple(places),
        **origin,
    )
    return PendingEvents([shown])


def _next_places(hand: Hand, again: Hand) -> list[int]:
    """The places in the deck of the cards to come, if from then on everybody stays in."""
    dealt = DealtCards(hand).all
    while not again.over:
        again.act(_stay(again.legal))
    longer = DealtCards(again).all
    if any(map(_is_community, longer)):
        return [card.place[1] for card in longer[len(dealt) :] if _is_community(card)]
    top = max((place for stream, place in (card.place for card in dealt) if stream == DECK)) + 1
    return [top] if top < len(hand.deck) else []


def _is_community(card: DealtCard) -> bool:
    """Is it a card of the deck for everybody?"""
    return card.seat == RAIL and card.place[0] == DECK


def _stay(legal: Legal) -> Action:
    """The cheapest action that stays in."""
    kinds = [choice.kind for choice in legal.ranges]
    kind = next((kind for kind in _STAYING if kind in kinds), kinds[0])
    choice = legal.ranges[kinds.index(kind)]
    return choice.at(choice.lowest)
