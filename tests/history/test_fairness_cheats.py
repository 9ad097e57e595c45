"""Cheating rooms and files, each caught by its method, and honest ones that are not."""

import copy
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from sidepot.cards import deck, text
from sidepot.games import registry
from sidepot.history import History
from sidepot.history.fairness import FIELD, read_fairness
from sidepot.history.verify.chain import Chain
from sidepot.history.verify.hands import BARE, PROVEN, UNCUT, WRONG, Breach, check
from sidepot.history.verify.stories import is_one_hand
from tests.history.fair_hands import FairHand, evening, fair_hand, with_rabbit

Fields = dict[str, Any]


def kinds(*histories: History) -> set[str]:
    """The kinds of everything that is wrong with some hands, each by itself and together."""
    chain, found = Chain(), list[Breach]()
    for history in histories:
        checked = check(history)
        found += checked.breaches
        found += chain.add(checked.proof, history).breaches if checked.proof else []
    return {breach.kind for breach in found}


def changed(history: History, change: Callable[[Fields], object]) -> History:
    """A history with another `_fairness`."""
    fields = copy.deepcopy(history.others[FIELD])
    change(fields)
    return replace(history, others={**history.others, FIELD: fields})


def swapped_card() -> list[History]:
    """Two cards change places between the commitment and the deal; the openings say so too."""
    history = fair_hand(swap=(0, 1)).history()

    def lie(fields: Fields) -> None:
        first, second = fields["opened"][:2]
        assert [first[1], second[1]] == [0, 1]
        first[2], second[2] = second[2], first[2]

    assert kinds(history) == {"opened"}
    return [changed(history, lie)]


def skipped_card() -> list[History]:
    """The first player gets the card that would have come last, opened where it truly lay."""
    fair = fair_hand(swap=(0, 51))
    (card,) = fair.record.deal.open([("deck", 51)])

    def lie(fields: Fields) -> None:
        fields["at"][0] = ["deck", 51]
        fields["opened"][0] = ["deck", 51, card.card, card.salt.hex()]

    return [changed(fair.history(), lie)]


def drop(*fields: str) -> Callable[[Fields], None]:
    """Drop the last guest's seed or pledge."""

    def change(found: Fields) -> None:
        for field in fields:
            found[field].pop()

    return change


def other_pledge(fields: Fields) -> None:
    fields["pledges"][0][1] = "0" * 64


def other_seed(fields: Fields) -> None:
    fields["seeds"][0][1] = "0" * 64


def other_file(name: str, change: Callable[[Fields], object]) -> list[History]:
    """The history of a hand, and another of the same hand."""
    history = fair_hand(name, turn=2, missing=[["Bo"]]).history()
    return [history, changed(history, change)]


def names_another(fields: Fields) -> None:
    fields["missing"] = [["Cy"]]


ACES = ["As"] * 5 + [text(card) for card in deck()][5:]
SEEDS = {"ana": b"a" * 32, "bo": b"b" * 32}

CHEATS: dict[str, tuple[Callable[[], list[History]], str]] = {
    "a swapped card": (swapped_card, "card"),
    "a skipped card": (skipped_card, "places"),
    "a dropped seed": (lambda: [changed(fair_hand().history(), drop("seeds"))], "pledge"),
    "a player dropped": (
        lambda: [changed(fair_hand().history(), drop("seeds", "pledges"))],
        "commitment",
    ),
    "a pledge changed": (lambda: [changed(fair_hand().history(), other_pledge)], "pledge"),
    "a seed changed": (lambda: [changed(fair_hand().history(), other_seed)], "pledge"),
    "two commitments to two clients": (
        lambda: [fair_hand(seed=1).history(0), fair_hand(seed=2).history(1)],
        "twice",
    ),
    "two players told of other missing ones": (
        lambda: other_file("ricochet-2", names_another),
        "missing",
    ),
    "a seed used again": (
        lambda: [fair_hand(hand=n, table=f"t{n}", seeds=SEEDS).history() for n in (2, 4)],
        "seed",
    ),
    "five aces as control": (lambda: [fair_hand(order=ACES).history()], "deck"),
    "a wrong choice of deck": (lambda: [fair_hand(steered=True).history()], "dealt"),
    "a hidden turn": (lambda: [fair_hand(turn=2).history()], "turn"),
    "a turn that never was": (
        lambda: [changed(fair_hand().history(), lambda f: f.update(missing=[["Bo"]]))],
        "turn",
    ),
    "a chain broken": (
        lambda: [fair_hand().history(), fair_hand(hand=2, prev=b"p" * 32).history()],
        "chain",
    ),
    "a first hand that was hidden": (lambda: [fair_hand(prev=b"p" * 32).history()], "chain"),
    "a card that is not opened": (
        lambda: [changed(fair_hand().history(), lambda f: f["opened"].pop())],
        "opened",
    ),
    "one place too few": (
        lambda: [changed(fair_hand().history(), lambda f: f["at"].pop())],
        "opened",
    ),
    "a card of the hand as a rabbit": (
        lambda: [with_rabbit(fair_hand("high-noon-showdown", players=3), 7).history(-1)],
        "rabbit",
    ),
    "a burned card as a rabbit": (
        lambda: [with_rabbit(fair_hand("high-noon-showdown", 3, players=3), 15).history(-1)],
        "rabbit",
    ),
    "no proof of a second order": (
        lambda: [
            changed(
                fair_hand("poker-roulette").history(),
                lambda f: [
                    f.update(streams=["deck"]),
                    f["leaves"].pop(),
                    f["control"]["cards"].pop(),
                ],
            )
        ],
        "streams",
    ),
    "rules that are broken": (
        lambda: [replace(h := fair_hand().history(), actions=h.actions[:-1])],
        "rules",
    ),
}


@pytest.mark.parametrize("cheat", CHEATS)
def test_it_is_caught(cheat: str) -> None:
    play, kind = CHEATS[cheat]
    assert kind in kinds(*play())


def test_an_honest_evening_is_proven() -> None:
    hands = evening(4)
    for viewer in (-1, 0, 1):
        assert kinds(*(hand.history(viewer) for hand in hands)) == set()
    assert kinds(*(hand.history(viewer) for viewer in (0, 1) for hand in reversed(hands))) == set()


Story = Callable[[History], History]


def another_action(history: History) -> History:
    lines = list(history.actions)
    at = next(i for i, line in enumerate(lines) if re.match(r"p\d sd", line))
    who = lines[at].split()[0]
    lines[at] = f"{who} sd" if lines[at] != f"{who} sd" else f"{who} sd ??"
    return replace(history, actions=tuple(lines))


def another_card(history: History) -> History:
    """In the middle, where all see it."""
    lines = [
        line.replace("d db ", "d db Xx", 1)[:9] if "d db" in line else line
        for line in history.actions
    ]
    return replace(history, actions=tuple(lines))


def other_stacks(history: History) -> History:
    first, second, *more = history.finishing_stacks or ()
    return replace(history, finishing_stacks=(first + 1, second - 1, *more))


STORIES: dict[str, Story] = {
    "an action": another_action,
    "a card": another_card,
    "the stacks": other_stacks,
    "an action more": lambda history: replace(
        history, actions=(*history.actions, history.actions[-1])
    ),
    "the players": lambda history: replace(history, players=("x",) * len(history.starting_stacks)),
    "the antes": lambda history: replace(history, antes=(7,) * len(history.antes)),
}


@pytest.mark.parametrize("story", STORIES)
def test_differing_histories_of_one_hand_are_found_out(story: str) -> None:
    """Each history may be right by itself: only their differences show it."""
    hands = (fair_hand(seed=seed) for seed in range(1, 99))
    fair = next(hand for hand in hands if "d db" in hand.text())
    one, other = fair.history(0), fair.history(1)
    assert is_one_hand(one, other) and is_one_hand(other, one)
    assert not is_one_hand(one, STORIES[story](other))
    chain, proof = Chain(), read_fairness(one.others)
    assert proof and chain.add(proof, one).breaches == []
    [breach] = chain.add(proof, STORIES[story](other)).breaches
    assert breach.kind == "story"


@pytest.mark.parametrize("name", sorted(registry()))
def test_all_viewers_histories_are_of_one_hand(name: str) -> None:
    for seed in range(4):
        for actions in (None, 2):  # to its end, and called off
            fair = fair_hand(name, seed, actions=actions)
            told = [History.parse(text) for text in fair.texts().values()]
            assert all(is_one_hand(told[0], other) for other in told)


def test_a_chain_says_its_gaps_and_turns() -> None:
    chain = Chain()
    for hand in (*evening(2), fair_hand(hand=5), fair_hand(hand=6, turn=2, missing=[[]])):
        history = hand.history()
        proof = read_fairness(history.others)
        assert proof
        assert chain.add(proof, history) == ([], [])
    (table,) = chain.tables()
    assert table == ("tAbLe", 1, 6, [2], [6])


def test_a_chain_holds_hands_however_far_apart() -> None:
    chain, history = Chain(), fair_hand().history()
    proof = read_fairness(history.others)
    assert proof
    far = proof.proof._replace(at=proof.proof.at._replace(hand=2**70), seeds={})
    chain.add(proof, history)
    chain.add(proof._replace(proof=far), history)
    assert list(chain.tables()) == [("tAbLe", 1, 2**70, [1], [])]


def notes(*hands: FairHand) -> list[list[str]]:
    """The notes on the seeds of some hands, none of which is wrong."""
    chain, found = Chain(), []
    for hand in hands:
        history = hand.history()
        proof = read_fairness(history.others)
        assert proof
        linked = chain.add(proof, history)
        assert linked.breaches == []
        found.append(list(map(str, linked.notes)))
    return found


def test_a_seed_that_was_used_before_is_no_cheat_beside_a_new_one() -> None:
    first = fair_hand(hand=2, table="one", seeds=SEEDS)
    again = fair_hand(hand=4, table="two", seeds=SEEDS | {"bo": b"new" * 8 + b"seed" * 2})
    [none, [said]] = notes(first, again)
    assert none == []
    assert said.startswith("the seed of the guest ana was used before, in hand 2 by ana; ")
    assert notes(first, first) == [[], []]


def test_one_seed_of_two_guests_is_said() -> None:
    [[said]] = notes(fair_hand(seeds={"ana": b"a" * 32, "bo": b"a" * 32}))
    assert said.startswith("the seed of the guest bo was used before, in hand 1 by ana; ")


def test_recorded_turns_are_no_cheat() -> None:
    checked = check(fair_hand(turn=3, missing=[["Bo"], []]).history())
    assert checked.status == PROVEN and checked.proof
    assert checked.proof.missing == [["Bo"], []]


def test_a_deal_that_nobody_cut_is_not_called_proven() -> None:
    assert check(fair_hand(seeds={}).history()).status == UNCUT


def test_a_history_without_proof_is_not_called_proven() -> None:
    history = fair_hand().history()
    assert check(replace(history, others={})).status == BARE


def leaves_of(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path to every single value in nested lists and tables."""
    if isinstance(value, (dict, list)):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from leaves_of(value[key], (*path, key))
    else:
        yield path


def other(value: str | int) -> str | int:
    """Another value of the same form where there is one."""
    if isinstance(value, int):
        return value + 1
    others = {"deck": "second", "a": "b", "b": "a"}
    last = {"0": "1"}.get(value[-1], "0")
    if len(value) == 2:
        return "2c" if value != "2c" else "2d"
    if len(value) > 64:
        return value[2:4] + value[:2] + value[4:]
    return others.get(value, value[:-1] + last)


def whole_proof() -> FairHand:
    """A hand whose proof has every field."""
    return with_rabbit(fair_hand("holdem-no-limit", 5, turn=2, missing=[["Bo"]]), 51)


UNPROVEN = {"missing"}
"""Names that only the room tells; two histories of a hand have to agree in them."""


def test_every_single_value_of_a_proof_counts() -> None:
    history = whole_proof().history()
    fields = history.others[FIELD]
    paths = [path for path in leaves_of(fields) if path[0] not in UNPROVEN]
    assert {path[0] for path in paths} == fields.keys() - UNPROVEN
    assert len(paths) > 100
    passed = []
    for path in paths:

        def change(found: Any, path: tuple[Any, ...] = path) -> None:
            for key in path[:-1]:
                found = found[key]
            found[path[-1]] = other(found[path[-1]])

        if check(changed(history, change)).status != WRONG:
            passed.append(path)
    assert check(history).status == PROVEN and passed == []


def test_a_name_that_is_only_the_rooms_word_counts_against_another_history() -> None:
    history = whole_proof().history()
    assert kinds(history, changed(history, names_another)) == {"missing"}


def test_each_card_that_is_swapped_in_the_text_is_caught() -> None:
    written = fair_hand("holdem-no-limit", 5).text(0)
    for line in [line for line in written.splitlines() if line.startswith('  "d d')]:
        for card in {line[-4:-2], line.split()[-1][:2]} - {"??"}:
            swapped = line.replace(card, "2c" if card != "2c" else "2d")
            history = History.parse(written.replace(line, swapped))
            assert check(history).status == WRONG, line
