"""Equities: the share of the pot that each hand wins, with all cards told that are known.

The hands are dealt and played to their end by the game's verbs, on every deal that is left or on
random ones. Nothing here knows which hand beats another.
"""
