"""Ricochet: the table, the deal and the dead cards (R1, R2, R11, C1, C2, C7, the options)."""

from itertools import permutations

import pytest

import sidepot
from sidepot import kernel
from sidepot.cards import SIZE
from sidepot.engine import setup
from sidepot.engine.game import Game, Hand
from sidepot.errors import BadOption, BadSetup
from tests.rules.forty import forty
from tests.rules.table import deal, deck, kinds, lying, play, pot, statuses


def test_r1_one_deck_of_52_cards(game: Game) -> None:
    assert sorted(game.deck) == list(range(SIZE))


@pytest.mark.parametrize(("name", "least", "most"), [("ricochet", 3, 6), ("ricochet-2", 2, 8)])
def test_r1_players(name: str, least: int, most: int) -> None:
    game = sidepot.game(name)
    for players in range(least, most + 1):
        assert game.deal(players=players, seed=1).players == players
    for players in (0, 1, least - 1, most + 1):
        with pytest.raises(BadSetup):
            game.deal(players=players)


def test_r1_everything_lies_face_up(game: Game) -> None:
    hand = deal(game, 100, "5c 9d Kh 6s 7s")
    play(hand, "buy 2")
    assert [lying(hand, seat) for seat in range(3)] == ["5c 6s 7s", "9d", "Kh"]
    assert hand.events(0) == hand.events(1) == hand.events(2) == hand.events()


def test_r1_the_deck_does_not_run_out_when_eight_players_hold_five_cards_each() -> None:
    hand = forty()
    assert [len(lying(hand, seat).split()) for seat in range(8)] == [5] * 8
    assert dict(hand.view(-1).facts)["cards_left"] == 52 - 40
    assert hand.over


def test_r2_everyone_antes_and_gets_one_card_from_p1_on(game: Game) -> None:
    hand = deal(game, 100, "5c 9d Kh")
    assert hand.stacks == (99, 99, 99)
    assert pot(hand) == 3
    assert [lying(hand, seat) for seat in range(3)] == ["5c", "9d", "Kh"]


def test_r2_ante_and_card_price_are_separate(game: Game) -> None:
    hand = deal(game.with_options(ante=5, card_price=3), 100, "5c 9d Kh As")
    assert hand.stacks == (95, 95, 95)
    play(hand, "buy 2")
    assert hand.stacks == (95 - 6, 95, 95)


def test_r2_both_prices_are_1_by_default(game: Game) -> None:
    assert game.settings["ante"] == game.settings["card_price"] == 1


@pytest.mark.parametrize("option", ["ante", "card_price"])
def test_r2_prices_are_from_1_to_a_million(game: Game, option: str) -> None:
    for price in (1, 1_000_000):
        assert game.with_options(**{option: price}).settings[option] == price
    for price in (-1, 0, 1_000_001):
        with pytest.raises(BadOption, match="1 to 1,000,000"):
            game.with_options(**{option: price})


def test_r8_the_default_tie_is_any_in_ricochet_and_complete_in_ricochet_2() -> None:
    assert sidepot.game("ricochet").settings["tie_ends"] == "any"
    assert sidepot.game("ricochet-2").settings["tie_ends"] == "complete"


@pytest.mark.parametrize("word", ["", "all", "ANY", "0"])
def test_r8_there_is_no_other_tie(game: Game, word: str) -> None:
    with pytest.raises(BadOption, match="complete, any"):
        game.with_options(tie_ends=word)


def test_h1_any_order_of_the_four_suits_and_nothing_else_is_a_suit_order(game: Game) -> None:
    assert game.settings["suit_order"] == "cdhs"
    for order in map("".join, permutations("cdhs")):
        assert game.with_options(suit_order=order).settings["suit_order"] == order
    for wrong in ("", "cdh", "cdhh", "CDHS", "cdhsc"):
        with pytest.raises(BadOption):
            game.with_options(suit_order=wrong)


def test_r11_forty_cards_at_eight_players_are_all_different() -> None:
    hand = forty()
    dealt = [event.card for event in hand.events() if event.kind == "dealt"]
    assert len(dealt) == len(set(dealt)) == 40


def test_r11_dead_cards_stay_in_sight(game: Game) -> None:
    hand = deal(game, [100] * 4, "5c 9d Kh As 4d")
    play(hand, "buy 1, fold")
    assert statuses(hand)[:2] == ["out", "folded"]
    assert (lying(hand, 0), lying(hand, 1)) == ("5c 4d", "9d")


def test_r11_a_redeal_never_brings_a_seen_card_back(game: Game) -> None:
    hand = deal(game, [100] * 4, "5c 9d Kh As 4d")
    play(hand, "buy 1, fold")  # dead: 5c 4d, 9d; live: Kh, As
    seen = set(deck(game, "5c 9d Kh As 4d")[:5])
    rngs = kernel.generator(1)
    for _ in range(50):
        rows = hand.record(2)
        game.entry.redeal(rows, rngs)
        cards = kernel.fields(rows).deck
        assert set(cards.card[: cards.top].tolist()) == seen
        assert seen.isdisjoint(cards.card[cards.top :].tolist())


def left_out(game: Game, stacks: list[int], cards: str = "5c 9d Kh As") -> Hand:
    """A hand by the verbs alone, with stacks that `Game.deal` refuses."""
    rows = game.batch()
    s = kernel.fields(rows)
    setup.seat(game, s, [1_000_000] * len(stacks))
    s.chips.stack[: len(stacks)] = stacks
    s.deck.card[:] = deck(game, cards)
    return Hand(game, rows)


def test_c2_who_cannot_pay_the_ante_in_full_is_not_dealt_in(game: Game) -> None:
    hand = left_out(game.with_options(ante=5), [9, 4, 5, 6])
    assert statuses(hand) == ["live", "absent", "live", "live"]
    assert hand.stacks == (4, 4, 0, 1)
    assert [lying(hand, seat) for seat in range(4)] == ["5c", "", "9d", "Kh"]
    assert pot(hand) == 15


def test_c2_who_was_not_dealt_in_wins_nothing_and_loses_nothing(game: Game) -> None:
    hand = left_out(game.with_options(ante=5), [9, 4, 9, 9])
    play(hand, "fold, fold")  # 5c, then 9d of p3
    assert hand.payoffs == (-5, 0, -5, 10)


@pytest.mark.parametrize(
    ("name", "stacks"),
    [("ricochet", [9, 9, 4, 4]), ("ricochet-2", [9, 4, 4]), ("ricochet-2", [0, 0])],
)
def test_c2_with_too_few_players_no_hand_is_dealt(name: str, stacks: list[int]) -> None:
    hand = left_out(sidepot.game(name, ante=5), stacks)
    assert hand.over
    assert hand.stacks == tuple(stacks)
    assert statuses(hand) == ["absent"] * len(stacks)
    assert hand.events() == ()
    assert pot(hand) == 0
    assert dict(hand.view(-1).facts)["cards_left"] == 52


@pytest.mark.parametrize(
    ("name", "stacks"), [("ricochet", [9, 9, 4, 9]), ("ricochet-2", [9, 4, 9])]
)
def test_c2_the_least_number_of_players_is_enough(name: str, stacks: list[int]) -> None:
    hand = left_out(sidepot.game(name, ante=5), stacks)
    assert statuses(hand).count("absent") == 1
    assert kinds(hand.events())[0] == ("anted", 0)
    assert pot(hand) == 5 * (len(stacks) - 1)


def test_c2_a_hand_set_up_by_name_is_refused_instead(game: Game) -> None:
    with pytest.raises(BadSetup, match="4 cannot pay the ante of 5"):
        game.with_options(ante=5).deal(stacks=[9, 4, 9, 9])


def test_c1_the_unit_is_the_ante(game: Game) -> None:
    assert game.with_options(ante=7, card_price=3).unit == 7


def test_c7_when_one_is_left_no_further_card_is_dealt(game: Game) -> None:
    hand = deal(game, 100, "5c 9d Kh")
    play(hand, "fold, fold")
    assert hand.over
    assert dict(hand.view(-1).facts)["cards_left"] == 49
