"""First hands at the plain table: said in their place, in the first hand alone, and remembered."""

import io
from collections.abc import Sequence
from pathlib import Path
from typing import cast

import pytest

import sidepot
from sidepot.engine.first_hand import Hint
from sidepot.engine.rule_pages import hints
from sidepot.terminal import first_hand
from sidepot.terminal.play import play
from sidepot.terminal.screen import Screen
from sidepot.terminal.seating import seat_players
from tests.terminal.script import console, printed

GAME = sidepot.game("ricochet-2")


def evening(own: Sequence[Hint], script: str = "buy 1\nfold\n\n" * 8) -> str:
    """Two hands, on lines that are never broken."""
    seating = seat_players(GAME, GAME.stacks(3, 200), ["regular"], "")
    screen = Screen(console=console(400), source=io.StringIO(script))
    play(screen, GAME, seating, seed=4, hands=2, hints=own)
    return printed(screen)


def test_the_first_hand_is_explained_and_no_other() -> None:
    first, second = evening(hints(GAME)).split("Hand 2")
    buying = next(hint.text for hint in hints(GAME) if hint.when == "choice")
    assert buying in first
    assert all(hint.text not in second for hint in hints(GAME))
    plain = evening(())
    assert all(hint.text not in plain for hint in hints(GAME))


def test_a_hand_that_ends_before_the_players_turn_teaches_the_next_one_too() -> None:
    screen = Screen(console=console(400), source=io.StringIO())
    lesson = first_hand.FirstHand(screen, (Hint("turn", (), "", "Decide."),))
    hands = [GAME.deal(stacks=[50] * 3, seed=4, hand=number) for number in range(4)]
    actors = [cast(int, hand.actor) for hand in hands]
    for hand, seat in zip(hands, [(actors[0] + 1) % 3, *actors[1:]], strict=True):
        lesson.teach(hand, seat)
        lesson.teach(hand, seat)
        screen.line(f"({hand.number})")
    assert printed(screen).split() == ["(0)", "Decide.", "Decide.", "(1)", "(2)", "(3)"]


def test_an_event_is_explained_after_it_and_before_the_decision() -> None:
    own = (Hint("event", ("dealt",), "", "A card came."), Hint("turn", (), "", "Decide."))
    lines = evening(own).splitlines()
    at = lines.index("A card came.")
    assert lines.index("Decide.") > at
    assert any("gets" in line or "You get" in line for line in lines[:at])
    assert lines.count("A card came.") == 1


def test_every_sentence_has_a_line_of_its_own_in_the_order_of_the_events() -> None:
    lines = evening(()).splitlines()
    bought = next(n for n, line in enumerate(lines) if " for " in line and "pay" in line)
    assert lines[bought + 1].endswith("the hand to beat.")
    assert " get" in lines[bought + 2]


def test_games_are_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIDEPOT_DATA", str(tmp_path / "new"))
    assert first_hand.is_new("ricochet")
    for name in ("ricochet", "poker-roulette", "ricochet"):
        first_hand.remember(name)
    assert not first_hand.is_new("ricochet")
    assert first_hand.is_new("ricochet-2")
    [file] = (tmp_path / "new").iterdir()
    assert file.read_text().split() == ["ricochet", "poker-roulette"]


def test_an_unreadable_or_unwritable_file_stops_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("SIDEPOT_DATA", str(tmp_path / "file"))
    assert first_hand.is_new("ricochet")
    first_hand.remember("ricochet")
