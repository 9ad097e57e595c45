"""Ricochet for two, solved by backward induction.

`classes` abstracts hands to their ranks, `tree` and `states` index the states, `building` makes a
tree. `backward` solves it: `draws` sums over all draws of a turn, `continuation` gives the value of
the opponent's next turn, `complete_hands` counts chances against five cards, `buys` values each
number of cards. `encoding` maps cards to states; `lookup` reads a solved tree.
"""
