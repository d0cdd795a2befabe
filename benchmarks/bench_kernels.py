"""Whole networks, kernel by kernel, against the same operators of PyTorch in eager mode on the same threads.

The networks are written once, over a function that gives an operator by its name.
"""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from benchmarks._common import Comparison, in_fresh_process
from nacformats.ops import kernels  # noqa: F401  fills the table
from nacformats.ops.schemas import KERNELS

#: Gives the operator aten.NAME.OVERLOAD.
Operators = Callable[[str], Callable[..., Any]]
#: A network: from operators, and a function that gives the next parameter of a shape, the result.
Network = Callable[[Operators, Callable[..., Any]], Any]

#: Processes of each contender, runs that count in each of them, and runs before those.
PROCESSES, RUNS, WARM_UP = 3, 15, 3


class Parameters:
    """Random parameters, drawn in the order in which a network takes them."""

    def __init__(self) -> None:
        self.arrays: list[Any] = []
        self._random = np.random.default_rng(0)

    def __call__(self, *shape: int) -> Any:
        scale = np.sqrt(2 / max(1, np.prod(shape[1:])))
        self.arrays.append((self._random.standard_normal(shape) * scale).astype(np.float32))
        return self.arrays[-1]


def numpy_operator(name: str) -> Callable[..., Any]:
    return KERNELS[f"aten.{name}"].function


def torch_operator(name: str) -> Callable[..., Any]:
    import torch

    operator, _, overload = name.partition(".")
    return getattr(getattr(torch.ops.aten, operator), overload)  # type: ignore[no-any-return]


def convolutions(ops: Operators, take: Callable[..., Any]) -> Any:
    """Six convolutions 3 x 3 of 32 channels over 64 x 64."""
    conv, relu = ops("conv2d.default"), ops("relu.default")
    x = take(1, 32, 64, 64)
    for _ in range(6):
        x = relu(conv(x, take(32, 32, 3, 3), take(32), [1, 1], [1, 1]))
    return x


def residual(ops: Operators, take: Callable[..., Any]) -> Any:
    """A small residual network over 112 x 112: stem, eight blocks, classifier."""
    add, linear, relu = ops("add.Tensor"), ops("linear.default"), ops("relu.default")
    conv, norm = partial(_convolution, ops, take), partial(_normalization, ops, take)
    x = relu(norm(conv(take(1, 3, 112, 112), 3, 32, 7, 2)))
    x = ops("max_pool2d.default")(x, [3, 3], [2, 2], [1, 1])
    channels = 32
    for width, stride in ((32, 1), (32, 1), (64, 2), (64, 1), (128, 2), (128, 1), (256, 2), (256, 1)):
        inner = relu(norm(conv(x, channels, width, 3, stride)))
        inner = norm(conv(inner, width, width, 3, 1))
        shortcut = x if stride == 1 else norm(conv(x, channels, width, 1, stride))
        x, channels = relu(add(inner, shortcut)), width
    x = ops("flatten.using_ints")(ops("adaptive_avg_pool2d.default")(x, [1, 1]), 1)
    return linear(x, take(100, channels), take(100))


def separable(ops: Operators, take: Callable[..., Any]) -> Any:
    """A network of depthwise and pointwise convolutions over 160 x 160."""
    relu = ops("relu6.default")
    conv, norm = partial(_convolution, ops, take), partial(_normalization, ops, take)
    x = relu(norm(conv(take(1, 3, 160, 160), 3, 32, 3, 2)))
    channels = 32
    for width, stride in ((64, 1), (128, 2), (128, 1), (256, 2), (256, 1), (512, 2), (512, 1), (512, 1), (1024, 2)):
        x = relu(norm(conv(x, channels, channels, 3, stride, channels)))
        x, channels = relu(norm(conv(x, channels, width, 1, 1))), width
    return ops("mean.dim")(x, [2, 3])


def _convolution(
    ops: Operators, take: Callable[..., Any], x: Any, channels: int, width: int, size: int, stride: int, groups: int = 1
) -> Any:
    weight = take(width, channels // groups, size, size)
    return ops("conv2d.default")(x, weight, None, [stride] * 2, [size // 2] * 2, [1, 1], groups)


def _normalization(ops: Operators, take: Callable[..., Any], x: Any) -> Any:
    width = x.shape[1]
    mean, scale = take(width), take(width)
    return ops("batch_norm.default")(x, mean, mean, mean, ops("square.default")(scale), False, 0.1, 1e-5, True)


def large_kernels(ops: Operators, take: Callable[..., Any]) -> Any:
    """Blocks of a 7 x 7 depthwise convolution, a layer norm and a perceptron with gelu, over 28 x 28 and 14 x 14."""
    linear, norm, add = ops("linear.default"), ops("layer_norm.default"), ops("add.Tensor")
    conv, permute, gelu = ops("conv2d.default"), ops("permute.default"), ops("gelu.default")
    x, channels = conv(take(1, 3, 112, 112), take(96, 3, 4, 4), take(96), [4, 4]), 96
    for width in (96, 96, 192, 192):
        if width != channels:
            x, channels = conv(x, take(width, channels, 2, 2), take(width), [2, 2]), width
        y = conv(x, take(width, 1, 7, 7), take(width), [1, 1], [3, 3], [1, 1], width)
        y = norm(permute(y, [0, 2, 3, 1]), [width], take(width), take(width), 1e-6)
        y = linear(gelu(linear(y, take(4 * width, width), take(4 * width))), take(width, 4 * width), take(width))
        x = add(x, permute(y, [0, 3, 1, 2]))
    return ops("mean.dim")(x, [2, 3])


def transformer(ops: Operators, take: Callable[..., Any]) -> Any:
    """Six layers of attention and perceptron, d = 256, 8 heads, 64 tokens."""
    linear, norm, add = ops("linear.default"), ops("layer_norm.default"), ops("add.Tensor")
    view, swap = ops("view.default"), ops("transpose.int")
    attend, gelu = ops("scaled_dot_product_attention.default"), ops("gelu.default")
    x = take(1, 64, 256)
    for _ in range(6):
        y = norm(x, [256], take(256), take(256), 1e-5)
        heads = [swap(view(linear(y, take(256, 256), take(256)), [1, 64, 8, 32]), 1, 2) for _ in range(3)]
        y = ops("reshape.default")(swap(attend(*heads, None, 0.0, True), 1, 2), [1, 64, 256])
        x = add(x, linear(y, take(256, 256), take(256)))
        y = norm(x, [256], take(256), take(256), 1e-5)
        y = gelu(linear(y, take(1024, 256), take(1024)))
        x = add(x, linear(y, take(256, 1024), take(256)))
    return x


#: The networks, and how many times the time of PyTorch they may take.
NETWORKS: dict[str, tuple[Network, float]] = {
    "convolutions": (convolutions, 3),
    "residual": (residual, 3),
    "separable": (separable, 3),
    "large_kernels": (large_kernels, 3),
    "transformer": (transformer, 2),
}


def run() -> Iterator[Comparison]:
    """Compare every network; nothing without PyTorch.

    Each contender has processes of its own, since the idle threads of one library would take the time of the other;
    the fastest run counts, since whatever else the machine does slows the threads of a product many times over.
    """
    if importlib.util.find_spec("torch") is None:
        return
    for name, (network, allowed) in NETWORKS.items():
        taken: dict[str, list[float]] = {"kernels": [], "PyTorch": []}
        for _ in range(PROCESSES):
            for contender, times in taken.items():
                code = f"from benchmarks.bench_kernels import measure; measure({name!r}, {contender!r})"
                times += in_fresh_process(code)
        fastest = {contender: min(times) for contender, times in taken.items()}
        yield Comparison((network.__doc__ or "").rstrip("."), fastest, "PyTorch", 1 / allowed)


def measure(name: str, contender: str) -> None:
    """Print the seconds of RUNS runs of a network, after some that are not counted."""
    network, _ = NETWORKS[name]
    drawn = Parameters()
    expected = network(numpy_operator, drawn)
    if contender == "PyTorch":
        import torch

        torch.set_grad_enabled(False)
        tensors = [torch.from_numpy(array) for array in drawn.arrays]
        np.testing.assert_allclose(network(torch_operator, _replay(tensors)).numpy(), expected, rtol=1e-2, atol=1e-3)
        compute = partial(network, torch_operator)
    else:
        tensors = drawn.arrays
        compute = partial(network, numpy_operator)
    time.sleep(0.1)
    with np.errstate(all="ignore"):
        for number in range(WARM_UP + RUNS):
            start = time.perf_counter()
            compute(_replay(tensors))
            if number >= WARM_UP:
                print(time.perf_counter() - start)


def _replay(arrays: list[Any]) -> Callable[..., Any]:
    """Gives the parameters once more, in order."""
    following = iter(arrays)
    return lambda *_shape: next(following)
