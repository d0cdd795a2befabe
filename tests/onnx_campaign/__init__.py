"""Damaged and hostile ONNX files under the compiler: `python -m tests.onnx_campaign --count 2000 --seed 0`.

    seeds    small models: all node cases of ONNX, loops, branches, functions, external data
    damage   changes a model as a message, or as bytes
    attacks  a model for each operator of ONNX with absurd attributes and shapes, and growth of many kinds
    worker   compiles files in a process of its own, and measures

Whatever the file, `compile` gives a NAC file or raises a FormatError, within SECONDS and BYTES of the process and those
that it starts. The exit code is 1 when one file breaks that; it is kept in the folder of --keep.
"""

from __future__ import annotations

SECONDS = 4.0
BYTES = 512 * 1024**2
