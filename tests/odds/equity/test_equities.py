"""Equities: known results, laws that hold in every game, and positions that cannot be."""

import random
from pathlib import Path

import pytest

import sidepot
from sidepot.analysis import read_position
from sidepot.analysis.equities import equity
from sidepot.bots import QUICK
from sidepot.cards import deck, text, texts
from sidepot.designer.template import ONE_CARD
from sidepot.errors import BadCards, BadPosition, BadRange, NoOdds, SidepotError
from sidepot.odds.equity.loops import stay_by
from sidepot.odds.equity.places import dealing_of
from sidepot.odds.equity.ranges import kind_of
from sidepot.odds.equity.ranking import best_first, ordered
from sidepot.odds.result import Equity
from sidepot.odds.shares import shares as shares_of

HOLDEM = sidepot.game("holdem-no-limit")
TURN = "AsKs / QdQh / Jh 9c 2d 3s"
POSITIONS = {
    "badugi": "As2d3c4h / 4sKsQdJd",
    "five-card-draw": "AsAdKc7h2d / 4s5s6s7s9d / *",
    "guts": "AsKs / 7d7c",
    "high-noon-5": "KsQs / *",
    "high-noon-shootout": "AsKsQsJs (2d) / 7d7c7h2c3d / Ts 2h",
    "high-noon-showdown": "AsKsQsJs2d / *",
    "high-noon-standoff": "AsKsQsJs2d / 7d7c7h2c3d / Ts",
    "holdem-fixed-limit": TURN,
    "holdem-no-limit": TURN,
    "kuhn": "K / *",
    "leduc": "Ks / Q / Jh",
    "poker-roulette": "As Kd 9d / 2c 3h 4d / Xx 4h 5h / 9c",
    "ricochet": "8h 5h / Kd Qs / 9c 4s",
    "ricochet-2": "8h 5h / Kd Qs / - / 9c 4s",
    "seven-card-stud": "?? ?? Qs Js / 7d7c2h 9c",
}
"""A position of every game of the house that is not played against a bank."""


def shares(found: Equity) -> list[float]:
    """The equities by seat."""
    return [hand.equity for hand in found.hands]


# Known results --------------------------------------------------------------------------------

COUNTED = [
    ("AsKs / QdQh", "Jh 9c 2d 3s", (6, 0, 44)),
    ("7h6h / TT+, AQs+, KQo", "8h 5c 2h Ad", (705, 0, 1980)),
    ("2c2d / AKo", "Qs Ts 3c 2h", (480, 0, 528)),
    ("AJs-A8s, 99-55 / KhQh", "Th 9h 4s 5c", (1065, 0, 1672)),
    ("AsKs / QdQh", "Ts Js Qs 2c 3d", (1, 0, 1)),
]
"""Wins and ties of the first hand, and all deals, as counted with the evaluator of eval7."""


@pytest.mark.parametrize(("hands", "board", "known"), COUNTED[:1] + COUNTED[-1:])
def test_counts_are_those_of_another_program(
    hands: str, board: str, known: tuple[int, int, int]
) -> None:
    found = HOLDEM.equity(hands, board=board)
    first = found.hands[0]
    assert found.method == "exact" and found.error == 0
    assert (round(first.win * found.deals), round(first.tie * found.deals), found.deals) == known


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("hands", "board", "known"),
    [
        *COUNTED,
        ("AsKs / QdQh", "Jh 9c 2d", (233, 0, 990)),
        ("AsKs / QQ+, AK", "Jh 9c 2d", (1881, 8775, 20790)),
        ("22+, A2s+, KTo+ / AhAd", "9s 8s 7c 2d", (1030, 44, 5192)),
    ],
)
def test_counts_of_machine_code_are_those_of_another_program(
    hands: str, board: str, known: tuple[int, int, int]
) -> None:
    test_counts_are_those_of_another_program(hands, board, known)


@pytest.mark.compiled
def test_aces_against_kings_before_the_flop_win_as_often_as_published() -> None:
    found = HOLDEM.equity("AsAh / KdKh")
    assert (found.method, found.deals) == ("exact", 1_712_304)
    assert found.hands[0].win == pytest.approx(0.8171, abs=5e-5)
    assert found.hands[0].tie == pytest.approx(0.0046, abs=5e-5)
    ranges = HOLDEM.equity("AA / KK")
    assert ranges.method == "sampled" and ranges.error <= 0.0005
    assert ranges.hands[0].equity == pytest.approx(0.8195, abs=0.003)


@pytest.mark.parametrize(
    ("name", "hands", "first"),
    [
        ("kuhn", "K / *", 1),
        ("kuhn", "J / Q", 0),
        ("leduc", "Ks / Qh / Qs", 0),
        ("guts", "AsAd / KsKd", 1),
        ("guts", "7s7d / 7c7h", 0.5),
        ("seven-card-stud", "AsAdQs2c3d4h7s / KdKcKh9c9d8hJs", 0),
        ("high-noon-standoff", "AsKsQsJs2d / 7d7c7h2c3d / Ts 2h 3h", 0),
        ("holdem-no-limit", "AsKd / AhKc / 2c 5d 9h Js Td", 0.5),
    ],
)
def test_a_hand_that_nothing_can_change_wins_all_or_nothing(
    name: str, hands: str, first: float
) -> None:
    found = sidepot.game(name).equity(hands)
    assert shares(found) == [first, 1 - first] and found.method == "exact"


# Laws -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", POSITIONS)
def test_the_shares_of_every_game_make_a_whole_pot(name: str) -> None:
    found = equity(sidepot.game(name), POSITIONS[name], samples=20)
    assert sum(shares(found)) == pytest.approx(1)
    assert all(0 <= hand.win <= hand.equity <= hand.win + hand.tie <= 1 for hand in found.hands)
    assert len(found.hands) >= 2 and found.deals > 0


def test_every_game_without_a_bank_has_a_position_here() -> None:
    from sidepot import games

    assert {*POSITIONS} == {name for name, game in games.registry().items() if not game.banked}


@pytest.mark.parametrize("hands", ["AsKs / AdKd / 2c 5h 9h Jc", "AsKs / AdKd / AcKc / 2h 5h 9h Jh"])
def test_hands_that_differ_in_nothing_that_counts_win_the_same(hands: str) -> None:
    found = HOLDEM.equity(hands)
    assert shares(found) == pytest.approx([1 / len(found.hands)] * len(found.hands))
    assert found.method == "exact" and found.hands[0].tie == 1


def test_another_order_of_seats_changes_nothing() -> None:
    one, other = HOLDEM.equity(TURN), HOLDEM.equity("QdQh / AsKs / Jh 9c 2d 3s")
    assert shares(one) == shares(other)[::-1]


def test_a_range_is_the_mean_of_the_hands_in_it_that_fit_the_others() -> None:
    board = "Jh 9c 2d 3s"
    whole = HOLDEM.equity("AsQs / QQ", board=board)
    each = [HOLDEM.equity(f"AsQs / {two}", board=board) for two in ("QcQd", "QcQh", "QdQh")]
    assert whole.deals == sum(found.deals for found in each)
    mean = sum(found.hands[0].equity for found in each) / 3
    assert whole.hands[0].equity == pytest.approx(mean)


def test_a_dead_card_is_not_dealt() -> None:
    plain, less = HOLDEM.equity(TURN), HOLDEM.equity(TURN, dead="Ac")
    assert (plain.deals, less.deals) == (44, 43)
    wins = [round(found.hands[0].win * found.deals) for found in (plain, less)]
    assert wins == [6, 5] and less.dead == ("Ac",)


def test_an_unknown_card_is_any_that_is_left() -> None:
    found = HOLDEM.equity("AsKs / Qd?? / Jh 9c 2d 3s 4h")
    assert (found.method, found.deals) == ("exact", 44)
    any_hand = sidepot.game("kuhn").equity("Q / *")
    assert (shares(any_hand), any_hand.deals) == ([0.5, 0.5], 2)


def test_a_sampled_equity_is_near_the_counted_one() -> None:
    exact = HOLDEM.equity(TURN)
    sampled = equity(HOLDEM, TURN, exact=False, samples=400)
    assert sampled.method == "sampled" and sampled.deals == 400
    for one, other in zip(exact.hands, sampled.hands, strict=True):
        assert abs(one.equity - other.equity) < 4 * other.error
    assert sampled.error == pytest.approx((6 / 44 * 38 / 44 / 400) ** 0.5, rel=0.2)


def test_the_same_seed_samples_the_same() -> None:
    one, again, other = (
        equity(HOLDEM, TURN, exact=False, samples=40, seed=seed) for seed in (1, 1, 2)
    )
    assert one == again != other


@pytest.mark.compiled
@pytest.mark.parametrize("seed", range(3))
def test_random_positions_sample_within_their_error(seed: int) -> None:
    cards = random.Random(seed).sample(deck(), 9)
    line = " / ".join(map(texts, (cards[:2], cards[2:4], cards[4:6], cards[6:])))
    exact, sampled = HOLDEM.equity(line), equity(HOLDEM, line, exact=False, seed=seed)
    assert exact.method == "exact"
    for one, other in zip(exact.hands, sampled.hands, strict=True):
        assert abs(one.equity - other.equity) < 4.5 * max(other.error, 1e-5)


def test_a_game_of_a_designer_needs_no_line_for_it() -> None:
    found = ONE_CARD.equity("As / K, Q")
    assert shares(found) == [1, 0] and found.deals == 8
    assert shares(ONE_CARD.equity("* / *")) == [0.5, 0.5]


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("name", "hands"),
    [("seven-card-stud", "As Ad 7c / ?? ?? Kd"), ("holdem-no-limit", "AsKs / * / Jh 9c 2d")],
)
def test_the_shares_are_those_of_the_deals_that_a_player_may_expect(name: str, hands: str) -> None:
    game, deals = sidepot.game(name), 4000
    seen = shares_of(game, read_position(game, hands).view, deals=deals, seed=1)
    assert seen is not None
    found = shares(equity(game, hands, samples=50_000))
    assert seen == pytest.approx(found, abs=4.5 * (0.25 / deals) ** 0.5)


@pytest.mark.compiled
def test_the_best_part_of_all_hands_begins_with_aces() -> None:
    best = equity(HOLDEM, "top 0.45% / KsKd / 2c 3d 8h 9s", samples=10)
    aces = equity(HOLDEM, "AA / KsKd / 2c 3d 8h 9s", samples=10)
    assert best.deals == aces.deals and shares(best) == shares(aces)


@pytest.mark.compiled
def test_the_order_of_hands_in_the_file_is_that_of_the_rules() -> None:
    policy, dealing = stay_by(QUICK[HOLDEM.record]), dealing_of(HOLDEM, 2)
    found = ordered(HOLDEM, dealing, policy, 4000)
    known = [
        kind_of([text(card) for card in combo]) for combo in best_first(HOLDEM, dealing, policy)
    ]
    place = {kind: at for at, kind in enumerate(dict.fromkeys(known))}
    assert {*place} == {*found} and len(known) == 52 * 51 / 2
    assert all(abs(place[kind] - at) <= 25 for at, kind in enumerate(found))


# Positions that cannot be -----------------------------------------------------------------------

WRONG: list[tuple[str, str, type[SidepotError], str]] = [
    ("holdem-no-limit", "AsKs / AsKd", BadCards, "As is given 2 times"),
    ("holdem-no-limit", "AsKs / QdQh / AsJs2d", BadCards, "As is given 2 times"),
    ("holdem-no-limit", "AsKs", BadPosition, "2 to 10 players, not 1"),
    ("holdem-no-limit", " / ".join("*" * 11), BadPosition, "2 to 10 players, not 11"),
    ("holdem-no-limit", "AsKsQs / 2d3d", BadPosition, "at most 2"),
    ("holdem-no-limit", "AsKs / QdQh / 2c3c4c5c6c7c", BadPosition, "deals 5 cards"),
    ("holdem-no-limit", "AsKs / ", BadRange, "a hand is missing"),
    ("holdem-no-limit", "AsKs / what", BadRange, "what is no hand"),
    ("holdem-no-limit", "AA / AA / AA", BadRange, "AA, AA and AA"),
    ("holdem-no-limit", "AsAh / AdAc / AA", BadRange, "no hand of AA is left"),
    ("holdem-no-limit", "AsXx / QdQh", BadCards, "no Xx"),
    ("guts", "AsKs / QdQh / 2d3d4d", BadPosition, "at most 2"),
    ("kuhn", "K / A", BadRange, "no hand of A is left"),
    ("poker-roulette", "As / Kd", BadPosition, "3 to 20 players"),
    ("ricochet-casino", "7c 2d / Ks Kd / Ah Jd 8s 4h 2c", NoOdds, "against a bank"),
    ("ricochet-2", "8h 5h / 8h 4d", BadPosition, "8h is in the position twice"),
    ("seven-card-stud", "10% / AsKsQs", BadRange, "one or two cards, not of 3"),
]


@pytest.mark.parametrize(("name", "hands", "kind", "said"), WRONG)
def test_a_position_that_cannot_be_is_refused_with_the_reason(
    name: str, hands: str, kind: type[SidepotError], said: str
) -> None:
    with pytest.raises(kind, match=said):
        sidepot.game(name).equity(hands)


def test_more_dead_cards_than_the_deck_can_spare_are_refused() -> None:
    dead = texts(deck()[:41])
    with pytest.raises(BadPosition, match="the most is"):
        HOLDEM.equity("AsKs / AdKd", dead=dead)


def test_a_sampled_equity_is_not_called_exact() -> None:
    with pytest.raises(BadRange, match="cannot be counted"):
        equity(sidepot.game("high-noon-standoff"), "AsKsQsJs2d / *", exact=True)
    with pytest.raises(BadRange, match="cannot be counted"):
        equity(sidepot.game("ricochet-2"), "8h / Kd", exact=True)


def test_a_game_in_which_nothing_is_at_stake_is_refused() -> None:
    free = sidepot.game("holdem-no-limit", blinds="0", min_bet=1)
    with pytest.raises(BadPosition, match="nobody wins anything"):
        free.equity(TURN)


def test_only_the_verbs_know_which_hand_is_better() -> None:
    folder = Path(sidepot.__file__).parent / "odds" / "equity"
    for path in folder.glob("*.py"):
        assert "sidepot.hands" not in path.read_text() and "sidepot.games" not in path.read_text()
