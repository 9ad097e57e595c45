"""Looks at this installation for `sidepot doctor`: what is there, what is missing, the way out."""
