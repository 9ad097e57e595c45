"""Hands that are dealt by two decks, pledges and a cut, as a room deals them."""

import random
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sidepot import cards, fairness, games
from sidepot.engine.game import Hand
from sidepot.fairness import NO_COMMITMENT, Attempt, Deal, DealRecord, Deck
from sidepot.history import History
from sidepot.room.views import hand_history

GUESTS = ("ana", "bo", "cy")


class Steered(Deal):
    """A deal from the deck that the seeds have not chosen."""

    @property
    def dealt(self) -> str:
        (other,) = {*fairness.DECKS} - {super().dealt}
        return other


class FairHand(NamedTuple):
    """A hand that is over, and how it was dealt."""

    hand: Hand
    record: DealRecord

    def text(self, viewer: int = 0, shown: Mapping[int, Sequence[str]] | None = None) -> str:
        """The history of a seat, or of the rail."""
        return hand_history.text(self.hand, shown or {}, viewer, self.record)

    def history(self, viewer: int = 0) -> History:
        """The same, read again."""
        return History.parse(self.text(viewer))

    def texts(self) -> dict[int, str]:
        """The histories of all seats and the rail."""
        return hand_history.texts(self.hand, {}, self.record)

    @property
    def commitment(self) -> bytes:
        return self.record.deal.commitment


def fair_hand(
    name: str = "high-noon-showdown",
    seed: int = 1,
    *,
    hand: int = 1,
    turn: int = 1,
    prev: bytes = NO_COMMITMENT,
    table: str = "tAbLe",
    guests: Sequence[str] = GUESTS,
    players: int | None = None,
    seeds: dict[str, bytes] | None = None,
    missing: Sequence[Sequence[str]] = (),
    order: Sequence[str] | None = None,
    swap: tuple[int, int] | None = None,
    steered: bool = False,
    actions: int | None = None,
) -> FairHand:
    """A random hand of a game; everything follows from the seed but what is given.

    It is called off after so many `actions`, or else played to its end.

    Rooms that cheat: one says that both its decks are `order`, one swaps the cards at two places as
    it deals, and one deals from the deck that the seeds have not chosen.
    """
    chance = random.Random(f"{name} {seed} {hand} {turn}")
    game = games.find(name)
    n = players or chance.randint(game.least, min(game.most, 6))
    deck = game.cards_for(n)
    streams = ("deck", "second")[: 1 + game.deals_again]
    orders = {d: {s: chance.sample(deck, len(deck)) for s in streams} for d in fairness.DECKS}
    given = {guest: chance.randbytes(32) for guest in guests} if seeds is None else seeds
    decks = {
        name: Deck(
            chance.randbytes(32),
            {s: order or list(map(cards.text, laid)) for s, laid in orders[name].items()},
        )
        for name in fairness.DECKS
    }
    pledges = {guest: fairness.pledge(seed) for guest, seed in given.items()}
    deal = (Steered if steered else Deal)(Attempt(table, hand, turn), prev, decks, pledges, given)
    laid = {s: [orders[deal.dealt][s][i] for i in cut] for s, cut in deal.orders().items()}
    if swap:
        one, other = swap
        laid["deck"][one], laid["deck"][other] = laid["deck"][other], laid["deck"][one]
    played = game.deal(players=n, deck=laid["deck"], second=laid.get("second"))
    while not played.over and played.decision != actions:
        choice = chance.choice(played.legal.ranges)
        played.act(choice.at(chance.randint(choice.lowest, choice.highest)))
    return FairHand(played, DealRecord(deal, missing))


def evening(count: int, name: str = "high-noon-showdown") -> list[FairHand]:
    """Hands of a table, each with the commitment of the one before."""
    found: list[FairHand] = []
    for number in range(1, count + 1):
        prev = found[-1].commitment if found else NO_COMMITMENT
        found.append(fair_hand(name, hand=number, prev=prev))
    return found


def with_rabbit(fair: FairHand, *places: int) -> FairHand:
    """The same hand after somebody has asked for cards of the deck."""
    asked = [("deck", place) for place in places]
    return fair._replace(record=fair.record._replace(rabbit=asked))
