"""A position in words is the recorded one; outlooks are counted where they can be."""

import itertools
import random
from pathlib import Path

import numpy as np
import pytest

import sidepot
from sidepot import games, kernel
from sidepot.analysis import analyze, read_position, remember
from sidepot.analysis.outlooks import outlook
from sidepot.analysis.positions import ANALYZERS
from sidepot.cards import parse
from sidepot.cli import main
from sidepot.engine.game import Hand
from sidepot.hands import best_of
from sidepot.kernel import readable
from sidepot.rules.journal import DEALING, KINDS
from tests.cases import often

HIDDEN = {name for name, game in games.registry().items() if game.record not in ANALYZERS}
FEW = often(range(12), [0])


def in_words(hand: Hand, seat: int) -> dict[str, str]:
    """A decision as its player tells it: all cards seen dealt, and all actions."""
    dealt: dict[int, list[str]] = {}
    for event in hand.events(seat):
        if event.kind in {KINDS[kind] for kind in DEALING}:
            dealt.setdefault(-1 if event.seat is None else event.seat, []).append(str(event.card))
    said = []
    for actor, action in hand.actions:
        kind, *cards = str(action).split()
        is_unseen = actor != seat and kind in ("discard", "exchange")
        said.append(" ".join([kind, *("??" if is_unseen else card for card in cards)]))
    hands = " / ".join(" ".join(dealt.get(p, ["*"])) for p in range(hand.players))
    return {"hands": hands, "board": " ".join(dealt.get(-1, [])), "after": ", ".join(said)}


def reached(name: str, number: int) -> Hand:
    """A hand at a random decision."""
    chance, hand = random.Random(number), sidepot.game(name).deal(seed=5, hand=number)
    for _ in range(chance.randrange(9)):
        legal = chance.choice(hand.legal.ranges)
        hand.act(legal.at(chance.randint(legal.lowest, min(legal.highest, legal.lowest + 3))))
        if hand.over:
            return reached(name, number + 100)
    return hand


@pytest.mark.parametrize("number", FEW)
@pytest.mark.parametrize("name", sorted(HIDDEN))
def test_a_random_position_told_in_words_is_the_recorded_one(name: str, number: int) -> None:
    hand = reached(name, number)
    memory, seat = remember(hand), hand.actor or 0
    words = in_words(hand, seat)
    if "Xx" in words["hands"] + words["board"]:
        return  # the jokers look alike, and records tell them apart
    found = read_position(hand.game, **words)  # type: ignore[arg-type]
    assert kernel.to_bytes(found.view) == kernel.to_bytes(memory.view)


def test_an_outlook_is_counted_over_all_cards_that_are_left() -> None:
    told = "AsKd / * / Jh 9c 2d 3s 4h"
    memory = read_position(sidepot.game("holdem-no-limit"), told)
    found = outlook(memory, seed=1)
    own, board = parse("AsKd"), parse("Jh 9c 2d 3s 4h")
    left = [card for card in range(52) if card not in own + board]
    pairs = [_best([*pair, *board]) for pair in itertools.combinations(left, 2)]
    mine = _best(own + board)
    assert found.deals == len(pairs) == 990 and found.error == 0
    assert found.win == pytest.approx(sum(other < mine for other in pairs) / 990)
    assert found.tie == pytest.approx(sum(other == mine for other in pairs) / 990)
    assert [(one.hand, one.share) for one in found.hands] == [("high_card", 1)]


def _best(cards: list[int]) -> int:
    return best_of(readable(np.array(cards, np.int64)), len(cards))


def test_the_last_card_is_counted_for_the_final_hand() -> None:
    memory = read_position(sidepot.game("holdem-no-limit"), "AsKs / * / Jh 9c 2d 3s")
    found = outlook(memory, seed=1, seconds=0)
    assert found.hands_deals == 46 and found.hands_error == 0
    pairs = 6 + 4 * 3  # aces and kings, or one of the four cards on the board
    assert {one.hand: one.share for one in found.hands}["pair"] == pytest.approx(pairs / 46)


def test_the_last_bets_of_roulette_are_counted_over_the_stock_cards() -> None:
    hand = sidepot.game("poker-roulette", refill="never").deal(players=3, seed=1)
    while hand.view().facts["cards_left"] > 1:
        hand.act("check")
    found = outlook(remember(hand), seed=1)
    assert found.deals == 3 * 2  # two stock cards and the one that is left, in any order
    assert found.error == found.hands_error == 0


def test_a_picture_shows_the_final_hands(tmp_path: Path) -> None:
    file = tmp_path / "hands.svg"
    assert main(["odds", "leduc", "Ks / * / Qh", "--seconds", "0", "--picture", str(file)]) == 0
    assert "high card: 100.00%" in file.read_text("utf-8")
    found = analyze(read_position(sidepot.game("leduc"), "Ks / * / Qh"), outlook=True, seconds=0)
    assert found.outlook is not None and (found.outlook.win, found.outlook.tie) == (0.5, 0.25)
