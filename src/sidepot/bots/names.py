"""The names of bots at a table."""

NAMES = ("Ana", "Theo", "Kim", "Ravi", "Mia", "Jonas", "Sofia", "Lee", "Nora")
