"""A hand of the house, printed as another program would, comes back as the same hand."""

from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path

import pytest

from sidepot.engine.game import Hand
from sidepot.history.imports import Imported, read_foreign
from tests.history.imports import printers

SEEDS = range(16)
MANY = range(16, 1_500)


def told(hand: Hand) -> tuple[object, ...]:
    """The parts of a hand that have to come back: actions, stacks in its first unit, and cards."""
    unit = hand.starting_stacks[0]
    actions = [(seat, action.kind) for seat, action in hand.actions]
    levels = [Fraction(action.amount, unit) for _, action in hand.actions]
    stacks = [Fraction(stack, unit) for stack in (*hand.starting_stacks, *hand.stacks)]
    dealt = sorted(line for line in hand.history.actions if line.startswith("d "))
    return hand.names, actions, levels, stacks, dealt


def check(imported: Iterable[Imported], hands: list[Hand]) -> None:
    """Check that these hands were read, without an error or an unknown line."""
    found = list(imported)
    assert [str(one.error) for one in found if one.error] == []
    assert [one.unknown for one in found if one.unknown] == []
    assert len(found) == len(hands)
    for one, hand in zip(found, hands, strict=True):
        assert one.history
        assert told(one.history.replay().hand) == told(hand)


def pokerstars(tmp_path: Path, hands: list[Hand], rake: int = 0) -> Path:
    file = tmp_path / "hands.txt"
    texts = [printers.pokerstars(hand, i, rake) for i, hand in enumerate(hands, 1)]
    file.write_text("".join(texts), "utf-8")
    return file


OPTIONS = [{}, {"antes": "1"}, {"antes": "0/2"}, {"limit": "fixed-limit"}]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_hands_come_back_from_pokerstars(tmp_path: Path, options: dict[str, str]) -> None:
    game = "holdem-fixed-limit" if options.pop("limit", "") else "holdem-no-limit"
    hands = [printers.random_hand(seed, game, **options) for seed in SEEDS]
    check(read_foreign(pokerstars(tmp_path, hands)), hands)


def test_hands_come_back_from_poker_now(tmp_path: Path) -> None:
    hands = [printers.random_hand(seed) for seed in SEEDS]
    file = tmp_path / "poker_now_log.csv"
    for newest_first in (True, False):
        file.write_text(printers.poker_now(hands, newest_first=newest_first), "utf-8")
        check(read_foreign(file), hands[::-1] if newest_first else hands)


def test_hands_come_back_from_pokerth(tmp_path: Path) -> None:
    hands = [printers.random_hand(seed) for seed in SEEDS]
    check(read_foreign(printers.pokerth(tmp_path / "log.pdb", hands)), hands)


def test_raked_hands_come_back(tmp_path: Path) -> None:
    hands = [printers.random_hand(seed) for seed in SEEDS]
    check(read_foreign(pokerstars(tmp_path, hands, rake=1)), hands)


def test_a_short_big_blind_is_called_in_full(tmp_path: Path) -> None:
    hands = [printers.random_hand(116)]
    check(read_foreign(printers.pokerth(tmp_path / "log.pdb", hands)), hands)


@pytest.mark.soak
def test_many_hands_come_back_from_all_formats(tmp_path: Path) -> None:
    hands = [printers.random_hand(seed) for seed in MANY]
    check(read_foreign(pokerstars(tmp_path, hands)), hands)
    check(read_foreign(printers.pokerth(tmp_path / "log.pdb", hands)), hands)
    (tmp_path / "log.csv").write_text(printers.poker_now(hands), "utf-8")
    check(read_foreign(tmp_path / "log.csv"), hands[::-1])


def test_a_converted_hand_is_written_and_read_again(tmp_path: Path) -> None:
    hands = [printers.random_hand(seed) for seed in range(6)]
    histories = [one.history for one in read_foreign(pokerstars(tmp_path, hands)) if one.history]
    file = tmp_path / "hands.phhs"
    file.write_text("\n".join(one.text(i) for i, one in enumerate(histories, 1)), "utf-8")
    assert [one.history for one in read_foreign(file)] == histories
