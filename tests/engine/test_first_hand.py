"""First hands: the rule pages' hints while a game is played for the first time."""

import random
from collections import Counter
from pathlib import Path

import pytest

from sidepot import games
from sidepot.designer.new import new_game
from sidepot.designer.trial import try_form
from sidepot.engine import first_hand
from sidepot.engine.first_hand import Hint
from sidepot.engine.game import Game
from sidepot.engine.rule_pages import check_hints, family, hints, rule_page
from sidepot.errors import BadGameFile

HANDS = 120
ENOUGH = 16
"""Hands after which play ends, once everything was said."""
STACKS = (3, 9, 60, 30, 25)
RARE = ("refilled", "bonus", "raise_to")
"""What happens too seldom to be asked for in so few hands."""
OPTIONS = {"poker-roulette": {"stock_to_active": "yes"}}
"""Options without which some decisions are never due."""
FAMILIES = sorted({family(game) for game in games.registry().values()})
SURPRISES = (
    "out_beaten",
    "out_complete",
    "out_short",
    "kicked_out",
    "beaten",
    "missed",
    "keeps_all",
    "refilled",
    "safe",
)
"""What somebody who does not know the game asks about."""


def play(game: Game, own: tuple[Hint, ...]) -> tuple[Counter[Hint], list[str]]:
    """The count of each hint over some hands, and the decisions without any."""
    rng, given, silent = random.Random(game.name), Counter[Hint](), []
    players = min(max(4, game.least), game.most)
    for number in range(HANDS):
        if number >= ENOUGH and not unsaid(own, given):
            break
        turn = number % players
        kept = {"pot": 0} if game.keeps_pot and number % 2 else None
        stacks = (STACKS[turn:] + STACKS[:turn])[:players]
        hand = game.deal(stacks=stacks, seed=number, kept=kept)
        while True:
            is_again = bool(hand.actions) and hand.actions[-1][0] == 0
            view = hand.view(0)
            said = first_hand.said(own, view, is_again=is_again)
            given.update(
                hint for hint in own if not given[hint] and hint.fits(view, is_again=is_again)
            )
            if view.menu and not any(hint.is_for_decision for hint in said):
                silent.append(f"{hand!r}: {[choice.kind for choice in view.menu]}")
            surprised = any(e.kind in SURPRISES and e.seat == 0 for e in view.events)
            if surprised and all(hint.is_for_decision for hint in said):
                silent.append(f"{hand!r}: {[event.kind for event in view.events]}")
            if hand.over:
                break
            choice = rng.choice(hand.legal.ranges[rng.random() < 0.9 :] or hand.legal.ranges)
            amount = rng.randint(choice.lowest, min(choice.highest, choice.lowest + 3))
            hand.act(next(a for a in hand.legal if (a.kind, a.amount) == (choice.kind, amount)))
    return given, silent


def unsaid(own: tuple[Hint, ...], given: Counter[Hint]) -> list[Hint]:
    """The hints that were never said, without those that are rare."""
    return [hint for hint in own if not given[hint] and not set(hint.kinds) & set(RARE)]


@pytest.mark.parametrize("name", FAMILIES)
def test_every_decision_and_surprise_has_a_sentence_and_every_sentence_is_said(name: str) -> None:
    given = Counter[Hint]()
    own: tuple[Hint, ...] = ()
    for found in games.registry().values():
        if family(found) == name:
            game = games.find(found.name, **OPTIONS.get(found.name, {}))
            own = hints(game)
            said, silent = play(game, own)
            assert silent == []
            given += said
    assert own
    assert unsaid(own, given) == []


def test_a_page_without_a_sentence_is_caught() -> None:
    game = games.find("ricochet-2")
    lacking = tuple(hint for hint in hints(game) if hint.when != "choice")
    assert play(game, lacking)[1]
    lacking = tuple(hint for hint in hints(game) if hint.when == "choice")
    assert play(game, lacking)[1]


@pytest.mark.parametrize("name", sorted(games.registry()))
def test_hints_are_left_out_of_the_page_that_people_read(name: str) -> None:
    page = rule_page(games.registry()[name])
    assert "first hand" not in page
    assert all(hint.text not in page for hint in hints(games.registry()[name]))


def section(item: str) -> str:
    return f"# A page\n\n<!-- first hand -->\n{item}\n<!-- /first hand -->\n"


def test_a_sentence_may_go_over_several_lines() -> None:
    [one, other] = first_hand.read(section("- `turn` One\n  and more.\n- `end` Two."))
    assert (one.text, other.text) == ("One and more.", "Two.")
    assert first_hand.read("# A page without") == ()


@pytest.mark.parametrize(
    "tied",
    [
        *("", "turns", "choice", "choice shoot", "event", "event shoot", "event won me"),
        *("deal you", "choice buy you", "event won you you", "event won lost", "turn buy"),
    ],
)
def test_a_hint_tied_to_an_unknown_moment_is_refused_with_the_known_ones(tied: str) -> None:
    with pytest.raises(BadGameFile, match="first hand") as caught:
        first_hand.read(section(f"- `{tied}` A sentence."))
    assert f"`{tied}`" in str(caught.value)


def test_an_event_is_explained_once_and_a_decision_every_time() -> None:
    game = games.find("ricochet-2")
    hand = game.deal(players=2, deck="2c Kd 3c 4c 5h 9d Jh")
    own = hints(game)
    first = first_hand.said(own, hand.view(0), is_again=False)
    assert [hint.when for hint in first] == ["deal", "choice"]
    again = first_hand.said(own, hand.view(0), is_again=False, known=first)
    assert [hint.when for hint in again] == ["choice"]


FAULTS = {
    "- `deal` Cards.\n- turn You are next.": "- turn You are next.",
    "`deal` Cards.": "`deal` Cards.",
    "": "nothing is said",
    "- `shoot` Bang.": "`shoot`",
}


@pytest.mark.parametrize("written", FAULTS)
def test_a_sentence_that_would_be_lost_is_named(written: str) -> None:
    with pytest.raises(BadGameFile) as caught:
        first_hand.check(section(written))
    assert FAULTS[written] in str(caught.value)


@pytest.mark.parametrize(
    "page",
    [
        section("- `deal` Cards.").replace("<!-- /first hand -->", ""),
        section("- `deal` Cards.").replace("<!-- first hand -->", ""),
        section("- `deal` Cards.") * 2,
        "<!-- first hand --> - `deal` Cards. <!-- /first hand -->",
    ],
)
def test_a_section_without_its_marks_is_caught(page: str) -> None:
    with pytest.raises(BadGameFile, match="between"):
        first_hand.check(page)


@pytest.mark.parametrize("name", sorted(games.registry()))
def test_the_pages_of_the_house_lose_no_sentence(name: str) -> None:
    check_hints(games.registry()[name])
    first_hand.check("# A page without")


@pytest.mark.parametrize("language", ["", ".de"])
def test_a_designers_page_is_checked_with_the_game(tmp_path: Path, language: str) -> None:
    file = new_game("my-game", tmp_path)
    file.with_suffix(".md").write_text(section("- `deal` Cards."), "utf-8")
    check_hints(games.find(str(file)))
    page = file.with_suffix(f"{language}.md")
    page.write_text(section("- `deal` Cards.\n- Lost."), "utf-8")
    with pytest.raises(BadGameFile) as caught:
        check_hints(games.find(str(file)))
    assert str(caught.value).startswith(f'{page.name}: "- Lost."')
    assert "- Lost." in str(try_form(str(file), plain=True).fault)
