"""The laws about what a seat may know: `conceal` and `redeal`.

What a seat may know is what it was told: the events of every verb as it sees them. So a second deal
that tells a seat the same events in answer to the same actions differs only in what that seat may
not know, and then the concealed records must be the same, byte for byte.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from sidepot import kernel
from sidepot.cards import text
from sidepot.games import event
from sidepot.games.event import Event
from sidepot.kernel import Records
from sidepot.rules import journal
from sidepot.testing.state import check_cards, check_chips, lying
from sidepot.testing.trace import (
    Case,
    Trace,
    choose_first,
    concealed,
    difference,
    load,
    menu_of,
    menu_table,
    news,
    offered,
)

CUTS = 3
"""Moments of a hand at which its secrets are changed."""
DEALS = 600
"""Random deals by which the evenness of `redeal` is judged."""
FAR = 6.0
"""Standard deviations that are no accident: one in a billion."""


def concealment(traces: Sequence[Trace]) -> None:
    """Change what a seat may not know, and its concealed record stays the same.

    And what a seat was told, it goes on seeing: its events, and the cards that still lie there.
    """
    tried = 0
    for trace in traces:
        laid = [lying(trace.case, kernel.fields(rows)) for _, rows in trace.states()]
        chance = random.Random(trace.case.number)
        for seat in range(-1, len(trace.case.stacks)):
            _check_told(trace, seat, laid)
            told = [_told(trace.case, data, seat) for data in trace.records]
            for end in _cuts(trace, chance):
                tried += _same_to(trace, seat, told[: end + 1], chance)
    if traces and not tried:
        raise traces[0].case.broken("conceal_untried")


def _check_told(trace: Trace, seat: int, laid: Sequence[Counter[str]]) -> None:
    """The journal hides from others what lies face down, and nothing that is known is hidden.

    `laid`: what lies on the table after every verb.
    """
    case, known = trace.case, set[str | None]()
    for i, rows in trace.states():
        view = kernel.fields(concealed(case.game, rows, seat))
        s = kernel.fields(rows)
        journal.conceal(s.journal, seat)
        known |= {happened.card for happened in event.read(s)}
        if event.read(view) != event.read(s):
            raise case.broken("conceal_journal", seat=seat + 1)
        hidden = (laid[i] - lying(case, view)).keys() & known
        if hidden:
            raise case.broken("conceal_known", seat=seat + 1, card=min(map(str, hidden)))


def _cuts(trace: Trace, chance: random.Random) -> list[int]:
    moments = range(len(trace.records))
    return [*chance.sample(moments, min(CUTS, len(moments))), len(moments) - 1]


def _same_to(
    trace: Trace, seat: int, told: Sequence[tuple[Event, ...]], chance: random.Random
) -> bool:
    """Compare two deals as far as `told` goes; False if the second told the seat something else."""
    game = trace.case.game
    other = replace(trace.case, deck=_other_deck(trace.case, told, chance))
    records = list(_replay_told(other, trace.actions[: len(told) - 1], seat, told))
    if len(records) < len(told):
        return False
    for i, data in enumerate(records):
        one = kernel.to_bytes(concealed(game, trace.rows(i), seat))
        two = kernel.to_bytes(concealed(game, load(game, data), seat))
        if one != two:
            raise trace.case.broken("conceal", seat=seat + 1, where=difference(game, one, two))
    return True


def _told(case: Case, data: bytes, seat: int) -> tuple[Event, ...]:
    return news(case.game, load(case.game, data), seat)


def _other_deck(
    case: Case, told: Sequence[tuple[Event, ...]], chance: random.Random
) -> tuple[int, ...]:
    """The deck with all cards that the seat was not told of in another order."""
    known = {happened.card for verb in told for happened in verb}
    places = [i for i, card in enumerate(case.deck) if text(card) not in known]
    cards = [case.deck[i] for i in places]
    chance.shuffle(cards)
    deck = list(case.deck)
    for place, card in zip(places, cards, strict=True):
        deck[place] = card
    return tuple(deck)


def _replay_told(
    case: Case, actions: Sequence[int], seat: int, told: Sequence[tuple[Event, ...]]
) -> Iterator[bytes]:
    """The records of another deal, as long as it tells the seat the same by legal actions."""
    rows = case.seated()
    case.game.entry.begin(rows)
    for i in range(len(told)):
        data = kernel.to_bytes(rows)
        if _told(case, data, seat) != told[i]:
            return
        yield data
        if i < len(actions):
            if not _is_offered(case, rows, actions[i]):
                return
            case.game.entry.step(rows, actions[i])


def _is_offered(case: Case, rows: Records, action: int) -> bool:
    if kernel.fields(rows).seats.actor < 0:
        return False
    kind, amount = action & 15, action >> 4
    return any(k == kind and a <= amount <= b for k, a, b in offered(case.game, rows))


def redeal(traces: Sequence[Trace]) -> None:
    """`redeal` makes a whole hand of a concealed one, and every unseen card may come next.

    Each card is there once, nothing that was known has changed, and it can be played to the end.
    """
    for trace in traces:
        for seat in range(-1, len(trace.case.stacks)):
            chance = random.Random(trace.case.number)
            for i in _cuts(trace, chance):
                _check_redeal(trace, seat, i)
    for trace in traces[:: max(len(traces) // 5, 1)]:
        _check_even(trace)


def _check_redeal(trace: Trace, seat: int, i: int) -> None:
    case, game = trace.case, trace.case.game
    view = concealed(game, trace.rows(i), seat)
    rows = kernel.copy(view)
    game.entry.redeal(rows, kernel.generator(case.number, i))
    s = kernel.fields(rows)
    if sorted(s.deck.card[: len(game.deck)].tolist()) != sorted(game.deck):
        raise case.broken("redeal_deck")
    check_cards(case, lying(case, s))
    again = concealed(game, rows, seat)
    if kernel.to_bytes(again) != kernel.to_bytes(view):
        where = difference(game, kernel.to_bytes(view), kernel.to_bytes(again))
        raise case.broken("redeal_changes", seat=seat + 1, where=where)
    if seat == s.seats.actor >= 0 and menu_of(game, rows) != menu_of(game, trace.rows(i)):
        raise case.broken("redeal_menu", seat=seat + 1)
    _play_on(case, rows)


def _play_on(case: Case, rows: Records) -> None:
    """From a redealt record to the end of the hand, at random."""
    entry, menus, rngs = case.game.entry, menu_table(), kernel.generator(2, case.number)
    dealt: Counter[str] = Counter(lying(case, kernel.fields(rows)))
    while kernel.fields(rows).seats.actor >= 0:
        entry.menu(rows, menus)
        entry.step(rows, choose_first(menus, rngs))
        s = kernel.fields(rows)
        check_chips(case, s)
        dealt.update(e.card for e in event.read(s) if e.deals and e.card)
        check_cards(case, dealt)


def _check_even(trace: Trace) -> None:
    """Chi-squared over `DEALS` redeals for every card that the rail does not see."""
    case, game = trace.case, trace.case.game
    view = concealed(game, trace.rows(0), -1)
    rngs = kernel.generator(3, case.number)
    found: dict[int, Counter[str]] = defaultdict(Counter)
    for _ in range(DEALS):
        rows = kernel.copy(view)
        game.entry.redeal(rows, rngs)
        for place, card in enumerate(_dealt_anew(case, view, rows)):
            found[place][card] += 1
    seen = {happened.card for happened in _told(case, trace.records[0], -1)} - {None, "??"}
    unseen = len(game.deck) - len(seen)
    for drawn in found.values():
        _check_chances(case, drawn, unseen)


def _dealt_anew(case: Case, view: Records, rows: Records) -> list[str]:
    """The cards that a redeal put where the viewer saw none, and the one that comes next."""
    before, after = (case.game.show(kernel.fields(table)) for table in (view, rows))
    s = kernel.fields(rows)
    dealt = [
        new.card
        for hidden, shown in zip(before.seats, after.seats, strict=True)
        for old, new in zip(hidden.cards, shown.cards, strict=True)
        if old.card == "??"
    ]
    return dealt + [text(s.deck.card[s.deck.top])] * (s.deck.top < s.deck.reach)


def _check_chances(case: Case, drawn: Counter[str], unseen: int) -> None:
    expected = DEALS / unseen
    chi = sum((n - expected) ** 2 / expected for n in drawn.values())
    chi += (unseen - len(drawn)) * expected
    degrees = unseen - 1
    if chi - degrees > FAR * (2 * degrees) ** 0.5:
        raise case.broken("redeal_uneven", seen=len(drawn), unseen=unseen, chi=round(chi))
