"""Hand histories: read, written and replayed, hand by hand.

`read` streams a file, `replay` plays a hand again through the verbs and refuses what does not
follow, `dumps` writes, `Session` saves an evening. The form is that of PHH: see docs/histories.md.
"""

from sidepot.history.hand_history import HandHistory
from sidepot.history.reading import Found, loads, read
from sidepot.history.replaying import Replay, replay
from sidepot.history.writing import Session, dumps

__all__ = ["Found", "HandHistory", "Replay", "Session", "dumps", "loads", "read", "replay"]
