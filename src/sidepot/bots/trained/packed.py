"""Packed strategies, as they ship: action frequencies in sixteenths, without regrets.

A file is a line of JSON, and then the arrays that it names, one after another, in LZMA.
"""

from __future__ import annotations

import json
import lzma
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from sidepot.bots.trained.abstraction import abstraction_of
from sidepot.bots.trained.hashing import mix
from sidepot.bots.trained.locating import ground_of
from sidepot.bots.trained.strategy import Trained
from sidepot.bots.trained.table import NOWHERE, Table, find, mass_of, meant_strategy, place_of
from sidepot.engine.game import Game
from sidepot.errors import BadLearned
from sidepot.kernel import Array, compiled, readable

_VERSION = 2
"""The version of packed files: it grows with any change of what a key is made from."""
_WHOLE = 15
"""The number for a frequency of one."""
_STEP = 1.5
"""The ratio of two masses that follow each other: sixteen of them reach from 1 to 438."""


class Packed(NamedTuple):
    """A strategy for a kind of game: every public situation times every bucket."""

    head: Mapping[str, Any]
    """The version, the rules, the number of players, and how it was trained."""
    sizes: Array
    rounds: Array
    centers: Array
    situations: Array
    """int64[situations]: their keys, in order."""
    slots: Array
    """uint8[situations]: how many actions each has."""
    shares: Array
    """uint8[numbers]: for each situation, bucket and slot, sixteenths of a chance."""
    masses: Array = np.zeros(0, np.uint8)
    """uint8[situations * buckets]: how often each set comes up beside the most frequent one of its
    situation, which has `_WHOLE`: one less is 1 / `_STEP` of it. Or none: all are alike."""


def write(packed: Packed, path: Path) -> None:
    """Write a file."""
    arrays = packed._asdict()
    arrays |= {"shares": _halved(packed.shares), "masses": _halved(packed.masses)}
    del arrays["head"]
    forms = {name: [array.dtype.str, list(array.shape)] for name, array in arrays.items()}
    count = len(packed.shares)
    head = json.dumps({**packed.head, "count": count, "arrays": forms}).encode() + b"\n"
    body = b"".join(np.ascontiguousarray(array).tobytes() for array in arrays.values())
    path.write_bytes(lzma.compress(head + body, preset=9 | lzma.PRESET_EXTREME))


def _halved(numbers: Array) -> Array:
    """Numbers below 16 in half of the bytes."""
    even = np.append(numbers, np.zeros(len(numbers) % 2, np.uint8)).astype(np.uint8)
    return even[::2] << 4 | even[1::2]


def _doubled(halves: Array, count: int) -> Array:
    """The first `count` numbers of `_halved` ones."""
    return np.stack([halves >> 4, halves & _WHOLE], axis=1).reshape(-1)[:count]


def read(path: Path) -> Packed:
    """Read a file. Raises `BadLearned` for one that is damaged or of another version."""
    try:
        line, _, body = lzma.decompress(path.read_bytes()).partition(b"\n")
        head = json.loads(line)
        if head["version"] != _VERSION:
            theirs = head["version"]
            raise BadLearned("learn.version", file=str(path), theirs=theirs, ours=_VERSION)
        found, at = dict[str, Any](), 0
        for name, (form, shape) in head["arrays"].items():
            count = int(np.prod(shape))
            array = np.frombuffer(body, form, count, at).reshape(shape)
            found[name], at = array, at + array.nbytes
        found["shares"] = _doubled(found["shares"], head["count"])
        if "masses" in found:
            count = found["centers"].shape[1] * len(found["slots"])
            found["masses"] = _doubled(found["masses"], count)
        return Packed(head, **found)
    except (
        *(OSError, EOFError, lzma.LZMAError, ValueError, LookupError, TypeError, RecursionError),
    ) as error:
        reason = str(error) or type(error).__name__
        raise BadLearned("learn.broken", file=str(path), reason=reason) from error


def strategy(game: Game, packed: Packed, table: Table) -> Trained:
    """The strategy to play a game by; `table` is that of the packed one (`table_of`)."""
    buckets = packed.centers.shape[1]
    sizes = tuple(packed.sizes.tolist())
    memory = packed.head["memory"]
    abstraction = replace(abstraction_of(game), sizes=sizes, buckets=buckets, memory=memory)
    ground = ground_of(game, abstraction)._replace(
        rounds=readable(packed.rounds.astype(np.int64)),
        centers=readable(packed.centers.astype(np.int64)),
    )
    return Trained(game, packed.head["players"], abstraction, ground, table, packed.head)


def table_of(packed: Packed) -> Table:
    """The table of a packed strategy, laid out to be searched: tens of milliseconds."""
    buckets = packed.centers.shape[1]
    places = 1 << int(2 * buckets * len(packed.situations)).bit_length()
    slots = int(packed.slots.max(initial=1))
    masses = packed.masses if len(packed.masses) else np.zeros(buckets * len(packed.situations))
    weights = np.rint(_STEP ** masses.astype(np.float64))
    table = Table(
        readable(np.zeros(places, np.int64)),
        np.zeros((0, slots)),
        readable(np.zeros((places, slots), np.uint16)),
    )
    _lay_out(
        readable(packed.situations.astype(np.int64)),
        readable(packed.slots.astype(np.int64)),
        readable(packed.shares),
        readable(weights.astype(np.int64)),
        buckets,
        table.keys,
        table.total,
    )
    return table


@compiled
def _lay_out(
    situations: Array,
    slots: Array,
    shares: Array,
    weights: Array,
    buckets: int,
    keys: Array,
    total: Array,
) -> None:
    """Write every set into a table with room for them: its shares times its weight."""
    first = 0
    for i in range(len(situations)):
        for bucket in range(buckets):
            whole = 0
            for k in range(slots[i]):
                whole += shares[first + k]
            if whole > 0:
                key = mix(situations[i], bucket)
                at = place_of(keys, key)
                keys[at] = key
                for k in range(slots[i]):
                    total[at, k] = shares[first + k] * weights[i * buckets + bucket]
            first += slots[i]


def pack(
    strategy: Trained,
    met: tuple[Array, Array],
    head: Mapping[str, Any],
    least: float = 0.0,
    *,
    has_masses: bool = False,
) -> Packed:
    """A learned strategy, packed. Situations that never came up are left out.

    `met`: the situations of its training, and the number of slots of each (`Training.situations`).
    So are sets with no more than so many visits, weighed as strategies are: a like one knows more.
    """
    table, buckets = strategy.table, strategy.abstraction.buckets
    situations, slots = met
    offsets = np.concatenate([[0], np.cumsum(np.asarray(slots) * buckets)]).astype(np.int64)
    shares, visits = np.zeros(int(offsets[-1]), np.uint8), np.zeros((len(slots), buckets))
    _spread(
        table.keys, table.total, situations, slots, readable(offsets), buckets,
        float(least), readable(shares), visits,
    )  # fmt: skip
    kept = [i for i in range(len(slots)) if shares[offsets[i] : offsets[i + 1]].any()]
    parts = [shares[offsets[i] : offsets[i + 1]] for i in kept]
    ground = strategy.ground
    return Packed(
        {"version": _VERSION, "players": strategy.players, **head},
        np.asarray(ground.sizes),
        np.asarray(ground.rounds),
        np.asarray(ground.centers).astype(np.int16),
        np.asarray(situations)[kept],
        np.asarray(slots)[kept].astype(np.uint8),
        np.concatenate([*parts, np.zeros(0, np.uint8)]),
        _masses(visits[kept]) if has_masses else np.zeros(0, np.uint8),
    )


def _masses(visits: Array) -> Array:
    """The masses of the sets of some situations, by how often each came up."""
    most = np.maximum(visits.max(axis=1, keepdims=True, initial=0.0), 1e-300)
    rare = np.log(np.maximum(visits / most, 1e-300)) / np.log(_STEP)
    found: Array = np.maximum(np.rint(_WHOLE + rare), 0.0).astype(np.uint8).reshape(-1)
    return found


@compiled
def _spread(
    keys: Array,
    total: Array,
    situations: Array,
    slots: Array,
    offsets: Array,
    buckets: int,
    least: float,
    shares: Array,
    visits: Array,
) -> None:
    """Write what is played by a table in each situation and bucket, in sixteenths, and its visits.

    0 stands for nothing. What is too rare to be meant would not be played, and takes room.
    """
    row = np.zeros((1, total.shape[1]))
    for i in range(len(situations)):
        n = slots[i]
        for bucket in range(buckets):
            at = find(keys, mix(situations[i], bucket))
            whole = mass_of(total, at, n) if at != NOWHERE else 0.0
            if whole > least:
                visits[i, bucket] = whole
                meant_strategy(total, at, n, row, 0)
                for k in range(n):
                    shares[offsets[i] + bucket * n + k] = int(row[0, k] * _WHOLE + 0.5)
