"""The loop of play: to the end, to a seat from outside, or until it gives up."""

from typing import Any

import numpy as np
import pytest

from sidepot import kernel
from sidepot.engine import setup
from sidepot.engine.turns import NO_ACTION, NO_PLAYERS, rollout_loop
from sidepot.kernel import compiled, readable
from sidepot.lab.bulk import OUTSIDE, entries, policy_pointers, rotations
from sidepot.odds.sampling import at_random
from sidepot.rules.actions import CHECK, Menu, encode
from tests.laws.little import LITTLE

STACKS = (20, 20, 20)


class Seated:
    """A hand of Little for three, played by chance where a chair has policy 0."""

    def __init__(self, *chairs: int) -> None:
        self.rows = LITTLE.batch(3, journal=False)
        self.s: Any = kernel.fields(self.rows)
        setup.seat(LITTLE, self.s, STACKS)
        self._menus, self._rngs = kernel.batch(kernel.record(Menu)), kernel.generator(0)
        self._chairs = rotations(chairs)
        self._policies = policy_pointers(LITTLE, [at_random], len(STACKS))
        deal, self._play_on = entries(LITTLE.verbs)
        deal(self.rows, self._rngs, readable(np.array(STACKS, np.int64)), 3, 0)

    def go_on(self, action: int = NO_ACTION, place: int = 0) -> int:
        """Play to the next seat from outside, which is returned, or -1 at the end."""
        with kernel.by_pointers():
            self._play_on(
                self._policies,
                self._chairs,
                self.rows,
                self._menus,
                self._rngs,
                place,
                action,
            )
        return int(self.s.seats.actor)


def test_without_seats_from_outside_a_hand_comes_to_its_end() -> None:
    hand = Seated(0, 0, 0)
    assert hand.s.seats.actor >= 0 and hand.go_on() == -1


@pytest.mark.parametrize("outside", range(3))
def test_a_seat_from_outside_is_waited_for_and_sees_what_it_may(outside: int) -> None:
    hand = Seated(*(OUTSIDE if seat == outside else 0 for seat in range(3)))
    assert hand.go_on() == outside
    assert hand.go_on() == outside  # without an action nothing happens
    seen = kernel.copy(hand.rows[:1])
    LITTLE.entry.conceal(seen, outside)
    assert kernel.to_bytes(hand.rows[1:2]) == kernel.to_bytes(seen)
    assert hand.go_on(encode(CHECK, 0)) == -1


def test_each_place_has_its_own_chairs() -> None:
    assert [Seated(OUTSIDE, 0, 0).go_on(place=place) for place in range(3)] == [0, 1, 2]


def test_all_seats_from_outside_are_asked_in_turn() -> None:
    hand = Seated(OUTSIDE, OUTSIDE, OUTSIDE)
    first = hand.go_on()
    asked = {first}
    while (seat := hand.go_on(encode(CHECK, 0))) >= 0:
        asked.add(seat)
    assert asked == {0, 1, 2}


@pytest.mark.parametrize("most", [1, 2])
def test_a_rollout_gives_up_after_the_most_decisions(most: int) -> None:
    play_on = rollout_loop(LITTLE.verbs, at_random, most)

    @compiled
    def decisions(rows: Any, menus: Any, rngs: Any) -> int:
        return int(play_on(rows[0], rows, menus[0], rngs[0], NO_PLAYERS, NO_ACTION))

    hand = Seated(0, 0, 0)
    assert decisions(hand.rows, kernel.batch(kernel.record(Menu)), kernel.generator(1)) == most
    assert hand.s.seats.actor >= 0
