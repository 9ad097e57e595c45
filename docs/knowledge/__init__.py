"""What is known of Ricochet: `make knowledge` solves, plays, and writes a page with pictures."""
