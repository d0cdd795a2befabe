"""Operations that change a tensor in place: refused where the change would be lost."""

from __future__ import annotations

import numpy as np
import pytest

from nacformats import UnsupportedError
from nacformats.runtime import Session
from tests.runtime.programs import Program, floats


def test_the_result_of_a_change_in_place_is_used() -> None:
    program = Program()
    x = program.input("x")
    y = program("aten.relu_.default", x)
    data = floats(3)
    (result,) = Session(program.output(y)).run([data])
    np.testing.assert_array_equal(result, np.maximum(data, 0))


def test_a_change_of_a_view_whose_base_is_used_again_is_refused() -> None:
    program = Program()
    x = program.input("x")
    base = program("nac.clone", x)
    row = program("aten.select.int", base, 0, 0)
    program("aten.fill_.Scalar", row, 5.0)
    with pytest.raises(UnsupportedError, match=r"instruction 3 .*changes instruction 2 in place"):
        Session(program.output(base))


def test_a_tensor_that_is_an_output_counts_as_used_again() -> None:
    program = Program()
    x = program.input("x")
    y = program("aten.relu_.default", x)
    with pytest.raises(UnsupportedError, match="used again"):
        Session(program.output(x, y))
