"""Random cheats in a room's messages: each change of the cards seen is noticed, or reported.

An honest room, with all that may happen at it, is never accused by the same walk.
"""

import itertools
import json
import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec
import pytest

from sidepot.engine.view import TableView
from sidepot.room.client import fairness
from sidepot.room.client.deal_states import TABLE, ViewTrack
from sidepot.room.client.fairness import KINDS, NOTICES, DealChecker, Step
from sidepot.room.client.seen_cards import SeenCards
from sidepot.room.protocol import messages as m
from sidepot.words.wire import decode_hook, encode
from tests.cases import often
from tests.room.client.fair_room import Client, FairRoom, Json, event, hand_view, view

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
    """A room at which much happens; `spoil` changes what it sends to its first client.

    A card to each player and two on the board, perhaps a third after a burned one; the last player
    may keep a card hidden, and show it afterwards, when the card to come may be shown too.
    """

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.stacks = 100
        self.sent: dict[int, list[m.View]] = {}
        """The views that the first client was given, by the hand that they show."""
        self.truth: dict[int, list[str]] = {}
        """The cards that each hand dealt, in their order, and the one after them."""
        self.unproven: set[int] = set()
        """The hands of which the first client was shown what no proof follows."""
        self.spoil: Callable[[m.FromServer], Iterable[m.FromServer]] = lambda message: [message]
        self.dealt_streets: dict[int, int] = {}
        """How many cards came to the board later, by hand."""
        self.streets = self.decision = 0
        self.is_over = self.is_off = self.is_hidden = self.is_shown = self.is_asked = False
        self.last_views: dict[str, m.View] = {}
        """The last view of each client: a hand is shown until the next one is dealt."""
        super().__init__(*PLAYERS)

    def give(self, client: Client, message: m.FromServer) -> None:
        if client is not self.clients[0] or not client.is_here:
            super().give(client, message)
            return
        for sent in self.spoil(message):
            if isinstance(sent, m.View):
                if sent.hand:
                    self.sent.setdefault(sent.room.hand, []).append(sent)
                if not sent.hand or self.is_late(client, sent):
                    self.unproven.add(sent.room.hand)
            super().give(client, sent)

    def is_late(self, client: Client, sent: m.View) -> bool:
        """Whether cards are shown after the next hand's commitment."""
        is_more = bool(sent.room.shown or sent.room.rabbit)
        return is_more and client.checker.status(sent.room.hand + 1) is not None

    def may(self, chance: float) -> bool:
        return self.rng.random() < chance

    # A hand --------------------------------------------------------------------------------------

    def hand_of(self, *, is_honest: bool) -> None:
        """A hand, with events before it and in it that an honest room allows."""
        while self.may(0.2):  # a try that is given up: somebody is silent, or the players change
            silent = self.rng.choice([None, *self.clients[1:]])
            if silent:
                silent.is_mute = True
            self.commit()
            if silent:
                silent.is_mute = False
        self.commit()
        if self.is_hidden and not self.is_off and not self.is_shown and self.may(0.3):
            self.show_late()
        self.come_and_go(is_honest=is_honest)
        if self.committed and self.committed.pledges.keys() != self.seeds.keys():
            self.commit()
        self.cut()
        self.streets, self.decision = self.rng.randint(0, 1), 0
        self.is_off = self.is_shown = self.is_asked = False
        self.is_hidden = self.may(0.5)
        self.deal()
        self.truth[self.hand] = self.dealt()[: len(PLAYERS) + 4]
        self.dealt_streets[self.hand] = self.streets
        self.come_and_go(is_honest=is_honest)
        if self.streets:
            self.decision += 1
            self.show_all()
            self.come_and_go(is_honest=is_honest)
        if self.may(0.1):
            self.call_off()
            return
        self.decision += 1
        self.finish()
        self.go_on_after()
        self.come_and_go(is_honest=is_honest)

    def go_on_after(self) -> None:
        """Buy chips, and show cards, which a proof follows."""
        while self.may(0.5):
            self.stacks += 1
            self.is_shown = self.is_shown or (self.is_hidden and self.may(0.5))
            self.is_asked = self.is_asked or self.may(0.5)
            self.show_all()
            self.prove()

    def show_late(self) -> None:
        """The last player shows the hidden card when the next decks are fixed already."""
        last = len(PLAYERS) - 1
        shown = {str(last): [self.truth[self.dealt_hand][last]]}
        for guest, told in self.last_views.items():
            room = msgspec.structs.replace(told.room, shown=shown)
            self.last_views[guest] = msgspec.structs.replace(told, room=room)
        self.show_all()

    def come_and_go(self, *, is_honest: bool) -> None:
        """Somebody loses the connection, or falls behind; the first one only at honest rooms."""
        those = self.clients if is_honest else self.clients[1:]
        if self.may(0.1):
            client = self.rng.choice(those)
            self.lose(client)
            self.connect(client)
            if self.is_over and self.committed is None:
                self.give(client, self.proof_for(client))
        if self.may(0.05) and is_honest:
            self.show(self.rng.choice(those), is_whole=True)

    def call_off(self) -> None:
        self.is_off = True
        for client in self.clients:
            self.last_views[client.guest] = view(self.hand, PLAYERS, None)
            self.show(client)

    # Messages -------------------------------------------------------------------------------------

    def show_all(self) -> None:
        for client in self.clients:
            self.show(client)

    def finish(self) -> None:
        self.is_over = True
        self.show_all()
        self.prove()

    def prove(self) -> None:
        for client in self.clients:
            self.give(client, self.proof_for(client))

    def order(self) -> list[int]:
        return [0, 1, 2, 3, 4, 6, *range(8, 12)] if self.streets else list(range(10))

    def seen(self) -> list[tuple[str, int]]:
        return [("deck", place) for place in self.order()[: len(PLAYERS) + 2 + self.streets]]

    def is_seen_by(self, client: Client, nth: int) -> bool:
        """Whether a player may see at the end the n-th card that was dealt."""
        last = len(PLAYERS) - 1
        return nth != last or client is self.clients[last] or not self.is_hidden

    def proof_for(self, client: Client) -> m.Proof:
        proof = self.proof_of_rabbit() if self.is_asked else self.proof()
        places = [] if self.is_shown else enumerate(self.seen())
        hidden = [at for n, at in places if not self.is_seen_by(client, n)]
        opened = [one for one in proof.opened if (one[0], one[1]) not in hidden]
        return msgspec.structs.replace(proof, opened=opened)

    def show(self, client: Client, *, is_whole: bool = False) -> None:
        shown = self.last_views.get(client.guest)
        if self.dealt_hand and self.dealt_hand == self.hand and not self.is_off:
            shown = self.view_of_hand(client)
        shown = shown or view(self.dealt_hand, PLAYERS, None)
        self.last_views[client.guest] = shown
        self.give(client, msgspec.structs.replace(shown, is_whole=is_whole))

    def view_of_hand(self, client: Client) -> m.View:
        dealt, last = self.dealt(), len(PLAYERS) - 1
        return view(
            self.hand,
            PLAYERS,
            self.hand_view(client),
            shown={str(last): [dealt[last]]} if self.is_shown else {},
            rabbit=[dealt[len(self.seen())]] if self.is_asked else [],
            stack=self.stacks,
        )

    def hand_view(self, client: Client) -> Json:
        dealt, own = self.dealt(), self.clients.index(client)
        seats, board = dealt[: len(PLAYERS)], dealt[len(PLAYERS) :]
        known = [
            card if n == own or (self.is_over and self.is_seen_by(client, n)) else "??"
            for n, card in enumerate(seats)
        ]
        if self.is_over:
            up = len(PLAYERS) - self.is_hidden
            events = [event("shown", n, card) for n, card in enumerate(known[:up])]
        elif self.decision:
            events = [event("board", -1, board[2])]
        else:
            events = [event("dealt", n, card) for n, card in enumerate(known)]
            events += [event("board", -1, card) for card in board[:2]]
        told = hand_view(self.hand, self.decision, own, known, events, is_over=self.is_over)
        up = 2 + min(self.streets, self.decision)
        lying = [{"card": card, "zone": "board", "dead": False} for card in board[:up]]
        return told | {"board": lying}


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
        told, by = json.loads(encode(message)), self.rng.choice([-2, -1, 1, 2])
        if isinstance(message, m.View):
            told["room"]["hand"] += by
            if told["hand"] and self.rng.random() < 0.7:
                told["hand"]["hand"] += by
        else:
            told["turn" if self.rng.random() < 0.3 and "turn" in told else "hand"] += by
        return [msgspec.convert(told, _message, dec_hook=decode_hook)]

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
        told, swap = json.loads(encode(message)), self._swap(message)
        places = [one for one in _placed(told) if one["card"] in swap]
        if places:
            place = self.rng.choice(places)
            place["card"] = swap[place["card"]]
        return [msgspec.convert(told, _message, dec_hook=decode_hook)]

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
            told = json.loads(encode(message))
            self._change(told)
            try:
                return [msgspec.convert(told, _message, dec_hook=decode_hook)]
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
        return sorted({card for _, _, card, _ in (*message.opened, *message.rabbit)})
    if not isinstance(message, m.View) or message.hand is None:
        return []
    shown = itertools.chain(message.room.rabbit, *message.room.shown.values())
    return sorted(_faces(message.hand) | set(shown))


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
    told = json.loads(encode(message))
    if isinstance(message, m.Proof):
        for name in ("opened", "rabbit"):
            told[name] = [(s, n, swap.get(c, c), salt) for s, n, c, salt in told[name]]
    elif isinstance(message, m.View):
        room = told["room"]
        room["rabbit"] = [swap.get(card, card) for card in room["rabbit"]]
        room["shown"] = {n: [swap.get(c, c) for c in cards] for n, cards in room["shown"].items()}
        for one in _placed(told):
            one["card"] = swap.get(one["card"], one["card"])
    changed: m.FromServer = msgspec.convert(told, _message, dec_hook=decode_hook)
    return changed


# Laws ---------------------------------------------------------------------------------------------


def lies(view: m.View, truth: Sequence[str], after: int) -> list[str]:
    """The cards that a view shows where others were dealt; `after`: the place of the next one."""
    assert view.hand
    seats, board = truth[: len(PLAYERS)], truth[len(PLAYERS) :]
    hand, told = view.hand, []
    for one in hand.events:
        if one.kind in ("dealt", "shown"):
            told.append((one.card, seats[one.seat]))
    laid = [one.card for one in hand.events if one.kind == "board"]
    told += zip(laid, board if hand.decision == 0 else board[2:], strict=False)
    more = Counter(card.card for card in hand.board) - Counter(board[: after - len(seats)])
    told += [(card, "") for card in more.elements()]
    for seat, true in zip(hand.seats, seats, strict=False):
        told += [(card.card, true) for card in seat.cards]
    for chair, cards in view.room.shown.items():
        told += [(card, seats[int(chair)]) for card in cards]
    told += [(card, truth[after]) for card in view.room.rabbit]
    return [str(card) for card, true in told if card not in ("??", None, true)]


def judge(room: Walked, *, is_connected: bool) -> None:
    """Judge the first client, however it was cheated: see the module.

    `is_connected`: whether it never lost its connection.
    """
    ana = room.clients[0]
    for hand, truth in room.truth.items():
        if ana.checker.standing(hand) == "proven":
            after = len(PLAYERS) + 2 + room.dealt_streets[hand]
            found = [lies(view, truth, after) for view in room.sent.get(hand, ())]
            assert not any(found), (hand, found, truth)
    counts = ana.checker.counts()
    is_in_doubt = counts["unchecked"] > len(room.unproven) or counts["wrong"]
    assert not (is_in_doubt and is_connected) or ana.breaches or ana.notices, counts
    assert sum(counts.values()) >= min(HANDS, len(room.sent)) or ana.breaches, counts


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


@pytest.mark.parametrize("first", often(range(0, 200, 50), always=(0,)))
def test_no_random_cheat_changes_a_proven_hand(first: int) -> None:
    for seed in range(first, first + 50):
        walk(seed)


@pytest.mark.parametrize(
    ("of", "part", "silence", "first"),
    [
        (ViewTrack, "take", lambda self, name: None, 2),
        (ViewTrack, "_is_back", lambda self, view, step: False, 158),
        (SeenCards, "lie_where_dealt", lambda self, number, at, opened: True, 16),
        (DealChecker, "_against_views", lambda self, hand: Step(), 8),
        (fairness, "wrong_proof", lambda *given: [], 3),
    ],
)
def test_the_walk_finds_a_client_that_does_not_look(
    monkeypatch: pytest.MonkeyPatch, of: Any, part: str, silence: Callable[..., Any], first: int
) -> None:
    """`first`: the seed of a walk that finds it; others would take seconds to."""
    monkeypatch.setattr(of, part, silence)
    with pytest.raises(AssertionError):
        for seed in range(first, first + 400):
            walk(seed)


def test_an_honest_room_is_never_accused_on_the_same_walk() -> None:
    found = [honest_walk(seed) for seed in range(30)]
    proven = sum(counts["proven"] for counts in found)
    assert proven > 0.6 * HANDS * len(found)


@pytest.mark.soak
@pytest.mark.parametrize("first", range(1000, 13000, 1000))
def test_none_of_many_random_cheats_changes_a_proven_hand(first: int) -> None:
    for seed in itertools.chain(range(first, first + 1000)):
        walk(seed)
        honest_walk(seed)
