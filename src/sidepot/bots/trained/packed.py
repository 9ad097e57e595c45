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

from sidepot.bots.trained import table as tables
from sidepot.bots.trained.abstraction import abstraction_of
from sidepot.bots.trained.hashing import mix
from sidepot.bots.trained.locating import ground_of
from sidepot.bots.trained.strategy import Trained
from sidepot.bots.trained.table import NOWHERE, Table, find, meant_strategy, place_of
from sidepot.engine.game import Game
from sidepot.errors import BadLearned
from sidepot.kernel import Array, compiled, readable

_VERSION = 2
"""The version of packed files: it grows with any change of what a key is made from."""
_WHOLE = 15
"""The number for a frequency of one."""


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


def write(packed: Packed, path: Path) -> None:
    """Write a file."""
    shares = packed.shares
    halves = np.append(shares, np.zeros(len(shares) % 2, np.uint8)).astype(np.uint8)
    arrays = {**packed._asdict(), "shares": halves[::2] << 4 | halves[1::2]}
    del arrays["head"]
    forms = {name: [array.dtype.str, list(array.shape)] for name, array in arrays.items()}
    head = json.dumps({**packed.head, "count": len(shares), "arrays": forms}).encode() + b"\n"
    body = b"".join(np.ascontiguousarray(array).tobytes() for array in arrays.values())
    path.write_bytes(lzma.compress(head + body, preset=9 | lzma.PRESET_EXTREME))


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
        halves = found["shares"]
        found["shares"] = np.stack([halves >> 4, halves & _WHOLE], axis=1).reshape(-1)
        found["shares"] = found["shares"][: head["count"]]
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
    slots = tables.empty(1, 1), int(packed.slots.max(initial=1))
    table = Table(
        readable(np.zeros(places, np.int64)),
        np.zeros((0, slots[1])),
        readable(np.zeros((places, slots[1]), np.uint8)),
    )
    _lay_out(
        readable(packed.situations.astype(np.int64)),
        readable(packed.slots.astype(np.int64)),
        readable(packed.shares),
        buckets,
        table.keys,
        table.total,
    )
    return table


@compiled
def _lay_out(
    situations: Array, slots: Array, shares: Array, buckets: int, keys: Array, total: Array
) -> None:
    """Write every set into a table with room for them."""
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
                    total[at, k] = shares[first + k]
            first += slots[i]


def pack(
    strategy: Trained, met: tuple[Array, Array], head: Mapping[str, Any], least: float = 0.0
) -> Packed:
    """A learned strategy, packed. Situations that never came up are left out.

    `met`: the situations of its training, and the number of slots of each (`Training.situations`).
    So are sets with no more than so many visits, weighed as strategies are: a like one knows more.
    """
    table, buckets = strategy.table, strategy.abstraction.buckets
    situations, slots = met
    offsets = np.concatenate([[0], np.cumsum(np.asarray(slots) * buckets)]).astype(np.int64)
    shares = np.zeros(int(offsets[-1]), np.uint8)
    _spread(
        table.keys, table.total, situations, slots, readable(offsets), buckets,
        float(least), np.zeros((1, table.total.shape[1])), readable(shares),
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
    )


@compiled
def _spread(
    keys: Array,
    total: Array,
    situations: Array,
    slots: Array,
    offsets: Array,
    buckets: int,
    least: float,
    row: Array,
    shares: Array,
) -> None:
    """Write what is played by a table in each situation and bucket, in sixteenths.

    0 stands for nothing. What is too rare to be meant would not be played, and takes room.
    """
    for i in range(len(situations)):
        n = slots[i]
        for bucket in range(buckets):
            at, whole = find(keys, mix(situations[i], bucket)), 0.0
            if at != NOWHERE:
                for k in range(n):
                    whole += total[at, k]
            if whole > least:
                meant_strategy(total, at, n, row, 0)
                for k in range(n):
                    shares[offsets[i] + bucket * n + k] = int(row[0, k] * _WHOLE + 0.5)
