"""A position a day: the same for everybody on a date, with the solved worth of each choice."""
