"""The operators of PyTorch that a file may name; anything else that PyTorch has needs the caller's word.

PyTorch registers some 3,600 operators, and many trust their arguments: a wrong index writes outside of a block, a
stride reads memory that is not the tensor's, a result is left uninitialised, a failed check ends the process. An
operator is in `allowed.toml` when it is functional, deterministic (what runs on several threads may round in another
order) and memory-safe for any argument, or is made so by one of the checks of `checks.py`. The command
`python -m tests.runtime.campaign` calls each of them with hostile arguments.

Operators that models use and that are not listed run on the NumPy kernels, which are memory-safe. These are, on
purpose:

- empty, new_empty and their relatives (uninitialised memory), as_strided, _reshape_alias (strides);
- embedding_bag, max_unpool, repeat_interleave, tril_indices, histc, searchsorted, the fft primitives, grid_sampler,
  put, index_put (arguments that PyTorch does not check, or whose sums overflow);
- lcm and division with a rounding mode (the least integer divided by -1 ends the process), and weight_norm (the shape
  of the norms is taken for granted);
- decompositions, inverses and determinants (LAPACK, which prints when it meets NaN);
- soft_margin_loss, which gives other results on another heap;
- dropout and all that draws numbers;
- most gradients (PyTorch trusts that indices, statistics and shapes are those of the forward pass).

In-place operators get a copy of what they write to.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Literal

#: The operators that the caller answers for: their names, or all but those that touch files or print.
Trust = Literal["all"] | Collection[str] | None
#: The name of an operator: namespace.name.overload.
NAME = re.compile(r"[A-Za-z_]\w*\.[A-Za-z_]\w*(\.[A-Za-z_]\w*)?", re.ASCII)
_NAMESPACE = "aten"
_DEFAULT = "default"


def _full(names: str, in_place: bool) -> Iterator[str]:
    """Yield the names of a group as files write them: aten.add.Tensor, aten.add_.Tensor."""
    for name in names.split():
        operator, _, overload = name.partition(".")
        yield f"{_NAMESPACE}.{operator}.{overload or _DEFAULT}"
        if in_place:
            yield f"{_NAMESPACE}.{operator}_.{overload or _DEFAULT}"


_GROUPS: dict[str, str] = tomllib.loads(Path(__file__).with_name("allowed.toml").read_text(encoding="utf-8"))
#: Operators whose sizes, strides and paddings are bounded.
LAYERS = frozenset(_full(_GROUPS["layers"], in_place=False))
#: The operators that need no word of the caller, by their full names.
ALLOWED = frozenset(name for group, names in _GROUPS.items() for name in _full(names, in_place=group == "in_place"))


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
