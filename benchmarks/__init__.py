"""How fast: `make bench`. Every figure stands beside a signature of what was computed."""
