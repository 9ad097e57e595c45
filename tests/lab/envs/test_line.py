"""The actions of a hand in observations: as each seat knows them, in their order, by rounds."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from sidepot import games, kernel
from sidepot.engine.game import Game, Hand
from sidepot.engine.memory import UNSEEN, remember
from sidepot.errors import BadSetup
from sidepot.lab import envs
from sidepot.lab.envs import Encoder, encoder_of, line
from sidepot.lab.envs.line import Line
from sidepot.rules import actions, sets
from tests.cases import often
from tests.lab.envs.checks import as_single_hands
from tests.suites import house

FEW = ("five-card-draw", "guts", "holdem-no-limit", "ricochet-2")
SOME = often(house(), always=FEW)
LONG = Line(24, 60)
"""More than any hand of these tests has."""
Act = tuple[int, int, float]
"""A seat, counted from the observer; a kind, or -1 for one that is not known; an amount."""


def played(game: Game, count: int, players: int, seed: int = 2) -> Iterator[Hand]:
    """Every decision of random hands that seldom fold, and their ends."""
    chance = np.random.default_rng(seed)
    for number in range(count):
        hand = game.deal(players=players, seed=seed, hand=number)
        while not hand.over:
            yield hand
            ranges = [choice for choice in hand.legal.ranges if choice.kind != "fold"]
            choice = ranges[chance.integers(len(ranges))]
            highest = min(choice.highest, choice.lowest + 3)  # many small bets make a long hand
            hand.act(choice.at(int(chance.integers(choice.lowest, highest + 1))))
        yield hand


def known(hand: Hand, seat: int, encoder: Encoder) -> list[list[Act]]:
    """The actions of each round as a seat has seen them, from the engine's memory of the hand."""
    memory, again = remember(hand, seat), hand.again()
    rounds: list[list[Act]] = [[]]
    for (actor, number), (_, action) in zip(memory.acts, hand.actions, strict=True):
        rounds[-1].append(as_seen(hand, seat, actor, number, encoder))
        before = acted_in(again)
        again.act(action)
        if not again.over and not before <= acted_in(again):
            rounds.append([])
    return rounds


def acted_in(hand: Hand) -> set[int]:
    """The seats that have acted in the round."""
    return set(np.flatnonzero(hand.record(0)["seats"]["acted"][0]).tolist())


def as_seen(hand: Hand, seat: int, actor: int, number: int, encoder: Encoder) -> Act:
    """An action of the memory, as observations show it."""
    kind, amount = actions.kind(number), actions.amount(number)
    place, shown = (actor - seat) % hand.seats, float(amount)
    reach = max(hand.game.reach, 1)
    if kind == actions.CHOSEN:
        return place, -1, 0.0
    if kind in actions.SETS:
        shown = bin(sets.mask(encoder.log.form[5], amount)).count("1") / reach
    elif kind in actions.PICKED:
        shown = (amount + 1 if actor == seat else 1) / reach
        assert actor == seat or amount == UNSEEN or shown
    elif kind in actions.PAID:
        shown = amount / max(hand.starting_stacks)
    else:
        shown = amount / reach
    return place, kind, shown


def shown(encoder: Encoder, hand: Hand, seat: int) -> list[list[Act]]:
    """The actions that an observation shows, read from its numbers."""
    out = np.full(encoder.size, np.nan, np.float32)
    encoder.encode(hand.record(seat), seat, out, encoder.log_of(hand))
    assert not np.isnan(out).any()
    (part,) = (r for r in encoder.ranges if r.name == "line")
    kinds = envs.slots_of(hand.game, hand.players).kinds
    rounds = []
    for row in out[part.first : part.first + part.size].reshape(part.shape):
        acts = [slot for slot in row if slot[: hand.seats].any()]
        assert not row[len(acts) :].any(), "a gap"
        rounds.append([read(slot, hand.seats, kinds) for slot in acts])
    while len(rounds) > 1 and not rounds[-1]:
        rounds.pop()
    return rounds


def read(slot: Any, seats: int, kinds: Any) -> Act:
    """The action of a slot."""
    assert slot[:seats].sum() == 1 and slot[seats:-1].sum() <= 1
    kind = kinds[int(slot[seats:-1].argmax())] if slot[seats:-1].any() else -1
    return int(slot[:seats].argmax()), kind, float(slot[-1])


def check_line(encoder: Encoder, hand: Hand, seat: int) -> None:
    """An observation shows the actions of the hand that its seat knows, and nothing else."""
    wanted, found = known(hand, seat, encoder), shown(encoder, hand, seat)
    while len(wanted) > 1 and not wanted[-1]:
        wanted.pop()
    assert [[act[:2] for act in acts] for acts in found] == [
        [act[:2] for act in acts] for acts in wanted
    ]
    ours, theirs = ([act[2] for acts in line for act in acts] for line in (found, wanted))
    assert np.allclose(ours, theirs)


@pytest.mark.parametrize("name", SOME)
def test_every_seat_sees_the_actions_that_it_knows(name: str) -> None:
    game = games.find(name)
    players = min(3, game.most)
    encoder = encoder_of(game, players, history=LONG)
    hands = list(played(game, 1, players))
    for hand in [*hands[:6], hands[-1]]:
        for seat in range(players):
            check_line(encoder, hand, seat)


@pytest.mark.skipif(not kernel.PLAIN, reason="machine code has the kinds in it")
@pytest.mark.parametrize("name", ["five-card-draw", "guts", "high-noon-shootout"])
def test_a_log_that_shows_hidden_picks_is_caught(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = games.find(name)
    encoder = encoder_of(game, 3, history=LONG)
    monkeypatch.setattr(line, "SECRET", ())
    monkeypatch.setattr(line, "PICKED", ())
    with pytest.raises(AssertionError):
        for hand in played(game, 3, 3):
            for seat in range(3):
                check_line(encoder, hand, seat)


def lines_of(hand: Hand, encoder: Encoder, depth: int) -> dict[bytes, str]:
    """Every line of so many actions from a hand on, by what seat 0 sees of it."""
    found: dict[bytes, str] = {}
    for slots in itertools.product(range(4), repeat=depth):
        again, text = hand.copy(), ""
        for slot in slots:
            if again.over or slot >= len(again.legal.ranges):
                break
            action = again.legal.ranges[slot].at(again.legal.ranges[slot].lowest)
            text += f"{again.actor} {action}; "
            again.act(action)
            out = np.zeros(encoder.size, np.float32)
            encoder.encode(again.record(0), 0, out, encoder.log_of(again))
            assert found.setdefault(out.tobytes(), text) == text, "two lines look alike"
    return found


@pytest.mark.parametrize(
    ("name", "few"), [("holdem-fixed-limit", Line(2, 1)), ("kuhn", Line(1, 1))]
)
def test_no_two_lines_look_alike_even_with_few_slots(name: str, few: Line) -> None:
    game = games.find(name)
    hand = game.deal(players=2, seed=1)
    assert len(lines_of(hand, encoder_of(game, 2, history=few), 4)) > (8 if name != "kuhn" else 5)
    assert len(lines_of(hand, encoder_of(game, 2, history="all"), 4)) > 5


def test_without_a_history_two_lines_look_alike() -> None:
    game = games.find("holdem-fixed-limit")
    with pytest.raises(AssertionError, match="two lines look alike"):
        lines_of(game.deal(players=2, seed=1), encoder_of(game, 2), 4)


def test_a_round_shows_nothing_of_those_before() -> None:
    game = games.find("holdem-fixed-limit")
    encoder, hand = encoder_of(game, 2, history="round"), game.deal(players=2, seed=1)
    for action in ("call", "check", "bet 2"):
        hand.act(action)
    [acts] = shown(encoder, hand, 0)
    assert [actions.KINDS[kind] for _, kind, _ in acts] == ["bet"]


def test_actions_without_a_slot_are_folded() -> None:
    game = games.find("holdem-fixed-limit")
    for few in (Line(1, 2), Line(2, 1)):
        encoder = encoder_of(game, 2, history=few)
        seen = {}
        for start in (["call", "check"], ["raise_to 4", "call"]):
            hand = game.deal(players=2, seed=1, stacks=400)
            for action in [*start, "check", "check", "check"]:
                hand.act(action)
            out = np.zeros(encoder.size, np.float32)
            encoder.encode(hand.record(0), 0, out, encoder.log_of(hand))
            (folded,) = (r for r in encoder.ranges if r.name == "line folded")
            seen[tuple(start)] = out[folded.first : folded.first + folded.size].tolist()
            assert all(0 <= number < 1 for number in seen[tuple(start)])
        assert (len(set(map(tuple, seen.values()))) == 1) == (few.rounds == 1)


@pytest.mark.parametrize("name", often(house(), always=("guts", "high-noon-standoff")))
def test_a_batch_shows_the_actions_of_its_hands(name: str) -> None:
    batch = envs.batch(name, 3, seed=4, history=Line(3, 4))
    assert as_single_hands(batch, 10) == 33


@pytest.mark.parametrize("opponents", ["random", "regular"])
def test_the_actions_of_policies_are_shown(opponents: str) -> None:
    batch = envs.batch("holdem-no-limit", 8, 3, seed=4, history="all", final=True)
    now, chance = batch.advance(0, opponents), np.random.default_rng(1)
    (part,) = (r for r in batch.encoder.ranges if r.name == "line")
    seen = 0
    for _ in range(20):
        for row in now.observation:
            slots = row[part.first : part.first + part.size].reshape(-1, part.shape[-1])
            others = slots[:, 1:3].sum(0)
            seen += int(others.sum() > 0)
        now = batch.step((chance.random(now.action_mask.shape) * now.action_mask).argmax(1))
        for row in batch.final_observation[now.terminated]:
            slots = row[part.first : part.first + part.size].reshape(-1, part.shape[-1])
            assert slots[:, 0].any(), "the end does not show the own last action"
    assert seen > 80


def folded(kind: int, amount: int) -> tuple[float, ...]:
    """An action of another seat, as the line of a hand shows it where it has no slot left."""
    encoder = encoder_of(games.find("guts"), 2, history=Line(1, 1))
    log, out = encoder.log.rows(1), np.zeros((1, encoder.size), np.float32)
    acts = [[1, actions.encode(kind, amount), 0], [0, actions.encode(actions.OUT, 0), 0]]
    line.note_known(log, 0, encoder.log.form, np.array(acts, np.int64))
    line.write(log, 0, *encoder.log.shown, 0, out, 0)
    return tuple(out[0, -2:].tolist())


def test_all_secret_choices_look_alike_and_like_no_other_action() -> None:
    secret = {folded(kind, n) for kind in (*actions.SECRET, actions.CHOSEN) for n in (-1, 0, 7)}
    others = {
        folded(kind, n)
        for kind in range(len(actions.NAMES))
        for n in (0, 7)
        if kind not in actions.SECRET
    }
    assert len(secret) == 1 and not secret & others


def test_a_history_that_is_none_is_refused() -> None:
    for history in ("some", (0, 3), (3, 0), (1.0, 2), (65, 1), True, None):
        given: Any = history
        with pytest.raises(BadSetup, match="the history of an observation"):
            encoder_of(games.find("kuhn"), history=given)
    encoder, hand = encoder_of(games.find("kuhn"), history="all"), games.find("kuhn").deal()
    with pytest.raises(BadSetup, match="log_of"):
        encoder.encode(hand.record(0), 0, np.zeros(encoder.size, np.float32))
