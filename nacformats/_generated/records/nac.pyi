# Generated from schemas/nac.ksy (sha256 02ecaf0eb7488ecf19cc8e76349a53df0d170cef870f663a00b54934111a21b5) by `nacformats generate`. Do not edit.
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
