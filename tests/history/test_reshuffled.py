"""Histories of hands in which discards are dealt again, face down."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from sidepot.designer.laws.reshuffled import renamed
from sidepot.designer.laws.trace import Case, seen
from sidepot.engine.game import Hand
from sidepot.engine.play import RAIL
from sidepot.errors import BadHistory
from sidepot.history import History
from sidepot.history.notation import HIDDEN, Line
from sidepot.history.returning import Deals
from sidepot.history.verify.hands import PROVEN, WRONG, check
from sidepot.room.views import hand_history
from sidepot.rules import actions
from tests.cases import often
from tests.history.fair_hands import FairHand, fair_hand
from tests.history.test_views import shown_in_part
from tests.long_draws import BADUGI, long_hand, played, shuffles, traced

FEW, MANY = range(18, 22), range(22, 180)
"""Seeds of hands; in some of the few discards are shuffled not at all, once and twice."""
SEEDS = often([FEW, MANY], always=[FEW])


def fair_hands(seeds: range) -> Iterator[FairHand]:
    """Long hands that were dealt fairly."""
    for seed in seeds:
        chance = random.Random(seed)
        fair = fair_hand("badugi", seed, players=chance.randint(4, 6), actions=0)
        played(fair.hand, chance)
        yield fair


@pytest.mark.parametrize("seeds", SEEDS)
def test_a_hand_replays_as_all_viewers_know_it(seeds: range) -> None:
    found = set()
    for seed in seeds:
        hand = long_hand(seed)
        found.add(shuffles(hand))
        shown = shown_in_part(hand, random.Random(seed))
        assert History.parse(History.from_hand(hand).text()).replay().hand.events() == hand.events()
        for viewer in range(RAIL, hand.players):
            told = History.parse(hand_history.text(hand, shown, viewer))
            assert told.replay().finishing_stacks == hand.stacks, (seed, viewer)
    assert found == {0, 1, 2}


@pytest.mark.parametrize("seeds", SEEDS)
def test_a_fair_hand_is_proven_to_all_viewers(seeds: range) -> None:
    for fair in fair_hands(seeds):
        shown = shown_in_part(fair.hand, random.Random(1))
        for viewer in range(RAIL, fair.hand.players):
            assert check(History.parse(fair.text(viewer, shown))).status == PROVEN


def test_discards_that_come_in_another_order_than_the_second_are_noticed() -> None:
    fair = next(fair for fair in fair_hands(FEW) if shuffles(fair.hand) == 2)
    history = fair.history(0)
    table = dict(history.others["_fairness"])
    at = [list(place) for place in table["at"]]
    again = [n for n, (stream, _) in enumerate(at) if stream == "second"]
    one, other = again[:2]
    at[one], at[other] = at[other], at[one]
    table["at"] = at
    history.others["_fairness"] = table  # type: ignore[index]
    checked = check(history)
    assert checked.status == WRONG and "places" in {breach.kind for breach in checked.breaches}


def test_nobody_reads_who_had_laid_a_card_aside() -> None:
    """With other cards in place of those the viewer never saw, the history is the same."""
    compared = 0
    for seed in FEW:
        trace = traced(long_hand(seed))
        hand = again(trace.case, trace.actions)
        for viewer in range(hand.players):
            told = [seen(BADUGI, record, viewer)[1] for record in trace.records]
            other = again(renamed(trace, told, random.Random(seed)), trace.actions)
            if other.events(viewer) == hand.events(viewer):
                assert hand_history.text(other, {}, viewer) == hand_history.text(hand, {}, viewer)
                compared += 1
    assert compared > len(FEW)


def again(case: Case, chosen: Sequence[int]) -> Hand:
    """A case played by the same actions."""
    hand = BADUGI.deal(stacks=case.stacks, deck=case.deck, second=case.second)
    for number in chosen:
        kind = actions.KINDS[actions.kind(number)]
        row = next(choice for choice in hand.legal.ranges if choice.kind == kind)
        hand.act(row.at(actions.amount(number)))
    return hand


@pytest.mark.parametrize("seeds", SEEDS)
def test_a_replay_names_no_card_that_its_history_does_not(seeds: range) -> None:
    """Some stand for cards that are named elsewhere, because those are dealt again."""
    for seed in seeds:
        hand = long_hand(seed)
        for viewer in range(RAIL, hand.players):
            told = History.parse(hand_history.text(hand, {}, viewer))
            named = {
                (line.seat, card) for line in map(Line.parse, told.actions) for card in line.cards
            }
            said = itertools.chain.from_iterable(told.replay().events)
            cards = {(event.seat, event.card) for event in said if event.card}
            assert {card for card in cards if card[1] != HIDDEN} <= named, (seed, viewer)


def foreign(hand: Hand, *, shows: bool = True) -> str:
    """A hand as another program writes it, without options; all cards are named."""
    history = History.from_hand(hand)
    lines = [line for line in history.actions if shows or " sm " not in line]
    return replace(history, options=None, actions=tuple(lines)).text()


def reshuffled_hand() -> Hand:
    """A hand in which discards are dealt again."""
    return next(hand for hand in map(long_hand, FEW) if shuffles(hand))


def test_a_file_of_another_program_may_deal_discards_again() -> None:
    hand = reshuffled_hand()
    there = History.parse(foreign(hand)).replay().hand
    assert there.stacks == hand.stacks and there.game.settings["refill"] == "shuffled"


def test_the_cards_of_one_player_in_a_draw_are_one_line() -> None:
    """Whether they come from the deck or from under it: so other programs write them."""
    for hand in filter(shuffles, map(long_hand, FEW)):
        lines = list(map(Line.parse, History.from_hand(hand).actions))
        pairs = itertools.pairwise(line.seat if line.deals else None for line in lines)
        assert all(one is None or one != other for one, other in pairs)


def test_a_file_without_options_in_which_nothing_comes_back_is_older_than_the_option() -> None:
    hand = BADUGI.deal(players=2, stacks=100, seed=1)
    while not hand.over:
        hand.act("keep" if "keep" in hand.legal else "check" if "check" in hand.legal else "call")
    assert History.parse(foreign(hand)).replay().hand.game.settings["refill"] == "never"
    assert History.parse(History.from_hand(hand).text()).options == {"refill": "shuffled"}


def test_an_unknown_card_that_was_dealt_again_and_turned_up_decides_nothing() -> None:
    hand = reshuffled_hand()
    text = foreign(hand, shows=False)
    dealt = [line for line in History.parse(text).actions if line.startswith("d dh")][-1]
    assert History.parse(text) and History.parse(text).replay().hand.stacks == hand.stacks
    *words, cards = dealt.split()
    hidden = " ".join([*words, "??" * (len(cards) // 2)])
    with pytest.raises(BadHistory, match="depends on a card that nobody saw"):
        History.parse(text.replace(dealt, hidden)).replay()


@pytest.mark.parametrize("card", ["a card of this draw", "a card in a hand"])
def test_a_card_that_was_not_laid_aside_in_an_earlier_draw_does_not_come_back(card: str) -> None:
    hand = reshuffled_hand()
    history = History.from_hand(hand)
    deals = [n for n, line in enumerate(history.actions) if line.startswith("d dh")]
    *words, cards = history.actions[deals[-1]].split()
    laid = [line for line in history.actions[: deals[-1]] if " sd " in line][-1].split()[-1]
    kept = hand.view(RAIL).seats[hand.winners[0]].cards[0].card
    other = laid[:2] if card == "a card of this draw" else kept
    wrong = " ".join([*words, cards[:-2] + other])
    lines = [*history.actions[: deals[-1]], wrong, *history.actions[deals[-1] + 1 :]]
    with pytest.raises(BadHistory):
        replace(history, actions=tuple(lines), finishing_stacks=None).replay()


def test_a_file_of_many_discards_and_deals_costs_what_it_weighs() -> None:
    """Each discard may be looked at for each card of one deck, and not for each of the file."""
    deals = [Line.parse("d dh p1 " + "??" * 4)] * 2_000
    lines = [line for n in range(2_000) for line in (Line.parse("p1 sd ????"), deals[n])]
    found = Deals(52, lines)
    assert len(found.first) <= 52 < len(found.again)
    assert sum(len(deal.sources) for deal in found.again) <= 52 * 52
