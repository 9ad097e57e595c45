"""Verifies histories: what each hand's `_fairness` proves, and the chain from hand to hand.

`hands` checks one hand, `chain` many together, `page` compares the page that a room serves with the
one that is installed.
"""
