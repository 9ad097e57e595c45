"""First hands: sentences of a rule page that teach a game while it is played.

They stand in a section of the page, in any language, as items of a list that begin with what they
are tied to:

    <!-- first hand -->
    - `deal` Everybody gets two cards.
    - `choice raise_to` A raise makes the others pay more.
    - `event folded you` You are out, and lose what you have paid.
    <!-- /first hand -->

`deal`: the hand has begun; `turn`: a decision is due, `turn again`: right after the player's own;
`choice KIND`: this kind of action is among those to choose from; `event KIND`, `event KIND you`,
`event KIND other`: it has happened, to anybody, the player, somebody else; `end`: it is over.
The first sentence that fits is said: one for what has happened, and one for what is to be decided.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from sidepot.engine.view import TableView
from sidepot.errors import BadGameFile
from sidepot.rules import actions, journal

_BEGIN, _END = "<!-- first hand -->", "<!-- /first hand -->"
_SECTION = re.compile(r"<!-- first hand -->\n(.*?)<!-- /first hand -->\n*", re.DOTALL)
_ITEM = re.compile(r"^- `([^`]*)` +(.*(?:\n(?!- ).+)*)", re.MULTILINE)
_ALONE = ("deal", "turn", "turn again", "end")
_DECISIONS = ("turn", "choice")
_WHOM = ("you", "other")


@dataclass(frozen=True, slots=True)
class Hint:
    """A sentence, and its condition: `when` (its first word), a kind's `name`, and `whom`."""

    when: str
    name: str
    whom: str
    text: str

    @property
    def is_for_decision(self) -> bool:
        """Whether it is about a decision that is due, and not about what has happened."""
        return self.when in _DECISIONS and self.name != "again"

    def fits(self, view: TableView, *, is_again: bool) -> bool:
        """Whether it fits a table; `is_again`: the player has just acted."""
        match self.when:
            case "deal":
                return view.decision == 0
            case "end":
                return bool(view.result)
            case "turn":
                return bool(view.menu) and (is_again or self.name == "")
            case "choice":
                return any(choice.kind == self.name for choice in view.menu)
        return any(
            event.kind == self.name and self.whom in ("", _WHOM[event.seat != view.seat])
            for event in view.events
        )


def read(page: str) -> tuple[Hint, ...]:
    """The hints of a rule page; none where it has no such section. Raises `BadGameFile`."""
    found = _SECTION.search(page)
    return tuple(_hint(*item) for item in _ITEM.findall(found[1])) if found else ()


def check(page: str) -> None:
    """Raise `BadGameFile` for a section that would lose a sentence, with what is legal in it."""
    if page.count(_BEGIN) != page.count(_END) or page.count(_BEGIN) > 1:
        raise BadGameFile("error.first_hand_marks", begin=_BEGIN, end=_END)
    if _BEGIN not in page:
        return
    found = _SECTION.search(page)
    if not found:
        raise BadGameFile("error.first_hand_marks", begin=_BEGIN, end=_END)
    lost = _ITEM.sub("", found[1]).split("\n")
    line = next((line for line in lost if line.strip()), None)
    if line is not None:
        raise BadGameFile("error.first_hand_line", line=line.strip())
    if not read(page):
        raise BadGameFile("error.first_hand_empty", begin=_BEGIN)


def without(page: str) -> str:
    """A rule page without its section of hints."""
    return _SECTION.sub("", page)


def _hint(tied: str, text: str) -> Hint:
    when, name, whom = (*tied.split(" "), "", "")[:3]
    legal = {"choice": actions.KINDS, "event": journal.KINDS}.get(when, ())
    is_known = name in legal and (whom == "" or (when == "event" and whom in _WHOM))
    if tied not in _ALONE and not (is_known and len(tied.split(" ")) <= 3):
        kinds = [f"{when} {kind}" for kind in legal]
        raise BadGameFile(
            "error.first_hand", tied=tied, legal=kinds or [*_ALONE, "choice", "event"]
        )
    return Hint(when, name, whom, " ".join(text.split()))


def said(
    hints: Sequence[Hint], view: TableView, *, is_again: bool, known: Collection[Hint] = ()
) -> tuple[Hint, ...]:
    """Hints for a table: the first that fits the last events, and the first for the decision due.

    Hints about events are given once: `known` are those already given.
    """
    fitting = [hint for hint in hints if hint.fits(view, is_again=is_again)]
    news = [hint for hint in fitting if not hint.is_for_decision and hint not in known]
    due = [hint for hint in fitting if hint.is_for_decision]
    return (*news[:1], *due[:1])
