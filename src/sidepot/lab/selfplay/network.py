"""A linear network, or one with a layer of rectified units: chances of slots, and a value.

An observation is mostly zeros, so the first layer adds up the rows of what is not zero; this takes
less time than a product of matrices, in a batch too.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple, Self

import numpy as np

from sidepot.errors import BadSetup
from sidepot.kernel import Array, compiled, index

_HIDDEN = 1 << 12
"""The most hidden units."""


class Weights(NamedTuple):
    """Weights of several networks of one form, float32; gradients have the same form."""

    first: Array
    """[networks, inputs, width]: to the hidden units, or of a linear network to the outputs."""
    bias: Array
    """[networks, width]."""
    second: Array
    """[networks, outputs, hidden]; no columns in a linear network."""
    outer: Array
    """[networks, outputs]: the biases of the outputs. The last output is the value."""


def blank(networks: int, inputs: int, hidden: int, slots: int) -> Weights:
    """Weights of 0."""
    outputs = slots + 1
    width = hidden or outputs
    shapes = (inputs, width), (width,), (outputs, hidden), (outputs,)
    return Weights(*(np.zeros((networks, *shape), np.float32) for shape in shapes))


def copy_into(to: Weights, number: int, source: Weights) -> None:
    """Overwrite one of several networks by the first of others."""
    for own, other in zip(to, source, strict=True):
        own[number] = other[0]


@compiled
def run(
    weights: Weights, k: int, where: Array, value: Array, begin: int, end: int, z: Array, out: Array
) -> None:
    """The outputs of network k for an observation: the numbers `value` at the places `where`.

    `z` gets the first layer, before rectification.
    """
    first, bias, second, outer = weights
    width, hidden, outputs = bias.shape[1], second.shape[2], outer.shape[1]
    for j in range(width):
        z[j] = bias[k, index(j)]
    for e in range(begin, end):
        x, r = value[e], where[e]
        for j in range(width):
            z[j] += x * first[index(k), index(r), index(j)]
    if hidden == 0:
        for j in range(outputs):
            out[j] = z[j]
        return
    for j in range(outputs):
        out[j] = outer[k, index(j)] + _product(z, second[index(k), index(j)], hidden)


@compiled
def _product(z: Array, own: Array, hidden: int) -> np.float32:
    """The sum of rectified units times weights: eight sums at once, as the processor adds them."""
    zero = np.float32(0)
    a = b = c = d = e = f = g = h = zero
    whole = hidden // 8 * 8
    for i in range(0, whole, 8):
        a += max(z[i], zero) * own[i]
        b += max(z[i + 1], zero) * own[i + 1]
        c += max(z[i + 2], zero) * own[i + 2]
        d += max(z[i + 3], zero) * own[i + 3]
        e += max(z[i + 4], zero) * own[i + 4]
        f += max(z[i + 5], zero) * own[i + 5]
        g += max(z[i + 6], zero) * own[i + 6]
        h += max(z[i + 7], zero) * own[i + 7]
    for i in range(whole, hidden):
        a += max(z[i], zero) * own[i]
    return ((a + b) + (c + d)) + ((e + f) + (g + h))


@compiled
def mix(out: Array, allowed: Array, row: int, chance: Array) -> None:
    """The chances of allowed slots by their outputs; others get 0."""
    slots = len(chance)
    most = np.float32(-1e30)
    for j in range(slots):
        if allowed[row, j] and out[j] > most:
            most = out[j]
    total = np.float32(0)
    for j in range(slots):
        chance[j] = np.exp(out[j] - most) if allowed[row, j] else np.float32(0)
        total += chance[j]
    for j in range(slots):
        chance[j] /= total


@compiled
def pack(seen: Array, i: int, where: Array, value: Array, begin: int) -> int:
    """Append the numbers of observation i that are not 0; returns the new end."""
    end = begin
    for j in range(seen.shape[1]):
        x = seen[index(i), index(j)]
        where[end], value[end] = j, x
        end += x != 0
    return end


@compiled
def _evaluate(
    weights: Weights, seen: Array, allowed: Array, where: Array, value: Array, z: Array, out: Array,
    chances: Array, values: Array,
) -> None:  # fmt: skip
    """The chances and values of a batch of observations."""
    for i in range(len(seen)):
        end = pack(seen, i, where, value, 0)
        run(weights, 0, where, value, 0, end, z, out)
        mix(out, allowed, i, chances[i])
        values[i] = out[len(out) - 1]


class Network:
    """A network with its weights; `predict` is that of a model of Stable-Baselines3."""

    def __init__(self, inputs: int, slots: int, hidden: int = 64, seed: int = 0) -> None:
        """`hidden`: 0 for a linear network. Raises `BadSetup`."""
        if not 0 <= hidden <= _HIDDEN:
            most = str(_HIDDEN)
            raise BadSetup("error.batch_number", what="hidden", value=str(hidden), most=most)
        self.inputs, self.slots, self.hidden = inputs, slots, hidden
        self.weights = blank(1, inputs, hidden, slots)
        self._chance = chance = np.random.default_rng(seed)
        if hidden:
            scale = np.sqrt(2 / min(inputs, 32))  # about as many inputs are not 0
            self.weights.first[:] = chance.normal(0, scale, self.weights.first.shape)
        width = self.weights.bias.shape[1]
        self._space = (
            np.zeros(inputs + 1, np.int32),
            np.zeros(inputs + 1, np.float32),
            np.zeros(width, np.float32),
            np.zeros(slots + 1, np.float32),
        )

    def trust(self, pairs: Iterable[tuple[int, int]], weight: float) -> None:
        """Begin with outputs that are so many times an input, for pairs of an input and a slot.

        Each pair takes a hidden unit, which passes on its input where that is not negative.
        """
        first, bias, second, _ = self.weights
        for unit, (place, slot) in enumerate(pairs):
            if not self.hidden:
                first[0, place, slot] = weight
            elif unit < self.hidden:
                first[0, :, unit] = bias[0, unit] = 0
                first[0, place, unit], second[0, slot, unit] = 1, weight

    def chances(self, seen: Array, allowed: Array) -> Array:
        """The chances of slots, for one observation or a batch, with masks of what is allowed."""
        return self._both(seen, allowed)[0]

    def values(self, seen: Array, allowed: Array) -> Array:
        """The values of observations, in the learner's unit."""
        return self._both(seen, allowed)[1]

    def _both(self, seen: Array, allowed: Array) -> tuple[Array, Array]:
        rows = np.ascontiguousarray(np.atleast_2d(seen), np.float32)
        masks = np.ascontiguousarray(np.atleast_2d(allowed), np.bool_)
        chances = np.zeros(masks.shape, np.float32)
        values = np.zeros(len(rows), np.float32)
        _evaluate(self.weights, rows, masks, *self._space, chances, values)
        return chances, values

    def predict(
        self, observation: Array, action_masks: Array, deterministic: bool = False
    ) -> tuple[Any, None]:
        """The slots to play: the likeliest, or mixed by a generator of its own; and no state."""
        chances = self.chances(observation, action_masks).astype(np.float64)
        if deterministic:
            slots = chances.argmax(1)
        else:
            drawn = self._chance.random((len(chances), 1)) * chances.sum(1, keepdims=True)
            slots = (chances.cumsum(1) > drawn).argmax(1)
        return (slots if np.ndim(observation) > 1 else slots[0]), None

    def save(self, file: Path | str) -> None:
        """Write the weights as NumPy's `npz`."""
        with Path(file).open("wb") as out:
            np.savez(out, **self.weights._asdict())

    @classmethod
    def load(cls, file: Path | str, device: str = "cpu") -> Self:
        """Read what `save` wrote; it runs no code, and the device is always the processor."""
        with np.load(file, allow_pickle=False) as arrays:
            parts = Weights(*(np.ascontiguousarray(arrays[name]) for name in Weights._fields))
        network = cls(parts.first.shape[1], parts.outer.shape[1] - 1, parts.second.shape[2])
        copy_into(network.weights, 0, parts)
        return network
