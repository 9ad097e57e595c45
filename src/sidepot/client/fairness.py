"""Checks the deals of one table, message by message, and takes part in them (`client.part`).

Pure but for chance and the clock, which can be given: the room's messages go in, commands and
breaches come out. What is checked, and why: docs/protocol.md and `sidepot.fairness`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sidepot import entropy, fairness
from sidepot.client.decks import deck_of
from sidepot.client.part import Part
from sidepot.client.proofs import wrong_proof
from sidepot.client.seen_cards import SeenCards
from sidepot.fairness import DECKS, Attempt
from sidepot.protocol import messages as m
from sidepot.protocol.views import TableView
from sidepot.words import Message

KINDS = (
    "pledge",
    "chain",
    "twice",
    "commitment",
    "seed",
    "missing",
    "dealt",
    "deck",
    "card",
    "cards",
    "number",
)
"""The kinds of breaches: the sentence of each is `fair.breach_KIND`."""
_PLAYING = "playing"
_HANDS = 2
"""The last hands whose deals are remembered: a proof may come again after the next commitment."""
_MASTER = 32
"""Bytes of a master secret."""


class Step(NamedTuple):
    """What follows from a message: commands to be sent, and breaches to be said at once."""

    commands: Sequence[m.Pledge | m.Reveal] = ()
    breaches: Sequence[Message] = ()


class DealStatus(NamedTuple):
    """The state of a hand's deal, for a face to show."""

    hand: int
    turn: int
    fixed_at: float
    """When the client got the commitment, in seconds since 1970."""
    commitment: str
    missing: Sequence[Sequence[str]]
    """For each earlier turn the names of those who did not reveal their seeds."""
    cut_by: Sequence[str] | None
    """The names of those whose seeds cut the deck: None before that, empty if there are none."""
    is_ours: bool
    """Whether a seed of this client is among those that cut."""
    is_elsewhere: bool
    """Whether another device of the same guest takes part instead of this one."""
    is_proven: bool
    """Whether its proof is right, and no other pledge than ours stood for us."""


class _Place(NamedTuple):
    """The state of the client's own chair: whether it is dealt in depends on that."""

    status: str
    stack: int


class _Viewed(NamedTuple):
    """The hand and the decision that a view was of, and whether the hand was over.

    The decision is -1 where nothing is played: a hand that is called off may go back to its deal.
    """

    hand: int
    decision: int
    is_over: bool

    @classmethod
    def of(cls, view: m.View) -> _Viewed:
        if view.hand is None:
            return cls(view.room.hand, -1, is_over=False)
        decision = view.hand.decision if view.room.phase == _PLAYING else -1
        return cls(view.hand.hand, decision, is_over=bool(view.hand.result))

    def may_follow(self, before: _Viewed, *, is_whole: bool) -> bool:
        """Whether a room that numbers its hands 1, 2, 3, ... comes here from a view before.

        With `is_whole` hands may have been missed between.
        """
        if self.hand == before.hand:
            has_gone_back = 0 <= self.decision < before.decision
            return self.is_over or not (before.is_over or has_gone_back)
        return self.hand == before.hand + 1 or (is_whole and self.hand > before.hand)


@dataclass
class _Deal:
    """What the client knows of the deal of a hand, in its present turn."""

    sent: m.Commitment
    at: Attempt
    fixed_at: float
    was_pledged: bool
    """Whether the room had confirmed a pledge of ours before it sent the commitment."""
    place: _Place | None
    """Our place at the table at that time."""
    is_elsewhere: bool
    is_sound: bool
    """Whether no breach was found in the commitment."""
    cut: m.Cut | None = None
    deck: Sequence[str] | None = None
    """The cards of the game by its rules, as soon as a view has told the game."""
    is_watched: bool = False
    """Whether we have seen every view of the hand since it was dealt."""
    has_proof: bool = False
    rabbit: Sequence[str] = ()
    """The cards to come that its proof opens."""
    is_proven: bool = False


class DealChecker:
    """Takes part in the deals of a table, and checks them.

    Give each message of the room to `receive`, in order, send the commands that it returns, and
    say the breaches. Call `lose_connection` when the connection is lost: commands that were not
    answered then need not be sent again. `breaches` has all that were found so far.
    """

    def __init__(
        self, master: bytes | None = None, *, clock: Callable[[], float] = time.time
    ) -> None:
        """`master`: the client's secret, from which its seeds are made; by default a new one."""
        self.breaches: list[Message] = []
        self._part = Part(master or entropy.source.randbytes(_MASTER))
        self._clock = clock
        self._cards = SeenCards()
        self._names: dict[str, str] = {}
        self._table = ""
        self._guest: str | None = None
        self._own_name = ""
        self._said: set[tuple[str, int]] = set()
        self._last: bytes | None = None
        """The last commitment that the client has seen."""
        self._latest = (0, 0)
        """The hand and turn of that commitment."""
        self._has_gap = True
        """Whether the client may have missed commitments since."""
        self._deals: dict[int, _Deal] = {}
        self._viewed: _Viewed | None = None
        """The hand and decision of the last view; None before the first view of a connection."""
        self._place: _Place | None = None
        """Our place at the table in the last view."""

    def receive(self, message: m.FromServer) -> Step:
        """Take part in what a message of the room asks for, and check it."""
        match message:
            case m.Welcome():
                return Step(self._welcomed(message))
            case m.Ack():
                self._part.confirm(message.id)
            case m.Refusal():
                return Step([self._pledge()] if self._part.refuse(message.id) else [])
            case m.Presence():
                self._names |= {person.guest: person.name for person in message.here}
            case m.Commitment():
                return self._committed(message)
            case m.Cut():
                return self._step(message.hand, message.turn, self._wrong_cut(message))
            case m.View():
                return self._seen(message)
            case m.Proof():
                return self._proven(message)
        return Step()

    def lose_connection(self) -> None:
        """Note that the connection is lost: deals go on, and a room that restarts loses seeds."""
        self._viewed = None
        self._miss()
        self._part.forget()

    def _miss(self) -> None:
        """Note that messages may have been missed."""
        self._has_gap = True
        for deal in self._deals.values():
            deal.is_watched = False

    def status(self, hand: int | None = None) -> DealStatus | None:
        """The state of the deal of a hand, by default the last one; None if it is not known."""
        deal = self._deals.get(self._latest[0] if hand is None else hand)
        if deal is None:
            return None
        guests = sorted(deal.cut.seeds) if deal.cut else ()
        return DealStatus(
            hand=deal.at.hand,
            turn=deal.at.turn,
            fixed_at=deal.fixed_at,
            commitment=deal.sent.commitment,
            missing=deal.sent.missing,
            cut_by=[self._names.get(guest, guest) for guest in guests] if deal.cut else None,
            is_ours=self._guest in guests and not deal.is_elsewhere,
            is_elsewhere=deal.is_elsewhere,
            is_proven=deal.is_proven,
        )

    def awaits_proof(self, hand: int) -> bool:
        """Whether a hand was cut in our sight and has no proof yet."""
        deal = self._deals.get(hand)
        return deal is not None and deal.cut is not None and not deal.has_proof

    def _welcomed(self, welcome: m.Welcome) -> list[m.Pledge | m.Reveal]:
        self._table, self._guest = welcome.table, welcome.guest
        if welcome.guest is None:
            return []
        self._own_name = self._names[welcome.guest] = welcome.name or ""
        return [self._pledge()]

    def _pledge(self) -> m.Pledge:
        return self._part.pledge(self._last)

    def _step(self, hand: int, turn: int, kinds: Iterable[str], **values: object) -> Step:
        """A step with breaches; each kind is said once a hand."""
        found = []
        for kind in kinds:
            if (kind, hand) not in self._said:
                self._said.add((kind, hand))
                given = {"hand": hand, "turn": turn, "player": self._own_name, **values}
                found.append(Message(f"fair.breach_{kind}", given))
        self.breaches += found
        return Step(breaches=found)

    def _committed(self, sent: m.Commitment) -> Step:
        """Check a commitment; answer it with our seed if it is sound."""
        if not self._is_hash(sent):
            return self._step(sent.hand, sent.turn, ["commitment"])
        own = sent.pledges.get(self._guest or "")
        is_ours = own is not None and self._part.is_ours(own)
        if self._last is not None and sent.commitment == self._last.hex():
            self._has_gap = False
            is_sound = self._deals[sent.hand].is_sound
            return Step(self._part.reveal(sent, own) if own and is_ours and is_sound else ())
        if (sent.hand, sent.turn) <= self._latest:
            return self._step(sent.hand, sent.turn, ["twice"])
        kinds = list(self._wrong_commitment(sent, own))
        self._remember(sent, is_elsewhere=own is not None and not is_ours, is_sound=not kinds)
        step = self._step(sent.hand, sent.turn, kinds)
        if own is None:
            is_out = self._own_name in (name for names in sent.missing[-1:] for name in names)
            return Step([self._pledge()] if is_out and self._guest else [], step.breaches)
        return Step(self._part.reveal(sent, own) if is_ours and not kinds else (), step.breaches)

    def _is_hash(self, sent: m.Commitment) -> bool:
        """Whether a commitment is the hash of what is said with it, and of this table."""
        try:
            names = zip(DECKS, sent.roots, strict=True)
            roots = {name: [bytes.fromhex(root) for root in each] for name, each in names}
            at = Attempt(sent.table, sent.hand, sent.turn)
            pledges = fairness.from_hex(sent.pledges)
            made = fairness.commitment(bytes.fromhex(sent.prev), at, sent.streams, roots, pledges)
        except ValueError:
            return False
        is_even = all(len(each) == len(sent.streams) for each in sent.roots)
        return sent.table == self._table and is_even and made.hex() == sent.commitment

    def _wrong_commitment(self, sent: m.Commitment, own: str | None) -> Iterator[str]:
        """The kinds of breaches in a commitment that is new and the hash of its parts."""
        hand, turn = self._latest
        due = turn + 1 if sent.hand == hand else 1
        is_next = self._last is not None and sent.prev == self._last.hex() and sent.turn == due
        if (not is_next and not self._has_gap) or len(sent.missing) != sent.turn - 1:
            yield "chain"
        if self._part.is_spent(own):
            yield "pledge"
        if any(
            self._own_name in names and self._part.is_confirmed(sent.hand, turn)
            for turn, names in enumerate(sent.missing, 1)
        ):
            yield "missing"

    def _remember(self, sent: m.Commitment, *, is_elsewhere: bool, is_sound: bool) -> None:
        self._last, self._latest = bytes.fromhex(sent.commitment), (sent.hand, sent.turn)
        self._has_gap = False
        self._deals[sent.hand] = _Deal(
            sent=sent,
            at=Attempt(sent.table, sent.hand, sent.turn),
            fixed_at=self._clock(),
            was_pledged=self._part.is_pledged,
            place=self._place,
            is_elsewhere=is_elsewhere,
            is_sound=is_sound,
        )
        for old in sorted(self._deals)[:-_HANDS]:
            del self._deals[old]

    def _wrong_cut(self, sent: m.Cut) -> Iterator[str]:
        """The kinds of breaches in a cut, which is remembered."""
        deal = self._deals.get(sent.hand)
        if deal is None or deal.at.turn != sent.turn:
            if not self._has_gap:
                yield "commitment"
            return
        deal.cut = sent
        try:
            seeds = fairness.from_hex(sent.seeds)
        except ValueError:
            yield "seed"
            return
        pledges = {guest: fairness.pledge(seed).hex() for guest, seed in seeds.items()}
        own = deal.sent.pledges.get(self._guest or "")
        if pledges != deal.sent.pledges or not self._part.is_given(deal.sent, own):
            yield "seed"
        if sent.dealt != fairness.dealt(deal.at, seeds):
            yield "dealt"

    def _seen(self, view: m.View) -> Step:
        """Check the first view of a hand, and remember its cards."""
        self._cards.note(view)
        deal = self._deals.get(view.hand.hand) if view.hand else None
        if deal and deal.deck is None:
            deal.deck = deck_of(view)
        place, self._place = self._place, self._look_round(view)
        before, self._viewed = self._viewed, (now := _Viewed.of(view))
        if before is None:
            return Step()
        found = [*self._misnumbered(before, now, is_whole=view.is_whole)]
        if view.is_whole:  # something was missed, perhaps commitments too
            self._miss()
        elif view.hand and now.hand > before.hand:
            found += [*self._unproven(before.hand), *self._dealt(view.hand, place)]
        return Step(breaches=[*found, *self._wrong_rabbit(now.hand)])

    def _misnumbered(self, before: _Viewed, now: _Viewed, *, is_whole: bool) -> Sequence[Message]:
        """The breach if a hand goes by a number that is not its own.

        What was fixed for another hand of that number would count as checked.
        """
        kinds = [] if now.may_follow(before, is_whole=is_whole) else ["number"]
        return self._step(now.hand, 1, kinds).breaches

    def _wrong_rabbit(self, hand: int) -> Sequence[Message]:
        """The breach if other cards to come are shown than its proof opens."""
        deal, shown = self._deals.get(hand), self._cards.rabbit(hand)
        if deal is None or not deal.rabbit or not shown:
            return ()
        kinds = ["card"] if sorted(deal.rabbit) != sorted(shown) else []
        return self._step(hand, deal.at.turn, kinds).breaches

    def _unproven(self, hand: int) -> Sequence[Message]:
        """The breach if a hand has no proof, although we saw all of it and the next one began."""
        deal = self._deals.get(hand)
        if deal is None or deal.cut is None or not deal.is_watched:
            return ()
        is_open = deal.has_proof and len(self._cards.rabbit(hand)) <= len(deal.rabbit)
        kinds = ["cards"] if self._cards.is_watched(hand) and not is_open else []
        return self._step(hand, deal.at.turn, kinds).breaches

    def _dealt(self, hand: TableView, place: _Place | None) -> Sequence[Message]:
        """The breaches in the deal of a hand, in which we may have a seat."""
        deal = self._deals.get(hand.hand)
        if deal:
            deal.is_watched = True
        if hand.seat is None:
            return ()
        kinds = ["pledge"] if self._is_left_out(deal, place) else []
        kinds += ["seed"] if deal and deal.cut is None else []
        return self._step(hand.hand, deal.at.turn if deal else 1, kinds).breaches

    def _look_round(self, view: m.View) -> _Place | None:
        """Note the names at a table; returns our place there."""
        chairs = view.room.chairs
        self._names |= {chair.guest: chair.name for chair in chairs if chair.guest}
        own = (chair for chair in chairs if self._guest and chair.guest == self._guest)
        return next((_Place(chair.status, chair.stack) for chair in own), None)

    def _is_left_out(self, deal: _Deal | None, place: _Place | None) -> bool:
        """Whether a hand was dealt to us without a pledge that the room had confirmed.

        Somebody who sits down or comes back after the commitment may be dealt in without one.
        """
        if deal is None:
            return self._part.is_pledged
        named = (name for names in deal.sent.missing for name in names)
        return (
            deal.was_pledged
            and place is not None
            and place == deal.place
            and self._guest not in deal.sent.pledges
            and self._own_name not in named
        )

    def _proven(self, sent: m.Proof) -> Step:
        """Check the proof of a hand that is over, if we have seen its commitment and its cut."""
        deal = self._deals.get(sent.hand)
        if deal is None or deal.cut is None:
            return Step()
        deal.has_proof = True
        opened = {(stream, place): card for stream, place, card, _ in sent.opened}
        rabbit = deal.rabbit = [card for _, _, card, _ in sent.rabbit]
        unproven = self._cards.missing(sent.hand, [*opened.values(), *rabbit])
        kinds = wrong_proof(deal.sent, deal.cut, deal.at, sent, deal.deck)
        kinds += [] if self._cards.is_in_order(sent.hand, sent.at, opened) else ["card"]
        kinds += ["cards"] if unproven else []
        step = self._step(sent.hand, deal.at.turn, kinds, cards=unproven)
        step = Step(breaches=[*step.breaches, *self._wrong_rabbit(sent.hand)])
        is_sound = all(hand != sent.hand for _, hand in self._said)
        deal.is_proven = is_sound and not deal.is_elsewhere
        return step
