"""Replays a history line by line, and reports where it departs from the rules."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence
from typing import NamedTuple

from sidepot import cards, kernel
from sidepot.engine import keeping, setup
from sidepot.engine.action import UNPLACED, Action, Legal
from sidepot.engine.arrange import JournalRow
from sidepot.engine.event import HandEvent
from sidepot.engine.game import Game, Hand
from sidepot.engine.play import RAIL
from sidepot.errors import BadHistory, IllegalAction
from sidepot.history import phh, units
from sidepot.history.dealing import Dealer
from sidepot.history.made_up import given, spots
from sidepot.history.notation import ALL, HIDDEN, NOTE, SHOW, SHOWN, VOID, WORDS, Line, short
from sidepot.history.recorded import Recorded
from sidepot.history.units import UNKNOWN
from sidepot.history.unknown_cards import AlternativeReplay, CardAssignment, named_later
from sidepot.kernel import Records
from sidepot.rules import journal
from sidepot.rules.seats import NOBODY
from sidepot.words import Message


class Decision(NamedTuple):
    """A decision: the line, its action, what was legal, the stacks before it and the bank's net."""

    line: Line
    action: Action
    legal: Legal
    stacks: Sequence[int]
    bank: int


class Trace(NamedTuple):
    """The course of a replayed hand.

    `verbs`: the events of the deal and of each action, in the order in which they happened;
    `hidden`: the physical cards that stand for unknown ones.
    """

    verbs: Sequence[Sequence[JournalRow]]
    decisions: Sequence[Decision]
    hidden: Collection[int]


_OVER = Message("history.over")
_CHECK = "check"


class Replayer:
    """A hand that is replayed, and the dealt cards that its history has still to name."""

    def __init__(self, history: Recorded, attempt: int = 0) -> None:
        """Deal the hand; each `attempt` makes up other cards for unknown ones.

        Raises `UnknownGame`, `BadOption`, `BadSetup`, `BadHistory`.
        """
        self._history = history
        self._lines = history.lines
        self._game = _game(history, self._lines)
        self._players = len(history.starting_stacks) - self._game.banked
        deck = keeping.deck_for(self._game, self._players, history.kept)
        self._given = given({} if attempt else history.others, self._lines)
        """The lines, at the first attempt with the cards that the history has made up itself."""
        unknown = {*spots(self._lines)} - {*spots(self._given)}
        self._assignment = CardAssignment(self._game, deck, self._given, attempt, unknown)
        self._rows = self._seated(self._assignment.deck, self._assignment.deck)
        self._dealer = Dealer(self._game, self._assignment)
        self.verbs = [self._dealer.lay(self._rows, self._game.direct.begin)]
        """The events of each verb, with physical cards."""
        self.decisions: list[Decision] = []
        self._due = deque(self._dealer.groups(self.verbs[0]))
        self.hand = Hand(self._game, self._rows, history.names[: self._players])
        self.called_off = False
        self._idle = False  # was there a check in this round that the rules do not ask for?
        self.is_unlucky = False
        """Was an action refused that other cards for unknown ones may allow?"""
        self._number = 0
        self._dealt, self._unseen = set[str](), set[tuple[int, str]]()
        self._unseen_again: list[tuple[int, int, str]] = []
        """Unknown cards that were dealt again: the number of the line, the seat, the card."""
        self._guessed: dict[int, int] = {}  # by seat, the line of a discard whose card was guessed

    def play(self) -> None:
        """Play all lines. Raises `BadHistory` for the first that does not follow."""
        for number, text in enumerate(self._history.actions, 1):
            self._number = number
            try:
                self._play_line(self._lines[number - 1] or self._line(text))
            except BadHistory as error:
                raise self._refused(number, error.message) from error
        if self._history.is_phh and self._history.others.get(phh.CALLED_OFF) is True:
            self.called_off = True
        self._check_down()
        if not self.called_off and (self._due or not self.hand.over):
            raise self._refused(self._number, Message("history.too_short"))

    @property
    def happened(self) -> int | None:
        """The number of events of the last verb that happened; None: the hand was not called off.

        The rules deal what is left of the board at once, where a hand may be called off between,
        and show hands of which somebody may not have shown a card.
        """
        if not self.called_off:
            return None
        last, undealt = self.verbs[-1], {row for group in self._due for row in group}
        number = next((n for n, row in enumerate(last) if self._is_later(row, undealt)), len(last))
        number = self._shown(last[:number])
        while number and last[number - 1].kind == journal.STREET:  # says which cards come next
            number -= 1
        return number

    def _is_later(self, row: JournalRow, undealt: Collection[JournalRow]) -> bool:
        """Whether an event comes only after cards that were not dealt: one of them.

        Where all were dealt, a win at the end: a hand that is won is not called off any more.
        """
        return row in undealt if undealt else self.hand.over and row.kind in journal.WINNING

    def _shown(self, rows: Sequence[JournalRow]) -> int:
        """The number of events up to a card to show that nobody knows, if nothing was dealt later.

        What follows from such a card, payments too, did not happen.
        """
        first = next((n for n, row in enumerate(rows) if self._is_unknown(row)), len(rows))
        return len(rows) if any(row.deals for row in rows[first:]) else first

    def _is_unknown(self, row: JournalRow) -> bool:
        """Whether a seat shows a made-up card."""
        return (
            row.kind == journal.SHOWN
            and row.card in self._assignment.made_up
            and cards.text(row.card) not in named_later(self._lines, row.seat)
        )

    @property
    def trace(self) -> Trace:
        """The events, without the cards that no line has dealt."""
        undealt = {row for group in self._due for row in group}
        verbs = [[row for row in verb if row not in undealt] for verb in self.verbs]
        hidden = frozenset(self._assignment.made_up)
        return Trace(verbs if undealt else self.verbs, self.decisions, hidden)

    @property
    def made_up(self) -> frozenset[str]:
        """The cards that stand for unknown ones."""
        return frozenset(map(cards.text, self._assignment.made_up))

    @property
    def _with_unknown(self) -> set[int]:
        """The seats that were dealt unknown cards."""
        return {self._holding(card)[0] for card in self._assignment.made_up}

    @property
    def unnamed(self) -> frozenset[str]:
        """Those of `made_up` that no line names: with several decks a text may be both."""
        named = (line.cards for line in self._lines if line)
        return self.made_up.difference(*named) if self._assignment.made_up else frozenset()

    @property
    def unseen(self) -> frozenset[tuple[int, str]]:
        """Seats and cards that no line of theirs names, where cards are dealt again unseen."""
        if not self._assignment.is_face_down:
            return frozenset()
        named = {(line.seat, card) for line in self._lines if line for card in line.cards}
        return frozenset(self._unseen - named)

    def check_unknown(self, *, chips: bool = True) -> None:
        """Raise `BadHistory` if what has been played depends on an unknown card.

        Only a made-up card that was turned up can matter. Without `chips`, only the seats dealt to
        and the actions offered are compared, not the stacks.
        """
        if not (self._assignment.made_up or self._unseen_again or self._guessed):
            return
        chips = chips and not self.called_off
        public = self._turning_up
        turned_up = {(event.seat, event.card) for event in public}
        seen = [card for card in self._assignment.made_up if self._holding(card) in turned_up]
        if seen and self._alternatives().depends_on(seen, self._assignment.unknown, chips=chips):
            raise self._undecided(self._assignment.made_up[seen[0]])
        for number, seat, again in self._unseen_again if chips else ():
            if (seat, again) in turned_up and again not in named_later(self._lines, seat):
                raise self._undecided(number)
        for seat, number in self._guessed.items() if chips else ():
            named = named_later(self._lines, seat)
            shown = {e.card for e in public if e.kind == SHOWN and e.seat == seat}
            if shown - named:
                raise self._undecided(number)

    @property
    def _turning_up(self) -> list[HandEvent]:
        """The public events; without those of the last verb in a hand that was called off.

        There nobody need have shown what the rules show.
        """
        verbs = range(self.hand.decision + (not self.called_off))
        return [event for verb in verbs for event in self.hand.events(RAIL, verb)]

    def _holding(self, made_up: int) -> tuple[int, str]:
        """The seat that was dealt a made-up card, and the card's text."""
        line = self._lines[self._assignment.made_up[made_up] - 1]
        return line.seat if line else NOBODY, cards.text(made_up)

    def _seated(self, order: Sequence[int], second: Sequence[int]) -> Records:
        """A record before the deal, with the deck in this order."""
        stacks = self._game.stacks(stacks=self._history.stacks[: self._players])
        return setup.before_deal(self._game, stacks, order, second, kept=self._history.kept)

    def _alternatives(self) -> AlternativeReplay:
        done = [action.number for _, action in self.hand.actions]
        rows = self._seated(self.hand.deck, self.hand.second)
        return AlternativeReplay(self._game, rows, done)

    def _line(self, text: str) -> Line:
        """A line that cannot be parsed: in PHH an empty one is ignored. Raises `BadHistory`."""
        return Line.parse(text) if text.strip() or not self._history.is_phh else Line(NOTE)

    def _play_line(self, line: Line) -> None:
        """Play a line. Raises `BadHistory` with the reason why it does not follow."""
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
        elif self.hand.over and not self._due and not (line.word == VOID and self._is_unshown):
            raise BadHistory("history.too_long")
        elif line.word == VOID:
            self.called_off = True
        else:
            self._act(line)

    def _deal(self, line: Line) -> None:
        """Compare a line's cards with those that the rules have dealt.

        Histories of games without a PHH code have one line for all cards of a deal, in order; in
        PHH players may be dealt to in any order, and card by card.
        """
        self._check_down()
        if not self._due:
            raise BadHistory("history.no_card")
        free, n = self._history.is_phh, len(line.cards)
        group = self._due[0]
        if group[0].seat != line.seat:
            waiting = (group for group in self._due if group[0].seat == line.seat)
            found = next(waiting, None) if free else None
            if found is None:
                raise BadHistory("history.wrong_card")
            group = found
        if n > len(group) or not (free or n == len(group) or self._is_last):
            raise BadHistory("history.cards", n=n, due=len(group))
        for card, row in zip(line.cards, group, strict=False):
            dealt = cards.text(row.card)
            if card not in (dealt, HIDDEN):
                raise BadHistory("history.wrong_card")
            if card == HIDDEN:
                self._note_unseen(row.seat, dealt)
            self._dealt.add(dealt)
        if n == len(group):
            self._due.remove(group)
        else:
            del group[:n]
        self._idle = False

    @property
    def _is_last(self) -> bool:
        """Whether the hand is called off after this line, perhaps in the middle of a deal."""
        others = (line for line in self._lines[self._number :] if not line or line.word != NOTE)
        line = next(others, None)
        return line is not None and line.word == VOID

    def _check_down(self) -> None:
        """Check for players whose stacks are unknown, where the history goes on without an action.

        They were all-in; the amounts of a call do not say so.
        """
        if UNKNOWN not in self._history.starting_stacks or self.called_off:
            return
        while not self._due and (seat := self.hand.actor) is not None:
            unknown = self._history.starting_stacks[seat] == UNKNOWN
            if not (unknown and any(row.kind == _CHECK for row in self.hand.legal.ranges)):
                return
            self._act(Line(WORDS[_CHECK], seat))

    def _note_unseen(self, seat: int, card: str) -> None:
        self._unseen.add((seat, card))
        if self._assignment.is_face_down and card in self._dealt:
            self._unseen_again.append((self._number, seat, card))

    def _show(self, line: Line) -> None:
        """Check that a player shows or mucks their own cards, after the last action."""
        if not self.hand.over:
            raise BadHistory("history.early_show")
        seat = line.seat
        own = [row for verb in self.verbs for row in verb if row.seat == seat]
        held = [cards.text(row.card) for row in own if row.deals]
        if not held or len(line.cards) > len(held):
            raise BadHistory("history.not_his")
        for card in line.cards:
            if card not in (HIDDEN, ALL):
                if card not in held:
                    raise BadHistory("history.not_his")
                held.remove(card)
        if not line.cards:
            self._check_muck(seat, {row.kind for row in own})

    def _check_muck(self, seat: int, kinds: set[int]) -> None:
        """Check that a muck is by a player in the hand to its end whose cards were not shown."""
        if journal.MUCKED not in kinds and not kernel.fields(self._rows).seats.live[seat]:
            raise BadHistory("history.not_in")
        if journal.SHOWN in kinds:
            raise BadHistory("history.turned_up")

    def _act(self, line: Line) -> None:
        """Play a player's action, if it is their turn and the action is legal."""
        if self._due:
            raise BadHistory("history.card_due")
        if line.seat != self.hand.actor:
            raise BadHistory("history.turn", player=f"p{line.seat + 1}")
        legal, named = self.hand.legal, self._named(line)
        action = named.action(legal, self._history.scale)
        if HIDDEN in named.cards:
            action = self._choose_unseen(named, legal) or action
        try:
            action, number = legal.numbered(action)
        except IllegalAction:
            is_guessed = named != line or HIDDEN not in line.cards
            self.is_unlucky = is_guessed and line.seat in self._with_unknown
            raise BadHistory("history.illegal") from None
        self.decisions.append(Decision(line, action, legal, self.hand.stacks, self.hand.bank))
        step = self._game.direct.step
        happened = self._dealer.lay(self._rows, lambda trial: step(trial, number))
        self.hand.act(action)
        self.verbs.append(happened)
        self._due.extend(self._dealer.groups(happened))

    @property
    def _is_unshown(self) -> bool:
        """Whether the hand ends with a card that nobody knows, and may be called off before."""
        return any(map(self._is_unknown, self.verbs[-1]))

    def _named(self, line: Line) -> Line:
        """A line with the cards that the history has made up for those nobody saw."""
        return self._given[self._number - 1] or line if HIDDEN in line.cards else line

    def _choose_unseen(self, line: Line, legal: Legal) -> Action | None:
        """The action for discards that nobody saw; None if no cards can stand for them.

        Cards that are dealt again later by name are laid aside when they must be; others that the
        player shows or discards by name later are left out, and unknown cards are preferred. A
        choice between known ones is a guess, which matters if they show the rest.
        """
        laid = self._assignment.laid
        due = laid.get(self._number, set())
        later = named_later(self._lines[self._number :], line.seat)
        later = later.union(*(cards for number, cards in laid.items() if number > self._number))
        later -= due
        picks = next((choice for choice in legal.ranges if choice.cards), None)
        if picks is None or not (picks.is_set or len(line.cards) == 1):
            return None
        named = [card for card in line.cards if card != HIDDEN]
        found = [card for card in picks.cards if card not in later and card not in named]
        n = len(line.cards) - len(named)
        found.sort(key=lambda card: (card not in due, card not in self.made_up))
        if len(found) < n:
            return None
        if len(found) > n and found[n - 1] not in self.made_up:
            self._guessed.setdefault(line.seat, self._number)
        return Action(picks.kind, UNPLACED, " ".join((*named, *found[:n])))

    def _refused(self, number: int, reason: Message) -> BadHistory:
        return BadHistory(
            "error.history_action",
            n=number,
            action=short(self._history.actions[number - 1]) if number else "",
            reason=reason,
            legal=self._legal(),
        )

    def _undecided(self, number: int) -> BadHistory:
        """The error for a hand whose result depends on an unknown card of a line."""
        line = self._lines[number - 1] or Line(NOTE)
        return BadHistory(
            "error.history_action",
            n=number,
            action=short(self._history.actions[number - 1]),
            reason=Message("history.unknown_card"),
            legal=_due(line.seat, len(line.cards)),
        )

    def _legal(self) -> Message:
        """The lines that would have been legal here, as a sentence."""
        if self.called_off:
            return _OVER
        if self._due:
            return _due(self._due[0][0].seat, len(self._due[0]))
        if self.hand.actor is None:
            return _OVER
        legal = units.rescaled(self.hand.legal.message, self._history.scale)
        return Message("history.legal", {"player": f"p{self.hand.actor + 1}", "legal": legal})


def _game(history: Recorded, lines: Sequence[Line | None]) -> Game:
    """The game of a history; for PHH with the players who muck at the showdown."""
    game = history.game
    if not history.is_phh:
        return game
    mucks = phh.mucks(lines, len(history.starting_stacks), history.variant)
    return game.with_facts(mucks=mucks) if any(mucks) else game


def _due(seat: int, n: int) -> Message:
    """The n cards that are due for a seat or the board, as a message."""
    player = f"p{seat + 1}"
    if seat == NOBODY:
        return Message("history.due_board") if n == 1 else Message("history.due_flop", {"n": n})
    if n == 1:
        return Message("history.due", {"player": player})
    return Message("history.due_many", {"player": player, "n": n})
