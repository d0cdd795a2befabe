# Generated from schemas/stb.ksy (sha256 0345ed56f9b45f3379da906e1e825d701fcda049dcced3694875ac7626347a8d) by `nacformats generate`. Do not edit.
"""NumPy dtypes of the records of fixed size of SVG-Tensor Binary Format (STB) v0.1."""

from typing import Any

STB: Any
TENSOR_DESCRIPTOR: Any
