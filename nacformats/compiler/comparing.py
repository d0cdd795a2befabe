"""Comparing a compiled file with its model, and a quantized file with an exact one: with what they compute.

`compare_outputs` runs the model in the library that it is from; `quantization_report` is the error of each tensor and,
with example inputs, of each output.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from nacformats import limits
from nacformats.codec.columns.arrays import Array
from nacformats.compiler.frontends import MIND_SUFFIXES, PROGRAM_SUFFIX, graph_of_model
from nacformats.compiler.lowering.purposes import UNUSED, Purpose, joined_purpose, purposes
from nacformats.errors import InvalidError
from nacformats.formats.nac import NacFile
from nacformats.formats.nac.columns.tensors import Parameter, Tensor
from nacformats.graph.graph import Weight
from nacformats.graph.models import graph_of
from nacformats.printing import size_text
from nacformats.restoring import resolved
from nacformats.runtime import Session

# a quantized file and an exact one

#: Numbers that are compared at a time: float64 copies of a large tensor would take twice or four times its memory.
_TILE = 1 << 20


@dataclass(frozen=True)
class _Error:
    """The distance of numbers from those that they stand for.

    Attributes:
        largest: the largest absolute difference.
        relative: the root of the mean square of the differences, relative to that of the exact numbers.
    """

    largest: float
    relative: float


@dataclass(frozen=True)
class TensorReport:
    """A parameter before and after quantization.

    Attributes:
        name: of the parameter.
        shape: of its numbers.
        dtype: of its numbers before, such as "float32".
        method: how it is stored now, such as "INT8_CHANNEL"; NONE for as it was.
        purpose: what the model uses it for, which decides about that: "weight of linear", "bias of linear".
        bytes_before, bytes_after: of its elements and scales.
        error: of the numbers that are read back.
    """

    name: str
    shape: tuple[int, ...]
    dtype: str
    method: str
    purpose: str
    bytes_before: int
    bytes_after: int
    error: _Error


@dataclass(frozen=True)
class OutputReport:
    """An output on the example inputs: its name, dtype and shape as text, and its error."""

    name: str
    type: str
    error: _Error


@dataclass(frozen=True)
class QuantizationReport:
    """Tensors in the order of the file, and outputs; print it for the tables."""

    tensors: tuple[TensorReport, ...]
    outputs: tuple[OutputReport, ...] = ()

    @property
    def bytes_before(self) -> int:
        """The bytes of all tensors together."""
        return sum(each.bytes_before for each in self.tensors)

    @property
    def bytes_after(self) -> int:
        """The bytes of all tensors together."""
        return sum(each.bytes_after for each in self.tensors)

    def document(self) -> dict[str, Any]:
        """Return the report as mappings, lists, texts and numbers, for JSON; an infinite error is None."""
        document = asdict(self)
        for each in (*document["tensors"], *document["outputs"]):
            each["error"] = {name: value if math.isfinite(value) else None for name, value in each["error"].items()}
        return document

    def tables(self) -> Iterator[tuple[Sequence[str], list[Sequence[str]]]]:
        """Yield headings and rows: of the tensors, the largest relative error first, and of the outputs if there are
        any.
        """
        ordered = sorted(self.tensors, key=lambda each: -each.error.relative)
        total = ("total", "", "", "", "", size_text(self.bytes_before), size_text(self.bytes_after), "", "")
        yield _TENSOR_HEADINGS, [*map(_tensor_row, ordered), total]
        if self.outputs:
            yield _OUTPUT_HEADINGS, [(each.name, each.type, *_shown(each.error)) for each in self.outputs]

    def __str__(self) -> str:
        return "\n\n".join(_text(headings, rows) for headings, rows in self.tables())


_ERRORS = ("largest error", "relative error")
_TENSOR_HEADINGS = ("parameter", "dtype", "shape", "method", "purpose", "before", "after", *_ERRORS)
_OUTPUT_HEADINGS = ("output", "type", *_ERRORS)


def _tensor_row(tensor: TensorReport) -> Sequence[str]:
    shape = "x".join(map(str, tensor.shape)) or "scalar"
    sizes = size_text(tensor.bytes_before), size_text(tensor.bytes_after)
    return (tensor.name, tensor.dtype, shape, tensor.method, tensor.purpose, *sizes, *_shown(tensor.error))


def _shown(error: _Error) -> tuple[str, str]:
    return f"{error.largest:.3g}", f"{error.relative:.3g}"


def _text(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in plain text; what comes out of a file is escaped where it is printed."""
    lines = [headings, *rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in lines
    )


def quantization_report(
    exact: NacFile, quantized: NacFile, inputs: Sequence[object] | Mapping[str, object] | None = None
) -> QuantizationReport:
    """Compare a file with one that was compiled from the same model with `quantize`.

        exact, small = (nacformats.compile(model, args, quantize=method) for method in (None, "INT8_CHANNEL"))
        print(quantization_report(exact, small, args))

    Args:
        exact: compiled without quantization, with the same passes.
        quantized: compiled with it.
        inputs: example inputs in order or by name; without them, outputs are not compared.

    Raises:
        InvalidError: the files do not have the same parameters or outputs.
        FormatError: a file does not run on the inputs.
    """
    names = [each.name for each in exact.parameters.values()]
    others = [each.name for each in quantized.parameters.values()]
    if sorted(map(str, names)) != sorted(map(str, others)):
        expected, actual = f"{len(names)} parameters", f"{len(others)}, or others"
        reason = "the two files do not have the same parameters"
        raise InvalidError(reason, format="nac", path="data.parameters", expected=expected, actual=actual)
    used_for = _purposes(exact)
    tensors = (
        _tensor(exact.parameters[str(name)], quantized.parameters[str(name)], used_for.get(str(name), UNUSED))
        for name in names
    )
    return QuantizationReport(tuple(tensors), () if inputs is None else tuple(_outputs(exact, quantized, inputs)))


def _purposes(file: NacFile) -> dict[str, Purpose]:
    """Return the purposes of a file's parameters by name."""
    graph = resolved(graph_of(file))
    shapes = {each.name: each.array().shape for each in file.parameters.values()}
    for weight in graph.every(Weight):
        weight.type = replace(weight.type, shape=shapes.get(weight.name, weight.type.shape))
    uses: dict[str, list[Purpose]] = {}
    for index, purpose in purposes(graph).items():
        uses.setdefault(graph.values[index].name, []).append(purpose)
    return {name: joined_purpose(each) for name, each in uses.items()}


def _tensor(exact: Parameter, quantized: Parameter, purpose: Purpose) -> TensorReport:
    before, after = exact.array(), quantized.array()
    if before.shape != after.shape:
        raise _different(f"parameter {exact.name}", before, after)
    return TensorReport(
        name=str(exact.name),
        shape=before.shape,
        dtype=before.dtype.name if exact.dtype is None else exact.dtype.name,
        method=quantized.quantization.name.upper(),
        purpose=purpose.text,
        bytes_before=_size(exact.tensor),
        bytes_after=_size(quantized.tensor),
        error=error_of(before, after),
    )


def _size(tensor: Tensor) -> int:
    return len(tensor.raw) + (0 if tensor.scaling is None else tensor.scaling.scales.nbytes)


def _outputs(
    exact: NacFile, quantized: NacFile, inputs: Sequence[object] | Mapping[str, object]
) -> Iterator[OutputReport]:
    with Session(exact) as before, Session(quantized) as after:
        given: Any = inputs
        results = [session.run(given) for session in (before, after)]
        expected, found = (list(each.values()) if isinstance(each, dict) else each for each in results)
        names = [port.name for port in before.outputs]
    for name, right, array in zip(names, expected, found, strict=True):
        if right.shape != array.shape:
            raise _different(f"output {name}", right, array)
        yield OutputReport(name, f"{right.dtype.name}{list(right.shape)}", error_of(right, array))


def _different(what: str, expected: Array, actual: Array) -> InvalidError:
    reason = "the two files give it another shape"
    return InvalidError(reason, format="nac", path=what, expected=list(expected.shape), actual=list(actual.shape))


def error_of(exact: Array, found: Array) -> _Error:
    """Return the error of an array against another one of its shape. Equal infinities and two NaNs differ by 0."""
    largest = squares = total = 0.0
    one, other = exact.reshape(-1), found.reshape(-1)
    for start in range(0, exact.size, _TILE):
        right, array = (_wide(each[start : start + _TILE]) for each in (one, other))
        same = (right == array) | ((right != right) & (array != array))
        with np.errstate(all="ignore"):
            difference = np.abs(np.where(same, 0, array - right))
            difference[np.isnan(difference)] = math.inf
            squares += float(np.square(difference).sum())
            finite = np.abs(right[np.isfinite(right)])
            total += float(np.square(finite).sum())
        largest = max(largest, float(difference.max(initial=0.0)))
    return _Error(largest, math.sqrt(squares / total) if total else math.inf if squares else 0.0)


def _wide(array: Array) -> Array:
    return array.astype(np.complex128 if array.dtype.kind == "c" else np.float64)


# a compiled file and its model

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


def _described(array: Array) -> str:
    return f"{array.dtype.name}[{', '.join(map(str, array.shape))}]"


def _run_onnx(source: Path, inputs: Sequence[Array], seconds: float) -> list[Array]:
    from nacformats.onnx.reading.reference import run_onnx  # noqa: PLC0415  an extra

    return run_onnx(source, inputs, limits.CHECK_SECONDS + math.ceil(limits.CHECK_TIMES * seconds))


def _run_graph(source: Path, inputs: Sequence[Array], _seconds: float) -> list[Array]:
    is_program = source.suffix.lower() == PROGRAM_SUFFIX
    with Session(graph_of_model(source), engine="torch" if is_program else "numpy") as session:
        return session.run(list(inputs))


def _run_trusted_program(source: Path, inputs: Sequence[Array], _seconds: float) -> list[Array]:
    import torch  # noqa: PLC0415  an extra
    from torch.utils import _pytree as pytree  # noqa: PLC0415

    from nacformats.compiler.frontends.torch_export.stored import loaded  # noqa: PLC0415

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


_RUNNERS: dict[str, Callable[[Path, Sequence[Array], float], list[Array]]] = {
    ".onnx": _run_onnx,
    **dict.fromkeys((PROGRAM_SUFFIX, *MIND_SUFFIXES), _run_graph),
}
