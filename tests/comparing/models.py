"""The models that seeded edits are made of: examples, programs that are built here, and those of the zoo."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import nacformats
from nacformats import MicGraph
from tests.comparing.chains import chain, layers
from tests.comparing.editors import editor_of
from tests.partners import partner

_EXAMPLES = Path(__file__).parent.parent.parent / "examples"
#: Architectures of the zoo that need PyTorch alone.
_ZOO = (
    *("lenet", "residual", "unet", "vae", "spatial_transformer", "detection_head", "diffusion_block", "pointnet"),
    *("graph_attention", "mlp_mixer", "editing"),
)


def _example(name: str) -> Any:
    return nacformats.load(_EXAMPLES / name)


def _onnx_example(name: str) -> Any:
    onnx = partner("onnx")
    return onnx.load(_EXAMPLES / name)


def _steps() -> Any:
    draw = np.random.default_rng(0)
    steps = [f"{kind}{number}" for number in range(8) for kind in ("w:", "c:", "relu ", "gelu ")]
    names = [each.split()[0] for each in steps]
    return chain(*names, weights={each[2:]: draw.normal(size=3).astype(np.float32) for each in names})


def _mind(count: int) -> MicGraph:
    graph = MicGraph(format="mic2")
    square, row = graph.add_type("f32", 8, 8), graph.add_type("f32", 8)
    x = graph.arg("x", square)
    for layer in range(count):
        weight, bias = graph.param(f"w{layer}", square), graph.param(f"b{layer}", row)
        y = graph.node("relu", graph.node("add", graph.node("matmul", x, weight), bias))
        x = graph.node("softmax", graph.node("add", y, x), axis=-1)
    graph.output = x
    return graph


def _compiled(name: str) -> Any:
    partner("torch")
    from tests.zoo.catalogue import SIZES, load

    example = load("plain")[name].example()
    args, kwargs = example.arguments(SIZES)
    return nacformats.compile(example.model, args, kwargs=dict(kwargs))


def _exported(name: str, folder: Path) -> Any:
    onnx = partner("onnx")
    nacformats.dump(_compiled(name), folder / "model.nac")
    nacformats.convert(folder / "model.nac", folder / "model.onnx")
    return onnx.load(folder / "model.onnx")


#: Models by name, each made from a folder for what it needs.
MODELS: dict[str, Callable[[Path], Any]] = {
    "mlp": lambda _: _example("mlp.nac"),
    "story": lambda _: _example("story/story.nac"),
    "residual.mic2": lambda _: _example("residual.mic2"),
    "mlp.onnx": lambda _: _onnx_example("mlp.onnx"),
    "steps": lambda _: _steps(),
    "blocks": lambda _: layers(4),
    "mind": lambda _: _mind(6),
    **{name: partial(lambda name, _: _compiled(name), name) for name in _ZOO},
    **{f"{name}.onnx": partial(_exported, name) for name in ("lenet", "residual")},
}


def editor_named(name: str, folder: Path) -> Any:
    """Return the editor of a model."""
    return editor_of(MODELS[name](folder))
