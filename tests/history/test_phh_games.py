"""Hands of PHH's other games: random ones of ours end in PokerKit as here, and its files here."""

import random

import pytest

from sidepot import games
from sidepot.engine.game import Hand
from sidepot.errors import BadHistory
from sidepot.history import History
from tests.history.against import SHORT, replayed, rewritten

MOST = {"seven-card-stud": 6, "badugi": 3}
"""The most players for whom the deck is long enough everywhere."""
SEEDS = [range(60), pytest.param(range(60, 1_000), marks=pytest.mark.soak)]
SPLITS = {"split", "split_side"}


def random_hand(name: str, seed: int) -> Hand:
    """A hand of the game with short stacks, played at random to its end."""
    rng = random.Random(seed)
    n = rng.randint(2, MOST[name])
    stacks = [rng.choice((rng.randint(12, 30), rng.randint(30, 300))) for _ in range(n)]
    hand = games.find(name).deal(stacks=stacks, seed=seed)
    while not hand.over:
        short = hand.stacks[hand.actor or 0] <= SHORT  # PokerKit knows no half bet
        choices = [
            choice
            for choice in hand.legal.ranges
            if (choice.kind != "fold" or rng.random() < 0.3)
            and not (short and choice.kind in ("bet", "raise_to"))
        ]
        choice = rng.choice(choices)
        hand.act(choice.at(rng.randint(choice.lowest, choice.highest)))
    return hand


@pytest.mark.parametrize("seeds", SEEDS)
@pytest.mark.parametrize("name", MOST)
def test_pokerkit_ends_a_hand_as_we_do_and_we_one_of_its_own(name: str, seeds: range) -> None:
    shown = 0
    for seed in seeds:
        ours = random_hand(name, seed)
        text = History.from_hand(ours).text()
        kinds = {event.kind for event in ours.events()}
        shown += "shown" in kinds
        assert History.parse(text).replay().finishing_stacks == ours.stacks
        for stacks in (
            replayed(text).stacks,
            History.parse(rewritten(text)).replay().finishing_stacks,
        ):
            if kinds & SPLITS:  # C4: odd chips one each, in PokerKit all to one
                pairs = zip(stacks, ours.stacks, strict=True)
                assert all(abs(a - b) <= len(ours.stacks) for a, b in pairs)
            else:
                assert tuple(stacks) == ours.stacks
    assert shown > len(seeds) // 5


def short_of_the_ante(seed: int, ante: int = 6) -> Hand:
    """A hand of stud in which somebody has less than the ante, played at random to its end."""
    rng = random.Random(seed)
    stacks = [rng.choice((rng.randint(1, ante - 1), rng.randint(60, 300))) for _ in range(4)]
    stacks[rng.randrange(4)] = rng.randint(1, ante - 1)
    options = {"short_ante": rng.choice(("matched", "whole")), "odd_chips": "position"}
    hand = games.find("seven-card-stud", ante=ante, **options).deal(stacks=stacks, seed=seed)
    while not hand.over:
        choices = [c for c in hand.legal.ranges if c.kind != "fold" or rng.random() < 0.2]
        short = hand.stacks[hand.actor or 0] <= 2 * SHORT  # PokerKit knows no half bet
        passive = [c for c in choices if c.kind not in ("bet", "raise_to")]
        choice = rng.choice(passive if short else choices)
        hand.act(choice.at(choice.lowest))
    return hand


@pytest.mark.parametrize("seeds", SEEDS)
def test_a_short_ante_ends_in_pokerkit_as_here_and_is_read_again(seeds: range) -> None:
    ways = set()
    for seed in seeds:
        ours = short_of_the_ante(seed)
        text = History.from_hand(ours).text()
        again = History.parse(text).replay()
        assert again.finishing_stacks == ours.stacks
        assert again.hand.game.settings == ours.game.settings
        kinds = {event.kind for event in ours.events()}
        stacks = replayed(text).stacks
        if kinds & SPLITS:
            assert all(abs(a - b) <= 4 for a, b in zip(stacks, ours.stacks, strict=True))
        else:
            assert tuple(stacks) == ours.stacks, text
        ways.add((ours.game.settings["short_ante"], "ante_trimming_status" in text))
    assert ways == {("matched", True), ("whole", False)}


STUD = """
variant = "F7S"
antes = [1, 1]
bring_in = 2
small_bet = 4
big_bet = 8
starting_stacks = [50, 50]
actions = ["d dh p1 ????Kh", "d dh p2 QsJd4c", {rest}]
"""


def test_a_bring_in_is_written_as_phh_writes_it() -> None:
    done = History.parse(STUD.format(rest='"p2 pb", "p1 cbr 4", "p2 f"')).replay()
    assert done.finishing_stacks == (53, 47)
    written = History.from_hand(done.hand).text()
    assert '"p2 pb"' in written and '"p1 cbr 4"' in written
    assert [event.said for event in done.hand.events() if event.kind == "raised"] == ["completed"]


@pytest.mark.parametrize(
    ("rest", "said"),
    [
        ('"p1 pb"', "not the turn of p1"),
        ('"p2 f"', "bring in 2 or bet 4"),
        ('"p2 pb", "p1 pb"', "p1 may fold, call 2 or complete to 4"),
    ],
)
def test_a_bring_in_out_of_its_place_is_refused(rest: str, said: str) -> None:
    with pytest.raises(BadHistory, match=said):
        History.parse(STUD.format(rest=rest)).replay()


def test_unequal_antes_are_refused_where_all_pay_the_same() -> None:
    with pytest.raises(BadHistory, match="antes"):
        History.parse(STUD.format(rest="").replace("[1, 1]", "[1, 2]")).replay()
