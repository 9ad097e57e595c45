"""Messages in JSON: a message is its key, its values, and its text in the reader's language.

`encode` and `decode_hook` serve every type with a `Message` in it; msgspec knows all others.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Raw, Struct

from sidepot.words import Message

__all__ = [
    "Sentence",
    "Values",
    "decode_hook",
    "encode",
    "schema_hook",
    "sentence_of",
]

_NONSENSE = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""Errors of a message that this catalogue lacks, or whose values are not those of its sentence."""


class Sentence(Struct, frozen=True):
    """A sentence: its key in the catalogue of words, the values in it, and its text."""

    key: str
    values: dict[str, Any]
    text: str


class Values(dict[str, Any]):
    """Whole numbers and messages by name."""


def _encode_hook(value: object) -> Raw:
    """The JSON of a message in the reader's language, kept with the message."""
    if isinstance(value, Message):
        return Raw(value.encoded(_sentence))
    raise NotImplementedError(f"{type(value).__name__} has no form in JSON")


encode = msgspec.json.Encoder(enc_hook=_encode_hook).encode


def sentence_of(message: Message) -> Sentence:
    """A message in the form in which it is sent, in the reader's language."""
    return Sentence(message.key, dict(message.values), message.text)


def _sentence(message: Message) -> bytes:
    return encode(sentence_of(message))


def decode_hook(kind: type, told: Any) -> Any:
    """A message of a sentence, or `Values`; what this catalogue lacks keeps the sender's text."""
    if kind is Message:
        return _message(msgspec.convert(told, Sentence))
    if kind is Values:
        return Values({name: _value(value) for name, value in _named(told).items()})
    raise NotImplementedError(f"{kind.__name__} has no form in JSON")


def _named(told: Any) -> dict[str, Any]:
    return msgspec.convert(told, dict[str, Any])


def _message(told: Sentence) -> Message:
    try:
        message = Message(told.key, {name: _value(value) for name, value in told.values.items()})
        _ = message.text
    except _NONSENSE:
        return Message("client.said", {"text": told.text})
    return message


def _value(value: Any) -> Any:
    if isinstance(value, dict) and value.keys() == set(Sentence.__struct_fields__):
        return _message(msgspec.convert(value, Sentence))
    if isinstance(value, list):
        return [_value(item) for item in value]
    return value


_REFERENCE = {"$ref": "#/components/schemas/Sentence"}


def schema_hook(kind: type) -> dict[str, Any]:
    """The schema of a message or of `Values`, in a document that has `Sentence`."""
    if kind is Message:
        return _REFERENCE
    if kind is Values:
        return {
            "type": "object",
            "additionalProperties": {"anyOf": [{"type": "integer"}, _REFERENCE]},
        }
    raise NotImplementedError(f"{kind.__name__} has no form in JSON")
