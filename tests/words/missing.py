"""The gaps of the languages: `python -m tests.words.missing`, or with `de` at its end for one."""

import sys
import tomllib

from sidepot import words
from tests.words.translations import LANGUAGES, faults


def main() -> int:
    """Print each fault with the English sentence; the status is 1 if there is one."""
    english = words.catalogue("en").entries
    status = 0
    for name in sys.argv[1:] or LANGUAGES:
        for key, fault in faults(name, words._read(name)):
            print(f"{name}.toml {key}: {fault}. English: {english.get(key, '')!r}")
            status = 1
    return status


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (tomllib.TOMLDecodeError, OSError) as error:
        sys.exit(f"cannot be read: {error}")
