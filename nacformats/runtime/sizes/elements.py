"""The cost of operations whose result is as large as their operands, broadcast: elementwise, reductions, copies."""

from __future__ import annotations

import math
from typing import Any

from nacformats.runtime.kernels._types import DTYPES
from nacformats.runtime.sizes.measures import (
    FLOAT,
    INDEX,
    NOTHING,
    Cost,
    Estimate,
    axis_of,
    broadcast_sizes,
    count,
    elements_of,
    is_contiguous,
    is_engine_tensor,
    itemsize,
    size_at,
    tensors,
    width,
)
from nacformats.runtime.sizes.table import by_numbers, by_operands

#: Bytes of an object of Python that describes a part of a tensor.
_PART_BYTES = 512


def _elementwise(copies: int) -> Estimate:
    """As many elements as the operands broadcast to, `copies` times: the result and what is made on the way."""

    def estimate(*arguments: Any, **options: Any) -> Cost:
        operands = list(tensors((*arguments, *options.values())))
        size = elements_of(broadcast_sizes(each.shape for each in operands))
        return Cost(size * width(*operands) * copies, size * copies)

    return estimate


def _largest(copies: int, work: int = 1, extra: int = 0) -> Estimate:
    """As many elements as the largest operand has, `copies` times; `extra` bytes an element for indices or masks."""

    def estimate(*arguments: Any, **options: Any) -> Cost:
        operands = list(tensors((*arguments, *options.values())))
        size = max((count(each) for each in operands), default=0)
        return Cost(size * (width(*operands) * copies + extra), size * work)

    return estimate


def _ordered(copies: int) -> Estimate:
    """Sorting: indices beside the elements, and a number of steps for each that grows with the logarithm."""
    base = _largest(copies, extra=copies * INDEX)

    def estimate(*arguments: Any, **options: Any) -> Cost:
        cost = base(*arguments, **options)
        return Cost(cost.bytes, cost.work * max(cost.work, 2).bit_length())

    return estimate


@by_operands("_to_copy to type_as")
def _converted(x: Any, *arguments: Any, dtype: Any = None, **_options: Any) -> Cost:
    """A copy in another type, which may be among the arguments, also as that of a tensor."""
    wanted = [dtype, *(each.dtype if is_engine_tensor(each) else each for each in arguments)]
    size = max([x.dtype.itemsize, *(itemsize(each) for each in wanted if _is_dtype(each))])
    # Between two half precisions, or from one to integers, the way leads through float32.
    return Cost(count(x) * (size + FLOAT), count(x))


def _is_dtype(value: Any) -> bool:
    return hasattr(value, "itemsize") or (isinstance(value, str) and value.removeprefix("torch.") in DTYPES)


@by_operands(
    "view reshape _unsafe_view _reshape_alias view_as reshape_as ravel flatten unflatten mind.reshape view_copy"
)
def _reshaped(x: Any, *_arguments: Any, **_options: Any) -> Cost:
    """Nothing for what lies in order in memory, else a copy."""
    return NOTHING if is_contiguous(x) else Cost(count(x) * x.dtype.itemsize, count(x))


def _joined(copies: int) -> Estimate:
    """The operands after each other."""

    def estimate(*arguments: Any, **options: Any) -> Cost:
        operands = list(tensors((*arguments, *options.values())))
        size = count(*operands)
        return Cost(size * width(*operands, least=1) * copies + len(operands) * _PART_BYTES, size)

    return estimate


@by_numbers("split unsafe_split split_copy split_with_sizes unsafe_split_with_sizes split_with_sizes_copy")
def _by_size(x: Any, size: Any, dim: int = 0, **_options: Any) -> Cost:
    """Views: so many that each has the size given, or one for each of the sizes."""
    if not isinstance(size, int):
        return Cost(len(size) * _PART_BYTES)
    length = x.shape[axis_of(dim, len(x.shape))] if len(x.shape) else 1
    return Cost(-(-length // max(size, 1)) * _PART_BYTES)


@by_numbers("chunk unsafe_chunk tensor_split hsplit vsplit dsplit")
def _by_number(_x: Any, number: Any = 1, *_arguments: Any, **_options: Any) -> Cost:
    """Views: as many as the number given, or one more than there are indices."""
    if isinstance(number, int):
        return Cost(max(number, 0) * _PART_BYTES)
    return Cost((count(number) if is_engine_tensor(number) else len(number)) * _PART_BYTES + _PART_BYTES)


@by_numbers("mind.split")
def _by_count(x: Any, *, axis: int = 0, count: int = 2) -> Cost:
    """Views: as many as the keyword says, but no more than there are entries, or it is refused."""
    return Cost(min(max(count, 0), size_at(x, axis)) * _PART_BYTES)


@by_numbers("unbind unbind_copy")
def _one_each(x: Any, dim: int = 0, **_options: Any) -> Cost:
    """Views: one for each entry of a dimension."""
    return Cost((x.shape[axis_of(dim, len(x.shape))] if len(x.shape) else 1) * _PART_BYTES)


@by_operands("sum amax amin max min aminmax any all trace sum_to_size mind.sum mind.max")
def _folded(x: Any, *_arguments: Any, dtype: Any = None, **_options: Any) -> Cost:
    """A sum or an extreme: a smaller result, perhaps with places; half precision and other types are converted."""
    size = count(x)
    wide = max(itemsize(dtype, 0), FLOAT) if dtype is not None or x.dtype.itemsize < FLOAT else 0
    left = size if 1 in x.shape or not len(x.shape) else size // 2
    return Cost(size * wide + left * (max(width(x), INDEX) + INDEX), size)


@by_numbers("diff")
def _differences(x: Any, times: int = 1, *arguments: Any, **options: Any) -> Cost:
    """Each of several differences has a result of its own, but no more of them than there are elements."""
    size = count(x, *tensors((*arguments, *options.values())))
    return Cost(size * width(x) * 4, size * max(1, min(times, size)))


@by_numbers("vander")
def _vandermonde(x: Any, columns: int | None = None, *_arguments: Any, **_options: Any) -> Cost:
    """Powers of a vector, as many as asked for."""
    size = count(x) * (count(x) if columns is None else max(columns, 0))
    return Cost(size * max(width(x), INDEX) * 3, size)


def log2(size: int) -> int:
    """Halvings until one is left, at least 1."""
    return max(1, math.ceil(math.log2(max(size, 2))))


#: The result has the shape that the operands broadcast to.
_ELEMENTWISE = """
    acos acosh asin asinh atan atanh cos cosh deg2rad exp exp2 expm1 log log10 log1p log2 rad2deg rsqrt sin sinc sinh
    sqrt tan tanh atan2 hypot copysign xlogy logaddexp logaddexp2 maximum max.other minimum min.other fmax fmin
    reciprocal bitwise_and __and__ bitwise_or __or__ bitwise_xor __xor__ bitwise_left_shift __lshift__
    bitwise_right_shift __rshift__ special_gammaln lgamma special_digamma special_psi digamma special_erfinv erfinv
    special_i0 i0 gcd lcm arccos arccosh arcsin arcsinh arctan arctanh arctan2
    special_erf erf erfc logit clamp clamp_min clamp_max where.self where.ScalarOther where.ScalarSelf where.Scalar
    masked_fill isnan isinf isposinf isneginf isfinite nan_to_num lerp addcmul addcdiv clip
    special_expit sigmoid silu gelu mish relu hardtanh relu6 leaky_relu elu selu celu softplus log_sigmoid
    log_sigmoid_forward hardsigmoid hardswish threshold prelu _prelu_kernel glu hardshrink softshrink rrelu
    add sub rsub mul div floor_divide remainder fmod pow square neg abs sign sgn signbit positive floor ceil trunc round
    frac bitwise_not logical_and logical_or logical_xor logical_not float_power heaviside subtract multiply divide
    negative absolute fix true_divide eq ne lt le gt ge equal isclose allclose not_equal less less_equal greater
    greater_equal complex polar _conj conj conj_physical angle isreal linalg_cross cross nextafter ldexp frexp
    copy mind.add mind.sub mind.mul mind.div truediv floordiv mod and_ or_ not_ sqrt
    mse_loss l1_loss smooth_l1_loss huber_loss binary_cross_entropy binary_cross_entropy_with_logits kl_div
    cosine_similarity pairwise_distance triplet_margin_loss margin_ranking_loss hinge_embedding_loss
    cosine_embedding_loss soft_margin_loss linalg_vecdot dist nac.masked_fill
    igamma igammac special_airy_ai special_ndtr special_ndtri special_log_ndtr special_entr special_erfcx special_i0e
    special_i1 special_i1e special_bessel_j0 special_bessel_j1 special_bessel_y0 special_bessel_y1
    special_modified_bessel_i0 special_modified_bessel_i1 special_modified_bessel_k0 special_modified_bessel_k1
    special_scaled_modified_bessel_k0 special_scaled_modified_bessel_k1 special_spherical_bessel_j0
"""

#: The result is no larger than the largest operand, and so is each of a few arrays on the way.
_LARGEST = """
    layer_norm native_layer_norm rms_norm _fused_rms_norm group_norm native_group_norm batch_norm native_batch_norm
    _native_batch_norm_legit _native_batch_norm_legit_no_training _batch_norm_no_update instance_norm
    _weight_norm_interface _weight_norm softmax special_softmax _safe_softmax log_softmax special_log_softmax _softmax
    _log_softmax var std var_mean std_mean logsumexp linalg_vector_norm norm cumsum cumprod logcumsumexp nansum
    nanmean nll_loss nll_loss_nd nll_loss2d nll_loss_forward nll_loss2d_forward cross_entropy_loss trapezoid trapz
    cumulative_trapezoid renorm norm_except_dim frobenius_norm mind.softmax mind.layernorm mind.mean mean prod
    dropout alpha_dropout feature_dropout feature_alpha_dropout native_dropout bernoulli count_nonzero argmax argmin
    dot vdot
"""

#: Gradients as large as their operands, broadcast.
_POINTWISE_GRADIENTS = """
    gelu_backward silu_backward mish_backward elu_backward leaky_relu_backward rrelu_with_noise_backward
    rrelu_with_noise_functional hardtanh_backward hardsigmoid_backward hardswish_backward softplus_backward
    log_sigmoid_backward logit_backward softshrink_backward hardshrink_backward
    _prelu_kernel_backward native_dropout_backward mse_loss_backward smooth_l1_loss_backward huber_loss_backward
    binary_cross_entropy_backward soft_margin_loss_backward
"""

#: Gradients no larger than their largest operand.
_GRADIENTS = """
    glu_backward _softmax_backward_data _log_softmax_backward_data nll_loss_backward nll_loss2d_backward
    native_layer_norm_backward native_group_norm_backward native_batch_norm_backward
    _native_batch_norm_legit_functional _weight_norm_interface_backward
"""


#: The same elements in a new tensor, in another order or with some replaced.
_COPIES = """
    lift_fresh_copy detach_copy alias_copy contiguous clone adjoint mH matrix_H flip roll rot90 pixel_shuffle
    pixel_unshuffle channel_shuffle native_channel_shuffle fliplr flipud tril triu full_like fill zeros_like empty_like
    zero ones_like rand_like randn_like randint_like normal_functional squeeze_copy unsqueeze_copy transpose_copy
    permute_copy t_copy slice_copy select_copy diagonal_copy fft_fftshift fft_ifftshift view_copy.dtype
"""


by_operands(_ELEMENTWISE)(_elementwise(4))
by_operands(_LARGEST)(_largest(5, work=5, extra=8))
by_operands("threshold_backward sigmoid_backward tanh_backward")(_elementwise(5))
by_operands(_POINTWISE_GRADIENTS)(_elementwise(10))
by_operands(_GRADIENTS)(_largest(6, work=8, extra=8))
by_operands(_COPIES)(_largest(3, extra=1))
by_operands("cummax cummin")(_largest(4, extra=24))
by_operands("argsort sort msort topk kthvalue median nanmedian mode")(_ordered(4))
by_operands("cat concat concatenate stack hstack vstack row_stack dstack column_stack mind.concat")(_joined(2))
by_operands(
    "reflection_pad1d_backward reflection_pad2d_backward reflection_pad3d_backward replication_pad1d_backward "
    "replication_pad2d_backward replication_pad3d_backward"
)(_largest(4))
by_numbers("_fft_r2c _fft_c2c")(_largest(12, work=20))
