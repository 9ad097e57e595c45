"""The final hands of an `Outlook` as a picture: a bar for each kind, and how they were found."""

from __future__ import annotations

from html import escape

from sidepot.odds.result import Outlook
from sidepot.odds.sentences import final_share, kind_name, outlook_sentences

_WIDE, _ROW, _EDGE = 640, 34, 16
_BAR, _LONG, _THICK = 220, 320, 18
"""The left edge of the bars, the length of a certain one, and its height."""
_LINE = 20
_PAPER, _INK, _MUTE, _TRACK, _FILL = "#FFFCF7", "#2B1319", "#5E4044", "#F1D9C4", "#6B1E35"


def picture(found: Outlook) -> str:
    """The final hands as SVG."""
    rows = [(kind_name(one.hand).text, final_share(found, one), one.share) for one in found.hands]
    said = [message.text for message in outlook_sentences(found) if message.key != "odds.final"]
    top = _EDGE + _ROW * len(rows)
    height = top + _LINE * len(said) + _EDGE
    drawn = [_row(_EDGE + _ROW * n, *row) for n, row in enumerate(rows)]
    drawn += [_text(_EDGE, top + _LINE * n + 14, 13, _MUTE, line) for n, line in enumerate(said)]
    title = "; ".join(f"{name}: {share}" for name, share, _ in rows)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDE} {height}" role="img" '
        f'font-family="system-ui, sans-serif"><title>{escape(title)}</title>'
        f'<rect width="{_WIDE}" height="{height}" rx="12" fill="{_PAPER}"/>'
        + "".join(drawn)
        + "</svg>\n"
    )


def _row(y: float, name: str, said: str, share: float) -> str:
    bars = "".join(
        f'<rect x="{_BAR}" y="{y + 4:.0f}" width="{length:.1f}" height="{_THICK}" rx="4" '
        f'fill="{fill}"/>'
        for length, fill in ((_LONG, _TRACK), (_LONG * min(share, 1.0), _FILL))
    )
    shown = _text(_BAR + _LONG + 10, y + 18, 15, _INK, said)
    return _text(_EDGE, y + 18, 15, _INK, name) + bars + shown


def _text(x: float, y: float, size: int, colour: str, text: str) -> str:
    return f'<text x="{x:.0f}" y="{y:.0f}" font-size="{size}" fill="{colour}">{escape(text)}</text>'
