"""Odds for casino Ricochet: the value of playing, and of the side bets, by enumeration.

`counting` enumerates draws and side bets; `position` is what `sidepot.analysis` calls.
"""
