"""The history of a hand as one viewer knows it: what he was not told stands there as `??`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from sidepot.games.hand import RAIL, Hand
from sidepot.history import HandHistory, dumps
from sidepot.history.notation import HIDDEN, SHOW, Line


def texts(hand: Hand, shown: Mapping[int, Sequence[str]]) -> dict[int, str]:
    """A `.phh` for every seat and the rail, written once for all who know the same.

    `shown`: by seats, what was shown after the hand; no cards: they were mucked.
    """
    history = HandHistory.from_hand(hand)
    lines = [Line.parse(action) for action in history.actions]
    shows = [Line(SHOW, seat, tuple(cards)) for seat, cards in sorted(shown.items())]
    written: dict[object, str] = {}
    found = {}
    for viewer in range(RAIL, hand.players):
        known = hand.events(viewer), bytes(hand.peek(viewer).raw)
        if known not in written:
            mask = _Mask(hand, viewer, shown)
            actions = [str(line) for line in (*map(mask.line, lines), *shows)]
            written[known] = dumps(replace(history, actions=tuple(actions)))
        found[viewer] = written[known]
    return found


def night(texts: Mapping[int, str]) -> str:
    """A `.phhs` of histories by their hands' numbers."""
    return "\n".join(f"[{number}]\n{text}" for number, text in sorted(texts.items()))


class _Mask:
    """What a viewer knows of a hand's cards.

    Which of the hidden cards of a player was which, nobody was told. So cards that were turned up
    take the places of his hidden ones in their order, and that gives nothing away.
    """

    def __init__(self, hand: Hand, viewer: int, shown: Mapping[int, Sequence[str]]) -> None:
        events = hand.events(viewer)
        self._known = {event.card for event in events}
        self._dealt = Counter(event.card for event in events if event.deals and event.card)
        self._turned_up = self._found(hand, viewer, shown)

    def line(self, line: Line) -> Line:
        """The line as the viewer may have it."""
        if not line.cards:
            return line
        one = self._dealt_card if line.deals else self._card
        return replace(line, cards=tuple(one(line.seat, card) for card in line.cards))

    def _card(self, _: int, card: str) -> str:
        return card if card in self._known else HIDDEN

    def _dealt_card(self, seat: int, card: str) -> str:
        """The card if he saw it come; else one that he saw in the end, if there is one."""
        if card in self._dealt:
            return card
        found = self._turned_up.get(seat)
        return found.pop(0) if found else HIDDEN

    def _found(
        self, hand: Hand, viewer: int, shown: Mapping[int, Sequence[str]]
    ) -> dict[int, list[str]]:
        """By seats: the cards that the viewer sees in the end and did not see dealt.

        A card that somebody took from the board was dealt before his eyes, so it is left out.
        """
        found = {}
        for seat, laid in enumerate(hand.table(viewer).seats):
            seen = [card.card for card in laid.cards if card.card != HIDDEN]
            found[seat] = list((Counter([*seen, *shown.get(seat, ())]) - self._dealt).elements())
        return found
