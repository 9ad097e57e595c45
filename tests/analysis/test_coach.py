"""The coach: its knowledge, its beliefs about others' cards, and the accuracy of its values."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from sidepot import kernel
from sidepot.analysis import ActionValue, analyze, analyzing, sentences, values
from sidepot.analysis.dealing import order_of
from sidepot.analysis.values import Trial
from sidepot.bots.trained.strategy import Trained
from sidepot.designer.laws.bots import any_of
from sidepot.engine import memory as memories
from sidepot.engine.action import Action
from sidepot.engine.game import Game, Hand
from sidepot.engine.memory import UNSEEN, Memory, only, remember
from sidepot.games import registry
from sidepot.lab.learn.checkpoints import strategy_of
from sidepot.lab.learn.training import Training
from sidepot.odds.result import advised, sampled_value, undecided
from sidepot.rules import actions
from tests.lab.learn.games.kuhn import KUHN
from tests.long_draws import BADUGI, long_hand, shuffles

GAMES = {game.name: game for game in registry().values() if not game.banked}
CHECK, BET = Action("check").number, Action("raise_to", 1).number
CALL, FOLD = Action("call", 1).number, Action("fold").number


@functools.cache
def kuhn() -> Trained:
    """A strategy for Kuhn poker that is nearly optimal."""
    training = Training(KUHN, is_exact=True, lanes=1)
    training.run(rounds=50)
    return strategy_of(training)


def turns(game: Game, number: int, players: int | None = None) -> list[Hand]:
    """The decisions of a hand of random play."""
    rng, found = random.Random(number), list[Hand]()
    hand = game.deal(players=players, seed=11, hand=number)
    while not hand.over:
        found.append(hand.copy())
        hand.act(any_of(hand.legal, rng))
    return found


def twin(hand: Hand, seat: int, rng: random.Random) -> Hand:
    """Another deal of a hand, which looks the same to a seat."""
    order = order_of(remember(hand, seat))
    assert order is not None
    deck, free = list(order.deck), [p for p in range(len(order.deck)) if p not in order.known]
    for place, card in zip(free, rng.sample([deck[p] for p in free], len(free)), strict=True):
        deck[place] = card
    again = hand.game.deal(
        stacks=hand.starting_stacks, deck=deck, second=order.second or hand.second or None
    )
    for _, action in hand.actions:
        again.act(action)
    return again


def same(one: Memory, other: Memory) -> bool:
    """Whether two memories are the same, byte for byte."""
    bytes_of = (tuple(map(kernel.to_bytes, memory.views)) for memory in (one, other))
    return (
        len({(views, memory.acts) for views, memory in zip(bytes_of, (one, other), strict=True)})
        == 1
    )


# Reconstructing the deck ------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_the_deck_is_arranged_as_it_was_seen_in_every_game(name: str) -> None:
    """At any decision, for any seat: from known places alone a hand comes that looks the same."""
    rng = random.Random(2)
    for number, players in enumerate((None, min(GAMES[name].most, 6))):
        for hand in turns(GAMES[name], number, players)[::3]:
            seat = rng.randrange(hand.players)
            assert same(remember(twin(hand, seat, rng), seat), remember(hand, seat))


def test_a_hand_that_was_not_seen_from_its_beginning_has_no_order() -> None:
    hand = turns(GAMES["holdem-no-limit"], 1)[-1]
    assert order_of(remember(hand)) is not None
    assert order_of(only(hand.game, hand.record(hand.actor or 0))) is None


def test_discards_that_came_again_leave_an_order_that_fits_or_none() -> None:
    """In Badugi they come face down, and the player sees their own."""
    done, found = long_hand(18), 0
    hand = BADUGI.deal(stacks=done.starting_stacks, seed=18)
    for _, action in done.actions[:-1]:
        hand.act(action)
        if order_of(remember(hand)) is not None:
            found += 1
            again = twin(hand, hand.actor or 0, random.Random(1))
            assert same(remember(again), remember(hand))
    assert shuffles(done) and 0 < found < len(done.actions) - 1


def test_the_place_of_a_discard_is_known_to_its_player_alone() -> None:
    hand = GAMES["high-noon-shootout"].deal(players=2, seed=1)
    for action in ("check", "check"):
        hand.act(action)
    hand.act(next(action for action in hand.legal if action.kind == "discard"))
    places = [actions.amount(remember(hand, seat).acts[-1][1]) for seat in (0, 1)]
    assert places == [0, UNSEEN]


# Secrets ----------------------------------------------------------------------------------------


def tells(game: Game, answer: Callable[[Hand], Any], hands: int = 3) -> bool:
    """Whether an answer differs between deals that look the same to the seat to act."""
    rng = random.Random(5)
    return any(
        answer(hand) != answer(twin(hand, hand.actor or 0, rng))
        for number in range(hands)
        for hand in turns(game, number)
    )


def coached(hand: Hand) -> Any:
    """The coach's values, and the amount of work behind them."""
    trial = Trial(remember(hand), kuhn(), seed=1)
    trial.extend(20)
    return trial.choices, trial.counts.tolist()


def played(hand: Hand) -> Any:
    """The expert's action."""
    return kuhn().choose(hand.record(hand.actor or 0), kernel.generator(3))


def test_hidden_cards_change_neither_advice_nor_play() -> None:
    assert not tells(KUHN, coached, 6)
    assert not tells(KUHN, played, 12)


def test_a_strategy_that_peeks_is_caught() -> None:
    peeking: Callable[[Hand], Any] = lambda hand: hand.deck[:2]  # noqa: E731
    assert tells(KUHN, peeking, 12)


def test_a_coach_that_peeks_is_caught() -> None:
    def peeking(hand: Hand) -> Any:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(memories, "_seen", lambda game, rows, seat: kernel.copy(rows))
            return [kernel.to_bytes(view) for view in remember(hand).views]

    assert tells(KUHN, peeking, 12)


@pytest.mark.both_forms
def test_the_amount_of_work_depends_on_nothing_hidden() -> None:
    """Deals and earlier decisions are counted; the counts do not depend on the card held.

    A strategy that has learned nothing will do: in machine code only the coach is compiled.
    """
    ignorant = strategy_of(Training(KUHN, is_exact=True))
    counts = set()
    for deck in ("Jc Qd", "Qc Jd"):
        hand = KUHN.deal(players=2, deck=tuple(range(3)) if deck[0] == "J" else (2, 1, 0))
        hand.act(str(next(a for a in hand.legal if a.kind == "raise_to")))
        trial = Trial(remember(hand), ignorant, seed=1)
        trial.extend(50)
        counts.add(tuple(trial.counts.tolist()))
    assert len(counts) == 1


# Values -----------------------------------------------------------------------------------------


def bet_into(card: int) -> Hand:
    """A player with a card to whom the other has bet 1."""
    order = (card, *(other for other in range(3) if other != card))
    for deck in (order, (order[1], order[0], order[2])):
        hand = KUHN.deal(players=2, deck=deck)
        hand.act("raise to 1")
        if kernel.fields(hand.record(hand.actor or 0)).hole.card[hand.actor or 0, 0] == card:
            return hand
    raise AssertionError(card)


def exact_call(card: int) -> float:
    """The value of calling the bet, by Bayes, from the strategy's own chances of betting."""
    weight, won = 0.0, 0.0
    for other in range(3):
        if other != card:
            hand = bet_into(card)
            opener = 1 - (hand.actor or 0)
            deck = [0, 0, 0]
            deck[opener], deck[1 - opener] = other, card
            deck[2] = 3 - other - card
            opening = KUHN.deal(players=2, deck=tuple(deck))
            chance = kuhn().chances(opening.record(opening.actor or 0)).get(BET, 0.0)
            weight += chance
            won += chance * (3 if card > other else -1)
    return won / weight


def sampled(card: int) -> dict[str, ActionValue]:
    trial = Trial(remember(bet_into(card)), kuhn(), seed=4)
    trial.extend(1000)
    return {choice.action: choice for choice in trial.choices}


def test_the_others_cards_are_weighed_by_their_actions() -> None:
    """With a queen against a bet: the better cards bet, and now and then the worst."""
    found = sampled(1)
    call = found["call"]
    assert found["fold"].value == 0.0
    assert call.value == pytest.approx(exact_call(1), abs=5 * call.error + 0.1)
    assert abs(call.value - 1.0) > 0.5  # which it is against any card alike


def test_weights_that_are_forgotten_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    real = values._acts

    def unweighed(memory: Memory) -> Any:
        acts = real(memory)
        acts[:, 1] = 0
        return acts

    monkeypatch.setattr(values, "_acts", unweighed)
    assert sampled(1)["call"].value == pytest.approx(1.0, abs=0.2)


def test_the_winning_card_calls_and_the_losing_one_folds() -> None:
    winning, losing = sampled(2), sampled(0)
    assert [advised([*found.values()]) for found in (winning, losing)] == ["call", "fold"]
    assert winning["call"].value == pytest.approx(3.0)


def advice(
    value: dict[str, float], favourite: str, error: float, exact: str = "fold"
) -> tuple[str, tuple[str, ...]]:
    """The advice and the undecided choices, by values, of which one is exact, and their error."""
    choices = [
        sampled_value(a, v, 0.0 if a == exact else error, share=float(a == favourite))
        for a, v in value.items()
    ]
    return advised(choices), undecided(choices)


RAISED = {"fold": 0.0, "call": 3.0, "raise to 4": 3.5, "raise to 6": 4.5}


def test_the_best_choice_is_the_best_where_the_error_is_smaller_than_the_difference() -> None:
    assert advice(RAISED, "call", error=0.9) == ("raise to 6", ())


def test_within_the_error_the_strategys_favourite_is_advised_and_all_are_named() -> None:
    close = ("raise to 4", "raise to 6")
    assert advice(RAISED, "raise to 4", error=1.2) == ("raise to 4", close)
    assert advice(RAISED, "call", error=1.2) == ("raise to 6", close)


@pytest.mark.parametrize("favourite", ["fold", "call"])
def test_no_choice_is_advised_that_seems_to_lose_beside_an_exact_one(favourite: str) -> None:
    """A call of -7.25 give or take 5.1 is no advice to somebody who may fold, nor one of -2."""
    assert advice({"fold": 0.0, "call": -7.25}, favourite, error=5.1) == ("fold", ())
    assert advice({"fold": 0.0, "call": -2.0}, favourite, error=5.1) == ("fold", ("fold", "call"))


def test_no_choice_is_advised_that_seems_to_lose_beside_a_check() -> None:
    value = {"check": 1.0, "bet 2": 0.5, "bet 9": 1.5}
    for favourite, wanted in (("bet 2", "bet 9"), ("check", "check")):
        found = advice(value, favourite, error=3.0, exact="")
        assert found == (wanted, ("check", "bet 2", "bet 9"))


def test_the_error_of_a_difference_may_be_the_larger_one() -> None:
    one = sampled_value("call", 1.0, 0.5, share=0.0)
    other = sampled_value("raise to 4", 0.4, 0.5, share=1.0, behind=0.6, behind_error=0.7)
    assert undecided([one, other]) == ("call", "raise to 4")


def test_a_free_check_is_never_folded() -> None:
    assert advice({"fold": 0.0, "check": -0.5}, "fold", error=9.0) == ("check", ())


def is_absurd(advise: Callable[..., str]) -> bool:
    """Whether it advises a choice that seems to lose beside an exact one."""
    choices = [
        sampled_value("fold", 0.0, 0.0, share=0.0),
        sampled_value("call", -2.0, 5.1, share=1.0),
    ]
    return advise(choices) == "call"


def test_a_coach_that_follows_the_strategy_alone_is_noticed() -> None:
    def favourite(choices: Sequence[ActionValue]) -> str:
        return max(choices, key=lambda choice: choice.share or 0.0).action

    assert is_absurd(favourite) and not is_absurd(advised)


def test_equal_memories_get_equal_answers_and_time_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyzing, "strategy_for", lambda *_: kuhn())
    memory = remember(bet_into(1))
    one, other = (analyze(memory) for _ in range(2))
    assert one == other and values.BATCH < one.samples <= values.SAMPLES
    seen: list[int] = []
    short = analyze(memory, seconds=0.0, progress=lambda n, _: seen.append(n))
    assert short.samples == seen[-1] == values.BATCH


def test_it_can_be_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyzing, "strategy_for", lambda *_: kuhn())

    def late(deals: int, error: float) -> None:
        raise TimeoutError

    with pytest.raises(TimeoutError):
        analyze(bet_into(1), progress=late)


def test_it_states_its_assumptions_its_unit_and_its_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyzing, "strategy_for", lambda *_: kuhn())
    found = analyze(bet_into(2))
    said = [message.text for message in sentences(found, you=True)]
    assert said[0] == "You are to act; the pot is 3."
    assert said[1].startswith("fold: 0; the expert does it 0% of the time")
    assert said[-1].startswith("Chips won or lost from now on, if everybody plays like the expert")
    assert f"an estimate from {found.samples} deals, give or take 0" in said[-1]
    monkeypatch.setattr(analyzing, "strategy_for", lambda *_: None)
    assert "nobody has learned this game" in sentences(analyze(bet_into(2)))[-1].text


def test_a_view_alone_says_that_others_may_hold_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyzing, "strategy_for", lambda *_: kuhn())
    hand = bet_into(1)
    found = analyze(only(KUHN, hand.record(hand.actor or 0)), precision=0.01)
    assert found.is_without_past and sentences(found)[-1].key == "odds.played_unseen"
