"""Files of other programs, made for these tests."""

from pathlib import Path

_MADE = Path(__file__).parent / "made"

TEXAS = (_MADE / "texas.txt").read_text("utf-8")
"""A raked hand among three; a fourth sits out."""
TOURNAMENT = (_MADE / "tournament.txt").read_text("utf-8")
"""A short small blind, antes and a split pot."""
NEWCOMERS = (_MADE / "newcomers.txt").read_text("utf-8")
"""Two newcomers post, one of them a dead small blind too."""
GERMAN = (_MADE / "german.txt").read_text("utf-8")
"""A hand in German."""
POKER_NOW = (_MADE / "poker_now.csv").read_text("utf-8")
"""A log of two hands, with a row that nobody knows."""
