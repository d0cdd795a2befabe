"""The operators of PyTorch that a file may name; anything else that PyTorch has needs the caller's word.

PyTorch registers some 3,600 operators, and many trust their arguments: a wrong index writes outside of a block, a
stride reads memory that is not the tensor's, a result is left uninitialised, a failed check ends the process. The
mark `trusted` of an operator (ops/table.py says which lack it) means that it is functional, deterministic (what runs on
several threads may round in another order) and memory-safe for any argument, or is made so by one of the checks of
`checks.py`. The command `python -m tests.runtime.campaign` calls each of them with hostile arguments. Others run on the
NumPy kernels, which are memory-safe.

In-place operators get a copy of what they write to.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Literal

from nacformats.ops.names import ATEN
from nacformats.ops.table import of_kind, operators

#: The operators that the caller answers for: their names, or all but those that touch files or print.
Trust = Literal["all"] | Collection[str] | None
#: The name of an operator: namespace.name.overload.
NAME = re.compile(r"[A-Za-z_]\w*\.[A-Za-z_]\w*(\.[A-Za-z_]\w*)?", re.ASCII)
_DEFAULT = "default"
#: The operators that need no word of the caller, by their full names.
ALLOWED = frozenset(name for name, row in operators().items() if "trusted" in row.marks)
#: Operators whose sizes, strides and paddings are bounded.
LAYERS = ALLOWED & of_kind(
    "attention", "convolution", "loss", "normalization", "padding", "pooling", "recurrent", "resampling"
) | {ATEN.convolution_backward.default}


def full_name(operator: str) -> str:
    """mylib.scan is mylib.scan.default."""
    return f"{operator}.{_DEFAULT}" if operator.count(".") == 1 else operator


def trusted_operators(trust: Trust) -> frozenset[str] | None:
    """Return the names of the operators that are trusted; None for all.

    Raises:
        ValueError: trust is neither "all" nor a collection of names.
    """
    if trust is None:
        return frozenset()
    if isinstance(trust, str):
        if trust == "all":
            return None
    elif isinstance(trust, Collection) and all(isinstance(name, str) and NAME.fullmatch(name) for name in trust):
        return frozenset(map(full_name, trust))
    raise ValueError(f'trust={trust!r}: expected "all", or names of operators such as {{"mylib.scan.default"}}')
