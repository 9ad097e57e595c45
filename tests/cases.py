"""Cases of a test that are tried every time, and others that are left to `make soak`."""

from collections.abc import Container, Iterable
from typing import Any

import pytest


def often(values: Iterable[Any], always: Container[Any]) -> list[Any]:
    """Parameters of a test, of which those outside `always` run in `make soak` alone.

    `always` holds values, or the ids that pytest makes of texts.
    """
    return [
        value if value in always else pytest.param(value, marks=pytest.mark.soak)
        for value in values
    ]
