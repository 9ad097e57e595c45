"""Methods that find the value of each choice of a turn without a trained strategy.

Nothing is loaded by the package itself, so that its result type is at hand everywhere.
`sidepot.analysis` is the entry point, and decides between the methods.
"""
