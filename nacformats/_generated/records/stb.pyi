# Generated from schemas/stb.ksy (sha256 148b6aaa4ad61793baf0b22348422530692743543abcc363ec60369af70fe689) by `nacformats generate`. Do not edit.
"""NumPy dtypes of the records of fixed size of SVG-Tensor Binary Format (STB) v0.1."""

from typing import Any

STB: Any
TENSOR_DESCRIPTOR: Any
