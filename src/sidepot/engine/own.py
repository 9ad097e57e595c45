"""Actions and events that a game declares: their names, what they take, and their words.

    ACTS = Acts(
        Act("bid", NUMBER, "what you would pay; the highest bid gets the card", secret=True),
        Act("name", words("hearts", "spades"), "the suit that is trumps"),
    )
    BID, NAME = ACTS.kinds
    EVENTS = Events(Event("sold", "{player} buys {cards:card} for {amount}.", did="bought"))
    (SOLD,) = EVENTS.kinds

The rules use the numbers, `actions.offer_range(m, BID, 0, 1000)`; `Game(acts=ACTS, tells=EVENTS)`
gives them their names. No part of Sidepot takes such a kind for a fold, a bet or a purchase.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sidepot.errors import EngineError
from sidepot.rules import actions, journal
from sidepot.rules.layout import codes_at, texts
from sidepot.words import DEFAULT, catalogue

__all__ = [
    "CARD",
    "CARDS",
    "CHIPS",
    "NOTHING",
    "NO_ACTS",
    "NO_EVENTS",
    "NUMBER",
    "PLAYER",
    "RANK",
    "Act",
    "Acts",
    "Event",
    "Events",
    "Takes",
    "card_of",
    "cards_of",
    "declare",
    "words",
]

_RANKS = (
    *("deuces", "threes", "fours", "fives", "sixes", "sevens", "eights"),
    *("nines", "tens", "jacks", "queens", "kings", "aces"),
)
_PLAYERS = "players"


class Takes(NamedTuple):
    """The meaning of an action's amount: a form of `rules.actions`, and what it picks from."""

    form: str
    words: tuple[str, ...] = ()
    zone: str = ""
    """The part of the record with the cards that it picks from, those of the seat to act."""


NOTHING = Takes("plain")
"""Only its name is said: "knock"."""
NUMBER = Takes("number")
"""Any whole number, which costs nothing by itself: "bid 140"."""
CHIPS = Takes("stake")
"""An amount of chips, which the rules take from the stack: "wager 20"."""
CARD = Takes("card", zone="hole")
"""A card of the hand by its place: "point at Kc"."""
CARDS = Takes("cards", zone="hole")
"""A set of cards of the hand (`rules.sets`): "pass on Kc 7d 2s"."""
RANK = Takes("word", _RANKS)
"""A rank by its number, 0 the deuce: "name queens"."""
PLAYER = Takes("word", zone=_PLAYERS)
"""Another live player by the place to one's left (`seats.other`): "ask p3"."""


def card_of(zone: str) -> Takes:
    """A card of another part of the record that holds each seat's cards, such as `up`."""
    return Takes("card", zone=zone)


def cards_of(zone: str) -> Takes:
    """A set of cards of another part of the record that holds each seat's cards."""
    return Takes("cards", zone=zone)


def words(*given: str) -> Takes:
    """One of some words by its place: `words("hearts", "spades")`."""
    return Takes("word", given)


@dataclass(frozen=True, slots=True)
class Act:
    """A kind of action that a game declares.

    `help` explains it to the player; `label` is what its button says, with `{n}` for an amount;
    `key`: its letter, by default one of its name. `secret`: others learn of it later, because all
    choose at the same time (`rules.choices`). `in_catalogue`: the words are those of Sidepot, in
    every language, as for the rows of `engine.streets`.
    """

    name: str
    takes: Takes = NOTHING
    help: str = ""
    label: str = ""
    key: str = ""
    secret: bool = False
    in_catalogue: bool = False

    @property
    def spoken(self) -> str:
        """Its name as it is typed."""
        return self.name.replace("_", " ")

    def sentences(self) -> Iterator[tuple[str, str]]:
        """The entries that it adds to the catalogue."""
        if self.in_catalogue:
            return
        label = self.label or self.spoken.capitalize()
        is_counted = self.takes.form in ("number", "stake")
        yield f"label.{self.name}", label if self.label or not is_counted else f"{label} {{n}}"
        yield from ((f"choice.{self.name}{end}", said) for end, said in self._choices())
        for end, said in self._explained():
            help = f": {self.help}" if self.help else "."
            yield f"explain.{self.name}{end}", f"  {{key}}{said}{help}"

    def _choices(self) -> Iterator[tuple[str, str]]:
        """The endings of keys, and what the choice is called there."""
        match self.takes.form:
            case "plain":
                yield "", self.spoken
            case "number" | "stake":
                yield "_one", f"{self.spoken} {{lowest}}"
                yield "_range", f"{self.spoken} {{lowest}} to {{highest}}"
            case "card":
                yield "", f"{self.spoken} {{cards:either}}"
            case "cards":
                yield "", f"{self.spoken} {{least}} to {{most:cards}}"
                yield "_exactly", f"{self.spoken} {{most:cards}}"
                yield "_these", f"{self.spoken} {{cards:card}}"
            case _:
                yield "", f"{self.spoken} {{words:or}}"

    def _explained(self) -> Iterator[tuple[str, str]]:
        """The same for explanations, behind the key."""
        match self.takes.form:
            case "plain":
                yield "", f", {self.spoken}"
            case "number" | "stake":
                yield "", f", {self.spoken} {{lowest}}"
                yield "_range", f" and an amount, {self.spoken} {{lowest}} to {{most}}"
                yield "_fixed", f" and an amount, {self.spoken} {{lowest}} to {{most}}"
            case "card" | "cards":
                yield "", f" and {self.takes.form}, {self.spoken} {{cards:either}}"
            case _:
                yield "", f" and a word, {self.spoken} {{words:or}}"


@dataclass(frozen=True, slots=True)
class Event:
    """A kind of event that a game declares, with its sentence: "{player} takes {cards:card}.".

    A sentence is given `player`, `cards`, `count` and `amount`. `you`: the same to the player whom
    it concerns; `hidden`: to those who do not see its card; `did`: what then stands at the seat.
    `in_catalogue`: the words are those of Sidepot.
    """

    name: str
    said: str = ""
    you: str = ""
    did: str = ""
    hidden: str = ""
    in_catalogue: bool = False

    def sentences(self) -> Iterator[tuple[str, str]]:
        """The entries that it adds to the catalogue."""
        if self.in_catalogue:
            return
        hidden = self.hidden or self.said.replace("{cards:card}", "a card")
        for end, said in (("", self.said), ("_down", hidden)):
            yield f"event.{self.name}{end}", said
            yield f"event.{self.name}{end}_you", (self.you if not end else "") or said
        yield f"did.{self.name}", self.did or self.name.replace("_", " ")


class Acts:
    """The actions that a game declares; `kinds` are their numbers, in the same order."""

    def __init__(self, *acts: Act) -> None:
        """Raises `EngineError` for a name that is taken, or too many of one form."""
        self.acts = acts
        self.names = tuple(act.name for act in acts)
        _check_names(acts, actions.KINDS, "label")
        found, used = list[int](), dict[tuple[str, bool], int]()
        for act in acts:
            form = act.takes.form, act.secret
            place = used.get(form, 0)
            used[form] = place + 1
            if place >= actions.OWN_EACH:
                raise EngineError("law.acts_many", name=act.name, most=actions.OWN_EACH)
            found.append(actions.own(form[0], place, secret=act.secret))
        self.kinds = tuple(found)

    def __hash__(self) -> int:
        return hash(self.acts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Acts) and self.acts == other.acts

    def picks(self, record: Any) -> dict[int, tuple[str, ...]]:
        """The cards or words that the player to act picks from, by kind (`Layout.picks`)."""
        return {
            kind: _picked(act.takes, record)
            for kind, act in zip(self.kinds, self.acts, strict=True)
            if act.takes.form in ("card", "cards", "word")
        }

    def keys(self, taken: Mapping[str, str], free: str) -> dict[str, str]:
        """The letter of each action, by its kind."""
        found = dict(taken)
        for kind, act in zip(self.kinds, self.acts, strict=True):
            name = actions.NAMES[kind]
            if name not in found:
                letters = [*act.name.replace("_", ""), *free]
                used = {*found.values(), *(one.key for one in self.acts)}
                spare = (one for one in letters if one in free and one not in used)
                found[name] = act.key or next(spare, "")
        return found


class Events:
    """The events that a game declares; `kinds` are their numbers, in the same order."""

    def __init__(self, *events: Event) -> None:
        """Raises `EngineError` for a name that is taken, or too many."""
        self.events = events
        self.names = tuple(event.name for event in events)
        _check_names(events, journal.KINDS, "did")
        if len(events) > journal.OWN_EACH:
            raise EngineError("law.acts_many", name=events[-1].name, most=journal.OWN_EACH)
        self.kinds = tuple(len(journal.KINDS) + place for place in range(len(events)))

    def __hash__(self) -> int:
        return hash(self.events)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Events) and self.events == other.events


def _check_names(
    declared: Sequence[Act] | Sequence[Event], taken: tuple[str, ...], words: str
) -> None:
    """Raise `EngineError` for a name that is no word, that comes twice, or that others have.

    `words`: the list of the catalogue that has a word for each of Sidepot's own names.
    """
    known, names = catalogue(DEFAULT).entries, list[str]()
    for one in declared:
        name = one.name
        is_word = name.replace("_", "").isascii() and name.replace("_", "").isalpha()
        is_taken = name in taken or (f"{words}.{name}" in known) != one.in_catalogue
        if not is_word or name != name.lower() or is_taken or name in names:
            raise EngineError("law.acts_name", name=name)
        names.append(name)


NO_ACTS, NO_EVENTS = Acts(), Events()
"""Those of a game that declares none."""


def _picked(takes: Takes, record: Any) -> tuple[str, ...]:
    """The cards or words that the player to act picks from."""
    seat = int(record.seats.actor)
    if takes.form != "word":
        return texts(codes_at(getattr(record, takes.zone), seat))
    if takes.zone == _PLAYERS:
        n = int(record.seats.n)
        left = ((seat + k) % n for k in range(1, n))
        return tuple(f"p{p + 1}" for p in left if record.seats.live[p])
    return takes.words


def declare(game: Any, free: str) -> None:
    """Give a game the names, keys and words of what it declares; `free`: letters of keys."""
    kinds = zip(game.acts.kinds, game.acts.names, strict=True)
    told = zip(game.tells.kinds, game.tells.events, strict=True)
    says = {
        **{actions.NAMES[kind]: name for kind, name in kinds},
        **{journal.NAMES[kind]: event.name for kind, event in told},
    }
    if not says:
        return
    said = (one.sentences() for one in (*game.acts.acts, *game.tells.events))
    entries = {key: text for sentences in said for key, text in sentences}
    object.__setattr__(game, "says", {**says, **game.says})
    object.__setattr__(game, "words", {**entries, **game.words})
    object.__setattr__(game, "keys", game.acts.keys(game.keys, free))
