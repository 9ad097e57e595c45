"""A hand as its history holds it: facts before the deal, and the lines of what happened."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from sidepot import games
from sidepot.errors import BadHistory, BadOption, UnknownGame
from sidepot.games.game import Game
from sidepot.games.hand import Hand
from sidepot.history import notation
from sidepot.history.notation import short

T = TypeVar("T")
ANTE = "ante"
"""The option that is written as `antes`."""


@dataclass(frozen=True, kw_only=True)
class HandHistory:
    """One hand: the fields of its file; chips everywhere.

    `options` are those that differ from the game's defaults, `_options` in the file, without the
    ante; `actions` are kept as written, commentary included; `others` has every other field as it
    came. None stands for a field that is not there.
    """

    variant: str
    antes: tuple[int, ...]
    starting_stacks: tuple[int, ...]
    actions: tuple[str, ...]
    finishing_stacks: tuple[int, ...] | None = None
    options: Mapping[str, Any] | None = None
    players: tuple[str, ...] | None = None
    others: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._check_counts()

    @classmethod
    def from_hand(cls, hand: Hand, **others: Any) -> HandHistory:
        """The history of a hand; one that is not over was called off, and all have chips back."""
        settings = hand.game.settings
        antes = int(settings.pop(ANTE, 0))
        usual = {name: option.kind.default for name, option in hand.game.declared.items()}
        chosen = {name: value for name, value in settings.items() if value != usual[name]}
        return cls(
            variant=hand.game.name,
            antes=(antes,) * hand.players,
            starting_stacks=hand.starting_stacks,
            actions=tuple(map(str, notation.of_hand(hand))),
            finishing_stacks=hand.stacks if hand.over else hand.starting_stacks,
            options=chosen or None,
            players=hand.names,
            others=others,
        )

    @classmethod
    def from_fields(cls, fields: Mapping[str, Any]) -> HandHistory:
        """The history that a table of TOML holds. Raises `BadHistory` for one that is none."""
        left = dict(fields)
        return cls(
            variant=_needed(_text(left, "variant"), "variant"),
            antes=_needed(_numbers(left, "antes"), "antes"),
            starting_stacks=_needed(_numbers(left, "starting_stacks"), "starting_stacks"),
            actions=_needed(_texts(left, "actions"), "actions"),
            finishing_stacks=_numbers(left, "finishing_stacks"),
            options=_table(left, "_options"),
            players=_texts(left, "players"),
            others=left,
        )

    @property
    def fields(self) -> dict[str, Any]:
        """The table of TOML, in the order in which it is written."""
        fields: dict[str, Any] = {
            "variant": self.variant,
            "antes": list(self.antes),
            "starting_stacks": list(self.starting_stacks),
        }
        if self.finishing_stacks is not None:
            fields["finishing_stacks"] = list(self.finishing_stacks)
        if self.options is not None:
            fields["_options"] = dict(self.options)
        if self.players is not None:
            fields["players"] = list(self.players)
        return {**fields, **self.others, "actions": list(self.actions)}

    @property
    def names(self) -> tuple[str, ...]:
        """Everybody's name; p1, p2, ... where the file has none."""
        return self.players or tuple(f"p{p + 1}" for p in range(len(self.starting_stacks)))

    @property
    def game(self) -> Game:
        """The game and its options. Raises `UnknownGame`, `BadOption`, `BadHistory`."""
        registry = games.registry()  # and not `find`, which runs a file that it is given
        if self.variant not in registry:
            raise UnknownGame("error.game", game=short(self.variant), legal=list(registry))
        game = registry[self.variant]
        options = {name: _shown(value) for name, value in (self.options or {}).items()}
        for name in options:
            if name not in game.declared:
                legal = list(game.declared)
                raise BadOption("error.option_unknown", option=short(name), legal=legal)
        return game.with_options(**{**options, **self._ante(game, options)})

    def _ante(self, game: Game, options: Mapping[str, Any]) -> dict[str, int]:
        """The option that `antes` is. Raises `BadHistory` where it is not one for all."""
        first = self.antes[0]
        if any(ante != first for ante in self.antes):
            raise BadHistory("error.history_antes", antes=short(str(list(self.antes))))
        if options.get(ANTE, first) != first:
            raise BadHistory("error.history_ante", option=str(options[ANTE]), ante=first)
        if ANTE in game.declared:
            return {ANTE: first}
        if first:
            raise BadHistory("error.history_no_ante", game=game.name, ante=first)
        return {}

    def _check_counts(self) -> None:
        """There must be as many of each as there are players."""
        n = len(self.starting_stacks)
        lists = {
            "antes": self.antes,
            "finishing_stacks": self.finishing_stacks,
            "players": self.players,
        }
        if not n:
            raise BadHistory("error.history_nobody")
        for name, found in lists.items():
            if found is not None and len(found) != n:
                raise BadHistory("error.history_count", field=name, n=len(found), players=n)


def _shown(value: object) -> object:
    """An option's value; one that an error could not quote as its text, cut short."""
    return value if isinstance(value, int) else short(str(value))


def _needed(value: T | None, name: str) -> T:
    if value is None:
        raise BadHistory("error.history_missing", field=name)
    return value


def _text(fields: dict[str, Any], name: str) -> str | None:
    """Take a field that is a text, if it is there."""
    value = fields.pop(name, None)
    if value is not None and not isinstance(value, str):
        raise BadHistory("error.history_text", field=name, value=short(str(value)))
    return value


def _texts(fields: dict[str, Any], name: str) -> tuple[str, ...] | None:
    """Take a field that is a list of texts, if it is there."""
    value = fields.pop(name, None)
    if value is None:
        return None
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise BadHistory("error.history_texts", field=name, value=short(str(value)))
    return tuple(value)


def _numbers(fields: dict[str, Any], name: str) -> tuple[int, ...] | None:
    """Take a field that is a list of whole numbers, if it is there."""
    value = fields.pop(name, None)
    if value is None:
        return None
    if not isinstance(value, list) or not all(type(number) is int for number in value):
        raise BadHistory("error.history_numbers", field=name, value=short(str(value)))
    return tuple(value)


def _table(fields: dict[str, Any], name: str) -> dict[str, Any] | None:
    """Take a field that is a table, if it is there."""
    value = fields.pop(name, None)
    if value is not None and not isinstance(value, dict):
        raise BadHistory("error.history_table", field=name, value=short(str(value)))
    return value
