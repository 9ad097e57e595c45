"""Draws the learning curves that the examples write, as pictures for docs/agents.md.

python examples/agents/curves.py FOLDER docs/pictures
"""

import csv
import sys
from pathlib import Path

import matplotlib.pyplot as plt

CURVES = {
    "ricochet": ("MaskablePPO, Ricochet between two", "antes a hand, from a random player"),
    "kuhn": ("CFR+, Kuhn poker", "exploitability"),
    "high_noon": ("A2C, High Noon Showdown", "antes a hand, from a random player"),
}


def draw(file: Path, picture: Path, title: str, unit: str) -> None:
    """Draw one curve; a third column is a standard error, of which two are shown."""
    head, *rows = csv.reader(file.read_text("utf-8").splitlines())
    columns = [[float(row[k]) for row in rows] for k in range(len(head))]
    figure, axes = plt.subplots(figsize=(6.4, 3.2), layout="constrained")
    if len(head) > 2:
        errors = [2 * error for error in columns[2]]
        axes.errorbar(columns[0], columns[1], errors, marker="o", capsize=3)
    else:
        axes.loglog(columns[0], columns[1], marker="o")
    axes.set(title=title, xlabel=head[0], ylabel=unit)
    axes.grid(alpha=0.3)
    figure.savefig(picture, metadata={"Date": None})


if __name__ == "__main__":
    plt.rcParams["svg.hashsalt"] = "sidepot"  # the same file for the same numbers
    for name, (title, unit) in CURVES.items():
        found = Path(sys.argv[1]) / f"{name}.csv"
        draw(found, Path(sys.argv[2]) / f"agents-{name.replace('_', '-')}.svg", title, unit)
