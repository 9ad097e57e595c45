"""Measures of strength: simple opponents, learned replies, and local best response."""
