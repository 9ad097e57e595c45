"""Random rooms that cheat in what they send: each change of what is seen is noticed, or said.

An honest room, with all that may happen at it, is never accused by the same walk.
"""

import itertools
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec
import pytest

from sidepot.client import fairness
from sidepot.client.deal_states import TABLE, ViewTrack
from sidepot.client.fairness import KINDS, NOTICES, DealChecker, Step
from sidepot.protocol import messages as m
from sidepot.protocol.views import TableView
from tests.client.fair_room import Client, FairRoom, Json

HANDS = 4
PLAYERS = ("ana", "bo", "cy")
RANKS, SUITS = "23456789TJQKA", "cdhs"
HIDDEN = {"??", "None"}
_message: Any = m.FromServer


def test_every_state_can_be_reached_and_every_message_has_a_meaning() -> None:
    for track in ("deals", "views"):
        states = TABLE[track]
        led = {to for names in states.values() for to, *_ in names.values()}
        assert led == states.keys()
        assert {name for names in states.values() for name in names} <= TABLE["messages"].keys()
        said = {kind for names in states.values() for _, *kinds in names.values() for kind in kinds}
        assert said <= {*KINDS, *NOTICES}


# Rooms --------------------------------------------------------------------------------------------


class Walked(FairRoom):
    """A room at which much happens; `spoil` changes what it sends to its first client."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.stacks = 100
        self.shown: dict[int, list[m.View]] = {}
        """The views that the first client was given, by the hand that they show."""
        self.truth: dict[int, list[str]] = {}
        """The cards that each hand dealt, in their order."""
        self.called_off: set[int] = set()
        self.spoil: Callable[[m.FromServer], Iterable[m.FromServer]] = lambda message: [message]
        super().__init__(*PLAYERS)

    def give(self, client: Client, message: m.FromServer) -> None:
        if client is not self.clients[0] or not client.is_here:
            super().give(client, message)
            return
        for sent in self.spoil(message):
            if isinstance(sent, m.View) and sent.hand:
                self.shown.setdefault(sent.room.hand, []).append(sent)
            super().give(client, sent)

    def may(self, chance: float) -> bool:
        return self.rng.random() < chance

    def hand_of(self, *, is_honest: bool) -> None:
        """A hand, before which and in which things happen that an honest room may do."""
        while self.may(0.2):  # a try that is given up: somebody is silent, or the players change
            silent = self.rng.choice([None, *self.clients[1:]])
            if silent:
                silent.is_mute = True
            self.commit()
            if silent:
                silent.is_mute = False
        self.commit()
        self.come_and_go(is_honest=is_honest)
        if self.committed and self.committed.pledges.keys() != self.seeds.keys():
            self.commit()
        self.cut()
        self.deal()
        self.truth[self.hand] = self.dealt()[: len(PLAYERS) + 2]
        self.come_and_go(is_honest=is_honest)
        if self.may(0.1):
            self.called_off.add(self.hand)
            self.call_off()
            return
        self.finish()
        while self.may(0.2):
            self.stacks += 1
            for client in self.clients:
                self.show(client)
        self.come_and_go(is_honest=is_honest)

    def come_and_go(self, *, is_honest: bool) -> None:
        """Somebody loses the connection, or falls behind; the first one only at honest rooms."""
        those = self.clients if is_honest else self.clients[1:]
        if self.may(0.1):
            client = self.rng.choice(those)
            self.lose(client)
            self.connect(client)
        if self.may(0.05) and is_honest:
            self.show(self.rng.choice(those), is_whole=True)


# Ways to cheat ------------------------------------------------------------------------------------


class Cheat:
    """Changes some of what a client is sent, in one way."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.is_on = False
        self._held: list[m.FromServer] = []
        self._swaps: dict[int, dict[str, str]] = {}
        """The cards of each hand that are told as others."""
        self._lies_in_proofs = rng.random() < 0.5
        self.change: Callable[[m.FromServer], list[m.FromServer]] = rng.choice(
            [
                self.drop,
                self.repeat,
                self.reorder,
                self.relabel,
                self.change_field,
                self.flicker,
                self.change_card,
                self.misplace,
                self.disguise,
            ]
        )
        self._chance = 1 if self.change == self.disguise else 0.3

    def __call__(self, message: m.FromServer) -> list[m.FromServer]:
        held, self._held = self._held, []
        is_fair = isinstance(message, (m.Commitment, m.Cut, m.View, m.Proof))
        is_changed = self.is_on and is_fair and self.rng.random() < self._chance
        return [*(self.change(message) if is_changed else [message]), *held]

    def drop(self, message: m.FromServer) -> list[m.FromServer]:
        return []

    def repeat(self, message: m.FromServer) -> list[m.FromServer]:
        return [message, message]

    def reorder(self, message: m.FromServer) -> list[m.FromServer]:
        self._held = [message]
        return []

    def relabel(self, message: m.FromServer) -> list[m.FromServer]:
        """Another hand or turn than its own."""
        told, by = msgspec.to_builtins(message), self.rng.choice([-2, -1, 1, 2])
        if isinstance(message, m.View):
            told["room"]["hand"] += by
            if told["hand"] and self.rng.random() < 0.7:
                told["hand"]["hand"] += by
        else:
            told["turn" if self.rng.random() < 0.3 and "turn" in told else "hand"] += by
        return [msgspec.convert(told, _message)]

    def flicker(self, message: m.FromServer) -> list[m.FromServer]:
        """A view as after a gap, alone or instead of one that shows something."""
        if not isinstance(message, m.View):
            return [message]
        return [msgspec.structs.replace(message, is_whole=True)]

    def change_card(self, message: m.FromServer) -> list[m.FromServer]:
        """One card for another, wherever the message tells of it."""
        return [_told_as(message, self._swap(message))]

    def misplace(self, message: m.FromServer) -> list[m.FromServer]:
        """One card for another in one of the places where a view tells of it."""
        told, swap = msgspec.to_builtins(message), self._swap(message)
        places = [one for one in _placed(told) if one["card"] in swap]
        if places:
            place = self.rng.choice(places)
            place["card"] = swap[place["card"]]
        return [msgspec.convert(told, _message)]

    def disguise(self, message: m.FromServer) -> list[m.FromServer]:
        """The same card for the same other one in all views of a hand, and perhaps in proofs."""
        hand = _hand_of(message)
        if not self._swaps.get(hand):
            self._swaps[hand] = self._swap(message) if isinstance(message, m.View) else {}
        is_told = isinstance(message, m.View) or self._lies_in_proofs
        return [_told_as(message, self._swaps[hand]) if is_told else message]

    def _swap(self, message: m.FromServer) -> dict[str, str]:
        """Two cards that change places, one of which the message tells of."""
        told = _cards_of(message)
        if not told:
            return {}
        one = self.rng.choice(told)
        anything = self.rng.choice(RANKS) + self.rng.choice(SUITS)
        other = self.rng.choice([anything, self.rng.choice(told)])
        return {one: other, other: one}

    def change_field(self, message: m.FromServer) -> list[m.FromServer]:
        """The message with one of its fields changed, in a way that can be decoded."""
        for _ in range(20):
            told = msgspec.to_builtins(message)
            self._change(told)
            try:
                return [msgspec.convert(told, _message)]
            except msgspec.ValidationError:
                continue
        return [message]

    def _change(self, told: Any) -> None:
        """Change something in an object or a list, at any depth."""
        keys = [*told] if isinstance(told, dict) else range(len(told))
        keys = [key for key in keys if key != "type"]
        if not keys:
            return
        key = self.rng.choice(keys)
        value = told[key]
        if isinstance(value, tuple):
            value = told[key] = list(value)
        if isinstance(value, (dict, list)) and value and self.rng.random() < 0.9:
            self._change(value)
        elif isinstance(told, list) and self.rng.random() < 0.5:
            told[:] = self.rng.sample(told, self.rng.randint(0, len(told)))
        else:
            told[key] = self._other(value)

    def _other(self, value: Any) -> Any:
        if isinstance(value, bool):
            return not value
        if isinstance(value, int):
            return value + self.rng.choice([-1, 1])
        if isinstance(value, str) and len(value) == 2:
            return self.rng.choice(["??", self.rng.choice(RANKS) + self.rng.choice(SUITS)])
        if isinstance(value, str) and value:
            place = self.rng.randrange(len(value))
            return value[:place] + self.rng.choice("0f") + value[place + 1 :]
        return None if value is not None else "As"


def _hand_of(message: m.FromServer) -> int:
    if isinstance(message, m.View):
        return message.room.hand
    assert isinstance(message, (m.Commitment, m.Cut, m.Proof))
    return message.hand


def _cards_of(message: m.FromServer) -> list[str]:
    """The cards that a view or a proof tells of, once each."""
    if isinstance(message, m.Proof):
        return sorted({card for _, _, card, _ in message.opened})
    if not isinstance(message, m.View) or message.hand is None:
        return []
    return sorted(_faces(message.hand))


def _faces(hand: TableView) -> set[str]:
    lying = [*hand.board, *(card for seat in hand.seats for card in seat.cards)]
    return {*(str(one.card) for one in hand.events), *(card.card for card in lying)} - HIDDEN


def _placed(told: Json) -> list[Json]:
    """All that tells of a card in a view."""
    hand = told.get("hand")
    if told["type"] != "view" or not hand:
        return []
    return [*hand["events"], *hand["board"], *(card for s in hand["seats"] for card in s["cards"])]


def _told_as(message: m.FromServer, swap: Mapping[str, str]) -> m.FromServer:
    """A view or proof that names cards by others; what is hashed stays."""
    told = msgspec.to_builtins(message)
    if isinstance(message, m.Proof):
        told["opened"] = [(s, n, swap.get(c, c), salt) for s, n, c, salt in told["opened"]]
    else:
        for one in _placed(told):
            one["card"] = swap.get(one["card"], one["card"])
    changed: m.FromServer = msgspec.convert(told, _message)
    return changed


# Laws ---------------------------------------------------------------------------------------------


def lies(view: m.View, truth: Sequence[str]) -> list[str]:
    """The cards that a view shows at a seat or on the board where others were dealt."""
    assert view.hand
    seats, board = truth[: len(PLAYERS)], truth[len(PLAYERS) :]
    hand, told = view.hand, []
    for event in hand.events:
        if event.kind in ("dealt", "shown"):
            told.append((event.card, seats[event.seat]))
    laid = [event.card for event in hand.events if event.kind == "board"]
    for cards in (laid, [card.card for card in hand.board]):
        told += list(itertools.zip_longest(cards, board))[: len(cards)]
    for seat, true in zip(hand.seats, seats, strict=False):
        told += [(card.card, true) for card in seat.cards]
    return [str(card) for card, true in told if card not in ("??", None, true)]


def judge(room: Walked, *, is_connected: bool) -> None:
    """What holds of the first client, however it was cheated: see the module.

    `is_connected`: whether it never lost its connection.
    """
    ana = room.clients[0]
    for hand, truth in room.truth.items():
        if ana.checker.standing(hand) == "proven":
            found = [lies(view, truth) for view in room.shown.get(hand, ())]
            assert not any(found), (hand, found, truth)
    counts = ana.checker.counts()
    is_in_doubt = counts["unchecked"] > len(room.called_off) or counts["wrong"]
    assert not (is_in_doubt and is_connected) or ana.breaches or ana.notices, counts
    assert sum(counts.values()) >= min(HANDS, len(room.shown)) or ana.breaches, counts


def walk(seed: int) -> None:
    rng = random.Random(seed)
    room, cheat = Walked(rng), Cheat(rng)
    room.spoil = cheat
    room.hand_of(is_honest=False)
    cheat.is_on = True
    for _ in range(HANDS - 2):
        room.hand_of(is_honest=False)
    cheat.is_on = False
    room.hand_of(is_honest=False)
    judge(room, is_connected=True)


def honest_walk(seed: int) -> Json:
    room = Walked(random.Random(seed))
    for _ in range(HANDS):
        room.hand_of(is_honest=True)
    assert [client.kinds for client in room.clients] == [[]] * len(PLAYERS)
    judge(room, is_connected=False)
    return room.clients[0].checker.counts()


@pytest.mark.parametrize("first", range(0, 200, 50))
def test_no_random_cheat_changes_a_proven_hand(first: int) -> None:
    for seed in range(first, first + 50):
        walk(seed)


@pytest.mark.parametrize(
    ("of", "part", "silence"),
    [
        (ViewTrack, "take", lambda self, name: None),
        (DealChecker, "_against_views", lambda self, hand: Step()),
        (fairness, "wrong_proof", lambda *given: []),
    ],
)
def test_the_walk_finds_a_client_that_does_not_look(
    monkeypatch: pytest.MonkeyPatch, of: Any, part: str, silence: Callable[..., Any]
) -> None:
    monkeypatch.setattr(of, part, silence)
    with pytest.raises(AssertionError):
        for seed in range(400):
            walk(seed)


def test_an_honest_room_is_never_accused_on_the_same_walk() -> None:
    found = [honest_walk(seed) for seed in range(60)]
    proven = sum(counts["proven"] for counts in found)
    assert proven > 0.6 * HANDS * len(found)


@pytest.mark.soak
@pytest.mark.parametrize("first", range(1000, 13000, 1000))
def test_none_of_many_random_cheats_changes_a_proven_hand(first: int) -> None:
    for seed in itertools.chain(range(first, first + 1000)):
        walk(seed)
        honest_walk(seed)
