"""Games of OpenSpiel: `register()`, and `load_game("sidepot_ricochet_2(players=3,ante=2)")`.

Information states hold everything that their player has seen and done: the text has the concealed
record with its changes after every action, the tensor an observation with the hand's actions.
Observations are of the moment alone.

Chance is explicit. A verb of the rules draws as many cards as it needs; so it is tried on a copy
with the cards that are known so far in front, and as long as it draws further than these, or
depends on an order of which it knows less, a chance node deals the next place. Only then it counts.
"""

from __future__ import annotations

import struct
from typing import Any

import numpy as np

from sidepot import cards, games, kernel
from sidepot.engine.game import Game
from sidepot.engine.options import whole
from sidepot.errors import BadSetup
from sidepot.kernel import Array
from sidepot.lab.envs.extras import library
from sidepot.lab.envs.line import Line
from sidepot.lab.envs.past import Past, as_text
from sidepot.lab.envs.position import Position, Table
from sidepot.rules.seats import NOBODY

__all__ = ["name_of", "register", "resample"]

_pyspiel: Any = library("pyspiel")

_HEAD = struct.Struct("4q")
_BEGIN = -1
"""The verb that comes first; others are actions, by their numbers."""
_DECIDES, _DECK, _SECOND = range(3)
"""Kinds of states, by what comes next: a player, or a place of the deck, or of its second order."""
_LONGEST = 1 << 16
"""More actions and cards than any hand has."""
_BANK_PAYS = 10_000
"""No bank pays so many stacks for one."""
_LINE = Line(6, 12)
"""The actions that tensors show, unless the parameters say otherwise."""
_registered: set[str] = set()


def name_of(game: Game) -> str:
    """The name of a game in OpenSpiel: `sidepot_ricochet_2`."""
    return "sidepot_" + game.name.replace("-", "_")


def register(*own: Game | str) -> list[str]:
    """Register all games of Sidepot, and your own, with OpenSpiel; returns their names there.

    `own`: games, or names of files. A name that is registered already stays as it is.
    """
    chosen = [game if isinstance(game, Game) else games.find(game) for game in own]
    every = [*games.registry().values(), *chosen]
    for game in every:
        if name_of(game) not in _registered:
            _registered.add(name_of(game))
            kind = _game_type(game)
            _pyspiel.register_game(kind, _class_of(game, kind))
    return [name_of(game) for game in every]


def resample(state: Any, player: int, seed: int | None = None) -> Any:
    """A state that looks the same to a player, with everything they cannot see dealt anew.

    For planners that look ahead: `ISMCTSBot(...).set_resampler(resample)`. Its `history()` is still
    that of the state it was made from.
    """
    number = int(np.random.default_rng(seed).integers(2**62))
    table: Table = state.table
    seen = Position(table)
    seen.put(bytes(_at(state).concealed(player).raw))
    table.game.entry.redeal(seen.rows, kernel.generator(number))
    again = state.clone()
    top, record = int(seen.fields.deck.top), bytes(seen)[: table.size] + _at(state).log.tobytes()
    again.packed = _HEAD.pack(_DECIDES, top, 0, _BEGIN) + record
    again.past = state.past.resampled(player, record)
    again.resampled = len(state.history()), again.packed, again.past
    return again


def _game_type(game: Game) -> Any:
    """The description of a game that OpenSpiel needs before loading it."""
    kinds = _pyspiel.GameType
    return kinds(
        short_name=name_of(game),
        long_name=f"Sidepot: {game.title}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.GENERAL_SUM if game.banked else kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.most,
        min_num_players=game.least,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters(game),
    )


def _parameters(game: Game) -> dict[str, Any]:
    """The parameters of a game with their defaults: a text that is a number is a number there."""
    options = {name: _as_parameter(value) for name, value in game.settings.items()}
    given = {"players": game.least, "stack": 0, "full": False, **_LINE._asdict()}
    return {**given, **options}


def _as_parameter(value: Any) -> Any:
    """An option's value in a form that OpenSpiel reads: without commas, and numbers as numbers."""
    number = whole(value)
    return str(value).replace(",", "/") if number is None else number


def _class_of(game: Game, kind: Any) -> Any:
    """The class of a game in OpenSpiel."""

    class SidepotGame(_pyspiel.Game):  # type: ignore[misc]
        """A game with parameters: `players`, `stack` (0: as `Game.deal`), `full`, options.

        `rounds` and `slots`: the actions that tensors show (`line.Line`).
        """

        def __init__(self, params: dict[str, Any] | None = None) -> None:
            given = {**_parameters(game), **(params or {})}
            players, stack, full = (given.pop(name) for name in ("players", "stack", "full"))
            line = Line(*(given.pop(name) for name in Line._fields))
            usual = _parameters(game)
            changed = {name: value for name, value in given.items() if value != usual[name]}
            own = game.with_options(**changed)
            table = Table(own, players, stack or None, full=full, history=line)
            self.table = table
            super().__init__(kind, _info(table), params or {})

        def new_initial_state(self) -> _State:
            """A hand before anything is dealt."""
            return _State(self, self.table)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
            """The observer of a player's view."""
            return _Observer(self.table, iig_obs_type, params)

        def __copy__(self) -> SidepotGame:
            """Itself: it does not change."""
            return self

        def __deepcopy__(self, _: object) -> SidepotGame:
            return self

        def __reduce__(self) -> tuple[Any, ...]:
            return _game_again, (game, str(self))

    return SidepotGame


def _info(table: Table) -> Any:
    """The numbers of a table that OpenSpiel wants to know."""
    total, most = sum(table.stacks), max(table.stacks)
    banked = table.game.banked
    return _pyspiel.GameInfo(
        num_distinct_actions=table.slots.n,
        max_chance_outcomes=table.game.cards_for(table.players)[-1] + 1,
        num_players=table.players,
        min_utility=-most / table.unit,
        max_utility=(most * _BANK_PAYS if banked else total) / table.unit,
        utility_sum=None if banked else 0.0,
        max_game_length=_LONGEST,
    )


class _State(_pyspiel.State):  # type: ignore[misc]
    """A hand at a decision, at a place of the deck that is not known yet, or at its end.

    `packed` is everything about it, as bytes: what it waits for, how many places of the two orders
    are known, the verb to be done next, and the position. `past`: the records that led to it.
    """

    def __init__(self, game: Any, table: Table) -> None:
        super().__init__(game)
        self.table = table
        self.packed = b""
        self.past: Past | None = None
        self.resampled: tuple[int, bytes, Past] | None = None
        """The last resampling: the actions before it, and `packed` and `past` after it."""
        self._go_on(table.seated, _BEGIN, 0, 0)

    def current_player(self) -> int:
        """The seat to act, or that of chance."""
        if self._waits_for != _DECIDES:
            return int(_pyspiel.PlayerId.CHANCE)
        actor = _at(self).actor
        return int(_pyspiel.PlayerId.TERMINAL) if actor == NOBODY else actor

    def is_terminal(self) -> bool:
        """Whether the hand is over."""
        return self._waits_for == _DECIDES and _at(self).over

    def _legal_actions(self, player: int) -> list[int]:
        """The slots that are legal."""
        position = _at(self)
        if self._waits_for != _DECIDES or player != position.actor:
            return []
        legal: list[int] = np.flatnonzero(position.mask).tolist()
        return legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The cards that may come next, by their numbers, each as likely as the others."""
        waits_for, known, placed, _ = _HEAD.unpack_from(self.packed)
        order, first = _order(_at(self), waits_for), known if waits_for == _DECK else placed
        left = sorted(order[first:])
        return [(card, 1 / len(left)) for card in left]

    def _apply_action(self, action: int) -> None:
        """Do a slot's action, or deal a card to the next place."""
        waits_for, known, placed, verb = _HEAD.unpack_from(self.packed)
        position = _at(self)
        if waits_for == _DECIDES:
            verb = position.number(action)
        else:
            order, place = _order(position, waits_for), known if waits_for == _DECK else placed
            other = order.index(action, place)
            row = position.fields.deck.card if waits_for == _DECK else position.fields.deck.second
            row[place], row[other] = order[other], order[place]
            known, placed = known + (waits_for == _DECK), placed + (waits_for == _SECOND)
        self._go_on(bytes(position), verb, known, placed)

    def _action_to_string(self, player: int, action: int) -> str:
        """The slot's name, or the card."""
        if player == _pyspiel.PlayerId.CHANCE:
            return f"{cards.text(action)} ({action})"
        return self.table.slots.names[action]

    def returns(self) -> list[float]:
        """The players' results in units: all 0 before the end."""
        if not self.is_terminal():
            return [0.0] * self.table.players
        return _at(self).rewards[: self.table.players]

    def __str__(self) -> str:
        """The whole record, secrets and all: for people who look for faults."""
        waits_for, known, placed, _ = _HEAD.unpack_from(self.packed)
        return f"{waits_for} {known} {placed} {_text(self.table, bytes(_at(self)))}"

    def __copy__(self) -> _State:
        copy: _State = self.clone()
        return copy

    def __deepcopy__(self, _: object) -> _State:
        return self.__copy__()

    def __reduce__(self) -> tuple[Any, ...]:
        return _state_again, (self.get_game(), self.history(), self.resampled)

    @property
    def _waits_for(self) -> int:
        found: int = _HEAD.unpack_from(self.packed)[0]
        return found

    def _go_on(self, record: bytes, verb: int, known: int, placed: int) -> None:
        """Do a verb, if the places that are known settle what it does; else wait for the next."""
        desk = _desk(self.table)
        waits_for = _DECIDES
        _try(desk, record, verb)
        if desk.fields.deck.top > known:
            waits_for = _DECK
        elif self.table.game.deals_again and placed < desk.fields.deck.size:
            waits_for = self._depends(record, verb, placed)
        if waits_for == _DECIDES:
            actor, done = self._actor_in(record), bytes(desk)
            self.past = Past(self.table, self.past, actor, verb, done)
            record, verb = done, _BEGIN
        self.packed = _HEAD.pack(waits_for, known, placed, verb) + record

    def _actor_in(self, record: bytes) -> int:
        """The seat to act in a position."""
        found: int = self.table.game.direct.now(record[: self.table.size])[0]
        return found

    def _depends(self, record: bytes, verb: int, placed: int) -> int:
        """Whether the second order matters from a place on: the rest is tried the other way round.

        The first card that a verb draws from the rest is then another one, if there is a choice.
        """
        desk = _desk(self.table)
        done = bytes(desk)
        desk.put(record)
        order = desk.fields.deck.second[: desk.fields.deck.size].tolist()
        turned = order[:placed] + order[placed:][::-1]
        desk.fields.deck.second[: len(order)] = turned
        _try(desk, bytes(desk), verb)
        desk.fields.deck.second[: len(order)] = order
        differs = bytes(desk) != done
        desk.put(done)
        return _SECOND if differs else _DECIDES


def _game_again(game: Game, name: str) -> Any:
    """The game for a pickle, by its name with parameters."""
    register(game)
    return _pyspiel.load_game(name)


def _state_again(game: Any, history: list[int], resampled: Any) -> _State:
    """The state for a pickle: its actions are done again."""
    state: _State = game.new_initial_state()
    before = resampled[0] if resampled else 0
    for action in history[:before]:
        state.apply_action(action)
    if resampled:
        state.resampled = resampled
        _, state.packed, state.past = resampled
    for action in history[before:]:
        state.apply_action(action)
    return state


class _Observer:
    """A player's view: the encoder's numbers, and the concealed record as text.

    The texts of two states are the same exactly when the concealed records are. The last verb's
    events are no part of them. With perfect recall the texts are the same exactly when all records
    were, and all that the player has done; the numbers show the actions of the hand too.
    """

    def __init__(self, table: Table, iig_obs_type: Any, params: Any) -> None:
        if params:
            raise BadSetup("error.openspiel_observer", params=str(params))
        self._table = table
        private = iig_obs_type.private_info if iig_obs_type else None
        self._is_rail = private == _pyspiel.PrivateInfoType.NONE
        self._recalls = iig_obs_type is not None and iig_obs_type.perfect_recall
        encoder = table.encoder
        shown = encoder.ranges if self._recalls else encoder.of_moment
        self._seen: Array = np.zeros(encoder.size, np.float32)
        self.tensor: Array = self._seen[: sum(r.size for r in shown)]
        self.dict = {
            r.name: self.tensor[r.first : r.first + r.size].reshape(r.shape) for r in shown
        }

    def set_from(self, state: _State, player: int) -> None:
        """Fill `tensor` and `dict` with what a player sees."""
        position = _at(state)
        seen = position.concealed(NOBODY if self._is_rail else player)
        self._table.encoder.encode(seen.rows, player, self._seen, position.log)

    def string_from(self, state: _State, player: int) -> str:
        """A player's view as text."""
        viewer = NOBODY if self._is_rail else player
        now = f"p{player} {_text(self._table, bytes(_at(state).concealed(viewer).raw))}"
        return f"{now} {state.past.text(viewer)}" if self._recalls and state.past else now


def _text(table: Table, record: bytes) -> str:
    """A record as text, without its journal."""
    fields: Any = table.game.layout().fields
    journal, at, *_ = fields["journal"]
    return as_text(record[:at] + record[at + journal.itemsize :])


def _try(desk: Position, record: bytes, verb: int) -> None:
    """Do a verb on a copy of a record."""
    desk.put(record)
    if verb == _BEGIN:
        desk.begin()
    else:
        desk.step(verb)


def _at(state: _State) -> Position:
    """The position of a state, until the next call for the same table."""
    desk = _desk(state.table)
    desk.put(state.packed[_HEAD.size :])
    return desk


def _desk(table: Table) -> Position:
    """The one position of a table in which states are tried."""
    if table.desk is None:
        table.desk = Position(table)
    return table.desk


def _order(position: Position, waits_for: int) -> list[int]:
    """The order of the deck, or the second one, as it lies."""
    deck = position.fields.deck
    row = deck.card if waits_for == _DECK else deck.second
    order: list[int] = row[: deck.size].tolist()
    return order
