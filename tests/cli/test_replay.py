"""`sidepot replay`: its output, its refusals, and its exit."""

import io
import json
import re
from pathlib import Path

import pytest

from sidepot.cli import main
from tests.history.hands import KNOWN, known, write

Captured = pytest.CaptureFixture[str]


def test_hands_are_printed_as_table_talk(tmp_path: Path, capsys: Captured) -> None:
    path = write(tmp_path / "x.phhs", KNOWN, known(*KNOWN.actions[:4], "void", players=None))
    assert main(["replay", str(path)]) == 0
    said = capsys.readouterr().out
    assert "hand 1: Ricochet Poker II" in said and "hand 2: Ricochet Poker II" in said
    assert "Ana, Bo and Cy ante 2 each." in said
    assert "Cy pays 1 for 1 card." in said and "Ana wins 7 with ten high." in said
    assert "p3 pays 1 for 1 card." in said and "The hand is called off" in said


def test_one_hand_in_a_file_of_its_own(tmp_path: Path, capsys: Captured) -> None:
    (tmp_path / "x.phh").write_text(KNOWN.text(), "utf-8")
    assert main(["replay", str(tmp_path / "x.phh")]) == 0
    assert "hand 1: Ricochet" in capsys.readouterr().out


def test_json_is_an_object_a_line(tmp_path: Path, capsys: Captured) -> None:
    path = write(tmp_path / "x.phhs", KNOWN, known("void", finishing_stacks=None))
    assert main(["replay", str(path), "--json"]) == 0
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert first == {
        "file": str(path),
        "hand": "1",
        "variant": "ricochet-2",
        "players": ["Ana", "Bo", "Cy"],
        "starting_stacks": [20, 20, 20],
        "finishing_stacks": [25, 18, 17],
        "actions": list(KNOWN.actions),
    }
    assert second["finishing_stacks"] == [20, 20, 20]


def test_a_refused_hand_does_not_stop_the_others(tmp_path: Path, capsys: Captured) -> None:
    bad = known(*KNOWN.actions[:3], "p3 buy 9")
    path = write(tmp_path / "x.phhs", KNOWN, bad, KNOWN)
    (tmp_path / "y.phhs").write_text("once upon a time")
    files = [str(path), str(tmp_path / "none"), str(tmp_path / "y.phhs"), str(path)]
    assert main(["replay", "--json", *files]) == 2
    said = capsys.readouterr()
    assert [json.loads(line)["hand"] for line in said.out.splitlines()] == ["1", "3"] * 2
    one, none, noise, two, last = said.err.splitlines()
    assert (
        one
        == two
        == (
            f'sidepot: {path}, hand 2: action 4 "p3 buy 9": this action is not possible; '
            "p3 may fold or buy 1 to 4"
        )
    )
    assert "none: cannot be read: No such file" in none
    assert "y.phhs, hand 1: it is not TOML: " in noise
    assert last == "sidepot: 4 refused, 4 hands good"


def test_the_files_in_a_folder_are_replayed_in_order(tmp_path: Path, capsys: Captured) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    for file in (tmp_path / "b.phhs", tmp_path / "a.phhs", inner / "c.phh"):
        write(file, KNOWN)
    (tmp_path / "notes.txt").write_text("no history", "utf-8")
    assert main(["replay", "--json", str(tmp_path)]) == 0
    found = [json.loads(line)["file"] for line in capsys.readouterr().out.splitlines()]
    assert [Path(file).name for file in found] == ["a.phhs", "b.phhs", "c.phh"]


def test_an_unknown_variant_is_refused_with_the_known_ones(
    tmp_path: Path, capsys: Captured
) -> None:
    path = write(tmp_path / "x.phhs", known(variant="holdem"))
    assert main(["replay", str(path)]) == 2
    assert "hand 1: there is no game holdem; choose one of " in capsys.readouterr().err


def test_hands_of_real_tables_are_printed_in_their_own_money(
    tmp_path: Path, capsys: Captured
) -> None:
    path = tmp_path / "x.phh"
    path.write_text(
        "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [0.25, 0.50]\nmin_bet = 0.50\n"
        "starting_stacks = [9.75, 20]\nplayers = ['Ana', '']\n"
        "actions = ['d dh p1 ????', 'd dh p2 AsKs', 'p2 cbr 1.5', 'p1 f']\n"
    )
    assert main(["replay", str(path)]) == 0
    said = capsys.readouterr().out
    assert "Ana posts 0.5." in said and "p2 posts 0.25." in said and "p2 raises to 1.5." in said
    assert "Ana gets 2 cards face down." in said
    assert main(["replay", "--json", str(path)]) == 0
    assert json.loads(capsys.readouterr().out)["finishing_stacks"] == [9.25, 20.5]
    path.write_text(path.read_text().replace("1.5", "0.75"))
    assert main(["replay", str(path)]) == 2
    assert "p2 may fold, call 0.25 or raise to 1 to 20" in capsys.readouterr().err


def test_names_do_not_command_the_terminal(tmp_path: Path, capsys: Captured) -> None:
    evil = ("\x1b[2J", "\0Kc\0", "[bold]\n")
    path = write(tmp_path / "x.phhs", known(players=evil), known("p1 \x1b[2J"))
    assert main(["replay", str(path)]) == 2
    said = capsys.readouterr()
    assert not {"\x1b", "\0"} & set(said.out + said.err)
    assert "[bold]" in said.out
    assert all(line.startswith("sidepot: ") for line in said.err.splitlines())


def test_a_played_hand_is_saved_and_can_be_replayed(
    data: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("fold\n" * 6 + "\n" + "fold\n" * 6 + "q\n"))
    assert main(["play", "ricochet-2", "--seed", "1", "--name", "Zoë"]) == 0
    (file,) = (data / "histories").iterdir()
    assert str(file) in capsys.readouterr().out.replace("\n", "")
    assert main(["replay", str(file)]) == 0
    again = capsys.readouterr()
    assert "Zoë folds." in again.out and not again.err
    assert main(["replay", "--json", str(file)]) == 0
    hands = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [hand["hand"] for hand in hands] == [str(n + 1) for n in range(len(hands))]
    assert len(hands) >= 2


def test_play_continues_when_the_hand_cannot_be_saved(
    data: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    data.write_text("a file where the folder should be")
    monkeypatch.setattr("sys.stdin", io.StringIO("fold\n" * 20))
    assert main(["play", "ricochet-2", "--seed", "1", "--hands", "1"]) == 0
    said = capsys.readouterr()
    assert "the hand is not saved" in said.out and "You leave with" in said.out and not said.err


def test_a_hand_is_stepped_through_forward_and_back(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(tmp_path / "x.phhs", KNOWN)
    monkeypatch.setattr("sys.stdin", io.StringIO("\np\np\n3\nn\n99\nwhat\nq\n"))
    assert main(["replay", "--step", str(path)]) == 0
    said = capsys.readouterr().out
    heads = re.findall(r"Step (\d) of 3, seen by rail", said)
    assert heads == ["0", "1", "0", "3"]
    assert "This is the first step." in said and "This is the last step." in said
    assert '"99" is none of these' in said and '"what" is none of these' in said
    assert "Shares of the pot" in said and "Ana 100%" in said


def test_a_step_as_a_seat_says_you_and_the_end_of_the_input_ends_it(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(tmp_path / "x.phhs", KNOWN, KNOWN)
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n"))
    assert main(["replay", "--step", "--seat", "p3", str(path)]) == 0
    said = capsys.readouterr().out
    assert "seen by Cy" in said and "You pay 1 for 1 card." in said
    assert said.count("Step 0 of 3") == 2


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (["--step", "--json"], "choose one of them"),
        (["--seat", "p1"], "--seat is for --step"),
        (["--step", "--seat", "p9"], "it can be seen as rail, p1, p2 or p3"),
        (["--step", "--seat", "Ana"], "there is no seat Ana in this hand"),
    ],
)
def test_flags_that_do_not_fit_are_refused(
    tmp_path: Path, capsys: Captured, flags: list[str], said: str
) -> None:
    path = write(tmp_path / "x.phhs", KNOWN)
    assert main(["replay", *flags, str(path)]) == 2
    assert said in capsys.readouterr().err
