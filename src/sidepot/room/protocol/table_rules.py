"""The rules of a table as its host sets them: in a request, in the table's log, and on the wire."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct


class GamePlan(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game by its name, and the options that differ from its defaults.

    `digest`: the SHA-256 of its file, which names the version that a table plays; empty for a game
    that is not from the room's folder of games. The room sets it.
    """

    name: Annotated[str, Meta(max_length=100)]
    options: dict[str, int | str] = {}
    digest: Annotated[str, Meta(max_length=64)] = ""


class MatchRules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The rules of a match: equal stacks, and an end.

    `hands`, `minutes`: it ends after so many hands, or with the hand in play after so many minutes;
    0 for no such end, and one of them is given. It also ends when one player is left. `rebuys`: how
    often a player who is out of chips may buy in again. `level_hands`, `level_minutes`: the prices
    of the games grow every so many hands or minutes; 0: they do not.
    """

    hands: Annotated[int, Meta(ge=0, le=1000)] = 0
    minutes: Annotated[int, Meta(ge=0, le=1440)] = 0
    rebuys: Annotated[int, Meta(ge=0, le=1)] = 0
    level_hands: Annotated[int, Meta(ge=0, le=1000)] = 0
    level_minutes: Annotated[int, Meta(ge=0, le=1440)] = 0


class ChipWorth(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The worth of chips: a number of them is one of something, such as euros or biscuits."""

    name: Annotated[str, Meta(min_length=1, max_length=20)]
    chips: Annotated[int, Meta(ge=1, le=10**6)] = 1


class TableRules(Struct, frozen=True, kw_only=True):
    """The rules of a table.

    `games`: one, or several among which the dealer chooses (D1). `chairs`, `least`, `most`: the
    number of chairs, and the bounds of a buy-in in chips; a stack may be topped up to `most`. In a
    request 0 asks for the default: as many chairs as the games allow, 40 and 200 times the largest
    price of the games. `turn`, `time_bank`, `pause`: seconds of the clock of a turn, of the time
    bank of each person, and between a showdown and the next hand. `automatic`: hands are dealt
    without waiting for players to be ready. `public`: listed in the lobby and open to everybody;
    otherwise by invitation. `bot_pace`: milliseconds before a bot's action, so that people can
    follow. `coach`: people may ask for the values of their choices. `rabbit`: after a hand, its
    players may ask for the cards that would have come next. `match`: the table is a match, whose
    players all begin with `least` = `most` chips. `worth`: in what debts are named besides chips;
    the room moves none of it. `cards`: dealt by the room ("dealt"), or "real": people deal with a
    deck of their own and tell what lies open. `real_chips`: the chips are real too, and nobody
    counts them here: each hand begins with the same stacks, deeper than anybody's.
    """

    games: Annotated[list[GamePlan], Meta(min_length=1, max_length=64)]
    dealers_choice: bool = False
    chairs: Annotated[int, Meta(ge=0, le=20)] = 0
    least: Annotated[int, Meta(ge=0, le=10**9)] = 0
    most: Annotated[int, Meta(ge=0, le=10**9)] = 0
    turn: Annotated[int, Meta(ge=5, le=600)] = 30
    time_bank: Annotated[int, Meta(ge=0, le=3600)] = 60
    pause: Annotated[int, Meta(ge=0, le=120)] = 6
    automatic: bool = True
    public: bool = False
    bot_pace: Annotated[int, Meta(ge=0, le=10_000)] = 700
    coach: bool = True
    rabbit: bool = True
    match: MatchRules | None = None
    worth: ChipWorth | None = None
    cards: Literal["dealt", "real"] = "dealt"
    real_chips: bool = False
