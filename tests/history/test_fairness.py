"""`_fairness` in histories: its proofs, its secrecy, and malformed ones."""

import copy
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

import pytest

import sidepot
from sidepot.engine.play import RAIL
from sidepot.errors import BadHistory
from sidepot.fairness import Deal, Opened
from sidepot.games import registry
from sidepot.history import History
from sidepot.history.dealt_cards import SECOND, DealtCards, places
from sidepot.history.fairness import FIELD, HandProof, Openings, read_fairness
from sidepot.history.verify.hands import PROVEN, WRONG, check
from sidepot.room.views import hand_history
from tests.cases import often
from tests.history.fair_hands import FairHand, fair_hand, with_rabbit

SEEDS = range(6, 15)
"""Of the hands of each game."""


@lru_cache(maxsize=4)
def history_in(text: str) -> History:
    """A history, read once for all who ask in a row."""
    return History.parse(text)


def proof_in(text: str) -> HandProof:
    """The proof in a history."""
    found = read_fairness(history_in(text).others)
    assert found
    return found


def wrong_with(fair: FairHand) -> list[str]:
    """Everything that is wrong with the histories of a hand, by all of its viewers."""
    texts = {text: viewer for viewer, text in fair.texts().items()}
    found, every = [], every_opening(fair)
    for text, viewer in texts.items():
        checked = check(history_in(text))
        found += [f"{viewer}: {breach.message}" for breach in checked.breaches]
        found += [] if checked.status == PROVEN else [f"{viewer}: not proven"]
        found += [f"{viewer}: {secret}" for secret in secrets_in(fair, viewer, text, every)]
    return found


def every_opening(fair: FairHand) -> list[Opened]:
    """The openings of the whole dealt deck."""
    streams = fair.record.deal.control.streams.items()
    return fair.record.deal.open((s, place) for s, cards in streams for place in range(len(cards)))


def secrets_in(fair: FairHand, viewer: int, text: str, every: Sequence[Opened]) -> list[str]:
    """The secrets of a deal in a viewer's history; `every` opening of its deck is given."""
    deal, proof = fair.record.deal, proof_in(text).proof
    dealt = deal.decks[deal.dealt]
    found = ["the key"] if dealt.key.hex() in text else []
    told = {"".join(order) for order in deal.control.streams.values()}
    told.add("".join(sorted(dealt.streams["deck"])))  # three cards may lie like these by chance
    orders = {s: "".join(order) for s, order in dealt.streams.items()}
    secret = {s: order for s, order in orders.items() if order not in told}
    found += [f"the order of {s}" for s, order in secret.items() if order in text]
    known = {event.card for event in fair.hand.events(viewer)}
    known |= {card.card for seat in fair.hand.view(viewer).seats for card in seat.cards}
    found += [card.card for card in proof.opened if card.card not in known]
    seen = {(card.stream, card.place) for card in proof.opened}
    found += [
        f"the salt of {card.stream} {card.place}"
        for card in every
        if card.salt.hex() in text and (card.stream, card.place) not in seen
    ]
    return found


NAMES = sorted(registry())
ALIKE = (
    *("holdem-no-limit", "high-noon-shootout", "badugi", "five-card-draw"),
    *("ricochet", "high-noon-showdown"),
)
"""Games whose cards are dealt as those of others."""


@pytest.mark.parametrize("game", often(NAMES, always={*NAMES} - {*ALIKE}))
def test_hands_are_proven_to_all_and_keep_their_secrets(game: str) -> None:
    fair = [fair_hand(game, seed) for seed in SEEDS]
    assert [wrong_with(hand) for hand in fair] == [[]] * len(SEEDS)


def test_some_of_those_deal_discards_again() -> None:
    again = [
        seed
        for seed in SEEDS
        if any(stream == SECOND for stream, _ in places(fair_hand("poker-roulette", seed).hand))
    ]
    assert len(again) > 3


def test_places_are_those_of_the_very_cards() -> None:
    """Four decks with equal cards: places are consecutive, because no card is burned."""
    for seed in range(8):
        hand = fair_hand("poker-roulette", seed, players=16).hand
        found = places(hand)
        deck = [place for stream, place in found if stream != SECOND]
        assert len(hand.deck) == 216 and deck == list(range(len(deck)))
        assert all(stream == SECOND for stream, _ in found[len(deck) :])


def test_burned_cards_are_places_that_are_skipped() -> None:
    hand = sidepot.game("holdem-no-limit").deal(players=2, seed=1)
    while not hand.over:
        hand.act("check" if "check" in hand.legal else "call")
    assert [place for _, place in places(hand)] == [0, 1, 2, 3, 5, 6, 7, 9, 11]


def test_a_history_that_opens_a_card_unseen_by_its_viewer_is_caught(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fair = fair_hand("holdem-no-limit", 3)
    assert wrong_with(fair) == []
    monkeypatch.setattr(DealtCards, "seen", lambda self, viewer, shown: [True] * len(self.all))
    assert wrong_with(fair)


LEAKS: dict[str, Callable[[Deal], str]] = {
    "key": lambda deal: deal.decks[deal.dealt].key.hex(),
    "order": lambda deal: "".join(deal.decks[deal.dealt].streams["deck"]),
    "salt": lambda deal: deal.open([("deck", 51)])[0].salt.hex(),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_history_that_reveals_a_secret_is_caught(leak: str) -> None:
    fair = fair_hand("holdem-no-limit", 3)
    text, every = fair.text(RAIL), every_opening(fair)
    told = f'_told = "{LEAKS[leak](fair.record.deal)}"\n'
    assert secrets_in(fair, RAIL, text, every) == []
    assert secrets_in(fair, RAIL, told + text, every)


def test_viewers_who_know_the_same_share_a_text() -> None:
    texts = fair_hand("ricochet-2", 2, players=4).texts()
    assert len(texts) == 5 and len({id(text) for text in texts.values()}) == 1


@pytest.mark.parametrize("game", ["holdem-no-limit", "ricochet-2", "poker-roulette"])
def test_a_hand_that_was_called_off_is_proven(game: str) -> None:
    fair = fair_hand(game, 3, actions=1)
    assert not fair.hand.over and wrong_with(fair) == []


def test_without_a_record_nothing_changes() -> None:
    fair = fair_hand("high-noon-shootout", 5)
    bare = hand_history.texts(fair.hand, {})
    assert bare == hand_history.texts(fair.hand, {}, None)
    assert all(FIELD not in text for text in bare.values())
    assert bare[0] == hand_history.text(fair.hand, {}, 0)


def test_cards_that_were_turned_up_stand_where_they_were_dealt() -> None:
    hidden, moved = 0, 0
    for seed in range(40):
        fair = fair_hand("high-noon-showdown", seed)
        dealt = [card.card for card in DealtCards(fair.hand).all]
        known = [
            [c for line in history.actions if line.startswith("d d") for c in cards_in(line)]
            for history in (
                fair.history(RAIL),
                History.parse(hand_history.text(fair.hand, {}, RAIL)),
            )
        ]
        assert all(card in (truly, "??") for card, truly in zip(known[0], dealt, strict=True))
        hidden += "??" in known[0]
        moved += known[0] != known[1]
    assert hidden and moved


def cards_in(line: str) -> list[str]:
    """The cards of a line that deals."""
    text = line.rsplit(maxsplit=1)[-1]
    return [text[i : i + 2] for i in range(0, len(text), 2)]


def test_cards_shown_after_the_hand_are_opened() -> None:
    fair = fair_hand("holdem-no-limit", 5, players=3)
    unseen = next(s for s in range(3) if fair.hand.view(-1).seats[s].cards[0].card == "??")
    cards = [card.card for card in fair.hand.view(unseen).seats[unseen].cards]
    before, after = fair.text(RAIL), fair.text(RAIL, {unseen: cards})
    assert check(History.parse(after)).status == PROVEN
    told = {card.card for card in proof_in(after).proof.opened}
    assert told - {card.card for card in proof_in(before).proof.opened} == set(cards)
    assert f"p{unseen + 1} sm {''.join(cards)}" in after


def test_the_room_is_given_the_same_without_a_text() -> None:
    fair = fair_hand("high-noon-showdown", 4)
    for viewer in range(RAIL, fair.hand.players):
        openings = Openings(fair.hand, fair.record.deal, {})
        at, cards = openings.places, openings.seen(viewer)
        found = proof_in(fair.text(viewer))
        assert (at, cards) == (found.places, found.proof.opened)


def test_a_proof_is_read_as_it_was_written() -> None:
    fair = fair_hand("poker-roulette", 3, turn=2, missing=[["Bo", "Cy"]])
    found, deal = proof_in(fair.text(1)), fair.record.deal
    assert found.proof == deal.proof((card.stream, card.place) for card in found.proof.opened)
    assert found.places == places(fair.hand) and found.missing == [["Bo", "Cy"]]
    assert read_fairness({"_table": "x"}) is None


def test_cards_that_were_asked_for_are_commentary() -> None:
    fair = with_rabbit(fair_hand("holdem-no-limit", 5), 50, 51)
    text = fair.text(RAIL)
    rabbit = fair.record.deal.open([("deck", 50), ("deck", 51)])
    assert proof_in(text).rabbit == rabbit
    assert all(f'"# rabbit hunt, not dealt: {card.card}"' in text for card in rabbit)
    assert check(History.parse(text)).status == PROVEN


OTHER_FORMS: dict[str, object] = {
    "version": 2,
    "table": "",
    "hand": 0,
    "turn": True,
    "prev": "00",
    "commitment": "A" * 64,
    "streams": ["second"],
    "dealt": "c",
    "leaves": [],
    "control": {"key": "00"},
    "pledges": [["bo", "0" * 64], ["ana", "0" * 64]],
    "seeds": [["ana"]],
    "missing": ["Bo"],
    "at": [["deck", -1]],
    "opened": [["deck", 0, "Kcc", "0" * 32]],
    "rabbit": {},
    "anything": 1,
}


@pytest.mark.parametrize("field", OTHER_FORMS)
def test_a_field_that_is_not_one_is_said(field: str) -> None:
    fields = fair_hand().history().others[FIELD]
    with pytest.raises(BadHistory) as caught:
        read_fairness({FIELD: {**fields, field: OTHER_FORMS[field]}})
    assert f"_fairness.{field}" in str(caught.value)


@pytest.mark.parametrize("field", sorted({*OTHER_FORMS} - {"missing", "rabbit", "anything"}))
def test_a_field_that_is_not_there_is_said(field: str) -> None:
    fields = dict(fair_hand().history().others[FIELD])
    del fields[field]
    with pytest.raises(BadHistory, match=f"_fairness.{field} is missing"):
        read_fairness({FIELD: fields})


@pytest.mark.parametrize("field", ["hand", "turn", "at"])
def test_numbers_have_a_bound(field: str) -> None:
    fields = fair_hand().history().others[FIELD]

    def read(n: int) -> object:
        return read_fairness({FIELD: {**fields, field: [["deck", n]] if field == "at" else n}})

    assert read(2**31 - 1)
    for number, said in ((2**31, "not .*2147483648"), (1 << 20_000, "not a number of thousands")):
        with pytest.raises(BadHistory, match=f"_fairness.{field} is .* to 2147483647, {said}"):
            read(number)


def test_a_proof_is_a_table() -> None:
    with pytest.raises(BadHistory, match="_fairness is a table, not 7"):
        check_fields(7)
    with pytest.raises(BadHistory, match="_fairness is a table, not a number of thousands"):
        check_fields(1 << 20_000)
    history = replace(fair_hand().history(), others={FIELD: 7})
    assert [breach.kind for breach in check(history).breaches] == ["form"]


def check_fields(value: object) -> None:
    read_fairness({FIELD: value})


NOISE: tuple[object, ...] = (
    0,
    -1,
    2**31,
    10**30,
    1 << 20_000,
    1.5,
    True,
    "",
    "x" * 70,
    "Xx",
    [],
    [[]],
    [["deck", 0]],
    {},
    {"key": 1},
)

NO_RABBIT: tuple[object, object] = ("rabbit",), []


def nodes(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The paths to values in nested lists and tables, of long lists to the first two."""
    if path:
        yield path
    keys = range(min(len(value), 2)) if isinstance(value, list) else value
    for key in keys if isinstance(value, (list, dict)) else ():
        yield from nodes(value[key], (*path, key))


def test_whatever_stands_in_a_proof_is_no_crash() -> None:
    history = with_rabbit(fair_hand("holdem-no-limit", 5, turn=2, missing=[["Bo"]]), 51).history()
    fields = history.others[FIELD]
    for path in nodes(fields):
        for noise in NOISE:
            found = copy.deepcopy(fields)
            inner: Any = found
            for key in path[:-1]:
                inner = inner[key]
            # fields that are only the room's word prove nothing, and a rabbit hunt is optional
            if inner[path[-1]] != noise and path[0] != "missing" and (path, noise) != NO_RABBIT:
                inner[path[-1]] = noise
                checked = check(replace(history, others={FIELD: found}))
                assert checked.status == WRONG, (path, noise)
                assert all(str(breach.message) for breach in checked.breaches)


def test_another_deck_than_the_game_has_is_caught() -> None:
    """Cards that a room names must be those of the rules; the control deck is made of them."""
    text = fair_hand("kuhn").text()
    assert 'deck = "JsKsQs"' in text and check(History.parse(text)).status == PROVEN
    lied = text.replace('deck = "JsKsQs"', 'deck = "AsKsQs"')
    assert [breach.kind for breach in check(History.parse(lied)).breaches] == ["deck"]
    five_aces = fair_hand("kuhn", order=["As", "Ks", "Qs"]).text()
    assert "deck" in [breach.kind for breach in check(History.parse(five_aces)).breaches]
