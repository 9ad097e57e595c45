"""Tests of the report of a game."""
