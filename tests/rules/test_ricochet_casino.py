"""Casino Ricochet (K1 to K7): hands written down card by card, and rules that are wrong."""

import pytest

import sidepot
from sidepot.cards import parse, text
from sidepot.engine.event import HandEvent
from sidepot.engine.game import Game, Hand
from sidepot.errors import BadOption, IllegalAction
from sidepot.rules import paytables
from tests.rules.table import deck, kinds, play, pot, statuses

GAME = sidepot.game("ricochet-casino", side_limit=0)
BESIDE = sidepot.game("ricochet-casino", side_limit=20)
KICKOUTS = {
    1: ("KcKdQh7s2c", "KcKdJh7s2c"),
    2: ("AcAdQh7s2c", "AcAdJhTs2c"),
    3: ("TcTd3h3s2c", "9c9d8h8sAc"),
    4: ("AcAd3h3s2c", "KcKdQhQsAc"),
    5: ("2c2d2h5s4c", "AcAdKhKsQc"),
    6: ("QcQdQh5s4c", "JcJdJhAsKc"),
    7: ("Ac2d3h4s5c", "AcAdAhKsQc"),
}
"""For every number of players a hand with which the bank is kicked out, and one that is lower."""


def deal(cards: str, *, game: Game = GAME, stacks: int | list[int] = 100) -> Hand:
    """Hands with strokes between them, the bank's last; what is bought comes after another stroke.

    `7c2d/KsKd/AcJd8s4h2c/9h9d9c`: two players, the bank, three cards.
    """
    held = cards.split("/")
    players = next(i for i, hand in enumerate(held) if len(hand) == 10)
    given = stacks if isinstance(stacks, list) else [stacks] * players
    return game.deal(stacks=given, deck=deck(game, "".join(held)))


def out(events: tuple[HandEvent, ...], kind: str) -> list[int]:
    """The seats to whom a kind of event has happened."""
    return [event.seat for event in events if event.kind == kind]


def filler(players: int, bank: str) -> str:
    """Low hands for a number of players, which share no card with the bank's."""
    free = [card for card in GAME.deck if card not in parse(bank)]
    named = [text(card) for card in free]
    return "/".join("".join(named[2 * p : 2 * p + 2]) for p in range(players))


def check_kickouts(game: Game) -> None:
    """The bank is kicked out from its hand on, and not from a lower one (K2)."""
    for players, (enough, too_little) in KICKOUTS.items():
        for bank, is_out in ((enough, True), (too_little, False)):
            hand = deal(f"{filler(players, bank)}/{bank}", game=game)
            assert ("kicked_out" in {e.kind for e in hand.events()}) == is_out, (players, bank)


def test_k1_everybody_puts_in_a_unit_and_gets_his_cards() -> None:
    hand = deal("7c2d/KsJd/AcJc8s4h2c", game=GAME.with_options(ante=3))
    assert [s.paid for s in hand.view(-1).seats] == [3, 3, 3]
    assert [len(s.cards) for s in hand.view(-1).seats] == [2, 2, 5]
    assert pot(hand) == 9 and hand.bank == -3


def test_k2_the_bank_is_kicked_out_by_the_number_of_players() -> None:
    check_kickouts(GAME)


def test_k2_a_kickout_at_the_wrong_threshold_is_noticed() -> None:
    shifted = GAME.with_options(kickout="AAQ/TT22/AA22/222/QQQ/A2345/none")
    with pytest.raises(AssertionError):
        check_kickouts(shifted)


def test_k2_the_kicked_out_unit_stays_and_one_player_takes_it() -> None:
    hand = deal("7c2d/KcKdQh7s3c")
    assert hand.over and hand.payoffs == (1,) and hand.bank == -1


def test_k2_the_table_may_bring_its_own_thresholds() -> None:
    never = GAME.with_options(kickout="none/none/none/none/none/none/none")
    assert not deal("7c2d/AcAdAhAs3c", game=never).over
    assert "kickout" not in dict(deal("7c2d/AcKd9h5s3c", game=never).view(-1).facts)
    flush = GAME.with_options(kickout="23457s/none/none/none/none/none/none")
    assert deal("7c2d/3h5h8hJhKh", game=flush).over
    assert not deal("7c2d/3c4d5h6s7d", game=flush).over


def test_k2_a_player_who_cannot_pay_does_not_count() -> None:
    hand = GAME.deal(stacks=[5, 5], deck=deck(GAME, "7c2d9h8s"))
    assert str(dict(hand.view(-1).facts)["kickout"]) == "a pair of aces, queen kicker"


def test_k3_from_the_lowest_hand_upward_each_decides_once() -> None:
    hand = deal("Ks2d/7c5d/9h9s/AcJd8s4h2c/7h7dKc/TsTh3c/QcQdQh")
    actors = []
    while not hand.over:
        actors.append(hand.actor)
        hand.act("buy 3")
    assert actors == [1, 0, 2]


def test_k3_a_completed_hand_that_a_live_one_beats_is_out_at_once() -> None:
    hand = deal("7c5d/9h9s/AcJd8s4h2c/7h3dKc")
    assert kinds(play(hand, "buy 3"))[-1] == ("beaten", 0)
    assert hand.actor == 1 and statuses(hand) == ["out", "live", "live"]


def test_k3_one_that_is_out_at_once_puts_nobody_out() -> None:
    hand = deal("7c5d/9h9s/AcJd8s4h2c/7h3dKc")
    assert out(play(hand, "buy 3"), "beaten") == [0]


def test_k3_a_better_hand_of_two_cards_leaves_the_bank_in() -> None:
    assert statuses(deal("9h9s/7c5d/AcJd8s4h2c")) == ["live", "live", "live"]


def test_k3_a_completed_hand_puts_out_those_it_beats_and_not_hands_of_two_cards() -> None:
    hand = deal("7c5d/8h6s/Kc9d/AcJd8s4h2c/7h7d7s/8d8cTh/KsKhKd")
    assert out(play(hand, "buy 3"), "beaten") == [3]
    assert statuses(hand) == ["live", "live", "live", "out"]
    hand.act("buy 3")
    assert statuses(hand) == ["live", "out", "live", "out"]
    assert out(play(hand, "buy 3"), "beaten") == [0]


def test_k3_the_last_live_hand_wins_and_pays_nothing() -> None:
    hand = deal("7c5d/8h6s/AcAdQh7s3c")
    hand.act("fold")
    assert hand.over and hand.payoffs == (-1, 2)


def test_k3_the_bank_wins_when_nobody_beats_it() -> None:
    hand = deal("7c5d/8h6s/AcJd8s4h2c")
    play(hand, "fold,fold")
    assert hand.payoffs == (-1, -1) and hand.bank == 2


def test_k3_who_has_less_than_a_unit_is_out_when_his_turn_comes() -> None:
    hand = deal("7c5d/9h9s/AcJd8s4h2c", game=GAME.with_options(ante=2), stacks=[3, 100])
    assert out(hand.events(), "out_short") == [0] and hand.actor == 1


@pytest.mark.parametrize(
    "action", ["buy 1", "buy 2", "buy 4", "check", "pay", "quickdraw 1", "pass"]
)
def test_k3_there_is_nothing_but_three_cards_or_to_fold(action: str) -> None:
    hand = deal("7c5d/9h9s/AcJd8s4h2c")
    with pytest.raises(IllegalAction, match=r"choose.* buy 3$"):
        hand.act(action)


def test_k4_players_win_ties_against_the_bank() -> None:
    hand = deal("4d2d/AcJd8s4h2c/AdJc8h")
    hand.act("buy 3")
    assert hand.over and hand.payoffs == (1,)


def test_k4_tied_players_split_and_the_odd_chip_goes_by_suit() -> None:
    hand = deal("9c8c/9h8h/AcJd8s4h2c/TcJcQd/TdJhQs")
    play(hand, "buy 3,buy 3")
    assert hand.over and pot(hand) == 0
    assert hand.payoffs == (2, 3)  # five chips, of which the queen of spades has the odd one


@pytest.mark.parametrize(
    ("cards", "times"),
    [
        ("7c6d/AcJd8s4h2c/5h4c3d", 2),
        ("7c6c/AdJd8s4h2d/AcTc2c", 5),
        ("7c7d/AcJd8s4h2c/7hQsQd", 10),
        ("7c7d/AcJd8s4h2c/7h7sQd", 25),
        ("7c6c/AcJd8s4h2c/5c4c3c", 100),
        ("AcKc/9dJd8s4h2c/QcJcTc", 1000),
        ("7c7d/AcJd8s4h2c/7hKsQd", 0),
    ],
)
def test_k5_the_bonus_of_every_row(cards: str, times: int) -> None:
    hand = deal(cards, game=GAME.with_options(ante=2))
    events = play(hand, "buy 3")
    assert sum(e.amount for e in events if e.kind == "bonus") == 2 * times
    assert hand.payoffs == (2 + 2 * times,)


def test_k5_the_bonus_is_paid_to_who_loses_too() -> None:
    hand = deal("7c6d/KcKd/QsQdQc2h3h/5h4c3d/KsKhQh", game=GAME)
    play(hand, "buy 3,buy 3")
    assert hand.payoffs[0] == -2 + 2


@pytest.mark.parametrize(
    ("two", "bank", "wins"),
    [
        ("7c6d", "7h6s5c3d2h", True),
        ("7c6d", "7h6s5c4d2h", True),
        ("7c5d", "7h6s4c3d2h", False),
        ("Kc2d", "QhJs9c3d2h", True),
        ("8c8d", "8h8sAc3d2h", True),
        ("8c8d", "9h9sAc3d2h", False),
        ("8c8d", "3h3s4c4d2h", False),
        ("AcAd", "5h6s7c8d9h", False),
    ],
)
def test_k6_quickdraw_looks_at_the_kind_and_two_ranks(two: str, bank: str, wins: bool) -> None:
    hand = BESIDE.deal(players=1, deck=deck(GAME, two + bank))
    events = play(hand, "quickdraw 4,pass")
    assert [(e.kind, e.amount) for e in events if e.kind.startswith("side")] == [
        ("side_won", 20) if wins else ("side_lost", 4)
    ]


@pytest.mark.parametrize(
    ("bank", "times"),
    [
        ("4c4dAhKsQc", 0),
        ("5c5dAhKsQc", 1),
        ("AcAd3hKsQc", 1),
        ("4c4d3h3sQc", 2),
        ("4c4d4h3sQc", 3),
        ("Ac2d3h4s5c", 4),
        ("2c4c7c9cJc", 5),
        ("4c4d4h3s3c", 6),
        ("4c4d4h4s3c", 25),
        ("4c5c6c7c8c", 100),
        ("TcJcQcKcAc", 1000),
    ],
)
def test_k6_cover_pays_on_the_banks_hand(bank: str, times: int) -> None:
    two = "2h7d"
    hand = BESIDE.deal(players=1, deck=deck(GAME, two + bank))
    events = play(hand, "cover 3,pass")
    assert [(e.kind, e.amount) for e in events if e.kind.startswith("side")] == [
        ("side_won", 3 * times) if times else ("side_lost", 3)
    ]


def test_k6_side_bets_come_before_the_deal_one_player_after_the_other() -> None:
    hand = BESIDE.deal(players=3, seed=1)
    said = []
    for action in ("quickdraw 20", "cover 1", "pass", "cover 7", "pass"):
        said.append((hand.actor, str(hand.legal)))
        assert not any(seat.cards for seat in hand.view(-1).seats)
        hand.act(action)
    assert said == [
        (0, "pass, quickdraw 1 to 20 or cover 1 to 20"),
        (0, "pass or cover 1 to 20"),
        (1, "pass, quickdraw 1 to 20 or cover 1 to 20"),
        (2, "pass, quickdraw 1 to 20 or cover 1 to 20"),
        (2, "pass or quickdraw 1 to 20"),
    ]
    assert all(seat.cards for seat in hand.view(-1).seats)


def test_k6_stakes_lie_in_front_and_in_no_pot() -> None:
    hand = BESIDE.deal(players=2, seed=1)
    hand.act("quickdraw 9")
    view = hand.view(-1)
    assert view.seats[0].bet == 9 and [p.amount for p in view.pots] == [3]
    play(hand, "pass,pass")
    assert [seat.bet for seat in hand.view(-1).seats] == [0, 0, 0]


@pytest.mark.parametrize("action", ["quickdraw 21", "cover 21", "cover 0", "quickdraw", "cover -1"])
def test_k6_a_side_bet_above_the_limit_is_refused(action: str) -> None:
    hand = BESIDE.deal(players=2, seed=1)
    before = bytes(hand)
    with pytest.raises(IllegalAction, match=r"1 to 20|no action"):
        hand.act(action)
    assert bytes(hand) == before


def test_k6_a_side_bet_after_the_deal_is_refused() -> None:
    hand = BESIDE.deal(players=2, deck=deck(GAME, "7c5d9h8sAcJd8d4h2c"))
    play(hand, "pass,pass")
    with pytest.raises(IllegalAction, match="choose fold or buy 3"):
        hand.act("quickdraw 1")


def test_k6_nobody_bets_more_than_his_stack() -> None:
    hand = BESIDE.deal(stacks=[4, 100], seed=1)
    assert str(hand.legal) == "pass, quickdraw 1 to 3 or cover 1 to 3"
    hand.act("cover 3")
    assert hand.actor == 1


def test_k7_the_bank_counts_from_0_and_may_go_below() -> None:
    hand = deal("AcKc/9dJd8s4h2c/QcJcTc")
    hand.act("buy 3")
    assert hand.bank == -1001 and sum(hand.payoffs) + hand.bank == 0


WRONG_TABLES = {
    "too few thresholds": {"kickout": "KKQ/AAQ"},
    "no rank": {"kickout": "KKX/AAQ/TT22/AA22/222/QQQ/A2345"},
    "six cards": {"kickout": "234567/AAQ/TT22/AA22/222/QQQ/A2345"},
    "five alike": {"kickout": "22222/AAQ/TT22/AA22/222/QQQ/A2345"},
    "a suit for two": {"kickout": "KKs/AAQ/TT22/AA22/222/QQQ/A2345"},
    "a pair of one suit": {"kickout": "22345s/AAQ/TT22/AA22/222/QQQ/A2345"},
    "nothing": {"kickout": "//////"},
    "too few rows": {"bonus": "1/2/3"},
    "a row below 0": {"bonus": "2/5/10/25/100/-1"},
    "a row too high": {"cover": "1/2/3/4/5/6/25/100/10001"},
    "words": {"cover": "a/b"},
    "no pair": {"cover_from": "1"},
    "no limit": {"side_limit": "-1"},
}


@pytest.mark.parametrize("case", WRONG_TABLES)
def test_a_malformed_table_is_refused_with_its_form(case: str) -> None:
    [(name, value)] = WRONG_TABLES[case].items()
    with pytest.raises(BadOption, match=f"{name} is .*, not {value.replace('+', '.')}"):
        GAME.with_options(**{name: value})


@pytest.mark.parametrize("written", ["KKQ", "A2345", "23457s", "none", "TT22", "2"])
def test_a_threshold_is_read_and_written(written: str) -> None:
    packed = paytables.packed(written)
    assert packed is not None and paytables.unpacked(packed) == written
    assert GAME.with_options(kickout="/".join([written] * 7)).settings["kickout"] == "/".join(
        [written] * 7
    )
