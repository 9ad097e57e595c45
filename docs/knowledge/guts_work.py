"""Solves Guts and measures rules of thumb for its page: ten minutes."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from docs.knowledge.figures import read_rows, write_rows

from sidepot import cards, games
from sidepot.games.guts import RANKING
from sidepot.kernel import Array
from sidepot.lab.tally import SIGMAS
from sidepot.odds.guts import sampled
from sidepot.odds.guts.coalition import THREE, coalition
from sidepot.odds.guts.holdings import Holdings, holdings
from sidepot.odds.guts.payoffs import Payoffs, payoffs
from sidepot.odds.guts.solving import COUNTED, SEED, Equilibrium, Floats, solve, values
from sidepot.odds.guts.table import FILE, Row, rows, text

EQUILIBRIA = Path(sys.modules[rows.__module__].__file__ or "").with_name(FILE)
FIGURES = Path(__file__).with_name("guts.jsonl")
SHOWN = range(2, 7)
"""The numbers of players on the page."""
DEALS = 1_000_000
RULES: Mapping[tuple[int, bool], Mapping[int, str]] = {
    (2, False): {2: "2c Kd", 3: "Jc Kd", 4: "2c Ad", 5: "2c Ad", 6: "2c Ad"},
    (2, True): {2: "2c Jd", 3: "2c Kd", 4: "2c Ad", 5: "2c Ad", 6: "2c Ad"},
    (3, False): {2: "2c Tc Ad", 3: "2c 2d 3d", 4: "7c 7d 2d", 5: "Tc Td 2d", 6: "Qc Qd 2d"},
    (3, True): {2: "2c 3d Kd", 3: "2c Qc Ad", 4: "2c 2d 3d", 5: "7c 7d 2d", 6: "Tc Td 2d"},
}
"""The weakest hand that is in by the rules of thumb, by cards and whether chips stay."""


@dataclass(frozen=True)
class Figures:
    """Measures of an equilibrium, in hands, pots and antes."""

    cards: int
    players: int
    goes_on: bool
    share: float
    """How often a player is in."""
    nobody: float
    """How often nobody is."""
    left: float
    """The mean of the next pot, in pots, where chips stay."""
    left_error: float
    rule: float
    """The antes a hand that the rule of thumb costs one player, while all others play best."""
    rule_error: float
    """Its standard error; 0 where it is counted."""
    silent: float = 0.0
    """The antes a hand that a coalition of two wins from the third without signals, at least."""
    informed: float = 0.0
    """The same with signals, exactly."""


def solved() -> Iterator[Row]:
    """Solve all games anew, and say so."""
    guts = games.find("guts")
    for size in (2, 3):
        for ranking in RANKING[: size - 1]:
            for players in range(guts.least, guts.most + 1):
                print(f"guts of {size} cards, {ranking}, {players} players", file=sys.stderr)
                for goes_on in (False, True):
                    found = solve(size, ranking, players, goes_on=goes_on)
                    yield row(size, ranking, players, goes_on, found)


def row(size: int, ranking: str, players: int, goes_on: bool, found: Equilibrium) -> Row:
    """An equilibrium as it is stored."""
    held = holdings(size, ranking)
    always = int(np.flatnonzero(found.chance < 1)[-1]) + 1
    mixed = {
        cards.texts(held.example(int(k))): (int(held.worth[k]), round(float(found.chance[k]), 4))
        for k in np.flatnonzero(found.chance[:always] > 0)
    }
    lowest = cards.texts(held.example(always))
    ends = (float(f"{end:.3g}") for end in (found.least, found.most))
    return Row(size, ranking, players, goes_on, lowest, int(held.worth[always]), mixed, *ends)


def chance_of(found: Row, held: Holdings) -> Floats:
    """The frequency of being in, by the number of a strength."""
    return np.array([found.chance(int(worth)) for worth in held.worth])


def figures() -> Iterator[Figures]:
    """Measure the equilibria that ship, those with straights and flushes alone."""
    for (size, ranking, players, goes_on), found in rows().items():
        if ranking == RANKING[0] and players in SHOWN:
            yield _figures(size, players, goes_on, found)


def _figures(size: int, players: int, goes_on: bool, found: Row) -> Figures:
    held = holdings(size)
    chance, often = chance_of(found, held), np.bincount(held.strength) / len(held.strength)
    dealt = sampled.deals(held, players, DEALS, SEED + players)
    count, left = _next_pots(dealt, chance, payoffs(players, goes_on=goes_on))
    rule, rule_error = cost(size, players, goes_on, chance, dealt)
    together = (0.0, 0.0)
    if (size, players) == (2, THREE):
        pair = coalition(chance, goes_on=goes_on)
        together = (round(players * pair.silent, 5), round(players * pair.informed, 5))
    if not goes_on:
        left = np.zeros(1)
    return Figures(
        *(size, players, goes_on, round(float(often @ chance), 5)),
        *(round(float((count == 0).mean()), 4), round(float(left.mean()), 4)),
        round(float(left.std()) / DEALS**0.5, 5),
        *(round(rule, 5), round(rule_error, 5), *together),
    )


def _next_pots(dealt: Array, chance: Floats, found: Payoffs) -> tuple[Floats, Floats]:
    """The players that are in, and the next pot in pots, of each deal, where chips stay.

    Whoever is out gets an equal share of what stays.
    """
    chosen = np.random.default_rng(SEED).random(dealt.shape) < chance[dealt]
    best = np.where(chosen, dealt, -1).max(axis=1)
    winners = ((dealt == best[:, None]) & chosen).sum(axis=1)
    count = chosen.sum(axis=1)
    part = found.outside[np.minimum(count, found.players - 1)]
    everybody = count == found.players
    part[everybody] += part_of_one(found)
    part[count > 0] += found.tied * (winners[count > 0] - 1)
    return count, found.players * part


def part_of_one(found: Payoffs) -> float:
    """The share in what one more beaten player leaves."""
    return float(found.outside[-1] - found.outside[-2]) if found.players > 2 else 1 / found.players


def cost(
    size: int, players: int, goes_on: bool, chance: Floats, dealt: Array
) -> tuple[float, float]:
    """The antes a hand by which a rule of thumb falls short, with the standard error."""
    held, found = holdings(size), payoffs(players, goes_on=goes_on)
    lowest = tuple(sorted(cards.parse(RULES[size, goes_on][players])))
    at = int(held.strength[(held.card == lowest).all(axis=1)][0])
    rule = (np.arange(held.strengths) >= at).astype(np.float64)
    if players <= COUNTED[size]:
        value = values(size, RANKING[0], found, chance)
        lost = (chance - rule)[value.strength] * value.advantage
        return players * float(lost @ value.often), 0.0
    first = int(np.flatnonzero(chance)[0])
    worth, seen = sampled.advantages(dealt, first, found, held.strengths)
    parts = (chance - rule) * worth * seen / seen.sum()
    spread = np.sqrt(((chance - rule) ** 2 * seen).sum()) / seen.sum()
    return players * float(parts.sum()), players * float(spread)


def stored() -> list[Figures]:
    """The figures that are stored."""
    return [Figures(**row) for row in read_rows(FIGURES)]


def write() -> None:
    """Solve and measure anew."""
    EQUILIBRIA.write_text(text(list(solved())), "utf-8")
    rows.cache_clear()
    write_rows(FIGURES, figures())


def half(error: float) -> float:
    """Half an interval of 95 %."""
    return SIGMAS * error
