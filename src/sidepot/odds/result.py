"""The results of an analysis: facts for programs, and the same in sentences for people."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from decimal import Decimal

from sidepot.words import Message

_PROVEN = 5e-7
"""A bound, in chips, below which a value counts as exact: it does not show in what is printed."""


@dataclass(frozen=True, slots=True)
class Odds:
    """The odds of a position: facts for programs, the same in sentences for people."""

    facts: Mapping[str, object]
    sentences: tuple[Message, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionValues:
    """The value of each choice, in net chips from now on, and the method behind it.

    `ev` maps the text of an action to its value. `method` is "exact", "estimate" or "sampled";
    `stderr` is the largest standard error of the values and `bound` the largest possible error of
    one, both in chips.
    """

    ev: Mapping[str, float]
    method: str
    stderr: float = 0.0
    bound: float = 0.0

    @property
    def facts(self) -> dict[str, object]:
        """The values as JSON for programs; `bound` only where it is not 0 in print."""
        proven = {"bound": self.bound} if self.bound > _PROVEN else {}
        return {"ev": dict(self.ev), "method": self.method, "stderr": self.stderr, **proven}

    @property
    def sentences(self) -> tuple[Message, ...]:
        """The values as sentences for people: each choice, the best one, the method."""
        best = max(self.ev, key=lambda choice: self.ev[choice])
        return (
            *(
                Message("odds.choice", {"choice": choice, "value": f"{value:+.4f}"})
                for choice, value in self.ev.items()
            ),
            Message("odds.best", {"choice": best}),
            self._method_sentence(),
        )

    def _method_sentence(self) -> Message:
        if self.method == "sampled":
            return Message("odds.sampled", {"error": f"{self.stderr:.2g}"})
        if self.method == "estimate":
            return Message("odds.estimate")
        if self.bound > _PROVEN:
            return Message("odds.bound", {"bound": f"{Decimal(f'{self.bound:.1g}'):f}"})
        return Message("odds.exact")


@dataclass(frozen=True, slots=True, kw_only=True)
class Chance:
    """The chances that a hand wins all that it can, or a part: a tie, or only a side pot."""

    win: float
    tie: float


@dataclass(frozen=True, slots=True)
class Price:
    """The pot odds: the cost of staying in, in chips, and the share of wins that pays for it."""

    cost: int
    needs: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Chances:
    """Winning chances, for games where betting gives no choice a value in chips.

    `each`: chances by the choices that stay in, against random hands of `others` players; `price`
    is None where nothing is to be called; `stderr` is the largest standard error of a chance, a tie
    counted half.
    """

    each: Mapping[str, Chance]
    others: int
    price: Price | None
    stderr: float

    @property
    def facts(self) -> dict[str, object]:
        """The same for programs, the values of the choices empty."""
        chances = {text: asdict(chance) for text, chance in self.each.items()}
        price = {"price": asdict(self.price)} if self.price else {}
        unvalued = {"ev": {}, "method": "sampled", "stderr": 0.0}
        return {**unvalued, "chances": chances, "chance_stderr": self.stderr, **price}

    @property
    def sentences(self) -> tuple[Message, ...]:
        """The same for people."""
        return (
            *([Message("odds.against", {"n": self.others})] if self.each else []),
            *(
                Message(
                    "odds.chance",
                    {"choice": choice, "win": f"{chance.win:.1%}", "tie": f"{chance.tie:.1%}"},
                )
                for choice, chance in self.each.items()
            ),
            *([Message("odds.chances", {"error": f"{self.stderr:.1%}"})] if self.each else []),
            *([_pot_odds(self.price)] if self.price else []),
            Message("odds.no_values"),
        )


def _pot_odds(price: Price) -> Message:
    return Message("odds.price", {"cost": price.cost, "needs": f"{price.needs:.1%}"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis:
    """The findings of a game's own methods about a position.

    `hand` names the hand of the player to act; `values` is None where the choices have to be
    sampled.
    """

    facts: Mapping[str, object] = field(default_factory=dict)
    sentences: tuple[Message, ...] = ()
    hand: Message | None = None
    values: ActionValues | None = None
