"""Formulas of rows: what they mean on arrays and on meta, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from nacformats.ops.decompositions import compiled_row, decomposition
from nacformats.ops.dtypes import FLOAT32
from nacformats.ops.kernels._formulas import OnArrays, formula_kernel
from nacformats.ops.meta import TensorMeta, result_meta
from nacformats.ops.meta.sizes import symbol
from nacformats.ops.schemas import KERNELS
from nacformats.ops.table import operators, parse_row


def _row(formula: str, schema: str = "probe(Tensor self, Scalar factor=2) -> Tensor") -> Callable[..., Any]:
    return compiled_row(parse_row(f"{schema} | elementwise | | | {formula}")).over(OnArrays())


def test_every_formula_is_one() -> None:
    """Each compiles, and calls only what there is a way to run."""
    for name, row in operators().items():
        found = decomposition(name)
        assert (found is not None) == bool(row.formula)
        if found is not None:
            assert name not in found.operators
            assert found.operators <= set(KERNELS), name


def test_decompositions_end() -> None:
    """No operator is decomposed into itself, over others."""

    def depth(name: str, above: tuple[str, ...] = ()) -> None:
        assert name not in above, (name, above)
        found = decomposition(name)
        for each in found.operators if found is not None else ():
            depth(each, (*above, name))

    for name in operators():
        depth(name)


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("self + 1", [2.0, 3.0]),
        ("1 - self", [0.0, -1.0]),
        ("1 / self", [1.0, 0.5]),
        ("3 / self", [3.0, 1.5]),
        ("2 < self", [False, False]),
        ("-self * factor", [-2.0, -4.0]),
        ("self ** 2", [1.0, 4.0]),
        ("twice = self * 2; twice + twice", [4.0, 8.0]),
        ("self if factor > 1 else -self", [1.0, 2.0]),
        ("cat([self, self], 0)[:2] if self.rank > 5 else self", [1.0, 2.0]),
        ("sum(self) / self.shape[0] + self * 0", [1.5, 1.5]),
        ("clamp(self, max=1)", [1.0, 1.0]),
        ("where(self > 1, self, 0)", [0.0, 2.0]),
    ],
)
def test_values(formula: str, expected: list[float]) -> None:
    """Operators of Python are those of tensors where an operand is one."""
    result = _row(formula)(np.array([1.0, 2.0], np.float32))
    assert np.asarray(result).tolist() == expected


@pytest.mark.parametrize(
    "formula",
    [
        "self.data",
        "[x for x in self]",
        "(lambda: self)()",
        "__import__('os')",
        "unheard_of(self)",
        "exp(self, 1, 2, 3)",
        "other + 1",
        "self; self = 1",
        "f'{self.data}'",
        "while True: pass",
    ],
)
def test_what_is_no_formula_is_refused(formula: str) -> None:
    """ValueError with the row's name for what the language does not have."""
    with pytest.raises(ValueError, match=r"the formula of aten\.probe\.default"):
        _row(formula)


def test_checks_refuse() -> None:
    """A condition that does not hold is a ValueError; one that cannot be decided holds."""
    formula = _row("check(factor > 0, f'factor is {factor}'); self")
    with pytest.raises(ValueError, match=r"aten\.probe\.default: factor is -1"):
        formula(np.ones(1), -1)


def test_half_precision_is_rounded_once() -> None:
    """A formula in float16 is computed in float32."""
    row = operators()["aten.hardswish.default"]
    x = np.linspace(-4, 4, 100).astype(np.float16)
    wide = formula_kernel(row)(x.astype(np.float32))
    result = formula_kernel(row)(x)
    assert result.dtype == np.float16
    assert (result == wide.astype(np.float16)).all()


def test_large_arrays_in_blocks() -> None:
    """The result of blocks is that of the whole."""
    x = np.random.default_rng(0).standard_normal((3, 50_000)).astype(np.float32)
    expected = x * np.clip(x + 3, 0, 6) / 6
    result = formula_kernel(operators()["aten.hardswish.default"])(x)
    np.testing.assert_allclose(result, expected, atol=1e-6)


@pytest.mark.parametrize("name", ["aten.addcmul.default", "aten.tanh_backward.default", "aten.mse_loss.default"])
def test_a_formula_promotes_operands_of_several_types(name: str) -> None:
    kernel = KERNELS[name]
    tensors = [each.name for each in kernel.taken if each.kind == "Tensor"]
    half, single = np.full(3, 0.5, np.float16), np.full(3, 0.25, np.float32)
    given = dict(zip(tensors, (half, single, single), strict=False))
    assert kernel.function(*kernel.in_order(given)).dtype == np.float32
    assert kernel.function(*kernel.in_order(dict.fromkeys(tensors, half))).dtype == np.float16


def test_sizes_that_may_be_equal_are_not_refused() -> None:
    """A check of shapes holds where symbols decide, and not where sizes differ whatever these are."""
    n, m = symbol("n"), symbol("m")
    x, y = TensorMeta(FLOAT32, (n, 3)), TensorMeta(FLOAT32, (m, 3))
    assert result_meta("aten.binary_cross_entropy.default", [x, y, None, 0]).shape[1] == 3
    with pytest.raises(ValueError, match="target must have shape"):
        result_meta("aten.binary_cross_entropy.default", [x, TensorMeta(FLOAT32, (n + 1, 3)), None, 0])
