"""Provably fair deals: the decks of the next hand, committed to before any seed is known.

The seeds that clients reveal then choose one of the two decks and cut it (`sidepot.fairness`).
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sidepot import cards, fairness
from sidepot.engine import keeping
from sidepot.engine.game import Game
from sidepot.errors import UserError
from sidepot.fairness import Attempt
from sidepot.room.protocol.table_rules import GamePlan
from sidepot.room.table import events as e
from sidepot.room.table.clock import SECOND
from sidepot.room.table.context import Context, SealedDeck, SealedDecks
from sidepot.room.table.randomness import Randomness
from sidepot.room.table.rules import game_of
from sidepot.room.table.state import TableState
from sidepot.room.table.waiting_values import kept_for

LEAD = 2 * SECOND
"""A commitment is made this long before the deal, if the pause is as long."""
SILENCE = 2 * SECOND
"""A client that has not revealed its seed after this time is silent."""
DECK, _SECOND = "deck", "second"
"""The streams: the deck, and the order in which discards are dealt again."""


class Dealt(NamedTuple):
    """The orders of the cards that the seeds have given."""

    cut: e.Seeds
    deck: list[int]
    second: list[int] | None


def current(context: Context, plan: GamePlan, chairs: Sequence[int]) -> e.Committed | None:
    """The commitment to the next hand, if it was made for this game, these people and this deck.

    For other chairs there is another one, or an accomplice could shift the seats to which the cards
    go by sitting out once the deal is known to the host; for somebody else in a chair too, whose
    pledge is not in it.
    """
    found = context.state.next_commitment
    is_for_these = found and (found.game, found.chairs) == (plan, tuple(chairs))
    if not (found and is_for_these and context.sealed):
        return None
    if found.guests != _guests(context.state, chairs):
        return None
    aside = _aside(game_of(plan), kept_for(context.state, plan, chairs))
    return found if found.aside == aside else None


def silent(context: Context, committed: e.Committed) -> list[str]:
    """The guests who have pledged a seed and not revealed it."""
    return [guest for guest in committed.pledges if guest not in context.reveals.seeds]


def silent_at(context: Context, committed: e.Committed) -> int:
    """When those who have not revealed their seeds count as silent, in ms since 1970."""
    return max(committed.at, context.reveals.asked_at) + SILENCE


def pledged_at(context: Context, chairs: Sequence[int]) -> int:
    """The end of the wait for first pledges, in ms since 1970; 0 if all are there.

    Clients that have just connected have not had the time to pledge, and after a restart nobody.
    """
    guests = [guest for number in chairs if (guest := context.state.chairs[number].guest)]
    unpledged = [guest for guest in guests if guest not in context.reveals.pledges]
    came = [context.reveals.came_at.get(guest, 0) for guest in unpledged]
    is_away = context.state.hands and any(guest not in context.connected for guest in unpledged)
    return max([0, *(at + SILENCE for at in came if at), context.reveals.asked_at * is_away])


def commit(
    context: Context, plan: GamePlan, chairs: Sequence[int]
) -> tuple[e.Committed, SealedDecks]:
    """Shuffle two decks, and commit to them and to the pledges of those who will be dealt in.

    Call it when nobody's seed for the turn before is awaited any longer: who was silent is named,
    and takes no part.
    """
    state, before = context.state, context.state.next_commitment
    missing = (*before.missing, _names(state, silent(context, before))) if before else ()
    excluded = silent(context, before) if before else ()
    at = Attempt(context.table, state.hands + 1, len(missing) + 1)
    game, kept = game_of(plan), kept_for(state, plan, chairs)
    dealt_from = keeping.deck_for(game, len(chairs), kept)
    sealed = _shuffled(context.randomness, game, dealt_from)
    pledged = pledges(context, chairs, excluded)
    prev = state.committed.commitment if state.committed else fairness.NO_COMMITMENT.hex()
    roots = {name: fairness.roots(at, name, deck) for name, deck in _decks(sealed).items()}
    commitment = fairness.commitment(
        bytes.fromhex(prev), at, list(sealed.a.streams), roots, fairness.from_hex(pledged)
    )
    committed = e.Committed(
        at=context.now,
        hand=at.hand,
        turn=at.turn,
        game=plan,
        chairs=tuple(chairs),
        prev=prev,
        commitment=commitment.hex(),
        streams=tuple(sealed.a.streams),
        roots=tuple(tuple(root.hex() for root in roots[name]) for name in fairness.DECKS),
        pledges=pledged,
        missing=missing,
        aside=_aside(game, kept),
        guests=_guests(state, chairs),
    )
    return committed, sealed


def _guests(state: TableState, chairs: Sequence[int]) -> tuple[str | None, ...]:
    """The people in some chairs, None for a bot."""
    return tuple(state.chairs[number].guest for number in chairs)


def dealt(
    table: str, committed: e.Committed, sealed: SealedDecks, seeds: Mapping[str, str]
) -> Dealt:
    """The deck that the seeds choose, and the orders in which they cut its streams."""
    at, known = Attempt(table, committed.hand, committed.turn), fairness.from_hex(seeds)
    name = fairness.dealt(at, known)
    orders = {
        stream: [order[i] for i in fairness.cut(len(order), at, stream, known)]
        for stream, order in getattr(sealed, name).streams.items()
    }
    return Dealt(e.Seeds(committed.turn, name, dict(seeds)), orders[DECK], orders.get(_SECOND))


def _decks(sealed: SealedDecks) -> dict[str, fairness.Deck]:
    """The decks with the texts of their cards, by name."""
    return {name: _with_texts(getattr(sealed, name)) for name in fairness.DECKS}


def deal(table: str, committed: e.Committed, sealed: SealedDecks, cut: e.Seeds) -> fairness.Deal:
    """Everything that proves the deal of a hand."""
    return fairness.Deal(
        Attempt(table, committed.hand, committed.turn),
        bytes.fromhex(committed.prev),
        _decks(sealed),
        fairness.from_hex(committed.pledges),
        fairness.from_hex(cut.seeds),
    )


def stripped(committed: e.Committed) -> str:
    """The cards of a hand that is not dealt from whole decks; "" if its game is gone by now."""
    try:
        game = game_of(committed.game)
    except UserError:
        return ""
    return _stripped(tuple(game.cards_for(len(committed.chairs))), tuple(committed.aside))


@functools.lru_cache(maxsize=64)
def _stripped(physical: tuple[int, ...], aside: tuple[str, ...]) -> str:
    """The names of those physical cards that are not aside."""
    there = Counter(map(cards.text, physical))
    return cards.stripped((there - Counter(aside)).elements())


def _aside(game: Game, kept: keeping.Values | None) -> tuple[str, ...]:
    """The cards that are kept, without which a hand is dealt."""
    return tuple(keeping.cards_in(game, kept or {}))


def _shuffled(randomness: Randomness, game: Game, physical: Sequence[int]) -> SealedDecks:
    """Two decks of some cards in random orders, each with a key of its own."""
    streams = (DECK, _SECOND) if game.deals_again else (DECK,)
    return SealedDecks(
        *(
            SealedDeck(randomness.key(), {name: randomness.shuffle(physical) for name in streams})
            for _ in fairness.DECKS
        )
    )


def pledges(
    context: Context, chairs: Sequence[int], excluded: Sequence[str] = ()
) -> dict[str, str]:
    """The pledges of the connected guests in some chairs, in the order of their ids."""
    state, pledged = context.state, context.reveals.pledges
    guests = {state.chairs[number].guest for number in chairs} & set(context.connected)
    return {
        guest: pledged[guest]
        for guest in sorted(filter(None, guests))
        if guest in pledged and guest not in excluded
    }


def _names(state: TableState, guests: Sequence[str]) -> tuple[str, ...]:
    return tuple(state.name_of(guest) for guest in guests)


def _with_texts(deck: SealedDeck) -> fairness.Deck:
    streams = {name: list(map(cards.text, order)) for name, order in deck.streams.items()}
    return fairness.Deck(deck.key, streams)
