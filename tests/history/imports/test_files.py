"""Files of other programs: what a hand says, what is refused, and what is kept."""

from decimal import Decimal
from pathlib import Path

import pytest

from sidepot.errors import BadHistory
from sidepot.history.imports import Imported, read_foreign
from tests.history.imports import printers
from tests.history.imports.files import GERMAN, NEWCOMERS, POKER_NOW, TEXAS, TOURNAMENT


def read(folder: Path, text: str | bytes, format: str | None = None) -> list[Imported]:
    file = folder / "file"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return list(read_foreign(file, format))


def one(folder: Path, text: str) -> Imported:
    [found] = read(folder, text)
    return found


def error_of(folder: Path, text: str) -> str:
    found = one(folder, text)
    assert found.history is None
    return str(found.error)


def test_a_hand_of_pokerstars(tmp_path: Path) -> None:
    found = one(tmp_path, TEXAS)
    history = found.history
    assert history and found.unknown == ()
    assert history.players == ("Ana", "Bo", "Cy")
    assert history.starting_stacks == (100, Decimal("52.35"), 80)
    assert history.stakes == {"blinds_or_straddles": (Decimal("0.5"), 1, 0), "min_bet": 1}
    assert history.others["winnings"] == [0, 0, Decimal("102.20")]
    assert history.others["table"] == "Beta II" and history.others["seats"] == [1, 2, 4]
    assert [line for line in history.actions if not line.startswith("#")] == [
        *("d dh p1 ????", "d dh p2 QcQd", "d dh p3 AhKd"),
        *("p3 cbr 3", "p1 f", "p2 cc", "d db 2c7dKh", "p2 cc", "p3 cbr 4.20", "p2 cc"),
        *("d db 9s", "p2 cbr 45.15", "p3 cc", "d db 3d", "p2 sm QcQd", "p3 sm AhKd"),
    ]
    assert '# Ana said, "nice hand"' in history.actions


def test_a_short_blind_and_a_split_pot(tmp_path: Path) -> None:
    history = one(tmp_path, TOURNAMENT).history
    assert history
    assert history.finishing_stacks == (45, 2965, 1490)
    assert history.antes == (10, 10, 10)


def test_a_pot_that_is_told_otherwise_is_refused_with_its_line(tmp_path: Path) -> None:
    said = error_of(tmp_path, TOURNAMENT.replace("Bo collected 45", "Bo collected 50"))
    assert "line 21: the file ends with the stacks [50, 2965, 1490], the rules with [45" in said


def test_newcomers_post_out_of_turn(tmp_path: Path) -> None:
    history = one(tmp_path, NEWCOMERS).history
    assert history
    assert history.stakes["blinds_or_straddles"] == (1, 2, -2, -2, 0)
    assert history.antes == (0, 0, 1, 0, 0)


def test_hands_of_poker_now(tmp_path: Path) -> None:
    second, first = read(tmp_path, POKER_NOW)
    assert first.history and second.history
    assert first.history.players == ("Bo", "Ana") and second.history.players == ("Ana", "Bo")
    assert first.history.finishing_stacks == (1010, 990)
    assert second.history.finishing_stacks == (970, 1030)
    assert second.unknown == ((11, "Something that nobody has seen"),)
    assert "# Something that nobody has seen" in second.history.actions


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "cp1252"])
def test_other_encodings_are_read(tmp_path: Path, encoding: str) -> None:
    text = TEXAS.replace("Ana", "Zoë").replace("\n", "\r\n")
    begin = "\ufeff" if encoding == "utf-16-le" else ""
    [found] = read(tmp_path, (begin + text).encode(encoding))
    assert found.history and found.history.players == ("Zoë", "Bo", "Cy")


CHANGES = {
    "a call out of turn": (
        ("Bo: calls $2\n", "Ana: calls $2\n"),
        'line 15: "p1 cc" does not follow',
    ),
    "too small a raise": (("raises $2 to $3", "raises $0.50 to $1.50"), "line 12: "),
    "a card twice": (("[9s]\n", "[Kh]\n"), "line 20: "),
    "another winner": (("Cy collected", "Bo collected"), "line 27: the file lets"),
    "too much": (("Cy collected $102.20", "Cy collected $112.20"), "line 27: the file lets Cy"),
    "a player without a seat": (("Bo: posts big", "Bob: posts big"), "does not follow"),
    "two boards": (("*** FLOP ***", "*** FIRST FLOP ***"), "line 16: the board is run twice"),
    "another game": (("Hold'em No Limit", "Omaha Pot Limit"), "Omaha Pot Limit is not read"),
    "no stakes": (("($0.50/$1.00 USD)", ""), "not in English"),
    "a seat taken twice": (("Seat 2: Bo", "Seat 1: Bo"), "line 4: Bo or seat 1 is taken twice"),
    "the end is missing": (("*** SUMMARY ***", ""), "cut off"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_hand_that_cannot_be_is_refused_with_its_line(tmp_path: Path, name: str) -> None:
    (old, new), said = CHANGES[name]
    assert old in TEXAS
    assert said in error_of(tmp_path, TEXAS.replace(old, new))


def test_each_hand_is_read_by_itself(tmp_path: Path) -> None:
    half = TEXAS[: len(TEXAS) // 2] + "\n"
    found = read(tmp_path, TEXAS + half + TEXAS.replace("#1001", "#1004") + half)
    assert [hand.label for hand in found if hand.history] == ["1001", "1004"]
    assert [str(hand.error) for hand in found if hand.error] == [
        "line 36: the hand is cut off: its end is missing; export it again",
        "line 90: the hand is cut off: its end is missing; export it again",
    ]


def test_hands_that_are_cut_anywhere_end_in_an_error_or_a_hand(tmp_path: Path) -> None:
    for text in (TEXAS, POKER_NOW):
        for cut in range(200, len(text), 97):
            for hand in read(tmp_path, text.encode()[:cut], None):
                assert (hand.history is None) == (hand.error is not None)


def test_another_language_is_refused_with_the_way_out(tmp_path: Path) -> None:
    assert "set the language of hand histories to English" in error_of(tmp_path, GERMAN)


def test_unknown_lines_are_named_and_kept(tmp_path: Path) -> None:
    found = one(tmp_path, TEXAS.replace("Bo: checks\n", "Bo: checks\nBo wins a bracelet\n"))
    assert found.history and found.unknown == ((18, "Bo wins a bracelet"),)
    assert found.history.actions.count("# Bo wins a bracelet") == 1


def test_a_long_line_is_cut(tmp_path: Path) -> None:
    found = one(tmp_path, TEXAS.replace("Bo: checks\n", "Bo: checks\n" + "x" * 65_536 + "\n"))
    [(line, text)] = found.unknown
    assert found.history and line == 18 and len(text) == 500


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"", "not one of the formats"),
        (b"variants are many\n", "error"),
        (b"\x7fELF\0\0", "not a text"),
        (b"SQLite format 3\0" + b"x" * 200, "no session of PokerTH"),
    ],
)
def test_other_files_are_refused(tmp_path: Path, raw: bytes, said: str) -> None:
    try:
        found = [str(hand.error) for hand in read(tmp_path, raw)]
    except BadHistory as error:
        found = [str(error)]
    assert len(found) == 1 and (said in found[0] or said == "error")


def test_a_database_of_something_else_is_refused(tmp_path: Path) -> None:
    file = printers.pokerth(tmp_path / "log.pdb", [printers.random_hand(1)])
    raw = file.read_bytes()
    (tmp_path / "cut.pdb").write_bytes(raw[: len(raw) // 2])
    with pytest.raises(BadHistory, match="no session of PokerTH"):
        list(read_foreign(tmp_path / "cut.pdb"))


WINNINGS = """
variant = 'NT'
antes = [0.25, 0.25, 0.25]
blinds_or_straddles = [0.50, 1, 0]
min_bet = 1
starting_stacks = [50, 60.20, 70]
actions = ['d dh p1 AsAh', 'd dh p2 7c2d', 'd dh p3 ????', 'p3 f', 'p1 cc', 'p2 cc',
  'd db KcKd3h', 'p1 cc', 'p2 cc', 'd db 4h', 'p1 cc', 'p2 cc', 'd db 9s', 'p1 cc', 'p2 cc']
winnings = [2.65, 0, 0]
"""


def test_the_winners_of_a_history_are_those_of_the_rules(tmp_path: Path) -> None:
    assert one(tmp_path, WINNINGS).history
    wrong = WINNINGS.replace("[2.65, 0, 0]", "[0, 2.65, 0]")
    assert error_of(tmp_path, wrong) == "the file lets p2 win, the rules p1"


def test_an_unknown_format_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadHistory, match="pokerstars, poker-now, pokerth and phh"):
        read(tmp_path, TEXAS, "fulltilt")


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadHistory, match="cannot be read"):
        list(read_foreign(tmp_path / "none.txt"))


def test_a_stream_is_read_hand_by_hand(tmp_path: Path) -> None:
    """The first hand comes before the file is read to its end."""
    file = tmp_path / "many.txt"
    file.write_text(TEXAS * 200, "utf-8")
    hands = read_foreign(file)
    assert next(hands).history
    hands.close()  # type: ignore[attr-defined]
