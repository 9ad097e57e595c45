"""A client's part in fair deals: an honest room is never accused, and a cheat always."""

import hashlib
import hmac
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from sidepot import fairness
from sidepot.fairness import DECKS, Attempt
from sidepot.room.client.fairness import KINDS, DealChecker
from sidepot.room.protocol import messages as m
from tests.room.client.fair_room import TABLE, WHY, Client, FairRoom, Json, event, hand_view, view


def kinds(room: FairRoom) -> list[list[str]]:
    return [client.kinds for client in room.clients]


class TwoDecks(FairRoom):
    copies, jokers, streams = 2, True, ("deck", "second")


@pytest.mark.parametrize("kind", [FairRoom, TwoDecks])
def test_an_honest_room_is_never_accused(kind: type[FairRoom]) -> None:
    room = kind("ana", "bo", "cy")
    for hand in range(1, 6):
        room.play()
        for client in room.clients:
            status = client.checker.status()
            assert status and status.hand == hand and status.turn == 1
            assert status.cut_by == ["Ana", "Bo", "Cy"] and status.is_ours and status.is_proven
    assert kinds(room) == [[], [], []]
    seeds = [seed for client in room.clients for seed in client.seeds]
    assert len(set(seeds)) == 15


def test_a_seed_comes_from_the_master_and_the_last_commitment() -> None:
    parts = (b"sidepot seed 1", b"c" * 32)
    coded = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
    expected = hmac.digest(b"m" * 32, coded, hashlib.sha256)
    assert fairness.next_seed(b"m" * 32, b"c" * 32) == expected


def test_without_pledges_a_hand_is_committed_and_not_cut() -> None:
    room = FairRoom("ana")
    room.pledges.clear()
    room.clients[0].is_mute = True
    room.connect(room.clients[0])
    room.play()
    status = room.clients[0].checker.status()
    assert status and status.cut_by == [] and status.standing == "uncut" and kinds(room) == [[]]


# Cheats -------------------------------------------------------------------------------------------


class Dropping(FairRoom):
    def counted(self) -> dict[str, str]:
        pledges = super().counted()
        return {"bo": pledges["bo"]} if self.is_cheating else pledges


class Uncommitted(FairRoom):
    def tell(self, message: m.FromServer) -> None:
        if not (self.is_cheating and isinstance(message, (m.Commitment, m.Cut))):
            super().tell(message)


class Forking(FairRoom):
    def commit(self, *, hand: int | None = None) -> None:
        if self.is_cheating:
            self.last = b"x" * 32
        super().commit(hand=hand)


class Hiding(FairRoom):
    """It leaves out a first turn, which it did not like."""

    def commitment(self) -> m.Commitment:
        if self.is_cheating:
            self.turn = 2
        return super().commitment()


class Repeating(FairRoom):
    def commit(self, *, hand: int | None = None) -> None:
        super().commit(hand=hand)
        if self.is_cheating:
            self.decks = {name: self.shuffled() for name in DECKS}
            self.tell(self.commitment())


class Going(FairRoom):
    """It goes back to a hand that is over."""

    def commit(self, *, hand: int | None = None) -> None:
        super().commit(hand=1 if self.is_cheating else None)


class Renumbering(FairRoom):
    """It deals every hand under the number of the first, and so needs no commitment."""

    def tell(self, message: m.FromServer) -> None:
        if not (self.is_cheating and isinstance(message, (m.Commitment, m.Cut))):
            super().tell(message)

    def hand_view(self, client: Client) -> Json:
        seen = super().hand_view(client)
        return seen | {"hand": 1} if self.is_cheating else seen


class Unended(Renumbering):
    """It never shows how a hand ends, and begins again under its number."""

    def hand_view(self, client: Client) -> Json:
        seen = super().hand_view(client)
        return seen | {"hand": 2, "result": []} if self.is_cheating else seen


class Jumping(FairRoom):
    """It leaves out a number."""

    def commit(self, *, hand: int | None = None) -> None:
        super().commit(hand=self.hand + 2 if self.is_cheating else None)


class OtherRabbit(FairRoom):
    """After the hand it shows another card to come than the one that was fixed."""

    def finish(self) -> None:
        super().finish()
        if self.is_cheating:
            [fixed, *_] = self.proof_of_rabbit().rabbit
            other = next(card for card in self.physical() if card != fixed[2])
            for client in self.clients:
                self.show_rabbit(client, [other])
                self.give(client, self.proof_of_rabbit())


class Cutting(FairRoom):
    """It leaves out the view of a deal, so that the order of the cards stays unknown."""

    def deal(self) -> None:
        if not self.is_cheating:
            super().deal()
        self.dealt_hand = self.hand


class Unending(FairRoom):
    """It shows no result, and so owes no proof."""

    def finish(self) -> None:
        if not self.is_cheating:
            super().finish()
        elif self.hand == 3:
            self.play()


class Remaking(FairRoom):
    """It shows other cards when the proof has been given."""

    def finish(self) -> None:
        super().finish()
        for client in self.clients if self.is_cheating else ():
            self.show(client)

    def dealt(self) -> list[str]:
        found = super().dealt()
        states = [client.checker.standing(3) for client in self.clients]
        is_proven = self.is_cheating and states == ["proven", "proven"]
        return [*found[:1], found[9], *found[2:]] if is_proven else found


class Flattering(Dropping):
    """It drops a pledge, and shows that its player has one chip more than before."""

    def show(self, client: Client, *, is_whole: bool = False) -> None:
        if self.is_cheating and self.is_dealing:
            seen = view(self.dealt_hand - 1, [c.guest for c in self.clients], None, stack=101)
            self.give(client, seen)
        super().show(client, is_whole=is_whole)

    is_dealing = False

    def deal(self) -> None:
        self.is_dealing = True
        super().deal()
        self.is_dealing = False


class Stripping(FairRoom):
    """It plays hold'em without twos and threes, and says so in the commitment."""

    def physical(self) -> list[str]:
        cards = super().physical()
        return [card for card in cards if card[0] not in "23"] if self.is_cheating else cards

    def commitment(self) -> m.Commitment:
        named = "".join(sorted(self.physical())) if self.is_cheating else ""
        return replace(super().commitment(), deck=named)

    def hand_view(self, client: Client) -> Json:
        return super().hand_view(client) | {"game": "holdem-no-limit"}


class Misnaming(FairRoom):
    def commitment(self) -> m.Commitment:
        sent = super().commitment()
        return replace(sent, roots=sent.roots[::-1]) if self.is_cheating else sent


class Gibberish(FairRoom):
    def commitment(self) -> m.Commitment:
        sent = super().commitment()
        return replace(sent, roots=[["zz"], []]) if self.is_cheating else sent


class OtherTable(FairRoom):
    def commitment(self) -> m.Commitment:
        sent = super().commitment()
        return replace(sent, table="other") if self.is_cheating else sent


class FromElsewhere(FairRoom):
    """It shows what was fixed for another table."""

    @property
    def at(self) -> Attempt:
        return super().at._replace(table="other") if self.is_cheating else super().at

    def commitment(self) -> m.Commitment:
        sent = super().commitment()
        return replace(sent, table="other") if self.is_cheating else sent


class Moving(FairRoom):
    """It says that both roots are those of the first deck, which has the same hash."""

    def commitment(self) -> m.Commitment:
        sent = super().commitment()
        return (
            replace(sent, roots=[[*sent.roots[0], *sent.roots[1]], []])
            if self.is_cheating
            else sent
        )


class Unannounced(FairRoom):
    """It cuts another turn than the one that it has fixed."""

    def cut_message(self) -> m.Cut:
        sent = super().cut_message()
        return replace(sent, turn=2) if self.is_cheating else sent


class Uncut(FairRoom):
    def tell(self, message: m.FromServer) -> None:
        if not (self.is_cheating and isinstance(message, m.Cut)):
            super().tell(message)


class SeedDropping(FairRoom):
    def used(self) -> dict[str, str]:
        seeds = super().used()
        return {"ana": seeds["ana"]} if self.is_cheating else seeds


class SeedChanging(FairRoom):
    def used(self) -> dict[str, str]:
        seeds = super().used()
        return seeds | {"bo": "ab" * 32} if self.is_cheating else seeds


class SeedAdding(FairRoom):
    def used(self) -> dict[str, str]:
        seeds = super().used()
        return seeds | {"zoe": "ab" * 32} if self.is_cheating else seeds


class SeedBreaking(FairRoom):
    def cut_message(self) -> m.Cut:
        sent = super().cut_message()
        return replace(sent, seeds=sent.seeds | {"bo": "?"}) if self.is_cheating else sent

    def deal(self) -> None:
        if not self.is_cheating:
            super().deal()

    def finish(self) -> None:
        if not self.is_cheating:
            super().finish()


class SeedIgnoring(FairRoom):
    """It deals as the deck lies."""

    def dealt(self) -> list[str]:
        if not self.is_cheating:
            return super().dealt()
        return list(self.decks[self.message.dealt].streams["deck"][:10])

    def proof(self) -> m.Proof:
        sent, deck = super().proof(), self.decks[self.message.dealt]
        if not self.is_cheating:
            return sent
        opened = [
            (stream, place, deck.streams[stream][place], fairness.salt(deck.key, stream, place))
            for stream, place in self.seen()
        ]
        return replace(sent, opened=[(*card[:3], card[3].hex()) for card in opened])


class Choosing(FairRoom):
    """It deals the deck that the seeds did not choose."""

    def cut_message(self) -> m.Cut:
        sent = super().cut_message()
        other = "ab".replace(sent.dealt, "")
        return replace(sent, dealt=other) if self.is_cheating else sent


class Aces(FairRoom):
    def physical(self) -> list[str]:
        deck = super().physical()
        return ["As", *deck[1:]] if self.is_cheating else deck


class ShortDeck(FairRoom):
    def physical(self) -> list[str]:
        return super().physical()[: 51 if self.is_cheating else None]


class OtherDeck(FairRoom):
    """It makes the decks anew after the seeds are in."""

    def cut(self) -> None:
        if self.is_cheating:
            self.decks = {name: self.shuffled() for name in DECKS}
        super().cut()


class NoProof(FairRoom):
    def proof(self) -> m.Proof:
        sent = super().proof()
        return replace(sent, control=m.Control("?", [])) if self.is_cheating else sent


class Swapping(FairRoom):
    """The board gets a card that was not fixed there."""

    def dealt(self) -> list[str]:
        found = super().dealt()
        return [*found[:2], found[9], *found[3:]] if self.is_cheating else found

    def proof(self) -> m.Proof:
        sent = super().proof()
        if self.is_cheating:
            opened = list(sent.opened)
            opened[2] = (*opened[2][:2], self.dealt()[2], opened[2][3])
            sent = replace(sent, opened=opened)
        return sent


class Showing(FairRoom):
    """A card is shown that was not dealt, and the proof opens the one that was."""

    def dealt(self) -> list[str]:
        found = super().dealt()
        is_shown = self.is_cheating and self.is_over
        return [found[0], found[9], *found[2:]] if is_shown else found


class Withholding(FairRoom):
    def proof(self) -> m.Proof:
        sent = super().proof()
        return replace(sent, opened=sent.opened[:-1]) if self.is_cheating else sent


class Blaming(FairRoom):
    """It drops a deal that it does not like, and says that somebody did not answer."""

    def cut(self) -> None:
        if self.is_cheating:
            del self.seeds["ana"]
            self.commit()
        super().cut()


class Replaying(FairRoom):
    """It asks for a seed that it knows."""

    used_up: str

    def counted(self) -> dict[str, str]:
        pledges = super().counted()
        if not self.is_cheating:
            self.used_up = pledges["ana"]
            return pledges
        return pledges | {"ana": self.used_up}


class Turning(FairRoom):
    """It turns up the cards of the board in the order that it likes."""

    def hand_view(self, client: Client) -> Json:
        found = super().hand_view(client)
        if self.is_cheating and not self.is_over:
            found["events"][-2:] = found["events"][:-3:-1]
        return found


class Recounting(FairRoom):
    """It tells the places of more cards than it has dealt."""

    def dealt_from(self) -> list[tuple[str, int]]:
        extra = [("deck", len(self.seen()))] if self.is_cheating else []
        return super().dealt_from() + extra


ROYAL = ["As", "Ks", "Qs", "Js", "Ts"]


class Picking(FairRoom):
    """It deals a royal flush from wherever that lies, and opens it there."""

    is_sorted = False
    is_told_in_order = False

    def order(self) -> list[int]:
        if not self.is_cheating:
            return super().order()
        deck = self.result().open(("deck", place) for place in range(52))
        found = [next(card.place for card in deck if card.card == text) for text in ROYAL]
        return sorted(found) if self.is_sorted else found

    def dealt(self) -> list[str]:
        return [*super().dealt(), *self.physical()[:5]][:10]

    def dealt_from(self) -> list[tuple[str, int]]:
        return [("deck", n) for n in range(5)] if self.is_told_in_order else super().dealt_from()


class PickingInOrder(Picking):
    is_sorted = True


class PickingInWords(Picking):
    is_told_in_order = True


class Skipping(FairRoom):
    """It passes over a card that it does not like, and over another one."""

    def order(self) -> list[int]:
        return [0, 1, 3, 5, *range(6, 12)] if self.is_cheating else super().order()


class SkippingTwo(FairRoom):
    def order(self) -> list[int]:
        return [0, 1, 4, *range(5, 12)] if self.is_cheating else super().order()


class Burning(FairRoom):
    """It burns a card before it turns up the board, as it may."""

    def order(self) -> list[int]:
        return [0, 1, 3, *range(4, 11)]


CHEATS: list[tuple[type[FairRoom], str]] = [
    (Dropping, "pledge"),
    (Uncommitted, "pledge"),
    (Replaying, "pledge"),
    (Forking, "chain"),
    (Hiding, "chain"),
    (Repeating, "twice"),
    (Going, "twice"),
    (Renumbering, "number"),
    (Unended, "number"),
    (Jumping, "number"),
    (Cutting, "skipped"),
    (Unending, "skipped"),
    (Flattering, "pledge"),
    (Remaking, "cards"),
    (OtherRabbit, "card"),
    (Misnaming, "commitment"),
    (Gibberish, "commitment"),
    (OtherTable, "commitment"),
    (FromElsewhere, "commitment"),
    (Moving, "commitment"),
    (Unannounced, "commitment"),
    (Uncut, "seed"),
    (SeedDropping, "seed"),
    (SeedChanging, "seed"),
    (SeedAdding, "seed"),
    (SeedBreaking, "seed"),
    (Choosing, "dealt"),
    (Aces, "deck"),
    (Stripping, "deck"),
    (ShortDeck, "deck"),
    (OtherDeck, "deck"),
    (NoProof, "deck"),
    (Swapping, "card"),
    (SeedIgnoring, "card"),
    (Turning, "card"),
    (Recounting, "card"),
    (Picking, "card"),
    (PickingInOrder, "card"),
    (PickingInWords, "card"),
    (Skipping, "card"),
    (SkippingTwo, "card"),
    (Showing, "cards"),
    (Withholding, "cards"),
    (Blaming, "missing"),
]


def test_every_kind_of_breach_has_a_cheat() -> None:
    assert {kind for _, kind in CHEATS} == set(KINDS)


@pytest.mark.parametrize(("cheat", "kind"), CHEATS)
def test_a_cheat_is_caught_when_it_cheats_and_not_before(cheat: type[FairRoom], kind: str) -> None:
    room = cheat(*["ana", "bo", "cy"][: 3 if issubclass(cheat, Picking) else 2])
    room.play()
    room.play()
    assert not any(kinds(room))
    room.is_cheating = True
    room.play()
    ana = room.of("ana")
    assert kind in ana.kinds
    assert all(breach.text and "{" not in breach.text for breach in ana.breaches)
    assert ana.checker.breaches == ana.breaches
    status = ana.checker.status(3)
    assert status is None or not status.is_proven


@pytest.mark.parametrize("cheat", [Forking, Hiding, Replaying, Misnaming])
def test_no_seed_is_revealed_where_a_breach_was_found(cheat: type[FairRoom]) -> None:
    room = cheat("ana", "bo")
    room.play()
    room.is_cheating = True
    room.commit()
    assert len(room.of("ana").seeds) == 1


@pytest.mark.parametrize(("cheat", "kind"), [(Choosing, "dealt"), (SeedDropping, "seed")])
def test_a_wrong_cut_is_noticed_before_a_card_is_seen(cheat: type[FairRoom], kind: str) -> None:
    room = cheat("ana", "bo")
    room.is_cheating = True
    room.commit()
    room.cut()
    assert kind in room.of("ana").kinds


def test_a_commitment_with_a_breach_that_comes_again_is_not_answered() -> None:
    room = Forking("ana", "bo")
    ana = room.of("ana")
    room.play()
    room.is_cheating = True
    room.commit()
    assert room.committed
    room.give(ana, room.committed)
    assert len(ana.seeds) == 1 and ana.kinds == ["chain"]


def test_a_seed_that_was_in_a_cut_is_known_after_a_reconnect_too() -> None:
    room = Replaying("ana", "bo")
    ana = room.of("ana")
    room.play()
    room.lose(ana)
    room.connect(ana)
    room.is_cheating = True
    room.commit()
    assert ana.kinds == ["pledge"]


def test_a_latecomer_notices_a_hidden_turn() -> None:
    room = Hiding("ana", "bo")
    room.is_cheating = True
    room.commit()
    assert room.of("ana").kinds == ["chain"]


def test_a_breach_is_reported_once_a_hand() -> None:
    room = Swapping("ana", "bo")
    room.is_cheating = True
    room.play()
    room.give(room.of("ana"), room.proof())
    assert room.of("ana").kinds == ["card"]
    room.play()
    assert room.of("ana").kinds == ["card", "card"]


class Unproving(FairRoom):
    def give(self, client: Client, message: m.FromServer) -> None:
        if not (self.is_cheating and isinstance(message, m.Proof)):
            super().give(client, message)


def test_a_proof_that_never_comes_is_noticed_when_the_next_hand_is_dealt() -> None:
    room = Unproving("ana", "bo")
    room.play()
    room.is_cheating = True
    room.play()
    room.commit()
    room.cut()
    assert kinds(room) == [[], []]
    room.deal()
    assert kinds(room) == [["cards"], ["cards"]]
    assert room.of("ana").breaches[0].values["hand"] == 2


def reconnect(room: FairRoom) -> None:
    for client in room.clients:
        room.lose(client)
        room.connect(client)


def fall_behind(room: FairRoom) -> None:
    for client in room.clients:
        room.show(client, is_whole=True)


@pytest.mark.parametrize("miss", [reconnect, fall_behind])
@pytest.mark.parametrize("is_late", [False, True])
def test_a_client_that_may_have_missed_a_proof_does_not_ask_for_it(
    miss: Callable[[FairRoom], None], is_late: bool
) -> None:
    room = Unproving("ana", "bo")
    room.is_cheating = True
    room.commit()
    room.cut()
    room.deal()
    if not is_late:
        miss(room)
    room.finish()
    if is_late:
        miss(room)
    room.play()
    # a client that saw the hand end expects the proof
    assert kinds(room) == ([[], []] if is_late else [["cards"], ["cards"]])


def test_a_hand_that_is_called_off_may_have_no_proof() -> None:
    room = FairRoom("ana", "bo")
    room.commit()
    room.cut()
    room.deal()
    room.call_off()
    room.play()
    assert kinds(room) == [[], []]
    counts = room.clients[0].checker.counts()
    assert counts | {"proven": 1, "unchecked": 1} == counts


# Freedoms of an honest room -----------------------------------------------------------------------


def test_a_room_may_burn_a_card() -> None:
    room = Burning("ana", "bo")
    room.play()
    assert kinds(room) == [[], []]
    assert room.clients[0].checker.status().is_proven  # type: ignore[union-attr]


def test_a_turn_without_names_is_no_breach() -> None:
    room = FairRoom("ana", "bo")
    room.commit()
    room.commit()
    room.cut()
    room.deal()
    room.finish()
    status = room.clients[0].checker.status()
    assert status and status.missing == [[]] and status.is_proven and kinds(room) == [[], []]


def test_a_restart_asks_for_the_same_seeds() -> None:
    room = FairRoom("ana", "bo")
    room.play()
    room.commit()
    before = [client.seeds[-1] for client in room.clients]
    room.restart()
    assert [client.seeds[-1] for client in room.clients] == before
    assert [len(client.seeds) for client in room.clients] == [3, 3]
    room.cut()
    room.deal()
    room.finish()
    room.play()
    assert kinds(room) == [[], []]
    assert all(c.checker.status().is_ours for c in room.clients)  # type: ignore[union-attr]


def test_a_client_that_missed_some_hands_returns_without_a_breach() -> None:
    room = FairRoom("ana", "bo")
    ana = room.of("ana")
    room.play()
    room.lose(ana)
    room.play()
    room.play()
    room.connect(ana)
    room.play()
    status = ana.checker.status()
    assert kinds(room) == [[], []]
    assert status and status.cut_by == ["Ana", "Bo"] and status.is_proven


def test_the_chain_is_checked_again_after_one_gap() -> None:
    room = Forking("ana", "bo")
    ana = room.of("ana")
    room.play()
    room.lose(ana)
    room.play()
    room.connect(ana)
    room.play()
    assert ana.kinds == []
    room.is_cheating = True
    room.commit()
    assert ana.kinds == ["chain"]


def test_a_silent_player_is_named_and_pledges_again() -> None:
    room = FairRoom("ana", "bo")
    ana = room.of("ana")
    room.play()
    ana.is_mute = True
    room.commit()
    ana.is_mute = False
    room.commit()
    room.cut()
    room.deal()
    status = ana.checker.status()
    assert status and status.turn == 2 and status.missing == [["Ana"]]
    assert status.cut_by == ["Bo"] and not status.is_ours
    room.finish()
    room.play()
    assert kinds(room) == [[], []] and ana.checker.status().is_ours  # type: ignore[union-attr]


def test_a_seed_that_came_too_late_is_pledged_anew_and_never_revealed_for_another_hand() -> None:
    """The room keeps the pledge of a turn that it gave up: its seed may be on the way."""
    room = FairRoom("ana", "bo")
    ana = room.of("ana")
    ana.is_mute = True
    room.commit()
    kept = room.pledges["ana"]
    room.commit()
    room.pledges["ana"] = kept
    room.seeds.clear()
    room.commit()
    assert len(ana.seeds) == 1 and ana.kinds == []
    room.seeds["ana"] = ana.seeds[0]
    room.cut()
    assert ana.kinds == ["seed"]


def test_a_refused_seed_is_followed_by_another_pledge() -> None:
    room = FairRoom("ana", "bo")
    ana = room.of("ana")
    ana.is_mute = True
    room.commit()
    refused = ana.checker.receive(m.Refusal(id=ana.sent[-1].id, reason=WHY))
    assert [type(command) for command in refused.commands] == [m.Pledge]
    assert ana.checker.receive(m.Refusal(id=ana.sent[-1].id, reason=WHY)).commands == []


def test_two_devices_of_a_guest_know_of_each_other() -> None:
    room = FairRoom("ana", "bo")
    first, second = room.of("ana"), Client("ana", 9)
    room.play()
    room.connect(second)
    room.commit()
    room.give(second, room.committed)  # type: ignore[arg-type]
    room.cut()
    room.give(second, room.message)
    room.deal()
    room.show(second)
    room.finish()
    room.show(second)
    room.give(second, room.proof())
    here, there = first.checker.status(), second.checker.status()
    assert here and here.is_elsewhere and not here.is_ours and not here.is_proven
    assert there and there.is_ours and not there.is_elsewhere and there.is_proven
    assert first.kinds == second.kinds == []


def test_an_onlooker_checks_deals_and_does_not_pledge() -> None:
    room = FairRoom("ana", "bo")
    rail = DealChecker()
    welcome = m.Welcome(protocol=2, table=TABLE, guest=None, name=None, chair=None, now=0)
    assert rail.receive(welcome).commands == []
    room.commit()
    assert room.committed and rail.receive(room.committed).commands == []
    room.cut()
    assert rail.receive(replace(room.message, seeds={})).breaches


@pytest.mark.parametrize("before", [{"status": "out"}, {"stack": 99}, {}])
@pytest.mark.parametrize("after", [{"status": "out"}, {"stack": 99}, {}])
def test_no_view_of_a_chair_excuses_that_a_pledge_was_dropped(before: Json, after: Json) -> None:
    """Players who sit down, come back or buy chips count from another commitment on."""
    room = Dropping("ana", "bo")
    room.is_cheating, ana = True, room.of("ana")
    room.give(ana, view(0, ["ana", "bo"], None, **before))
    room.commit()
    room.give(ana, view(0, ["ana", "bo"], None, **after))
    room.cut()
    room.deal()
    assert ana.kinds == ["pledge"]


def test_a_name_that_was_changed_is_still_ours() -> None:
    room = FairRoom("ana", "bo")
    ana = room.of("ana")
    room.give(ana, m.Presence(table=TABLE, here=[m.Person(guest="ana", name="Anna")], onlookers=0))
    ana.is_mute = True
    room.commit()
    ana.is_mute = False
    room.commit()
    room.cut()
    room.deal()
    assert ana.kinds == []


def test_a_repeated_proof_opens_cards_shown_after_the_hand() -> None:
    room = FairRoom("ana", "bo")
    ana = room.of("ana")
    room.commit()
    room.cut()
    room.deal()
    assert room.clients[0].kinds == []
    dealt, over = room.dealt(), room.proof()
    for shown, expected in ((dealt[1], []), (dealt[9], ["cards"])):
        known = hand_view(1, 1, 0, [dealt[0], "??"], [], is_over=True)
        room.give(ana, view(1, ["ana", "bo"], known, shown={"1": [shown]}))
        room.give(ana, over)
        assert ana.kinds == expected


def test_a_card_that_moves_in_sight_counts_once() -> None:
    room = FairRoom("ana", "bo")
    ana = room.of("ana")
    room.commit()
    room.cut()
    room.deal()
    dealt = room.dealt()
    events = [event("collected", 1, dealt[2])]
    room.give(ana, view(1, ["ana", "bo"], hand_view(1, 1, 0, [dealt[0], dealt[2]], events)))
    opened = [card for card in room.proof().opened if card[1] != 1]
    room.give(ana, replace(room.proof(), opened=opened))
    assert ana.kinds == []


def test_a_view_that_comes_twice_counts_once() -> None:
    room = FairRoom("ana", "bo")
    room.commit()
    room.cut()
    room.deal()
    room.deal()
    room.finish()
    assert kinds(room) == [[], []]


def test_cards_to_come_that_the_proof_does_not_open_are_noticed() -> None:
    room = FairRoom("ana", "bo")
    ana = room.of("ana")
    room.play()
    room.show_rabbit(ana, [room.dealt()[4]])
    room.give(ana, room.proof())
    assert ana.kinds == ["card"]


def test_cards_shown_when_the_next_decks_are_fixed_are_not_proven_and_no_breach() -> None:
    """The room has the next decks in place of the last ones, so no proof comes."""
    room = FairRoom("ana", "bo")
    ana = room.of("ana")
    room.play()
    assert ana.checker.standing(1) == "proven"
    told = room.hand_view(ana)
    room.commit()
    room.give(ana, view(1, ["ana", "bo"], told, shown={"1": ["As"]}))
    room.give(ana, view(1, ["ana", "bo"], told, shown={"1": ["As"]}, stack=90))
    assert ana.checker.standing(1) == "unchecked"
    room.cut()
    room.deal()
    room.finish()
    assert ana.kinds == [] and ana.checker.standing(1) == "unchecked"
    assert ana.checker.standing(2) == "proven"


def test_a_hand_that_was_called_off_is_not_shown_again() -> None:
    room = FairRoom("ana", "bo")
    ana = room.of("ana")
    room.commit()
    room.cut()
    room.deal()
    told = room.hand_view(ana)
    room.call_off()
    room.give(ana, view(1, ["ana", "bo"], told))
    assert ana.kinds == ["number"]


def test_no_hand_is_played_again_after_one_under_an_older_number() -> None:
    room = FairRoom("ana", "bo")
    ana = room.of("ana")
    room.play()
    told = room.hand_view(ana)
    room.play()
    for number, expected in ((0, ["number"]), (1, ["number", "number"])):
        again = {**told, "hand": number} if number else None
        room.give(ana, view(number, ["ana", "bo"], again))
        assert ana.kinds == expected
    assert ana.checker.standing(1) == "wrong"


def test_rabbit_cards_are_checked_too() -> None:
    room = FairRoom("ana", "bo")
    ana = room.of("ana")
    room.play()
    (card,) = room.result().open([("deck", 20)])
    good = (card.stream, card.place, card.card, card.salt.hex())
    room.give(ana, replace(room.proof(), rabbit=[good]))
    assert ana.kinds == []
    wrong = "As" if card.card != "As" else "Ks"
    room.give(ana, replace(room.proof(), rabbit=[(card.stream, 20, wrong, good[3])]))
    assert ana.kinds == ["card"]


PARTS: list[Callable[[m.Proof], m.Proof]] = [
    lambda p: replace(p, leaves=[p.leaves[0][:-1]]),
    lambda p: replace(p, leaves=[]),
    lambda p: replace(p, leaves=[["00" * 32, *p.leaves[0][1:]]]),
    lambda p: replace(p, control=m.Control("00" * 32, p.control.cards)),
    lambda p: replace(p, control=m.Control(p.control.key, [p.control.cards[0][2:]])),
    lambda p: replace(p, opened=[*p.opened, p.opened[0]]),
    lambda p: replace(p, opened=[("second", *p.opened[0][1:])]),
    lambda p: replace(p, opened=[(*p.opened[0][:3], "x")]),
    lambda p: replace(p, opened=[("deck", 10**9, *p.opened[0][2:])]),
    lambda p: replace(p, opened=[]),
]


@pytest.mark.parametrize("change", PARTS, ids=range(len(PARTS)))
def test_every_change_of_a_proof_is_noticed(change: Callable[[m.Proof], m.Proof]) -> None:
    room = FairRoom("ana", "bo")
    room.play()
    assert room.clients[0].kinds == []
    room.give(room.clients[0], change(room.proof()))
    assert room.clients[0].kinds


def test_a_player_who_does_not_return_in_time_after_a_restart_is_rightly_missing() -> None:
    room = FairRoom("ana", "bo")
    ana = room.of("ana")
    room.commit()
    room.restart()
    assert room.committed
    room.lose(ana)
    del room.seeds["ana"]
    room.commit()
    room.connect(ana)
    assert ana.checker.status().missing == [["Ana"]]  # type: ignore[union-attr]
    assert ana.kinds == []


def test_a_pledge_counts_when_it_was_confirmed_on_this_connection() -> None:
    room = FairRoom("ana", "bo")
    ana = room.of("ana")
    room.play()
    room.lose(ana)
    ana.is_mute = True
    room.connect(ana)
    room.give(ana, m.Ack(id="another command", version=3))
    room.play()
    assert ana.kinds == []


def test_no_seed_is_revealed_that_is_not_awaited() -> None:
    room = FairRoom("ana", "bo")
    ana = room.of("ana")
    ana.is_here = False
    room.commit()
    ana.is_here = True
    assert room.committed and ana.guest in room.committed.pledges
    room.give(ana, replace(room.committed, awaited=False))
    assert ana.seeds == []
    room.give(ana, room.committed)
    assert len(ana.seeds) == 1


@pytest.mark.parametrize("is_whole", [False, True])
def test_a_client_that_falls_behind_may_have_missed_commitments(is_whole: bool) -> None:
    room = FairRoom("ana", "bo")
    ana = room.of("ana")
    room.play()
    ana.is_here = False
    room.play()
    ana.is_here = True
    room.show(ana, is_whole=is_whole)
    room.commit()
    assert ("chain" in ana.kinds) != is_whole


class Excluding(FairRoom):
    """A player who was missing once takes no part in this hand any more."""

    def counted(self) -> dict[str, str]:
        out = {name for names in self.missing for name in names}
        return {g: pledge for g, pledge in super().counted().items() if g.title() not in out}


def test_a_player_missing_at_one_turn_may_be_left_out_of_the_next_ones() -> None:
    room = Excluding("ana", "bo", "cy")
    ana, bo = room.of("ana"), room.of("bo")
    ana.is_mute = True
    room.commit()
    ana.is_mute, bo.is_mute = False, True
    room.commit()
    bo.is_mute = False
    room.commit()
    room.cut()
    room.deal()
    assert room.message.seeds.keys() == {"cy"}
    assert kinds(room) == [[], [], []]
    room.finish()
    room.play()
    assert room.message.seeds.keys() == {"ana", "bo", "cy"} and kinds(room) == [[], [], []]


def test_a_late_refusal_asks_for_no_second_pledge() -> None:
    room = FairRoom("ana", "bo")
    ana = room.of("ana")
    ana.is_mute = True
    room.commit()
    late = ana.sent[-1]
    room.commit()
    assert isinstance(late, m.Reveal) and isinstance(ana.sent[-1], m.Pledge)
    assert ana.checker.receive(m.Refusal(id=late.id, reason=WHY)).commands == []


def test_a_proven_hand_of_which_another_card_is_shown_after_a_gap_is_proven_no_more() -> None:
    room = FairRoom("ana", "bo")
    room.play()
    ana = room.clients[0]
    assert ana.checker.standing(1) == "proven"
    honest = room.hand_view(ana)
    room.show(ana, is_whole=True)
    assert ana.checker.standing(1) == "proven"
    [card] = honest["seats"][1]["cards"]
    other = next(one for one in room.physical() if one not in room.dealt())
    honest["seats"][1]["cards"] = [card | {"card": other}]
    room.lose(ana)
    ana.is_here = True
    room.give(ana, view(1, ["ana", "bo"], honest, is_whole=True))
    assert ana.checker.standing(1) == "unchecked"


def test_a_turn_that_does_not_follow_the_one_before_is_a_fork_whatever_was_missed() -> None:
    room = FairRoom("ana", "bo")
    room.commit()
    ana = room.clients[0]
    ana.checker.lose_connection()
    room.last = bytes(32)
    room.commit()
    assert "chain" in ana.kinds


def test_the_number_of_a_hand_may_be_any_and_costs_no_memory() -> None:
    room = FairRoom("ana", "bo")
    room.play()
    ana = room.clients[0]
    room.lose(ana)
    ana.is_here = True
    room.give(ana, view(10**15, ["ana", "bo"], None, is_whole=True))
    assert sum(ana.checker.counts().values()) < 20_000
