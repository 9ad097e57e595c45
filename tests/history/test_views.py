"""A hand as any viewer knows it replays to the same stacks, whichever cards are shown."""

import random
from collections.abc import Iterator

import pytest

from sidepot import games
from sidepot.designer.laws.conformance import cases
from sidepot.engine.game import Hand
from sidepot.engine.play import RAIL
from sidepot.errors import BadHistory
from sidepot.history import History
from sidepot.room.table.play import unseen_cards
from sidepot.room.views import hand_history
from tests.cases import often
from tests.history.fair_hands import fair_hand

NAMES = sorted(games.registry())
FEW, MANY = 2, 40
DRAWS = {
    "badugi": (
        'variant = "FB"\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nsmall_bet = 2\nbig_bet = 4\n'
        "starting_stacks = [100, 100]",
        "d dh p1 ????????, d dh p2 ????????, p2 cc, p1 cc, p1 sd ????, p2 sd, d dh p1 ????, p1 cc, "
        "p2 cc, p1 sd, p2 sd, p1 cc, p2 cc, p1 sd, p2 sd, p1 cc, p2 cc, p2 sm 2s4c6d9h, "
        "p1 sm 3s5d7c8h",
        (102, 98),
    ),
    "jacks or better, opened by a hand that was not seen": (
        'variant = "five-card-draw"\nantes = [1, 1]\nstarting_stacks = [60, 60]',
        "d dh p1 ??9dKcAh??, d dh p2 Th9sTc4cJc, p1 cbr 2, p2 cc, p1 sd ????, p2 sd, d dh p1 Qc6c, "
        "p1 cc, p2 cc",
        (57, 63),
    ),
    "three draws of a hand that is shown": (
        'variant = "FB"\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nsmall_bet = 2\nbig_bet = 4\n'
        "starting_stacks = [100, 100]",
        "d dh p1 ????????, d dh p2 2s4c6d9h, p2 cc, p1 cc, p1 sd ??????, p2 sd, d dh p1 ??????, "
        "p1 cc, p2 cc, p1 sd ????, p2 sd, d dh p1 ????, p1 cc, p2 cc, p1 sd ??, p2 sd, d dh p1 ??, "
        "p1 cc, p2 cc, p1 sm 3s5d7c8h",
        (102, 98),
    ),
}


@pytest.mark.parametrize("case", DRAWS)
def test_a_draw_of_unseen_cards_is_replayed(case: str) -> None:
    fields, actions, stacks = DRAWS[case]
    lines = ", ".join(f'"{line}"' for line in actions.split(", "))
    assert History.parse(f"{fields}\nactions = [{lines}]\n").replay().finishing_stacks == stacks


def test_an_action_that_no_hand_allows_is_refused_for_what_it_is() -> None:
    """However often other cards are made up."""
    fields, actions, _ = DRAWS["jacks or better, opened by a hand that was not seen"]
    lines = ", ".join(f'"{line}"' for line in actions.replace("cbr 2", "cbr 3").split(", "))
    with pytest.raises(BadHistory, match='action 3 "p1 cbr 3": this action is not possible'):
        History.parse(f"{fields}\nactions = [{lines}]\n").replay()


NO_LIMIT = """variant = "NT"
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [20, {}]
actions = ["d dh p1 AsKs", "d dh p2 2c3c", "p2 cbr 20", "p1 cc", "d db 4d5d6d", {}]
"""


@pytest.mark.parametrize(
    ("stack", "checks", "wrong"),
    [
        (30, ("p2 cc",), None),
        (30, ("p1 cc",), 'action 8 "p1 cc"'),
        (30, ("p2 cc", "p2 cc"), 'action 9 "p2 cc"'),
        (20, ("p2 cc",), 'action 8 "p2 cc"'),
    ],
)
def test_a_needless_check_is_that_of_the_only_one_with_chips_left(
    stack: int, checks: tuple[str, ...], wrong: str | None
) -> None:
    lines = ", ".join(f'"{line}"' for line in ("d db 7d", "d db 8s", *checks))
    told = History.parse(NO_LIMIT.format(stack, lines))
    if wrong is None:
        assert told.replay().finishing_stacks == (20, 30)
        return
    with pytest.raises(BadHistory, match=wrong):
        told.replay()


def test_a_game_with_a_code_may_be_written_by_its_name() -> None:
    fields, actions, stacks = DRAWS["badugi"]
    lines = ", ".join(f'"{line}"' for line in actions.split(", "))
    text = f"{fields}\nactions = [{lines}]\n".replace('"FB"', '"badugi"')
    assert History.parse(text).replay().finishing_stacks == stacks


def random_hands(name: str, count: int) -> Iterator[Hand]:
    """Hands of a game at all sizes, with random options and stacks, played at random."""
    chance = random.Random(name)
    found = list(cases(games.find(name)))
    for case in chance.sample(found, min(count, len(found))):
        hand = case.game.deal(
            stacks=case.stacks, deck=case.deck, second=case.second or None, kept=case.kept
        )
        while not hand.over:
            choice = chance.choice(hand.legal.ranges)
            hand.act(choice.at(chance.randint(choice.lowest, choice.highest)))
        yield hand


def shown_in_part(hand: Hand, chance: random.Random) -> dict[int, list[str]]:
    """Cards that some players show afterwards, of those that the rail has not seen."""
    unseen = {seat: unseen_cards(hand, seat) for seat in range(hand.players)}
    return {
        seat: chance.sample(cards, chance.randint(1, len(cards)))
        for seat, cards in unseen.items()
        if cards and chance.random() < 0.4
    }


def check(hand: Hand, text: str, viewer: int) -> None:
    told = History.parse(text)
    stacks = told.replay().finishing_stacks[: hand.players]
    assert stacks == tuple(hand.stacks), (viewer, text)


@pytest.mark.parametrize("count", often([FEW, MANY], always=[FEW]))
@pytest.mark.parametrize("name", NAMES)
def test_a_viewers_history_of_a_hand_replays_to_its_stacks(name: str, count: int) -> None:
    chance = random.Random(name)
    for hand in random_hands(name, count):
        shown = shown_in_part(hand, chance)
        for viewer in range(RAIL, hand.players):
            check(hand, hand_history.text(hand, shown, viewer), viewer)


@pytest.mark.parametrize("count", often([FEW, MANY], always=[FEW]))
@pytest.mark.parametrize("name", NAMES)
def test_a_viewers_history_of_a_fair_hand_replays_to_its_stacks(name: str, count: int) -> None:
    chance = random.Random(name)
    for seed in range(count):
        fair = fair_hand(name, seed)
        shown = shown_in_part(fair.hand, chance)
        for viewer in range(RAIL, fair.hand.players):
            check(fair.hand, fair.text(viewer, shown), viewer)


@pytest.mark.parametrize("ends", ["fold", "check"])
def test_openers_stand_where_they_were_dealt_for_all_who_see_them_later(ends: str) -> None:
    hand = games.find("five-card-draw").deal(
        players=2, stacks=60, deck="Jc Jh 9s 8s 7s As Ks Qd 7h 5c 8c Ts", seed=1
    )
    for action in ("bet 2", "call", "exchange Jc", "keep", "check", ends):
        hand.act(action)
    for told in hand_history.texts(hand, {}).values():
        before, _, _ = told.partition("p1 cbr")
        assert "Jc" in before and "Jh" in before
        assert History.parse(told).replay().hand.stacks == hand.stacks
