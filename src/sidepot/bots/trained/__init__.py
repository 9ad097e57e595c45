"""Trained strategies at play: their files, their abstraction of a game, and their decisions."""
