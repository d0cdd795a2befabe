"""What the kernels of tensors are tried with: one table, for the comparison with PyTorch and for the stored results.

Every operation is here once or more under the name that ATen gives it first; its in-place forms and synonyms are
tried with the same cases.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from math import inf, nan
from typing import Any

import numpy as np


def f(*shape: int, start: int = 0) -> np.ndarray:
    """Different float32 numbers between -2.75 and 3, exact in every float type; `start` chooses others."""
    count = int(np.prod(shape))
    return (((np.arange(count) * 7 + start) % 24 - 11) / 4).astype(np.float32).reshape(shape)


def unit(*shape: int, start: int = 0) -> np.ndarray:
    """Different float32 numbers between 0 and 1, both excluded."""
    return ((f(*shape, start=start) + 3) / 8).astype(np.float32)


def i(*shape: int, start: int = 0) -> np.ndarray:
    """int64 from -4 to 6, 0 among them."""
    count = int(np.prod(shape))
    return ((np.arange(count) * 7 + start) % 11 - 4).reshape(shape)


def n(*shape: int, start: int = 0) -> np.ndarray:
    """int64 from 1 to 5."""
    count = int(np.prod(shape))
    return ((np.arange(count) * 3 + start) % 5 + 1).reshape(shape)


def b(*shape: int, start: int = 0) -> np.ndarray:
    """bool, two thirds of it true."""
    count = int(np.prod(shape))
    return ((np.arange(count) + start) % 3 > 0).reshape(shape)


def v(*items: Any, dtype: Any = np.int64) -> np.ndarray:
    """The values given."""
    return np.array(items, dtype)


def s(item: Any, dtype: Any = np.float32) -> np.ndarray:
    """A 0-d array."""
    return np.array(item, dtype)


@dataclass(frozen=True)
class Case:
    """A call of one operation; `number` counts the cases of one operation."""

    name: str
    number: int
    args: tuple[Any, ...]
    kwargs: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.name.removeprefix('aten.')}-{self.number}"


CASES: list[Case] = []
_count: Counter[str] = Counter()


def c(name: str, *args: Any, **kwargs: Any) -> None:
    """Add a case; a name without overload is the default one."""
    full = f"aten.{name}" if "." in name else f"aten.{name}.default"
    CASES.append(Case(full, _count[full], args, kwargs))
    _count[full] += 1


def each(names: str) -> list[str]:
    """Names, one after the other."""
    return names.split()


# Functions of one number
for _name in each(
    "abs ceil cos cosh deg2rad erf erfc exp exp2 expm1 floor frac isfinite isinf isnan isneginf isposinf neg "
    "positive rad2deg round sgn sign signbit sin sinc sinh special_erf square tan tanh trunc"
):
    c(_name, f(2, 5))
for _name in each("acos asin atan atanh logit log log10 log1p log2 reciprocal rsqrt sqrt"):
    c(_name, unit(7))
for _name in each("asinh acosh"):
    c(_name, 1 + unit(7))
for _name in each(
    "celu elu gelu hardshrink hardsigmoid hardswish hardtanh leaky_relu log_sigmoid log_sigmoid_forward mish "
    "relu relu6 selu sigmoid silu softplus softshrink special_expit"
):
    c(_name, f(2, 6) * 3)
for _name in each("isfinite isinf isnan isneginf isposinf nan_to_num relu sign"):
    c(_name, v(0.5, inf, -inf, nan, dtype=np.float32))
for _name in each("abs bitwise_not exp isnan logical_not neg relu sign sqrt square"):
    c(_name, i(5))
for _name in each("special_digamma special_psi special_gammaln special_i0 special_erfinv"):
    c(_name, unit(5))
c("ldexp_", f(4), i(4))
c("bitwise_not", b(3))
c("logical_not", f(2, 5))
c("square", b(3))
c("sqrt", s(2))
c("logit", f(5) / 2, 0.25)
c("round", v(0.5, 1.5, -2.5, dtype=np.float32))
c("round.decimals", f(5) * 1.11, decimals=1)
c("round.decimals", f(5) * 111, decimals=-1)
c("nan_to_num", v(inf, -inf, nan, dtype=np.float32), 1.0, 2.0, -3.0)
c("elu", f(6), 2, 3, 0.5)
c("celu", f(6), 2.0)
c("gelu", f(6), approximate="tanh")
c("hardshrink", f(6), 1)
c("hardtanh", f(6), -0.5, 2)
c("hardtanh", i(6), -2, 3)
c("leaky_relu", f(6), 1.5)
c("softplus", f(6), 2, 3)
c("softshrink", f(6), 1)
c("threshold", f(6), 0.5, -7)
c("threshold", i(6), 1, 9)
c("prelu", f(2, 3, 2), f(3, start=5))
c("prelu", f(4), f(1))
c("_prelu_kernel", f(2, 3), f(3, start=5))
c("glu", f(2, 6))
c("glu", f(4, 3), 0)

# Arithmetic of two
for _name in each("add sub mul"):
    c(f"{_name}.Tensor", f(2, 3), f(3, start=5))
    c(f"{_name}.Tensor", f(2, 3), s(1.5, np.float64))
    c(f"{_name}.Tensor", i(2, 3), f(3))
    c(f"{_name}.Tensor", i(2, 1), i(3))
    c(f"{_name}.Scalar", f(2, 3), 0.5)
    c(f"{_name}.Scalar", i(3), 2)
    c(f"{_name}.Scalar", i(3), 2.5)
    c(f"{_name}.Scalar", v(250, 3, dtype=np.uint8), 10)
for _name in each("add sub rsub"):
    c(f"{_name}.Tensor", f(2, 3), i(3), alpha=2)
    c(f"{_name}.Scalar", i(3), 3, 2)
c("rsub.Tensor", f(3), f(2, 3))
c("rsub.Scalar", f(3), 1)
c("add.Tensor", b(4), b(4, start=1))
c("mul.Tensor", b(4), b(4, start=1))
c("add.Scalar", b(3), 1)
for _name in each("div true_divide"):
    c(f"{_name}.Tensor", f(2, 3), n(3))
    c(f"{_name}.Tensor", i(2, 3), n(3))
    c(f"{_name}.Scalar", f(3), 3)
    c(f"{_name}.Scalar", b(3), 2)
for _mode in (None, "floor", "trunc"):
    c("div.Tensor_mode", i(3, 4), v(2, -3, 4, 5), rounding_mode=_mode)
    c("div.Tensor_mode", f(3, 4), f(4, start=1), rounding_mode=_mode)
    c("div.Scalar_mode", i(5), 3, rounding_mode=_mode)
    c("div.Scalar_mode", f(5), 0.75, rounding_mode=_mode)
for _name in each("floor_divide.default remainder.Tensor fmod.Tensor"):
    c(_name, i(3, 4), v(2, -3, 4, 5))
    c(_name, f(3, 4), f(4, start=1))
    c(_name, i(3, 1), f(4, start=1))
for _name in each("floor_divide remainder fmod"):
    c(f"{_name}.Scalar", i(6), -3)
    c(f"{_name}.Scalar", f(6), 0.75)
    c(f"{_name}.Scalar", i(6), 1.5)
c("remainder.Scalar_Tensor", 7, v(2, -3, 4))
for _exponent in (2, 3, 0.5, -1, -2, -0.5, 1.5, 0, 1):
    c("pow.Tensor_Scalar", unit(4), _exponent)
c("pow.Tensor_Scalar", i(6), 3)
c("pow.Tensor_Scalar", i(6), 2.0)
c("pow.Tensor_Scalar", i(6), 0)
c("pow.Tensor_Scalar", i(6), 1)
c("pow.Tensor_Scalar", b(3), 2)
c("pow.Tensor_Tensor", unit(2, 3), f(3))
c("pow.Tensor_Tensor", v(1, -1, 2, 0, -1), v(-1, -1, -1, -2, -2))
c("pow.Tensor_Tensor", i(6), n(6))
c("pow.Tensor_Tensor", v(0, 2, -2, 3, 0, 2, -3, 1, -1), v(0, 0, 0, 0, 1, 1, 1, -1, -3))
c("pow.Scalar", 2, f(5))
c("pow.Scalar", 2, i(6))
c("pow.Scalar", 1.5, i(6))
for _name in each(
    "atan2 hypot logaddexp logaddexp2 fmax fmin maximum minimum max.other min.other copysign.Tensor xlogy.Tensor"
):
    c(_name, f(2, 4), f(4, start=3))
    c(_name, unit(2, 1), unit(4).astype(np.float64))
for _name in each("fmax fmin maximum minimum"):
    c(_name, v(nan, 1, nan, dtype=np.float32), v(1, nan, nan, dtype=np.float32))
    c(_name, i(5), f(5))
    c(_name, b(4), b(4, start=1))
c("atan2", i(5), n(5))
c("copysign.Tensor", i(5), f(5))
c("copysign.Scalar", f(5), -1)
c("xlogy.Tensor", s(0), v(0, nan, dtype=np.float32))
c("xlogy.Scalar_Other", f(5), 2)
c("xlogy.Scalar_Self", 2, unit(5))
for _name in each("and or xor"):
    c(f"bitwise_{_name}.Tensor", i(2, 3), n(3))
    c(f"bitwise_{_name}.Tensor", b(3), b(3, start=1))
    c(f"bitwise_{_name}.Scalar", i(4), 3)
    c(f"bitwise_{_name}.Scalar_Tensor", 3, i(4))
    c(f"__{_name}__.Tensor", b(2, 3), b(3, start=1))
    c(f"__{_name}__.Scalar", i(4), 5)
    c(f"logical_{_name}", f(2, 3), i(3))
    c(f"logical_{_name}", b(3), b(3, start=1))
for _name, _short in (("left", "l"), ("right", "r")):
    c(f"bitwise_{_name}_shift.Tensor", i(6), n(6))
    c(f"bitwise_{_name}_shift.Tensor_Scalar", v(-100, 3, 127, dtype=np.int8), 9)
    c(f"bitwise_{_name}_shift.Scalar_Tensor", 9, n(4))
    c(f"__{_short}shift__.Tensor", i(6), n(6))
    c(f"__{_short}shift__.Scalar", i(6), 2)
for _name in each("eq ne lt le gt ge"):
    c(f"{_name}.Tensor", f(2, 4), f(4, start=7))
    c(f"{_name}.Tensor", i(4), f(4))
    c(f"{_name}.Tensor", v(nan, 1, dtype=np.float32), v(nan, nan, dtype=np.float32))
    c(f"{_name}.Scalar", f(5), 0.5)
    c(f"{_name}.Scalar", f(5), 1)
    c(f"{_name}.Scalar", i(5), 2.5)
    c(f"{_name}.Scalar", v(44, 1, dtype=np.int8), 300)
c("equal", f(2, 3), f(2, 3))
c("equal", f(2, 3), f(3, 2))
c("isclose", v(1, 1.0001, inf, nan, dtype=np.float32), v(1, 1, inf, nan, dtype=np.float32))
c("isclose", v(1, 1.0001, nan, dtype=np.float32), v(1, 1, nan, dtype=np.float32), 1e-3, 0.0, True)
c("isclose", i(4), i(4, start=7))
c("allclose", f(3), f(3) + 1e-9)
c("allclose", f(3), f(3) + 1)

# Bounds, choices, interpolation
c("clamp", f(2, 4), -1, 1.5)
c("clamp", f(4), None, 0)
c("clamp", i(4), 0)
c("clamp", i(4), 0, 2.5)
c("clamp", f(4), 2, 1)
c("clamp", b(3), 0, 1)
c("clamp.Tensor", f(2, 4), f(4, start=3), s(1))
c("clamp.Tensor", i(4), None, f(4))
c("clamp_min", f(4), 0.5)
c("clamp_min.Tensor", f(2, 4), f(4, start=3))
c("clamp_max", f(4), 0.5)
c("clamp_max.Tensor", i(2, 4), i(4, start=3))
c("where.self", b(2, 1), f(3), f(2, 3, start=5))
c("where.self", b(3), i(3), s(1.5))
c("where.self", b(3), f(3), s(1.5, np.float64))
c("where.ScalarOther", b(4), f(4), -inf)
c("where.ScalarOther", b(4), i(4), 1.5)
c("where.ScalarSelf", b(4), 0, f(4))
c("where.Scalar", b(4), 1, 0)
c("where.Scalar", b(4), 1.0, True)
c("where.default", b(2, 3))
c("masked_fill.Scalar", f(2, 3), b(3), -inf)
c("masked_fill.Scalar", i(3), b(2, 3), 1.5)
c("masked_fill.Tensor", f(2, 3), b(2, 1), s(7, np.int64))
c("lerp.Scalar", f(4), f(4, start=3), 0.25)
c("lerp.Scalar", f(4), f(4, start=3), 0.75)
c("lerp.Tensor", f(2, 4), f(4, start=3), unit(4))
c("addcmul", f(2, 4), f(4), f(2, 1), value=0.5)
c("addcmul", i(4), i(4), n(4), value=2)
c("addcdiv", f(2, 4), f(4), unit(2, 1), value=0.5)
c("addcdiv", f(4), i(4), unit(4))

# Reductions
for _name in each("sum.dim_IntList mean.dim logsumexp amax amin std.dim var.dim var_mean.dim std_mean.dim"):
    c(_name, f(2, 3, 4), [1])
    c(_name, f(2, 3, 4), [0, -1])
for _name in each("sum.dim_IntList mean.dim amax amin std.dim var.dim var_mean.dim std_mean.dim"):
    c(_name, f(2, 3, 4), [])
for _name in each("sum.dim_IntList mean.dim logsumexp amax amin"):
    c(_name, f(2, 3), [-1], True)
    c(_name, s(2), [0])
c("sum.dim_IntList", f(0, 3), [0])
c("sum.dim_IntList", i(2, 3), None)
c("sum.dim_IntList", b(2, 3), [1], dtype="float32")
c("mean.dim", i(2, 3), [1], dtype="float32")
c("sum", f(2, 3))
c("sum", b(5))
c("mean", f(2, 3))
c("mean", f(0))
for _name in each("sum prod"):
    c(_name, v(100, 100, dtype=np.int8))
    c(_name, f(2, 3), dtype="float64")
c("prod.dim_int", f(2, 3), 1)
c("prod.dim_int", i(2, 3), -2, True)
c("logsumexp", v(-inf, -inf, dtype=np.float32), [0])
c("logsumexp", i(3), [0])
for _name in each("max min argmax argmin any all median count_nonzero"):
    c(_name, f(2, 5))
    c(_name, i(4))
for _name in each("max.dim min.dim argmax argmin any.dim all.dim median.dim cummax cummin"):
    c(_name, f(2, 5), 1)
    c(_name, i(3, 2), 0)
for _name in each("max.dim min.dim argmax argmin any.dim all.dim median.dim"):
    c(_name, f(2, 5), -2, True)
for _name in each("max.dim argmin amax median median.dim cummax"):
    c(_name, v(1, nan, 3, nan, dtype=np.float32), *([0] if "dim" in _name or "cum" in _name else []))
c("any.dims", b(2, 3), [0, 1], True)
c("any.dims", b(2, 3))
c("all.dims", b(2, 3), [0])
c("any", v(0, 3, dtype=np.uint8))
c("all", v(0, 3, dtype=np.uint8))
c("count_nonzero", f(2, 12), 1)
c("count_nonzero.dim_IntList", i(2, 6), [0, 1])
c("aminmax", f(2, 5))
c("aminmax", f(2, 5), dim=0, keepdim=True)
for _name in each("var std var_mean std_mean"):
    c(_name, f(2, 5))
    c(_name, f(2, 5), False)
    c(f"{_name}.dim", f(2, 5), [1], False, True)
    c(f"{_name}.correction", f(2, 5), [1], correction=0)
    c(f"{_name}.correction", f(2, 5), correction=2.5, keepdim=True)
    c(f"{_name}.correction", f(2, 1), [1])
for _order in (0, 1, 2, 3, 2.5, -1, inf, -inf):
    c("linalg_vector_norm", f(2, 5), _order, [1])
c("linalg_vector_norm", f(2, 5), 2, None, True, dtype="float64")
c("norm.Scalar", f(2, 5))
c("norm.ScalarOpt_dim", f(2, 5), None, [1], True)
c("norm.ScalarOpt_dim_dtype", f(2, 5), 1, [0], False, dtype="float64")
c("norm.ScalarOpt_dtype", f(2, 5), 3, dtype="float64")
for _name in each("cumsum cumprod logcumsumexp"):
    c(_name, f(2, 5), 1)
    c(_name, f(3, 2), -2)
    c(_name, s(3), 0)
c("cumsum", b(4), 0)
c("cumsum", i(4), 0, dtype="float32")
c("cumprod", i(4), 0)
for _name in each("softmax.int log_softmax.int special_softmax special_log_softmax _safe_softmax"):
    c(_name, f(2, 5), -1)
    c(_name, f(2, 3, 2), 1)
    c(_name, s(3), 0)
for _name in each("_softmax _log_softmax"):
    c(_name, f(2, 5), 1, False)
    c(_name, f(3, 4), 0, False)
c("softmax.int", i(4), 0, "float32")
c("special_log_softmax", i(4), 0, dtype="float64")
c("softmax.int", v(-inf, -inf, dtype=np.float32), 0)
c("_safe_softmax", np.where(b(3, 1), f(3, 4), np.float32(-inf)), 1)

# Order
for _name in each("argsort sort"):
    c(_name, f(3, 5))
    c(_name, f(3, 5), 0, True)
    c(f"{_name}.stable", i(12) % 3, stable=True)
    c(f"{_name}.stable", i(2, 8) % 3, stable=True, dim=-1, descending=True)
    c(_name, v(1, nan, -inf, dtype=np.float32), -1, True)
c("msort", f(3, 2))
c("topk", f(3, 5), 2)
c("topk", f(3, 5), 3, 0, False)
c("topk", f(5), 5)
c("topk", f(5), 0)
c("kthvalue", f(3, 5), 2)
c("kthvalue", f(3, 5), 3, 0, True)

# New arrays
c("full", [2, 3], 1.5)
c("full", [2], 7)
c("full", [], True)
c("full", [2], 2.75, dtype="int32", device="cpu", pin_memory=False)
c("zeros", [2, 0])
c("zeros", [2], dtype="int64", layout="strided")
c("ones", [3], dtype="bool")
c("full_like", f(2, 3), 7)
c("full_like", i(2), 1.5, dtype="float64", pin_memory=False)
for _name in each("zeros_like ones_like"):
    c(_name, i(2, 3))
    c(_name, f(2), dtype="bool", memory_format="preserve_format")
c("zero", f(3))
c("fill.Scalar", f(2, 3), 2)
c("fill.Tensor", f(2, 3), s(2, np.int64))
c("new_full", f(2), [3], 2, dtype="int64")
c("new_zeros", i(2), [3, 1])
c("new_ones", f(2), [3], dtype="int64")
c("scalar_tensor", 3)
c("scalar_tensor", 3, dtype="int64")
c("arange", 5)
c("arange", 2.5)
c("arange", 4, dtype="float16")
c("arange.start", 2, 6, dtype="float32")
c("arange.start_step", 5, 0, -2)
c("arange.start_step", 0, 1, 0.3)
c("arange.start_step", 0.5, 3.2, 1, dtype="int64")
c("linspace", 0, 1, 5)
c("linspace", -3, 9, 1)
c("linspace", 0, 10, 4, dtype="int64")
c("linspace.Tensor_Tensor", s(0), s(1), 3)
c("linspace.Tensor_Scalar", s(0), 1, 3)
c("linspace.Scalar_Tensor", 0, s(1), 3)
c("eye", 3)
c("eye.m", 2, 3, dtype="bool")
c("tril_indices", 3, 4, -1)
c("triu_indices", 3, 3)

# Shapes
for _name in each("view _unsafe_view reshape"):
    c(_name, f(2, 6), [3, -1])
    c(_name, f(2, 3), [6])
c("_reshape_alias", f(2, 6), [3, 4], [4, 1])
c("view.dtype", f(2, 3), "int32")
c("view.dtype", v(1, 2, dtype=np.int32), "int16")
for _name in each("view_as reshape_as expand_as"):
    c(_name, f(2, 3), np.zeros((2, 3)))
c("expand_as", f(3, 1), np.zeros((2, 3, 4)))
c("ravel", f(2, 3))
c("flatten.using_ints", f(2, 3, 2))
c("flatten.using_ints", f(2, 3, 2), 1)
c("flatten.using_ints", s(2))
c("unflatten.int", f(2, 6), 1, [-1, 2])
c("squeeze", f(1, 2, 1))
c("squeeze.dim", f(1, 2, 1), -1)
c("squeeze.dim", f(1, 2, 1), 1)
c("squeeze.dims", f(1, 2, 1), [0, 1, 2])
c("unsqueeze", f(2, 3), -1)
c("unsqueeze", f(2, 3), 0)
for _name in each("transpose.int swapaxes swapdims"):
    c(_name, f(2, 3, 2), 0, -2)
c("permute", f(2, 3, 2), [2, 0, -2])
for _name in each("t numpy_T mT"):
    c(_name, f(2, 3))
c("t", f(3))
c("movedim.int", f(2, 3, 2), 0, -1)
c("movedim.intlist", f(2, 3, 2), [0, 1], [2, 0])
c("expand", f(3, 1), [2, -1, 4])
c("broadcast_to", f(3, 1), [2, 3, 4])
c("broadcast_tensors", [f(2, 1), f(3)])
c("repeat", f(2, 3), [2, 1, 2])
c("tile", f(2, 3), [2])
c("tile", f(2), [2, 1])
c("repeat_interleave.self_int", f(2, 3), 2, 1)
c("repeat_interleave.self_int", f(2, 2), 3)
c("repeat_interleave.self_Tensor", f(2, 3), v(1, 0, 2), 1, output_size=3)
c("repeat_interleave.Tensor", v(1, 0, 2))
for _name in each("atleast_1d atleast_2d atleast_3d"):
    c(_name, s(2))
    c(_name, f(3))
    c(f"{_name}.Sequence", [s(2), f(2, 3)])
c("flip", f(2, 3), [0, -1])
c("flip", f(2, 3), [])
c("roll", f(2, 3), [1], [1])
c("roll", f(2, 3), [4])
c("roll", f(2, 3), [1, -1], [0, 1])
c("rot90", f(2, 3))
c("rot90", f(2, 3, 2), -1, [1, 2])
c("pixel_shuffle", f(1, 8, 2, 3), 2)
c("pixel_unshuffle", f(1, 2, 4, 6), 2)
c("channel_shuffle", f(1, 6, 1, 2), 3)
c("meshgrid", [f(2), f(3)])
c("meshgrid.indexing", [f(2), f(3)], indexing="xy")

# Parts, and arrays joined
c("cat", [f(2, 3), f(1, 3)])
c("cat", [f(2, 3), i(2, 1)], -1)
c("cat", [f(0), f(2, 3)], 1)
c("stack", [f(2, 3), f(2, 3, start=5)], -1)
c("stack", [f(3), i(3)])
for _name in each("hstack vstack row_stack dstack column_stack"):
    c(_name, [f(3), f(3, start=5)])
    c(_name, [f(2, 3), f(2, 3, start=5)])
c("hstack", [s(1), s(2)])
for _name in each("split_with_sizes unsafe_split_with_sizes split.sizes"):
    c(_name, f(2, 6), [1, 0, 5], 1)
for _name in each("split.Tensor unsafe_split.Tensor chunk unsafe_chunk"):
    c(_name, f(5, 2), 2)
    c(_name, f(2, 7), 3, -1)
c("chunk", f(0, 2), 3)
c("chunk", f(6, 1), 4)
c("tensor_split.sections", f(7), 3)
c("tensor_split.indices", f(2, 5), [1, 3], 1)
c("tensor_split.tensor_indices_or_sections", f(7), v(2, 5))
c("unbind.int", f(2, 3))
c("unbind.int", f(2, 3), 1)
c("slice.Tensor", f(6, 2), 0, 1, 9223372036854775807, 2)
c("slice.Tensor", f(2, 6), 1, -3, -1)
c("slice.Tensor", f(3))
c("slice.Tensor", f(3), 0, 2, 1)
c("select.int", f(2, 3), 1, -1)
c("select.int", f(3), 0, 1)
c("narrow", f(2, 6), 1, -4, 3)
c("narrow.Tensor", f(6), 0, s(2, np.int64), 3)
c("diagonal", f(2, 3, 3), 1, 1, 2)
c("diagonal", f(3, 3), -1)
c("diag", f(3))
c("diag", f(3), -1)
c("diag", f(2, 3), 1)
c("diag_embed", f(2, 2))
c("diag_embed", f(2, 2), 1, 0, 2)
for _name in each("tril triu"):
    c(_name, f(3, 4))
    c(_name, f(2, 3, 3), 1)
    c(_name, b(3, 3), -1)
c("unfold", f(2, 6), 1, 3, 2)
c("unfold", f(4, 2), 0, 2, 1)
c("as_strided", f(12), [2, 3], [1, 2], 3)
c("as_strided_scatter", f(12), f(2, 3, start=5), [2, 3], [6, 2], 1)
c("as_strided_scatter", f(3, 4), f(12, start=5), [12], [1])
c("as_strided_scatter", f(3, 4), f(2, 0), [2, 0], [1, 1])

# Types and copies
for _name in each("alias detach lift lift_fresh lift_fresh_copy resolve_conj resolve_neg"):
    c(_name, f(2, 3))
c("clone", f(2, 3).T, memory_format="contiguous_format")
c("contiguous", f(2, 3).T)
c("copy", f(2, 3), i(3))
for _from in (f(6), i(6), b(6), unit(3).astype(np.float16)):
    for _to in each("float32 float64 float16 bfloat16 int64 int32 int8 bool"):
        c("_to_copy", _from, dtype=_to)
c("_to_copy", f(2), dtype=None, device="cpu")
c("to.dtype", f(3), "int64")
c("to.dtype", f(3), "float32", False, True)
c("to.dtype_layout", f(3), dtype="int64", layout="strided", device="cpu")
c("to.device", f(3), "cpu", "float64")
c("to.other", f(3), i(1))
c("type_as", i(3), f(1))

# Indices
c("index.Tensor", f(4, 3), [v(0, -1, 2)])
c("index.Tensor", f(4, 3), [None, v(0, 2)])
c("index.Tensor", f(4, 3), [v([0], [1]), v(0, 2)])
c("index.Tensor", f(2, 3, 4), [v(0, 1), None, v(0, 2)])
c("index.Tensor", f(2, 3), [b(2, 3)])
c("index.Tensor", f(2, 3), [None, b(3)])
c("index.Tensor", f(3), [s(1, np.int64)])
c("_unsafe_index.Tensor", f(1, 3, 4), [None, v([0], [2]), v(0, 3)])
for _name in each("index_put _unsafe_index_put"):
    c(_name, f(4, 3), [v(0, 2)], f(2, 3, start=5))
    c(_name, f(4, 3), [v(0, 0)], f(2, 3, start=5), True)
c("index_put", f(4, 3), [b(4, 3)], s(9))
c("index_put", f(4, 3), [None, v(1)], f(4, 1))
c("index_select", f(3, 4), 1, v(3, 0, 0))
c("index_select", s(2), 0, v(0))
c("index_add", f(4, 2), 0, v(1, 1, 3), f(3, 2, start=5), alpha=2)
c("index_copy", f(2, 4), 1, v(3, 0), f(2, 2, start=5))
c("index_fill.int_Scalar", f(3, 2), 0, v(0, -1), 7)
c("index_fill.int_Tensor", f(3, 2), 1, v(1), s(7))
c("take", f(3, 4), v([0, -1], [5, 5]))
c("gather", f(3, 4), 1, v([0, 3], [1, 1]))
c("gather", f(3, 4), 0, v([0, 2, 1, 0]))
c("gather", s(2), 0, v(0))
c("take_along_dim", f(3, 4), v([0], [2], [1]), 1)
c("take_along_dim", f(3, 4), v(0, 11))
c("masked_select", f(2, 3), b(3))
c("nonzero", i(3, 4))
c("argwhere", i(3, 4))
c("nonzero_numpy", i(3, 4))
c("one_hot", v(0, 2, 1))
c("one_hot", v([0, 2], [1, 1]), 4)
for _right in (False, True):
    c("bucketize.Tensor", f(2, 4), v(-1, 0, 0.25, 2, dtype=np.float32), right=_right)
    c("searchsorted.Tensor", v([0, 1, 2], [0, 2, 4]), v([1, 2], [1, 2]), right=_right)
c("bucketize.Scalar", 0.5, v(-1, 0, 0.25, 2, dtype=np.float32), out_int32=True)
c("searchsorted.Tensor", v(0, 1, 1, 2), v([1, 5], [-1, 0]), side="right")
c("searchsorted.Tensor", v(2, 0, 1), v(1, 3), sorter=v(1, 2, 0))
c("searchsorted.Scalar", v(0, 1, 1, 2), 1, out_int32=True)
c("isin.Tensor_Tensor", i(2, 3), v(0, 3))
c("isin.Tensor_Scalar", i(4), 3, invert=True)
c("isin.Scalar_Tensor", 3, i(4))
c("_unique2", i(2, 8) % 3, True, True, True)
c("_unique2", v(3, 1, 3))
c("unique_dim", v([1, 2], [0, 1], [1, 2]), 0, True, True, True)
c("unique_consecutive", v(1, 1, 2, 2, 1), True, True)
c("unique_consecutive", v([1, 1, 2], [1, 1, 3]), True, True, 1)

# Other elements at chosen places
for _name in each("scatter.src scatter_add"):
    c(_name, f(3, 4), 1, v([0, 3], [1, 2]), f(2, 2, start=5))
    c(_name, f(3, 4), 0, v([2, 1, 0, 1]), f(1, 4, start=5))
c("scatter_add", f(4), 0, v(1, 1, 1), f(5, start=5))
c("scatter.value", f(3, 4), 1, v([0, 3], [1, 2]), 9)
for _name in each("add multiply"):
    c("scatter.reduce", f(3, 4), 1, v([0, 0], [1, 2]), f(2, 2, start=5), reduce=_name)
    c("scatter.value_reduce", f(3, 4), 1, v([0, 0], [1, 2]), 2, reduce=_name)
for _name in each("sum prod mean amax amin"):
    for _self in (True, False):
        c("scatter_reduce.two", f(4), 0, v(0, 0, 2), f(3, start=5), _name, include_self=_self)
        c("scatter_reduce.two", i(4), 0, v(0, 0, 2), i(3, start=5), _name, include_self=_self)
c("select_scatter", f(3, 4), f(4, start=5), 0, -1)
c("slice_scatter", f(3, 4), f(3, 2, start=5), 1, 0, 9223372036854775807, 2)
c("diagonal_scatter", f(3, 3), f(2, start=5), 1)
c("masked_scatter", f(2, 3), b(3), f(4, start=5))

# Complex numbers
_complex = (f(2, 3) + 1j * f(2, 3, start=5)).astype(np.complex64)
c("view_as_complex", f(2, 3, 2))
c("view_as_complex", f(2).astype(np.float64))
c("complex", f(2, 3), f(3, start=5))
c("polar", unit(2, 3), f(3))
for _name in each("view_as_real real imag conj _conj conj_physical angle abs exp sgn"):
    c(_name, _complex)
c("mul.Tensor", _complex, f(3))
c("add.Scalar", _complex, 2)
c("real", f(3))
c("conj", f(3))
c("angle", v(1, -1, 0, nan, dtype=np.float32))

# Rarer operations
c("float_power.Tensor_Tensor", i(5), f(5))
c("float_power.Tensor_Scalar", unit(5), 2)
c("float_power.Scalar", 2, f(5))
c("heaviside", f(12), s(0.5))
c("diff", f(2, 5))
c("diff", f(5, 2), 2, 0)
c("diff", b(5), 1)
c("diff", f(2, 3), 1, -1, f(2, 1, start=5), f(2, 1))
c("linalg_cross", f(2, 3), f(1, 3, start=5))
c("linalg_cross", f(3, 2), f(3, 2, start=5), dim=0)
c("cross", f(3, 2), f(3, 2, start=5))
c("rrelu", f(6), 0.1, 0.3)
c("nansum", v([1, nan], [nan, nan], dtype=np.float32), [1])
c("nansum", i(2, 3))
c("trace", f(2, 3))
c("trace", i(3, 3))
c("sum_to_size", f(2, 3, 4), [3, 1])
c("sum_to_size", f(2, 3), [2, 3])
c("fliplr", f(2, 3))
c("flipud", f(2, 3))
c("cartesian_prod", [f(2), f(3)])
c("cartesian_prod", [f(2)])
c("diagflat", f(2, 2), 1)
c("block_diag", [f(2, 3), f(2), i(1, 1)])
for _name, _shape in (("hsplit", (2, 4)), ("vsplit", (4, 2)), ("dsplit", (1, 2, 4)), ("hsplit", (4,))):
    c(f"{_name}.int", f(*_shape), 2)
    c(f"{_name}.array", f(*_shape), [1, 3])
c("bincount", v(1, 3, 1))
c("bincount", v(1, 3, 1), f(3), 6)

# Special functions
for _name in each("lgamma digamma"):
    c(_name, v(-2.5, -0.3, -1, 0, 0.2, 0.5, 1, 1.5, 2, 3.25, 12, 200, inf, nan, dtype=np.float32))
    c(_name, n(4))
c("erfinv", v(-1, -0.999, -0.5, 0, 1e-6, 0.3, 0.9, 0.9999, 1, 1.5, nan, dtype=np.float32))
c("i0", f(2, 5) * 5)
c("gcd", i(6), n(6) * 2)
c("lcm", i(6), n(6) * 2)
c("nextafter", f(4), f(4, start=5))
c("ldexp.Tensor", f(4), i(4))
c("ldexp.Tensor", i(4), i(4))
c("frexp.Tensor", v(0, 0.3, -5, 1024, dtype=np.float32))

# Statistics
_with_nan = v([1, nan, 3, 0.5], [nan, nan, nan, nan], [4, 2, 2, 8], dtype=np.float32)
for _name in each("quantile nanquantile"):
    for _mode in each("linear lower higher midpoint nearest"):
        c(f"{_name}.scalar", f(3, 6), 0.3, 1, interpolation=_mode)
    c(f"{_name}.scalar", f(3, 5), 0.5)
    c(f"{_name}.scalar", f(3, 5), 0.5, None, True)
    c(_name, f(3, 5), v(0, 0.25, 0.9, 1, dtype=np.float32), 0, True)
    c(_name, _with_nan, v(0.25, 0.9, dtype=np.float32), 1)
c("nanmean", _with_nan)
c("nanmean", _with_nan, [1], True)
c("nanmedian", _with_nan)
c("nanmedian.dim", _with_nan, 0)
c("nanmedian.dim", _with_nan[::2], 1)
c("nanmedian.dim", i(3, 4), 0, True)
c("mode", n(3, 7))
c("mode", n(3, 7), 0, True)
c("mode", f(5))
c("histc", f(20), 4, -1, 2)
c("histc", f(20), 5)
c("histc", f(1))
c("cov", f(3, 5))
c("cov", f(3, 5), correction=0, fweights=n(5))
c("cov", f(3, 5), aweights=v(1, 1, 4, 1, 1, dtype=np.float32))
c("cov", i(5))
c("corrcoef", f(3, 5))
c("corrcoef", f(5))
for _repeat in (False, True):
    c("combinations", f(4), 2, _repeat)
    c("combinations", i(3), 3, _repeat)
for _name in each("trapezoid trapz cumulative_trapezoid"):
    c(f"{_name}.dx", f(3, 4), dx=0.5)
    c(f"{_name}.dx", i(3, 4), dim=0)
    c(f"{_name}.x", f(3, 4), f(4, start=5))
    c(f"{_name}.x", f(3, 4), f(3, 4, start=5), dim=0)
c("renorm", f(3, 4), 2, 0, 2.5)
c("renorm", f(2, 3, 2), 1, 1, 3)
c("norm_except_dim", f(2, 3, 2), 2, 1)
c("norm_except_dim", f(2, 3), 2, -1)
c("dist", f(2, 3), f(3, start=5))
c("dist", f(2, 3), f(2, 3, start=5), 1)
c("frobenius_norm.dim", f(2, 3), [0, 1], True)
c("frobenius_norm.dim", f(2, 3), [1])

# The rarest operations
for _name in each("adjoint mH"):
    c(_name, f(2, 3, 4))
    c(_name, _complex)
c("matrix_H", f(2, 3))
for _name in each("isreal is_complex is_floating_point is_signed"):
    c(_name, f(3))
    c(_name, _complex)
    c(_name, b(3))
c("logspace", 0, 3, 4)
c("logspace", -1.0, 1.0, 5, 2.0, dtype="float64")
c("range", 0, 4)
c("range.step", 1, 3.5, 0.5)
c("range.step", 5, 0, -2, dtype="int64")
for _name in each("hann hamming blackman bartlett kaiser"):
    for _length in (0, 1, 2, 7):
        c(f"{_name}_window", _length)
    c(f"{_name}_window.periodic", 7, False)
    c(f"{_name}_window.periodic", 8, True, dtype="float64")
c("hamming_window.periodic_alpha", 7, True, 0.5)
c("hamming_window.periodic_alpha_beta", 7, True, 0.5, 0.4)
c("kaiser_window.beta", 7, False, 5.0)
c("native_channel_shuffle", f(1, 6, 2), 3)
for _side in each("left right"):
    c("pad_sequence", [f(2, 3), f(4, 3), f(1, 3)], True, 0.5, _side)
c("pad_sequence", [f(2), f(3)])
c("vander", f(4))
c("vander", i(3), 2, True)
for _sum in (False, True):
    c("put", f(2, 3), v(0, 5, -2), f(3, start=5), _sum)
for _name in each("prod mean amax amin"):
    for _self in (True, False):
        c("index_reduce", f(4, 3), 0, v(0, 2, 0), f(3, 3, start=5), _name, include_self=_self)
