"""Every other language says what English says: the same keys, and the same places."""

from collections.abc import Mapping

from sidepot import words
from tests.words.spoken import places

ENGLISH = words.catalogue("en").entries


def wrong(entries: Mapping[str, str]) -> list[str]:
    """Keys that English does not have, and sentences with other places than the English ones.

    A language may have more plural forms than English.
    """
    found = []
    for key, sentence in entries.items():
        same = key.rpartition(".")[0] + ".other" if key.startswith("count.") else key
        names = {name for name, _ in places(ENGLISH.get(same, ""))}
        if same not in ENGLISH or {name for name, _ in places(sentence)} != names:
            found.append(key)
    return found


def test_every_language_says_what_english_says() -> None:
    languages = sorted(file.stem for file in words.FOLDER.glob("*.toml"))
    assert "en" in languages
    assert {name: wrong(words._read(name)) for name in languages if wrong(words._read(name))} == {}


def test_a_wrong_sentence_is_noticed() -> None:
    german = {
        "event.folded": "{player} passt.",
        "event.foldet": "{player} passt.",
        "event.won": "{player} gewinnt.",
        "count.cards.few": "{n} Karten",
        "count.karten.other": "{n} Karten",
    }
    assert wrong(german) == ["event.foldet", "event.won", "count.karten.other"]
