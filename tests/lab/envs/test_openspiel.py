"""Games of OpenSpiel: its own tests, ours, and transcripts."""

import copy
import itertools
import pickle
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sidepot import games
from tests.cases import often
from tests.suites import house

if sys.version_info >= (3, 15) or sys.platform == "win32":
    pytest.skip("OpenSpiel has no wheels here", allow_module_level=True)
pytestmark = pytest.mark.compiled  # the session of `make test` for which OpenSpiel is installed
pyspiel = pytest.importorskip("pyspiel")
openspiel: Any = pytest.importorskip("sidepot.lab.envs.openspiel")

EXAMPLES = Path(__file__).parents[3] / "examples"
TRANSCRIPTS = Path(__file__).parent / "openspiel"
FEW = ("high-noon-standoff", "holdem-no-limit", "ricochet-2")
PLAYED = ("sidepot_ricochet_2(players=3,ante=2)", "sidepot_high_noon_standoff")


@pytest.fixture(scope="module", autouse=True)
def registered() -> list[str]:
    names: list[str] = openspiel.register(str(EXAMPLES / "one_card.py"))
    return names


def pickled(value: Any) -> Any:
    """A copy by a pickle."""
    return pickle.loads(pickle.dumps(value))


def random_hand(game: Any, chance: random.Random) -> list[Any]:
    """All states of a random hand."""
    states = [game.new_initial_state()]
    while not states[-1].is_terminal():
        state = states[-1].clone()
        if state.is_chance_node():
            state.apply_action(chance.choice(state.chance_outcomes())[0])
        else:
            state.apply_action(chance.choice(state.legal_actions()))
        states.append(state)
    return states


@pytest.mark.parametrize("name", often(house(), always=FEW))
def test_openspiel_accepts_every_game(name: str) -> None:
    game = pyspiel.load_game(openspiel.name_of(games.find(name)))
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("name", often(house(), always=FEW))
def test_the_deck_that_chance_deals_is_the_same_hand(name: str) -> None:
    rules, chance = games.find(name), random.Random(4)
    game = pyspiel.load_game(openspiel.name_of(rules))
    table = game.new_initial_state().table
    for _ in range(3):
        states = random_hand(game, chance)
        end = states[-1]
        record = openspiel._at(end).fields
        deck = record.deck.card[: record.deck.size].tolist()
        second = record.deck.second[: record.deck.size].tolist() if rules.deals_again else None
        hand = rules.deal(players=table.players, deck=deck, second=second)
        for before, after in itertools.pairwise(states):
            if not before.is_chance_node():
                assert before.current_player() == hand.actor
                assert before.legal_actions() == np.flatnonzero(table.slots.mask(hand)).tolist()
                hand.act(table.slots.action_of(hand, after.history()[-1]))
        assert hand.over
        assert np.allclose(end.returns(), np.array(hand.payoffs) / table.unit)
        assert np.isclose(sum(end.returns()) + hand.bank / table.unit, 0)


def without_journal(state: Any, seat: int) -> bytes:
    """The concealed record of a state, without the last verb's events."""
    position = openspiel._at(state)
    journal, at, *_ = position.rows.dtype.fields["journal"]
    seen = bytes(position.concealed(seat).raw)
    return seen[:at] + seen[at + journal.itemsize :]


def mixed_up(states: list[Any], text: Any) -> list[tuple[int, int]]:
    """Pairs of states whose texts are the same and their concealed records not, or otherwise."""
    told = [(text(state), without_journal(state, 0)) for state in states]
    pairs = [(i, j) for i in range(len(told)) for j in range(i)]
    return [(i, j) for i, j in pairs if (told[i][0] == told[j][0]) != (told[i][1] == told[j][1])]


def test_texts_are_equal_exactly_when_concealed_records_are() -> None:
    game = pyspiel.load_game("sidepot_high_noon_standoff")
    chance = random.Random(2)
    states = [s for _ in range(3) for s in random_hand(game, chance) if not s.is_chance_node()]
    states += [openspiel.resample(state, 0, seed=1) for state in states[:-1]]
    assert mixed_up(states, lambda state: state.observation_string(0)) == []
    assert mixed_up(states, str)  # tells what is hidden
    assert mixed_up(states, lambda state: "p0")


def test_a_resampled_state_hides_what_the_player_cannot_see() -> None:
    game = pyspiel.load_game("sidepot_high_noon_standoff")
    state = next(s for s in random_hand(game, random.Random(3)) if not s.is_chance_node())
    others = [openspiel.resample(state, 0, seed=n) for n in range(8)]
    assert {s.information_state_string(0) for s in others} == {state.information_state_string(0)}
    assert len({s.information_state_string(1) for s in others}) > 1


def test_parameters_are_the_options_of_the_table() -> None:
    game = pyspiel.load_game("sidepot_ricochet_2(players=3,ante=2)")
    table = game.new_initial_state().table
    assert (table.players, table.game.settings["ante"]) == (3, 2)
    again = pyspiel.load_game(str(game))
    assert again.new_initial_state().table.game.settings["ante"] == 2


def tree(state: Any, pasts: dict[int, tuple[Any, ...]]) -> Iterator[tuple[Any, Any]]:
    """Every state of a game, each with what every seat has seen and done before.

    Of many cards none is dealt.
    """
    if not state.is_chance_node():
        seen = openspiel._at(state)
        pasts = {p: (*past, bytes(seen.concealed(p).raw)) for p, past in pasts.items()}
        yield state, pasts
    is_over = state.is_terminal() or (state.is_chance_node() and is_long(state))
    for action in () if is_over else state.legal_actions():
        seat = state.current_player()
        done = {seat: (*pasts[seat], action)} if seat in pasts else {}
        yield from tree(state.child(action), {**pasts, **done})


def is_long(state: Any) -> bool:
    """Whether so many cards may come that their orders are not counted."""
    return len(state.legal_actions()) > 10


def forgets(start: Any, text: Any) -> list[str]:
    """Texts of different pasts of a seat, and pasts of different texts, from a state on."""
    by_text, by_past, found = dict[Any, Any](), dict[Any, Any](), list[str]()
    for state, pasts in tree(start, dict.fromkeys(range(start.num_players()), ())):
        for seat, past in pasts.items():
            said = text(state, seat)
            if by_text.setdefault((seat, said), past) != past:
                found.append(f"one text, two pasts: {state.history()}")
            if by_past.setdefault((seat, past), said) != said:
                found.append(f"one past, two texts: {state.history()}")
    return found


SMALL = often(["sidepot_kuhn", "sidepot_leduc"], always=("sidepot_kuhn",))


@pytest.mark.parametrize("name", SMALL)
def test_equal_texts_are_equal_pasts(name: str) -> None:
    start = pyspiel.load_game(name).new_initial_state()
    assert forgets(start, lambda state, seat: state.information_state_string(seat)) == []


def test_equal_texts_are_equal_lines_of_betting() -> None:
    game = pyspiel.load_game("sidepot_holdem_fixed_limit(players=3)")
    start = next(s for s in random_hand(game, random.Random(1)) if not s.is_chance_node())
    assert forgets(start, lambda state, seat: state.information_state_string(seat)) == []
    assert forgets(start, lambda state, seat: state.observation_string(seat))


@pytest.mark.parametrize("name", SMALL)
def test_openspiel_finds_perfect_recall(name: str) -> None:
    api = pytest.importorskip("open_spiel.integration_tests.api_test")
    game = pyspiel.load_game(name)
    found = api._assert_is_perfect_recall(game)
    assert len(found) == {"sidepot_kuhn": 12}.get(name, len(found))
    tensors = dict[Any, str]()
    for state, _ in tree(game.new_initial_state(), {}):
        if not state.is_terminal():
            seat = state.current_player()
            key = seat, tuple(state.information_state_tensor(seat))
            said = state.information_state_string(seat)
            assert tensors.setdefault(key, said) == said, "two pasts, one tensor"


def test_the_line_of_betting_is_in_texts_and_tensors() -> None:
    game = pyspiel.load_game("sidepot_holdem_fixed_limit(players=3,rounds=2,slots=2)")
    chance, seen = random.Random(1), list[Any]()
    start = next(s for s in random_hand(game, chance) if not s.is_chance_node())
    for line in (["raise_to", "call"], ["call", "raise_to", "call"]):
        state = start.clone()
        for wanted in line:
            names = {slot: state.action_to_string(slot) for slot in state.legal_actions()}
            state.apply_action(next(s for s, n in names.items() if n.startswith(wanted[:4])))
        seen.append((state.information_state_string(0), state.information_state_tensor(0)))
    assert seen[0][0] != seen[1][0] and seen[0][1] != seen[1][1]
    observed = len(start.observation_tensor(0))
    assert len(start.information_state_tensor(0)) > observed


@pytest.mark.parametrize("copy_of", [copy.copy, copy.deepcopy, pickled], ids=lambda f: f.__name__)
@pytest.mark.parametrize("name", often(PLAYED, always=PLAYED[1:]))
def test_copies_of_games_and_states_go_on_alike(name: str, copy_of: Any) -> None:
    game, chance = pyspiel.load_game(name), random.Random(6)
    again = copy_of(game)
    assert str(again.new_initial_state()) == str(game.new_initial_state())
    states = random_hand(game, chance)
    decided = [state for state in states if not state.is_chance_node()]
    for state in [states[0], states[len(states) // 2], *decided[1:3], decided[-1]]:
        assert alike(state, copy_of(state))
    other = openspiel.resample(decided[1], decided[1].current_player(), seed=2)
    assert alike(other, copy_of(other))
    other.apply_action(other.legal_actions()[0])
    assert alike(other, copy_of(other))


def alike(state: Any, again: Any) -> bool:
    """Whether a state and its copy are the same, and go on alike without touching each other."""
    chance, before = random.Random(3), described(state)
    assert described(again) == before
    forks = [state.clone(), again]
    while not forks[0].is_terminal():
        action = chance.choice(forks[0].legal_actions())
        for fork in forks:
            fork.apply_action(action)
        assert described(forks[0]) == described(forks[1])
    return described(state) == before


def described(state: Any) -> tuple[Any, ...]:
    """Everything that a state says."""
    seats = range(state.num_players())
    said = [] if state.is_chance_node() else [state.information_state_string(p) for p in seats]
    return str(state), state.history(), state.current_player(), state.returns(), said


def test_a_pickled_state_is_read_in_another_process(tmp_path: Path) -> None:
    state = random_hand(pyspiel.load_game(PLAYED[1]), random.Random(1))[-3]
    (tmp_path / "state").write_bytes(pickle.dumps(state))
    read = f"import pickle; print(pickle.load(open({str(tmp_path / 'state')!r}, 'rb')))"
    done = subprocess.run([sys.executable, "-c", read], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == str(state)


@pytest.mark.parametrize("name", PLAYED)
def test_a_hand_is_as_in_its_transcript(name: str) -> None:
    """Write them anew with `python -m tests.lab.envs.test_openspiel`."""
    written = (TRANSCRIPTS / f"{name.partition('(')[0]}.txt").read_text("utf-8")
    assert transcript(name) == written


def transcript(name: str) -> str:
    """OpenSpiel's transcript of a hand."""
    from open_spiel.python.algorithms import generate_playthrough

    return str(generate_playthrough.playthrough(name, None, seed=20))


if __name__ == "__main__":
    openspiel.register()
    TRANSCRIPTS.mkdir(exist_ok=True)
    for played in PLAYED:
        text = transcript(played)
        (TRANSCRIPTS / f"{played.partition('(')[0]}.txt").write_text(text, "utf-8")
