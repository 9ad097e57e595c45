"""Pictures on rule pages: positions that pages declare, played by the rules."""

import re

import numpy as np
import pytest
from docs.rule_drawings import drawn

from sidepot import games, words
from sidepot.cards import parse
from sidepot.engine.drawing import drawing
from sidepot.engine.rule_pages import (
    drawings,
    family,
    positions,
    rule_page,
    with_marked_numbers,
    without_numbers,
)
from sidepot.engine.rule_pictures import declared, replaced, table_of
from sidepot.errors import BadCards, BadGameFile, IllegalAction
from sidepot.hands import CATEGORIES, strength_of
from sidepot.kernel import readable
from sidepot.paper.hand_order import HANDS, drawn_order

NAMES = sorted(games.registry())
BODY = """deck: 9c 4d Jh 4s
names: Ana Bo Cy
actions: buy 2
The caption.
"""


def page(body: str = BODY, game: str = "ricochet-2") -> str:
    return f"# A page\n\n```position {game}\n{body}```\n\nThe end.\n"


@pytest.mark.parametrize("language", words.languages())
@pytest.mark.parametrize("name", NAMES)
def test_every_page_has_a_picture_and_it_is_drawn_as_it_is_played(name: str, language: str) -> None:
    game = games.registry()[name]
    with words.speaking(language):
        assert positions(game)
        for place, svg in drawings(game).items():
            assert svg == drawn(place)
            assert place.caption
        assert set(drawings(game)) == set(positions(game))


def test_a_drawing_in_another_language_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sidepot.engine.rule_pages.language", lambda: words.DEFAULT)
    with pytest.raises(AssertionError):
        test_every_page_has_a_picture_and_it_is_drawn_as_it_is_played("ricochet-2", "de")


def test_the_order_of_hands_goes_from_the_highest_to_the_lowest() -> None:
    codes = [parse(hand) for hand in HANDS]
    strengths = [strength_of(readable(np.array(hand)), len(hand)) for hand in codes]
    assert strengths == sorted(strengths, reverse=True) and len({*strengths}) == len(HANDS)
    assert {len(hand) for hand in codes} == {1, 2, 3, 4, 5}
    shown = {CATEGORIES[found >> 26] for found in strengths}
    assert shown == {*CATEGORIES.values()} - {"five_alike"}, "that needs several decks"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("kuhn", "Ks Qs Js"),
        ("leduc", "Ks_Kh Qs_Qh Js_Jh Ks_Qh Ks_Jh Qs_Jh"),
        ("high-noon-5", "Qs_Qh Js_Jh Ks_Qh Ks_Jh Qs_Jh"),
        ("guts", "As_Ah 2s_2h As_Kh 3s_2h"),
        ("badugi", "4h_3d_2c_As Ks_Qh_Jd_Tc 3h_2d_As Ks_Qh_Jd 2h_As Ks_Qh As Ks"),
    ],
)
def test_the_order_of_hands_is_that_of_the_game(name: str, shown: str) -> None:
    label = re.findall(r"((?:\w\w )*\w\w): ", drawn_order(games.find(name)))
    assert [hand.replace(" ", "_") for hand in label] == shown.split()


def test_three_cards_of_guts_have_straights_and_flushes_unless_the_table_has_none() -> None:
    [three, pairs] = (
        drawn_order(games.find("guts", cards=3, ranking=ranking))
        for ranking in ("three-card", "pairs")
    )
    assert "As 3s 2s: a three-high straight flush; As Ah Ad: three aces;" in three
    assert "straight" not in pairs and "flush" not in pairs


@pytest.mark.parametrize(
    ("language", "says"),
    [("en", "four eights"), ("de", "vier Achten"), ("es", "un póker de ochos")],
)
def test_the_order_of_hands_is_drawn_in_every_language(language: str, says: str) -> None:
    [place] = declared("```order ricochet-2\nThe caption,\nin two lines.\n```\n")
    assert (place.caption, place.key) == ("The caption, in two lines.", "ricochet-2")
    with words.speaking(language):
        svg = drawn(place)
    assert f"8c 8d 8h 8s: {says};" in svg and svg.count("<g transform") == len(HANDS)


def test_a_drawing_says_in_words_what_it_shows() -> None:
    [place] = declared(page())
    svg = drawing(table_of(place, games.find))
    assert 'aria-label="Ana 9c: nine high; Bo 4d 4s: a pair of fours; Cy Jh: jack high"' in svg


def test_a_drawing_shows_only_what_its_viewer_knows() -> None:
    body = "deck: Kd 7h 2s 9c 4s Qd 4h 8c 3s 4c\nnames: Ana Bo Cy\n{}Caption.\n"
    shown = {}
    for seat in ("", "seat: Ana\n"):
        [place] = declared(page(body.format(seat), "poker-roulette"))
        shown[seat] = drawing(table_of(place, games.find))
    assert "Kd" in shown["seat: Ana\n"]
    assert "Kd" not in shown[""] and "7h" not in shown["seat: Ana\n"]


def test_names_are_escaped() -> None:
    [place] = declared(page(BODY.replace("Ana", "<b>")))
    assert "<b>" not in drawing(table_of(place, games.find))


@pytest.mark.parametrize(
    ("body", "error", "said"),
    [
        ("names: Ana Bo\nCaption.\n", BadGameFile, "deck"),
        ("deck: 2c 3c\nCaption.\n", BadGameFile, "names"),
        (BODY.replace("The", "seat: Dan\nThe"), BadGameFile, "Dan"),
        (BODY.replace("buy 2", "check"), IllegalAction, "check"),
        (BODY.replace("Jh", "9c"), BadCards, "9c"),
    ],
)
def test_a_position_that_cannot_be_is_refused(body: str, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        [table_of(place, games.find) for place in declared(page(body))]


def test_pages_have_something_else_where_nothing_can_be_drawn() -> None:
    assert replaced(page(), lambda place: place.caption) == (
        "# A page\n\nThe caption.\n\nThe end.\n"
    )
    for name in NAMES:
        assert "```" not in rule_page(games.registry()[name])


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Pay the ante (R1).", "Pay the ante."),
        ("In order (H1 to H5, R1).", "In order."),
        ("- **T1** Antes", "- Antes"),
        ("In order\n  (H1 bis\n  H5, R1).", "In order."),
        ("Out (K3; ours to\ndecide).", "Out (ours to\ndecide)."),
        ("ours (see A-9) or (R)", "ours (see A-9) or (R)"),
    ],
)
def test_numbers_of_rules_are_left_out(text: str, left: str) -> None:
    assert without_numbers(text) == left
    marked = with_marked_numbers(text, "[", "]")
    assert marked.replace("[", "").replace("]", "") == text
    assert ("[" in marked) == (text != left)


@pytest.mark.parametrize("language", words.languages())
@pytest.mark.parametrize("name", NAMES)
def test_a_page_without_numbers_has_none(name: str, language: str) -> None:
    game = games.registry()[name]
    with words.speaking(language):
        left = re.findall(r"\b[A-Z]\d+\b", without_numbers(rule_page(game)))
    assert [number for number in left if number not in ("A2345",)] == [], family(game)
