"""The designer's path: new, check, play, simulate, and the report on a faulty game."""

import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from sidepot import games
from sidepot.cli import main
from sidepot.designer import trial, trying
from sidepot.designer.laws import LAWS, check_game
from sidepot.designer.new import TEMPLATE, new_game, renamed
from sidepot.errors import BadGameFile, BadName
from sidepot.games import find
from sidepot.kernel import PLAIN
from tests.designer.changed import QUICK, judged_here

EXAMPLE = Path(__file__).parents[2] / "examples" / "one_card.py"
Say = pytest.CaptureFixture[str]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A new game in a folder of its own."""
    return new_game("my-game", tmp_path)


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Judge the plain form in this process: one for each mistake takes a second to start."""
    if PLAIN:
        monkeypatch.setattr(trial, "try_form", judged_here)
        monkeypatch.setattr(trying, "COMPILED", ("threads", "next card"))


@pytest.fixture
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compile quickly in the processes of a check."""
    for name, value in QUICK.items():
        monkeypatch.setenv(name, value)


@pytest.fixture
def own_list() -> Iterator[None]:
    """Take a test's games off the list again."""
    yield
    games._added.clear()
    games.registry.cache_clear()


def edited(file: Path, old: str, new: str) -> Path:
    """The game with a change that somebody may make."""
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")
    return file


def test_a_new_game_is_short_and_has_the_wished_name(file: Path) -> None:
    game = find(str(file))
    assert (file.name, game.name, game.title) == ("my_game.py", "my-game", "My Game")
    assert len(file.read_text("utf-8").splitlines()) <= 140


def test_the_example_is_the_template_under_its_own_name() -> None:
    assert EXAMPLE.read_text("utf-8") == renamed("one-card") == TEMPLATE.read_text("utf-8")


def test_the_example_keeps_every_law() -> None:
    report = check_game(find(str(EXAMPLE)))
    assert report.laws == tuple(LAWS)
    assert report.hands >= 20


def test_nothing_is_written_over(file: Path) -> None:
    before = file.read_text("utf-8")
    with pytest.raises(BadName, match="exists already"):
        new_game("my-game", file.parent)
    assert file.read_text("utf-8") == before


@pytest.mark.parametrize("name", ["", "My Game", "../x", "a_b", "-a", "a-", "ä", "a.py"])
def test_a_malformed_name_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(BadName, match="small letters, digits and dashes"):
        new_game(name, tmp_path)
    assert not list(tmp_path.iterdir())


def test_a_name_of_the_house_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadName, match="like my-guts"):
        new_game("guts", tmp_path)


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadName, match="cannot be written"):
        new_game("x", tmp_path / "nowhere")


DRAW = "    for p in range(s.seats.n):\n        if s.seats.live[p]:\n"
WRONG: dict[str, tuple[str, str, str]] = {
    "a name that is not there": (
        "    holecards.clear(s.hole)",
        "    holecards.clear(s.hoal)",
        "no field 'hoal'",
    ),
    "a field that is too small": (
        "    s.opened, s.waiting, s.seats.actor = 0,",
        "    s.hole.size[0] = 999\n    s.opened, s.waiting, s.seats.actor = 0,",
        "s.hole.size[0] = 999",
    ),
    "a chip too many": (
        "chips.pot(s.chips, s.seats))",
        "chips.pot(s.chips, s.seats) + 1)",
        "the winners got 1 chip more than were in the pot",
    ),
    "a menu that lies": (
        "if s.chips.stack[s.seats.actor] >= s.options.bet:",
        "if s.chips.stack[s.seats.actor] >= 0:",
        "a stack is negative: -",
    ),
    "a menu that knows too much": (
        "    actions.offer(m, FOLD if s.opened else CHECK)",
        "    actions.offer(m, FOLD if s.opened or s.deck.card[9] > 25 else CHECK)",
        "when it is made from what they may know",
    ),
    "a leak": ("    holecards.conceal(s.hole, seat)\n", "", "that it cannot know: hole.card"),
    "what only plain Python can do": (
        "    s.waiting -= 1\n",
        "    s.waiting -= [1, 'one', None].index(1) + 1\n",
        "plain Python can do this, but a rule cannot",
    ),
    "a forgotten journal": (
        "    journal.clear(s.journal)\n    p, kind",
        "    p, kind",
        "begin the verb step with journal.clear(s.journal)",
    ),
    "a card outside the deck": (
        "            holecards.deal(s.hole, s.deck, s.journal, p)\n",
        "            s.hole.size[p], s.hole.card[p, 0] = 1, 77\n",
        "the card number 77 in hole.card, and the deck has no such card; a card comes from",
    ),
    "a fact without words": (
        "prices={CALL: 1, RAISE_TO: 1})",
        "prices={CALL: 1, RAISE_TO: 1}, facts=dict(moons=3))",
        'nothing says fact.moons; give the Game words, a dict with "fact.moons"',
    ),
    "a list as a field": (
        "    opened: int  #",
        "    opened: list  #",
        "MyGame.opened is no field of a record: list; write int",
    ),
    "more players than seats": (
        "most=6, max_seats=6",
        "most=9, max_seats=6",
        "but its record has only 6 seats; say max_seats=9",
    ),
    "a leak of the deck": ("    deck.hide(s.deck)\n", "", "that it cannot know: deck.card"),
}


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("mistake", list(WRONG))
def test_check_reports_the_fault(mistake: str, file: Path, capsys: Say) -> None:
    old, new, said = WRONG[mistake]
    assert main(["check", str(edited(file, old, new))]) == 1
    error = capsys.readouterr().err
    assert said in error
    assert "numba" not in error and "Traceback" not in error


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("law", [None, "chips"])
def test_check_tries_a_part_of_it_where_told_to(law: str | None, file: Path, capsys: Say) -> None:
    chosen = ["--law", law] if law else []
    assert main(["check", str(file), "--plain", *chosen]) == 0
    told = capsys.readouterr().out
    assert "Compiled form" not in told and "passes this part" in told
    assert ("\n  redeal" in told) == (law is None) and "\n  chips" in told


@pytest.mark.usefixtures("here")
def test_a_law_that_there_is_not_is_refused_with_the_laws(file: Path, capsys: Say) -> None:
    assert main(["check", str(file), "--law", "luck"]) == 1
    assert "luck is no law; the laws are: chips, cards" in capsys.readouterr().err


AT_ONCE = "import os, sys\nprint('read the rules')\nsys.stdout.buffer.write(b'in bytes\\n')\n"
LATER = """    print("shown")
    os.write(1, b"past Python\\n")
    return Layout("""


@pytest.fixture
def chatty(file: Path) -> Path:
    """A game that prints: when it is read, in a rule, for faces, and past Python's own stream."""
    edited(file, "from typing import", AT_ONCE + "from typing import")
    edited(file, "    p, kind = ", "    print('a step')\n    p, kind = ")
    return edited(file, "    return Layout(", LATER)


@pytest.mark.soak("test_trials tries both forms, and the shipped commands check a template")
@pytest.mark.usefixtures("quickly")
def test_check_tries_the_plain_form_first_and_then_the_compiled_one_of_a_game_that_prints(
    chatty: Path, capsys: Say
) -> None:
    """A game that prints stands for all others, because every law twice is slow."""
    assert main(["check", str(chatty)]) == 0
    told = capsys.readouterr()
    said = told.out
    assert said.index("Plain form") < said.index("Compiled form") < said.index("is a game")
    assert said.count("keeps its laws") == 2 and "a step" not in said
    for printed in ("read the rules\n", "in bytes\n", "a step\n", "shown\n"):
        assert printed in told.err
    assert "{" not in told.err


@pytest.mark.usefixtures("quickly")
def test_the_fault_of_a_game_that_prints_is_reported(chatty: Path, capsys: Say) -> None:
    pot = "chips.pot(s.chips, s.seats))"
    assert main(["check", str(edited(chatty, pot, pot[:-1] + " + 1)"))]) == 1
    assert "the winners got 1 chip more than were in the pot" in capsys.readouterr().err


@pytest.mark.usefixtures("own_list")
@pytest.mark.parametrize(
    "names",
    [("simulate", "replay"), pytest.param(("match", "odds"), marks=pytest.mark.soak)],
    ids=" and ".join,
)
def test_json_is_all_that_is_answered_where_a_game_prints(
    names: tuple[str, str],
    chatty: Path,
    capsys: Say,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setenv("SIDEPOT_DATA", str(tmp_path))
    monkeypatch.setattr("sys.stdin", io.StringIO("check\nfold\n\n" * 9))
    assert main(["play", str(chatty), "--seed", "1", "--hands", "1"]) == 0
    (saved,) = (tmp_path / "histories").iterdir()
    capsys.readouterr()
    commands = (
        ["simulate", str(chatty), "--hands", "50"],
        ["match", str(chatty), "random", "random", "--hands", "50"],
        ["replay", "--game", str(chatty), str(saved)],
        ["odds", "--game", str(chatty), "--hand", str(saved), "--at", "1", "--seat", "p1"],
    )
    for command in (command for command in commands if command[0] in names):
        assert main([*command, "--json"]) == 0
        told = capsys.readouterr()
        assert isinstance(json.loads(told.out), dict)
        assert "a step" in told.err


BROKEN_FILES: dict[str, tuple[Callable[[str], str], str]] = {
    "raises": (lambda text: text + "\nraise ValueError('oh')\n", "ValueError: oh"),
    "does not parse": (lambda text: "def begin(:\n" + text, "line 1: invalid syntax"),
    "stops": (lambda text: "import sys\nsys.exit(3)\n" + text, "line 2"),
    "no game": (lambda text: "x = 1\n", "defines 0 games instead of one"),
    "imports what is not there": (
        lambda text: "import nobody\n" + text,
        "No module named 'nobody'",
    ),
    "another encoding": (lambda text: "x = '\udcff'\n" + text, "cannot be run"),
}


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("how", list(BROKEN_FILES))
@pytest.mark.parametrize("command", ["check", "play", "simulate"])
def test_a_file_that_cannot_be_run_is_refused_with_its_line(
    how: str, command: str, file: Path, capsys: Say
) -> None:
    change, said = BROKEN_FILES[how]
    text = change(file.read_text("utf-8"))
    file.write_bytes(text.encode("utf-8", "surrogateescape"))
    assert main([command, str(file)]) in (1, 2)
    error = capsys.readouterr().err
    assert said in error and "Traceback" not in error


ANTE = (
    '    ante: Annotated[int, Chips(1, 1000, 1), "what everybody pays before the deal, in chips"]'
)
WRONG_OPTIONS = {
    "no more than a type": "    ante: int",
    "a type and a default": "    ante: int = 1",
    "no help": "    ante: Annotated[int, Chips(1, 1000, 1)]",
    "no kind": '    ante: Annotated[int, "what everybody pays"]',
    "a number for a kind": '    ante: Annotated[int, 1, "what everybody pays"]',
    "the help first": '    ante: Annotated[int, "what everybody pays", Chips(1, 1000, 1)]',
}


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("how", list(WRONG_OPTIONS))
@pytest.mark.parametrize("command", ["check", "play", "simulate"])
def test_an_option_that_says_too_little_is_named_with_how_to_write_it(
    how: str, command: str, file: Path, capsys: Say
) -> None:
    assert main([command, str(edited(file, ANTE, WRONG_OPTIONS[how]))]) in (1, 2)
    error = capsys.readouterr().err
    assert "the option ante has to say" in error and "ante: Annotated[int, Chips(" in error
    assert "Traceback" not in error and "__metadata__" not in error


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("option", "said"),
    [
        ("Chip(1, 1000, 1), 1", "NameError: name 'Chip'"),
        ("Chips(1, 1000, 0), 'what everybody pays'", "ante is from 1 to 1,000, not 0"),
    ],
)
def test_unreadable_options_are_reported_without_a_traceback(
    option: str, said: str, file: Path, capsys: Say
) -> None:
    assert main(["check", str(edited(file, ANTE, f'    ante: "Annotated[int, {option}]"'))]) == 1
    error = capsys.readouterr().err
    assert f"cannot be run: {said}" in error and "Traceback" not in error


def test_no_file_is_no_game(tmp_path: Path) -> None:
    for path in (tmp_path / "no.py", tmp_path / "folder.py"):
        (tmp_path / "folder.py").mkdir(exist_ok=True)
        with pytest.raises(BadGameFile, match="there is no file"):
            find(str(path))


@pytest.mark.compiled
def test_a_game_file_is_simulated_fast_and_the_same_on_two_threads(file: Path, capsys: Say) -> None:
    signatures = []
    for threads in ("1", "2"):
        assert main(["simulate", str(file), "--hands", "5000", "--json", "--threads", threads]) == 0
        report = json.loads(capsys.readouterr().out)
        signatures.append(report["signature"])
        assert report["hands"] == 5000
    assert signatures[0] == signatures[1]


@pytest.mark.usefixtures("own_list")
def test_an_evening_with_a_game_file_is_saved_and_can_be_replayed(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: Say, tmp_path: Path
) -> None:
    monkeypatch.setenv("SIDEPOT_DATA", str(tmp_path))
    monkeypatch.setattr("sys.stdin", io.StringIO("check\nfold\n\n" * 9))
    assert main(["play", str(file), "--seed", "1", "--hands", "2"]) == 0
    (saved,) = (tmp_path / "histories").iterdir()
    assert main(["replay", str(saved)]) == 2
    assert f"by the rules in {file.name}" in capsys.readouterr().err
    assert main(["replay", "--game", str(file), "--json", str(saved)]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [hand["variant"] for hand in told] == ["my-game", "my-game"]
