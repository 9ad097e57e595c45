"""TODO ricochet."""
