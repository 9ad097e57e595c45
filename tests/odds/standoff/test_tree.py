"""Discards at Standoff: the tree and the best reply, beside plain recursion on a small deck."""

import functools
import itertools
import random
from collections import defaultdict
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from sidepot import bots, cards, games, kernel
from sidepot.kernel import readable
from sidepot.odds.standoff import tree
from sidepot.odds.standoff.boards import Players, boards, empty, free_of, levels_of, play, uniform
from sidepot.odds.standoff.levels import levels, standard
from sidepot.odds.standoff.position import choices
from sidepot.odds.standoff.reply import CROSSED, KEPT, OWN, SAME, replies
from sidepot.odds.standoff.tree import ALL, MASKS

DECK = cards.parse("2c 2d 3c 3d 4c 4d 5c 5d 9c 9d Kc Kd Ac Ad")
SMALL = boards(DECK)
HANDS = np.array(list(itertools.combinations(DECK, 5)), np.int64)
SOME = HANDS[::97]


def options(mask: int) -> list[int]:
    return [mask, *(mask & ~(1 << k) for k in range(5) if mask >> k & 1)]


@functools.cache
def strength(hand: tuple[int, ...], mask: int, board: tuple[int, ...]) -> int:
    own = readable(np.array(hand, np.int64))
    return int(tree.final(own, mask, readable(np.array(board, np.int64)), own.copy()))


def test_final_hands_and_turns_are_those_of_the_rules() -> None:
    """Three times a decision and then a card, whatever is thrown (N2, N3)."""
    chance = random.Random(3)
    for seed in range(12):
        hand = games.find("high-noon-standoff").deal(players=2, seed=seed)
        seen: list[Any] = [kernel.fields(hand.record(p)) for p in range(2)]
        dealt, masks = [seen[p].hole.card[p, :5].tolist() for p in range(2)], [ALL, ALL]
        asked = 0
        while not hand.over:
            p = int(hand.actor or 0)
            held = [k for k in range(5) if masks[p] >> k & 1]
            action = str(chance.choice(list(hand.legal)))
            if action.startswith("discard"):
                masks[p] &= ~(1 << held[int(hand.legal.check(action).amount)])
            hand.act(action)
            asked += 1
        s: Any = kernel.fields(hand.record(0))
        assert asked == 6
        for p in range(2):
            assert (
                strength(tuple(dealt[p]), masks[p], tuple(s.board.card.tolist())) == s.strength[p]
            )


def test_the_tree_is_that_of_plain_recursion() -> None:
    met, hand = levels_of(empty(SOME), SMALL), tuple(SOME[3].tolist())
    own = readable(SOME[3])
    free = free_of(own, SMALL.deck)
    n = len(free)
    worth, value = np.zeros((MASKS, n * (n - 1) * (n - 2) // 6)), np.zeros(MASKS)
    tree.fill(own, free, free[:0], ALL, met, SMALL.number, 2, worth)
    second, third = np.zeros((MASKS, n), np.int64), np.zeros((n, MASKS, n), np.int64)
    tree.first(worth, n, second, third, value)

    def mean(mask: int, up: tuple[int, ...]) -> float:
        if len(up) == 3:
            row = met[SMALL.number[up]]
            return tree.payoff(strength(hand, mask, up), row, 2)
        left = [int(card) for card in free if card not in up]
        after = [max(mean(m, (*up, c)) for m in later(mask, len(up))) for c in left]
        return sum(after) / len(after)

    def later(mask: int, up: int) -> list[int]:
        return options(mask) if up < 2 else [mask]

    for mask in options(ALL)[:3]:
        assert value[mask] == pytest.approx(mean(mask, ()))


@pytest.mark.parametrize("seat", [0, 1])
def test_the_best_reply_is_that_of_plain_recursion(seat: int) -> None:
    chance = np.random.default_rng(5)
    rivals, own = uniform(HANDS[::61], chance), empty(SOME[2:3])
    found = replies(own, rivals, SMALL, firsts=99, most=999, seed=1).value[0, seat]
    met = met_by(SOME[2].tolist(), rivals)
    assert found[SAME] == pytest.approx(recursion(SOME[2].tolist(), met, seat))
    assert found[KEPT] == found[OWN] < found[SAME] and found[CROSSED] < found[SAME]


Met = list[tuple[tuple[int, int, int], tuple[bool, ...], int]]
"""Boards in their order, with what a rival does and holds at the end."""


def met_by(hand: list[int], rivals: Players) -> Met:
    found: Met = []
    for g, other in enumerate(rivals.hand.tolist()):
        free = [card for card in DECK if card not in hand and card not in other]
        for board in itertools.permutations(free, 3):
            if set(other) & set(hand):
                continue
            one = int(rivals.first[g])
            two = int(rivals.second[g, one, board[0]])
            three = int(rivals.third[g, two, board[0], board[1]])
            pattern = (one != ALL, two != one, three != two)
            found.append(
                ((board[0], board[1], board[2]), pattern, strength(tuple(other), three, board))
            )
    return found


def recursion(hand: list[int], met: Met, seat: int) -> float:
    """The mean payoff of the best plan, by all that a seat knows at each decision."""

    def best(mask: int, turn: int, among: Met) -> float:
        groups: dict[tuple[Any, ...], Met] = defaultdict(list)
        for one in among:
            board, pattern, _ = one
            groups[board[:turn], pattern[: turn + seat]].append(one)
        return sum(most(mask, turn, group) for group in groups.values())

    def most(mask: int, turn: int, group: Met) -> float:
        value: Callable[[int], float] = (
            (lambda m: best(m, turn + 1, group)) if turn < 2 else (lambda m: won(m, group))
        )
        return max(value(m) for m in options(mask))

    def won(mask: int, group: Met) -> float:
        own = [(strength(tuple(hand), mask, board), rival) for board, _, rival in group]
        return sum((a > b) - (a < b) for a, b in own)

    return best(ALL, 0, met) / len(met)


@pytest.mark.compiled
def test_hands_that_throw_at_random_are_caught() -> None:
    chance = np.random.default_rng(5)
    rivals = empty(HANDS[::19])
    wild = replies(uniform(SOME[:3], chance), rivals, SMALL, firsts=99, most=999, seed=1)
    best = play(SOME[:3], SMALL, levels_of(rivals, SMALL), 2)
    good = replies(best, rivals, SMALL, firsts=99, most=999, seed=1)
    assert good.gain(SAME)[0] < 0.2 < wild.gain(SAME)[0]


def test_a_payoff_is_that_of_equal_chances() -> None:
    row = readable(np.array([1, 2, 2, 5]))
    assert tree.payoff(9, row, 2) == pytest.approx(1)
    assert tree.payoff(0, row, 5) == pytest.approx(-1)
    assert tree.payoff(2, row, 2) == pytest.approx(2 * (0.25 + 0.5 / 2) - 1)
    assert tree.payoff(3, row, 3) == pytest.approx(3 * 0.75**2 - 1)


def test_boards_alike_but_for_suits_are_one_kind() -> None:
    number = standard().number
    assert len(standard().example) == 1755
    one, same, other = ("Ah Kh 2c", "2d As Ks", "Ah Kd 2c")
    kinds = [number[tuple(cards.parse(text))] for text in (one, same, other)]
    assert kinds[0] == kinds[1] != kinds[2]


@pytest.mark.parametrize(
    ("held", "board", "thrown"),
    [
        ("9c 9d Kh 5s 2c", "9h 3d", "2c"),
        ("Ah Kh 9h 4h 2c", "7h 3d", "2c"),
        ("4c 5d 6h 7s 8c", "Kh 3d", None),
    ],
)
def test_choices_of_positions(held: str, board: str, thrown: str | None) -> None:
    found = choices(cards.parse(held), (), cards.parse(board), 2)
    best = max(found, key=lambda each: each.worth)
    assert best.card == (None if thrown is None else cards.parse(thrown)[0])


@pytest.mark.compiled
def test_the_expert_waits_for_a_card_and_then_throws_the_lowest() -> None:
    game = games.find("high-noon-standoff")
    deck = "9c 9d Kh 5s 2c Ah Kd Qs Js 3d 4c 9h 4h 3s"
    hand, expert = game.deal(players=2, deck=deck), bots.find(game, "expert")
    said = []
    while not hand.over:
        view = hand.record(hand.actor or 0)
        said.append((hand.actor, str(expert.choose(view, kernel.generator(1)))))
        hand.act(said[-1][1])
    assert [text for seat, text in said if seat == 0][:2] == ["keep", "discard 4"]
    assert "expert" in bots.strengths_of(game) and not bots.has_policy(game, "expert")


def test_distributions_ship_for_every_number_of_players() -> None:
    game = games.find("high-noon-standoff")
    for players in range(game.least, game.most + 1):
        rows = levels(players)
        assert rows.shape == levels(2).shape
        assert (np.diff(np.asarray(rows), axis=1) >= 0).all()
