"""Training: reproducible, stopped and resumed, and kept in files that are checked."""

from __future__ import annotations

import io
import json
import zipfile
from concurrent import futures
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sidepot import games, kernel
from sidepot.bots.trained import files, fingerprint
from sidepot.bots.trained.buckets import centers_of, nearest
from sidepot.bots.trained.slots import list_slots
from sidepot.engine.game import Game
from sidepot.errors import BadLearned, BadSetup, NotSaved
from sidepot.lab.learn import checkpoints, training
from sidepot.lab.learn.checkpoints import strategy_of
from sidepot.lab.learn.training import Pace, Training
from sidepot.rules.actions import BET, CALL, DISCARD, FOLD, RAISE_TO, Menu, encode, kind
from tests.lab.learn.games.kuhn import KUHN

ONE_CARD = Path(__file__).parents[3] / "examples" / "one_card.py"


def small(**wanted: Any) -> Training:
    """A training that is quick, by sampling."""
    return Training(KUHN, is_exact=True, is_sampled=True, pace=Pace(20, 1, 0), **wanted)


def signature(**wanted: Any) -> str:
    threads = wanted.pop("threads", 1)
    begun = small(**wanted)
    begun.run(rounds=6, threads=threads)
    return begun.signature


def test_the_same_seed_learns_the_same_on_any_number_of_threads() -> None:
    one = signature(lanes=3)
    assert one == signature(lanes=3, threads=2) == signature(lanes=3, threads=3)
    assert one != signature(lanes=3, seed=1) != signature(lanes=2)


def test_a_stopped_training_resumes_as_if_it_had_not_been_stopped(tmp_path: Path) -> None:
    file = tmp_path / "kuhn.sidepot"
    begun = Training(KUHN, is_exact=True)
    begun.run(rounds=3)
    checkpoints.save(begun, file)
    other = checkpoints.resume(file, KUHN)
    assert other.standing == begun.standing
    for half in (begun, other):
        half.run(rounds=3)
    assert other.standing == begun.standing
    assert [path.name for path in tmp_path.iterdir()] == ["kuhn.sidepot"]


@pytest.mark.both_forms
@pytest.mark.parametrize(("is_sampled", "known"), [(False, "3040eea0"), (True, "6636d8ca")])
def test_both_forms_of_the_rules_learn_the_same(is_sampled: bool, known: str) -> None:
    """A change of the learner, or of the rules of Kuhn poker, changes these signatures."""
    begun = Training(KUHN, is_exact=True, is_sampled=is_sampled, lanes=2, pace=Pace(20, 1, 0))
    begun.run(rounds=3)
    assert begun.signature == known


def test_ctrl_c_ends_training_after_the_round(monkeypatch: pytest.MonkeyPatch) -> None:
    real, asked = futures.wait, list[int]()

    def wait(*arguments: Any, **named: Any) -> Any:
        asked.append(1)
        if len(asked) == 2:
            raise KeyboardInterrupt
        return real(*arguments, **named)

    monkeypatch.setattr(training, "wait", wait)
    stopped, whole = small(lanes=1), small(lanes=1)
    assert stopped.run(rounds=100)
    assert 1 <= stopped.rounds < 100
    monkeypatch.undo()
    assert not whole.run(rounds=stopped.rounds)
    assert whole.signature == stopped.signature


@pytest.mark.soak("the values of Kuhn and Leduc are exact every time")
def test_regret_falls_and_time_ends() -> None:
    begun, told = small(lanes=1), []
    begun.run(rounds=40, progress=lambda t, left: told.append((t.standing.regret, left)))
    assert told[-1][0] < told[4][0] / 1.5 and told[-1][1] == float("inf")
    assert begun.standing.decisions > begun.standing.traversals == 40 * 20 * 2 * begun.lanes
    begun.run(seconds=0.0)
    assert begun.rounds == 40


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A learned strategy."""
    begun = small()
    begun.run(rounds=1)
    checkpoints.save(begun, tmp_path / "kuhn.sidepot")
    return tmp_path / "kuhn.sidepot"


def rewritten(file: Path, **changes: Any) -> None:
    """Change the head of a file."""
    with np.load(file) as parts:
        held = dict(parts)
    head = json.loads(held["head"].tobytes()) | changes
    held["head"] = np.frombuffer(json.dumps(head).encode(), np.uint8)
    with file.open("wb") as out:
        np.savez(out, **held)


def test_a_file_of_another_version_is_refused_with_both_named(file: Path) -> None:
    rewritten(file, version=99)
    with pytest.raises(BadLearned, match="of version 99, and this Sidepot reads version 3"):
        files.load(file, KUHN)


def test_a_file_for_other_rules_is_refused_with_both_named(file: Path) -> None:
    """The lowest card wins: nothing of what is offered changes, and the file does not fit."""
    source = (Path(__file__).parent / "games" / "kuhn.py").read_text()
    changed = file.with_name("changed.py")
    changed.write_text(source.replace("] > s.hole", "] < s.hole"))
    other = games.find(str(changed))
    with pytest.raises(BadLearned) as refused:
        files.load(file, other)
    named = [str(fingerprint.rules_of(game)) for game in (KUHN, other)]
    assert named[0] != named[1] and all(name in str(refused.value) for name in named)


def test_a_file_for_other_options_or_another_game_is_refused(file: Path) -> None:
    one_card = games.find(str(ONE_CARD))
    with pytest.raises(BadLearned, match=r"kuhn ante=1.* these are one-card ante=1 bet=2"):
        files.load(file, one_card)
    theirs, ours = (
        fingerprint.rules_of(one_card),
        fingerprint.rules_of(one_card.with_options(ante=2)),
    )
    assert not theirs.fits(ours)


def test_rules_fit_by_code_or_by_play() -> None:
    """Another Python has other byte code; what the rules do is the same."""
    ours = fingerprint.rules_of(KUHN)
    assert ours.fits(replace(ours, code="of another Python"))
    assert ours.fits(replace(ours, play="of another seed"))
    assert not ours.fits(replace(ours, code="", play=""))
    assert not ours.fits(replace(ours, options="ante=2"))


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 nothing", b"act = 1", b"\x80\x04N."])
def test_a_file_that_is_no_strategy_is_refused(tmp_path: Path, content: bytes) -> None:
    bad = tmp_path / "bad"
    bad.write_bytes(content)
    with pytest.raises(BadLearned, match="is no learned strategy, or is damaged"):
        files.load(bad, KUHN)
    assert not files.is_learned(bad) and not files.is_learned(tmp_path / "none")
    with pytest.raises(BadLearned, match="there is no file"):
        files.load(tmp_path / "none", KUHN)


def test_a_file_cut_off_or_with_code_in_it_is_refused(file: Path) -> None:
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(BadLearned, match="damaged"):
        files.load(file, KUHN)
    with file.open("wb") as out:
        np.savez(out, head=np.array([{"version": 1}], dtype=object))
    with pytest.raises(BadLearned, match="damaged"):
        files.load(file, KUHN)
    with zipfile.ZipFile(file, "w") as parts:
        parts.writestr("head.npy", io.BytesIO(b"x").getvalue())
    with pytest.raises(BadLearned, match="damaged"):
        files.load(file, KUHN)


@pytest.mark.parametrize("changes", [{"trained": {}}, {"trained": 3}, {"rules": {"game": "kuhn"}}])
def test_a_file_whose_head_lacks_something_is_refused(file: Path, changes: dict[str, Any]) -> None:
    rewritten(file, **changes)
    with pytest.raises(BadLearned, match="damaged"):
        files.load(file, KUHN)


def test_a_failed_write_keeps_the_old_file(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = file.read_bytes()

    def fail(*_: Any, **__: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(np, "savez_compressed", fail)
    begun = small()
    with pytest.raises(NotSaved, match="No space left"):
        checkpoints.save(begun, file)
    assert file.read_bytes() == old and len(list(file.parent.iterdir())) == 1


def test_a_move_follows_from_the_concealed_record_and_the_seed_alone() -> None:
    """Whatever cards the others have, and whatever was asked before."""
    begun = small(lanes=1)
    begun.run(rounds=2)
    bot = strategy_of(begun)
    decks = ["2c 2d 2h", "2c 2h 2d"]
    views = [KUHN.deal(deck=deck) for deck in decks]
    seen = [hand.record(hand.actor or 0) for hand in views]
    moves = [[str(bot.choose(view, kernel.generator(seed))) for seed in range(40)] for view in seen]
    assert kernel.to_bytes(views[0]._rows) != kernel.to_bytes(views[1]._rows)
    assert moves[0] == moves[1] == moves[0]
    assert len(set(moves[0])) == 2


def learned_by_lumping(game: Game) -> Training:
    begun = Training(game, 2, lanes=1, pace=Pace(20, 2, 12))
    begun.run(rounds=12)
    return begun


@pytest.mark.soak("in plain Python it takes as long as all others; the compiled run learns too")
def test_a_designers_game_is_learned_without_a_line() -> None:
    """Between two in One Card: with an ace one does not fold, and hands differ."""
    game = games.find(str(ONE_CARD))
    begun = learned_by_lumping(game)
    assert begun.standing.sets > 40 and len(begun.ground.rounds) == 1
    strategy = strategy_of(begun)
    hand = game.deal(players=2, deck="2c Ac")
    hand.act("raise_to 2")
    chances = strategy.chances(hand.record(1))
    assert chances[encode(CALL, 2)] > 0.9
    low = game.deal(players=2, deck="Ac 2c")
    low.act("raise_to 2")
    assert strategy.chances(low.record(1))[encode(FOLD, 0)] > 0.5


@pytest.mark.soak
def test_a_reply_with_other_buckets_beats_the_others_strategy() -> None:
    """The opponent folds all but aces, so that anything should raise; the buckets are finer."""
    game = games.find(str(ONE_CARD))
    begun = learned_by_lumping(game)
    folding = strategy_of(begun)
    folds = np.asarray(folding.table.total)
    folds[:] = 0.0
    folds[:, 0] = 1.0
    finer = replace(begun.abstraction, buckets=40)
    reply = Training(game, 2, lanes=1, pace=Pace(20, 2, 12), abstraction=finer, against=folding)
    reply.run(rounds=12)
    hand = game.deal(players=2, deck="2c Kc")
    strategy = strategy_of(reply)
    assert strategy.ground.centers.shape[1] == 40
    chances = strategy.chances(hand.record(hand.actor or 0))
    assert sum(share for action, share in chances.items() if kind(action) == RAISE_TO) > 0.7


def test_slots_are_few_and_different() -> None:
    m: Any = kernel.fields(kernel.batch(kernel.record(Menu)))
    sizes = kernel.readable(np.array([33, 100, 250], np.int64))
    chosen = kernel.readable(np.zeros(8, np.int64))

    def slots(*rows: tuple[int, int, int]) -> list[int]:
        m.n = len(rows)
        for i, (what, low, high) in enumerate(rows):
            m.kind[i], m.lowest[i], m.highest[i] = what, low, high
        n, _ = list_slots(m, 30, 0, sizes, 2, chosen)
        return list(chosen[:n].tolist())

    bets = [encode(BET, amount) for amount in (9, 30, 75, 200)]
    assert slots((FOLD, 0, 0), (BET, 1, 200)) == [encode(FOLD, 0), *bets]
    assert slots((BET, 20, 40)) == [encode(BET, amount) for amount in (20, 30, 40)]
    assert slots((BET, 5, 5)) == [encode(BET, 5)]
    assert slots((DISCARD, 0, 4)) == [encode(DISCARD, 2)]
    assert len(slots((CALL, 1, 50))) == 8


def test_buckets_lie_where_the_hands_are() -> None:
    """Four clouds of hands, separated by both of their prospects, each get a bucket."""
    clouds = [(100, 100), (100, 600), (900, 300), (900, 900)]
    spread = np.arange(50) % 7
    entries = [np.stack([np.full(50, 3), x + spread, y - spread], axis=1) for x, y in clouds]
    rounds, centers = centers_of(np.concatenate(entries), 4)
    assert rounds.tolist() == [3]
    found = sorted(centers[0].tolist())
    assert np.abs(np.array(found) - np.array(clouds)).max() < 8
    where = kernel.readable(centers)
    assert len({nearest(x, y, where, 0) for x, y in clouds}) == 4


@pytest.mark.parametrize("wanted", [{"players": 3}, {"stacks": (0, 10)}, {"seed": -1}])
def test_an_impossible_deal_cannot_be_trained(wanted: dict[str, Any]) -> None:
    with pytest.raises(BadSetup):
        Training(KUHN, **wanted)
