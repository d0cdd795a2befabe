"""Architectures that torch.onnx exports, through the ONNX front end: `python -m tests.onnx_models [NAME ...]`.

The models are those of tests.zoo. Each is exported (with dynamic sizes where --dynamic is given), compiled, and run;
the outputs are compared with those of PyTorch, and with onnxruntime's on the same file where these differ.
"""

from __future__ import annotations

import argparse
import contextlib
import fnmatch
import io
import sys
import tempfile
import time
import warnings
from pathlib import Path
from typing import Any

import nacformats
from tests.zoo.catalogue import SOURCES, load
from tests.zoo.checking import OTHER_SIZES, SIZES, DifferenceError, arrays, compare_outputs, dynamic_shapes, expected


def exported(example: Any, path: Path, *, dynamic: bool, legacy: bool) -> bool:
    """Write the model as ONNX, by torch.export or by tracing; False when its sizes were to vary and cannot."""
    import torch

    shapes = dynamic_shapes(example) if dynamic else None
    if dynamic and shapes is None:
        return False
    args, kwargs = example.arguments(SIZES)
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        if legacy:
            torch.onnx.export(example.model, (*args, dict(kwargs)), str(path), dynamo=False, opset_version=17)
            return True
        options = {"dynamo": True, "dynamic_shapes": shapes, "verbose": False}
        program = torch.onnx.export(example.model, args, kwargs=dict(kwargs), **options)
        program.save(str(path), external_data=True)
    return True


def onnxruntime_outputs(path: Path, inputs: list[Any]) -> list[Any]:
    """What onnxruntime gives for the same file."""
    import onnxruntime

    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    names = [port.name for port in session.get_inputs()]
    return session.run(None, dict(zip(names, inputs, strict=True)))  # type: ignore[no-any-return]


def examine(example: Any, folder: Path, *, dynamic: bool, legacy: bool) -> str:
    """How the outputs differ, or "" when they do not; "-" and a reason when the check does not apply."""
    path = folder / "model.onnx"
    try:
        if not exported(example, path, dynamic=dynamic, legacy=legacy):
            return "- no size varies"
    except Exception as error:  # noqa: BLE001  the exporter's failures are its own
        return f"- torch.onnx: {type(error).__name__}: {' '.join(str(error).split())[:200]}"
    data = nacformats.dumps(nacformats.compile(path))
    findings = list(nacformats.validate(data))
    if findings:
        return f"{len(findings)} findings, the first: {findings[0]}"
    for sizes in (SIZES, OTHER_SIZES) if dynamic else (SIZES,):
        inputs = arrays(example, sizes)
        with nacformats.Session(nacformats.loads(data)) as session:
            found = session.run(inputs[: len(session.inputs)])
        try:
            compare_outputs(found, expected(example, sizes))
        except DifferenceError as difference:
            try:
                compare_outputs(found, onnxruntime_outputs(path, inputs))
            except Exception as other:  # noqa: BLE001  onnxruntime may not run the file either
                return f"{difference}; onnxruntime: {other}"
    return ""


def main(arguments: list[str]) -> int:
    """Print one line for each architecture; 1 when one fails."""
    import torch

    parser = argparse.ArgumentParser(prog="python -m tests.onnx_models", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="names or patterns; all when there is none")
    parser.add_argument("--source", choices=SOURCES, action="append", help="only the architectures of one library")
    parser.add_argument("--dynamic", action="store_true", help="export with dynamic sizes")
    parser.add_argument("--legacy", action="store_true", help="export by tracing (dynamo=False), operator set 17")
    options = parser.parse_args(arguments)
    failed = 0
    for name, architecture in load(*(options.source or ())).items():
        if options.names and not any(fnmatch.fnmatch(name, pattern) for pattern in options.names):
            continue
        start = time.perf_counter()
        with warnings.catch_warnings(), torch.no_grad(), tempfile.TemporaryDirectory() as folder:
            warnings.simplefilter("ignore")
            try:
                reason = examine(architecture.example(), Path(folder), dynamic=options.dynamic, legacy=options.legacy)
            except Exception as error:  # noqa: BLE001  whatever fails is a row of the table
                reason = f"{type(error).__name__}: {' '.join(str(error).split())[:800]}"
        failed += bool(reason) and not reason.startswith("-")
        print(f"{name:<24} {time.perf_counter() - start:6.1f} s  {reason or 'ok'}", flush=True)
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
