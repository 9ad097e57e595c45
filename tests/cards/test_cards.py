"""Cards as numbers and as text: codes, jokers, several decks, and text that is no card."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidepot import cards
from sidepot.errors import BadCards

CODES_OF_ONE_DECK = range(cards.SIZE)
separators = st.sampled_from(["", " ", ",", ", ", "\t", "\n", " , "])


def test_codes_are_rank_times_four_plus_suit() -> None:
    assert cards.texts([0, 1, 2, 3, 4, 44, 51]) == "2c 2d 2h 2s 3c Kc As"
    for code in CODES_OF_ONE_DECK:
        assert cards.text(code) == cards.RANKS[code // 4] + cards.SUITS[code % 4]


def test_every_card_reads_back() -> None:
    assert len({cards.text(code) for code in CODES_OF_ONE_DECK}) == 52
    for code in CODES_OF_ONE_DECK:
        assert cards.parse(cards.text(code)) == [code]
    assert cards.parse(cards.texts(CODES_OF_ONE_DECK)) == list(CODES_OF_ONE_DECK)


def test_jokers_are_written_alike_and_the_second_is_53() -> None:
    assert [cards.text(joker) for joker in cards.JOKERS] == ["Xx", "Xx"]
    assert cards.parse("Xx") == [52]
    assert cards.parse("Xx Kc Xx") == [52, 44, 53]
    assert cards.parse(cards.texts(range(cards.CODES))) == list(range(cards.CODES))


def test_physical_cards_of_several_decks_are_written_like_those_of_one() -> None:
    for card in cards.deck(copies=4, jokers=True):
        assert cards.text(card) == cards.text(card % cards.CODES)
    assert cards.texts([44, 44 + 54, 44 + 2 * 54, 53 + 54]) == "Kc Kc Kc Xx"
    assert cards.parse("Kc Kc") == [44, 44]


def test_hidden_cards_are_shown_and_empty_places_passed_over() -> None:
    assert cards.text(cards.HIDDEN) == "??"
    assert cards.texts([cards.HIDDEN, cards.NONE, 44, cards.NONE]) == "?? Kc"
    assert cards.texts([]) == cards.texts([cards.NONE]) == ""


@pytest.mark.parametrize(
    "line",
    ["Kc Td", "KcTd", "Kc,Td", "Kc, Td", " Kc\tTd\n", "kc td", "KC TD", "kCtD", ",Kc,,Td,"],
)
def test_separators_and_case_do_not_matter(line: str) -> None:
    assert cards.parse(line) == [44, 33]


@pytest.mark.parametrize("line", ["", " ", ",", " ,\n"])
def test_no_cards(line: str) -> None:
    assert cards.parse(line) == []


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("10c", "10"),
        ("1c", "1c"),
        ("K", "K"),
        ("Kc T", "T"),
        ("Kcc", "c"),
        ("K c", "K"),
        ("cK", "cK"),
        ("Kx", "Kx"),
        ("Xc", "Xc"),
        ("??", "??"),
        ("Kc;Td", ";T"),
        ("K\u2605", "K\u2605"),
        ("\u00dfc", "\u00dfc"),
    ],
)
def test_a_malformed_card_is_named_and_the_way_out_shown(line: str, wrong: str) -> None:
    with pytest.raises(BadCards) as refusal:
        cards.parse(line)
    said = str(refusal.value)
    assert said.startswith(f"{wrong} is not a card")
    assert "Kc or Td" in said
    assert "Xx" in said


@given(st.lists(st.tuples(st.integers(0, 51), separators, st.booleans()), max_size=60))
def test_any_cards_with_any_separators_read_back(dealt: list[tuple[int, str, bool]]) -> None:
    line = "".join(
        (cards.text(code).swapcase() if swapped else cards.text(code)) + separator
        for code, separator, swapped in dealt
    )
    assert cards.parse(line) == [code for code, _, _ in dealt]


@given(st.lists(st.integers(0, 20 * cards.CODES - 1)))
def test_text_of_physical_cards_reads_back_as_the_same_text(dealt: list[int]) -> None:
    line = cards.texts(dealt)
    assert cards.texts(cards.parse(line)) == line
    assert cards.parse(line) == cards.parse(cards.texts(card % cards.CODES for card in dealt))


@given(st.text(max_size=12))
def test_any_text_gives_codes_or_bad_cards(line: str) -> None:
    try:
        codes = cards.parse(line)
    except BadCards:
        return
    assert all(0 <= code < cards.CODES for code in codes)
    assert cards.texts(codes).replace(" ", "").lower() == "".join(line.lower().split()).replace(
        ",", ""
    )


def test_decks() -> None:
    assert cards.deck() == list(CODES_OF_ONE_DECK)
    assert cards.deck(jokers=True) == list(range(54))
    assert cards.deck(copies=2) == [*range(52), *range(54, 106)]
    assert cards.deck(copies=3, jokers=True) == list(range(162))


def test_h1_suit_orders_are_all_of_them_the_usual_first() -> None:
    assert cards.SUIT_ORDERS[0] == "cdhs"
    assert len(set(cards.SUIT_ORDERS)) == 24
    assert {"".join(sorted(order)) for order in cards.SUIT_ORDERS} == {"cdhs"}


@pytest.mark.parametrize("signs", ["♣♦♥♠", "♧♢♡♤"])
def test_a_suit_is_read_by_its_sign_too(signs: str) -> None:
    for code in CODES_OF_ONE_DECK:
        shown = cards.RANKS[code // 4] + signs[code % 4]
        assert cards.parse(shown) == cards.parse(f"{shown}\ufe0f") == [code]
