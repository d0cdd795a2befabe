# Generated from schemas/stb.ksy (sha256 0345ed56f9b45f3379da906e1e825d701fcda049dcced3694875ac7626347a8d) by `nacformats generate`. Do not edit.
"""Layout of SVG-Tensor Binary Format (STB) v0.1: in which order numbers and tables come."""

LAYOUT: None
