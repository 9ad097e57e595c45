"""Histories of hands with real cards: `??` for what nobody saw, no proof, and they replay."""

import pytest

from sidepot import games
from sidepot.history import History
from sidepot.real import Choice, Misdeal, record_of
from tests.real.dealer import begun, next_entry, played, told


@pytest.mark.parametrize("name", sorted(games.registry()))
def test_the_history_of_a_told_hand_replays_to_its_end(name: str) -> None:
    game = games.registry()[name]
    for seed in (2, 3):
        dealt = played(game, min(game.most, 4), seed)
        text = record_of(told(dealt)).text()
        assert '_source = "real cards"' in text
        assert "_fairness" not in text
        replay = History.parse(text).replay()
        assert replay.hand.stacks == dealt.stacks


def test_a_misdeal_is_a_hand_that_was_called_off() -> None:
    dealt = played(games.registry()["ricochet-2"], 3, 1)
    real = begun(dealt)
    while not any(isinstance(entry, Choice) for entry in real.entries):
        real.tell(next_entry(dealt, real))
    while real.is_waiting:
        real.tell(next_entry(dealt, real))
    real.tell(Misdeal())
    replay = History.parse(record_of(real).text()).replay()
    assert replay.called_off
