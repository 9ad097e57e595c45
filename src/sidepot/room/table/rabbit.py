"""Rabbit hunting: the cards that would have come next, had the hand continued.

They are community cards, or in a game without any the next card of the deck, if the hand could
have dealt it; never a card that a player holds or has discarded.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sidepot import cards
from sidepot.engine.action import Action, Legal
from sidepot.engine.game import Hand
from sidepot.engine.play import RAIL
from sidepot.errors import Refused
from sidepot.history.dealt_cards import DECK, DealtCard, DealtCards
from sidepot.room.table import events as e
from sidepot.room.table.context import Context, PendingEvents
from sidepot.room.table.loaded import LoadedTable
from sidepot.rules import actions

_STAYING = tuple(actions.KINDS[number] for number in (*actions.STAYING, *actions.SAFE))
"""Kinds of actions by which a player stays in the hand, in this order."""
_PRICED = tuple(actions.KINDS[number] for number in actions.STAYING)


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
    hand = context.hand
    if hand is None or not has_rabbit(context):
        raise Refused("room.refused_rabbit_none")
    shown = e.RabbitShown(
        at=context.now,
        hand=playing.hand,
        player=state.members[guest],
        cards=tuple(cards.text(hand.deck[place]) for place in context.coming),
        places=context.coming,
        **origin,
    )
    return PendingEvents([shown])


def has_rabbit(context: Context) -> bool:
    """Would cards have come next in the last hand, for which its players may ask?"""
    state = context.state
    is_open = state.rules.rabbit and not state.rabbit and not state.in_play
    return bool(is_open and context.coming)


def hunted_hand(table: LoadedTable) -> Hand | None:
    """The last hand, if its players may want to know the cards that would have come next."""
    state, hand = table.state, table.hand
    is_over = state.playing and not state.in_play and not state.playing.is_void
    if not is_over or not state.rules.rabbit or table.secret is None:
        return None
    return hand if hand and hand.actions else None


def next_places(hand: Hand) -> list[int]:
    """The places in the deck of the cards to come, if everybody had stayed in.

    It plays the hand anew, which takes some milliseconds.
    """
    dealt, longer = DealtCards(hand).all, _longer(hand, _stay)
    if any(map(_is_community, longer)):
        return [card.place[1] for card in longer[len(dealt) :] if _is_community(card)]
    top = max(_deck_places(dealt), default=-1) + 1
    for continued in (longer, _longer(hand, _draw)):
        later = [place for place in _deck_places(continued) if place >= top]
        if later:
            return [min(later)]  # burned cards are passed over
    return []


def _longer(hand: Hand, choose: Callable[[Legal], Action]) -> list[DealtCard]:
    """The cards of the same hand if all had acted otherwise from its last action on."""
    again = hand.again(len(hand.actions) - 1)
    while not again.over:
        again.act(choose(again.legal))
    return DealtCards(again).all


def _deck_places(dealt: Sequence[DealtCard]) -> list[int]:
    return [card.place[1] for card in dealt if card.place[0] == DECK]


def _is_community(card: DealtCard) -> bool:
    """Is it a card of the deck for everybody?"""
    return card.seat == RAIL and card.place[0] == DECK


def _stay(legal: Legal) -> Action:
    """The cheapest action that stays in."""
    kinds = [choice.kind for choice in legal.ranges]
    kind = next((kind for kind in _STAYING if kind in kinds), kinds[0])
    choice = legal.ranges[kinds.index(kind)]
    return choice.at(choice.lowest)


def _draw(legal: Legal) -> Action:
    """The same in a round of betting, and elsewhere as many cards as are to be had."""
    offered = [choice for choice in legal.ranges if choice.kind not in _STAYING]
    if not offered or any(choice.kind in _PRICED for choice in legal.ranges):
        return _stay(legal)
    return offered[0].at(offered[0].highest)
