"""The table of deals that ships."""

import pytest

import sidepot
from sidepot.cards import parse
from sidepot.odds.ricochet import opening, solution
from sidepot.odds.ricochet.heads_up import solved
from sidepot.odds.ricochet.opening import Bounds, Deal, Spot

TABLE = opening.deal_bounds()
CLOSE = 1e-9


def spot(low: str, high: str, *, pot: int = 2, price: int = 1, dead: str = "") -> Spot:
    (mine,), (his,) = parse(low), parse(high)
    return Spot((mine,), (his,), tuple(parse(dead)), pot, price, False)


def test_every_deal_and_every_buy_is_there() -> None:
    assert len(TABLE) == 13 * 12 + 13  # two ranks in one suit or two; a rank twice in two
    assert {len(bounds) for bounds in TABLE.values()} == {5}
    assert all(least <= most for bounds in TABLE.values() for least, most in bounds)


@pytest.mark.parametrize(
    ("low", "high", "known"),
    [("Kc", "Ad", (-0.64, -0.87, -0.75, -0.40)), ("2c", "3d", (1.105,))],
)
def test_the_values_are_those_of_the_study(low: str, high: str, known: tuple[float, ...]) -> None:
    """ANALYSIS: King against ace with a pot of two, and two against three buys one."""
    for value, (least, most) in zip(known, solved(spot(low, high))[1:], strict=False):
        assert least - 0.006 <= value <= most + 0.006


def test_buying_one_card_against_an_ace_is_counted_by_hand() -> None:
    """A king escapes with three kings or three aces, and a lone ace folds then: 6 / 50 of 3."""
    least, most = solved(spot("Kc", "Ad"))[1]
    assert (least, most) == (-0.64, -0.64) and abs(6 / 50 * 3 - 1 + 0.64) < CLOSE


def sure(table: dict[Deal, tuple[Bounds, ...]]) -> bool:
    """Is no buy better for sure against a higher card than against a lower one?"""
    return all(
        after[0] <= before[1] + 0.05
        for (low, high, suits), bounds in table.items()
        if (low, high + 1, suits) in table and low != high
        for before, after in zip(bounds, table[low, high + 1, suits], strict=True)
    )


def test_a_higher_card_is_no_weaker_and_a_slip_in_the_table_is_seen() -> None:
    assert sure(dict(TABLE))
    slip = {**TABLE, (2, 10, "two"): TABLE[2, 5, "two"]}
    assert not sure(slip)


def test_chips_follow_the_price_and_other_deals_are_not_in_the_table() -> None:
    cheap, dear = opening.values(spot("4c", "Kd")), opening.values(spot("4c", "Kd", pot=6, price=3))
    assert cheap and dear and dear[2][0] == pytest.approx(3 * cheap[2][0])
    assert opening.values(spot("4c", "Kd", pot=4)) is None
    assert opening.values(spot("4c", "Kd", dead="2c")) is None


def test_the_text_that_is_read_is_the_text_that_is_written() -> None:
    assert opening.to_csv({deal: bounds[1:] for deal, bounds in TABLE.items()}) == opening.text()


@pytest.mark.soak
def test_the_whole_game_solved_anew_gives_the_table_byte_for_byte() -> None:
    found = solution.solve_game(sidepot.game("ricochet-2"))
    assert found.text == opening.text()
    assert found.value[0] < -0.682 < found.value[1] and found.exploitability < 0.007
