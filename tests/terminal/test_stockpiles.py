"""Piles of fifteen cards and more, for three to twenty players, at eighty columns."""

import io
import re

import pytest
from rich.console import Console

import sidepot
from sidepot.engine.game import Hand
from sidepot.terminal.screen import Screen
from sidepot.terminal.table import show

WIDTH = 80


def shown(hand: Hand, seat: int) -> list[str]:
    """The lines of a table."""
    console = Console(width=WIDTH, file=io.StringIO(), force_terminal=True, color_system=None)
    show(Screen(console=console, ascii_only=True), hand.view(seat))
    output = console.file
    assert isinstance(output, io.StringIO)
    return output.getvalue().splitlines()


def table(players: int, size: int) -> Hand:
    """A hand whose first seat has collected so many cards."""
    names = [f"Maximilian{p}"[:10] for p in range(players)]
    game = sidepot.game("poker-roulette")
    hand = game.deal(players=players, stacks=100_000, seed=2, names=names)
    s = hand._fields
    while s.piles.size[0] < size:
        at = s.piles.n
        s.piles.card[at], s.piles.seat[at], s.piles.n = at % 52, 0, at + 1
        s.piles.size[0] = s.piles.size[0] + 1
    return hand


@pytest.mark.parametrize("size", [1, 15, 16, 30])
@pytest.mark.parametrize("players", [3, 10, 20])
def test_no_line_is_too_long_and_no_card_is_lost(players: int, size: int) -> None:
    hand = table(players, size)
    lines = shown(hand, 0)
    assert max(map(len, lines)) <= WIDTH
    mine = [i for i, line in enumerate(lines) if "Maximilian" in line][:2]
    cards = re.findall(r"(?:[2-9TJQKA][cdhs]|Xx)\b", "\n".join(lines[mine[0] : mine[1]]))
    assert len(cards) >= size


def test_a_pile_of_fifteen_stays_on_one_line() -> None:
    lines = shown(table(5, 15), 1)
    longest = max(len(re.findall(r"[2-9TJQKA][cdhs]", line)) for line in lines)
    assert longest == 14  # and one face down before them


def test_the_match_card_is_named() -> None:
    hand = table(3, 1)
    assert any("match card" in line for line in shown(hand, 0))
