# Generated from schemas/nac.ksy (sha256 0633245ba11ec1316652a3a52f698b0ae7c264362a179e907afedf63510c32ad) by `nacformats generate`. Do not edit.
# It imports schemas/binary32.ksy (sha256 72cc69472cbf2b8b3cc4d591e8bfb8f2c932db52630b2c2aa8c91e29f1e3800b).
# It imports schemas/mep.ksy (sha256 f5e6c0d9a90892766e34198c379ccc32fbed3f369ec809c31f3c674f5b8c6a2c).
# It imports schemas/tisa.ksy (sha256 010d7b6397249762ae8e8ada8f310f3071b11f8fc9f07eda69deacff2fa65769).
"""NumPy dtypes of the records of fixed size of Neural Architecture Code (NAC) v1.6, v1.7 and v1.8."""

from __future__ import annotations

import numpy as np

from nacformats._generated.records.binary32 import BINARY32

__all__ = [
    "ARGUMENT_CODE",
    "BINARY64",
    "CONTROL_FLOW_FIELDS",
    "FINISH_FIELDS",
    "FLOAT64_BODY",
    "INT64_BODY",
    "MEMORY_COMMAND",
    "NAC",
    "TENSOR_SCALING",
    "TRUTH_BODY",
    "UPDATE_FIELDS",
]

#: The first fields of the root: 76 bytes.
NAC = np.dtype(
    {
        "names": [
            "magic",
            "version",
            "has_internal_weights+has_training+quantization_method",
            "num_inputs",
            "num_outputs",
            "reserved1",
            "d_model",
            "ofs_mmap",
            "ofs_ops",
            "ofs_cmap",
            "ofs_cnst",
            "ofs_perm",
            "ofs_data",
            "ofs_proc",
            "ofs_orch",
        ],
        "formats": [
            "V3",
            "u1",
            "u1",
            "<u2",
            "<u2",
            "u1",
            "<u2",
            "<u8",
            "<u8",
            "<u8",
            "<u8",
            "<u8",
            "<u8",
            "<u8",
            "<u8",
        ],
        "offsets": [0, 3, 4, 5, 7, 9, 10, 12, 20, 28, 36, 44, 52, 60, 68],
        "itemsize": 76,
    },
)

#: /types/memory_command: 3 bytes.
MEMORY_COMMAND = np.dtype({"names": ["action", "target"], "formats": ["u1", "<u2"], "offsets": [0, 1], "itemsize": 3})

#: /types/update_fields: 8 bytes.
UPDATE_FIELDS = np.dtype(
    {
        "names": ["prefix", "id", "gradient", "rate"],
        "formats": ["<i2", "<i2", "<i2", "<i2"],
        "offsets": [0, 2, 4, 6],
        "itemsize": 8,
    },
)

#: /types/finish_fields: 2 bytes.
FINISH_FIELDS = np.dtype({"names": ["distance"], "formats": ["<i2"], "offsets": [0], "itemsize": 2})

#: /types/control_flow_fields: 8 bytes.
CONTROL_FLOW_FIELDS = np.dtype(
    {
        "names": ["prefix", "len_true", "len_false", "predicate"],
        "formats": ["<i2", "<i2", "<i2", "<i2"],
        "offsets": [0, 2, 4, 6],
        "itemsize": 8,
    },
)

#: /types/truth_body: 1 bytes.
TRUTH_BODY = np.dtype({"names": ["is_true"], "formats": ["u1"], "offsets": [0], "itemsize": 1})

#: /types/int64_body: 8 bytes.
INT64_BODY = np.dtype({"names": ["number"], "formats": ["<i8"], "offsets": [0], "itemsize": 8})

#: /types/binary64: 8 bytes.
BINARY64 = np.dtype({"names": ["low_bits", "high_bits"], "formats": ["<u4", "<u4"], "offsets": [0, 4], "itemsize": 8})

#: /types/float64_body: 8 bytes.
FLOAT64_BODY = np.dtype({"names": ["raw"], "formats": [BINARY64], "offsets": [0], "itemsize": 8})

#: /types/argument_code: 1 bytes.
ARGUMENT_CODE = np.dtype({"names": ["code"], "formats": ["u1"], "offsets": [0], "itemsize": 1})

#: /types/tensor_scaling: 4 bytes.
TENSOR_SCALING = np.dtype({"names": ["scale"], "formats": [BINARY32], "offsets": [0], "itemsize": 4})
