"""The flags with which `make shipped` compiles are those that users get."""

import os

from numba import config

from sidepot import kernel
from sidepot.kernel.compiling import _FLAGS
from tests.conftest import QUICK


def test_rules_are_compiled_as_for_users() -> None:
    assert not kernel.PLAIN and kernel.is_caching()
    assert not _FLAGS["boundscheck"] and config.BOUNDSCHECK is None
    assert config.OPT == 3 and config.LOOP_VECTORIZE and config.LLVM_REFPRUNE_PASS


def test_no_flag_of_the_quick_tests_is_set() -> None:
    assert not [flag for flag in QUICK if flag in os.environ]
