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
    line = str(example)
    try:
        hand = example.deal(game)
    except UserError as error:
        case = Case(game, (), (), number)
        raise case.broken("example_refused", example=line, reason=error) from None
    case = Case(hand.game, hand.starting_stacks, hand.deck, number, hand.second)
    try:
        _check(case, hand, example, line)
    except LawBroken as error:
        vars(error)["table"] = case, [action.number for _, action in hand.actions]
        raise


def _check(case: Case, hand: Hand, example: Example, line: str) -> None:
    """Play the actions. Raises `LawBroken` if the hand continues, or has another result."""
    for action in example.actions:
        try:
            hand.act(action)
        except UserError as error:
            raise case.broken("example_refused", example=line, reason=error) from None
    if not hand.over:
        legal, player = str(hand.legal), hand.names[hand.actor or 0]
        raise case.broken("example_goes_on", example=line, player=player, legal=legal)
    if hand.payoffs != example.payoffs:
        found = " ".join(f"{payoff:+d}" for payoff in hand.payoffs)
        raise case.broken("example", example=line, found=found)
