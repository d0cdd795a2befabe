"""Random arrays for the inputs and weights that `nacformats run --random` is not given."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from nacformats.codec.columns.arrays import Array
from nacformats.commands.arrays import GivenArrays
from nacformats.commands.terminal import USAGE, CommandError
from nacformats.errors import LimitError
from nacformats.graph.graph import Dim
from nacformats.printing import size_text
from nacformats.runtime.gather.tensors import Port
from nacformats.runtime.kernels._types import DTYPES, category

#: What --random takes for a symbolic size that nothing else tells.
SYMBOLIC_SIZE = 2
#: Random integers are below this, so that they can serve as indices of small tables.
RANDOM_INTEGERS = 10
#: Bytes of a random number before it gets its element type.
_DRAWN_BYTES = 8


class RandomFiller:
    """Random arrays for what the caller did not give."""

    def __init__(self, generator: np.random.Generator, shapes: Mapping[str, str], arrays: GivenArrays) -> None:
        self.generator = generator
        self.shapes = shapes
        self.arrays = arrays
        self.symbols: dict[str, int] = {}

    def fill(self, ports: list[Port], given: dict[str, Array]) -> None:
        by_port = [given.get(port.name, given.get(f"in{position}")) for position, port in enumerate(ports)]
        for port, array in zip(ports, by_port, strict=True):
            self._learn(port, array)
        for port, array in zip(ports, by_port, strict=True):
            if array is None:
                given[port.name] = self._random(port)

    def _learn(self, port: Port, array: Array | None) -> None:
        """The symbolic sizes that follow from what the caller gave for an input."""
        sizes = self._asked(port.name) if array is None else array.shape
        for dim, size in zip(port.shape or (), sizes, strict=False):
            if isinstance(dim, str):
                self.symbols.setdefault(dim, size)

    def _asked(self, name: str) -> list[int]:
        """Return the sizes that --shape gives for an input."""
        return parse_shape(self.shapes[name].partition(":")[0]) if name in self.shapes else []

    def _size(self, dim: Dim) -> Dim:
        """Return a symbolic size as a number; sums and products of symbols are left as they are."""
        if isinstance(dim, str) and dim.isidentifier():
            return self.symbols.setdefault(dim, SYMBOLIC_SIZE)
        return self.symbols.get(dim, dim) if isinstance(dim, str) else dim

    def _random(self, port: Port) -> Array:
        shape, dtype = port.shape, port.dtype or np.dtype(np.float32)
        shape = None if shape is None else tuple(map(self._size, shape))
        if port.name in self.shapes:
            text, _, dtype_name = self.shapes[port.name].partition(":")
            shape = tuple(parse_shape(text))
            if any(size < 0 for size in shape):
                raise CommandError(f"{text!r} is not a shape: a size is at least 0", USAGE)
            dtype = _dtype(dtype_name) if dtype_name else dtype
        if shape is None or not all(isinstance(dim, int) for dim in shape):
            raise CommandError(
                f"the file does not say what shape {port.name!r} has: give it, as in --shape {port.name}=2x3", USAGE
            )
        sizes = [int(dim or 0) for dim in shape]
        wanted = math.prod(sizes) * (dtype.itemsize + _DRAWN_BYTES)
        if not self.arrays.take(wanted):
            reason = f"{port.name!r} of shape {'x'.join(map(str, sizes))} is too large to be filled at random"
            raise LimitError(
                reason, expected=f"at most {size_text(self.arrays.left)}", hint="raise it with --max-memory"
            )
        try:
            return self._drawn(sizes, dtype)
        except (ValueError, MemoryError) as error:  # NumPy has a limit to the rank, and the machine to its memory
            raise CommandError(f"{port.name!r} cannot be filled at random: {error}", USAGE) from None

    def _drawn(self, sizes: list[int], dtype: np.dtype[Any]) -> Array:
        if category(dtype) < 2:
            return self.generator.integers(0, 2 if dtype == np.bool_ else RANDOM_INTEGERS, sizes).astype(dtype)
        return self.generator.standard_normal(sizes).astype(dtype)


def parse_shape(text: str) -> list[int]:
    """2x3 as [2, 3]; "scalar" as []."""
    if text == "scalar":
        return []
    try:
        return [int(size) for size in text.split("x")]
    except ValueError:
        raise CommandError(f"{text!r} is not a shape: write it as 2x3, or scalar", USAGE) from None


def _dtype(name: str) -> np.dtype[Any]:
    if name not in DTYPES:
        raise CommandError(f"{name!r} is not an element type: known are {', '.join(DTYPES)}", USAGE)
    return DTYPES[name]
