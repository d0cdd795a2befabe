"""Layers with known weights: what follows them channel by channel goes into their weights."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from nacformats.codec.columns.arrays import Array
from nacformats.compiler.passes.rewriting import Rewriter, arguments_of, first, is_float, replace_operations, same_type
from nacformats.compiler.passes.simplification import PERMUTATIONS, RESHAPES, RESHAPING, order_of
from nacformats.graph.graph import Graph, GraphOperand, Operation, Ref, ValueType
from nacformats.ops.dtypes import FLOAT32, FLOAT64
from nacformats.ops.names import ATEN
from nacformats.ops.table import of_kind, operators

#: Layers that give channels from a weight with one slice for each, and the axis of these.
CHANNEL_AXES = {
    ATEN.linear.default: 0,
    **{
        name: int("transpose" in name)
        for name in of_kind("convolution")
        if "weight" in (parameter.name for parameter in operators()[name].parameters)
    },
}


@dataclass
class Layer:
    """A layer, its weight and bias, and the axis of the weight that its channels are."""

    operation: Operation
    name: str
    weight: Array
    bias: Array | None
    axis: int

    @property
    def channels(self) -> int:
        size: int = self.weight.shape[self.axis]
        return size

    def with_affine(
        self, rewriter: Rewriter, factor: Array, offset: Array | None = None, *, known: ValueType | None = None
    ) -> Ref:
        """Return the layer that gives what this one gives times a factor, and plus an offset, for each channel."""
        factors = factor.reshape([-1 if i == self.axis else 1 for i in range(self.weight.ndim)])
        bias = None if self.bias is None else self.bias * factor
        if offset is not None:
            bias = offset if bias is None else bias + offset
        dtype, layer = self.weight.dtype, self.operation
        weight = rewriter.add_weight((self.weight * factors).astype(dtype), f"{self.name}.folded")
        vector = None if bias is None else rewriter.add_weight(bias.astype(dtype), f"{self.name}.folded_bias")
        operands = first(layer), weight, vector, *layer.operands[3:]
        return rewriter.add(layer.operator, *operands, known=known, **layer.attributes)


def layer_of(rewriter: Rewriter, operand: GraphOperand) -> Layer | None:
    """Return the layer that a tensor is the result of, when nothing else uses either of them, and its weights are
    known.
    """
    operation = rewriter.operation(operand, *CHANNEL_AXES)
    if operation is None or not rewriter.used_once(operand) or operation.attributes.keys() & {"weight", "bias"}:
        return None
    arguments = arguments_of(operation)
    weight, bias = rewriter.array(arguments["weight"]), rewriter.array(arguments["bias"])
    if weight is None or weight.dtype not in (FLOAT32, FLOAT64) or not rewriter.used_once(arguments["weight"]):
        return None
    axis = 1 if arguments.get("transposed") else CHANNEL_AXES[operation.operator]
    if (bias is None) != (arguments["bias"] is None) or (axis == 1 and arguments["groups"] != 1):
        return None
    return Layer(operation, rewriter.values[arguments["weight"].index].name, weight, bias, axis)


def fold_batch_norms(graph: Graph) -> Graph:
    """Put batch normalizations into the weights of the convolutions and linear layers before them."""
    return replace_operations(graph, {ATEN.batch_norm.default: _absorbed, "getitem": _absorbed_item})


def _absorbed_item(rewriter: Rewriter, item: Operation) -> GraphOperand | None:
    """Absorb a normalization with several results, of which the first is taken."""
    if item.operands[1:] != (0,) or not rewriter.used_once(first(item)):
        return None
    norm = rewriter.operation(first(item), ATEN._native_batch_norm_legit_no_training.default)
    return None if norm is None else _absorbed(rewriter, norm)


def _absorbed(rewriter: Rewriter, norm: Operation) -> GraphOperand | None:
    """Return the layer before a normalization with other weights, in place of both; its rows may be
    joined in between.
    """
    affine, rank = _affine(rewriter, norm), len(rewriter.origin.type.shape or ())
    reshaped = rewriter.operation(first(norm), *RESHAPING)
    joined = reshaped is not None and rewriter.used_once(first(norm))
    layer = layer_of(rewriter, first(reshaped) if reshaped is not None and joined else first(norm))
    if layer is None or affine is None or layer.channels != affine[0].size:
        return None
    if reshaped is None:
        # The channels are the second axis of a batch; without a batch they are the first.
        return layer.with_affine(rewriter, *affine) if rank == layer.weight.ndim else None
    if layer.operation.operator != ATEN.linear.default or rank != 2:
        return None
    if (rewriter.type(first(norm)).shape or (None,))[-1] != layer.channels:
        return None
    folded = layer.with_affine(rewriter, *affine, known=layer.operation.type)
    return rewriter.add(reshaped.operator, folded, *reshaped.operands[1:], **reshaped.attributes)


def _affine(rewriter: Rewriter, norm: Operation) -> tuple[Array, Array] | None:
    """Return the factor of each channel and then its offset in float64, when all that they follow from is known."""
    arguments = arguments_of(norm)
    if arguments.get("training") or not isinstance(arguments.get("eps"), float | int):
        return None
    mean, variance = rewriter.array(arguments["running_mean"]), rewriter.array(arguments["running_var"])
    scale, shift = rewriter.array(arguments["weight"]), rewriter.array(arguments["bias"])
    unknown = (scale is None) != (arguments["weight"] is None) or (shift is None) != (arguments["bias"] is None)
    if mean is None or variance is None or unknown:
        return None
    with np.errstate(all="ignore"):
        factor = 1 / np.sqrt(variance.astype(FLOAT64) + arguments["eps"])
        factor = factor if scale is None else factor * scale
        offset = -mean * factor if shift is None else shift - mean * factor
    return (factor, offset) if np.isfinite(factor).all() and np.isfinite(offset).all() else None


#: Products by the names of their factors.
_PRODUCTS = {ATEN.mm.default: ("self", "mat2"), ATEN.matmul.default: ("self", "other")}


def make_linear(graph: Graph) -> Graph:
    """Write products with a matrix of parameters as linear layers."""
    rules = {ATEN.addmm.default: _product_and_base, ATEN.add.Tensor: _sum}
    return replace_operations(graph, rules | dict.fromkeys(_PRODUCTS, _product) | dict.fromkeys(RESHAPES, _of_rows))


def _product(rewriter: Rewriter, operation: Operation) -> GraphOperand | None:
    left, right = (arguments_of(operation).get(name) for name in _PRODUCTS[operation.operator])
    if not isinstance(left, Ref) or not rewriter.type(left).shape or len(rewriter.type(left).shape or ()) < 2:
        return None
    weight = _transposed(rewriter, right)
    return None if weight is None else rewriter.add(ATEN.linear.default, left, weight)


def _product_and_base(rewriter: Rewriter, operation: Operation) -> GraphOperand | None:
    arguments = arguments_of(operation)
    if arguments.get("alpha") != 1 or arguments.get("beta") != 1:
        return None
    weight = _transposed(rewriter, arguments["mat2"])
    if weight is None or not _is_bias(rewriter, arguments["self"], weight):
        return None
    return rewriter.add(ATEN.linear.default, arguments["mat1"], weight, arguments["self"])


def _of_rows(rewriter: Rewriter, operation: Operation) -> GraphOperand | None:
    """Return a layer of any number of dimensions, for one of rows between two reshapes that join the others and split
    them.
    """
    layer = rewriter.operation(first(operation), ATEN.linear.default)
    rows = rewriter.operation(first(layer), *RESHAPES)
    source = first(rows)
    if layer is None or rows is None or source is None or not rewriter.used_once(first(operation)):
        return None
    before, after = rewriter.type(source).shape, operation.type.shape
    inside, outside = rows.type.shape, layer.type.shape
    if not before or not after or not inside or not outside or None in before:
        return None
    if before[:-1] != after[:-1] or before[-1] != inside[-1] or after[-1] != outside[-1]:
        return None
    return rewriter.add(ATEN.linear.default, source, *layer.operands[1:], **layer.attributes)


def _sum(rewriter: Rewriter, operation: Operation) -> GraphOperand | None:
    """Return a layer without a bias, and a vector of parameters that is added to its result."""
    arguments = arguments_of(operation)
    if arguments.get("alpha") != 1:
        return None
    for product, bias in ((arguments["self"], arguments["other"]), (arguments["other"], arguments["self"])):
        layer = rewriter.operation(product, ATEN.linear.default)
        if layer is None or len(layer.operands) != 2 or layer.attributes or not rewriter.used_once(product):
            continue
        single = rewriter.type(product).dtype in (FLOAT32, FLOAT64)  # a half would be rounded once instead of twice
        if single and _is_bias(rewriter, bias, layer.operands[1]) and same_type(rewriter.type(product), operation.type):
            return rewriter.add(ATEN.linear.default, *layer.operands, bias)
    return None


def _is_bias(rewriter: Rewriter, operand: GraphOperand, weight: GraphOperand) -> bool:
    """True if a vector of parameters has an element for each row of a weight, and its type."""
    shape, vector = rewriter.type(weight).shape, rewriter.type(operand)
    same = vector.dtype is not None and vector.dtype == rewriter.type(weight).dtype
    return same and rewriter.weight(operand) is not None and shape is not None and vector.shape == shape[:1]


def _transposed(rewriter: Rewriter, operand: GraphOperand) -> Ref | None:
    """Return the matrix of parameters of which an operand is the transpose; a new one, if nothing else needs the
    operand.
    """
    view = rewriter.operation(operand, ATEN.t.default, ATEN.permute.default, ATEN.transpose.int)
    if view is not None:
        known = rewriter.weight(first(view))
        is_matrix = known is not None and len(known.type.shape or ()) == 2 and is_float(known.type)
        return first(view) if is_matrix and order_of(view, rank=2) == (1, 0) else None
    matrix = rewriter.array(operand)
    weight = rewriter.weight(operand)
    if weight is None or matrix is None or matrix.ndim != 2 or not rewriter.used_once(operand):
        return None
    return rewriter.add_weight(matrix.T, f"{weight.name}.transposed") if is_float(weight.type) else None


def fold_scales(graph: Graph) -> Graph:
    """Put factors into the weights of the layers before them, also where dimensions are permuted in between."""
    return replace_operations(graph, {ATEN.mul.Tensor: _multiplied})


def _multiplied(rewriter: Rewriter, operation: Operation) -> GraphOperand | None:
    left, right = (arguments_of(operation).get(name) for name in ("self", "other"))
    found = _scaled(rewriter, operation, left, right)
    return _scaled(rewriter, operation, right, left) if found is None else found


def _scaled(rewriter: Rewriter, operation: Operation, value: GraphOperand, factor: GraphOperand) -> Ref | None:
    if not isinstance(value, Ref) or not same_type(rewriter.type(value), operation.type):
        return None
    permuted = rewriter.operation(value, *PERMUTATIONS)
    if permuted is not None and not rewriter.used_once(value):
        return None
    layer = layer_of(rewriter, value if permuted is None else first(permuted))
    rank = len(operation.type.shape or ())
    order = tuple(range(rank)) if permuted is None else order_of(permuted)
    channels = None if layer is None else _channel_axis(layer)
    if layer is None or order is None or channels is None:
        return None
    factors = _factors(rewriter, factor, layer, order.index(channels), rank)
    if factors is None:
        return None
    if permuted is None:
        return layer.with_affine(rewriter, factors)
    scaled = layer.with_affine(rewriter, factors, known=layer.operation.type)
    return rewriter.add(permuted.operator, scaled, *permuted.operands[1:], **permuted.attributes)


def _channel_axis(layer: Layer) -> int | None:
    """Return the axis of the result that the channels are; None where that is not known."""
    rank = len(layer.operation.type.shape or ())
    if layer.operation.operator == ATEN.linear.default:
        return rank - 1 if rank else None
    return 1 if rank == layer.weight.ndim else None


def _factors(rewriter: Rewriter, factor: GraphOperand, layer: Layer, axis: int, rank: int) -> Array | None:
    """Return the factors of the channels: a number for all, or a weight that has them along one axis and no other."""
    constant = rewriter.number(factor)
    if constant is not None:
        return np.full(layer.channels, constant, layer.weight.dtype) if np.isfinite(constant) else None
    array = rewriter.array(factor)
    if array is None or array.dtype != layer.weight.dtype or array.ndim > rank:
        return None
    sizes = [1] * (rank - array.ndim) + list(array.shape)
    if sizes != [layer.channels if i == axis else 1 for i in range(rank)] or not np.isfinite(array).all():
        return None
    return array.reshape(-1)
