"""Hand histories: read, written and replayed, hand by hand.

`read` streams the hands of a file, each a `History`; `History.replay` plays one again through the
verbs and refuses what does not follow from the rules, `History.text` writes one, `Session` saves
the hands of an evening to a file. The format is PHH's with extensions: see docs/histories.md.
"""

from sidepot.history.history import Found, History
from sidepot.history.replaying import Replay
from sidepot.history.writing import Session

read = History.read

__all__ = ["Found", "History", "Replay", "Session", "read"]
