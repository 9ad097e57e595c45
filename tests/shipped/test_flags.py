"""The flags with which machine code is compiled in `make test` are those that users get."""

import os

import pytest
from numba import config

from sidepot import kernel
from sidepot.kernel.compiling import _FLAGS

pytestmark = [pytest.mark.compiled, pytest.mark.as_shipped]


def test_rules_are_compiled_as_for_users() -> None:
    assert not kernel.PLAIN and kernel.is_caching()
    assert not _FLAGS["boundscheck"] and config.BOUNDSCHECK is None
    assert config.OPT == 3 and config.LOOP_VECTORIZE and config.LLVM_REFPRUNE_PASS
    assert not [name for name in os.environ if name.startswith("NUMBA_")]
