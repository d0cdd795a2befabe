"""The node cases that onnx.backend.test makes, through the compiler and the runtime: `python -m tests.onnx_nodes`.

Each case is a small model with inputs and expected outputs. It passes, is refused with a reason (UnsupportedError and
its kin), or is wrong: other numbers, shapes or types, or an exception that is no FormatError. The table has one line a
case and a summary; the exit code is 1 when any case is wrong or fewer than WANTED pass.

    python -m tests.onnx_nodes                 the table
    python -m tests.onnx_nodes resize pool     cases with these words in their names
    python -m tests.onnx_nodes --constant      all inputs but the first become initializers where they are short lists
    python -m tests.onnx_nodes --no-pools      without the cases of pooling, which take seconds to make
"""

from __future__ import annotations

import argparse
import sys
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Any

import ml_dtypes
import numpy as np

import nacformats
from nacformats.errors import FormatError

#: So many cases of the current release of onnx have to pass.
WANTED = 1000
PASSED, REFUSED, WRONG = "passed", "refused", "WRONG"


@dataclass(frozen=True)
class Outcome:
    """What became of a case."""

    name: str
    verdict: str
    reason: str = ""


def without_pools() -> None:
    """Have the library find no cases of pooling: to be called before any cases are made."""
    for name in ("averagepool", "lppool", "maxpool"):
        sys.modules[f"onnx.backend.test.case.node.{name}"] = ModuleType(name)


def cases(words: Iterable[str] = ()) -> list[Any]:
    """The cases, or those with one of the words in their names."""
    wanted = tuple(words)
    return [case for case in _all_cases() if not wanted or any(word in case.name for word in wanted)]


@cache
def _all_cases() -> list[Any]:
    """Made once in a process: that takes seconds."""
    from onnx.backend.test.loader import load_model_tests

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what the cases compute on their way is their own affair
        return list(load_model_tests(kind="node"))


def outcome(case: Any, *, constant: bool = False, engine: str = "numpy") -> Outcome:
    """Compile a case, write and read the file, run it, compare."""
    try:
        for inputs, expected in case.data_sets:
            inputs, expected = [array_of(value) for value in inputs], [array_of(value) for value in expected]
            model, inputs = with_constants(case.model, inputs) if constant else (case.model, inputs)
            data = nacformats.dumps(nacformats.compile(model))
            with nacformats.Session(nacformats.loads(data), engine=engine) as session:
                found = session.run(inputs)
            difference = difference_of(found, expected, case.rtol, case.atol)
            if difference:
                return Outcome(case.name, WRONG, difference)
    except FormatError as error:
        return Outcome(case.name, REFUSED, str(error))
    except Exception as error:  # noqa: BLE001  the table says which
        return Outcome(case.name, WRONG, f"{type(error).__name__}: {error}")
    return Outcome(case.name, PASSED)


def array_of(value: Any) -> Any:
    """Some types come as messages."""
    import onnx

    return onnx.numpy_helper.to_array(value) if isinstance(value, onnx.TensorProto) else value


def with_constants(model: Any, inputs: list[Any]) -> tuple[Any, list[Any]]:
    """The model with all inputs but the first as initializers, where the operator takes axes, sizes and the like."""
    import onnx

    changed = onnx.ModelProto()
    changed.CopyFrom(model)
    kept = []
    for port, value in list(zip(model.graph.input, inputs, strict=True))[1:]:
        small = isinstance(value, np.ndarray) and value.ndim <= 1 and value.dtype.kind in "iufb"
        if small and port.type.HasField("tensor_type"):
            changed.graph.initializer.append(onnx.numpy_helper.from_array(value, port.name))
            changed.graph.input.remove(port)
        else:
            kept.append(value)
    return changed, [*inputs[:1], *kept]


def difference_of(found: list[Any], expected: list[Any], rtol: float, atol: float) -> str:
    """What is not as expected; "" when nothing is."""
    if len(found) != len(expected):
        return f"{len(found)} outputs instead of {len(expected)}"
    for place, (ours, theirs) in enumerate(zip(found, expected, strict=True)):
        theirs = np.asarray(theirs)
        if ours.dtype != theirs.dtype or ours.shape != theirs.shape:
            return f"output {place} is {ours.dtype}{list(ours.shape)} instead of {theirs.dtype}{list(theirs.shape)}"
        if ours.dtype.kind in "biu":
            close = np.array_equal(ours, theirs)
        else:
            if ours.dtype.itemsize == 2:  # a unit in the last place, by which the runtimes of others differ as well
                rtol = max(rtol, float(ml_dtypes.finfo(ours.dtype).eps) * 2)
            wide = np.complex128 if ours.dtype.kind == "c" else np.float64
            close = np.allclose(ours.astype(wide), theirs.astype(wide), rtol=rtol, atol=atol, equal_nan=True)
        if not close:
            return f"output {place} has other numbers"
    return ""


def outcomes(chosen: Iterable[Any], **options: Any) -> Iterator[Outcome]:
    """What becomes of each case."""
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for case in chosen:
            yield outcome(case, **options)


def main(arguments: list[str]) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.onnx_nodes", description=__doc__)
    parser.add_argument("words", nargs="*")
    parser.add_argument("--constant", action="store_true")
    parser.add_argument("--engine", default="numpy", choices=["numpy", "torch", "onnxruntime"])
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only each N-th case")
    parser.add_argument("--brief", action="store_true", help="only what is wrong, and the summary")
    parser.add_argument("--no-pools", action="store_true", help="without pooling, whose cases take seconds to make")
    options = parser.parse_args(arguments)
    if options.no_pools:
        without_pools()
    verdicts: Counter[str] = Counter()
    for found in outcomes(cases(options.words)[:: options.every], constant=options.constant, engine=options.engine):
        verdicts[found.verdict] += 1
        if found.verdict == WRONG or not options.brief:
            print(f"{found.verdict:8} {found.name:60} {found.reason[:400]}", flush=True)
    print(
        f"{sum(verdicts.values())} cases: " + ", ".join(f"{verdicts[name]} {name}" for name in (PASSED, REFUSED, WRONG))
    )
    is_part = bool(options.words) or options.constant or options.no_pools or options.every > 1
    enough = verdicts[PASSED] >= (1 if is_part else WANTED)
    return int(verdicts[WRONG] > 0 or not enough)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
