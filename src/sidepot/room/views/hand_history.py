"""The history of a hand as one viewer knows it; cards that they have not seen stand as `??`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from sidepot.engine import keeping
from sidepot.engine.game import Hand
from sidepot.engine.play import RAIL
from sidepot.fairness import DealRecord
from sidepot.history import History
from sidepot.history.fairness import FIELD, FairnessWriter
from sidepot.history.notation import HIDDEN, NOTE, SECRET, SHOW, SHOWN, VOID, Line
from sidepot.history.recorded import recorded_lines
from sidepot.history.unknown_cards import completed
from sidepot.words import DEFAULT, say, speaking

_HAND = "hand"
"""The zone of the cards that a player holds."""


def texts(
    hand: Hand, shown: Mapping[int, Sequence[str]], fair: DealRecord | None = None
) -> dict[int, str]:
    """A `.phh` for every seat and the rail, written once for all viewers who know the same.

    `shown`: the cards shown after the hand, by seat; no cards: the player mucked. `fair`: how the
    hand was dealt, if it was committed to; each history then has `_fairness`.
    """
    writer = _Writer(hand, shown, fair)
    written: dict[object, str] = {}
    by_viewer = {}
    for viewer in range(RAIL, hand.players):
        known = hand.events(viewer), hand.record(viewer).tobytes()
        if known not in written:
            written[known] = writer.text(viewer)
        by_viewer[viewer] = written[known]
    return by_viewer


def text(
    hand: Hand,
    shown: Mapping[int, Sequence[str]],
    viewer: int,
    fair: DealRecord | None = None,
) -> str:
    """The `.phh` of one viewer (a seat or the rail), as in `texts`."""
    return _Writer(hand, shown, fair).text(viewer)


class _Writer:
    """Writes the history of a hand for any viewer."""

    def __init__(
        self, hand: Hand, shown: Mapping[int, Sequence[str]], fair: DealRecord | None
    ) -> None:
        self._hand = hand
        self._shown = shown
        self._fairness = FairnessWriter(hand, fair, shown) if fair else None
        self._lines = recorded_lines(hand)
        self._history = History.from_hand(hand, lines=self._lines)

    def text(self, viewer: int) -> str:
        """The `.phh` of a viewer."""
        others, notes = self._history.others, []
        if self._fairness:
            others = {**others, FIELD: self._fairness.table(viewer)}
            with speaking(DEFAULT):  # files are in English, whoever asks
                notes = [say("history.rabbit", card=card) for card in self._fairness.rabbit_cards()]
        shows = [Line(SHOW, seat, tuple(cards)) for seat, cards in sorted(self._shown.items())]
        said = [Line(NOTE, commentary=note) for note in notes]
        lines = [*self._known(viewer, shows), *shows, *said]
        return replace(self._history, actions=tuple(map(str, lines)), others=others).text()

    def _told(self, viewer: int) -> list[Line]:
        """The lines that a viewer may read.

        A hand that is called off before secret choices are revealed ends at the first of another's.
        """
        for i, line in enumerate(self._lines):
            if line.word in SECRET and line.seat != viewer and not self._hand.over:
                return [*self._lines[:i], Line(VOID)]
        return self._lines

    def _known(self, viewer: int, shows: Sequence[Line]) -> list[Line]:
        """The lines with the cards that a viewer knows.

        No viewer knows which of another player's hidden cards was which. So cards that were turned
        up take the places where whoever reads the history would put them, which gives nothing away.
        With `_fairness` they stand where they were dealt.
        """
        told = self._told(viewer)
        if self._fairness:
            dealt = self._fairness.dealt
            seen = zip(dealt.all, dealt.seen(viewer, self._shown), strict=True)
            cards = [card.card if is_seen else HIDDEN for card, is_seen in seen]
            return list(map(_Mask(self._hand, viewer, cards).line, told))
        lines = list(map(_Mask(self._hand, viewer).line, told))
        turned_up = _turned_up(self._hand, viewer)
        early = _proving(self._hand, viewer)
        again, every = self._hand.game.deals_again, [*lines, *shows]
        return completed(self._hand.deck, every, turned_up, early, deals_again=again)[: len(lines)]


def joined(texts: Mapping[int, str]) -> str:
    """One `.phhs` of some histories, given by the numbers of their hands."""
    return "\n".join(f"[{number}]\n{text}" for number, text in sorted(texts.items()))


class _Mask:
    """Masks the cards of a hand that a viewer did not see.

    `dealt`: the cards that the viewer knows of all those dealt, by default those of their events.
    """

    def __init__(self, hand: Hand, viewer: int, dealt: Sequence[str] | None = None) -> None:
        events = hand.events(viewer)
        self._known = {event.card for event in events}
        self._laid = {(event.seat, event.card) for event in events if event.kind != SHOWN}
        self._deals_again = hand.game.deals_again
        self._dealt = iter(dealt or [str(event.card) for event in events if event.deals])

    def line(self, line: Line) -> Line:
        """A line with its unknown cards masked; call it for the lines in their order.

        The lines deal cards in the same order as the viewer's events.
        """
        if not line.cards:
            return line
        if line.deals:
            return replace(line, cards=tuple(next(self._dealt) for _ in line.cards))
        return replace(line, cards=tuple(self._card(line, card) for card in line.cards))

    def _card(self, line: Line, card: str) -> str:
        """A card that was shown or laid; whoever gets one again does not know who laid it aside."""
        is_known = card in self._known
        if self._deals_again and line.word != SHOW:
            is_known = (line.seat, card) in self._laid
        return card if is_known else HIDDEN


def _turned_up(hand: Hand, viewer: int) -> dict[int, list[str]]:
    """The cards, by seat, that a viewer has seen at the end of a hand but did not see dealt.

    They are those that an event turned up, or, in a game that turns cards up without an event,
    those that lie there face up. A card that a player took from the board was dealt in the
    viewer's sight, and one that is kept from the hand before in none of its deals: they are left
    out.
    """
    events = hand.events(viewer)
    dealt = Counter(event.card for event in events if event.deals and event.card)
    kept = keeping.cards_in(hand.game, hand.kept)
    dealt.update(kept)
    turned_up = {}
    for seat, view in enumerate(hand.view(viewer).seats):
        named = (str(e.card) for e in events if e.kind == SHOWN and e.seat == seat)
        by_event = [card for card in named if card not in kept]
        face_up = [card.card for card in view.cards if card.card != HIDDEN]
        not_dealt = (Counter(face_up) - dealt).elements()
        turned_up[seat] = by_event or list(not_dealt)
    return turned_up


def _proving(hand: Hand, viewer: int) -> set[int]:
    """The seats that have shown some of their cards as proof of what they were dealt first.

    At a showdown a hand is shown as a whole.
    """
    shown = {event.seat for event in hand.events(viewer) if event.kind == SHOWN}
    seats = hand.view(viewer).seats
    hidden = {p for p in shown for c in seats[p].cards if (c.zone, c.card) == (_HAND, HIDDEN)}
    return hidden
