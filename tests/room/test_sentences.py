"""The sentences of a table: with every name in its place, whatever people call themselves."""

import random
from collections.abc import Iterator
from unittest.mock import patch

import pytest

from sidepot import words
from sidepot.engine.game import Hand
from sidepot.engine.narration import tell
from sidepot.engine.play import RAIL
from sidepot.games import registry
from sidepot.room.views import narration
from sidepot.room.views.narration import Narrator
from sidepot.room.views.sentences import Names
from sidepot.words import language, speaking
from sidepot.words.wire import encode, sentence_of

NAMES = ("%b 100%", 'Wr"en\\', "Öz 🎲", "{player}", "7", "\ufdd01\ufdd1")
"""Names that mean something to those who put sentences together."""


def hands() -> Iterator[Hand]:
    """A hand of every game with many players and one with few, played out by chance."""
    for number, game in enumerate(registry().values()):
        rng = random.Random(number)
        for players in {min(len(NAMES), game.most), game.least}:
            hand = game.deal(names=NAMES[:players], players=players, seed=number)
            while not hand.over:
                hand.act(rng.choice(hand.legal))
            yield hand


def check(hand: Hand) -> None:
    """Everybody hears the same as by `tell`, byte for byte."""
    narrator = Narrator(hand, (), Names({}, {}))
    for seat in range(RAIL, hand.seats):
        told = tell(hand.events(seat), hand.names, seat)
        assert narrator.json(seat, is_whole=True) == encode(list(map(sentence_of, told)))


@pytest.mark.parametrize("spoken", ["en", "de", "es"])
def test_everybody_is_called_by_their_name(spoken: str) -> None:
    with speaking(spoken):
        assert language() == spoken
        for hand in hands():
            check(hand)


def test_a_name_at_anothers_place_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    real = narration._marks("en", len(NAMES))
    monkeypatch.setattr(narration, "_marks", lambda _, seats: real[1:seats] + real[:1])
    # Events keep their sentences, also for the tests after this one.
    monkeypatch.setattr(narration._Teller, "_kept_form", narration._Teller._form)
    with pytest.raises(AssertionError):
        for hand in hands():
            check(hand)


def test_readers_of_two_languages_do_not_make_each_other_encode_again() -> None:
    hand = next(hands())
    with patch.object(narration, "sentence_of", wraps=sentence_of) as encoded:
        for spoken in ("en", "de"):
            with speaking(spoken):
                check(hand)
        before = encoded.call_count
        for spoken in ("en", "de"):
            with speaking(spoken):
                check(hand)
    assert encoded.call_count == before


def test_other_words_are_said_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = next(hands())
    with speaking("en"):
        check(hand)
        entries = words.catalogue("en").entries.items()
        louder = {key: f"{said}!" if key.startswith("event.") else said for key, said in entries}
        other = words.Catalogue("en", louder)
        monkeypatch.setattr(words, "catalogue", lambda _: other)
        check(hand)
