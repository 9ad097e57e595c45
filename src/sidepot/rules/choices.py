"""Simultaneous choices: every choice stays hidden until all seats have decided.

In the record one seat decides after the other; what it decided is concealed until `reveal`. So a
room may ask all who are still to decide at once (`asked`), and hand the record one choice after the
other when it has them all.
"""

from collections.abc import Mapping, Sequence

from sidepot.cards import HIDDEN, NONE
from sidepot.kernel import Array, Flags, Part, Random, Row, below, column, compiled
from sidepot.rules.journal import DECIDED, Journal, note
from sidepot.rules.seats import NOBODY, Seats
from sidepot.words import Message


class Choices(Part):
    """The choice of each seat."""

    made: Flags
    """Whether a seat has decided, which all may know but a seat that is asked itself."""
    choice: Flags
    """Its choice: a number of the game, from 0 up. Others see `HIDDEN` until all have decided."""
    told: int
    """Whether the choices have been revealed."""
    next: int
    """The seat whose choice the record takes next; `NOBODY` while no choice is due."""


class Sealed(Choices):
    """Choices that are any whole number, such as sealed bids."""

    choice: Row


@compiled
def clear(choices: Choices) -> None:
    """Reset: nobody has decided."""
    choices.made[:] = 0
    choices.choice[:] = NONE
    choices.told = 0
    choices.next = NOBODY


@compiled
def declare(choices: Choices, journal: Journal, seat: int, choice: int) -> None:
    """Take a seat's choice; the journal tells that it has decided, and not what."""
    choices.made[seat] = 1
    choices.choice[seat] = choice
    choices.next = NOBODY
    note(journal, DECIDED, seat)


@compiled
def waiting(choices: Choices, seats: Seats) -> int:
    """The next live seat, from the dealer's left, that has not decided, or `NOBODY`.

    All seats that have not are asked together from then on: none may see what another decides.
    """
    choices.next = NOBODY
    for k in range(1, seats.n + 1):
        p = (seats.button + k) % seats.n
        if seats.live[p] and not choices.made[p]:
            choices.next = p
            break
    return choices.next


@compiled
def reveal(choices: Choices) -> None:
    """Let everybody know what was decided; the game notes the events."""
    choices.told = 1


@compiled
def is_asked(choices: Choices, seat: int) -> bool:
    """Whether a seat is the one whose choice the record takes next."""
    return seat != NOBODY and seat == choices.next


@compiled
def conceal(choices: Choices, seat: int) -> None:
    """Erase what all other seats have decided, until it is revealed.

    The seat that is asked sees nobody's: all who decide together know the same, in whichever order
    the record takes their choices, and whoever plays on from there lets the others decide.
    """
    if not choices.told:
        is_turn = is_asked(choices, seat)
        for p in range(len(choices.made)):
            if choices.made[p] and p != seat:
                choices.made[p] = not is_turn
                choices.choice[p] = NONE if is_turn else HIDDEN


@compiled
def redeal(choices: Choices, rng: Random, kinds: int) -> None:
    """Fill in erased choices, each of `kinds` alike."""
    for p in range(len(choices.made)):
        if choices.choice[p] == HIDDEN:
            choices.choice[p] = below(rng, kinds)


@compiled
def redeal_up_to(choices: Choices, rng: Random, highest: Array) -> None:
    """Fill in erased choices, each of 0 to the highest of its seat, such as its stack, alike."""
    for p in range(len(choices.made)):
        if choices.choice[p] == HIDDEN:
            choices.choice[p] = below(rng, highest[p] + 1)


def asked(choices: Choices, seats: Seats) -> tuple[int, ...]:
    """The seats that decide now, all at the same time, in the order in which the record asks them.

    None while the game asks for something else.
    """
    if choices.next == NOBODY or seats.actor != choices.next:
        return ()
    order = ((seats.actor + k) % seats.n for k in range(seats.n))
    return tuple(int(p) for p in order if seats.live[p] and not choices.made[p])


def ask(choices: Choices, seats: Seats, seat: int) -> None:
    """Ask one of the seats that decide now before the others: what it may do is the same."""
    choices.next = seats.actor = seat


def known(choices: Choices, seats: int, names: Sequence[str]) -> Mapping[str, int | Message]:
    """The fact of a table that reminds a viewer of the own choice until all are revealed.

    `names`: of each choice the kind of action that makes it.
    """
    own = [choice for choice in column(choices, "choice", seats) if choice >= 0]
    if choices.told or len(own) != 1:
        return {}
    return {"own_choice": Message(f"choice.{names[own[0]]}")}
