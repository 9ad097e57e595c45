"""The laws of `check_game` hold for an honest game, and each catches the games that break it."""

import ast
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import pytest

import sidepot
from sidepot.cards import parse
from sidepot.designer import laws
from sidepot.designer.laws import LAWS, check_game, conformance
from sidepot.designer.laws.names import names, shown_hands
from sidepot.designer.laws.trace import Case, play
from sidepot.designer.template_auction import SEALED_BIDS
from sidepot.engine.action import Action, Legal
from sidepot.engine.event import HandEvent
from sidepot.engine.game import Game, Hand
from sidepot.errors import EngineError, LawBroken
from sidepot.games import kuhn
from sidepot.kernel import PLAIN, Array, Part, compiled
from sidepot.rules import journal
from sidepot.rules.carried import Carried
from sidepot.rules.kept import Kept
from tests.cases import often
from tests.children import python
from tests.laws import again, broken, leaving, legs, little, sticky
from tests.laws import test_passed as passed
from tests.laws.bank import BANKS
from tests.laws.broken import BROKEN, Broken
from tests.laws.shuffled import BREACHES

NO_OTHER = "no other action"
CASES = [*BROKEN, *BANKS]


def accept_everything(legal: Legal, action: Action | str) -> Action:
    """A door that lets everything in."""
    return Action.parse(action) if isinstance(action, str) else action


ACT = Hand.act


def act_when_over(hand: Hand, action: Action | str) -> Sequence[HandEvent]:
    """A door that lets an action after the end pass in silence."""
    return () if hand.over else ACT(hand, action)


DOORS: list[tuple[str, type, str, Any]] = [
    ("action_unoffered", Legal, "check", accept_everything),
    ("action_after_end", Hand, "act", act_when_over),
]
"""Doors that are broken, since no game can break this one: what the law says, what to replace."""


def told(check: Callable[[], object]) -> str:
    """The key of the sentence by which a law reports a game."""
    with pytest.raises(LawBroken) as caught:
        check()
    what: Any = caught.value.message.values.get("what", caught.value.message)
    assert what.text in str(caught.value)
    return str(what.key).removeprefix("law.")


def in_form(case: Broken) -> Any:
    """A case, left to machine code where its law compares that with the plain form."""
    marks = [pytest.mark.compiled] if case.law == "plain" else []
    return pytest.param(case, id=f"{case.law}: {case.game.name}", marks=marks)


@pytest.fixture
def all_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    """Judge every hand in the plain form too: these games are small."""
    monkeypatch.setattr(conformance, "_JUDGED", 1)


HONEST = [little.LITTLE, again.AGAIN, leaving.LEAVING, legs.LEGS, sticky.STICKY]


# The games of the house pass them all too (`test_games`).
@pytest.mark.parametrize("game", often(HONEST, HONEST[:2]), ids=lambda game: game.name)
@pytest.mark.parametrize("law", [law for law in LAWS if law != "plain"])
def test_an_honest_game_passes_every_law(law: str, game: Game) -> None:
    check_game(game, names=[law])


@pytest.mark.compiled
@pytest.mark.parametrize("game", often(HONEST, HONEST[:1]), ids=lambda game: game.name)
def test_both_forms_of_an_honest_game_make_the_same(game: Game) -> None:
    check_game(game, names=["plain"])


@pytest.mark.usefixtures("all_hands")
@pytest.mark.parametrize("case", [in_form(case) for case in CASES])
def test_a_broken_game_is_caught(case: Broken) -> None:
    wraps = case.game.name == "step_wraps_a_narrow_field"  # which plain arrays refuse at once
    says = "crash" if PLAIN and wraps else case.says
    assert told(lambda: check_game(case.game, names=[case.law])) == says


@compiled
def raising(s: little.Little) -> None:
    """A verb that is no rule at all."""
    raise ZeroDivisionError("a rule divides by nobody")


def test_a_game_that_raises_is_caught_and_its_line_is_named() -> None:
    game = replace(little.LITTLE, verbs=little.LITTLE.verbs._replace(begin=raising))
    with pytest.raises(LawBroken, match=r"line \d+: raise .*ZeroDivisionError: a rule divides"):
        check_game(game, names=["chips"])


@pytest.mark.compiled
def test_a_verb_that_is_not_compiled_is_caught() -> None:
    verbs = little.LITTLE.verbs._replace(begin=lambda s: None)
    with pytest.raises(LawBroken, match="its verb begin is not @compiled"):
        check_game(replace(little.LITTLE, verbs=verbs), names=["chips"])


@pytest.mark.parametrize(("says", "owner", "method", "door"), DOORS)
def test_a_broken_door_is_caught(
    says: str, owner: type, method: str, door: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(owner, method, door)
    assert told(lambda: check_game(little.LITTLE, names=[NO_OTHER])) == says


def test_every_law_has_a_broken_game() -> None:
    assert {case.law for case in CASES} == set(LAWS)


def test_every_message_of_a_law_has_a_broken_game() -> None:
    said = {case.says for case in CASES} | {says for says, *_ in DOORS}
    said |= {says for *_, says in BREACHES} | {says for says, _ in passed.BREACHES}
    assert sayable() - said == set()


def sayable() -> set[str]:
    """The keys of all `case.broken("key")` in the suite; "replay" goes through a variable."""
    trees = [ast.parse(f.read_text("utf-8")) for f in Path(laws.__path__[0]).glob("*.py")]
    calls = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call)]
    keys = {
        call.args[0].value
        for call in calls
        if isinstance(call.func, ast.Attribute)
        and call.func.attr == "broken"
        and isinstance(call.args[0], ast.Constant)
    }
    assert len(keys) > 20
    return {str(key) for key in keys} | {"replay"}


def test_a_game_of_low_hands_agrees_with_its_names() -> None:
    @compiled
    def step(s: kuhn.Kuhn, action: int) -> None:
        kuhn.step(s, action)
        broken.swap_the_winners(s)

    low = replace(kuhn.KUHN, name="low", verbs=kuhn.KUHN.verbs._replace(step=step))
    assert check_game(low, names=["names"], every=1).hands


def test_a_declared_event_is_called_by_its_name() -> None:
    (bid, _), case = SEALED_BIDS.tells.kinds, Case(SEALED_BIDS, (9, 9), (), 0)
    assert case.name_of(HandEvent(journal.NAMES[bid], 0)) == "offers"


def test_a_flush_may_beat_a_full_house_in_a_short_deck() -> None:
    game = sidepot.game("examples/games/short_deck.py")
    top = parse("Ah Kh 9c 9d 6d 6h 9h Qh 8d Qs 7s 7d")
    dealt = (*top, *sorted({*game.cards_for(2)} - {*top}))
    trace = play(Case(game, (2, 2), dealt, 1))
    assert {hand.name.key for hand in shown_hands(trace)} == {"hand.flush", "hand.full_house"}
    names([trace])


def test_the_hand_in_which_the_worse_name_wins_can_be_replayed() -> None:
    with pytest.raises(LawBroken) as caught:
        check_game(broken.step_lets_a_queen_beat_a_king, names=["names"], every=1)
    assert caught.value.failure is not None
    assert caught.value.failure.law == "names"
    assert caught.value.failure.actions[-1] in ("check", "call")


def test_a_report_shows_how_to_reproduce_the_hand() -> None:
    short = little.LITTLE.with_options(ante=3)
    verbs = broken.step_pays_a_chip_too_many.verbs
    with pytest.raises(LawBroken, match=r"hand 0 .*stacks \d+ and \d+, options ante=3"):
        check_game(replace(short, verbs=verbs), names=["chips"])


def test_a_journal_that_is_too_small_is_refused() -> None:
    with pytest.raises(EngineError, match="declares room for 1"):
        replace(little.LITTLE, name="brief", events=1).deal(seed=1)


@pytest.mark.compiled
def test_a_game_that_has_no_home_is_refused() -> None:
    with pytest.raises(EngineError, match="other processes cannot"):
        check_game(replace(little.LITTLE, name="homeless"), names=["plain"])


@pytest.mark.compiled
def test_a_script_may_check_a_game_that_it_imports() -> None:
    script = "from tests.laws.little import LITTLE\nfrom sidepot.designer.laws import check_game\n"
    python("-c", script + "check_game(LITTLE, names=['plain'])")


class Misnamed(little.Little):
    """A record whose pot nobody finds."""

    kept: Carried


def test_chips_to_carry_under_another_name_are_refused() -> None:
    with pytest.raises(EngineError, match="Carried under the name kept"):
        replace(little.LITTLE, name="misnamed", record=Misnamed).deal(seed=1)


class Alone(little.Little):
    """A record of which nobody takes over what it keeps."""

    kept: legs.Won


class Halves(Alone):
    """A record that keeps something else than it gets."""

    keeps: sticky.Lying


@pytest.mark.parametrize("record", [Alone, Halves])
def test_parts_to_keep_that_nobody_finds_are_refused(record: type[Part]) -> None:
    with pytest.raises(EngineError, match=r"kept: Won.* looks for kept and keeps"):
        replace(little.LITTLE, name="misnamed", record=record).deal(seed=1)


@pytest.mark.parametrize(
    "hint",
    [float, little.Hole, Annotated[Array, "f8", "seats"], Annotated[Array, "i1", "seats", 2]],
    ids=["fraction", "part", "fractions", "grid"],
)
def test_a_field_that_cannot_be_kept_is_refused(hint: Any) -> None:
    part = type("Odd", (Kept,), {"__annotations__": {"odd": hint}})
    record = type("Odds", (little.Little,), {"__annotations__": {"kept": part, "keeps": part}})
    with pytest.raises(EngineError, match=r"cannot keep Odd\.odd: a field is an int, a Card"):
        replace(little.LITTLE, name="odds", record=record).deal(seed=1)
