# Generated from schemas/nac.ksy (sha256 f4e2694ed63c49d1469ecb91743395274d3485deab2521279859c7fe8902b174) by `nacformats generate`. Do not edit.
"""NumPy dtypes of the records of fixed size of Neural Architecture Code (NAC) v1.6."""

from typing import Any

ARGUMENT_CODE: Any
BINARY32: Any
BINARY64: Any
CONTROL_FLOW_FIELDS: Any
FLOAT64_BODY: Any
INT64_BODY: Any
MEMORY_COMMAND: Any
NAC: Any
TENSOR_SCALING: Any
TRUTH_BODY: Any
