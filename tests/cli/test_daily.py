"""`sidepot daily`: the position without its answer, the worths after one, and refusals."""

import datetime
import json

import pytest

from sidepot.cli import main
from sidepot.daily import positions
from sidepot.daily.positions import ACTIONS

DATE = "2026-11-28"
TODAY = positions.of(datetime.date(2026, 11, 28))
BEST = ACTIONS.index(TODAY.best) + 1
WORST = TODAY.worth.index(min(TODAY.worth)) + 1


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The output of a successful command."""
    assert main(["daily", "--date", DATE, *arguments]) == 0
    return capsys.readouterr().out


def test_the_position_and_its_choices_are_shown_and_no_worth(
    capsys: pytest.CaptureFixture[str],
) -> None:
    lines = said(capsys).splitlines()
    assert DATE in lines[0] and f"the pot is {TODAY.pot}" in lines[1]
    assert lines[2:6] == [f"{n}: {action}" for n, action in enumerate(ACTIONS, 1)]
    assert f"--date {DATE} --answer" in lines[6]
    assert len(lines) == 7


def test_an_answer_gets_the_worth_of_each_choice_and_a_text_to_share(
    capsys: pytest.CaptureFixture[str],
) -> None:
    lines = said(capsys, "--answer", str(BEST)).splitlines()
    assert lines[2:6] == [
        f"{action}: {worth:+.2f}" for action, worth in zip(ACTIONS, TODAY.worth, strict=True)
    ]
    assert lines[6] == f"{TODAY.best} is the best."
    assert lines[8] == f"Sidepot, {DATE}: the best of 4 choices."


def test_a_worse_answer_is_told_its_cost(capsys: pytest.CaptureFixture[str]) -> None:
    lines = said(capsys, "--answer", str(WORST)).splitlines()
    cost = f"{max(TODAY.worth) - min(TODAY.worth):.2f} chips"
    assert cost in lines[6] and TODAY.best in lines[6]
    assert cost in lines[8] and not any(action in lines[8] for action in ACTIONS)


def test_json_has_the_worths_only_after_an_answer(capsys: pytest.CaptureFixture[str]) -> None:
    asked = json.loads(said(capsys, "--json"))
    assert asked == {
        "date": DATE,
        "game": "ricochet-2",
        "own": TODAY.own,
        "other": TODAY.other,
        "pot": TODAY.pot,
        "choices": [*ACTIONS],
    }
    answered = json.loads(said(capsys, "--json", "--answer", str(BEST)))
    assert answered["best"] == answered["answer"] == TODAY.best
    assert answered["worth"] == list(TODAY.worth) and answered["unit"] == "chips"
    assert answered["error"] == TODAY.error
    assert asked.items() <= answered.items()


def test_without_a_date_it_is_the_position_of_today(capsys: pytest.CaptureFixture[str]) -> None:
    before = datetime.date.today()
    assert main(["daily", "--json"]) == 0
    found = datetime.date.fromisoformat(json.loads(capsys.readouterr().out)["date"])
    assert before <= found <= datetime.date.today()


@pytest.mark.parametrize(
    ("arguments", "named"),
    [(["--date", "2026-02-30"], "2026-02-30"), (["--date", DATE, "--answer", "5"], "1 to 4")],
)
def test_a_wrong_date_or_answer_gets_a_sentence(
    capsys: pytest.CaptureFixture[str], arguments: list[str], named: str
) -> None:
    assert main(["daily", *arguments]) == 2
    assert named in capsys.readouterr().err
