"""Enumerable games: their published values, and the learner's convergence to them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from sidepot import games, kernel
from sidepot.engine.game import Game
from sidepot.errors import BadSetup
from sidepot.games.leduc import LEDUC
from sidepot.kernel import Records
from sidepot.lab.learn.checkpoints import strategy_of
from sidepot.lab.learn.exact import Strategy, Tree, actions_of
from sidepot.lab.learn.training import Training
from sidepot.lab.learn.traversal import METHOD, Method
from sidepot.rules.actions import BET, CALL, CHECK, FOLD, RAISE_TO, kind
from tests.lab.learn.broken import EVENLY_SAMPLED, UNWEIGHTED, WRONG_SIGN, peeking
from tests.lab.learn.games.kuhn import KUHN
from tests.lab.learn.games.noon import NOON

NEAR = 0.005
"""Antes a hand that a best reply may win from what was learned."""
KNOWN = {KUHN: -1 / 18, LEDUC: -0.0856}
"""What the first seat wins, in antes a hand."""


def evenly(game: Game) -> Strategy:
    """Plays every action alike."""

    def chances(view: Records) -> Mapping[int, float]:
        found = actions_of(game, view)
        return {action: 1 / len(found) for action in found}

    return chances


def kuhn_solution(view: Records) -> Mapping[int, float]:
    """One of the solutions that Kuhn gave.

    With alpha = 0 the first seat never bets, and calls with the middle card a third of the time.
    """
    s = kernel.fields(view)
    seat = s.seats.actor
    card = s.hole.card[seat, 0]
    chance = {0: 0.0, 1: 1 / 3, 2: 1.0}[card]
    if not s.opened and seat == 0:
        chance = 0.0
    elif not s.opened:
        chance = {0: 1 / 3, 1: 0.0, 2: 1.0}[card]
    return {
        action: chance if kind(action) in (CALL, RAISE_TO) else 1 - chance
        for action in actions_of(KUHN, view)
    }


def calling(view: Records) -> Mapping[int, float]:
    """Stays in, and never bets."""
    return {action: float(kind(action) in (CHECK, CALL)) for action in actions_of(LEDUC, view)}


def test_kuhn_poker_has_its_published_values() -> None:
    tree = Tree(KUHN)
    assert tree.exploitability(evenly(KUHN)) == pytest.approx(11 / 24)
    assert tree.value(kuhn_solution) == pytest.approx([-1 / 18, 1 / 18])
    assert tree.exploitability(kuhn_solution) == pytest.approx(0, abs=1e-12)


def test_leduc_has_its_published_values() -> None:
    """Information sets, and the exploitability of even play for both together, by OpenSpiel."""
    tree = Tree(LEDUC)
    assert len(tree.views) == 936
    assert tree.exploitability(evenly(LEDUC)) == pytest.approx(4.747222 / 2, abs=1e-5)
    assert tree.exploitability(calling) > 1


def test_a_game_with_too_many_deals_is_not_counted() -> None:
    with pytest.raises(BadSetup, match=r"high-noon-standoff has .* deals, and at most 10,000"):
        Tree(games.find("high-noon-standoff"))


def learned(
    game: Game,
    rounds: int,
    method: Method = METHOD,
    *,
    is_sampled: bool = False,
    seen_as: Game | None = None,
) -> Strategy:
    """The strategy learned in some rounds, as one for the honest game."""
    training = Training(
        seen_as or game, is_exact=True, is_sampled=is_sampled, lanes=1, method=method
    )
    training.run(rounds=rounds)
    return replace(strategy_of(training), game=game).chances


SAMPLED, THOROUGH = True, False
LEARNED = {
    "kuhn": (KUHN, 2000, THOROUGH),
    "kuhn, sampled": (KUHN, 800, SAMPLED),
    "noon": (NOON, 150, THOROUGH),
    "noon, sampled": (NOON, 700, SAMPLED),
    "leduc": (LEDUC, 2800, THOROUGH),
}
LONG = ("leduc", "kuhn", "noon", "noon, sampled")
"""What takes a quarter of a minute to learn is learned by `make soak`."""


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("game", "rounds", "is_sampled"),
    [
        pytest.param(*values, id=name, marks=pytest.mark.soak if name in LONG else ())
        for name, values in LEARNED.items()
    ],
)
def test_the_learner_gets_near_the_solution(game: Game, rounds: int, is_sampled: bool) -> None:
    tree = Tree(game)
    strategy = learned(game, rounds, is_sampled=is_sampled)
    assert tree.exploitability(strategy) < NEAR
    if game in KNOWN:
        assert tree.value(strategy)[0] == pytest.approx(KNOWN[game], abs=NEAR)


@pytest.mark.soak
def test_leduc_by_sampling_gets_nearer_and_nearer() -> None:
    tree = Tree(LEDUC)
    training = Training(LEDUC, is_exact=True, is_sampled=True, lanes=1)
    found = []
    for rounds in (500, 2000, 8000):
        training.run(rounds=rounds - training.rounds)
        found.append(tree.exploitability(strategy_of(training).chances))
    assert found[0] > found[1] > found[2] and found[0] > 2 * found[2]


BROKEN = {
    "wrong sign": (WRONG_SIGN, THOROUGH),
    "unweighted": (UNWEIGHTED, THOROUGH),
    "sampled evenly": (EVENLY_SAMPLED, SAMPLED),
}


@pytest.mark.parametrize(
    ("method", "is_sampled"),
    [pytest.param(*values, id=name, marks=pytest.mark.soak) for name, values in BROKEN.items()],
)
def test_a_broken_learner_is_caught(method: Method, is_sampled: bool) -> None:
    strategy = learned(KUHN, 600, method, is_sampled=is_sampled)
    assert Tree(KUHN).exploitability(strategy) > 4 * NEAR


def test_a_learner_that_peeks_is_caught() -> None:
    """It cannot play by its knowledge of others' cards: the concealed record has none."""
    strategy = learned(KUHN, 100, seen_as=peeking(KUHN))
    assert Tree(KUHN).exploitability(strategy) > 4 * NEAR


def replied(training: Training, seat: int) -> Strategy:
    """A replying seat's strategy; the other seat plays evenly."""
    reply = strategy_of(training).chances
    other = evenly(training.game)

    def chances(view: Records) -> Mapping[int, float]:
        return reply(view) if kernel.fields(view).seats.actor == seat else other(view)

    return chances


@pytest.mark.compiled
def test_a_reply_wins_as_much_as_the_best_one() -> None:
    """Against who takes every slot alike, as an empty table does."""
    tree, fixed = Tree(KUHN), strategy_of(Training(KUHN, is_exact=True))
    best = tree.replies(evenly(KUHN))
    training = Training(KUHN, is_exact=True, lanes=1, against=fixed)
    training.run(rounds=200)
    for seat in (0, 1):
        won = tree.value(replied(training, seat))[seat]
        assert best[seat] - NEAR < won < best[seat] + NEAR
    assert tree.value(replied(Training(KUHN, is_exact=True), 0))[0] < best[0] - NEAR


@pytest.mark.soak("the values of Kuhn and Leduc are exact every time")
def test_bets_are_what_they_are_called() -> None:
    """The first turn of each game: its kinds, so that the trees are those of these games."""
    kinds = [
        {kind(action) for action in actions_of(game, Tree(game).views[0])}
        for game in (KUHN, LEDUC, NOON)
    ]
    assert kinds == [{CHECK, RAISE_TO}, {CHECK, BET}, {CHECK, BET}]
    assert FOLD not in kinds[0]
