"""Formulas of gradients in a training program, by operation.

A row says for each operand of a forward operation how PyTorch's autograd computes the gradient of that operand, in the
operations of the training program. In a formula

- `grad` is the gradient of the result, `result` the result; `result[1]` selects one of several results;
- any other name is an operand or attribute of the forward operation, or a definition of the row (in DEFINITIONS). A
  name that neither has, such as `sizes`, is whatever the training instruction says there: those numbers are its own;
- `_` is anything, and operands that are left out at the end are not looked at;
- `f(...)[1]` is the second result of f; `f(...) | g(...)` is the one or the other;
- the names in FORMS are views: the same elements in the same order, in another shape.

Views that keep the elements in their order may stand anywhere in a program without being mentioned here, so may a sum
that undoes broadcasting.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import cache

from nacformats.graph.graph import GraphOperand

#: Names that mean something else than a value of the forward operation.
GRADIENTS = frozenset({"grad", "grads"})
ANYTHING = "_"
COMMUTATIVE = frozenset({"mul", "add"})


@dataclass(frozen=True, slots=True, eq=False)
class FormulaName:
    """An operand of the forward operation, its result, the gradient, or a constant of the training instruction."""

    name: str


@dataclass(frozen=True, slots=True, eq=False)
class FormulaLiteral:
    """A constant in a formula."""

    value: GraphOperand


@dataclass(frozen=True, slots=True, eq=False)
class FormulaCall:
    """An operation of the training program; part: which of its results."""

    operator: str
    arguments: tuple[Formula, ...]
    part: int | None = None


Formula = FormulaName | FormulaLiteral | FormulaCall


@cache
def formulas(text: str) -> tuple[Formula, ...]:
    """Return the alternatives that a formula of a table offers."""
    return tuple(_formula(each) for each in _alternatives(ast.parse(text, mode="eval").body))


def _alternatives(node: ast.expr) -> list[ast.expr]:
    match node:
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return [*_alternatives(left), *_alternatives(right)]
    return [node]


def _formula(node: ast.expr) -> Formula:
    match node:
        case ast.Name(id=name):
            return FormulaName(name)
        case ast.Constant(value=None | int() | str() as value):
            return FormulaLiteral(value)
        case ast.UnaryOp():
            return FormulaLiteral(ast.literal_eval(node))
        case ast.Subscript(value=ast.Name(id=name), slice=ast.Constant(value=int() as part)):
            return FormulaCall("getitem", (FormulaName(name), FormulaLiteral(part)))
        case ast.Subscript(
            value=ast.Call(func=ast.Name(id=operator), args=args), slice=ast.Constant(value=int() as part)
        ):
            return FormulaCall(operator, tuple(map(_formula, args)), part)
        case ast.Call(func=ast.Name(id=operator), args=args):
            return FormulaCall(operator, tuple(map(_formula, args)))
    raise ValueError(f"not a formula: {ast.unparse(node)}")


@cache
def has_gradient(formula: Formula) -> bool:
    """True if the gradient of the result is in a formula."""
    match formula:
        case FormulaName(name):
            return name in GRADIENTS
        case FormulaCall(arguments=arguments):
            return any(map(has_gradient, arguments))
    return False


def words(text: str) -> frozenset[str]:
    """Return the words of a text."""
    return frozenset(text.split())


_NOWHERE: dict[str, str] = {}
NEAREST = tuple(f"{name}{rank}d" for rank in (1, 2, 3) for name in ("upsample_nearest", "_upsample_nearest_exact"))
#: Attention that autograd takes apart, among the operations of INSIDE.
UNFUSED = "unfused attention"
PADDED = tuple(f"{name}_pad{rank}d" for name in ("reflection", "replication") for rank in (1, 2, 3))
LINEAR = ("upsample_linear1d", "upsample_bilinear2d", "upsample_trilinear3d")
FUSED = "_scaled_dot_product_flash_attention_for_cpu_backward"
_SCORES = "_softmax_backward_data(matmul(grad, transpose(value)), weights)"
#: Gradients of attention without heads, which autograd takes apart.
_APART = {
    "query": f"mul(matmul({_SCORES}, transpose(mul(transpose(key), root))), root)",
    "key": f"transpose(mul(matmul(transpose(mul(query, root)), {_SCORES}), root))",
    "value": "matmul(transpose(weights), grad)",
}


def _axes(operator: str) -> str:
    """Return the axes that an operation resamples, as names of definitions; its name ends in 1d, 2d or 3d."""
    return "zyx"[-int(operator[-2]) :]


def _put(gradient: str, places: str) -> str:
    """Return the formula that takes the gradient of resampled elements back to where they were taken."""
    return f"_unsafe_index_put(new_zeros({gradient}), None, None, {', '.join(places)}, {gradient})"


def _interpolated(axes: str) -> str:
    """Each element comes from the two ends of each axis (x: the lower one, X: the upper one), by their shares."""
    shares = {"": "grad"}
    for axis in axes:
        parts = {ends: f"mul({share}, share_{axis})" for ends, share in shares.items()}
        upper = {ends + axis.upper(): part for ends, part in parts.items()}
        lower = {ends + axis: f"add({share}, neg({parts[ends]}))" for ends, share in shares.items()}
        shares = upper | lower
    in_order = sorted(shares)
    total, *others = [_put(shares[ends], ends) for ends in in_order]
    for other in others:
        total = f"add({total}, {other})"
    return total


def _sources(operator: str, options: str, ends: bool) -> dict[str, str]:
    """Return the definitions of the places, by axis, that the elements of a resampled tensor come from."""
    ones = "full_like(slice(slice(input, 0, 0, 1), 1, 0, 1), 1, 'float64')"
    found = {}
    for dim, axis in enumerate(_axes(operator), 2):
        place = f"flatten(sub({operator}(cumsum({ones}, {dim}), {options}), 1), 0, 2)"
        found[axis] = f"_to_copy(floor({place}), 'int64')"
        if ends:
            found[axis.upper()] = f"_to_copy(ceil({place}), 'int64')"
            found[f"share_{axis}"] = f"type_as(sub({place}, floor({place})), input)"
    return found


def _alike(operators: str, formula: str) -> dict[str, dict[str, str]]:
    """Return rows of operations whose only operand has one formula."""
    return {operator: {"self": formula} for operator in operators.split()}


def _parts(parameters: str, formula: str) -> dict[str, str]:
    """Return the formulas of operands whose gradients are the results of one operation, in order."""
    return {name: f"{formula}[{part}]" for part, name in enumerate(parameters.split())}


DERIVATIVES: dict[str, dict[str, str]] = {
    # elementwise
    "add": {"self": "grad", "other": "grad | mul(grad, alpha)"},
    "sub": {"self": "grad", "other": "neg(grad)"},
    "rsub": {"self": "neg(grad)"},
    "mul": {"self": "mul(grad, other)", "other": "mul(grad, self)"},
    "div": {"self": "div(grad, other)", "other": "mul(neg(grad), div(div(self, other), other))"},
    "reciprocal": {"self": "mul(neg(grad), mul(result, result))"},
    "sqrt": {"self": "div(grad, mul(result, _))"},
    "rsqrt": {"self": "mul(mul(grad, _), pow(result, _))"},
    "exp": {"self": "mul(grad, result)"},
    "expm1": {"self": "mul(grad, add(result, _))"},
    "log": {"self": "div(grad, self)"},
    "log1p": {"self": "div(grad, add(self, _))"},
    "sin": {"self": "mul(grad, cos(self))"},
    "cos": {"self": "mul(grad, neg(sin(self)))"},
    "abs": {"self": "mul(grad, sgn(self))"},
    "exp2": {"self": "mul(mul(grad, result), _)"},
    "sinh": {"self": "mul(grad, cosh(self))"},
    "cosh": {"self": "mul(grad, sinh(self))"},
    "tan": {"self": "mul(grad, add(pow(result, _), _))"},
    "atan": {"self": "div(grad, add(mul(self, self), _))"},
    "asinh": {"self": "mul(grad, rsqrt(add(pow(self, _), _)))"},
    "clamp": {
        "self": "where(logical_and(ge(self, _), le(self, _)), grad, _) | where(ge(self, _), grad, _)"
        " | where(le(self, _), grad, _)"
    },
    "clamp_min": {"self": "where(ge(self, _), grad, _)"},
    "clamp_max": {"self": "where(le(self, _), grad, _)"},
    "maximum": {
        "self": "masked_fill(where(eq(self, other), div(grad, _), grad), lt(self, other))",
        "other": "masked_fill(where(eq(self, other), div(grad, _), grad), gt(self, other))",
    },
    "minimum": {
        "self": "masked_fill(where(eq(self, other), div(grad, _), grad), gt(self, other))",
        "other": "masked_fill(where(eq(self, other), div(grad, _), grad), lt(self, other))",
    },
    "where": {"self": "where(condition, grad, _)", "other": "where(condition, _, grad)"},
    "linalg_vector_norm": {"self": "mul(grad, masked_fill(div(self, result), eq(result, _)))"},
    "masked_fill": {"self": "masked_fill(grad, mask)"},
    # activations
    "relu": {"self": "threshold_backward(grad, result)"},
    "tanh": {"self": "tanh_backward(grad, result)"},
    "sigmoid": {"self": "sigmoid_backward(grad, result)"},
    "relu6": {"self": "hardtanh_backward(grad, self)"},
    "log_sigmoid": {"self": "log_sigmoid_backward(grad, self, exp(neg(abs(self))))"},
    "prelu": _parts("self weight", "_prelu_kernel_backward(grad, self, slopes)"),
    # products; where an operand is transposed in memory, autograd computes the transposed gradient and turns it
    "linear": {
        "input": "matmul(grad, weight) | t(matmul(t(weight), t(grad)))",
        "weight": "matmul(t(grad), rows(one(input)))",
        "bias": "sum(grad)",
    },
    "addmm": {
        "self": "sum(grad) | grad",
        "mat1": "matmul(grad, t(mat2)) | t(matmul(mat2, t(grad)))",
        "mat2": "matmul(t(mat1), grad) | t(matmul(t(grad), mat1))",
    },
    "matmul": {
        "self": "matmul(grad, t(other)) | t(matmul(other, t(grad))) | matmul(grad, transpose(batches(other)))",
        "other": "matmul(t(rows(self)), grad) | t(matmul(t(grad), rows(self)))"
        " | matmul(transpose(batches(self)), grad)",
    },
    "mm": {
        "self": "matmul(grad, t(mat2)) | t(matmul(mat2, t(grad)))",
        "mat2": "matmul(t(self), grad) | t(matmul(t(grad), self))",
    },
    "bmm": {"self": "matmul(grad, transpose(mat2))", "mat2": "matmul(transpose(self), grad)"},
    "scaled_dot_product_attention": {
        name: f"{FUSED}(grad, query, key, value, result, sums, _, _, bias)[{part}]"
        f" | {FUSED}(grad, query, key, value, result, sums)[{part}]"
        f" | {apart}"
        for part, (name, apart) in enumerate(_APART.items())
    },
    # layers
    "embedding": {"weight": "embedding_dense_backward(grad, indices)"},
    "layer_norm": _parts(
        "input weight bias", "native_layer_norm_backward(grad, input, sizes, mean, rstd, weight, bias)"
    ),
    "rms_norm": {
        "input": "add(mul(mul(grad, weight), rstd), mul(div(expand(mul(mul(sum(mul(mul(grad, weight), input)), _), "
        "pow(rstd, _))), _), mul(pow(input, _), _)))",
        "weight": "mul(grad, mul(input, rstd))",
    },
    "group_norm": _parts(
        "input weight bias", "native_group_norm_backward(grad, input, mean, rstd, weight, n, c, area, groups)"
    ),
    "_native_batch_norm_legit_no_training": _parts(
        "input weight bias",
        "native_batch_norm_backward(grad, input, weight, running_mean, running_var, no_mean, no_var)",
    ),
    "_native_batch_norm_legit": _parts(
        "input weight bias", "native_batch_norm_backward(grad, input, weight, None, None, batch_mean, batch_rstd)"
    ),
    "_weight_norm": _parts("v g", "_weight_norm_interface_backward(grad, v, g, norms)"),
    "instance_norm": _parts(
        "input weight bias", "native_batch_norm_backward(grad, items, weights, means, variances, mean, rstd)"
    ),
    **{
        key: _parts("input weight bias", "convolution_backward(grad, input, weight)")
        for key in words("conv1d conv2d conv3d convolution conv_transpose1d conv_transpose2d conv_transpose3d")
    },
    # pooling
    "max_pool2d": {
        "self": "max_pool2d_with_indices_backward(grad, self, kernel, stride, padding, dilation, ceil, indices)"
    },
    "max_pool1d": {
        "self": "max_pool2d_with_indices_backward(grad, rise(self), kernel, stride, padding, dilation, ceil, indices)"
    },
    "max_pool3d": {
        "self": "max_pool3d_with_indices_backward(grad, self, kernel, stride, padding, dilation, ceil, indices)"
    },
    "adaptive_max_pool1d": {"self": "adaptive_max_pool2d_backward(grad, rise(self), rise(result[1]))"},
    "adaptive_max_pool2d": {"self": "adaptive_max_pool2d_backward(grad, self, result[1])"},
    "adaptive_max_pool3d": {"self": "adaptive_max_pool3d_backward(grad, self, result[1])"},
    "avg_pool1d": {"self": "avg_pool2d_backward(grad, rise(self))"},
    "adaptive_avg_pool2d": {"self": "_adaptive_avg_pool2d_backward(grad, self) | div(expand(grad), _)"},
    "adaptive_avg_pool3d": {"self": "_adaptive_avg_pool3d_backward(grad, self) | div(expand(grad), _)"},
    "adaptive_avg_pool1d": {"self": "_adaptive_avg_pool2d_backward(grad, rise(self)) | div(expand(grad), _)"},
    **{name: {"input": _put("grad", _axes(name))} for name in NEAREST},
    **{name: {"input": _interpolated(_axes(name))} for name in LINEAR},
    # reductions
    "mean": {"self": "div(expand(grad), _)"},
    "sum": {"self": "expand(grad)"},
    "logsumexp": {"self": "mul(grad, exp(sub(self, result)))"},
    **{name: {"self": "scatter(_, _, result[1], grad)"} for name in ("max", "min", "sort", "topk")},
    "var": {"self": "mul(mul(grad, _), sub(self, mean(self)))"},
    # shapes
    "transpose": {"self": "transpose(grad) | t(grad)"},
    "select": {"self": "select_backward(grad)"},
    "slice": {"self": "slice_backward(grad)"},
    "unbind": {"self": "stack(grads)"},
    "cat": {"tensors": "slice(grad)"},
    "stack": {"tensors": "select(grad)"},
    "pad": {"self": " | ".join(("constant_pad_nd(grad)", *(f"{name}_backward(grad, self)" for name in PADDED)))},
    **{name: {"self": f"{name}_backward(grad, self)"} for name in PADDED},
    "cumsum": {"self": "flip(cumsum(flip(grad)))"},
    "pixel_shuffle": {"self": "pixel_unshuffle(grad)"},
    # operations that no gradient goes through
    **dict.fromkeys(
        words(
            "eq ne lt le gt ge logical_and logical_or logical_not argmax zeros_like ones_like full_like new_zeros "
            "new_ones new_full sym_size detach isinf isnan"
        ),
        _NOWHERE,
    ),
    # operations with one operand and one formula
    **{
        name: {"self": f"{name}_backward(grad, self)"}
        for name in words(
            "threshold silu gelu mish leaky_relu hardtanh hardswish hardsigmoid softplus glu avg_pool3d avg_pool2d"
        )
    },
    **{name: {"self": f"{name}(grad)"} for name in words("neg t permute constant_pad_nd flip roll tril triu")},
    **_alike("pow square", "mul(grad, mul(pow(self, _), _))"),
    **_alike("log2 log10", "div(grad, mul(self, _))"),
    **_alike("erf erfc", "mul(mul(exp(neg(pow(self, _))), _), grad)"),
    **_alike("elu celu selu", "elu_backward(grad, _, _, _, _, self)"),
    **_alike("softmax _softmax", "_softmax_backward_data(grad, result)"),
    **_alike("log_softmax _log_softmax", "_log_softmax_backward_data(grad, result)"),
    **_alike("amax amin", "mul(div(grad, sum(eq(result, self), _)), eq(result, self))"),
    **_alike("expand repeat", "sum(grad) | grad"),
    **_alike("split split_with_sizes chunk", "cat(grads)"),
    # losses, which follow the results of the forward graph
    "nll_loss": {"self": "nll_loss_backward(grad, self, target, weight, reduction, ignored, total)"},
    "nll_loss2d": {"self": "nll_loss2d_backward(grad, self, target, weight, reduction, ignored, total)"},
    "nll_loss_nd": {
        "self": "nll_loss2d_backward(grad, pixels(self), lines(target), weight, reduction, ignored, total)"
    },
    "mse_loss": {"self": "mse_loss_backward(grad, self, target)"},
}

#: Values that no operation of the forward graph computes: what the exporter made of it there has no need of them.
DEFINITIONS: dict[str, dict[str, str]] = {
    "layer_norm": {
        "mean": "native_layer_norm(input, sizes, None, None, eps)[1]",
        "rstd": "native_layer_norm(input, sizes, None, None, eps)[2]",
    },
    "rms_norm": {"rstd": "_fused_rms_norm(input, normalized_shape, None, eps)[1]"},
    "group_norm": {
        "mean": "native_group_norm(input, None, None, n, c, area, groups, eps)[1]",
        "rstd": "native_group_norm(input, None, None, n, c, area, groups, eps)[2]",
    },
    "_native_batch_norm_legit_no_training": {"no_mean": "result[1]", "no_var": "result[2]"},
    "scaled_dot_product_attention": {
        "sums": "_scaled_dot_product_flash_attention_for_cpu(query, key, value, dropout_p, is_causal, bias, scale)[1]",
        # the weights are what attention makes of an identity
        "weights": "scaled_dot_product_attention(query, key, diag_embed(full_like(select(key, -1, 0), 1)), attn_mask, "
        "dropout_p, is_causal, scale)",
        # `masked_fill` of two booleans is `where`: a mask of booleans gives 0 and minus infinity, one of floats stays
        "bias": "type_as(masked_fill(attn_mask, logical_and(attn_mask, logical_not(attn_mask)), -1e999), query)",
    },
    "max_pool2d": {"indices": "max_pool2d_with_indices(self, kernel, stride, padding, dilation, ceil)[1]"},
    "max_pool3d": {"indices": "max_pool3d_with_indices(self, kernel, stride, padding, dilation, ceil)[1]"},
    "_weight_norm": {"norms": "_weight_norm_interface(v, g, dim)[1]"},
    "_native_batch_norm_legit": {"batch_mean": "result[1]", "batch_rstd": "result[2]"},
    "max_pool1d": {"indices": "max_pool2d_with_indices(rise(self), kernel, stride, padding, dilation, ceil)[1]"},
    # the negative slopes in the shape of the operand
    "prelu": {"slopes": "neg(prelu(full_like(self, -1), weight))"},
    # each channel of each example is one of a batch of one
    "instance_norm": {
        "items": "one(channels(input))",
        "weights": "repeat(weight, sym_size(input, 0))",
        "means": "repeat(running_mean, sym_size(input, 0))",
        "variances": "repeat(running_var, sym_size(input, 0))",
        "mean": "native_batch_norm(items, None, None, means, variances, use_input_stats, momentum, eps)[1]",
        "rstd": "native_batch_norm(items, None, None, means, variances, use_input_stats, momentum, eps)[2]",
    },
    **{name: _sources(name, "output_size, scale_factors", ends=False) for name in NEAREST},
    **{name: _sources(name, "output_size, align_corners, scale_factors", ends=True) for name in LINEAR},
    "nll_loss": {"total": "nll_loss_forward(self, target, weight, reduction, ignored)[1]"},
    "nll_loss2d": {"total": "nll_loss2d_forward(self, target, weight, reduction, ignored)[1]"},
    "nll_loss_nd": {"total": "nll_loss2d_forward(pixels(self), lines(target), weight, reduction, ignored)[1]"},
}

#: Operations that autograd takes apart, and what of: it has more of these than the forward graph.
INSIDE: dict[str, frozenset[str]] = {
    "linear": words("addmm mm"),
    "matmul": words("mm bmm"),
    "rms_norm": words("pow mean add rsqrt mul"),
    UNFUSED: words("mul add bmm softmax _softmax _safe_softmax"),
    "adaptive_avg_pool1d": words("mean"),
    "adaptive_avg_pool2d": words("mean"),
    "adaptive_avg_pool3d": words("mean"),
    "cosine_similarity": words("linalg_vector_norm clamp_min div mul sum"),
    **dict.fromkeys((*NEAREST, *LINEAR), words("arange add mul sub clamp _to_copy")),
}

#: Views that a formula mentions because the operation needs this very shape: the operation that makes it and its
#: further operands, and the rank where that says that something has the shape already.
FORMS: dict[str, tuple[str, tuple[int, ...], int | None]] = {
    "rows": ("aten.flatten.using_ints", (0, -2), 2),
    "batches": ("aten.flatten.using_ints", (0, -3), 3),
    "rise": ("aten.unsqueeze.default", (-2,), None),
    "pixels": ("aten.unsqueeze.default", (2,), None),
    "lines": ("aten.unsqueeze.default", (1,), None),
    "one": ("aten.unsqueeze.default", (0,), None),
    "channels": ("aten.flatten.using_ints", (0, 1), None),
}
