"""Prospects in observations: they follow from what a seat sees, and say what a choice wins."""

import numpy as np
import pytest

from sidepot import games, kernel
from sidepot.errors import BadSetup
from sidepot.kernel import Array
from sidepot.lab.envs import agents, batch
from sidepot.lab.envs.encoder import Encoder
from sidepot.lab.selfplay import SelfPlay

KUHN = games.find("kuhn")
DEALS = 8


def prospects(encoder: Encoder, rows: object, seat: int) -> Array:
    """The part that an encoder shows of a record, beside the moment."""
    seen = np.zeros(encoder.size, np.float32)
    encoder.encode(rows, seat, seen)
    return seen[encoder.prospects.first :]


@pytest.mark.parametrize("seed", range(6))
def test_the_king_wins_every_deal_of_kuhn_poker_and_the_jack_none(seed: int) -> None:
    encoder = Encoder(KUHN, 2, 2, prospects=DEALS)
    hand = KUHN.deal(players=2, seed=seed)
    held = str(hand.view(hand.actor).seats[hand.actor or 0].cards[0].card)
    found = prospects(encoder, hand.record(hand.actor or 0), hand.actor or 0)
    check, bet = found[found != 0].tolist() if held[0] != "J" else (0, found.min())
    if held[0] == "K":
        assert [check, bet] == [1, 0.75]
    elif held[0] == "J":
        assert bet == -0.25 and found.max() == 0
    else:
        assert bet == pytest.approx(check - 0.25)


def test_prospects_do_not_depend_on_what_is_hidden() -> None:
    game = games.find("high-noon-standoff")
    encoder = Encoder(game, 2, 100, prospects=DEALS)
    hand = game.deal(players=2, seed=4)
    me = hand.actor or 0
    first = prospects(encoder, hand.record(me), me)
    other = kernel.copy(hand.record(me))
    game.entry.redeal(other, kernel.generator(8))
    game.entry.conceal(other, me)
    assert first.any() and (prospects(encoder, other, me) == first).all()


def test_hands_in_a_batch_show_the_prospects_of_their_records() -> None:
    hands = batch("kuhn", 6, 2, seed=3, prospects=DEALS)
    now, encoder = hands.reset(), hands.encoder
    for place, seat in enumerate(now.current_player.tolist()):
        own = prospects(encoder, hands.peek(place, seat).rows, seat)
        assert (now.observation[place, encoder.prospects.first :] == own).all()


def test_a_learner_begins_with_the_choice_that_promises_most(tmp_path: object) -> None:
    learner = SelfPlay("kuhn", 2, n=4, lanes=1, seed=1, hidden=8, prospects=DEALS)
    now = learner.batch.reset()
    encoder, slots = learner.batch.encoder, learner.batch.slots
    pairs = list(encoder.prospects.slots(slots.rows[:, 1].tolist()))
    names = [slots.names[slot].partition(":")[0] for _, slot in pairs]
    assert sorted(set(names)) == ["bet", "call", "check"]
    best = now.observation[:, [place for place, _ in pairs]].max(1) > 0.5
    fold = slots.names.index("fold")
    assert (learner.network.chances(now.observation, now.action_mask)[best, fold] < 0.01).all()


def test_an_agent_is_loaded_with_its_prospects(tmp_path: object) -> None:
    learner = SelfPlay("kuhn", 2, n=4, lanes=1, seed=1, hidden=3, prospects=DEALS)
    agent = agents.load(agents.save(learner.network, f"{tmp_path}/agent", learner))
    assert agent.table.encoder.prospects.deals == DEALS
    hand = KUHN.deal(players=2, seed=1)
    assert agent(hand.view(), None) in map(str, hand.legal)  # type: ignore[arg-type]


@pytest.mark.parametrize("deals", [-1, 100_000])
def test_too_many_deals_are_refused(deals: int) -> None:
    with pytest.raises(BadSetup, match="prospects"):
        Encoder(KUHN, 2, 2, prospects=deals)
