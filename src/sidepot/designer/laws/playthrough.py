"""Transcripts of random hands of a game, which must not change by accident.

Every registered game has one in `tests/playthroughs`. After an intended change, write it again and
read the difference:
`python -m sidepot.designer.laws.playthrough GAME > tests/playthroughs/GAME.txt`.
"""

from __future__ import annotations

import contextlib
import random
import sys
from collections.abc import Iterator

from sidepot import games
from sidepot.engine import keeping
from sidepot.engine.game import Game, Hand
from sidepot.engine.narration import tell
from sidepot.engine.play import RAIL
from sidepot.engine.view import SeatView

_SEED = 1
_HANDS = 3
"""Hands with the fewest and with the most players."""


def playthrough(game: Game) -> str:
    """The transcript of a game: facts, options, hands."""
    lines = [f"{game.name}: {game.title}, {game.least} to {game.most} players, by {game.author}"]
    lines += [
        f"option {name}: {option.kind.legal}; {option.kind.default}"
        for name, option in game.declared.items()
    ]
    for players in (game.least, game.most):
        kept = keeping.blank(game, players)
        for number in range(_HANDS):
            lines += ["", f"hand {number} of seed {_SEED}, {players} players"]
            hand = _dealt(game, players, number, kept)
            lines += _hand(hand, number)
            kept = hand.keeps
    return "\n".join(lines) + "\n"


def _dealt(game: Game, players: int, number: int, kept: keeping.Values) -> Hand:
    """A hand at its first decision, with what the hand before has kept."""
    stacks = [20 * game.unit + p for p in range(players)]
    return game.deal(stacks=stacks, seed=_SEED, hand=number, kept=kept)


def _hand(hand: Hand, number: int) -> Iterator[str]:
    chance = random.Random(number)
    yield from _told(hand)
    while not hand.over:
        yield from _table(hand)
        legal = hand.legal
        action = chance.choice(list(legal)[:100])
        yield f"  {hand.names[hand.actor or 0]} may {legal}; does {action}"
        hand.act(action)
        yield from _told(hand)
    yield from _table(hand)
    keeps = f", keeps {hand.keeps}" if hand.keeps else ""
    yield f"  payoffs {' '.join(f'{payoff:+d}' for payoff in hand.payoffs)}{keeps}"


def _told(hand: Hand) -> Iterator[str]:
    for message in tell(hand.events(RAIL, -1), hand.names):
        yield f"  {message}"


def _table(hand: Hand) -> Iterator[str]:
    view = hand.view(RAIL)
    for seat in view.seats:
        yield f"    {_seat(seat)}"
    pots = [f"{pot.amount} for {[p + 1 for p in pot.seats]}" for pot in view.pots]
    facts = [f"{key} {value}" for key, value in view.facts.items()]
    yield f"    pots {pots}, board {[card.card for card in view.board]}, {', '.join(facts)}"


def _seat(seat: SeatView) -> str:
    cards = " ".join(f"{card.card}({card.zone})" for card in seat.cards)
    place = "" if seat.place is None else f" place {seat.place}"
    marks = "".join(f" {mark}" for mark in seat.marks)
    chips = f"{seat.stack} in {seat.paid}" + (f" bet {seat.bet}" if seat.bet else "")
    return f"{seat.name} {chips} {seat.status}{marks}{place}: {cards}: {seat.hand}"


if __name__ == "__main__":
    with contextlib.redirect_stdout(sys.stderr):  # keeps the game's prints out of the transcript
        transcript = playthrough(games.find(sys.argv[1]))
    sys.stdout.write(transcript)
