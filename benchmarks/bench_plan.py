"""What an instruction of a plan takes, beside the same work written in Python with NumPy: the rest is overhead."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

import nacformats
from benchmarks._common import Comparison, compare
from nacformats.plan import PlanRunner

#: What an instruction may take besides its work, in seconds.
INSTRUCTION_BUDGET = 10e-6
#: How often the loops run.
TURNS = 20_000

_NUMBERS = f"""
    n = {TURNS}
    one = 1
    no = false
    total = 0
    loop n
        total = total + one
        more = total > one
        kept = copy total
        branch_if no end
    end
end:
    return (total)
"""

_TOKENS = f"""
    n = {TURNS}
    length = 64
    row = create float32 arange length
    axis = 1
    zero = 0
    loop n
        logits = extract row zero
        p = unary softmax row
        best = aggregate argmax row
        size = info size row axis
        text = format "{{}} {{}}" (size, best)
    end
    return (text)
"""


def _numbers() -> object:
    total = np.int64(0)
    for _ in range(TURNS):
        total = np.add(total, 1)
        _more = total > 1
        kept = total
    return kept


def _tokens() -> object:
    row = np.arange(64, dtype=np.float32).reshape(1, -1)
    text = ""
    for _ in range(TURNS):
        _logits = row[0, 0]
        exponents = np.exp(row - row.max(axis=-1, keepdims=True))
        _p = exponents / exponents.sum(axis=-1, keepdims=True)
        best = row.argmax(axis=-1)
        text = f"{row.shape[1]} {best.tolist()}"
    return text


def run() -> Iterator[Comparison]:
    """The goal: 10 µs an instruction besides its work."""
    yield from _measured("numbers", _NUMBERS, _numbers)
    yield from _measured("a tensor of 64, text", _TOKENS, _tokens)


def _measured(title: str, text: str, plain: Callable[[], object]) -> Iterator[Comparison]:
    runner = PlanRunner(None, plan=nacformats.plan.assemble(text))
    assert str(runner.run()) == str(plain())
    count = runner.executed
    measured = compare("", {"plan": runner.run, "Python with NumPy": plain}, baseline="plan")
    each = {name: seconds / count for name, seconds in measured.values.items()}
    beside = {"overhead": each["plan"] - each["Python with NumPy"], "budget": INSTRUCTION_BUDGET}
    yield Comparison(f"overhead of an instruction of a plan, {title}", beside, "budget", goal=1)
    yield Comparison(f"the same work, {title}", each, "Python with NumPy")
