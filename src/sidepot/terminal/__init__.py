"""The plain table: games as lines of text, for terminals, pipes and screen readers."""
