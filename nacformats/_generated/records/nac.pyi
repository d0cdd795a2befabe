# Generated from schemas/nac.ksy (sha256 22ec6e6a8385f20003b8c5abea71d8a6245bc0b57e78dc7b949c37b44066bd07) by `nacformats generate`. Do not edit.
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
