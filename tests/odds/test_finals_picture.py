"""The picture of the final hands says what the lines of the terminal say, within its edges."""

import re

from sidepot.odds.bars import WIDE
from sidepot.odds.finals_picture import picture
from sidepot.odds.result import FinalHand, Outlook
from sidepot.odds.sentences import outlook_sentences
from sidepot.words import languages, speaking

LETTER = 0.54
"""The width of a letter beside its height, on average, as measured in a wide font."""
TEXT = re.compile(r'<text x="(\d+)" y="(\d+)" font-size="(\d+)"[^>]*>([^<]*)<')
FOUND = Outlook(
    others=1,
    win=0.5289,
    tie=0.0107,
    deals=1_070_190,
    error=0.0,
    hands=(FinalHand(hand="pair", share=0.6), FinalHand(hand="high_card", share=0.4)),
    hands_deals=1_081,
    hands_error=0.0,
    seconds=1.0,
)


def test_all_sentences_stand_in_the_picture_whole() -> None:
    for language in languages():
        with speaking(language):
            lines = TEXT.findall(picture(FOUND))
            said = " ".join(line for *_, line in lines)
            for message in outlook_sentences(FOUND):
                if message.key != "odds.final":
                    assert message.text in said
        assert all(int(x) + len(line) * int(size) * LETTER < WIDE for x, _, size, line in lines)


def test_the_heading_stands_above_the_bars() -> None:
    (_, top, _, heading), (_, first, _, _), *_ = TEXT.findall(picture(FOUND))
    assert heading.endswith(":") and int(top) < int(first)
