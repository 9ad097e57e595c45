"""What the terminal says of a deal."""

import pytest

from sidepot.client.fairness import DealStatus
from sidepot.terminal import deals


def said(**changes: object) -> list[str]:
    status = DealStatus(
        hand=3,
        turn=2,
        fixed_at=0,
        commitment="ab" * 32,
        missing=[[]],
        cut_by=["Ana", "Bo"],
        is_ours=True,
        is_elsewhere=False,
        is_proven=True,
    )
    return list(map(str, deals._sentences(status._replace(**changes))))  # type: ignore[arg-type]


def test_a_turn_without_names_is_explained() -> None:
    assert "Try 1 was given up, because the game or the players changed." in said()


@pytest.mark.parametrize("is_proven", [False, True])
def test_a_hand_in_which_another_device_cuts_is_not_called_proven(is_proven: bool) -> None:
    lines = said(is_ours=False, is_elsewhere=True, is_proven=is_proven)
    assert "If you know of no other, tell the others." in lines[-1]
    assert not any("proof" in line for line in lines)
