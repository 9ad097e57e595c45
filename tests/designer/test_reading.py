"""Faults of a game that are found while its file is read, with the line and the fix."""

import io
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from sidepot.cli import main
from sidepot.engine.diagnostics import diagnose, diagnosis
from sidepot.engine.modules import loaded
from sidepot.errors import BadGameFile
from sidepot.games import find
from sidepot.rules import deck
from tests.designer.changed import changed_template

OPENED = "    opened: int  # has somebody bet?\n"
VERBS = "Verbs(begin, menu, step, conceal, redeal)"
STEP = "def step(s: OneCard, action: int)"
DECK = "deck=cards.deck()"
BET = '    bet: Annotated[int, Chips(1, 1000, 2), "the one size of a bet, in chips"]'
IMPORTED = "import CALL, CHECK, FOLD, RAISE_TO"
REACH = "reach=1, events=20,"
WRONG: dict[str, tuple[str, str, str]] = {
    "a bare option": (BET, "    bet: int", r"line \d+: bet: int: the option bet has to say what"),
    "an option without a type": (BET, "    bet = 2", r"line \d+: bet = 2: the option bet has to"),
    "a list": (
        OPENED,
        "    opened: list[int]\n",
        r"line \d+: opened: list\[int\]: OneCard.opened is",
    ),
    "an array without a size": (
        OPENED,
        "    opened: deck.Array\n",
        "is no field of a record: ndar",
    ),
    "no type": (
        OPENED,
        "    opened = 0\n",
        r"opened = 0: OneCard.opened has no type, .* opened: int",
    ),
    "an unknown type of number": (
        OPENED,
        '    opened: Annotated[deck.Array, "i9", "seats"]\n',
        "OneCard.opened is no field of a record",
    ),
    "an unknown size": (
        OPENED,
        '    opened: Annotated[deck.Array, "i8", "players"]\n',
        "OneCard.opened has the size players, .* or one of cards, events, .*seats",
    ),
    "no deck": ("    deck: deck.Deck\n", "", "the record OneCard has no part deck, which every"),
    "another record": (
        "record=OneCard",
        "record=Options",
        "the record Options has no part options",
    ),
    "nobody": ("least=2", "least=0", "one-card is for 0 to 6 players; least is 2 or more"),
    "fewer than the fewest": ("least=2", "least=7", "one-card is for 7 to 6 players; .* not below"),
    "more than there are seats": (
        "most=6",
        "most=9",
        r"line \d+: [^:]*: one-card may have 9 at the",
    ),
    "cards by name": (DECK, 'deck=["As", "Kd"]', "is not numbers of cards in increasing order"),
    "a step without its action": (
        STEP,
        "def step(s: OneCard)",
        r"step is called as step\(s, action",
    ),
    "verbs in another order": (
        VERBS,
        "Verbs(begin, step, menu, conceal, redeal)",
        "the verb menu is the function step; the order in Verbs is begin, menu, step",
    ),
    "a name that is nearly right": (
        IMPORTED,
        "import CALL, CHEKC, FOLD, RAISE_TO",
        "cannot import name 'CHEKC' .*; did you mean CHECK",
    ),
    "an attribute that is nearly right": (DECK, "deck=cards.dekc()", "did you mean deck"),
    "a name that nobody has given": (DECK, "deck=carsd.deck()", "did you mean cards"),
    "a name of its own without words": (
        REACH,
        REACH + ' says={"check": "tap", "raised": "bumped"},',
        '"choice.tap": "tap",\n *"label.tap": "Tap",\n *"explain.tap": "  {key}, tap.",',
    ),
    "an event of its own without words": (
        REACH,
        REACH + ' says={"raised": "bumped"},',
        '"event.bumped": "{player} bumped {amount}.",\n *"event.bumped_you": ',
    ),
}


@pytest.mark.parametrize("mistake", list(WRONG))
def test_a_file_is_refused_with_its_fault_and_the_way_out(mistake: str, tmp_path: Path) -> None:
    old, new, said = WRONG[mistake]
    file = changed_template(tmp_path, old, new)
    with pytest.raises(BadGameFile, match=said) as refused:
        find(str(file))
    assert str(refused.value).startswith(f"{file} cannot be run: ")
    assert "EngineError" not in str(refused.value)


@pytest.mark.parametrize("command", ["play", "simulate"])
def test_a_failure_during_play_is_reported_without_a_traceback(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: Any
) -> None:
    file = changed_template(tmp_path, "journal.clear(s.journal)", "journal.claer(s)")
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert main([command, str(file)]) == 1
    told = capsys.readouterr().err
    assert f"sidepot: {file} fails: " in told and "did you mean clear?" in told
    assert f"`sidepot check {file}` tries all of it" in told and "Traceback" not in told


def test_words_that_are_missing_at_the_table_are_named(tmp_path: Path) -> None:
    file = changed_template(tmp_path, "RAISE_TO: 1})", "RAISE_TO: 1}, facts=dict(moons=1))")
    find(str(file))
    said = diagnosis(KeyError("fact.moons"), loaded())
    assert said and "nothing says fact.moons; give the Game words" in said
    assert diagnosis(KeyError("nothing"), loaded()) is None
    assert diagnosis(ValueError("fact.moons"), loaded()) is None


def test_a_deck_that_runs_out_is_named_as_such(tmp_path: Path) -> None:
    file = tmp_path / "my_game.py"
    file.write_text("def begin(draw, deck):\n    draw(deck)\n", "utf-8")
    named: dict[str, Any] = {}
    exec(compile(file.read_text("utf-8"), str(file), "exec"), named)
    draw = getattr(deck.draw, "py_func", deck.draw)
    with pytest.raises(IndexError) as raised:
        named["begin"](draw, SimpleNamespace(card=[], top=0))
    said = diagnose(raised.value, file)
    assert said.startswith("line 2: draw(deck): the deck has no card left; deal fewer cards")


COMPILER = """Failed in nopython mode pipeline (step: nopython frontend)
Failed in nopython mode pipeline (step: nopython frontend)
{reason}

There are 2 candidate implementations:
 - Of which 2 did not match due to:
 Intrinsic in function 'exception_match': File: numba/core/unsafe/eh.py: Line 47.

During: typing of call at /somewhere/my_game.py (3)

File "somewhere/my_game.py", line 3:
def share(s) -> None:
    <source elided>
    half = pot
    ^

During: typing of call at /somewhere/my_game.py (1)

File "somewhere/my_game.py", line 1:
def go_on(s) -> None:
    share(s)
    ^

File "sidepot/engine/verbs.py", line 59:
"""
REASONS = {
    "No implementation of function Function(<built-in function id>) found for signature:": (
        "a rule has whole numbers, if, while"
    ),
    "Cannot unify int64 and none for 'half.2', defined at": "half is a number in one place and",
    "NameError: name 'hafl' is not defined": "there is no hafl that a rule could use",
}


@pytest.mark.parametrize("reason", list(REASONS))
def test_an_error_of_the_compiler_names_the_innermost_line_and_no_internals(
    reason: str, tmp_path: Path
) -> None:
    class TypingError(Exception):
        __module__ = "numba.core.errors"

    file = tmp_path / "my_game.py"
    file.write_text("    share(s)\n\n    half = pot\n", "utf-8")
    said = diagnose(TypingError(COMPILER.format(reason=reason)), file)
    expected = f"line 3: half = pot: plain Python can do this, but a rule cannot: {REASONS[reason]}"
    assert said.startswith(expected)
    assert "Function(" not in said and "int64" not in said
