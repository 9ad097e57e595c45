"""What are my chances: sampled through the verbs, from what a player may know."""
