"""An HTTP connection: one of a limited number, with a deadline for whatever it has begun.

A request's head, its body, and what is left of a body that nobody reads have their seconds; between
two requests uvicorn's own timer holds. What comes is paid for (`web.intake`): a body in a thousand
pieces is read as slowly as a flood of frames.

This builds on private parts of uvicorn; `web.delivery` sees to it that they are those we know.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
from asyncio import TimerHandle
from typing import Any, cast

import h11
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.h11_impl import H11Protocol

from sidepot.room.web.connections import Connection, Connections
from sidepot.room.web.intake import Intake
from sidepot.room.web.limits import Allowance, Rate

DEADLINES = {"head": 10.0, "body": 15.0, "rest": 2.0}
"""Seconds for the head of a request, for its body, and for the rest of one already answered."""
_PROXIED = 25
"""Connections of guests that one of a proxy stands for."""


class _Counted(h11.Connection):
    """A parser that counts the pieces of bodies that it has read."""

    pieces = 0

    def next_event(self) -> Any:
        """The next event."""
        event = super().next_event()
        self.pieces += isinstance(event, h11.Data)
        return event


class _Flow(FlowControl):
    """The flow control of a connection whose intake has a say."""

    def __init__(self, transport: asyncio.Transport, on_resume: Any) -> None:
        super().__init__(transport)
        self._on_resume = on_resume

    def resume_reading(self) -> None:
        """Read again, unless the intake has reasons not to."""
        super().resume_reading()
        if self._on_resume:
            self._on_resume()

    def end(self) -> None:
        """Hold nobody any more."""
        self._on_resume = None


class HttpProtocol(Intake, H11Protocol):
    """One HTTP connection."""

    connection: Connection | None = None
    conn: _Counted
    flow: _Flow
    _deadline: TimerHandle | None = None
    _phase: str | None = None

    def __init__(self, connections: Connections, **uvicorns: Any) -> None:
        H11Protocol.__init__(self, **uvicorns)
        Intake.__init__(self)
        self.all_connections = connections
        self.conn.__class__ = _Counted  # a second parser would cost as much again

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody has come: they have some seconds to say what they want."""
        super().connection_made(transport)
        self.flow = _Flow(transport, self._see_to_it)
        host = self.client[0] if self.client else ""
        rate = self.all_connections.limits.frames
        if host in self.all_connections.proxies:
            rate = Rate(_PROXIED * rate.burst, _PROXIED * rate.per_second)
        self.allowance = Allowance(rate)
        self.connection = self.all_connections.come(host, transport)
        if self.connection is None:
            self._is_over = True
            transport.abort()
            return
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over."""
        self._stop()
        self._set_deadline(None)
        if self.connection:
            self.connection.leave()
        super().connection_lost(exc)
        self.flow.end()  # else only a full collection frees it
        self._unset_keepalive_if_required()

    def data_received(self, data: bytes) -> None:
        """Take what has come."""
        if not self._is_over:
            super().data_received(data)

    def _parse(self, data: bytes) -> int:
        before = self.conn.pieces
        H11Protocol.data_received(self, data)
        self._watch()
        return self.conn.pieces - before

    @property
    def _is_busy(self) -> bool:
        return self.flow.read_paused

    def _end(self) -> None:
        self.transport.abort()

    def _watch(self) -> None:
        """Set the deadline of what the connection is about now, and say whether it is idle."""
        if self._is_over or not self.connection:
            return
        cycle = self.cycle
        if cycle is None or (cycle.response_complete and self.conn.their_state is h11.IDLE):
            phase = None if self.timeout_keep_alive_task else "head"
            self.connection.rest()
        elif cycle.response_complete:
            phase = "rest"
            self.connection.rest()
        elif cycle.more_body:
            phase = "body"
            self.connection.rest()
        else:
            phase = None
            self.connection.work()
        self._set_deadline(phase)

    def _set_deadline(self, phase: str | None) -> None:
        if phase == self._phase:
            return
        if self._deadline:
            self._deadline.cancel()
        self._phase = phase
        self._deadline = self.loop.call_later(DEADLINES[phase], self._late) if phase else None

    def _late(self) -> None:
        """The deadline has passed."""
        self.all_connections.count(f"deadline_{self._phase}")
        self.transport.abort()

    def on_response_complete(self) -> None:
        """The response is written; the next request may come."""
        super().on_response_complete()
        if not self.transport.is_closing():
            self._watch()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """From now on the connection is a socket's."""
        if self.connection is None:
            return
        self._is_over = True
        self._set_deadline(None)
        self.ws_protocol_class = cast(
            Any,
            functools.partial(
                cast(Any, self.config.ws_protocol_class),
                self.connection,
                Allowance(self.all_connections.limits.frames),
            ),
        )
        if self._release:
            self._release.cancel()
        self._backlog.clear()
        self.flow.end()
        super().handle_websocket_upgrade(event)
        if not self.transport.is_closing():
            self.transport.resume_reading()

    def send_400_response(self, msg: str) -> None:
        """Say that a request is malformed, unless an answer is on its way already."""
        self.all_connections.on_malformed()
        with contextlib.suppress(h11.LocalProtocolError):
            super().send_400_response(msg)
            return
        self.transport.abort()

    def pause_writing(self) -> None:
        """The buffer is full: for as long as it is, the connection is an idle one."""
        super().pause_writing()
        self._get_stuck()
        if self.connection:
            self.connection.rest()

    def resume_writing(self) -> None:
        """It is read again."""
        super().resume_writing()
        self._get_free()
        self._watch()
