"""Every message of the tests is held against the documents that describe the protocol."""

import functools
import json
import re
from typing import Any

from jsonschema import Draft202012Validator

from sidepot.room.web.documents import asyncapi, openapi

Json = dict[str, Any]


@functools.cache
def document(name: str) -> Json:
    found: Json = json.loads(openapi() if name == "openapi" else asyncapi())
    return found


@functools.cache
def validator(name: str, pointer: str) -> Draft202012Validator:
    """The validator of a schema in a document."""
    return Draft202012Validator({**document(name), "$ref": pointer})


@functools.cache
def kinds(direction: str) -> dict[str, str]:
    """The messages of one direction: their names on the wire, and where their schemas are."""
    described = document("asyncapi")
    found = {}
    for message in described["operations"][direction]["messages"]:
        said = described["components"]["messages"][message["$ref"].rpartition("/")[2]]
        found[said["name"]] = said["payload"]["$ref"]
    return found


def check_message(direction: str, message: Json) -> None:
    """`direction`: command (to the server) or show (from it)."""
    validator("asyncapi", kinds(direction)[message["type"]]).validate(message)


@functools.lru_cache(maxsize=10_000)
def check_shown(raw: bytes) -> None:
    """A message of the server's, as it came: the same bytes are checked once.

    Sessions are played again and tables have many viewers, and a view takes milliseconds to check.
    """
    check_message("show", json.loads(raw))


def check_call(method: str, path: str, body: Any, status: int, answer: Any) -> None:
    """A request and its response."""
    described = document("openapi")
    found = next(p for p in described["paths"] if re.fullmatch(re.sub(r"{\w+}", r"[^/]+", p), path))
    operation = described["paths"][found][method.lower()]
    pointer = f"#/paths/{found.replace('~', '~0').replace('/', '~1')}/{method.lower()}"
    if body is not None and status < 400:
        where = f"{pointer}/requestBody/content/application~1json/schema"
        validator("openapi", where.replace("{", "%7B").replace("}", "%7D")).validate(body)
    known = str(status) if str(status) in operation["responses"] else "4XX"
    assert known != "4XX" or 400 <= status < 500, status
    (media,) = operation["responses"][known]["content"]
    where = f"{pointer}/responses/{known}/content/{media.replace('/', '~1')}/schema"
    validator("openapi", where.replace("{", "%7B").replace("}", "%7D")).validate(answer)
