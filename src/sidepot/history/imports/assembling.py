"""Makes a history of a parsed hand, and compares the result of the rules with that of the file."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from sidepot.engine.naming import WINS
from sidepot.errors import BadHistory, UserError
from sidepot.history.history import History
from sidepot.history.imports.told import FIXED_LIMIT, Event, Player, Told
from sidepot.history.notation import ALL, HIDDEN
from sidepot.history.replaying import Replay
from sidepot.history.units import Amount, listed, text

_HOLE = 2
_LEAST = 2
"""The fewest players of a hand."""


def history_of(told: Told) -> History:
    """The history of a hand that follows from the rules and ends as the file says.

    Raises `BadHistory`, which names the line of the file.
    """
    seated = _in_order(told)
    lines, sources = _lines(told, seated)
    history = History(
        variant=told.code,
        antes=_by_post([player.ante for player in seated]),
        starting_stacks=tuple(_exact(player.stack) for player in seated),
        finishing_stacks=None if told.rake else tuple(_finishing(player) for player in seated),
        actions=tuple(lines),
        stakes=_stakes(told, seated),
        players=tuple(player.called or player.name for player in seated),
        others=_others(told, seated),
    )
    _check_result(told, seated, _replayed(told, history, sources))
    return history


def _in_order(told: Told) -> list[Player]:
    """The players who were dealt in, from the dealer's left. Raises `BadHistory`."""
    seated = sorted((told.players[name] for name in told.dealt), key=lambda player: player.seat)
    if len(seated) < _LEAST:
        raise told.refused(told.line, "imports.alone")
    if not told.is_over:
        raise told.refused(told.line, "imports.cut")
    after = [i for i, player in enumerate(seated) if player.seat > (told.button or 0)]
    first = after[0] if after else 0
    if told.first is not None:
        first = [player.name for player in seated].index(told.first)
    return seated[first:] + seated[:first]


def _exact(number: Decimal) -> Amount:
    return int(number) if number == int(number) else number


def _finishing(player: Player) -> Amount:
    """The stack with which the file lets a player end."""
    return _exact(player.stack - player.paid + player.got)


def _by_post(amounts: Sequence[Decimal]) -> tuple[Amount, ...]:
    """Amounts in the order of posts, which between two begins with the dealer."""
    exact = tuple(map(_exact, amounts))
    return exact[::-1] if len(exact) == _LEAST else exact


def _stakes(told: Told, seated: Sequence[Player]) -> dict[str, Any]:
    small, big = _exact(told.small), _exact(told.big)
    is_fixed = told.code == FIXED_LIMIT
    sizes = {"small_bet": small, "big_bet": big} if is_fixed else {"min_bet": big}
    antes = [player.ante for player in seated]
    is_short = any(0 < p.ante < max(antes) and p.ante == p.stack for p in seated)
    trimming = {"ante_trimming_status": True} if is_short else {}
    return {**trimming, "blinds_or_straddles": _by_post([p.blind for p in seated]), **sizes}


def _others(told: Told, seated: Sequence[Player]) -> dict[str, Any]:
    """The place and time of the hand, the seats, and the winnings after rake."""
    found = {**told.others, "seats": [player.seat for player in seated]}
    if told.rake:
        found["winnings"] = [_exact(player.collected) for player in seated]
        found["_rake"] = _exact(told.rake)
    return found


def _lines(told: Told, seated: Sequence[Player]) -> tuple[list[str], list[int]]:
    """The lines of the history, and for each the line of the file that it comes from."""
    place = {player.name: f"p{p}" for p, player in enumerate(seated, 1)}
    found: list[tuple[str, int]] = []
    for p, player in enumerate(seated, 1):
        known = (*player.cards, *[HIDDEN] * _HOLE)[:_HOLE]
        found.append((f"d dh p{p} {''.join(known)}", player.line))
    found += [(_line(event, place), event.line) for event in told.events]
    found += [(line, told.line) for line in _shows(seated)]
    return [line for line, _ in found], [source for _, source in found]


def _line(event: Event, place: dict[str, str]) -> str:
    if not event.word:
        return "# " + event.note.replace("\t", " ")
    if event.word == "db":
        return f"d db {''.join(event.cards)}"
    level = "" if event.amount is None else f" {text(_exact(event.amount))}"
    return f"{place[event.name]} {event.word}{level}"


def _shows(seated: Sequence[Player]) -> list[str]:
    """The lines of those who show at the end, or muck there because another one shows."""
    staying = [(p, player) for p, player in enumerate(seated, 1) if not player.folded]
    found = []
    for p, player in staying:
        if player.shown:
            whole = (*player.shown, *[HIDDEN] * _HOLE)[:_HOLE]
            found.append(f"p{p} sm {''.join(whole)}")
    if found and len(staying) > 1:
        found += [f"p{p} sm" for p, player in staying if not player.shown and not player.collected]
        found += [
            f"p{p} sm {ALL}" for p, player in staying if not player.shown and player.collected
        ]
    return found


def _replayed(told: Told, history: History, sources: Sequence[int]) -> Replay:
    """The hand by the rules. Raises `BadHistory` with the line of the file."""
    try:
        return history.replay()
    except UserError as error:
        n = error.message.values.get("n")
        if error.message.key == "error.history_action" and isinstance(n, int):
            action, reason = (error.message.values[name] for name in ("action", "reason"))
            raise told.refused(
                sources[n - 1], "imports.action", action=action, reason=reason
            ) from error
        if error.message.key == "error.history_finishing":
            raise _disagreement(told, history, str(error.message.values["found"])) from error
        raise told.refused(told.line, "imports.hand", reason=error.message) from error


def _disagreement(told: Told, history: History, found: str) -> BadHistory:
    """The error for other results than the file has, at its first line about a pot."""
    line = min(player.told_at for player in told.players.values() if player.told_at)
    ends = listed(history.finishing_stacks or ())
    return told.refused(line, "imports.result", told=ends, found=found)


def _check_result(told: Told, seated: Sequence[Player], replay: Replay) -> None:
    """Compare who has won how much with a hand of which rake was taken. Raises `BadHistory`."""
    if not told.rake:
        return
    unit = Decimal(1) / replay.history.scale
    taken = Decimal()
    for player, end in zip(seated, replay.finishing_stacks, strict=True):
        less = Decimal(end) - Decimal(_finishing(player))
        taken += less
        has_won = Decimal(end) > player.stack - player.paid + (player.got - player.collected)
        wrong = not -unit <= less <= told.rake + unit
        if wrong or (player.collected > 0 and not has_won):
            line = player.told_at or told.line
            values = {"player": player.name, "told": text(_finishing(player)), "found": text(end)}
            raise told.refused(line, "imports.player", **values)
    if abs(taken - told.rake) > unit * len(seated):
        raise told.refused(told.line, "imports.rake", told=str(told.rake), found=str(taken))


def check_winners(history: History) -> None:
    """Replay a history, and compare the winners with its `winnings`, which may be after rake.

    Raises `BadHistory` and what a replay raises.
    """
    hand = history.replay().hand
    winnings = history.others.get("winnings")
    if not isinstance(winnings, list) or len(winnings) != hand.players or not any(winnings):
        return
    won = {event.seat for event in hand.events() if event.kind in WINS}
    told = {seat for seat, chips in enumerate(winnings) if chips}
    if not told <= won:
        names = [[history.names[seat] for seat in sorted(seats)] for seats in (told, won)]
        raise BadHistory("imports.winners", told=names[0], found=names[1])
