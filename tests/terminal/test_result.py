"""The winners' line: "unseen" stands where the winning cards were not shown, and nowhere else."""

import random
from itertools import islice

import pytest

from sidepot.designer.laws.bots import any_of
from sidepot.designer.laws.conformance import cases
from sidepot.designer.laws.trace import Case
from sidepot.designer.template import ONE_CARD
from sidepot.engine.game import Game, Hand
from sidepot.engine.play import RAIL
from sidepot.engine.view import TableView
from sidepot.games import registry
from sidepot.terminal.table import result
from tests.laws.again import AGAIN
from tests.laws.little import LITTLE

GAMES = [*registry().values(), ONE_CARD, LITTLE, AGAIN]
OPEN = ("ricochet", "ricochet-2", "ricochet-casino", "again")
"""Games in which every card lies face up,"""
STUBBORN = ("high-noon-standoff",)
"""and in which nobody folds: nobody wins unseen."""


def played(case: Case) -> Hand:
    """A hand played at random to its end; every other one by those who stay in if they can."""
    chance = random.Random(case.number)
    hand = Hand(case.game, case.seated())
    while not hand.over:
        stays = case.number % 2 and hand.legal.safe.kind != "fold"
        hand.act(hand.legal.safe if stays else any_of(hand.legal, chance))
    return hand


def is_unseen(hand: Hand, view: TableView, seat: int) -> bool:
    """Has a seat won because all others had folded, with cards that came face down?"""
    alone = sum(other.status == "live" for other in view.seats) == 1
    down = any(event.seat == seat and event.card == "??" for event in hand.events(RAIL))
    return alone and down and view.seat != seat


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_unseen_are_cards_that_were_not_shown(game: Game) -> None:
    """With every number of players, every option and any stacks."""
    said = set[str]()
    for case in islice(cases(game), 0, None, 11):
        hand = played(case)
        for seat in {RAIL, 0, hand.seats - 1}:
            view = hand.view(seat)
            winners = [won.seat for won in view.result if won.won]
            for winner, message in zip(winners, result(view), strict=False):
                unseen = is_unseen(hand, view, winner)
                assert ("unseen" in message.text) == unseen, (case, seat, message.text)
                assert unseen or all(card in message.text for card in view.seats[winner].best)
                said.add(message.key.removesuffix("_you"))
    assert ("result.unseen" in said) == (game.name not in (*OPEN, *STUBBORN))


def test_a_hand_without_a_name_is_described_by_its_cards() -> None:
    hand = ONE_CARD.deal(players=2, deck="7s 2c", seed=1)
    hand.act("check")
    hand.act("check")
    assert [said.text for said in result(hand.view(-1))] == ["p1 takes 2 with 7s."]
    assert result(hand.view(0))[0].text == "You take 2 with 7s."
