"""Hands of casino Ricochet in histories: the bank is the last player, side bets come first."""

import random

import pytest

import sidepot
from sidepot import kernel
from sidepot.engine.game import Hand
from sidepot.errors import BadHistory, UserError
from sidepot.history import History

KNOWN = """\
variant = "ricochet-casino"
antes = [1, 1, 1]
starting_stacks = [20, 20, 0]
finishing_stacks = [14, 39, -13]
players = ["Ana", "Bo", "Bank"]
actions = [
  "p1 sb cover 4",
  "p1 sb",
  "p2 sb quickdraw 4",
  "p2 sb",
  "d dh p1 Kc7d",
  "d dh p2 9h9s",
  "d dh p3 AcJd8s4h2c",
  "p1 buy 3",
  "d dh p1 2d3h5s",
  "p2 f",
]
"""
"""Ana's king does not beat the bank, and Bo folds: the bank takes the pot."""


def known(**changes: tuple[str, str]) -> str:
    """The known hand, texts of it changed for others."""
    text = KNOWN
    for old, new in changes.values():
        assert old in text
        text = text.replace(old, new)
    return text


def random_hand(number: int) -> Hand:
    """A hand with any number of players and table, played at random."""
    chance = random.Random(number)
    limit = chance.choice((0, 3, 50))
    game = sidepot.game("ricochet-casino", ante=chance.choice((1, 2, 5)), side_limit=limit)
    if chance.random() < 0.3:
        game = game.with_options(kickout="none/2/KKQ/23457s/A2345/AA22/TTT", cover_from="9")
    players = chance.randint(1, 7)
    hand = game.deal(stacks=[chance.randint(5, 60) for _ in range(players)], seed=7, hand=number)
    while not hand.over:
        choice = chance.choice(hand.legal.ranges)
        hand.act(choice.at(chance.randint(choice.lowest, choice.highest)))
    return hand


@pytest.mark.parametrize("number", range(80))
def test_a_hand_is_written_and_replayed(number: int) -> None:
    hand = random_hand(number)
    history = History.from_hand(hand)
    again = History.parse(history.text()).replay()
    assert kernel.to_bytes(again.hand.record()) == kernel.to_bytes(hand.record())
    assert again.finishing_stacks == (*hand.stacks, hand.bank)
    assert History.from_hand(again.hand) == history


def test_the_known_hand_replays_with_the_bank_as_last_player() -> None:
    done = History.parse(known()).replay()
    assert done.hand.bank == -13 and sum(done.finishing_stacks) == 40
    assert done.hand.names == ("Ana", "Bo", "Bank")


def test_a_bank_may_bring_chips_or_debts() -> None:
    text = known(start=("[20, 20, 0]", "[20, 20, -100]"), end=("[14, 39, -13]", "[14, 39, -113]"))
    assert History.parse(text).replay().finishing_stacks == (14, 39, -113)


WRONG = {
    "above the limit": ("p1 sb cover 4", "p1 sb cover 6", 1, "p1 may pass, quickdraw 1 to 5"),
    "after the deal": ("p1 buy 3", "p1 sb quickdraw 1", 8, "p1 may fold or buy 3"),
    "another's turn": ("p2 sb quickdraw 4", "p1 sb quickdraw 4", 3, "p2 may"),
    "two cards": ("p1 buy 3", "p1 buy 2", 8, "p1 may fold or buy 3"),
    "the bank acts": ("p2 f", "p3 f", 10, "p2 may fold or buy 3"),
    "a bank of four": ("AcJd8s4h2c", "AcJd8s4h", 7, "next are 5 cards for p3"),
    "three of two": ("d dh p1 Kc7d", "d dh p1 Kc7d6d", 5, "next are 2 cards for p1"),
}


@pytest.mark.parametrize("case", WRONG)
def test_an_action_that_does_not_follow_is_refused(case: str) -> None:
    old, new, number, legal = WRONG[case]
    with pytest.raises(BadHistory, match=f"action {number} .*{legal}"):
        History.parse(known(change=(old, new))).replay()


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("[14, 39, -13]", "[14, 39, -12]", "finishing_stacks are"),
        ("[20, 20, 0]", "[20, 20]", "antes has 3 entries for 2 players"),
        ("antes = [1, 1, 1]", "_options = { kickout = 'KKQ' }\nantes = [1, 1, 1]", "7 hands"),
        ("antes = [1, 1, 1]", "_options = { bonus = '1/2' }\nantes = [1, 1, 1]", "6 times 0"),
    ],
)
def test_a_table_that_is_wrong_is_refused(old: str, new: str, why: str) -> None:
    with pytest.raises(UserError, match=why):
        History.parse(known(change=(old, new))).replay()
