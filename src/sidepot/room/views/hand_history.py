"""The history of a hand as one viewer knows it; cards that they have not seen stand as `??`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from sidepot.engine.hand import RAIL, Hand
from sidepot.history import HandHistory, dumps
from sidepot.history.notation import HIDDEN, SHOW, SHOWN, Line


def texts(hand: Hand, shown: Mapping[int, Sequence[str]]) -> dict[int, str]:
    """A `.phh` for every seat and the rail, written once for all viewers who know the same.

    `shown`: the cards shown after the hand, by seat; no cards: the player mucked.
    """
    history = HandHistory.from_hand(hand)
    lines = list(map(Line.parse, history.actions))
    written: dict[object, str] = {}
    by_viewer = {}
    for viewer in range(RAIL, hand.players):
        known = hand.events(viewer), bytes(hand.peek(viewer).raw)
        if known not in written:
            actions = _masked(lines, hand, viewer, shown)
            written[known] = dumps(replace(history, actions=actions))
        by_viewer[viewer] = written[known]
    return by_viewer


def text(hand: Hand, shown: Mapping[int, Sequence[str]], viewer: int) -> str:
    """The `.phh` of one viewer (a seat or the rail), as in `texts`."""
    history = HandHistory.from_hand(hand)
    actions = _masked(map(Line.parse, history.actions), hand, viewer, shown)
    return dumps(replace(history, actions=actions))


def _masked(
    lines: Iterable[Line], hand: Hand, viewer: int, shown: Mapping[int, Sequence[str]]
) -> tuple[str, ...]:
    """The lines with what the viewer does not know masked, then what was shown after the hand."""
    mask = _Mask(hand, viewer, shown)
    shows = [Line(SHOW, seat, tuple(cards)) for seat, cards in sorted(shown.items())]
    return tuple(map(str, (*map(mask.line, lines), *shows)))


def joined(texts: Mapping[int, str]) -> str:
    """One `.phhs` of some histories, given by the numbers of their hands."""
    return "\n".join(f"[{number}]\n{text}" for number, text in sorted(texts.items()))


class _Mask:
    """Masks the cards of a hand that a viewer does not know.

    No viewer knows which of another player's hidden cards was which. So cards that were turned up
    take the places of that player's hidden ones in order, which gives nothing away.
    """

    def __init__(self, hand: Hand, viewer: int, shown: Mapping[int, Sequence[str]]) -> None:
        events = hand.events(viewer)
        self._known = {event.card for event in events}
        self._dealt = iter([str(event.card) for event in events if event.deals])
        self._turned_up = _turned_up(hand, viewer, shown)

    def line(self, line: Line) -> Line:
        """A line with its unknown cards masked; call it for the lines in their order.

        The lines deal cards in the same order as the viewer's events.
        """
        if not line.cards:
            return line
        if line.deals:
            seen = [next(self._dealt) for _ in line.cards]
            return replace(line, cards=tuple(self._dealt_card(line.seat, card) for card in seen))
        return replace(line, cards=tuple(self._card(card) for card in line.cards))

    def _card(self, card: str) -> str:
        return card if card in self._known else HIDDEN

    def _dealt_card(self, seat: int, seen: str) -> str:
        """A dealt card if the viewer saw it; else the seat's next card turned up later, if any."""
        if seen != HIDDEN:
            return seen
        turned_up = self._turned_up.get(seat)
        return turned_up.pop(0) if turned_up else HIDDEN


def _turned_up(hand: Hand, viewer: int, shown: Mapping[int, Sequence[str]]) -> dict[int, list[str]]:
    """The cards, by seat, that a viewer has seen at the end of a hand but did not see dealt.

    They are those that an event turned up, or, in a game that turns cards up without an event,
    those that lie there face up. A card that a player took from the board was dealt in the
    viewer's sight, so it is left out.
    """
    events = hand.events(viewer)
    dealt = Counter(event.card for event in events if event.deals and event.card)
    turned_up = {}
    for seat, view in enumerate(hand.table(viewer).seats):
        by_event = [str(e.card) for e in events if e.kind == SHOWN and e.seat == seat]
        face_up = [card.card for card in view.cards if card.card != HIDDEN]
        not_dealt = (Counter(face_up) - dealt).elements()
        turned_up[seat] = [*(by_event or not_dealt), *shown.get(seat, ())]
    return turned_up
