"""The line of a hand: its actions so far, kept beside the record and shown to agents.

A record holds the cards and chips of a moment, and forgets who bet before: raise and call leave the
same as call, raise and call. A log, one row of whole numbers a hand, keeps the actions by round. A
round is over when the rules clear that somebody has acted (`rules.seats.open_round`); a game that
never does has one round a hand.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from sidepot.engine.game import Game
from sidepot.errors import BadSetup
from sidepot.kernel import Array, Records, compiled, index, readable
from sidepot.lab.envs.offers import kinds_of, places_in
from sidepot.lab.envs.plan import Range
from sidepot.rules import actions, sets
from sidepot.rules.actions import CHOSEN, PAID, PICKED, SECRET, SETS
from sidepot.rules.seats import NOBODY

_MOST_ROUNDS, _MOST_SLOTS = 64, 256
_ACTED, _ROUND, _PAST, _FOLDED, _COUNTS = range(5)
"""Columns of a log: the seats that had acted before the last action, the round by its place among
those kept, the rounds before these, the folded actions, and from there on each round's count."""
_SEAT_BITS = 5
_HALF = 24
"""Bits of each of the two numbers by which folded actions are shown: float32 holds them exactly."""
_MASK = (1 << 2 * _HALF) - 1
_PRIME = (1 << 40) + 0x1B3
"""The multiplier of FNV-1a."""
_HALVES = 2


class Line(NamedTuple):
    """The actions that an observation shows: of so many last rounds, so many last ones each.

    Actions beyond these are folded into two numbers, which differ where the actions do. With one
    round nothing is shown of those before.
    """

    rounds: int
    slots: int


NO_LINE = Line(0, 0)
_NAMES = {"none": NO_LINE, "round": Line(1, 12), "all": Line(6, 12)}
"""The lines that have a name: no action, those of this round, those of the hand."""
History = str | Line | tuple[int, int]
"""A line, or its name."""


def line_of(history: History) -> Line:
    """The line of a name, or of a number of rounds and of slots a round. Raises `BadSetup`."""
    if isinstance(history, str) and history in _NAMES:
        return _NAMES[history]
    numbers = history if isinstance(history, tuple) and len(history) == len(NO_LINE) else (-1, -1)
    is_whole = all(type(number) is int for number in numbers)
    if numbers == NO_LINE:
        return NO_LINE
    if is_whole and 1 <= numbers[0] <= _MOST_ROUNDS and 1 <= numbers[1] <= _MOST_SLOTS:
        return Line(*numbers)
    most = {"rounds": _MOST_ROUNDS, "slots": _MOST_SLOTS}
    raise BadSetup("error.history", given=str(history), legal=list(_NAMES), **most)


class _Form(NamedTuple):
    """The numbers of a log that the compiled functions go by."""

    rounds: int
    slots: int
    seats: int
    first: int
    """The place of the first number in an observation."""
    kinds: int
    places: int
    """The places of which actions pick sets."""


class Log:
    """The layout of the logs of a table, and of what they add to an observation."""

    def __init__(self, game: Game, seats: int, stack: int, line: Line, first: int) -> None:
        """`seats` counts a bank; `stack` divides chips; `first`: the place in the observation."""
        self.line = line
        self.columns = _COUNTS + line.rounds * (1 + line.slots) if line.rounds else 0
        kinds = kinds_of(game)
        self.shape = (line.rounds, line.slots, seats + len(kinds) + 1)
        self.first = first
        self.size = int(np.prod(self.shape)) + _HALVES if line.rounds else 0
        places = places_in(game)
        form = _Form(*line, seats, first, len(kinds), places)
        self.form = readable(np.array(form, np.int64))
        """A `_Form`."""
        columns = [kinds.index(kind) if kind in kinds else -1 for kind in range(len(actions.NAMES))]
        self.kinds = readable(np.array(columns, np.int64))
        """The column of each kind in a slot."""
        scales = [_scale(kind, stack, game.reach) for kind in range(len(actions.NAMES))]
        self.scales = np.array(scales, np.float64)
        """The factor of each kind's amount."""

    @property
    def shown(self) -> tuple[Array, Array, Array]:
        """The arguments of `write` that show a log."""
        return self.form, self.kinds, self.scales

    @property
    def ranges(self) -> tuple[Range, ...]:
        """The parts of an observation, none without a line."""
        if not self.size:
            return ()
        folded = self.first + self.size - _HALVES
        return (
            Range("line", self.first, self.shape, "line"),
            Range("line folded", folded, (_HALVES,), "folded"),
        )

    def rows(self, n: int) -> Array:
        """Empty logs."""
        return readable(np.zeros((n, self.columns), np.int64))


def _scale(kind: int, stack: int, reach: int) -> float:
    """The factor of the amounts of a kind of action: chips by the stack, cards by the most."""
    return 1 / stack if kind in PAID else 1 / max(reach, 1)


@compiled
def clear(logs: Array, i: int) -> None:
    """Begin a hand."""
    for k in range(logs.shape[1]):
        logs[i, k] = 0


@compiled
def note(logs: Array, i: int, form: Array, s: Any, action: int) -> None:
    """Note the action of the seat to act, before it is done."""
    _note(logs, i, form, _acted(s), s.seats.actor, action)


@compiled
def _note(logs: Array, i: int, form: Array, acted: int, seat: int, action: int) -> None:
    """Note an action of a seat, when so many seats had acted in its round."""
    _follow(logs, i, form, acted)
    rounds, slots, k = form[0], form[1], logs[i, _ROUND]
    start = _COUNTS + rounds + k * slots
    if logs[i, index(_COUNTS + k)] == slots:
        _fold(logs, i, form, k, logs[i, index(start)])
        for j in range(slots - 1):
            logs[i, index(start + j)] = logs[i, index(start + j + 1)]
        logs[i, index(_COUNTS + k)] -= 1
    entry = (action << _SEAT_BITS | seat) + 1
    logs[i, index(start + logs[i, index(_COUNTS + k)])] = entry
    logs[i, index(_COUNTS + k)] += 1
    logs[i, _ACTED] = acted


@compiled
def follow(logs: Array, i: int, form: Array, s: Any) -> None:
    """Begin the next round of the log, if that of the last action is over."""
    if s.seats.actor != NOBODY:
        _follow(logs, i, form, _acted(s))


@compiled
def _follow(logs: Array, i: int, form: Array, acted: int) -> None:
    """Begin the next round of the log, if seats that had acted have not in this one."""
    rounds, slots = form[0], form[1]
    if not logs[i, _ACTED] & ~acted:
        return
    logs[i, _ACTED] = 0
    if rounds == 1:
        clear(logs, i)
        return
    if logs[i, _ROUND] < rounds - 1:
        logs[i, _ROUND] += 1
        return
    first = _COUNTS + rounds
    for j in range(logs[i, _COUNTS]):
        _fold(logs, i, form, 0, logs[i, index(first + j)])
    for k in range(rounds - 1):
        logs[i, index(_COUNTS + k)] = logs[i, index(_COUNTS + k + 1)]
    logs[i, index(_COUNTS + rounds - 1)] = 0
    for j in range((rounds - 1) * slots):
        logs[i, index(first + j)] = logs[i, index(first + j + slots)]
    for j in range((rounds - 1) * slots, rounds * slots):
        logs[i, index(first + j)] = 0
    logs[i, _PAST] += 1


@compiled
def _acted(s: Any) -> int:
    """The seats that have acted in this round, a bit each."""
    bits = 0
    for p in range(s.seats.n):
        bits |= s.seats.acted[p] << p
    return bits


@compiled
def _fold(logs: Array, i: int, form: Array, k: int, entry: int) -> None:
    """Fold an action of a round into one number, as far as everybody has seen it."""
    seat, action = (entry - 1) & ((1 << _SEAT_BITS) - 1), (entry - 1) >> _SEAT_BITS
    kind, amount = actions.kind(action), actions.amount(action)
    if kind == CHOSEN or kind in SECRET:
        kind, amount = CHOSEN, 0
    if kind in PICKED:
        amount = _picked(kind, amount, form[5])
    # the numbers of a fold are positive, so that it is not that of nothing
    folded = _mixed(logs[i, _FOLDED], 1 + seat + 32 * (kind + 256 * (logs[i, _PAST] + k)))
    logs[i, _FOLDED] = _mixed(folded, 1 + amount)


@compiled
def _mixed(folded: int, number: int) -> int:
    found: int = ((folded ^ number) * _PRIME) & _MASK
    return found


@compiled
def _picked(kind: int, amount: int, places: int) -> int:
    """The part of a pick that everybody sees: the number of cards."""
    if kind not in SETS:
        return 1
    picked, found = sets.mask(places, amount), 0
    while picked:
        picked &= picked - 1
        found += 1
    return found


@compiled
def write(
    logs: Array, i: int, form: Array, kinds: Array, scales: Array, me: int, out: Array, row: int
) -> None:
    """Write a log into a row of observations, as a seat may know it.

    Each action has a one for its seat, the observer's first, a one for its kind, and its amount. Of
    the cards that others pick only the number is shown, and of their secret choices nothing.
    """
    rounds, slots, n, at, count = form[0], form[1], form[2], form[3], form[4]
    for k in range(rounds * slots * (n + count + 1)):
        out[row, index(at + k)] = 0.0
    for k in range(rounds):
        start = _COUNTS + rounds + k * slots
        for j in range(logs[i, index(_COUNTS + k)]):
            to = at + (k * slots + j) * (n + count + 1)
            entry = logs[i, index(start + j)] - 1
            seat, action = entry & ((1 << _SEAT_BITS) - 1), entry >> _SEAT_BITS
            kind, amount = actions.kind(action), actions.amount(action)
            out[row, index(to + (seat - me + n) % n)] = 1.0
            if kind == CHOSEN or (kind in SECRET and seat != me):
                continue
            if kind in PICKED:
                is_own_place = seat == me and kind not in SETS
                amount = amount + 1 if is_own_place else _picked(kind, amount, form[5])
            out[row, index(to + n + kinds[kind])] = 1.0
            out[row, index(to + n + count)] = amount * scales[kind]
    end = at + rounds * slots * (n + count + 1)
    folded = logs[i, _FOLDED]
    out[row, index(end)] = (folded >> _HALF) / (1 << _HALF)
    out[row, index(end + 1)] = (folded & ((1 << _HALF) - 1)) / (1 << _HALF)


@compiled
def note_first(logs: Array, i: int, form: Array, rows: Records, action: int) -> None:
    """`note` for record i of a batch, for callers in Python."""
    note(logs, i, form, rows[i], action)


@compiled
def follow_first(logs: Array, i: int, form: Array, rows: Records) -> None:
    """`follow` for record i of a batch, for callers in Python."""
    follow(logs, i, form, rows[i])


@compiled
def note_known(logs: Array, i: int, form: Array, acts: Array) -> None:
    """Note actions as a viewer knows them (`engine.acts.Act`), a row each."""
    for k in range(len(acts)):
        _note(logs, i, form, acts[k, 2], acts[k, 0], acts[k, 1])
