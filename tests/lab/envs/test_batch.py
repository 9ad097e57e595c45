"""A batch equals as many single hands, on any number of threads, and leaks no secrets."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sidepot
from sidepot import games, kernel
from sidepot.bots import Bot, PolicyBot, find, policy_of
from sidepot.bots.trained import files
from sidepot.engine import setup
from sidepot.engine.action import Action
from sidepot.engine.game import Game, Hand
from sidepot.errors import BadSetup, EngineError, IllegalAction, UserError
from sidepot.kernel import compiled
from sidepot.lab.envs import Batch, Encoder, batch, batches, encoder_of, loop
from sidepot.lab.envs.loop import LOOK
from sidepot.lab.learn import checkpoints
from sidepot.lab.learn.training import Training
from sidepot.odds.sampling import at_random
from sidepot.rules import actions
from sidepot.rules.deck import shuffle
from tests.cases import often
from tests.lab.envs import checks
from tests.lab.learn.games.kuhn import KUHN

GAMES = sorted(games.registry())
HERE = Path(__file__).parents[3]
DECISIONS, SOME = 10_000, 300
PLACES = 10
soak = pytest.mark.soak
LIGHT = ("ricochet-2", "holdem-no-limit")
"""Open cards and few slots; hidden ones and amounts of chips."""
EVERY = [pytest.param(name, marks=() if name in LIGHT else soak) for name in GAMES]
LAYING = {"stock_to_active": "yes"}
ONE_CARD = str(HERE / "examples" / "one_card.py")


def table(name: str, n: int = PLACES, **options: Any) -> Batch:
    """A batch of a game, with three players or as near as it gets: one shape is compiled once."""
    game = games.find(name)
    return batch(game, n, players=min(max(3, game.least), game.most), seed=7, **options)


@pytest.mark.parametrize(
    ("name", "decisions"),
    [
        (ONE_CARD, SOME),
        ("holdem-no-limit", SOME),
        pytest.param("ricochet-2", SOME, marks=pytest.mark.both_forms),
        *(pytest.param(name, DECISIONS, marks=soak) for name in (*GAMES, ONE_CARD)),
    ],
)
def test_a_batch_equals_single_hands_and_its_mask_the_legal_slots(
    name: str, decisions: int
) -> None:
    compared = checks.as_single_hands(table(name), decisions // PLACES)
    assert compared >= decisions


@pytest.mark.parametrize(
    "name",
    [
        "holdem-no-limit",
        pytest.param("high-noon-shootout", marks=soak),
        pytest.param("ricochet-casino", marks=soak),
    ],
)
def test_with_a_slot_for_every_amount_the_mask_equals_the_legal_slots(name: str) -> None:
    played = table(name, 4, full=True)
    assert played.slots.n > table(name, 4).slots.n
    assert checks.as_single_hands(played, 20) == 84


@soak
def test_cards_of_a_pile_are_picked_by_place() -> None:
    played = table("poker-roulette", 20, **LAYING)
    assert any(name.startswith("lay card") for name in played.slots.names)
    checks.as_single_hands(played, 60)


@pytest.mark.parametrize("name", EVERY)
def test_rewards_sum_to_zero(name: str) -> None:
    assert checks.zero_sum(table(name), 40) > PLACES


@pytest.mark.parametrize("name", EVERY)
def test_observations_hide_what_a_seat_may_not_know(name: str) -> None:
    assert checks.blind(table(name, 8), 30) > 20


@pytest.mark.both_forms
@pytest.mark.parametrize("name", often(LIGHT, always=["ricochet-2"]))
def test_threads_change_nothing(name: str) -> None:
    one = checks.digest(table(name, 17), 12)
    for threads in (2, 3):
        assert checks.digest(table(name, 17, threads=threads), 12) == one


def test_a_seed_gives_other_hands_and_the_same_again() -> None:
    played = table("ricochet-2", 8)
    first = played.reset(1).observation.copy()
    assert not np.array_equal(first, played.reset(2).observation)
    assert np.array_equal(first, played.reset(1).observation)


def test_the_arrays_are_the_same_ones_in_every_step() -> None:
    seen = {tuple(map(id, now)) for _, now in checks.steps(table("ricochet-2", 8), 5)}
    assert len(seen) == 1


def test_a_designers_own_file_needs_no_line() -> None:
    assert checks.blind(table(ONE_CARD, 20), 20) > 10
    assert checks.zero_sum(table(ONE_CARD), 20) > PLACES


def test_a_hand_that_ends_at_once_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    if kernel.PLAIN:  # machine code has the number built in
        monkeypatch.setattr(loop, "_MOST_PASSED", 100)
    game = sidepot.game("holdem-no-limit")
    played = Batch(game, 6, seed=3, stack=[2, 1])  # both are often all-in by the blinds
    with pytest.raises(BadSetup, match="nobody from outside"):
        played.reset()


# Seats played inside the loop ---------------------------------------------------------------------


@compiled
def cautious(views: Any, m: Any, rng: Any) -> int:
    """Bets and calls with a third of all cards, its own."""
    row = m.n - 1 if views[0].hole.card[views[0].seats.actor, 0] % 3 == 0 else 0
    return actions.encode(m.kind[row], m.lowest[row])


def test_seats_inside_the_loop_play_as_bots_do() -> None:
    game = games.find(ONE_CARD)
    played = Batch(game, 12, 3, seed=5)
    seats = np.arange(12) % 3
    now = played.advance(seats, cautious)
    hands = [game.deal(players=3, seed=5, hand=i) for i in range(12)]
    rngs, ended = kernel.generator(0), 0
    bot = PolicyBot(game, cautious)
    for _ in range(60):
        for i in range(played.n):
            hand = hands[i]
            while hand.actor != seats[i]:
                if hand.over:
                    hand = hands[i] = game.deal(players=3, seed=5, hand=hand.number + 12)
                else:
                    hand.act(bot.choose(hand.record(hand.actor or 0), rngs))
            assert now.current_player[i] == seats[i]
            assert played.hand[i] == hand.number
        chosen = now.action_mask.argmax(1)
        now = played.step(chosen)
        for i, hand in enumerate(hands):
            hand.act(played.slots.action_of(hand, int(chosen[i])))
            while not hand.over and hand.actor != seats[i]:
                hand.act(bot.choose(hand.record(hand.actor or 0), rngs))
            assert bool(now.terminated[i]) == hand.over
            if hand.over:
                ended += 1
                assert (now.rewards[i] * played.unit).tolist() == list(hand.payoffs)
    assert ended > 20


@pytest.mark.parametrize("name", [ONE_CARD, pytest.param("ricochet-2", marks=soak)])
def test_the_generator_continues_after_the_shuffle_as_in_simulations(name: str) -> None:
    """Seat 1 does the first thing it may; the others play at random, from each hand's generator."""
    game = games.find(name)
    played, random = Batch(game, 1, 3, seed=4), find(game, "random")
    now, passed = played.advance(1, "random"), 0
    for number in range(40):
        rngs = kernel.generator(4, number)
        hand = game.deal(players=3, deck=shuffled(game, rngs))
        decided = False
        while hand.actor is not None:
            decided |= hand.actor == 1
            at = hand.actor
            hand.act(first(played, hand) if at == 1 else random.choose(hand.record(at), rngs))
        if not decided:
            passed += 1
            assert played.hand[0] != number
            continue
        while played.hand[0] == number:
            now = played.step(now.action_mask.argmax(1))
        assert now.rewards[0].tolist() == list(hand.payoffs)
    assert passed < 30


def test_policies_may_sit_down_in_the_middle_of_a_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Their generators are then where they would be, had they been there from the deal on."""

    def after(is_dealt: bool) -> list[bytes]:
        played, said = Batch(games.find(ONE_CARD), 8, 3, seed=4), []
        if is_dealt:
            played.reset()
        now = played.advance(0, "random")
        for _ in range(10):
            said += [array.tobytes() for array in now]
            now = played.step(now.action_mask.argmax(1))
        return said

    assert after(True) == after(False)
    monkeypatch.setattr(batches, "rewind", lambda *_: None)
    assert after(True) != after(False)


def first(played: Batch, hand: Hand) -> Action:
    """The first thing that a player may do."""
    return played.slots.action_of(hand, int(played.slots.mask(hand).argmax()))


def shuffled(game: Game, rngs: Any, players: int = 3) -> list[int]:
    """The deck of a hand, shuffled by a generator that then continues."""
    rows = game.batch()
    s: Any = kernel.fields(rows)
    setup.seat(game, s, game.stacks(players))
    shuffle(s.deck, kernel.fields(rngs))  # type: ignore[arg-type]
    return [int(card) for card in s.deck.card[: s.deck.size]]


ASKED = "asked"
"""A bot that is asked one place after the other."""
INSIDE: dict[str, tuple[Any, Any]] = {
    "compiled": (at_random, cautious),
    "asked": (ASKED, ASKED),
    "both": (ASKED, cautious),
    "both, turned": (at_random, ASKED),
    "asked and outside": (ASKED, None),
}


def seated(name: str, seats: Any, **settings: Any) -> tuple[Batch, dict[int, Bot]]:
    """A batch with two kinds of players inside, and bots that do the same."""
    game = games.find(ONE_CARD)
    played = Batch(game, 7, 3, seed=4, final=True, **settings)
    given = {p: INSIDE[name][p % 2] for p in range(3)}
    players = {
        p: PolicyBot(game, at_random) if player is ASKED else player
        for p, player in given.items()
        if player is not None
    }
    played.advance(seats, players)
    bots = {p: b if isinstance(b, Bot) else PolicyBot(game, b) for p, b in players.items()}
    return played, bots


def as_played_by_hand(played: Batch, bots: Mapping[int, Bot], seats: Any, count: int) -> int:
    """A batch with players inside is so many single hands; returns how many have ended."""
    game, seed = played.game, played.seed
    now, chance, over = played._now, np.random.default_rng(3), 0
    hands: list[Any] = [None] * played.n
    rngs: list[Any] = [None] * played.n
    for step in range(count):
        chosen = checks.choices(played, now, chance) if step else None
        if chosen is not None:
            now = played.step(chosen)
        for i, seat in enumerate(seats.tolist()):
            ended, viewer = None, -1
            if chosen is not None:
                viewer = hands[i].actor
                hands[i].act(played.slots.action_of(hands[i], int(chosen[i])))
            while True:
                hand = hands[i]
                if hand is None or hand.over:
                    if hand is not None and ended is None and chosen is not None:
                        ended = hand
                    number = i if hand is None else hand.number + played.n
                    hands[i] = game.deal(stacks=played.stacks, seed=seed, hand=number)
                    rngs[i] = kernel.generator(seed, number)
                    shuffled(game, rngs[i], played.players)
                elif hand.actor == seat or hand.actor not in bots:
                    break
                else:
                    hand.act(bots[hand.actor].choose(hand.record(hand.actor), rngs[i]))
            checks._check_place(played, now, i, hands[i])
            assert kernel.raw(played._rngs[i : i + 1]) == kernel.raw(rngs[i]), "generator"
            assert bool(now.terminated[i]) == (ended is not None), "terminated"
            paid = [0] * played.players if ended is None else list(ended.payoffs)
            assert (now.rewards[i] * played.unit).tolist() == paid, "rewards"
            if ended is not None:
                over += 1
                seen = np.zeros(played.encoder.size, np.float32)
                played.encoder.encode(ended.record(viewer), viewer, seen)
                assert np.array_equal(seen, played.final_observation[i]), "last observation"
    return over


@pytest.mark.parametrize("name", INSIDE)
def test_places_with_players_inside_are_single_hands(name: str) -> None:
    seats = np.arange(7) % 3
    played, bots = seated(name, seats)
    assert as_played_by_hand(played, bots, seats, 40) > 60


def test_a_learned_strategy_sits_inside(tmp_path: Path) -> None:
    training = Training(KUHN, is_exact=True, is_sampled=True, lanes=1)
    training.run(rounds=2)
    checkpoints.save(training, tmp_path / "kuhn.sidepot")
    played, seats = Batch(KUHN, 6, seed=4, final=True), np.arange(6) % 2
    played.advance(seats, str(tmp_path / "kuhn.sidepot"))
    bots: dict[int, Bot] = dict.fromkeys(range(2), files.load(tmp_path / "kuhn.sidepot", KUHN))
    assert as_played_by_hand(played, bots, seats, 30) > 60


def test_players_inside_do_the_same_on_any_number_of_threads() -> None:
    said = []
    for threads in (1, 3):
        played, _ = seated("both", 0, threads=threads)
        said.append(checks.digest(played, 20))
    assert said[0] == said[1]


class Unpaid(Batch):
    """Pays nobody for a hand that ends while a bot is asked."""

    def _ask_bots_at(self, i: int, before: int, *, is_new: bool) -> None:
        super()._ask_bots_at(i, before, is_new=is_new)
        self._now.rewards[i] = 0


class Shared(Batch):
    """Bots draw from one generator, and not from their place's."""

    def _ask_bots_at(self, i: int, before: int, *, is_new: bool) -> None:
        super()._ask_bots_at(i, before, is_new=is_new)
        self._rngs[i] = self._rngs[0]


@soak
@pytest.mark.parametrize(("broken", "said"), [(Unpaid, "rewards"), (Shared, "generator")])
def test_broken_places_with_bots_inside_are_caught(
    broken: type[Batch], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(globals(), "Batch", broken)
    seats = np.arange(7) % 3
    played, bots = seated("both", seats)
    with pytest.raises(AssertionError, match=said):
        as_played_by_hand(played, bots, seats, 40)


def test_a_bot_that_errs_leaves_no_half_a_step() -> None:
    played, bots = seated("asked", 0)

    class Failing(PolicyBot):
        """Errs."""

        def choose(self, view: Any, rngs: Any) -> Action:
            """See `Bot`."""
            raise BadSetup("error.batch_reset")

    with pytest.raises(BadSetup):
        for _ in range(9):
            played.advance(0, Failing(played.game, at_random))
            played.step(played._now.action_mask.argmax(1))
    with pytest.raises(BadSetup, match="call reset first"):
        played.step([0] * 7)
    played.advance(0, bots)
    assert as_played_by_hand(played, bots, np.zeros(7, int), 10) > 3


@pytest.mark.parametrize(
    ("seat", "policies"),
    [(3, "random"), (-1, "random"), ([0, 1], "random"), ("x", "random"), (0, {9: "random"})],
)
def test_impossible_seats_are_refused(seat: Any, policies: Any) -> None:
    played = Batch(games.find(ONE_CARD), 4, 3)
    with pytest.raises(BadSetup, match=r"no seat|one seat for each"):
        played.advance(seat, policies)


@soak
def test_experts_and_regulars_sit_inside() -> None:
    played = batch("ricochet-2", 4, players=3)
    now = played.advance(1, {0: "regular", 2: policy_of(played.game, "random")})
    for _ in range(20):
        assert (now.current_player == 1).all()
        now = played.step(now.action_mask.argmax(1))


def test_a_seat_without_a_policy_stays_outside() -> None:
    played = table(ONE_CARD, 16)
    now = played.advance(1, {0: policy_of(played.game, "random")})
    seats = set()
    for _ in range(30):
        now = played.step(checks.choices(played, now, np.random.default_rng(1)))
        seats |= set(now.current_player.tolist())
    assert seats == {1, 2}


def test_the_end_of_a_hand_is_seen_by_the_seat_that_acted_last() -> None:
    game = games.find(ONE_CARD)
    played = Batch(game, 6, 3, seed=9, final=True)
    hands: list[Any] = []
    shown = 0
    for chosen, now in checks.steps(played, 40):
        if chosen is None:
            hands = [game.deal(players=3, seed=9, hand=i) for i in range(6)]
            continue
        for i, hand in enumerate(hands):
            seat = hand.actor
            hand.act(played.slots.action_of(hand, int(chosen[i])))
            if not hand.over:
                continue
            assert now.terminated[i]
            seen = np.zeros(played.encoder.size, np.float32)
            played.encoder.encode(hand.record(seat), seat, seen)
            assert np.array_equal(seen, played.final_observation[i])
            hands[i] = game.deal(players=3, seed=9, hand=hand.number + 6)
            shown += 1
    assert shown >= 12


# Refusals -----------------------------------------------------------------------------------------


def test_an_illegal_slot_is_named_and_changes_nothing() -> None:
    played = batch("ricochet-2", 4, players=3)
    with pytest.raises(BadSetup, match="call reset first"):
        played.step([0, 0, 0, 0])
    played.reset()
    before = kernel.to_bytes(played._rows), played.hand.copy()
    with pytest.raises(IllegalAction, match=r"place 2: slot 5 \(buy 5\) of 0 to 5 .* buy 1 to 4"):
        played.step([0, 0, 5, 0])
    for slot in (-1, 6, 1 << 40):
        with pytest.raises(IllegalAction, match="place 1"):
            played.step([0, slot, 0, 0])
    assert kernel.to_bytes(played._rows) == before[0]
    assert np.array_equal(played.hand, before[1])


@pytest.mark.parametrize("actions", [[0, 0], [0.0] * 4, [[0]] * 4, 0, ["fold"] * 4, [None] * 4])
def test_malformed_actions_are_refused(actions: Any) -> None:
    played = batch("ricochet-2", 4, players=3)
    played.reset()
    with pytest.raises(BadSetup, match=r"one whole number a place, int of shape \(4,\)"):
        played.step(actions)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"n": 0}, "hands is a whole number"),
        ({"n": "many"}, "hands is a whole number"),
        ({"n": 4, "threads": 0}, "threads is a whole number"),
        ({"n": 4, "players": 99}, "players"),
        ({"n": 4, "seed": -1}, "-1"),
        ({"n": 4, "colour": "red"}, "no option colour"),
        ({"n": 4, "full": True, "stack": 10**9, "game": "holdem-no-limit"}, "slots are too many"),
    ],
)
def test_a_batch_that_cannot_be_is_refused(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(UserError, match=said):
        batch(**{"game": "ricochet-2", **wrong})


@pytest.mark.parametrize("full", [False, True])
def test_writing_to_the_mask_from_outside_allows_nothing(full: bool) -> None:
    name = "holdem-no-limit" if full else "ricochet-2"
    played = batch(name, 4, players=3, full=full)
    now = played.reset()
    before = kernel.to_bytes(played._rows)
    never = int(now.action_mask.any(0).argmin())
    now.action_mask[:] = True
    with pytest.raises(IllegalAction, match="place 0"):
        played.step([never] * 4)
    assert kernel.to_bytes(played._rows) == before
    played.step([0] * 4)


def test_a_kind_without_a_slot_is_named() -> None:
    game = replace(sidepot.game("ricochet-2"), offers=lambda settings: (actions.BUY,))
    with pytest.raises(EngineError, match="offers fold"):
        Batch(game, 4, 3).reset()


# Broken batches -----------------------------------------------------------------------------------


class TooWide(Batch):
    """One slot too many is allowed."""

    def _play(self, mode: int) -> Any:
        now = super()._play(mode)
        now.action_mask[0, now.action_mask[0].argmin()] = True
        return now


class Skipping(Batch):
    """A place plays another hand than it should."""

    def reset(self, seed: int | None = None) -> Any:
        super().reset(seed)
        self._rows[2] = self._rows[3]
        return self._play(LOOK)


class Generous(Batch):
    """Everybody gets a little more."""

    def _play(self, mode: int) -> Any:
        now = super()._play(mode)
        now.rewards[now.terminated] += 0.25
        return now


class Turned(Batch):
    """Rewards are given to the next seat."""

    def _play(self, mode: int) -> Any:
        now = super()._play(mode)
        now.rewards[:] = np.roll(now.rewards, 1, 1)
        return now


@soak
@pytest.mark.parametrize(
    ("broken", "said"),
    [(TooWide, "allowed|instead"), (Skipping, "record|player"), (Turned, "rewards")],
)
def test_a_broken_batch_is_caught_by_single_hands(broken: type[Batch], said: str) -> None:
    with pytest.raises((AssertionError, IllegalAction, BadSetup), match=said):
        checks.as_single_hands(broken(sidepot.game("ricochet-2"), 8, 3, seed=7), 40)


@soak
def test_rewards_that_do_not_sum_to_zero_are_caught() -> None:
    with pytest.raises(AssertionError, match="sum to zero"):
        checks.zero_sum(Generous(sidepot.game("ricochet-2"), 8, 3), 60)


class Peeking(Batch):
    """The observation is made from the record with all its secrets."""

    def _play(self, mode: int) -> Any:
        now = super()._play(mode)
        for i, seat in enumerate(now.current_player.tolist()):
            self.encoder.encode(self._rows[i : i + 1], seat, now.observation[i])
        return now


@pytest.mark.parametrize("check", [checks.blind, pytest.param(checks.as_single_hands, marks=soak)])
def test_a_batch_that_peeks_is_caught(check: Any) -> None:
    with pytest.raises(AssertionError, match="observation"):
        check(Peeking(games.find(ONE_CARD), 8, 3, seed=7), 10)


class Open(Encoder):
    """Says that nothing which is shown is ever concealed."""

    is_open = True


def test_a_record_that_is_read_with_its_secrets_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "Encoder", Open)
    with pytest.raises(AssertionError, match="observation"):
        checks.blind(Batch(games.find(ONE_CARD), 8, 3, seed=7), 10)


# Open cards ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*GAMES, ONE_CARD])
def test_only_games_of_open_cards_are_read_as_they_are(name: str) -> None:
    assert encoder_of(games.find(name)).is_open == name.startswith("ricochet")


def blank(up: Any) -> None:
    """Hide a card."""
    up.card[0, 0] = -1


@compiled
def hides_by_another(s: Any, seat: int) -> None:
    """Hide a card, in a function of its own."""
    compiled_blank(s.up)


compiled_blank = compiled(blank)


@compiled
def hides_by_a_name(s: Any, seat: int) -> None:
    """Hide a card that is found by the name of its field."""
    getattr(s, "up").card[0, 0] = -1  # noqa: B009


def test_a_field_that_is_concealed_out_of_sight_is_found() -> None:
    game = sidepot.game("ricochet-2")
    name, field = "up", "card"

    @compiled
    def hides_by_a_name_from_outside(s: Any, seat: int) -> None:
        """Hide a card that is found by names from outside."""
        getattr(getattr(s, name), field)[0, 0] = -1

    for conceal in (hides_by_another, hides_by_a_name, hides_by_a_name_from_outside):
        verbs = game.verbs._replace(conceal=conceal)
        assert not encoder_of(replace(game, verbs=verbs)).is_open


# Other forms --------------------------------------------------------------------------------------

SAY = """
from sidepot.lab.envs import batch
from tests.lab.envs.checks import digest
import hashlib
for name in ("ricochet-2", "examples/one_card.py"):
    played = batch(name, 3, players=3, seed=2)
    print(hashlib.sha256(b"".join(digest(played, 12))).hexdigest())
"""


@soak
def test_the_plain_form_does_the_same() -> None:
    said = []
    for plain in ("0", "1"):
        env = {**os.environ, "NUMBA_DISABLE_JIT": plain}
        done = subprocess.run(
            [sys.executable, "-c", SAY],
            env=env,
            cwd=HERE,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        said.append(done.stdout)
    assert said[0] == said[1]


@pytest.mark.compiled
def test_importing_loads_nothing_heavy() -> None:
    code = (
        "import sys, sidepot.lab.envs; print([m for m in ('numba', 'numpy') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
