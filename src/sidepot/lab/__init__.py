"""Bulk play: simulations, matches between bots, statistics, and the casino's edge."""
