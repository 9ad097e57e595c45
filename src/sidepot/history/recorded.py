"""A recorded hand: the facts before the deal, and the lines of what happened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from sidepot.engine import options as declarations
from sidepot.engine.game import Game, Hand
from sidepot.errors import BadHistory, BadOption, UnknownGame, expect
from sidepot.history import fields as take
from sidepot.history import notation, origin, phh
from sidepot.history.notation import VOID, Line, short
from sidepot.history.units import Amount

_KEPT = "_kept"
"""The field for what the hand before has kept."""
_RULES = "_rules"
"""The field for the version of the rules, from the second on."""
_ANTE = "ante"
"""The option that is written as `antes`."""
_MOST_NAME = 64
"""The most characters of a name that are shown: every sentence of a replay repeats them."""


@dataclass(frozen=True, kw_only=True)
class Recorded(phh.PhhFields):
    """A hand by the fields of its file. None stands for a missing field.

    Amounts are chips; in games of PHH they may also be money with decimals. `stakes` are PHH's
    fields of blinds and bets, for games that have a code there; `options` are the others that
    differ from what their absence means (`Game.recorded`), without the ante (`_options` in the
    file); `kept` is what the hand before has kept, in games that keep anything (`_kept`);
    `actions` are kept as written, commentary included; `others` has every other field unchanged.
    In games with a bank, the bank is the last player.
    """

    options: Mapping[str, Any] | None = None
    players: tuple[str, ...] | None = None
    kept: Mapping[str, Any] | None = None
    others: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._check_counts()

    @classmethod
    def from_hand(cls, hand: Hand, *, lines: Sequence[Line] = (), **others: Any) -> Self:
        """The history of a hand; one that is not over counts as called off, with chips returned.

        `lines` are by default those of the hand, and `others` fields to add.
        """
        expect(hand, Hand, "argument.hand")
        coded = hand.game.code is not None
        if not hand.over and coded:
            others[phh.CALLED_OFF] = True
        if hand.game.rules_version > 1:
            others[_RULES] = hand.game.rules_version
        if hand.game.origin:
            others[origin.FIELD] = origin.table(hand.game.origin)
        ante = int(hand.game.numbers.get(_ANTE, 0))
        antes = phh.antes_of(hand) if coded else None
        bank = (hand.bank,) * hand.game.banked
        starting = (*hand.starting_stacks, *(0 for _ in bank))
        return cls(
            variant=hand.game.code or hand.game.name,
            antes=antes or (ante,) * hand.seats,
            starting_stacks=starting,
            actions=tuple(map(str, lines or recorded_lines(hand))),
            finishing_stacks=(*hand.stacks, *bank) if hand.over else starting,
            stakes=phh.stakes_of(hand) if coded else {},
            options=_chosen_options(hand.game) or None,
            players=hand.names,
            kept=hand.kept or None,
            others=others,
        )

    @classmethod
    def from_fields(cls, fields: Mapping[str, Any]) -> Self:
        """The history in a TOML table. Raises `BadHistory` for missing or wrong fields."""
        left = dict(fields)
        variant = phh.code_of(take.required(take.text(left, "variant"), "variant"))
        if variant in phh.OTHERS:
            raise BadHistory("error.history_code", game=variant, legal=list(phh.CODES))
        coded = variant in phh.CODES
        amounts = take.amounts if coded else take.numbers
        stacks = take.stacks if coded else take.numbers
        return cls(
            variant=variant,
            antes=take.required(amounts(left, "antes"), "antes"),
            starting_stacks=take.required(stacks(left, "starting_stacks"), "starting_stacks"),
            actions=take.required(take.texts(left, "actions"), "actions"),
            finishing_stacks=stacks(left, "finishing_stacks"),
            stakes=phh.take_stakes(left, variant) if coded else {},
            options=take.table(left, "_options"),
            players=take.texts(left, "players"),
            kept=None if coded else take.table(left, _KEPT),
            others=left,
        )

    @property
    def fields(self) -> dict[str, Any]:
        """The TOML table, in the order in which it is written."""
        fields: dict[str, Any] = {
            "variant": self.variant,
            "antes": list(self.antes),
            **{k: list(v) if isinstance(v, tuple) else v for k, v in self.stakes.items()},
            "starting_stacks": list(self.starting_stacks),
            "finishing_stacks": self.finishing_stacks and list(self.finishing_stacks),
            "_options": None if self.options is None else dict(self.options),
            "players": self.players and list(self.players),
            _KEPT: None if self.kept is None else dict(self.kept),
            **self.others,
            "actions": list(self.actions),
        }
        return {name: value for name, value in fields.items() if value is not None}

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names as they are shown; p1, p2, ... for those without one."""
        given = self.players or ("",) * len(self.starting_stacks)
        return tuple(short(name, _MOST_NAME) or f"p{p}" for p, name in enumerate(given, 1))

    @property
    def game(self) -> Game:
        """The game and its options. Raises `UnknownGame`, `BadOption`, `BadHistory`."""
        try:
            game = phh.game_of(self.variant)
        except UnknownGame as error:
            raise origin.away(self.others, error, self.variant) from error
        options = {name: _shown(value) for name, value in (self.options or {}).items()}
        legal = phh.beside(game) if self.is_phh else list(game.declared)
        for name in options:
            if name not in legal:
                raise BadOption("error.option_unknown", option=short(name), legal=legal)
        if self.is_phh:
            return phh.game(self, options)
        return game.recorded(**{**options, **self._ante(game, options)})

    def _ante(self, game: Game, options: Mapping[str, Any]) -> dict[str, Amount]:
        """The option for `antes`. Raises `BadHistory` unless the antes are equal and consistent."""
        first = phh.equal_ante(self.antes)
        if options.get(_ANTE, first) != first:
            raise BadHistory("error.history_ante", option=str(options[_ANTE]), ante=first)
        if _ANTE in game.declared:
            return {_ANTE: first}
        if first:
            raise BadHistory("error.history_no_ante", game=game.name, ante=first)
        return {}

    def _check_counts(self) -> None:
        """Raise `BadHistory` unless every list has one item for each player."""
        n = len(self.starting_stacks)
        lists = {
            "antes": self.antes,
            phh.BLINDS: self.stakes.get(phh.BLINDS),
            "finishing_stacks": self.finishing_stacks,
            "players": self.players,
        }
        if not n:
            raise BadHistory("error.history_nobody")
        for name, found in lists.items():
            if found is not None and len(found) != n:
                raise BadHistory("error.history_count", field=name, n=len(found), players=n)


def recorded_lines(hand: Hand) -> list[Line]:
    """The lines of a hand's history."""
    coded = hand.game.code is not None
    lines = [*notation.lines_of(hand, shows=coded)]
    return lines if hand.over or coded else [*lines, Line(VOID)]


def _chosen_options(game: Game) -> dict[str, Any]:
    """The options that differ from what their absence means, given the options before them."""
    found: dict[str, Any] = {}
    written = phh.beside(game) if game.code else list(game.declared)
    given = {**game.formerly, **({_ANTE: game.numbers[_ANTE]} if _ANTE in game.declared else {})}
    for name, option in game.declared.items():
        usual = declarations.numbers(game.declared, given | found)[name]
        if name in written and usual != game.numbers[name]:
            found[name] = option.kind.value(game.numbers[name])
    return found


def _shown(value: object) -> object:
    """An option's value; one that is not a number as a short text, for errors to quote."""
    return value if isinstance(value, int) else short(str(value))
