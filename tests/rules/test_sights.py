"""Cards that some players have been let see, in 3-5-7: those who are in look at each other's."""

from pathlib import Path

import sidepot
from sidepot import cards, kernel
from sidepot.engine.game import Hand
from sidepot.engine.play import RAIL
from sidepot.rules.layout import codes_at

FILE = Path(__file__).parents[2] / "examples" / "games" / "three_five_seven.py"


def held(hand: Hand, seat: int, viewer: int) -> str:
    return cards.texts(codes_at(kernel.fields(hand.record(viewer)).hole, seat))


def test_players_who_are_in_see_each_others_cards_and_none_that_come_later() -> None:
    deck = "3c 3d 9h Kc Kd 2h 7c 8c 9c 4c 4d"
    hand = sidepot.game(str(FILE)).deal(players=3, stacks=50, deck=deck, seed=1)
    for choice in ("in", "in", "out"):
        hand.act(choice)
    assert held(hand, 0, 1) == "3c 3d 9h ?? ??"
    assert held(hand, 2, 1) == held(hand, 1, 2) == held(hand, 0, RAIL) == "?? ?? ?? ?? ??"
    told = {event.kind: event.card for event in hand.events(1) if event.kind == "seen"}
    assert told == {"seen": "9h"}
    assert hand.events(RAIL)[4].card == "??"
