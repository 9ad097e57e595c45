"""The page of kinds, zones and words: all that a game's file may name, and what it means.

Read from the code: the kinds of actions and events, and for each sentence of the catalogue the
values that the engine gives it.
"""

from __future__ import annotations

import inspect
import itertools
import string
from collections.abc import Iterable, Iterator, Mapping
from types import FunctionType, MappingProxyType

from sidepot.engine import own
from sidepot.engine.action import Choice
from sidepot.engine.event import HandEvent
from sidepot.engine.narration import HIDDEN, sentence
from sidepot.engine.streets import REPLACES
from sidepot.engine.view import KEYS, ChoiceView
from sidepot.rules import actions, chips, journal
from sidepot.terminal.table import explain
from sidepot.words import DEFAULT, Message, catalogue

ZONES: Mapping[str, str] = MappingProxyType(
    {
        "hand": "cards that a player holds, face down to others where the view hides them",
        "kept": "cards that a player holds face up; beside them those of `hand` lie face down",
        "thrown": "cards thrown away, `dead=True`; they lie apart, below the hand",
        "second_board": "cards in the middle of a second board, which lies in a row of its own",
        "active": "cards in front of a player that may still be lost",
        "match": "a card in the middle that others are compared with; it is no board",
    }
)
"""The zones that front ends know, and what they do with them."""
MOVES: Mapping[str, str] = MappingProxyType(
    {
        "ante": "a forced bet of all; the same from each, so nothing goes back",
        "sit_down": "",
        "pay": "**a bet**: others have to match it, and what nobody matches goes back",
        "pay_dead": "**no bet**: dead money of the main pot; nobody matches it or gets it back",
        "buy": "**no bet**: `pay_dead`, with the event `bought`",
        "bet": "**a bet**: `pay`, with an event",
        "bet_to": "**a bet**: `pay`, with an event that says the level",
        "take_back": "a bet undone",
        "give": "no bet: past the pot, from player to player",
        "pot": "",
        "win": "",
    }
)
"""Whether chips that a function of `rules.chips` moves are a bet."""
PREFIXES: Mapping[str, str] = MappingProxyType(
    {
        "choice": "the menu in words, and what may be typed",
        "explain": "the help of a choice at the terminal",
        "label": "the text of a button, for names of your own",
        "event": "the sentence of an event",
        "did": "the last action in a few words at the seat, for names of your own",
        "fact": "a number or word of `Layout.facts`",
        "hand": 'the name of a hand, which your `show` makes: `Message("hand.pair", {...})`',
    }
)
"""The sections of the catalogue that a game adds to, and what they say."""
_ENGINES = ("choice.list", "explain.others")
_PICKING = REPLACES.names
"""Declared actions of Sidepot's own that pick a card."""
_ENDINGS = ("_down", "_all", "_you", "_hand")
_GROUPS = ("DEALING", "FORCED", "BETS", "GOING", "WINNING", "TELLING")


def parts() -> dict[str, str]:
    """The tables of the page, by the marks between which they stand."""
    found = {
        "actions": _acts(),
        "own actions": _own(),
        "events": _events(),
        "zones": _zones(),
        "chips": _moves(),
        "words": _words(),
    }
    return {mark: "\n".join(lines) for mark, lines in found.items()}


def _table(*heads: str) -> Iterator[str]:
    yield f"| {' | '.join(heads)} |"
    yield f"|{' --- |' * len(heads)}"


def _row(*cells: object) -> str:
    return f"| {' | '.join(str(cell) for cell in cells)} |"


def _acts() -> Iterator[str]:
    yield from _table("kind", "its amount", "chips", "key", "secret", "played for you")
    for number, kind in enumerate(actions.KINDS):
        place = actions.SAFE.index(number) + 1 if number in actions.SAFE else ""
        costs = "its amount" if number in actions.PAID else ""
        secret = "yes" if number in actions.SECRET else ""
        yield _row(f"`{kind}`", _amount(number), costs, f"`{KEYS[kind]}`", secret, place)


def _amount(number: int) -> str:
    """The meaning of the amount of a kind."""
    if number in actions.SETS:
        return "a set of cards (`rules.sets`)"
    if number in actions.PICKED:
        return "the place of a card, from 0"
    if number in actions.LEVELS:
        return "a level: the chips of the round in front of the seat, after it"
    if number in actions.COUNTED:
        return "what the player chooses"
    return "the price" if number in actions.PAID else "0"


def _own() -> Iterator[str]:
    yield from _table("takes", "meaning")
    for name, said in taken().items():
        yield _row(f"`{name}`", said)


def taken() -> dict[str, str]:
    """The values that a declared action may take, from the texts below names and functions."""
    lines = inspect.getsource(own).splitlines()
    found: dict[str, str] = {}
    for line, below in itertools.pairwise(lines):
        names = line.partition(" = ")[0].split(", ")
        if line.partition(" = ")[2].startswith("Takes(") and below.startswith('"""'):
            found |= {name: below.strip('"') for name in names}
    for function in (own.card_of, own.cards_of, own.words):
        found[f"{function.__name__}(...)"] = (function.__doc__ or "").strip()
    return found


def _events() -> Iterator[str]:
    yield from _table("kind", "sentence", "group")
    for number, kind in enumerate(journal.KINDS):
        groups = [name for name in _GROUPS if number in getattr(journal, name)]
        yield _row(f"`{kind}`", _english(f"event.{kind}"), ", ".join(groups))


def _zones() -> Iterator[str]:
    yield from _table("zone", "meaning")
    yield from (_row(f"`{zone}`", said) for zone, said in ZONES.items())


def _moves() -> Iterator[str]:
    yield from _table("function", "what it does", "a bet?")
    for name, function in movers().items():
        said = (function.__doc__ or "").split("\n")[0]
        yield _row(f"`{name}`", said, MOVES.get(name, ""))


def movers() -> dict[str, FunctionType]:
    """The public functions of `rules.chips`."""
    plain = {name: getattr(found, "py_func", found) for name, found in vars(chips).items()}
    return {
        name: found
        for name, found in plain.items()
        if isinstance(found, FunctionType)
        and found.__module__ == chips.__name__
        and not name.startswith("_")
    }


def _words() -> Iterator[str]:
    for prefix, about in PREFIXES.items():
        values = {key: list(given(prefix, key)) for key in keys(prefix)}
        always = [name for name in next(iter(values.values())) if _is_in_all(name, values)]
        of_all = f" Every sentence is given {_coded(always)}." if always else ""
        yield f"### `{prefix}.`\n\n{about[0].upper()}{about[1:]}.{of_all}\n"
        yield from _table("key", "English", "also given" if always else "given")
        for key, names in values.items():
            own = [name for name in names if name not in always]
            yield _row(f"`{key}`", _english(key), _coded(own))
        yield ""


def _is_in_all(name: str, values: Mapping[str, list[str]]) -> bool:
    """Whether every sentence is given a value."""
    return all(name in names for names in values.values())


def _coded(names: Iterable[str]) -> str:
    """Names as code, in a list."""
    return ", ".join(f"`{name}`" for name in names)


def keys(prefix: str) -> list[str]:
    """The keys of a section, in the order of the catalogue, but those of the engine alone."""
    found = catalogue(DEFAULT).entries
    return [key for key in found if key.startswith(f"{prefix}.") and key not in _ENGINES]


def given(prefix: str, key: str) -> Iterable[str]:
    """The values that the engine gives to the sentence of a key."""
    name = key.removeprefix(f"{prefix}.")
    match prefix:
        case "event":
            return _told(name).values
        case "choice":
            return _offered(name).message.values
        case "explain":
            return explain(_viewed(_offered(name))).values
        case "label":
            return ("n",)
        case "did":
            return ("n", "count")
        case _:
            return fields(key)


def fields(key: str) -> list[str]:
    """The fields that the English sentence of a key uses, each once."""
    said = catalogue(DEFAULT).entries[key]
    found = (name for _, name, _, _ in string.Formatter().parse(said) if name)
    return list(dict.fromkeys(found))


def _told(name: str) -> Message:
    """The message of an event by the name of its sentence, which its endings choose."""
    base = name
    for ending in reversed(_ENDINGS):
        base = base.removesuffix(ending)
    kind = base if base in journal.KINDS else "folded"
    card = HIDDEN if "_down" in name else "Kc"
    hand = Message("hand.pair", {}) if name.endswith("_hand") else None
    made = HandEvent(kind, 0, card, 1, 1, "" if kind == base else base, hand=hand)
    return sentence([made], ["Ana"])


def _offered(name: str) -> Choice:
    """A row of a menu whose words are those of a key of `choice` or `explain`."""
    base = name.removesuffix("_range").removesuffix("_one").removesuffix("_fixed")
    base = base.removesuffix("_these")
    usual = "raise_to" if name.endswith(("_one", "_range")) else "pay"
    kind = base if base in actions.KINDS else usual
    number = actions.KINDS.index(kind)
    highest = 1 + name.endswith("_range")
    picks = number in actions.PICKED or base in _PICKING
    cards = ("Kc", "7d") if picks else ()
    return Choice(kind, 1, highest, cards, "" if kind == base else base)


def _viewed(choice: Choice) -> ChoiceView:
    """A choice as a player sees it."""
    return ChoiceView(
        kind=choice.kind,
        lowest=choice.lowest,
        highest=choice.highest,
        counted=choice.is_counted,
        cost=1,
        each=1,
        cards=choice.cards,
        key="x",
        text=choice.message,
        said=choice.said,
    )


def _english(key: str) -> str:
    """The English sentence of a key, for a cell of a table."""
    return catalogue(DEFAULT).entries.get(key, "").strip().replace("|", "\\|")
