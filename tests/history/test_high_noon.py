"""Histories with hands that lie face down, discards, community cards and burned ones."""

from itertools import product

import pytest

import sidepot
from sidepot.errors import BadHistory
from sidepot.history import History

DEAL = ("d dh p1 5c6h7c8h9h", "d dh p2 AsKsQsJsTs")
POINT = ("p1 cc", "p2 cc")
FIRST = (*DEAL, *POINT, "p1 sd 5c", "p2 sd", "d db 2c")
SECOND = (*FIRST, *POINT, "p1 sd", "p2 sd", "d db 3c")
UNSEEN = ("d dh p1 ??????????", "d dh p2 AsKsQsJsTs")


def hand(*actions: str, style: str = "shootout", **options: object) -> History:
    """Two players with twenty chips each."""
    return History(
        variant=f"high-noon-{style}",
        antes=(1, 1),
        starting_stacks=(20, 20),
        options=options or None,
        actions=actions,
    )


def three_times(*turns: str) -> tuple[str, ...]:
    """Nobody bets; each time the same discards, or `sd`, and a community card."""
    ups = ("d db 2c", "d db 3c", "d db 4c")
    return tuple(line for up in ups for line in (*turns, up))


def test_a_deal_is_a_line_and_burned_cards_have_none() -> None:
    game = sidepot.game("high-noon-showdown")
    played = game.deal(players=9, seed=4)
    while not played.over:
        played.act(played.legal.ranges[-1].at(played.legal.ranges[-1].lowest))
    lines = History.from_hand(played).actions
    assert [line for line in lines if line.startswith("d dh")] == list(lines[:9])
    assert all(len(line.split()[-1]) == 10 for line in lines[:9])
    assert [len(line) for line in lines if line.startswith("d db")] == [7, 7, 7]
    assert sum(" sd " in line for line in lines) == 27
    assert History.parse(History.from_hand(played).text()).replay().hand.stacks == played.stacks


def test_options_that_follow_from_the_ante_are_not_written() -> None:
    game = sidepot.game("high-noon-shootout", ante=5, limit="fixed-limit")
    history = History.from_hand(game.deal(players=2, seed=1))
    assert history.options == {"limit": "fixed-limit"}
    assert history.replay().hand.game.settings["big_bet"] == 20
    dear = game.with_options(small_bet=30)
    assert History.from_hand(dear.deal(players=2, seed=1)).options == {
        "limit": "fixed-limit",
        "small_bet": 30,
    }


def test_every_choice_of_bets_comes_back() -> None:
    for ante, small, big in product((0, 1, 3), (None, 2, 6, 12), (None, 12, 13)):
        given = {"small_bet": small, "big_bet": big}
        chosen = {name: bet for name, bet in given.items() if bet is not None}
        game = sidepot.game("high-noon-shootout", ante=ante, limit="fixed-limit", **chosen)
        history = History.from_hand(game.deal(players=2, seed=1))
        assert History.parse(history.text()).replay().hand.game.numbers == game.numbers


def test_a_discard_that_nobody_saw_is_one_that_is_not_shown() -> None:
    done = hand(*UNSEEN, *three_times("p1 sd ??", "p2 sd"), "p1 sm 9c9d", style="standoff").replay()
    assert done.finishing_stacks == (19, 21)
    told = [event.card for verb in done.events for event in verb if event.kind == "discarded"]
    assert told == ["??"] * 3


def test_a_discard_of_known_cards_is_the_one_not_shown() -> None:
    lines = (*three_times("p1 sd ??", "p2 sd"), "p1 sm 8h9h")
    done = hand(*DEAL, *lines, style="standoff").replay()
    told = {event.card for verb in done.events for event in verb if event.kind == "discarded"}
    assert told == {"5c", "6h", "7c"}


def test_a_card_that_is_thrown_away_openly_is_one_of_the_unknown() -> None:
    done = hand(*UNSEEN, *POINT, "p1 sd Kd", "p2 sd", "d db 2c", "p1 f").replay()
    assert "Kd" in {event.card for verb in done.events for event in verb}
    assert done.finishing_stacks == (19, 21)


def test_a_player_who_folds_needs_no_discard() -> None:
    lines = (*DEAL, *POINT, "p1 sd ??", "p2 sd", "d db 2c", "p1 f")
    assert hand(*lines).replay().finishing_stacks == (19, 21)


WRONG: dict[str, tuple[History, int, str, str]] = {
    "four cards": (hand("d dh p1 5c6h7c8h"), 1, "4 cards at once instead of 5", "d dh p1 CARDS"),
    "six cards": (hand("d dh p1 5c6h7c8h9hTh"), 1, "6 cards at once instead of 5", "d dh p1 CARDS"),
    "one by one": (hand("d dh p1 5c"), 1, "1 card at once", "5 cards for p1"),
    "dealt twice": (
        hand(DEAL[0], "d dh p2 AsKsQsJs5c"),
        2,
        "5c is dealt already",
        "5 cards for p2",
    ),
    "the other first": (hand(DEAL[1]), 1, "not the card", "5 cards for p1"),
    "not enough": (hand(DEAL[0], "p1 cc"), 2, "a card comes before", "5 cards for p2"),
    "no community card": (hand(*FIRST[:-1], "p1 cc"), 7, "a card comes before", "d db CARD"),
    "two of them": (hand(*FIRST[:-1], "d db 2c3c"), 7, "2 cards at once instead of 1", "d db CARD"),
    "to a player": (hand(*FIRST[:-1], "d dh p1 2c"), 7, "not the card", "d db CARD"),
    "not held": (hand(*FIRST[:4], "p1 sd Ac"), 5, "not possible", "keep or discard 5c, 6h"),
    "thrown before": (hand(*FIRST, *POINT, "p1 sd 5c"), 10, "not possible", "discard 6h, 7c"),
    "the other's": (hand(*FIRST[:4], "p1 sd As"), 5, "not possible", "keep or discard 5c, 6h"),
    "thrown out of turn": (hand(*FIRST[:4], "p2 sd"), 5, "not the turn of p2", "p1 may keep"),
    "thrown while betting": (hand(*DEAL, "p1 sd 5c"), 3, "not possible", "p1 may fold, check or"),
    "kept while betting": (hand(*DEAL, "p1 sd"), 3, "not possible", "p1 may fold, check or bet"),
    "unseen while betting": (hand(*DEAL, "p1 sd ??"), 3, "not possible", "p1 may fold, check"),
    "a bet while discarding": (hand(*FIRST[:4], "p1 cbr 2"), 5, "not possible", "p1 may keep or"),
    "a check while discarding": (hand(*FIRST[:4], "p1 cc"), 5, "not possible", "p1 may keep or"),
    "thrown again": (hand(*FIRST[:5], "p1 sd 6h"), 6, "not the turn of p1", "p2 may keep or"),
    "bet out of turn": (hand(*DEAL, "p2 cbr 2"), 3, "not the turn of p2", "p1 may fold, check or"),
    "less than the smallest": (hand(*DEAL, "p1 cbr 0"), 3, "not possible", "bet 1 to 19"),
    "half a chip": (hand(*DEAL, "p1 cbr 1.5"), 3, "not possible", "bet 1 to 19"),
    "above the stack": (hand(*DEAL, "p1 cbr 20"), 3, "not possible", "bet 1 to 19"),
    "above the pot": (hand(*DEAL, "p1 cbr 3", limit="pot-limit"), 3, "possible", "bet 1 to 2"),
    "not the fixed bet": (hand(*DEAL, "p1 cbr 3", limit="fixed-limit"), 3, "possible", "or bet 2"),
    "too small a raise": (hand(*DEAL, "p1 cbr 4", "p2 cbr 7"), 4, "possible", "raise to 8 to 19"),
    "a mid, and a raise": (hand(*DEAL, "p1 cbr 2", style="showdown"), 3, "possible", "pay 1"),
    "a bet in standoff": (hand(*DEAL, "p1 cc", style="standoff"), 3, "possible", "keep or discard"),
    "a hand for a card": (hand(*DEAL, *POINT, "p1 sd 5c6h"), 5, "not possible", "p1 may keep"),
    "mucked when turned up": (
        hand(*DEAL, *three_times("p1 sd", "p2 sd"), "p1 sm", style="standoff"),
        12,
        "has been turned up",
        "is over",
    ),
    "depends on a card": (
        hand(*UNSEEN, *three_times("p1 sd", "p2 sd"), style="standoff"),
        1,
        "nobody saw",
        "5 cards for p1",
    ),
    "depends on a discard": (
        hand(*DEAL, *three_times("p1 sd ??", "p2 sd"), style="standoff"),
        3,
        "nobody saw",
        "a card for p1",
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_action_is_named_with_the_reason_and_the_legal_ones(case: str) -> None:
    history, number, why, legal = WRONG[case]
    with pytest.raises(BadHistory) as refusal:
        history.replay()
    said = str(refusal.value)
    assert said.startswith(f'action {number} "{history.actions[number - 1]}": ')
    assert why in said.rpartition(";")[0]
    assert legal in said.rpartition(";")[2]


def test_the_hand_that_the_refusals_are_made_from_is_good() -> None:
    assert hand(*SECOND, "p1 f").replay().finishing_stacks == (19, 21)
