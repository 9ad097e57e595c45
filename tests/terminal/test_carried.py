"""Chips that stay in the pot at the plain table: from hand to hand, and when the player leaves."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from sidepot import games
from sidepot.engine.game import Game
from sidepot.errors import BadSetup
from sidepot.history import History, Session, read
from sidepot.terminal.seating import Player, Seating
from tests.terminal.script import evening

DRAW = games.find("five-card-draw")
KEY = {"guts": "out", "five-card-draw": "check"}


def chips(said: str, company: Seating) -> tuple[int, int]:
    """The chips that were bought in all, and those that the players have."""
    return sum(player.bought for player in company.players), sum(company.stacks)


@pytest.mark.parametrize("name", KEY)
@pytest.mark.parametrize("seed", range(3))
def test_chips_that_stay_are_in_the_next_pot_and_none_is_lost(name: str, seed: int) -> None:
    script = f"{KEY[name]}\n" * 3 + "\n"
    said, company = evening(script * 30, game=games.find(name), hands=12, seed=seed)
    bought, there = chips(said, company)
    assert bought == there
    stays = re.findall(r"for the next hand: (\d+)", said)
    brought = re.findall(r"from the hand before: (\d+)", said)
    assert brought == stays[: len(brought)] and len(stays) - len(brought) <= 1


def passed_out(game: Game = DRAW) -> tuple[int, int]:
    """A seed, and how many hands it takes until one is passed out."""
    for seed in range(40):
        said, _ = evening("check\ncheck\nfold\nfold\n\n" * 9, game=game, hands=1, seed=seed)
        if "Nobody has opened" in said:
            return seed, 1
    raise AssertionError("no hand is ever passed out")


def test_a_player_who_leaves_gets_a_share_of_the_staying_chips() -> None:
    seed, hands = passed_out()
    said, company = evening("check\n" * 3 + "q\n", game=DRAW, hands=hands, seed=seed)
    assert "is shared between" in said
    assert company.stacks == [200, 200, 200]
    said, company = evening("check\n\nq\n", game=DRAW, seed=seed)
    assert "The hand is called off" in said or "is shared between" in said
    assert sum(company.stacks) == 600


def test_odd_chips_go_from_the_dealers_left() -> None:
    seating = Seating([Player(name, 10) for name in ("Ana", "Bo", "Cy")])
    seating.pass_deal()
    seating.share(5)
    assert seating.stacks == [11, 12, 12]


def test_every_hand_of_a_session_replays_alone_and_they_follow_each_other(tmp_path: Path) -> None:
    session = Session(tmp_path / "evening.phhs")
    evening("out\n\n" * 12, game=games.find("guts"), hands=8, seed=2, session=session)
    kept = {"pot": 0}
    for found in read(tmp_path / "evening.phhs"):
        assert isinstance(found.hand, History)
        assert found.hand.kept == kept
        kept = found.hand.replay().hand.keeps
    assert session.saved == 8


def test_a_history_with_an_impossible_pot_is_refused(tmp_path: Path) -> None:
    session = Session(tmp_path / "evening.phhs")
    evening("out\n\n" * 3, game=games.find("guts"), hands=1, seed=2, session=session)
    text = (tmp_path / "evening.phhs").read_text("utf-8")
    for wrong in ("-1", '"6"', "0.5", "true", "10000000000000"):
        with pytest.raises(BadSetup, match="pot is a whole number from 0 to"):
            History.parse(text.replace("{ pot = 0 }", f"{{ pot = {wrong} }}")).replay()
    kuhn = History.from_hand(games.find("kuhn").deal(seed=1))
    with pytest.raises(BadSetup, match="keeps nothing from hand to hand"):
        replace(kuhn, kept={"pot": 3}).replay()
