"""The names of the operations of a graph: ATen's, and those of arithmetic of sizes."""

from __future__ import annotations

from collections.abc import Iterable

from nacformats.graph.graph import GraphOperand, Operation, Ref
from nacformats.ops.kernels.nac import ALWAYS_NUMBER
from nacformats.ops.spelling import canonical, on_numbers


class Names:
    """The names of the operations of a graph; `of` takes them in their order.

    Attributes:
        numbers: the values that are known to be Python numbers.
    """

    def __init__(self, numbers: Iterable[int] = ()) -> None:
        self.numbers = set(numbers)

    def of(self, operation: Operation) -> tuple[str, str]:
        """Return the name of an operation, without the prefix where it is arithmetic of sizes, and its ATen name."""
        name = operation.operator
        if (number := on_numbers(name, operation.operands, self.is_number)) is not None:
            name = number
            self.numbers.add(operation.index)
        resolved = canonical(name, operation.operands, self.is_number)
        if resolved in ALWAYS_NUMBER:
            self.numbers.add(operation.index)
        return name, resolved

    def is_number(self, operand: GraphOperand) -> bool:
        """True if an operand is known to be a Python number rather than a tensor."""
        return operand.index in self.numbers if isinstance(operand, Ref) else isinstance(operand, int | float)


def known_numbers(operations: Iterable[Operation]) -> set[int]:
    """Return the operations, by index, that are known to give Python numbers; they are in the order of their graph."""
    names = Names()
    for operation in operations:
        names.of(operation)
    return names.numbers
