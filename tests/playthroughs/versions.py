"""The play of each version of a game's rules, as a digest: cards, actions, events and results.

`python -m tests.playthroughs.versions` adds the versions that are missing, and changes none. A game
whose play has changed needs a higher `rules_version` in its file, because papers cite it.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterator, Mapping
from pathlib import Path

from sidepot.engine import keeping
from sidepot.engine.game import Game
from sidepot.engine.play import RAIL
from sidepot.games import registry

FILE = Path(__file__).with_name("versions.json")
_SEED = 2
_HANDS = 4
"""Hands with the fewest and with the most players."""
_DIGITS = 16


def recorded() -> dict[str, dict[str, str]]:
    """The digests by game and version."""
    return dict(json.loads(FILE.read_text("utf-8")))


def digest(game: Game) -> str:
    """The play of a game, by which no words and no option's help count."""
    return hashlib.sha256("\n".join(_play(game)).encode()).hexdigest()[:_DIGITS]


def _play(game: Game) -> Iterator[str]:
    for players in (game.least, game.most):
        kept = keeping.blank(game, players)
        for number in range(_HANDS):
            stacks = [20 * game.unit + p for p in range(players)]
            hand = game.deal(stacks=stacks, seed=_SEED, hand=number, kept=kept)
            chance = random.Random(number)
            while not hand.over:
                action = chance.choice(list(hand.legal)[:100])
                yield f"{hand.actor} {action} of {[str(one) for one in list(hand.legal)[:100]]}"
                hand.act(action)
            for event in hand.events(RAIL, -1):
                yield f"{event.kind} {event.seat} {event.card} {event.count} {event.amount}"
            kept = hand.keeps
            yield f"{hand.payoffs} {kept}"


def fault(game: Game, held: Mapping[str, Mapping[str, str]]) -> str:
    """A sentence about a game whose play is not that of its version; "" if it is."""
    versions = held.get(game.name, {})
    if str(game.rules_version) not in versions:
        return f"{game.name} {game.rules_version} is new: run python -m tests.playthroughs.versions"
    if versions[str(game.rules_version)] == digest(game):
        return ""
    latest = max(map(int, versions))
    return f"{game.name} plays otherwise than its rules {game.rules_version}: make it {latest + 1}"


def main() -> None:
    """Add the versions that are missing."""
    held = recorded() if FILE.exists() else {}
    for name, game in registry().items():
        held.setdefault(name, {}).setdefault(str(game.rules_version), digest(game))
    FILE.write_text(json.dumps(held, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
