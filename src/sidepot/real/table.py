"""The table of a hand with real cards: what lies on it, what was said, and what comes next.

Nothing in it depends on a made-up card: while cards are due the table is as it was before the last
action, with what was paid for it and the cards that were told since.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from sidepot import cards, kernel
from sidepot.engine import action, event, printing
from sidepot.engine.action import Action
from sidepot.engine.arrange import JournalRow
from sidepot.engine.event import HandEvent
from sidepot.engine.narration import tell
from sidepot.engine.play import RAIL
from sidepot.engine.table import ChoiceView, SeatView
from sidepot.engine.view import TableView, Views, undealt
from sidepot.real.entries import Best, Card, Choice, Misdeal
from sidepot.real.hand import Need, RealHand
from sidepot.real.journal import Place
from sidepot.rules import journal
from sidepot.rules.layout import LaidCard
from sidepot.rules.seats import NOBODY
from sidepot.words import Message

_UNSEEN = cards.text(cards.HIDDEN)
_MIDDLE = {journal.BOARD: "hand", journal.MATCH: "match"}
_COUNTED = ("dealt", "shown", "board")
"""Kinds of cards of which several may follow one another at one place."""
_LEVELS = ("opened", "raised")
_PAYING = ("bought", "called", *_LEVELS)
"""Events by which the seat to act pays; the amount of `_LEVELS` is all of its bet."""
_GONE = {**dict.fromkeys(journal.GOING, "out"), journal.FOLDED: "folded"}


def events(real: RealHand) -> list[HandEvent]:
    """The events as far as all is told, as those at the table see them."""
    found = list(real.hand.events())
    if real.is_whole:
        return found
    done = len(real.hand.events(RAIL, 0)) if not real.numbers else 0
    return [*found[: len(found) - done], *_told(real)]


def _told(real: RealHand) -> tuple[HandEvent, ...]:
    """The events of the last verb up to the first card that is due."""
    concealed = real.concealed
    return event.read(kernel.fields(concealed), real.game.names)[: real.row_due]


def view(real: RealHand) -> TableView:
    """The table as it is told, for everybody at it."""
    found = real.hand.view(RAIL)
    if not real.is_whole:
        found = undealt(found) if not real.numbers else _with_payment(real, found)
        found = _with_told(real, replace(found, to_act=None))
    return _given_back(real, found) if real.called_off else found


def _given_back(real: RealHand, found: TableView) -> TableView:
    """A table on which everybody has their chips back."""
    players = [
        replace(seat, stack=stack, paid=0, bet=0)
        for seat, stack in zip(found.seats, real.log.stacks, strict=False)
    ]
    seats = (*players, *found.seats[len(players) :])
    return replace(found, seats=seats, pots=(), to_act=None)


def _with_payment(real: RealHand, found: TableView) -> TableView:
    """The table with what the last to act has paid before the cards that are due."""
    seats, pots, at = list(found.seats), list(found.pots), found.to_act
    for told in _told(real):
        if at is None or told.seat != at or told.kind not in _PAYING:
            continue
        seat = seats[at]
        amount = int(told.amount) - (seat.bet if told.kind in _LEVELS else 0)
        seat = replace(seat, stack=seat.stack - amount, paid=seat.paid + amount)
        if told.kind != "bought":
            seat = replace(seat, bet=seat.bet + amount)
        elif pots:
            pots[0] = replace(pots[0], amount=pots[0].amount + amount)
        seats[at] = seat
    return replace(found, seats=tuple(seats), pots=tuple(pots))


def _with_told(real: RealHand, found: TableView) -> TableView:
    """The table with the cards of the last verb that were told."""
    seats, board = list(found.seats), list(found.board)
    verb, first = len(real.numbers), real.row_due
    for number, row in enumerate(real.verbs[-1]):
        if number >= first and Place(verb, number) not in real.pinned:
            continue
        if row.kind in _MIDDLE:
            card = LaidCard(cards.text(row.card), _MIDDLE[row.kind])
            board = [card] if card.zone == "match" else [*board, card]
        elif row.seat != NOBODY:
            seats[row.seat] = _after(seats[row.seat], row)
    return replace(found, seats=tuple(seats), board=tuple(board))


def _after(seat: SeatView, row: JournalRow) -> SeatView:
    """A seat after an event: with its card, or out."""
    text = _UNSEEN if row.down else cards.text(row.card) if row.card != cards.NONE else ""
    held = list(seat.cards)
    if row.kind == journal.DEALT:
        return replace(seat, cards=(*held, LaidCard(text)), hand=None, best=(), place=None)
    if row.kind == journal.SHOWN:
        at = next((n for n, card in enumerate(held) if card.card == _UNSEEN), None)
        if at is not None:
            held[at] = LaidCard(text, held[at].zone)
        return replace(seat, cards=tuple(held))
    return replace(seat, status=_GONE[row.kind]) if row.kind in _GONE else seat


def next_step(real: RealHand) -> list[Message]:
    """The large sentence: who deals, shows or decides what; at the end who won, and with what."""
    if real.called_off:
        return [Message("session.called_off")]
    if real.compared:
        return [Message("real.best", {"players": [real.names[seat] for seat in real.compared]})]
    if real.is_waiting:
        return [*_dealt_down(real), *_burned(real), _asked_for(real)]
    if real.over:
        return [*printing.won(view(real))] or [*tell(events(real), real.names)][-1:]
    down = [*_dealt_down(real)]
    names = [real.names[seat] for seat in real.asked] or [real.names[real.actor or 0]]
    values = {"player": names[0], "players": names, "choices": _choices(real)}
    if len(names) > 1:
        return [*down, Message("real.turn_all", values)]
    is_lowest = view(real).seats[real.actor or 0].place == 0
    if is_lowest:
        return [*down, Message("real.turn_lowest", values)]
    return [*down, Message("real.turn", values)]


def menu(real: RealHand) -> tuple[ChoiceView, ...]:
    """The choices of the seat to act, with their prices; empty while nobody is."""
    return Views(real.hand).menu(real.legal, real.actor) if real.actor is not None else ()


def entries(real: RealHand) -> list[Message]:
    """A sentence for each entry of the log, in its order."""
    places = iter(real.places)
    numbers = iter(() if real.game.choices else real.numbers)
    found = []
    for entry in real.entries:
        if isinstance(entry, Card):
            found.append(_laid(entry.card, real, next(places, None)))
        elif isinstance(entry, Choice):
            found.append(_chosen(entry, real, next(numbers, None)))
        elif isinstance(entry, Misdeal):
            found.append(Message("session.called_off"))
        elif isinstance(entry, Best):
            names = [real.names[seat] for seat in entry.seats]
            found.append(Message("real.entry_best", {"players": names, "n": len(names)}))
        else:
            found.append(Message("room.mucked", {"player": real.names[entry.seat]}))
    return found


def _laid(card: str, real: RealHand, place: Place | None) -> Message:
    """An open card, and whose it is."""
    row = real.verbs[place.verb][place.row] if place else None
    if row is None or row.seat == NOBODY:
        return Message("event.board", {"cards": [card]})
    kind = "shown" if row.kind == journal.SHOWN else "dealt"
    return Message(f"event.{kind}", {"player": real.names[row.seat], "cards": [card]})


def _chosen(entry: Choice, real: RealHand, number: int | None) -> Message:
    """An action in table talk; `number`: the same as the verbs took it, where known."""
    kind, *named = entry.action.lower().replace(" to ", "_to ").split()
    if kind == "exchange" and named and not named[0].isdigit():
        what = Message("real.entry_exchange", {"n": len(named)})
    elif named and not named[0].isdigit():
        what = _picked(kind, [card.title() if card != _UNSEEN else card for card in named])
    else:
        known = Action.decode(number) if number is not None else None
        amount = int(named[0]) if named else known.amount if known else 0
        what = action.Choice(known.kind if known else kind, amount, amount).message
    return Message("real.entry", {"player": real.names[entry.seat], "what": what})


def _choices(real: RealHand) -> list[Message]:
    return [_offered(choice) for choice in real.legal.ranges]


def _offered(choice: action.Choice) -> Message:
    """A choice in table talk; cards that nobody else sees are not listed one by one."""
    if choice.is_set or not choice.cards:
        return choice.message
    return _picked(choice.kind, tuple(dict.fromkeys(choice.cards)))


def _picked(kind: str, picked: Sequence[str]) -> Message:
    """A choice that picks one of some cards."""
    if set(picked) != {_UNSEEN}:
        return Message(f"choice.{kind}", {"cards": list(picked)})
    return Message("real.lay") if kind == "lay" else Message("real.discard")


def _asked_for(real: RealHand) -> Message:
    """The sentence that asks for the cards that come next, one after the other to one seat."""
    first, *others = real.needs
    same = 1
    for need in others:
        if need[1:] != first[1:] or _skipped(real, need):
            break
        same += 1
    player = real.names[first.seat] if first.seat != NOBODY else ""
    values = {"player": player, "n": same}
    if _goes_on(real, first):
        return _asked_for_more(first, values)
    if first.kind == "dealt":
        return Message("real.deal", values)
    if real.may_muck:
        return Message("real.show_or_muck", values)
    if first.kind == "shown":
        return Message("real.show", values)
    if first.kind == "board":
        return Message("real.board", {"n": same})
    return (
        Message("real.match") if first.kind == "match" else Message("real.name", {"player": player})
    )


def _goes_on(real: RealHand, need: Need) -> bool:
    """Whether the card told before a due one was dealt or shown with it, for the same seat."""
    verb, row = need.place
    if not row or Place(verb, row - 1) not in real.pinned or _skipped(real, need):
        return False
    before = real.verbs[verb][row - 1]
    is_like = (journal.NAMES[before.kind], before.seat) == (need.kind, need.seat)
    return is_like and need.kind in _COUNTED


def _asked_for_more(need: Need, values: Mapping[str, Any]) -> Message:
    """The sentence for cards that follow others of the same seat, or of the board."""
    if need.kind == "dealt":
        return Message("real.deal_more", values)
    if need.kind == "shown":
        return Message("real.show_more", values)
    return Message("real.board_more", {"n": values["n"]})


def _dealt_down(real: RealHand) -> Iterator[Message]:
    """The sentences that cards are dealt face down, since the last card that was told."""
    if real.asked and len(real.asked) < len(real.hand.asked):
        return  # one of those who decide now has done so
    verb, rows = len(real.verbs) - 1, real.verbs[-1]
    end = real.row_due if real.is_waiting else len(rows)
    last = max((at.row + 1 for at in real.pinned if at.verb == verb and at.row < end), default=0)
    counts = Counter(row.seat for row in rows[last:end] if row.deals and row.down)
    if len(counts) == real.hand.players > 1 and len(set(counts.values())) == 1:
        yield Message("real.down_all", {"n": counts[0]})
        return
    for seat, n in counts.items():
        yield Message("real.down", {"player": real.names[seat], "n": n})


def _burned(real: RealHand) -> Iterator[Message]:
    """The sentence that a card is put aside first, where the rules skip one in the deck."""
    n = _skipped(real, real.needs[0])
    if n:
        yield Message("real.burn", {"n": n})


def _skipped(real: RealHand, need: Need) -> int:
    """The cards of the deck between those dealt before and one that is due."""
    places = {card: place for place, card in enumerate(real.hand.deck)}
    top = 0
    for verb, rows in enumerate(real.verbs):
        for number, row in enumerate(rows):
            if Place(verb, number) == need.place:
                return max(places[row.card] - top, 0) if row.deals else 0
            if row.deals:
                top = max(top, places[row.card] + 1)
    return 0
