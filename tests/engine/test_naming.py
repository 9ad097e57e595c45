"""Hand names in the table talk: for new cards and for pots won."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import pytest

import sidepot
from sidepot.engine.event import HandEvent
from sidepot.engine.game import Hand
from sidepot.engine.naming import GAINS, WINS, Laid
from sidepot.engine.narration import tell
from sidepot.engine.play import RAIL
from sidepot.history import History
from sidepot.history.stepping import steps, viewers
from sidepot.kernel import fields, from_bytes
from sidepot.room.views import hand_history
from sidepot.rules.layout import LaidHand
from sidepot.words import Message

GAMES = [
    "ricochet-2",
    "ricochet-casino",
    "high-noon-showdown",
    "high-noon-shootout",
    "poker-roulette",
    "holdem-no-limit",
]
PAIR = Message("hand.pair", {"first": "Q", "second": "Q"})


def moments(name: str, hands: int = 6, *, folds: bool = False) -> Iterator[Hand]:
    """Some hands of a game, after each of their verbs; with `folds`, somebody folds at once."""
    for seed in range(hands):
        chance = random.Random(seed)
        hand = sidepot.game(name).deal(stacks=30, seed=seed)
        yield hand
        if folds:
            hand.act(hand.legal.ranges[0].at(0))
            yield hand
        while not hand.over:
            choices = [c for c in hand.legal.ranges if c.kind != "fold"] or hand.legal.ranges
            choice = chance.choice(list(choices))
            hand.act(choice.at(choice.lowest))
            yield hand


def unseen(name: str) -> list[tuple[int, HandEvent]]:
    """Viewers who are sent the name of a hand that they cannot see, with the event."""
    return [
        (viewer, event)
        for folds in (False, True)
        for hand in moments(name, folds=folds and name != "ricochet-casino")
        for viewer in (RAIL, *range(hand.players))
        for event in hand.events(viewer, -1)
        if event.hand and event.hand != hand.view(viewer).seats[event.seat].hand
    ]


@pytest.mark.parametrize("name", GAMES)
def test_nobody_is_sent_the_name_of_a_hand_that_they_do_not_see(name: str) -> None:
    assert unseen(name) == []


@pytest.mark.parametrize("name", ["holdem-no-limit", "poker-roulette"])
def test_a_name_read_off_the_whole_record_would_be_seen(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def whole(laid: Laid) -> Sequence[LaidHand]:
        game = laid.game
        return game.show(fields(from_bytes(game.layout(), laid.record))).seats

    monkeypatch.setattr(Laid, "seats", whole)
    assert unseen(name)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_that_ranks_hands_names_cards_and_wins(name: str) -> None:
    named = {
        event.kind
        for hand in moments(name)
        for viewer in range(hand.players)
        for event in hand.events(viewer, -1)
        if event.hand
    }
    assert named & {*GAINS}
    assert named & {*WINS}


def test_a_card_that_comes_and_a_pot_come_with_the_hand() -> None:
    hand = sidepot.game("ricochet-2").deal(
        names=["Ana", "Theo"], deck="Qc Kc Qd", stacks=20, players=2
    )
    assert [str(said) for said in tell(hand.act("buy 1"), hand.names)][2:] == [
        "Ana gets Qd: a pair of queens.",
        "Ana is safe.",
    ]
    assert str(tell(hand.act("fold"), hand.names)[-1]) == "Ana wins 3 with a pair of queens."


def test_one_card_says_itself() -> None:
    hand = sidepot.game("ricochet-2").deal(players=2, seed=1)
    assert not any(event.hand for event in hand.events(verb=-1))


def test_own_cards_are_named_to_their_owner_alone() -> None:
    hand = sidepot.game("holdem-no-limit").deal(
        names=["Ana", "Bo"], deck="Qc Qd 7h 2s", stacks=20, players=2
    )
    heard = [[str(said) for said in tell(hand.events(p, -1), hand.names, p)] for p in range(2)]
    own = "You get Qc and Qd: a pair of queens."
    assert [own in said for said in heard].count(True) == 1
    assert sum("pair" in said for both in heard for said in both) == 1
    assert not any("pair" in str(said) for said in tell(hand.events(verb=-1), hand.names))


def test_a_pot_won_unseen_names_no_hand() -> None:
    hand = sidepot.game("holdem-no-limit").deal(players=2, seed=1)
    hand.act("fold")
    heard = [event for seat in (RAIL, 0, 1) for event in hand.events(seat, -1)]
    assert "won" in {event.kind for event in heard}
    assert not any(event.hand for event in heard)


def test_a_split_pot_is_said_once_with_the_hand_of_all() -> None:
    def split(*amounts: int, kind: str = "split", hands: tuple[Message, ...] = ()) -> list[str]:
        made = hands or (PAIR,) * len(amounts)
        events = [
            HandEvent(kind, seat, None, 2, amount, hand=hand)
            for seat, (amount, hand) in enumerate(zip(amounts, made, strict=True))
        ]
        return [str(said) for said in tell(events, ["Ana", "Bo", "Cy"])]

    assert split(12, 12) == ["The pot is split between Ana and Bo, with a pair of queens: 12 each."]
    assert split(13, 12) == [
        "The pot is split: Ana gets 13 with a pair of queens.",
        "The pot is split: Bo gets 12 with a pair of queens.",
    ]
    other = Message("hand.pair", {"first": "K", "second": "K"})
    assert split(6, 6, hands=(PAIR, other)) == ["The pot is split between Ana and Bo: 6 each."]
    assert split(4, 4, kind="split_side") == [
        "Side pot 2 is split between Ana and Bo, with a pair of queens: 4 each."
    ]


@pytest.mark.parametrize("name", GAMES)
def test_a_replay_repeats_the_table_talk(name: str) -> None:
    *_, hand = moments(name, 2)
    done = History.from_hand(hand).replay()
    last = [str(said) for said in tell(hand.events(RAIL, -1), hand.names)]
    assert [str(said) for said in list(steps(done))[-1].said] == last


@pytest.mark.parametrize("name", ["holdem-no-limit", "poker-roulette", "high-noon-showdown"])
def test_a_replay_names_no_hand_of_made_up_cards(name: str) -> None:
    last = [hand for hand in moments(name, folds=True) if hand.over]
    texts = [hand_history.text(hand, {}, keeper) for hand in last for keeper in (RAIL, 0, 1)]
    replays = [History.parse(text).replay() for text in texts]
    found = [done for done in replays if done.made_up]
    assert found, "these hands hide nothing: choose others"
    for done in found:
        assert not any(event.hand for verb in done.events for event in verb if event.kind in GAINS)
        for viewer in viewers(done):
            for step in steps(done, viewer):
                for event in step.view.events:
                    assert not event.hand or event.hand == step.view.seats[event.seat].hand
