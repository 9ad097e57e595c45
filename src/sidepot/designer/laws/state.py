"""Laws for a single record of any hand."""

import functools
from collections import Counter
from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from sidepot import kernel
from sidepot.cards import text
from sidepot.designer.laws.trace import Case, concealed, events_of
from sidepot.engine import keeping
from sidepot.engine.game import Game
from sidepot.engine.kept import POT
from sidepot.kernel import Fields, Records
from sidepot.rules import journal
from sidepot.rules.chips import pot
from sidepot.rules.layout import Layout

_MANY = 20
"""Hands with chips of the hand before, of which somebody must win some."""
_BOUGHT = journal.KINDS[journal.BOUGHT]
_LEAVING = {journal.KINDS[journal.STAYS], journal.KINDS[journal.SHARED]}
"""Events by which dead money leaves the pot."""
_MATCH = "match"
"""The zone of a match card in a layout."""


def check_chips(case: Case, s: Fields) -> None:
    """The law of chips for one record."""
    stacks = kernel.column(s.chips, "stack", s.seats.n)
    in_pot = int(pot(s.chips, s.seats))
    start, now = sum(case.stacks) + keeping.pot_in(case.kept), sum(stacks) + in_pot
    if case.game.keeps_pot:
        now += s.carried.left
    if now != start:
        raise case.broken("chips", start=start, now=now)
    players = stacks[: len(stacks) - case.game.banked]
    if min(players) < 0:
        raise case.broken("chips_negative", stack=min(players))
    if s.seats.actor < 0 and in_pot:
        if in_pot < 0:
            raise case.broken("chips_more", n=-in_pot)
        raise case.broken("chips_left", n=in_pot)


def check_amounts(case: Case, s: Fields) -> None:
    """Raise `LawBroken` for an event with a negative amount, which no sentence can say."""
    for happened in events_of(s):
        if happened.amount < 0:
            name = case.name_of(happened)
            raise case.broken("event_negative", event=name, n=happened.amount)


def check_carried(case: Case, rows: Records) -> None:
    """The law of chips for the pot that stays: whoever deals sets it, and all may know it."""
    carried = kernel.fields(rows).carried
    written = keeping.pot_in(case.kept), POT in (case.kept or {})
    if (carried.pot, bool(carried.goes_on)) != written:
        raise case.broken("carried_written")
    if carried.left and not carried.goes_on:
        raise case.broken("carried_alone", n=carried.left)
    if carried.left < 0:
        raise case.broken("carried_negative", n=carried.left)
    for seat in (-1, 0):
        if bytes(kernel.fields(concealed(case.game, rows, seat)).carried) != bytes(carried):
            raise case.broken("carried_concealed", seat=seat + 1)


def check_prices(case: Case, before: int, s: Fields) -> None:
    """Raise `LawBroken` if a price of cards is paid as a bet, in a game whose bets are matched.

    `before`: the dead money before the verb. What nobody matches of a bet goes back.
    """
    if not case.game.bets:
        return
    events = events_of(s)
    prices = sum(happened.amount for happened in events if happened.kind == _BOUGHT)
    is_dead = s.chips.dead - before >= prices
    if prices and not is_dead and not _LEAVING & {happened.kind for happened in events}:
        raise case.broken("price_as_bet", n=prices)


def check_won(ended: Sequence[tuple[Case, Fields]]) -> None:
    """Raise `LawBroken` if nobody ever wins the chips left by the hand before, in many hands."""
    brought = [(case, s) for case, s in ended if keeping.pot_in(case.kept)]
    if len(brought) >= _MANY and all(s.carried.left >= s.carried.pot for _, s in brought):
        raise brought[0][0].broken("carried_stuck", n=len(brought))


def lying(case: Case, s: Fields) -> Counter[str]:
    """The number of times that each card lies on the table of an unconcealed record.

    A match card stays in sight after a player takes it, so it does not count.
    """
    layout = case.game.show(s)
    if not isinstance(layout, Layout):
        raise case.broken("face_layout", value=repr(layout))
    laid = [card for seat in layout.seats for card in seat.cards] + list(layout.board)
    return Counter(card.card for card in laid if card.zone != _MATCH)


@functools.lru_cache
def copies(game: Game, players: int) -> Counter[str]:
    """The number of copies of each card at a table."""
    return Counter(map(text, game.cards_for(players)))


@functools.lru_cache
def singles(game: Game, players: int) -> frozenset[str]:
    """The cards of which there is one copy at a table."""
    return frozenset(card for card, n in copies(game, players).items() if n == 1)


def check_cards(case: Case, found: Counter[str], *, times: int = 1) -> None:
    """Raise `LawBroken` if a card lies there more often than `times` the number in the decks."""
    there = copies(case.game, len(case.stacks))
    twice = [card for card, n in found.items() if card != "??" and n > times * there[card]]
    if twice:
        raise case.broken("card_twice", card=twice[0])


def check_drawn(case: Case, s: Fields) -> None:
    """Raise `LawBroken` for a card on the table that was neither dealt nor kept."""
    if found := undealt(case, s):
        raise case.broken("card_undealt", card=found[0])


def undealt(case: Case, s: Fields) -> list[str]:
    """The cards on the table that are to come from the deck, or do not exist.

    None where cards return.
    """
    if case.game.deals_again:
        return []
    drawn = Counter(text(card) for card in s.deck.card[: s.deck.top].tolist())
    drawn.update(keeping.cards_in(case.game, case.kept or {}))
    return [card for card in lying(case, s) - drawn if card != "??"]


def check_dealt(case: Case, dealt: Sequence[str], discards: AbstractSet[str]) -> None:
    """Raise `LawBroken` if a card is dealt twice, except from the discards in their order.

    `dealt`: all the cards dealt, in order; `discards`: what had been discarded before the first
    card was dealt from there, as far as it is known.
    """
    if not case.game.deals_again:
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
