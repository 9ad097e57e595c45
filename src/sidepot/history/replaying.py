"""Histories played again through the verbs: what they say is compared with what follows.

The dealt cards in their order of appearance make the top of the deck, so what the rules deal is at
once what the history must say next.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Sequence
from dataclasses import dataclass, replace

from sidepot import cards
from sidepot.errors import BadHistory
from sidepot.games.event import Event
from sidepot.games.game import Game
from sidepot.games.hand import Hand
from sidepot.history import notation, unknown
from sidepot.history.notation import NOTE, SHOW, TO_BOARD, TO_PLAYER, VOID, Line, short
from sidepot.history.record import HandHistory
from sidepot.rules.seats import NOBODY
from sidepot.words import Message

OVER = Message("history.over")
HIDDEN = cards.text(cards.HIDDEN)


@dataclass(frozen=True)
class Replay:
    """A history that holds: the hand that it tells, and was it called off?"""

    history: HandHistory
    hand: Hand
    called_off: bool
    made_up: frozenset[str] = frozenset()
    """Cards that stand in the hand for unknown ones, which do not matter."""

    @property
    def events(self) -> tuple[tuple[Event, ...], ...]:
        """What happened in each verb, every known card open."""
        return tuple(tuple(map(self._known, verb)) for verb in self.hand.opened)

    def _known(self, event: Event) -> Event:
        return replace(event, card=HIDDEN) if event.card in self.made_up else event

    @property
    def finishing_stacks(self) -> tuple[int, ...]:
        """Everybody's chips at the end; those of the beginning where the hand was called off."""
        return self.hand.starting_stacks if self.called_off else self.hand.stacks


def replay(history: HandHistory) -> Replay:
    """Play a history again.

    Raises `BadHistory`, which names the first action that does not follow and what would have been
    legal; `UnknownGame`, `BadOption` and `BadSetup` for a table that cannot be.
    """
    outcomes = [_outcome(history, cards) for cards in unknown.fillings(history)]
    first = outcomes[0]
    if any(_brief(outcome) != _brief(first) for outcome in outcomes):
        raise unknown.hanging(history)
    if isinstance(first, BadHistory):
        raise first
    return first


def _outcome(history: HandHistory, made_up: Sequence[str]) -> Replay | BadHistory:
    """The hand with some cards in the place of unknown ones, or why it does not hold."""
    try:
        return _replay(history, made_up)
    except BadHistory as error:
        return error


def _brief(outcome: Replay | BadHistory) -> object:
    """What must not hang on an unknown card."""
    return str(outcome) if isinstance(outcome, BadHistory) else outcome.finishing_stacks


def _replay(history: HandHistory, made_up: Sequence[str]) -> Replay:
    table = _Table(history, made_up)
    for number, text in enumerate(history.actions, 1):
        table.number, table.text = number, text
        table.do()
    table.finish()
    done = Replay(history, table.hand, table.called_off, frozenset(made_up))
    wanted = history.finishing_stacks
    if wanted is not None and wanted != done.finishing_stacks:
        raise BadHistory(
            "error.history_finishing",
            stacks=short(str(list(wanted))),
            found=str(list(done.finishing_stacks)),
        )
    return done


class _Table:
    """A hand in play, and the cards that its history has still to name."""

    def __init__(self, history: HandHistory, made_up: Sequence[str]) -> None:
        game = history.game
        stacks = game.stacks(stacks=history.starting_stacks)
        self.number, self.text = 0, ""
        self.called_off = False
        self.trouble: tuple[int, Message] | None = None
        deck = self._stacked(game, history, made_up)
        self.hand = game.deal(stacks=stacks, names=history.names, deck=deck)
        self.due = deque[Event]()
        self._listen()

    def do(self) -> None:
        """Do the line that is next. Raises `BadHistory`."""
        try:
            line = Line.parse(self.text)
        except BadHistory as error:
            raise self._refused(error.message) from error
        if line.word == NOTE:
            return
        if self.called_off:
            raise self._refused(Message("history.after_void"))
        if self.trouble and self.trouble[0] == self.number:
            raise self._refused(self.trouble[1])
        if line.word in (TO_PLAYER, TO_BOARD):
            self._deal(line)
        elif line.word == SHOW:
            self._show(line)
        elif self.hand.over and not self.due:
            raise self._refused(Message("history.too_long"))
        elif line.word == VOID:
            self.called_off = True
        else:
            self._act(line)

    def finish(self) -> None:
        """There are no more lines. Raises `BadHistory` if there should be."""
        if not self.called_off and (self.due or not self.hand.over):
            raise self._refused(Message("history.too_short"))

    def _deal(self, line: Line) -> None:
        """Compare a dealt card with the one that the rules have dealt."""
        if not self.due:
            raise self._refused(Message("history.no_card"))
        if len(line.cards) != 1:
            raise self._refused(Message("history.cards", {"n": len(line.cards)}))
        event = self.due[0]
        if event.seat != line.seat or line.cards[0] not in (event.card, HIDDEN):
            raise self._refused(Message("history.wrong_card"))
        self.due.popleft()

    def _show(self, line: Line) -> None:
        """Cards may be shown when the hand is over, by who has them."""
        if self.due or not self.hand.over:
            raise self._refused(Message("history.early_show"))
        dealt = Counter(
            str(event.card)
            for verb in self.hand.opened
            for event in verb
            if event.kind == notation.DEALT and event.seat == line.seat
        )
        if not 0 <= line.seat < self.hand.players or Counter(line.cards) - dealt:
            raise self._refused(Message("history.not_his"))

    def _act(self, line: Line) -> None:
        """Do what a player did, if it is his turn and legal."""
        if self.due:
            raise self._refused(Message("history.card_due"))
        if line.seat != self.hand.actor:
            raise self._refused(Message("history.turn", {"player": f"p{line.seat + 1}"}))
        legal = self.hand.legal
        action = line.action(legal)
        if action not in legal:
            raise self._refused(Message("history.illegal"))
        self.hand.act(action)
        self._listen()

    def _listen(self) -> None:
        """The cards that the last verb has dealt are due."""
        events = self.hand.opened[-1]
        self.due.extend(event for event in events if event.kind == notation.DEALT)

    def _refused(self, reason: Message) -> BadHistory:
        return BadHistory(
            "error.history_action",
            n=self.number,
            action=short(self.text),
            reason=reason,
            legal=self._legal(),
        )

    def _legal(self) -> Message:
        """What might have stood here."""
        if self.called_off:
            return OVER
        if self.due:
            seat = self.due[0].seat
            if seat == NOBODY:
                return Message("history.due_board")
            return Message("history.due", {"player": f"p{seat + 1}"})
        if self.hand.actor is None:
            return OVER
        values = {"player": f"p{self.hand.actor + 1}", "legal": self.hand.legal.message}
        return Message("history.legal", values)

    def _stacked(self, game: Game, history: HandHistory, made_up: Sequence[str]) -> list[int]:
        """The deck with the cards of the history on top, up to the first that cannot be."""
        left: dict[str, list[int]] = defaultdict(list)
        for physical in reversed(game.deck):
            left[cards.text(physical)].append(physical)
        there = set(left)
        top: list[int] = []
        fill = iter(made_up)
        for number, text in enumerate(history.actions, 1):
            for written in unknown.dealt(text):
                card = next(fill, HIDDEN) if written == HIDDEN else written
                if not left[card]:
                    self.trouble = number, _impossible(card, there)
                    return _completed(top, game)
                top.append(left[card].pop())
        return _completed(top, game)


def _completed(top: list[int], game: Game) -> list[int]:
    """A whole deck that begins with these cards."""
    taken = set(top)
    return top + [card for card in game.deck if card not in taken]


def _impossible(card: str, there: set[str]) -> Message:
    if card == HIDDEN:
        return Message("history.unknown_many")
    if card in there:
        return Message("history.twice", {"card": card})
    return Message("history.not_in_deck", {"card": card})
