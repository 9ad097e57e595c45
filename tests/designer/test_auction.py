"""The template of a sealed auction: it keeps its laws, and one that tells bids early does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from sidepot.cli import main
from sidepot.designer.new import new_game

DECLARED = "    choices.declare(s.bids"
TOLD = "    journal.note_chips(s.journal, OFFERS, s.seats.actor, actions.amount(action))\n"


def checked(file: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """The report of `check` on a file in the plain form, or the refusal with which it ends."""
    try:
        main(["check", "--plain", "--law", "together", str(file)])
    except SystemExit as end:
        return f"{end.code} {capsys.readouterr()}"
    return str(capsys.readouterr())


def test_a_bid_that_an_event_tells_early_is_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = new_game("silent-sale", tmp_path, "auction")
    assert "what others have chosen" not in checked(file, capsys)
    text = file.read_text("utf-8")
    assert text.count(DECLARED) == 1
    file.write_text(text.replace(DECLARED, TOLD + DECLARED), "utf-8")
    assert "what others have chosen" in checked(file, capsys)
