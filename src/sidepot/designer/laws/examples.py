"""The law about examples: a hand that the game's file names ends as the file says."""

from __future__ import annotations

from collections.abc import Sequence

from sidepot.designer.laws.trace import Case, Trace
from sidepot.engine import rule_pages
from sidepot.engine.examples import Example
from sidepot.engine.game import Game, Hand
from sidepot.errors import LawBroken, UserError


def examples(traces: Sequence[Trace]) -> None:
    """The hands that the game's file names as examples end as it says."""
    if traces:
        game = traces[0].case.game
        for number, example in enumerate(rule_pages.examples(game), 1):
            _play(game, number, example)


def _play(game: Game, number: int, example: Example) -> None:
    """Play an example. Raises `LawBroken` with the hand as far as it went, to be replayed."""
    hand: Hand | None = None
    try:
        hand = example.deal(game)
        for action in example.actions:
            hand.act(action)
    except UserError as error:
        raise _broken(game, hand, number, "example_refused", example, reason=error) from None
    if not hand.over:
        legal, name = str(hand.legal), hand.names[hand.actor or 0]
        raise _broken(game, hand, number, "example_goes_on", example, player=name, legal=legal)
    if hand.payoffs != example.payoffs:
        found = " ".join(f"{payoff:+d}" for payoff in hand.payoffs)
        raise _broken(game, hand, number, "example", example, found=found)


def _broken(
    game: Game, hand: Hand | None, number: int, key: str, example: Example, **values: object
) -> LawBroken:
    """The error for an example, with its table where it could be dealt."""
    if hand is None:
        case = Case(game, (), (), number)
        return case.broken(key, example=str(example), **values)
    case = Case(hand.game, hand.starting_stacks, hand.deck, number, hand.second)
    error = case.broken(key, example=str(example), **values)
    vars(error)["table"] = case, [action.number for _, action in hand.actions]
    return error
