"""The terminal's report on a deal."""

import io

import pytest
from rich.console import Console

from sidepot.room.client.fairness import STANDINGS, DealStatus
from sidepot.terminal import deals
from sidepot.terminal.screen import Screen
from sidepot.words import speaking
from sidepot.words.languages import languages
from tests.room.client.fair_room import Client, FairRoom, Json


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
        standing="proven",
        is_by_word=False,
    )
    return list(map(str, deals._sentences(status._replace(**changes))))  # type: ignore[arg-type]


def test_a_turn_without_names_is_explained() -> None:
    assert "Try 1 was given up, because the game or the players changed." in said()


@pytest.mark.parametrize("standing", STANDINGS)
def test_a_hand_in_which_another_device_cuts_is_not_called_proven(standing: str) -> None:
    lines = said(is_ours=False, is_elsewhere=True, standing=standing)
    assert "If you know of no other, tell the others." in lines[-1]
    assert not any("PROVEN" in line for line in lines)


@pytest.mark.parametrize("language", languages())
def test_every_standing_looks_different(language: str) -> None:
    with speaking(language):
        lines = [said(standing=standing)[-1].partition(":")[0] for standing in STANDINGS]
    assert len(set(lines)) == len(STANDINGS) and all(line.isupper() for line in lines)


class HoldemRoom(FairRoom):
    """A room whose game clients know."""

    def hand_view(self, client: Client) -> Json:
        return super().hand_view(client) | {"game": "holdem-no-limit"}


@pytest.mark.parametrize(("kind", "is_by_word"), [(FairRoom, True), (HoldemRoom, False)])
def test_a_deck_that_only_the_room_knows_is_called_its_word(
    kind: type[FairRoom], is_by_word: bool
) -> None:
    room = kind("ana", "bo")
    room.play()
    status = room.clients[0].checker.status()
    assert status and status.is_proven and status.is_by_word == is_by_word
    lines = list(map(str, deals._sentences(status)))
    assert any("took the room" in line for line in lines) == is_by_word


def test_hands_are_counted_by_standing_in_every_face() -> None:
    room = FairRoom("ana", "bo")
    room.play()
    for client in room.clients:
        room.show(client, is_whole=True)
    room.commit()
    room.cut()
    for client in room.clients:
        room.dealt_hand = room.hand
        room.show(client, is_whole=True)
    out = io.StringIO()
    deals.count(Screen(console=Console(file=out, width=200)), room.clients[0].checker)
    assert "1 proven" in out.getvalue() and "1 that could not be checked" in out.getvalue()
    [heading] = deals.mark(room.clients[0].checker, 3)
    assert heading.text == "(1 hand could not be checked: type deal)"
