"""The table at which a history is played again, line by line."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from sidepot import cards, kernel
from sidepot.engine import setup
from sidepot.engine.action import Action, Choice, Legal
from sidepot.engine.event import Event
from sidepot.engine.game import Game
from sidepot.engine.hand import Hand
from sidepot.errors import BadHistory
from sidepot.history import phh, units
from sidepot.history.dealer import Dealer, EventGroups
from sidepot.history.hand_history import HandHistory
from sidepot.history.notation import (
    ALL,
    HIDDEN,
    NOTE,
    SHOW,
    SHOWN,
    VOID,
    Line,
    parse_or_none,
    short,
)
from sidepot.history.unknown_cards import AlternativeReplay, CardAssignment, named_later
from sidepot.kernel import Records
from sidepot.rules.seats import NOBODY
from sidepot.words import Message

_OVER = Message("history.over")


class Replayer:
    """A hand in play, and the cards that its history has still to name."""

    def __init__(self, history: HandHistory) -> None:
        """Raises `UnknownGame`, `BadOption`, `BadSetup`, `BadHistory` for what cannot be dealt."""
        self._history = history
        self._lines = [parse_or_none(text) for text in history.actions]
        self._game = _game(history, self._lines)
        self._players = len(history.starting_stacks) - self._game.banked
        self._assignment = CardAssignment(self._game, self._players, self._lines)
        self._rows = self._seated(self._assignment.deck)
        self._dealer = Dealer(self._assignment.named, self._assignment.again)
        self._dealer.lay(self._rows, self._game.entry.begin)
        self.hand = Hand(self._game, self._rows, history.names[: self._players])
        self._groups = EventGroups(self.hand)
        self._due = deque[list[Event]]()
        self._collect_due()
        self.called_off = False
        self._idle = False  # has somebody checked in this round whom nobody asked?
        self._number = 0
        self._guessed: dict[int, int] = {}  # lines by seats: a discard that might be another card

    def play(self) -> None:
        """Do all lines. Raises `BadHistory` for the first that does not follow."""
        for number, text in enumerate(self._history.actions, 1):
            self._number = number
            try:
                self._do(self._line(text))
            except BadHistory as error:
                raise self._refused(number, error.message) from error
        if self._history.is_phh and self._history.others.get(phh.CALLED_OFF) is True:
            self.called_off = not self.hand.over
        if not self.called_off and (self._due or not self.hand.over):
            raise self._refused(self._number, Message("history.too_short"))

    @property
    def made_up(self) -> frozenset[str]:
        """The cards that stand for unknown ones."""
        return frozenset(map(cards.text, self._assignment.made_up))

    def check_unknown(self, *, chips: bool = True) -> None:
        """Raise `BadHistory` if what has been played hangs on a card that nobody saw.

        Such a card is one that was turned up; what nobody sees changes nothing. Without `chips`:
        does it matter for who was dealt to and what he might do?
        """
        public = self.hand.events()
        turned_up = {(event.seat, event.card) for event in public}
        seen = [card for card in self._assignment.made_up if self._holding(card) in turned_up]
        if seen and self._alternatives().depends_on(seen, self._assignment.unknown, chips=chips):
            raise self._undecided(self._assignment.made_up[seen[0]])
        for seat, number in self._guessed.items():
            named = named_later(self._lines, seat)
            shown = {e.card for e in public if e.kind == SHOWN and e.seat == seat}
            if shown - named:
                raise self._undecided(number)

    def _holding(self, made_up: int) -> tuple[int, str]:
        """Who was dealt a made-up card, and its text."""
        line = self._lines[self._assignment.made_up[made_up] - 1]
        return line.seat if line else NOBODY, cards.text(made_up)

    def _seated(self, order: list[int] | tuple[int, ...]) -> Records:
        """A record before the deal."""
        rows = self._game.table()
        record = kernel.fields(rows)
        setup.seat(
            self._game, record, self._game.stacks(stacks=self._history.stacks[: self._players])
        )
        setup.lay(record, order)
        setup.lay_second(record, order if self._game.refills else ())
        return rows

    def _alternatives(self) -> AlternativeReplay:
        done = [action.number for _, action in self.hand.actions]
        rows = self._seated(self.hand.deck)
        setup.lay_second(kernel.fields(rows), self.hand.second)
        return AlternativeReplay(self._game, rows, done)

    def _line(self, text: str) -> Line:
        """The line behind a text; in PHH an empty one says nothing. Raises `BadHistory`."""
        return Line.parse(text) if text.strip() or not self._history.is_phh else Line(NOTE)

    def _do(self, line: Line) -> None:
        """Do a line. Raises `BadHistory` with the reason why it does not follow."""
        if line.word == NOTE:
            return
        if self.called_off:
            raise BadHistory("history.after_void")
        if self._assignment.first_error and self._assignment.first_error[0] == self._number:
            reason = self._assignment.first_error[1]
            raise BadHistory(reason.key, **reason.values)
        if line.deals:
            self._deal(line)
        elif line.word == SHOW:
            self._show(line)
        elif self._history.is_phh and not self._idle and phh.is_idle(self.hand, line):
            self._idle = True
        elif self.hand.over and not self._due:
            raise BadHistory("history.too_long")
        elif line.word == VOID:
            self.called_off = True
        else:
            self._act(line)

    def _deal(self, line: Line) -> None:
        """Compare dealt cards with those that the rules have dealt.

        Our own histories have a line for all cards of a deal, in the order of the deal; in PHH they
        may come to one player before the other, and one by one.
        """
        if not self._due:
            raise BadHistory("history.no_card")
        free, n = self._history.is_phh, len(line.cards)
        waiting = [group for group in self._due if group[0].seat == line.seat]
        if not waiting or not (free or waiting[0] is self._due[0]):
            raise BadHistory("history.wrong_card")
        group = waiting[0]
        if n > len(group) or not (free or n == len(group)):
            raise BadHistory("history.cards", n=n, due=len(group))
        for card, event in zip(line.cards, group, strict=False):
            if card not in (event.card, HIDDEN):
                raise BadHistory("history.wrong_card")
        del group[:n]
        self._due = deque(group for group in self._due if group)
        self._idle = False

    def _show(self, line: Line) -> None:
        """Cards may be shown when nobody is to act any more, by who has them."""
        if not self.hand.over:
            raise BadHistory("history.early_show")
        seat = line.seat
        own = [e for verb in self.hand.opened for e in verb if e.seat == seat]
        held = [event.card for event in own if event.deals]
        if not held or len(line.cards) > len(held):
            raise BadHistory("history.not_his")
        for card in line.cards:
            if card not in (HIDDEN, ALL):
                if card not in held:
                    raise BadHistory("history.not_his")
                held.remove(card)
        if not line.cards:
            self._check_muck(seat, {event.kind for event in own})

    def _check_muck(self, seat: int, kinds: set[str]) -> None:
        """Only who is in the hand to the end can throw it away, and not when it has been shown."""
        if seat not in phh.stayed(self.hand):
            raise BadHistory("history.not_in")
        if SHOWN in kinds:
            raise BadHistory("history.turned_up")

    def _act(self, line: Line) -> None:
        """Do what a player did, if it is his turn and legal."""
        if self._due:
            raise BadHistory("history.card_due")
        if line.seat != self.hand.actor:
            raise BadHistory("history.turn", player=f"p{line.seat + 1}")
        legal = self.hand.legal
        action = line.action(legal, self._history.scale)
        if line.cards == (HIDDEN,):
            action = self._choose_unseen(line.seat, legal) or action
        if action not in legal:
            raise BadHistory("history.illegal")
        number = legal.check(action).number
        self._dealer.lay(self._rows, lambda trial: self._game.entry.step(trial, number))
        self.hand.act(action)
        self._collect_due()

    def _choose_unseen(self, seat: int, legal: Legal) -> Action | None:
        """A card, not named later, for one that was thrown away unseen; None where there is none.

        Where his hand has unknown cards, it was one of those. Which of known ones may matter, if he
        shows the rest.
        """
        later = named_later(self._lines[self._number :], seat)
        picks = next((choice for choice in legal.ranges if choice.cards), None)
        found = [(c, picks.at(a)) for c, a in _picks(picks) if c not in later] if picks else []
        if not found:
            return None
        card, action = max(found, key=lambda pick: pick[0] in self.made_up)
        if len(found) > 1 and card not in self.made_up:
            self._guessed.setdefault(seat, self._number)
        return action

    def _collect_due(self) -> None:
        """The cards that the last verb has dealt are due."""
        self._due.extend(group for group in self._groups.next() if group[0].deals)

    def _refused(self, number: int, reason: Message) -> BadHistory:
        return BadHistory(
            "error.history_action",
            n=number,
            action=short(self._history.actions[number - 1]) if number else "",
            reason=reason,
            legal=self._legal(),
        )

    def _undecided(self, number: int) -> BadHistory:
        """The refusal of a hand whose result hangs on an unknown card of a line."""
        line = self._lines[number - 1] or Line(NOTE)
        return BadHistory(
            "error.history_action",
            n=number,
            action=short(self._history.actions[number - 1]),
            reason=Message("history.unknown_card"),
            legal=_due(line.seat, len(line.cards)),
        )

    def _legal(self) -> Message:
        """What might have stood here."""
        if self.called_off:
            return _OVER
        if self._due:
            return _due(self._due[0][0].seat, len(self._due[0]))
        if self.hand.actor is None:
            return _OVER
        legal = units.rescaled(self.hand.legal.message, self._history.scale)
        return Message("history.legal", {"player": f"p{self.hand.actor + 1}", "legal": legal})


def _game(history: HandHistory, lines: list[Line | None]) -> Game:
    """The game, and who throws his hand away in it."""
    if not history.is_phh:
        return history.game
    return history.game.with_facts(mucks=phh.mucks(lines, len(history.starting_stacks)))


def _picks(choice: Choice) -> Iterator[tuple[str, int]]:
    """The cards that a choice picks from, each with its amount."""
    return zip(choice.cards, range(choice.lowest, choice.highest + 1), strict=True)


def _due(seat: int, n: int) -> Message:
    """What is dealt next."""
    player = f"p{seat + 1}"
    if seat == NOBODY:
        return Message("history.due_board") if n == 1 else Message("history.due_flop", {"n": n})
    if n == 1:
        return Message("history.due", {"player": player})
    return Message("history.due_many", {"player": player, "n": n})
