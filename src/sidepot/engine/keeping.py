"""Values kept from hand to hand, in the hosts' form: small values by name.

A value is a whole number, a card as text ("" for none), or a list of one of them; `POT` are the
chips that stay in the pot, without which a hand is by itself. Rules have the same as numbers: the
chips in the part `carried` of the record (`rules.carried`), the rest in `kept` and `keeps`
(`rules.kept`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np

from sidepot import cards
from sidepot.cards import NONE
from sidepot.engine.definition import Definition
from sidepot.engine.kept import POT, Field
from sidepot.engine.options import whole
from sidepot.errors import BadCards, BadSetup
from sidepot.kernel import Fields
from sidepot.rules.carried import ALONE, GOES_ON
from sidepot.words import Message

Each: TypeAlias = Mapping[str, int | str]
"""The values of one player, by name."""
Values: TypeAlias = Mapping[str, int | str | Sequence[int | str]]
"""Kept values, by the names of the fields."""


def blank(game: Definition, players: int) -> dict[str, Any]:
    """Kept values at the first of several hands."""
    return {field.name: field.blank(players) for field in game.keeps}


def write(
    game: Definition,
    s: Fields,
    players: int,
    values: Values | None,
    *,
    goes_on: int = GOES_ON,
) -> None:
    """Write what the hand before has kept into a record; its cards leave the deck.

    What is not named is blank. With a pot another hand follows, and the record gets `goes_on`
    (`rules.carried`). Raises `BadSetup` for what this game cannot keep.
    """
    if not (values or game.keeps):
        return
    given = _checked(game, players, values)
    physical = _physical(game, players, given)
    aside = iter(physical)
    if game.keeps_pot:
        s.carried.pot, s.carried.goes_on = given.get(POT, 0), goes_on if POT in given else ALONE
    for field in _beside_pot(game):
        value = given[field.name]
        listed = value if isinstance(value, list) else [value]
        numbers = [(next(aside) if v else NONE) if field.is_card else int(v) for v in listed]
        if isinstance(value, list):
            row = getattr(s.kept, field.name)
            row[:] = NONE if field.is_card else 0
            row[: len(numbers)] = numbers
        else:
            setattr(s.kept, field.name, numbers[0])
    if game.keeps_cards:
        there = game.cards_for(players)
        left = [card for card in there if card not in physical]
        s.deck.listed[: len(there)] = [*left, *physical]
        s.deck.size = len(left)
        s.deck.reach = min(s.deck.reach, len(left))


def _beside_pot(game: Definition) -> list[Field]:
    """The fields of the parts `kept` and `keeps`."""
    return [field for field in game.keeps if not field.is_pot]


def _checked(game: Definition, players: int, values: Values | None) -> dict[str, Any]:
    """The values of all fields, but of no pot that is not given.

    Raises `BadSetup` for one that cannot be.
    """
    legal = [field.name for field in game.keeps]
    given = dict(values or {})
    for name in given:
        if not legal:
            raise BadSetup("error.kept_nowhere", game=game.name, name=name)
        if name not in legal:
            raise BadSetup("error.kept_unknown", game=game.name, name=name, legal=legal)
    return {
        field.name: _value(field, players, given[field.name])
        if field.name in given
        else field.blank(players)
        for field in game.keeps
        if field.name in given or not field.is_pot
    }


def _value(field: Field, players: int, value: Any) -> Any:
    """The value of a field, a list if it has several. Raises `BadSetup`."""
    n = players if field.is_each else field.size
    if not n:
        return _one(field, value)
    if isinstance(value, (str, int)) or not isinstance(value, Sequence) or len(value) != n:
        numbers = Message("error.kept_numbers", {"n": n})
        what = Message("error.kept_cards", {"n": n}) if field.is_card else numbers
        raise BadSetup("error.kept_row", name=field.name, legal=what, value=_short(value))
    return [_one(field, each) for each in value]


def _one(field: Field, value: Any) -> int | str:
    """A number, or the text of a card. Raises `BadSetup`."""
    if field.is_card:
        return _card(field, value)
    number = None if isinstance(value, str) else whole(value)
    if number is None or not 0 <= number <= field.highest:
        values = {"name": field.name, "highest": field.highest, "value": _short(value)}
        raise BadSetup("error.kept_number", **values)
    return number


def _card(field: Field, value: Any) -> str:
    """The text of a card, or "" for none. Raises `BadSetup`."""
    try:
        codes = cards.parse(value) if isinstance(value, str) else [NONE, NONE]
    except BadCards:
        codes = [NONE, NONE]
    if len(codes) > 1:
        raise BadSetup("error.kept_card", name=field.name, value=_short(value))
    return cards.text(codes[0]) if codes else ""


def _short(value: object) -> str:
    """A value as an error quotes it."""
    text = repr(value)
    return text if len(text) <= _QUOTED else f"{text[:_QUOTED]}..."


_QUOTED = 40


def _physical(game: Definition, players: int, values: Mapping[str, Any]) -> list[int]:
    """The physical cards that are kept, in the order of their fields. Raises `BadSetup`."""
    kept = cards_in(game, values)
    there = game.cards_for(players) if kept else ()
    copies, found = Counter(map(cards.text, there)), list[int]()
    for text in kept:
        if not copies[text]:
            raise BadSetup("error.kept_absent", game=game.name, card=text)
        same = [card for card in there if cards.text(card) == text and card not in found]
        if not same:
            raise BadSetup("error.kept_twice", game=game.name, card=text, n=copies[text])
        found.append(same[0])
    return found


def cards_in(game: Definition, values: Values) -> list[str]:
    """The texts of the cards among some values, in the order of their fields."""
    found: list[str] = []
    for field in game.keeps:
        value: Any = values.get(field.name, ()) if field.is_card else ()
        found += [value] if isinstance(value, str) else value
    return list(filter(None, found))


def deck_for(game: Definition, players: int, values: Values | None) -> Sequence[int]:
    """The physical cards that a hand is dealt from: all that are not kept. Raises `BadSetup`."""
    there = game.cards_for(players)
    if not values:
        return there
    aside = _physical(game, players, _checked(game, players, values))
    return [card for card in there if card not in aside] if aside else there


def kept(game: Definition, s: Fields, players: int) -> dict[str, Any]:
    """The values kept by the hand before, from this one's record; no pot in a hand by itself."""
    pot = {POT: int(s.carried.pot)} if game.keeps_pot and s.carried.goes_on else {}
    return {**pot, **_read(game, s.kept, players)} if game.keeps_values else pot


def keeps(game: Definition, s: Fields, players: int) -> dict[str, Any]:
    """The values that a hand keeps for the next one. Raises `BadCards` for a bad card."""
    pot = {POT: int(s.carried.left)} if game.keeps_pot else {}
    return {**pot, **_read(game, s.keeps, players)} if game.keeps_values else pot


def _read(game: Definition, part: Fields, players: int) -> dict[str, Any]:
    """The values of a record's part, in the hosts' form. Raises `BadCards` for a bad card."""
    found: dict[str, Any] = {}
    for field in _beside_pot(game):
        held = [field.text(number) for number in numbers_in(field, part, players)]
        found[field.name] = held if field.is_each or field.size else held[0]
    return found


def numbers_in(field: Field, part: Fields, players: int) -> list[int]:
    """The numbers that a part of a record has in a field."""
    held = getattr(part, field.name)
    if not isinstance(held, np.ndarray):
        return [int(held)]
    numbers: list[int] = held.tolist()
    return numbers[:players] if field.is_each else numbers


def check(game: Definition, players: int, values: Values) -> None:
    """Raise `BadSetup` for values that no hand of the game can begin with."""
    _physical(game, players, _checked(game, players, values))


def split(game: Definition, values: Values) -> tuple[dict[str, Any], tuple[dict[str, Any], ...]]:
    """The table's values, and each player's by seat."""
    own = [field.name for field in game.keeps if field.is_each]
    table = {name: value for name, value in values.items() if name not in own}
    rows: list[Any] = [values[name] for name in own]
    each = tuple(dict(zip(own, row, strict=True)) for row in zip(*rows, strict=True))
    return table, each


def join(game: Definition, table: Values, each: Sequence[Each]) -> dict[str, Any]:
    """Kept values for the next hand, with its players in the order of the seats.

    `each` has each player's values; a newcomer has none.
    """
    found: dict[str, Any] = {}
    for field in game.keeps:
        if field.is_each:
            found[field.name] = [own.get(field.name, field.none) for own in each]
        else:
            found[field.name] = table.get(field.name, field.blank(0))
    return found


def resized(game: Definition, values: Values, players: int) -> dict[str, Any]:
    """Kept values for another number of players, who leave or join at the end."""
    table, each = split(game, values)
    return join(game, table, [*each, *({} for _ in range(players))][:players])


def pot_in(values: Mapping[str, Any] | None) -> int:
    """The chips in the pot among some values; 0 where there are none."""
    return int(values.get(POT, 0)) if values else 0
