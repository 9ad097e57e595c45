"""Which entries of the catalogue the source says, read from the source."""

import ast
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import sidepot
from sidepot import errors, hands
from sidepot.bots.guarded import REASONS
from sidepot.cli import COMMANDS, argparse_words
from sidepot.engine.definition import COMPLETE_TO
from sidepot.engine.event import COMPLETED
from sidepot.engine.game import Game, Hand
from sidepot.engine.naming import GAINS, WINS
from sidepot.engine.streets import REPLACES, SAID, WAYS
from sidepot.games import registry
from sidepot.room.client.fairness import KINDS, NOTICES, STANDINGS
from sidepot.rules import actions, journal
from tests.suites import SUITES

ROOT = Path(sidepot.__file__).parent
ERRORS = {name for name in vars(errors) if isinstance(getattr(errors, name), type)}
SAYERS = {"Message", "say", *ERRORS}
"""What is called with a key."""

SECOND = {"expect": 2, "refused": 1}
"""What is called with a key in another place than the first."""

STATUSES = ("folded", "out", "absent")
NOBODYS = (
    *("board", "match", "refilled", "street", "keeps", "keeps_all", "brought", "stays"),
    *("high_half", "low_half", "no_low", "wild"),
)
"""Events that happen to nobody."""
MARKS = ("all_in", "dealer")
LAWS = ("replay",)
"""What `Case.broken` is told by way of a variable; the rest `literal` reads."""


class Spoken(NamedTuple):
    """A key that is said somewhere, and the values that it gets if they can be read there."""

    where: str
    key: str
    values: frozenset[str] | None


@cache
def calls() -> list[tuple[str, ast.Call, str]]:
    """Every call in the source, with the name of what is called."""
    found = []
    for path in sorted(ROOT.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                called = node.func
                name = getattr(called, "attr", getattr(called, "id", ""))
                found.append((f"{path.relative_to(ROOT)}:{node.lineno}", node, name))
    return found


@cache
def literal() -> list[Spoken]:
    """The keys that are written out."""
    found = []
    for where, call, name in calls():
        for first in call.args[SECOND.get(name, 0) :][:1]:
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                if name == "expect":
                    found.append(Spoken(where, first.value, frozenset({"value"})))
                elif name == "refused":
                    found.append(Spoken(where, first.value, _keywords(call)))
                elif name in SAYERS:
                    found.append(Spoken(where, first.value, _values(call, name)))
                elif name == "broken":
                    found.append(Spoken(where, f"law.{first.value}", _keywords(call)))
    return found


def _values(call: ast.Call, name: str) -> frozenset[str] | None:
    if name != "Message":
        return _keywords(call)
    if len(call.args) < 2:
        return frozenset()
    given = call.args[1]
    if not isinstance(given, ast.Dict) or None in given.keys:
        return None
    return frozenset(str(key.value) for key in given.keys if isinstance(key, ast.Constant))


def _keywords(call: ast.Call) -> frozenset[str] | None:
    names = [keyword.arg for keyword in call.keywords]
    return None if None in names else frozenset(name for name in names if name)


def prefixes() -> set[str]:
    """The beginnings of the keys that are put together: `event.` of f"event.{kind}"."""
    found = set()
    for _, call, name in calls():
        for first in call.args[:1]:
            if name in SAYERS and isinstance(first, ast.JoinedStr):
                begin = first.values[0]
                found.add(str(begin.value) if isinstance(begin, ast.Constant) else "")
    return found


def open_hand(game: Game) -> Hand:
    """A hand in which somebody has something to decide: some are over as they are dealt."""
    hands = (game.deal(seed=seed) for seed in range(100))
    return next(hand for hand in hands if not hand.over)


@cache
def facts() -> set[str]:
    """The facts of a table after the deal, and those that the first to act is reminded of then."""
    found = set[str]()
    for game in registry().values():
        hand = open_hand(game)
        seat, dealt = hand.actor or 0, hand.view(-1).facts
        hand.act(hand.legal[0])
        found |= {*dealt, *hand.view(seat).facts}
        if game.keeps_pot:
            found |= {*game.deal(kept={"pot": 1}, seed=0).view(-1).facts}
    return found


@cache
def families() -> dict[str, set[str]]:
    """The keys that are put together, by their beginnings."""
    counted = {*actions.KINDS} & {actions.NAMES[number] for number in actions.COUNTED}
    shared = {"anted_all", "dealt_down", "dealt_down_you", "dealt_down_all", "discarded_down"}
    shared |= {"passed_down", "received_down", "seen_down"}
    shared |= {"missed_all", "split_all", "split_side_all", "shared_all", "given_back_all"}
    named = {kind + person for kind in (*GAINS, *WINS) for person in ("", "_you")}
    named |= {"split_all", "split_side_all"}
    own = own_names()
    acts = {*WAYS.names, *REPLACES.names}
    choices = {*actions.KINDS} - counted | {f"{k}_{form}" for k in counted for form in _FORMS}
    choices |= {f"{kind}_these" for k, kind in enumerate(actions.KINDS) if k in actions.SETS}
    events = {kind + person for kind in journal.KINDS for person in ("", "_you")}
    events -= {f"{kind}_you" for kind in NOBODYS}
    names: dict[str, set[str]] = {
        "choice.": choices | acts | own["action"] - {COMPLETE_TO} | {f"{COMPLETE_TO}_one"},
        "label.": own["action"] | acts,
        "did.": own["event"] | {*SAID.names},
        "event.": events
        | shared
        | {f"{form}_hand" for form in named}
        | own["event"]
        | {f"{name}_you" for name in own["event"] - own["nobody"]}
        | own["down"]
        | {name + person for name in SAID.names for person in ("", "_you")},
        "explain.": {*actions.KINDS}
        | acts
        | own["action"]
        | {f"{kind}_range" for kind in counted}
        | {"buy_fixed"},
        "explain_in.": {
            *(f"ricochet.{name}" for name in ("pass", "buy", "buy_fixed", "buy_range")),
            *("poker_roulette.lay", "poker_roulette.decline"),
            *("guts.in", "guts.out", "high_noon.discard"),
        },
        "hand.": {*hands.CATEGORIES.values()},
        "status.": {*STATUSES},
        "mark.": {*MARKS},
        "fact.": facts(),
        "cli.": {*COMMANDS},
        "fair.breach_": {*KINDS},
        "fair.notice_": {*NOTICES},
        "fair.standing_": {*STANDINGS},
        "forfeit.": {*REASONS},
        "result.won": {"", "_you"},
        "result.shown": {"", "_you"},
        "result.took": {"", "_you"},
        "result.unseen": {"", "_you"},
        "law.": {*LAWS},
        "argparse.": {*argparse_words.KEYS.values()},
        "held.": {*SUITES},
        "evening.": {"best_hand", "biggest_pot", "longest_hand", "comeback"}
        | {f"escape_{journal.KINDS[kind]}" for kind in journal.ESCAPES},
        "evening.headline_": {
            f"{kind}{number}" for kind in ("won", "leads") for number in ("", "_shared", "_none")
        },
        "room.sat_out_": {"self", "clock", "chips", "empty"},
        "room.record_": {f"escape_{journal.KINDS[kind]}" for kind in journal.ESCAPES},
        "room.left_": {"self", "removed", "ended"},
        "room.voided_": {"host", "rules", "ended", "misdeal"},
    }
    return {begin: {begin + name for name in family} for begin, family in names.items()}


_FORMS = ("one", "range")


def own_names() -> dict[str, set[str]]:
    """The names that games of the house have of their own for actions and for events."""
    says = [item for game in registry().values() for item in game.says.items()]
    return {
        "action": {name for kind, name in says if kind in actions.KINDS} | {COMPLETE_TO},
        "event": {name for kind, name in says if kind in journal.KINDS} | {COMPLETED},
        "nobody": {name for kind, name in says if kind in NOBODYS},
        "down": {f"{name}_down" for kind, name in says if kind == "discarded"},
    }


def places(sentence: str) -> set[tuple[str, str]]:
    """The places of a sentence: a name, and how its value becomes words."""
    return set(re.findall(r"{(\w*):?(\w*)}", sentence))
