"""The end of a hand between two, solved at the table: nothing is dealt any more, only bet."""
