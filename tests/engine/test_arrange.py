"""Orders of the deck that deal what is wanted."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sidepot import cards, games, kernel
from sidepot.engine import setup
from sidepot.engine.arrange import Compare, Tried, Verb, Wanted, arrange, journal_rows
from sidepot.engine.game import Game
from sidepot.errors import IllegalAction
from sidepot.kernel import Records
from sidepot.rules import journal
from tests.long_draws import BADUGI, long_hand, shuffles

HOLDEM = games.find("holdem-no-limit")


def begun(game: Game) -> tuple[Records, list[Verb]]:
    """A record before the deal of two players, and the verb that deals."""
    deck = game.cards_for(2)
    return setup.before_deal(game, [200, 200], deck, deck), [game.entry.begin]


def each_deal(wanted: Callable[[int], str | None]) -> Compare:
    """Wants cards for the deals of the first verb, by their number."""

    def compare(tried: Tried) -> list[Wanted]:
        dealt = [i for i, row in enumerate(tried.rows) if row.deals]
        found = []
        for number, i in enumerate(dealt):
            text = wanted(number)
            if text and text != cards.text(tried.rows[i].card):
                found.append(Wanted(i, [card for card in range(52) if cards.text(card) == text]))
        return found

    return compare


def test_the_verbs_deal_the_wanted_cards() -> None:
    start, verbs = begun(HOLDEM)
    end = arrange(start, verbs, each_deal(["Ah", None, "Kd", "2c"].__getitem__))
    dealt = [cards.text(row.card) for row in journal_rows(kernel.fields(end)) if row.deals]
    assert (dealt[0], *dealt[2:]) == ("Ah", "Kd", "2c")
    assert sorted(kernel.fields(start).deck.card.tolist()) == sorted(HOLDEM.cards_for(2))


def test_the_order_that_was_found_is_in_the_record_before_the_verbs() -> None:
    start, verbs = begun(HOLDEM)
    end = arrange(start, verbs, each_deal(["Ah", "As", "Kd", "2c"].__getitem__))
    verbs[0](start)
    assert kernel.to_bytes(start) == kernel.to_bytes(end)


@pytest.mark.parametrize("wanted", [["Ah"] * 4, ["Xx"] * 4], ids=["twice", "not in the deck"])
def test_cards_that_cannot_be_dealt_are_not_arranged(wanted: list[str]) -> None:
    assert arrange(*begun(HOLDEM), each_deal(wanted.__getitem__)) is None


def test_a_verb_that_is_wrong_in_more_than_cards_cannot_be_arranged() -> None:
    assert arrange(*begun(HOLDEM), lambda _: None) is None


def test_an_order_in_which_an_action_is_illegal_is_not_the_one() -> None:
    def refused(_: Records) -> None:
        raise IllegalAction("error.action_over", action="fold")

    start, verbs = begun(HOLDEM)
    assert arrange(start, [*verbs, refused], lambda _: ()) is None


@pytest.mark.parametrize("seed", [18, 19])
def test_cards_that_are_dealt_again_come_from_discards(seed: int) -> None:
    """From another order of the deck, with every card that was dealt known."""
    hand = long_hand(seed)
    assert shuffles(hand)
    deck = BADUGI.cards_for(hand.players)
    entry, actions = BADUGI.entry, [action.number for _, action in hand.actions]
    verbs: list[Verb] = [entry.begin, *(lambda rows, n=n: entry.step(rows, n) for n in actions)]
    seen = list[list[int]]()

    def note(tried: Tried) -> tuple[Wanted, ...]:
        seen.append([row.card for row in tried.rows])
        return ()

    def compare(tried: Tried) -> list[Wanted]:
        pairs = zip(tried.rows, seen[tried.number], strict=True)
        return [
            Wanted(i, (card,))
            for i, (row, card) in enumerate(pairs)
            if row.kind in journal.DEALING and row.card != card
        ]

    stacks = hand.starting_stacks
    arrange(setup.before_deal(BADUGI, stacks, hand.deck, hand.second), verbs, note)
    end = arrange(setup.before_deal(BADUGI, stacks, deck, deck), verbs, compare)
    assert end is not None
    assert kernel.fields(end).chips.stack[: hand.players].tolist() == list(hand.stacks)
