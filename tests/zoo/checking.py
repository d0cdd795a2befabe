"""Compares a compiled architecture with PyTorch: each check gives None, or why it fails."""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

import nacformats
from nacformats.compiler.passes import DEFAULT_PASSES
from nacformats.errors import FormatError, UnsupportedError
from tests.zoo.catalogue import OTHER_SIZES, SIZES, Architecture, Example

RTOL, ATOL = 1e-4, 1e-5
#: Seconds that one time is measured, and how often the candidates take turns.
SLICE, ROUNDS = 0.2, 5


class DifferenceError(Exception):
    """A check that fails; the message says how."""


@dataclass
class Result:
    """What was found out about one architecture.

    checks: by name, "" for one that passed, else the reason; one that does not apply begins with "-".
    """

    name: str
    operations: int = 0
    checks: dict[str, str] = field(default_factory=dict)
    times: dict[str, float] = field(default_factory=dict)
    seconds: float = 0.0

    @property
    def failed(self) -> dict[str, str]:
        return {name: reason for name, reason in self.checks.items() if reason and not reason.startswith("-")}


@dataclass(frozen=True)
class Wanted:
    """Which checks to make besides the compiled file with fixed sizes."""

    no_passes: bool = False
    dynamic: bool = False
    onnx: bool = False
    speed: bool = False


def examine(architecture: Architecture, wanted: Wanted) -> Result:
    """Make every check that is wanted."""
    import torch

    result = Result(architecture.name)
    start = time.perf_counter()
    try:
        with warnings.catch_warnings(), torch.no_grad():
            warnings.simplefilter("ignore")
            _examine(architecture.example(), wanted, result)
    except ImportError as error:
        result.checks["build"] = f"- needs another library: {error}"
    except Exception as error:  # noqa: BLE001  whatever fails is a row of the table
        result.checks["build"] = _reason(error)
    result.seconds = time.perf_counter() - start
    return result


def _examine(example: Example, wanted: Wanted, result: Result) -> None:
    program = exported(example)
    data = b""

    def compiled() -> None:
        nonlocal data
        data = nacformats.dumps(nacformats.compile(program))
        result.operations = nacformats.Session(nacformats.loads(data)).operation_count
        compare(example, data, SIZES)

    _record(result, "compiled", compiled)
    if wanted.no_passes:
        _record(result, "no passes", lambda: _without_passes(example, program))
    if wanted.dynamic:
        files: list[bytes] = []
        _record(result, "dynamic", lambda: _dynamic(example, files))
        if wanted.onnx and not result.checks["dynamic"]:
            _record(result, "onnx dynamic", lambda: compare_onnx(example, files[0], SIZES, OTHER_SIZES))
    if wanted.onnx and data:
        _record(result, "onnx", lambda: compare_onnx(example, data, SIZES))
    if wanted.speed and data:
        _record(result, "speed", lambda: result.times.update(timed(example, data)))


def exported(example: Example, dynamic_shapes: Any = None) -> Any:
    import torch

    args, kwargs = example.arguments(SIZES)
    return torch.export.export(example.model, args, dict(kwargs), dynamic_shapes=dynamic_shapes, strict=False)


def _record(result: Result, name: str, check: Callable[[], None]) -> None:
    try:
        check()
    except Exception as error:  # noqa: BLE001  whatever fails is a row of the table
        result.checks[name] = _reason(error)
    else:
        result.checks[name] = ""


def _reason(error: Exception) -> str:
    if isinstance(error, NotApplicableError):
        return f"- {error}"
    kind = "" if isinstance(error, FormatError | DifferenceError) else f"{type(error).__name__}: "
    return kind + " ".join(str(error).split())[:600]


class NotApplicableError(Exception):
    """A check that says nothing about this architecture."""


def _without_passes(example: Example, program: Any) -> None:
    compare(example, nacformats.dumps(nacformats.compile(program, options=nacformats.CompileOptions(passes=()))), SIZES)


def _dynamic(example: Example, files: list[bytes]) -> None:
    """Compile with sizes that vary, with and without passes, and compare at two sizes; `files` gets the results."""
    shapes = dynamic_shapes(example)
    if shapes is None:
        raise NotApplicableError("no size varies")
    try:
        program = exported(example, shapes)
    except Exception as error:  # noqa: BLE001  whatever fails is a row of the table
        raise NotApplicableError(f"PyTorch: {' '.join(str(error).split())[:200]}") from None
    for passes in (DEFAULT_PASSES, ()):
        files.append(nacformats.dumps(nacformats.compile(program, options=nacformats.CompileOptions(passes=passes))))
        for sizes in (SIZES, OTHER_SIZES):
            compare(example, files[-1], sizes)


def dynamic_shapes(example: Example) -> Any:
    """The sizes that differ between two examples are those that may vary; None when there are none."""
    import inspect

    import torch
    from torch.utils import _pytree as pytree

    args, kwargs = example.arguments(SIZES)
    others, other_kwargs = example.arguments(OTHER_SIZES)
    varying = False

    def spec(one: Any, other: Any) -> Any:
        nonlocal varying
        if not isinstance(one, torch.Tensor):
            return None
        found = {
            i: torch.export.Dim.DYNAMIC for i, (a, b) in enumerate(zip(one.shape, other.shape, strict=True)) if a != b
        }
        varying |= bool(found)
        return found

    names = [parameter.name for parameter in inspect.signature(example.model.forward).parameters.values()]
    given = dict(zip(names, args, strict=False)) | dict(kwargs)
    other_given = dict(zip(names, others, strict=False)) | dict(other_kwargs)
    shapes = pytree.tree_map(spec, given, other_given)
    return shapes if varying else None


def compare(example: Example, data: bytes, sizes: tuple[int, int]) -> None:
    """The file is sound, and gives what PyTorch gives."""
    findings = list(nacformats.validate(data))
    if findings:
        raise DifferenceError(f"{len(findings)} findings, the first: {findings[0]}")
    with nacformats.Session(nacformats.loads(data)) as session:
        compare_outputs(session.run(arrays(example, sizes)), expected(example, sizes))


def compare_outputs(found: Sequence[Any], wanted: Sequence[Any]) -> None:
    if len(found) != len(wanted):
        raise DifferenceError(f"{len(found)} outputs instead of {len(wanted)}")
    for place, (one, other) in enumerate(zip(found, wanted, strict=True)):
        one = np.asarray(one)
        if one.shape != other.shape or one.dtype != other.dtype:
            raise DifferenceError(f"output {place} is {one.dtype}{one.shape} instead of {other.dtype}{other.shape}")
        scale = np.abs(other.astype(np.float64)).max(initial=0)
        atol = ATOL * max(1.0, scale if np.isfinite(scale) else 1.0)  # near 0, large terms have cancelled
        if not np.allclose(one, other, rtol=RTOL, atol=atol, equal_nan=True):
            worst = np.abs(one.astype(np.float64) - other.astype(np.float64)).max()
            raise DifferenceError(f"output {place} differs by {worst:.3g}, where the largest value is {scale:.3g}")


def arrays(example: Example, sizes: tuple[int, int]) -> list[np.ndarray]:
    """The inputs of an example, flat."""
    import torch
    from torch.utils import _pytree as pytree

    return [leaf.numpy() for leaf in pytree.tree_leaves(example.arguments(sizes)) if isinstance(leaf, torch.Tensor)]


def expected(example: Example, sizes: tuple[int, int]) -> list[np.ndarray]:
    """The outputs of PyTorch, flat."""
    import torch
    from torch.utils import _pytree as pytree

    args, kwargs = example.arguments(sizes)
    outputs = pytree.tree_leaves(example.model(*args, **kwargs))
    return [
        leaf.numpy().copy() if isinstance(leaf, torch.Tensor) else np.asarray(leaf)
        for leaf in outputs
        if isinstance(leaf, torch.Tensor | bool | int | float)
    ]


def compare_onnx(example: Example, data: bytes, *every: tuple[int, int]) -> None:
    """onnxruntime gives the same on the ONNX model that the file becomes; a refusal by name is no failure."""
    import onnx
    import onnxruntime

    from nacformats.onnx.writing.model import model_of

    try:
        model = model_of(nacformats.loads(data))
    except UnsupportedError as error:
        raise NotApplicableError(str(error)) from None
    onnx.checker.check_model(model, full_check=True)
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    for sizes in every:
        given = dict(zip([port.name for port in session.get_inputs()], arrays(example, sizes), strict=True))
        compare_outputs(session.run(None, given), expected(example, sizes))


def timed(example: Example, data: bytes) -> dict[str, float]:
    """Seconds of processor time of one run, by who runs it; they take turns, and the fastest slice counts."""
    args, kwargs = example.arguments(SIZES)
    inputs = arrays(example, SIZES)
    session = nacformats.Session(nacformats.loads(data))
    runs: dict[str, Callable[[], Any]] = {
        "eager": lambda: example.model(*args, **kwargs),
        "numpy": lambda: session.run(inputs),
    }
    best: dict[str, float] = {}
    for _ in range(ROUNDS):
        for name, run in runs.items():
            best[name] = min(best.get(name, np.inf), _measured(run))
    return best


def _measured(run: Callable[[], Any]) -> float:
    run()
    count, start, cpu = 0, time.perf_counter(), time.process_time()
    while time.perf_counter() - start < SLICE:
        run()
        count += 1
    return (time.process_time() - cpu) / count
