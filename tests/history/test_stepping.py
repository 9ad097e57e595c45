"""A hand step by step: as it was played, and with no more than each viewer knew."""

from __future__ import annotations

import random

import pytest

from sidepot import games
from sidepot.engine.game import Hand
from sidepot.engine.narration import tell
from sidepot.engine.play import RAIL
from sidepot.errors import BadHistory
from sidepot.history import History
from sidepot.history.stepping import Step, steps, viewers
from sidepot.room.views import hand_history
from tests.history.hands import KNOWN, known

GAMES = ["ricochet-2", "high-noon-shootout", "holdem-no-limit", "poker-roulette", "ricochet-casino"]


def played(name: str, seed: int) -> Hand:
    """A hand of a game, played at random."""
    chance = random.Random(seed)
    hand = games.find(name).deal(stacks=60, seed=seed)
    while not hand.over:
        choice = chance.choice(hand.legal.ranges)
        hand.act(choice.at(chance.randint(choice.lowest, min(choice.highest, choice.lowest + 4))))
    return hand


def cards_of(step: Step) -> list[str]:
    """Every card of a step, wherever it is said or lies."""
    view = step.view
    laid = [card.card for seat in view.seats for card in seat.cards]
    said = [str(event.card) for event in view.events if event.card]
    return [*laid, *said, *(card.card for card in view.board), *map(str, step.said)]


@pytest.mark.parametrize("name", GAMES)
def test_the_steps_are_the_hand_as_it_was_played(name: str) -> None:
    hand = played(name, 5)
    done = History.from_hand(hand).replay()
    again = games.find(name).deal(stacks=60, deck=hand.deck, second=hand.second)
    found = list(steps(done))
    assert len(found) == 1 + len(hand.actions)
    assert [(s.seat, s.action) for s in found[1:]] == [(p, str(a)) for p, a in hand.actions]
    for step, (_, action) in zip(found, [*hand.actions, (0, None)], strict=True):
        assert step.view.seats == again.view(-1).seats
        assert step.view.pots == again.view(-1).pots and step.view.to_act == again.actor
        if action is not None:
            again.act(action)
    assert found[-1].view.result and not any(step.view.result for step in found[:-1])


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("viewer", [RAIL, 0])
def test_a_step_shows_no_card_that_the_history_does_not_name(name: str, viewer: int) -> None:
    hand = played(name, 8)
    text = hand_history.text(hand, {}, viewer)
    done = History.parse(text).replay()
    for seat in viewers(done):
        for step in steps(done, seat):
            shown = {card for card in cards_of(step) if len(card) == 2 and card != "??"}
            assert all(card in text for card in shown), (seat, step)


def test_seats_whose_cards_the_history_does_not_name_are_no_viewers() -> None:
    hand = played("high-noon-shootout", 8)
    done = History.parse(hand_history.text(hand, {}, 0)).replay()
    assert viewers(done)[:2] == (RAIL, 0)
    hidden = next(seat for seat in range(hand.players) if seat not in viewers(done))
    with pytest.raises(BadHistory) as refused:
        list(steps(done, hidden))
    assert f"p{hidden + 1}" in str(refused.value) and "rail" in str(refused.value)


def test_the_rail_does_not_see_what_a_seat_saw() -> None:
    hand = played("high-noon-shootout", 8)
    done = History.parse(hand_history.text(hand, {}, 0)).replay()
    as_rail, as_own = next(steps(done)), next(steps(done, 0))
    assert {card.card for card in as_rail.view.seats[0].cards} == {"??"}
    assert "??" not in {card.card for card in as_own.view.seats[0].cards}
    assert as_own.view.seats[0].hand and not as_rail.view.seats[0].hand


def test_the_viewer_is_spoken_to() -> None:
    first = list(steps(KNOWN.replay(), 2))[1]
    assert str(first.said[0]) == "You pay 1 for 1 card."


def test_a_hand_that_was_called_off_ends_with_saying_so() -> None:
    done = known(*KNOWN.actions[:4], "d dh p3 7s", "void").replay()
    said = [str(message) for step in steps(done) for message in step.said]
    assert "called off" in said[-1] and sum("called off" in one for one in said) == 1


def test_with_several_decks_a_card_that_was_shown_stays_shown() -> None:
    for seed in range(4):
        chance = random.Random(seed)
        hand = games.find("poker-roulette").deal(players=14, stacks=90, seed=seed)
        while not hand.over:
            choice = chance.choice([c for c in hand.legal.ranges if c.kind != "fold"])
            hand.act(choice.at(choice.lowest))
        done = History.parse(hand_history.text(hand, {}, RAIL)).replay()
        for step, verb in zip(steps(done), done.events, strict=True):
            shown = [event.card for event in step.view.events if event.kind == "shown"]
            assert "??" not in shown and len(step.view.events) == len(verb)


def test_an_unknown_hand_that_is_shown_and_does_not_matter_is_left_out() -> None:
    """The board plays for both, so that the shown hand need not be known."""
    done = History.parse(
        'variant = "NT"\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\n'
        "starting_stacks = [20, 20]\n"
        'actions = ["d dh p1 ????", "d dh p2 2c2d", "p2 cc", "p1 cc", "d db TsJsQs", "p1 cc",'
        ' "p2 cc", "d db Ks", "p1 cc", "p2 cc", "d db As", "p1 cc", "p2 cc"]\n'
    ).replay()
    *_, last = steps(done)
    for told in (last.said, tell(done.events[-1], done.hand.names)):
        said = " ".join(map(str, told))
        assert "royal flush" in said and "??" not in said


def test_a_replay_is_the_hand_after_the_deal_and_after_each_action() -> None:
    hand = games.find("ricochet-2").deal(players=3, seed=4)
    expected = [(hand.actor, hand.stacks, hand.events())]
    while not hand.over:
        hand.act(next(iter(hand.legal)))
        expected.append((hand.actor, hand.stacks, hand.events()))
    replay = hand.history.replay()
    assert [(step.actor, step.stacks, step.events()) for step in replay] == expected
    assert len(replay) == len(expected) and len(replay[1:]) == len(expected) - 1
    assert replay[-1].stacks == replay.hand.stacks
