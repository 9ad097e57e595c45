"""The regular player of High Noon wins from players with one fault each, in every style."""

from typing import Any

import pytest

import sidepot
from sidepot import bots, kernel
from sidepot.bots import Policy
from sidepot.bots.high_noon import discard_by_rule, regular
from sidepot.engine.action import Action
from sidepot.lab.match import Match, match
from tests.bots.opponents import careless, station, stubborn

SURE = 3.0
"""Standard errors that an edge must be away from zero: an interval of 99.7 %."""

STANDOFF: tuple[str, dict[str, Any]] = ("high-noon-standoff", {})
SHOWDOWN: tuple[str, dict[str, Any]] = ("high-noon-showdown", {})
NO_LIMIT: tuple[str, dict[str, Any]] = ("high-noon-shootout", {})
POT_LIMIT: tuple[str, dict[str, Any]] = ("high-noon-shootout", {"limit": "pot-limit"})
FIXED_LIMIT: tuple[str, dict[str, Any]] = ("high-noon-shootout", {"limit": "fixed-limit"})
EVERY_STYLE = (STANDOFF, SHOWDOWN, NO_LIMIT, POT_LIMIT, FIXED_LIMIT)
MORE_MIDS: tuple[str, dict[str, Any]] = ("high-noon-showdown", {"mids": 3})


FAULTS: list[Any] = [
    (STANDOFF, stubborn, 75),
    (STANDOFF, careless, 75),
    (SHOWDOWN, stubborn, 150),
    (SHOWDOWN, station, 1800),
    (NO_LIMIT, stubborn, 600),
    (NO_LIMIT, station, 100),
    (POT_LIMIT, stubborn, 600),
    (POT_LIMIT, station, 100),
    (FIXED_LIMIT, stubborn, 300),
    (FIXED_LIMIT, station, 100),
]
"""A table, the other player there, and how many deals tell the two apart."""


def duel(table: tuple[str, dict[str, Any]], others: list[Policy], **changes: Any) -> Match:
    """The regular player against some others."""
    name, options = table
    game = sidepot.game(name).with_options(**options)
    return match(game, [regular, *others], threads=2, **changes)


def print_edge(table: tuple[str, dict[str, Any]], others: list[Policy], found: Match) -> None:
    """Print the edge, for runs with `-s`."""
    name, options = table
    who = f"{len(others)} {getattr(others[0], '__name__', '')}"
    print(f"{name} {options} v {who}: {found.mean[0]:+.3f} +- {1.96 * found.stderr[0]:.3f}")


@pytest.mark.soak
@pytest.mark.parametrize(
    ("table", "other", "deals"), FAULTS, ids=lambda value: getattr(value, "__name__", None)
)
def test_the_regular_player_beats_a_fault(
    table: tuple[str, dict[str, Any]], other: Policy, deals: int
) -> None:
    found = duel(table, [other], deals=deals)
    assert found.mean[0] > SURE * found.stderr[0]


@pytest.mark.soak
@pytest.mark.parametrize("players", [2, 4, 9])
@pytest.mark.parametrize("other", [stubborn, station], ids=lambda policy: policy.__name__)
@pytest.mark.parametrize("table", [*EVERY_STYLE, MORE_MIDS])
def test_the_regular_player_beats_a_whole_table_of_a_fault(
    table: tuple[str, dict[str, Any]], other: Policy, players: int
) -> None:
    """Never folding or betting is nearly optimal where neither is possible."""
    others = [other] * (players - 1)
    found = duel(table, others, deals=8_000 // players, seed=1)
    print_edge(table, others, found)
    least = -SURE if (table, other) == (STANDOFF, station) else SURE
    assert found.mean[0] > least * found.stderr[0]


@pytest.mark.soak
@pytest.mark.parametrize("table", EVERY_STYLE)
def test_against_itself_nobody_wins(table: tuple[str, dict[str, Any]]) -> None:
    found = duel(table, [regular], deals=20)
    assert found.mean == found.stderr == (0, 0)


@pytest.mark.soak
@pytest.mark.parametrize(("table", "deals"), [(SHOWDOWN, 150), (NO_LIMIT, 600)])
def test_the_match_finds_the_bad_player_losing(
    table: tuple[str, dict[str, Any]], deals: int
) -> None:
    """The control of the control: named first or second, it is the fault that loses."""
    game = sidepot.game(table[0])
    for policies in ([stubborn, regular], [regular, stubborn]):
        found = match(game, policies, deals=deals, threads=2)
        bad = policies.index(stubborn)
        assert found.mean[bad] < -SURE * found.stderr[bad]


@pytest.mark.soak
@pytest.mark.parametrize("name", ["holdem-no-limit", "holdem-fixed-limit"])
@pytest.mark.parametrize("players", [2, 5])
def test_holdem_too_is_won_from_a_player_who_never_folds(name: str, players: int) -> None:
    game = sidepot.game(name)
    policy = bots.policy_of(game, "regular")
    found = match(game, [policy] + [bots.equity.call_down] * (players - 1), deals=125, threads=2)
    assert found.mean[0] > SURE * found.stderr[0]


@pytest.mark.parametrize(
    ("held", "up", "thrown"),
    [
        ("2c 7d 9h Jd Kc", "", "keep"),
        ("2c 7d 9h Jd Kc", "4s", "discard 2c"),
        ("7c 7d 9h Jd 2c", "2s", "discard 9h"),
        ("2c 3c 9h Jc Kd", "4c", "discard 9h"),
        ("2c 2d 2h Kd Ks", "4c", "keep"),
        ("6c 7d 8h 9s Tc", "4s", "keep"),
        ("7c 7d 9h 9d", "4s 5s", "keep"),
        ("Ac 7d 2h", "4s 5s", "keep"),
    ],
)
def test_the_rule_of_thumb(held: str, up: str, thrown: str) -> None:
    """Wait; keep what is made; draw to a flush; else throw the lowest unmatched; stop at three."""
    hand = sidepot.game("high-noon-standoff").deal(players=2, seed=1)
    rows = hand.record(0)
    s: Any = kernel.fields(rows)
    ours, table = sidepot.cards.parse(held), sidepot.cards.parse(up)
    s.hole.card[0], s.hole.size[0] = [*ours, *[-2] * (5 - len(ours))], len(ours)
    s.board.card[: len(table)], s.board.size, s.point = table, len(table), len(table)
    action = Action.decode(int(discard_by_rule(s)))
    assert str(action if action.kind == "keep" else f"discard {held.split()[action.amount]}") == (
        thrown
    )
