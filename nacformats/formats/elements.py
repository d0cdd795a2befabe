"""Element types: how wide they are, and what each format calls them.

NAC, STB and the programs of plans have numbers in their schemas, whose names are those of NumPy; GGUF has names there.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

#: The name in NumPy or ml_dtypes, the bytes of one, the names in Mind IR and in files of weights, and the numbers in
#: ONNX and in exported programs of PyTorch; "-" where there is none. The library safetensors lays
#: tensors out in this order, the widest first.
_TABLE = """
    uint64          8   u64   U64          13   -
    int64           8   i64   I64           7   5
    float64         8   f64   F64          11   8
    complex64       8   -     C64           -  10
    float32         4   f32   F32           1   7
    uint32          4   u32   U32          12   -
    int32           4   i32   I32           6   4
    bfloat16        2   bf16  BF16         16  13
    float16         2   f16   F16          10   6
    uint16          2   u16   U16           4   -
    int16           2   i16   I16           5   3
    float8_e8m0fnu  1   -     F8_E8M0       -   -
    float8_e4m3fn   1   -     F8_E4M3       -   -
    float8_e5m2     1   -     F8_E5M2       -   -
    float8_e4m3fnuz 1   -     F8_E4M3FNUZ   -   -
    float8_e5m2fnuz 1   -     F8_E5M2FNUZ   -   -
    int8            1   i8    I8            3   2
    uint8           1   u8    U8            2   1
    bool            1   bool  BOOL          9  12
    complex128     16   -     -             -  11
    complex32       4   -     -             -   9
"""


class ElementKind(NamedTuple):
    """A row of the table; "" for no name, 0 for no number."""

    name: str
    itemsize: int
    mic: str
    stored: str
    onnx: int
    exported: int

    @property
    def is_of_numpy(self) -> bool:
        """True if NumPy has it without ml_dtypes."""
        return not self.name.startswith(("bfloat", "float8"))

    @property
    def dtype(self) -> np.dtype[Any]:
        """The dtype, little-endian; ml_dtypes is imported when one of its own is asked for: few files have them."""
        if self.is_of_numpy:
            return np.dtype(np.dtype(self.name).newbyteorder("<").str)
        import ml_dtypes  # noqa: PLC0415

        found: np.dtype[Any] = np.dtype(getattr(ml_dtypes, self.name))
        return found


def _rows() -> tuple[ElementKind, ...]:
    cells = [["" if cell == "-" else cell for cell in line.split()] for line in _TABLE.strip().splitlines()]
    return tuple(
        ElementKind(name, int(size), mic, stored, int(onnx or 0), int(exported or 0))
        for name, size, mic, stored, onnx, exported in cells
    )


ELEMENT_KINDS = _rows()
#: Those that files of weights have names for, by these names.
STORED_ELEMENTS = {each.stored: each for each in ELEMENT_KINDS if each.stored}
