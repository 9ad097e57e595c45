"""Hands that an earlier version has written play to the end that they had.

The files in `tests/releases` stay as they are. Where one is refused, a change of a game has made
the hands that people have kept unreadable: give the changed game another name, or mend it.
A new game gets a file by `python -m tests.releases.making`, which writes those that are missing.
"""

import random
from pathlib import Path

import pytest

from sidepot.engine.game import Game, Hand
from sidepot.errors import UserError
from sidepot.history import History
from sidepot.history.stepping import steps
from tests.releases import named, released
from tests.suites import house

KEPT = released("histories/*.phh")


def played(game: Game, seed: int) -> Hand:
    """A hand of three, or of as many as can play, with what anybody may do, and seldom a fold."""
    rng = random.Random(seed)
    players = min(max(3, game.least), game.most)
    hand = game.deal(stacks=[60] * players, seed=seed)
    while not hand.over:
        assert hand.actor is not None
        menu = list(hand.view(hand.actor).menu)
        stays = [choice for choice in menu if choice.kind != "fold"]
        choice = rng.choice(stays if stays and rng.random() < 0.9 else menu)
        amount = rng.randint(choice.lowest, min(choice.highest, choice.lowest + 3))
        try:
            hand.act(f"{choice.kind.replace('_', ' ')} {amount}" if choice.counted else choice.kind)
        except UserError:
            hand.act(hand.legal.safe)
    return hand


def test_every_game_has_a_kept_hand() -> None:
    assert {*house()} <= {file.stem for file in KEPT}


@pytest.mark.parametrize("file", KEPT, ids=named)
def test_a_kept_hand_plays_to_its_end(file: Path) -> None:
    name, text = file.stem, file.read_text("utf-8")
    history = History.parse(text)
    done = history.replay()
    assert done.hand.over and done.hand.game.name == name
    assert history.finishing_stacks is not None
    assert history.finishing_stacks[: done.hand.players] == done.hand.stacks
    *_, last = steps(done)
    assert last.view.result


@pytest.mark.parametrize("file", KEPT, ids=named)
def test_a_kept_hand_that_goes_otherwise_is_noticed(file: Path) -> None:
    text = file.read_text("utf-8")
    ends = next(line for line in text.splitlines() if line.startswith("finishing_stacks"))
    first, _, rest = ends.partition("[")[2].partition(",")
    other = text.replace(ends, f"finishing_stacks = [{int(first) + 1},{rest}")
    assert other != text
    with pytest.raises(UserError):
        History.parse(other).replay()
