"""Types and shapes of results: against stored results, and against PyTorch's fake tensors; with symbolic sizes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random
from typing import Any

import numpy as np
import pytest

from nacformats.ops.dtypes import DTYPES
from nacformats.ops.meta import MetaError, TensorMeta, result_meta
from nacformats.ops.meta.sizes import evaluated, symbol
from nacformats.ops.meta.values import META, UnknownNumber
from nacformats.ops.schemas import KERNELS
from nacformats.ops.table import operators
from tests.effort import effort
from tests.kernels import layer_cases, tensor_cases, test_layers, test_tensors
from tests.kernels.groups import by_module, check_all
from tests.kernels.torch_oracle import operator
from tests.partners import partner
from tests.runtime.hostile import calls_that_work

#: Sizes decide how many results there are, or how many dimensions.
PIECES = {"chunk", "unsafe_chunk", "split", "unsafe_split", "unbind", "tensor_split", "split_copy", "unbind_copy"}
PIECES |= {"linalg_solve"}
#: A vector or a stack of vectors, a sum or none, as sizes tell.
AMBIGUOUS = {"aten.linalg_solve.default", "aten.sum_to_size.default"}
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
        assert dtype_of_result(expected) in (None, found.dtype), f"{found.dtype} is not {expected.dtype}"
        assert len(found.shape) == len(expected.shape), f"{found} is not {list(expected.shape)}"
        for size, actual in zip(found.shape, expected.shape, strict=True):
            check_size(size, actual, at)
    elif isinstance(found, UnknownNumber):
        assert isinstance(expected, found.kind)
    elif found is not None or expected is not None:
        check_size(found, expected, at)


def check_size(size: Any, actual: Any, at: dict[str, int]) -> None:
    """Hold a size to a number; one that data decides is at least 0 and at most its bound, where it has one."""
    if not isinstance(actual, int):
        return
    try:
        assert evaluated(size, at) == actual, f"{size} is not {actual}"
    except MetaError:
        assert "?" in str(size), f"{size} has no value"
        with suppress(MetaError):
            assert evaluated(size, at, bounds=True) >= actual


def dtype_of_result(expected: Any) -> Any:
    return (
        expected.dtype if isinstance(expected, np.ndarray) else DTYPES.get(str(expected.dtype).removeprefix("torch."))
    )


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
    return test_layers.load(test_layers.GOLDEN)


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
        check_symbols(case.name, args, kwargs, expected, outputs)

    check_all((case for case in GROUPS[group] if has_meta(case.name)), check)


# Against PyTorch's fake tensors


@pytest.fixture(scope="module")
def fake() -> Any:
    """What an operator of PyTorch gives on tensors without elements; None where data decides, or it refuses."""
    torch = partner("torch")
    from torch._subclasses.fake_tensor import FakeTensorMode

    mode = FakeTensorMode()

    def as_fake(value: Any) -> Any:
        if isinstance(value, list | tuple):
            return [as_fake(item) for item in value]
        if isinstance(value, str) and value in DTYPES:
            return getattr(torch, value)
        if not isinstance(value, np.ndarray):
            return value
        return torch.empty(value.shape, dtype=getattr(torch, value.dtype.name))

    def call(name: str, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
        with mode, torch.no_grad():
            named = {key: as_fake(value) for key, value in kwargs.items()}
            try:
                return operator(name)(*map(as_fake, args), **named)
            except Exception:  # noqa: BLE001  a fake tensor refuses in many ways
                return None

    return call


FAMILIES = sorted({each.family for each in operators().values()})
#: The first result alone is that of PyTorch: types of the other ones differ, and PyTorch's own depend on the machine.
DIFFERENT = """
    embedding_bag.default embedding_bag.padding_idx _embedding_bag.default _embedding_bag_forward_only.default
    _native_batch_norm_legit_functional.default _weight_norm_interface.default
"""
#: Fake tensors accept types and sizes that PyTorch itself refuses.
REFUSED = """
    hardshrink.default lerp.Scalar cross.default linalg_cross.default std.default std.correction std.dim var.default
    var.correction var.dim _prelu_kernel.default glu_backward.default convolution_backward.default
    native_layer_norm_backward.default
"""


@pytest.mark.sample(each=3)
@pytest.mark.filterwarnings("ignore")  # PyTorch's own
@pytest.mark.parametrize("family", FAMILIES)
def test_meta_is_that_of_fake_tensors(family: str, fake: Any) -> None:
    names = [name for name, row in operators().items() if row.family == family and name == row.principal]
    check_all(
        (
            name
            for name in names
            if has_meta(name) and name in KERNELS and name.removeprefix("aten.") not in REFUSED.split()
        ),
        lambda name: check_fake(name, fake),
    )


def known_calls(name: str) -> Any:
    """The calls of an operator, or of the one that it is the in-place form of."""
    return calls_that_work().get(name) or calls_that_work().get(name.replace("_.", "."), ())


FLOATS = [np.dtype(np.float32), np.dtype(np.float64), np.dtype(np.float16), DTYPES["bfloat16"]]
#: PyTorch promotes no wide unsigned integers, and has complex numbers of halves.
TYPES = [*map(np.dtype, ("bool", "uint8", "int8", "int16", "int32", "int64", "complex64")), *FLOATS]
#: Kinds of operators that take any type; the others get floats.
ANY_TYPE = ("elementwise", "view", "copy", "creation", "indexing", "sorting", "padding", "reduction")


def drawn(random: Random, row: Any, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
    """A call in another type, and with another size wherever one is; operands that broadcast have axes of size 1."""
    types = TYPES if row.kind in ANY_TYPE and "backward" not in row.family else FLOATS
    float_type, whole_type = random.choice(types), random.choice([np.dtype(np.int32), np.dtype(np.int64)])
    sizes = [size for value in [*args, *kwargs.values()] if isinstance(value, np.ndarray) for size in value.shape]
    old, new = random.choice(sizes or [1]), random.choice([2, 5, 8, *([0] if row.kind in ANY_TYPE else [])])
    if row.kind in ("recurrent", "loss") or random.random() < 0.5:
        old = None
    free = row.kind == "elementwise" and types is TYPES

    def changed(value: Any) -> Any:
        if isinstance(value, list | tuple):
            return [changed(item) for item in value]
        if not isinstance(value, np.ndarray):
            return value
        shape = [new if size == old else size for size in value.shape]
        if free and shape and random.random() < 0.2:
            shape[random.randrange(len(shape))] = 1
        if value.dtype == np.float32:
            return np.empty(shape, random.choice([float_type, np.dtype(np.float32)]) if free else float_type)
        return np.empty(shape, whole_type if value.dtype == np.int64 else value.dtype)

    return [changed(value) for value in args], {key: changed(value) for key, value in kwargs.items()}


def check_fake(name: str, fake: Any) -> None:
    random = Random(name)
    for _ in range(effort(2, 60) if known_calls(name) else 0):
        args, kwargs = drawn(random, operators()[name], *random.choice(known_calls(name)))
        expected = fake(name, args, kwargs)
        if expected is None:
            continue
        try:
            found = result_meta(name, arguments_of(name, args, kwargs))
        except (ValueError, TypeError, IndexError, MetaError, ArithmeticError):
            continue
        shown = [each.shape if isinstance(each, np.ndarray) else each for each in args], kwargs
        outputs = (0,) if name.removeprefix("aten.") in DIFFERENT.split() else None
        try:
            check_result(found, expected, {}, outputs)
            check_symbols(name, args, kwargs, expected, outputs)
        except AssertionError as error:
            raise AssertionError(f"{shown}: {error}") from error


def check_symbols(name: str, args: Any, kwargs: Any, expected: Any, outputs: Sequence[int] | None) -> None:
    """Hold meta of symbolic sizes, one for each axis, to what came out; without the symbols it is as it should be."""
    if name in AMBIGUOUS:
        return
    symbols = Symbols()
    try:
        found = result_meta(name, arguments_of(name, args, kwargs, symbols))
    except MetaError:
        assert name.split(".")[1] in PIECES, "symbols decide"
        return
    check_result(found, expected, symbols.sizes, outputs)


def test_every_row_has_meta() -> None:
    assert not [name for name in operators() if not has_meta(name)]
    named = {row.meta.split()[0] for row in operators().values() if row.meta}
    assert named == set(META), "functions that no row names, or names of no function"


def test_shapes_that_do_not_stack_are_told_in_their_order() -> None:
    shapes = [(symbol("a"),), (2, 3), (), (symbol("b"), 5), (4,)]
    with pytest.raises(ValueError, match=r"shapes \[a\], \[2, 3\], \[\], \[b, 5\], \[4\] differ"):
        result_meta("aten.stack.default", [[TensorMeta(DTYPES["float32"], shape) for shape in shapes]])
