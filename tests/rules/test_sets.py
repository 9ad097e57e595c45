"""Sets of cards as amounts: every set has one, small ones first, in rules and front ends alike."""

import itertools
from typing import Any

import pytest

from sidepot import kernel
from sidepot.engine.action import legal_of, set_of
from sidepot.rules import actions, sets
from sidepot.rules.actions import EXCHANGE, Menu


@pytest.mark.parametrize("n", range(1, 8))
def test_every_set_has_its_own_amount_and_small_ones_come_first(n: int) -> None:
    masks = [sets.mask(n, amount) for amount in range(1 << n)]
    assert sorted(masks) == list(range(1 << n))
    assert [sets.amount(n, mask) for mask in masks] == list(range(1 << n))
    sizes = [mask.bit_count() for mask in masks]
    assert sizes == sorted(sizes)
    places = [tuple(k for k in range(n) if mask >> k & 1) for mask in masks]
    assert places == [set_of(n, amount) for amount in range(1 << n)]


@pytest.mark.parametrize(("least", "most"), [(0, 2), (1, 3), (2, 2), (4, 4)])
def test_up_to_and_exactly_are_ranges(least: int, most: int) -> None:
    rows = kernel.batch(kernel.record(Menu))
    menu: Any = kernel.fields(rows)
    sets.offer(menu, EXCHANGE, 4, least, most)
    cards = ("Kc", "7d", "2s", "As")
    legal = legal_of(kernel.to_bytes(rows), ((EXCHANGE, cards),))
    [row] = legal.ranges
    assert (row.least, row.most) == (least, most)
    wanted = {
        frozenset(picked)
        for size in range(least, most + 1)
        for picked in itertools.combinations(cards, size)
    }
    assert {frozenset((action.card or "").split()) for action in legal} == wanted
    assert legal.count == len(wanted)
    assert all(legal.check(str(action)) == action for action in legal)
    assert actions.KINDS[EXCHANGE] == row.kind
