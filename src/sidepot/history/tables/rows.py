"""The rows of a replayed hand. Unknown cards are `??`, or null where none is known."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sidepot import cards, kernel, words
from sidepot.engine.arrange import JournalRow
from sidepot.engine.game import Game
from sidepot.engine.kept import POT
from sidepot.history.notation import HIDDEN, Line
from sidepot.history.replayer import Decision
from sidepot.history.replaying import Replay
from sidepot.history.tables.columns import DECISIONS, HANDS, SEATS, TABLES
from sidepot.history.units import UNKNOWN
from sidepot.rules import journal
from sidepot.rules.layout import LaidHand
from sidepot.rules.seats import NOBODY

Row = tuple[Any, ...]
_PRICED = {"call": 1, "pay": 1, "check": 0}
"""Kinds of actions with a price, as multiples of their lowest amount."""
_NO_HAND = LaidHand()


class _Key(NamedTuple):
    """The columns with which every row of a hand begins."""

    file: str | None
    hand: str
    game: str


def rows_of(
    replay: Replay, file: str | None, label: str, tables: Collection[str] = (*TABLES,)
) -> dict[str, list[Row]]:
    """The rows of a hand, by table: of those that are wanted, because naming hands takes time."""
    hand = replay.hand
    key = _Key(file, label, hand.game.name)
    course = _Course(replay)
    decisions = list(course.decisions(key))
    made: Mapping[str, Callable[[], list[Row]]] = {
        HANDS: lambda: [(*key, *_hand(replay, course))],
        SEATS: lambda: [(*key, *row) for row in _seats(replay, course)],
        DECISIONS: lambda: decisions,
    }
    return {name: made[name]() for name in tables}


class _Course:
    """The cards of a hand as they come and go."""

    def __init__(self, replay: Replay) -> None:
        self._replay = replay
        seats = range(replay.hand.seats)
        self.dealt: list[list[int]] = [[] for _ in seats]
        """Physical cards by seat; the board's last."""
        self.dealt.append([])
        self.held: list[list[int]] = [[] for _ in range(len(self.dealt))]
        self.ends: dict[int, str] = {}
        """The way of going out, by seat."""
        self.made = [0] * len(self.held)
        """The number of decisions, by seat."""
        self._unsure: set[int] = set()
        """Seats of which a discard is unknown."""

    def decisions(self, key: _Key) -> Iterator[Row]:
        """The rows of the decisions, up to the end of the hand."""
        replay = self._replay
        first, *later = replay.trace.verbs
        self._follow(first, None)
        chips = sum(replay.hand.starting_stacks) + replay.hand.kept.get(POT, 0)
        players = replay.history.players
        for number, (made, events) in enumerate(zip(replay.trace.decisions, later, strict=True), 1):
            seat = made.line.seat
            self.made[seat] += 1
            player = players[seat] if players else None
            pot = chips - sum(made.stacks) - made.bank
            stack = _told(replay, seat, made.stacks[seat])
            yield (*key, seat + 1, player, number, *self._choice(made), pot, stack,
                   self.cards(seat), self.board)  # fmt: skip
            self._follow(events, made.line)

    def _choice(self, made: Decision) -> Row:
        """The columns from the action to its price."""
        action = made.action
        named = "".join(made.line.cards)
        offered, count, price = _offered(made)
        return (
            action.kind,
            action.amount if action.is_counted else None,
            None if not named.replace(HIDDEN, "") else named,
            offered,
            count,
            price,
        )

    def _follow(self, events: Sequence[JournalRow], line: Line | None) -> None:
        """Take note of the events of a verb, which a line has led to."""
        for kind, seat, card, _ in events:
            if kind in _DEALING:
                self.dealt[seat].append(card)
                self.held[seat].append(card)
            elif kind in _GOING:
                self.ends[seat] = journal.NAMES[kind]
            elif kind == journal.DISCARDED and card in self.held[seat]:
                self.held[seat].remove(card)
                if line and HIDDEN in line.cards and card not in self._replay.trace.hidden:
                    self._unsure.add(seat)

    @property
    def board(self) -> str | None:
        """The community cards so far."""
        return self._text(NOBODY, self.held[NOBODY])

    def cards(self, seat: int) -> str | None:
        """The cards that a seat has not thrown away."""
        return None if seat in self._unsure else self._text(seat, self.held[seat])

    def all_cards(self, seat: int) -> str | None:
        """The cards that a seat was dealt."""
        return self._text(seat, self.dealt[seat])

    def _text(self, seat: int, physical: Sequence[int]) -> str | None:
        hidden, unseen = self._replay.trace.hidden, self._replay.unseen
        if not hidden and not unseen:
            return "".join(map(cards.text, physical))
        texts = [HIDDEN if card in hidden else cards.text(card) for card in physical]
        texts = [HIDDEN if (seat, text) in unseen else text for text in texts]
        return None if texts and all(text == HIDDEN for text in texts) else "".join(texts)


_DEALING, _GOING = frozenset(journal.DEALING), frozenset(journal.GOING) - {journal.MUCKED}


def _offered(made: Decision) -> tuple[str, int, int | None]:
    """The kinds of legal actions, the number of actions, and the price of a call."""
    prices = [row.lowest * _PRICED[row.kind] for row in made.legal.ranges if row.kind in _PRICED]
    kinds = " ".join([row.kind for row in made.legal.ranges])
    return kinds, made.legal.count, prices[0] if prices else None


def _hand(replay: Replay, course: _Course) -> Row:
    """The columns of a hand after its key."""
    hand, is_off = replay.hand, replay.called_off
    won = hand.won
    left = hand.keeps.get(POT, 0)
    before = hand.kept.get(POT, 0)
    return (
        _options(hand.game),
        1 / replay.history.scale,
        _date(replay.history.others),
        hand.players,
        len(hand.actions),
        is_off,
        None if is_off else sum(won),
        None if is_off else sum(chips > 0 for chips in won),
        None if is_off else sum(seat not in course.ends for seat in range(hand.seats)) > 1,
        (0 if is_off else hand.bank) if hand.game.banked else None,
        before,
        before if is_off else left,
        course.board,
    )


def _seats(replay: Replay, course: _Course) -> Iterator[Row]:
    """The rows of the players without their key."""
    hand, is_off, players = replay.hand, replay.called_off, replay.history.players
    laid = _laid(replay)
    won, payoffs = hand.won, hand.payoffs
    for seat in range(hand.players):
        dealt = course.all_cards(seat)
        found = laid[seat] if dealt and HIDDEN not in dealt and not is_off else _NO_HAND
        end = course.ends.get(seat, "won" if won[seat] > 0 else "lost")
        yield (
            seat + 1,
            players[seat] if players else None,
            (seat + 1) % hand.players,
            _told(replay, seat, hand.starting_stacks[seat]),
            0 if is_off else payoffs[seat],
            None if is_off else won[seat],
            None if is_off else end,
            course.made[seat],
            dealt,
            course.cards(seat),
            found.place,
            found.hand.text_by(_english()) if found.hand else None,
        )


def _told(replay: Replay, seat: int, stack: int) -> int | None:
    """A stack of a seat in chips; None where the history tells no stacks."""
    return None if replay.history.starting_stacks[seat] == UNKNOWN else stack


def _laid(replay: Replay) -> Sequence[LaidHand]:
    """The hands as all cards that were dealt make them; a card of the board may be unknown."""
    game = replay.hand.game
    hidden, events = replay.trace.hidden, itertools.chain.from_iterable(replay.trace.verbs)
    if hidden and any(event.seat == NOBODY and event.card in hidden for event in events):
        return [_NO_HAND] * replay.hand.seats
    rows = kernel.filled(game.direct.layout, bytes(replay.hand))
    return game.show(kernel.fields(rows)).seats


@functools.lru_cache(maxsize=1 << 8)
def _options(game: Game) -> str:
    """The options that differ from the game's defaults, as they are typed."""
    usual = {name: option.kind.default for name, option in game.declared.items()}
    return " ".join(f"{name}={v}" for name, v in game.settings.items() if v != usual[name])


def _english() -> words.Catalogue:
    """The catalogue in which hands are named, whatever the reader's language: data are compared."""
    return words.catalogue(words.DEFAULT)


def _date(others: Mapping[str, Any]) -> str | None:
    """The date of a hand, by PHH's fields."""
    year, month, day = (others.get(name) for name in ("year", "month", "day"))
    if not (type(year) is type(month) is type(day) is int):
        return None
    return f"{year:04}-{month:02}-{day:02}"
