"""Every other language says all that English says: the same keys, places and counted words."""

import pytest

from sidepot import words
from tests.words.translations import ENGLISH, LANGUAGES, faults


def test_there_are_languages() -> None:
    assert {"de", "es"} <= {*LANGUAGES}


@pytest.mark.parametrize("name", LANGUAGES)
def test_a_language_has_every_english_entry(name: str) -> None:
    """`python -m tests.words.missing` lists them with the English sentences."""
    assert [f"{key} {fault}" for key, fault in faults(name, words._read(name))] == []


@pytest.mark.parametrize(
    ("key", "sentence"),
    [
        ("event.folded", None),  # is missing
        ("event.foldet", "{player} passt."),  # is no key
        ("event.won", "{player} gewinnt."),  # lacks a place
        ("event.won", "{player} gewinnt {amount} {all}."),  # has one too many
        ("event.dealt", "{player} bekommt {cards:karten}."),  # asks for a list that is not there
        ("event.checked", ENGLISH["event.checked"]),  # is English
        ("count.cards.one", None),  # lacks a plural form
        ("count.cards.few", "{n} Karten"),  # German has no such form
        ("count.cards.other", "Karten"),  # does not say how many
        ("own_up_to.K", None),  # is no whole list
        ("argparse.choice", "ungültig: %(value)r"),  # argparse would fill in more
    ],
)
def test_a_fault_is_noticed(key: str, sentence: str | None) -> None:
    german = words._read("de")
    assert key in german or sentence
    if sentence is None:
        del german[key]
    else:
        german[key] = sentence
    [(found, _)] = faults("de", german)
    assert found in (key, key.partition(".")[0])


def test_spanish_needs_a_form_for_millions() -> None:
    spanish = words._read("es")
    del spanish["count.cards.many"]
    assert [key for key, _ in faults("es", spanish)] == ["count.cards.many"]
    assert words.catalogue("es").plural("cards", 1_000_000) == "1000000 de cartas"


@pytest.mark.parametrize(
    ("language", "value", "said"),
    [
        ("en", 1234567, "1,234,567"),
        ("en", "+0.25", "+0.25"),
        ("de", 1234567, "1.234.567"),
        ("de", "-12345.50", "-12.345,50"),
        ("es", "12.5%", "12,5%"),
        ("de", "-", "-"),
    ],
)
def test_numbers_are_written_as_the_language_does(language: str, value: object, said: str) -> None:
    assert words.catalogue(language).number(value) == said


@pytest.mark.parametrize(
    ("items", "last", "said"),
    [
        (["Ana", "Inés"], "and", "Ana e Inés"),
        (["Ana", "Bo", "Hilda"], "and", "Ana, Bo e Hilda"),
        (["Ana", "Ia"], "and", "Ana y Ia"),
        (["Ana", "Bo"], "and", "Ana y Bo"),
        (["7", "8"], "or", "7 u 8"),
        (["10", "110"], "or", "10 o 110"),
        (["Ana", "Olga"], "or", "Ana u Olga"),
    ],
)
def test_spanish_conjunctions_avoid_the_same_sound(items: list[str], last: str, said: str) -> None:
    assert words.catalogue("es").join(items, last) == said


@pytest.mark.parametrize(
    ("language", "cards", "said"),
    [
        ("de", "Qc Qd", "ein Paar Damen"),
        ("de", "Qc Qd Ks", "ein Paar Damen, Kicker König"),
        ("de", "Qc Jd Ts 9s 8h", "Straße bis zur Dame"),
        ("de", "Ac 5d 4s 3s 2h", "Straße bis zur Fünf"),
        ("de", "Qc Qd Qh Ks Kh", "Full House, Damen mit Königen"),
        ("es", "Qc Qd", "una pareja de reinas"),
        ("es", "Qc Jd Ts 9s 8h", "una escalera a la reina"),
        ("es", "Kc Qd Js Ts 9h", "una escalera al rey"),
        ("es", "8c 8d Kh", "una pareja de ochos, kicker rey"),
        ("es", "8c 8d Kh 9d", "una pareja de ochos, kickers rey y nueve"),
    ],
)
def test_hands_have_the_articles_of_their_cards(language: str, cards: str, said: str) -> None:
    from sidepot import cards as codes
    from sidepot import hands

    with words.speaking(language):
        assert hands.name(codes.parse(cards)).text == said
