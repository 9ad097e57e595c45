"""How strong strategies are: simple opponents, learned replies, and local best response."""
