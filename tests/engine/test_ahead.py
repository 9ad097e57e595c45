"""`Hand.ahead`: the actions that a waiting seat would have if it were its turn now."""

import random
from collections.abc import Iterator

import pytest

from sidepot import games
from sidepot.engine.action import Legal
from sidepot.engine.game import Game, Hand

HANDS = 12
GAMES = list(games.registry().values())


def kinds(legal: Legal) -> list[str]:
    return [row.kind for row in legal.ranges]


def step_of(hand: Hand) -> tuple[object, ...]:
    """The facts by which a menu changes: the step, the board, the bets, who is in."""
    view = hand.view(-1)
    bets = max((seat.bet, seat.paid) for seat in view.seats)
    live = [seat.status for seat in view.seats]
    return view.course, view.to_come, view.board, bets, live, view.facts.get("round")


def positions(game: Game) -> Iterator[Hand]:
    """Positions of random hands, most of them without a fold."""
    rng = random.Random(game.name)
    players = min(max(3, game.least), game.most)
    for number in range(HANDS):
        hand = game.deal(players=players, seed=number)
        while not hand.over:
            yield hand
            rows = [row for row in hand.legal.ranges if row.kind != "fold" or rng.random() < 0.1]
            row = rng.choice(rows or list(hand.legal.ranges))
            hand.act(row.at(rng.choice((row.lowest, row.lowest, row.highest))))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_waiting_seat_is_told_the_menu_that_it_gets(game: Game) -> None:
    expected: dict[int, list[str]] = {}
    number, compared = -1, 0
    before: tuple[object, ...] = ()
    for hand in positions(game):
        now = step_of(hand)
        if (hand.number, now) == (number, before) and hand.actor in expected:
            found = expected[hand.actor]
            if found:
                compared += 1
                assert found == kinds(hand.legal)
        number, before = hand.number, now
        record = bytes(hand)
        expected = {seat: kinds(hand.ahead(seat)) for seat in range(hand.players)}
        assert bytes(hand) == record
        assert hand.actor is None or not expected[hand.actor]
    assert compared or game.choices or game.name in ("kuhn", "ricochet", "ricochet-2")


def test_no_action_is_ahead_of_a_seat_that_is_out_or_all_in_or_done() -> None:
    game = games.registry()["holdem-no-limit"]
    hand = game.deal(stacks=(100, 30, 100, 100), seed=1)
    hand.act("fold")
    first = hand.actions[0][0]
    assert not hand.ahead(first)
    caller = hand.actor
    assert caller is not None
    hand.act("call")
    assert not hand.ahead(caller)
