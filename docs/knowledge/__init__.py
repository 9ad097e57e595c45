"""Makes the page of Ricochet's solved values: `make knowledge` solves, plays, writes and draws."""
