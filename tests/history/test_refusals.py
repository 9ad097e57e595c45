"""Every false line of a history is refused at its action, with the legal ones."""

import random
import re

import pytest

from sidepot.errors import BadHistory, UserError
from sidepot.history import History
from tests.cases import often
from tests.history.hands import KNOWN, known, random_hand

GOOD = KNOWN.actions
WRONG: dict[str, tuple[History, int, str, str]] = {
    "out of turn": (known(*GOOD[:3], "p1 buy 1"), 4, "not the turn of p1", "p3 may fold or buy"),
    "nobody's turn": (known(*GOOD[:3], "p9 f"), 4, "not the turn of p9", "p3 may fold or buy"),
    "too many bought": (known(*GOOD[:3], "p3 buy 5"), 4, "not possible", "buy 1 to 4"),
    "none bought": (known(*GOOD[:3], "p3 buy 0"), 4, "not possible", "buy 1 to 4"),
    "not of this game": (known(*GOOD[:3], "p3 cc"), 4, "not possible", "buy 1 to 4"),
    "a bet": (known(*GOOD[:3], "p3 cbr 4"), 4, "not possible", "buy 1 to 4"),
    "a card twice": (known(*GOOD[:2], "d dh p3 Ts", *GOOD[3:]), 3, "Ts is dealt already", "p3"),
    "a joker": (known(*GOOD[:2], "d dh p3 Xx", *GOOD[3:]), 3, "not in this deck", "for p3"),
    "an unknown card": (known(*GOOD[:2], "d dh p3 ??", *GOOD[3:]), 3, "nobody saw", "for p3"),
    "to the wrong player": (known(GOOD[0], "d dh p3 5d"), 2, "not the card", "d dh p2 CARD"),
    "to nobody": (known(GOOD[0], "d dh p4 5d"), 2, "not the card", "d dh p2 CARD"),
    "to the board": (known(GOOD[0], "d db 5d"), 2, "not the card", "d dh p2 CARD"),
    "too few cards": (known(*GOOD[:2], *GOOD[3:]), 3, "a card comes before", "d dh p3 CARD"),
    "no bought card": (known(*GOOD[:4], *GOOD[5:]), 5, "a card comes before", "d dh p3 CARD"),
    "too many cards": (known(*GOOD[:3], "d dh p1 2c"), 4, "no card is dealt", "p3 may fold"),
    "too many bought cards": (
        known(*GOOD[:5], "d dh p3 2c"),
        6,
        "no card is dealt",
        "p2 may fold or buy 1 to 4",
    ),
    "two cards at once": (known("d dh p1 Ts5d"), 1, "2 cards at once", "d dh p1 CARD"),
    "ends before an action": (known(*GOOD[:6]), 6, "ends too early", "p3 may fold or buy 1 to 3"),
    "ends before a card": (known(*GOOD[:4]), 4, "ends too early", "for p3"),
    "ends before it begins": (known("# nothing"), 1, "ends too early", "for p1"),
    "goes on": (known(*GOOD, "p1 f"), 8, "nobody is to act", "the hand is over"),
    "goes on with a card": (known(*GOOD, "d dh p1 2c"), 8, "no card is dealt", "is over"),
    "void after the end": (known(*GOOD, "void"), 8, "nobody is to act", "is over"),
    "goes on after void": (known("void", *GOOD), 2, "called off", "is over"),
    "void twice": (known("void", "void"), 2, "called off", "is over"),
    "cards shown early": (known(*GOOD[:6], "p3 sm 3c"), 7, "when the hand is over", "p3 may"),
    "other cards shown": (known(*GOOD, "p1 sm Th"), 8, "was not dealt", "is over"),
    "a card shown twice": (known(*GOOD, "p1 sm TsTs"), 8, "was not dealt", "is over"),
    "shown by nobody": (known(*GOOD, "p7 sm Ts"), 8, "was not dealt", "is over"),
    "no line": (known(*GOOD[:3], "p3 buys 1"), 4, "not understood", "p3 may fold"),
    "a discard": (known(*GOOD[:3], "p3 sd 3c"), 4, "not possible", "p3 may fold or buy 1 to 4"),
    "not here": (known(*GOOD[:3], "p3 stk 3c"), 4, "not possible", "p3 may fold"),
    "a hand thrown away by who is out": (known(*GOOD, "p3 sm"), 8, "who is out", "is over"),
    "a hand thrown away by nobody": (known(*GOOD, "p4 sm"), 8, "was not dealt", "is over"),
    "an empty line": (known(*GOOD[:3], ""), 4, "not understood", "p3 may fold"),
}
TABLES: dict[str, tuple[History, str]] = {
    "finishing stacks": (known(finishing_stacks=(26, 18, 16)), r"leave \[25, 18, 17\]"),
    "void, and not back": (known("void", finishing_stacks=(25, 18, 17)), r"leave \[20, 20, 20\]"),
    "antes that differ": (known(antes=(2, 2, 1)), "equal for all"),
    "ante said twice": (known(options={"ante": 1}), "leave the option out"),
    "ante of nothing": (known(antes=(0, 0, 0)), "ante is from 1"),
    "no such option": (known(options={"blind": 1}), "there is no option blind"),
    "an option like Python's": (known(options={"self": 1}), "there is no option self"),
    "an option out of range": (known(options={"card_price": 0}), "card_price is from 1"),
    "an option of another kind": (known(options={"card_price": [1]}), "is a whole number"),
    "an option true": (known(options={"card_price": True}), "is a whole number"),
    "an option that is long": (known(options={"tie_ends": "x" * 999}), r"not x+\.\.\."),
    "no such game": (
        known(variant="holdem"),
        "there is no game holdem; choose one of .*ricochet-2",
    ),
    "a game of PHH by our name": (
        known(variant="holdem-no-limit"),
        "choose one of .*, FT, NT",
    ),
    "a game in a file": (known(variant="/tmp/evil.py"), "there is no game /tmp/evil.py"),
    "stack too short": (known(starting_stacks=(1, 20, 20)), "cannot pay the ante of 2"),
    "stack below nothing": (known(starting_stacks=(-1, 20, 20)), "from 0 to"),
    "too rich": (known(starting_stacks=(10**30, 20, 20)), "from 0 to"),
    "too few players": (
        known(starting_stacks=(20,), antes=(2,), players=None),
        "for 2 to 8 players",
    ),
}
FIELDS = {
    "no variant": ("variant = .*", "", "variant is missing"),
    "a game of PHH": (
        "variant = .*",
        "variant = 'PO'",
        "PO cannot be replayed; .* NT, FT, FB and F7S can",
    ),
    "no antes": ("antes = .*", "", "antes is missing"),
    "no stacks": ("starting_stacks = .*", "", "starting_stacks is missing"),
    "no actions": (r"(?s)actions = .*\]", "", "actions is missing"),
    "a number as variant": ("variant = .*", "variant = 7", "a text, not 7"),
    "a number as antes": ("antes = .*", "antes = 2", "list of whole numbers, not 2"),
    "halves": ("antes = .*", "antes = [2, 2, 2.5]", "list of whole numbers"),
    "yes and no": ("antes = .*", "antes = [true, true, true]", "list of whole numbers"),
    "actions as text": (r"(?s)actions = .*\]", "actions = 'p1 f'", "list of texts"),
    "actions as numbers": (r"(?s)actions = .*\]", "actions = [1]", "list of texts"),
    "options as text": ("variant", "_options = 'x'\nvariant", "_options is a table"),
    "fewer antes": ("antes = .*", "antes = [2, 2]", "antes has 2 entries for 3 players"),
    "more names": ("players = .*", "players = ['a', 'b', 'c', 'd']", "players has 4 entries"),
    "nobody": ("starting_stacks = .*", "starting_stacks = []", "starting_stacks is empty"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_action_is_named_with_its_number_the_reason_and_what_is_legal(case: str) -> None:
    history, number, why, legal = WRONG[case]
    with pytest.raises(BadHistory) as refusal:
        history.replay()
    said = str(refusal.value)
    assert said.startswith(f'action {number} "{history.actions[number - 1]}": ')
    assert why in said.rpartition(";")[0]
    assert legal in said.rpartition(";")[2]


@pytest.mark.parametrize("case", TABLES)
def test_a_table_that_cannot_be_is_refused_with_the_reason(case: str) -> None:
    history, why = TABLES[case]
    with pytest.raises(UserError, match=why):
        history.replay()


@pytest.mark.parametrize("case", FIELDS)
def test_a_field_that_is_missing_or_wrong_is_named(case: str) -> None:
    what, instead, why = FIELDS[case]
    text = re.sub(what, instead, KNOWN.text(), count=1)
    assert text != KNOWN.text()
    with pytest.raises(BadHistory, match=why):
        History.parse(text)


def test_the_hand_that_the_refusals_are_made_from_is_good() -> None:
    assert KNOWN.replay().finishing_stacks == KNOWN.finishing_stacks


def test_the_first_wrong_action_is_the_one_that_is_named() -> None:
    history = known(*GOOD[:3], "p3 buy 9", "d dh p3 Ts", "nonsense")
    with pytest.raises(BadHistory, match="action 4 "):
        history.replay()


@pytest.mark.parametrize("seed", often(range(60), always=range(10)))
def test_every_corruption_of_a_random_hand_is_caught_where_it_is(seed: int) -> None:
    history = History.from_hand(random_hand(seed))
    rng = random.Random(seed)
    lines = [line for line in history.actions if " sm" not in line]
    for _ in range(5):
        i = rng.randrange(len(lines))
        for broken, latest in _corruptions(lines, i):
            with pytest.raises(BadHistory) as refusal:
                History.from_fields({**history.fields, "actions": broken}).replay()
            assert refusal.value.message.values["n"] <= latest  # type: ignore[operator]


def _corruptions(lines: list[str], i: int) -> list[tuple[list[str], int]]:
    """Histories in which a line is wrong, and the number at which that must have shown."""
    begin, line, rest = lines[:i], lines[i], lines[i + 1 :]
    dealt = line.startswith("d ")
    found: list[tuple[list[str], int]] = [
        (begin or ["# nothing"], max(i, 1)),  # it breaks off
        ([*begin, "p99 f", *lines[i:]], i + 1),
        ([*begin, "d db 2c2c", *lines[i:]], i + 1),
        ([*begin, re.sub("p[0-9]+", "p99", line), *rest], i + 1),
        ([*lines, "p1 f"], len(lines) + 1),
    ]
    if line.startswith("d db"):
        found.pop(3)  # nobody's
    if dealt:
        found.append(([*begin, line, line, *rest], i + 2))
        found.append(([*begin, line[:-2] + "1c", *rest], i + 1))
        found.append(([*begin, line + "Xx", *rest], i + 1))
    if "buy" in line:
        found.append(([*begin, line[:-1] + "6", *rest], i + 1))
    if "cbr" in line:
        found.append(([*begin, line + "000000", *rest], i + 1))
    if "sd" in line:
        found.append(([*begin, line[:5] + " Xx", *rest], i + 1))
    return found
