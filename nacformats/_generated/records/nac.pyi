# Generated from schemas/nac.ksy (sha256 0697d32cc645779cd83cbc6f7c071683f8144ec4c56e47a1ecf5a7c493f8a7c7) by `nacformats generate`. Do not edit.
# It imports schemas/binary32.ksy (sha256 72cc69472cbf2b8b3cc4d591e8bfb8f2c932db52630b2c2aa8c91e29f1e3800b).
# It imports schemas/mep.ksy (sha256 86346db96f45d7e92e5a5ac3560c3076988d502fb0adcbb8e7ee2d1d2c4f273d).
# It imports schemas/tisa.ksy (sha256 1f5ad2c85503ff265a4c707b3a5a2dd8a1b777fa53213ee2813644bd181cdaca).
"""NumPy dtypes of the records of fixed size of Neural Architecture Code (NAC) v1.6."""

from typing import Any

ARGUMENT_CODE: Any
BINARY64: Any
CONTROL_FLOW_FIELDS: Any
FLOAT64_BODY: Any
INT64_BODY: Any
MEMORY_COMMAND: Any
NAC: Any
TENSOR_SCALING: Any
TRUTH_BODY: Any
