"""The second template, `sidepot new --like stud`: it keeps its laws, and each mistake is caught."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from sidepot.cli import main
from sidepot.designer.new import TEMPLATES, new_game, renamed
from sidepot.errors import BadName
from sidepot.games import find
from tests.children import python
from tests.designer.plain import Done, Played, Task

Say = pytest.CaptureFixture[str]
LINES = 240
"""What docs/designing.md says of its length."""
MISTAKES: dict[str, tuple[str, str, str]] = {
    "a discard that all see": (
        "    discards.conceal(s.thrown, seat)\n",
        "",
        "that it cannot know: thrown.card",
    ),
    "a discard that comes again": (
        "    discards.redeal(s.thrown, s.hole, s.deck, rng, upcards.mask(s.up, s.seats))",
        "    seen = holecards.mask(s.hole) | upcards.mask(s.up, s.seats)\n"
        "    place = holecards.fill(s.hole, s.deck, deck.restore(s.deck, rng, seen))\n"
        "    discards.fill(s.thrown, s.deck, place)",
        "twice",
    ),
    "an open card that comes again": (
        "rng, upcards.mask(s.up, s.seats)",
        "rng, 0",
        "twice",
    ),
    "a bet that is nobody's": (
        "    pots.award(s.chips, s.seats, s.journal, s.strength)",
        "    s.seats.actor = NOBODY",
        "still in the pot",
    ),
    "a draw that is not said": ("- `choice exchange`", "- `choice buy`", "exchange"),
}

ALL_CHECK = ["check"] * 2
OUTCOMES: dict[str, tuple[Played, list[int]]] = {
    "a king drawn beside an open one beats ace high": (
        Played(
            "2c 2d 9h Kc  Kd As  3c 4c  5h 6h  7s Kh",
            [9, 9],
            ["bet 2", "call", *ALL_CHECK * 2, "exchange 2c", "stand pat", *ALL_CHECK],
        ),
        [3, -3],
    ),
    "who folds loses what was paid": (
        Played("2c 2d 9h Kc  Kd As", [9, 9], ["bet 2", "raise to 4", "fold"]),
        [3, -3],
    ),
    "a short stack wins the main pot alone, the next best hand the side pot": (
        Played(
            "Ah Ad Kh Kd 2c 7d  3c 4d 5h  8s 9c Td  Jc Qd 3h",
            [2, 9, 9],
            ["bet 2", "call", "call", *ALL_CHECK * 2, *["stand pat"] * 3, *ALL_CHECK],
        ),
        [4, -1, -3],
    ),
}
"""Hands of two and three, the last one the dealer, and what they bring everybody."""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A new game like stud in a folder of its own."""
    return new_game("my-game", tmp_path, "stud")


def mistaken(file: Path) -> list[Path]:
    """The game with each of the mistakes."""
    text = file.read_text("utf-8")
    found = []
    for number, (old, new, _) in enumerate(MISTAKES.values()):
        assert text.count(old) == 1
        found.append(file.with_name(f"wrong_{number}.py"))
        found[-1].write_text(text.replace(old, new), "utf-8")
    return found


def test_it_is_short_and_has_the_wished_name(file: Path) -> None:
    game = find(str(file))
    assert (file.name, game.name, game.title) == ("my_game.py", "my-game", "My Game")
    assert len(file.read_text("utf-8").splitlines()) <= LINES


@pytest.mark.parametrize("like", TEMPLATES)
def test_nothing_of_a_templates_own_name_is_left(like: str) -> None:
    template, title = TEMPLATES[like]
    assert renamed(title.lower().replace(" ", "-"), like) == template.read_text("utf-8")
    text, words = renamed("my-game", like), title.split()
    spelt = [title, "".join(words), "-".join(words).lower(), "_".join(words).upper()]
    assert [name for name in spelt if name in text] == []


@pytest.mark.soak("the template of a stud game keeps the laws in test_templates")
def test_it_plays_by_its_rules_and_a_change_that_breaks_a_law_is_caught(file: Path) -> None:
    """One process judges all, because its start is a part of what a hand costs."""
    files = [str(file), *map(str, mistaken(file))]
    task = Task(files, [played for played, _ in OUTCOMES.values()])
    asked = msgspec.json.encode(task).decode()
    said = python("-m", "tests.designer.plain", asked, NUMBA_DISABLE_JIT="1")
    done = msgspec.json.decode(said, type=Done)
    assert done.faults[0] == ""
    for fault, (mistake, (_, _, law)) in zip(done.faults[1:], MISTAKES.items(), strict=True):
        assert law in fault, mistake
    expected = [payoffs for _, payoffs in OUTCOMES.values()]
    assert dict(zip(OUTCOMES, done.payoffs, strict=True)) == dict(
        zip(OUTCOMES, expected, strict=True)
    )


@pytest.mark.soak
def test_check_is_content_with_both_of_its_forms(file: Path, capsys: Say) -> None:
    assert main(["check", str(file)]) == 0
    assert capsys.readouterr().out.count("keeps its laws") == 2


@pytest.mark.parametrize("like", ["", "One-Card", "nonsense"])
def test_an_unknown_template_is_refused_with_the_known_ones(
    like: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Say
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "my-game", "--like", like]) == 2
    error = capsys.readouterr().err
    assert all(name in error for name in TEMPLATES) and "Traceback" not in error
    with pytest.raises(BadName, match="one-card, auction, bank, board, stud, high-noon-shootout"):
        new_game("my-game", tmp_path, like)
    assert not list(tmp_path.iterdir())


def test_the_command_uses_the_template_it_is_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Say
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "a-stud", "--like", "stud"]) == 0
    assert main(["new", "a-card"]) == 0
    assert "a_stud.py is a complete game" in capsys.readouterr().out
    assert (tmp_path / "a_stud.py").read_text("utf-8") == renamed("a-stud", "stud")
    assert (tmp_path / "a_card.py").read_text("utf-8") == renamed("a-card", "one-card")


def test_help_names_every_template(capsys: Say) -> None:
    with pytest.raises(SystemExit):
        main(["new", "--help"])
    said = capsys.readouterr().out
    assert all(name in said for name in TEMPLATES)
