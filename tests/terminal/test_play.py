"""The plain table, played by scripts."""

import re

import pytest

import sidepot
from sidepot.analysis import analyzing
from tests.cases import often
from tests.laws.little import LITTLE
from tests.terminal.script import evening


def test_a_hand_is_played_and_the_pause_says_who_won_with_what() -> None:
    said, company = evening("fold\n" * 20, hands=1)
    assert "Hand 1" in said
    assert "You fold." in said or "You win" in said
    assert " takes " in said and "This hand: " in said
    assert sum(company.stacks) == 600


def test_stacks_live_on_from_hand_to_hand() -> None:
    said, company = evening("fold\n\n" * 40, hands=5)
    assert "Hand 5" in said
    assert sum(company.stacks) == 600
    assert f"You leave with {company.stacks[0]} chips after 5 hands" in said


@pytest.mark.parametrize("script", ["", "fold\n", "buy 1\nbuy 1\n", "?\n"])
def test_the_end_of_input_leaves_politely(script: str) -> None:
    said, company = evening(script)
    assert said.rstrip().splitlines()[-1].startswith("You leave with ")
    assert sum(company.stacks) == 600


def test_leaving_in_a_hand_calls_it_off_and_loses_no_chip() -> None:
    said, company = evening("q\n")
    assert "The hand is called off; everybody gets their chips back." in said
    assert company.stacks == [200, 200, 200]


def test_ctrl_c_leaves_politely(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("sidepot.terminal.screen.Screen.ask", interrupt)
    said, company = evening("")
    assert "You leave with 200 chips after 0 hands" in said
    assert company.stacks == [200, 200, 200]


@pytest.mark.parametrize(
    "wrong", ["buy 9", "buy", "raise to 40", "check", "b 0", "7", "\x1b[A", "♠"]
)
def test_wrong_input_lists_the_legal_actions_and_asks_again(wrong: str) -> None:
    said, company = evening(f"{wrong}\nq\n")
    answer = said.partition(f"> {wrong}")[2]
    assert ("choose" in answer and "buy 1 to 4" in answer) or "is not an action" in answer
    assert company.stacks == [200, 200, 200]


def test_a_question_mark_explains_every_choice() -> None:
    said, _ = evening("?\nq\n")
    assert "f, fold: " in said
    assert "buy 1 to 4 cards, 1 each" in said


def test_the_rules_are_one_word_away() -> None:
    assert "Which hand is lower" in evening("rules\nq\n")[0]


def test_the_odds_are_one_word_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analyzing, "PRECISION", 10.0)
    said, company = evening("odds\nodds\nq\n")
    first, again = said.split("> odds")[1:]
    assert "buy 4: " in first and first.strip() == again.partition(">")[0].strip()
    assert "|" not in first  # bars are noise where there is no terminal
    assert company.stacks == [200, 200, 200]


def test_the_odds_begin_with_the_outlook_where_cards_are_hidden() -> None:
    said, _ = evening("odds\nq\n", game=sidepot.game("kuhn"), players=2)
    assert "If all stay in to the end and nobody bets" in said
    assert "Your final hand, all ends counted:" in said
    assert "  high card: 100.00%" in said


def test_ctrl_c_ends_the_thinking_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("sidepot.terminal.play.analyze", interrupt)
    said, _ = evening("odds\nfold\nq\n", hands=1)
    assert "Then without the odds." in said and "You fold." in said


def test_the_table_can_be_shown_again() -> None:
    assert evening("t\nq\n")[0].count("the lowest") == 2 * evening("q\n")[0].count("the lowest")


def test_a_player_without_chips_buys_in_again() -> None:
    said, company = evening("1\n" * 10 + "\n" * 30, stacks=[2, 60, 60], seed=1, hands=4)
    assert "buys in for" in said or "Enter buys in again" in said
    assert sum(company.stacks) == sum(player.bought for player in company.players)


SHORT = [
    ("ricochet-2", {"ante": 5}, [7, 60, 60], "1\nfold\n", "You cannot pay the ante."),
    ("ricochet-2", {"ante": 5}, [7, 60, 60], "2\nfold\n", "You have no chips left."),
    ("poker-roulette", {"ante": 0}, [9, 60, 60], "bet 9\ncall\n", "You have no chips left."),
]
"""A table, its stacks, what is typed, and why one has to buy in again in the end."""


@pytest.mark.parametrize(("name", "options", "stacks", "typed", "said"), SHORT)
def test_the_reason_to_buy_in_again_is_true(
    name: str, options: dict[str, int], stacks: list[int], typed: str, said: str
) -> None:
    game = sidepot.game(name, **options)
    evenings = (
        evening(f"{typed}\n\nq\n", game=game, stacks=stacks, seed=seed)[0] for seed in range(20)
    )
    told = next(told for told in evenings if "Enter buys in again" in told)
    assert f"{said} Enter buys in again for {stacks[0]}" in told


def test_the_same_seed_is_the_same_evening() -> None:
    assert evening("fold\n\n" * 9, hands=3)[0] == evening("fold\n\n" * 9, hands=3)[0]
    assert evening("fold\n\n" * 9, hands=3)[0] != evening("fold\n\n" * 9, hands=3, seed=5)[0]


def test_a_narrow_terminal_puts_hands_in_words_on_lines_of_their_own() -> None:
    said, _ = evening("1\n1\n1\nq\n", width=40)
    assert max(len(line) for line in said.splitlines() if line.startswith((" ", ">  "))) <= 62
    assert "\n    in " in said


def test_letters_instead_of_suits() -> None:
    assert not set("♣♦♥♠") & set(evening("fold\nq\n", ascii_only=True)[0])
    assert set("♣♦♥♠") & set(evening("fold\nq\n")[0])


def test_the_table_plays_an_unknown_game() -> None:
    said, company = evening("check\n\n" * 30, game=LITTLE, players=3, hands=3)
    assert "Hand 3" in said
    assert sum(company.stacks) == 600


NAMES = sorted(sidepot.games.registry())
ALIKE = ("holdem-fixed-limit", "high-noon-shootout", "high-noon-showdown", "ricochet")
"""Games that another of their family stands for."""


@pytest.mark.parametrize("name", often(NAMES, always={*NAMES} - {*ALIKE}))
def test_every_game_of_the_list_can_be_played(name: str) -> None:
    game = sidepot.game(name)
    players = min(3, game.most)
    said, _ = evening("fold\ncheck\nkeep\npass\nout\n" * 10, game=game, players=players, hands=1)
    assert "This hand: " in said


def test_the_deal_passes_to_the_left_and_chips_stay_with_their_owners() -> None:
    said, company = evening(
        "check\nkeep\n\n" * 40, game=sidepot.game("high-noon-standoff"), hands=3
    )
    antes = [line.split(" ante")[0] for line in said.splitlines() if " ante 1 each" in line]
    assert antes == ["You, Ana and Theo", "Ana, Theo and You", "Theo, You and Ana"]
    won = re.findall(r"^(\w+) wins? 3 ", said, re.MULTILINE)
    assert len(won) == 3
    assert company.stacks == [200 - 3 + 3 * won.count(name) for name in ("You", "Ana", "Theo")]
    assert f"You leave with {company.stacks[0]} chips" in said
