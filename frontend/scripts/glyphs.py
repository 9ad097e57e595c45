"""Write the glyphs of the card indices: `python glyphs.py FONT > ../src/table/pieces/glyphs.ts`.

FONT is Besley 800 (`@fontsource/besley`, OFL). It needs the library `fonttools[woff]`. Cards are
drawn from these outlines, so that no card waits for a font.
"""

import sys

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

SIGNS = "A23456789" + "10" + "JQK"
EM = 46
"""Units of the card (60 x 84) to an em, as a rank stands on a tile."""


def main(path):
    """Print the module."""
    font = TTFont(path)
    glyphs, names, scale = font.getGlyphSet(), font.getBestCmap(), EM / font["head"].unitsPerEm
    print("/* Made by scripts/glyphs.py from Besley 800 (OFL): outlines in units of the card. */\n")
    print("/** Outline and advance of a sign; the baseline is y = 0. */")
    print("export const GLYPHS: Record<string, { path: string; width: number }> = {")
    for sign in SIGNS:
        glyph = glyphs[names[ord(sign)]]
        pen = SVGPathPen(glyphs, ntos=lambda n: f"{n:.1f}".rstrip("0").rstrip("."))
        glyph.draw(TransformPen(pen, (scale, 0, 0, -scale, 0, 0)))
        print(f"  {sign}: {{\n    path: '{pen.getCommands()}',")
        print(f"    width: {glyph.width * scale:.1f},\n  }},")
    print("};")


if __name__ == "__main__":
    main(sys.argv[1])
