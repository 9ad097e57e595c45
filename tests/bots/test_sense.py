"""The law of sense (`sense`) for the bots that ship, and broken bots that it catches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from sidepot import bots, games, kernel
from sidepot.bots import Bot
from sidepot.engine.action import Action
from sidepot.engine.game import Game
from sidepot.kernel import Records
from tests.bots.sense import Law, Situation, faults, folds

HOLDEM, SHOOTOUT = games.find("holdem-no-limit"), games.find("high-noon-shootout")
POT_LIMIT = SHOOTOUT.with_options(limit="pot-limit")
PAIRS = ("As Ah", "Ks Kh", "Qs Qh", "Ts Th", "7s 7h", "3s 3h")
ACES = ("As Kh", "As Jh", "As 8h", "As 4h")
NO_ACES = ("Ks Qh", "Qs Th", "Js 7h", "7s 2h")
FIVES = ("As Ah 9c 6d 4s", "Js Jh 9c 6d 4s", "7s 7h Kc Td 4s", "3s 3h Kc Td 6s", "Ks Jh 9c 6d 4s")
OTHERS = ("2c", "9d", "4c", "8d", "5c", "Td", "6c", "Jd", "3c", "Qd")
"""Cards for the seats whose hands do not count."""


def _seated(seat: int, players: int) -> Callable[[str], str]:
    """The deck of hold'em with a hand for a seat."""

    def deck(hand: str) -> str:
        held = [" ".join(OTHERS[2 * p : 2 * p + 2]) for p in range(players)]
        held[seat] = hand
        return " ".join(held)

    return deck


def _on(board: str) -> Callable[[str], str]:
    """The deck of hold'em for two, the second seat's hand, and a board with its burned cards."""
    up = board.split()
    return lambda hand: " ".join(["2c 9d", hand, "6h", *up[:3], "7h", up[3], "6d", up[4]])


def _before_the_flop(players: int, name: str, hands: tuple[str, ...]) -> Situation:
    """The big blind faces a raise of the first to act, all others have folded."""
    seat = 0 if players == 2 else 1
    others = ", ".join(["fold"] * (players - 2))
    title = f"hold'em for {players}, {name} before the flop"
    return Situation(title, HOLDEM, players, "", others, hands, _seated(seat, players))


def _shootout(players: int, limit: str = "no-limit") -> Situation:
    """The second to act faces a bet of the first."""
    game = SHOOTOUT.with_options(limit=limit)
    title = f"Shootout for {players}, {limit}, at the first point"
    return Situation(title, game, players, "", "", FIVES, lambda hand: f"2c 5d 8c Jc Qd {hand}")


def _deck(
    seat: int, players: int, held: int, first: str = "", board: str = ""
) -> Callable[[str], str]:
    """The deck of a game that deals so many cards to each seat in turn, with a hand for a seat.

    `first`: the cards of the first seat; `board`: those that follow, burned ones too.
    """

    def deck(hand: str) -> str:
        taken = {*hand.split(), *first.split(), *board.split()}
        free = iter(card for card in FILLERS if card not in taken)
        rows = [[next(free) for _ in range(held)] for _ in range(players)]
        if first:
            rows[0] = first.split()
        rows[seat] = hand.split()
        return " ".join([*(card for row in rows for card in row), *board.split()])

    return deck


def _on_the_flop(players: int) -> Situation:
    """The second to act faces a bet of the first, others are behind."""
    before = ", ".join(["call"] * (players - 1) + ["check"])
    hands = "Ks Kh", "As Kh", "Ks 9c", "As 8h", "Ts 9h"
    deck = _deck(1, players, 2, board="2h Kd 8c 5s")
    return Situation(f"hold'em for {players} on the flop", HOLDEM, players, before, "", hands, deck)


def _first_bet(
    name: str,
    players: int,
    hands: tuple[str, ...],
    first: str = "",
    before: str = "",
    **options: str,
) -> Situation:
    """The second seat faces a bet of the first."""
    game, held = games.find(name, **options), len(hands[0].split())
    title = f"{name} for {players} {' '.join(options.values())}: {hands[0]}"
    return Situation(title, game, players, before, "", hands, _deck(1, players, held, first))


def _blinds(name: str, players: int, hands: tuple[str, ...]) -> Situation:
    """The big blind faces a raise of the first to act, all others have folded."""
    seat, others = int(players > 2), ", ".join(["fold"] * (players - 2))
    deck = _deck(seat, players, len(hands[0].split()))
    title = f"{name} for {players}: {hands[0]}"
    return Situation(title, games.find(name), players, "", others, hands, deck)


def _roulette(players: int, limit: str) -> Situation:
    """The second seat faces a bet after the first round of Poker Roulette, whose cards are a hand.

    They are dealt a stock card each and then two active ones, of which the match card keeps some:
    of the second seat all, two, or none, and of the others none.
    """
    kept = {card for card in FILLERS if card[0] == "4" or card[1] == "h"}

    def deck(hand: str) -> str:
        free = iter(card for card in FILLERS if card not in kept | {*hand.split()})
        rows = [[next(free) for _ in range(3)] for _ in range(players)]
        rows[1] = hand.split()
        stocks, active = [row[0] for row in rows], [card for row in rows for card in row[1:]]
        return " ".join([*stocks, *active, "4h"])

    game = games.find("poker-roulette", limit=limit)
    hands = "4c 4d 4s", "Ah Kh Qh", "8c 9h 2h", "8c 9d 2s"
    title = f"Poker Roulette for {players}, {limit}"
    return Situation(title, game, players, "", "", hands, deck)


FILLERS = [rank + suit for suit in "dcsh" for rank in "69T3J4852K7QA"]
BRINGS_IN = "4d 6h 2c"
OPENS = "Js Jd 3c 4d 6h"
MADE = ("As Ah Ad 8c 8h", "Ks Kh Kd 7c 2d", "As Ah 7d 5c 2s", "Qs Qh 7d 5c 2s", "9s 7h 5d 8c 2s")
TRIPS, STARTS = ("As Ad Ac", "8s 8d 8c"), ("As Ad 9c", "Js Jd 9c", "5s 5h 9c", "Qs 8h 7c")
BADUGIS = ("As 2d 3c 4h", "6s 7d 8c 9h", "8s 9d Tc Jh")
DRAWING = ("As 2d 3c Kc", "4s 6d 8c Kc", "Ks Qs Js Ts")
COUNTS = range(2, 7)
FLOPS = tuple(_on_the_flop(players) for players in (3, 4, 5, 6))
MORE = (
    *(_shootout(players, limit) for players in (4, 5) for limit in ("no-limit", "pot-limit")),
    *(_shootout(players, "fixed-limit") for players in COUNTS),
    *(_blinds("holdem-fixed-limit", players, PAIRS) for players in COUNTS),
    *(_blinds("badugi", players, hands) for players in COUNTS for hands in (BADUGIS, DRAWING)),
    *(_first_bet("high-noon-showdown", players, FIVES, before="pay") for players in COUNTS),
    *(
        _first_bet("five-card-draw", players, MADE, OPENS, limit=limit)
        for players in COUNTS
        for limit in ("fixed-limit", "no-limit")
    ),
    *(
        _first_bet("seven-card-stud", players, hands, BRINGS_IN)
        for players in COUNTS
        for hands in (TRIPS, STARTS)
    ),
    _first_bet("leduc", 2, ("Ks", "Qs", "Js"), "Qh"),
)
"""The other games, as far as they offer bets or prices."""
ROULETTE = tuple(
    _roulette(players, limit) for players in (3, 4, 5, 6) for limit in ("no-limit", "fixed-limit")
)
CHECKED = "call, check, check, check, check, check"
SITUATIONS = (
    _before_the_flop(2, "pairs", PAIRS),
    _before_the_flop(2, "aces", ACES),
    _before_the_flop(2, "high cards", NO_ACES),
    Situation(
        "hold'em for two, sets and pairs on the river", HOLDEM, 2, CHECKED, "",
        ("Ks Kh", "8s 8h", "As Kh", "Ks 7c", "As 8h", "As Qh", "Ts 7c"), _on("Kd 8c 5s 3d Jh"),
    ),
    Situation(
        "hold'em for two, pairs on the flop", HOLDEM, 2, "call, check", "",
        ("Ks Kh", "As Kh", "Ks 9c", "As 8h", "Ts 9h"), _on("Kd 8c 5s 3d Jh"),
    ),
    *(_before_the_flop(players, "pairs", PAIRS) for players in (3, 4, 5, 6)),
    *(_shootout(players, limit) for players in (2, 3, 6) for limit in ("no-limit", "pot-limit")),
)  # fmt: skip

LAW = Law()
QUICK = Law(tries=6, slack=0.51, sizes=(0.5, 3.0, 12.0, None, -1.0))
"""The same in plain Python, which finds the prospects of a hand by a few deals."""
FEW = _before_the_flop(2, "some pairs", ("As Ah", "Ts Th", "3s 3h"))
STRENGTHS = ("regular", "expert")
LEARNED = [s for s in MORE if s.game.name.startswith(("holdem", "high-noon"))]
UNLEARNED = [s for s in MORE if s not in LEARNED]
BY_BOTH = (*SITUATIONS, *FLOPS, *ROULETTE, *LEARNED)
CASES = [
    *(("regular", situation) for situation in (*BY_BOTH, *UNLEARNED)),
    *(("expert", situation) for situation in BY_BOTH),
]
"""`UNLEARNED` games have no expert."""


@pytest.mark.soak
@pytest.mark.compiled
@pytest.mark.parametrize(("strength", "situation"), CASES, ids=str)
def test_larger_bets_and_worse_hands_are_folded_more(strength: str, situation: Situation) -> None:
    assert faults(bots.find(situation.game, strength), situation, LAW) == []


def test_every_situation_is_a_turn_that_may_fold() -> None:
    for situation in SITUATIONS + FLOPS + ROULETTE + MORE:
        for cards in situation.hands:
            turn = situation.faced(cards, -1.0)
            assert turn and "fold" in {row.kind for row in turn.legal.ranges}, situation.name


@pytest.mark.parametrize("strength", STRENGTHS)
def test_some_pairs_fold_more_to_larger_bets_and_aces_fold_to_none(strength: str) -> None:
    bot = bots.find(HOLDEM, strength)
    assert faults(bot, FEW, QUICK) == []
    turns = [FEW.faced("As Ah", size) for size in QUICK.sizes]
    assert not any(folds(bot, turn, QUICK.tries) for turn in turns if turn)


@dataclass(frozen=True)
class _Made(Bot):
    """A bot made for a test: it folds where `gives_up(bet in pots, is all-in, rank)`."""

    game: Game
    gives_up: Callable[[float, bool, int], bool]

    def choose(self, view: Records, rngs: Records) -> Action:
        """See `Bot`."""
        s = kernel.fields(view)
        seat = int(s.seats.actor)
        owed = int(s.betting.to - s.betting.bet[seat])
        pots = owed / (int(s.chips.paid.sum()) - owed)
        rank = int(s.hole.card[seat, 0]) >> 2
        is_all_in = owed >= int(s.chips.stack[seat])
        return Action("fold") if self.gives_up(pots, is_all_in, rank) else Action("call", owed)


def _sound(pots: float, is_all_in: bool, rank: int) -> bool:
    return pots > rank / 2 and rank < ACE


def _calls_more(pots: float, is_all_in: bool, rank: int) -> bool:
    """Believes no bet of more than five pots."""
    return pots > rank / 2 and pots < 5.0


def _gives_up_aces(pots: float, is_all_in: bool, rank: int) -> bool:
    """Folds aces to what tens call."""
    return pots > 1.0 and rank == ACE


def _knows_all_in_alone(pots: float, is_all_in: bool, rank: int) -> bool:
    """Folds to all but one chip, and calls all."""
    return pots > 5.0 and not is_all_in


ACE = 12


def test_a_sound_bot_keeps_the_law() -> None:
    assert faults(_Made(HOLDEM, _sound), FEW, QUICK) == []


@pytest.mark.parametrize("broken", [_calls_more, _gives_up_aces, _knows_all_in_alone])
def test_broken_bots_are_caught(broken: Callable[[float, bool, int], bool]) -> None:
    assert faults(_Made(HOLDEM, broken), FEW, QUICK) != []
