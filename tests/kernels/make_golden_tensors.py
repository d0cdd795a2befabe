"""Store what PyTorch gives for the cases of the tensor kernels: python -m tests.kernels.make_golden_tensors."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from tests.kernels.tensor_cases import CASES
from tests.kernels.test_tensors import GOLDEN, pytorch


def record(value: Any) -> Any:
    """A result in JSON: an array as type, shape and the shortest numbers that give the same values."""
    if isinstance(value, tuple):
        return {"tuple": [record(item) for item in value]}
    if not isinstance(value, np.ndarray):
        return {"value": value}
    if value.dtype.kind == "c":
        return record(value[..., None].view(value.real.dtype)) | {"dtype": str(value.dtype)}
    exact = value.dtype.kind in "biu"
    return {
        "dtype": str(value.dtype),
        "shape": list(value.shape),
        "data": value.ravel().tolist() if exact else [float(str(number)) for number in value.ravel()],
    }


def main() -> None:
    """Write the results, a line for each case."""
    lines = (f'"{case}": {json.dumps(record(pytorch(case.name, case.args, case.kwargs)))}' for case in CASES)
    GOLDEN.write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()
