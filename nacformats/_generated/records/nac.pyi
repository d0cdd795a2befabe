# Generated from schemas/nac.ksy (sha256 02ecaf0eb7488ecf19cc8e76349a53df0d170cef870f663a00b54934111a21b5) by `nacformats generate`. Do not edit.
"""NumPy dtypes of the records of fixed size of Neural Architecture Code (NAC) v1.6."""

import numpy as np

ARGUMENT_CODE: np.dtype[np.void]
BINARY32: np.dtype[np.void]
BINARY64: np.dtype[np.void]
CONTROL_FLOW_FIELDS: np.dtype[np.void]
FLOAT64_BODY: np.dtype[np.void]
INT64_BODY: np.dtype[np.void]
MEMORY_COMMAND: np.dtype[np.void]
NAC: np.dtype[np.void]
TENSOR_SCALING: np.dtype[np.void]
TRUTH_BODY: np.dtype[np.void]
