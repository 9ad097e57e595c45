"""Bulk work: hands by the million, matches between bots, the edge of a bank, statistics."""
