"""Lookup of a decision: similar situations, the opponent a hand is weighed against, its memory."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from sidepot import games, kernel
from sidepot.bots.trained import experts
from sidepot.bots.trained.abstraction import abstraction_of
from sidepot.bots.trained.prospects import most_in
from sidepot.bots.trained.situation import LIKE, depth_of, hash_situation
from sidepot.cards import parse
from sidepot.engine.game import Game
from sidepot.lab.learn.training import Pace, Training
from sidepot.rules.actions import Menu

NO_LIMIT = games.find("holdem-no-limit")
NOON_DISCARDS = tuple(f"check, check, keep, keep, {then}" for then in ("bet 4", "check, check"))
ROULETTE = games.find("poker-roulette")
SHOOTOUT = games.find("high-noon-shootout")


def seen(
    game: Game, acts: str = "", players: int = 3, seed: int = 1, stacks: int | list[int] = 200
) -> Any:
    """The record that the seat to act sees after some actions."""
    hand = game.deal(players=players, stacks=stacks, seed=seed)
    for action in filter(None, acts.split(", ")):
        hand.act(action)
    return hand.record(hand.actor or 0)


def situation(view: Any, like: int = 0) -> int:
    """The hash of a public situation in which nothing is known of the bets."""
    menus = kernel.batch(kernel.record(Menu))
    NO_LIMIT.entry.menu(view, menus)
    s: Any = kernel.fields(view)
    m: Any = kernel.fields(menus)
    return int(hash_situation(s, m, int(s.seats.actor), 0, depth_at(s), like))


def depth_at(s: Any) -> int:
    """The class of how deep the stacks of a hand of hold'em were."""
    return int(depth_of(s, int(s.seats.actor), 2))


def test_a_hand_is_weighed_against_somebody_who_has_paid() -> None:
    s: Any = kernel.fields(seen(NO_LIMIT))
    button = int(s.seats.actor)
    paid = [int(s.chips.paid[p]) for p in range(3)]
    assert paid[button] == 0 and sorted(paid) == [0, 1, 2]
    small, big = paid.index(1), paid.index(2)
    assert (big + 1) % 3 == button, "the next live seat is one that has paid nothing"
    assert [most_in(s, p) for p in (big, small, button)] == [small, big, big]


def test_the_next_seat_is_taken_among_those_who_have_paid_as_much() -> None:
    s: Any = kernel.fields(seen(games.find("high-noon-shootout"), players=4))
    assert [most_in(s, p) for p in range(4)] == [1, 2, 3, 0]


@pytest.mark.parametrize("players", [2, 6])
@pytest.mark.parametrize("deck", ["Kc 7d", "7s Kd", "Kd 7d"])
def test_hands_alike_but_for_suits_and_seats_have_the_same_prospects(
    deck: str, players: int
) -> None:
    alike = abstraction_of(NO_LIMIT).alike
    s: Any = kernel.fields(NO_LIMIT.deal(players=players, stacks=100, deck=deck).record(0))
    own: Any = kernel.fields(NO_LIMIT.deal(players=2, stacks=100, deck="Kc 7d").record(0))
    assert alike is not None
    assert (alike(s, 0, 1) == alike(own, 0, 1)) == (deck != "Kd 7d")
    assert (s.deck.top, s.deck.reach) == (4, 12)


@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize(
    ("held", "up", "is_alike"),
    [
        ("5c Kd Ks 9d 2c", "9h", True),
        ("2h 5h 9c Kd Kc", "9s", True),
        ("5c Kd Ks 9d 2c", "9d", False),
        ("5c Kd Ks 9d 2d", "9h", False),
    ],
)
def test_hands_of_high_noon_alike_but_for_suits_have_the_same_prospects(
    held: str, up: str, is_alike: bool, players: int
) -> None:
    """Cards of others count as unseen, as if only two had been dealt in."""
    alike, found = abstraction_of(SHOOTOUT).alike, []
    assert alike is not None
    for cards, card, seats in (("5c Kd Ks 9d 2c", "9h", 2), (held, up, players)):
        s: Any = kernel.fields(SHOOTOUT.deal(players=seats, stacks=100, seed=1).record(0))
        s.hole.card[0] = parse(cards)
        s.board.card[0], s.board.size, s.point = parse(card)[0], 1, 1
        s.deck.top += 2
        found.append((alike(s, 0, 1), int(s.deck.top), int(s.deck.reach)))
    assert (found[0][0] == found[1][0]) == is_alike
    assert found[0][1:] == found[1][1:] == (12, 16)


@pytest.mark.parametrize(
    ("game", "acts"),
    [
        (NO_LIMIT, ("", "raise to 6", "call, check")),
        (SHOOTOUT, ("", "check", "check, check, keep, keep", *NOON_DISCARDS)),
    ],
    ids=["holdem", "shootout"],
)
def test_chances_follow_from_what_is_seen_whatever_was_played_before(
    game: Game, acts: tuple[str, ...]
) -> None:
    strategy = experts.find(game, 2)
    assert strategy is not None
    views = [seen(game, each, 2, 1, 200) for each in acts]
    first = [strategy.chances(view) for view in views]
    again = [replace(strategy).chances(view) for view in reversed(views)]
    assert first == again[::-1] == [strategy.chances(view) for view in views]


def test_similar_situations_begin_with_the_present_one_and_move_away() -> None:
    by = np.asarray(LIKE).tolist()
    assert by[0] == [0, 0, 0] and len({tuple(each) for each in by}) == len(by)
    far = [2 * abs(owed) + abs(behind) + 3 * abs(deep) for owed, behind, deep in by]
    assert far == sorted(far)


@pytest.mark.parametrize(("learned", "met"), [(6, 11), (6, 5), (12, 24)])
def test_a_raise_of_another_size_is_similar_to_a_trained_one(learned: int, met: int) -> None:
    known, found = (situation(seen(NO_LIMIT, f"raise to {to}")) for to in (learned, met))
    view = seen(NO_LIMIT, f"raise to {met}")
    likes = [situation(view, like) for like in range(len(LIKE))]
    assert known in likes and likes[0] == found


def test_another_number_of_players_or_nothing_owed_is_not_alike() -> None:
    view = seen(NO_LIMIT, "raise to 6")
    likes = {situation(view, like) for like in range(len(LIKE))}
    others = (seen(NO_LIMIT, "raise to 6", players=2), seen(NO_LIMIT, "call, call"))
    assert not likes & {situation(other) for other in others}


@pytest.mark.parametrize(
    ("stacks", "deep"),
    [(20, 0), (40, 1), (80, 2), (200, 3), (400, 4), (800, 5), ([900, 30, 30], 1)],
)
def test_the_depth_of_a_hand_follows_from_the_chips_that_can_be_lost(
    stacks: int | list[int], deep: int
) -> None:
    """Measured in big blinds of two; bets do not change it."""
    acts = "raise to 8, call"
    early, late = (kernel.fields(seen(NO_LIMIT, a, stacks=stacks)) for a in ("", acts))
    assert depth_at(early) == depth_at(late) == deep


def test_in_fixed_limit_all_deep_hands_are_alike() -> None:
    fixed = games.find("holdem-fixed-limit")
    found = [depth_at(kernel.fields(seen(fixed, stacks=stack))) for stack in (100, 200, 800)]
    assert found == [2, 3, 3]


def test_the_same_ratios_at_another_depth_are_another_situation_and_a_like_one() -> None:
    """With pots and stacks alike, ranges differ by how a hand came there."""
    known = situation(seen(NO_LIMIT, stacks=200))
    view = seen(NO_LIMIT, stacks=400)
    likes = [situation(view, like) for like in range(len(LIKE))]
    assert likes[0] != known and known in likes


def test_rounds_of_roulette_are_counted_by_matches_and_not_by_dealt_cards() -> None:
    """A player who folds gets no more cards; the round is the same."""
    tell = abstraction_of(ROULETTE).round
    all_in, one_out = "check, check, check", "bet 2, call, fold"
    records = [kernel.fields(seen(ROULETTE, acts)) for acts in (all_in, one_out)]
    assert records[0].deck.top != records[1].deck.top
    rounds = [tell(s) for s in records]
    assert rounds[0] == rounds[1] == 2


@pytest.mark.soak
def test_a_seats_hand_is_remembered_for_every_round_of_a_deal() -> None:
    """With one place for each seat, hands would be evaluated again at every decision."""
    training = Training(
        NO_LIMIT, 2, lanes=1, is_on_tree=False, pace=Pace(1, 40, 8), stacks=(40, 40)
    )
    training.run(rounds=1)
    lane = training._lane(0, training.table)
    for call in lane.calls(1, training.pace):
        lane.loop(*call)
    assert np.count_nonzero(np.asarray(lane.hands.keys)) > training.players
