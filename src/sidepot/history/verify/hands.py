"""Verifies the deal of one hand from its history."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sidepot import cards, fairness
from sidepot.engine import keeping
from sidepot.engine.game import Hand
from sidepot.errors import BadHistory, UserError
from sidepot.history import History
from sidepot.history.dealt_cards import DECK, STREAMS, Place, places
from sidepot.history.fairness import HandProof, read_fairness
from sidepot.history.notation import ALL, HIDDEN, Line, short
from sidepot.words import Message

PROVEN, UNCUT, BARE, WRONG, UNREAD = "proven", "uncut", "bare", "wrong", "unread"
"""The standings of a hand.

`UNCUT` is committed to but cut by nobody, `BARE` has no proof, `UNREAD` is no history at all.
"""
_REFILLED = "refilled"
_FILE = "file"
"""The kind of breach of what is no history."""


class Breach(NamedTuple):
    """Something that is wrong: its kind, for programs, and a sentence."""

    kind: str
    message: Message


@dataclass(frozen=True)
class CheckedHand:
    """A hand with its proof, if it has one, and everything that is wrong with it.

    `notes` are worth knowing, and nothing is wrong with them.
    """

    proof: HandProof | None
    breaches: Sequence[Breach]
    notes: Sequence[Message] = ()

    @property
    def status(self) -> str:
        """`PROVEN`, `UNCUT`, `BARE`, `WRONG` or `UNREAD`."""
        if self.breaches:
            return UNREAD if self.breaches[0].kind == _FILE else WRONG
        if self.proof is None:
            return BARE
        return PROVEN if self.proof.proof.seeds else UNCUT


def check(history: History) -> CheckedHand:
    """Verify a history: its rules, and its proof if it has one."""
    try:
        proof = read_fairness(history.others)
    except BadHistory as error:
        return CheckedHand(None, [_refused("form", error)])
    try:
        hand = history.replay().hand
    except UserError as error:
        return CheckedHand(proof, [_refused("rules", error)])
    return CheckedHand(proof, list(_breaches(proof, hand, _lines(history))) if proof else [])


def unread(error: UserError) -> CheckedHand:
    """A hand, or a whole file, that cannot be read."""
    return CheckedHand(None, [_refused(_FILE, error)])


def _refused(kind: str, error: UserError) -> Breach:
    """The breach of a hand that is refused."""
    return Breach(kind, Message("verify.refused", {"reason": error.message}))


def _lines(history: History) -> list[Line]:
    return list(map(Line.parse, filter(str.strip, history.actions)))


def _breaches(proof: HandProof, hand: Hand, lines: Sequence[Line]) -> Iterator[Breach]:
    dealt = keeping.deck_for(hand.game, hand.players, hand.kept)
    deck = [cards.text(card) for card in dealt]
    whole = proof.proof._replace(opened=[*proof.proof.opened, *proof.rabbit])
    found = fairness.breaches(whole, deck)
    yield from (_PROOF[name] for name in found)
    if "deck" not in found and "".join(proof.deck) != cards.stripped(deck):
        yield _PROOF["deck"]
    yield from _turns(proof)
    yield from _places(proof, hand)
    yield from _openings(proof, lines)


_PROOF = {
    "pledge": Breach("pledge", Message("verify.pledge")),
    "deck": Breach("deck", Message("verify.deck")),
    "dealt": Breach("dealt", Message("verify.dealt")),
    "commitment": Breach("commitment", Message("verify.commitment")),
    "card": Breach("card", Message("verify.card")),
}
"""The breaches that `fairness.breaches` names."""


def _turns(proof: HandProof) -> Iterator[Breach]:
    """Whether every earlier turn of the hand is in the history."""
    turn, told = proof.proof.at.turn, len(proof.missing)
    if told != turn - 1:
        yield Breach("turn", Message("verify.turn", {"turn": turn, "told": told}))


def _places(proof: HandProof, hand: Hand) -> Iterator[Breach]:
    """Whether the cards come from where the rules deal them.

    Which discards were passed over when they are dealt again is not in the history: there only the
    order is checked.
    """
    streams = list(STREAMS[: 1 + hand.game.deals_again])
    if list(proof.proof.leaves) != streams:
        yield Breach("streams", Message("verify.streams", {"streams": streams}))
    is_by_rule = list(map(_by_rule, proof.places)) == list(map(_by_rule, places(hand)))
    if not is_by_rule or any(run != sorted(set(run)) for run in _runs(hand, proof.places)):
        yield Breach("places", Message("verify.places"))
    deepest = max((place for stream, place in proof.places if stream == DECK), default=-1)
    if any(
        (card.stream, card.place) in proof.places or (card.stream == DECK and card.place <= deepest)
        for card in proof.rabbit
    ):
        yield Breach("rabbit", Message("verify.rabbit"))


def _runs(hand: Hand, dealt_from: Sequence[Place]) -> list[list[int]]:
    """The places of the second order from which each shuffle has dealt."""
    left, found = iter(dealt_from), [list[int]()]
    for event in hand.events():
        if event.kind == _REFILLED:
            found.append([])
        elif event.deals:
            stream, place = next(left)
            found[-1] += [place] * (stream != DECK)
    return found


def _by_rule(place: Place) -> tuple[str, int | None]:
    """The part of a place that the rules determine."""
    return place if place[0] == DECK else (place[0], None)


def _openings(proof: HandProof, lines: Sequence[Line]) -> Iterator[Breach]:
    """Whether exactly the cards that the lines show are opened, each at its place."""
    dealt = [(line.seat, card) for line in lines if line.deals for card in line.cards]
    wanted = {
        (place, card)
        for place, (_, card) in zip(proof.places, dealt, strict=False)
        if card != HIDDEN
    }
    found = {((card.stream, card.place), card.card) for card in proof.proof.opened}
    if len(proof.places) != len(dealt) or wanted != found:
        yield Breach("opened", Message("verify.opened"))
    for seat, named in _shown(lines).items():
        own = Counter(card for owner, card in dealt if owner == seat)
        for card in (named - own).elements():
            values = {"player": f"p{seat + 1}", "card": short(card)}
            yield Breach("shown", Message("verify.shown", values))


def _shown(lines: Sequence[Line]) -> dict[int, Counter[str]]:
    """The cards that each seat has shown at the end or laid by name."""
    found: dict[int, Counter[str]] = {}
    for line in lines:
        if not line.deals and line.cards:
            named = Counter(card for card in line.cards if card not in (HIDDEN, ALL))
            # a card that was laid may be shown again at the end
            found[line.seat] = found.get(line.seat, Counter()) | named
    return found
