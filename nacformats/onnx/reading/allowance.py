"""What reading a model may take: a file of a few bytes can ask for loops in loops and tables of any size."""

from __future__ import annotations

from nacformats import limits
from nacformats.errors import LimitError


class OnnxAllowance:
    """What is left of what one model may take; it grows with the size of the model.

    Args:
        size: bytes of the model without its large tensors.
    """

    def __init__(self, size: int = 0) -> None:
        grown = limits.ONNX_GROWTH * size // 1024
        self._values = limits.ONNX_VALUES + grown
        self._steps = limits.ONNX_STEPS + grown
        self._elements = limits.ONNX_ELEMENTS + size

    def take_values(self, count: int = 1) -> None:
        """For values of the graph."""
        self._values -= count
        if self._values < 0:
            raise _error("the graph becomes too large", f"at most {limits.ONNX_VALUES} values in a model of its size")

    def take_steps(self, count: int) -> None:
        """For entries of sequences, and for nodes and names of inner graphs, which loops read again and again."""
        self._steps -= count
        if self._steps < 0:
            expected = f"at most {limits.ONNX_STEPS} steps of nodes in loops in a model of its size"
            raise _error("the loops of the model become too large", expected)

    def take_elements(self, count: int) -> None:
        """For tables of so many elements, or as much work, that nodes are replaced by."""
        self._elements -= count
        if self._elements < 0:
            expected = f"at most {limits.ONNX_ELEMENTS} elements in a model of its size"
            raise _error("the tables that nodes are replaced by become too large", expected)


def _error(reason: str, expected: str) -> LimitError:
    return LimitError(reason, format="onnx", expected=expected)
