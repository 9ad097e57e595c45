"""Makes the page of what is known of Ricochet: `make knowledge` solves, plays, writes and draws."""
