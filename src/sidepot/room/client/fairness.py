"""Checks the deals of one table, message by message, and takes part in them (`client.part`).

Pure but for chance and the clock, which can be given: the room's messages go in, commands and
breaches come out. What is checked, and why: docs/protocol.md and `sidepot.fairness`.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sidepot import entropy, fairness
from sidepot.fairness import DECKS, Attempt
from sidepot.room.client.deal_states import TABLE, DealTrack, ViewTrack
from sidepot.room.client.decks import deck_of
from sidepot.room.client.part import Part
from sidepot.room.client.proofs import wrong_proof
from sidepot.room.client.seen_cards import SeenCards
from sidepot.room.protocol import messages as m
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
    "skipped",
)
"""The kinds of breaches: the sentence of each is `fair.breach_KIND`."""
NOTICES: Sequence[str] = TABLE["notices"]
"""Events that an honest room may cause too, but that players are told of: `fair.notice_KIND`."""
STANDINGS = ("proven", "uncut", "awaited", "unchecked", "wrong")
"""The standings of a hand, explained at `DealChecker.standing`."""
_HANDS = 2
"""The last hands whose deals are remembered: a proof may come again after the next commitment."""
_MOST_MISSED = 10_000
"""Hands that are counted at most after a gap: a room may tell any number."""
_MASTER = 32
"""Bytes of a master secret."""


class Step(NamedTuple):
    """The answer to a message: commands, and breaches and notices to be said at once."""

    commands: Sequence[m.Pledge | m.Reveal] = ()
    breaches: Sequence[Message] = ()
    notices: Sequence[Message] = ()


class DealStatus(NamedTuple):
    """The state of a hand's deal, for a front end to show."""

    hand: int
    turn: int
    fixed_at: float
    """When the client got the commitment, in seconds since 1970."""
    commitment: str
    missing: Sequence[Sequence[str]]
    """The names of those who did not reveal their seeds, for each earlier turn."""
    cut_by: Sequence[str] | None
    """The names of those whose seeds cut the deck: None before that, empty if there are none."""
    is_ours: bool
    """Whether a seed of this client is among those that cut."""
    is_elsewhere: bool
    """Whether another device of the same guest takes part instead of this one."""
    standing: str
    """One of `STANDINGS`."""
    is_by_word: bool
    """Whether the room's word was taken for which cards the game has, once its view has come."""

    @property
    def is_proven(self) -> bool:
        """Whether all of the hand was seen, its proof is right, and a seed cut it."""
        return self.standing == "proven"


@dataclass
class _Deal:
    """The client's knowledge of the deal of a hand, in its present turn."""

    sent: m.Commitment
    at: Attempt
    fixed_at: float
    was_pledged: bool
    """Whether the room must have had a pledge of ours when it made the commitment."""
    is_elsewhere: bool
    is_sound: bool
    """Whether no breach was found in the commitment."""
    cut: m.Cut | None = None
    deck: Sequence[str] | None = None
    """The cards of the game by its rules, as soon as a view has told the game."""
    is_watched: bool = False
    """Whether we have seen every view of the hand since it was dealt."""
    proof: m.Proof | None = None
    """Its last proof."""
    is_proven: bool = False


class DealChecker:
    """Takes part in the deals of a table, and checks them.

    Give each message of the room to `receive`, in order, send the commands that it returns, and
    say the breaches. Call `lose_connection` when the connection is lost: commands that were not
    answered then need not be sent again. `breaches` has all that were found so far, and `counts`
    how many hands stand how.
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
        self._own_names: set[str] = set()
        """The names that we have had at the table."""
        self._said: set[tuple[str, int]] = set()
        self._dealing, self._viewing = DealTrack(), ViewTrack()
        self._deals: dict[int, _Deal] = {}
        self._settled: dict[int, str] = {}
        """The standings of earlier hands, by number."""
        self._is_counted = False
        """Whether the hand of the last view counts: not one that was over at the first view."""

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
                self._note_names((person.guest, person.name) for person in message.here)
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
        self._dealing.lose()
        self._viewing.lose()
        self._miss()
        self._part.forget()

    def _miss(self) -> None:
        """Note that views may have been missed."""
        for deal in self._deals.values():
            deal.is_watched = False

    def status(self, hand: int | None = None) -> DealStatus | None:
        """The state of the deal of a hand, by default the last one; None if it is not known."""
        deal = self._deals.get(self._dealing.latest[0] if hand is None else hand)
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
            standing=self.standing(deal.at.hand),
            is_by_word=deal.deck is None and deal.at.hand == self._viewing.hand,
        )

    def awaits_proof(self, hand: int) -> bool:
        """Whether a hand was cut in our sight and has no proof yet."""
        deal = self._deals.get(hand)
        return deal is not None and deal.cut is not None and deal.proof is None

    def standing(self, hand: int) -> str:
        """The standing of a hand, one of `STANDINGS`.

        Proven: all of it was seen and is right. Uncut: so, but no seed cut it. Awaited: its proof
        may still come. Unchecked: a part of it was not seen, it was called off, cards of it were
        shown when the next one was prepared, or another device of the same guest took part. Wrong:
        a breach was found.
        """
        if any(of == hand and kind not in NOTICES for kind, of in self._said):
            return "wrong"
        deal = self._deals.get(hand)
        if hand in self._settled or deal is None:
            return self._settled.get(hand, "unchecked")
        if deal.is_proven:
            return "proven" if deal.sent.pledges else "uncut"
        is_due = hand > (self._viewing.hand or 0) or deal.is_watched
        return "awaited" if is_due and not deal.is_elsewhere else "unchecked"

    def counts(self) -> dict[str, int]:
        """The number of hands by their standing, since the first that was seen in play."""
        hands = set(self._settled)
        if self._viewing.hand and self._is_counted:
            hands.add(self._viewing.hand)
        found = Counter(map(self.standing, hands))
        return {standing: found[standing] for standing in STANDINGS}

    def _welcomed(self, welcome: m.Welcome) -> list[m.Pledge | m.Reveal]:
        self._table, self._guest = welcome.table, welcome.guest
        if welcome.guest is None:
            return []
        self._note_names([(welcome.guest, welcome.name or "")])
        return [self._pledge()]

    def _note_names(self, named: Iterable[tuple[str, str]]) -> None:
        """Note names by guest; ours may change."""
        self._names |= dict(named)
        if self._guest in self._names:
            self._own_names.add(self._names[self._guest])

    def _pledge(self) -> m.Pledge:
        return self._part.pledge(self._dealing.last)

    def _step(self, hand: int, turn: int, kinds: Iterable[str | None], **values: object) -> Step:
        """A step with its notices; each kind is given once a hand."""
        breaches, notices = [], []
        for kind in filter(None, kinds):
            if (kind, hand) not in self._said:
                self._said.add((kind, hand))
                own = self._names.get(self._guest or "", "")
                given = {"hand": hand, "turn": turn, "player": own, **values}
                if kind in NOTICES:
                    notices.append(Message(f"fair.notice_{kind}", given))
                else:
                    breaches.append(Message(f"fair.breach_{kind}", given))
        self.breaches += breaches
        return Step(breaches=breaches, notices=notices)

    def _committed(self, sent: m.Commitment) -> Step:
        """Check a commitment; answer it with our seed if it is sound."""
        if not self._is_hash(sent):
            return self._step(sent.hand, sent.turn, ["commitment"])
        own = sent.pledges.get(self._guest or "")
        is_ours = own is not None and self._part.is_ours(own)
        name = self._dealing.name_commitment(sent)
        said = self._dealing.take(name)
        if name == "same":
            is_sound = self._deals[sent.hand].is_sound
            return Step(self._part.reveal(sent, own) if own and is_ours and is_sound else ())
        if name == "old":
            return self._step(sent.hand, sent.turn, [said])
        kinds = [said, *self._wrong_commitment(sent, own)]
        is_sound = not any(kinds)
        self._remember(sent, is_elsewhere=own is not None and not is_ours, is_sound=is_sound)
        step = self._step(sent.hand, sent.turn, kinds)
        if own is None:
            is_out = self._is_named(sent.missing[-1:])
            return Step([self._pledge()] if is_out and self._guest else [], step.breaches)
        return Step(self._part.reveal(sent, own) if is_ours and is_sound else (), step.breaches)

    def _is_named(self, missing: Iterable[Iterable[str]]) -> bool:
        """Whether we are among those who were missing in some turns."""
        return any(name in self._own_names for names in missing for name in names)

    def _is_hash(self, sent: m.Commitment) -> bool:
        """Whether a commitment is the hash of its declared content, and of this table."""
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
        if len(sent.missing) != sent.turn - 1:
            yield "chain"
        if self._part.is_spent(own):
            yield "pledge"
        if any(
            self._is_named([names]) and self._part.is_confirmed(sent.hand, turn)
            for turn, names in enumerate(sent.missing, 1)
        ):
            yield "missing"

    def _remember(self, sent: m.Commitment, *, is_elsewhere: bool, is_sound: bool) -> None:
        before = self._deals.get(sent.hand)
        self._dealing.remember(sent)
        self._deals[sent.hand] = _Deal(
            sent=sent,
            at=Attempt(sent.table, sent.hand, sent.turn),
            fixed_at=self._clock(),
            was_pledged=self._part.is_pledged or (before is not None and self._is_in(before)),
            is_elsewhere=is_elsewhere,
            is_sound=is_sound,
        )
        for old in sorted(self._deals)[:-_HANDS]:
            del self._deals[old]

    def _is_in(self, deal: _Deal) -> bool:
        """Whether a pledge that this client has made is among those of a deal."""
        own = deal.sent.pledges.get(self._guest or "")
        return own is not None and self._part.is_ours(own)

    def _wrong_cut(self, sent: m.Cut) -> Iterator[str | None]:
        """The kinds of breaches in a cut, which is remembered."""
        name = self._dealing.name_cut(sent)
        yield self._dealing.take(name)
        deal = self._deals.get(sent.hand)
        if name != "cut" or deal is None:
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
        """Check whether a view may come now, and that it shows what was proven."""
        self._cards.note(view)
        self._note_names((chair.guest, chair.name) for chair in view.room.chairs if chair.guest)
        before, hand = self._viewing.hand, view.room.hand
        deal = self._deals.get(hand)
        if deal and deal.deck is None:
            deal.deck = deck_of(view)
        is_cut = deal is not None and deal.cut is not None
        is_next_fixed = self._dealing.latest[0] > hand
        names = self._viewing.names(
            view, is_fixed=deal is not None, is_cut=is_cut, is_next_fixed=is_next_fixed
        )
        step = self._step(hand, deal.at.turn if deal else 1, [])
        for name in names:
            step = _both(step, self._viewed(view, name, deal, before))
        if hand != before:
            self._settle(before, hand)
        is_still = self._viewing.state == "resting" and deal is not None and deal.is_watched
        if is_still:
            return _both(step, self._against_views(hand))
        if deal and deal.is_proven and any(self._unlike_views(deal)):
            deal.is_proven = False  # after a gap another hand may have had its number
        return step

    def _viewed(self, view: m.View, name: str, deal: _Deal | None, before: int | None) -> Step:
        """The breaches and notices of a view that has a name in the table."""
        said, hand, turn = self._viewing.take(name), view.room.hand, deal.at.turn if deal else 1
        if name == "whole":
            self._dealing.lose()
        if name in ("first", "whole", "skip", "back"):
            self._miss()
        if deal and name in ("deal", "play", "end", "more", "late"):
            deal.is_proven = False
        if deal and name == "late":  # the proof does not have these cards
            deal.is_watched = False
        if name not in ("deal", "unfixed", "uncut"):
            return self._step(hand, turn, [said])
        if deal:
            deal.is_watched = True
        step = self._step(before or 0, 1, [said]) if name == "deal" else Step()
        kinds = [None if name == "deal" else said, *self._left_out(view, deal)]
        return _both(step, self._step(hand, turn, kinds))

    def _left_out(self, view: m.View, deal: _Deal | None) -> Sequence[str]:
        """The breach if a hand was dealt to us without a pledge that the room had of us."""
        if view.hand is None or view.hand.seat is None:
            return []
        if deal is None:
            return ["pledge"] if self._part.is_pledged else []
        is_in = self._guest in deal.sent.pledges or self._is_named(deal.sent.missing)
        return ["pledge"] if deal.was_pledged and not is_in else []

    def _settle(self, before: int | None, hand: int) -> None:
        """Note how hands stand that are over: one more in play, and those that were missed."""
        if before is not None and self._is_counted:
            found = self.standing(before)
            self._settled[before] = "unchecked" if found == "awaited" else found
        if before is not None:
            missed = range(max(before, hand - _MOST_MISSED) + 1, hand)
            self._settled |= dict.fromkeys(missed, "unchecked")
        self._is_counted = before is not None or not self._viewing.is_over

    def _proven(self, sent: m.Proof) -> Step:
        """Check the proof of a hand that is over, if we have seen its commitment and its cut."""
        if sent.hand == self._viewing.hand:
            self._viewing.take("proof")
        deal = self._deals.get(sent.hand)
        if deal is None or deal.cut is None:
            return Step()
        deal.proof = sent
        step = self._step(
            sent.hand, deal.at.turn, wrong_proof(deal.sent, deal.cut, deal.at, sent, deal.deck)
        )
        step = _both(step, self._against_views(sent.hand))
        is_sound = all(hand != sent.hand or kind in NOTICES for kind, hand in self._said)
        is_seen = deal.is_proven or (deal.is_watched and self._is_over(sent.hand))
        deal.is_proven = is_sound and is_seen and not deal.is_elsewhere
        return step

    def _is_over(self, hand: int) -> bool:
        """Whether a view has shown that a hand is over."""
        return self._viewing.hand == hand and self._viewing.is_over

    def _against_views(self, hand: int) -> Step:
        """The breaches of a hand that is over: its views show otherwise than its proof."""
        deal = self._deals.get(hand)
        if deal is None:
            return Step()
        kinds, unproven = self._unlike_views(deal)
        return self._step(hand, deal.at.turn, kinds, cards=unproven)

    def _unlike_views(self, deal: _Deal) -> tuple[Sequence[str], Sequence[str]]:
        """The kinds of breaches in what the views of a hand show, and the cards without proof."""
        hand, proof = deal.at.hand, deal.proof
        if proof is None or not self._is_over(hand):
            return [], []
        opened = {(stream, place): card for stream, place, card, _ in proof.opened}
        rabbit, shown = [card for _, _, card, _ in proof.rabbit], self._cards.rabbit(hand)
        is_other = bool(shown) and sorted(rabbit) != sorted(shown)
        is_placed = self._cards.is_in_order(hand, proof.at, opened)
        unproven = self._cards.missing(hand, [*opened.values(), *rabbit])
        if is_placed and not unproven:
            is_placed = self._cards.lie_where_dealt(hand, proof.at, opened)
        kinds = ["card"] if is_other or not is_placed else []
        return [*kinds, *(["cards"] if unproven else [])], unproven


def _both(one: Step, other: Step) -> Step:
    """Both steps as one; neither asks for commands."""
    breaches, notices = [*one.breaches, *other.breaches], [*one.notices, *other.notices]
    return Step(breaches=breaches, notices=notices)
