"""Unknown cards: a hand replays as long as the known ones decide it."""

from collections.abc import Hashable, Iterator
from pathlib import Path

import pytest

from sidepot import games
from sidepot.errors import BadHistory
from sidepot.history import History
from sidepot.history.unknown_cards import AlternativeReplay
from sidepot.kernel import Fields, Records

EXAMPLE = Path(__file__).parents[2] / "examples" / "one_card.py"


@pytest.fixture(autouse=True)
def one_card() -> Iterator[None]:
    """The example game, on the list for a while."""
    games.add_file(EXAMPLE)
    yield
    games._added.clear()
    games.registry.cache_clear()


def hand(*actions: str) -> History:
    """Three players with one card each; the seat behind the last acts first."""
    return History(variant="one-card", antes=(1, 1, 1), starting_stacks=(9, 9, 9), actions=actions)


def test_a_player_who_folded_needs_no_card() -> None:
    deal = ("d dh p1 ??", "d dh p2 ??", "d dh p3 2c")
    done = hand(*deal, "p1 cc", "p2 cc", "p3 cbr 2", "p1 f", "p2 f").replay()
    assert done.finishing_stacks == (8, 8, 11)
    cards = [event.card for verb in done.events for event in verb if event.kind == "dealt"]
    assert cards == ["??", "??", "2c"]


def test_a_beaten_hand_that_was_mucked_at_the_best_card_needs_none() -> None:
    deal = ("d dh p1 As", "d dh p2 ??", "d dh p3 ??")
    assert hand(*deal, "p1 cc", "p2 cc", "p3 cc").replay().finishing_stacks == (11, 8, 8)


@pytest.mark.parametrize("known", ["Ks", "Ah", "2c", "7d"])
def test_a_result_that_depends_on_an_unknown_card_is_refused(known: str) -> None:
    deal = (f"d dh p1 {known}", "d dh p2 3c", "d dh p3 ??")
    with pytest.raises(BadHistory, match=r'action 3 "d dh p3 \?\?": .*nobody saw'):
        hand(*deal, "p1 cc", "p2 cc", "p3 cc").replay()


def test_a_mistake_is_found_behind_unknown_cards() -> None:
    deal = ("d dh p1 ??", "d dh p2 ??", "d dh p3 2c")
    with pytest.raises(BadHistory, match='action 4 "p2 cc"'):
        hand(*deal, "p2 cc").replay()


def raised(times: int) -> str:
    """A hand with so many raises, in which an unknown hand is shown to a board that plays."""
    raises = [f"p{2 - n % 2} cbr {4 + 2 * n}" for n in range(times)]
    streets = [f"{deal}p1 cc,p2 cc" for deal in ("d db TsJsQs,", "d db Ks,", "d db As,")]
    lines = ["d dh p1 ????", "d dh p2 2c2d", *raises, f"p{2 - times % 2} cc"]
    lines += ",".join(streets).split(",")
    return (
        'variant = "NT"\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\n'
        f"starting_stacks = [1000000, 1000000]\nactions = {lines}\n"
    )


def test_the_longer_a_hand_the_fewer_replays_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two cards that may be any stand for 1,980 replays, each with all of its actions."""
    played = 0
    step = AlternativeReplay._public

    def counted(replay: AlternativeReplay, rows: Records, record: Fields) -> Hashable:
        nonlocal played
        played += 1
        if played > 100:
            raise AssertionError
        return step(replay, rows, record)

    monkeypatch.setattr(AlternativeReplay, "_public", counted)
    with pytest.raises(BadHistory, match="nobody saw"):
        History.parse(raised(60)).replay()
    with pytest.raises(AssertionError):
        History.parse(raised(2)).replay()
