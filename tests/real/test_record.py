"""Histories of hands with real cards: `??` for what nobody saw, no proof, and they replay."""

import random
from contextlib import nullcontext
from pathlib import Path

import pytest

from sidepot import games
from sidepot.engine.event import HandEvent
from sidepot.engine.game import Hand
from sidepot.engine.play import RAIL
from sidepot.errors import BadHistory
from sidepot.history import History
from sidepot.history.replaying import Replay
from sidepot.history.stepping import steps
from sidepot.real import Best, Choice, Misdeal, RealHand, record_of
from sidepot.real.table import events
from tests.cases import often
from tests.real.dealer import begun, next_entry, played, told
from tests.room.conftest import added

HOUSE = sorted(games.registry())
COMPARING = "examples/games/three_five_seven.py"
GAMES = [*HOUSE, *often(sorted(map(str, Path("examples/games").glob("*.py"))), [COMPARING])]
SEEDS = often(range(12), [3])


def _dealt(name: str, seed: int) -> Hand:
    game = games.find(name)
    return played(game, max(game.least, min(game.most, 4)), seed)


def _replayed(real: RealHand) -> Replay:
    """The hand of a history that was written and read again."""
    text, game = record_of(real).text(), real.game
    with nullcontext() if game.name in games.registry() else added(game):
        return History.parse(text).replay()


def _public(done: Replay) -> list[HandEvent]:
    """The events that happened, as those at the table saw them; but for the names of streets."""
    *before, last = (done.hand.events(RAIL, verb) for verb in range(len(done)))
    return _lying([*(event for verb in before for event in verb), *done.happened_of(last)])


def _lying(found: list[HandEvent]) -> list[HandEvent]:
    return [event for event in found if event.kind != "street"]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", GAMES)
def test_the_history_of_a_told_hand_replays_to_its_end(name: str, seed: int) -> None:
    real = told(_dealt(name, seed))
    text = record_of(real).text()
    assert '_source = "real cards"' in text and "_fairness" not in text
    done = _replayed(real)
    assert _public(done) == _lying(events(real))
    assert (done.hand.stacks, done.hand.winners) == (real.hand.stacks, real.hand.winners)


@pytest.mark.parametrize("seed", often(range(6), [5]))
@pytest.mark.parametrize("name", GAMES)
def test_a_hand_that_is_called_off_replays_as_far_as_it_was_told(name: str, seed: int) -> None:
    dealt = _dealt(name, seed)
    real, whole = begun(dealt), told(dealt)
    for length in (0, random.Random(seed).randrange(len(whole.entries))):
        while len(real.entries) < length:
            real.tell(next_entry(dealt, real))
        off = real.copy()
        off.tell(Misdeal())
        done = _replayed(off)
        assert done.called_off
        assert _public(done) == _lying(events(off))
        shown = {card.card for seat in [*steps(done)][-1].view.seats for card in seat.cards}
        assert not shown & done.made_up


@pytest.mark.parametrize("seed", often(range(60), [6]))
def test_the_best_that_were_told_win_the_replay_too(seed: int) -> None:
    rng = random.Random(seed)
    real = RealHand.begin(games.find(COMPARING), [200] * 4, ["Ana", "Bo", "Cy", "Di"])
    while not real.over:
        if real.compared:
            real.tell(Best((rng.choice(real.compared),)))
        else:
            real.tell(Choice(real.actor or 0, rng.choice(["in", "in", "out"])))
    done = _replayed(real)
    assert _public(done) == _lying(events(real))
    assert done.hand.stacks == real.hand.stacks


@pytest.mark.parametrize("number", often(range(12), [0]))
def test_three_share_the_best_hand_after_one_of_them_was_best(number: int) -> None:
    real = RealHand.begin(games.find(COMPARING), [200] * 3, ["Ana", "Bo", "Cy"], number=number)
    for best in ((0,), (0, 1, 2)):
        for seat in range(3):
            real.tell(Choice(seat, "in"))
        real.tell(Best(best))
    assert [entry.seats for entry in real.entries if isinstance(entry, Best)] == [(0,), (0, 1, 2)]


@pytest.mark.parametrize("value", ["", "5c", "5c5c5c5c5c", "joker", 7, "Kc" * 10_000])
def test_made_up_cards_that_are_not_one_for_each_unknown_are_refused(value: object) -> None:
    fields = record_of(told(_dealt("high-noon-shootout", 2))).fields
    with pytest.raises(BadHistory, match="leave it out"):
        History.from_fields({**fields, "_made_up": value}).replay()
