"""`sidepot daily`: the position without its answer, the worths after one, and refusals."""

import datetime
import json

import pytest

from sidepot.cli import main
from sidepot.daily import positions
from sidepot.daily.positions import RICOCHET, STANDOFF, THREE, Position

BEGIN = datetime.date(2026, 11, 28)
DAYS = [BEGIN + datetime.timedelta(days=n) for n in range(60)]
DATES = {positions.of(date).game: date for date in reversed(DAYS)}
"""A date for each game."""
GAMES = (RICOCHET, STANDOFF, THREE)


def said(capsys: pytest.CaptureFixture[str], date: datetime.date, *arguments: str) -> list[str]:
    """The lines of a successful command."""
    assert main(["daily", "--date", f"{date}", *arguments]) == 0
    return capsys.readouterr().out.splitlines()


def number(one: Position, worth: float) -> str:
    """The number of the choice of a worth."""
    return str([*one.worth].index(worth) + 1)


@pytest.mark.parametrize("game", GAMES)
def test_the_position_and_its_choices_are_shown_and_no_worth(
    capsys: pytest.CaptureFixture[str], game: str
) -> None:
    date = DATES[game]
    one = positions.of(date)
    lines = said(capsys, date)
    assert str(date) in lines[0] and f"pot is {one.pot}" in lines[1]
    at = -1 - len(one.choices)
    assert lines[at:-1] == [f"{n}: {choice}" for n, choice in enumerate(one.choices, 1)]
    assert f"--date {date} --answer" in lines[-1]
    assert "100" not in "".join(lines)


@pytest.mark.parametrize("game", GAMES)
def test_an_answer_gets_the_worth_of_each_choice_and_a_text_to_share(
    capsys: pytest.CaptureFixture[str], game: str
) -> None:
    date = DATES[game]
    one = positions.of(date)
    lines = said(capsys, date, "--answer", number(one, max(one.worth)))
    worths = [
        f"{c}: {worth:+.2f}".replace("-0.00", "+0.00")
        for c, worth in zip(one.choices, one.worth, strict=True)
    ]
    assert lines[-4 - len(worths) : -4] == worths
    assert lines[-4] == f"{one.best} is the best."
    assert "of 100" in lines[-3]
    assert lines[-1] == f"Sidepot, {date}: the best of {len(worths)} choices."


def test_a_worse_answer_is_told_its_cost(capsys: pytest.CaptureFixture[str]) -> None:
    date = DATES[RICOCHET]
    one = positions.of(date)
    lines = said(capsys, date, "--answer", number(one, min(one.worth)))
    cost = f"{max(one.worth) - min(one.worth):.2f} chips"
    assert cost in lines[-4] and one.best in lines[-4]
    assert cost in lines[-1] and not any(choice in lines[-1] for choice in one.choices)


def test_json_has_the_worths_only_after_an_answer(capsys: pytest.CaptureFixture[str]) -> None:
    date = DATES[STANDOFF]
    one = positions.of(date)
    [line] = said(capsys, date, "--json")
    asked = json.loads(line)
    assert asked.keys() == {"date", "game", "own", "other", "thrown", "pot", "choices"}
    assert (asked["game"], asked["own"], asked["choices"]) == (one.game, one.own, [*one.choices])
    [line] = said(capsys, date, "--json", "--answer", number(one, max(one.worth)))
    answered = json.loads(line)
    assert answered["best"] == answered["answer"] == one.best
    assert answered["worth"] == [*one.worth] and answered["error"] == one.error
    assert asked.items() <= answered.items()


def test_without_a_date_it_is_the_position_of_today(capsys: pytest.CaptureFixture[str]) -> None:
    before = datetime.date.today()
    assert main(["daily", "--json"]) == 0
    found = datetime.date.fromisoformat(json.loads(capsys.readouterr().out)["date"])
    assert before <= found <= datetime.date.today()


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["--date", "2026-02-30"], "2026-02-30"),
        (["--date", f"{DATES[STANDOFF]}", "--answer", "5"], "1 to 4"),
    ],
)
def test_a_wrong_date_or_answer_gets_a_sentence(
    capsys: pytest.CaptureFixture[str], arguments: list[str], named: str
) -> None:
    assert main(["daily", *arguments]) == 2
    assert named in capsys.readouterr().err
