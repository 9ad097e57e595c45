"""Histories with a match card, stockpiled cards that are laid, and discards that come again."""

import random
from dataclasses import replace
from typing import Any

import pytest

import sidepot
from sidepot.engine.game import Hand
from sidepot.errors import BadHistory
from sidepot.history import History

STOCKS = ("d dh p1 2c", "d dh p2 3c", "d dh p3 4c")
FIRST = (*STOCKS, "d dh p1 5d6s", "d dh p2 7h8s", "d dh p3 9cTc", "d db Jd")
"""p1 keeps the 5d, p2 and p3 nothing."""
CHECKS = ("p1 cc", "p2 cc", "p3 cc")
SECOND = (*FIRST, *CHECKS, "d dh p1 2d3d", "d dh p2 Ks", "d dh p3 Kh", "d db 2s")
LAYS: dict[str, Any] = {"stock_to_active": "yes"}


def hand(*actions: str, players: int = 3, **options: object) -> History:
    """Players with twenty chips each."""
    return History(
        variant="poker-roulette",
        antes=(1,) * players,
        starting_stacks=(20,) * players,
        options=options or None,
        actions=actions,
    )


def refused(history: History) -> str:
    """Why a history is refused."""
    with pytest.raises(BadHistory) as caught:
        history.replay()
    return str(caught.value)


def played(players: int, number: int, **options: object) -> Hand:
    """A hand at its end; hardly anybody folds, so that it comes to the last round."""
    rng = random.Random(number)
    game = sidepot.game("poker-roulette").with_options(**options)
    hand = game.deal(stacks=[rng.randint(5, 40) for _ in range(players)], seed=8, hand=number)
    while not hand.over:
        rows = [c for c in hand.legal.ranges if c.kind != "fold" or rng.random() < 0.1]
        choice = rng.choice(rows)
        hand.act(choice.at(rng.randint(choice.lowest, choice.highest)))
    return hand


TABLES = [
    (3, {}),
    (4, LAYS),
    (5, {"betting": "final", "jokers": "wild"}),
    (6, LAYS),
    (12, {"refill": "never"}),
    (20, {"betting": "final", **LAYS}),
]


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_a_hand_comes_back_from_its_history(players: int, options: dict[str, object]) -> None:
    refilled = 0
    for number in range(4):
        there = played(players, number, **options)
        history = History.from_hand(there)
        back = History.parse(history.text()).replay().hand
        assert back.stacks == there.stacks
        assert back.events() == there.events()
        assert History.from_hand(back).actions == history.actions
        refilled += "refilled" in {event.kind for event in there.events()}
    assert refilled or options.get("refill") == "never"


def test_stock_cards_then_the_active_cards_of_a_player_together_then_the_match_card() -> None:
    hand = sidepot.game("poker-roulette").deal(
        players=3, stacks=20, seed=1, deck="2c 3c 4c 5d 6s 7h 8s 9c Tc Jd"
    )
    assert History.from_hand(hand).actions[: len(FIRST)] == FIRST


def test_a_match_that_is_resolved_wrongly_is_refused() -> None:
    """p2 has kept nothing and is due one card, p1 two; any other deal is refused."""
    begin = (*FIRST, *CHECKS)
    assert "next are 2 cards for p1" in refused(hand(*begin, "d dh p1 2d"))
    two = refused(hand(*begin, "d dh p1 2d3d", "d dh p2 KsKd"))
    assert "2 cards at once instead of 1 card" in two or "next is a card for p2" in two
    assert "next is a card for p3" in refused(hand(*begin, "d dh p1 2d3d", "d dh p2 Ks", "d db 2s"))
    assert hand(*SECOND, "void").replay().called_off


def test_a_match_card_is_dealt_to_nobody() -> None:
    assert "next is a card for the board" in refused(hand(*FIRST[:-1], "d dh p1 Jd"))


def test_a_stockpile_card_that_is_laid_twice_is_refused() -> None:
    begin = (*FIRST, *CHECKS, "p2 stk 3c", "p3 stk")
    lost = (*begin, "d dh p1 2d3d", "d dh p2 Ks", "d dh p3 Kh", "d db Ah", *CHECKS)
    assert "p1 may decline or lay 2c or 5d" in refused(hand(*lost, "p1 stk 3c", **LAYS))
    assert "p2 stk 3c" in refused(hand(*lost, "p1 stk", "p2 stk 3c", **LAYS))
    assert "this action is not possible" in refused(hand(*FIRST, *CHECKS, "p2 stk 2c", **LAYS))
    assert "a card comes before that" in refused(hand(*FIRST, *CHECKS, "p2 stk 3c"))


def test_a_card_beyond_the_decks_is_refused() -> None:
    assert "Jd is dealt already" in refused(hand(*FIRST, *CHECKS, "d dh p1 JdQd"))
    assert "1z is not understood" in refused(hand("d dh p1 1z"))
    two_decks = [f"d dh p{n} Kc" for n in (1, 2, 3)]
    assert "Kc is dealt already" in refused(hand(*two_decks, players=6))


def test_a_joker_of_52_cards_is_refused() -> None:
    history = History(
        variant="ricochet-2", antes=(1, 1), starting_stacks=(9, 9), actions=("d dh p1 Xx",)
    )
    assert "Xx is not in this deck" in refused(history)


def last_round() -> tuple[History, int]:
    """A hand that refills, and which line deals the first of the discards."""
    for number in range(20):
        history = History.from_hand(played(3, number))
        dealt = 0
        for at, line in enumerate(history.actions):
            dealt += len(line.split()[-1]) // 2 if line.startswith("d ") else 0
            if dealt > 54 and line.startswith("d dh"):
                return history, at
    raise AssertionError("no hand refills")


def test_a_card_that_is_not_in_the_discards_does_not_come_again() -> None:
    history, at = last_round()
    stock = history.actions[0].split()[-1]
    line = history.actions[at].split()
    wrong = " ".join([*line[:-1], line[-1][:-2] + stock])
    changed = replace(history, actions=(*history.actions[:at], wrong), finishing_stacks=None)
    assert f'"{wrong}": this is not the card that is dealt here' in refused(changed)


def test_unknown_stock_cards_that_nobody_sees_do_not_matter() -> None:
    unseen = ("d dh p1 ??", "d dh p2 ??", "d dh p3 ??", *FIRST[3:], "p1 f", "p2 f")
    assert hand(*unseen).replay().finishing_stacks == (19, 19, 22)


def test_an_unknown_active_card_that_decides_is_refused() -> None:
    unseen = (*STOCKS, "d dh p1 5d??", *FIRST[4:], "p1 f", "p2 cc", "p3 cc")
    due = ("d dh p2 Ks", "d dh p3 Kh", "d db 2s", "p2 cc", "p3 f")
    assert "depends on a card that nobody saw" not in refused(hand(*unseen, *due[:-2]))
    more = (*STOCKS, "d dh p1 5d6s", "d dh p2 7h??", *FIRST[5:], *CHECKS, "d dh p1 2d3d")
    assert "depends on a card that nobody saw" in refused(hand(*more, "d dh p2 Ks"))
