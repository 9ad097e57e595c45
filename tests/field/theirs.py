"""The same hand in PokerKit, set up to agree with us wherever it can be."""

from __future__ import annotations

import functools
import warnings
from typing import Any
from unittest.mock import patch

from pokerkit import Automation, BettingStructure, Card, Mode, Opening, StandardHighHand, State
from pokerkit.state import Street

from sidepot import cards
from tests.field.ours import Offer, Pot
from tests.field.tables import CARDS, MOST, Table

CAP = 4
CARD = [next(iter(Card.parse(cards.text(code)))) for code in range(CARDS)]
AUTOMATIC = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.CARD_BURNING,
    Automation.HOLE_DEALING,
    Automation.BOARD_DEALING,
    Automation.RUNOUT_COUNT_SELECTION,
    Automation.CHIPS_PULLING,
)


def dealt_in_turns(table: Table) -> tuple[Any, ...]:
    """The deck that gives each seat the cards that ours gives it two at a time."""
    n = table.players
    holes = [table.deck[2 * seat + k] for k in range(2) for seat in range(n)]
    return tuple(CARD[code] for code in (*holes, *table.deck[2 * n :]))


def bets_posted(table: Table) -> int:
    """Fixed-limit: how many bets the highest post is worth, at least one (N7, T2)."""
    return max(1, max(map(abs, table.blinds)) // table.small_bet)


def streets(table: Table) -> tuple[Any, ...]:
    """Four rounds. Before the flop a straddle sets the smallest raise, and posts count as bets."""
    made = []
    for street, up in enumerate((0, 3, 1, 1)):
        smallest, cap = table.size(street), CAP if table.fixed else None
        if street == 0 and table.fixed:
            cap = max(CAP - bets_posted(table), 0)
        elif street == 0:
            smallest = max(smallest, *map(abs, table.blinds))
        holes = () if street else (False, False)
        made.append(Street(street > 0, holes, up, False, Opening.POSITION, smallest, cap))
    return tuple(made)


class Remembered(StandardHighHand):  # type: ignore[misc]
    """PokerKit's own hands, each made once: it asks for them again and again."""

    @classmethod
    def from_game(cls, hole_cards: Any, board_cards: Any = ()) -> Any:
        return hand_of(tuple(hole_cards), tuple(board_cards))


@functools.lru_cache(maxsize=1000)
def hand_of(hole: tuple[Any, ...], board: tuple[Any, ...]) -> Any:
    return StandardHighHand.from_game(hole, board)


class Theirs:
    """PokerKit's hand of hold'em at a table."""

    def __init__(self, table: Table) -> None:
        kind = BettingStructure.FIXED_LIMIT if table.fixed else BettingStructure.NO_LIMIT
        with patch("pokerkit.state.shuffle"):
            self.state = State(
                AUTOMATIC,
                dealt_in_turns(table),
                (Remembered,),
                streets(table),
                kind,
                table.antes_match,
                table.antes,
                table.blinds,
                0,
                table.stacks,
                table.players,
                mode=Mode.CASH_GAME,  # which lets one fold where one could check
            )
        assert table.players <= MOST

    @property
    def street(self) -> int:
        """The round of betting, 0 before the flop; 4 when there is no more betting."""
        index = self.state.street_index
        return 4 if self.actor is None or index is None else int(index)

    @property
    def actor(self) -> int | None:
        seat: int | None = self.state.actor_index
        return seat

    @property
    def stacks(self) -> tuple[int, ...]:
        return tuple(self.state.stacks)

    @property
    def total(self) -> int:
        return int(self.state.total_pot_amount)

    @property
    def bets(self) -> list[int]:
        return list(self.state.bets)

    @property
    def pots(self) -> list[Pot]:
        return [Pot(int(pot.amount), tuple(pot.player_indices)) for pot in self.state.pots]

    @property
    def offer(self) -> Offer:
        lowest = self.state.min_completion_betting_or_raising_to_amount
        highest = self.state.max_completion_betting_or_raising_to_amount if lowest else None
        levels = None if lowest is None or highest is None else (int(lowest), int(highest))
        call = self.state.checking_or_calling_amount
        return Offer(self.can_fold(), int(call), levels)

    def can_fold(self) -> bool:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return bool(self.state.can_fold())

    def act(self, kind: str, level: int = 0) -> None:
        if kind == "fold":
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # it warns of a fold where one could check
                self.state.fold()
        elif kind == "call":
            self.state.check_or_call()
        else:
            self.state.complete_bet_or_raise_to(level)

    def show_all(self) -> None:
        """To the end of the cards, all live hands turned up."""
        while self.state.showdown_index is not None:
            self.state.show_or_muck_hole_cards(True)

    def hands(self) -> list[Any]:
        """The final hand of each live seat, None for the others; they compare."""
        return list(self.state.get_up_hands(0, 0))

    def finish(self) -> int:
        """Pay the pots out; how many there were."""
        while self.state.can_kill_hand():
            self.state.kill_hand()
        paid = set()
        while self.state.can_push_chips():
            paid.add(self.state.push_chips().pot_index)
        return len(paid)
