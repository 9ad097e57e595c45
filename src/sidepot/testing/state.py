"""Laws for a single record of any hand."""

import functools
from collections import Counter
from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from sidepot.cards import text
from sidepot.engine.game import Game
from sidepot.kernel import Fields
from sidepot.rules.chips import pot
from sidepot.testing.trace import Case

_MATCH = "match"
"""The zone of a match card in a layout."""


def check_chips(case: Case, s: Fields) -> None:
    """The law of chips for one record."""
    stacks = [s.chips.stack[p] for p in range(s.seats.n)]
    in_pot = int(pot(s.chips, s.seats))
    if sum(stacks) + in_pot != sum(case.stacks):
        raise case.broken("chips", start=sum(case.stacks), now=sum(stacks) + in_pot)
    players = stacks[: len(stacks) - case.game.banked]
    if min(players) < 0:
        raise case.broken("chips_negative", stack=min(players))
    if s.seats.actor < 0 and in_pot:
        raise case.broken("chips_left", n=in_pot)


def lying(case: Case, s: Fields) -> Counter[str]:
    """The number of times that each card lies on the table of an unconcealed record.

    A match card stays in sight after a player takes it, so it does not count.
    """
    layout = case.game.show(s)
    laid = [card for seat in layout.seats for card in seat.cards] + list(layout.board)
    return Counter(card.card for card in laid if card.zone != _MATCH)


@functools.lru_cache
def copies(game: Game, players: int) -> Counter[str]:
    """The number of copies of each card at a table."""
    return Counter(map(text, game.cards_for(players)))


def check_cards(case: Case, found: Counter[str], *, times: int = 1) -> None:
    """Raise `LawBroken` if a card lies there more often than `times` the number in the decks."""
    there = copies(case.game, len(case.stacks))
    twice = [card for card, n in found.items() if card != "??" and n > times * there[card]]
    if twice:
        raise case.broken("card_twice", card=twice[0])


def check_dealt(case: Case, dealt: Sequence[str], discards: AbstractSet[str]) -> None:
    """Raise `LawBroken` if a card is dealt twice, except from the discards in their order.

    `dealt`: all the cards dealt, in order; `discards`: what had been discarded before the first
    card was dealt from there, as far as it is known.
    """
    if not case.game.refills:
        check_cards(case, Counter(dealt))
        return
    first, again = dealt[: len(case.deck)], list(dealt[len(case.deck) :])
    if list(first) != [text(card) for card in case.deck[: len(first)]]:
        raise case.broken("deck_first")
    there = copies(case.game, len(case.stacks))
    for card in map(text, case.second):
        if again and card == again[0]:
            del again[0]
        elif again and card in discards and there[card] == 1:
            break
    if again:
        raise case.broken("second_order")
