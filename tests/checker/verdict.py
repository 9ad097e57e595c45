"""The verdict on a run: the clients' views compared with the database and a model."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Protocol

from tests.checker.model import Impossible, Table

Json = dict[str, Any]
SLACK = 5.0
"""Seconds that a turn's end may take to be seen, on a busy machine."""
LONGEST = 30.0
"""Seconds that a turn of five may have left: as many after an absence."""
PROMISES = ("committed", "once", "gapless", "views", "chips", "turns", "sound")
"""The promises: what is told is committed; what is acknowledged is there, once and only once, and
what was refused is not; versions are gapless and never go back; each view is the model's; chips are
conserved; somebody's turn always ends; the file is sound, and the server ended cleanly."""


@dataclass(frozen=True)
class Violation:
    """A broken promise, and what shows it."""

    promise: str
    facts: str


class Reader(Protocol):
    """The stored data: see `tests.checker.stored.Stored`."""

    def log(self, table: str) -> list[tuple[int, Json]]: ...

    def chat(self, table: str) -> list[tuple[int, str, str]]: ...

    def is_sound(self) -> bool: ...


def judge(facts: Sequence[Json], stored: Reader, tables: Iterable[str]) -> list[Violation]:
    """Every violation that a run shows."""
    found = [Violation(fact["promise"], str(fact)) for fact in facts if fact["what"] == "violation"]
    if not stored.is_sound():
        found.append(Violation("sound", "integrity_check"))
    found += [
        Violation("sound", f"the server ended with status {fact['status']}")
        for fact in facts
        if fact["what"] == "end" and fact["status"] != 0
    ]
    for table in sorted(set(tables)):
        of_table = [fact for fact in facts if fact.get("table") == table]
        log = stored.log(table)
        found += _once(of_table, log, stored.chat(table))
        models, impossible = _models(log)
        found += impossible
        found += _gapless(of_table, log)
        found += _views(of_table, models)
    found += turns(facts)
    return found


def _once(
    facts: Sequence[Json], log: Sequence[tuple[int, Json]], chat: Sequence[tuple[int, str, str]]
) -> Iterator[Violation]:
    """Acknowledged commands are stored once, at their version; refused ones are not stored."""
    kinds = {
        (f["guest"], f["command"]["id"]): f["command"]["type"]
        for f in facts
        if f["what"] == "invoke"
    }
    guests = {f["client"]: f["guest"] for f in facts if f["what"] == "invoke"}
    done = Counter((event.get("by"), event["id"]) for _, event in log if event.get("id"))
    done += Counter((guest, id) for _, guest, id in chat)
    for key, times in done.items():
        if times > 1:
            yield Violation("once", f"{key} was done {times} times")
    at = {("log", n): (event.get("by"), event.get("id")) for n, event in log}
    at |= {("chat", n): (guest, id) for n, guest, id in chat}
    versions: dict[tuple[str, str], int] = {}
    for fact in facts:
        if fact["what"] == "ok":
            key = (fact["guest"], fact["id"])
            where = "chat" if kinds[key] in ("chat", "react") else "log"
            if at.get((where, fact["version"])) != key:
                yield Violation("once", f"acknowledged and not there: {fact}")
            if versions.setdefault(key, fact["version"]) != fact["version"]:
                yield Violation("once", f"acknowledged as {versions[key]} before: {fact}")
    for fact in facts:
        if fact["what"] == "refused" and fact["client"] in guests:
            key = (guests[fact["client"]], fact["id"])
            if key in done and key not in versions:
                yield Violation("once", f"refused and done: {fact}")


def _models(log: Sequence[tuple[int, Json]]) -> tuple[dict[int, Json], list[Violation]]:
    """The expected view at each version, and a violation for an event that is impossible."""
    table, models = Table(), dict[int, Json]()
    for version, event in log:
        try:
            table.apply(event)
        except (
            Impossible,
            LookupError,
            ValueError,
        ) as error:  # an event of a chair that nobody has taken
            return models, [Violation("chips", f"version {version}, {event['type']}: {error!r}")]
        models[version] = {
            "host": table.host,
            "chairs": table.shown(),
            "hand": table.hand,
            "decision": table.decision if table.seats else None,
            "played_for": table.at_stake(),
        }
    return models, []


def _gapless(facts: Sequence[Json], log: Sequence[tuple[int, Json]]) -> Iterator[Violation]:
    """The log has every version, no client's goes back, and no client misses a view."""
    if [version for version, _ in log] != list(range(1, len(log) + 1)):
        yield Violation("gapless", "the log has a gap")
    views = [fact for fact in facts if fact["what"] == "view"]
    ends = {fact["version"] for fact in views if not fact["whole"]}
    last: dict[int, int] = defaultdict(int)
    for fact in views:
        if fact["version"] < last[fact["client"]]:
            yield Violation("gapless", f"back from {last[fact['client']]}: {fact}")
        last[fact["client"]] = fact["version"]
    for line in _lines(views).values():
        for before, after in pairwise(line):
            missed = ends & set(range(before["version"] + 1, after["version"]))
            if missed and not after["whole"]:
                yield Violation("gapless", f"the views {sorted(missed)} are missing: {after}")


def _views(facts: Sequence[Json], models: Mapping[int, Json]) -> Iterator[Violation]:
    """Each view shows what the model has at its version."""
    for fact in facts:
        if fact["what"] != "view":
            continue
        model = models.get(fact["version"])
        if model is None:
            yield Violation("views", f"of a version that is not there: {fact}")
            continue
        names = ["host", "chairs", "hand"]
        if model["decision"] is not None:
            names += ["decision"]
        for name in names:
            if fact[name] != model[name]:
                yield Violation("views", f"{name} should be {model[name]}: {fact}")
        if model["decision"] is not None and fact["played_for"] != model["played_for"]:
            yield Violation("chips", f"{model['played_for']} chips are in play: {fact}")


def turns(facts: Sequence[Json]) -> Iterator[Violation]:
    """Every clock shown has an end within bounds, and the next view arrives by then."""
    away = _faults(facts)
    end = {**facts[-1], "what": "end", "version": 10**12}
    for table in _tables(facts):
        for view in table:
            if not _is_ticking(view):
                continue
            if view["left"] > LONGEST + 1:
                yield Violation("turns", f"a turn that is too long: {view}")
            if -view["left"] > SLACK + _lost(view["t"] + view["left"], view["t"], away):
                yield Violation("turns", f"a turn that should be over: {view}")
        for view, after in pairwise([*_newest(table), end]):
            late = after["t"] - view["t"] - max(view["left"] or 0, 0)
            if _is_ticking(view) and late > SLACK + _lost(view["t"], after["t"], away):
                yield Violation("turns", f"a turn is {late:.1f} s late: {view}")


def _is_ticking(view: Json) -> bool:
    return view["left"] is not None and view["phase"] != "paused"


def _tables(facts: Iterable[Json]) -> list[list[Json]]:
    """The views by table."""
    found: dict[str, list[Json]] = defaultdict(list)
    for fact in facts:
        if fact["what"] == "view":
            found[fact["table"]].append(fact)
    return list(found.values())


def _newest(views: Iterable[Json]) -> Iterator[Json]:
    """The first view of each version, as far as nobody has seen a later one."""
    last = 0
    for view in views:
        if view["version"] > last:
            last = view["version"]
            yield view


def _lost(begin: float, end: float, away: Iterable[tuple[float, float]]) -> float:
    """The seconds of an interval lost to faults."""
    return sum(_overlap(begin, end, fault) for fault in away)


def _faults(facts: Sequence[Json]) -> list[tuple[float, float]]:
    """When faults began and ended, and how long the room takes to recover; a clock that is set is
    none: it may cost nobody anything, and make no turn longer."""
    found, began = [], 0.0
    for fact in facts:
        if fact["what"] == "fault":
            began = fact["t"]
        elif fact["what"] == "healed" and fact["fault"] not in ("forward", "back", "slow"):
            found.append((began, fact["t"] + SLACK))
    return found


def _overlap(begin: float, end: float, fault: tuple[float, float]) -> float:
    return max(0.0, min(end, fault[1]) - max(begin, fault[0]))


def _lines(facts: Iterable[Json]) -> dict[tuple[int, int], list[Json]]:
    """Facts by connection."""
    found: dict[tuple[int, int], list[Json]] = defaultdict(list)
    for fact in facts:
        found[fact["client"], fact["line"]].append(fact)
    return found
