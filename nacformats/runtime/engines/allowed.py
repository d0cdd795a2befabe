"""The operators of PyTorch that a file may name; anything else that PyTorch has needs the caller's word.

PyTorch registers some 3,600 operators, and many trust their arguments: a wrong index writes outside of a block, a
stride reads memory that is not the tensor's, a result is left uninitialised, a failed check ends the process. An
operator is in this table when it is functional, deterministic (what runs on several threads may round in another
order) and memory-safe for any argument, or is made so by one of the checks of `checks.py`. The command
`python -m tests.runtime.campaign` calls each of them with hostile arguments.

Operators that models use and that are not listed run on the NumPy kernels, which are memory-safe. These are, on
purpose:

- empty, new_empty and their relatives (uninitialised memory), as_strided, _reshape_alias (strides);
- embedding_bag, max_unpool, repeat_interleave, tril_indices, histc, searchsorted, the fft primitives, grid_sampler,
  put, index_put (arguments that PyTorch does not check, or whose sums overflow);
- lcm and division with a rounding mode (the least integer divided by -1 ends the process), and weight_norm (the shape
  of the norms is taken for granted);
- decompositions, inverses and determinants (LAPACK, which prints when it meets NaN);
- soft_margin_loss, which gives other results on another heap;
- dropout and all that draws numbers;
- most gradients (PyTorch trusts that indices, statistics and shapes are those of the forward pass).

In-place operators get a copy of what they write to.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Literal

#: The operators that the caller answers for: their names, or all but those that touch files or print.
Trust = Literal["all"] | Collection[str] | None
#: The name of an operator: namespace.name.overload.
NAME = re.compile(r"[A-Za-z_]\w*\.[A-Za-z_]\w*(\.[A-Za-z_]\w*)?", re.ASCII)
_NAMESPACE = "aten"
_DEFAULT = "default"

#: Operators with an in-place form, which is allowed as well: names, with the overload where it is not "default".
_IN_PLACE = """
    abs absolute acos acosh add.Scalar add.Tensor addcdiv addcmul arccos arccosh arcsin arcsinh arctan arctan2 arctanh
    asin asinh atan atan2 atanh bitwise_and.Scalar bitwise_and.Tensor bitwise_left_shift.Tensor
    bitwise_left_shift.Tensor_Scalar bitwise_not bitwise_or.Scalar bitwise_or.Tensor bitwise_right_shift.Tensor
    bitwise_right_shift.Tensor_Scalar bitwise_xor.Scalar bitwise_xor.Tensor ceil celu clamp clamp.Tensor clamp_max
    clamp_max.Tensor clamp_min clamp_min.Tensor clip clip.Tensor copy copysign.Scalar copysign.Tensor cos cosh cumprod
    cumsum deg2rad detach digamma div.Scalar div.Tensor divide.Scalar
    divide.Tensor elu eq.Scalar eq.Tensor erf erfc erfinv exp exp2 expm1 fill.Scalar fill.Tensor fix
    float_power.Scalar floor floor_divide.Scalar fmod.Scalar fmod.Tensor frac gcd ge.Scalar ge.Tensor gelu
    greater.Scalar greater.Tensor greater_equal.Scalar greater_equal.Tensor gt.Scalar gt.Tensor hardsigmoid hardswish
    hardtanh heaviside hypot i0 index_add index_copy index_fill.int_Scalar index_fill.int_Tensor index_reduce
    le.Scalar le.Tensor leaky_relu lerp.Scalar lerp.Tensor less.Scalar less.Tensor less_equal.Scalar less_equal.Tensor
    lgamma log log10 log1p log2 logical_and logical_not logical_or logical_xor logit lt.Scalar lt.Tensor
    masked_fill.Scalar masked_fill.Tensor masked_scatter mish mul.Scalar mul.Tensor multiply.Scalar multiply.Tensor
    nan_to_num ne.Scalar ne.Tensor neg negative nextafter not_equal.Scalar not_equal.Tensor pow.Scalar rad2deg
    reciprocal relu relu6 remainder.Scalar remainder.Tensor round round.decimals rsqrt scatter.reduce scatter.src
    scatter.value scatter.value_reduce scatter_add scatter_reduce.two selu sgn sigmoid sign silu sin sinc sinh sqrt
    square squeeze squeeze.dim squeeze.dims sub.Scalar sub.Tensor subtract.Scalar subtract.Tensor t tan tanh threshold
    tril triu true_divide.Scalar true_divide.Tensor trunc unsqueeze xlogy.Scalar_Other xlogy.Tensor zero
"""

#: Other functions of elements; the special ones are lacking among the NumPy kernels.
_ELEMENTWISE = """
    __and__.Scalar __and__.Tensor __lshift__.Scalar __lshift__.Tensor __or__.Scalar __or__.Tensor __rshift__.Scalar
    __rshift__.Tensor __xor__.Scalar __xor__.Tensor _conj _prelu_kernel angle bitwise_and.Scalar_Tensor
    bitwise_left_shift.Scalar_Tensor bitwise_or.Scalar_Tensor bitwise_right_shift.Scalar_Tensor
    bitwise_xor.Scalar_Tensor complex conj conj_physical float_power.Tensor_Scalar float_power.Tensor_Tensor
    floor_divide fmax fmin frexp.Tensor glu hardshrink igamma igammac imag isclose isfinite isinf isnan isneginf
    isposinf isreal ldexp.Tensor log_sigmoid log_sigmoid_forward logaddexp logaddexp2 max.other maximum min.other
    minimum polar positive pow.Tensor_Scalar pow.Tensor_Tensor prelu real remainder.Scalar_Tensor resolve_conj
    resolve_neg rsub.Scalar rsub.Tensor signbit softplus softshrink special_airy_ai special_bessel_j0 special_bessel_j1
    special_bessel_y0 special_bessel_y1 special_digamma special_entr special_erf special_erfcx special_erfinv
    special_expit special_gammaln special_i0 special_i0e special_i1 special_i1e special_log_ndtr
    special_modified_bessel_i0 special_modified_bessel_i1 special_modified_bessel_k0 special_modified_bessel_k1
    special_ndtr special_ndtri special_psi special_scaled_modified_bessel_k0 special_scaled_modified_bessel_k1
    special_spherical_bessel_j0 where.Scalar where.ScalarOther where.ScalarSelf where.self xlogy.Scalar_Self
"""

#: Gradients of functions of elements, and of views.
_GRADIENTS = """
    _log_softmax_backward_data _prelu_kernel_backward _softmax_backward_data diagonal_backward elu_backward
    gelu_backward glu_backward hardshrink_backward hardsigmoid_backward hardswish_backward hardtanh_backward
    huber_loss_backward leaky_relu_backward logit_backward mish_backward mse_loss_backward native_dropout_backward
    native_layer_norm_backward select_backward sigmoid_backward silu_backward slice_backward softplus_backward
    softshrink_backward tanh_backward threshold_backward
"""

#: Types and copies; layouts are strided and devices the CPU, whatever the file says.
_CASTING = """
    _to_copy alias alias_copy clone contiguous detach_copy is_complex is_floating_point is_signed lift lift_fresh
    lift_fresh_copy to.device to.dtype to.dtype_layout to.other type_as view.dtype view_as_complex view_as_real
    view_copy.dtype
"""

#: New tensors whose elements are all written.
_CREATION = """
    arange arange.start arange.start_step bartlett_window bartlett_window.periodic blackman_window
    blackman_window.periodic eye eye.m full full_like hamming_window hamming_window.periodic
    hamming_window.periodic_alpha hamming_window.periodic_alpha_beta hann_window hann_window.periodic kaiser_window
    kaiser_window.beta kaiser_window.periodic linspace linspace.Scalar_Tensor linspace.Tensor_Scalar
    linspace.Tensor_Tensor logspace new_full new_ones new_zeros ones ones_like scalar_tensor zeros zeros_like
"""

#: Views: what is in them is checked against the sizes of the tensor, never given as strides.
_SHAPE = """
    _unsafe_view adjoint atleast_1d atleast_1d.Sequence atleast_2d atleast_2d.Sequence atleast_3d atleast_3d.Sequence
    broadcast_tensors broadcast_to channel_shuffle expand expand_as expand_copy flatten.using_ints flip fliplr flipud
    mH mT matrix_H meshgrid meshgrid.indexing moveaxis.int moveaxis.intlist movedim.int movedim.intlist
    native_channel_shuffle numpy_T permute permute_copy pixel_shuffle pixel_unshuffle ravel repeat reshape reshape_as
    roll rot90 squeeze_copy squeeze_copy.dim squeeze_copy.dims swapaxes swapdims t_copy tile transpose.int
    transpose_copy.int unflatten.int unsqueeze_copy view view_as view_copy
    block_diag cat chunk column_stack concat concatenate diag diag_embed diagflat diagonal diagonal_copy
    diagonal_scatter dsplit.array dsplit.int dstack hsplit.array hsplit.int hstack narrow narrow.Tensor row_stack
    select.int select_copy.int select_scatter slice.Tensor slice_copy.Tensor slice_scatter split.Tensor split.sizes
    split_copy.Tensor split_with_sizes split_with_sizes_copy stack tensor_split.indices tensor_split.sections
    tensor_split.tensor_indices_or_sections unbind.int unbind_copy.int unfold unfold_copy unsafe_chunk
    unsafe_split.Tensor unsafe_split_with_sizes vsplit.array vsplit.int vstack
"""

#: Indices, which PyTorch checks on the CPU.
_INDEXING = """
    _unsafe_index.Tensor argwhere bucketize.Scalar bucketize.Tensor embedding gather index.Tensor index_select
    isin.Scalar_Tensor isin.Tensor_Scalar isin.Tensor_Tensor masked_select nonzero nonzero_numpy one_hot take
    take_along_dim where
"""

_REDUCTION = """
    all all.dim all.dims allclose amax amin aminmax any any.dim any.dims argmax argmin count_nonzero
    count_nonzero.dim_IntList cross cummax cummin cumulative_trapezoid.dx cumulative_trapezoid.x diff dist equal
    frobenius_norm.dim linalg_cross linalg_vector_norm logcumsumexp logsumexp max max.dim mean mean.dim min min.dim
    nanmean nansum norm.Scalar norm.ScalarOpt_dim norm.ScalarOpt_dim_dtype norm.ScalarOpt_dtype norm_except_dim prod
    prod.dim_int renorm std std.correction std.dim std_mean std_mean.correction std_mean.dim sum sum.dim_IntList
    sum_to_size trace trapezoid.dx trapezoid.x trapz.dx trapz.x var var.correction var.dim var_mean var_mean.correction
    var_mean.dim
    _log_softmax _safe_softmax _softmax log_softmax.int softmax.int special_log_softmax special_softmax
    _unique2 argsort argsort.stable bincount kthvalue median median.dim mode msort nanmedian nanmedian.dim nanquantile
    nanquantile.scalar quantile quantile.scalar sort sort.stable topk unique_consecutive unique_dim
"""

_LINEAR = """
    _cdist_forward _trilinear addbmm addmm addmv addr baddbmm bilinear bmm cdist chain_matmul corrcoef cov dot einsum
    ger inner kron linalg_matmul linalg_multi_dot linalg_vecdot linear matmul mm mv outer tensordot vdot fft_fft
    fft_fft2 fft_fftn fft_fftshift fft_hfft fft_ifft fft_ifft2 fft_ifftn fft_ifftshift fft_ihfft fft_irfft fft_irfft2
    fft_irfftn fft_rfft fft_rfft2 fft_rfftn
"""

#: Layers; their sizes and steps are held below `limits.MAX_GEOMETRY`, so that no product of them overflows.
_LAYERS = """
    _convolution _convolution.deprecated conv1d conv1d.padding conv2d conv2d.padding conv3d conv3d.padding
    conv_transpose1d conv_transpose2d.input conv_transpose3d.input convolution convolution_backward col2im im2col
    _adaptive_avg_pool2d _adaptive_avg_pool3d adaptive_avg_pool1d adaptive_avg_pool2d adaptive_avg_pool3d
    adaptive_max_pool1d adaptive_max_pool2d adaptive_max_pool3d avg_pool1d avg_pool2d avg_pool3d max_pool1d
    max_pool1d_with_indices max_pool2d max_pool2d_with_indices max_pool3d max_pool3d_with_indices
    _native_batch_norm_legit _native_batch_norm_legit.no_stats _native_batch_norm_legit_no_training
    batch_norm group_norm instance_norm layer_norm native_batch_norm native_group_norm
    native_layer_norm rms_norm
    _scaled_dot_product_attention_math _scaled_dot_product_flash_attention_for_cpu scaled_dot_product_attention
    _pad_circular constant_pad_nd pad reflection_pad1d reflection_pad2d reflection_pad3d replication_pad1d
    replication_pad2d replication_pad3d
    _upsample_bicubic2d_aa _upsample_bicubic2d_aa.vec _upsample_bilinear2d_aa _upsample_bilinear2d_aa.vec
    _upsample_nearest_exact1d _upsample_nearest_exact1d.vec _upsample_nearest_exact2d _upsample_nearest_exact2d.vec
    _upsample_nearest_exact3d _upsample_nearest_exact3d.vec affine_grid_generator upsample_bicubic2d
    upsample_bicubic2d.vec upsample_bilinear2d upsample_bilinear2d.vec upsample_linear1d upsample_linear1d.vec
    upsample_nearest1d upsample_nearest1d.vec upsample_nearest2d upsample_nearest2d.vec upsample_nearest3d
    upsample_nearest3d.vec upsample_trilinear3d upsample_trilinear3d.vec
    gru.input gru_cell lstm.input lstm_cell rnn_relu.input rnn_relu_cell rnn_tanh.input rnn_tanh_cell
    binary_cross_entropy binary_cross_entropy_with_logits cosine_embedding_loss cosine_similarity cross_entropy_loss
    hinge_embedding_loss huber_loss kl_div l1_loss margin_ranking_loss mse_loss nll_loss nll_loss2d nll_loss2d_forward
    nll_loss_forward nll_loss_nd pairwise_distance smooth_l1_loss triplet_margin_loss
"""


def _full(names: str, in_place: bool = False) -> Iterator[str]:
    """Yield the names of a group as files write them: aten.add.Tensor, aten.add_.Tensor."""
    for name in names.split():
        operator, _, overload = name.partition(".")
        yield f"{_NAMESPACE}.{operator}.{overload or _DEFAULT}"
        if in_place:
            yield f"{_NAMESPACE}.{operator}_.{overload or _DEFAULT}"


#: Operators whose sizes, strides and paddings are bounded.
LAYERS = frozenset(_full(_LAYERS))
#: The operators that need no word of the caller, by their full names.
ALLOWED = LAYERS.union(
    _full(_IN_PLACE, in_place=True),
    *(
        _full(group)
        for group in (_ELEMENTWISE, _GRADIENTS, _CASTING, _CREATION, _SHAPE, _INDEXING, _REDUCTION, _LINEAR)
    ),
)


def full_name(operator: str) -> str:
    """mylib.scan is mylib.scan.default."""
    return f"{operator}.{_DEFAULT}" if operator.count(".") == 1 else operator


def trusted_operators(trust: Trust) -> frozenset[str] | None:
    """Return the names of the operators that are trusted; None for all.

    Raises:
        ValueError: trust is neither "all" nor a collection of names.
    """
    if trust is None:
        return frozenset()
    if isinstance(trust, str):
        if trust == "all":
            return None
    elif isinstance(trust, Collection) and all(isinstance(name, str) and NAME.fullmatch(name) for name in trust):
        return frozenset(map(full_name, trust))
    raise ValueError(f'trust={trust!r}: expected "all", or names of operators such as {{"mylib.scan.default"}}')
