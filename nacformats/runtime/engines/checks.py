"""Checks that PyTorch's operators lack: the few operators that need one are allowed because of it.

Each takes the arguments of its operator and raises ValueError, IndexError or a FormatError where PyTorch would read or
write outside of a tensor, divide an integer by zero, or go on for as long as a number in the file says. Where an
operator takes a layout in memory for granted, its check gives the arguments to call it with instead.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import torch

from nacformats.errors import LimitError, UnsupportedError
from nacformats.limits import MAX_GEOMETRY, MAX_PARTS
from nacformats.ops.kernels.backward.convolution import check_convolution_gradient
from nacformats.ops.names import ATEN
from nacformats.ops.table import of_kind, operators
from nacformats.runtime.engines.base import LAYERS

#: Called with the arguments of the operator; gives those to use instead of them, or None.
ArgumentCheck = Callable[..., tuple[tuple[Any, ...], dict[str, Any]] | None]

#: The most that the rounding of a scale adds to a size.
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
    """Return the size of a dimension; 0 where there is none, which PyTorch refuses."""
    return int(x.shape[dim]) if -x.dim() <= dim < x.dim() else 0


def _no_dropout(dropout: float) -> None:
    if dropout:
        raise UnsupportedError(f"a dropout of {dropout} draws random numbers", hint="export the model after eval()")


def _attention(
    query: Any, key: Any, value: Any, mask: Any = None, dropout: float = 0.0, *rest: Any, **keywords: Any
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    _no_dropout(dropout)
    query, key, value, mask = map(_with_whole_rows, (query, key, value, mask))
    return (query, key, value, mask, dropout, *rest), keywords


def _with_whole_rows(tensor: Any) -> Any:
    """Return the fused kernels read each row from its first element on, whatever its stride."""
    if tensor is None or not tensor.dim() or tensor.stride(-1) == 1 or tensor.shape[-1] == 1:
        return tensor
    return tensor.contiguous()


def _flash_attention(
    query: Any, key: Any, value: Any, dropout: float = 0.0, is_causal: bool = False, **keywords: Any
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Return the kernel takes all sizes from the query, divides by them, and reads keys, values and mask by them."""
    _no_dropout(dropout)
    shapes = [list(tensor.shape) for tensor in (query, key, value)]
    key, value = (_for_every_head(each, query) for each in (key, value))
    fits = query.dim() == 4 and key.shape == value.shape and query.shape[:2] == key.shape[:2]
    fits = fits and 0 not in (*query.shape, *key.shape)
    if not (fits and query.shape[3] == key.shape[3] and query.dtype == key.dtype == value.dtype):
        raise ValueError(f"attention of a query {shapes[0]}, keys {shapes[1]} and values {shapes[2]}")
    mask = keywords.get("attn_mask")
    _fitting_mask(mask, [*query.shape[:3], key.shape[2]])
    query, key, value, mask = map(_with_whole_rows, (query, key, value, mask))
    return (query, key, value, dropout, is_causal), {**keywords, "attn_mask": mask}


def _for_every_head(tensor: Any, query: Any) -> Any:
    """Repeat keys or values that several heads of the query share, once for each of them."""
    if not tensor.dim() == query.dim() == 4 or not tensor.shape[1] or query.shape[1] % tensor.shape[1]:
        return tensor
    times = query.shape[1] // tensor.shape[1]
    return tensor if times == 1 else tensor.repeat_interleave(times, 1)


def _fitting_mask(mask: Any, scores: list[int]) -> None:
    if mask is None:
        return
    wanted = scores[2:] if mask.dim() == 2 else scores
    fits = mask.dim() == len(wanted)
    if not fits or any(size not in (1, whole) for size, whole in zip(mask.shape, wanted, strict=True)):
        raise ValueError(f"an attention mask {list(mask.shape)} for {scores}")


def _recurrent(gates: int) -> ArgumentCheck:
    """Return the states and the parameters of all layers and directions in their shapes, which oneDNN takes for
    granted.
    """

    def check(
        x: Any,
        state: Any,
        params: Sequence[Any],
        biases: bool,
        layers: int,
        dropout: float,
        train: bool,
        bidirectional: bool,
        batch_first: bool,
    ) -> None:
        if train:
            _no_dropout(dropout)
        states = state if isinstance(state, list | tuple) else [state]
        directions = 1 + bidirectional
        if x.dim() != 3 or not states or any(each.dim() != 3 for each in states):
            raise ValueError(f"a recurrence over {list(x.shape)} with states {[list(each.shape) for each in states]}")
        given, size = states[0].shape[2], states[-1].shape[2]
        ahead = [(layers * directions, x.shape[not batch_first], width) for width in (given, size)[-len(states) :]]
        wanted = [
            shape
            for layer in range(layers if 0 < layers <= len(params) else 0)
            for shape in directions
            * [
                (gates * size, given * directions if layer else x.shape[2]),
                (gates * size, given),
                *([(gates * size,)] * 2 * biases),
                *([(given, size)] if given != size else []),
            ]
        ]
        shapes = [tuple(each.shape) for each in (*states, *params)]
        if shapes != [*ahead, *wanted] or {each.dtype for each in (*states, *params)} != {x.dtype}:
            raise ValueError(f"a recurrence over {list(x.shape)} with states and parameters {shapes}")

    return check


def _batch_norm(x: Any, weight: Any, bias: Any, mean: Any, var: Any, training: bool = False, *_numbers: float) -> None:
    """Require statistics outside of training, and everything as long as there are channels."""
    if not training and (mean is None or var is None):
        raise ValueError("running_mean and running_var are needed outside of training")
    channels = [x.shape[1]] if x.dim() > 1 else None
    for each in (weight, bias, mean, var):
        if each is not None and list(each.shape) != channels:
            raise ValueError(f"a batch normalization of {list(x.shape)} by {list(each.shape)}")


def _batch_norm_without_statistics(x: Any, weight: Any, bias: Any, training: bool, *_numbers: float) -> None:
    _batch_norm(x, weight, bias, None, None, training)


def _batch_norm_of_inference(x: Any, weight: Any, bias: Any, mean: Any, var: Any, *_numbers: float) -> None:
    _batch_norm(x, weight, bias, mean, var)


def _same_shapes(grad: Any, output: Any, *_rest: Any) -> None:
    """The kernel takes all sizes from the first tensor."""
    if grad.shape != output.shape or grad.dtype != output.dtype:
        raise ValueError(f"a gradient {list(grad.shape)} of {grad.dtype} for {list(output.shape)} of {output.dtype}")


def _layer_norm_gradient(
    grad: Any, x: Any, shape: Sequence[int], mean: Any, rstd: Any, weight: Any, bias: Any, _wanted: Any
) -> None:
    """Require statistics of every row, and parameters of the normalized shape."""
    rank = len(shape)
    rows = math.prod(x.shape[: x.dim() - rank])
    statistics = (mean, rstd)
    if grad.shape != x.shape or not rank or list(x.shape[-rank:]) != list(shape) or 0 in shape:
        raise ValueError(f"a gradient {list(grad.shape)} of a normalization over {list(shape)} of {list(x.shape)}")
    if any(each.numel() != rows for each in statistics) or any(each.dtype != x.dtype for each in (grad, *statistics)):
        raise ValueError(f"statistics {[list(each.shape) for each in statistics]} of the rows of {list(x.shape)}")
    for each in (weight, bias):
        if each is not None and (list(each.shape) != list(shape) or each.dtype != x.dtype):
            raise ValueError(f"a normalization over {list(shape)} with a parameter {list(each.shape)}")


def _convolution_gradient(
    grad: Any, x: Any, weight: Any, _bias: Any, stride: Any, padding: Any, dilation: Any, *rest: Any
) -> None:
    """Require the shapes of one convolution."""
    transposed, more, groups, wanted = rest
    check_convolution_gradient(grad, x, weight, stride, padding, dilation, transposed, more, groups, wanted)


def _type_view(x: Any, dtype: Any) -> None:
    """A bool of another byte than 0 and 1 is counted as that number."""
    if dtype == torch.bool != x.dtype:
        raise UnsupportedError("bytes read as bool", hint=f"compare them with 0 instead, by {ATEN.ne.Scalar}")


def _resampling(_x: Any, sizes: Sequence[int], *rest: Any) -> None:
    """The scales divide the places of the result, which must not fall outside of what an integer holds."""
    for size, scale in zip(sizes, _scales(rest), strict=False):
        if scale is not None and not size <= scale * MAX_GEOMETRY < math.inf:
            raise ValueError(f"a resampling to {size} elements by a scale of {scale}")


def _antialiased(x: Any, sizes: Sequence[int], *rest: Any) -> None:
    """The scales say as well how many elements are weighed for each of the result."""
    for before, after, scale in zip(x.shape[2:], sizes, _scales(rest), strict=False):
        if scale is not None and not after <= before * scale * _ROUNDING < math.inf:
            raise ValueError(f"a resampling of {before} elements to {after} by a scale of {scale}")


def _scales(rest: Sequence[Any]) -> list[float | None]:
    """Return the arguments after the sizes, but for align_corners."""
    return [value for value in rest if type(value) is not bool]


def _resampling_by_factors(_x: Any, _sizes: Any, *rest: Any) -> None:
    for scale in rest[-1] or ():
        if not 1 <= scale * MAX_GEOMETRY <= MAX_GEOMETRY**2:
            raise ValueError(f"a resampling by a scale of {scale}")


def _resampling_check(name: str) -> ArgumentCheck:
    """Return the check of an operator that gives a tensor in another size."""
    if name.endswith(".vec"):
        return _resampling_by_factors
    return _antialiased if operators()[name].base.endswith("_aa") else _resampling


#: The checks by operator.
_CHECKS: dict[str, ArgumentCheck] = {
    **dict.fromkeys((ATEN.unbind.int, ATEN.unbind_copy.int), _unbound),
    **dict.fromkeys((ATEN.split.Tensor, ATEN.split_copy.Tensor, ATEN.unsafe_split.Tensor), _split),
    **dict.fromkeys((ATEN.chunk.default, ATEN.unsafe_chunk.default, ATEN.tensor_split.sections), _sections),
    **dict.fromkeys((ATEN.hsplit.int, ATEN.vsplit.int, ATEN.dsplit.int), _sections),
    ATEN.tensor_split.tensor_indices_or_sections: _sections,
    ATEN.scaled_dot_product_attention.default: _attention,
    ATEN._scaled_dot_product_attention_math.default: _attention,
    ATEN._scaled_dot_product_flash_attention_for_cpu.default: _flash_attention,
    ATEN._softmax_backward_data.default: _same_shapes,
    ATEN._log_softmax_backward_data.default: _same_shapes,
    ATEN.native_layer_norm_backward.default: _layer_norm_gradient,
    ATEN.convolution_backward.default: _convolution_gradient,
    **dict.fromkeys((ATEN.view.dtype, ATEN.view_copy.dtype), _type_view),
    ATEN.lstm.input: _recurrent(4),
    ATEN.gru.input: _recurrent(3),
    ATEN.rnn_tanh.input: _recurrent(1),
    ATEN.rnn_relu.input: _recurrent(1),
    ATEN.native_batch_norm.default: _batch_norm,
    ATEN._native_batch_norm_legit.default: _batch_norm,
    ATEN._native_batch_norm_legit.no_stats: _batch_norm_without_statistics,
    ATEN._native_batch_norm_legit_no_training.default: _batch_norm_of_inference,
    **{name: _resampling_check(name) for name in of_kind("resampling") if "output_size" in operators()[name].schema},
}


def checks_of(operator: str) -> list[ArgumentCheck]:
    """Return the checks of an operator's arguments, made before it is called."""
    own = [_CHECKS[operator]] if operator in _CHECKS else []
    return [geometry, *own] if operator in LAYERS else own
