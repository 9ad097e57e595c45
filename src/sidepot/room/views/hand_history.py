"""The history of a hand as one viewer knows it: what he was not told stands there as `??`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from sidepot.engine.hand import RAIL, Hand
from sidepot.history import HandHistory, dumps
from sidepot.history.notation import HIDDEN, SHOW, SHOWN, Line


def texts(hand: Hand, shown: Mapping[int, Sequence[str]]) -> dict[int, str]:
    """A `.phh` for every seat and the rail, written once for all who know the same.

    `shown`: by seats, what was shown after the hand; no cards: they were mucked.
    """
    history = HandHistory.from_hand(hand)
    lines = list(map(Line.parse, history.actions))
    written: dict[object, str] = {}
    found = {}
    for viewer in range(RAIL, hand.players):
        known = hand.events(viewer), bytes(hand.peek(viewer).raw)
        if known not in written:
            actions = _masked(lines, hand, viewer, shown)
            written[known] = dumps(replace(history, actions=actions))
        found[viewer] = written[known]
    return found


def text(hand: Hand, shown: Mapping[int, Sequence[str]], viewer: int) -> str:
    """The `.phh` of one viewer alone, as in `texts`."""
    history = HandHistory.from_hand(hand)
    actions = _masked(map(Line.parse, history.actions), hand, viewer, shown)
    return dumps(replace(history, actions=actions))


def _masked(
    lines: Iterable[Line], hand: Hand, viewer: int, shown: Mapping[int, Sequence[str]]
) -> tuple[str, ...]:
    """The lines as a viewer may have them, and behind them what was shown after the hand."""
    mask = _Mask(hand, viewer, shown)
    shows = [Line(SHOW, seat, tuple(cards)) for seat, cards in sorted(shown.items())]
    return tuple(map(str, (*map(mask.line, lines), *shows)))


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
        self._dealt = iter([str(event.card) for event in events if event.deals])
        self._turned_up = self._found(hand, viewer, shown)

    def line(self, line: Line) -> Line:
        """The line as the viewer may have it; lines deal the cards in the order of the events."""
        if not line.cards:
            return line
        if line.deals:
            told = [next(self._dealt) for _ in line.cards]
            return replace(line, cards=tuple(self._dealt_card(line.seat, card) for card in told))
        return replace(line, cards=tuple(self._card(card) for card in line.cards))

    def _card(self, card: str) -> str:
        return card if card in self._known else HIDDEN

    def _dealt_card(self, seat: int, told: str) -> str:
        """The card if he saw it come; else one that he saw in the end, if there is one."""
        if told != HIDDEN:
            return told
        found = self._turned_up.get(seat)
        return found.pop(0) if found else HIDDEN

    def _found(
        self, hand: Hand, viewer: int, shown: Mapping[int, Sequence[str]]
    ) -> dict[int, list[str]]:
        """By seats: the cards that the viewer sees in the end and did not see dealt.

        Those that were turned up; where a game turns cards up without a word, those that lie there.
        A card that somebody took from the board was dealt before his eyes, so it is left out.
        """
        events = hand.events(viewer)
        dealt = Counter(event.card for event in events if event.deals and event.card)
        found = {}
        for seat, laid in enumerate(hand.table(viewer).seats):
            up = [str(e.card) for e in events if e.kind == SHOWN and e.seat == seat]
            seen = [card.card for card in laid.cards if card.card != HIDDEN]
            left = (Counter(seen) - dealt).elements()
            found[seat] = [*(up or left), *shown.get(seat, ())]
        return found
