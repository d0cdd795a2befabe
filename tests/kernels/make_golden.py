"""Store what PyTorch gives for the cases of the layers: python -m tests.kernels.make_golden."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.kernels import golden, torch_oracle
from tests.kernels.layer_cases import CASES
from tests.kernels.test_layers import GOLDEN


def main() -> None:
    """Write the results of every case in float32."""
    arrays: dict[str, Any] = {}
    for case in CASES:
        result = torch_oracle.call(case.name, *case.arguments())
        outputs = result if isinstance(result, tuple) else (result,)
        arrays[f"{case}/count"] = np.array(len(outputs))
        arrays |= {f"{case}/{number}": output for number, output in enumerate(outputs) if output is not None}
    golden.save(GOLDEN, arrays)


if __name__ == "__main__":
    main()
