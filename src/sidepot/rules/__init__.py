"""What games are made of: parts of a record, and the rules over them that games share."""
