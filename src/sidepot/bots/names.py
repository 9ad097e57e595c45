"""What bots are called."""

NAMES = ("Ana", "Theo", "Kim", "Ravi", "Mia", "Jonas", "Sofia", "Lee", "Nora")
