"""Stages: divides what one action brought about into steps that are shown one after the other.

Cards come before verdicts, and the winner after the last card. The order is that of the journal,
and the division follows the kinds of events alone, so every game has its stages. A room counts its
pause after them, and a page shows each for its time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from sidepot import cards
from sidepot.engine.event import HandEvent
from sidepot.rules import journal
from sidepot.words import Message


class Stage(Struct, frozen=True, omit_defaults=True):
    """Consecutive events that are shown together: up to index `to`, for `wait` milliseconds.

    `kind`: action, told (said at the same time), hole (dealt face down), deal (face up), card (one
    of those that a seat alone gets), board, match, kept, shown, paid, out, end. `hold`: how many
    milliseconds longer, where the next stage decides and it is close: it is if `is_close`, else
    only the chances tell (`odds.equity.endings`).
    """

    kind: str
    to: int
    wait: int
    hold: int = 0
    is_close: bool = False


STREET = 1200
"""The least time for which a street is shown, in milliseconds, however many stages there are."""
WAITS = {
    "action": 500,
    "told": 1500,
    "hole": 700,
    "deal": 1300,
    "card": 1100,
    "board": 1400,
    "match": 1500,
    "kept": 1700,
    "shown": 1400,
    "paid": 1400,
    "out": 800,
    "end": 0,
}
"""The time for which a stage is shown, in milliseconds, if the others leave it."""
HOLD = 1800
"""The time for which a card or hand that decides is held back where it is close."""
LONGEST = 20_000
"""The milliseconds that all stages of an action take, without `HOLD`; else each is shortened."""
_SHORTEST = 300
_REVEALS = frozenset({"told", "card", "board", "match", "shown"})
"""Stages that turn up something unknown."""
_CARDS = frozenset({"card", "board"})
"""Stages in which the last card of a hand may come."""


def _named(*kinds: int) -> frozenset[str]:
    return frozenset(journal.KINDS[kind] for kind in kinds)


_TOLD = _named(journal.DECIDED, journal.CAME_IN, journal.STAYED_OUT)
_SAID = _TOLD | _named(
    *journal.BETS,
    journal.BOUGHT,
    journal.ALL_IN,
    journal.KEPT,
    journal.DISCARDED,
    journal.DECLINED,
    journal.STAKED,
    journal.PASSED,
)
"""Events by which players carry out what they have said at the same time."""
_WINNING = _named(*journal.WINNING)
_OUT = _named(*journal.GOING) - _named(journal.FOLDED, journal.STAYED_OUT)
_FORCED = _named(*journal.FORCED)
_VERDICTS = _named(journal.SAFE, journal.OUT_BEATEN, journal.BONUS)
"""Events shown with the card that they are about."""
_AFTERWARDS = _named(journal.RETURNED, journal.SHARED, journal.STAYS)
"""Events shown with the ones before them."""
_OPENERS = _named(journal.STREET, journal.TO_BEAT, journal.MATCH)
"""Events that begin a stage even after one of their kind."""
_DEALT, _MATCH, _TO_BEAT, _STREET, _PAID, _SHOWN = (
    journal.KINDS[kind]
    for kind in (
        journal.DEALT,
        journal.MATCH,
        journal.TO_BEAT,
        journal.STREET,
        journal.PAID,
        journal.SHOWN,
    )
)
_HIDDEN = cards.text(cards.HIDDEN)
_KINDS = {
    **dict.fromkeys(_named(journal.STREET, journal.BOARD), "board"),
    **dict.fromkeys(_named(journal.TO_BEAT), "card"),
    **dict.fromkeys(_named(journal.RECEIVED), "hole"),
    **dict.fromkeys(_named(journal.MATCH, journal.KEEPS, journal.KEEPS_ALL), "match"),
    **dict.fromkeys(_named(journal.COLLECTED, journal.MISSED), "kept"),
    **dict.fromkeys(_named(journal.SHOWN), "shown"),
    **dict.fromkeys(_TOLD, "told"),
    **dict.fromkeys(_OUT, "out"),
    **dict.fromkeys(_WINNING, "end"),
}


def stages(
    events: Sequence[HandEvent],
    *,
    together: bool = False,
    hands: Sequence[Message | None] = (),
) -> tuple[Stage, ...]:
    """The stages of some events as the rail knows them; none if there is nothing to wait for.

    `together`: they carry out what several seats have decided at the same time. `hands`: the name
    of each seat's hand at the end. The last stage has no time of its own, except cards that are
    swept away after it.
    """
    found = list(_divided(events, together=together))
    kinds = [kind for kind, _ in found]
    turned_up = sum(kind in _REVEALS for kind in kinds)
    if turned_up < 1 or (turned_up == 1 and kinds[-1] in _REVEALS):
        return ()
    ends = [to for _, to in found]
    is_street = [
        kind == "board" or events[begin].kind == _STREET
        for kind, begin in zip(kinds, [0, *ends], strict=False)
    ]
    waits = [
        max(WAITS[kind], STREET * street) for kind, street in zip(kinds, is_street, strict=True)
    ]
    if kinds[-1] != "kept":
        waits[-1] = 0
    staged = list(map(Stage, kinds, ends, _shortened(waits, is_street)))
    return tuple(_held(staged, events, hands))


def length(found: Sequence[Stage]) -> int:
    """The milliseconds that stages take at most."""
    return sum(stage.wait + stage.hold for stage in found)


def _held(
    found: Sequence[Stage], events: Sequence[HandEvent], hands: Sequence[Message | None]
) -> Sequence[Stage]:
    """The stages, the one before what decides a hand held back where it is or may be close."""
    last = max(n for n, stage in enumerate(found) if stage.kind in _REVEALS)
    is_over = any(event.kind in _WINNING for event in events)
    if not is_over or not last:
        return found
    if found[last].kind == "shown":
        is_held = is_close = _is_close(events, events[found[last - 1].to].seat, hands)
    else:
        before = events[: found[last - 1].to]
        is_held = found[last].kind in _CARDS and any(one.kind == _SHOWN for one in before)
        is_close = False
    held = replace(found[last - 1], hold=HOLD * is_held, is_close=is_close)
    return [*found[: last - 1], held, *found[last:]]


def _is_close(events: Sequence[HandEvent], last: int, hands: Sequence[Message | None]) -> bool:
    """Whether the hand shown last and another begin alike, and one of the two wins."""
    kinds = {
        event.seat: _kind_of(hands[event.seat])
        for event in events
        if event.kind == _SHOWN and event.seat < len(hands)
    }
    own = kinds.pop(last, None)
    winners = {event.seat for event in events if event.kind in _WINNING}
    like = {seat for seat, kind in kinds.items() if kind == own}
    return own is not None and bool(like) and bool(winners & {last, *like})


def _kind_of(hand: Message | None) -> tuple[str, object] | None:
    """The beginning of a hand: its kind and its first rank, such as a pair of kings."""
    if hand is None:
        return None
    inner = hand.values.get("hand")
    return _kind_of(inner) if isinstance(inner, Message) else (hand.key, hand.values.get("first"))


def _shortened(waits: Sequence[int], is_street: Sequence[bool]) -> list[int]:
    """Times that together take no longer than `LONGEST`, as far as each can still be followed."""
    if sum(waits) <= LONGEST:
        return list(waits)
    others = sum(wait for wait, street in zip(waits, is_street, strict=True) if not street)
    scale = max(LONGEST - STREET * sum(is_street), 0) / max(others, 1)
    return [
        min(wait, STREET if street else max(int(wait * scale), _SHORTEST))
        for wait, street in zip(waits, is_street, strict=True)
    ]


def _divided(events: Sequence[HandEvent], *, together: bool) -> Iterator[tuple[str, int]]:
    """Every stage's kind and its end."""
    first, last = 0, ""
    for n, kind in enumerate(_kinds(events, together=together)):
        if n and not _belongs(events, n, kind, last, first):
            yield last, n
            first, last = n, kind
        elif not n:
            last = kind
    if events:
        yield last, len(events)


def _kinds(events: Sequence[HandEvent], *, together: bool) -> Iterator[str]:
    """The kind of stage of each event."""
    is_said, kind = together, ""
    for n, event in enumerate(events):
        is_said = (is_said or event.kind in _TOLD) and event.kind in _SAID
        kind = "told" if is_said else _kind(events, n, kind)
        yield kind


def _kind(events: Sequence[HandEvent], n: int, before: str) -> str:
    """The kind of stage of an event after one of the kind `before`."""
    event = events[n]
    if event.kind == _STREET and n + 1 < len(events) and events[n + 1].kind == _DEALT:
        return _kind(events, n + 1, "")
    if event.kind == _DEALT:
        if event.card == _HIDDEN:
            return "hole"
        return "card" if _is_alone(events, n) else "deal"
    if event.kind in _VERDICTS and before == "card":
        return "card"
    if event.kind in _AFTERWARDS and before == "told":
        return "end"
    if event.kind == _PAID and n:
        return "paid"
    return _KINDS.get(event.kind, "action")


def _is_alone(events: Sequence[HandEvent], n: int) -> bool:
    """Whether a card is one of those that one seat alone gets, and not of a deal to all."""
    if any(event.kind in _FORCED or event.kind == _MATCH for event in events):
        return False
    first = last = n
    while first > 0 and _is_dealt(events[first - 1], events[n].seat):
        first -= 1
    while last + 1 < len(events) and _is_dealt(events[last + 1], events[n].seat):
        last += 1
    around = (*events[max(first - 1, 0) : first], *events[last + 1 : last + 2])
    return not any(event.kind == _DEALT for event in around)


def _is_dealt(event: HandEvent, seat: int) -> bool:
    return event.kind == _DEALT and event.seat == seat


def _belongs(events: Sequence[HandEvent], n: int, kind: str, stage: str, first: int) -> bool:
    """Whether an event is shown with the stage that began at index `first`."""
    before, event = events[n - 1], events[n]
    if event.kind in _AFTERWARDS and kind != "end":
        return True
    if kind != stage or event.kind in _OPENERS:
        return False
    if event.kind == _DEALT and kind == "card":
        return before.kind == _TO_BEAT
    if event.kind == journal.KINDS[journal.BOARD]:
        return events[first].kind == _STREET
    if kind == "shown":
        return before.seat == event.seat
    return kind != "out"
