"""The laws about what a seat may know: `conceal` and `redeal`.

What a seat may know is defined by its events: those of every verb, as the seat sees them. So a
second deal that gives a seat the same events for the same actions differs only in what that seat
may not know, and the concealed records must then be the same, byte for byte.
"""

from __future__ import annotations

import functools
import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

from sidepot import kernel
from sidepot.cards import text
from sidepot.designer.laws import passed, reshuffled
from sidepot.designer.laws.reshuffled import goes_under_unseen
from sidepot.designer.laws.state import check_cards, check_chips, copies, lying, singles, undealt
from sidepot.designer.laws.trace import (
    Case,
    Trace,
    announce,
    choose_first,
    concealed,
    difference,
    events_of,
    is_offered,
    load,
    menu_batch,
    menu_of,
    offered,
    seen,
)
from sidepot.engine.event import HandEvent
from sidepot.engine.narration import HIDDEN
from sidepot.errors import LawBroken
from sidepot.kernel import Records
from sidepot.rules import actions, journal
from sidepot.rules.layout import Layout

_REFILLED = journal.KINDS[journal.REFILLED]
_SHOWN = journal.KINDS[journal.SHOWN]
_PASSED = journal.KINDS[journal.PASSED]
_CUTS = 2
"""The number of moments of a hand, beside its end, at which its secrets are changed."""
_EYES = 6
"""The most viewers tried at a table; at larger tables, a random choice of this many."""
_DEALS = 600
"""Random deals by which the uniformity of `redeal` is judged."""
_MOMENTS = 3
"""The number of decisions of a hand at which every card must be able to come next."""
_PATIENCE = 40
"""Redeals for each card of the deck until one that has not come counts as impossible: a card that
is as likely as others is missing then once in 10 to the 17."""
_SECOND = -1
"""Stands among the places of a deal for the first card of the second order."""
_FAR = 6.0
"""Standard deviations that rule out an accident: one in a billion."""


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
            for end in _cuts(trace, chance):
                tried += _same_to(trace, seat, views[: end + 1], told[: end + 1], chance)
            _check_choices(trace, seat, views, told, chance)
    if traces and not tried:
        raise traces[0].case.broken("conceal_untried")


def seats(case: Case, chance: random.Random) -> list[int]:
    """The viewers that a law tries: the rail and the seats, or at large tables some of them."""
    players = range(len(case.stacks))
    return [-1, *(players if len(players) <= _EYES else sorted(chance.sample(players, _EYES)))]


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
            by = next((each.said or each.kind for each in heard), "-")
            raise case.broken("conceal_known", seat=seat + 1, card=card, event=by)


def _journal_differs(
    case: Case, seat: int, due: Sequence[HandEvent], told: Sequence[HandEvent]
) -> LawBroken:
    """The error for a viewer whose journal has other events than are due, with the card of one."""
    for one, other in zip(due, told, strict=False):
        if one.card == HIDDEN != other.card:
            owner, event = other.seat + 1, other.said or other.kind
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


def _cuts(trace: Trace, chance: random.Random) -> list[int]:
    """Moments of a hand, and its end."""
    last = len(trace.records) - 1
    return [*chance.sample(range(last), min(_CUTS, last)), last]


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


def redeal(traces: Sequence[Trace]) -> None:
    """`redeal` makes a complete hand from a concealed one, which can be played to its end.

    Each card is there once, and nothing known has changed.
    """
    for trace in traces:
        for seat in seats(trace.case, random.Random(trace.case.number)):
            chance = random.Random(trace.case.number)
            for i in _cuts(trace, chance):
                rows = _check_redeal(trace, seat, i)
                passed.check_passed(trace, seat, i, rows)
                if lost := undealt(trace.case, kernel.fields(rows)):
                    raise trace.case.broken("redeal_undealt", card=lost[0])
                _play_on(trace.case, rows)


def next_card(traces: Sequence[Trace]) -> None:
    """After a `redeal` any unseen card may come next, each as often as others, and no other one."""
    for trace in traces[:: max(len(traces) // 5, 1)]:
        _check_even(trace)
        _check_later(trace)


def _check_redeal(trace: Trace, seat: int, i: int) -> Records:
    """A redealt record at a moment of a hand, as a viewer may imagine it."""
    case, game = trace.case, trace.case.game
    view = concealed(game, trace.rows(i), seat)
    rows = kernel.copy(view)
    game.entry.redeal(rows, kernel.generator(case.number, i))
    s = kernel.fields(rows)
    orders = (s.deck.card, s.deck.second) if game.deals_again else (s.deck.card,)
    if any(sorted(order[: s.deck.size].tolist()) != list(case.cards) for order in orders):
        raise case.broken("redeal_deck")
    check_cards(case, lying(case, s))
    again = concealed(game, rows, seat)
    if kernel.to_bytes(again) != kernel.to_bytes(view):
        where = difference(game, kernel.to_bytes(view), kernel.to_bytes(again))
        raise case.broken("redeal_changes", seat=seat + 1, where=where)
    if seat == s.seats.actor >= 0 and menu_of(game, rows) != menu_of(game, trace.rows(i)):
        raise case.broken("redeal_menu", seat=seat + 1)
    return rows


def _play_on(case: Case, rows: Records) -> None:
    """Play a redealt record to the end of the hand at random."""
    dealt = lying(case, kernel.fields(rows))
    entry, menus, rngs = case.game.entry, menu_batch(), kernel.generator(2, case.number)
    times, s = 1 + case.game.deals_again, kernel.fields(rows)
    while s.seats.actor >= 0:
        entry.menu(rows, menus)
        case.game.direct.step(rows, choose_first(menus, rngs))
        check_chips(case, s)
        dealt.update(e.card for e in events_of(s) if e.deals and e.card)
        check_cards(case, dealt, times=times)


def _check_even(trace: Trace) -> None:
    """A chi-squared test over `_DEALS` redeals for every card that the rail does not see."""
    case, game = trace.case, trace.case.game
    view = concealed(game, trace.rows(0), -1)
    rngs = kernel.generator(3, case.number)
    found: dict[int, Counter[str]] = defaultdict(Counter)
    shown = game.show(kernel.fields(view))
    for _ in range(_DEALS):
        rows = kernel.copy(view)
        game.entry.redeal(rows, rngs)
        for place, card in enumerate(_dealt_anew(case, shown, rows)):
            found[place][card] += 1
        if game.deals_again:
            found[_SECOND][text(kernel.fields(rows).deck.second[0])] += 1
    told = _events(case, trace.records[0], -1)
    dealt = [happened.card for happened in told if happened.deals][: len(case.deck)]
    dealt += [happened.card for happened in told if happened.kind == _SHOWN]
    cards = Counter[str | None](copies(game, len(case.stacks)))
    for place, drawn in found.items():
        _check_chances(case, drawn, cards if place == _SECOND else cards - Counter(dealt))


def _dealt_anew(case: Case, before: Layout, rows: Records) -> list[str]:
    """The cards that a redeal put in hidden places, and the next card of the deck.

    `before`: what was shown of the record that was dealt anew.
    """
    s = kernel.fields(rows)
    after = case.game.show(s)
    dealt = [
        new.card
        for hidden, shown in zip(before.seats, after.seats, strict=True)
        for old, new in zip(hidden.cards, shown.cards, strict=True)
        if old.card == HIDDEN
    ]
    return [*dealt, *map(text, s.deck.card[s.deck.top : min(s.deck.top + 1, s.deck.reach)])]


def _check_chances(case: Case, drawn: Counter[str], unseen: Counter[str | None]) -> None:
    """A chi-squared test for a place where any of the unseen cards may lie."""
    chi = 0.0
    for card, n in unseen.items():
        expected = _DEALS * n / unseen.total()
        chi += (drawn[str(card)] - expected) ** 2 / expected
    degrees = len(unseen) - 1
    if set(drawn) - set(unseen) or chi - degrees > _FAR * (2 * degrees) ** 0.5:
        raise case.broken("redeal_uneven", seen=len(drawn), unseen=len(unseen), chi=round(chi))


def _check_later(trace: Trace) -> None:
    """At later decisions too any card may come next that the rail, or the player, has not seen."""
    decisions = range(len(trace.actions))
    step = max(-(-len(decisions) // _MOMENTS), 1)
    for i in decisions[::step]:
        for seat in (-1, int(kernel.fields(trace.rows(i)).seats.actor)):
            _check_next(trace, seat, i)


def _check_next(trace: Trace, seat: int, i: int) -> None:
    """Redeal until each possible card has come next; none may that an event named to the seat."""
    case, game = trace.case, trace.case.game
    view = concealed(game, trace.rows(i), seat)
    s = kernel.fields(view)
    if s.deck.top >= s.deck.reach:
        return
    told = {
        happened.card
        for data in trace.records[: i + 1]
        for happened in _events(case, data, seat)
        if happened.card
    }
    there = copies(game, len(case.stacks))
    unseen = set(there) - told
    shown = {str(card) for card in told if there[str(card)] == 1}
    missing, rngs = set(unseen), kernel.generator(4, case.number)
    for _ in range(_PATIENCE * len(there)):
        rows = kernel.copy(view)
        game.entry.redeal(rows, rngs)
        s = kernel.fields(rows)
        card = text(s.deck.card[s.deck.top])
        if card in shown:
            raise case.broken("redeal_shown", seat=seat + 1, card=card)
        missing.discard(card)
        if not missing:
            return
    raise case.broken("redeal_never", seat=seat + 1, card=min(missing))
