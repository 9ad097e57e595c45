"""A rule has one form for Python, one for other rules and one for its address: each when wanted."""

from pathlib import Path
from typing import Any

import pytest

from sidepot.kernel import Part, Records, batch, by_pointers, compiled, pointer, record

pytestmark = pytest.mark.compiled


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is there: what is read from the cache is not compiled with all that it calls."""
    monkeypatch.setenv("SIDEPOT_CACHE", str(tmp_path))


class Count(Part):
    """A record of one number."""

    n: int


def rules() -> tuple[Any, Any]:
    """A rule, and a rule that calls it, which nobody has called yet."""

    @compiled
    def double(s: Count) -> int:
        return s.n * 2

    @compiled
    def double_and_one(rows: Records) -> int:
        return double(rows[0]) + 1

    return double, double_and_one


def counts(n: int) -> Records:
    rows = batch(record(Count))
    rows[0]["n"] = n
    return rows


def forms(rule: Any) -> dict[str, int]:
    """The number of times that a rule was compiled, in each of its forms."""
    made = {"for Python": rule, **vars(rule.forms)}
    return {name: len(form.overloads) for name, form in made.items() if hasattr(form, "overloads")}


def test_a_rule_that_rules_call_has_no_form_for_python() -> None:
    double, double_and_one = rules()
    assert double_and_one(counts(7)) == 15
    assert forms(double) == {"for Python": 0, "called": 1}
    assert forms(double_and_one) == {"for Python": 1}


def test_it_gets_one_when_python_calls_it_too() -> None:
    double, double_and_one = rules()
    assert double_and_one(counts(7)) == 15
    assert double(counts(7)[0]) == 14
    assert forms(double) == {"for Python": 1, "called": 1}


def test_a_rule_is_called_by_its_address() -> None:
    _, double_and_one = rules()

    @compiled
    def call(function: Any, rows: Records) -> int:
        found: int = function(rows)
        return found

    with by_pointers():
        address = pointer(double_and_one, record(Count))
        assert call(address, counts(7)) == 15
    assert forms(double_and_one) == {"for Python": 0, "by_address": 1}


def test_a_large_constant_is_given_to_a_rule_as_it_is() -> None:
    @compiled
    def shifted(number: int) -> int:
        return number >> 3

    @compiled
    def of_a_constant(times: int) -> int:
        return shifted(0x8000000000000000) * times

    assert int(of_a_constant(1)) == 0x1000000000000000
