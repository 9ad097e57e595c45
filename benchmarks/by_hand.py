"""Hands played by Python, action by action, beside OpenSpiel's hold'em in the same loop and run.

Seconds of processor time: of two programs that take turns, both lose alike on a busy machine.
"""

from __future__ import annotations

import functools
import importlib.util
import random
import sys
import time
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

import sidepot
from benchmarks.timing import Figure, paired
from sidepot.engine.game import Game

GAMES = ("holdem-fixed-limit", "holdem-no-limit", "ricochet-2")
PLAYERS = {2: "two", 6: "six"}
SEED = 1
HANDS = 3_000
PEER = "universal_poker"
_ROUNDS: dict[str, object] = {
    "numPlayers": 2,
    "numRounds": 4,
    "blind": "1 2",
    "firstPlayer": "2 1 1 1",
    "numSuits": 4,
    "numRanks": 13,
    "numHoleCards": 2,
    "numBoardCards": "0 3 1 1",
    "stack": "400 400",
}
PEERS: Mapping[str, dict[str, object]] = {
    "holdem-fixed-limit": {
        **_ROUNDS,
        "betting": "limit",
        "raiseSize": "2 2 4 4",
        "maxRaises": "3 4 4 4",
    },
    "holdem-no-limit": {**_ROUNDS, "betting": "nolimit", "bettingAbstraction": "fullgame"},
}
"""What OpenSpiel's `universal_poker` plays as we do: blinds of 1 and 2, 400 chips each."""
STACK = 400


def figures() -> list[Figure]:
    """Each game for two and for six, beside OpenSpiel's hold'em for two where it is installed."""
    if not is_peer_there():
        print("not measured, because not installed: pyspiel", file=sys.stderr)
    return [beside(sidepot.game(name), n) for name in GAMES for n in PLAYERS]


def signatures() -> Mapping[str, Callable[[], str]]:
    """A function for each line's signature."""
    games = [sidepot.game(name) for name in GAMES]
    return {name_of(game, n): functools.partial(mark, game, n) for game in games for n in PLAYERS}


def beside(game: Game, players: int) -> Figure:
    """A game by hand, and its ratio to OpenSpiel's hold'em: of its own kind, or fixed-limit."""
    ours = functools.partial(play, game, players)
    kind = game.name if game.name in PEERS else GAMES[0]
    theirs = peer(kind) if is_peer_there() else ours
    other, speed, ratio = paired(theirs, ours, clock=time.process_time)
    remark = f"{ratio:.2f} x OpenSpiel, {kind} for two: {other / 1e3:,.0f} k" * is_peer_there()
    return Figure(name_of(game, players), speed, "decisions/s", mark(game, players), remark)


def name_of(game: Game, players: int) -> str:
    """The line's name."""
    return f"{game.title} by hand, {PLAYERS[players]} players"


def play(game: Game, players: int, note: Callable[[tuple[int, ...]], object] | None = None) -> int:
    """Random hands in a plain loop; returns the number of decisions."""
    chance, done = random.Random(SEED), 0
    for number in range(HANDS // players):
        hand = game.deal(players=players, stacks=STACK, seed=SEED, hand=number)
        while not hand.over:
            hand.act(chance.choice(hand.legal))
            done += 1
        if note:
            note(hand.payoffs)
    return done


def mark(game: Game, players: int) -> str:
    """A hash of all that was won and lost, and of the number of decisions."""
    found: list[tuple[int, ...]] = []
    decisions = play(game, players, found.append)
    return f"{hash((decisions, *found)) & 0xFFFFFFFF:08x}"


def is_peer_there() -> bool:
    """Whether OpenSpiel can be imported."""
    return importlib.util.find_spec("pyspiel") is not None


def peer(kind: str) -> Callable[[], int]:
    """The same loop with OpenSpiel's hold'em; chance is sampled as its own examples do."""
    game: Any = import_module("pyspiel").load_game(PEER, PEERS[kind])

    def work() -> int:
        chance, done = random.Random(SEED), 0
        for _ in range(HANDS // 2):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(chance.choice(state.chance_outcomes())[0])
                    continue
                state.apply_action(chance.choice(state.legal_actions()))
                done += 1
        return done

    return work
