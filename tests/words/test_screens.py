"""No English is left on a terminal's screen, in the sentences of any game, or in a refusal."""

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import sidepot
from sidepot import bots, games, words
from sidepot.analysis import analyze, sentences
from sidepot.cli import COMMANDS, build_parser
from sidepot.designer.new import TEMPLATES
from sidepot.engine import printing
from sidepot.engine.game import Game
from sidepot.engine.narration import tell
from sidepot.engine.rule_pages import about
from sidepot.errors import SidepotError, UserError
from sidepot.terminal import table
from sidepot.terminal.screen import Screen
from sidepot.words import Message
from tests.terminal.script import console, printed
from tests.words import pseudo
from tests.words.pseudo import left
from tests.words.translations import ENGLISH

GAMES = sorted(games.registry())
HANDS = 4
CARDS = {rank + suit for rank in "23456789TJQKA" for suit in "cdhs"} | {"Xx"}
TYPED = {"buy", "call", "raise", "to", "bet", "pay", "keep", "discard", "lay", "check", "fold"}
TYPED |= {"decline", "pass", "quickdraw", "cover"}
"""Actions, which are typed in English in every language."""


@pytest.fixture(autouse=True)
def other_letters(tmp_path: Path) -> Iterator[None]:
    """Everything is said in other letters."""
    with pseudo.speaking_pseudo(tmp_path):
        yield


def hands(game: Game) -> Iterator[sidepot.Hand]:
    """Random hands, after each of their verbs."""
    for seed in range(HANDS):
        chance = random.Random(seed)
        hand = game.deal(players=min(game.most, game.least + seed), seed=seed)
        yield hand
        while not hand.over:
            hand.act(chance.choice(list(hand.legal)))
            yield hand


def said(hand: sidepot.Hand) -> Iterator[str]:
    """All the texts about a hand in its present state, for everybody."""
    for seat in (-1, *range(hand.players)):
        view = hand.view(seat)
        yield from map(str, tell(hand.events(seat, -1), hand.names, seat))
        screen = Screen(console=console())
        table.show(screen, view)
        yield printed(screen)
        yield view.title
        yield from (str(message) for message in table.result(view) if hand.over)
        if view.menu:
            yield str(table.turn(view))
            yield from (choice.text.text for choice in view.menu)
            yield from (str(table.explain(choice, hand.game.name)) for choice in view.menu)


@pytest.mark.parametrize("name", GAMES)
def test_a_hands_talk_has_no_english_left(name: str) -> None:
    found = {
        word
        for hand in hands(games.find(name))
        for text in said(hand)
        for word in left(text, CARDS)
    }
    players = {player for player in found if player.startswith(("Player", "p"))}
    assert found - players == set()


@pytest.mark.parametrize("name", GAMES)
def test_a_games_description_has_no_english_left(name: str) -> None:
    game = games.find(name)
    options = {part for option in game.declared for part in option.split("_")}
    for sentence in about(game):
        assert left(str(sentence), options) == []
    for option in game.declared.values():
        assert left(game.help(option.name)) == []
        legal = getattr(option.kind, "values", None)
        assert legal or left(option.kind.legal) == []


@pytest.mark.parametrize(
    "name",
    ["ricochet-2", "ricochet-casino", pytest.param("high-noon-shootout", marks=pytest.mark.soak)],
)
def test_the_odds_have_no_english_left(name: str) -> None:
    hand = games.find(name).deal(players=2, seed=1)
    assert hand.actor is not None
    for sentence in sentences(analyze(hand, seconds=0.2), you=True):
        assert left(str(sentence), CARDS | TYPED) == []


def test_refusals_have_no_english_left() -> None:
    refused: list[UserError] = []
    wrongs: list[Callable[[], object]] = [
        lambda: sidepot.game("nonsense"),
        lambda: sidepot.game("ricochet-2", ante=0),
        lambda: sidepot.game("ricochet-2", ante="x"),
        lambda: sidepot.game("ricochet-2").deal(players=3, seed=1).act("fly"),
        lambda: sidepot.game("ricochet-2").deal(players=3, seed=1).act("check"),
        lambda: sidepot.game("ricochet-2").deal(players=99),
    ]
    for wrong in wrongs:
        with pytest.raises(UserError) as caught:
            wrong()
        refused.append(caught.value)
    typed = {part for name in GAMES for part in name.split("-")}
    for error in refused:
        assert left(str(error), {*typed, *TYPED, "nonsense", "fly", "ante"}) == []


def test_help_has_no_english_left(capsys: pytest.CaptureFixture[str]) -> None:
    from sidepot.cli import argparse_words

    argparse_words.install()
    for name in COMMANDS:
        with pytest.raises(SystemExit):
            build_parser().parse_args([name, "--help"])
        shown = capsys.readouterr().out
        lines = [line for line in shown.splitlines() if not _is_typed(line)]
        assert [word for line in lines for word in left(line, _EXAMPLES)] == []


def _is_typed(line: str) -> bool:
    """Whether a line of help is of flags alone, or of the first lines, which name them."""
    return "--" in line or "[" in line or line.strip().isupper()


_EXAMPLES = {
    *("bash", "zsh", "fish", "bashrc", "zshrc", "compinit", "eval", "config", "completions"),
    "sidepot",
    "game",
    "cluster",
    "FILE",
    "FOLDER",
    "GAME",
    "HANDS",
    "LINK",
    "BOT",
    "NAME",
    "py",
    *COMMANDS,
    *(part for name in TEMPLATES for part in name.split("-")),
}


def test_every_sentence_of_the_catalogue_is_reached() -> None:
    """The other letters are all that is left of English."""
    for key, sentence in words.catalogue("de").entries.items():
        plain = pseudo._PLACE.sub("", sentence)
        assert left(plain) == [], key


@pytest.mark.parametrize(
    "text",
    ["Ana folds.", str(Message("event.folded", {"player": "Ana"})) + " and so on", "pot"],
)
def test_english_is_noticed(text: str) -> None:
    assert left(text)


def test_a_sentence_that_is_not_of_the_catalogue_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(printing, "middle", lambda view, mark: ["pot 5"])
    hand = games.find("ricochet-2").deal(players=2, seed=1)
    assert {word for text in said(hand) for word in left(text, CARDS)} >= {"pot"}


def test_proper_names_are_not_english() -> None:
    assert left("Sidepot") == []
    assert bots.strengths_of(games.find("ricochet-2"))
    assert SidepotError("error.game", game="x", legal=[]).message.key in ENGLISH
