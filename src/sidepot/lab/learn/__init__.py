"""Learns strategies by self-play in any game, through its five verbs; plays and measures them."""
