"""Judges game files and plays hands of them in their plain form, in a process of its own.

Compiling a game takes longer than judging it, so that here nothing is compiled: run as a module
under `NUMBA_DISABLE_JIT`, this reads a `Task` as JSON and writes a `Done`.
"""

from __future__ import annotations

import sys
from itertools import islice

import msgspec

from sidepot import games
from sidepot.designer.laws import LAWS
from sidepot.designer.laws.conformance import cases
from sidepot.designer.laws.trace import play
from sidepot.engine.rule_pages import hints
from sidepot.errors import LawBroken
from sidepot.kernel import PLAIN
from tests.engine import test_first_hand

EVERY = 20
"""Of the hands that `check` plays, one in so many is judged."""
HANDS = 12
"""The hands in which every decision has to have a sentence."""
SLOW = ("threads", "plain")
"""Laws about the compiled form."""


class Played(msgspec.Struct):
    """A hand with the first cards of its deck, and what is done in it."""

    deck: str
    stacks: list[int]
    actions: list[str]


class Task(msgspec.Struct):
    """The files to judge, and the hands to play by the rules of the first one."""

    files: list[str]
    hands: list[Played]


class Done(msgspec.Struct):
    """The fault of each file, empty for none, and the payoffs of each hand."""

    faults: list[str]
    payoffs: list[list[int]]


def fault(file: str) -> str:
    """The first law that a game breaks, or the gap in its page; empty if neither."""
    game = games.find(file)
    _, silent = test_first_hand.play(game, hints(game))
    if silent:
        return silent[0]
    traces = tuple(play(case) for case in islice(cases(game), 0, None, EVERY))
    try:
        for name, law in LAWS.items():
            if name not in SLOW:
                law(traces)
    except LawBroken as broken:
        return str(broken)
    return ""


def payoffs(file: str, played: Played) -> list[int]:
    """The payoffs of a hand. The actions end it."""
    hand = games.find(file).deal(stacks=played.stacks, deck=played.deck, seed=1)
    for action in played.actions:
        hand.act(action)
    assert hand.over
    return list(hand.payoffs)


if __name__ == "__main__":
    assert PLAIN
    test_first_hand.HANDS = HANDS
    task = msgspec.json.decode(sys.argv[1], type=Task)
    first = task.files[0]
    done = Done([fault(file) for file in task.files], [payoffs(first, h) for h in task.hands])
    print(msgspec.json.encode(done).decode())
