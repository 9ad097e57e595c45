"""High Noon: Standoff, without betting: the best discards, from all boards that may come."""
