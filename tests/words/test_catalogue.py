"""`en.toml` and the source agree: every key that is said is there, and every entry is said."""

import tomllib

import pytest

from sidepot import words
from sidepot.cards import RANKS, SUITS
from sidepot.engine.event import HandEvent
from sidepot.engine.narration import tell
from sidepot.rules import actions, journal, sidebets
from sidepot.words import Message
from tests.words.spoken import NOBODYS, families, literal, places, prefixes

ENGLISH = words.catalogue("en").entries
SPECIAL = {"", "card", "number", *words.ALTERNATIVES}
OF_THE_PAGE = "browser."
"""What only the page in a browser says: frontend/src/lib/words.test.ts looks after that."""


def together() -> set[str]:
    """The keys that are built from parts."""
    return {key for family in families().values() for key in family}


def by_places() -> set[str]:
    """The keys that places of other sentences ask for."""
    asked = {spec for sentence in ENGLISH.values() for _, spec in places(sentence)} - SPECIAL
    counted = {f"count.{word}.{form}" for word in asked for form in ("one", "other")}
    listed = {f"{word}.{name}" for word in asked for name in (*RANKS, *SUITS)}
    numbers = {f"{word}.{n}" for word in asked for n in range(len(sidebets.KINDS))}
    return (counted | listed | numbers) & ENGLISH.keys()


def test_every_key_that_is_written_out_has_an_entry() -> None:
    missing = [f"{said.where} {said.key}" for said in literal() if said.key not in ENGLISH]
    assert missing == []


def test_keys_are_put_together_in_known_places_only() -> None:
    assert prefixes() == set(families())


def test_every_key_that_is_put_together_has_an_entry() -> None:
    assert together() - ENGLISH.keys() == set()


def test_the_page_names_every_kind_of_action() -> None:
    assert {f"browser.at.act.{kind}" for kind in actions.KINDS} - ENGLISH.keys() == set()


def test_no_entry_is_left_unsaid() -> None:
    said = {spoken.key for spoken in literal()} | together() | by_places()
    lists = {
        "list.comma",
        "list.and",
        "list.or",
        "number.point",
        "number.group",
        "language.name",
        "language.noscript",
    }
    unsaid = ENGLISH.keys() - said - lists
    assert {key for key in unsaid if not key.startswith(OF_THE_PAGE)} == set()


def test_every_placeholder_is_filled() -> None:
    unfilled = [
        f"{said.where} {said.key} {name}"
        for said in literal()
        for name, _ in places(ENGLISH.get(said.key, ""))
        if said.values is not None and name not in said.values
    ]
    assert unfilled == []


def test_places_are_named() -> None:
    assert [key for key, line in ENGLISH.items() for name, _ in places(line) if not name] == []


def test_places_ask_for_words_that_are_there() -> None:
    asked = {spec for line in ENGLISH.values() for _, spec in places(line)} - SPECIAL
    for spec in asked:
        needed = {f"count.{spec}.other", f"{spec}.K", f"{spec}.c", f"{spec}.1"}
        assert needed & ENGLISH.keys(), spec


def test_every_rank_has_a_word_and_a_plural() -> None:
    for rank in RANKS:
        assert ENGLISH[f"rank.{rank}"]
        assert ENGLISH[f"ranks.{rank}"]


@pytest.mark.parametrize("listener", [None, 1])
@pytest.mark.parametrize("kind", sorted({*journal.KINDS} - {*NOBODYS}))
def test_every_event_has_a_sentence(kind: str, listener: int | None) -> None:
    [said] = tell([HandEvent(kind, 1, "Kc", 1, 5)], ["Ana", "Bo"], listener)
    name = "Bo" if listener is None else "You"
    assert said.text.startswith(f"{name} ") or f": {name.lower()} " in said.text.lower()
    assert said.text.endswith(".")


def test_the_board_is_nobodys() -> None:
    board = [HandEvent("board", -1, "Kc", 1), HandEvent("board", -1, "7d", 1)]
    for listener in (None, -1, 0):
        [said] = tell(board, ["Ana", "Bo"], listener)
        assert str(said) == "On the board: Kc and 7d."


def test_a_match_card_and_a_refill_are_nobodys() -> None:
    happened = [HandEvent("match", -1, "Kc", 1), HandEvent("refilled", -1, None, 30)]
    assert [str(said) for said in tell(happened, ["Ana"], -1)] == [
        "The match card is Kc.",
        "The discards, 30 cards, go under the deck; this is the last round.",
    ]


def test_players_who_collect_nothing_share_one_sentence() -> None:
    missed = [HandEvent("missed", seat) for seat in range(3)]
    assert [str(said) for said in tell(missed, ["Ana", "Bo", "Cy"], 0)] == [
        "Ana, Bo and Cy collect nothing."
    ]


def test_cards_face_down_share_one_sentence() -> None:
    dealt = [HandEvent("dealt", seat, "??", 1) for seat in (0, 0, 1, 1)]
    assert [str(said) for said in tell(dealt, ["Ana", "Bo"])] == [
        "Ana and Bo get 2 cards each, face down."
    ]
    assert [str(said) for said in tell(dealt[:2], ["Ana", "Bo"])] == ["Ana gets 2 cards face down."]


def test_only_its_owner_sees_a_discard_named() -> None:
    told = [str(tell([HandEvent("discarded", 0, card, 1)], ["Ana"])[0]) for card in ("Kc", "??")]
    assert told == ["Ana discards Kc.", "Ana discards a card."]


def test_equal_antes_share_one_sentence() -> None:
    antes = [HandEvent("anted", seat, amount=5) for seat in range(3)]
    assert [str(said) for said in tell(antes, ["Ana", "Bo", "Cy"])] == [
        "Ana, Bo and Cy ante 5 each."
    ]


def test_no_key_is_written_twice_under_two_forms() -> None:
    tree = tomllib.loads((words.FOLDER / "en.toml").read_text("utf-8"))
    assert all(isinstance(section, dict) for section in tree.values())


def test_an_unknown_key_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        _ = Message("error.nobody_wrote_this").text
