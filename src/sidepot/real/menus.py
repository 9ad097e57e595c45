"""The menu of a seat whose cards nobody has told: what some hand of it allows."""

from __future__ import annotations

from sidepot import kernel
from sidepot.cards import HIDDEN, lettered, text
from sidepot.engine.action import Choice, Legal, legal_of, set_of
from sidepot.engine.game import Game
from sidepot.engine.play import legal_in, picks_in
from sidepot.errors import IllegalAction
from sidepot.kernel import Records
from sidepot.real.world import World
from sidepot.rules import actions

_HANDS = 24
"""Deals of the hidden cards by which it is found what the actor may do: a hand in five can open
with jacks."""
_UNSEEN = text(HIDDEN)


def legal(game: Game, world: World, seen: set[int]) -> Legal:
    """The actions that some deal of the hidden cards allows; cards that all see have names."""
    found = _made_up(game, world)
    if any(row.down and row.card not in seen for verb in world.verbs for row in verb):
        _add_others(game, world.concealed(), found)
    return _with_names(game, world, found)


def read(game: Game, world: World, seen: set[int], action: str) -> tuple[str, int]:
    """An action that some deal of the hidden cards allows, as the log has it, and its number.

    Raises `IllegalAction`. The made-up deal is asked first: it nearly always allows the action.
    """
    try:
        return _numbered(_with_names(game, world, _made_up(game, world)), action)
    except IllegalAction:
        return _numbered(legal(game, world, seen), action)


def _made_up(game: Game, world: World) -> dict[str, Choice]:
    """The choices that the made-up cards allow, by their kinds."""
    return {row.kind: row for row in legal_in(game, world.last, world.fields).ranges}


def _with_names(game: Game, world: World, found: dict[str, Choice]) -> Legal:
    """Choices with the cards that they pick."""
    return Legal(_named(game, world, choice) for choice in found.values())


def _add_others(game: Game, concealed: Records, found: dict[str, Choice]) -> None:
    """Add what other deals of the hidden cards allow."""
    rngs = kernel.generator(0)
    for _ in range(_HANDS):
        trial = kernel.copy(concealed)
        game.entry.redeal(trial, rngs)
        for row in legal_of(game.direct.menu(trial), (), game.names).ranges:
            last = found.get(row.kind, row)
            low, high = min(last.lowest, row.lowest), max(last.highest, row.highest)
            found[row.kind] = last._replace(lowest=low, highest=high)


def _named(game: Game, world: World, choice: Choice) -> Choice:
    """A choice with the cards that it picks: those that all see, and `??` for the others."""
    number = choice.kind_number
    if number not in actions.PICKED:
        return choice
    fields = kernel.fields(world.concealed())
    picks = dict(picks_in(game, fields)).get(number, ())
    if not choice.is_set:
        picks = picks[choice.lowest : choice.highest + 1]
    return choice._replace(cards=picks)


def _numbered(offered: Legal, action: str) -> tuple[str, int]:
    """An action in its one form, whatever was typed for it, and its number for the verbs.

    `??` picks the first card that nobody told: which one it is does not matter. Raises
    `IllegalAction`, which says what is legal.
    """
    if _UNSEEN not in action.split():
        checked, number = offered.numbered(action)
        return str(checked), number
    for choice in offered.ranges:
        named = _named_cards(choice, action)
        places = None if named is None else _places(choice, named)
        if places is None:
            continue
        for amount in range(choice.lowest, choice.highest + 1):
            if _picked(choice, amount) == places:
                picked = [choice.cards[place] for place in places]
                return " ".join([choice.kind.replace("_", " "), *picked]), choice.at(amount).number
    raise IllegalAction("error.action_now", action=action[:40], legal=offered.message)


def _named_cards(choice: Choice, action: str) -> list[str] | None:
    """The cards that an action names after the name of a choice; None for another name."""
    typed = " ".join(lettered(action).split())
    for name in (choice.kind, choice.said):
        spoken = name.replace("_", " ") + " "
        if name and typed.lower().startswith(spoken):
            return typed[len(spoken) :].split()
    return None


def _places(choice: Choice, named: list[str]) -> tuple[int, ...] | None:
    """The places of some cards in what a choice picks from; None if it does not have them."""
    left: list[str | None] = list(choice.cards)
    for card in named:
        if card not in left:
            return None
        left[left.index(card)] = None
    return tuple(n for n, card in enumerate(left) if card is None)


def _picked(choice: Choice, amount: int) -> tuple[int, ...]:
    """The places that an amount of a choice picks."""
    return set_of(len(choice.cards), amount) if choice.is_set else (amount - choice.lowest,)


def is_action(game: Game, line: str) -> bool:
    """Whether a line begins as some action of a game does, legal now or not."""
    word = line.partition(" ")[0].lower()
    names = (*actions.KINDS, *game.says.values(), *game.acts.names)
    return word in {name.replace("_", " ").split()[0] for name in names}
