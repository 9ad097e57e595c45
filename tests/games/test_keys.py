"""Every kind of action has what faces and records need of it."""

from sidepot.engine.view import KEYS
from sidepot.rules import actions


def test_every_kind_has_a_key() -> None:
    assert {*KEYS} == {*actions.KINDS}
    assert all(len(key) == 1 for key in KEYS.values())


def test_every_kind_fits_in_an_action() -> None:
    for number in range(len(actions.KINDS)):
        action = actions.encode(number, 7)
        assert (actions.kind(action), actions.amount(action)) == (number, 7)
