"""The rules of five-card draw, by the numbers of its page."""

import pytest

from sidepot import games
from sidepot.engine.game import Hand
from sidepot.engine.narration import tell
from sidepot.errors import BadSetup, IllegalAction

DRAW = games.find("five-card-draw")
JACKS, NOTHING = "Jc Jh 9s 4d 2c", "As Ks Qd 7h 5c"


def deal(deck: str, players: int = 2, stacks: int | list[int] = 100, **options: object) -> Hand:
    """A hand with these cards on top."""
    return DRAW.with_options(**options).deal(players=players, stacks=stacks, deck=deck)


def play(hand: Hand, *actions: str) -> Hand:
    """The hand after some actions."""
    for action in actions:
        hand.act(action)
    return hand


def cards(hand: Hand, seat: int) -> list[str]:
    """The cards that a seat holds, as it sees them."""
    return [card.card for card in hand.view(seat).seats[seat].cards if card.zone == "hand"]


def test_j1_an_ante_that_cannot_be_paid_in_full_is_refused() -> None:
    with pytest.raises(BadSetup, match="the ante of 3"):
        deal("", stacks=[100, 2], ante=3)


def test_j2_everybody_gets_five_cards_face_down() -> None:
    hand = deal(f"{JACKS} {NOTHING}")
    assert cards(hand, 0) == JACKS.split() and cards(hand, 1) == NOTHING.split()
    assert all(card.card == "??" for seat in hand.view(-1).seats for card in seat.cards)


@pytest.mark.parametrize(
    ("held", "may"),
    [(JACKS, True), (NOTHING, False), ("Tc Th 9s 9d 2c", True), ("Tc Th 9s 8d 2c", False)],
)
def test_j3_it_takes_jacks_or_better_to_open(held: str, may: bool) -> None:
    hand = deal(held)
    assert ("bet 2" in hand.legal) == may
    assert "check" in hand.legal
    assert "bet 2" in deal(held, openers="any").legal


def test_j3_a_hand_below_openers_may_raise_once_it_is_opened() -> None:
    hand = play(deal(f"{NOTHING} {JACKS}"), "check", "bet 2")
    assert str(hand.legal) == "fold, call 2 or raise to 4"


def test_j4_a_pot_that_nobody_opens_stays_for_the_next_hand() -> None:
    game = DRAW.with_options(openers="any")
    first = play(
        game.deal(players=3, stacks=100, seed=3, kept={"pot": 4}), "fold", "check", "check"
    )
    assert (first.stacks, first.keeps["pot"], first.winners) == ((99, 99, 99), 7, ())
    sentences = [str(message) for message in tell(first.events(verb=-1), first.names)]
    assert sentences[-1] == "Nobody has opened; in the pot for the next hand: 7."
    again = game.deal(stacks=first.stacks, seed=4, kept=first.keeps)
    assert [pot.amount for pot in again.view(-1).pots] == [10]
    play(again, "bet 2", "fold", "fold")
    assert (again.stacks, again.keeps["pot"]) == ((108, 98, 98), 0)


def test_j4_the_pot_that_stayed_goes_to_the_winner_of_the_main_pot() -> None:
    hand = DRAW.deal(stacks=[1, 9, 9], deck=f"{JACKS} {NOTHING} Ah Kh Jd 7d 5d", kept={"pot": 30})
    assert [pot.amount for pot in hand.view(-1).pots] == [33]


def test_j4_where_no_hand_follows_the_antes_go_back() -> None:
    hand = play(deal(f"{NOTHING} Ah Kh Qh 7d 5d"), "check", "check")
    assert hand.over and hand.stacks == (100, 100) and hand.winners == ()
    three = play(deal("", players=3, openers="any"), "fold", "check", "check")
    assert three.stacks == (100, 100, 100)


def test_j4_where_nobody_can_bet_nobody_has_to_open() -> None:
    hand = deal(f"{NOTHING} Ah Kh Jh 7d 5d", stacks=[1, 100])
    assert str(hand.legal) == "stand pat or exchange up to 3 cards"
    play(hand, "keep", "keep")
    assert hand.over and len(hand.winners) == 1 and sorted(hand.payoffs) == [-1, 1]


@pytest.mark.parametrize("passed_out", ["played-on", "stays"])
def test_j4_with_somebody_all_in_the_hand_is_played_on(passed_out: str) -> None:
    deck = f"{NOTHING} Ah Kh Jh 7d 5d Tc 9c 4s 3s 2d"
    hand = deal(deck, 3, [1, 100, 100], passed_out=passed_out)
    play(hand, "check", "check")
    assert hand.over == (passed_out == "stays")
    if not hand.over:
        play(hand, "keep", "keep", "keep", "check", "check")
        assert hand.winners == (0,) and hand.payoffs == (2, -1, -1)


def test_j4_somebody_all_in_who_has_folded_keeps_no_hand_going() -> None:
    hand = DRAW.deal(players=3, stacks=100, deck=f"{NOTHING} Ah Kh Qh 7d 5d", kept={"pot": 0})
    play(hand, "fold", "check", "check")
    assert hand.over and hand.keeps["pot"] == 3


def test_j5_up_to_three_cards_are_exchanged_at_once_and_all_are_served_after_all_have_said() -> (
    None
):
    hand = play(deal(f"{JACKS} {NOTHING} 8c Jd 9h Tc 3d 3h"), "bet 2", "call")
    assert str(hand.legal) == "stand pat or exchange up to 3 cards"
    play(hand, "exchange 2c, 4d")
    assert cards(hand, 0) == ["Jc", "Jh", "9s"]
    play(hand, "exchange 5c 7h Qd")
    assert cards(hand, 0) == ["Jc", "Jh", "9s", "Jd", "9h"]
    assert cards(hand, 1) == ["As", "Ks", "Tc", "3d", "3h"]
    public = [(e.kind, e.seat, e.card) for e in hand.events() if e.kind == "discarded"]
    assert public == [("discarded", 0, "??")] * 2 + [("discarded", 1, "??")] * 3


@pytest.mark.parametrize(
    "typed", ["exchange Jc Jh 9s 4d", "exchange", "exchange As", "exchange Jc Jc", "exchange 2"]
)
def test_j5_four_cards_none_or_those_of_others_cannot_be_exchanged(typed: str) -> None:
    hand = play(deal(f"{JACKS} {NOTHING}"), "bet 2", "call")
    with pytest.raises(IllegalAction, match="exchange up to 3 cards"):
        hand.act(typed)
    assert cards(hand, 0) == JACKS.split()


def test_j5_a_player_who_stands_pat_gets_nothing() -> None:
    hand = play(deal(f"{JACKS} {NOTHING}"), "bet 2", "call", "stand pat", "keep")
    assert cards(hand, 0) == JACKS.split() and cards(hand, 1) == NOTHING.split()


def test_j6_the_opener_begins_the_second_round_with_a_big_bet() -> None:
    hand = play(deal(f"{NOTHING} {JACKS}"), "check", "bet 2", "raise to 4", "call", "keep", "keep")
    assert hand.actor == 1
    assert "bet 4" in hand.legal


def test_j6_a_player_who_is_all_in_draws_too() -> None:
    hand = play(deal(f"{JACKS} {NOTHING}", stacks=[3, 100]), "bet 2", "call")
    assert hand.actor == 0 and "exchange Jc" in hand.legal


def test_j7_the_best_hand_wins_at_the_showdown() -> None:
    hand = play(deal(f"{JACKS} {NOTHING}"), "bet 2", "call", "keep", "keep", "check", "check")
    assert hand.winners == (0,)
    assert str(hand.view(-1).seats[0].hand).startswith("a pair of jacks")


def proof(hand: Hand) -> list[tuple[int, str]]:
    """The cards that are shown to all, and by whom."""
    return [(e.seat, str(e.card)) for e in hand.events() if e.kind == "shown"]


def public(hand: Hand, seat: int) -> list[str]:
    """The cards of a seat, as spectators see them, with those laid aside."""
    return [card.card for card in hand.view(-1).seats[seat].cards]


def test_j8_openers_are_shown_where_the_opener_wins_unseen() -> None:
    hand = play(deal(f"{JACKS} {NOTHING}"), "bet 2", "fold")
    assert proof(hand) == [(0, "Jc"), (0, "Jh")]
    assert public(hand, 0) == ["Jc", "Jh", "??", "??", "??"]
    assert cards(hand, 0) == JACKS.split()


def test_j8_openers_are_shown_where_the_opener_folds() -> None:
    hand = play(deal(f"{JACKS} {NOTHING}"), "bet 2", "call", "keep", "keep", "check", "bet 4")
    assert proof(hand) == []
    play(hand, "fold")
    assert proof(hand) == [(0, "Jc"), (0, "Jh")] and hand.winners == (1,)


def test_j8_openers_that_were_laid_aside_are_shown_too() -> None:
    hand = deal(f"Jc Jh 9s 8s 7s {NOTHING} 8c Ts")
    play(hand, "bet 2", "call", "exchange Jc", "keep", "check", "check")
    assert proof(hand)[-1] == (0, "Jc") and len(proof(hand)) == 11
    shown = [event.count for event in hand.events(-1) if event.kind == "shown"]
    assert shown == [1] * 10 + [0]  # so the journal tells that it was laid aside
    assert public(hand, 0) == ["Jh", "9s", "8s", "7s", "Ts", "Jc"]


@pytest.mark.parametrize(
    ("held", "shown"),
    [
        ("2c 2d 2h 5s 9d", "2c 2d 2h"),
        ("Tc 2c 9s Th 9d", "Tc 9s Th 9d"),
        ("5c 6d 7h 8s 9d", "5c 6d 7h 8s 9d"),
        ("Qc Qd Kh Ks 9d", "Kh Ks"),
        ("Tc Td Th 9s 9d", "Tc Td Th"),
        ("Tc Td Jh Js Jd", "Jh Js"),
    ],
)
def test_j8_no_more_cards_are_shown_than_prove_openers(held: str, shown: str) -> None:
    hand = play(deal(held), "bet 2", "fold")
    assert proof(hand) == [(0, card) for card in shown.split()]


@pytest.mark.parametrize(
    ("held", "aside", "drawn", "more"),
    [
        ("Kh Kd Ac 9h Ah", "Ah", "Jd", ""),  # the kings prove it, whatever was laid aside
        ("Jc Jh 9s 8s 4d", "Jc Jh 4d", "9c 9d 6d", "Jc Jh"),  # three nines of two kept cards
        ("9s Ad 5h 6h Ah", "Ad 6h Ah", "Kd 2h Ac", "Ad"),  # the ace turned up can have been kept
        ("7s 6h 6d 7d 3h", "7d 3h", "Ts Ah", "7d"),
    ],
)
def test_j8_a_hand_turned_up_that_can_have_kept_openers_proves_them(
    held: str, aside: str, drawn: str, more: str
) -> None:
    hand = deal(f"{held} {NOTHING} 2s {drawn}")
    play(hand, "bet 2", "call", f"exchange {aside}", "keep", "check", "check")
    assert [card for _, card in proof(hand)[10:]] == more.split()


def test_j8_the_places_of_openers_tell_nothing_of_the_cards_beside_them() -> None:
    seen = set()
    for beside in ("Ac", "7c"):
        hand = deal(f"Ac Qd Qs 7c 2d {NOTHING.replace('Qd', 'Jd')}")
        play(hand, "bet 2", "call", f"exchange Qd Qs {beside}", "keep", "fold")
        seen.add(bytes(hand.record(-1)))
    assert len(seen) == 1


@pytest.mark.parametrize(("option", "value"), [("proof", "unseen"), ("openers", "any")])
def test_j8_nothing_is_shown_where_nothing_is_to_be_proven(option: str, value: str) -> None:
    hand = DRAW.with_options(**{option: value}).deal(players=2, stacks=100, deck=JACKS)
    assert proof(play(hand, "bet 2", "fold")) == []


def test_six_players_who_all_exchange_three_cards_are_served() -> None:
    hand = DRAW.with_options(openers="any").deal(players=6, stacks=100, seed=1)
    play(hand, "bet 2", *["call"] * 5)
    for seat in range(6):
        hand.act("exchange " + " ".join(cards(hand, seat)[:3]))
    assert all(len(cards(hand, seat)) == 5 for seat in range(6))
