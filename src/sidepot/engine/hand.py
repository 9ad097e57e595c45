"""`Hand`, a hand in play, and the actions that a record offers: the names that programs import."""

from sidepot.engine.game import Hand
from sidepot.engine.play import RAIL, legal_in

__all__ = ["RAIL", "Hand", "legal_in"]
