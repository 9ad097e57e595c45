"""The entry point of equities: the share of the pot that each hand of a position wins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from sidepot.analysis.positions import ANALYZERS
from sidepot.bots import QUICK
from sidepot.cards import parse, text
from sidepot.engine.game import Game
from sidepot.engine.setup import check_seed
from sidepot.errors import BadPosition, BadRange, NoOdds, expect, expect_number
from sidepot.odds.equity import finding, places, ranking, reading
from sidepot.odds.equity.finding import Effort, Found, Progress
from sidepot.odds.equity.loops import stay_by
from sidepot.odds.position import Position
from sidepot.odds.result import Equity, HandEquity
from sidepot.odds.sampling import Policy, no_progress

_PRECISION = 0.0005
"""The standard error of an equity at which sampling ends."""


def equity(
    game: Game,
    hands: str,
    *,
    board: str = "",
    dead: str = "",
    exact: bool | None = None,
    precision: float | None = None,
    samples: int | None = None,
    seconds: float | None = None,
    seed: int = 0,
    progress: Progress = no_progress,
) -> Equity:
    """The share of the pot that each hand wins, if everybody stays in and nobody bets.

    `hands`: the hands by seat, separated by `/`, the board last: `AsKs / QQ+, AK / Jh 9c 2d`. A
    hand is written card by card, in the order of the deal, as a range, or `*` for any. Where there
    are few deals they are counted (`exact` True: however many there are; False: never), else random
    ones are played until the standard error is at most `precision`, or `samples` deals are played,
    or `seconds` are over. Raises `BadPosition`, `BadRange`, `BadCards`, and `NoOdds`.
    """
    expect(game, Game, "argument.game")
    expect(hands, str, "argument.position")
    for line in (board, dead):
        expect(line, str, "argument.card_text")
    bounds = {"precision": precision, "samples": samples, "seconds": seconds}
    for name, bound in bounds.items():
        if bound is not None:
            expect_number(bound, name, 0)
    if game.banked:
        raise NoOdds("error.equity_bank", game=game.name)
    check_seed(seed)
    effort = Effort(
        precision=_PRECISION if precision is None else precision,
        samples=samples,
        seconds=seconds,
        exact=exact,
        seed=seed,
        progress=progress,
    )
    policy = stay_by(QUICK.get(game.record))
    if game.record in ANALYZERS:
        return _resumed(game, hands, board, dead, policy, effort)
    dealing = places.dealing_of(game, _players(game, hands))
    told = reading.read(
        game,
        hands,
        dealing,
        lambda: ranking.best_first(game, dealing, policy),
        board=board,
        dead=dead,
    )
    found = finding.find(game, told, policy, effort)
    texts = [held.text for held in told.hands]
    return _result(game, texts, told.board, told.dead, found)


def _resumed(
    game: Game, hands: str, board: str, dead: str, policy: Policy, effort: Effort
) -> Equity:
    """The equities of open hands that are played on from the turn that the rules find."""
    if board:
        raise BadPosition("error.equity_board", game=game.name, n=len(parse(board)), most=0)
    if effort.exact:
        raise BadRange("error.equity_exact", game=game.name)
    view = ANALYZERS[game.record].view_of(game, Position.read(hands, dead=dead))
    found = finding.resume(game, view, policy, effort)
    texts = [part.strip() for part in hands.split("/")]
    return _result(game, texts, (), parse(dead), found)


def _players(game: Game, hands: str) -> int:
    """The number of players to ask the rules with what is dealt."""
    return min(max(hands.count("/"), game.least), game.most)


def _result(
    game: Game, hands: Sequence[str], board: Sequence[int], dead: Sequence[int], found: Found
) -> Equity:
    """The result of the sums. Raises `BadPosition` if there are none."""
    if not found.deals:
        raise BadPosition("error.equity_nothing", game=game.name)
    rule: Literal["quick", "waiting"] = "quick" if game.record in QUICK else "waiting"
    return Equity(
        game=game.name,
        hands=tuple(
            HandEquity(
                hand=hand,
                equity=found.equity(seat),
                win=found.win(seat),
                tie=found.tie(seat),
                error=found.error(seat),
            )
            for seat, hand in enumerate(hands)
        ),
        board=tuple(map(text, board)),
        dead=tuple(map(text, dead)),
        method="exact" if found.is_exact else "sampled",
        deals=found.deals,
        rule=rule if found.is_chosen else "none",
    )
