"""Filling of placeholders: lists, counted words, words of a list, cards, messages in messages."""

from decimal import Decimal

import pytest

from sidepot import words
from sidepot.words import Catalogue, Message, say

ENGLISH = words.catalogue("en")


def english(**entries: str) -> Catalogue:
    """English with other sentences."""
    return Catalogue("en", {**ENGLISH.entries, **entries})


@pytest.mark.parametrize(
    ("items", "both", "either"),
    [
        ([], "", ""),
        (["a"], "a", "a"),
        (["a", "b"], "a and b", "a or b"),
        (["a", "b", "c"], "a, b and c", "a, b or c"),
        (["a", "b", "c", "d"], "a, b, c and d", "a, b, c or d"),
    ],
)
def test_lists_are_joined(items: list[str], both: str, either: str) -> None:
    spoken = english(both="{items}", either="{items:or}")
    assert spoken.say("both", {"items": items}) == both
    assert spoken.say("either", {"items": items}) == either
    assert spoken.say("both", {"items": tuple(items)}) == both


@pytest.mark.parametrize(
    ("n", "said"), [(0, "0 cards"), (1, "1 card"), (2, "2 cards"), (21, "21 cards")]
)
def test_counted_words_take_the_form_for_the_number(n: int, said: str) -> None:
    assert english(line="{n:cards}").say("line", {"n": n}) == said


def test_a_counted_word_need_not_repeat_the_number() -> None:
    assert [ENGLISH.plural("kickers", n) for n in (1, 2)] == ["kicker", "kickers"]


def test_words_of_a_list_are_looked_up_one_by_one() -> None:
    spoken = english(line="{ranks:rank}")
    assert spoken.say("line", {"ranks": "K"}) == "king"
    assert spoken.say("line", {"ranks": ["K", "T", "2"]}) == "king, ten and deuce"


def test_cards_are_drawn_by_the_face_that_prints_them() -> None:
    message = Message("event.dealt", {"player": "Ana", "cards": ["Kc", "Td"]})
    assert message.text == "Ana gets Kc and Td."
    assert message.render(str.lower) == "Ana gets kc and td."
    held = english(line="{cards:card}")
    assert held.say("line", {"cards": "Kc Td"}, lambda card: f"[{card}]") == "[Kc] [Td]"


def test_a_message_in_a_message_becomes_its_text_cards_drawn_too() -> None:
    inner = Message("event.dealt", {"player": "Ana", "cards": ["Kc"]})
    outer = Message("hand.with_kickers", {"hand": inner, "kickers": ["A"], "n": 1})
    assert outer.text == "Ana gets Kc., ace kicker"
    assert outer.render(str.lower) == "Ana gets kc., ace kicker"


def test_lists_of_messages_are_joined() -> None:
    choices = [Message("choice.fold"), Message("choice.buy_one", {"lowest": 1})]
    assert say("choice.list", choices=choices) == "fold or buy 1"


@pytest.mark.parametrize("name", ["{n}", "{", "}", "{{n}}", "%s", "[b]", "{player.__class__}"])
def test_braces_in_a_value_are_not_placeholders(name: str) -> None:
    assert say("event.folded", player=name) == f"{name} folds."
    assert say("error.game", game="x", legal=[name, name]).endswith(f"{name} and {name}")


def test_a_place_without_a_value_is_an_error_and_not_a_gap() -> None:
    with pytest.raises(KeyError):
        say("event.folded")


@pytest.mark.usefixtures("own_words")
def test_a_game_brings_its_own_words() -> None:
    words.add({"fact.moons": "{n} moons", "count.moons.other": "{n} moons"})
    assert say("fact.moons", n=2) == "2 moons"
    assert ENGLISH.plural("moons", 1) == "1 moons"


@pytest.mark.usefixtures("own_words")
def test_a_game_does_not_replace_the_words_of_the_house() -> None:
    words.add({"choice.fold": "run away"})
    assert say("choice.fold") == "fold"


def test_equal_messages_have_one_hash_and_other_words_another() -> None:
    high = Message("hand.high_card", {"first": "Q", "second": "8"})
    turned = Message("hand.high_card", {"second": "8", "first": "Q"})
    assert high == turned and hash(high) == hash(turned)
    two, chips = (Message("room.sat", {"player": "Ana", "n": n}) for n in (2, Decimal("2.00")))
    assert two == chips and hash(two) == hash(chips)
    lists = [Message("x", {"hand": high, "kickers": ["8", rank]}) for rank in "2345"]
    assert len({hash(message) for message in [*lists, high]}) == 5
