"""Digits of what an analysis shows: as many as the error allows, the same in every front end."""

import json

import msgspec
import pytest

from sidepot.analysis import ActionValue, Analysis, sentences
from sidepot.odds.result import (
    Method,
    advised,
    chance,
    exact_values,
    sampled_value,
    shown,
    shown_error,
    shown_percent,
    undecided,
)
from tests.analysis.made import exact
from tests.children import ROOT

SHOWN = json.loads((ROOT / "frontend/src/dev/shown.json").read_text("utf-8"))
"""Numbers as they are shown; the page's tests read the same file."""


@pytest.mark.parametrize(("value", "error", "text", "beside"), SHOWN["sampled"])
def test_a_sampled_value_has_the_decimals_that_its_error_allows(
    value: float, error: float, text: str, beside: str
) -> None:
    found = sampled_value("call", value, error)
    assert (found.text, shown_error(error)) == (text, beside)


@pytest.mark.parametrize(("values", "bound", "texts"), SHOWN["exact"])
def test_the_smallest_difference_of_exact_values_has_two_digits(
    values: list[float], bound: float, texts: list[str]
) -> None:
    found = exact_values([(f"buy {k}", value) for k, value in enumerate(values)], bound)
    assert [value.text for value in found] == texts


@pytest.mark.parametrize(("part", "digits", "text"), SHOWN["percent"])
def test_halves_of_a_percentage_are_rounded_up(part: float, digits: int, text: str) -> None:
    assert shown_percent(part, digits) == text


def test_a_chance_has_one_decimal_where_its_error_is_below_a_percent() -> None:
    assert chance("call", win=0.6889, tie=0.009, error=0.002).digits == 1
    assert chance("call", win=0.6889, tie=0.009, error=0.03).digits == 0
    assert chance("call", win=1.0, tie=0.0, error=0.0).digits == 0


def test_the_sentences_show_no_other_digits_than_the_values() -> None:
    found = exact({"fold": 0.0, "buy 1": -1 / 3, "buy 2": 2 / 3})
    texts = [sentence.text for sentence in sentences(found)]
    assert texts[1:4] == ["fold: 0", "buy 1: -0.33", "buy 2: +0.67"]


def test_the_noise_of_floats_is_no_error() -> None:
    found = sampled_value("call", -197.99999999999997, 5e-14)
    assert (found.text, found.error) == ("-198", 0.0)


def test_only_a_value_with_an_error_is_given_or_taken() -> None:
    choices = (
        sampled_value("fold", 0.0, 0.0, share=0.2),
        sampled_value("call", 1.25, 0.3, share=0.8),
    )
    found = Analysis(seat=0, pot=2, method="played", choices=choices, advice="call", samples=9)
    fold, call = [sentence.text for sentence in sentences(found)][1:3]
    assert fold == "fold: 0; the expert does it 20% of the time"
    assert call == "call: +1.3, give or take 0.3; the expert does it 80% of the time"


def advised_of(value: float, error: float, share: float, method: Method = "played") -> list[str]:
    """The sentences of the advice beside a fold: by a strategy, or by a rule of thumb."""
    choices = (
        sampled_value("fold", 0.0, 0.0, share=1.0 - share),
        sampled_value("call", value, error, share=share),
    )
    found = Analysis(
        seat=0,
        pot=2,
        method=method,
        choices=choices,
        advice=advised(choices),
        undecided=undecided(choices),
    )
    return [sentence.text for sentence in sentences(found)][3:-1]


def test_the_advice_says_what_is_undecided_in_the_words_of_players() -> None:
    between = "Undecided between fold and call: they differ by less than the error."
    assert advised_of(1.25, 0.3, 0.0) == ["Best: call."]
    assert advised_of(1.25, 3.0, 0.8) == [between, "Of these the expert plays call most often."]
    by_rule = "Of these the rule of thumb plays call most often."
    assert advised_of(1.25, 3.0, 0.8, "judged") == [between, by_rule]
    assert advised_of(-1.25, 3.0, 0.8) == [between, "In doubt: fold."]


def test_a_negative_value_that_rounds_to_nothing_has_no_sign() -> None:
    assert shown(-0.004, 2, signed=True) == "0"


def test_an_analysis_comes_back_from_the_wire_as_it_was() -> None:
    found = exact({"fold": 0.0, "buy 1": -1 / 3})
    assert msgspec.json.decode(msgspec.json.encode(found), type=Analysis) == found
    assert isinstance(found.choices[0], ActionValue)
