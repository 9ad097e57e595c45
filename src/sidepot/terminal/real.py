"""The table with real cards: people deal and act, and tell it; it says what comes next."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from sidepot.cards import HIDDEN, lettered, parse, text
from sidepot.engine import keeping
from sidepot.engine.game import Game, Hand
from sidepot.engine.keeping import Values
from sidepot.engine.narration import tell
from sidepot.engine.rule_pages import rule_page, without_numbers
from sidepot.engine.view import ChoiceView, Views
from sidepot.errors import BadCards, BadEntry, NotSaved, SidepotError
from sidepot.history import Session
from sidepot.real import Best, Card, Choice, Entry, Misdeal, Mucked, RealHand, record_of
from sidepot.real.hand import no_card
from sidepot.real.menus import is_action
from sidepot.real.table import events, next_step, view
from sidepot.terminal import table
from sidepot.terminal.answer import action_text
from sidepot.terminal.evening_file import EveningFile
from sidepot.terminal.keeper import Keeper
from sidepot.terminal.screen import Screen, mark
from sidepot.terminal.seating import Player, Seating, check_together
from sidepot.terminal.taking_up import LEAVING, Left, TakenUp
from sidepot.words import Message, say

_UNSEEN = text(HIDDEN)
_DIGITS = 14
"""The digits that are read of a number; Python refuses thousands."""
_QUOTED = 40
"""The characters of a line that a refusal repeats."""
_BEST = "best"
"""The word that tells whose hand is the best of those compared."""
_GOING, _COMING = ("leaves", "leave", "goes"), ("players", "player", "add", "sit", "join")
"""Words typed where somebody goes, after a name or alone, and where somebody comes."""
_COUNTED = re.compile(r"([a-z]+(?: pat)?)\s*([0-9]?)")


def play(
    screen: Screen,
    game: Game,
    seating: Seating,
    *,
    hands: int | None = None,
    session: Session | None = None,
    file: EveningFile | None = None,
    real_chips: bool = False,
    taken_up: TakenUp | None = None,
) -> None:
    """Referee hands with real cards until somebody leaves, or `hands` of them.

    `file`: where the evening is kept until it is over. `real_chips`: nobody counts chips here.
    `taken_up`: the evening that goes on, whose game and seating are given.
    """
    evening = _Evening(screen, game, seating, session, file, real_chips, taken_up)
    try:
        evening.run(hands)
    except (Left, KeyboardInterrupt):
        screen.line("")
    finally:
        evening.farewell()


class _Ended(Exception):
    """The evening is over."""


class _Evening:
    """The hands of an evening, told line by line."""

    def __init__(
        self,
        screen: Screen,
        game: Game,
        seating: Seating,
        session: Session | None,
        file: EveningFile | None,
        real_chips: bool,
        taken_up: TakenUp | None,
    ) -> None:
        self.screen, self.game, self.seating, self.session = screen, game, seating, session
        self.keeper = Keeper(screen, game, seating, file, real_chips=real_chips)
        self.keeper.is_kept = taken_up is not None
        self.real_chips = real_chips
        self.kept: Values = dict(taken_up.evening.table) if taken_up else {}
        self.played = taken_up.evening.played if taken_up else 0
        self.taken_up = taken_up
        self.hand = (taken_up and taken_up.hand) or self._begin()
        self._said = 0
        """The events of the hand that were said."""

    def run(self, hands: int | None) -> None:
        """Referee `hands` hands, or until the evening is ended if that is None."""
        values = {"title": self.game.said_title, "names": list(self.seating.names)}
        self.screen.say(Message("session.welcome", values))
        if self.real_chips:
            self.screen.say(Message("real.real_chips"))
        self.screen.say(Message("real.commands"))
        last = None if hands is None else self.played + hands
        try:
            while self.played != last:
                self._play_hand()
        except _Ended:
            self.screen.line("")
        self.keeper.end()

    def farewell(self) -> None:
        """Say who has what, and where the hands and the evening are kept.

        What is left in the pot is shared out, unless the evening goes on from there.
        """
        pot = 0 if self.keeper.is_kept else keeping.pot_in(self.kept)
        if pot:
            self.seating.share(pot)
            values = {"amount": pot, "names": list(self.seating.names)}
            self.screen.say(Message("session.shared", values))
        for player in () if self.real_chips else self.seating.players:
            net = f"{player.stack - player.bought:+d}"
            values = {"player": player.name, "stack": player.stack, "net": net}
            self.screen.say(Message("real.farewell", values))
        if self.keeper.is_kept:
            self.screen.say(Message("real.kept"))
        if self.session:
            self.session.close()
        if self.session and self.session.saved:
            saved = {"n": self.session.saved, "file": str(self.session.path)}
            self.screen.say(Message("session.saved", saved))

    def _begin(self) -> RealHand:
        """The next hand, of which nothing is told."""
        order = self.seating.order
        return RealHand.begin(
            self.game,
            [player.stack for player in order],
            [player.name for player in order],
            number=self.played,
            kept=keeping.join(self.game, self.kept, [player.keeps for player in order]),
        )

    def _play_hand(self) -> None:
        taken_up, self.taken_up = self.taken_up, None
        if not (taken_up and taken_up.hand):
            for player in self.seating.short(self.game.least_stack):
                self._buy_in(player)
            self.hand = self._begin()
        self._said = 0
        self.screen.line("")
        self.screen.say(Message("session.hand", {"n": self.played + 1}), style="bold")
        if taken_up:
            self._say_changes(taken_up)
        while True:
            self._keep(self.hand)
            self._narrate()
            self.screen.say(*next_step(self.hand), style="bold")
            if self.hand.over and self._is_settled():
                break
            self._take_line()
        self._settle()

    def _say_changes(self, taken_up: TakenUp) -> None:
        """Say what became of a hand that other rules, or another program, have played again."""
        if taken_up.evening.made_by != self.keeper.made_by:
            self.screen.say(Message("real.other_rules"))
        if taken_up.lost:
            self.screen.say(taken_up.lost)
        if taken_up.hand:
            self._narrate()
            self._show()

    def _keep(self, hand: RealHand | None) -> None:
        """Keep the evening as it is now, in a hand or between two."""
        if self.played or self.keeper.is_kept or (hand and hand.entries):
            self.keeper.keep(hand.log if hand else None, self.kept, self.played)

    def _is_settled(self) -> bool:
        """Whether a hand that is over stays as it is; a line may undo or change something."""
        self._show()
        line = self._read(say("real.settle"))
        if line:
            self._do(line)
        return not line

    def _take_line(self) -> None:
        line = self._read(say("session.prompt"))
        if line:
            self._do(line)

    def _do(self, line: str) -> None:
        """Carry out a command, or tell what a line says. A refusal is a sentence."""
        word, _, rest = line.partition(" ")
        command = _COMMANDS.get(word.lower())
        try:
            if command:
                command(self, rest.strip())
            else:
                for entry in self._entries(line):
                    self._tell(entry)
        except SidepotError as error:
            self.screen.say(error.message)

    def _tell(self, entry: Entry) -> None:
        """Tell an entry; a hand that is thrown away is out before others were shown."""
        self.hand.tell(entry)
        if isinstance(entry, Mucked):
            self.screen.say(Message("event.mucked", {"player": self.hand.names[entry.seat]}))
            self._said = len(events(self.hand))

    def _entries(self, line: str) -> list[Entry]:
        """The entries that a line tells: cards, or an action, for a seat that it may name."""
        seat, rest = self._named(line)
        rest = lettered(rest)
        try:
            codes = parse(rest)
        except BadCards:
            codes = []
        if codes:
            return [Card(text(code), seat) for code in codes]
        word, _, names = line.partition(" ")
        if word.lower() == _BEST:
            return [Best(tuple(self._called(names)))]
        if rest.lower() == "muck":
            due = self.hand.needs[0].seat if self.hand.needs else 0
            return [Mucked(due if seat is None else seat)]
        is_told = is_action(self.hand.game, rest)
        if not is_told and (rest.lower() in _GOING or word.lower() in _COMING):
            raise BadEntry("real.same_players")
        if self.hand.is_due and not is_told:
            raise no_card(rest)
        found = self.hand.actor if seat is None else seat
        return [Choice(found or 0, self._action(rest, found or 0))]

    def _named(self, line: str) -> tuple[int | None, str]:
        """The seat whose player a line begins with, and the rest; None without one."""
        for seat, name in enumerate(self.hand.names):
            if line.lower().startswith(name.lower() + " "):
                return seat, line[len(name) :].strip()
        return None, line

    def _called(self, names: str) -> list[int]:
        """The seats of players who are named one after the other: "Ana, Bo" or "Ana Bo".

        Raises `BadEntry`.
        """
        found = []
        while names:
            seat, rest = self._named(names.replace(",", " ").strip() + " ")
            if seat is None:
                asked = [self.hand.names[seat] for seat in self.hand.compared]
                raise BadEntry("real.best_of" if asked else "real.no_best", players=asked)
            found.append(seat)
            names = rest
        return found

    def _action(self, line: str, seat: int) -> str:
        """The action that a line means; "exchange 2" and "discard" take cards that nobody saw."""
        if self.hand.actor is None:
            return line
        menu = Views(self.hand.hand).menu(self.hand.legal, seat)
        unseen = _unseen(line, menu)
        return unseen or action_text(line, menu, self.hand.hand.stacks[seat])

    def _undo(self, rest: str) -> None:
        """Take back the last entry, or all after the first so many."""
        if rest and not rest.isdecimal():
            raise BadEntry("real.undo_form", rest=rest[:_QUOTED])
        self._become(self.hand.undo(_whole(rest) if rest else None))

    def _change(self, rest: str) -> None:
        """Change an entry by its number, and play the same choices again."""
        number, _, line = rest.partition(" ")
        if not line:
            raise BadEntry("real.change_form")
        at = _whole(number) - 1 if number.isdecimal() else -1
        before = self.hand.undo(at) if 0 <= at < len(self.hand.entries) else self.hand
        now, self.hand = self.hand, before
        try:
            entry, *more = self._entries(line)
        finally:
            self.hand = now
        if more:
            raise BadEntry("real.change_form")
        changed, lost = self.hand.change(at, entry)
        self._become(changed)
        if lost:
            self.screen.say(lost)

    def _stacks(self, rest: str) -> None:
        """Set the stacks before the deal right, in the order of the seats."""
        if self.real_chips:
            self.screen.say(Message("real.no_stacks"))
            return
        words = rest.replace(",", " ").split()
        if len(words) != len(self.seating.order) or not all(map(str.isdecimal, words)):
            self.screen.say(Message("real.stacks", {"names": list(self.hand.names)}))
            return
        chips = [_whole(word) for word in words]
        check_together(chips)
        changed, lost = self.hand.with_stacks(chips)
        for player, now in zip(self.seating.order, chips, strict=True):
            player.bought += now - player.stack
            player.stack = now
        self._become(changed)
        if lost:
            self.screen.say(lost)

    def _misdeal(self, rest: str) -> None:
        """Call the hand off."""
        self.hand.tell(Misdeal())

    def _log(self, rest: str) -> None:
        """Show the entries with their numbers."""
        for n, entry in enumerate(self.hand.entries, 1):
            self.screen.line(f"{n:3}  {_entry_text(entry, self.hand.names)}")

    def _table(self, rest: str) -> None:
        self._show()

    def _end(self, rest: str) -> None:
        """End the evening. Raises `BadEntry` in the middle of a hand."""
        if self.hand.over:
            self._settle()
        elif self.hand.entries:
            raise BadEntry("real.end_first")
        raise _Ended

    def _show(self) -> None:
        table.show(self.screen, view(self.hand), with_stacks=not self.real_chips)

    def _rules(self, rest: str) -> None:
        self.screen.page(without_numbers(rule_page(self.game)))

    def _help(self, rest: str) -> None:
        self.screen.say(Message("real.commands"))

    def _become(self, hand: RealHand) -> None:
        """Go on with another form of the hand, which is shown from its last sentence on."""
        self.hand = hand
        self._said = len(events(hand))
        self._show()

    def _narrate(self) -> None:
        """Say what has happened since the last sentence."""
        found = events(self.hand)
        for message in tell(found[self._said :], self.hand.names):
            self.screen.say(message)
        self._said = len(found)

    def _settle(self) -> None:
        """Pay out, save the hand, and pass the deal; after a misdeal the same dealer deals."""
        if not self.hand.called_off:
            self._pay_out(self.hand.hand)
            self.seating.pass_deal()
        self.played += 1
        if self.session and self.hand.numbers:
            try:
                self.session.append(record_of(self.hand))
            except NotSaved as error:
                self.screen.say(error.message)
        self._keep(None)

    def _pay_out(self, done: Hand) -> None:
        """Give all their chips, unless these are real, and the values that the game keeps."""
        if not self.real_chips:
            self.seating.settle(done.stacks)
        self.kept, each = keeping.split(self.game, done.keeps)
        for player, keeps in zip(self.seating.order, each, strict=False):
            player.keeps = keeps

    def _buy_in(self, player: Player) -> None:
        values = {"player": player.name, "amount": player.first_stack}
        self._read(Message("real.short", values).text)
        self.seating.buy_in(player)
        self.screen.say(Message("session.bought_in", values))

    def _read(self, prompt: str) -> str:
        """A typed line. Raises `Left` at a word for leaving, or at the end of the input."""
        line = self.screen.ask(prompt)
        if line is None or line.lower() in LEAVING:
            raise Left
        return line.strip()


_COMMANDS: Mapping[str, Callable[[_Evening, str], None]] = {
    "undo": _Evening._undo,
    "change": _Evening._change,
    "stacks": _Evening._stacks,
    "misdeal": _Evening._misdeal,
    "end": _Evening._end,
    "log": _Evening._log,
    "t": _Evening._table,
    "table": _Evening._table,
    "rules": _Evening._rules,
    "?": _Evening._help,
    "help": _Evening._help,
}


def _whole(digits: str) -> int:
    """A whole number by its digits; one too large for anything where it has very many."""
    return int(digits[:_DIGITS])


def _unseen(line: str, menu: Sequence[ChoiceView]) -> str | None:
    """The action that picks so many cards that nobody saw, one if no number is said."""
    found = _COUNTED.fullmatch(line.lower())
    for choice in menu if found else ():
        assert found
        if found[1] in (choice.key, choice.kind, choice.said) and _UNSEEN in choice.cards:
            return " ".join([choice.kind, *[_UNSEEN] * int(found[2] or 1)])
    return None


def _entry_text(entry: Entry, names: Sequence[str]) -> str:
    """An entry as the log lists it."""
    if isinstance(entry, Card):
        return mark(entry.card)
    if isinstance(entry, Choice):
        return f"{names[entry.seat]}: {entry.action}"
    if isinstance(entry, Mucked):
        return f"{names[entry.seat]}: muck"
    if isinstance(entry, Best):
        return f"{_BEST} {', '.join(names[seat] for seat in entry.seats)}"
    return say("session.called_off")
