"""The coach: the values of a turn's choices, from nothing but what the player may know."""

from __future__ import annotations

import zlib
from collections.abc import Mapping

from sidepot import kernel, odds
from sidepot.analysis import values
from sidepot.analysis.candidates import text
from sidepot.analysis.known import dealt_in, strategy_for
from sidepot.analysis.values import Trial, Worth
from sidepot.bots import rollout_of
from sidepot.bots.trained.strategy import Strategy
from sidepot.engine.game import Hand
from sidepot.engine.memory import Memory, remember
from sidepot.engine.play import legal_in
from sidepot.errors import BadPosition
from sidepot.kernel import Fields
from sidepot.odds import Odds, chances
from sidepot.odds.sampling import Progress, no_progress
from sidepot.rules import chips
from sidepot.rules.seats import NOBODY
from sidepot.words import Message

PRECISION = 0.02
"""The standard error at which sampling ends, in times of the ante."""
_PLAYED, _JUDGED = "played", "judged"
"""The methods of values in games of bets: everybody plays a strategy, or by a rule of thumb."""
_COARSE = 10
"""In games of bets an error so many times as large is good enough."""


def advise(
    memory: Memory, *, seconds: float | None = None, progress: Progress = no_progress
) -> Odds:
    """The odds of the player to act, who is spoken to, from what they have seen of the hand.

    Chance begins with the concealed record itself: so it knows nothing of the deck, and equal
    memories get equal answers, unless `seconds` are up first. See `look`.
    """
    found = look(
        memory,
        precision=PRECISION * memory.game.unit,
        seconds=seconds,
        patiently=seconds is None,
        progress=progress,
    )
    return Odds(found.facts, tuple(map(_to_them, found.sentences)))


def analyze(hand: Hand, *, seconds: float | None = None) -> Odds:
    """The odds of the player to act in a hand, by no more than they know of it: see `advise`."""
    return advise(remember(hand), seconds=seconds)


def look(
    memory: Memory,
    *,
    precision: float,
    samples: int | None = None,
    seconds: float | None = None,
    patiently: bool = True,
    progress: Progress = no_progress,
) -> Odds:
    """The odds of the player to act, by the best method that is known for the game.

    In a game of bets, values against the known strategy (`values`), or a rule of thumb where it has
    learned too little (`Abstraction.belief`), until each standard error is at most `precision`
    chips, or ten times that where nobody gave a number of `samples`; where no strategy is known,
    the chances of the hand. Elsewhere as in `odds.of`. It ends after `seconds`, and on Ctrl-C.
    """
    game, view = memory.game, memory.view
    s = kernel.fields(view)
    if s.seats.actor == NOBODY:
        raise BadPosition("error.position_over")
    seed = zlib.crc32(kernel.to_bytes(view))
    is_betting = game.record not in odds.ANALYZERS and chances.is_betting(game)
    strategy = strategy_for(game, view) if is_betting else None
    if strategy is not None:
        worth = Trial(memory, strategy, seed=seed).refine(
            precision=_COARSE * precision,
            samples=samples or values.SAMPLES,
            seconds=seconds,
            progress=progress,
        )
        return _played(memory, s, strategy, worth)
    found = odds.of(
        game,
        view,
        rollout=rollout_of(game),
        seed=seed,
        precision=precision,
        seconds=seconds,
        patiently=patiently,
        progress=progress,
    )
    return Odds(found.facts, tuple(map(_without_strategy, found.sentences)))


def _played(memory: Memory, s: Fields, strategy: Strategy, worth: Worth) -> Odds:
    """The values of a decision as facts, and in sentences."""
    legal, is_judged = legal_in(memory.game, memory.view, s), strategy.abstraction.is_judged
    named = {action: text(action, legal) for action in worth.value}
    player, pot = f"p{s.seats.actor + 1}", int(chips.pot(s.chips, s.seats))
    facts = {
        "to_act": player,
        "pot": pot,
        "ev": {named[a]: value for a, value in worth.value.items()},
        "method": _JUDGED if is_judged else _PLAYED,
        "stderr": max(worth.error.values()),
        "errors": {named[a]: error for a, error in worth.error.items()},
        "mixture": {named[a]: worth.share.get(a, 0.0) for a in worth.value},
        "advice": named[worth.advice],
        "samples": worth.samples,
        "players": strategy.players,
    }
    return Odds(
        facts,
        (
            Message("odds.to_act", {"player": player, "pot": pot}),
            *(_choice(action, named, worth, is_judged=is_judged) for action in worth.value),
            _advice(named, worth, is_judged=is_judged),
            *_assumed(memory, strategy, worth),
        ),
    )


def _choice(action: int, named: Mapping[int, str], worth: Worth, *, is_judged: bool) -> Message:
    told = {
        "choice": named[action],
        "value": f"{worth.value[action]:+.2f}",
        "error": f"{worth.error[action]:.2g}",
        "share": f"{worth.share.get(action, 0.0):.0%}",
    }
    return Message("odds.tried_by_rule", told) if is_judged else Message("odds.tried", told)


def _advice(named: Mapping[int, str], worth: Worth, *, is_judged: bool) -> Message:
    told = {"choice": named[worth.advice], "best": named[worth.best]}
    if worth.advice == worth.best:
        return Message("odds.best", {"choice": named[worth.best]})
    return Message("odds.preferred_by_rule", told) if is_judged else Message("odds.preferred", told)


def _assumed(memory: Memory, strategy: Strategy, worth: Worth) -> list[Message]:
    """Sentences about the method and the error of the values."""
    told = {"n": worth.samples, "error": f"{max(worth.error.values()):.2g}"}
    if strategy.abstraction.is_judged:
        found = [Message("odds.played_by_rule", told)]
    elif strategy.players == dealt_in(memory.game, memory.view):
        found = [Message("odds.played", told)]
    else:
        found = [Message("odds.played_near", {**told, "players": strategy.players})]
    return found if worth.is_remembered else [*found, Message("odds.played_unseen")]


def _without_strategy(message: Message) -> Message:
    """The reason why no bet has a value: the game has no strategy."""
    return Message("odds.no_strategy") if message.key == "odds.no_values" else message


def _to_them(message: Message) -> Message:
    """The sentence as the player themself hears it."""
    if message.key == "odds.turn":
        return Message("odds.turn_you", message.values)
    if message.key == "odds.to_act":
        return Message("odds.to_act_you", message.values)
    return message
