"""First hands: sentences of a rule page that teach a game while it is played.

They stand in a section of the page, in any language, as items of a list that begin with what they
are tied to:

    <!-- first hand -->
    - `deal` Everybody gets two cards.
    - `choice check bet` Nobody asks you to pay: check, or bet.
    - `event folded you` You are out, and lose what you have paid.
    <!-- /first hand -->

`deal`: the hand has begun; `turn`: a decision is due, `turn again`: right after the player's own;
`choice KIND ...`: these kinds of action are all among those to choose from, with `again` at the
end right after the player's own; `event KIND`, `event KIND you`, `event KIND other`: it has
happened, to anybody, the player, somebody else; `end`: it is over. The first sentence that fits is
said: one for what has happened, and one for what is to be decided.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from sidepot.engine.view import TableView
from sidepot.errors import BadGameFile
from sidepot.rules import actions, journal

_BEGIN, _END = "<!-- first hand -->", "<!-- /first hand -->"
_SECTION = re.compile(r"<!-- first hand -->\n(.*?)<!-- /first hand -->\n*", re.DOTALL)
_ITEM = re.compile(r"^- `([^`]*)` +(.*(?:\n(?!- ).+)*)", re.MULTILINE)
_ALONE = ("deal", "turn", "turn again", "end")
_WHOM = ("you", "other")
_LAST = {"turn": ("again",), "choice": ("again",), "event": _WHOM}
"""The words that may stand last, after what they go with."""


Declared = Mapping[str, tuple[str, ...]]
"""The names that a game declares of its own, by `choice` and `event`."""
_NONE_DECLARED: Declared = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Hint:
    """A sentence, and its condition: `when` (its first word), the `kinds` that follow, and `whom`.

    `whom`: "you" or "other", to whom it happened; "again", right after the player's own action; "".
    """

    when: str
    kinds: tuple[str, ...]
    whom: str
    text: str

    @property
    def is_for_decision(self) -> bool:
        """Whether it is about a decision that is due, and not about what has happened."""
        return self.when == "choice" or (self.when == "turn" and self.whom == "")

    def fits(self, view: TableView, *, is_again: bool) -> bool:
        """Whether it fits a table; `is_again`: the player has just acted."""
        match self.when:
            case "deal":
                return view.decision == 0
            case "end":
                return bool(view.result)
            case "turn" | "choice":
                offered = {name for row in view.menu for name in (row.kind, row.said)}
                is_due = is_again or self.whom == ""
                return bool(offered) and is_due and offered.issuperset(self.kinds)
        return any(
            {event.kind, event.said} & {*self.kinds}
            and self.whom in ("", _WHOM[event.seat != view.seat])
            for event in view.events
        )


def read(page: str, own: Declared = _NONE_DECLARED) -> tuple[Hint, ...]:
    """The hints of a rule page; none where it has no such section. Raises `BadGameFile`."""
    found = _SECTION.search(page)
    return tuple(_hint(tied, text, own) for tied, text in _ITEM.findall(found[1])) if found else ()


def check(page: str, own: Declared = _NONE_DECLARED) -> None:
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
    if not read(page, own):
        raise BadGameFile("error.first_hand_empty", begin=_BEGIN)


def without(page: str) -> str:
    """A rule page without its section of hints."""
    return _SECTION.sub("", page)


def before(page: str) -> str:
    """The part of a rule page before its section of hints; the whole page where it has none."""
    return page.partition(_BEGIN)[0]


def _hint(tied: str, text: str, own: Declared) -> Hint:
    when, *kinds = tied.split(" ")
    whom = kinds.pop() if kinds and kinds[-1] in _LAST.get(when, ()) else ""
    usual = {"choice": actions.KINDS, "event": journal.KINDS}.get(when, ())
    legal = (*usual, *own.get(when, ()))
    is_known = bool(kinds) and set(kinds) <= set(legal) and (when == "choice" or len(kinds) == 1)
    if tied not in _ALONE and not is_known:
        kinds = [f"{when} {kind}" for kind in legal]
        raise BadGameFile(
            "error.first_hand", tied=tied, legal=kinds or [*_ALONE, "choice", "event"]
        )
    return Hint(when, tuple(kinds), whom, " ".join(text.split()))


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
