"""What is due at a table, and when: judged by the state alone, done like any command."""

from __future__ import annotations

from dataclasses import dataclass

from sidepot.room.table import events as e
from sidepot.room.table.clock import GRACE, HOST_GONE
from sidepot.room.table.context import Draft, Scene
from sidepot.room.table.deal import choose_again, next_hand, prepare
from sidepot.room.table.play import act
from sidepot.room.table.state import RunningClock, TableState

NOW = 0
"""Due since long ago."""


@dataclass(frozen=True)
class Due:
    """Something, and the time at which it is to be done: bot, away, clock, choice, hand, host."""

    at: int
    what: str


def due(scene: Scene) -> Due | None:
    """What is due next."""
    both = [found for found in (_play_due(scene), _host_due(scene)) if found]
    return min(both, key=lambda found: found.at, default=None)


def _host_due(scene: Scene) -> Due | None:
    """Hosting passes on when the host is gone and somebody else is there."""
    if scene.state.is_ended or scene.host_gone is None or heir(scene) is None:
        return None
    return Due(scene.host_gone + HOST_GONE, "host")


def heir(scene: Scene) -> str | None:
    """Who becomes host: of those who are there who sits, then who came first."""
    state = scene.state
    there = [guest for guest in scene.here if guest != state.host and guest in state.members]
    seated = [guest for guest in there if state.chair_of(guest) is not None]
    return next(iter([*seated, *there]), None)


def _play_due(scene: Scene) -> Due | None:
    state = scene.state
    if state.is_ended or state.paused_at is not None:
        return None
    if state.clock:
        return _clock_due(scene, state.clock)
    at = next_hand(state) if scene.is_watched else None
    return None if at is None else Due(at, "hand")


def _clock_due(scene: Scene, clock: RunningClock) -> Due:
    chair = scene.state.chairs[clock.chair]
    if clock.kind == "choice":
        return Due(clock.until if chair.is_playing else NOW, "choice")
    if chair.bot:
        ready = clock.began + scene.state.rules.bot_pace
        known = _has_thought(scene) or _has_forfeited(scene)
        return Due(ready if known else clock.until, "bot")
    if not chair.is_playing:
        return Due(NOW, "away")
    return Due(clock.until, "clock")


def _has_thought(scene: Scene) -> bool:
    """Has the bot made up its mind about the decision that is due?"""
    thought, playing = scene.thought, scene.state.in_play
    return (
        thought is not None
        and playing is not None
        and (thought.hand, thought.decision) == (playing.hand, scene.live.decision)
    )


def _has_forfeited(scene: Scene) -> bool:
    """Has the bot that is to act failed in this hand?"""
    playing, clock = scene.state.in_play, scene.state.clock
    return playing is not None and clock is not None and clock.chair in playing.forfeits


def do(scene: Scene) -> Draft | None:
    """What is due now, as something to append."""
    next_due = due(scene)
    if next_due is None or next_due.at > scene.now:
        return None
    if next_due.what == "host":
        return Draft([e.HostPassed(at=scene.now, guest=heir(scene) or scene.state.host)])
    if next_due.what == "hand":
        return prepare(scene)
    clock = scene.state.clock
    assert clock is not None
    if next_due.what == "choice":
        return choose_again(scene, clock.chair)
    if next_due.what == "bot":
        return _bot(scene, clock.chair)
    return act(scene, clock.chair, scene.live.legal.safe, next_due.what)


def _bot(scene: Scene, chair: int) -> Draft:
    """A bot does what it has thought of; without a legal answer in time it forfeits the hand."""
    legal = scene.live.legal
    if _has_forfeited(scene):
        return act(scene, chair, legal.forfeit, "bot")
    thought = scene.thought if _has_thought(scene) else None
    action = thought.action if thought else None
    if action is None or action not in legal:
        return act(scene, chair, legal.forfeit, "fault")
    return act(scene, chair, action, "bot")


def grace(state: TableState, now: int) -> e.ClockMoved | None:
    """The time that a running clock must get because the room was away: no bank pays for that."""
    clock = state.clock
    if clock is None or state.paused_at is not None or clock.bank_from - now >= GRACE:
        return None
    return e.ClockMoved(at=now, more=now + GRACE - clock.bank_from)
