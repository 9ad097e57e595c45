"""`Game.deal`: seats and stacks, where the cards come from, and what is refused."""

import itertools
from typing import Any

import pytest

import sidepot
from sidepot.cards import parse
from sidepot.errors import BadCards, BadSetup
from sidepot.games import registry

GAME = sidepot.game("ricochet-2", ante=5)
SIZES = "2 to 8 players"
DECK = list(GAME.deck)


def test_the_least_number_sits_down_with_200_times_the_largest_price_by_default() -> None:
    assert GAME.deal(seed=1).starting_stacks == (1000, 1000)
    dear = sidepot.game("ricochet", card_price=7)
    assert dear.deal(seed=1).starting_stacks == (1400, 1400, 1400)


def test_one_number_is_a_stack_for_everybody() -> None:
    assert GAME.deal(players=3, stacks=50, seed=1).starting_stacks == (50, 50, 50)


def test_a_list_of_stacks_says_how_many_play() -> None:
    assert GAME.deal(stacks=[5, 6, 7, 8], seed=1).starting_stacks == (5, 6, 7, 8)


def test_seats_are_called_p1_and_so_on_unless_they_have_names() -> None:
    assert GAME.deal(players=3, seed=1).names == ("p1", "p2", "p3")
    assert GAME.deal(players=2, names=["Ana", "Bo"], seed=1).names == ("Ana", "Bo")


@pytest.mark.parametrize(
    ("wishes", "said"),
    [
        ({"players": 0}, SIZES),
        ({"players": 1}, SIZES),
        ({"players": 9}, SIZES),
        ({"players": -3}, SIZES),
        ({"players": True}, SIZES),
        ({"players": 2.0}, SIZES),
        ({"players": "3"}, SIZES),
        ({"stacks": []}, SIZES),
        ({"stacks": [9]}, SIZES),
        ({"stacks": [9] * 9}, SIZES),
        ({"stacks": -1}, "0 to 1000000000000 chips, not -1"),
        ({"stacks": [9, -1]}, "0 to 1000000000000 chips, not -1"),
        ({"stacks": [9, 10**12 + 1]}, "0 to 1000000000000 chips, not 1000000000001"),
        ({"stacks": 9.0}, "whole number of chips, not 9.0"),
        ({"stacks": [9, 9.5]}, "whole number of chips, not 9.5"),
        ({"stacks": True}, "whole number of chips, not True"),
        ({"stacks": [9, True]}, "whole number of chips, not True"),
        ({"stacks": [9, "9"]}, "whole number of chips, not 9"),
        ({"stacks": [9, None]}, "whole number of chips, not None"),
        ({"stacks": [9, 4]}, "4 cannot pay the ante of 5"),
        ({"stacks": [9, 0]}, "0 cannot pay the ante of 5"),
        ({"players": 3, "stacks": [9, 9]}, "2 stacks for 3 players"),
        ({"players": 3, "names": ["Ana"]}, "1 name for 3 players"),
        ({"names": ["Ana", "Bo", "Cy"]}, "3 names for 2 players"),
    ],
)
def test_a_wrong_table_is_refused_with_the_reason(wishes: dict[str, Any], said: str) -> None:
    with pytest.raises(BadSetup) as caught:
        GAME.deal(**wishes)
    assert said in str(caught.value)


@pytest.mark.parametrize("name", registry())
def test_a_refusal_of_a_short_stack_names_the_ante_only_where_there_is_one(name: str) -> None:
    """At every ante of the game: at 0 nothing is due, but a seat without chips is not dealt in."""
    declared = sidepot.game(name).declared.get("ante")
    antes = {declared.kind.default, *declared.kind.extremes} if declared else {None}
    for ante in antes:
        game = sidepot.game(name) if ante is None else sidepot.game(name, ante=ante)
        others = [game.unit] * (game.least - 1)
        for short in {0, game.least_stack - 1}:
            with pytest.raises(BadSetup) as caught:
                game.deal(stacks=[short, *others] if others else [short])
            in_full = f"cannot pay the ante of {ante}"
            due = in_full if ante == game.least_stack else "without chips nobody is dealt in"
            assert due in str(caught.value)
        assert game.deal(stacks=[game.unit, *others], seed=1).starting_stacks[0] == game.unit


def test_the_smallest_and_the_largest_stack_are_dealt() -> None:
    assert GAME.deal(stacks=[5, 10**12], seed=1).starting_stacks == (5, 10**12)


@pytest.mark.parametrize(
    ("deck", "said"),
    [
        (DECK[:-1], "51 cards"),
        ([], "0 cards"),
        ([*DECK, 0], "2c"),
        ([*DECK[:-1], 0], "2c"),
        ([*DECK[:-1], 52], "Xx"),
        ([*DECK[:-1], -1], "??"),
    ],
)
def test_a_deck_has_each_card_once(deck: list[int], said: str) -> None:
    with pytest.raises(BadCards) as caught:
        GAME.deal(deck=deck)
    assert "each of its 52 cards once" in str(caught.value)
    assert said in str(caught.value)


def test_a_deck_is_dealt_in_its_order() -> None:
    top = parse("Kc 7d")
    hand = GAME.deal(deck=top + [card for card in DECK if card not in top])
    dealt = [event.card for event in hand.events() if event.kind == "dealt"]
    assert dealt == ["Kc", "7d"]


def test_the_same_seed_and_hand_number_give_the_same_hand() -> None:
    assert bytes(GAME.deal(seed=7, hand=3)) == bytes(GAME.deal(seed=7, hand=3))


def test_other_hand_numbers_and_other_seeds_give_other_hands() -> None:
    tables = {bytes(GAME.deal(seed=seed, hand=hand)) for seed in range(5) for hand in range(5)}
    assert len(tables) == 25


def test_without_a_seed_hands_differ() -> None:
    assert len({bytes(GAME.deal()) for _ in range(10)}) == 10


def test_every_order_of_cards_without_a_seed_is_a_whole_deck() -> None:
    hand = GAME.deal()
    assert GAME.deal(deck=[int(card) for card in hand._fields.deck.card]).players == 2


@pytest.mark.parametrize("pot", [-1, 10**12 + 1, "6", 0.5])
def test_an_impossible_pot_of_the_hand_before_is_refused(pot: Any) -> None:
    with pytest.raises(BadSetup, match=f"0 to 1000000000000, not {pot!r}"):
        sidepot.game("guts").deal(players=3, kept={"pot": pot})


def test_a_game_without_such_a_pot_takes_none() -> None:
    with pytest.raises(BadSetup, match="keeps nothing from hand to hand, so pot has no place"):
        sidepot.game("kuhn").deal(kept={"pot": 5})
    assert sidepot.game("kuhn").deal(kept={}).kept == {}


def test_a_hand_of_a_game_with_such_a_pot_stands_alone_unless_it_is_given() -> None:
    game = sidepot.game("guts")
    assert game.deal(kept={}).kept == game.deal().kept == {}
    assert game.deal(kept={"pot": 0}).kept == {"pot": 0}


@pytest.mark.parametrize("row", list(itertools.product((0, 1, 2), repeat=3)))
def test_nothing_at_the_end_of_a_row_of_blinds_is_nothing(row: tuple[int, ...]) -> None:
    """Histories name every seat: `1/2/0/0` is the game that `1/2` is; `2/0` is not `2`."""
    text = "/".join(map(str, row))
    game = sidepot.game("holdem-no-limit", blinds=text)
    assert game.settings == sidepot.game("holdem-no-limit", blinds=f"{text}/0/0").settings
    hand = game.deal(players=4, stacks=100, seed=1)
    paid = [before - now for before, now in zip(hand.starting_stacks, hand.stacks, strict=True)]
    assert paid == [*row, 0]
