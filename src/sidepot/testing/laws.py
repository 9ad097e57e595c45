"""The laws that hold for every game. Each takes the traces of many hands and raises `LawBroken`."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from sidepot import kernel
from sidepot.cards import text
from sidepot.engine import event
from sidepot.engine.action import Action
from sidepot.engine.game import Game
from sidepot.engine.hand import Hand
from sidepot.engine.narration import tell
from sidepot.engine.view import TableView
from sidepot.errors import IllegalAction
from sidepot.kernel import Fields, Records
from sidepot.lab.simulate import simulate
from sidepot.rules import actions, journal
from sidepot.rules.actions import Menu
from sidepot.rules.seats import is_bank
from sidepot.testing import phases, plain, secrecy
from sidepot.testing.state import check_cards, check_chips, check_dealt, lying
from sidepot.testing.trace import (
    Case,
    Trace,
    concealed,
    difference,
    load,
    menu_of,
    offered,
    replay,
)
from sidepot.words import Message

__all__ = ["LAWS"]

THREADS = (1, 2, 3)


def chips(traces: Sequence[Trace]) -> None:
    """Chips are conserved after every verb, no stack is negative, no pot is left over (C5)."""
    for trace in traces:
        for _, rows in trace.states():
            check_chips(trace.case, kernel.fields(rows))


def cards(traces: Sequence[Trace]) -> None:
    """No card is dealt twice or lies in two places; the deck is dealt from the top, as it lay.

    Discards may be dealt again in games that refill, when the deck is exhausted, in their order.
    """
    for trace in traces:
        dealt, discards = list[str](), set[str]()
        for _, rows in trace.states():
            s = kernel.fields(rows)
            dealt += [e.card for e in event.read(s) if e.deals and e.card]
            check_dealt(trace.case, dealt, discards)
            if trace.case.game.refills and not s.refill.done:
                discards = set(map(text, np.flatnonzero(s.refill.lies).tolist()))
            check_cards(trace.case, lying(trace.case, s))
            _check_deck(trace.case, s)


def _check_deck(case: Case, s: Fields) -> None:
    orders = s.deck.card[: s.deck.size].tolist(), s.deck.second[: s.deck.size].tolist()
    if tuple(map(tuple, orders)) != (case.deck, case.second):
        raise case.broken("deck_order")
    if not 0 <= s.deck.top <= s.deck.reach:
        raise case.broken("deck_reach", top=s.deck.top, reach=s.deck.reach)


def menu(traces: Sequence[Trace]) -> None:
    """A menu has one to eight rows, a kind and a range each, made from what the player may know.

    It offers a safe action, and does not change the record.
    """
    for trace in traces:
        game = trace.case.game
        for i, rows in trace.states():
            actor = kernel.fields(rows).seats.actor
            if actor >= 0:
                told = menu_of(game, rows)
                if menu_of(game, rows, used=told) != told:
                    raise trace.case.broken("menu_adds")
                if kernel.to_bytes(rows) != trace.records[i]:
                    raise trace.case.broken("menu_writes")
                _check_rows(trace.case, told)
                if menu_of(game, concealed(game, rows, actor)) != told:
                    raise trace.case.broken("menu_secret")


def _check_rows(case: Case, told: bytes) -> None:
    found = kernel.fields(kernel.from_bytes(kernel.record(Menu), told))
    kinds = [found.kind[i] for i in range(found.n)]
    if len(set(kinds)) < len(kinds) or not set(kinds) <= set(range(len(actions.KINDS))):
        raise case.broken("menu_kinds", kinds=kinds)
    for i in range(found.n):
        if not 0 <= found.lowest[i] <= found.highest[i]:
            raise case.broken("menu_range", lowest=found.lowest[i], highest=found.highest[i])
    if not set(kinds) & set(actions.SAFE):
        raise case.broken("menu_safe", legal=[actions.KINDS[kind] for kind in kinds])


def every_action(traces: Sequence[Trace]) -> None:
    """Every action of the menu can be played: it changes the record, and leaves a valid one."""
    for trace in traces:
        for _, rows in trace.states():
            if kernel.fields(rows).seats.actor >= 0:
                _check_live(trace.case, kernel.fields(rows))
                for kind, lowest, highest in offered(trace.case.game, rows):
                    for amount in {lowest, (lowest + highest) // 2, highest}:
                        _try(trace.case, rows, actions.encode(kind, amount))


def _try(case: Case, rows: Records, action: int) -> None:
    after = kernel.copy(rows)
    case.game.entry.step(after, action)
    s = kernel.fields(after)
    check_chips(case, s)
    if _without_journal(rows) == _without_journal(after):
        raise case.broken("action_ignored", action=str(Action.decode(action)))
    if s.seats.actor >= 0:
        _check_live(case, s)


def _check_live(case: Case, s: Fields) -> None:
    if s.seats.actor >= s.seats.n or not s.seats.live[s.seats.actor]:
        raise case.broken("actor_dead", seat=s.seats.actor + 1)
    if is_bank(s.seats, s.seats.actor):
        raise case.broken("actor_bank")


def _without_journal(rows: Records) -> bytes:
    clone = kernel.copy(rows)
    journal.clear(kernel.fields(clone).journal)
    return kernel.to_bytes(clone)


def no_other_action(traces: Sequence[Trace]) -> None:
    """An action that the menu does not offer is refused, and the hand is unchanged."""
    for trace in traces:
        hand = Hand(trace.case.game, trace.case.seated())
        for number in trace.actions:
            before = bytes(hand)
            for action in _others(hand):
                try:
                    hand.act(action)
                except IllegalAction:
                    if bytes(hand) != before:
                        raise trace.case.broken("refusal_writes", action=str(action)) from None
                else:
                    raise trace.case.broken("action_unoffered", action=str(action))
            hand.act(Action.decode(number))
        if _is_refused(hand):
            continue
        raise trace.case.broken("action_after_end")


def _others(hand: Hand) -> Iterator[Action]:
    """Actions just outside the menu."""
    kinds = {choice.kind: choice for choice in hand.legal.ranges}
    for kind in actions.KINDS:
        if kind not in kinds:
            yield Action(kind, 1)
        elif kinds[kind].is_counted:
            yield Action(kind, kinds[kind].lowest - 1)
            yield Action(kind, kinds[kind].highest + 1)


def _is_refused(hand: Hand) -> bool:
    try:
        hand.act("fold")
    except IllegalAction:
        return True
    return False


def replays(traces: Sequence[Trace]) -> None:
    """The same cards and actions make the same records, even on a record that was used before."""
    used: dict[int, bytes] = {}
    for trace in traces:
        game = trace.case.game
        for data in (None, used.get(0)):
            rows = None if data is None else load(game, data)
            _compare(trace, replay(trace.case, trace.actions, rows), "replay")
        used[0] = trace.records[-1]


def copies(traces: Sequence[Trace]) -> None:
    """A record is the whole state of a hand: a copy of its bytes goes on as the original does."""
    for trace in traces:
        game = trace.case.game
        for i, action in enumerate(trace.actions):
            rows = trace.rows(i)
            game.entry.step(rows, action)
            if kernel.to_bytes(rows) != trace.records[i + 1]:
                where = difference(game, trace.records[i + 1], kernel.to_bytes(rows))
                raise trace.case.broken("copy", where=where)


def without_journal(traces: Sequence[Trace]) -> None:
    """With or without room for a journal, the rest of the record is the same."""
    for trace in traces:
        game = trace.case.game
        bare = replay(trace.case, trace.actions, journal=False)
        for i, data in enumerate(bare):
            one, other = (
                _shared_fields(game, r, j) for r, j in ((trace.records[i], True), (data, False))
            )
            if one != other:
                raise trace.case.broken("journal_matters", where=", ".join(_unequal(one, other)))


def _shared_fields(game: Game, data: bytes, journal: bool) -> dict[str, bytes]:
    record = np.frombuffer(data, game.layout(journal=journal))[0]
    names = game.layout().names or ()
    return {name: record[name].tobytes() for name in names if name not in ("journal", "pad")}


def _unequal(one: dict[str, bytes], other: dict[str, bytes]) -> list[str]:
    return [name for name in one if one[name] != other[name]]


def threads(traces: Sequence[Trace]) -> None:
    """Hands played in bulk are the same on any number of threads."""
    for trace in traces[:: max(len(traces) // 5, 1)]:
        case = trace.case
        signatures = [
            simulate(case.game, stacks=case.stacks, hands=64, batch=8, threads=n).signature
            for n in THREADS
        ]
        if len(set(signatures)) > 1:
            raise case.broken("threads", signatures=signatures)


def faces(traces: Sequence[Trace]) -> None:
    """Every seat and the rail can be shown the table, and the catalogue has all the words."""
    for trace in traces:
        hand = Hand(trace.case.game, trace.case.seated())
        seats = secrecy.seats(trace.case, random.Random(trace.case.number))
        for number in trace.actions:
            _show_to_all(trace.case, hand, seats)
            hand.act(Action.decode(number))
        _show_to_all(trace.case, hand, seats)


def _show_to_all(case: Case, hand: Hand, seats: Sequence[int]) -> None:
    for seat in seats:
        try:
            view = hand.table(seat)
            for message in _said(view, hand.names):
                message.render()
        except Exception as reason:
            raise case.broken("face", reason=repr(reason)) from reason


def _said(view: TableView, names: Sequence[str]) -> Iterator[Message]:
    """All messages of a view that a front end shows."""
    yield from tell(view.events, names, view.seat)
    yield from (choice.text for choice in view.menu)
    yield from (seat.hand for seat in view.seats if seat.hand)
    yield from (Message(f"status.{seat.status}") for seat in view.seats if seat.status != "live")
    yield from (Message(f"fact.{name}", {"n": number}) for name, number in view.facts)


def _compare(trace: Trace, records: Sequence[bytes], what: str) -> None:
    for expected, found in zip(trace.records, records, strict=True):
        if expected != found:
            where = difference(trace.case.game, expected, found)
            raise trace.case.broken(what, where=where)


Law = Callable[[Sequence[Trace]], None]

LAWS: dict[str, Law] = {
    "chips": chips,
    "cards": cards,
    "phases": phases.phases,
    "menu": menu,
    "every action": every_action,
    "no other action": no_other_action,
    "replays": replays,
    "copies": copies,
    "without journal": without_journal,
    "concealment": secrecy.concealment,
    "redeal": secrecy.redeal,
    "faces": faces,
    "threads": threads,
    "plain": plain.plain,
}
"""Every law by its name, in the order in which they are tried."""
