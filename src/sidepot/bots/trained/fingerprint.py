"""Identity of the rules that a strategy was learned for: a fingerprint, and played hands."""

from __future__ import annotations

import hashlib
import zlib
from dataclasses import dataclass
from typing import Any

from sidepot import kernel
from sidepot.engine import setup
from sidepot.engine.game import Game
from sidepot.kernel.fingerprint import joint_fingerprint
from sidepot.rules.actions import Menu, any_of
from sidepot.rules.deck import shuffle

_HANDS = 60
_SHORT = 12
"""Characters by which a fingerprint is shown."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules that a strategy was learned for.

    `code` is the fingerprint of the five verbs; it changes with any change of their source, and
    with the version of Python. `play` is made from hands at random: what was offered and who won.
    """

    game: str
    options: str
    code: str
    play: str

    def __str__(self) -> str:
        options = f" {self.options}" if self.options else ""
        return f"{self.game}{options}, {self.play[:_SHORT]}"

    def fits(self, other: Rules) -> bool:
        """Whether a strategy for these rules can play by the others."""
        is_same = (self.game, self.options) == (other.game, other.options)
        return is_same and (self.code == other.code or self.play == other.play)


def rules_of(game: Game) -> Rules:
    """The rules of a game with its options."""
    options = " ".join(f"{name}={_text(value)}" for name, value in sorted(game.numbers.items()))
    return Rules(game.name, options, joint_fingerprint(game.verbs), _play(game))


def _text(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _play(game: Game) -> str:
    """A hash of the menus and the ends of hands at random, with the fewest and more players."""
    digest = hashlib.sha256()
    for hand in range(_HANDS):
        players = min(game.least + hand % 2, game.most)
        digest.update(_hand(game, players, hand))
    return digest.hexdigest()


def _hand(game: Game, players: int, hand: int) -> bytes:
    """The menus of a random hand, decision by decision, and the stacks at its end."""
    rows, menus = game.batch(journal=False), kernel.batch(kernel.record(Menu))
    rngs = kernel.generator(zlib.crc32(game.name.encode()), hand)
    s: Any = kernel.fields(rows)
    setup.seat(game, s, game.stacks(players))
    m: Any = kernel.fields(menus)
    rng: Any = kernel.fields(rngs)
    shuffle(s.deck, rng)
    game.entry.begin(rows)
    told = []
    while s.seats.actor >= 0:
        game.entry.menu(rows, menus)
        told.append(kernel.to_bytes(menus))
        game.entry.step(rows, int(any_of(m, rng)))
    return b"".join(told) + repr(s.chips.stack.tolist()).encode()
