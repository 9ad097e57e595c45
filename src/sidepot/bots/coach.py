"""The coach: what the choices of a turn are worth, from what the player may know and no more."""

from __future__ import annotations

import zlib

from sidepot import kernel, odds
from sidepot.bots import rollout_of
from sidepot.engine.game import Game
from sidepot.kernel import Records
from sidepot.odds import Odds
from sidepot.words import Message

PRECISION = 0.02
"""The standard error at which sampling ends, in times of the ante."""


def advise(game: Game, view: Records, *, seconds: float | None = None) -> Odds:
    """The odds of the player to act, who is spoken to, from his concealed record (`Hand.view`).

    Chance begins with the record itself: so it knows nothing of the deck, and equal records get
    equal answers, unless `seconds` are up first. See `odds.of`.
    """
    found = odds.of(
        game,
        view,
        rollout=rollout_of(game),
        seed=zlib.crc32(kernel.to_bytes(view)),
        precision=PRECISION * game.unit,
        seconds=seconds,
        patiently=seconds is None,
    )
    return Odds(found.facts, tuple(map(_to_him, found.sentences)))


def _to_him(message: Message) -> Message:
    """The sentence as the player himself hears it."""
    if message.key == "odds.turn":
        return Message("odds.turn_you", message.values)
    if message.key == "odds.to_act":
        return Message("odds.to_act_you", message.values)
    return message
