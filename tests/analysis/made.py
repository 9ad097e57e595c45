"""Analyses made up for tests."""

from collections.abc import Mapping

from sidepot.analysis import Analysis
from sidepot.odds.result import advised, exact_values


def exact(values: Mapping[str, float]) -> Analysis:
    """An exact analysis with the value of each choice."""
    choices = tuple(exact_values([*values.items()]))
    return Analysis(seat=0, pot=2, method="exact", choices=choices, advice=advised(choices))
