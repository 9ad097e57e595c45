"""Statistics in bulk equal the counts of a plain loop over `Hand`, on the same deals."""

from collections import Counter
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

import pytest

from sidepot import cards
from sidepot.bots import PolicyBot
from sidepot.bots.ricochet import share
from sidepot.engine.game import Hand
from sidepot.games import find
from sidepot.kernel import generator
from sidepot.lab.statistics import HandStatistics, collect_statistics
from tests.lab.outcomes import without_run

GAME = find("ricochet-2")
TIES = GAME.with_options(tie_ends="any")
HANDS, EXPERIMENT = 40, 3
MANY = 10**9
"""More than anybody waits for."""


def run(players: int = 2, **changes: Any) -> HandStatistics:
    """Some hands, with something changed."""
    settings = {"players": players, "hands": HANDS, "policy": share, "seed": EXPERIMENT}
    return collect_statistics(changes.pop("game", TIES), **{**settings, **changes})


def counts(seen: HandStatistics) -> dict[str, Any]:
    """All but how it was played."""
    found = asdict(seen)
    return {**found, "simulation": without_run(found["simulation"])}


def decisions(hand: Hand) -> int:
    return hand.decision


def pot(hand: Hand) -> int:
    return sum(int(event.amount) for event in hand.events() if event.kind in ("anted", "bought"))


def first_cards(hand: Hand) -> list[int]:
    """The first card of each seat."""
    dealt = [event for event in hand.events() if event.kind == "dealt"]
    return [cards.parse(str(event.card))[0] for event in dealt[: hand.players]]


def winners(hand: Hand) -> tuple[int, ...]:
    return hand.winners


def by_hand(
    players: int,
    decisions: Callable[[Hand], int] = decisions,
    pot: Callable[[Hand], int] = pot,
    first_cards: Callable[[Hand], list[int]] = first_cards,
    winners: Callable[[Hand], tuple[int, ...]] = winners,
) -> dict[str, Any]:
    """The counts of `collect_statistics`, one hand at a time."""
    bot, rngs = PolicyBot(TIES, share), generator(EXPERIMENT)
    found: dict[str, Counter[int]] = {name: Counter() for name in ("asked", "pots", "dealt", "won")}
    sums = Counter[str]()
    for number in range(HANDS):
        hand = TIES.deal(players=players, seed=EXPERIMENT, hand=number)
        while not hand.over:
            hand.act(bot.choose(hand.record(hand.actor or 0), rngs))
        first, won = first_cards(hand), winners(hand)
        found["asked"][decisions(hand)] += 1
        found["pots"][pot(hand)] += 1
        found["dealt"].update(card >> 2 for card in first)
        found["won"].update(first[p] >> 2 for p in won)
        sums["highest"] += first.index(max(first)) in won
        sums["splits"] += len(won) > 1
    return {**found, **sums}


def same(seen: HandStatistics, counted: dict[str, Any]) -> bool:
    """Do both come to the same?"""
    for name, row in ((name, counted[name]) for name in ("asked", "pots", "dealt", "won")):
        if {i: n for i, n in enumerate(getattr(seen, name)) if n} != row:
            return False
    return (seen.highest, seen.splits) == (counted["highest"], counted["splits"])


@pytest.mark.parametrize("players", [2, 5])
def test_a_plain_loop_counts_the_same(players: int) -> None:
    assert same(run(players), by_hand(players))


def test_there_is_something_to_count() -> None:
    seen = run()
    assert seen.splits and 0 < seen.highest < HANDS
    assert sum(seen.asked) == sum(seen.pots) == sum(seen.dealt) / 2 == HANDS
    assert sum(seen.won) == HANDS + seen.splits


WRONG: dict[str, dict[str, Any]] = {
    "decisions with those that folded left out": {
        "decisions": lambda hand: sum(str(action) != "fold" for _, action in hand.actions)
    },
    "a pot without the antes": {"pot": lambda hand: pot(hand) - hand.players},
    "what the winner wins for the pot": {"pot": lambda hand: max(hand.payoffs)},
    "the first card of the seat to the left": {
        "first_cards": lambda hand: first_cards(hand)[1:] + first_cards(hand)[:1]
    },
    "one winner of a split": {"winners": lambda hand: hand.winners[:1]},
}


@pytest.mark.soak
@pytest.mark.parametrize("wrong", WRONG)
def test_a_wrong_count_is_noticed(wrong: str) -> None:
    assert not same(run(), by_hand(2, **WRONG[wrong]))


@pytest.mark.parametrize(("threads", "chunk"), [(1, 7), (2, 7), (3, 4096)])
def test_threads_and_chunks_change_nothing(threads: int, chunk: int) -> None:
    assert counts(run(threads=threads, chunk=chunk)) == counts(run())


def test_another_experiment_is_another_observation() -> None:
    assert counts(run(seed=4)) != counts(run())


def test_an_interrupt_ends_the_work_with_what_is_done() -> None:
    def interrupt(done: int) -> None:
        if done:
            raise KeyboardInterrupt

    seen = run(hands=MANY, chunk=16, progress=interrupt)
    hands = seen.simulation.hands
    assert 0 < hands < MANY and sum(seen.pots) == hands
    assert counts(run(hands=hands)) == counts(seen)


def test_no_hand_is_fine() -> None:
    seen = run(hands=0)
    assert seen.asked == seen.pots == () and seen.simulation.hands == 0
