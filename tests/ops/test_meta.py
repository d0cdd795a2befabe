"""Types and shapes of results: against stored results, and against PyTorch's fake tensors; with symbolic sizes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

from nacformats.ops.dtypes import DTYPES
from nacformats.ops.meta import MetaError, TensorMeta, result_meta
from nacformats.ops.meta.sizes import SymbolicSize, evaluated, is_open, symbol
from nacformats.ops.meta.values import UnknownNumber
from nacformats.ops.table import operators
from tests.kernels import layer_cases, tensor_cases, test_layers, test_tensors
from tests.kernels.groups import by_module, check_all

#: Sizes decide how many results there are, or how many dimensions.
PIECES = {"chunk", "unsafe_chunk", "split", "unsafe_split", "unbind", "tensor_split", "split_copy", "unbind_copy"}
PIECES |= {"linalg_solve"}
_TENSORS = by_module(tensor_cases.CASES, lambda case: case.name)
_LAYERS = by_module(layer_cases.CASES, lambda case: case.name)


def has_meta(name: str) -> bool:
    return bool(operators()[name].meta or operators()[name].formula)


def as_meta(value: Any, size: Callable[[int], Any] = int) -> Any:
    """Arrays as types and shapes."""
    if isinstance(value, list | tuple):
        return [as_meta(item, size) for item in value]
    return TensorMeta(value.dtype, tuple(map(size, value.shape))) if isinstance(value, np.ndarray) else value


def arguments_of(name: str, args: Sequence[Any], kwargs: dict[str, Any], size: Callable[[int], Any] = int) -> Any:
    """Arguments by name."""
    names = [parameter.name for parameter in operators()[name].parameters]
    given = dict(zip(names, args, strict=False)) | kwargs
    return {key: as_meta(value, size) for key, value in given.items()}


def check_result(found: Any, expected: Any, at: dict[str, int], outputs: Sequence[int] | None = None) -> None:
    """Hold meta to what came out; a size that data decides is at most its bound."""
    if isinstance(expected, list | tuple):
        assert isinstance(found, list | tuple), found
        assert len(found) == len(expected), found
        for number in range(len(expected)) if outputs is None else outputs:
            check_result(found[number], expected[number], at)
    elif isinstance(expected, np.ndarray) or hasattr(expected, "shape"):
        assert isinstance(found, TensorMeta), found
        assert found.dtype == dtype_of_result(expected), f"{found.dtype} is not {expected.dtype}"
        assert len(found.shape) == len(expected.shape), f"{found} is not {list(expected.shape)}"
        for size, actual in zip(found.shape, expected.shape, strict=True):
            check_size(size, actual, at)
    elif isinstance(found, UnknownNumber):
        assert isinstance(expected, found.kind)
    elif found is not None or expected is not None:
        check_size(found, expected, at)


def check_size(size: Any, actual: Any, at: dict[str, int]) -> None:
    if isinstance(size, SymbolicSize) and is_open(size):
        try:
            assert evaluated(size, at, bounds=True) >= actual
        except MetaError:
            return
    elif isinstance(actual, int):
        assert (evaluated(size, at) if isinstance(size, SymbolicSize) else size) == actual, f"{size} is not {actual}"


def dtype_of_result(expected: Any) -> Any:
    return expected.dtype if isinstance(expected, np.ndarray) else DTYPES[str(expected.dtype).removeprefix("torch.")]


class Symbols:
    """A symbol for each size of an axis but 0 and 1, and which number it stands for."""

    def __init__(self) -> None:
        self.sizes: dict[str, int] = {}

    def __call__(self, size: int) -> Any:
        if size < 2:
            return size
        name = f"s{len(self.sizes)}"
        self.sizes[name] = size
        return symbol(name)


def expected_of(case: Any, golden: Any) -> Any:
    if isinstance(case, tensor_cases.Case):
        return test_tensors.stored(case)
    stored = test_layers.stored(golden, case)
    return stored if len(stored) > 1 else stored[0]


def given_of(case: Any) -> tuple[Sequence[Any], dict[str, Any]]:
    return (case.args, case.kwargs) if isinstance(case, tensor_cases.Case) else case.arguments()


@pytest.fixture(scope="module")
def golden() -> Any:
    with np.load(test_layers.GOLDEN) as arrays:
        return dict(arrays)


GROUPS = {f"tensors.{key}": cases for key, cases in _TENSORS.items()} | {
    f"layers.{key}": cases for key, cases in _LAYERS.items()
}


@pytest.mark.parametrize("group", GROUPS)
def test_meta_is_the_type_and_shape_of_the_result(group: str, golden: Any) -> None:
    def check(case: Any) -> None:
        args, kwargs = given_of(case)
        expected = expected_of(case, golden)
        outputs = getattr(case, "outputs", None)
        check_result(result_meta(case.name, arguments_of(case.name, args, kwargs)), expected, {}, outputs)
        symbols = Symbols()
        try:
            found = result_meta(case.name, arguments_of(case.name, args, kwargs, symbols))
        except MetaError:
            assert case.name.split(".")[1] in PIECES, "symbols decide"
            return
        check_result(found, expected, symbols.sizes, outputs)

    check_all((case for case in GROUPS[group] if has_meta(case.name)), check)
