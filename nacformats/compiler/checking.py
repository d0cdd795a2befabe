"""Comparing a compiled file with its model, which the library that it is from computes."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from nacformats import limits
from nacformats.api import load
from nacformats.codec.columns.arrays import Array
from nacformats.compiler.frontends import PROGRAM_SUFFIX, graph_of_model
from nacformats.errors import InvalidError
from nacformats.formats.nac import NacFile
from nacformats.runtime import Session

#: Tolerances of results of the same computation: sums in another order, functions approximated in another way.
RTOL, ATOL = 1e-4, 1e-5


@dataclass(frozen=True)
class RunComparison:
    """The same output of a model and of the file that was compiled from it.

    Attributes:
        name: of the output.
        expected, actual: dtype and shape, as text.
        difference: the largest absolute difference; NaN where the shapes differ.
        within: whether dtype and shape are equal and every element is within RTOL and ATOL.
    """

    name: str
    expected: str
    actual: str
    difference: float
    within: bool


def compare_outputs(
    source: Path, compiled: NacFile, inputs: Sequence[Array], *, trust: bool = False
) -> list[RunComparison]:
    """Run a model and what was compiled from it on the same inputs.

    Args:
        source: the file of the model, .onnx, .pt2, .mic2 or .micb.
        compiled: what nacformats.compile made of it.
        inputs: in the order of the model.
        trust: whether PyTorch may load and run a .pt2 file as it is, as for nacformats.compile. Without it, the
            operators of the file that are safe for any argument run in PyTorch, the others here.

    Raises:
        InvalidError: the two do not give the same number of outputs.
        FormatError: one of the two does not run on these inputs, or takes too much time or memory.
        ImportError: the library that the model is from is not installed.
    """
    with Session(compiled) as session:
        started = time.monotonic()
        found = session.run(list(inputs))
        seconds = time.monotonic() - started
        names = [port.name for port in session.outputs]
    run = _run_trusted_program if trust and source.suffix.lower() == PROGRAM_SUFFIX else _RUNNERS[source.suffix.lower()]
    expected = run(source, inputs, seconds)
    if len(expected) != len(found):
        reason = "the compiled file gives another number of outputs"
        raise InvalidError(reason, format="nac", path="outputs", expected=len(expected), actual=len(found))
    return list(_comparisons(names, expected, found))


def _comparisons(names: Sequence[str], expected: Sequence[Array], found: Sequence[Array]) -> Iterator[RunComparison]:
    for name, right, array in zip(names, expected, found, strict=True):
        same = right.dtype == array.dtype and right.shape == array.shape
        difference = _largest_difference(right, array) if right.shape == array.shape else float("nan")
        within = same and np.allclose(_wide(array), _wide(right), RTOL, ATOL, equal_nan=True)
        yield RunComparison(name, _described(right), _described(array), difference, within)


def _largest_difference(one: Array, other: Array) -> float:
    wide, against = _wide(one), _wide(other)
    different = ~((wide == against) | ((wide != wide) & (against != against)))
    return float(np.max(np.abs(wide[different] - against[different]), initial=0.0))


def _wide(array: Array) -> Array:
    return array.astype(np.complex128 if array.dtype.kind == "c" else np.float64)


def _described(array: Array) -> str:
    return f"{array.dtype.name}[{', '.join(map(str, array.shape))}]"


def _run_onnx(source: Path, inputs: Sequence[Array], seconds: float) -> list[Array]:
    from nacformats.onnx.reading.reference import run_onnx  # noqa: PLC0415  an extra

    return run_onnx(source, inputs, limits.CHECK_SECONDS + math.ceil(limits.CHECK_TIMES * seconds))


def _run_program(source: Path, inputs: Sequence[Array], _seconds: float) -> list[Array]:
    with Session(graph_of_model(source), engine="torch") as session:
        return session.run(list(inputs))


def _run_trusted_program(source: Path, inputs: Sequence[Array], _seconds: float) -> list[Array]:
    import torch  # noqa: PLC0415  an extra
    from torch.utils import _pytree as pytree  # noqa: PLC0415

    from nacformats.compiler.frontends.torch_export.stored.loading import loaded  # noqa: PLC0415

    program = loaded(source, trust=True)
    leaves = [torch.from_numpy(np.array(array)) for array in inputs]
    try:
        args, kwargs = pytree.tree_unflatten(leaves, program.call_spec.in_spec)
        with torch.no_grad():
            result = program.module()(*args, **kwargs)
    except (RuntimeError, ValueError, TypeError, AssertionError) as error:
        raise InvalidError(f"PyTorch does not run the model on these inputs: {error}", path="inputs") from error
    return [_array(leaf) for leaf in pytree.tree_leaves(result) if leaf is not None]


def _array(leaf: Any) -> Array:
    return np.asarray(leaf.detach().numpy() if hasattr(leaf, "detach") else leaf)


def _run_mind(source: Path, inputs: Sequence[Array], _seconds: float) -> list[Array]:
    with load(source) as mic, Session(graph_of_model(mic)) as session:
        return session.run(list(inputs))


_RUNNERS: dict[str, Callable[[Path, Sequence[Array], float], list[Array]]] = {
    ".onnx": _run_onnx,
    PROGRAM_SUFFIX: _run_program,
    ".mic2": _run_mind,
    ".micb": _run_mind,
}
