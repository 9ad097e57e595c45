"""Agents: trained models as bots for matches, rooms and `sidepot check`."""

from __future__ import annotations

import inspect
import json
import random
import zipfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import msgspec
import numpy as np
from msgspec import Meta, Struct

from sidepot import __version__, games
from sidepot.bots.trained.files import UNREADABLE
from sidepot.decoding import JsonReader
from sidepot.engine.action import Action
from sidepot.engine.acts import Act
from sidepot.engine.definition import Definition
from sidepot.engine.game import Game
from sidepot.engine.view import TableView
from sidepot.errors import BadStrategy, expect
from sidepot.kernel import Array
from sidepot.lab.envs.extras import library
from sidepot.lab.envs.line import Line
from sidepot.lab.envs.position import Position, Table

__all__ = ["Agent", "Choose", "load", "save"]

Choose = Callable[[Array, Array, random.Random], int]
"""Takes an observation (float32), a mask (bools) and a generator; returns a slot."""
_NOTE = "sidepot.json"
"""In an agent's zip: what it was trained for, and how to load it."""
_MOST_NOTED = 64 * 1024
"""The most bytes of that."""
_HOMES = {
    "sb3_contrib": ("MaskablePPO", "QRDQN", "TRPO"),
    "stable_baselines3": ("PPO", "A2C", "DQN"),
    "sidepot.lab.selfplay": ("Network",),
}
"""The libraries with what they call their learners."""
_MOST_WRAPPERS = 100


class _Version(Struct):
    sidepot: str


class _Note(Struct):
    """The table that an agent was trained for, and the learner that loads it."""

    game: str
    options: dict[str, int | str]
    players: Annotated[int, Meta(ge=1, le=20)]
    stacks: Annotated[list[Annotated[int, Meta(ge=1, le=10**9)]], Meta(min_length=1, max_length=20)]
    full: bool
    learner: str
    observation: int
    slots: int
    history: tuple[int, int] = (0, 0)
    prospects: int = 0


_version = JsonReader[_Version](_Version, _MOST_NOTED)
_noted = JsonReader[_Note](_Note, _MOST_NOTED)


class Agent:
    """A strategy that sees observations and answers with slots, at tables like that of `table`.

    It plays the same game with the same options and number of players, and any stacks: chips are
    still divided by the stack that it was trained with.
    """

    needs_record = True
    """It reads the concealed record of its view, not the table as people see it."""

    def __init__(self, table: Table, choose: Choose) -> None:
        self.table = table
        self.players = table.players
        self._choose = choose
        self._position = Position(table)
        self._seen = np.zeros(table.encoder.size, np.float32)
        self._get_ready()

    def _get_ready(self) -> None:
        """Compile what a decision takes: the first one is on the clock too."""
        position = self._position
        position.deal(0)
        self._encode((), 0)
        for slot in np.flatnonzero(position.mask)[:1]:
            position.number(slot)

    def __call__(self, view: TableView, rng: random.Random) -> str:
        """The action of the seat that sees this view. Raises `BadStrategy` at another table."""
        if not view.record or view.rules is None:
            raise BadStrategy("bot.no_record")
        self.check(view.rules, len(view.seats) - view.rules.banked)
        if self.table.encoder.log.size and view.acts is None:
            raise BadStrategy("agent.history", history=tuple(self.table.encoder.log.line))
        self._position.put(view.record)
        self._encode(view.acts or (), view.seat or 0)
        slot = self._choose(self._seen, self._position.mask.copy(), rng)
        number = self._position.number(slot)
        return str(view.legal.check(Action.decode(number)))

    def _encode(self, acts: Sequence[Act], seat: int) -> None:
        """Fill the observation from the position and the actions that led to it."""
        encoder, rows = self.table.encoder, self._position.rows
        encoder.encode(rows, seat, self._seen, encoder.log_seen(acts, rows))

    def check(self, game: Definition, players: int | None = None) -> None:
        """Raise `BadStrategy` for another game, other options, or another number of players."""
        mine, theirs = _named(self.table.game), _named(game)
        if mine != theirs:
            raise BadStrategy("agent.game", trained=mine, table=theirs)
        if players not in (None, self.players):
            raise BadStrategy("agent.players", trained=self.players, table=players)


def save(model: Any, path: Path | str, env: Any = None) -> Path:
    """Save a model of Stable-Baselines3 with what it was trained for; returns the zip's path.

    `env`: the environment, if the model has none any more. `load` makes an `Agent` of the file.
    Raises `BadStrategy` for a model without an environment of ours.
    """
    expect(path, (str, Path), "argument.file")
    file = Path(path).with_suffix(".zip")
    own = getattr(model, "get_env", lambda: None)
    batch = _batch_of(own() if env is None else env)
    note = {
        "game": batch.game.name,
        "options": batch.game.settings,
        "players": batch.players,
        "stacks": batch.stacks,
        "full": batch.slots.full,
        "sidepot": __version__,
        "learner": type(model).__name__,
        "observation": batch.encoder.size,
        "slots": batch.slots.n,
        "history": tuple(batch.encoder.log.line),
        "prospects": batch.encoder.prospects.deals,
    }
    model.save(file)
    with zipfile.ZipFile(file, "a") as archive:
        archive.writestr(_NOTE, json.dumps(note, indent=1))
    return file


def load(path: Path | str, game: Game | None = None, *, greedy: bool = True) -> Agent:
    """The agent of a zip that `save` wrote; its file can run any code, so load what you trust.

    `game`: the game that it is to play, with its options; that it was trained for, if None.
    `greedy`: it always takes what it finds best, and does not mix. Raises `BadStrategy` for what
    was trained for another game, with other options or by another version of Sidepot, or is no
    such file; `MissingExtra` without the library that it was trained with.
    """
    expect(path, (str, Path), "argument.file")
    file = Path(path)
    note = _note(file)
    own = games.find(note.game, **note.options) if game is None else game
    trained, table = _text(note.game, note.options), _named(own)
    if trained != table:
        raise BadStrategy("agent.game", trained=trained, table=table)
    rest: dict[str, Any] = {"full": note.full, "prospects": note.prospects}
    seats = Table(own, note.players, note.stacks, history=Line(*note.history), **rest)
    was, now = [note.observation, note.slots], [seats.encoder.size, seats.slots.n]
    if was != now:
        raise BadStrategy("agent.version", file=str(file), trained=str(was), now=str(now))
    return Agent(seats, _chooser(_model(file, note.learner), greedy=greedy))


def _note(file: Path) -> _Note:
    """The note in a zip. Raises `BadStrategy`."""
    try:
        with zipfile.ZipFile(file) as archive, archive.open(_NOTE) as note:
            raw = note.read(_MOST_NOTED + 1)
        trained = _version.read(raw).sidepot
        if trained != __version__:
            raise BadStrategy("agent.version", file=str(file), trained=trained, now=__version__)
        return _noted.read(raw)
    except FileNotFoundError as error:
        raise BadStrategy("agent.missing", file=str(file)) from error
    except (*UNREADABLE, msgspec.DecodeError) as error:
        raise BadStrategy("agent.file", file=str(file)) from error


def _model(file: Path, learner: str) -> Any:
    """The model in a zip, by the name of its learner. Raises `BadStrategy`, `MissingExtra`."""
    for home, names in _HOMES.items():
        if learner in names:
            return getattr(library(home), learner).load(file, device="cpu")
    legal = [name for names in _HOMES.values() for name in names]
    raise BadStrategy("agent.learner", file=str(file), learner=learner, legal=legal)


def _chooser(model: Any, *, greedy: bool) -> Choose:
    """A model's choice of action. A model without masks may choose illegally, and forfeits."""
    masks = "action_masks" in inspect.signature(model.predict).parameters

    def choose(observation: Array, mask: Array, rng: random.Random) -> int:
        given = {"action_masks": mask} if masks else {}
        return int(model.predict(observation, deterministic=greedy, **given)[0])

    return choose


def _batch_of(env: Any) -> Any:
    """The batch within an environment of ours, wrapped or not. Raises `BadStrategy`."""
    waiting, seen = [env], 0
    while waiting and seen < _MOST_WRAPPERS:
        one, seen = waiting.pop(), seen + 1
        if hasattr(one, "batch"):
            return one.batch
        inner = [getattr(one, name, None) for name in ("env", "venv", "unwrapped")]
        inner += list(getattr(one, "envs", ()))
        waiting += [other for other in inner if other is not None and other is not one]
    raise BadStrategy("agent.env")


def _named(game: Definition) -> str:
    """A game with its options, as an error names it."""
    return _text(game.name, game.settings)


def _text(name: str, options: Mapping[str, Any]) -> str:
    return " ".join([name, *(f"{option}={value}" for option, value in sorted(options.items()))])
