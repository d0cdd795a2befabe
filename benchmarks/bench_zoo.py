"""Both engines on one thread and architectures of tests/zoo: NumPy against eager PyTorch, onnxruntime against itself.

    python -m benchmarks zoo
    python -m benchmarks.bench_zoo [--all] [NAME ...]    with a line of ratios for each architecture; patterns will do

The peer of the engine onnxruntime is a session of onnxruntime on the ONNX model that nacformats writes, called with the
same arrays. Those of an architecture take turns; the fastest turn counts, in seconds of processor time.
"""

from __future__ import annotations

import argparse
import fnmatch
import json
import os
import statistics
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from benchmarks._common import Comparison

#: Fifty architectures of every kind, most of them small: there, calls of an engine count more than its kernels.
NAMES = (
    *("mlp", "lenet", "residual", "unet", "autoencoder", "vae", "dcgan_generator", "super_resolution"),
    *("spatial_transformer", "detection_head", "diffusion_block", "pointnet", "dlrm", "graph_convolution"),
    *("graph_attention", "radiance_field", "mlp_mixer", "feature_interaction"),
    *("lstm", "lstm_bidirectional", "gru", "rnn", "translator", "text_convolution", "tcn", "transformer_encoder"),
    *("transformer", "cached_attention", "mamba_scan", "linear_attention", "experts"),
    *("resnet18", "mobilenet_v3", "efficientnet", "convnext", "vit", "swin", "regnet", "mixer"),
    *("bert", "distilbert", "gpt2", "gpt2_cache", "llama", "llama_cache", "t5", "whisper"),
    *("lraspp", "shufflenet", "squeezenet"),
)
#: Seconds of one turn, and how many there are.
SLICE, ROUNDS = 0.03, 9
NUMPY, EAGER, ENGINE, PEER = "NumPy engine", "eager PyTorch", "onnxruntime engine", "onnxruntime"
#: (ours, baseline): how many times as long ours may take, in the median and at worst.
GOALS = {(NUMPY, EAGER): (0.95, 2.0), (ENGINE, PEER): (1.1, 1.5)}


def run() -> Iterator[Comparison]:
    """The median and the worst ratio of each engine, from a process in which NumPy has one thread as well."""
    command = [sys.executable, "-m", "benchmarks.bench_zoo", "--json"]
    environment = os.environ | {"OMP_NUM_THREADS": "1"}
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env=environment)
    every = [json.loads(line) for line in done.stdout.splitlines()]
    for ours, baseline, ratios in _ratios(every):
        for word, ratio, goal in zip(("median", "worst"), _summary(ratios), GOALS[ours, baseline], strict=True):
            yield Comparison(f"{word} of {len(ratios)}", {ours: ratio, baseline: 1.0}, baseline, 1 / goal, unit="x")


def _ratios(every: Sequence[Mapping[str, float]]) -> Iterator[tuple[str, str, list[float]]]:
    for ours, baseline in GOALS:
        ratios = [times[ours] / times[baseline] for times in every if baseline in times]
        if ratios:
            yield ours, baseline, ratios


def _summary(ratios: Sequence[float]) -> tuple[float, float]:
    return statistics.median(ratios), max(ratios)


def main() -> None:
    """Print times as they are measured, and the summary."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.bench_zoo", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--all", action="store_true", help="every architecture of the zoo")
    parser.add_argument("--json", action="store_true", help="seconds as lines of JSON alone")
    options = parser.parse_args()
    if os.environ.get("OMP_NUM_THREADS") != "1":  # OpenBLAS reads it when NumPy is imported: begin anew
        os.execve(
            sys.executable,
            [sys.executable, "-m", "benchmarks.bench_zoo", *sys.argv[1:]],
            os.environ | {"OMP_NUM_THREADS": "1"},
        )
    every = []
    for name, times in _measured(options.names or (["*"] if options.all else NAMES)):
        every.append(times)
        print(json.dumps(times) if options.json else f"{name:<24} {_line(times)}", flush=True)
    if not options.json:
        for ours, baseline, ratios in _ratios(every):
            median, worst = _summary(ratios)
            print(f"{ours} / {baseline}: median {median:.3f}x, worst {worst:.2f}x of {len(ratios)}")


def _line(times: Mapping[str, float]) -> str:
    cells = (
        f"{ours} {times[ours] * 1e6:9.1f} us, {times[ours] / times[baseline]:.2f}x"
        for ours, baseline in GOALS
        if baseline in times
    )
    return "   ".join(cells)


def _measured(patterns: Sequence[str]) -> Iterator[tuple[str, dict[str, float]]]:
    import torch

    torch.set_num_threads(1)
    catalogue = _catalogue()
    with torch.inference_mode(), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for pattern in patterns:
            for name in fnmatch.filter(catalogue, pattern):
                try:
                    contenders = _contenders(catalogue[name].example())
                except ImportError:
                    continue  # its library is not installed
                yield name, _times(contenders)


def _catalogue() -> Mapping[str, Any]:
    from tests.zoo.catalogue import CATALOGUE, SOURCES, load

    for source in SOURCES:
        try:
            load(source)
        except ImportError:  # its library is not installed
            continue
    return CATALOGUE


def _contenders(example: Any) -> dict[str, Callable[[], Any]]:
    """The runs to time, each checked against PyTorch; those of onnxruntime where the model has a form in ONNX."""
    import numpy as np

    import nacformats
    from nacformats.errors import UnsupportedError
    from nacformats.onnx.writing.model import model_of
    from tests.zoo.catalogue import SIZES
    from tests.zoo.checking import arrays, compare_outputs, expected, exported

    args, kwargs = example.arguments(SIZES)
    inputs = arrays(example, SIZES)
    data = nacformats.dumps(nacformats.compile(exported(example)))
    kernels = nacformats.Session(nacformats.loads(data))
    contenders: dict[str, Callable[[], Any]] = {
        NUMPY: lambda: kernels.run(inputs),
        EAGER: lambda: example.model(*args, **kwargs),
    }
    checked = [NUMPY]
    try:
        peer = _session(model_of(nacformats.loads(data)).SerializeToString())
    except UnsupportedError:
        peer = None
    if peer is not None:
        engine = nacformats.Session(nacformats.loads(data), engine="onnxruntime")
        feed = dict(zip([port.name for port in peer.get_inputs()], inputs, strict=True))
        contenders |= {ENGINE: lambda: engine.run(inputs), PEER: lambda: peer.run(None, feed)}
        checked += [ENGINE, PEER]
    wanted = expected(example, SIZES)
    for name in checked:
        compare_outputs([np.asarray(output) for output in contenders[name]()], wanted)
    return contenders


def _session(data: Any) -> Any:
    """A session of onnxruntime with the options of the engine."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads, options.log_severity_level = 1, 4
    return onnxruntime.InferenceSession(data, options, providers=["CPUExecutionProvider"])


def _times(contenders: Mapping[str, Callable[[], Any]]) -> dict[str, float]:
    best: dict[str, float] = {}
    for _ in range(ROUNDS):
        for name, run in contenders.items():
            best[name] = min(best.get(name, float("inf")), _turn(run))
    return best


def _turn(run: Callable[[], Any]) -> float:
    """Seconds of processor time of a run, after one that warms the caches."""
    run()
    count, batch, taken = 0, 1, 0.0
    start = time.process_time()
    while taken < SLICE:
        for _ in range(batch):
            run()
        count += batch
        batch *= 2  # looking at the clock takes half a microsecond
        taken = time.process_time() - start
    return taken / count


if __name__ == "__main__":
    main()
