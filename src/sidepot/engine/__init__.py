"""The engine: turns a file of rules into a game with options, hands in play, views and words."""
