"""The laws hold where discards go under the deck face down, and each breach of them is noticed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest

from sidepot.designer.laws import LAWS
from sidepot.designer.laws.trace import Trace
from sidepot.errors import LawBroken
from sidepot.rules import reshuffle
from tests.laws.shuffled import BREACHES
from tests.long_draws import long_hand, shuffles, traced

HANDS = (*range(12), 19)
TRIED = ("chips", "cards", "menu", "concealment", "redeal", "next card")


@cache
def traces() -> Sequence[Trace]:
    """Long hands, in most of which discards are shuffled once or twice."""
    hands = [long_hand(seed) for seed in HANDS]
    assert {shuffles(hand) for hand in hands} == {0, 1, 2}
    return [traced(hand) for hand in hands]


@pytest.mark.both_forms
@pytest.mark.parametrize("law", TRIED)
def test_hands_in_which_discards_are_dealt_again_pass_the_law(law: str) -> None:
    LAWS[law](traces())


@pytest.mark.parametrize(("law", "name", "rule", "said"), BREACHES)
def test_each_breach_is_noticed(
    law: str, name: str, rule: Any, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reshuffle, name, rule)
    with pytest.raises(LawBroken) as caught:
        LAWS[law]([traced(long_hand(seed)) for seed in HANDS])
    what: Any = caught.value.message.values["what"]
    assert what.key == f"law.{said}"
