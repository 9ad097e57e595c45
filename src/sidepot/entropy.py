"""The system's randomness: the one source of everything that is given no seed.

All of the package draws from `source` (`tests/architecture/test_randomness.py`), so a test that
puts a seeded generator there deals the same cards every time.
"""

import base64
import random

source: random.Random = random.SystemRandom()
"""Cryptographically secure. Tests replace it."""


def token(length: int) -> str:
    """Random bytes as text that can stand in a link; `length` in bytes."""
    return base64.urlsafe_b64encode(source.randbytes(length)).rstrip(b"=").decode()
