"""Which estimate is that of which operation: one table for all engines, by the names of ATen.

A name is that of an overload ("repeat_interleave.Tensor"), or of all overloads that have no entry of their own; an
operation in place has that of the ordinary one. Mind IR and arithmetic of sizes have names without "aten.".
"""

from __future__ import annotations

from nacformats.runtime.sizes import elements, gradients, growing, indexing, layers, products
from nacformats.runtime.sizes.measures import Estimate

#: Views, numbers and assertions: whatever the arguments, no new tensor, or one of a single element.
_FREE = """
    alias detach lift lift_fresh resolve_conj resolve_neg view.dtype view_as_complex view_as_real real imag
    squeeze unsqueeze transpose transpose.int swapaxes swapdims permute t numpy_T mT movedim moveaxis expand
    broadcast_to expand_as broadcast_tensors atleast_1d atleast_2d atleast_3d meshgrid slice select narrow diagonal
    unfold as_strided scalar_tensor is_complex is_floating_point is_signed mind.transpose
    sym_size size sym_numel numel dim item _local_scalar_dense getitem nac.pass <OUTPUT>
    _assert_tensor_metadata _assert_async _assert_scalar _functional_assert_async _functional_assert_scalar
    _functional_sym_constrain_range _functional_sym_constrain_range_for_size _make_dep_token sym_constrain_range
    sym_constrain_range_for_size
    sym_int sym_float sym_not sym_max sym_min sym_sqrt sym_ite sym_sum
"""

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

#: Sums and extremes.
_FOLDED = "sum amax amin max min aminmax any all trace sum_to_size mind.sum mind.max"

#: The same elements in a new tensor, in another order or with some replaced.
_COPIES = """
    lift_fresh_copy detach_copy alias_copy contiguous clone adjoint mH matrix_H flip roll rot90 pixel_shuffle
    pixel_unshuffle channel_shuffle native_channel_shuffle fliplr flipud tril triu full_like fill zeros_like empty_like
    zero ones_like rand_like randn_like randint_like normal_functional squeeze_copy unsqueeze_copy transpose_copy
    permute_copy t_copy slice_copy select_copy diagonal_copy fft_fftshift fft_ifftshift view_copy.dtype
"""

#: Estimates that depend on the operands alone: they are asked for only where an operand is large or there are many.
_BY_OPERANDS: tuple[tuple[Estimate, str], ...] = (
    (elements.elementwise(4), _ELEMENTWISE),
    (elements.largest(5, work=5, extra=8), _LARGEST),
    (elements.elementwise(5), "threshold_backward sigmoid_backward tanh_backward"),
    (elements.elementwise(10), _POINTWISE_GRADIENTS),
    (elements.largest(6, work=8, extra=8), _GRADIENTS),
    (elements.largest(3, extra=1), _COPIES),
    (elements.folded, _FOLDED),
    (elements.largest(4, extra=24), "cummax cummin"),
    (elements.ordered(4), "argsort sort msort topk kthvalue median nanmedian mode"),
    (elements.converted, "_to_copy to type_as"),
    (
        elements.reshaped,
        "view reshape _unsafe_view _reshape_alias view_as reshape_as ravel flatten unflatten mind.reshape view_copy",
    ),
    (elements.joined(2), "cat concat concatenate stack hstack vstack row_stack dstack column_stack mind.concat"),
    (products.matmul, "matmul linalg_matmul mm bmm mv mind.matmul"),
    (products.grouped, "_grouped_mm"),
    (products.after_base, "addmm addmv baddbmm addbmm"),
    (products.linear, "linear"),
    (products.inner, "inner"),
    (products.outer, "outer ger kron"),
    (products.outer_after_base, "addr"),
    (products.chain, "linalg_multi_dot chain_matmul"),
    (products.tensordot, "tensordot"),
    (products.bilinear, "bilinear"),
    (products.distances, "cdist _cdist_forward"),
    (
        products.decomposed(8),
        (
            "linalg_inv inverse linalg_inv_ex linalg_det det linalg_slogdet slogdet logdet linalg_cholesky cholesky"
            " linalg_svdvals linalg_eigh linalg_eigvalsh linalg_pinv pinverse linalg_matrix_norm linalg_norm"
            " nuclear_norm linalg_cond"
        ),
    ),
    (products.decomposed(16), "linalg_matrix_exp matrix_exp"),
    (products.completed, "linalg_qr linalg_svd"),
    (products.solved, "linalg_solve linalg_solve_triangular"),
    (products.covariances, "cov corrcoef"),
    (products.interpolated, "quantile nanquantile"),
    (layers.attention(False), "scaled_dot_product_attention _scaled_dot_product_flash_attention_for_cpu"),
    (layers.attention(False), "_scaled_dot_product_efficient_attention"),
    (layers.attention(True), "_scaled_dot_product_attention_math"),
    (layers.cell, "lstm_cell gru_cell rnn_tanh_cell rnn_relu_cell"),
    (layers.embedded, "embedding"),
    (layers.bags, "embedding_bag _embedding_bag _embedding_bag_forward_only"),
    (layers.searched, "bucketize searchsorted"),
    (gradients.of_attention, "_scaled_dot_product_flash_attention_for_cpu_backward"),
    *((gradients.of_pooling(rank), f"adaptive_max_pool{rank}d_backward") for rank in (2, 3)),
    *((gradients.of_even_pooling, f"_adaptive_avg_pool{rank}d_backward") for rank in (2, 3)),
    (
        elements.largest(4),
        (
            "reflection_pad1d_backward reflection_pad2d_backward reflection_pad3d_backward replication_pad1d_backward"
            " replication_pad2d_backward replication_pad3d_backward"
        ),
    ),
    (indexing.indexed, "index _unsafe_index"),
    (indexing.put_at_indices, "index_put _unsafe_index_put"),
    (indexing.selected, "index_select"),
    (indexing.taken, "take"),
    (indexing.gathered, "gather"),
    (indexing.gathered_along, "take_along_dim"),
    (indexing.masked, "masked_select"),
    (indexing.entries, "index_add index_copy index_fill index_reduce"),
    (
        indexing.changed,
        (
            "scatter scatter_add scatter_reduce put select_scatter slice_scatter diagonal_scatter masked_scatter"
            " as_strided_scatter"
        ),
    ),
    (indexing.found, "nonzero argwhere nonzero_numpy where"),
    (indexing.taken_along_axis, "mind.gather"),
    (indexing.different, "_unique2 unique_dim unique_consecutive"),
    (indexing.among, "isin"),
)

#: Estimates that depend on numbers among the arguments, or in the operands: they are asked for at every call.
_BY_NUMBERS: tuple[tuple[Estimate, str], ...] = (
    (growing.filled, "full zeros ones empty empty_permuted new_full new_zeros new_empty new_ones rand randn"),
    (growing.strided, "empty_strided new_empty_strided"),
    (growing.random_integers, "randint"),
    (growing.sampled, "multinomial"),
    (growing.counted(3), "randperm"),
    (growing.counted(8), "hann_window hamming_window blackman_window bartlett_window kaiser_window"),
    (growing.stepped, "arange range"),
    (growing.spaced, "linspace logspace"),
    (growing.identity, "eye"),
    (growing.triangle, "tril_indices triu_indices"),
    (growing.repeated, "repeat tile"),
    (growing.interleaved, "repeat_interleave"),
    (growing.padded_sequences, "pad_sequence"),
    (growing.grid_rows, "cartesian_prod"),
    (growing.blocks, "block_diag"),
    (growing.diagonal_matrices, "diag_embed"),
    (growing.diagonal_matrix, "diagflat"),
    (growing.diagonal, "diag"),
    (growing.one_hot, "one_hot"),
    (growing.bins_by_value, "bincount"),
    (growing.bins, "histc"),
    (growing.chosen, "combinations"),
    (growing.expanded_copy, "expand_copy"),
    (growing.window_copies, "unfold_copy"),
    (growing.strided_copy, "as_strided_copy"),
    (growing.unpooled, "max_unpool2d max_unpool3d"),
    (
        growing.padded,
        (
            "constant_pad_nd _pad_circular pad reflection_pad1d replication_pad1d reflection_pad2d replication_pad2d"
            " reflection_pad3d replication_pad3d"
        ),
    ),
    (elements.differences, "diff"),
    (elements.vandermonde, "vander"),
    (elements.by_size, "split unsafe_split split_copy"),
    (elements.by_size, "split_with_sizes unsafe_split_with_sizes split_with_sizes_copy"),
    (elements.by_number, "chunk unsafe_chunk tensor_split hsplit vsplit dsplit"),
    (elements.by_count, "mind.split"),
    (elements.one_each, "unbind unbind_copy"),
    (products.einsum, "einsum"),
    (products.trilinear, "_trilinear"),
    (products.raised, "linalg_matrix_power matrix_power"),
    (layers.convolution, "conv1d conv2d conv3d"),
    (layers.recurrent, "lstm gru rnn_tanh rnn_relu"),
    (layers.transposed, "conv_transpose1d conv_transpose2d conv_transpose3d"),
    (layers.convolution_of_either_kind, "convolution _convolution"),
    (layers.columns_of_images, "im2col"),
    (layers.images_of_columns, "col2im"),
    *((layers.pooled(rank), f"max_pool{rank}d avg_pool{rank}d") for rank in (1, 2, 3)),
    *((layers.pooled(rank, places=True), f"max_pool{rank}d_with_indices") for rank in (1, 2, 3)),
    *((layers.adaptive(rank), f"adaptive_avg_pool{rank}d") for rank in (1, 2, 3)),
    *((layers.adaptive(rank), f"_adaptive_avg_pool{rank}d") for rank in (2, 3)),
    *((layers.adaptive(rank, places=True), f"adaptive_max_pool{rank}d") for rank in (1, 2, 3)),
    *((layers.resampled(rank), f"upsample_nearest{rank}d _upsample_nearest_exact{rank}d") for rank in (1, 2, 3)),
    (layers.resampled(1), "upsample_linear1d"),
    (layers.resampled(2), "upsample_bilinear2d"),
    (layers.resampled(3), "upsample_trilinear3d"),
    (layers.resampled(2, support=4), "upsample_bicubic2d"),
    (layers.resampled(2, support=3), "_upsample_bilinear2d_aa"),
    (layers.resampled(2, support=5), "_upsample_bicubic2d_aa"),
    (gradients.of_convolution, "convolution_backward"),
    *((gradients.of_pooling(rank), f"max_pool{rank}d_with_indices_backward") for rank in (2, 3)),
    *((gradients.of_pooling(rank), f"fractional_max_pool{rank}d_backward") for rank in (2, 3)),
    *((gradients.of_pooling(rank), f"avg_pool{rank}d_backward") for rank in (2, 3)),
    *(
        (gradients.of_resampling, f"upsample_nearest{rank}d_backward _upsample_nearest_exact{rank}d_backward")
        for rank in (1, 2, 3)
    ),
    (
        gradients.of_resampling,
        (
            "upsample_linear1d_backward upsample_bilinear2d_backward upsample_trilinear3d_backward"
            " upsample_bicubic2d_backward _upsample_bilinear2d_aa_backward _upsample_bicubic2d_aa_backward"
        ),
    ),
    (gradients.of_table, "embedding_dense_backward"),
    (gradients.of_bags, "_embedding_bag_backward _embedding_bag_dense_backward"),
    (gradients.of_distances, "_cdist_backward"),
    (gradients.of_samples, "grid_sampler_2d_backward grid_sampler_3d_backward"),
    (gradients.of_view, "slice_backward select_backward diagonal_backward unfold_backward"),
    (gradients.of_masked, "masked_scatter_backward"),
    (layers.affine_grid, "affine_grid_generator"),
    (layers.sampled_at_points, "grid_sampler grid_sampler_2d grid_sampler_3d"),
    (
        layers.transformed,
        (
            "fft_fft fft_ifft fft_irfft fft_hfft fft_rfft fft_ihfft fft_fft2 fft_fftn fft_ifft2 fft_ifftn fft_irfft2"
            " fft_irfftn fft_rfft2 fft_rfftn"
        ),
    ),
    (elements.largest(12, work=20), "_fft_r2c _fft_c2c"),
    (layers.inverse_to_real, "_fft_c2r"),
    (layers.frames(False), "stft"),
    (layers.frames(True), "stft.center"),
)


def _by_name(rows: tuple[tuple[Estimate, str], ...]) -> dict[str, Estimate]:
    return {name: estimate for estimate, names in rows for name in names.split()}


FREE = frozenset(_FREE.split())
BY_OPERANDS = _by_name(_BY_OPERANDS)
BY_NUMBERS = _by_name(_BY_NUMBERS)
