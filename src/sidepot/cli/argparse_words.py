"""Argparse's own messages, in the reader's language."""

from __future__ import annotations

import argparse
import gettext

from sidepot.words import DEFAULT, language, say

KEYS = {
    "usage: ": "usage",
    "options": "options",
    "optional arguments": "options",
    "positional arguments": "positional",
    "show this help message and exit": "help",
    "show program's version number and exit": "version",
    "the following arguments are required: %s": "required",
    "unrecognized arguments: %s": "unrecognized",
    "invalid choice: %(value)r (choose from %(choices)s)": "choice",
    "invalid %(type)s value: %(value)r": "value",
    "expected one argument": "one_argument",
    "expected at least one argument": "at_least_one",
    "argument %(argument_name)s: %(message)s": "argument",
    "%(prog)s: error: %(message)s\n": "error",
    "not allowed with argument %s": "not_allowed",
    "ambiguous option: %(option)s could match %(matches)s": "ambiguous",
    "ignored explicit argument %r": "ignored",
}
"""argparse's sentences, and their keys in the catalogue; the others are said as argparse does."""


def install() -> None:
    """Let argparse say its sentences from the catalogue; in English they stay its own."""
    argparse._ = _translated  # type: ignore[attr-defined]


def _translated(sentence: str) -> str:
    if language() == DEFAULT or sentence not in KEYS:
        return gettext.gettext(sentence)
    return say(f"argparse.{KEYS[sentence]}")
