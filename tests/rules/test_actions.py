"""Actions as numbers: a kind and an amount, whichever they are."""

import pytest

from sidepot.engine.setup import MOST_CHIPS
from sidepot.errors import EngineError
from sidepot.rules import actions
from sidepot.rules.actions import _KIND_BITS, KINDS


@pytest.mark.parametrize("amount", [0, 1, 1 << _KIND_BITS, MOST_CHIPS, 9 * MOST_CHIPS])
@pytest.mark.parametrize("kind", [0, len(KINDS) - 1, (1 << _KIND_BITS) - 1])
def test_kind_and_amount_come_back_out_of_the_number(kind: int, amount: int) -> None:
    number = actions.encode(kind, amount)
    assert (actions.kind(number), actions.amount(number)) == (kind, amount)
    assert 0 <= number < 1 << 63


def test_there_are_numbers_for_every_kind() -> None:
    actions._check_kinds([str(n) for n in range(1 << _KIND_BITS)])


def test_a_kind_too_many_is_refused_with_the_way_out() -> None:
    with pytest.raises(EngineError, match=r"257 kinds .* room for 256; widen .*_KIND_BITS"):
        actions._check_kinds([str(n) for n in range((1 << _KIND_BITS) + 1)])
