"""`sidepot equity`: what share of the pot each hand of a position wins, with a bar for each."""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

from sidepot.cli.progress import Line
from sidepot.cli.reading import (
    count,
    declare_game,
    precision,
    read_options,
    seconds,
    whole,
)
from sidepot.cli.saving import check_picture, save
from sidepot.words import say

if TYPE_CHECKING:
    from sidepot.odds.result import Equity
    from sidepot.terminal.screen import Screen

_PERCENT = 0.05
_SECONDS = 10.0
_BAR = 30
"""The characters of the bar of a hand that always wins."""
_FULL, _ASCII = "\N{FULL BLOCK}", "#"
_CARD = re.compile("([2-9TJQKA][cdhs]|Xx)", re.IGNORECASE)


def declare(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags to its parser."""
    declare_game(parser)
    parser.add_argument("hands", metavar="HANDS", help=say("cli.equity_hands").replace("%", "%%"))
    parser.add_argument("--board", default="", metavar="CARDS", help=say("cli.equity_board"))
    parser.add_argument("--dead", default="", metavar="CARDS", help=say("cli.equity_dead"))
    parser.add_argument("--exact", action="store_true", help=say("cli.equity_exact"))
    parser.add_argument(
        "--precision",
        type=precision,
        default=_PERCENT,
        metavar="PERCENT",
        help=say("cli.equity_precision", n=_PERCENT),
    )
    parser.add_argument("--samples", type=count, metavar="N", help=say("cli.equity_samples"))
    parser.add_argument(
        "--seconds",
        type=seconds,
        default=_SECONDS,
        metavar="S",
        help=say("cli.equity_seconds", n=f"{_SECONDS:g}"),
    )
    parser.add_argument("--seed", type=whole, default=0, metavar="N", help=say("cli.equity_seed"))
    parser.add_argument("--picture", type=Path, metavar="FILE", help=say("cli.equity_picture"))
    parser.add_argument("--json", action="store_true", help=say("cli.json"))


def run(chosen: argparse.Namespace) -> None:
    """Work out the equities, print them, and draw them."""
    import msgspec

    from sidepot.odds.equity.picture import picture
    from sidepot.terminal.screen import Screen

    if chosen.picture:
        check_picture(chosen.picture)
    found = _found(chosen)
    if chosen.picture:
        save(chosen.picture, picture(found))
    if chosen.json:
        print(json.dumps(msgspec.to_builtins(found)), file=chosen.out)
        return
    _print(found, Screen())


def _found(chosen: argparse.Namespace) -> Equity:
    """The equities of the position that was given."""
    from sidepot import games
    from sidepot.analysis.equities import equity
    from sidepot.terminal.screen import Screen

    game = games.find(chosen.game, **read_options(chosen.options))
    with Screen.for_errors().getting_ready(), Line() as line:
        return equity(
            game,
            chosen.hands,
            board=chosen.board,
            dead=chosen.dead,
            exact=chosen.exact or None,
            precision=chosen.precision / 100,
            samples=chosen.samples,
            seconds=chosen.seconds,
            seed=chosen.seed,
            progress=lambda deals, part: line.show(
                say("equity.progress", deals=f"{deals:,}", part=f"{part:.0%}")
            ),
        )


def _print(found: Equity, screen: Screen) -> None:
    """A line for each hand, with its bar, and the remarks."""
    from sidepot.odds.equity.sentences import chances, remarks, share

    block = _ASCII if screen.ascii_only else _FULL
    rows = [
        (
            _marked(hand.hand),
            share(hand).text,
            (block * round(_BAR * hand.equity)).ljust(_BAR),
        )
        for hand in found.hands
    ]
    texts = [screen.draw(chances(hand)) for hand in found.hands]
    screen.rows(rows, texts, [""] * len(rows))
    for message in remarks(found):
        screen.say(message)


def _marked(hand: str) -> str:
    """A hand's text with its cards marked for the screen, if it is one of cards."""
    from sidepot.terminal.screen import mark

    is_cards = not _CARD.sub("", hand).strip(" ()?")
    return _CARD.sub(lambda card: mark(card[0]), hand) if is_cards else hand
