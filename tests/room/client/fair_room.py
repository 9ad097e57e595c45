"""A room in memory that deals fairly, and hooks by which a test makes it cheat."""

import itertools
import random
from collections.abc import Sequence
from typing import Any

import msgspec

from sidepot import cards, fairness
from sidepot.fairness import NO_COMMITMENT, Attempt, Deal, Deck
from sidepot.room.client.fairness import DealChecker, Step
from sidepot.room.protocol import messages as m
from sidepot.words import Message
from sidepot.words.wire import decode_hook

TABLE = "tAbLetAbLetA"
WHY = Message("room.refused_hand", {"hand": 1})
Json = dict[str, Any]


class Client:
    """Somebody at the room, whose checker answers at once."""

    def __init__(self, guest: str, number: int) -> None:
        self.guest = guest
        self.checker = DealChecker(bytes([number]) * 32, clock=itertools.count().__next__)
        self.sent: list[m.Pledge | m.Reveal] = []
        self.breaches: list[Message] = []
        self.notices: list[Message] = []
        self.is_here = True
        self.is_mute = False
        """Whether nothing that it sends gets to the room."""

    @property
    def name(self) -> str:
        return self.guest.title()

    @property
    def kinds(self) -> list[str]:
        return [breach.key.removeprefix("fair.breach_") for breach in self.breaches]

    @property
    def seeds(self) -> list[str]:
        """The seeds that it has revealed."""
        return [command.seed for command in self.sent if isinstance(command, m.Reveal)]


class FairRoom:
    """An honest room with one table, where every guest has a chair. Cheats override its parts."""

    copies, jokers = 1, False
    streams: tuple[str, ...] = ("deck",)

    def __init__(self, *guests: str) -> None:
        self.clients = [Client(guest, n) for n, guest in enumerate(guests, 1)]
        self.chance = random.Random(5)
        self.last = NO_COMMITMENT
        self.hand, self.turn = 0, 0
        self.dealt_hand = 0
        """The number of the last hand that was dealt."""
        self.is_cheating = False
        self.pledges: dict[str, str] = {}
        self.seeds: dict[str, str] = {}
        self.missing: list[list[str]] = []
        self.committed: m.Commitment | None = None
        self.view: Json | None = None
        for client in self.clients:
            self.connect(client)

    def of(self, guest: str) -> Client:
        return next(client for client in self.clients if client.guest == guest)

    # Messages -------------------------------------------------------------------------------------

    def give(self, client: Client, message: m.FromServer) -> None:
        """A message to a client, and what it answers."""
        if client.is_here:
            self.carry_out(client, client.checker.receive(message))

    def carry_out(self, client: Client, step: Step) -> None:
        client.breaches += step.breaches
        client.notices += step.notices
        for command in step.commands:
            client.sent.append(command)
            if not client.is_mute:
                self.give(client, self.take(client, command))

    def tell(self, message: m.FromServer) -> None:
        for client in self.clients:
            self.give(client, message)

    def take(self, client: Client, command: m.Pledge | m.Reveal) -> m.Ack | m.Refusal:
        if isinstance(command, m.Reveal):
            due = self.committed
            if due is None or (command.hand, command.turn) != (due.hand, due.turn):
                return m.Refusal(id=command.id, reason=WHY)
            seed = fairness.pledge(bytes.fromhex(command.seed)).hex()
            if due.pledges.get(client.guest) != seed:
                return m.Refusal(id=command.id, reason=WHY)
            self.seeds[client.guest] = command.seed
        self.pledges[client.guest] = command.pledge
        return m.Ack(id=command.id, version=1)

    # Connections ---------------------------------------------------------------------------------

    def connect(self, client: Client) -> None:
        client.is_here = True
        welcome = m.Welcome(
            protocol=2, table=TABLE, guest=client.guest, name=client.name, chair=0, now=0
        )
        self.give(client, welcome)
        if self.committed:
            self.give(client, self.committed)
        self.show(client, is_whole=True)

    def lose(self, client: Client) -> None:
        client.is_here = False
        client.checker.lose_connection()
        self.pledges.pop(client.guest, None)

    def restart(self) -> None:
        for client in self.clients:
            self.lose(client)
        self.seeds.clear()
        for client in self.clients:
            self.connect(client)

    # Deals ---------------------------------------------------------------------------------------

    def play(self) -> None:
        """A whole hand."""
        self.commit()
        self.cut()
        self.deal()
        self.finish()

    @property
    def at(self) -> Attempt:
        return Attempt(TABLE, self.hand, self.turn)

    def physical(self) -> list[str]:
        deck = cards.deck(copies=self.copies, jokers=self.jokers)
        return [cards.text(card) for card in deck]

    def shuffled(self) -> Deck:
        order = self.physical()
        streams = {name: self.chance.sample(order, len(order)) for name in self.streams}
        return Deck(self.chance.randbytes(32), streams)

    def commit(self, *, hand: int | None = None) -> None:
        """Fix new decks: for the next hand, or for another turn of the same if it was not cut."""
        if self.committed is None:
            self.hand, self.turn, self.missing = hand or self.hand + 1, 0, []
        else:
            silent = self.committed.pledges.keys() - self.seeds.keys()
            self.missing = [*self.missing, [guest.title() for guest in sorted(silent)]]
            for guest in silent:
                self.pledges.pop(guest, None)
        self.turn += 1
        self.seeds = {}
        self.decks = {name: self.shuffled() for name in fairness.DECKS}
        self.prev = self.last
        self.committed = self.commitment()
        self.last = bytes.fromhex(self.committed.commitment)
        self.tell(self.committed)

    def counted(self) -> dict[str, str]:
        """The pledges that count."""
        return dict(self.pledges)

    def commitment(self) -> m.Commitment:
        roots = {name: fairness.roots(self.at, name, deck) for name, deck in self.decks.items()}
        pledges = self.counted()
        raw = {guest: bytes.fromhex(pledge) for guest, pledge in pledges.items()}
        made = fairness.commitment(self.prev, self.at, list(self.streams), roots, raw)
        return m.Commitment(
            table=TABLE,
            hand=self.hand,
            turn=self.turn,
            prev=self.prev.hex(),
            commitment=made.hex(),
            streams=list(self.streams),
            roots=[[root.hex() for root in roots[name]] for name in fairness.DECKS],
            pledges=pledges,
            missing=self.missing,
            awaited=bool(pledges),
        )

    def cut(self) -> None:
        self.is_over = False
        self.message = self.cut_message()
        self.fixed = self.committed
        self.committed = None
        self.tell(self.message)

    def used(self) -> dict[str, str]:
        """The seeds that cut."""
        return dict(self.seeds)

    def cut_message(self) -> m.Cut:
        seeds = self.used()
        chosen = fairness.dealt(self.at, {g: bytes.fromhex(seed) for g, seed in seeds.items()})
        return m.Cut(table=TABLE, hand=self.hand, turn=self.turn, dealt=chosen, seeds=seeds)

    def result(self) -> Deal:
        """Everything about the deal."""
        assert self.fixed
        pledges = {g: bytes.fromhex(pledge) for g, pledge in self.fixed.pledges.items()}
        seeds = {g: bytes.fromhex(seed) for g, seed in self.message.seeds.items()}
        return Deal(self.at, self.prev, self.decks, pledges, seeds)

    def dealt(self) -> list[str]:
        """The cards that come, in their order, and those after them."""
        return [card.card for card in self.result().open(("deck", n) for n in self.order())]

    def order(self) -> list[int]:
        """The places of the cards that come, and of those after them."""
        return list(range(10))

    def deal(self) -> None:
        """One card face down to each, and two on the board."""
        self.dealt_hand = self.hand
        for client in self.clients:
            self.show(client)

    def finish(self) -> None:
        """All cards are turned up, and the proofs sent."""
        self.is_over = True
        for client in self.clients:
            self.show(client)
        for client in self.clients:
            self.give(client, self.proof())

    def call_off(self) -> None:
        """The hand is called off: it is shown no more."""
        for client in self.clients:
            self.give(client, view(self.dealt_hand, [c.guest for c in self.clients], None))

    def seen(self) -> list[tuple[str, int]]:
        """The places of the cards that all have seen at the end."""
        return [("deck", place) for place in self.order()[: len(self.clients) + 2]]

    def dealt_from(self) -> list[tuple[str, int]]:
        """The places of the cards that were dealt, as the proof tells them."""
        return self.seen()

    def proof(self) -> m.Proof:
        deal = self.result()
        opened = [(c.stream, c.place, c.card, c.salt.hex()) for c in deal.open(self.seen())]
        control = ["".join(order) for order in deal.control.streams.values()]
        return m.Proof(
            table=TABLE,
            hand=self.hand,
            leaves=[[leaf.hex() for leaf in stream] for stream in deal.leaves().values()],
            control=m.Control(deal.control.key.hex(), control),
            opened=opened,
            at=self.dealt_from(),
            rabbit=[],
        )

    def proof_of_rabbit(self) -> m.Proof:
        """The proof when somebody has asked for the next card."""
        [card] = self.result().open([("deck", self.order()[len(self.seen())])])
        rabbit = [(card.stream, card.place, card.card, card.salt.hex())]
        return msgspec.structs.replace(self.proof(), rabbit=rabbit)

    # Views ---------------------------------------------------------------------------------------

    def show(self, client: Client, *, is_whole: bool = False) -> None:
        """A view, which tells a client of the hand in play."""
        hand = self.hand_view(client) if self.dealt_hand and self.dealt_hand == self.hand else None
        self.give(
            client, view(self.dealt_hand, [c.guest for c in self.clients], hand, is_whole=is_whole)
        )

    def show_rabbit(self, client: Client, cards: list[str]) -> None:
        """A view after the hand, with cards to come."""
        hand = self.hand_view(client)
        self.give(client, view(self.hand, [c.guest for c in self.clients], hand, rabbit=cards))

    def hand_view(self, client: Client) -> Json:
        """The hand after the deal, or at its end."""
        dealt, n = self.dealt(), len(self.clients)
        own = [other.guest for other in self.clients].index(client.guest)
        if self.is_over:
            events = [event("shown", p, dealt[p]) for p in range(n)]
        else:
            events = [event("dealt", p, dealt[p] if p == own else "??") for p in range(n)]
            events += [event("board", -1, card) for card in dealt[n : n + 2]]
        known = [dealt[p] if p == own or self.is_over else "??" for p in range(n)]
        return hand_view(self.hand, int(self.is_over), own, known, events, is_over=self.is_over)


def event(kind: str, seat: int, card: str) -> Json:
    return {"kind": kind, "seat": seat, "card": card, "count": 1, "amount": 0}


def hand_view(
    number: int,
    decision: int,
    seat: int | None,
    known: Sequence[str],
    events: list[Json],
    *,
    is_over: bool = False,
) -> Json:
    """A hand in which each seat has a card."""
    empty = {"name": "", "stack": 0, "paid": 0, "bet": 0, "status": "live", "marks": []}
    empty |= {"hand": None, "best": [], "place": None}
    own = [{"cards": [{"card": card, "zone": "hand", "dead": False}]} for card in known]
    head = {"version": 1, "game": "", "title": "", "hand": number, "decision": decision}
    none: Json = {"to_act": None, "board": [], "pots": [], "facts": {}, "result": [], "menu": []}
    result = [{"seat": n, "won": 0, "net": 0} for n in range(len(known))] if is_over else []
    told = {"events": events, "seats": [empty | one for one in own], "seat": seat}
    return {**head, **none, **told, "result": result}


def view(
    number: int,
    guests: Sequence[str],
    hand: Json | None,
    *,
    is_whole: bool = False,
    shown: dict[str, list[str]] | None = None,
    status: str = "in",
    stack: int = 100,
    rabbit: Sequence[str] = (),
) -> m.View:
    """The view of a table; `status` and `stack`: those of every chair."""
    chair = {"bot": None, "stack": stack, "pending_chips": 0, "status": status}
    chair |= {"is_ready": False, "time_bank": 0}
    chairs = [
        {**chair, "chair": n, "name": guest.title(), "guest": guest, "seat": n if hand else None}
        for n, guest in enumerate(guests)
    ]
    plan = {"name": "ricochet-2", "options": {}}
    rules = {"games": [plan], "dealers_choice": False, "chairs": 9, "least": 1, "most": 100}
    rules |= {"turn": 5, "time_bank": 0, "pause": 0, "automatic": True, "public": False}
    room = {
        "name": "",
        "host": "",
        "rules": rules | {"coach": True, "rabbit": True},
        "games": [],
        "phase": "playing" if hand and not hand["result"] else "pause",
        "chairs": chairs,
        "button": None,
        "hand": number,
        "game": None,
        "clock": None,
        "next_hand": None,
        "may_show": None,
        "shown": shown or {},
        "rabbit": list(rabbit),
        "muted": [],
        "choices": [],
    }
    head = {"type": "view", "table": TABLE, "version": 1, "now": 0}
    told = {**head, "room": room, "chair": 0, "is_whole": is_whole, "hand": hand, "said": []}
    return msgspec.convert(
        {"type": "view", "table": TABLE, "version": 1, "now": 0, **told},
        m.View,
        dec_hook=decode_hook,
    )
