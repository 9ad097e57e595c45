"""A standing checker of the room, Jepsen's way: random clients, faults, and a model.

`python -m tests.checker --seed 7 --seconds 60` runs it; `make soak` runs it for long.
"""
