"""The plain table: lines of text, for terminals, pipes and screen readers."""
