"""Best replies at Showdown between two, beside plain recursion on a small deck."""

import itertools
from collections import defaultdict
from typing import Any

import numpy as np
import pytest
from docs.knowledge.showdown_hands import STAKE, Hands, habits_of, keeping, paying, play
from docs.knowledge.showdown_reply import CROSSED, OWN, SAME, replies
from docs.knowledge.showdown_work import CLASSES, class_of, ruled

from sidepot import cards
from tests.odds.standoff.test_tree import DECK, HANDS, SMALL, options, strength

OWN_HAND = HANDS[194]
RIVALS = [hand for hand in HANDS.tolist() if not {*hand} & {*OWN_HAND.tolist()}][::33]
FOLDS = -1
"""What stands in place of a final hand that folds."""


def wild(hands: Any, seed: int) -> Hands:
    """Hands that throw and fold at random, by seat and the cards that are up."""
    chance, found = np.random.default_rng(seed), keeping(np.array(hands))
    for table in (found.first, found.second, found.third):
        table[...] = 31 & ~(1 << chance.integers(5, size=table.shape))
    found.second[...] &= found.first[:, :, None]
    found.third[...] &= found.second[:, :, :, None]
    for mids in found.pays:
        mids[...] = chance.random(mids.shape) < 0.8
    return found


def test_the_best_reply_is_that_of_plain_recursion() -> None:
    rivals, own = wild(RIVALS, 3), keeping(OWN_HAND[None])
    found, ends = replies([own], rivals, SMALL)
    for seat in range(2):
        deals = list(dealt(rivals, 1 - seat))
        assert found[0, seat, SAME] == pytest.approx(best(deals, seat, 0, 31) / len(deals))
        assert found[0, seat, CROSSED] < found[0, seat, SAME] > found[0, seat, OWN]
        folds = [folded for _, _, folded, _ in deals]
        assert ends[seat, :4, 1].tolist() == pytest.approx(
            [folds.count(mid) / len(deals) for mid in range(4)]
        )


Deal = tuple[tuple[int, ...], tuple[bool, ...], int, int]
"""A board in its order, when the rival throws, the mid at which it folds, its final hand."""


def dealt(rivals: Hands, seat: int) -> Any:
    for g, hand in enumerate(RIVALS):
        free = [card for card in DECK if card not in hand and card not in OWN_HAND]
        for up in itertools.permutations(free, 3):
            tables = (rivals.first, rivals.second, rivals.third)
            masks = [31, *(int(table[(g, seat, *up[:k])]) for k, table in enumerate(tables))]
            throws = tuple(one != two for one, two in itertools.pairwise(masks))
            paid = [bool(rivals.pays[k][(g, seat, *up[:k])]) for k in range(4)]
            folds = paid.index(False) if False in paid else 4
            yield up, throws, folds, strength(tuple(hand), masks[3], up)


def best(deals: list[Deal], seat: int, turn: int, mask: int) -> float:
    """The most that is won in all deals from a mid on, by what is known there."""
    groups: dict[Any, list[Deal]] = defaultdict(list)
    for deal in deals:
        groups[deal[0][:turn], deal[1][:turn]].append(deal)
    return sum(at_mid(group, seat, turn, mask) for group in groups.values())


def at_mid(deals: list[Deal], seat: int, turn: int, mask: int) -> float:
    lost = 1 + turn
    folding = [deal for deal in deals if deal[2] == turn]
    staying = [deal for deal in deals if deal[2] > turn]
    won = lost * len(folding)
    pays = after(staying, seat, turn, mask)
    if seat == 0:
        return max(won + pays, -lost * len(deals))
    return won + max(pays, -lost * len(staying))


def after(deals: list[Deal], seat: int, turn: int, mask: int) -> float:
    """The most that is won behind a mid that both have paid."""
    if turn == 3:
        own = [(strength(tuple(OWN_HAND.tolist()), mask, deal[0]), deal[3]) for deal in deals]
        return STAKE * sum((one > two) - (one < two) for one, two in own)
    groups: dict[Any, list[Deal]] = defaultdict(list)
    for deal in deals:
        groups[deal[1][turn] if seat else None].append(deal)
    return sum(
        max(best(group, seat, turn + 1, left) for left in options(mask))
        for group in groups.values()
    )


def test_a_hand_that_counts_wins_more_than_one_that_pays_and_keeps_all() -> None:
    rivals, known = wild(RIVALS, 3), habits_of(wild(RIVALS, 3), SMALL)
    best = play(OWN_HAND[None], SMALL, known)
    found, _ = replies([best, paying(best), keeping(OWN_HAND[None])], rivals, SMALL)
    for seat in range(2):
        same, _, counted, paid, kept = found[0, seat]
        assert same >= counted >= paid > kept


@pytest.mark.parametrize(
    ("told", "name"),
    [
        ("2c 2d 7h 9s Kd", CLASSES[0]),
        ("2c 8c Jc 5d Ah", CLASSES[1]),
        ("2c 9d Jh Ks 5d", CLASSES[1]),
        ("2c 7d Jh As 5d", CLASSES[2]),
    ],
)
def test_classes_of_the_rule_of_thumb(told: str, name: str) -> None:
    assert class_of(cards.parse(told)) == name


def test_the_rule_of_thumb_folds_at_once_or_never() -> None:
    hands = np.array([cards.parse("2c 7d Jh As 5d"), cards.parse("2c 2d 7h 9s Kd")])
    found, up = ruled(hands), cards.parse("Ts 3h")
    assert [found.pays[0][i].tolist() for i in range(2)] == [[0, 0], [1, 1]]
    assert (found.pays[3] == 1).all()
    assert found.third[1, 0, up[0], up[1]].bit_count() == 3
