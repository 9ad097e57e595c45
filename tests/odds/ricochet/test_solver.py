"""Ricochet for two by backward induction, against every buy and every order of the cards."""

import random
from collections.abc import Sequence

import pytest

import sidepot
from sidepot import kernel
from sidepot.cards import parse
from sidepot.kernel import Records
from sidepot.odds.ricochet.heads_up import solved, spot_of, values
from sidepot.odds.ricochet.opening import Bounds, Spot
from tests.cases import often
from tests.odds.ricochet.two import Brute, Response, seat_two

GAME = sidepot.game("ricochet-2")
CLOSE = 1e-6
"""Values are kept with 24 bits."""
SMALL = [(4, 4, 20), (3, 4, 10), (3, 3, 8), (2, 3, 5), (4, 5, 20), (3, 5, 10)]
"""Cards of both hands, and how many are left in the deck: the others are dead."""
LARGE = [(2, 3, 7), (2, 2, 6), (1, 3, 6), (1, 2, 7), (1, 5, 7)]
"""The same with more orders of the cards than plain Python can try in a few seconds."""
FEW = SMALL[2:4]
"""Sizes that are tried every time; each tries all there is, so a wrong bound shows in most."""
SIZES = [
    *FEW,
    *(
        pytest.param(*sizes, marks=pytest.mark.soak)
        for sizes in [*SMALL, *LARGE]
        if sizes not in FEW
    ),
]
OPTIONS = (
    {"tie_ends": "complete", "card_price": 1},
    {"tie_ends": "any", "card_price": 3},
)


def compare(
    one: Sequence[int], two: Sequence[int], left: Sequence[int], pot: int, **options: object
) -> tuple[tuple[Bounds, ...], list[float]]:
    """The bounds of a position, and what trying everything comes to; nothing where it is over."""
    game = sidepot.game("ricochet-2", **options)
    rows = seat_two(game, one, two, pot)
    if kernel.fields(rows).seats.actor < 0:
        return (), []
    kept = frozenset(left)
    return solved(told(rows, kept))[1:], Brute(game).buys(rows, kept)


def told(rows: Records, left: frozenset[int]) -> Spot:
    """A position, with all cards dead that are neither held nor left."""
    spot = spot_of(kernel.fields(rows))
    assert spot is not None
    seen = {*spot.low, *spot.high, *left}
    dead = tuple(card for card in range(52) if card not in seen)
    return Spot(spot.low, spot.high, dead, spot.pot, spot.price, spot.any_tie)


def by_the_lower_bounds(rows: Records, left: frozenset[int]) -> int:
    """The buy that the solution prefers."""
    bounds = solved(told(rows, left))
    return max(range(len(bounds)), key=lambda k: bounds[k][0])


def some_deck(rng: random.Random) -> list[int]:
    """Cards among which ties or flushes are likely, or all."""
    ranks, kind = rng.sample(range(13), 6), rng.randrange(3)
    if kind == 0:
        return [card for card in range(52) if card >> 2 in ranks]
    return [card for card in range(52) if kind == 1 or card & 3 < 2 or rng.random() < 0.2]


@pytest.mark.parametrize(("mine", "his", "left"), SIZES)
@pytest.mark.parametrize(
    "options", often(OPTIONS, OPTIONS[:1]), ids=lambda options: str(options["tie_ends"])
)
def test_the_bounds_hold_the_value_by_trying_everything(
    mine: int, his: int, left: int, options: dict[str, object]
) -> None:
    rng = random.Random(100 * mine + his)
    checked = 0
    for _ in range(2):
        deck = some_deck(rng)
        cards = rng.sample(deck, min(mine + his + left, len(deck)))
        pot = rng.randint(2, 12)
        bounds, tried = compare(
            cards[:mine], cards[mine : mine + his], cards[mine + his :], pot, **options
        )
        for (least, most), value in zip(bounds, tried, strict=True):
            assert least - CLOSE <= value <= most + CLOSE
            checked += 1
    assert checked


def test_a_value_is_a_number_when_no_suit_can_decide() -> None:
    bounds, tried = compare(parse("4c 7d 9h 2s"), parse("Kd Qc Jh 8s"), parse("Ac 4d 9s 3s 8d"), 8)
    assert [least == most for least, most in bounds] == [True]
    assert bounds[0][0] == pytest.approx(tried[0], abs=CLOSE)


def test_equal_ranks_are_bounded_on_both_sides() -> None:
    """7c draws a nine against 7d 9d: 9c is no escape and 9h is one, by suit (H5)."""
    left = parse("9c 9h 2c 3d 3h")
    bounds, tried = compare(parse("7c 4s"), parse("7d 9d 4h"), left, 3)
    widths = [most - least for least, most in bounds]
    assert max(widths) > 0.01
    for (least, most), value in zip(bounds, tried, strict=True):
        assert least - CLOSE <= value <= most + CLOSE


def test_blockers_of_a_flush_count() -> None:
    """Two hearts of the other's are two flushes less: a sum that forgets them is caught."""
    low, high = parse("2h 4h 6h 9h"), parse("As Ad Kc Kd")
    without = compare(low, high, parse("3h Jh Qc Qd 5s 8s"), 6)[0]
    with_one, tried = compare(low, parse("As Ad Kc Kh"), parse("3h Jh Qc Qd 5s 8s"), 6)
    assert with_one[0][0] == pytest.approx(tried[0], abs=CLOSE)
    dead = tuple(card for card in range(52) if card not in {*low, *high, *parse("3h Jh Qc Qd")})
    fewer = solved(Spot(tuple(low), tuple(high), dead, 6, 1, False))[1:]
    assert fewer[0][0] > without[0][0] + 0.01


@pytest.mark.parametrize(
    ("stacks", "is_known"), [((10, 10), True), ((10, 9), False), ((9, 10), False)]
)
def test_stacks_too_short_to_buy_freely_are_refused(
    stacks: tuple[int, int], is_known: bool
) -> None:
    """From one card on, four cards, three, two and one may have to be paid for (R10)."""
    game = sidepot.game("ricochet-2")
    hand = game.deal(stacks=[stack + 1 for stack in stacks], deck="4c Kd")
    assert (values(game, hand.record(0)) is not None) == is_known


def test_more_than_two_are_not_known() -> None:
    game = sidepot.game("ricochet-2")
    assert values(game, game.deal(players=3, deck="4c Kd 9h").record(0)) is None


def test_a_third_player_who_has_folded_leaves_dead_cards() -> None:
    game = sidepot.game("ricochet-2")
    hand = game.deal(players=3, deck="2c 4c Kd 4h 4s 9c")
    hand.act("fold")
    hand.act("buy 4")
    told = spot_of(kernel.fields(hand.record(hand.actor or 0)))
    assert told is not None and told.dead == tuple(parse("2c"))


SMALL_RESPONSE = ("9c 4d 3s", "9d 6h 2s", "9h 4c 6s 2c Qd", 9)
RESPONSES = [
    ("9c Td", "Ts Jc", "2s 4h 9d Jd Qs Ah", 4),
    ("7c 2d", "8d 3s", "9c 9h 2c 8c 3h 4s", 6),
    ("9c 4d 3s", "9d 6h 2s", "9h 4c 6s 2c Qd Ac 3d", 9),
]


@pytest.mark.parametrize(
    ("one", "two", "left", "pot"),
    [SMALL_RESPONSE, *(pytest.param(*told, marks=pytest.mark.soak) for told in RESPONSES)],
)
def test_the_best_response_wins_no_more_than_the_bounds_say(
    one: str, two: str, left: str, pot: int
) -> None:
    rows, kept = seat_two(GAME, parse(one), parse(two), pot), frozenset(parse(left))
    actor = kernel.fields(rows).seats.actor
    bounds = solved(told(rows, kept))
    least, most = (max(bound[side] for bound in bounds) for side in range(2))
    assert Response(GAME, actor, by_the_lower_bounds).value(rows, kept) >= least - CLOSE
    assert Response(GAME, 1 - actor, by_the_lower_bounds).value(rows, kept) <= most + CLOSE


@pytest.mark.soak
def test_the_best_response_beats_any_other_strategy() -> None:
    """Somebody who always buys one card more than is best, if there is room."""

    def greedy(rows: Records, left: frozenset[int]) -> int:
        s = kernel.fields(rows)
        best = by_the_lower_bounds(rows, left)
        return int(min(best + 1, 5 - s.up.size[s.seats.actor]))

    one, two, left, pot = RESPONSES[0]
    rows, kept = seat_two(GAME, parse(one), parse(two), pot), frozenset(parse(left))
    actor = kernel.fields(rows).seats.actor
    least = max(bound[0] for bound in solved(told(rows, kept)))
    assert Response(GAME, actor, greedy).value(rows, kept) < least - 0.01
