"""An evening: the hands played at a table, the course of its chips, and its highlights.

Everything comes from the lines of its hands and from its ledger, which name no card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import accumulate

from sidepot.room.protocol.resources import (
    AccountView,
    EveningView,
    Feat,
    HandLine,
    Highlight,
    LedgerView,
    PlayedGame,
    SeasonEvening,
    SeasonPlayer,
)
from sidepot.room.protocol.table_rules import GamePlan
from sidepot.room.table import match
from sidepot.room.table.rules import game_view, table_name
from sidepot.room.table.state import TableState
from sidepot.words import Message

MAX_POINTS = 200
"""Points of a line of the chart at most."""


def evening(
    table: str,
    state: TableState,
    lines: Sequence[HandLine],
    ledger: LedgerView,
    *,
    is_past: bool = False,
) -> EveningView:
    """The evening at a table.

    `lines` and `ledger` are those that the viewer may see; `is_past`: they end before the table
    does, and nothing after them is told.
    """
    played = [line for line in lines if not line.is_void]
    nets = [_nets(line, ledger.accounts) for line in played]
    chart = _points(len(played))
    ways = [list(accumulate((net.get(i, 0) for net in nets), initial=0)) for i in _all(ledger)]
    for way, account in zip(ways, ledger.accounts, strict=True):
        way[-1] = account.net  # with shares of pots for which no hand followed
    hands_of = [sum(i in net for net in nets) for i in _all(ledger)]
    winners = [] if is_past else _winners_of(state, ledger, hands_of)
    return EveningView(
        table=table,
        name=table_name(state.name, state.rules.games),
        host=state.name_of(state.host),
        is_ended=state.is_ended or is_past,
        began=played[0].at if played else None,
        last=played[-1].at if played else None,
        hands=len(played),
        games=_games(played),
        ledger=ledger,
        hands_of=hands_of,
        won_of=[sum(net.get(i, 0) > 0 for net in nets) for i in _all(ledger)],
        chart=[played[point - 1].hand if point else 0 for point in chart],
        lines=[[way[point] for point in chart] for way in ways],
        highlights=_highlights(played, ways, ledger),
        next=None if is_past else state.next_table,
        headline=_headline(winners, is_ended=state.is_ended) if played and not is_past else None,
        winners=winners,
        places=match.places(state) if match.running(state) and not is_past else None,
    )


def _winners_of(state: TableState, ledger: LedgerView, hands_of: Sequence[int]) -> list[str]:
    """The winner of a match, or those who are furthest ahead: no bot where people have played."""
    if match.running(state):
        return match.winners(state)
    players = [a for a, hands in zip(ledger.accounts, hands_of, strict=True) if hands]
    people = [account for account in players if account.guest]
    those = people if len(people) > 1 else [one for one in players if not one.is_bank]
    most = max((account.net for account in those), default=0)
    return [account.name for account in those if account.net == most > 0]


def _headline(winners: Sequence[str], *, is_ended: bool) -> Message:
    """The evening in a few words: its winners, or whoever is ahead so far."""
    names: dict[str, object] = {"player": winners[0]} if winners else {}
    if len(winners) > 1:
        names, number = {"players": list(winners)}, "_shared"
    else:
        number = "" if winners else "_none"
    return Message(f"evening.headline_{'won' if is_ended else 'leads'}{number}", names)


def season_evening(view: EveningView, name: str) -> SeasonEvening:
    """The season's summary of an evening, without the bank, whose name varies by language.

    `name`: that of its table, empty where it is called like its game.
    """
    players = [
        SeasonPlayer(account.name, account.guest, hands, account.net)
        for account, hands in zip(view.ledger.accounts, view.hands_of, strict=True)
        if hands and not account.is_bank
    ]
    game = view.games[0].name
    return SeasonEvening(view.table, name, view.last or 0, view.hands, players, game)


def _all(ledger: LedgerView) -> range:
    return range(len(ledger.accounts))


def _nets(line: HandLine, accounts: Sequence[AccountView]) -> dict[int, int]:
    """The nets of a hand by account; the bank has the seat after all others.

    A guest is known by their id, since they may have changed their name.
    """
    keys = [guest or name for guest, name in zip(line.guests, line.names, strict=True)]
    places = {account.guest or account.name: i for i, account in enumerate(accounts)}
    found = {places[key]: net for key, net in zip(keys, line.nets, strict=False) if key in places}
    if len(line.nets) > len(keys) and accounts and accounts[-1].is_bank:
        found[len(accounts) - 1] = line.nets[-1]
    return found


def _points(hands: int) -> list[int]:
    """The numbers of hands after which a chart has a point, from 0 to the last one."""
    if hands < MAX_POINTS:
        return list(range(hands + 1))
    return [round(i * hands / (MAX_POINTS - 1)) for i in range(MAX_POINTS)]


def _games(played: Iterable[HandLine]) -> list[PlayedGame]:
    """The games, those that were played most often first."""
    counts = Counter(line.game for line in played)
    return [
        PlayedGame(name, game_view(GamePlan(name=name)).title, n)
        for name, n in counts.most_common()
    ]


def _highlights(
    played: Sequence[HandLine], ways: Sequence[Sequence[int]], ledger: LedgerView
) -> list[Highlight]:
    """The highlights that the lines show."""
    found = []
    best = max(played, key=lambda line: line.shown.strength if line.shown else 0, default=None)
    if best and best.shown and best.shown.strength and best.shown.hand:
        name, said = best.names[best.shown.seat], best.shown.hand
        values: dict[str, object] = {"player": name, "what": said.text, "hand": best.hand}
        found.append(_highlight("best_hand", best, values))
    biggest = max(played, key=lambda line: line.pot, default=None)
    if biggest and biggest.pot:
        values = {"players": _winners(biggest), "n": biggest.pot, "hand": biggest.hand}
        found.append(_highlight("biggest_pot", biggest, values))
    for line, feat in _escapes(played):
        values = {"player": line.names[feat.seat], "n": feat.count, "hand": line.hand}
        values["amount"] = feat.amount
        found.append(_highlight(f"escape_{feat.kind}", line, values))
    longest = max(played, key=lambda line: line.actions, default=None)
    if longest and longest.actions:
        values = {"n": longest.actions, "hand": longest.hand}
        found.append(_highlight("longest_hand", longest, values))
    if back := _comeback(ways, ledger):
        found.append(back)
    return found


def _winners(line: HandLine) -> list[str]:
    """The names of those who won the most in a hand; nobody's against a bank that won."""
    nets = line.nets[: len(line.names)]
    most = max(nets, default=0)
    return [name for name, net in zip(line.names, nets, strict=False) if net == most > 0]


def _escapes(played: Iterable[HandLine]) -> list[tuple[HandLine, Feat]]:
    """The greatest escape of each kind, with its hand."""
    best: dict[str, tuple[HandLine, Feat]] = {}
    for line in played:
        for feat in line.feats:
            held = best.get(feat.kind)
            if held is None or (feat.count, feat.amount) > (held[1].count, held[1].amount):
                best[feat.kind] = line, feat
    return list(best.values())


def _comeback(ways: Sequence[Sequence[int]], ledger: LedgerView) -> Highlight | None:
    """The player who came back from furthest behind to end ahead."""
    people = [i for i in _all(ledger) if not ledger.accounts[i].is_bank]
    back = [i for i in people if ways[i][-1] > 0 > min(ways[i])]
    if not back:
        return None
    i = min(back, key=lambda i: min(ways[i]))
    values = {"player": ledger.accounts[i].name, "n": -min(ways[i]), "net": ways[i][-1]}
    return _highlight("comeback", None, values)


def _highlight(kind: str, line: HandLine | None, values: dict[str, object]) -> Highlight:
    said = Message(f"evening.{kind}", values)
    cards = line.shown.cards if line and line.shown else []
    return Highlight(kind, line.hand if line else None, said, cards)
