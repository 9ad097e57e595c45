"""Building blocks of games: parts of a record, and the rules that games share."""
