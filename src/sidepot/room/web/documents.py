"""The OpenAPI and AsyncAPI documents, made from the types that decode and encode the messages."""

from __future__ import annotations

import functools
import re
import typing
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from sidepot import __version__
from sidepot.engine.event import HandEvent
from sidepot.room.protocol.messages import PROTOCOL, FromClient, FromServer
from sidepot.room.protocol.table_rules import TableRules
from sidepot.room.web import socket
from sidepot.room.web.api import ENDPOINTS
from sidepot.room.web.calls import JSON, Endpoint, Problem
from sidepot.room.web.cookies import NAME, SECURE_NAME
from sidepot.rules.layout import Course, LaidCard
from sidepot.words import say
from sidepot.words.wire import Sentence, schema_hook

_Json = dict[str, Any]
_SCHEMAS = "#/components/schemas/{name}"
_ERRORS = "4XX"
_ALWAYS = {HandEvent: ("card", "count", "amount"), LaidCard: ("zone", "dead"), Course: ("then",)}
"""Fields with defaults for those who make such a value: a room always sends them."""
_COOKIE, _PLAIN_COOKIE = "guest", "guest_on_plain_http"


@functools.cache
def openapi() -> bytes:
    """The OpenAPI document of the HTTP API, as JSON."""
    types = [t for end in ENDPOINTS for t in (end.answer, end.body) if t is not None]
    schemas, components = _schemas([*types, Problem])
    paths: _Json = {}
    for endpoint in ENDPOINTS:
        methods = paths.setdefault(endpoint.template, {})
        methods[endpoint.method.lower()] = _operation(endpoint, schemas)
    return _text(
        {
            "openapi": "3.1.0",
            "info": _info(),
            "paths": paths,
            "components": {
                "schemas": components,
                "securitySchemes": {
                    _COOKIE: {"type": "apiKey", "in": "cookie", "name": SECURE_NAME},
                    _PLAIN_COOKIE: {"type": "apiKey", "in": "cookie", "name": NAME},
                },
            },
        }
    )


def _operation(endpoint: Endpoint, schema: Callable[[Any], _Json]) -> _Json:
    content = {"type": "string"} if endpoint.media != JSON else schema(endpoint.answer)
    found: _Json = {
        "operationId": endpoint.handler.__name__,
        "summary": _summary(endpoint.handler),
        "responses": {
            str(endpoint.status): {
                "description": _summary(endpoint.handler),
                "content": {endpoint.media: {"schema": content}},
            },
            _ERRORS: _problem_response(schema),
            "503": _problem_response(schema),
        },
    }
    names = re.findall(r"{(\w+)(:\w+)?}", endpoint.path)
    if names:
        found["parameters"] = [_parameter(name, bool(number)) for name, number in names]
    if endpoint.body:
        found["requestBody"] = {
            "required": True,
            "content": {JSON: {"schema": schema(endpoint.body)}},
        }
    if not endpoint.open_to_all:
        found["security"] = [{_COOKIE: []}, {_PLAIN_COOKIE: []}]
    return found


def _problem_response(schema: Callable[[Any], _Json]) -> _Json:
    return {"description": _summary(Problem), "content": {JSON: {"schema": schema(Problem)}}}


def _parameter(name: str, is_number: bool) -> _Json:
    kind = {"type": "integer"} if is_number else {"type": "string"}
    return {"name": name, "in": "path", "required": True, "schema": kind}


@functools.cache
def asyncapi() -> bytes:
    """The AsyncAPI document of the socket, as JSON."""
    sent, received = typing.get_args(FromClient), typing.get_args(FromServer)
    _, components = _schemas([*sent, *received])
    rules = components[TableRules.__name__]
    rules["required"] = list(rules["properties"])  # defaults are for requests
    return _text(
        {
            "asyncapi": "3.0.0",
            "info": _info(),
            "defaultContentType": JSON,
            "channels": {
                "socket": {
                    "address": socket.PATH,
                    "description": _summary(socket),
                    "messages": {
                        kind.__name__: {"$ref": f"#/components/messages/{kind.__name__}"}
                        for kind in (*sent, *received)
                    },
                    "bindings": {"ws": {"method": "GET"}},
                }
            },
            "operations": {
                "command": _stream("receive", sent),
                "show": _stream("send", received),
            },
            "components": {
                "messages": {kind.__name__: _message(kind) for kind in (*sent, *received)},
                "schemas": components,
            },
        }
    )


def _stream(action: str, kinds: Sequence[type]) -> _Json:
    """An operation: the server receives (`receive`) or sends (`send`) messages of these kinds."""
    messages = [{"$ref": f"#/channels/socket/messages/{kind.__name__}"} for kind in kinds]
    return {"action": action, "channel": {"$ref": "#/channels/socket"}, "messages": messages}


def _message(kind: type) -> _Json:
    found = msgspec.inspect.type_info(kind)
    assert isinstance(found, msgspec.inspect.StructType)
    payload = {"$ref": _SCHEMAS.format(name=kind.__name__)}
    return {"name": found.tag, "summary": _summary(kind), "payload": payload}


def _schemas(types: Iterable[Any]) -> tuple[Callable[[Any], _Json], _Json]:
    """A look-up of the schema of each type, and the components that the schemas refer to."""
    found = list(types)
    schemas, components = msgspec.json.schema_components(
        [*found, Sentence], schema_hook=schema_hook, ref_template=_SCHEMAS
    )
    for kind, always in _ALWAYS.items():
        if (sent := components.get(kind.__name__)) is not None:
            sent["required"] += always
            if kind is HandEvent:  # only replays have amounts that are no whole chips
                sent["properties"]["amount"] = {"type": "integer"}
    by_name = {repr(kind): schema for kind, schema in zip(found, schemas, strict=False)}
    return lambda kind: by_name[repr(kind)], components


def _info() -> _Json:
    return {
        "title": "Sidepot",
        "version": f"{PROTOCOL}",
        "description": say("web.documents", version=__version__),
    }


def _summary(thing: Any) -> str:
    """The first paragraph of a docstring."""
    first = (thing.__doc__ or "").strip().split("\n\n")[0]
    return " ".join(first.split())


def _text(document: _Json) -> bytes:
    return msgspec.json.format(msgspec.json.encode(document, order="sorted"), indent=1)
