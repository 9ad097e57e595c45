"""Write the outlines of letters: `outlines.py FONT... > ../../src/sidepot/room/web/outlines.json`.

FONTs are the files of Atkinson Hyperlegible Next 700 (`@fontsource/atkinson-hyperlegible-next`,
OFL), Latin and extended Latin. It needs the library `fonttools[woff]`. The server draws the text of
previews from these outlines.
"""

import json
import sys

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

EM = 400
"""Units to an em; the baseline is y = 0, and y grows downward."""
LAST = 0x17F
"""The last of the letters: the end of extended Latin A, which all languages of Europe use."""
SIGNS = "\u2013\u2014\u2018\u2019\u201c\u201d\u2026\u2212\u20ac\u1e9e"


def main(paths):
    """Print the outlines: advance and path of each sign."""
    found = {}
    for path in paths:
        font = TTFont(path)
        glyphs, names, scale = font.getGlyphSet(), font.getBestCmap(), EM / font["head"].unitsPerEm
        for code, name in names.items():
            if code < 0x20 or (code > LAST and chr(code) not in SIGNS) or chr(code) in found:
                continue
            pen = SVGPathPen(glyphs, ntos=lambda n: f"{n:.0f}")
            glyphs[name].draw(TransformPen(pen, (scale, 0, 0, -scale, 0, 0)))
            found[chr(code)] = [round(glyphs[name].width * scale), pen.getCommands()]
    print(json.dumps({"em": EM, "glyphs": dict(sorted(found.items()))}, separators=(",", ":")))


if __name__ == "__main__":
    main(sys.argv[1:])
