"""Counterfactual regret minimization, OpenSpiel's own, solves Kuhn poker: the value is -1/18.

python examples/agents/kuhn_cfr.py --curve kuhn.csv
"""

import argparse
from pathlib import Path

import pyspiel
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability

from sidepot.lab.envs import openspiel

VALUE = -1 / 18


def solve(iterations: int) -> tuple[float, float, list[tuple[int, float]]]:
    """The value for seat 0 and the exploitability at the end, and the latter on the way."""
    openspiel.register()
    game = pyspiel.load_game("sidepot_kuhn")
    solver, curve = cfr.CFRPlusSolver(game), []
    for n in range(1, iterations + 1):
        solver.evaluate_and_update_policy()
        if n & (n - 1) == 0 or n == iterations:
            curve.append((n, exploitability.exploitability(game, solver.average_policy())))
    average = solver.average_policy()
    value = expected_game_score.policy_value(game.new_initial_state(), [average] * 2)
    return float(value[0]), curve[-1][1], curve


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--iterations", type=int, default=256)
    parser.add_argument("--curve", type=Path, help="a file for the learning curve")
    chosen = parser.parse_args()
    value, distance, curve = solve(chosen.iterations)
    print(f"value {value:.4f}, in theory {VALUE:.4f}; exploitability {distance:.4f}")
    if chosen.curve:
        rows = [f"{n},{found:.6f}" for n, found in curve]
        chosen.curve.write_text("\n".join(["iterations,exploitability", *rows, ""]))
