"""The coach's output at a terminal, and in a pipe."""

from sidepot.terminal import advice
from sidepot.terminal.screen import Screen
from sidepot.words import Message
from tests.terminal.script import console, printed

VALUES = {"fold": 0.0, "buy 1": -0.5, "buy 2": 1.0}
TOLD = [
    Message("odds.choice", {"choice": "fold", "value": "+0.0000"}),
    Message("odds.best", {"choice": "buy 2"}),
]


def test_losses_go_to_the_left_and_gains_to_the_right() -> None:
    bars = [bar for _, bar in advice.bars(VALUES, "#")]
    assert bars[0] == " " * advice.HALF + "|"
    assert bars[1] == " " * (advice.HALF // 2) + "#" * (advice.HALF // 2) + "|"
    assert bars[2] == " " * advice.HALF + "|" + "#" * advice.HALF


def test_choices_that_are_all_worth_nothing_have_no_bars() -> None:
    assert {bar.strip() for _, bar in advice.bars({"fold": 0.0, "check": 0.0}, "#")} == {"|"}


def test_a_terminal_gets_sentences_too_if_no_choice_has_a_value() -> None:
    told = [Message("odds.chance", {"choice": "call", "win": "30.0%", "tie": "1.0%"})]
    for terminal in (True, False):
        screen = Screen(console=console(terminal=terminal))
        advice.show(screen, told, {})
        assert "call: wins 30.0%, ties 1.0%." in printed(screen)


def test_a_terminal_gets_bars_and_a_pipe_sentences_alone() -> None:
    drawn, piped = Screen(console=console(terminal=True)), Screen(console=console())
    for screen in (drawn, piped):
        screen.ascii_only = True
        advice.show(screen, TOLD, VALUES)
    assert printed(piped) == "fold: +0.0000\nBest: buy 2.\n"
    assert "buy 2  +1.00" in printed(drawn) and "#" * advice.HALF in printed(drawn)
    assert "Best: buy 2." in printed(drawn) and "fold: +0.0000" not in printed(drawn)
