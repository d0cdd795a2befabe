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
from nacformats.formats.gguf import GgufFile
from nacformats.formats.safetensors import SafetensorsFile


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


def onnx_perceptron() -> bytes | None:
    """The same classifier as an ONNX model, for any batch size; None where the library `onnx` is not installed."""
    try:
        from onnx import TensorProto, helper, numpy_helper  # noqa: PLC0415
    except ImportError:
        return None
    weights = {
        "fc1.weight": numbers(16, 8),
        "fc1.bias": numbers(16),
        "fc2.weight": numbers(4, 16, step=11),
        "fc2.bias": numbers(4),
    }
    nodes = [
        helper.make_node("Gemm", ["features", "fc1.weight", "fc1.bias"], ["fc1"], "fc1", transB=1),
        helper.make_node("Relu", ["fc1"], ["relu"], "relu"),
        helper.make_node("Gemm", ["relu", "fc2.weight", "fc2.bias"], ["fc2"], "fc2", transB=1),
        helper.make_node("Softmax", ["fc2"], ["probabilities"], "softmax", axis=-1),
    ]
    graph = helper.make_graph(
        nodes,
        "perceptron",
        [helper.make_tensor_value_info("features", TensorProto.FLOAT, ["batch", 8])],
        [helper.make_tensor_value_info("probabilities", TensorProto.FLOAT, ["batch", 4])],
        [numpy_helper.from_array(array, name) for name, array in weights.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    data: bytes = model.SerializeToString(deterministic=True)
    return data


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


def named_tensors() -> SafetensorsFile:
    """Weights by name, with a text beside them."""
    weights = SafetensorsFile({"format": "np"})
    weights.add("fc.weight", numbers(4, 3))
    weights.add("fc.bias", numbers(4).astype(np.float16))
    weights.add("steps", np.arange(-3, 3, dtype=np.int8))
    return weights


def tiny_llama() -> GgufFile:
    """Metadata of several types, the words of a tokenizer, and two tensors."""
    words = ["<s>", "</s>", " a", " word"]
    metadata = {"general.architecture": "llama", "general.name": "tiny", "llama.block_count": 1}
    scores = np.array([0, 0, -1.5, -2.25], np.float32)
    gguf = GgufFile({**metadata, "tokenizer.ggml.tokens": words, "tokenizer.ggml.scores": scores})
    gguf.add("token_embd.weight", numbers(4, 8).astype(np.float16))
    gguf.add("output_norm.weight", numbers(8))
    return gguf


def word_pieces() -> dict[str, object]:
    """The manifest of a tokenizer as BERT has it: lower case without accents, words and punctuation, word pieces."""
    steps: dict[str, dict[str, object]] = {
        "unicode_norm": {"form": "NFD"},
        "lowercase": {},
        "filter_category": {"categories": [{"name": "Mn"}]},
        "partition_rules": {
            "rules": [
                {"flags": 1, "pattern": r"\[(?:CLS|SEP|UNK|MASK)\]"},
                {"flags": 2, "pattern": r"\s+", "behavior": "remove"},
                {"flags": 2, "pattern": r"\p{P}", "behavior": "isolate"},
            ]
        },
        "wordpiece_encode": {"marker": "##"},
        "compose": {
            "items": [
                {"is_fixed": 1, "is_id": 0, "token": "[CLS]"},
                {"is_fixed": 0},
                {"is_fixed": 1, "is_id": 1, "id_token": 3},
            ]
        },
    }
    return {"steps": [{"opcode": name, "operands": operands} for name, operands in steps.items()]}


def make(folder: Path) -> None:
    """Write every example into a folder."""
    nacformats.dump(perceptron(), folder / "mlp.nac")
    if (onnx_model := onnx_perceptron()) is not None:
        (folder / "mlp.onnx").write_bytes(onnx_model)
    nacformats.dump(residual_block(), folder / "residual.mic2")
    nacformats.dump(residual_block(), folder / "residual.micb")
    nacformats.dump(tensors(), folder / "weights.stb")
    nacformats.dump(named_tensors(), folder / "weights.safetensors")
    nacformats.dump(tiny_llama(), folder / "tiny.gguf")
    nacformats.dump(word_pieces(), folder / "words.tisa")
    np.savez(folder / "mlp.inputs.npz", features=numbers(2, 8, step=5))
    np.savez(folder / "residual.inputs.npz", x=numbers(2, 8, step=5))
    np.savez(folder / "residual.weights.npz", w=numbers(8, 8), b=numbers(8))


if __name__ == "__main__":
    make(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
