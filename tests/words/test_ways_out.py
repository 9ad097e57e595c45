"""Every refusal ends in what to do, or says what is legal: no dead ends."""

from __future__ import annotations

import ast
import re

import pytest

from sidepot import errors, words
from sidepot.cli import COMMANDS, build_parser, main
from tests.words.spoken import calls

ENGLISH = words.catalogue("en").entries
ORDERS = (
    *("add", "ask", "begin", "buy", "change", "check", "choose", "close", "connect", "deal"),
    *(
        "decide",
        "define",
        "move",
        "delete",
        "do",
        "download",
        "draw",
        "end",
        "give",
        "install",
        "keep",
    ),
    *("leave", "let", "look", "make", "measure", "name", "open", "pass", "pick", "play", "pledge"),
    *("press", "put", "remove", "repeat", "replay", "return", "run", "save", "see", "send", "set"),
    *("shorten", "show", "sit", "split", "start", "stay", "take", "tell", "train", "try", "undo"),
    *("use", "wait", "watch", "write", "go to", "call", "reveal", "move"),
)
ORDER = re.compile(
    rf"(?:^|[;:,.] (?:or |and |please )?|\b(?:or|and|please|first|then) )(?:{'|'.join(ORDERS)})\b"
)
LEGAL = re.compile(
    r"\{legal|\{lowest\} (?:to|or)|\{least\} (?:to|or|and)|\bfrom (?:\{|\d)|, not "
    r"|\bat (?:most|least)\b|\bmost is\b|\bthe most that\b"
    r"|\bends in \.|\bmust be\b|\bneeds? a\b|1 to \{|0 to \{|consists? of|\bis one of\b|are alike"
    r"|\? explains|stands? for|\binstead\b|[:;,] sidepot[ .]|`sidepot |\bcan\b(?! (?:see|be))"
)
"""A sentence that says what is legal shows the way out as well."""
CARRIED = {
    *("bot.broken", "client.refused", "room.refused_because", "error.first_hand_page"),
    *("error.history_refused", "error.verify_wrong", "error.file_raises"),
}
"""Sentences that carry another, or follow others, which say the way out."""
AS_ASKED = {
    *("room.refused_admit", "room.refused_back", "room.refused_closed", "room.refused_leaving"),
    *("room.refused_pause", "room.refused_same_call", "room.refused_session"),
    *("room.refused_twice", "room.refused_out", "room.refused_release"),
}
"""What was asked for is so already, and nothing is left to be done."""
NOTHING = {
    "room.refused_rabbit_none": "there are no more cards",
    "room.refused_show": "there is no hand",
    "web.no_picture": "for programs: the game has none",
}
"""Nothing can be done."""
BY_RULE = {
    *("error.deck", "error.fairness_unknown", "error.first_hand_marks", "error.position_bank"),
    *("error.position_closed", "error.position_open", "error.position_seat"),
    *("error.position_sizes", "error.rank_ragged", "room.database_foreign"),
    *("room.database_no_file", "room.refused_again", "room.refused_call", "room.refused_games"),
    *("room.refused_hold_now", "room.refused_holds", "room.refused_match_chips"),
    *("room.refused_match_end", "room.refused_rabbit_hand"),
    *("room.refused_unplayed", "web.form"),
}
"""What is legal, or when it will be, in words of their own."""
PARTS = ("history.", "imports.")
"""What is wrong with a line of a file, within a sentence that names the file and the hand."""
BESIDES = {
    "real.log_version",
    "real.no_entry",
    "real.no_muck",
    "real.not_for",
    "real.turn_of",
    "real.log",
    "real.nothing",
}


def refusals() -> dict[str, str]:
    """Every entry with which the source refuses something to a user, and its sentence."""
    found = {}
    for _, call, name in calls():
        kind = getattr(errors, name, None)
        is_error = isinstance(kind, type) and issubclass(kind, errors.UserError)
        if is_error or name == "refused":
            for given in call.args[:2]:
                for node in ast.walk(given):
                    if isinstance(node, ast.Constant) and node.value in ENGLISH:
                        found[str(node.value)] = ENGLISH[str(node.value)]
    return found


def is_dead_end(sentence: str) -> bool:
    return not (ORDER.search(sentence) or LEGAL.search(sentence))


def test_no_refusal_is_a_dead_end() -> None:
    found = {key: said for key, said in refusals().items() if is_dead_end(said)}
    excused = CARRIED | AS_ASKED | BY_RULE | {*NOTHING} | BESIDES
    dead = {key: said for key, said in found.items() if not key.startswith(PARTS)}
    assert {key: said for key, said in dead.items() if key not in excused} == {}
    assert len(refusals()) > 380


def test_every_excuse_is_needed() -> None:
    known = refusals()
    kept = CARRIED | AS_ASKED | BY_RULE | {*NOTHING}
    assert {key for key in kept if key not in known or not is_dead_end(known[key])} == set()


@pytest.mark.parametrize(
    ("said", "is_one"),
    [
        ("the table is full", True),
        ("nobody sits in chair {chair}", True),
        ("the table is full; choose another", False),
        ("{option} is one of {legal}, not {value}", False),
        ("it is the turn of {name}; wait for yours", False),
    ],
)
def test_a_dead_end_is_found(said: str, is_one: bool) -> None:
    assert is_dead_end(said) == is_one


@pytest.mark.parametrize("command", COMMANDS)
def test_a_wrong_flag_ends_in_the_command_that_explains(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main([command, "--no-such-flag-as-this", "x"])
    assert end.value.code == 2
    last = capsys.readouterr().err.splitlines()[-1]
    assert last.endswith("--help explains what it takes")


def test_a_wrong_command_ends_in_the_list_of_commands(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        build_parser().parse_args(["dance"])
    assert "sidepot --help explains" in capsys.readouterr().err
