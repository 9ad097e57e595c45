"""A limit for a test that hangs: the lines at which all threads stand, and the end of its process.

Pytest sets its own alarm for each test, and waits for the thread of the one before to end: on a
busy machine that takes longer than most tests.
"""

from __future__ import annotations

import faulthandler
import time

import pytest
from _pytest.faulthandler import fault_handler_stderr_fd_key

SETTING = "hang_timeout"
"""The name of the seconds in pyproject.toml."""
LEAST = 60.0
"""Seconds from one setting of the alarm to the next."""


class Alarm:
    """Ends a process in which no test begins for the limit, or for up to `LEAST` more."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._is_set_at = -LEAST

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logstart(self) -> None:
        """Give the test that begins its time."""
        if time.monotonic() - self._is_set_at < LEAST:
            return
        self._is_set_at = time.monotonic()
        seconds = LEAST + float(self._config.getini(SETTING))
        errors = self._config.stash[fault_handler_stderr_fd_key]
        faulthandler.dump_traceback_later(seconds, exit=True, file=errors)

    def pytest_sessionfinish(self) -> None:
        """Take the alarm back."""
        faulthandler.cancel_dump_traceback_later()
