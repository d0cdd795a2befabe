"""Complex operands: a kernel computes with them or refuses them; it does not go on with their real parts."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from nacformats.ops.schemas import KERNELS
from nacformats.runtime import Session  # noqa: F401  registers the kernels
from tests.kernels.calls import call
from tests.partners import partner
from tests.runtime.hostile import calls_that_work

#: These make real numbers of complex ones because somebody asks for a real type, with a warning, as PyTorch does.
CONVERSIONS = {"_to_copy.default", "prod.default", "sum.default"}
CONVERSIONS |= {f"to.{overload}" for overload in ("device", "dtype", "dtype_layout", "other")}
GRADIENTS = {
    f"aten.{name}.default"
    for name in ("_log_softmax_backward_data", "_softmax_backward_data", "_weight_norm_interface_backward")
}
NUMBERS = np.array([1 + 2j, 3 - 1j], np.complex64)


def operands(name: str, args: list[Any]) -> Iterator[list[Any]]:
    """The arguments with all floats complex, and for some operators with those of one array."""
    places = [at for at, each in enumerate(args) if isinstance(each, np.ndarray) and each.dtype.kind == "f"]
    for chosen in (places, *([at] for at in places if name in GRADIENTS)):
        yield [each + np.complex64(0.5j) if at in chosen else each for at, each in enumerate(args)]


def loses_imaginary_parts(name: str, args: list[Any], kwargs: dict[str, Any]) -> bool:
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        warnings.simplefilter("error", np.exceptions.ComplexWarning)
        try:
            call(name, *args, **kwargs)
        except np.exceptions.ComplexWarning:
            return True
        except Exception:  # noqa: BLE001  a run makes an InvalidError of any
            return False
    return False


def test_imaginary_parts_are_not_lost() -> None:
    lost = {
        name
        for name, calls in calls_that_work().items()
        if name in KERNELS
        for args, kwargs in calls
        for complex_args in operands(name, args)
        if loses_imaginary_parts(name, complex_args, kwargs)
    }
    assert lost == {f"aten.{name}" for name in CONVERSIONS}


@pytest.mark.parametrize(
    ("name", "args"), [("Tensor_Scalar", (NUMBERS, 2)), ("Scalar", (2, NUMBERS)), ("Tensor_Tensor", (NUMBERS, NUMBERS))]
)
def test_powers_of_complex_numbers_are_complex(name: str, args: tuple[Any, ...]) -> None:
    torch = partner("torch")
    found = call(f"aten.float_power.{name}", *args)
    expected = torch.float_power(*(torch.from_numpy(each) if isinstance(each, np.ndarray) else each for each in args))
    assert found.dtype == np.complex128
    np.testing.assert_allclose(found, expected.numpy(), rtol=1e-12)


def test_the_variance_of_complex_numbers_is_real() -> None:
    torch = partner("torch")
    found, mean = call("aten.var_mean.correction", NUMBERS, [0])
    expected = torch.var(torch.from_numpy(NUMBERS), 0)
    assert found.dtype == np.float32
    assert mean.dtype == np.complex64
    np.testing.assert_allclose(found, expected.numpy(), rtol=1e-6)
