"""Two-handed Ricochet solved by backward induction."""
