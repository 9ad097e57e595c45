"""An evening with real cards that breaks off: taken up as it was told, put aside, or refused."""

import io
import random
from pathlib import Path

import pytest

import sidepot
from sidepot.cli import main
from sidepot.engine.setup import MOST_CHIPS
from sidepot.errors import BadEntry
from sidepot.terminal.evening_file import EveningFile
from sidepot.terminal.screen import Screen
from sidepot.terminal.taking_up import offered
from tests.terminal.script import console

EVENINGS = {
    "ricochet-2": ("9h 4c Ks", "b 2", "4d", "fold", "undo", "fold", "fold", "", "2c 3c", "4c", "f"),
    "guts": ("ana in", "bo in", "cy out", "Ah Kd", "2c 2d", "", "ana in", "bo out", "cy out", ""),
    "five-card-draw": ("check", "check", "check", "", "check", "bet 2", "call", "fold", "x 3"),
    "kuhn": ("check", "bet", "fold", "", "bet", "change 1 check", "check", "Kc", "Qc", ""),
}


class Terminal:
    """A terminal at which the same command is started again and again."""

    def __init__(self, patch: pytest.MonkeyPatch, read: pytest.CaptureFixture[str]) -> None:
        self._patch, self._read = patch, read
        self.status = 0

    def play(self, game: str, *lines: str, flags: tuple[str, ...] = ()) -> str:
        """Play until the lines end: what was printed."""
        self._patch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        self.status = main(["play", game, "--cards", "real", "--ascii", *flags])
        captured = self._read.readouterr()
        return captured.out + captured.err


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Terminal:
    return Terminal(monkeypatch, capsys)


def _names(game: str) -> tuple[str, ...]:
    return ("--names", "Ana,Bo" if game == "kuhn" else "Ana,Bo,Cy", "--stacks", "100")


def _cuts() -> list[object]:
    """The lines after which each evening breaks off: some, and in the soak all."""
    some = [pytest.param(game, range(3, len(EVENINGS[game]), 6), id=game) for game in EVENINGS]
    every = [
        pytest.param(game, range(1, len(lines)), id=f"{game}-all", marks=pytest.mark.soak)
        for game, lines in EVENINGS.items()
    ]
    return [*some, *every]


@pytest.mark.parametrize(("game", "cuts"), _cuts())
def test_an_evening_that_breaks_off_anywhere_goes_on_as_it_was(
    game: str, cuts: range, terminal: Terminal
) -> None:
    lines, file = EVENINGS[game], EveningFile.of(game)
    terminal.play(game, *lines, flags=_names(game))
    whole = file.read()
    assert whole is not None
    for cut in cuts:
        terminal.play(game, *lines[:cut], flags=("--fresh", *_names(game)))
        said = terminal.play(game, "", *lines[cut:])
        assert "Not over yet: " in said
        again = file.read()
        assert again is not None
        assert (again.hand, again.chairs, again.table) == (whole.hand, whole.chairs, whole.table)


def test_a_refused_evening_is_put_aside_and_not_lost(terminal: Terminal) -> None:
    terminal.play("ricochet-2", "9h 4c Ks", flags=_names("ricochet-2"))
    file = EveningFile.of("ricochet-2")
    before = file.path.read_bytes()
    said = terminal.play("ricochet-2", "what?", "n", "2c", flags=_names("ricochet-2"))
    assert said.count("Enter goes on with it") == 2
    (aside,) = file.path.parent.glob("ricochet-2-*.json")
    assert str(aside) in said
    assert aside.read_bytes() == before


def test_the_offer_is_left_as_it_stands(terminal: Terminal) -> None:
    terminal.play("ricochet-2", "9h 4c Ks", flags=_names("ricochet-2"))
    before = EveningFile.of("ricochet-2").path.read_bytes()
    for lines in (["q"], []):
        assert "The evening is kept" in terminal.play("ricochet-2", *lines)
        assert EveningFile.of("ricochet-2").path.read_bytes() == before


def test_an_evening_that_is_ended_is_not_offered(terminal: Terminal) -> None:
    lines = ("9h 4c Ks", "f", "end", "f", "end")
    said = terminal.play("ricochet-2", *lines, flags=_names("ricochet-2"))
    assert "call it off with misdeal, and then end" in said
    assert "Cy has 102 chips: +2." in said
    assert "kept" not in said.partition("Bo folds")[2]
    assert not EveningFile.of("ricochet-2").path.exists()


def test_stacks_and_the_deal_are_kept_between_two_hands(terminal: Terminal) -> None:
    terminal.play("ricochet-2", "9h 4c Ks", "f", "f", "", "q", flags=_names("ricochet-2"))
    said = terminal.play("ricochet-2", "", "2c 3c 4c", "t")
    assert "left in hand 2" in said
    assert "Bo is the lowest" in said  # the deal has passed to the left
    assert "101" in said


def test_a_pot_that_stays_is_not_shared_by_leaving(terminal: Terminal) -> None:
    """In Guts whoever loses puts in what the pot was."""
    lines = ("ana in", "bo in", "cy out", "Ah Kd", "2c 2d", "", "q")
    said = terminal.play("guts", *lines, flags=_names("guts"))
    assert "is shared between" not in said
    said = terminal.play("guts", "", "end")
    assert "is shared between Ana, Bo and Cy" in said
    assert sum(int(line.split()[2]) for line in said.splitlines() if " has " in line) == 300


def test_the_effect_of_a_changed_game_on_a_hand_is_said(terminal: Terminal) -> None:
    terminal.play("ricochet-2", "9h 4c Ks", "f", flags=_names("ricochet-2"))
    path = EveningFile.of("ricochet-2").path
    text = path.read_text("utf-8").replace('"made_by":"', '"made_by":"0')
    path.write_text(text.replace('"fold"', '"buy 9"'), "utf-8")
    said = terminal.play("ricochet-2", "")
    assert "the hand was played again by what holds now" in said
    assert "Entry 4 is not possible any more" in said


def test_a_damaged_file_is_refused_with_the_way_out(terminal: Terminal) -> None:
    terminal.play("ricochet-2", "9h 4c Ks", flags=_names("ricochet-2"))
    file, game, refused = EveningFile.of("ricochet-2"), sidepot.game("ricochet-2"), 0
    path = file.path
    whole, rng = path.read_bytes(), random.Random(1)
    for _ in range(60):
        at = rng.randrange(len(whole))
        torn = bytearray(whole[:at] if rng.random() < 0.3 else whole)
        torn[at : at + rng.randrange(4)] = rng.randbytes(rng.randrange(4))
        path.write_bytes(torn)
        try:
            offered(Screen(console=console(), source=io.StringIO("\n")), file, game)
        except BadEntry as error:
            refused += "add --fresh to put it aside" in str(error)
        assert path.read_bytes() == torn
    assert refused > 40
    assert terminal.play("ricochet-2", "2c", flags=("--fresh",)).count("lies in") == 1


def test_a_second_window_plays_without_keeping(terminal: Terminal) -> None:
    file = EveningFile.of("kuhn")
    assert file.open()
    said = terminal.play("kuhn", "check")
    file.close()
    assert "Another window referees this game" in said
    assert file.read() is None


def test_a_folder_that_cannot_be_written_is_told_once(terminal: Terminal, data: Path) -> None:
    data.write_text("a file", "utf-8")
    said = terminal.play("kuhn", "check", "check")
    assert said.count("The evening is not kept") == 1
    assert terminal.status == 0


def test_chips_that_are_real_are_not_counted(terminal: Terminal) -> None:
    flags = ("--names", "Ana,Bo,Cy", "--real-chips")
    lines = ("9h 4c Ks", "b 2", "4d", "stacks 1 2 3", "f", "f", "")
    said = terminal.play("ricochet-2", *lines, flags=flags)
    assert "nobody counts them here; set them right on the table" in said
    assert "Bo wins 5 with a pair of fours" in said
    assert "1000" not in said
    assert "chips: +" not in said
    assert "nobody counts them here" in terminal.play("ricochet-2", "", "2c")


@pytest.mark.parametrize("flags", [("--real-chips",), ("--fresh",), ("--names", "Ana,Bo")])
def test_flags_for_real_cards_are_refused_without_them(
    flags: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", "kuhn", *flags]) == 2
    assert f"{flags[0]} is for tables with real cards" in capsys.readouterr().err


@pytest.mark.parametrize("stack", [5, 10**9, 5 * 10**11, 5 * 10**11 + 1, 10**12, 10**40])
def test_an_evening_with_stacks_of_any_size_goes_on_or_refuses_them(
    terminal: Terminal, stack: int
) -> None:
    for number in range(3):
        lines = ("", "log") if number else (f"stacks {stack} {stack}", "bet 1", "fold", "", "log")
        said = terminal.play("kuhn", *lines, flags=() if number else _names("kuhn"))
        assert terminal.status == 0
        assert ("since one player may win them all" in said) == (
            number == 0 and 2 * stack > MOST_CHIPS
        )
        assert "Hand 2" in said
