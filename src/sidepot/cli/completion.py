"""`sidepot completion`: the lines by which a shell completes the words of a command line."""

from __future__ import annotations

import argparse

from sidepot.words import say

SHELLS = ("bash", "zsh", "fish")


def declare(parser: argparse.ArgumentParser) -> None:
    """Add the command's flags to its parser."""
    parser.add_argument("shell", choices=SHELLS, help=say("cli.completion_shell"))
    parser.epilog = say("cli.completion_lines")
    parser.formatter_class = argparse.RawDescriptionHelpFormatter


def run(chosen: argparse.Namespace) -> None:
    """Print the script of a shell, which asks the program at every Tab."""
    from argcomplete import shellcode

    print(shellcode(["sidepot"], shell=chosen.shell).strip())
