"""Makes the files of this folder: python examples/make.py [FOLDER]. The same bytes every time.

They are also the shortest way to see how a file of each format is built.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import numpy.typing as npt

import nacformats
from nacformats import MicGraph, NacBuilder, NacFile, StbFile


def numbers(*shape: int, step: int = 7) -> npt.NDArray[np.float32]:
    """Small numbers that look random and are exact in float16, on any machine."""
    count = int(np.prod(shape))
    return ((np.arange(count) * step % 31 - 15) / 16).astype(np.float32).reshape(shape)


def perceptron() -> NacFile:
    """A classifier of 8 features into 4 classes: two layers, the second with 8-bit weights."""
    b = NacBuilder(d_model=8)
    x = b.input("features")
    weight, bias = b.parameter("fc1.weight", numbers(16, 8)), b.parameter("fc1.bias", numbers(16))
    hidden = b.operation("aten.relu.default", b.operation("aten.linear.default", x, weight, bias))
    weight = b.parameter("fc2.weight", numbers(4, 16, step=11), quantize="INT8_CHANNEL")
    bias = b.parameter("fc2.bias", numbers(4))
    scores = b.operation("aten.linear.default", hidden, weight, bias)
    b.output(b.operation("aten.softmax.int", scores, -1))
    return b.build()


def residual_block() -> MicGraph:
    """relu(x @ w + b) + x, for any batch size."""
    graph = MicGraph()
    batch = graph.add_symbol("batch")
    rows, square, row = graph.add_type("f32", batch, 8), graph.add_type("f32", 8, 8), graph.add_type("f32", 8)
    x, w, b = graph.arg("x", rows), graph.param("w", square), graph.param("b", row)
    product = graph.node("add", graph.node("matmul", x, w), b)
    graph.output = graph.node("add", graph.node("relu", product), x)
    return graph


def tensors() -> StbFile:
    """Three tensors in the layouts and element types that differ most."""
    stb = StbFile()
    stb.add(numbers(4, 3), id=0)
    stb.add(numbers(3, 5).astype(np.float16), id=1, layout="COL_MAJOR")
    stb.add(np.arange(-6, 6, dtype=np.int8).reshape(2, 2, 3), id=2, layout="CHANNELS_LAST")
    return stb


def make(folder: Path) -> None:
    """Write every example into a folder."""
    nacformats.dump(perceptron(), folder / "mlp.nac")
    nacformats.dump(residual_block(), folder / "residual.mic2")
    nacformats.dump(residual_block(), folder / "residual.micb")
    nacformats.dump(tensors(), folder / "weights.stb")
    np.savez(folder / "mlp.inputs.npz", features=numbers(2, 8, step=5))
    np.savez(folder / "residual.inputs.npz", x=numbers(2, 8, step=5))
    np.savez(folder / "residual.weights.npz", w=numbers(8, 8), b=numbers(8))


if __name__ == "__main__":
    make(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
