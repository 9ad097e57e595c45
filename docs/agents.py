"""The page of observations and slots: what an agent sees and may do in each game, as tables."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator

from sidepot.engine.game import Game
from sidepot.lab.envs import encoder_of, slots_of
from sidepot.lab.envs.encoder import Encoder
from sidepot.lab.envs.slots import Slots

ABOUT = {
    "number": "as it is",
    "chips": "over the largest starting stack",
    "count": "a number of cards, over the most that a player can use",
    "dealt": "a number of cards, over those of the deck",
    "seat": "1 at the seat's place, 0 elsewhere",
    "cards": "how many of each card; cards that are not known are left out",
    "own": "how many of each card, of the observer's alone",
    "down": "those of the observer's cards that lie face down",
    "lying": "how many of each card",
    "line": "each action: a seat, a kind, an amount",
    "prospects": "what each choice wins in random deals, as a part of the pot",
    "folded": "actions beyond these, as two numbers",
    "places": "the observer's card at each place: 13 ranks, 4 suits, joker",
}
"""The meanings of a range's numbers."""
INTRO = """\
# Observations and slots

What an agent sees and may do in each game, with the options as they are unless the table chooses
others. [Agents](agents.md) tells how they are used.

An observation is a row of float32. In a dimension of seats the observer's own comes first, and then
the others clockwise; a bank has the last seat at the table. Cards are counted by their code,
`rank * 4 + suit` from the deuce of clubs to the ace of spades, then two jokers. What is not shown
is the same in every hand of a table, or follows from the rest, or is erased because nobody may know
it; who bet before and how often; and the order in which cards came to a hand, except where actions
pick a card by its place.

With a `history` the actions of the hand come last, as the range `line`: of each round its actions
in their order, each with a one at its seat, a one at its kind (the kinds of the slots below, in
their order), and its amount, chips over the largest starting stack, cards over the most that a
player can use. Of cards that others pick only the number is shown, and of what they choose in
secret nothing. `line folded` has what did not fit, as two numbers that differ where the actions do.

A slot is legal where the menu offers its action. Chips have five slots: the lowest amount, a raise
by half the pot (after calling), by the pot, by twice the pot, and all; of equal ones only one is
legal. With `full` each amount up to the largest starting stack has a slot of its own.
"""


def page(games: Iterable[Game]) -> str:
    """The page, a section for each game."""
    return "\n".join([INTRO, *(line for game in games for line in section(game))])


def section(game: Game) -> Iterator[str]:
    """A game's ranges and slots, at a table for as many as play it most."""
    players = min(6, game.most)
    encoder, slots = encoder_of(game, players), slots_of(game, players)
    yield f"## {game.title}\n"
    yield f"`{game.name}` for {players}: {encoder.size} numbers, {slots.n} slots.\n"
    yield from observation_rows(encoder)
    yield ""
    yield from slot_rows(slots)
    yield ""


def observation_rows(encoder: Encoder) -> Iterator[str]:
    """The table of an observation."""
    yield "| from | what | shape | numbers |\n| --- | --- | --- | --- |"
    for r in encoder.ranges:
        shape = " x ".join(map(str, r.shape))
        yield f"| {r.first} | `{r.name}` | {shape} | {ABOUT[r.about]} |"


def slot_rows(slots: Slots) -> Iterator[str]:
    """The table of slots, those of one kind of action in a row."""
    yield "| from | slots |\n| --- | --- |"
    of = itertools.groupby(range(slots.n), key=lambda slot: int(slots.kind_of[slot]))
    for _, group in of:
        found = list(group)
        names = ", ".join(slots.names[slot] for slot in found)
        yield f"| {found[0]} | {names} |"
