"""The coach's output at a terminal, and in a pipe."""

from sidepot.analysis import sentences
from sidepot.terminal import advice
from sidepot.terminal.screen import Screen
from sidepot.words import Message
from tests.analysis.made import exact
from tests.terminal.script import console, printed

FOUND = exact({"fold": 0.0, "buy 1": -0.5, "buy 2": 1.0})


def test_losses_go_to_the_left_and_gains_to_the_right() -> None:
    bars = advice.bars([0.0, -0.5, 1.0], "#")
    assert bars[0] == " " * advice.HALF + "|"
    assert bars[1] == " " * (advice.HALF // 2) + "#" * (advice.HALF // 2) + "|"
    assert bars[2] == " " * advice.HALF + "|" + "#" * advice.HALF


def test_choices_that_are_all_worth_nothing_have_no_bars() -> None:
    assert {bar.strip() for bar in advice.bars([0.0, 0.0], "#")} == {"|"}


def test_a_terminal_gets_sentences_too_if_no_choice_has_a_value() -> None:
    told = [Message("odds.chance", {"choice": "call", "win": "30.0%", "tie": "1.0%"})]
    for terminal in (True, False):
        screen = Screen(console=console(terminal=terminal))
        advice.show(screen, told, ())
        assert "call: wins 30.0%, splits 1.0%." in printed(screen)


def test_a_terminal_gets_bars_and_a_pipe_sentences_alone() -> None:
    drawn, piped = Screen(console=console(terminal=True)), Screen(console=console())
    for screen in (drawn, piped):
        screen.ascii_only = True
        advice.show(screen, sentences(FOUND), FOUND.choices)
    assert "fold: 0\nbuy 1: -0.50\nbuy 2: +1.00\nBest: buy 2.\n" in printed(piped)
    assert "buy 2  +1.00" in printed(drawn) and "#" * advice.HALF in printed(drawn)
    assert "Best: buy 2." in printed(drawn) and "fold: 0" not in printed(drawn)
