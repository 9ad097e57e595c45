"""The laws of `redeal`: a whole hand from a concealed one, all possible deals equally likely."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Sequence

from sidepot import kernel
from sidepot.cards import text
from sidepot.designer.laws.passed import check_passed
from sidepot.designer.laws.state import check_cards, check_chips, copies, lying, undealt
from sidepot.designer.laws.trace import (
    Case,
    Trace,
    choose_first,
    concealed,
    cuts,
    difference,
    events_of,
    menu_batch,
    menu_of,
    seats,
    seen,
)
from sidepot.engine.narration import HIDDEN
from sidepot.kernel import Records
from sidepot.rules import journal
from sidepot.rules.layout import Layout

_SHOWN = journal.KINDS[journal.SHOWN]
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


def redeal(traces: Sequence[Trace]) -> None:
    """`redeal` makes a complete hand from a concealed one, which can be played to its end.

    Each card is there once, and nothing known has changed.
    """
    for trace in traces:
        for seat in seats(trace.case, random.Random(trace.case.number)):
            chance = random.Random(trace.case.number)
            for i in cuts(trace, chance):
                rows = _check_redeal(trace, seat, i)
                check_passed(trace, seat, i, rows)
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
    told = seen(game, trace.records[0], -1)[1]
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
        for happened in seen(game, data, seat)[1]
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
