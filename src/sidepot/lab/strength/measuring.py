"""Measures the strength of a game's bots, task by task, within a time; finished tasks are kept."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from sidepot import paths
from sidepot.bots.trained.strategy import Trained
from sidepot.engine.game import Game
from sidepot.errors import BadLearned, NotSaved
from sidepot.lab.learn.checkpoints import strategy_of
from sidepot.lab.learn.training import Training
from sidepot.lab.strength import gallery, local, players, reply
from sidepot.lab.strength.players import BEGINNER, EXPERT, RANDOM, REGULAR
from sidepot.lab.strength.playing import Limits, Result, play

_STACK = 100
"""Everybody's stack at the start of a hand, in units."""
ALONE, MANY, REPLY, AT_TABLE, LOCAL = "alone", "many", "reply", "table", "local"
"""One player against the others of a name; the other way round; a learned reply; one that is
learned at the table, with bets of its own; a local one."""
_SIZES = (25, 50, 100, 200, 400)
"""Those bets besides all-in, in hundredths of the pot after a call."""
_TABLES = (2, 3, 4, 6)
"""The numbers of players at such tables."""
VARIANTS: Mapping[str, Sequence[int]] = {
    "calls": local.CALLS_ONLY,
    "pot, all-in": local.POT_AND_ALL_IN,
}
"""The local best responses, by their actions besides folding."""
_WEIGHTS = {ALONE: 1.0, MANY: 1.0, REPLY: 50.0, AT_TABLE: 50.0, LOCAL: 5.0}
"""Weights that divide the time."""
_CLOSE = 6.0  # `regular` is closest to the expert: fewer hands would not tell them apart
_CHOSEN_BY, _FINAL = 1, 2
"""Added to the seed: the deals by which a reply is chosen, and by which it is then measured."""
_DEALS, _FEW_DEALS = {_CHOSEN_BY: 2000, _FINAL: 6000}, 60
"""The deals by which a reply is chosen and measured on the tree; few where hands are counted."""
_PARTS = {_CHOSEN_BY: 0.05, _FINAL: 0.15}  # shares of the time, for replies that play at the table
_LEARNING = 0.75
"""The part of the time in which a reply learns at the table."""
_ROUNDS = 60
"""Rounds of a reply, where hands are counted and not minutes."""
_VERSION = 1


@dataclass(frozen=True, slots=True)
class Task:
    """One task: measure `subject`'s winnings from `opponent`, or the reply to it."""

    kind: str
    players: int
    subject: str
    opponent: str

    @property
    def weight(self) -> float:
        """Its part of the time."""
        is_close = (self.kind, self.subject, self.opponent) == (ALONE, EXPERT, REGULAR)
        return _CLOSE if is_close else _WEIGHTS[self.kind]


@dataclass(frozen=True, slots=True)
class Row:
    """A measured task: chips in units a hand, with half the 95 % interval.

    Of all but `ALONE` it is what the other wins; `of` identifies what the subject has
    learned, `details` says how a reply was learned.
    """

    kind: str
    players: int
    subject: str
    opponent: str
    mean: float
    interval: float
    hands: int
    seconds: float
    signature: str
    of: str = ""
    details: Mapping[str, Any] = field(default_factory=dict)

    @property
    def task(self) -> Task:
        """The task that was measured."""
        return Task(self.kind, self.players, self.subject, self.opponent)


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a measurement, besides the players and the number of hands."""

    game: str
    options: Mapping[str, str]
    unit: int
    """The unit in chips."""
    unit_name: str
    stack: int
    """In units."""
    seed: int


@dataclass(frozen=True, slots=True)
class Limit:
    """The extent of a measurement: minutes for all that is left, or hands for each task."""

    minutes: float = 10.0
    hands: int | None = None
    threads: int = 1


Watch = Callable[[Task, float], None]
"""Called periodically with the present task, and the seconds left for it."""


def unit_of(game: Game) -> tuple[int, str]:
    """The unit of results: the highest blind if there are blinds, else the ante."""
    blinds = game.numbers.get("blinds")
    if isinstance(blinds, tuple) and max(blinds) > 0:
        return max(blinds), "big blinds"
    return game.unit, "antes" if game.ante else "chips"


def terms_of(game: Game, *, stack: int = _STACK, seed: int = 0) -> Terms:
    """The terms of a game with its options."""
    unit, name = unit_of(game)
    chosen = {key: str(value) for key, value in game.chosen.items()}
    return Terms(game.name, chosen, unit, name, stack, seed)


def sizes_of(game: Game, wanted: Iterable[int] = (2, 4)) -> list[int]:
    """The numbers of players that are measured: those wanted, as far as the game allows them."""
    return sorted({min(max(n, game.least), game.most) for n in wanted})


def tasks_of(
    game: Game,
    sizes: Iterable[int],
    own: Mapping[int, Trained] | None = None,
    replies: Iterable[int] = (),
) -> list[Task]:
    """All tasks of a game, without those that no bot can play.

    `replies`: the numbers of players at tables at which replies are learned.
    """
    found = [
        Task(AT_TABLE, n, EXPERT, "learned reply")
        for n in replies
        if players.known(game, EXPERT, n, own) and players.strategy_for(game, n, own) is not None
    ]
    for n in sizes:
        has = {name: players.known(game, name, n, own) for name in (EXPERT, BEGINNER)}
        if has[EXPERT]:
            is_trained = players.strategy_for(game, n, own) is not None
            found += _of_expert(game, n, is_trained=is_trained)
        if has[BEGINNER]:
            found.append(Task(ALONE, n, REGULAR, BEGINNER))
            found += [Task(ALONE, n, EXPERT, BEGINNER)] * has[EXPERT]
    return found


def _of_expert(game: Game, n: int, *, is_trained: bool) -> list[Task]:
    """The expert's tasks; replies are made to a trained strategy, and not to a solution."""
    opponents = [REGULAR, RANDOM, *gallery.HABITS]
    found = [Task(ALONE, n, EXPERT, name) for name in opponents]
    if n == max(2, game.least) and is_trained:
        found.append(Task(REPLY, n, EXPERT, "learned"))
    if n == 2 and is_trained and not game.deals_again:
        found += [Task(LOCAL, n, EXPERT, name) for name in VARIANTS]
    if n > 2:
        found += [Task(MANY, n, EXPERT, name) for name in opponents]
    return found


class Measuring:
    """The results of one game, in a file; missing ones are measured and added."""

    def __init__(
        self,
        game: Game,
        file: Path,
        *,
        sizes: Iterable[int] | None = None,
        terms: Terms | None = None,
        own: Mapping[int, Trained] | None = None,
        again: bool = False,
    ) -> None:
        """`own`: strategies to measure as the expert, by players. `again`: forget what is there.

        Raises `BadLearned` for a file with results of another game or on other terms, `BadSetup`
        for a number of players or a stack that cannot be dealt.
        """
        self.game, self.file, self.own = game, file, own
        self.terms = terms or terms_of(game)
        tables = sizes_of(game, _TABLES) if sizes is None else sorted(set(sizes))
        sizes = sizes_of(game) if sizes is None else tables
        for n in {*sizes, *tables}:
            game.stacks(n, self.terms.stack * self.terms.unit)
        self.tasks = tasks_of(game, sizes, own, tables)
        old = [] if again or not file.exists() else read(file, self.terms)
        self.rows = [row for row in old if row.of == self._of(row.task)]
        """The measured rows, without those of another strategy."""

    @property
    def has_expert(self) -> bool:
        """Whether there is an expert to measure."""
        return any(task.subject == EXPERT for task in self.tasks)

    @property
    def left(self) -> list[Task]:
        """The tasks not measured yet."""
        done = {row.task for row in self.rows}
        return [task for task in self.tasks if task not in done]

    def run(self, limit: Limit, progress: Watch = lambda task, left: None) -> None:
        """Measure what is left, and write the file after each task. Raises `NotSaved`.

        Ctrl-C raises `KeyboardInterrupt`; the tasks before are in the file.
        """
        until = time.monotonic() + 60 * limit.minutes
        tasks = self.left
        for i, task in enumerate(tasks):
            weights = sum(other.weight for other in tasks[i:])
            seconds = max(until - time.monotonic(), 0.0) * task.weight / weights
            self.rows.append(self.measure(task, seconds, limit, progress))
            write(self.file, self.terms, self.rows)

    def measure(
        self, task: Task, seconds: float, limit: Limit, progress: Watch = lambda task, left: None
    ) -> Row:
        """The result of one task, in so many seconds or the hands of the limit."""
        work = _Work(self, task, seconds, limit, progress)
        result, details = _KINDS[task.kind](work)
        return Row(
            **asdict(task),
            mean=round(result.mean / self.terms.unit, 6),
            interval=round(result.interval / self.terms.unit, 6),
            hands=result.hands,
            seconds=round(result.seconds, 1),
            signature=result.signature,
            of=self._of(task),
            details=details,
        )

    def _of(self, task: Task) -> str:
        return players.identity(self.game, task.subject, task.players, self.own)


_Found = tuple[Result, Mapping[str, Any]]


class _Work:
    """One task, with the time it has."""

    def __init__(
        self, whole: Measuring, task: Task, seconds: float, limit: Limit, progress: Watch
    ) -> None:
        self.game, self.terms, self.own, self.task = whole.game, whole.terms, whole.own, task
        self._limit, self._seconds, self._progress = limit, seconds, progress
        self._started = time.monotonic()
        self.stack = self.terms.stack * self.terms.unit

    def tell(self, _: Any = None) -> None:
        """Say how far it is."""
        spent = time.monotonic() - self._started
        self._progress(self.task, max(self._seconds - spent, 0.0))

    def part(self, part: float) -> float | None:
        """Seconds: a part of the time; None where hands are counted."""
        return None if self._limit.hands is not None else part * self._seconds

    @property
    def threads(self) -> int:
        """The number of threads to use."""
        return self._limit.threads

    def limits(self, part: float = 1.0, hands: int | None = None) -> Limits:
        """The limits of play: a part of the time, or the number of hands."""
        n = self.task.players
        counted = self._limit.hands
        if counted is not None:
            return Limits(deals=-(-(hands or counted) // n), threads=self.threads)
        return Limits(seconds=part * self._seconds, threads=self.threads)

    def table(self, one: Any, others: Any, part: float = 1.0, seed: int = 0) -> Result:
        """The winnings of one player at a table with others."""
        seated = [one] + [others] * (self.task.players - 1)
        play(self.game, seated, stack=self.stack, limits=Limits(deals=1))  # compiles
        return play(
            self.game,
            seated,
            stack=self.stack,
            limits=self.limits(part),
            seed=self.terms.seed + seed,
            progress=self.tell,
        )

    def player(self, name: str) -> Any:
        """The player of a name."""
        return players.player(self.game, name, self.task.players, self.own)

    @property
    def strategy(self) -> Trained:
        """The subject's strategy."""
        found = players.strategy_for(self.game, self.task.players, self.own)
        assert found is not None, "without one there is no such task"
        return found


def _alone(work: _Work) -> _Found:
    return work.table(work.player(work.task.subject), work.player(work.task.opponent)), {}


def _many(work: _Work) -> _Found:
    return work.table(work.player(work.task.opponent), work.player(work.task.subject)), {}


def _reply(work: _Work) -> _Found:
    """Two replies are learned; the better one, by other deals, is measured."""
    found = []
    for finer, part in ((1, 0.45), (reply.FINER, 0.3)):
        learned = _learned(work, part, finer=finer)
        for bound in reply.BOUNDS if learned.is_on_tree else reply.BOUNDS[:1]:
            tried = _won(work, learned, bound, _CHOSEN_BY)
            found.append((tried.mean, finer, bound, learned))
    _, finer, bound, best = max(found, key=lambda each: each[:3])
    details = {"finer": finer, "traversals": best.traversals, "sets": best.sets, "bound": bound}
    return _won(work, best, bound, _FINAL), details


def _reply_at_table(work: _Work) -> _Found:
    """A reply is learned at the table, with bets of its own, and measured there on other deals."""
    learned = _learned(work, _LEARNING, finer=1, sizes=_SIZES)
    details = {"traversals": learned.traversals, "sets": learned.sets}
    bot = reply.greedy(strategy_of(learned))
    return work.table(bot, work.strategy, 1.0 - _LEARNING, _FINAL), details


def _learned(work: _Work, part: float, **how: Any) -> Training:
    """A reply that is learned in a part of the time, or in some rounds (`reply.learn`)."""
    seconds = work.part(part)
    return reply.learn(
        work.strategy,
        stack=work.stack,
        seconds=seconds,
        rounds=_ROUNDS if seconds is None else None,
        seed=work.terms.seed,
        threads=work.threads,
        progress=work.tell,
        **how,
    )


def _won(work: _Work, learned: Training, bound: float, seed: int) -> Result:
    """The winnings of a reply: on its tree if it has one, else at the table."""
    if learned.is_on_tree:
        deals = _DEALS[seed] if work.part(1.0) is not None else _FEW_DEALS
        return reply.won_on_tree(learned, work.terms.seed + seed, deals, bound)
    bot = reply.greedy(strategy_of(learned))
    return work.table(bot, work.strategy, _PARTS[seed], seed)


def _local(work: _Work) -> _Found:
    result = local.respond(
        work.game,
        local.LearnedOpponent(work.strategy),
        stack=work.stack,
        bets=VARIANTS[work.task.opponent],
        limits=work.limits(),
        seed=work.terms.seed,
        progress=work.tell,
    )
    return result, {}


_KINDS: Mapping[str, Callable[[_Work], _Found]] = {
    ALONE: _alone,
    MANY: _many,
    REPLY: _reply,
    AT_TABLE: _reply_at_table,
    LOCAL: _local,
}


def write(file: Path, terms: Terms, rows: Sequence[Row]) -> None:
    """Write results, atomically. Raises `NotSaved`."""
    held = {"version": _VERSION, "terms": asdict(terms), "rows": [asdict(row) for row in rows]}
    try:
        with paths.atomic_write(file) as draft:
            draft.write_text(_text(held), "utf-8")
    except OSError as error:
        raise NotSaved("error.not_written", file=str(file), reason=error.strerror) from error


def _text(held: Mapping[str, Any]) -> str:
    """JSON with a line for each row, so that versions can be compared."""
    rows = ",\n  ".join(json.dumps(row) for row in held["rows"])
    head = json.dumps({**held, "rows": None})
    return head.replace('"rows": null}', f'"rows": [\n  {rows}\n]}}\n')


def read_terms(file: Path) -> Terms:
    """The terms of a file of results. Raises `BadLearned`."""
    return Terms(**_held(file)["terms"])


def read(file: Path, terms: Terms | None = None) -> list[Row]:
    """The results in a file. Raises `BadLearned` if it is none, or on other terms."""
    held = _held(file)
    theirs = Terms(**held["terms"])
    if terms is not None and theirs != terms:
        named = {"theirs": _named(theirs), "ours": _named(terms)}
        raise BadLearned("strength.terms", file=str(file), **named)
    return [Row(**row) for row in held["rows"]]


def _named(terms: Terms) -> str:
    options = "".join(f" {name}={value}" for name, value in terms.options.items())
    return f"{terms.game}{options}, {terms.stack} {terms.unit_name}, seed {terms.seed}"


def _held(file: Path) -> dict[str, Any]:
    try:
        held: dict[str, Any] = json.loads(file.read_text("utf-8"))
        if held["version"] != _VERSION:
            raise ValueError
        Terms(**held["terms"])
        [Row(**row) for row in held["rows"]]
    except (OSError, ValueError, LookupError, TypeError, RecursionError) as error:
        raise BadLearned("strength.broken", file=str(file)) from error
    return held
