"""`sidepot equity`: its lines with a bar for each hand, its JSON, and its refusals."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from sidepot.cli import main
from sidepot.designer.template import ONE_CARD

HANDS = "AsKs / QdQh / Jh 9c 2d 3s"
FLAGS = ("--samples", "20")
SVG = "{http://www.w3.org/2000/svg}"
DOCS = Path(__file__).parents[2] / "docs"


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The output of a successful command."""
    assert main(["equity", *arguments]) == 0
    return capsys.readouterr().out


def test_each_hand_has_its_share_and_a_bar(capsys: pytest.CaptureFixture[str]) -> None:
    first, second, *rest = said(capsys, "holdem-no-limit", HANDS).splitlines()
    assert "13.64%" in first and "wins 13.64%, splits 0%" in first
    assert "86.36%" in second and len(first.split()[2]) < len(second.split()[2]) <= 30
    assert rest[0].startswith("The board is") and "(44)" in rest[1] and "exact" in rest[1]
    assert rest[2] == "Everybody stays in, and nobody bets."


def test_json_has_the_same_unrounded(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(said(capsys, "holdem-no-limit", HANDS, "--json", "--dead", "Ac"))
    assert (found["method"], found["deals"], found["dead"]) == ("exact", 43, ["Ac"])
    assert found["hands"][0]["equity"] == pytest.approx(5 / 43)
    assert (found["game"], found["rule"], len(found["board"])) == ("holdem-no-limit", "none", 4)


def test_the_board_may_be_given_by_itself(capsys: pytest.CaptureFixture[str]) -> None:
    cards = ("holdem-no-limit", "AsKs / QdQh", "--board", "Jh 9c 2d 3s")
    assert said(capsys, *cards) == said(capsys, "holdem-no-limit", HANDS)


def test_a_sampled_equity_says_its_error_and_how_cards_are_thrown(
    capsys: pytest.CaptureFixture[str],
) -> None:
    lines = said(capsys, "high-noon-standoff", "AsKsQsJs2d / * / Ts", *FLAGS).splitlines()
    assert "20 random deals; the standard error is" in lines[-2] and "discards" in lines[-1]


def test_a_file_of_a_designer_is_taken(capsys: pytest.CaptureFixture[str]) -> None:
    assert ONE_CARD.file is not None
    found = said(capsys, str(ONE_CARD.file), "As / *", "--json", *FLAGS)
    assert json.loads(found)["game"] == ONE_CARD.name


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["holdem-no-limit", "AsKs / AsKd"], "the card As is given 2 times"),
        (["holdem-no-limit", "AsKs"], "is for 2 to 10 players, not 1"),
        (["holdem-no-limit", "AsKs / what"], "what is no hand of 2 cards"),
        (["nothing", "AsKs / QdQh"], "nothing"),
        (["holdem-no-limit", "AsKs / QdQh", "--dead", "As"], "given 2 times"),
        (["high-noon-standoff", "* / *", "--exact"], "leave out --exact"),
    ],
)
def test_bad_input_is_refused_in_a_sentence(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["equity", *arguments]) == 2
    captured = capsys.readouterr()
    assert message in captured.err and captured.out == "" and "Traceback" not in captured.err


def test_a_picture_has_all_that_is_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "equity.svg"
    position = ("holdem-no-limit", "AsKs / QQ+, AK / Jh 9c 2d Ad")
    printed = said(capsys, *position, "--picture", str(file)).splitlines()
    drawing = ElementTree.fromstring(file.read_text("utf-8"))
    texts = [text.text for text in drawing.iter(f"{SVG}text")]
    for line, share in zip(printed[:2], ("72.87%", "27.13%"), strict=True):
        assert share in texts and share in line
        assert line[line.index("wins ") :] in texts
    assert printed[2].startswith("The board is") and "The board is Jh, 9c, 2d and Ad." in texts
    assert set(printed[3:]) <= set(texts)
    bars = [bar.attrib["width"] for bar in drawing.iter(f"{SVG}rect") if "opacity" in bar.attrib]
    assert bars == ["290.0", "211.3", "156.9", "290.0", "78.7", "24.3"]
    assert file.read_text("utf-8") == (DOCS / "pictures" / "equity.svg").read_text("utf-8")


def test_a_picture_shows_cards_that_are_thrown_away_or_unknown(tmp_path: Path) -> None:
    file = tmp_path / "equity.svg"
    hands = "AsKs7h?? (2d) / * / Ts"
    assert main(["equity", "high-noon-standoff", hands, *FLAGS, "--picture", str(file)]) == 0
    drawn = file.read_text("utf-8")
    assert drawn.count('opacity=".45"') == 1 and drawn.count("var(--back") == 1
    assert ">*<" in drawn


@pytest.mark.parametrize(
    ("file", "message"), [("x.png", "let it end in .svg"), ("gone/x.svg", "does not exist")]
)
def test_a_picture_that_cannot_be_written_is_refused_before_the_work(
    file: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["equity", "holdem-no-limit", HANDS, "--picture", str(tmp_path / file)]) == 2
    told = capsys.readouterr()
    assert message in told.err and not told.out
