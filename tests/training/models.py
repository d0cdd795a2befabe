"""Small models of every kind that people train, each with an input, a target and the loss that it is trained with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import nn
from torch.nn import functional as F  # noqa: N812  as everyone does

Case = tuple[nn.Module, tuple[Any, ...], Any, str]
CASES: dict[str, Callable[[], Case]] = {}


def case(name: str) -> Callable[[Callable[[], Case]], Callable[[], Case]]:
    def add(make: Callable[[], Case]) -> Callable[[], Case]:
        CASES[name] = make
        return make

    return add


def x(*shape: int) -> torch.Tensor:
    return torch.randn(*shape)


def classes(count: int, *shape: int) -> torch.Tensor:
    return torch.randint(0, count, shape)


class Function(nn.Module):
    """A function between two linear layers."""

    def __init__(self, function: Callable[..., Any], inner: int = 8, out: int = 8, *modules: nn.Module) -> None:
        super().__init__()
        self.first, self.last, self.function = nn.Linear(6, inner), nn.Linear(out, 3), function
        self.modules_ = nn.ModuleList(modules)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.last(self.function(self.first(x), *self.modules_))


def _multiplied(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    return torch.cat([a * b, a / (1 + b.abs())], -1)


ACTIVATIONS: dict[str, Callable[[torch.Tensor], torch.Tensor]] = {
    **{name: getattr(F, name) for name in ("relu", "silu", "gelu", "elu", "selu", "celu", "leaky_relu", "hardswish")},
    **{name: getattr(F, name) for name in ("hardsigmoid", "hardtanh", "relu6", "softplus", "mish", "logsigmoid")},
    **{name: getattr(torch, name) for name in ("tanh", "sigmoid", "exp", "sin", "cos", "abs", "neg", "erf", "square")},
    "gelu_tanh": lambda x: F.gelu(x, approximate="tanh"),
    "glu": lambda x: F.glu(torch.cat([x, x], -1)),
    "softsign": F.softsign,
    "softmax": lambda x: F.softmax(x, -1),
    "log_softmax": lambda x: F.log_softmax(x, -1),
    "sqrt": lambda x: (x.abs() + 1).sqrt(),
    "rsqrt": lambda x: (x.abs() + 1).rsqrt(),
    "log": lambda x: (x.abs() + 1).log(),
    "log1p": lambda x: x.abs().log1p(),
    "reciprocal": lambda x: 1 / (x.abs() + 1),
    "cube": lambda x: x**3,
    "clamp": lambda x: x.clamp(-0.5, 0.5),
    "one_minus": lambda x: 1 - x,
    "scaled": lambda x: x * 3 / 2 + 1,
    "dropout": lambda x: F.dropout(x, 0.5, False),
    "swish_by_hand": lambda x: x * torch.sigmoid(x),
    "gelu_by_hand": lambda x: 0.5 * x * (1 + torch.erf(x / 2**0.5)),
    "sigmoid_times_tanh": lambda x: torch.sigmoid(x) * torch.tanh(x),
    "itself_squared": lambda x: x * x,
    "itself_twice": lambda x: x + x,
    "itself_thrice": lambda x: (x + x) * x,
    "sum_of_itself_and_more": lambda x: torch.maximum(x, torch.tanh(x + x)),
    "halves_multiplied": lambda x: _multiplied(*x.chunk(2, -1)),
    "mean_removed": lambda x: x - x.mean(-1, keepdim=True),
    "standardized": lambda x: (
        (x - x.mean(-1, keepdim=True)) * torch.rsqrt(x.var(-1, keepdim=True, unbiased=False) + 1e-5)
    ),
    "normalized": lambda x: F.normalize(x, dim=-1),
    "layer_norm_without_parameters": lambda x: F.layer_norm(x, (8,)),
    "max_of_halves": lambda x: torch.cat([torch.maximum(*x.chunk(2, -1)), torch.minimum(*x.chunk(2, -1))], -1),
    "where": lambda x: torch.where(x > 0, x, x * 0.1),
    "times_itself": lambda x: x @ (x.transpose(-1, -2) @ x) / 8,
    "half_used_twice": lambda x: torch.cat([x.chunk(2, -1)[1], torch.mul(*x.chunk(2, -1))], -1),
    "flipped": lambda x: x.flip(-1),
    "cumulated": lambda x: x.cumsum(-1),
    "rolled": lambda x: x.roll(1, -1),
    **{name: getattr(torch, name) for name in ("sinh", "cosh", "tan", "atan", "asinh", "erfc", "exp2")},
    "log2": lambda x: (x.abs() + 1).log2(),
    "log10": lambda x: (x.abs() + 1).log10(),
    "threshold": lambda x: F.threshold(x, 0.1, 0.5),
    "repeated": lambda x: torch.tanh(F.glu(x, -1).repeat(*[1] * (x.dim() - 1), 2)),
    "log_of_sum": lambda x: x * x.logsumexp(-1, True),
    "largest_removed": lambda x: x - x.amax(-1, True),
    "smallest_removed": lambda x: torch.tanh(x - x.amin(-1)[..., None]),
    "maximum_removed": lambda x: torch.tanh(x - x.max(-1, True).values),
    "minimum_removed": lambda x: x - x.min(-1).values[..., None],
    "sorted": lambda x: torch.tanh(x.sort(-1, descending=True).values),
    "best": lambda x: torch.tanh(x.topk(4, -1).values.repeat(*[1] * (x.dim() - 1), 2)),
}
#: Those that are tried on sequences too.
ON_SEQUENCES = (
    *("tanh", "gelu", "softmax", "dropout", "swish_by_hand", "itself_squared", "mean_removed", "standardized"),
    *("log_of_sum", "smallest_removed", "maximum_removed", "best"),
    *("normalized", "layer_norm_without_parameters", "max_of_halves", "halves_multiplied"),
)
for _name, _function in ACTIVATIONS.items():
    CASES[f"mlp_{_name}"] = lambda function=_function: (Function(function), (x(5, 6),), classes(3, 5), "ce")
for _name, _function in ((name, ACTIVATIONS[name]) for name in ON_SEQUENCES):
    CASES[f"sequence_{_name}"] = lambda function=_function: (Function(function), (x(2, 5, 6),), classes(3, 2, 5), "ce")


@case("mlp")
def _mlp() -> Case:
    return (
        nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 8, bias=False), nn.Tanh(), nn.Linear(8, 3)),
        (x(5, 6),),
        classes(3, 5),
        "ce",
    )


@case("mlp_mse")
def _mlp_mse() -> Case:
    return nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 1)), (x(5, 6),), x(5, 1), "mse"


@case("mlp_maxima_mse")
def _maxima() -> Case:
    """The places of the maxima are integers, which the compiler takes for targets."""
    return Function(lambda x: x.view(-1, 4, 2).max(-1).values, out=4), (x(5, 6),), x(5, 3), "mse"


@case("mlp_medians_mse")
def _medians() -> Case:
    """Their places as well, and those are not restored."""
    return Function(lambda x: x.view(-1, 4, 2).median(-1).values, out=4), (x(5, 6),), x(5, 3), "mse"


@case("mlp_sum")
def _mlp_sum() -> Case:
    return nn.Sequential(nn.Linear(6, 8), nn.Sigmoid(), nn.Linear(8, 2)), (x(5, 6),), None, "none"


@case("linear")
def _linear() -> Case:
    return nn.Linear(6, 3), (x(5, 6),), classes(3, 5), "ce"


@case("linear_mse")
def _linear_mse() -> Case:
    return nn.Linear(6, 3), (x(5, 6),), x(5, 3), "mse"


@case("one_example")
def _one() -> Case:
    return nn.Sequential(nn.Linear(6, 8), nn.Tanh(), nn.Linear(8, 3)), (x(1, 6),), classes(3, 1), "ce"


@case("normalized_weight")
def _normalized_weight() -> Case:
    layers = nn.utils.parametrizations.weight_norm(nn.Linear(6, 8)), nn.Tanh(), nn.Linear(8, 3)
    return nn.Sequential(*layers), (x(5, 6),), classes(3, 5), "ce"


@case("no_batch")
def _no_batch() -> Case:
    return nn.Sequential(nn.Linear(6, 8), nn.Tanh(), nn.Linear(8, 3)), (x(6),), classes(3), "ce"


@case("no_batch_mse")
def _no_batch_mse() -> Case:
    return nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 8), nn.Tanh()), (x(6),), x(8), "mse"


@case("wide_is_square")
def _square() -> Case:
    """All shapes alike, so that nothing follows from them."""
    return (
        nn.Sequential(nn.Linear(4, 4), nn.Tanh(), nn.Linear(4, 4), nn.Tanh(), nn.Linear(4, 4)),
        (x(4, 4),),
        classes(4, 4),
        "ce",
    )


class Residual(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.a, self.b, self.c, self.norm = nn.Linear(6, 8), nn.Linear(8, 8), nn.Linear(8, 3), nn.LayerNorm(8)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = torch.relu(self.a(x))
        x = x + torch.relu(self.b(self.norm(x)))
        x = x + torch.tanh(self.b(x))
        return self.c(x)


@case("residual_shared")
def _residual() -> Case:
    return Residual(), (x(5, 6),), classes(3, 5), "ce"


class Gated(nn.Module):
    def __init__(self, gate: Callable[[torch.Tensor], torch.Tensor]) -> None:
        super().__init__()
        self.up, self.gate, self.down, self.function = nn.Linear(6, 8), nn.Linear(6, 8), nn.Linear(8, 3), gate

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.down(self.function(self.gate(x)) * self.up(x))


for _name, _function in {"silu": F.silu, "sigmoid": torch.sigmoid, "identity": lambda x: x, "gelu": F.gelu}.items():
    CASES[f"gated_{_name}"] = lambda function=_function: (Gated(function), (x(5, 6),), classes(3, 5), "ce")
    CASES[f"gated_{_name}_sequence"] = lambda function=_function: (
        Gated(function),
        (x(2, 5, 6),),
        classes(3, 2, 5),
        "ce",
    )


@case("frozen_first")
def _frozen() -> Case:
    model = nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 8), nn.Tanh(), nn.Linear(8, 3))
    model[0].requires_grad_(False)
    return model, (x(5, 6),), classes(3, 5), "ce"


@case("frozen_middle")
def _frozen_middle() -> Case:
    model = nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 8), nn.Tanh(), nn.Linear(8, 3))
    model[2].requires_grad_(False)
    return model, (x(5, 6),), classes(3, 5), "ce"


@case("frozen_all_but_biases")
def _frozen_all_but_biases() -> Case:
    model = nn.Sequential(nn.Linear(6, 6), nn.Tanh(), nn.Linear(6, 6), nn.Sigmoid(), nn.Linear(6, 6))
    for layer in (model[0], model[2], model[4]):
        layer.weight.requires_grad_(False)
    return model, (x(5, 6),), classes(6, 5), "ce"


@case("frozen_bias")
def _frozen_bias() -> Case:
    model = nn.Sequential(nn.Linear(6, 8), nn.ReLU(), nn.Linear(8, 3))
    model[0].bias.requires_grad_(False)
    return model, (x(5, 6),), classes(3, 5), "ce"


class Two(nn.Module):
    def __init__(self, join: Callable[..., torch.Tensor], width: int = 8) -> None:
        super().__init__()
        self.a, self.b, self.c, self.join = nn.Linear(6, 8), nn.Linear(4, 8), nn.Linear(width, 3), join

    def forward(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        return self.c(self.join(torch.tanh(self.a(x)), torch.tanh(self.b(y))))


for _name, _function, _width in (
    ("add", torch.add, 8),
    ("sub", torch.sub, 8),
    ("mul", torch.mul, 8),
    ("div", lambda a, b: a / (b + 3), 8),
    ("alpha", lambda a, b: torch.add(a, b, alpha=2), 8),
    ("cat", lambda a, b: torch.cat([a, b], -1), 16),
    ("stack", lambda a, b: torch.stack([a, b], 1).flatten(1), 16),
    ("outer", lambda a, b: (a.unsqueeze(-1) * b.unsqueeze(-2)).flatten(1), 64),
    ("bmm", lambda a, b: torch.bmm(a.view(-1, 2, 4), b.view(-1, 4, 2)).flatten(1), 4),
):
    CASES[f"two_inputs_{_name}"] = lambda function=_function, width=_width: (
        Two(function, width),
        (x(5, 6), x(5, 4)),
        classes(3, 5),
        "ce",
    )


class Parameters(nn.Module):
    """Parameters of its own, broadcast."""

    def __init__(self) -> None:
        super().__init__()
        self.scale, self.shift = nn.Parameter(torch.rand(8) + 0.5), nn.Parameter(torch.randn(8))
        self.a, self.c, self.matrix = nn.Linear(6, 8), nn.Linear(8, 3), nn.Parameter(torch.randn(8, 8))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = torch.relu(self.a(x)) * self.scale + self.shift
        return self.c(torch.tanh(x @ self.matrix) - self.shift / self.scale)


@case("own_parameters")
def _own() -> Case:
    return Parameters(), (x(5, 6),), classes(3, 5), "ce"


@case("own_parameters_sequence")
def _own_sequence() -> Case:
    return Parameters(), (x(2, 5, 6),), classes(3, 2, 5), "ce"


class Conv(nn.Module):
    def __init__(self, *layers: nn.Module, features: int, dims: int = 2) -> None:
        super().__init__()
        self.layers, self.head = nn.Sequential(*layers), nn.Linear(features, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.head(self.layers(x).flatten(1))


def _images(*layers: nn.Module, features: int, kind: str = "ce") -> Case:
    return Conv(*layers, features=features), (x(2, 3, 8, 8),), classes(3, 2) if kind == "ce" else x(2, 3), kind


CONVOLUTIONS: dict[str, Callable[[], Case]] = {
    "plain": lambda: _images(nn.Conv2d(3, 4, 3), nn.ReLU(), features=144),
    "strided": lambda: _images(nn.Conv2d(3, 4, 3, stride=2, padding=1), nn.Tanh(), features=64),
    "grouped": lambda: _images(nn.Conv2d(3, 6, 3, groups=3), nn.ReLU(), nn.Conv2d(6, 4, 1), features=144),
    "dilated": lambda: _images(nn.Conv2d(3, 4, 3, dilation=2, bias=False), nn.ReLU(), features=64),
    "same": lambda: _images(nn.Conv2d(3, 4, 3, padding="same"), nn.ReLU(), features=256),
    "max_pool": lambda: _images(nn.Conv2d(3, 4, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2), features=64),
    "max_pool_before_relu": lambda: _images(nn.Conv2d(3, 4, 3, padding=1), nn.MaxPool2d(2), nn.ReLU(), features=64),
    "two_max_pools": lambda: _images(
        nn.Conv2d(3, 4, 3, padding=1),
        nn.ReLU(),
        nn.MaxPool2d(2),
        nn.Conv2d(4, 4, 3, padding=1),
        nn.ReLU(),
        nn.MaxPool2d(2),
        features=16,
    ),
    "max_pool_mse": lambda: _images(
        nn.Conv2d(3, 4, 3, padding=1), nn.ReLU(), nn.MaxPool2d(3, 2, 1), features=64, kind="mse"
    ),
    "adaptive_max_pool": lambda: _images(nn.Conv2d(3, 4, 3), nn.ReLU(), nn.AdaptiveMaxPool2d(2), features=16),
    "global_max_pool_mse": lambda: _images(nn.Conv2d(3, 4, 3), nn.AdaptiveMaxPool2d(1), features=4, kind="mse"),
    "batch_norm_of_the_batch": lambda: _images(
        nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4, track_running_stats=False), nn.ReLU(), features=144
    ),
    "reflected": lambda: _images(nn.ReflectionPad2d(1), nn.Conv2d(3, 2, 3), nn.ReflectionPad2d(2), features=288),
    "replicated": lambda: _images(nn.Conv2d(3, 2, 3), nn.ReplicationPad2d((1, 2, 0, 1)), nn.Tanh(), features=126),
    "average_pool": lambda: _images(nn.Conv2d(3, 4, 3, padding=1), nn.ReLU(), nn.AvgPool2d(2), features=64),
    "adaptive_pool": lambda: _images(nn.Conv2d(3, 4, 3), nn.ReLU(), nn.AdaptiveAvgPool2d(2), features=16),
    "global_pool": lambda: _images(nn.Conv2d(3, 4, 3), nn.ReLU(), nn.AdaptiveAvgPool2d(1), features=4),
    "batch_norm": lambda: _images(nn.Conv2d(3, 4, 3, bias=False), nn.BatchNorm2d(4), nn.ReLU(), features=144),
    "batch_norm_twice": lambda: _images(
        nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4), nn.ReLU(), nn.Conv2d(4, 4, 3), nn.BatchNorm2d(4), nn.SiLU(), features=64
    ),
    "group_norm": lambda: _images(nn.Conv2d(3, 4, 3), nn.GroupNorm(2, 4), nn.GELU(), features=144),
    "instance_norm": lambda: _images(nn.Conv2d(3, 4, 3), nn.InstanceNorm2d(4), nn.ReLU(), features=144),
    "transposed": lambda: _images(nn.ConvTranspose2d(3, 2, 2, stride=2), nn.ReLU(), features=512),
    "upsampled": lambda: _images(nn.Conv2d(3, 2, 3, padding=1), nn.Upsample(scale_factor=2), features=512),
    "padded": lambda: _images(nn.ZeroPad2d(1), nn.Conv2d(3, 2, 3), nn.ZeroPad2d(1), nn.Tanh(), features=200),
    "shuffled": lambda: _images(nn.Conv2d(3, 4, 3, padding=1), nn.PixelShuffle(2), nn.ReLU(), features=256),
    "prelu": lambda: _images(nn.Conv2d(3, 4, 3), nn.PReLU(4), features=144),
    "prelu_of_one_slope": lambda: _images(nn.Conv2d(3, 4, 3), nn.PReLU(), features=144),
    "instance_norm_affine": lambda: _images(nn.Conv2d(3, 4, 3), nn.InstanceNorm2d(4, affine=True), features=144),
    "instance_norm_tracking": lambda: _images(
        nn.Conv2d(3, 4, 3), nn.InstanceNorm2d(4, track_running_stats=True), nn.ReLU(), features=144
    ),
    **{
        f"upsampled_{name}": lambda options=options: _images(
            nn.Conv2d(3, 2, 3, padding=1), nn.Upsample(**options), nn.ReLU(), nn.AdaptiveAvgPool2d(4), features=32
        )
        for name, options in {
            "to_a_size": {"size": (12, 5)},
            "by_a_fraction": {"scale_factor": 1.7},
            "exact": {"scale_factor": 1.5, "mode": "nearest-exact"},
            "bilinear": {"scale_factor": 2, "mode": "bilinear"},
            "bilinear_aligned": {"scale_factor": 2, "mode": "bilinear", "align_corners": True},
            "bilinear_by_a_fraction": {"scale_factor": 1.7, "mode": "bilinear"},
            "bilinear_to_a_smaller_size": {"size": (5, 4), "mode": "bilinear"},
            "bicubic": {"scale_factor": 2, "mode": "bicubic"},
        }.items()
    },
    "upsampled_mse": lambda: _images(nn.Conv2d(3, 2, 3, padding=1), nn.Upsample(None, 2), features=512, kind="mse"),
}
for _name, _make in CONVOLUTIONS.items():
    CASES[f"conv_{_name}"] = _make


@case("lenet")
def _lenet() -> Case:
    layers = (
        nn.Conv2d(1, 6, 5, padding=2),
        nn.ReLU(),
        nn.MaxPool2d(2),
        nn.Conv2d(6, 16, 5),
        nn.ReLU(),
        nn.MaxPool2d(2),
    )
    head = (nn.Flatten(), nn.Linear(16, 12), nn.ReLU(), nn.Linear(12, 10))
    return nn.Sequential(*layers, *head), (x(2, 1, 12, 12),), classes(10, 2), "ce"


@case("conv1d")
def _conv1d() -> Case:
    layers = nn.Conv1d(4, 6, 3, padding=1), nn.ReLU(), nn.MaxPool1d(2), nn.Conv1d(6, 4, 3), nn.AvgPool1d(2)
    return Conv(*layers, features=12), (x(2, 4, 16),), classes(3, 2), "ce"


@case("conv1d_adaptive_max_pool")
def _conv1d_maxima() -> Case:
    return Conv(nn.Conv1d(4, 6, 3), nn.ReLU(), nn.AdaptiveMaxPool1d(3), features=18), (x(2, 4, 9),), classes(3, 2), "ce"


for _name, _pools in {
    "max": (nn.MaxPool3d(2), nn.AdaptiveMaxPool3d(1)),
    "average": (nn.AvgPool3d(2), nn.AdaptiveAvgPool3d(1)),
}.items():
    CASES[f"conv3d_{_name}_pool"] = lambda pools=_pools: (
        Conv(nn.Conv3d(2, 3, 3, padding=1), pools[0], nn.Tanh(), nn.Conv3d(3, 2, 1), pools[1], features=2),
        (x(2, 2, 4, 4, 4),),
        classes(3, 2),
        "ce",
    )

for _mode, _dims in (("linear", 1), ("nearest", 1), ("trilinear", 3), ("nearest", 3)):
    CASES[f"conv{_dims}d_upsampled_{_mode}"] = lambda mode=_mode, dims=_dims: (
        Conv(
            (nn.Conv1d if dims == 1 else nn.Conv3d)(2, 2, 3, padding=1),
            nn.Upsample(scale_factor=2, mode=mode),
            features=2 * 8**dims,
        ),
        (x(2, 2, *[4] * dims),),
        classes(3, 2),
        "ce",
    )


class UNet(nn.Module):
    def __init__(self, mode: str) -> None:
        super().__init__()
        self.down, self.deep = nn.Conv2d(3, 4, 3, padding=1), nn.Conv2d(4, 6, 3, padding=1)
        self.up, self.head, self.mode = nn.Conv2d(10, 4, 3, padding=1), nn.Conv2d(4, 2, 1), mode

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = torch.relu(self.down(x))
        y = torch.relu(self.deep(F.max_pool2d(x, 2)))
        y = F.interpolate(y, scale_factor=2, mode=self.mode)
        return self.head(torch.relu(self.up(torch.cat([x, y], 1))))


for _mode in ("nearest", "bilinear"):
    CASES[f"unet_{_mode}"] = lambda mode=_mode: (UNet(mode), (x(2, 3, 8, 8),), classes(2, 2, 8, 8), "ce")
    CASES[f"unet_{_mode}_mse"] = lambda mode=_mode: (UNet(mode), (x(2, 3, 8, 8),), x(2, 2, 8, 8), "mse")


class Block(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Conv2d(3, 4, 3, padding=1)
        self.a, self.b = nn.Conv2d(4, 4, 3, padding=1, bias=False), nn.Conv2d(4, 4, 3, padding=1, bias=False)
        self.norm_a, self.norm_b, self.head = nn.BatchNorm2d(4), nn.BatchNorm2d(4), nn.Linear(4, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = torch.relu(self.stem(x))
        x = torch.relu(x + self.norm_b(self.b(torch.relu(self.norm_a(self.a(x))))))
        return self.head(x.mean((2, 3)))


@case("resnet_block")
def _resnet() -> Case:
    return Block(), (x(2, 3, 8, 8),), classes(3, 2), "ce"


class SqueezeExcite(Block):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = torch.relu(self.stem(x))
        x = x * torch.sigmoid(self.b(torch.relu(self.a(x.mean((2, 3), keepdim=True)))))
        return self.head(F.adaptive_avg_pool2d(self.norm_a(x), 1).flatten(1))


@case("squeeze_excite")
def _squeeze() -> Case:
    return SqueezeExcite(), (x(2, 3, 8, 8),), classes(3, 2), "ce"


@case("segmentation")
def _segmentation() -> Case:
    return (
        nn.Sequential(nn.Conv2d(3, 4, 3, padding=1), nn.ReLU(), nn.Conv2d(4, 3, 1)),
        (x(2, 3, 4, 4),),
        classes(3, 2, 4, 4),
        "ce",
    )


@case("autoencoder")
def _autoencoder() -> Case:
    return nn.Sequential(nn.Linear(6, 3), nn.Tanh(), nn.Linear(3, 6), nn.Sigmoid()), (x(5, 6),), x(5, 6), "mse"


class Attention(nn.Module):
    """Self attention of several heads; how: eager, masked, sdpa, causal."""

    def __init__(self, width: int, how: str, fused: bool = True) -> None:
        super().__init__()
        self.how, self.fused = how, fused
        if fused:
            self.qkv = nn.Linear(width, 3 * width)
        else:
            self.q, self.k, self.v = (nn.Linear(width, width) for _ in range(3))
        self.out = nn.Linear(width, width)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        batch, length, width = x.shape
        parts = self.qkv(x).split(width, dim=2) if self.fused else (self.q(x), self.k(x), self.v(x))
        q, k, v = (each.view(batch, length, 2, width // 2).transpose(1, 2) for each in parts)
        if self.how == "boolean":
            seen = torch.arange(length)[:, None] >= torch.arange(length)
            y = F.scaled_dot_product_attention(q, k, v, seen)
        elif self.how in ("sdpa", "causal"):
            y = F.scaled_dot_product_attention(q, k, v, is_causal=self.how == "causal")
        else:
            scores = q @ k.transpose(-2, -1) / (width // 2) ** 0.5
            if self.how == "masked":
                scores = scores.masked_fill(torch.tril(torch.ones(length, length)) == 0, float("-inf"))
            y = F.softmax(scores, dim=-1) @ v
        return self.out(y.transpose(1, 2).contiguous().view(batch, length, width))


class Transformer(nn.Module):
    def __init__(self, how: str, layers: int = 1, fused: bool = True, tied: bool = False, pooled: bool = False) -> None:
        super().__init__()
        self.tokens, self.places = nn.Embedding(11, 8), nn.Embedding(6, 8)
        self.attention = nn.ModuleList(Attention(8, how, fused) for _ in range(layers))
        self.norms = nn.ModuleList(nn.LayerNorm(8) for _ in range(2 * layers + 1))
        self.mlps = nn.ModuleList(nn.Sequential(nn.Linear(8, 16), nn.GELU(), nn.Linear(16, 8)) for _ in range(layers))
        self.head, self.pooled = nn.Linear(8, 11, bias=False), pooled
        self.tied = tied

    def forward(self, tokens: torch.Tensor) -> torch.Tensor:
        x = self.tokens(tokens) + self.places(torch.arange(tokens.shape[1]))
        for place, (attention, mlp) in enumerate(zip(self.attention, self.mlps, strict=True)):
            x = x + attention(self.norms[2 * place](x))
            x = x + mlp(self.norms[2 * place + 1](x))
        x = self.norms[-1](x)
        x = x.mean(1) if self.pooled else x
        return F.linear(x, self.tokens.weight) if self.tied else self.head(x)


for _how in ("eager", "masked", "sdpa", "causal", "boolean"):
    CASES[f"gpt_{_how}"] = lambda how=_how: (Transformer(how), (classes(11, 2, 5),), classes(11, 2, 5), "ce")
    CASES[f"gpt_{_how}_two_layers"] = lambda how=_how: (
        Transformer(how, 2),
        (classes(11, 2, 5),),
        classes(11, 2, 5),
        "ce",
    )
    CASES[f"gpt_{_how}_separate"] = lambda how=_how: (
        Transformer(how, fused=False),
        (classes(11, 2, 5),),
        classes(11, 2, 5),
        "ce",
    )
    CASES[f"encoder_{_how}"] = lambda how=_how: (
        Transformer(how, pooled=True),
        (classes(11, 2, 5),),
        classes(11, 2),
        "ce",
    )
CASES["gpt_tied"] = lambda: (Transformer("masked", 2, tied=True), (classes(11, 2, 5),), classes(11, 2, 5), "ce")


class MaskedAttention(nn.Module):
    """Attention with a mask that is an input."""

    def __init__(self) -> None:
        super().__init__()
        self.q, self.k, self.v, self.out = nn.Linear(6, 8), nn.Linear(6, 8), nn.Linear(6, 8), nn.Linear(8, 3)

    def forward(self, x: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        q, k, v = (each(x).view(2, 5, 2, 4).transpose(1, 2) for each in (self.q, self.k, self.v))
        y = F.scaled_dot_product_attention(q, k, v, mask)
        return self.out(y.transpose(1, 2).reshape(2, 5, 8))


for _name, _mask in {
    "booleans": lambda: (x(2, 1, 5, 5) > 0) | torch.eye(5, dtype=torch.bool),
    "booleans_for_all": lambda: (x(5, 5) > 0) | torch.eye(5, dtype=torch.bool),
    "floats": lambda: x(2, 1, 5, 5),
}.items():
    CASES[f"attention_with_mask_of_{_name}"] = lambda mask=_mask: (
        MaskedAttention(),
        (x(2, 5, 6), mask()),
        classes(3, 2, 5),
        "ce",
    )


class OneHead(nn.Module):
    """Attention without heads, which autograd takes apart; counting sums and products behind it finds wrong ones."""

    def __init__(self, **options: Any) -> None:
        super().__init__()
        self.q, self.k, self.v, self.out = nn.Linear(6, 8), nn.Linear(6, 8), nn.Linear(6, 8), nn.Linear(8, 3)
        self.scale, self.options = nn.Parameter(torch.rand(8) + 0.5), options

    def forward(self, x: torch.Tensor, *mask: torch.Tensor) -> torch.Tensor:
        v = self.v(x)
        y = F.scaled_dot_product_attention(self.q(x), self.k(x), v, *mask, **self.options)
        return self.out(torch.tanh((y + v) * self.scale) * (y + 1))


for _name, _options in {"": {}, "_scaled": {"scale": 0.3}, "_causal": {"is_causal": True}}.items():
    CASES[f"attention_of_one_head{_name}"] = lambda options=_options: (
        OneHead(**options),
        (x(2, 5, 6),),
        classes(3, 2, 5),
        "ce",
    )
for _name, _mask in {"floats": lambda: x(5, 5), "booleans": lambda: (x(5, 5) > 0) | torch.eye(5).bool()}.items():
    CASES[f"attention_of_one_head_with_mask_of_{_name}"] = lambda mask=_mask: (
        OneHead(),
        (x(2, 5, 6), mask()),
        classes(3, 2, 5),
        "ce",
    )


class Text(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.tokens, self.hidden, self.head = nn.Embedding(11, 6), nn.Linear(6, 8), nn.Linear(8, 3)

    def forward(self, tokens: torch.Tensor) -> torch.Tensor:
        return self.head(torch.relu(self.hidden(self.tokens(tokens).mean(1))))


@case("text")
def _text() -> Case:
    return Text(), (classes(11, 4, 5),), classes(3, 4), "ce"


class Language(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.tokens, self.hidden = nn.Embedding(11, 6), nn.Linear(6, 6)

    def forward(self, tokens: torch.Tensor) -> torch.Tensor:
        return F.linear(torch.tanh(self.hidden(self.tokens(tokens))), self.tokens.weight)


@case("tied")
def _tied() -> Case:
    return Language(), (classes(11, 2, 5),), classes(11, 2, 5), "ce"


class First(nn.Module):
    """The first token of a sequence decides."""

    def __init__(self) -> None:
        super().__init__()
        self.a, self.b = nn.Linear(6, 8), nn.Linear(8, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.b(torch.tanh(self.a(x))[:, 0])


@case("first_token")
def _first() -> Case:
    return First(), (x(2, 5, 6),), classes(3, 2), "ce"


class RMSNorm(nn.Module):
    def __init__(self, by_hand: bool) -> None:
        super().__init__()
        self.by_hand, self.weight = by_hand, nn.Parameter(torch.rand(8) + 0.5)
        self.a, self.b = nn.Linear(6, 8), nn.Linear(8, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = self.a(x)
        if self.by_hand:
            x = self.weight * (x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-6))
        else:
            x = F.rms_norm(x, (8,), self.weight, 1e-6)
        return self.b(x)


@case("rms_norm_by_hand")
def _rms_by_hand() -> Case:
    return RMSNorm(True), (x(2, 5, 6),), classes(3, 2, 5), "ce"


class GatedNorm(RMSNorm):
    """Autograd has products of its own here, so that counting them finds the wrong one."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = self.a(x)
        x = F.rms_norm(x, (8,), self.weight, 1e-6)
        return self.b(torch.sigmoid(x) * torch.tanh(x))


@case("gated_norm")
def _gated_norm() -> Case:
    return GatedNorm(False), (x(2, 5, 6),), classes(3, 2, 5), "ce"


class Products(nn.Module):
    """Autograd has these products in the linear layers as well, so that counting them finds the wrong one."""

    def __init__(self, product: Callable[..., torch.Tensor]) -> None:
        super().__init__()
        self.a, self.b, self.c, self.product = nn.Linear(6, 8), nn.Linear(8, 8), nn.Linear(8, 3), product
        self.weight, self.scale = nn.Parameter(torch.randn(8, 8) / 3), nn.Parameter(torch.rand(8))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.c(self.scale * self.product(torch.tanh(self.b(self.a(x))), self.weight, self.scale))


for _name, _product in {
    "mm": lambda x, weight, _: torch.mm(x, weight),
    "addmm": lambda x, weight, scale: torch.addmm(scale, x, weight),
    "bmm": lambda x, weight, _: torch.bmm(x[None], weight[None])[0],
}.items():
    CASES[f"product_{_name}"] = lambda product=_product: (Products(product), (x(5, 6),), classes(3, 5), "ce")


@case("rms_norm")
def _rms() -> Case:
    return RMSNorm(False), (x(2, 5, 6),), classes(3, 2, 5), "ce"


class Outputs(nn.Module):
    """Two outputs, of which the loss takes the first."""

    def __init__(self) -> None:
        super().__init__()
        self.body, self.a, self.b = nn.Linear(6, 8), nn.Linear(8, 3), nn.Linear(8, 2)

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        x = torch.tanh(self.body(x))
        return self.a(x), self.b(x)


@case("two_outputs")
def _outputs() -> Case:
    return Outputs(), (x(5, 6),), classes(3, 5), "ce"


class Multihead(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.attention, self.head = nn.MultiheadAttention(8, 2, batch_first=True), nn.Linear(8, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.head(self.attention(x, x, x, need_weights=False)[0])


@case("multihead")
def _multihead() -> Case:
    return Multihead(), (x(2, 5, 8),), classes(3, 2, 5), "ce"


class Recurrent(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.a, self.b, self.c = nn.Linear(6, 8), nn.Linear(8, 8), nn.Linear(8, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = torch.zeros(x.shape[0], 8)
        for step in range(3):
            h = torch.tanh(self.a(x[:, step]) + self.b(h))
        return self.c(h)


@case("recurrent_by_hand")
def _recurrent() -> Case:
    return Recurrent(), (x(2, 3, 6),), classes(3, 2), "ce"


class Encoder(nn.Module):
    """PyTorch's own encoder. Its attention exchanges batch and sequence: autograd takes a linear layer apart."""

    def __init__(self, layers: int = 0, pooled: bool = False, final: bool = False, **options: Any) -> None:
        super().__init__()
        layer = nn.TransformerEncoderLayer(8, 2, 16, batch_first=True, **options)
        norm = nn.LayerNorm(8) if final else None
        self.body = nn.TransformerEncoder(layer, layers, norm, enable_nested_tensor=False) if layers else layer
        self.head, self.pooled = nn.Linear(8, 3), pooled

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = self.body(x)
        return self.head(x.mean(1) if self.pooled else x)


#: name -> what the encoder is made with, the seed, and the shape of a batch of sequences. In one of a single sequence
#: nothing is taken apart.
ENCODERS: dict[str, tuple[dict[str, Any], int, tuple[int, int]]] = {
    "layer": ({}, 0, (2, 5)),
    "layer_pooled": ({"pooled": True, "dropout": 0.0}, 1, (3, 4)),
    "layer_norm_first": ({"norm_first": True, "activation": "gelu"}, 2, (2, 5)),
    "layer_norm_first_pooled": ({"norm_first": True, "pooled": True, "dropout": 0.0}, 3, (4, 8)),
    "layer_of_one_sequence": ({}, 4, (1, 5)),
    "layer_of_one_token": ({}, 5, (3, 1)),
    "two_layers": ({"layers": 2}, 6, (2, 5)),
    "two_layers_pooled": ({"layers": 2, "pooled": True, "final": True, "activation": "gelu"}, 7, (3, 2)),
    "two_layers_norm_first": ({"layers": 2, "norm_first": True, "final": True}, 8, (2, 6)),
    "two_layers_norm_first_pooled": ({"layers": 2, "norm_first": True, "pooled": True}, 9, (8, 8)),
}


def _encoder(options: dict[str, Any], seed: int, shape: tuple[int, int]) -> Case:
    torch.manual_seed(seed)
    pooled = options.get("pooled", False)
    return Encoder(**options), (x(*shape, 8),), classes(3, *shape[: 1 if pooled else 2]), "ce"


for _name, _arguments in ENCODERS.items():
    CASES[f"pytorch_encoder_{_name}"] = lambda arguments=_arguments: _encoder(*arguments)


class Exchanged(nn.Module):
    """A linear layer that autograd takes apart before a function, and sums behind it that are factors."""

    def __init__(self, function: Callable[[torch.Tensor], torch.Tensor]) -> None:
        super().__init__()
        self.a, self.b, self.c, self.function = nn.Linear(6, 8), nn.Linear(8, 8), nn.Linear(8, 3), function
        self.scale = nn.Parameter(torch.rand(8))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = self.function(self.a(x.transpose(0, 1)))
        y = torch.tanh(self.b(x))
        return self.c((self.scale * (x + y) * (y + 1) + y).transpose(0, 1))


for _name, _function in {"gelu": F.gelu, "tanh": torch.tanh, "rms_norm": nn.RMSNorm(8)}.items():
    CASES[f"exchanged_{_name}"] = lambda function=_function: (
        Exchanged(function),
        (x(2, 5, 6),),
        classes(3, 2, 5),
        "ce",
    )


def _double(name: str) -> Case:
    model, inputs, target, kind = CASES[name]()
    doubled = (each.double() if each is not None and each.is_floating_point() else each for each in (*inputs, target))
    *inputs, target = doubled
    return model.double(), tuple(inputs), target, kind


for _name in ("mlp", "mlp_mse", "mlp_sum", "lenet", "gpt_masked", "encoder_sdpa", "conv_batch_norm", "unet_bilinear"):
    CASES[f"double_{_name}"] = lambda name=_name: _double(name)


class Scales(nn.Module):
    """Factors of one shape, so that one in the place of another goes unnoticed."""

    def __init__(self, frozen: str) -> None:
        super().__init__()
        self.a, self.b, self.c = (nn.Parameter(torch.rand(6) + 0.5) for _ in "abc")
        self.register_buffer("d", torch.rand(6))
        getattr(self, frozen).requires_grad_(False)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.tanh(torch.tanh(x * self.a) * self.b) * self.c * self.d


for _name in "abc":
    CASES[f"frozen_factor_{_name}"] = lambda frozen=_name: (Scales(frozen), (x(5, 6),), classes(6, 5), "ce")


@case("frozen_convolution")
def _frozen_convolution() -> Case:
    layers = nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4), nn.ReLU(), nn.Conv2d(4, 4, 3), nn.BatchNorm2d(4)
    layers[0].requires_grad_(False)
    return _images(*layers, features=64)


class Unused(nn.Module):
    """Parameters of which some are used, with buffers behind them."""

    def __init__(self, unused: str) -> None:
        super().__init__()
        self.a, self.b, self.c, self.d = (nn.Parameter(torch.randn(6, 6) / 2) for _ in "abcd")
        self.register_buffer("e", torch.randn(6, 6))
        self.used = [name for name in "abcd" if name not in unused]

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        for name in self.used:
            x = torch.tanh(x @ getattr(self, name))
        return x @ self.e


class Tensors(nn.Module):
    """A tensor that is no parameter, and two inputs of one shape."""

    def __init__(self) -> None:
        super().__init__()
        self.a, self.b = nn.Linear(3, 3), nn.Linear(3, 3)
        self.register_buffer("table", torch.rand(3), persistent=False)

    def forward(self, x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        return torch.tanh(self.a(x)) * self.table + self.b(y)
