"""What makes a file of rules a game: its facts, options, hands in play, views, and its words."""
