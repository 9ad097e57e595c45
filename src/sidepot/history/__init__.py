"""Hand histories: read, written and replayed, hand by hand.

`read` streams the hands of a file, `replay` plays one again through the verbs and refuses what does
not follow from the rules, `dumps` writes one, `Session` saves the hands of an evening to a file.
The format is PHH's with extensions: see docs/histories.md.
"""

from sidepot.history.hand_history import HandHistory
from sidepot.history.reading import Found, loads, read
from sidepot.history.replaying import Replay, replay
from sidepot.history.writing import Session, dumps

__all__ = ["Found", "HandHistory", "Replay", "Session", "dumps", "loads", "read", "replay"]
