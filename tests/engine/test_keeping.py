"""Values kept from hand to hand: given, read, moved with its players, and refused."""

import itertools
import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import msgspec
import numpy as np
import pytest

from sidepot import cards, games, kernel
from sidepot.analysis.dealing import order_of
from sidepot.designer.laws import LAWS, check_bot, check_game, failure
from sidepot.designer.laws.bots import any_of
from sidepot.designer.laws.playthrough import playthrough
from sidepot.designer.laws.trace import choose_first, menu_batch
from sidepot.engine import keeping, setup
from sidepot.engine.direct import _shuffle
from sidepot.engine.game import Game, Hand
from sidepot.engine.memory import remember
from sidepot.engine.view import TableView
from sidepot.errors import BadHistory, BadSetup, LawBroken
from sidepot.history import History
from sidepot.history.stepping import steps
from sidepot.kernel import Array
from sidepot.lab.simulate import SESSION, simulate
from sidepot.rules.kept import CARDS, Card, Kept, NumberOfEach
from tests.laws import broken
from tests.laws.legs import LEGS
from tests.laws.little import LITTLE, Little
from tests.laws.sticky import STICKY
from tests.room.conftest import added


def played(game: Game, players: int, seed: int, hands: int) -> list[Hand]:
    """Hands in a row, played at random."""
    chance, found = random.Random(seed), list[Hand]()
    for number in range(hands):
        kept = found[-1].keeps if found else keeping.blank(game, players)
        hand = game.deal(players=players, stacks=50, seed=seed, hand=number, kept=kept)
        while not hand.over:
            hand.act(any_of(hand.legal, chance))
        found.append(hand)
    return found


def test_a_hand_begins_with_the_state_the_last_one_kept() -> None:
    hands = played(LEGS, 3, seed=1, hands=20)
    assert hands[0].kept == {"pot": 0, "legs": [0, 0, 0]}
    for before, after in itertools.pairwise(hands):
        assert after.kept == before.keeps
        assert (max(after.keeps["legs"]) == 0) == (after.keeps["pot"] == 0)
    assert any(hand.keeps["pot"] == 0 for hand in hands) and any(max(h.kept["legs"]) for h in hands)


def test_a_game_that_keeps_nothing_says_so() -> None:
    hand = LITTLE.deal(seed=1)
    assert (hand.kept, hand.keeps, hand.view(-1).kept) == ({}, {}, None)
    with pytest.raises(BadSetup, match="little keeps nothing from hand to hand, so legs has no"):
        LITTLE.deal(kept={"legs": [1, 0]})


def test_a_card_that_is_kept_is_in_no_deck() -> None:
    kept = {"open": "As", "held": ["Kd", ""]}
    for game in (STICKY, TWICE):
        for number in range(30):
            hand = game.deal(players=2, seed=3, hand=number, kept=kept)
            aside = {51, 45}
            assert set(hand.deck) == set(game.cards_for(2)) - aside
            assert hand.kept == kept and hand.view(-1).seats[0].cards[0].card == "Kd"


TWICE = replace(STICKY, name="twice", deck=cards.deck(copies=2))


def test_equal_cards_of_several_decks_are_kept_one_by_one() -> None:
    hand = TWICE.deal(players=2, seed=3, kept={"open": "As", "held": ["", "As"]})
    assert hand.kept == {"open": "As", "held": ["", "As"]}
    assert len(hand.deck) == 102 and "As" not in map(cards.text, hand.deck)
    with pytest.raises(BadSetup, match="As is kept too often: the deck of twice has 2 of it"):
        TWICE.deal(players=2, kept={"open": "As", "held": ["As", "As"]})


def test_a_deck_that_is_given_has_all_cards_but_those_that_are_kept() -> None:
    hand = STICKY.deal(players=2, deck="2c 3c", kept={"open": "As"})
    assert [cards.text(card) for card in hand.deck[:2]] == ["2c", "3c"]
    again = STICKY.deal(players=2, deck=hand.deck, kept={"open": "As"})
    assert bytes(again) == bytes(hand)
    with pytest.raises(Exception, match="As"):
        STICKY.deal(players=2, deck="As", kept={"open": "As"})
    with pytest.raises(Exception, match="51"):
        STICKY.deal(players=2, deck=range(52), kept={"open": "As"})


WRONG: dict[str, tuple[Game, Mapping[str, Any], str]] = {
    "a name": (LEGS, {"legz": [0, 0]}, "legs does not keep legz; it keeps pot and legs"),
    "a number": (LEGS, {"legs": 1}, "legs is a list of 2 whole numbers, not 1"),
    "a text": (LEGS, {"legs": "11"}, "legs is a list of 2 whole numbers, not '11'"),
    "too many": (LEGS, {"legs": [0, 0, 0]}, r"a list of 2 whole numbers, not \[0, 0, 0\]"),
    "too few": (STICKY, {"held": ["Kc"]}, "held is a list of 2 cards, not"),
    "less than 0": (LEGS, {"legs": [0, -1]}, "a whole number from 0 to 1000000000000, not -1"),
    "too much": (LEGS, {"legs": [0, 10**13]}, "a whole number from 0 to 1000000000000, not 1000"),
    "a fraction": (LEGS, {"legs": [0, 0.5]}, "a whole number from 0 .* not 0.5"),
    "a truth": (LEGS, {"legs": [0, True]}, "a whole number from 0 .* not True"),
    "no card": (STICKY, {"open": "Zz"}, "open is a card like Kc, or an empty text for none"),
    "two cards": (STICKY, {"open": "Kc Kd"}, "open is a card like Kc"),
    "a number for a card": (STICKY, {"open": 51}, "open is a card like Kc, .*, not 51"),
    "nothing": (STICKY, {"open": None}, "open is a card like Kc, .*, not None"),
    "a strange card": (STICKY, {"open": "Xx"}, "the deck of sticky has no card Xx that could"),
    "a card twice": (STICKY, {"open": "Kc", "held": ["Kc", ""]}, "Kc is kept too often"),
}


@pytest.mark.parametrize("case", WRONG)
def test_impossible_kept_state_is_refused(case: str) -> None:
    game, kept, says = WRONG[case]
    with pytest.raises(BadSetup, match=says):
        game.deal(players=2, kept=kept)
    with pytest.raises(BadSetup, match=says):
        keeping.deck_for(game, 2, kept)


class Everything(Kept):
    """A field of every kind."""

    times: int
    wild: Annotated[Array, "i1", 2]
    legs: NumberOfEach
    lying: Card
    row: Annotated[Array, "i2", 2, CARDS]


class Full(Little):
    """A record that keeps all of it."""

    kept: Everything
    keeps: Everything


FULL = replace(LITTLE, name="full", record=Full)
GIVEN: dict[str, Any] = {
    "times": 3,
    "wild": [1, 2],
    "legs": [4, 5],
    "lying": "2c",
    "row": ["", "3d"],
}


def written(kept: Mapping[str, Any] | None, players: int = 2) -> Any:
    """A record into which a host has written kept state."""
    rows = FULL.batch()
    setup.seat(FULL, kernel.fields(rows), [10] * players, kept=kept)
    return kernel.fields(rows)


def test_every_kind_of_field_is_written_and_read() -> None:
    s = written(GIVEN)
    assert keeping.kept(FULL, s, 2) == GIVEN
    assert s.kept.legs.tolist() == [4, 5, 0, 0] and s.kept.row.tolist() == [cards.NONE, 5]
    assert (s.deck.size, s.deck.listed[50:].tolist()) == (50, [0, 5])
    nothing = {"times": 0, "wild": [0, 0], "legs": [0, 0], "lying": "", "row": ["", ""]}
    assert keeping.kept(FULL, written(None), 2) == nothing == keeping.blank(FULL, 2)
    with pytest.raises(BadSetup, match="from 0 to 127, not 128"):
        written({"wild": [0, 128]})


def test_a_players_kept_state_moves_with_them() -> None:
    table, (ana, bo) = keeping.split(FULL, GIVEN)
    assert (ana, bo) == ({"legs": 4}, {"legs": 5})
    assert keeping.join(FULL, table, [bo, {}, ana])["legs"] == [5, 0, 4]
    assert keeping.join(FULL, table, [bo, ana]) == {**GIVEN, "legs": [5, 4]}
    assert keeping.join(FULL, {}, [{}, {}]) == keeping.blank(FULL, 2)
    assert keeping.resized(FULL, GIVEN, 3)["legs"] == [4, 5, 0]
    assert keeping.resized(FULL, GIVEN, 1)["legs"] == [4]


@pytest.fixture
def both_games() -> Iterator[None]:
    """Both games are on the list for a while."""
    with added(LEGS, STICKY):
        yield


@pytest.mark.usefixtures("both_games")
@pytest.mark.parametrize("game", [LEGS, STICKY], ids=lambda game: game.name)
def test_histories_of_hands_in_a_row_replay_each_alone(game: Game) -> None:
    for hand in played(game, 3, seed=5, hands=12):
        history = History.parse(History.from_hand(hand).text())
        assert history.kept == hand.kept
        done = history.replay()
        assert done.hand.keeps == hand.keeps and done.finishing_stacks == hand.stacks
        last = [*steps(done)][-1]
        assert last.view.kept == hand.kept


@pytest.mark.usefixtures("both_games")
def test_a_history_that_deals_a_card_that_is_kept_is_refused() -> None:
    hand = STICKY.deal(players=2, deck="2c 3c", kept={"open": "As"})
    while not hand.over:
        hand.act("check")
    text = History.from_hand(hand).text()
    assert '_kept = {open = "As", held = ["", ""]}\n' in text or "_kept" in text
    with pytest.raises(BadHistory, match="As"):
        History.parse(text.replace("p1 2c", "p1 As")).replay()
    with pytest.raises(BadSetup, match="does not keep opened"):
        History.parse(text.replace("open =", "opened =")).replay()
    with pytest.raises(BadHistory, match="_kept"):
        History.parse(
            "\n".join("_kept = 3" if "_kept" in line else line for line in text.splitlines())
        )


@pytest.mark.parametrize("game", [LEGS, STICKY], ids=lambda game: game.name)
def test_a_memory_includes_the_kept_state(game: Game) -> None:
    for hand in played(game, 3, seed=7, hands=6):
        again = game.deal(stacks=hand.starting_stacks, deck=hand.deck, kept=hand.kept)
        for _, action in hand.actions[:-1]:
            again.act(action)
        memory = remember(again)
        assert memory.kept == hand.kept
        order = order_of(memory)
        assert order is not None and sorted(order.deck) == sorted(hand.deck)


@pytest.mark.parametrize("game", [LEGS, STICKY], ids=lambda game: game.name)
def test_hands_in_bulk_equal_hands_one_by_one(game: Game) -> None:
    hands, stacks = SESSION + 6, (40, 50, 60)
    found = simulate(game, stacks=stacks, hands=hands, seed=3)
    assert simulate(game, stacks=stacks, hands=hands, seed=3, chunk=9).signature == (
        found.signature
    )
    rows, rngs, sums = game.batch(), kernel.generator(3), np.zeros(3, np.int64)
    kept = blank = keeping.blank(game, 3)
    for number in range(hands):
        kept = kept if number % SESSION else blank
        goes_on = (number + 1) % SESSION > 0
        s = kernel.fields(rows)
        setup.seat(game, s, stacks, kept=kept, goes_on=goes_on)
        _shuffle(rows, rngs, 3, number)
        play_at_random(game, rows, rngs)
        sums += s.chips.stack[:3] - np.array(stacks)
        kept = keeping.keeps(game, s, 3)
    assert np.allclose(found.payoff_mean, sums / hands)
    assert found.left == keeping.pot_in(kept)


def play_at_random(game: Game, rows: Any, rngs: Any) -> None:
    """Play a hand as loops in bulk do."""
    menus = menu_batch()
    game.entry.begin(rows)
    while kernel.fields(rows).seats.actor >= 0:
        game.entry.menu(rows, menus)
        game.entry.step(rows, choose_first(menus, rngs))


def test_a_failure_is_replayed_with_its_kept_state(tmp_path: Path) -> None:
    with pytest.raises(LawBroken) as caught:
        check_game(broken.begin_deals_the_open_card, names=["kept"])
    (tmp_path / "failure.json").write_bytes(msgspec.json.encode(caught.value.failure))
    again = failure.read(tmp_path / "failure.json")
    assert again.kept and again.kept["open"]
    trace = failure.replayed(again, broken.begin_deals_the_open_card)
    assert trace.case.kept == again.kept
    with pytest.raises(LawBroken):
        LAWS["kept"]([trace])


def test_a_transcript_shows_the_kept_state() -> None:
    lines = playthrough(LEGS).splitlines()
    assert "keeps {'pot': 0, 'legs': [" in "\n".join(lines)


def test_a_bot_is_tried_in_hands_that_follow_each_other() -> None:
    seen: list[Any] = []

    def checks(view: TableView, chance: random.Random) -> str:
        seen.append(view.kept)
        return "check"

    check_bot(checks, game=LEGS, hands=20)
    assert any(max(kept["legs"]) for kept in seen)


def test_no_game_of_the_house_lists_cards_for_it() -> None:
    assert not any(game.keeps_values for game in games.registry().values())
