"""High Noon: Standoff, solved."""
