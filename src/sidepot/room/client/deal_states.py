"""The state machine of fair deals for clients, from the table `deal_states.json`.

A message leads from state to state, or it is a breach. The page reads the same table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import resources
from typing import Any

import msgspec

from sidepot.room.protocol import messages as m

TABLE: Mapping[str, Any] = msgspec.json.decode(
    resources.files(__package__).joinpath("deal_states.json").read_bytes()
)
"""The states of the tracks `deals` and `views`, by the names of what may come in each."""
_UNSURE = "unsure"
_States = Mapping[str, Mapping[str, Sequence[str]]]


class _Track:
    """A state, which begins and begins again as unsure."""

    def __init__(self, states: _States) -> None:
        self.state = _UNSURE
        self._states = states

    def take(self, name: str) -> str | None:
        """Follow a message of that name to the next state; returns its finding, if any."""
        self.state, *said = self._states[self.state].get(name, (self.state,))
        return said[0] if said else None

    def lose(self) -> None:
        """Note that messages may be missed from now on."""
        self.state = _UNSURE


class DealTrack(_Track):
    """The commitments and cuts of a table, of which an open connection loses none by itself."""

    def __init__(self) -> None:
        super().__init__(TABLE["deals"])
        self.last: bytes | None = None
        """The last commitment."""
        self.latest = (0, 0)
        """The hand and turn of that commitment."""
        self.cut: m.Cut | None = None
        """The cut of that commitment."""

    def name_commitment(self, sent: m.Commitment) -> str:
        """The name of a commitment that comes now."""
        (hand, turn), last = self.latest, self.last.hex() if self.last else None
        if sent.commitment == last:
            return "same"
        if (sent.hand, sent.turn) <= self.latest:
            return "old"
        if last and (sent.hand, sent.turn) == (hand, turn + 1):
            return "refix" if sent.prev == last else "fork"
        return "fix" if sent.prev == last and (sent.hand, sent.turn) == (hand + 1, 1) else "broken"

    def remember(self, sent: m.Commitment) -> None:
        """Remember a commitment as the last one."""
        self.last, self.latest = bytes.fromhex(sent.commitment), (sent.hand, sent.turn)
        self.cut = None

    def name_cut(self, sent: m.Cut) -> str:
        """The name of a cut that comes now; the first one of a commitment is remembered."""
        if (sent.hand, sent.turn) != self.latest:
            return "stray"
        if self.cut is None:
            self.cut = sent
            return "cut"
        return "recut" if sent == self.cut else "other"


class ViewTrack(_Track):
    """The views of a table, and the proofs that are due after hands."""

    def __init__(self) -> None:
        super().__init__(TABLE["views"])
        self.hand: int | None = None
        """The number of the last hand that a view showed."""
        self._highest = 0
        """The highest such number."""
        self.is_over = True
        """Whether it is played no more."""
        self._is_gone = False
        """Whether it is shown no more: a view of it came without it."""
        self._is_first = True
        """Whether no view came on this connection yet."""
        self._decision, self._next = -1, -1
        """The decision of the last view, and that of the next one if it is another."""
        self._shown = 0
        """The cards that were shown after the hand."""

    def lose(self) -> None:
        """Note that the connection is lost."""
        super().lose()
        self._is_first = True

    def names(
        self, view: m.View, *, is_fixed: bool, is_cut: bool, is_next_fixed: bool
    ) -> list[str]:
        """The names of a view that comes now, which is remembered.

        `is_fixed`, `is_cut`: whether the decks of its hand were fixed, and the cut was told;
        `is_next_fixed`: whether those of a later hand were.
        """
        name = self._name(view, is_fixed=is_fixed, is_cut=is_cut)
        if name == "more" and is_next_fixed:
            name = "late"
        self._remember(view)
        is_at_once = name in ("deal", "unfixed", "uncut") and self.is_over
        return [name, "end"] if is_at_once else [name]

    def _name(self, view: m.View, *, is_fixed: bool, is_cut: bool) -> str:
        step = 0 if self.hand is None else view.room.hand - self.hand
        if self._is_back(view, step):
            return "back"
        if self._is_first or view.is_whole:
            return "first" if self._is_first else "whole"
        if step == 0:
            return self._name_of_same(view)
        if view.hand is None:
            return "off"
        if view.hand.decision > 0:
            return "skip"
        return "deal" if is_fixed and is_cut else "uncut" if is_fixed else "unfixed"

    def _is_back(self, view: m.View, step: int) -> bool:
        """Whether a room that numbers hands and decisions upwards does not come to this view."""
        hand, is_any = view.hand, self._is_first or view.is_whole
        is_old = step != 0 and self.hand is not None and view.room.hand <= self._highest
        if is_old or (step > 1 and not is_any) or (hand and hand.hand != view.room.hand):
            return True
        if step or hand is None or self.hand is None:
            return False
        is_again = self._is_gone or (self.is_over and not hand.result)
        return is_again or hand.decision < self._decision

    def _name_of_same(self, view: m.View) -> str:
        """The name of a view of the same hand as before."""
        if self.is_over:
            return "more" if _shown(view) > self._shown else "rest"
        if view.hand is None:
            return "off"
        if view.hand.decision not in (self._decision, self._next):
            return "skip"
        return "end" if view.hand.result else "play"

    def _remember(self, view: m.View) -> None:
        if view.room.hand != self.hand:
            self._decision = self._next = -1
        self.hand, self._is_first, self._shown = view.room.hand, False, _shown(view)
        self._highest = max(self._highest, self.hand)
        self._is_gone = view.hand is None
        self.is_over = view.hand is None or bool(view.hand.result)
        if view.hand:
            self._decision = view.hand.decision
            self._next = self._decision + max(1, len(view.hand.asked))


def _shown(view: m.View) -> int:
    """The number of cards that were shown after the hand."""
    return len(view.room.rabbit) + sum(map(len, view.room.shown.values()))
