"""Poker Roulette: decks, stock cards, rounds of matching, refill, betting, showdown (P1 to P10)."""

from typing import Any

import pytest

import sidepot
from sidepot.cards import parse, text
from sidepot.engine.game import Game, Hand
from sidepot.engine.setup import physical
from sidepot.errors import BadCards, BadOption, BadSetup, IllegalAction
from sidepot.words import Message
from tests.rules.table import kinds, play, pot, statuses

GAME = sidepot.game("poker-roulette")
LAYS = GAME.with_options(stock_to_active="yes")
STOCKS = "2c 3c 4c "
"""The stock cards of three players."""


def deal(cards: str, *, game: Game = GAME, players: int = 3, **setup: Any) -> Hand:
    """A hand whose first cards are these: the stock cards, then those of each round in turn."""
    return game.deal(**{"stacks": [200] * players, "seed": 1, "deck": cards, **setup})


def pile(hand: Hand, seat: int) -> str:
    """The stockpile of a seat, as its owner sees it: the stock card, then from high to low."""
    return " ".join(card.card for card in hand.view(seat).seats[seat].cards)


def collected(hand: Hand) -> list[str]:
    """The cards that each player collected in the last verb that dealt, seat by seat."""
    found = [""] * hand.players
    for event in hand.events(verb=-1):
        if event.kind == "collected":
            found[event.seat] = f"{found[event.seat]} {event.card}".strip()
    return found


def facts(hand: Hand) -> dict[str, Any]:
    """Round, cards left, discards."""
    return dict(hand.view(-1).facts)


def check_down(hand: Hand) -> Hand:
    """To the end, with no bet and nothing laid."""
    while not hand.over:
        hand.act("decline" if "decline" in hand.legal else "check")
    return hand


@pytest.mark.parametrize(
    ("players", "decks"), [(3, 1), (5, 1), (6, 2), (10, 2), (11, 3), (16, 4), (20, 4)]
)
def test_p1_a_deck_with_both_jokers_for_every_five_players(players: int, decks: int) -> None:
    hand = GAME.deal(players=players, seed=1)
    assert sorted(hand.deck) == sorted(hand.second) == list(range(54 * decks))
    dealt = 3 * players + 1
    assert facts(hand)["cards_left"] == 54 * decks - dealt


@pytest.mark.parametrize("players", [2, 21])
def test_p1_three_to_twenty_players(players: int) -> None:
    with pytest.raises(BadSetup, match="3 to 20"):
        GAME.deal(players=players)


def test_p1_too_few_decks_are_refused() -> None:
    with pytest.raises(BadCards, match="each of its 108 cards once; this one has 54 cards"):
        GAME.deal(players=6, deck=list(range(54)))
    with pytest.raises(BadCards, match="each of its 54 cards once; this one has 108"):
        GAME.deal(players=5, deck=list(range(108)))
    with pytest.raises(BadCards, match="54 cards once"):
        GAME.deal(players=3, second=list(range(53)))


def test_p1_a_card_is_there_as_often_as_there_are_decks() -> None:
    hand = GAME.deal(players=6, deck="Kc Kc Xx Xx Xx Xx", seed=1)
    assert [text(card) for card in hand.deck[:6]] == ["Kc", "Kc", "Xx", "Xx", "Xx", "Xx"]
    with pytest.raises(BadCards, match="too many of them: Kc"):
        GAME.deal(players=6, deck="Kc Kc Kc", seed=1)


def test_jokers_are_refused_in_a_game_of_52_cards() -> None:
    with pytest.raises(BadCards, match=r"52 cards once; .* too many of them: Xx"):
        sidepot.game("high-noon-standoff").deal(players=2, deck="Xx Kc")
    with pytest.raises(BadCards, match="0 cards"):
        sidepot.game("ricochet-2").deal(second=list(range(52)))


def test_p2_an_ante_and_a_stock_card_seen_by_its_owner_alone() -> None:
    hand = deal(STOCKS)
    assert [event.card for event in hand.events(1)[3:6]] == ["??", "3c", "??"]
    assert [event.card for event in hand.events()[3:6]] == ["??"] * 3
    assert hand.view(-1).seats[0].cards[0].card == "??"
    assert hand.stacks == (199,) * 3 and pot(hand) == 3


def test_p2_the_ante_may_be_nothing() -> None:
    hand = deal(STOCKS, game=GAME.with_options(ante=0))
    assert pot(hand) == 0 and str(hand.legal) == "fold, check or bet 1 to 200"


def test_p3_two_active_cards_each_then_the_match_card_all_turned_over() -> None:
    hand = deal(STOCKS + "5d 6d 7d 8d 9d Td Jd")
    dealt = [(event.seat, event.card) for event in hand.events() if event.deals][3:]
    assert dealt == [(0, "5d"), (0, "6d"), (1, "7d"), (1, "8d"), (2, "9d"), (2, "Td"), (-1, "Jd")]
    assert [(card.card, card.zone) for card in hand.view(-1).board] == [("Jd", "match")]


def test_p3_one_active_card_for_a_player_who_kept_none_in_the_round_before() -> None:
    hand = deal(STOCKS + "5d 6s 7h 8s 9c Tc Jd 2d 3d Ks Kh 2s")
    assert collected(hand) == ["5d", "", ""]
    play(hand, "check,check,check")
    dealt = [(event.seat, event.card) for event in hand.events(verb=-1) if event.deals]
    assert dealt == [(0, "2d"), (0, "3d"), (1, "Ks"), (2, "Kh"), (-1, "2s")]
    assert collected(hand) == ["2d", "Ks", ""]


KEEPS = [
    ("Xx Xx", "Kc", ""),  # (a)
    ("Xx Xx", "Xx", ""),
    ("Xx 5d", "Xx", ""),  # (b)
    ("5d 6s", "Xx", "5d 6s"),  # (c)
    ("Xx 5c", "Kc", "Xx 5c"),  # (d)
    ("Kd Xx", "Kc", "Kd Xx"),
    ("Xx 5d", "Kc", ""),  # (e)
    ("Kd Kh", "Kc", "Kd Kh Kc"),  # (f)
    ("Kd 5c", "Kc", "Kd 5c"),  # (g)
    ("5c 6c", "Kc", "5c 6c"),
    ("5c 6d", "Kc", "5c"),
    ("Kd 6d", "Kc", "Kd"),
    ("5d 6s", "Kc", ""),
]
"""Two active cards, the match card, and what is kept."""


@pytest.mark.parametrize(("active", "match", "kept"), KEEPS)
def test_p4_the_kept_cards_of_two(active: str, match: str, kept: str) -> None:
    players = 6 if (active + match).count("Xx") > 2 else 3
    others = "2d 3d 2h 3h 2s 3s 4d 4h 4s 7h"[: 6 * (players - 1) - 1]
    hand = deal("8d 9d Td Jd Qd Ad "[: 3 * players] + f"{active} {others} {match}", players=players)
    assert collected(hand)[0] == kept


SINGLES = [("Xx", "Kc", ""), ("Xx", "Xx", ""), ("5d", "Xx", "5d"), ("5c", "Kc", "5c")]


@pytest.mark.parametrize(("active", "match", "kept"), SINGLES)
def test_p4_the_kept_card_of_one(active: str, match: str, kept: str) -> None:
    hand = deal(f"2c 3c 4c 5h 6h 7h 8h 9h Th Js {active} 2d 3d {match}")
    assert collected(hand) == [""] * 3
    play(hand, "check,check,check")
    assert collected(hand)[0] == kept


def test_p4_a_duplicate_of_the_match_card_matches_in_rank() -> None:
    stocks, others = "2d 3d 4d 5d 6d 7d", "2h 3h 2s 3s 4h 4s 5h 5s 6h 6s"
    hand = deal(f"{stocks} Kc Kc {others} Kd", players=6)
    assert collected(hand)[0] == "Kc Kc Kd"
    same = deal(f"{stocks} Kc Kh {others} Kc", players=6)
    assert collected(same)[0] == "Kc Kh Kc"


def test_p5_of_two_claims_the_first_in_deal_order_has_the_match_card() -> None:
    stocks, others = "2d 3d 4d 5d 6d 7d", "2h 3h 2s 3s 4h 4s 5h 5s"
    hand = deal(f"{stocks} {others} Kd Kh Ks Kh Kc", players=6)
    assert collected(hand) == ["", "", "", "", "Kd Kh Kc", "Ks Kh"]


def test_p6_what_nobody_kept_is_discarded_with_an_unclaimed_match_card() -> None:
    hand = deal(STOCKS + "5d 6d 7h 8h 9s Ts Jd")
    assert collected(hand) == ["5d 6d", "", ""]
    assert facts(hand)["in_discards"] == 5
    claimed = deal(STOCKS + "Jc Js 7h 8h 9s Ts Jd")
    assert facts(claimed)["in_discards"] == 4
    assert [card.card for card in claimed.view(-1).board] == ["Jd"]
    assert pile(claimed, 0) == "2c Js Jd Jc"


def test_p6_kept_cards_are_public() -> None:
    hand = deal(STOCKS + "5d 6d 7h 8h 9s Ts Jd")
    shown = [(card.card, card.zone) for card in hand.view(-1).seats[0].cards]
    assert shown == [("??", "hand"), ("6d", "kept"), ("5d", "kept")]


def test_p7_betting_after_every_round_from_the_dealers_left() -> None:
    hand = deal(STOCKS)
    assert hand.actor == 0 and str(hand.legal) == "fold, check or bet 1 to 199"
    play(hand, "check,check,check")
    assert hand.actor == 0 and facts(hand)["round"] == 2


def test_p7_final_betting_is_one_round_after_the_last_match() -> None:
    hand = deal(STOCKS, game=GAME.with_options(betting="final"))
    rounds = facts(hand)["round"]
    assert rounds > 4 and facts(hand)["cards_left"] < 7
    play(hand, "bet 5,call")
    assert not hand.over
    play(hand, "call")
    assert hand.over and facts(hand)["round"] == rounds


def test_p7_a_fold_in_the_final_betting_begins_no_round_though_the_deck_would_suffice() -> None:
    suffices = 0
    for number in range(40):
        game = GAME.with_options(betting="final", refill="never")
        hand = game.deal(players=3, seed=1, hand=number)
        due = hand._fields.due.tolist()
        suffices += facts(hand)["cards_left"] >= due[1] + due[2] + 1
        play(hand, "fold,check,check")
        assert hand.over and not [event for event in hand.events(verb=-1) if event.deals]
    assert suffices > 5


@pytest.mark.parametrize(("betting", "bets"), [("each-round", [2, 2, 2, 4, 4]), ("final", [4])])
def test_p7_fixed_limit_is_small_for_three_rounds(betting: str, bets: list[int]) -> None:
    game = GAME.with_options(limit="fixed-limit", betting=betting, refill="never")
    hand = deal(STOCKS, game=game)
    seen: list[int] = []
    while not hand.over and len(seen) < len(bets):
        seen.append(next(c.lowest for c in hand.legal.ranges if c.kind == "bet"))
        play(hand, "check,check,check")
    assert seen == bets


def test_p7_a_player_who_folds_gets_no_more_cards_and_his_pile_is_dead() -> None:
    hand = deal(STOCKS)
    play(hand, "fold,check,check")
    assert {event.seat for event in hand.events(verb=-1) if event.deals} == {1, 2, -1}
    assert statuses(hand) == ["folded", "live", "live"]
    assert all(card.dead for card in hand.view(-1).seats[0].cards)
    check_down(hand)
    assert hand.view(-1).seats[0].cards[0].card == "??"


def test_p7_players_who_are_all_in_go_on_collecting() -> None:
    hand = deal(STOCKS, stacks=[1, 50, 50])
    assert hand.actor == 1
    play(hand, "check,check")
    assert 0 in {
        event.seat for event in hand.events(verb=-1) if event.kind in ("collected", "missed")
    }
    assert check_down(hand).view(-1).seats[0].status == "live"


def test_c7_the_last_live_player_wins_at_once_unseen() -> None:
    hand = deal(STOCKS)
    play(hand, "fold,fold")
    assert hand.over and hand.payoffs == (-1, -1, 2)
    assert "shown" not in dict(kinds(hand.events()))


def last_round(second: list[int] | None = None, **options: str) -> Hand:
    """A hand in which nobody bets, at its end."""
    hand = GAME.with_options(**options).deal(players=3, seed=4, second=second)
    return check_down(hand)


@pytest.mark.parametrize("number", [0, 1, 2, 3, 5, 6, 7])
def test_p8_discards_come_in_the_second_order_and_that_round_is_the_last(number: int) -> None:
    hand = check_down(GAME.deal(players=3, seed=4, hand=number))
    events = hand.secrets()
    (at,) = [i for i, event in enumerate(events) if event.kind == "refilled"]
    dealt = [str(event.card) for event in events if event.deals]
    kept = {event.card for event in events[:at] if event.kind == "collected"}
    before = [str(event.card) for event in events[:at] if event.deals]
    discards = {card for card in before[3:] if card not in kept | {"Xx"}}
    assert events[at].count == len(discards) + before[3:].count("Xx") - len(kept & {"Xx"})
    again = [card for card in dealt[54:] if card != "Xx"]
    assert 0 < len(dealt) - 54 < 7 and again
    assert again == [text(card) for card in hand.second if text(card) in discards][: len(again)]
    assert "refilled" not in {event.kind for event in events[at + 1 :]}


def test_p8_another_second_order_deals_other_cards() -> None:
    one = last_round()
    dealt = [event.card for event in one.events() if event.deals]
    again = dealt[54:]
    other = last_round(list(reversed(one.second)))
    told = [event.card for event in other.events() if event.deals]
    assert told[:54] == dealt[:54] and told[54:] != again


def test_p8_never_refilled_a_round_that_the_deck_cannot_complete_is_not_started() -> None:
    hand = last_round(refill="never")
    assert len([event for event in hand.events() if event.deals]) <= 54
    assert "refilled" not in {event.kind for event in hand.events()}


def test_p8_a_deck_that_empties_at_the_end_of_a_round_ends_the_matching() -> None:
    """Found by trying seeds: the last round takes exactly what is left."""
    ends = []
    for number in range(120):
        hand = check_down(GAME.deal(players=3, seed=9, hand=number))
        dealt = [event for event in hand.events() if event.deals]
        refilled = "refilled" in {event.kind for event in hand.events()}
        ends.append((len(dealt) == 54, refilled))
        assert refilled == (len(dealt) > 54) or not refilled
    assert (True, False) in ends and (False, True) in ends and (True, True) not in ends


def short_deck() -> Hand:
    """A hand at the last bets before a round that the deck cannot complete."""
    hand = GAME.deal(players=3, seed=4)
    while facts(hand)["cards_left"] >= 7 or hand.actor != 2:
        hand.act("check")
    assert 0 < facts(hand)["cards_left"] < 4
    return hand


def test_p8_a_round_that_even_the_discards_cannot_complete_is_not_started() -> None:
    hand, control = short_deck(), short_deck()
    hand._fields.refill.size = 0  # as if all had been kept, which comes by no chance
    hand.act("check")
    control.act("check")
    assert hand.over and not control.over
    assert "refilled" in {event.kind for event in control.events()} - {
        e.kind for e in hand.events(verb=-1)
    }


def test_p9_the_best_hand_of_the_pile_wins_and_stock_cards_are_shown() -> None:
    hand = check_down(deal(STOCKS))
    shown = [(event.seat, event.card) for event in hand.events() if event.kind == "shown"]
    assert shown == [(0, "2c"), (1, "3c"), (2, "4c")]
    for seat in hand.view(-1).seats:
        ranked = [card.card for card in seat.cards if card.card != "Xx"]
        assert len(seat.best) == min(5, len(ranked)) and seat.hand


def showdown(*stockpiles: str, **options: str) -> Hand:
    """A hand of one chip each at its end, with these stockpiles, the deck being exhausted."""
    n = len(stockpiles)
    hand = GAME.with_options(**options).deal(players=n, stacks=20, seed=1)
    s: Any = hand._fields
    laid = [(p, card) for p, words in enumerate(stockpiles) for card in words.split()]
    codes = physical(parse(" ".join(card for _, card in laid)), GAME.cards_for(n))
    s.piles.n, s.piles.card[: len(laid)] = len(laid), codes
    s.piles.seat[: len(laid)] = [p for p, _ in laid]
    s.piles.size[:n] = [len(words.split()) for words in stockpiles]
    s.piles.down[: len(laid)] = 0
    s.deck.top = s.deck.size
    return check_down(hand)


def winners(hand: Hand) -> list[int]:
    """The seats that have won."""
    return [p for p, payoff in enumerate(hand.payoffs) if payoff > 0]


@pytest.mark.parametrize(("order", "winner"), [("cdhs", 1), ("shdc", 0)])
def test_p9_suits_break_ties(order: str, winner: int) -> None:
    assert winners(showdown("Ac Kd", "As Kh", "2d 3d 5h", suit_order=order)) == [winner]


def test_p9_of_more_than_five_cards_the_best_five_count_and_fewer_are_a_hand() -> None:
    hand = showdown("2c 7d 9h Kc Kd 9c 4s", "Ac Ad", "5c 6c 7c 8c 9c Td Ah")
    assert winners(hand) == [2]
    said = [seat.hand.text for seat in hand.view(-1).seats if seat.hand]
    assert said == ["kings and nines, seven kicker", "a pair of aces", "a nine-high straight flush"]


def test_p9_exact_duplicates_split() -> None:
    hand = showdown("As Kd", "As Kd", "2d", "3d", "4d", "5d")
    assert hand.payoffs == (2, 2, -1, -1, -1, -1)


def test_p9_dead_jokers_alone_are_the_lowest_and_split() -> None:
    hand = showdown("Xx", "2c", "Xx")
    assert winners(hand) == [1]
    assert hand.view(-1).seats[0].hand == Message("hand.jokers")
    assert showdown("Xx", "Xx Xx", "").payoffs == (0, 0, 0)


RULES = [
    ("dead", "a pair of queens", 1),
    ("wild", "three queens", 0),
    ("bug", "a pair of queens, ace kicker", 1),
]


@pytest.mark.parametrize(("rule", "said", "winner"), RULES)
def test_h6_what_a_joker_is_worth(rule: str, said: str, winner: int) -> None:
    hand = showdown("Qc Qd Xx", "Kc Kd", "2d", jokers=rule)
    assert winners(hand) == [winner]
    queens = hand.view(-1).seats[0].hand
    assert queens and queens.text == said


def test_h6_wild_queens_show_their_joker() -> None:
    hand = showdown("Qc Qd Xx", "Kc Kd", "2d", jokers="wild")
    assert sorted(hand.view(-1).seats[0].best) == ["Qc", "Qd", "Xx"]


def test_p10_a_player_due_one_card_may_lay_one_of_his_pile() -> None:
    hand = deal(STOCKS + "5d 6s 7h 8s 9c Tc Jd 2d 3d Ks Kh 2s", game=LAYS)
    play(hand, "check,check,check")
    assert hand.actor == 1 and str(hand.legal) == "decline or lay 3c"
    events = hand.act("lay 3c")
    assert [(event.kind, event.seat, event.card) for event in events] == [("laid", 1, "3c")]
    assert [(c.card, c.zone) for c in hand.view(-1).seats[1].cards] == [("3c", "active")]
    assert hand.actor == 2
    hand.act("decline")
    assert collected(hand) == ["2d", "Ks", ""]
    assert pile(hand, 1) == "Ks" and pile(hand, 2) == "4c"


def test_p10_a_laid_card_that_matches_counts_as_kept() -> None:
    hand = deal(STOCKS + "5d 6s 7h 8s 9c Tc Jd 2d 3d Ks Kh Ac", game=LAYS)
    play(hand, "check,check,check,lay 3c,decline")
    assert collected(hand)[1] == "3c"
    play(hand, "check,check,check")
    assert hand.actor == 0
    hand.act("decline")
    assert hand.actor == 2


def test_p10_is_off_by_default_and_nobody_lays_a_card_he_has_not() -> None:
    hand = deal(STOCKS + "5d 6s 7h 8s 9c Tc Jd")
    play(hand, "check,check,check")
    assert "decline" not in hand.legal
    hand = deal(STOCKS + "5d 6s 7h 8s 9c Tc Jd", game=LAYS)
    play(hand, "check,check,check")
    with pytest.raises(IllegalAction, match="lay 3c"):
        hand.act("lay 2c")


def test_p10_of_two_equal_cards_the_secret_one_stays() -> None:
    stocks = "Kc 3d 4d 5d 6d 7d"
    first = "Kc 2h 8h 9s 3h 8s 4h 8h 5h 9h 6h 2s Jc"
    second = "Th Qs 2s Qh 5s 6s 7s Ah"
    hand = deal(f"{stocks} {first} {second}", game=LAYS, players=6)
    assert collected(hand)[0] == "Kc"
    while hand.actor != 0 or "decline" not in hand.legal:
        hand.act("check" if "check" in hand.legal else "decline")
    cards = hand.legal.ranges[1].cards
    assert cards[:2] == ("Kc", "Kc")
    hand.act("lay 0")
    shown = [(card.card, card.zone) for card in hand.view(-1).seats[0].cards]
    assert shown[0] == ("??", "hand") and shown[-1] == ("Kc", "active")


@pytest.mark.parametrize(("name", "value"), [("jokers", "tame"), ("refill", "twice"), ("ante", -1)])
def test_options_have_their_bounds(name: str, value: object) -> None:
    with pytest.raises(BadOption):
        GAME.with_options(**{name: value})
