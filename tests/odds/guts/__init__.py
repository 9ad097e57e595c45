"""Guts, solved."""
