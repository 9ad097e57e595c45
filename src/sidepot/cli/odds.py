"""`sidepot odds GAME POSITION`: what the choices of a position are worth."""

from __future__ import annotations

import argparse
import json

from sidepot.cli.reading import count, declare_game, read_options
from sidepot.words import say


def declare(parser: argparse.ArgumentParser) -> None:
    """Its flags."""
    declare_game(parser)
    parser.add_argument("position", metavar="HANDS", help=say("cli.odds_position"))
    parser.add_argument("--dead", default="", metavar="CARDS", help=say("cli.odds_dead"))
    parser.add_argument("--pot", type=int, metavar="CHIPS", help=say("cli.odds_pot"))
    parser.add_argument("--players", type=count, metavar="N", help=say("cli.odds_players"))
    parser.add_argument("--json", action="store_true", help=say("cli.json"))


def run(chosen: argparse.Namespace) -> None:
    """Look into the position and print what is to be known of it."""
    from sidepot import games, odds
    from sidepot.terminal.screen import Screen

    game = games.find(chosen.game, **read_options(chosen.options))
    position = odds.Position.read(
        chosen.position, dead=chosen.dead, pot=chosen.pot, dealt_in=chosen.players
    )
    found = odds.at(game, position)
    if chosen.json:
        print(json.dumps(found.facts))
        return
    screen = Screen()
    for message in found.sentences:
        screen.say(message)
