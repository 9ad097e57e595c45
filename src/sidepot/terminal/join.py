"""The plain table of a room: prints what the room sends, and sends what the player types."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Sequence

from sidepot import games
from sidepot.engine.first_hand import Hint
from sidepot.engine.rule_pages import hints, rule_page, without_numbers
from sidepot.engine.view import TableView
from sidepot.errors import UnknownGame, UserError
from sidepot.room.client.connection import (
    Breach,
    ConnectionLost,
    Received,
    TableConnection,
    Unchecked,
)
from sidepot.room.client.decode import in_known_words, understood
from sidepot.room.client.http import RoomClient
from sidepot.room.protocol import messages as m
from sidepot.room.protocol.resources import LedgerView
from sidepot.room.protocol.views import RealView
from sidepot.terminal import advice, deals, table
from sidepot.terminal.answer import action_text
from sidepot.terminal.commands import read_command
from sidepot.terminal.first_hand import FirstHand, is_new, remember
from sidepot.terminal.screen import Screen
from sidepot.words import Message

_SECOND = 1000
"""Milliseconds."""
_DEALT = "room.hand_dealt"
"""The sentence that is the heading of a hand."""


async def join(
    screen: Screen, client: RoomClient, at: str, *, explains: bool | None = False
) -> None:
    """Show the table `at` until the player leaves or the table ends.

    `explains`: whether first hands are explained; None: those of games that are new to the player.
    """
    connection = TableConnection(client, at)
    remote = RemoteTable(screen, connection, explains=explains)
    receiving = asyncio.create_task(remote.receive())
    reading = asyncio.create_task(remote.read_lines(_lines(screen)))
    done, pending = await asyncio.wait({receiving, reading}, return_when=asyncio.FIRST_COMPLETED)
    for task in pending:
        task.cancel()
    await asyncio.gather(*pending, return_exceptions=True)
    for task in done:
        task.result()
    deals.count(screen, connection.deals)
    screen.say(Message("join.gone"))


def _lines(screen: Screen) -> asyncio.Queue[str | None]:
    """A queue of typed lines, None at the end of the input; a daemon thread fills it."""
    queue: asyncio.Queue[str | None] = asyncio.Queue()
    loop = asyncio.get_running_loop()

    def read() -> None:
        with contextlib.suppress(RuntimeError):  # the player has left, and the loop is closed
            while line := screen.source.readline():
                loop.call_soon_threadsafe(queue.put_nowait, line.strip())
            loop.call_soon_threadsafe(queue.put_nowait, None)

    threading.Thread(target=read, name="sidepot-typing", daemon=True).start()
    return queue


class RemoteTable:
    """The plain table of one guest."""

    def __init__(
        self, screen: Screen, connection: TableConnection, *, explains: bool | None = False
    ) -> None:
        self.screen = screen
        self.lessons = _Lessons(screen, explains)
        self.connection = connection
        self.view: m.View | None = None
        self._asked: tuple[int, int] | None = None
        """The last decision that was shown: hand and number."""
        self._step: object = None
        """The last step of a hand with real cards that was printed."""
        self._ended = 0
        """The last hand whose result was shown."""
        self._here: dict[str, str] = {}
        """Names by guest of those who are connected."""
        self._offered: frozenset[str] = frozenset()
        """The actions of the present decision, the player's own being made or not, as one types."""
        self._arrived = asyncio.Event()
        """Set at the first view."""

    async def receive(self) -> None:
        """Print what the room sends, up to its last goodbye. Raises `Unreachable` for nonsense."""
        async for message in self.connection.messages():
            self.show(message)
            if isinstance(message, m.Goodbye) and message.reason == "ended":
                await self._evening()

    async def _evening(self) -> None:
        """Print what the table was: its best hands, its accounts, and who owes whom."""
        client, table = self.connection.client, self.connection.table
        # a stranger at the rail has no evening
        with contextlib.suppress(UserError), understood(client.base):
            evening = await asyncio.to_thread(client.evening, table)
            values = {"n": evening.hands, "games": [game.title for game in evening.games]}
            if evening.hands:
                self.screen.say(Message("join.evening", values), style="bold")
            for highlight in evening.highlights:
                self.screen.say(highlight.said)
            self._ledger(evening.ledger)

    def show(self, message: Received) -> None:
        """Print a message. Raises `Unreachable` for one that makes no sense."""
        with understood(self.connection.client.base):
            self._print(message)

    def _print(self, message: Received) -> None:
        match message:
            case m.View():
                self._show(message)
            case m.Advice():
                advice.show(self.screen, message.said, message.analysis.choices)
            case m.Refusal():
                self.screen.say(message.reason)
            case m.ChatLines():
                for line in message.lines:
                    self._chat(line)
            case m.Presence():
                self._presence({person.guest: person.name for person in message.here})
            case m.Notice() | m.Goodbye():
                self.screen.say(message.said)
            case ConnectionLost():
                self.screen.say(Message("join.lost", {"seconds": message.seconds}))
            case Breach():
                self.screen.say(message.message, style=deals.ALARM)
            case Unchecked():
                self.screen.say(message.message, style=deals.DOUBT)
            case m.Welcome() | m.Ack() | m.Chances() | m.Commitment() | m.Cut() | m.Proof():
                pass

    def _show(self, view: m.View) -> None:
        """Print what has happened; the table too, if the player is to act or the hand is over."""
        is_first, self.view = self.view is None, view
        self._arrived.set()
        if is_first:
            self._greet(view)
        for said in view.said:
            marks = deals.mark(self.connection.deals, view.room.hand) if said.key == _DEALT else ()
            self.screen.say(said, *marks)
        if view.real is not None:
            self._say_next(view.real)
        if view.hand is None:
            return
        shown = in_known_words(view.hand)
        if not view.hand.decided:
            self._offered = _names_of(shown)
        self.lessons.teach(shown)
        if is_first and view.hand.decided:
            self._say_decided(view.hand.decided)
        if shown.menu and view.room.phase == "playing":
            self._ask(view, shown)
        elif shown.result and self._ended != shown.hand:
            self._ended = shown.hand
            table.show(self.screen, shown)
            self.screen.say(*table.result(shown))
        if view.room.may_show is not None and view.room.may_show == view.chair:
            self.screen.say(Message("join.may_show"))

    def _greet(self, view: m.View) -> None:
        rules = view.room.rules
        values = {"name": view.room.name, "games": [game.title for game in view.room.games]}
        self.screen.say(Message("join.welcome", values), style="bold")
        if view.chair is None:
            self.screen.say(Message("join.sit", {"least": rules.least, "most": rules.most}))
        if rules.cards == "real":
            self.screen.say(Message("join.real_cards"))
        else:
            self.screen.say(Message("join.commands"))

    def _say_next(self, real: RealView) -> None:
        """Print what comes next in a hand with real cards, once for each entry."""
        step = real.hand, len(real.entries), tuple(said.text for said in real.next)
        if step != self._step:
            self._step = step
            self.screen.say(*real.next, style="bold")

    def _ask(self, view: m.View, shown: TableView) -> None:
        """Print the table once per decision, the legal actions and the time left."""
        if self._asked == (shown.hand, shown.decision):
            return
        self._asked = (shown.hand, shown.decision)
        table.show(self.screen, shown)
        if view.hand and view.hand.asked:
            self.screen.say(Message("join.together"))
        self.screen.say(table.turn(shown), style="bold")
        if view.room.clock:
            seconds = (view.room.clock.until - view.now) // _SECOND
            self.screen.say(Message("join.clock", {"seconds": seconds}))

    def _say_decided(self, choice: Message) -> None:
        """Print what the player has decided, while others still may."""
        self.screen.say(Message("room.decided", {"choice": choice}))

    def _chat(self, line: m.ChatLine) -> None:
        if line.text:
            self.screen.say(Message("join.said", {"player": line.name, "text": line.text}))
        else:
            values = {"player": line.name, "reaction": line.reaction}
            self.screen.say(Message("join.reacted", values))

    def _presence(self, here: dict[str, str]) -> None:
        for guest in here.keys() - self._here.keys():
            self.screen.say(Message("join.here", {"player": here[guest]}))
        for guest in self._here.keys() - here.keys():
            self.screen.say(Message("join.away", {"player": self._here[guest]}))
        self._here = here

    async def read_lines(self, lines: asyncio.Queue[str | None]) -> None:
        """Carry out typed lines until the player quits or the input ends."""
        await self._arrived.wait()
        while True:
            line = await lines.get()
            if line is None or line.lower() in ("q", "quit", "exit"):
                return
            try:
                await self.carry_out(line)
            except UserError as error:
                self.screen.say(error.message)

    async def carry_out(self, line: str) -> None:
        """Send a command or an action, or print what the line asks for. Raises `UserError`."""
        with understood(self.connection.client.base):
            await self._carry_out(line)

    async def _carry_out(self, line: str) -> None:
        assert self.view is not None
        shown = in_known_words(self.view.hand) if self.view.hand else None
        command = None if self._names_action(line) else read_command(line, self.view)
        if command:
            make, fields = command
            await self.connection.send(make, **fields)
        elif line.lower() in ("", "?", "help"):
            self._explain(shown)
        elif line.lower() in ("t", "table") and shown:
            table.show(self.screen, shown)
        elif line.lower() == "rules" and self.view.room.game:
            self._show_rules(self.view.room.game.name)
        elif line.lower() == "deal":
            deals.show(self.screen, self.connection.deals)
        elif line.lower() == "ledger":
            self._ledger(
                await asyncio.to_thread(self.connection.client.ledger, self.connection.table)
            )
        elif shown and shown.menu:
            action = action_text(line, shown.menu)[:100]
            due = {"hand": shown.hand, "decision": shown.decision}
            await self.connection.send(m.Act, action=action, **due)
        elif self.view.hand and self.view.hand.decided:
            self._say_decided(self.view.hand.decided)
        else:
            self.screen.say(Message("join.not_now"))

    def _names_action(self, line: str) -> bool:
        """Does a line begin with an action of the present decision? Then it is no command."""
        words = line.lower().split()
        return any(" ".join(words[:n]) in self._offered for n in range(1, len(words) + 1))

    def _explain(self, shown: TableView | None) -> None:
        for choice in shown.menu if shown else ():
            self.screen.say(table.explain(choice, shown.game if shown else ""))
        if self.view and self.view.room.rules.cards == "real":
            self.screen.say(Message("join.real_cards"))
            self.screen.say(Message("join.others_real"))
        else:
            self.screen.say(Message("join.commands"))
            self.screen.say(Message("join.others"))

    def _show_rules(self, game: str) -> None:
        """The rule page of a game; where only the room has it, its address there."""
        try:
            page = rule_page(games.registered(game))
        except UnknownGame:
            url = f"{self.connection.client.base}/rules/{game}"
            self.screen.say(Message("join.rules_there", {"url": url}))
        else:
            self.screen.page(without_numbers(page))

    def _ledger(self, ledger: LedgerView) -> None:
        for account in ledger.accounts:
            values = {"player": account.name, "bought": account.bought, "net": f"{account.net:+d}"}
            values["taken"] = account.paid_out
            self.screen.say(Message("join.account", values))
        for owed in ledger.transfers:
            names = [ledger.accounts[n].name for n in (owed.debtor, owed.creditor)]
            values = {"player": names[0], "other": names[1], "n": owed.chips}
            self.screen.say(Message("join.owes", values))


def _names_of(shown: TableView) -> frozenset[str]:
    """The names of what may be done, as they are typed."""
    names = (name for choice in shown.menu for name in (choice.kind, choice.said) if name)
    return frozenset(name.replace("_", " ") for name in names)


class _Lessons:
    """Says the hints of the first hand of each game in which the player decides."""

    def __init__(self, screen: Screen, wanted: bool | None) -> None:
        self._screen = screen
        self._wanted = wanted
        self._games: dict[str, FirstHand] = {}
        self._last: TableView | None = None

    def teach(self, shown: TableView) -> None:
        """Say what fits the table, if something has happened at it."""
        last, self._last = self._last, shown
        if shown.seat is None or (last and _moment(last) == _moment(shown)):
            return
        if shown.game not in self._games:
            self._games[shown.game] = FirstHand(self._screen, self._hints(shown.game))
        is_again = last is not None and last.hand == shown.hand and last.to_act == shown.seat
        self._games[shown.game].teach_at(shown, is_again=is_again)

    def _hints(self, game: str) -> Sequence[Hint]:
        """The hints of a game; none if they are not wanted, or the game is not known here."""
        if not (is_new(game) if self._wanted is None else self._wanted):
            return ()
        with contextlib.suppress(UserError):
            found = hints(games.registered(game))
            remember(game)
            return found
        return ()


def _moment(view: TableView) -> tuple[int, int, bool]:
    """A key that changes with every verb played at the table."""
    return view.hand, view.decision, bool(view.result)
