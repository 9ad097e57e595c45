"""A report of a game: how long, how fair, how much skill, how big the pots, by bots that play it.

`measuring` measures, `page` writes it as one page of HTML; `house` has the house's own games.
"""
