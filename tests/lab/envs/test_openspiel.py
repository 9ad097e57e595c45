"""Games of OpenSpiel: its own tests, ours, and transcripts."""

import itertools
import random
import sys
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
    assert mixed_up(states, lambda state: state.information_state_string(0)) == []
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
