"""Compiled architectures: both engines against eager PyTorch and against onnxruntime on what torch.onnx exports.

All of them use as many threads as OMP_NUM_THREADS says, or one, and take turns in one run. The threads of onnxruntime
go on turning when a run is over, which costs the others theirs.
"""

from __future__ import annotations

import contextlib
import io
import os
import statistics
import tempfile
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

import nacformats
from benchmarks._common import Comparison, compare

#: Some of every kind in tests/zoo; torch.onnx needs some ten seconds for each.
NAMES = (
    *("mlp", "lenet", "unet", "autoencoder", "pointnet", "dlrm", "mlp_mixer", "diffusion_block", "tcn", "lstm", "gru"),
    *("cached_attention", "transformer_encoder", "translator", "mamba_scan"),
    *("resnet18", "mobilenet_v3", "efficientnet", "convnext", "vit", "swin"),
    *("bert", "gpt2", "gpt2_cache", "llama", "t5", "whisper"),
)
#: How many times as long the engine onnxruntime may take as onnxruntime on the export of torch.onnx, in the median.
GOAL = 1.1
OURS, NUMPY, EAGER, EXPORT = "onnxruntime engine", "NumPy engine", "eager PyTorch", "torch.onnx, onnxruntime"


def run() -> Iterator[Comparison]:
    """Each architecture, and the medians of their ratios; the goal is for the median."""
    try:
        import onnxruntime  # noqa: F401
        import torch

        from tests.zoo.catalogue import load
    except ImportError:
        return
    threads = int(os.environ.setdefault("OMP_NUM_THREADS", "1"))
    torch.set_num_threads(threads)
    catalogue = load()
    results = []
    with torch.inference_mode(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name in NAMES:
            try:
                contenders = _contenders(catalogue[name].example(), threads)
            except (ImportError, KeyError):
                continue  # its library is not installed
            results.append(compare(name, contenders, baseline=EXPORT))
            yield results[-1]
    if results:
        ratios = {
            contender: statistics.median(result.values[contender] / result.values[EXPORT] for result in results)
            for contender in (OURS, NUMPY, EAGER, EXPORT)
        }
        yield Comparison(f"median of {len(results)}", ratios, EXPORT, goal=1 / GOAL, unit="x")


def _contenders(example: Any, threads: int) -> dict[str, Callable[[], Any]]:
    from tests.zoo.catalogue import SIZES
    from tests.zoo.checking import arrays, compare_outputs, expected, exported

    args, kwargs = example.arguments(SIZES)
    inputs, wanted = arrays(example, SIZES), expected(example, SIZES)
    program = exported(example)
    data = nacformats.dumps(nacformats.compile(program))
    ours, kernels = (nacformats.Session(nacformats.loads(data), engine=engine) for engine in ("onnxruntime", "numpy"))
    theirs = _exported(program, threads)
    feed = dict(zip([each.name for each in theirs.get_inputs()], inputs, strict=True))
    contenders: dict[str, Callable[[], Any]] = {
        OURS: lambda: ours.run(inputs),
        NUMPY: lambda: kernels.run(inputs),
        EAGER: lambda: example.model(*args, **kwargs),
        EXPORT: lambda: theirs.run(None, feed),
    }
    for name in (OURS, NUMPY, EXPORT):
        compare_outputs([np.asarray(output) for output in contenders[name]()], wanted)
    return contenders


def _exported(program: Any, threads: int) -> Any:
    """A session of onnxruntime on what torch.onnx makes of a program."""
    import onnxruntime
    import torch

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads, options.log_severity_level = threads, 4
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
        path = Path(folder) / "model.onnx"
        torch.onnx.export(program, f=str(path), dynamo=True, external_data=False, verbose=False)
        return onnxruntime.InferenceSession(path.read_bytes(), options, providers=["CPUExecutionProvider"])
