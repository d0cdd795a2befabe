"""What PyTorch's operators do not check themselves: checks in front of the few that are allowed because of them.

Each takes the arguments of its operator and raises ValueError, IndexError or a FormatError where PyTorch would read or
write outside of a tensor, divide an integer by zero, or go on for as long as a number in the file says.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import torch

from nacformats.errors import LimitError, UnsupportedError
from nacformats.limits import MAX_GEOMETRY, MAX_PARTS
from nacformats.runtime.engines.allowed import LAYERS

#: Called with the arguments of the operator.
Check = Callable[..., None]

#: What the rounding of a scale may add to a size.
_ROUNDING = 1 + 1e-6


def geometry(*arguments: Any, **keywords: Any) -> None:
    """Sizes, steps and paddings whose products fit 64 bits."""
    for value in (*arguments, *keywords.values()):
        if type(value) is int:
            _bounded(value)
        elif type(value) is list:
            for item in value:
                if type(item) is int:
                    _bounded(item)


def _bounded(value: int) -> None:
    if not -MAX_GEOMETRY <= value <= MAX_GEOMETRY:
        raise LimitError("a size of a layer", expected=f"at most {MAX_GEOMETRY}", actual=value)


def _parts(count: int) -> None:
    if count > MAX_PARTS:
        raise LimitError("a tensor split into too many parts", expected=f"at most {MAX_PARTS}", actual=count)


def _unbound(x: Any, dim: int = 0) -> None:
    _parts(_size(x, dim))


def _split(x: Any, size: int, dim: int = 0) -> None:
    if size > 0:
        _parts(-(-_size(x, dim) // size))


def _sections(_x: Any, count: Any, *_dim: int) -> None:
    """The number of parts is given, as a number or as a tensor of no dimensions."""
    if not isinstance(count, torch.Tensor):
        _parts(count)
    elif count.dim() == 0:
        _parts(int(count))


def _size(x: Any, dim: int) -> int:
    """The size of a dimension; 0 where there is none, which PyTorch refuses."""
    return int(x.shape[dim]) if -x.dim() <= dim < x.dim() else 0


def _no_dropout(dropout: float) -> None:
    if dropout:
        raise UnsupportedError(f"a dropout of {dropout} draws random numbers", hint="export the model after eval()")


def _attention(
    _query: Any, _key: Any, _value: Any, _mask: Any = None, dropout: float = 0.0, *_rest: Any, **_keywords: Any
) -> None:
    _no_dropout(dropout)


def _flash_attention(
    query: Any, key: Any, value: Any, dropout: float = 0.0, *_is_causal: bool, attn_mask: Any = None, **_scale: Any
) -> None:
    """The kernel takes all sizes from the query, and reads keys, values and mask by them."""
    _no_dropout(dropout)
    shapes = [list(tensor.shape) for tensor in (query, key, value)]
    fits = query.dim() == 4 and key.shape == value.shape and query.shape[:2] == key.shape[:2]
    if not (fits and query.shape[3] == key.shape[3] and query.dtype == key.dtype == value.dtype):
        raise ValueError(f"attention of a query {shapes[0]}, keys {shapes[1]} and values {shapes[2]}")
    if attn_mask is None:
        return
    scores = [*query.shape[:3], key.shape[2]]
    wanted = scores[2:] if attn_mask.dim() == 2 else scores
    fits = attn_mask.dim() == len(wanted)
    if not fits or any(size not in (1, whole) for size, whole in zip(attn_mask.shape, wanted, strict=True)):
        raise ValueError(f"an attention mask {list(attn_mask.shape)} for {scores}")


def _recurrent(
    _x: Any, _state: Any, _params: Any, _biases: bool, _layers: int, dropout: float, train: bool, *_rest: bool
) -> None:
    if train:
        _no_dropout(dropout)


def _type_view(x: Any, dtype: Any) -> None:
    """A bool of another byte than 0 and 1 is counted as that number."""
    if dtype == torch.bool != x.dtype:
        raise UnsupportedError("bytes read as bool", hint="compare them with 0 instead, by aten.ne.Scalar")


def _resampling(x: Any, sizes: Sequence[int], *rest: Any) -> None:
    """The scales divide the places of the result, which must not fall outside of what an integer holds."""
    scales = [value for value in rest if type(value) is not bool]
    for before, after, scale in zip(x.shape[2:], sizes, scales, strict=False):
        if scale is not None and not after <= before * scale * _ROUNDING < math.inf:
            raise ValueError(f"a resampling of {before} elements to {after} by a scale of {scale}")


def _resampling_by_factors(_x: Any, _sizes: Any, *rest: Any) -> None:
    for scale in rest[-1] or ():
        if not 1 <= scale * MAX_GEOMETRY <= MAX_GEOMETRY**2:
            raise ValueError(f"a resampling by a scale of {scale}")


_RESAMPLINGS = (
    *("upsample_nearest1d", "upsample_nearest2d", "upsample_nearest3d"),
    *("_upsample_nearest_exact1d", "_upsample_nearest_exact2d", "_upsample_nearest_exact3d"),
    *("upsample_linear1d", "upsample_bilinear2d", "upsample_bicubic2d", "upsample_trilinear3d"),
    *("_upsample_bilinear2d_aa", "_upsample_bicubic2d_aa"),
)

#: The checks by operator.
_CHECKS: dict[str, Check] = {
    **dict.fromkeys(("aten.unbind.int", "aten.unbind_copy.int"), _unbound),
    **dict.fromkeys(("aten.split.Tensor", "aten.split_copy.Tensor", "aten.unsafe_split.Tensor"), _split),
    **dict.fromkeys(("aten.chunk.default", "aten.unsafe_chunk.default", "aten.tensor_split.sections"), _sections),
    **dict.fromkeys(("aten.hsplit.int", "aten.vsplit.int", "aten.dsplit.int"), _sections),
    "aten.tensor_split.tensor_indices_or_sections": _sections,
    "aten.scaled_dot_product_attention.default": _attention,
    "aten._scaled_dot_product_attention_math.default": _attention,
    "aten._scaled_dot_product_flash_attention_for_cpu.default": _flash_attention,
    **dict.fromkeys(("aten.view.dtype", "aten.view_copy.dtype"), _type_view),
    **dict.fromkeys((f"aten.{name}.input" for name in ("lstm", "gru", "rnn_tanh", "rnn_relu")), _recurrent),
    **{f"aten.{name}.default": _resampling for name in _RESAMPLINGS},
    **{f"aten.{name}.vec": _resampling_by_factors for name in _RESAMPLINGS},
}


def checks_of(operator: str) -> list[Check]:
    """What is asked of the arguments of an operator, before it is called."""
    own = [_CHECKS[operator]] if operator in _CHECKS else []
    return [geometry, *own] if operator in LAYERS else own
