"""Purposes of a model's parameters, which decide whether they are quantized.

Only weights of products, convolutions and embeddings are: an error in one of these is one of many that a sum averages.
An error in a frequency is multiplied by the position, one in a norm or a bias reaches every result.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from nacformats.compiler.passes.rewriting import arguments_of
from nacformats.graph.aliasing import PICK
from nacformats.graph.graph import Graph, GraphValue, Operation, Ref, Weight, refs_of
from nacformats.ops.names import ATEN
from nacformats.ops.table import marked, of_kind, operators, principal_name

#: Parameters of layers that are weights, and of lookups that are tables of rows.
_WEIGHTS = frozenset({"weight", "params", "w_ih", "w_hh"})
#: Operands of products, with the axis that is summed over, None where a text or a list says it.
_AXES: dict[str, int | None] = {
    **dict.fromkeys(("self", "mat1", "mat", "batch1"), -1),
    **dict.fromkeys(("mat2", "other", "batch2"), -2),
    **dict.fromkeys(("matrices", "tensors")),
}
_OF_MIND: dict[str, int | None] = {"x": -1, "y": -2}
#: Operations that give the elements of tensors in another order, shape or type.
_REARRANGERS = of_kind("view", "copy") | marked("cast", "duplicate", "identity", "shares")
_REARRANGING = frozenset({"pass", PICK, *(operators()[name].base for name in _REARRANGERS)})
_FACTORS = frozenset({ATEN.mul.Tensor, ATEN.addcmul.default})
_OPERANDS = frozenset({"self", "other", "input", "tensors", "tensor1", "tensor2", "x", "y", ""})


@dataclass(frozen=True)
class Purpose:
    """The purpose of a parameter.

    Attributes:
        is_weight: whether it is nothing but a weight of products, convolutions and embeddings.
        text: its use, or the one that forbids to quantize it: "weight of linear", "bias of conv2d", "operand of mul".
    """

    is_weight: bool
    text: str


UNUSED = Purpose(False, "unused")


def purposes(graph: Graph) -> dict[int, Purpose]:
    """Return the purpose of each Weight of a graph, by its index."""
    found = _Uses(graph)
    return {weight.index: joined_purpose(found.of(weight.index)) for weight in graph.every(Weight)}


def joined_purpose(uses: Iterator[Purpose] | Sequence[Purpose]) -> Purpose:
    """Return all uses of a parameter as one: it is a weight when each of them takes it as one."""
    listed = list(uses)
    return next((use for use in listed if not use.is_weight), listed[0] if listed else UNUSED)


class _Uses:
    def __init__(self, graph: Graph) -> None:
        self._values = graph.values
        self._outputs = {ref.index for ref in graph.outputs}
        self._users: dict[int, list[Operation]] = defaultdict(list)
        self._rearranging: set[int] = set()
        self._rearranged = {weight.index for weight in graph.every(Weight)}
        for operation in graph.every(Operation):
            for index in {ref.index for ref in refs_of(operation)}:
                self._users[index].append(operation)
            if _base(operation) in _REARRANGING:
                self._rearranging.add(operation.index)
                if self._is_of_weights(operation):
                    self._rearranged.add(operation.index)

    def of(self, start: int) -> Iterator[Purpose]:
        """Return the operations that take a value, or its elements rearranged."""
        for index in self._copies(start, self._rearranged):
            if index in self._outputs:
                yield Purpose(False, "an output")
            for operation in self._users[index]:
                if operation.index not in self._rearranged:
                    yield from self._uses(operation, index, start)

    def _copies(self, start: int, rearranging: set[int]) -> Iterator[int]:
        """Yield a value, and the results of those operations that lead from it to its elements rearranged."""
        pending, seen = [start], {start}
        while pending:
            index = pending.pop()
            yield index
            found = {operation.index for operation in self._users[index]}.intersection(rearranging) - seen
            pending += sorted(found)
            seen |= found

    def _is_of_weights(self, operation: Operation) -> bool:
        """True if the elements come from weights alone: all tensors of a list do, or the first operand."""
        first = next(iter(_arguments(operation)), None)
        parts = first if isinstance(first, list | tuple) else [first]
        return all(isinstance(each, Ref) and each.index in self._rearranged for each in parts)

    def _uses(self, operation: Operation, index: int, start: int) -> Iterator[Purpose]:
        if operation.operator in marked("unread"):
            return
        arguments = arguments_of(operation) or {"": _arguments(operation)}
        for name, argument in arguments.items():
            if _takes(argument, index):
                is_matrix = self._is_matrix(index) or (self._shape(index) is None and self._is_matrix(start))
                is_weight = self._is_weight(operation, name, index, is_matrix=is_matrix)
                yield Purpose(is_weight, _described(operation, name, is_weight=is_weight))

    def _is_weight(self, operation: Operation, name: str, index: int, *, is_matrix: bool) -> bool:
        if _is_layer(operation, name):
            return name != "params" or is_matrix
        if _is_table(operation, name):
            return not self._is_factor(operation.index)
        product = _summed(operation)
        return name in product and is_matrix and self._is_summed(operation, product[name], index)

    def _shape(self, index: int) -> Sequence[Any] | None:
        return self._values[index].type.shape

    def _is_matrix(self, index: int) -> bool:
        shape = self._shape(index)
        return shape is not None and sum(size != 1 for size in shape) > 1

    def _is_summed(self, operation: Operation, axis: int | None, index: int) -> bool:
        """True if a product sums over the tensor; one that does not is a table of products, such as of angles."""
        shape = self._shape(index)
        if shape is None:
            return True
        if axis is not None:
            return len(shape) >= -axis and shape[axis] != 1
        arguments = arguments_of(operation)
        if not isinstance(arguments.get("equation"), str) or not isinstance(arguments["tensors"], list | tuple):
            return True
        terms, _, result = arguments["equation"].replace(" ", "").partition("->")
        pairs = zip(terms.split(","), arguments["tensors"], strict=False)
        return not result or all(set(term) - set(result) - {"."} for term, tensor in pairs if _takes(tensor, index))

    def _is_factor(self, index: int) -> bool:
        """True if rows of a table become factors of activations, as the cosines of rotary embeddings do.

        A mask has one number for a row.
        """
        return any(
            principal_name(operation.operator) in _FACTORS and self._has_other_factors(operation, copy)
            for copy in self._copies(index, self._rearranging)
            for operation in self._users[copy]
        )

    def _has_other_factors(self, operation: Operation, index: int) -> bool:
        others = [ref for ref in refs_of(operation) if ref.index != index]
        shapes = [self._shape(ref.index) for ref in others]
        return any(shape is None or (len(shape) > 0 and shape[-1] != 1) for shape in shapes)


def _is_layer(operation: Operation, name: str) -> bool:
    """True if a parameter of an operation is the weight of a layer."""
    return name in _WEIGHTS and operation.operator in of_kind("convolution", "product", "recurrent")


def _is_table(operation: Operation, name: str) -> bool:
    """True if rows of a parameter are looked up; ATen's gather picks single elements."""
    if operation.operator == "mind.gather":
        return name == "x"
    return name == "weight" and operation.operator in of_kind("indexing")


def _summed(operation: Operation) -> dict[str, int | None]:
    """Return the operands of a product, each with the axis that is summed over."""
    if operation.operator not in marked("contracts"):
        return _OF_MIND if operation.operator == "mind.matmul" else {}
    names = {each.name for each in operators()[operation.operator].parameters}
    if "beta" in names:
        names.remove("self")  # what is added
    return {name: None if "dims_self" in names else axis for name, axis in _AXES.items() if name in names}


def _described(operation: Operation, name: str, *, is_weight: bool) -> str:
    if not is_weight and _is_table(operation, name):
        return "table of factors"
    if not is_weight and _is_layer(operation, name):
        return f"bias of {_base(operation)}"  # in one list with the weights
    what = "weight" if is_weight else "operand" if name in _OPERANDS else name
    return f"{what} of {_base(operation)}"


def _arguments(operation: Operation) -> list[Any]:
    return [*operation.operands, *operation.attributes.values()]


def _takes(argument: Any, index: int) -> bool:
    if isinstance(argument, list | tuple):
        return any(_takes(each, index) for each in argument)
    return isinstance(argument, Ref) and argument.index == index


def _base(value: GraphValue) -> str:
    """Return the name of an operation without namespace and overload."""
    operator = value.operator if isinstance(value, Operation) else ""
    parts = operator.split(".")
    return parts[1] if len(parts) > 1 else operator
