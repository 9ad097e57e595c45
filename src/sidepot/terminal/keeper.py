"""Keeps an evening with real cards in its file until it is over."""

from __future__ import annotations

import datetime

from sidepot.engine.game import Game
from sidepot.engine.keeping import Values
from sidepot.errors import NotSaved
from sidepot.real.entries import Log
from sidepot.terminal.evening_file import Chair, Evening, EveningFile
from sidepot.terminal.screen import Screen
from sidepot.terminal.seating import Player, Seating
from sidepot.terminal.taking_up import made_by


class Keeper:
    """Writes an evening to its file whenever something was told; without a file it does nothing."""

    def __init__(
        self,
        screen: Screen,
        game: Game,
        seating: Seating,
        file: EveningFile | None,
        *,
        real_chips: bool,
    ) -> None:
        self.made_by = made_by(game)
        self.is_kept = False
        """Whether the evening as it is now is in the file."""
        self._screen, self._game, self._seating, self._file = screen, game, seating, file
        self._real_chips = real_chips
        self._has_failed = False

    def keep(self, hand: Log | None, table: Values, played: int) -> None:
        """Write the evening as it is now; where that is not possible, say so once."""
        if self._file is None:
            return
        players, first = self._seating.players, self._seating.order[0]
        evening = Evening(
            made_by=self.made_by,
            told_at=f"{datetime.datetime.now():%Y-%m-%d %H:%M}",
            options=dict(self._game.chosen),
            chairs=tuple(map(_chair, players)),
            first=players.index(first),
            table=dict(table),
            played=played,
            real_chips=self._real_chips,
            hand=hand,
        )
        try:
            self._file.write(evening)
            self.is_kept, self._has_failed = True, False
        except NotSaved as error:
            if not self._has_failed:
                self._screen.say(error.message)
            self.is_kept, self._has_failed = False, True

    def end(self) -> None:
        """Forget the evening, which is over."""
        self.is_kept = False
        if self._file:
            try:
                self._file.remove()
            except NotSaved as error:
                self._screen.say(error.message)


def _chair(player: Player) -> Chair:
    return Chair(player.name, player.stack, player.first_stack, player.bought, dict(player.keeps))
