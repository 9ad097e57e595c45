"""The part of a result that does not depend on the run that made it."""

from collections.abc import Mapping
from typing import Any

OF_THE_RUN = ("seconds", "stopped", "played", "decided")


def without_run(result: Mapping[str, Any]) -> dict[str, Any]:
    """A result without the fields about one run."""
    return {name: value for name, value in result.items() if name not in OF_THE_RUN}
