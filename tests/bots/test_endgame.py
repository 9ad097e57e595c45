"""The solver: the end of a hand between two, from both ranges."""

import itertools
import random
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

import sidepot
from sidepot import bots, kernel
from sidepot.bots import QUICK, policy_of
from sidepot.bots.endgame import ahead, cfr, drawn, listed, rounds, solver
from sidepot.bots.endgame.betting import betting_of
from sidepot.bots.endgame.cfr import FOLDED, LOSE, SHOWN, WIN, Hands, Tree
from sidepot.bots.endgame.coming import Coming, coming_of, runouts_of
from sidepot.bots.endgame.held import Held
from sidepot.bots.endgame.position import (
    Combo,
    Endgame,
    endgame_of,
    hidden,
    strength,
    unseen,
)
from sidepot.bots.endgame.ranges import ranges_of
from sidepot.bots.endgame.rounds import Solution, solution_of
from sidepot.bots.trained import experts
from sidepot.cards import parse, text
from sidepot.engine.game import Hand
from sidepot.engine.memory import remember
from sidepot.errors import UnknownBot
from sidepot.games.leduc import LEDUC, Leduc
from sidepot.hands import PAIR, strength_of
from sidepot.kernel import Array, compiled, readable
from sidepot.rules import actions
from sidepot.rules.actions import FOLD

GAME = sidepot.game("holdem-no-limit")
AIR, CATCHER, NUTS = range(3)
HANDS = Hands(*(readable(np.arange(3) + at) for at in (0, 0, 3)))
BET, CALL = 2, 4
"""The nodes to which a bet of the pot leads, and a call of it."""
TREE = Tree(
    actor=readable(np.array([0, SHOWN, 1, FOLDED, SHOWN])),
    first=readable(np.array([1, 3, 3, 5, 5])),
    last=readable(np.array([3, 3, 5, 5, 5])),
    led=readable(np.array([[0, 0], [1, 0], [2, 0], [2, 3], [2, 4]])),
    worth=np.array(
        [
            [[0, 0, 0], [0, 0, 0]],
            [[4, 3, 2], [4, 3, 2]],
            [[0, 0, 0], [0, 0, 0]],
            [[4, 4, 4], [2, 2, 2]],
            [[6, 3, 0], [6, 3, 0]],
        ],
        np.float64,
    ),
)
"""A pot of 2, and 2 chips behind: the first player checks, and the best hand wins, or bets all."""
RANGES = np.array([[0.5, 0.0, 0.5], [0.0, 1.0, 0.0]])


def solved(rounds: int) -> tuple[Array, float]:
    """The strategy after some rounds, and what best replies to it win."""
    known = cfr.begin(TREE, HANDS)
    cfr.improve(TREE, HANDS, RANGES, known, 0, rounds)
    cfr.average(TREE, known)
    share = known.share.copy()
    gain = sum(cfr.best_reply(TREE, HANDS, RANGES, known, p) for p in range(2))
    return share, gain - 6.0  # the chips of both


def test_a_bet_of_the_pot_has_a_bluff_for_two_good_hands_and_is_called_by_half() -> None:
    share, gain = solved(400)
    assert share[BET, NUTS] > 0.99 and abs(share[BET, AIR] - 0.5) < 0.02
    assert abs(share[CALL, CATCHER] - 0.5) < 0.02
    assert gain < 0.001 < solved(10)[1]


def river(deck: str) -> Hand:
    """A hand on the river, after a raise before the flop."""
    hand = GAME.deal(players=2, stacks=40, deck=deck, seed=3)
    for action in ("raise to 5", "call", "check", "check", "check", "check"):
        hand.act(action)
    return hand


BOARD = "2c Kd 7h 4s 3c Ts 5d 9h"
"""Three cards burned among it."""
HELD = "Ad Jc", "8s 8c"
"""Hands of the seat that acts last."""


def found(hand: Hand) -> tuple[Endgame, Array]:
    """The end of a hand, and the ranges of a few of the hands that can be held."""
    memory, strategy = remember(hand), experts.find(GAME, 2)
    end = endgame_of(memory)
    assert end is not None and strategy is not None
    combos, _ = listed.list_hands(end)
    return end, ranges_of(end, combos[::216], memory, strategy)


def test_hands_of_all_unseen_cards_stand_in_the_order_of_the_showdown() -> None:
    end, ranges = found(river(f"Ah Qs Ad Jc {BOARD}"))
    combos, _ = listed.list_hands(end)
    assert len(combos) == 47 * 46 // 2
    straight, air = tuple(sorted(parse("6h 8h"))), tuple(sorted(parse("2d 3d")))
    assert combos.index(straight) > combos.index(air)
    assert np.allclose(ranges.sum(axis=1), 1) and ranges.min() > 0


def test_ranges_depend_on_no_hidden_card() -> None:
    """Neither the other's cards nor the bot's own: its answer is looked up for those it holds."""
    _, one = found(river(f"Ah Qs {HELD[0]} {BOARD}"))
    _, other = found(river(f"6h 8d {HELD[1]} {BOARD}"))
    assert np.array_equal(one, other)


def test_a_bet_of_another_size_is_in_the_tree_that_answers_it() -> None:
    hand = river(f"Ah Qs Ad Jc {BOARD}")
    end, _ = found(hand)
    hand.act("bet 4")
    done, held = (hand.actions[-1][1].number,), of_few(end)
    assert betting_of(end, held, done).node(done) > 0
    with pytest.raises(StopIteration):
        betting_of(end, held, ()).node(done)


def of_few(end: Endgame) -> Held:
    """The hands of an end, as likely as one another."""
    combos, hands = listed.list_hands(end)
    return Held(combos, hands, np.full((2, len(combos)), 1 / len(combos)))


def test_the_solver_is_found_by_name_and_in_no_list() -> None:
    assert "solver" in bots.names_of(GAME) and "solver" not in bots.strengths_of(GAME)
    hand = river(f"Ah Qs Ad Jc {BOARD}")
    assert bots.find(GAME, "solver").answer(hand, kernel.generator(1)) in hand.legal
    with pytest.raises(UnknownBot, match="choose one of beginner, regular, expert and random"):
        bots.find(sidepot.game("high-noon-standoff"), "solver")


@pytest.mark.soak
@pytest.mark.compiled
def test_the_solution_is_the_same_whatever_the_other_holds() -> None:
    solver = bots.find(GAME, "solver")
    one, other = (
        solver.answer(river(f"Ah Qs {held} {BOARD}"), kernel.generator(1)) for held in HELD
    )
    assert one == other


PAIR_OF_JACKS = PAIR << 26 | 1 << 9 << 13
DRAWN = ("high-noon-shootout", "high-noon-showdown", "seven-card-stud", "five-card-draw", "badugi")
"""The games whose hands at the end have too many hidden cards to be listed."""


def ends(name: str, count: int) -> Iterator[Hand]:
    """Hands at their ends, to which two players came who lay cards aside at random."""
    game, chance = sidepot.game(name), random.Random(5)
    for number in itertools.count():
        hand = game.deal(players=2, stacks=100, seed=7, hand=number)
        while hand.actor is not None and not game.is_dealt_out(hand.record(hand.actor)):
            ways = [way for way in hand.legal.ranges if way.kind not in ("fold", "raise_to")]
            way = chance.choice([way for way in ways if way.kind == "bet"] or ways)
            is_bet = way.kind == "bet"
            hand.act(way.at(way.lowest if is_bet else chance.randint(way.lowest, way.highest)))
        if hand.actor is not None:
            yield hand
            count -= 1
        if not count:
            return


def drawn_by(hand: Hand, seat: int) -> tuple[Endgame, Held]:
    """The end of a hand as a seat remembers it, and the hands that it takes both to hold."""
    memory = remember(hand, seat)
    end = endgame_of(memory)
    assert end is not None
    return end, drawn.held_of(end, memory, QUICK[hand.game.record])


def of_player(held: Held, player: int) -> Iterator[Combo]:
    """The hands that a player may hold."""
    return (held.combos[h] for h in np.flatnonzero(held.ranges[player]))


@pytest.mark.parametrize("name", DRAWN)
def test_both_seats_draw_the_same_hands_as_neither_knows_more_than_all_saw(name: str) -> None:
    for hand in ends(name, 2):
        (_, one), (_, other) = drawn_by(hand, 0), drawn_by(hand, 1)
        assert one.combos == other.combos
        assert np.array_equal(one.ranges, other.ranges)


@pytest.mark.parametrize("name", DRAWN)
def test_drawn_hands_are_of_unseen_cards_as_many_as_lie_face_down(name: str) -> None:
    for hand in ends(name, 2):
        end, held = drawn_by(hand, 0)
        cards = {*unseen(end)}
        assert np.allclose(held.ranges.sum(axis=1), 1)
        for player, p in enumerate(end.seats):
            for combo in of_player(held, player):
                assert len(combo) == len({*combo}) == len(hidden(kernel.fields(end.root), p))
                assert cards.issuperset(combo)


def test_the_seat_that_has_opened_is_dealt_openers() -> None:
    """The one rule of the house's games by which an action depends on hidden cards (J3)."""
    for hand in ends("five-card-draw", 3):
        end, held = drawn_by(hand, 0)
        opener = next(seat for seat, action in hand.actions if action.kind == "bet")
        aside = int(kernel.fields(end.root).thrown.size[opener])
        for combo in of_player(held, end.seats.index(opener)):
            dealt = np.array([*combo[: 5 - aside], *combo[5:]], np.int64)
            assert strength_of(dealt, 5) >= PAIR_OF_JACKS


@pytest.mark.parametrize("name", DRAWN)
def test_a_hand_that_is_added_changes_nothing_for_the_others(name: str) -> None:
    """The bot's own hand is added: the answer to the others is the same whatever it holds."""
    (hand,) = ends(name, 1)
    end, held = drawn_by(hand, 0)
    player = end.seats.index(0)
    (*_, own) = of_player(held, player)
    added = [(own[::-1],) if p == 0 else () for p in end.seats]
    more = drawn.held_of(end, remember(hand, 0), QUICK[hand.game.record], added)
    h = more.combos.index(own[::-1])
    others = [i for i in range(len(more.combos)) if i != h]
    assert more.ranges[:, h].tolist() == [0.0, 0.0]
    assert np.array_equal(more.ranges[:, others], held.ranges)
    betting = betting_of(end, held, ())
    small, large = solver.solve(betting, held, rounds=3), solver.solve(betting, more, rounds=3)
    assert np.allclose(small.share, large.share[:, others])


@pytest.mark.soak
@pytest.mark.compiled
@pytest.mark.parametrize("name", DRAWN)
def test_the_best_hand_never_folds_and_the_worst_never_calls_all(name: str) -> None:
    bot = bots.find(sidepot.game(name), "solver")
    for hand in ends(name, 6):
        memory = remember(hand)
        end = endgame_of(memory)
        assert bot.answer(hand, kernel.generator(1)) in hand.legal and end is not None
        held = drawn.held_of(end, memory, policy_of(hand.game, "regular"))
        betting = betting_of(end, held, ())
        share = solver.solve(betting, held).share
        for x in betting.after(0):
            folds = [c for c in betting.after(x) if actions.kind(betting.action[c]) == FOLD]
            for c in folds:
                worst, best = share[c, 0], share[c, -1]
                assert best < 0.01 and worst > 0.5


@compiled
def is_up(s: Leduc) -> bool:
    """Whether the card in the middle is up."""
    return bool(s.board.size > 0)


LITTLE = replace(LEDUC, dealt_out=is_up)
"""Leduc poker, which says when its end begins: all of it is the round before the last card."""
VALUE = -0.0856
"""The antes that the first seat wins of optimal play."""


def little() -> tuple[ahead.Ahead, Array]:
    """Leduc poker from its beginning, with all hands as likely as one another."""
    found = coming_of(remember(LITTLE.deal(players=2, stacks=100, seed=1)))
    assert found is not None
    return ahead.ahead_of(found, {}, ((100,), (100,), ())), np.full((2, 6), 1 / 6)


@pytest.mark.compiled
def test_leduc_poker_is_solved_from_its_beginning() -> None:
    """Its value is known, and no opponent wins more than that from the first round's solution."""
    whole, ranges = little()
    share = np.asarray(ahead.solve(whole, ranges, 300).share)
    won = [ahead.worth_of(whole, ranges, share, p, 300) - 100 for p in range(2)]
    assert abs(won[0] - VALUE) < 0.001 and abs(won[1] + VALUE) < 0.001
    few = np.asarray(ahead.solve(whole, ranges, 3).share)
    assert ahead.worth_of(whole, ranges, few, 0, 300) - 100 < VALUE - 0.02


def turn(deck: str) -> Hand:
    """A hand on the turn, after a raise before the flop."""
    hand = GAME.deal(players=2, stacks=40, deck=deck, seed=3)
    for action in ("raise to 5", "call", "check", "check"):
        hand.act(action)
    return hand


def test_a_card_is_to_come_on_the_turn_and_known_to_be_after_it() -> None:
    hand = GAME.deal(players=2, stacks=40, deck=f"Ah Qs Ad Jc {BOARD}", seed=3)
    for action in ("raise to 5", "call", "check", "check"):
        assert coming_of(remember(hand)) is None
        hand.act(action)
    for begun in range(2):  # on the turn, and on the river
        for seat in range(2):
            found = coming_of(remember(hand, seat))
            assert found is not None and found.end.begun == 4
            assert len(found.combos) == 48 * 47 // 2
        if not begun:
            hand.act("bet 4")
            hand.act("call")


@pytest.mark.parametrize("name", DRAWN)
def test_no_card_alone_is_to_come_where_seats_draw(name: str) -> None:
    for hand in ends(name, 1):
        assert coming_of(remember(hand)) is None


def test_nothing_is_to_come_after_an_all_in_that_was_called() -> None:
    hand = turn(f"Ah Qs Ad Jc {BOARD}")
    hand.act("bet 35")
    found = coming_of(remember(hand))
    assert found is not None and found.end.begun == 4
    tree = ahead.ahead_of(some(found), {(): [hand.actions[-1][1].number]}).last
    assert min(len(last.actor) for last in tree.values()) == 1


def test_hands_differ_at_the_end_though_a_card_that_comes_makes_all_equal() -> None:
    """A fourth deuce, the lowest card to come, puts the best hand of all on the board."""
    found = coming_of(remember(turn("2c Kd Kh Qd 4c 2d 2h 2s 5c As 6c 9h")))
    assert found is not None
    few = some(found)
    alike = [len({*row}) == 1 for row in runouts_of(few).hands.strength.tolist()]
    assert alike == [True, *[False] * (len(alike) - 1)]
    for last in ahead.ahead_of(few, {}).last.values():
        shown = last.worth[last.actor == SHOWN]
        assert (shown[:, :, WIN] > shown[:, :, LOSE]).all()


def some(found: Coming) -> Coming:
    """The hands of a few cards, any of which can come: plain Python looks at each with each."""
    cards = sorted({card for combo in found.combos for card in combo})[::7]
    return replace(found, combos=tuple(itertools.combinations(cards, 2)))


def dealing(card: str) -> str:
    """A deck with the same flop and turn, and a card as the river."""
    deck = f"Ah Qs Ad Jc {BOARD}".split()
    if card in deck:
        deck[deck.index(card)] = deck[-1]
    deck[-1] = card
    return " ".join(deck)


def test_hands_with_each_card_are_those_of_the_showdown_with_it() -> None:
    hand = turn(f"Ah Qs Ad Jc {BOARD}")
    found = coming_of(remember(hand))
    assert found is not None
    few = some(found)
    runouts = runouts_of(few)
    for r in range(len(runouts.card)):
        after = turn(dealing(text(int(runouts.card[r]))))
        for action in ("check", "check"):
            after.act(action)
        end = endgame_of(remember(after))
        assert end is not None
        held = [few.combos[i] for i in runouts.places[r]]
        assert all(runouts.card[r] not in combo for combo in held)
        shown = [strength(end, 0, combo, tuple(parse("2s 2d"))) for combo in held]
        assert shown == runouts.hands.strength[r].tolist() == sorted(shown)


@pytest.mark.soak
@pytest.mark.compiled
def test_the_best_hand_of_the_turn_never_folds_and_the_worst_never_calls_all() -> None:
    """Four aces cannot lose but to a straight flush; a deuce and a trey have no card to come."""
    hand = turn("Kh Qs Kd Jc 2c Ah 7h As 3c Ac 5d 9h")
    hand.act("check")
    hand.act("bet 35")
    memory, strategy = remember(hand), experts.find(GAME, 2)
    assert strategy is not None
    known = solution_of(memory, strategy, len(memory.acts))
    assert known is not None
    best, worst = (known.chances(tuple(sorted(parse(cards)))) for cards in ("Ad Kc", "2d 3d"))
    assert sum(share for act, share in best.items() if actions.kind(act) == FOLD) < 0.01
    assert sum(share for act, share in worst.items() if actions.kind(act) == FOLD) > 0.99
    after = known.ranges_after(known.combos)
    assert np.allclose(after.sum(axis=1), 1) and after.min() > 0


@pytest.mark.soak
@pytest.mark.compiled
def test_the_solution_of_the_turn_is_the_same_whatever_both_hold() -> None:
    strategy = experts.find(GAME, 2)
    assert strategy is not None
    found = list[Solution]()
    for deck in (f"Ah Qs {HELD[0]} {BOARD}", f"6h 8d {HELD[1]} {BOARD}"):
        memory = remember(turn(deck))
        rounds._solved.cache_clear()
        known = solution_of(memory, strategy, len(memory.acts))
        assert known is not None
        found.append(known)
    one, other = found
    assert one.share is not other.share and np.array_equal(one.share, other.share)
