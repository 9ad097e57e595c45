"""Guts, solved: symmetric equilibria for two to ten players, and the value of being in."""
