"""The law about what a seat may know: `conceal`.

What a seat may know is defined by its events: those of every verb, as the seat sees them. So a
second deal that gives a seat the same events for the same actions differs only in what that seat
may not know, and the concealed records must then be the same, byte for byte.
"""

from __future__ import annotations

import functools
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

from sidepot import kernel
from sidepot.cards import text
from sidepot.designer.laws import reshuffled
from sidepot.designer.laws.reshuffled import goes_under_unseen
from sidepot.designer.laws.state import lying, singles
from sidepot.designer.laws.trace import (
    Case,
    Trace,
    announce,
    cuts,
    difference,
    events_of,
    is_offered,
    load,
    offered,
    seats,
    seen,
)
from sidepot.engine.event import HandEvent
from sidepot.engine.narration import HIDDEN
from sidepot.errors import LawBroken
from sidepot.kernel import Records
from sidepot.rules import actions, journal

_REFILLED = journal.KINDS[journal.REFILLED]
_PASSED = journal.KINDS[journal.PASSED]


def concealment(traces: Sequence[Trace]) -> None:
    """If what a seat may not know changes, its concealed record stays the same.

    What it may not know: cards, and what others have chosen in secret. And what a seat has come to
    know stays visible to it: its events, and the cards still in play.
    """
    tried = 0
    for trace in traces:
        laid = [lying(trace.case, kernel.fields(rows)) for _, rows in trace.states()]
        chance = random.Random(trace.case.number)
        for seat in seats(trace.case, chance):
            views, told = zip(*_observations(trace, seat), strict=True)
            _check_journal(trace, seat, laid, views, told)
            for end in cuts(trace, chance):
                tried += _same_to(trace, seat, views[: end + 1], told[: end + 1], chance)
            _check_choices(trace, seat, views, told, chance)
    if traces and not tried:
        raise traces[0].case.broken("conceal_untried")


def _observations(trace: Trace, seat: int) -> Iterator[tuple[bytes, tuple[HandEvent, ...]]]:
    """The record after every verb as a seat sees it, and its events."""
    for i, record in enumerate(trace.records):
        announce(trace.case, trace.actions, i)
        yield seen(trace.case.game, record, seat)


def _check_journal(
    trace: Trace,
    seat: int,
    laid: Sequence[Counter[str]],
    views: Sequence[bytes],
    told: Sequence[tuple[HandEvent, ...]],
) -> None:
    """The journal hides face-down cards from other seats, and hides nothing that is known.

    After every verb: `laid`, what lies on the table; `views`, the record as the seat sees it;
    `told`, its events. The law skips jokers and equal cards of several decks, of which one may be
    known and another not.
    """
    case, known = trace.case, set[str | None]()
    single = singles(case.game, len(case.stacks))
    for i, record in enumerate(trace.records):
        s = kernel.fields(load(case.game, record))
        journal.conceal(s.journal, seat)
        events = events_of(s)
        known |= {happened.card for happened in events}
        if told[i] != events:
            raise _journal_differs(case, seat, events, told[i])
        if _REFILLED in {happened.kind for happened in events}:
            happened_to_all = events_of(kernel.fields(load(case.game, record)))
            known = _still_known(laid[i].keys() & known, happened_to_all, events)
        if _PASSED in {happened.kind for happened in events}:  # others' cards may have gone on
            known = {happened.card for happened in events}
        due = laid[i].keys() & known & single
        hidden = due and due - lying(case, kernel.fields(load(case.game, views[i]))).keys()
        if hidden:
            card = min(map(str, hidden))
            heard = (each for verb in told[: i + 1] for each in verb if each.card == card)
            by = next((case.name_of(each) for each in heard), "-")
            raise case.broken("conceal_known", seat=seat + 1, card=card, event=by)


def _journal_differs(
    case: Case, seat: int, due: Sequence[HandEvent], told: Sequence[HandEvent]
) -> LawBroken:
    """The error for a viewer whose journal has other events than are due, with the card of one."""
    for one, other in zip(due, told, strict=False):
        if one.card == HIDDEN != other.card:
            owner, event = other.seat + 1, case.name_of(other)
            values = {"seat": seat + 1, "card": other.card, "event": event, "owner": owner}
            return case.broken("conceal_told", **values)
    return case.broken("conceal_journal", seat=seat + 1)


def _still_known(
    lay: AbstractSet[str | None], events: Sequence[HandEvent], told: Sequence[HandEvent]
) -> set[str | None]:
    """Known cards that lie somewhere after discards were shuffled and dealt in a verb.

    One that a seat has laid aside may have been dealt to another, unseen: `events` are those of the
    verb, and `told` what the seat is told of them.
    """
    dealt = {happened.card for happened in events if happened.deals}
    return {card for card in lay if card not in dealt} | {happened.card for happened in told}


def _same_to(
    trace: Trace,
    seat: int,
    views: Sequence[bytes],
    told: Sequence[tuple[HandEvent, ...]],
    chance: random.Random,
) -> bool:
    """Compare two deals by the seat's events; False if the second has others than `told`.

    `views`: the record as the seat saw it after every verb of the first.
    """
    game = trace.case.game
    case = trace.case
    if goes_under_unseen(case.game):
        other = reshuffled.renamed(trace, told, chance)
    else:
        other = replace(
            case, deck=_other_deck(case, told, chance), second=_other_second(case, told, chance)
        )
    others = list(_replay(other, trace.actions[: len(told) - 1], seat, views, told))
    if len(others) < len(told):
        return False
    for one, two in zip(views, others, strict=True):
        if one != two:
            raise trace.case.broken("conceal", seat=seat + 1, where=difference(game, one, two))
    return True


def _check_choices(
    trace: Trace,
    seat: int,
    views: Sequence[bytes],
    told: Sequence[tuple[HandEvent, ...]],
    chance: random.Random,
) -> None:
    """Replace the others' choices wherever the seat's events stay the same, and compare."""
    case, game, direct = trace.case, trace.case.game, trace.case.game.direct
    rows = trace.rows(0)
    for i, number in enumerate(trace.actions):
        if not is_offered(case.game, rows, number):
            return
        before, actor = kernel.to_bytes(rows), kernel.fields(rows).seats.actor
        other = _another(case, rows, number, chance) if actor != seat else number
        direct.step(rows, other)
        view, events = seen(game, kernel.raw(rows), seat)
        if other != number and events != told[i + 1]:
            rows = load(game, before)
            direct.step(rows, number)
            view, events = seen(game, kernel.raw(rows), seat)
        if events != told[i + 1]:
            return
        if view != views[i + 1]:
            where = difference(game, views[i + 1], view)
            raise case.broken("conceal_choice", seat=seat + 1, where=where)


def _another(case: Case, rows: Records, number: int, chance: random.Random) -> int:
    """Another action of the menu than one, or that one where it is the only one."""
    found = [
        actions.encode(kind, amount)
        for kind, lowest, highest in offered(case.game, rows)
        for amount in {lowest, chance.randint(lowest, highest), highest}
    ]
    others = [action for action in found if action != number]
    return chance.choice(others) if others else number


def _events(case: Case, data: bytes, seat: int) -> tuple[HandEvent, ...]:
    return seen(case.game, data, seat)[1]


def _other_deck(
    case: Case, told: Sequence[tuple[HandEvent, ...]], chance: random.Random
) -> tuple[int, ...]:
    """The deck with all cards that the seat does not know of in another order."""
    events = [happened for verb in told for happened in verb]
    places = _unknown_deals(case, events) if case.game.deals_again else _unnamed(case, events)
    return _shuffled(case.deck, places, chance)


def _unnamed(case: Case, events: Sequence[HandEvent]) -> list[int]:
    """The places of the deck whose cards no event names; cards may be burned without an event."""
    told = {happened.card for happened in events}
    return [place for place, card in enumerate(_texts(case.deck)) if card not in told]


@functools.lru_cache
def _texts(deck: tuple[int, ...]) -> tuple[str, ...]:
    """The cards of a deck as text: one deck is changed for every viewer, at several moments."""
    return tuple(map(text, deck))


def _unknown_deals(case: Case, events: Sequence[HandEvent]) -> list[int]:
    """The places of the deck with cards not dealt yet, or dealt face down and not named since.

    With several decks an equal card may be known; but here cards are dealt in order.
    """
    dealt = [happened.card for happened in events if happened.deals]
    shown = {happened.card for happened in events if not happened.deals}
    return [
        place
        for place, card in enumerate(case.deck)
        if place >= len(dealt) or (dealt[place] == HIDDEN and text(card) not in shown)
    ]


def _other_second(
    case: Case, told: Sequence[tuple[HandEvent, ...]], chance: random.Random
) -> tuple[int, ...]:
    """The second order, changed after the last card that was dealt from it."""
    if not case.second:
        return ()
    dealt = [happened.card for verb in told for happened in verb if happened.deals]
    cards = [text(card) for card in case.second]
    first = 0
    for card in dealt[len(case.deck) :]:
        first = cards.index(str(card), first) + 1
    return _shuffled(case.second, range(first, len(cards)), chance)


def _shuffled(
    cards: Sequence[int], places: Sequence[int], chance: random.Random
) -> tuple[int, ...]:
    """The cards with those at some places in another order."""
    other, draw = list(cards), chance.random
    # Sorted by random numbers, which is four times as fast as `shuffle`.
    for place, (_, card) in zip(places, sorted([(draw(), cards[p]) for p in places]), strict=True):
        other[place] = card
    return tuple(other)


def _replay(
    case: Case,
    actions: Sequence[int],
    seat: int,
    views: Sequence[bytes],
    told: Sequence[tuple[HandEvent, ...]],
) -> Iterator[bytes]:
    """A seat's records of another deal, while the actions are legal and its events the same."""
    rows = case.seated()
    raw, direct = kernel.raw(rows), case.game.direct
    direct.begin(rows)
    for i in range(len(told)):
        view, events = seen(case.game, raw, seat)
        if view != views[i] and events != told[i]:
            return
        yield view
        if i < len(actions):
            if not is_offered(case.game, rows, actions[i]):
                return
            announce(case, actions, i + 1)
            direct.step(rows, actions[i])
