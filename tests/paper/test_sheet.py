"""The page itself: what is on it, in each language, also for a designer's file."""

import re
from pathlib import Path

import pytest

import sidepot
from sidepot import games
from sidepot.cli import main
from sidepot.designer.new import new_game
from sidepot.paper import PAPERS, paper_of, sheet
from sidepot.paper.sizes import paper_here
from sidepot.words import languages, say, speaking

NAMES = sorted(games.registry())
SUITS_DECIDE = ("poker-roulette", "ricochet", "ricochet-2", "ricochet-casino", "seven-card-stud")
"""Games in which suits decide between equal hands, or who brings it in."""


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", NAMES)
def test_every_game_has_a_sheet_in_every_language(name: str, language: str) -> None:
    game = games.registry()[name]
    with speaking(language):
        page = sheet(game, "a4")
        assert f"<h1>{game.said_title.replace(chr(39), '&#x27;')}</h1>" in page
        assert (say("paper.suits") in page) == (name in SUITS_DECIDE)
        for key in ("paper.owed", "paper.evening"):
            assert say(key) in page
    assert not re.search(r"±|[ (]0?[.,]\d{3}", page.partition("<main>")[2].partition("<svg")[0])
    assert "```" not in page
    assert "<!--" not in page


def test_the_order_of_hands_is_drawn_where_the_page_shows_it() -> None:
    assert say("hand.royal_flush") not in sheet(sidepot.game("ricochet-2"), "a4")
    assert sheet(sidepot.game("ricochet-2"), "a4").count("<svg") == 1
    assert "a badugi, four, three" in sheet(sidepot.game("badugi"), "a4")


def test_a_game_without_an_order_on_its_page_has_none_on_paper(tmp_path: Path) -> None:
    file = new_game("odd-one", tmp_path)
    assert "<svg" not in sheet(games.find(str(file)), "a4")


def test_long_values_may_be_divided_and_others_not() -> None:
    page = sheet(sidepot.game("ricochet-casino"), "a4")
    assert '<td class="n value long">2/<wbr>5/<wbr>10/' in page
    assert '<td class="n value">1</td>' in page


def test_texts_of_a_file_are_escaped(tmp_path: Path) -> None:
    file = new_game("odd-one", tmp_path)
    text = file.read_text("utf-8").replace('title="', 'title="<b>&', 1)
    file.write_text(text, "utf-8")
    page = sheet(games.find(str(file)), "letter")
    assert "<h1>&lt;b&gt;&amp;" in page
    assert "<title>&lt;b&gt;&amp;" in page


@pytest.mark.parametrize(
    ("tags", "paper"),
    [
        ("en-US,en;q=0.9", "letter"),
        ("en-GB,en;q=0.9", "a4"),
        ("de", "a4"),
        ("es-MX", "letter"),
        ("zh-Hant-TW, en-US", "a4"),
        ("", "a4"),
        ("x" * 9_999, "a4"),
    ],
)
def test_the_paper_is_what_is_usual_there(tags: str, paper: str) -> None:
    assert paper_of(tags) == paper


def test_the_paper_of_the_system_is_that_of_its_first_variable() -> None:
    assert paper_here({"LANG": "de_DE.UTF-8", "LC_PAPER": "en_US.UTF-8"}) == "letter"
    assert paper_here({"LANG": "C"}) == "a4"


@pytest.mark.parametrize("paper", PAPERS)
def test_the_command_writes_one_file(
    paper: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "rules.html"
    line = ["rules", "guts", "--options", "ante=5", "--print", "--paper", paper]
    assert main([*line, "--output", str(file)]) == 0
    text = file.read_text("utf-8")
    assert f"size: {PAPERS[paper].name};" in text
    assert '<td class="n value">5</td>' in text
    assert "rules.html" in capsys.readouterr().out.replace("\n", "")


@pytest.mark.parametrize(
    "line",
    [
        ["nothing", "--print"],
        ["guts", "--print", "--options", "ante=x"],
        ["guts", "--print", "--output", "/"],
        ["guts", "--print", "--output", "/nowhere/at/all.html"],
        ["guts", "--paper", "a4"],
        ["guts", "--output", "x.html"],
    ],
)
def test_odd_input_gets_a_sentence(line: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", *line]) == 2
    assert capsys.readouterr().err.startswith("sidepot: ")
