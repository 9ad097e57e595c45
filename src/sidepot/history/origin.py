"""`_file`: the file of a game outside of any package, by its name and hash, in a history."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from sidepot.engine.game import Game
from sidepot.engine.modules import Origin
from sidepot.errors import BadHistory, SidepotError, UnknownGame
from sidepot.history.notation import short
from sidepot.words import Message

FIELD = "_file"
_NAME, _HASH = "name", "sha256"
_WHOLE = re.compile("[0-9a-f]{64}")
_SHOWN = 12
"""The digits of a hash that sentences show."""


def table(origin: Origin) -> dict[str, str]:
    """The value of the field."""
    return {_NAME: origin.name, _HASH: origin.digest}


def _read(fields: Mapping[str, Any]) -> Origin | None:
    """The file that a history names; None without one, or if its hash is none."""
    found = fields.get(FIELD)
    if not isinstance(found, dict):
        return None
    name, digest = found.get(_NAME), found.get(_HASH)
    if isinstance(name, str) and isinstance(digest, str) and _WHOLE.fullmatch(digest):
        return Origin(name, digest)
    return None


def away(fields: Mapping[str, Any], error: UnknownGame, variant: str) -> UnknownGame:
    """The error for a game that is not here: with the file that a history names, if it does."""
    origin = _read(fields)
    if origin is None:
        return error
    return UnknownGame("error.history_away", game=short(variant), **_said(origin))


def changed(fields: Mapping[str, Any], game: Game, error: SidepotError) -> SidepotError:
    """The error for a hand that does not follow: with the file by which it did, if another."""
    origin = _other(fields, game)
    if origin is None:
        return error
    return BadHistory(
        "error.history_changed", reason=error.message, **_said(origin), **_given(game)
    )


def note(fields: Mapping[str, Any], game: Game) -> Message | None:
    """A sentence for a hand that follows from other rules than it was played by, or None."""
    origin = _other(fields, game)
    if origin is None:
        return None
    return Message("history.changed", {**_said(origin), **_given(game)})


def _other(fields: Mapping[str, Any], game: Game) -> Origin | None:
    """The file that a history names, where the game is from another one."""
    origin = _read(fields)
    return None if origin is None or origin.digest == _digest(game) else origin


def _digest(game: Game) -> str:
    return game.origin.digest if game.origin else ""


def _said(origin: Origin) -> dict[str, str]:
    return {"file": short(origin.name), "hash": origin.digest[:_SHOWN]}


def _given(game: Game) -> dict[str, str]:
    return {"given": _digest(game)[:_SHOWN] or "-"}
