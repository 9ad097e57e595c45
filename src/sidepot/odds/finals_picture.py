"""The final hands of an `Outlook` as a picture: a bar for each kind, and how they were found."""

from __future__ import annotations

from sidepot.odds import bars
from sidepot.odds.bars import EDGE, FILL, INK, TRACK, label
from sidepot.odds.result import Outlook
from sidepot.odds.sentences import final_share, kind_name, outlook_sentences

_ROW, _TOP = 34, 8
_BAR, _LONG, _THICK = 220, 320, 18
"""The left edge of the bars, the length of a certain one, and its height."""
_HEADINGS = ("odds.finals", "odds.finals_sampled")


def picture(found: Outlook) -> str:
    """The final hands as SVG."""
    rows = [(kind_name(one).text, final_share(found, one), one.share) for one in found.hands]
    said = [message for message in outlook_sentences(found) if message.key != "odds.final"]
    heading = [message.text for message in said if message.key in _HEADINGS]
    below = bars.wrapped(message.text for message in said if message.key not in _HEADINGS)
    top = bars.below(_TOP, heading)
    drawn = [
        *bars.notes(_TOP, heading),
        *(_row(top + _ROW * n, *row) for n, row in enumerate(rows)),
    ]
    end = top + _ROW * len(rows)
    drawn += bars.notes(end, below)
    title = "; ".join(f"{name}: {share}" for name, share, _ in rows)
    return bars.sheet(title, bars.below(end, below), drawn)


def _row(y: float, name: str, said: str, share: float) -> str:
    track, filled = (
        bars.bar(_BAR, y + 4, length, _THICK, colour)
        for length, colour in ((_LONG, TRACK), (_LONG * min(share, 1.0), FILL))
    )
    shown = label(_BAR + _LONG + 10, y + 18, said, 15, INK)
    return label(EDGE, y + 18, name, 15, INK) + track + filled + shown
