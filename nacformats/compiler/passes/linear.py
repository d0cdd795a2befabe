"""Matrix products with a parameter, and a bias added to them, as one linear layer, which adds it in place."""

from __future__ import annotations

from nacformats.compiler.passes.algebra import RESHAPES
from nacformats.compiler.passes.facts import array_of, changes_in_place, first, is_float, named, same_type
from nacformats.compiler.passes.rewriting import Rewriter, rewrite
from nacformats.graph.graph import Graph, Operand, Operation, Ref
from nacformats.runtime.kernels._promotion import FLOAT32, FLOAT64

#: Products by the names of their factors.
_PRODUCTS = {"aten.mm.default": ("self", "mat2"), "aten.matmul.default": ("self", "other")}


def make_linear(graph: Graph) -> Graph:
    """Write products with a matrix of parameters as linear layers."""
    if changes_in_place(graph):
        return graph

    def rule(rewriter: Rewriter, operation: Operation) -> Operand | None:
        operator = operation.operator
        if operator in _PRODUCTS:
            return _product(rewriter, operation)
        if operator == "aten.addmm.default":
            return _product_and_base(rewriter, operation)
        if operator in RESHAPES:
            return _of_rows(rewriter, operation)
        return _sum(rewriter, operation) if operator == "aten.add.Tensor" else None

    return rewrite(graph, rule)


def _product(rewriter: Rewriter, operation: Operation) -> Operand | None:
    left, right = (named(operation).get(name) for name in _PRODUCTS[operation.operator])
    if not isinstance(left, Ref) or not rewriter.type(left).shape or len(rewriter.type(left).shape or ()) < 2:
        return None
    weight = _transposed(rewriter, right)
    return None if weight is None else rewriter.add("aten.linear.default", left, weight)


def _product_and_base(rewriter: Rewriter, operation: Operation) -> Operand | None:
    arguments = named(operation)
    if arguments.get("alpha") != 1 or arguments.get("beta") != 1:
        return None
    weight = _transposed(rewriter, arguments["mat2"])
    if weight is None or not _is_bias(rewriter, arguments["self"], weight):
        return None
    return rewriter.add("aten.linear.default", arguments["mat1"], weight, arguments["self"])


def _of_rows(rewriter: Rewriter, operation: Operation) -> Operand | None:
    """A layer of any number of dimensions, for one of rows between two reshapes that join the others and split them."""
    layer = rewriter.operation(first(operation), "aten.linear.default")
    rows = None if layer is None else rewriter.operation(first(layer), *RESHAPES)
    source = None if rows is None else first(rows)
    if layer is None or rows is None or source is None or not rewriter.used_once(first(operation)):
        return None
    before, after = rewriter.type(source).shape, operation.type.shape
    inside, outside = rows.type.shape, layer.type.shape
    if not before or not after or not inside or not outside or None in before:
        return None
    if before[:-1] != after[:-1] or before[-1] != inside[-1] or after[-1] != outside[-1]:
        return None
    return rewriter.add("aten.linear.default", source, *layer.operands[1:], **layer.attributes)


def _sum(rewriter: Rewriter, operation: Operation) -> Operand | None:
    """A layer without a bias, and a vector of parameters that is added to its result."""
    arguments = named(operation)
    if arguments.get("alpha") != 1:
        return None
    for product, bias in ((arguments["self"], arguments["other"]), (arguments["other"], arguments["self"])):
        layer = rewriter.operation(product, "aten.linear.default")
        if layer is None or len(layer.operands) != 2 or layer.attributes or not rewriter.used_once(product):
            continue
        single = rewriter.type(product).dtype in (FLOAT32, FLOAT64)  # a half would be rounded once instead of twice
        if single and _is_bias(rewriter, bias, layer.operands[1]) and same_type(rewriter.type(product), operation.type):
            return rewriter.add("aten.linear.default", *layer.operands, bias)
    return None


def _is_bias(rewriter: Rewriter, operand: Operand, weight: Operand) -> bool:
    """Whether a vector of parameters has an element for each row of a weight, and its type."""
    shape, vector = rewriter.type(weight).shape, rewriter.type(operand)
    same = vector.dtype is not None and vector.dtype == rewriter.type(weight).dtype
    return same and rewriter.weight(operand) is not None and shape is not None and vector.shape == shape[:1]


def _transposed(rewriter: Rewriter, operand: Operand) -> Ref | None:
    """The matrix of parameters of which an operand is the transpose; a new one, if nothing else needs the operand."""
    view = rewriter.operation(operand, "aten.t.default", "aten.permute.default", "aten.transpose.int")
    if view is not None:
        known = rewriter.weight(first(view))
        is_matrix = known is not None and len(known.type.shape or ()) == 2 and is_float(known.type)
        return first(view) if is_matrix and _exchanges(view) else None
    matrix = array_of(rewriter, operand)
    weight = rewriter.weight(operand)
    if weight is None or matrix is None or matrix.ndim != 2 or not rewriter.used_once(operand):
        return None
    return rewriter.add_weight(matrix.T, f"{weight.name}.transposed") if is_float(weight.type) else None


def _exchanges(view: Operation) -> bool:
    """Whether an operation on a matrix transposes it."""
    arguments = named(view)
    match view.operator:
        case "aten.t.default":
            return True
        case "aten.permute.default":
            dims = arguments["dims"]
            return all(isinstance(dim, int) for dim in dims) and [dim % 2 for dim in dims] == [1, 0]
    dims = arguments["dim0"], arguments["dim1"]
    return all(isinstance(dim, int) for dim in dims) and {dim % 2 for dim in dims} == {0, 1}
