"""Tables of histories: their sums, what they do not know, and their files."""

import csv
from pathlib import Path
from typing import Any

import pytest

from sidepot import games
from sidepot.cli import main
from sidepot.errors import BadHistory, BadTable
from sidepot.history import History
from sidepot.history.notation import HIDDEN
from sidepot.history.tables import columns, export
from sidepot.history.tables.columns import DECISIONS, HANDS, SEATS, TABLES
from sidepot.history.tables.export import Export
from sidepot.history.tables.frame import Frame, frame
from sidepot.history.tables.reading import listed, read_frame
from tests.history.hands import KNOWN, known, random_hand, write

Captured = pytest.CaptureFixture[str]
Table = list[dict[str, Any]]


def table(of: Frame) -> Table:
    """The rows of a frame, by the names of the columns."""
    return [dict(zip(of, row, strict=True)) for row in zip(*dict(of).values(), strict=True)]


def tables(history: History) -> tuple[dict[str, Any], Table, Table]:
    """The row of a hand, the rows of its seats and of its decisions."""
    hands, seats, decisions = (table(history.frame(rows)) for rows in (HANDS, SEATS, DECISIONS))
    return hands[0], seats, decisions


@pytest.mark.parametrize("name", list(games.registry()))
def test_tables_add_up_to_the_chips_of_the_history(name: str) -> None:
    for seed in range(6):
        played = random_hand(seed, name)
        history = played.history
        hand, seats, decisions = tables(history)
        n = played.players
        assert [row["stack"] + row["net"] for row in seats] == list(history.finishing_stacks or ())[
            :n
        ]
        bank, left, before = hand["bank"] or 0, hand["left"], hand["before"]
        assert sum(row["net"] for row in seats) + bank + left == before
        assert hand["pot"] == sum(row["won"] for row in seats) + sum(played.won[n:])
        assert hand["winners"] == sum(chips > 0 for chips in played.won)
        assert hand["decisions"] == len(decisions) == sum(row["decisions"] for row in seats)
        for row, (seat, action) in zip(decisions, played.actions, strict=True):
            assert (row["seat"] - 1, row["action"]) == (seat, action.kind)
            assert row["stack"] >= 0 and row["pot"] >= 0
            assert row["action"] in row["offered"].split() and row["choices"] >= 1
        dealt = [line.cards for line in history.lines if line and line.word == "dh"]
        every = "".join(row["dealt"] for row in seats)
        assert len(every) <= 2 * sum(map(len, dealt))


def test_a_known_hand_row_by_row() -> None:
    hand, seats, decisions = tables(KNOWN)
    assert hand == {
        **{"file": None, "hand": "1", "game": "ricochet-2", "options": "ante=2", "unit": 1.0},
        **{"date": None, "players": 3, "decisions": 3, "called_off": False, "pot": 7},
        **{"winners": 1, "showdown": False, "bank": None, "before": 0, "left": 0, "board": ""},
    }
    assert [row["player"] for row in seats] == ["Ana", "Bo", "Cy"]
    assert [row["from_dealer"] for row in seats] == [1, 2, 0]
    assert [row["net"] for row in seats] == [5, -2, -3]
    assert [row["end"] for row in seats] == ["won", "folded", "folded"]
    assert [row["dealt"] for row in seats] == ["Ts", "5d", "3c7s"]
    assert seats[0]["holding"] == "ten high"
    assert [row["seat"] for row in decisions] == [3, 2, 3]
    assert [row["action"] for row in decisions] == ["buy", "fold", "fold"]
    assert [row["amount"] for row in decisions] == [1, None, None]
    assert [row["pot"] for row in decisions] == [6, 7, 7]
    assert [row["stack"] for row in decisions] == [18, 18, 17]
    assert [row["cards"] for row in decisions] == ["3c", "5d", "3c7s"]


def test_names_are_null_where_there_are_none() -> None:
    _, seats, decisions = tables(known(players=None))
    assert {row["player"] for row in (*seats, *decisions)} == {None}


def test_a_hand_that_was_called_off_has_no_result() -> None:
    hand, seats, decisions = tables(known(*KNOWN.actions[:4], "void"))
    assert hand["called_off"] and (hand["pot"], hand["winners"], hand["showdown"]) == (None,) * 3
    assert {(row["net"], row["won"], row["end"], row["holding"]) for row in seats} == {
        (0, None, None, None)
    }
    assert seats[2]["dealt"] == "3c" and len(decisions) == 1, (
        "the card that was bought did not come"
    )


NOT_SEEN = """\
variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [0.5, 1, 0]
min_bet = 1
starting_stacks = [50, 50, 20.25]
year = 2026
month = 3
day = 9
actions = [
  "d dh p1 ????", "d dh p2 AsKs", "d dh p3 ????",
  "p3 f", "p1 cbr 3", "p2 cc", "d db Ad9c3h", "p1 cc", "p2 cbr 5.50", "p1 f",
]
"""


def test_unknown_values_of_a_history_are_null() -> None:
    hand, seats, decisions = tables(History.parse(NOT_SEEN))
    assert [row["dealt"] for row in seats] == [None, "AsKs", None]
    assert [row["cards"] for row in seats] == [None, "AsKs", None]
    assert [row["holding"] for row in seats] == [
        None,
        "a pair of aces, king, nine and three kickers",
        None,
    ]
    assert [row["cards"] for row in decisions] == [None, None, "AsKs", None, "AsKs", None]
    assert (hand["unit"], hand["date"], hand["board"]) == (0.01, "2026-03-09", "Ad9c3h")
    assert [row["net"] for row in seats] == [-300, 300, 0]
    assert [row["amount"] for row in decisions] == [None, 300, None, None, 550, None]
    assert [row["to_call"] for row in decisions] == [100, 50, 200, 0, 0, 550]


def test_cards_known_in_part_are_named_in_part() -> None:
    history = History.parse(NOT_SEEN.replace("p2 AsKs", "p2 As??"))
    _, seats, _ = tables(history)
    assert (seats[1]["dealt"], seats[1]["holding"]) == ("As??", None)


@pytest.mark.parametrize("name", ["holdem-no-limit", "ricochet-2", "guts", "kuhn"])
def test_no_made_up_card_is_in_a_table(name: str) -> None:
    """Cards of players who do not show are left out of a history; none comes back in its tables."""
    for seed in range(12):
        played = random_hand(seed, name)
        history = played.history
        out = {event.seat for event in played.events() if event.kind == "folded"}
        lines = [line for line in history.lines if line]
        kept = [
            str(line) if not (line.word == "dh" and line.seat in out)
            else f"d dh p{line.seat + 1} {HIDDEN * len(line.cards)}"
            for line in lines
        ]  # fmt: skip
        try:
            _, seats, decisions = tables(known_as(history, kept))
        except BadHistory:
            continue  # the result hangs on what was left out
        for row in (*seats, *decisions):
            if row["seat"] - 1 in out:
                assert not (row["cards"] or "").replace(HIDDEN, "")


def known_as(history: History, lines: list[str]) -> History:
    return History.from_fields({**history.fields, "actions": lines})


def test_an_unknown_table_is_answered_with_those_there_are() -> None:
    with pytest.raises(BadTable, match="hands, seats and decisions"):
        KNOWN.frame("hand")


def test_every_column_is_in_the_rows_and_on_the_page() -> None:
    page = (Path(__file__).parents[2] / "docs" / "analysis.md").read_text("utf-8")
    for name, own in TABLES.items():
        row = table(KNOWN.frame(name))[0]
        assert [*row] == [column.name for column in own]
        for column in own:
            assert f"| `{column.name}` | {column.type}" in page
            assert column.help in page
            if row[column.name] is None:
                assert column.is_nullable
    assert len(columns.HANDS) > 0


# Files ------------------------------------------------------------------------------------------


def folder(tmp_path: Path) -> Path:
    """A folder of three files: the one in the middle is broken, and has a good hand."""
    hands = tmp_path / "hands"
    hands.mkdir()
    write(hands / "a.phhs", *(random_hand(seed).history for seed in range(3)))
    (hands / "b.phhs").write_text(f'[1]\nvariant = "x\n\n{KNOWN.text(2)}\n[3]\nx = 1\n', "utf-8")
    (hands / "c.phh").write_text(KNOWN.text(), "utf-8")
    (hands / "notes.txt").write_text("no history", "utf-8")
    return hands


def rows_in(file: Path) -> Table:
    with file.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def test_a_table_of_refused_hands_alone_is_not_written(tmp_path: Path) -> None:
    (tmp_path / "a.phh").write_text("nothing", "utf-8")
    gone = str(tmp_path / "gone.phh")
    for files in ([str(tmp_path / "a.phh")], [gone], [str(tmp_path / "a.phh"), gone]):
        assert main(["replay", *files, "--table", str(tmp_path / "out.csv")]) == 2
    assert list(tmp_path.iterdir()) == [tmp_path / "a.phh"]


def test_a_broken_file_in_a_folder_is_named_and_the_rest_goes_on(
    tmp_path: Path, capsys: Captured
) -> None:
    file = tmp_path / "out.csv"
    assert (
        main(["replay", str(folder(tmp_path)), str(tmp_path / "gone.phh"), "--table", str(file)])
        == 2
    )
    said = capsys.readouterr().err
    assert "b.phhs, hand 1: it is not TOML" in said and "b.phhs, hand 3: the field variant" in said
    assert "gone.phh: cannot be read" in said and "3 refused, 5 hands good" in said
    rows = rows_in(file)
    assert [(Path(row["file"]).name, row["hand"]) for row in rows] == [
        *(("a.phhs", str(n)) for n in (1, 2, 3)), ("b.phhs", "2"), ("c.phh", "1"),
    ]  # fmt: skip
    assert sorted(tmp_path.iterdir()) == [tmp_path / "hands", file]


def test_several_tables_have_a_file_each(tmp_path: Path) -> None:
    (tmp_path / "x.phh").write_text(KNOWN.text(), "utf-8")
    given = ["replay", str(tmp_path / "x.phh"), "--table", str(tmp_path / "out.csv")]
    assert main([*given, "--rows", "seats", "decisions"]) == 0
    assert [row["net"] for row in rows_in(tmp_path / "out.seats.csv")] == ["5", "-2", "-3"]
    assert len(rows_in(tmp_path / "out.decisions.csv")) == 3


def test_an_empty_text_is_not_a_missing_one_in_csv(tmp_path: Path) -> None:
    names = ('a, "b"', "", "c\nd")
    (tmp_path / "x.phh").write_text(known(players=names).text(), "utf-8")
    file = tmp_path / "out.csv"
    assert main(["replay", str(tmp_path / "x.phh"), "--table", str(file), "--rows", "seats"]) == 0
    assert [row["player"] for row in rows_in(file)] == [*names]
    assert ',2,"",2,' in file.read_text("utf-8") and ",folded,1," in file.read_text("utf-8")


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (["--table", "out.xlsx"], "let it end in .csv or .parquet"),
        (["--table", "gone/out.csv"], "its folder does not exist"),
        (["--rows", "seats"], "--rows is for --table"),
        (["--threads", "2"], "--threads is for --table"),
        (["--table", "out.csv", "--json"], "--table writes a file in place of what --json shows"),
        (["--table", "out.csv", "--step"], "--table writes a file in place of what --step shows"),
    ],
)
def test_flags_that_do_not_go_together_are_refused(
    flags: list[str], said: str, tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["replay", "x.phh", *flags]) == 2
    assert said in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_interrupted_work_leaves_no_table_and_goes_on_where_it_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export, "_BATCH", 2)
    monkeypatch.setattr(export, "_PART", 4)
    hands = write(tmp_path / "x.phhs", *(random_hand(seed).history for seed in range(11)))
    whole = Export([str(hands)], tmp_path / "whole.csv", [HANDS, SEATS])
    export.export(whole)
    what = Export([str(hands)], tmp_path / "out.csv", [HANDS, SEATS])

    def stop(done: int) -> None:
        if done >= 6:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        export.export(what, progress=stop)
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {"x.phhs", "whole.hands.csv", "whole.seats.csv", "out.csv.parts"}
    assert {path.name for path in what.parts.iterdir()} == {
        *("hands-000000.csv", "seats-000000.csv", "progress.json"),
    }
    assert export.export(what) == (11, 0, 4)
    assert not what.parts.exists()
    for name in (HANDS, SEATS):
        found = [(tmp_path / f"{stem}.{name}.csv").read_bytes() for stem in ("out", "whole")]
        assert found[0] == found[1]


def test_parts_of_other_hands_are_not_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export, "_BATCH", 1)
    monkeypatch.setattr(export, "_PART", 1)
    hands = write(tmp_path / "x.phhs", *(random_hand(seed).history for seed in range(3)))
    what = Export([str(hands)], tmp_path / "out.csv", [HANDS])

    def stop(done: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        export.export(what, progress=stop)
    hands.write_text(KNOWN.text(1), "utf-8")
    assert export.export(what) == (1, 0, 0)
    assert [row["game"] for row in rows_in(tmp_path / "out.csv")] == ["ricochet-2"]


@pytest.mark.soak
def test_tables_are_the_same_by_several_processes(tmp_path: Path) -> None:
    hands = folder(tmp_path)
    for threads in ("1", "2"):
        given = ["replay", str(hands), "--table", str(tmp_path / f"{threads}.csv")]
        assert main([*given, "--threads", threads, "--rows", "decisions"]) == 2
    assert (tmp_path / "1.csv").read_bytes() == (tmp_path / "2.csv").read_bytes()


def test_a_table_of_files_in_memory(tmp_path: Path) -> None:
    file = write(tmp_path / "x.phhs", KNOWN, KNOWN)
    found = read_frame(file, rows=SEATS)
    assert (len(found), found["hand"]) == (6, ("1",) * 3 + ("2",) * 3)
    assert found["file"] == (str(file),) * 6
    assert listed([tmp_path]) == [str(file)]
    assert len(frame([], SEATS)) == 0
