"""A limit on the processor time of this process, which prints the lines at which it stood.

Processor time, since a busy machine would make an honest game seem to hang. What sleeps uses none:
after `_ASLEEP` times the limit by the clock it counts as hanging too.
"""

from __future__ import annotations

import faulthandler
import signal
import sys
from collections.abc import Sequence

_ASLEEP = 10
"""Times the limit after which a process that has not used it is taken for asleep."""
_HAS_TIMER = sys.platform != "win32"
"""Whether processor time can be limited; otherwise the clock counts."""


def set_alarm(seconds: float) -> None:
    """Let this process print its lines and end once it has used so many seconds, from now on."""
    if sys.platform == "win32":
        faulthandler.dump_traceback_later(seconds, exit=True)
        return
    faulthandler.register(signal.SIGPROF, chain=True)  # the signal's own action ends the process
    signal.setitimer(signal.ITIMER_PROF, seconds)
    faulthandler.dump_traceback_later(_ASLEEP * seconds, exit=True)


def cancel_alarm() -> None:
    """Take the alarm back."""
    faulthandler.cancel_dump_traceback_later()
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_PROF, 0)


def went_off(status: int, errors: Sequence[str] = ()) -> bool:
    """Whether an alarm has ended a process, by its exit status and its standard error."""
    is_timed = sys.platform != "win32" and status == -signal.SIGPROF
    return is_timed or any("Timeout" in line for line in errors)


def by_clock(limit: float) -> float:
    """The seconds by the clock after which a process with a limit is over in any case."""
    return limit * _ASLEEP if _HAS_TIMER else limit
