"""Hands for histories: random ones, one that is known by heart, and files of many."""

import random
from dataclasses import replace
from pathlib import Path

from sidepot import games
from sidepot.engine.game import Game, Hand
from sidepot.engine.options import Bet, EachSeat, OneOf, Option, Whole
from sidepot.errors import BadHistory, UserError
from sidepot.history import Found, History, read

KNOWN = History(
    variant="ricochet-2",
    antes=(2, 2, 2),
    starting_stacks=(20, 20, 20),
    finishing_stacks=(25, 18, 17),
    options=None,
    players=("Ana", "Bo", "Cy"),
    actions=(
        "d dh p1 Ts",
        "d dh p2 5d",
        "d dh p3 3c # low",
        "p3 buy 1",
        "d dh p3 7s",
        "p2 f",
        "p3 f",
    ),
)
"""The cards as they lie: p3 is the lowest, then p2, then p3 again, and p1 wins."""


def known(*actions: str, **changes: object) -> History:
    """The known hand with other actions, if any are given, and other fields."""
    given = {"actions": actions or KNOWN.actions, "finishing_stacks": None, **changes}
    return replace(KNOWN, **given)  # type: ignore[arg-type]


def random_game(rng: random.Random, *names: str) -> Game:
    """A registered game, of these if any are named, with random options.

    They are low enough for stacks of a few hundred.
    """
    game = games.find(rng.choice(names or list(games.registry())))
    for name, option in game.declared.items():
        if rng.random() < 0.7:
            game = game.with_options(**{name: _value(game, option, rng)})
    return game


def _value(game: Game, option: Option, rng: random.Random) -> int | str:
    kind = option.kind
    if isinstance(kind, Bet):
        return (int(game.numbers[kind.least]) if kind.least else 1) + rng.randint(0, 5)
    if isinstance(kind, Whole):
        return rng.randint(kind.lowest, min(kind.highest, kind.lowest + 5))
    if isinstance(kind, EachSeat):
        lowest, n = max(kind.lowest, -3), rng.randint(1, 4)
        return "/".join(str(rng.randint(lowest, 6)) for _ in range(n))
    return rng.choice(kind.values if isinstance(kind, OneOf) else kind.extremes)


def random_hand(seed: int, *names: str, ended: bool = True) -> Hand:
    """A hand of any game, or of these, with any options and number of players, at random."""
    rng = random.Random(seed)
    game = random_game(rng, *names)
    n = rng.randint(game.least, game.most)
    stacks, number = [rng.randint(10, 300) for _ in range(n)], rng.randrange(2**40)
    kept = {"pot": 7 * (seed % 3)} if game.keeps_pot and seed % 4 else None
    hand = game.deal(stacks=stacks, seed=number, kept=kept)
    while not hand.over and (ended or rng.random() < 0.8):
        choice = rng.choice(hand.legal.ranges)
        hand.act(choice.at(rng.randint(choice.lowest, choice.highest)))
    return hand


def ends(hand: Hand) -> tuple[int, ...]:
    """The stacks at the end of a history, the bank's included."""
    stacks = hand.stacks if hand.over else hand.starting_stacks
    return (*stacks, hand.bank if hand.over else 0)[: hand.seats]


def write(path: Path, *histories: History) -> Path:
    """A `.phhs` with these hands."""
    path.write_text("\n".join(h.text(n) for n, h in enumerate(histories, 1)), "utf-8")
    return path


def labels(path: Path) -> tuple[list[str], list[str]]:
    """The labels of good hands, replayed too, and of those that are refused."""
    good: list[str] = []
    bad: list[str] = []
    for found in read(path):
        (good if reason(found) is None else bad).append(found.label)
    return good, bad


def reason(found: Found) -> UserError | None:
    """Why a hand is refused, by the reader or by the rules."""
    if isinstance(found.hand, BadHistory):
        return found.hand
    try:
        found.hand.replay()
    except UserError as error:
        return error
    return None
