"""The laws that hold for every game. Each takes the traces of many hands and raises `LawBroken`."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
from msgspec.structs import replace

from sidepot import kernel
from sidepot.cards import CODES, NONE, text
from sidepot.designer.laws import examples, kept, names, phases, plain, redeals, secrecy, together
from sidepot.designer.laws.reshuffled import DealtAgain, goes_under_unseen
from sidepot.designer.laws.room import room_of
from sidepot.designer.laws.state import (
    check_amounts,
    check_cards,
    check_carried,
    check_chips,
    check_dealt,
    check_drawn,
    check_prices,
    check_won,
    lying,
)
from sidepot.designer.laws.trace import (
    Case,
    Trace,
    concealed,
    difference,
    load,
    menu_of,
    offered,
    replay,
    seats,
)
from sidepot.engine import event
from sidepot.engine.action import Action, Legal
from sidepot.engine.diagnostics import SAID
from sidepot.engine.game import Game, Hand
from sidepot.engine.kinds import kinds_of
from sidepot.engine.narration import tell
from sidepot.engine.play import RAIL
from sidepot.engine.view import KEYS, TableView, Views
from sidepot.errors import IllegalAction, LawBroken
from sidepot.kernel import Fields, Records
from sidepot.rules import actions, journal
from sidepot.rules.actions import Menu
from sidepot.rules.seats import is_bank
from sidepot.words import Message

__all__ = ["LAWS"]


def chips(traces: Sequence[Trace]) -> None:
    """Chips are conserved after every verb, no stack is negative, no pot is left over (C5).

    What the hand before has left comes into the pot, and what stays for the next is counted.
    """
    for trace in traces:
        dead = 0
        for i, rows in trace.states():
            s = kernel.fields(rows)
            check_chips(trace.case, s)
            check_amounts(trace.case, s)
            if i:
                check_prices(trace.case, dead, s)
            dead = int(s.chips.dead)
            if trace.case.game.keeps_pot:
                check_carried(trace.case, rows)
    check_won([(trace.case, kernel.fields(trace.rows(-1))) for trace in traces])


def cards(traces: Sequence[Trace]) -> None:
    """No card is dealt twice or lies in two places; the deck is dealt from the top, as it lay.

    Discards may be dealt again in games that refill, when the deck is exhausted, in their order.
    Nothing is dealt any more once the game says so.
    """
    for trace in traces:
        last: int | None = None
        dealt, discards, again = list[str](), set[str](), DealtAgain(trace.case)
        is_face_down = goes_under_unseen(trace.case.game)
        for i, rows in trace.states():
            s = kernel.fields(rows)
            if is_face_down:
                again.see(event.read(s))
            else:
                dealt += [e.card for e in event.read(s) if e.deals and e.card]
                check_dealt(trace.case, dealt, discards)
            if trace.case.game.deals_again and not (is_face_down or s.refill.done):
                discards = set(map(text, np.flatnonzero(s.refill.lies).tolist()))
            _check_numbers(trace.case, np.frombuffer(trace.records[i], rows.dtype)[0])
            check_cards(trace.case, lying(trace.case, s))
            check_drawn(trace.case, s)
            _check_deck(trace.case, s, traces)
            if last is not None and s.deck.top > last:
                raise trace.case.broken("deck_over")
            last = int(s.deck.top) if trace.case.game.is_dealt_out(rows) else None


def _check_numbers(case: Case, record: Any, path: str = "") -> None:
    """Raise `LawBroken` for a card in a part that is no card of the deck."""
    for name in record.dtype.names:
        part = record[name]
        if isinstance(part, np.void):
            _check_numbers(case, part, f"{path}{name}.")
        elif name == "card" and (strange := set(part.ravel().tolist()) - _numbers(case.game)):
            raise case.broken("card_strange", card=min(strange), where=path + name)


@functools.lru_cache
def _numbers(game: Game) -> frozenset[int]:
    """Numbers that may stand for a card: the deck's, their codes, `NONE`, and 0 for no card."""
    deck = game.cards_for(game.most)
    return frozenset((*range(NONE, 1), *deck, *(card % CODES for card in deck)))


def _check_deck(case: Case, s: Fields, traces: Sequence[Trace]) -> None:
    orders = s.deck.card[: s.deck.size].tolist(), s.deck.second[: s.deck.size].tolist()
    if tuple(map(tuple, orders)) != (case.deck, case.second):
        raise case.broken("deck_order")
    if not 0 <= s.deck.top <= s.deck.reach:
        enough = room_of(case.game, traces)
        values = {"top": s.deck.top, "declared": s.deck.reach}
        raise case.broken("deck_reach", **values, reach=enough.reach, common=enough.common)


def menu(traces: Sequence[Trace]) -> None:
    """A menu has one to eight rows, a kind and a range each, made from what the player may know.

    It offers a safe action, has a key of its own for each row, and does not change the record. Its
    code names the kinds that it offers (`engine.kinds`).
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
    for kind in kinds:
        if kinds.count(kind) > 1:
            raise case.broken("menu_twice", kind=case.game.name_of(kind))
        if kind not in kinds_of(case.game):
            named = [*map(case.game.name_of, kinds_of(case.game))]
            raise case.broken("menu_unnamed", kind=case.game.name_of(kind), named=named)
    for i in range(found.n):
        if not 0 <= found.lowest[i] <= found.highest[i]:
            raise case.broken("menu_range", lowest=found.lowest[i], highest=found.highest[i])
    own, names = case.game.keys, [actions.NAMES[kind] for kind in kinds]
    legal = [*map(case.game.name_of, kinds)]
    keys = [own[name] if name in own else KEYS[name] for name in names]
    if len(set(keys)) < len(keys):
        raise case.broken("menu_keys", keys=keys, legal=legal)
    if not set(kinds) & {*actions.SAFE, *case.game.acts.kinds}:
        raise case.broken("menu_safe", legal=legal, safe=actions.SAFE_KINDS)


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
        done, name = Action.decode(action), case.game.name_of(actions.kind(action))
        raise case.broken("action_ignored", action=str(Action(name, done.amount, own=done.own)))
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
    """A record is the whole state of a hand: a copy of its bytes plays on like the original."""
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
    from sidepot.designer.laws.threads import threads  # loads all bots, which no other law needs

    threads(traces)


def faces(traces: Sequence[Trace]) -> None:
    """Every seat and the rail can be shown the table, and the catalogue has all the words."""
    for trace in traces:
        with _facing(trace.case):
            hand = Hand(trace.case.game, trace.case.seated())
        viewers = seats(trace.case, random.Random(trace.case.number))
        for number in trace.actions:
            _show_to_all(trace.case, hand, viewers)
            with _facing(trace.case):
                said = _untypable(hand.legal)
            if said:
                raise trace.case.broken("choice_typed", choice=said)
            with _facing(trace.case):  # sentences name hands by what is shown
                hand.act(Action.decode(number))
        _show_to_all(trace.case, hand, viewers)


@functools.lru_cache
def _untypable(legal: Legal) -> str | None:
    """The words of an action that cannot be typed, or mean another one; None where all can."""
    ends = [choice.at(n) for choice in legal.ranges for n in (choice.lowest, choice.highest)]
    for action in ends:
        said = legal.told(action).text
        try:
            if legal.check(said) != action:
                return said
        except IllegalAction:
            return said
    return None


def _show_to_all(case: Case, hand: Hand, seats: Sequence[int]) -> None:
    views = hand.views(seats)
    for seat in seats:
        with _facing(case):
            view = next(views)
            _check_facts(case, view)
            for message in _said(view, hand.names):
                _render(case, message)
            expected = _with_own(hand, seat) if hand.game.own else view
        if _laid(view) != _laid(expected):
            raise case.broken("own", seat=seat)


def _check_facts(case: Case, view: TableView) -> None:
    for name, value in view.facts.items():
        if isinstance(value, bool) or not isinstance(value, (int, np.integer, Message)):
            raise case.broken("face_fact", name=name, value=repr(value))


def _render(case: Case, message: Message) -> None:
    """Render a message. Raises `LawBroken` for a sentence with a field that it is not given."""
    try:
        message.text  # noqa: B018  # is made when it is first read, and kept for equal hands
    except KeyError as missing:
        field = str(missing.args[0]) if missing.args else ""
        if "." in field or field in message.values:
            raise
        given = [f"{{{name}}}" for name in message.values]
        unknown = f"{{{field}}}"
        raise case.broken("face_field", key=message.key, field=unknown, legal=given) from missing


def _with_own(hand: Hand, seat: int) -> TableView:
    """The rail's view, with the seat's own cards as the game's `own` lays them."""
    views = Views(hand)
    public = views.public
    if seat == RAIL:
        return public
    seen = views.own(views.seen(seat).fields, seat)
    return replace(public, seats=(*public.seats[:seat], seen, *public.seats[seat + 1 :]))


def _laid(view: TableView) -> TableView:
    """A view without what is each viewer's anyway: the seat, the menu and the events."""
    return replace(view, seat=None, menu=(), events=())


@contextmanager
def _facing(case: Case) -> Iterator[None]:
    """The block in which a game that cannot be shown is caught."""
    try:
        yield
    except LawBroken:
        raise
    except KeyError as missing:
        key = str(missing.args[0]) if missing.args else ""
        if not key.startswith(SAID):
            raise case.broken("face", reason=repr(missing)) from missing
        raise case.broken("face_words", key=key) from missing
    except Exception as reason:
        raise case.broken("face", reason=repr(reason)) from reason


def _said(view: TableView, names: Sequence[str]) -> Iterator[Message]:
    """All messages of a view that a front end shows."""
    yield from tell(view.events, names, view.seat)
    yield from (choice.text for choice in view.menu)
    for choice in view.menu:
        if choice.said:
            explained: dict[str, object] = {"key": "", "cost": 0, "each": 0, "cards": []}
            explained |= {"lowest": choice.lowest, "most": choice.highest}
            explained |= {"fewest": choice.least, "cards_most": choice.most}
            yield Message(f"label.{choice.said}", {"n": choice.cost})
            yield Message(f"explain.{choice.said}", explained)
    for done in view.events:
        if done.said:
            yield Message(f"did.{done.said}", {"n": done.amount, "count": done.count})
    yield from (seat.hand for seat in view.seats if seat.hand)
    yield from (Message(f"status.{seat.status}") for seat in view.seats if seat.status != "live")
    yield from (Message(f"fact.{name}", {"n": number}) for name, number in view.facts.items())


def _compare(trace: Trace, records: Sequence[bytes], what: str) -> None:
    for expected, found in zip(trace.records, records, strict=True):
        if expected != found:
            where = difference(trace.case.game, expected, found)
            if what == "replay" and where.startswith("journal."):
                raise trace.case.broken("replay_journal")
            raise trace.case.broken(what, where=where)


Law = Callable[[Sequence[Trace]], None]

LAWS: dict[str, Law] = {
    "chips": chips,
    "cards": cards,
    "kept": kept.kept,
    "phases": phases.phases,
    "menu": menu,
    "every action": every_action,
    "no other action": no_other_action,
    "replays": replays,
    "copies": copies,
    "without journal": without_journal,
    "concealment": secrecy.concealment,
    "redeal": redeals.redeal,
    "next card": redeals.next_card,
    "together": together.together,
    "names": names.names,
    "examples": examples.examples,
    "faces": faces,
    "threads": threads,
    "plain": plain.plain,
}
"""Every law by its name, in the order in which they are tried."""
