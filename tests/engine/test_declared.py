"""Actions and events that a game declares: their words, everywhere, and nothing borrowed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from sidepot.analysis import analyze
from sidepot.analysis.dealing import order_of
from sidepot.designer.template_auction import SEALED_BIDS
from sidepot.engine.action import Action
from sidepot.engine.event import HandEvent
from sidepot.engine.game import Hand
from sidepot.engine.memory import remember
from sidepot.engine.narration import tell
from sidepot.engine.own import NUMBER, Act, Acts, Event, Events
from sidepot.errors import EngineError, IllegalAction
from sidepot.history import History
from sidepot.history.notation import Line
from sidepot.lab.envs.slots import slots_of
from sidepot.odds.chances import is_betting
from sidepot.rules import actions
from sidepot.terminal.answer import action_text
from sidepot.terminal.table import explain
from tests.engine.games.fair import FAIR

PLAYED = ("suit hearts", "rank queens", "ask p1", "mark 8s 6h", "point at Qs", "count to 123456")


def played(upto: int = len(PLAYED)) -> Hand:
    """A hand of the fair, after some of its actions."""
    hand = FAIR.deal(players=3, stacks=500, deck="8s 7h 6h Qc Qs Ks 9c Th 5c", seed=4)
    for text in PLAYED[:upto]:
        hand.act(text)
    return hand


def test_actions_are_typed_printed_and_offered_by_their_own_names() -> None:
    hand = played()
    assert tuple(str(action) for _, action in hand.actions) == PLAYED
    offered = [str(played(n).legal) for n in range(len(PLAYED) + 1)]
    assert offered[0] == "suit clubs or hearts"
    assert offered[2:] == [
        "ask p1 or p2",
        "mark 2 cards",
        "point at Qc, Qs or Ks",
        "count to 0 to 1000000",
        "wager 1 to 499 or knock",
    ]


def test_an_action_is_the_same_by_name_number_and_view() -> None:
    hand = played(2)
    kind = hand.legal.ranges[0].kind
    by_number = hand.legal.check(Action(kind, 1))
    by_view = hand.view().legal.check("ask p2")
    assert by_number == by_view == hand.legal.check("ASK  P2") == Action(kind, 1)
    assert str(by_number) == str(by_view) == "ask p2"
    assert str(hand.legal.told("ask p2").text) == "ask p2"


@pytest.mark.parametrize("text", ["ask p3", "ask", "ask 9", "asks p1", "fold", "word_1 p1", "mark"])
def test_an_action_outside_the_menu_is_refused_in_its_words(text: str) -> None:
    with pytest.raises(IllegalAction, match="ask p1 or p2"):
        played(2).act(text)


def test_a_choice_that_must_be_made_has_a_default() -> None:
    safe = [str(played(n).legal.safe) for n in range(len(PLAYED) + 1)]
    assert safe[0] == "suit clubs" and safe[3] == "mark 8s 7h"
    assert safe[-1] == "knock"  # a wager costs chips, and is offered first


def test_events_are_told_in_the_words_of_the_game() -> None:
    hand = played()
    pointed = [m.text for m in tell(hand.events(-1, 5), hand.names)]
    assert pointed == ["p2 points at a card."]
    assert [m.text for m in tell(hand.events(1, 5), hand.names, 1)] == ["p2 points at Qs."]
    label = hand.events(-1, 1)[0].label
    assert label is not None and label.text == "said {n}"


def test_a_history_has_their_names_and_is_played_again() -> None:
    hand = played()
    hand.act("wager 20")
    text = hand.history.text()
    assert "p1 do suit hearts" in text and "p1 do mark 8s6h" in text and "do wager 20" in text
    again = FAIR.deal(players=3, stacks=500, deck="8s 7h 6h Qc Qs Ks 9c Th 5c", seed=4)
    for line in map(Line.parse, History.parse(text).actions):
        if line.said:
            again.act(line.action(again.legal))
    assert again.payoffs == hand.payoffs


@pytest.mark.parametrize(
    "text", ["p1 do knock", "p2 choose bid 40", "p1 do mark Kc7d", "p3 do suit hearts"]
)
def test_lines_go_both_ways(text: str) -> None:
    assert str(Line.parse(text)) == text


def test_the_terminal_takes_keys_words_and_amounts() -> None:
    menus = [played(n).view().menu for n in range(len(PLAYED) + 1)]
    assert action_text("hearts", menus[0]) == "suit hearts"
    assert action_text("qc", menus[4]) == "point at qc"
    assert action_text("77", menus[5]) == "count to 77"
    assert action_text("k", menus[6]) == "knock"
    told = [explain(choice).text for menu in menus for choice in menu]
    assert told[0].endswith("suit clubs or hearts: the suit that you like")
    assert all("{" not in text for text in told)


def test_environments_have_a_slot_for_each_word_and_parts_of_a_range() -> None:
    slots = slots_of(FAIR, 3, 500)
    hand = played(5)
    allowed = [slots.action_of(hand, n) for n in range(slots.n) if slots.mask(hand)[n]]
    assert [action.amount for action in allowed] == [0, 250_000, 500_000, 750_000, 1_000_000]
    assert {"suit hearts", "rank aces", "ask: player 2 on the left", "knock"} <= {*slots.names}
    assert slots.slot_of(hand, "count to 600000") == slots.names.index("count to: 2/4")


def test_no_declared_action_is_a_bet_to_the_coach() -> None:
    assert not is_betting(FAIR) and not is_betting(SEALED_BIDS)
    hand = played()
    found = analyze(hand, samples=1, seconds=0.01)
    assert {choice.action for choice in found.choices} >= {"knock", "wager 1", "wager 499"}


def test_a_borrowed_bet_that_nobody_answers_is_no_bet_to_the_coach() -> None:
    def menu(s: Any, m: Any) -> None:
        actions.clear(m)
        actions.offer_range(m, actions.BET, 1, 2)

    assert not is_betting(replace(FAIR, verbs=FAIR.verbs._replace(menu=menu)))


def test_a_borrowed_stake_names_no_side_bet_of_the_house() -> None:
    """The first number of a side bet is 0, which a stake without any has too."""
    staked = HandEvent("staked", 0, amount=3)
    assert tell([staked], ["Ann"])[0].text == "Ann stakes 3."


def test_a_view_goes_over_the_wire() -> None:
    view = played(2).view()
    menu = msgspec.json.decode(msgspec.json.encode([row.words for row in view.menu]))
    assert menu == [["p1", "p2"]] and view.menu[0].typed == "ask"


def test_secret_actions_are_told_to_nobody_before_they_are_open() -> None:
    hand = SEALED_BIDS.deal(players=2, stacks=500, deck="Ks 7d Ac", seed=1)
    hand.act("bid 300")
    assert [actions.kind(act.number) for act in hand.acts(1) or ()] == [actions.CHOSEN]
    assert actions.CHOSEN not in range(len(actions.NAMES))
    assert b"300" not in bytes(str(hand.view(1)), "utf-8")
    hand.act("bid 200")
    assert "p1 choose bid 300" in hand.history.text()


def test_the_coach_puts_an_action_that_is_offered_in_the_place_of_a_secret_one() -> None:
    """A game without `out` once got it for every choice that was not known."""
    hand = SEALED_BIDS.deal(players=3, stacks=20, deck="Ks 7d 9c Ac", seed=1)
    hand.act("bid 3")
    tried = set[int]()

    def step(s: Any, action: int) -> None:
        tried.add(actions.kind(action))
        SEALED_BIDS.verbs.step(s, action)

    game = replace(SEALED_BIDS, verbs=SEALED_BIDS.verbs._replace(step=step))
    assert order_of(replace(remember(hand), game=game)) is not None
    assert tried == {*SEALED_BIDS.acts.kinds}


def test_a_sealed_bid_may_be_any_number_of_chips() -> None:
    hand = SEALED_BIDS.deal(players=2, stacks=1_000_000_000, deck="Ks 7d Ac", seed=1)
    hand.act("bid 0")
    hand.act("bid 987654321")
    assert hand.payoffs == (-1, 1)


def test_names_of_its_own_are_checked() -> None:
    for acts in (["fold"], ["a b"], ["Bid"], ["bid", "bid"], [""], ["high"], ["stand_pat"]):
        with pytest.raises(EngineError):
            Acts(*(Act(name) for name in acts))
    with pytest.raises(EngineError, match="more actions"):
        Acts(*(Act(f"n{'x' * k}", NUMBER) for k in range(actions.OWN_EACH + 1)))
    with pytest.raises(EngineError):
        Events(Event("won", "{player} wins."))
