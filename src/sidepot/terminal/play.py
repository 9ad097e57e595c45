"""A session at the plain table: hands against bots until the player leaves."""

from __future__ import annotations

from collections.abc import Sequence

from sidepot import entropy, kernel
from sidepot.analysis import analyze, remember, sentences
from sidepot.analysis.positions import ANALYZERS
from sidepot.engine import keeping
from sidepot.engine.first_hand import Hint
from sidepot.engine.game import Game, Hand
from sidepot.engine.keeping import Values
from sidepot.engine.kept import POT
from sidepot.engine.narration import tell
from sidepot.engine.rule_pages import rule_page, without_numbers
from sidepot.engine.setup import SEED_BITS, check_seed
from sidepot.engine.view import TableView
from sidepot.errors import IllegalAction, NotSaved
from sidepot.history import History, Session
from sidepot.terminal import advice, table
from sidepot.terminal.answer import action_text
from sidepot.terminal.first_hand import FirstHand
from sidepot.terminal.screen import Screen
from sidepot.terminal.seating import Player, Seating
from sidepot.words import Message, say

_ODDS_SECONDS = 3.0
"""Seconds to work out odds, once the game is compiled."""


class _Left(Exception):
    """The player has left the table: they typed a word for it, or the input ended."""


def play(
    screen: Screen,
    game: Game,
    seating: Seating,
    *,
    seed: int | None = None,
    hands: int | None = None,
    session: Session | None = None,
    hints: Sequence[Hint] = (),
) -> None:
    """Deal to a person and bots until the person leaves, or `hands` times.

    The same `seed` gives the same cards and bots; `session` saves every hand; `hints` are said in
    the first one. Raises `BadSetup` for a seed that is out of range.
    """
    seed = entropy.source.getrandbits(SEED_BITS) if seed is None else seed
    check_seed(seed)
    table_session = _PlainTable(screen, game, seating, seed, session, hints)
    try:
        table_session.run(hands)
    except (_Left, KeyboardInterrupt):
        screen.line("")
        table_session.call_off()
    finally:  # after a crash too, say what is saved
        table_session.farewell()


class _PlainTable:
    """The hands of one session at a table."""

    def __init__(
        self,
        screen: Screen,
        game: Game,
        seating: Seating,
        seed: int,
        session: Session | None = None,
        hints: Sequence[Hint] = (),
    ) -> None:
        self.first_hand = FirstHand(screen, hints)
        self.screen = screen
        self.game = game
        self.seating = seating
        self.you = seating.players[0]
        self.seed = seed
        self.rngs = kernel.generator(seed, -1)  # the bots' stream; hands use those from 0 up
        self.played = 0
        self.hand: Hand | None = None
        self.kept: Values = {}  # the table's own values; players keep theirs
        self.session = session
        self.is_saving = True

    @property
    def seat(self) -> int:
        """Your seat in the hand: seats are numbered from the dealer's left."""
        return self.seating.order.index(self.you)

    def run(self, hands: int | None) -> None:
        """Deal `hands` hands, or without end if that is None."""
        self._greet()
        while True:
            self._play_hand()
            if self.played == hands:
                return
            self._pause()

    def call_off(self) -> None:
        """Call off a hand in play: say that everybody gets their chips back, and save it."""
        if self.hand:
            self.screen.say(Message("session.called_off"))
            self._save(self.hand)

    def farewell(self) -> None:
        """Share out what is left, and say how the session went and where its hands are saved."""
        if pot := keeping.pot_in(self.kept):
            self.seating.share(pot)
            values = {"amount": pot, "names": list(self.seating.names)}
            self.screen.say(Message("session.shared", values))
            self.kept = {**self.kept, POT: 0}
        net = self.you.stack - self.you.bought
        values = {"n": self.played, "stack": self.you.stack, "net": f"{net:+d}"}
        self.screen.say(Message("session.farewell", values))
        if self.session:
            self.session.close()
        if self.session and self.session.saved:
            saved = {"n": self.session.saved, "file": str(self.session.path)}
            self.screen.say(Message("session.saved", saved))

    def _greet(self) -> None:
        values = {"title": self.game.said_title, "names": list(self.seating.names)}
        self.screen.say(Message("session.welcome", values))
        settings = [f"{name} {value}" for name, value in self.game.settings.items()]
        self.screen.say(Message("session.settings", {"settings": settings}))
        self.screen.say(Message("session.commands"))

    def _play_hand(self) -> None:
        """Play one hand from the deal to the last pot."""
        order = self.seating.order
        stacks, names = [player.stack for player in order], [player.name for player in order]
        hand = self.game.deal(
            stacks=stacks,
            names=names,
            seed=self.seed,
            hand=self.played,
            kept=keeping.join(self.game, self.kept, [player.keeps for player in order]),
        )
        self.hand = hand
        self.screen.line("")
        self.screen.say(Message("session.hand", {"n": self.played + 1}), style="bold")
        self._narrate(hand)
        while not hand.over:
            self._turn(hand)
        self.seating.settle(hand.stacks)
        self.kept, each = keeping.split(self.game, hand.keeps)
        for player, keeps in zip(order, each, strict=False):
            player.keeps = keeps
        self.hand = None
        self.played += 1
        self._save(hand)
        self._show_result(hand)

    def _save(self, hand: Hand) -> None:
        """Add a hand to the session's file; only the first failure is reported."""
        if self.session is None:
            return
        try:
            self.session.append(History.from_hand(hand))
        except NotSaved as error:
            if self.is_saving:
                self.screen.say(error.message)
            self.is_saving = False

    def _turn(self, hand: Hand) -> None:
        if hand.actor == self.seat:
            self._ask(hand)
        else:
            bot = self.seating.order[hand.actor or 0].bot
            assert bot is not None
            hand.act(bot.answer(hand, self.rngs))
            self.screen.wait()
        self._narrate(hand)

    def _ask(self, hand: Hand) -> None:
        """Show the table and ask until the player gives a legal action."""
        view = hand.view(self.seat)
        table.show(self.screen, view)
        self.screen.say(table.turn(view), style="bold")
        while True:
            line = self._read(say("session.prompt"))
            if self._is_command(line, view, hand):
                continue
            try:
                hand.act(action_text(line, view.menu, view.seats[self.seat].stack))
            except IllegalAction as error:
                self.screen.say(error.message)
            else:
                return

    def _is_command(self, line: str, view: TableView, hand: Hand) -> bool:
        """Carry out a line that is a command, not an action: help, table, rules or odds."""
        word = line.lower()
        if word in ("?", "help", ""):
            self._explain(view)
        elif word in ("t", "table"):
            table.show(self.screen, view)
        elif word == "rules":
            self.screen.page(without_numbers(rule_page(self.game)))
        elif word == "odds":
            self._advise(hand)
        else:
            return False
        return True

    def _explain(self, view: TableView) -> None:
        for choice in view.menu:
            self.screen.say(table.explain(choice, view.game))
        self.screen.say(Message("explain.others"))

    def _advise(self, hand: Hand) -> None:
        """Say what each choice is worth, from what you may know. Ctrl-C cancels only that."""
        try:
            with self.screen.thinking():
                found = analyze(
                    remember(hand, self.seat),
                    seconds=_ODDS_SECONDS,
                    outlook=self.game.record not in ANALYZERS,
                )
        except KeyboardInterrupt:
            self.screen.say(Message("session.no_odds"))
        else:
            advice.show(self.screen, sentences(found, you=True), found.choices)

    def _narrate(self, hand: Hand) -> None:
        """Say what has happened, a line each, in its order; then what a first hand needs."""
        for message in tell(hand.events(self.seat, -1), hand.names, self.seat):
            self.screen.say(message)
        self.first_hand.teach(hand, self.seat)

    def _show_result(self, hand: Hand) -> None:
        """Show the table, and who won what with which cards."""
        view = hand.view(self.seat)
        table.show(self.screen, view)
        self.screen.say(*table.result(view))

    def _pause(self) -> None:
        """Wait for the next hand, and let players who cannot pay the ante buy in again."""
        while True:
            word = self._read(say("session.next")).lower()
            if word == "":
                break
            self.screen.say(Message("session.next_help"))
        for player in self.seating.short(self.game.least_stack):
            self._buy_in(player)
        self.seating.pass_deal()

    def _buy_in(self, player: Player) -> None:
        if player is self.you:
            while self._read(_offer(player).text) != "":
                self.screen.say(Message("session.buy_in_help"))
        self.seating.buy_in(player)
        values = {"player": player.name, "amount": player.first_stack}
        self.screen.say(Message("session.bought_in", values))

    def _read(self, prompt: str) -> str:
        """A typed line. Raises `_Left` at a word for leaving, or at the end of the input."""
        line = self.screen.ask(prompt)
        if line is None or line.lower() in ("q", "quit", "exit"):
            raise _Left
        return line


def _offer(player: Player) -> Message:
    """Why a player is not dealt in, and how to buy in again."""
    amount = {"amount": player.first_stack}
    return (
        Message("session.buy_in", amount) if player.stack else Message("session.no_chips", amount)
    )
