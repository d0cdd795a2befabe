# Generated from schemas/mep.ksy (sha256 f5e6c0d9a90892766e34198c379ccc32fbed3f369ec809c31f3c674f5b8c6a2c) by `nacformats generate`. Do not edit.
"""NumPy dtypes of the records of fixed size of Model Execution Plan (MEP) bytecode of NAC v1.6 to v1.8."""

from __future__ import annotations

import numpy as np

__all__ = [
    "AGGREGATE_OPERANDS",
    "ARRAY_OPERANDS",
    "BINARY_OPERANDS",
    "BRANCH_OPERANDS",
    "COMPARISON_OPERANDS",
    "CONSTANT_OPERANDS",
    "COPY_OPERANDS",
    "CREATION_OPERANDS",
    "DATAFILE_OPERANDS",
    "DEBUG_OPERANDS",
    "DYNAMIC_OPERANDS",
    "EXTERN_OPERANDS",
    "EXTRACTION_OPERANDS",
    "GRADIENT_OPERANDS",
    "LOOP_OPERANDS",
    "MODEL_OPERANDS",
    "MODE_OPERANDS",
    "PROCESSING_OPERANDS",
    "PROMPT_OPERANDS",
    "REPETITION_OPERANDS",
    "SAMPLING_OPERANDS",
    "SAVING_OPERANDS",
    "SERIALIZATION_OPERANDS",
    "TOKEN_OPERANDS",
    "TOP_K_OPERANDS",
    "UNARY_OPERANDS",
]

#: /types/prompt_operands: 4 bytes.
PROMPT_OPERANDS = np.dtype(
    {"names": ["out", "kind", "prompt"], "formats": ["u1", "u1", "<u2"], "offsets": [0, 1, 2], "itemsize": 4},
)

#: /types/constant_operands: 3 bytes.
CONSTANT_OPERANDS = np.dtype({"names": ["out", "constant"], "formats": ["u1", "<u2"], "offsets": [0, 1], "itemsize": 3})

#: /types/mode_operands: 1 bytes.
MODE_OPERANDS = np.dtype({"names": ["out"], "formats": ["u1"], "offsets": [0], "itemsize": 1})

#: /types/model_operands: 3 bytes.
MODEL_OPERANDS = np.dtype({"names": ["model", "path"], "formats": ["u1", "<u2"], "offsets": [0, 1], "itemsize": 3})

#: /types/datafile_operands: 4 bytes.
DATAFILE_OPERANDS = np.dtype(
    {"names": ["out", "kind", "path"], "formats": ["u1", "u1", "<u2"], "offsets": [0, 1, 2], "itemsize": 4},
)

#: /types/extern_operands: 4 bytes.
EXTERN_OPERANDS = np.dtype(
    {"names": ["out", "kind", "resource"], "formats": ["u1", "u1", "<u2"], "offsets": [0, 1, 2], "itemsize": 4},
)

#: /types/dynamic_operands: 3 bytes.
DYNAMIC_OPERANDS = np.dtype(
    {"names": ["out", "name", "kind"], "formats": ["u1", "u1", "u1"], "offsets": [0, 1, 2], "itemsize": 3},
)

#: /types/array_operands: 3 bytes.
ARRAY_OPERANDS = np.dtype({"names": ["out", "array"], "formats": ["u1", "<u2"], "offsets": [0, 1], "itemsize": 3})

#: /types/processing_operands: 3 bytes.
PROCESSING_OPERANDS = np.dtype(
    {"names": ["processor", "source", "out"], "formats": ["u1", "u1", "u1"], "offsets": [0, 1, 2], "itemsize": 3},
)

#: /types/token_operands: 4 bytes.
TOKEN_OPERANDS = np.dtype(
    {"names": ["processor", "token", "out"], "formats": ["u1", "<u2", "u1"], "offsets": [0, 1, 3], "itemsize": 4},
)

#: /types/creation_operands: 4 bytes.
CREATION_OPERANDS = np.dtype(
    {
        "names": ["out", "dtype", "kind", "source"],
        "formats": ["u1", "u1", "u1", "u1"],
        "offsets": [0, 1, 2, 3],
        "itemsize": 4,
    },
)

#: /types/extraction_operands: 3 bytes.
EXTRACTION_OPERANDS = np.dtype(
    {"names": ["out", "tensor", "index"], "formats": ["u1", "u1", "u1"], "offsets": [0, 1, 2], "itemsize": 3},
)

#: /types/copy_operands: 2 bytes.
COPY_OPERANDS = np.dtype({"names": ["out", "source"], "formats": ["u1", "u1"], "offsets": [0, 1], "itemsize": 2})

#: /types/debug_operands: 3 bytes.
DEBUG_OPERANDS = np.dtype({"names": ["source", "message"], "formats": ["u1", "<u2"], "offsets": [0, 1], "itemsize": 3})

#: /types/unary_operands: 3 bytes.
UNARY_OPERANDS = np.dtype(
    {"names": ["operation", "out", "source"], "formats": ["u1", "u1", "u1"], "offsets": [0, 1, 2], "itemsize": 3},
)

#: /types/binary_operands: 4 bytes.
BINARY_OPERANDS = np.dtype(
    {
        "names": ["operation", "out", "left", "right"],
        "formats": ["u1", "u1", "u1", "u1"],
        "offsets": [0, 1, 2, 3],
        "itemsize": 4,
    },
)

#: /types/aggregate_operands: 3 bytes.
AGGREGATE_OPERANDS = np.dtype(
    {"names": ["operation", "out", "source"], "formats": ["u1", "u1", "u1"], "offsets": [0, 1, 2], "itemsize": 3},
)

#: /types/comparison_operands: 4 bytes.
COMPARISON_OPERANDS = np.dtype(
    {
        "names": ["operation", "out", "left", "right"],
        "formats": ["u1", "u1", "u1", "u1"],
        "offsets": [0, 1, 2, 3],
        "itemsize": 4,
    },
)

#: /types/top_k_operands: 4 bytes.
TOP_K_OPERANDS = np.dtype(
    {
        "names": ["source", "count", "indices", "elements"],
        "formats": ["u1", "u1", "u1", "u1"],
        "offsets": [0, 1, 2, 3],
        "itemsize": 4,
    },
)

#: /types/sampling_operands: 4 bytes.
SAMPLING_OPERANDS = np.dtype(
    {
        "names": ["logits", "temperature", "top_k", "out"],
        "formats": ["u1", "u1", "u1", "u1"],
        "offsets": [0, 1, 2, 3],
        "itemsize": 4,
    },
)

#: /types/gradient_operands: 1 bytes.
GRADIENT_OPERANDS = np.dtype({"names": ["model"], "formats": ["u1"], "offsets": [0], "itemsize": 1})

#: /types/saving_operands: 3 bytes.
SAVING_OPERANDS = np.dtype(
    {"names": ["model", "name", "kind"], "formats": ["u1", "u1", "u1"], "offsets": [0, 1, 2], "itemsize": 3},
)

#: /types/loop_operands: 1 bytes.
LOOP_OPERANDS = np.dtype({"names": ["count"], "formats": ["u1"], "offsets": [0], "itemsize": 1})

#: /types/repetition_operands: 2 bytes.
REPETITION_OPERANDS = np.dtype({"names": ["jump"], "formats": ["<i2"], "offsets": [0], "itemsize": 2})

#: /types/branch_operands: 3 bytes.
BRANCH_OPERANDS = np.dtype({"names": ["condition", "jump"], "formats": ["u1", "<i2"], "offsets": [0, 1], "itemsize": 3})

#: /types/serialization_operands: 3 bytes.
SERIALIZATION_OPERANDS = np.dtype(
    {"names": ["out", "source", "format"], "formats": ["u1", "u1", "u1"], "offsets": [0, 1, 2], "itemsize": 3},
)
