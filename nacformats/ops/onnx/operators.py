"""The form of any operator in ONNX: by its rule, or by the formula of its row."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from nacformats.ops.decompositions import compiled_row, decomposition
from nacformats.ops.dtypes import BOOL, FLOAT32, HALVES, DType
from nacformats.ops.meta import MetaError, TensorMeta, bound_meta
from nacformats.ops.meta.sizes import unknown_size
from nacformats.ops.meta.values import UnknownNumber
from nacformats.ops.onnx.complex_numbers import COMPLEX_RULES, Complex, emit_complex, float_of, is_complex
from nacformats.ops.onnx.emitter import NUMBER_TYPES, RULES, Emitter, Inexpressible, Symbol
from nacformats.ops.table import Operator, operators

#: Nodes of forms whose results are bools.
_TRUTHS = frozenset("Equal Less LessOrEqual Greater GreaterOrEqual Not IsInf IsNaN".split())  # noqa: SIM905  a table
#: Arithmetic of Python by the operators on numbers.
_ARITHMETIC = {name: name for name in ("add", "sub", "mul", "mod", "pow", "truediv", "floordiv")}


def has_form(operator: str) -> bool:
    """Return True if an operator may have a form in ONNX, for some arguments."""
    row = operators().get(operator)
    return operator in RULES or operator in COMPLEX_RULES or (row is not None and row.formula != "")


def emit_operator(e: Emitter, operator: str, arguments: Sequence[Any]) -> Any:
    """Emit an operator with bound arguments; `e.result` describes its result.

    Raises:
        Inexpressible: it has no form in ONNX with these arguments.
    """
    if not has_form(operator):
        raise Inexpressible(f"ONNX has no {operator}")
    formula = decomposition(operator)
    try:
        if is_complex([*arguments, e.result]) or (operator not in RULES and formula is None):
            return emit_complex(e, operator, arguments)
        if operator in RULES:
            return RULES[operator](e, *arguments)
    except Inexpressible:
        if formula is None:
            raise
    assert formula is not None
    backend = _OnEmitter(e)
    wide = [backend.given(each) for each in arguments]
    if formula.widens:
        wide = [_mapped(each, partial(_widened, e)) for each in wide]
    return _mapped(formula.over(backend)(*wide), _plain)


def _by_form(row: Operator, e: Emitter, *arguments: Any) -> Any:
    """Emit the form that a row has: its tensors, and numbers in the place of one, where they meet."""
    meet, _, form = row.onnx.partition(": ")
    given = dict(zip((each.name for each in row.bound), arguments, strict=True))
    meeting = [each.name for each in row.bound if each.kind == "Tensor" or (each.kind == "Scalar" and each.required)]
    given |= zip(meeting, getattr(e, meet)(*(given[name] for name in meeting)), strict=True)
    found = compiled_row(replace(row, onnx="", formula=form)).over(_OnEmitter(e))(*given.values())
    return _mapped(found, _plain)


RULES.update(
    (name, partial(_by_form, row))
    for name, row in operators().items()
    if row.onnx and row.principal == name and not row.changes
)


def _mapped(value: Any, function: Callable[[Any], Any]) -> Any:
    if isinstance(value, list | tuple):
        return type(value)(_mapped(each, function) for each in value)
    return function(value)


def _widened(e: Emitter, value: Any) -> Any:
    """Emit a cast of half precision to float32, in which it is computed."""
    return e.cast(value, FLOAT32) if isinstance(value, Symbol) and value.dtype in HALVES else value


def _plain(value: Any) -> Any:
    return value.symbol if isinstance(value, OnnxNumber) else value


class OnnxNumber:
    """A Python number that only the run knows, in the arithmetic of formulas."""

    def __init__(self, e: Emitter, symbol: Symbol) -> None:
        self.e, self.symbol = e, symbol

    def __bool__(self) -> bool:
        raise Inexpressible("a decision by a number that only the run knows")

    def __neg__(self) -> OnnxNumber:
        return _computed(self.e, "neg", self)

    def __eq__(self, other: object) -> bool:
        return bool(self)

    __lt__ = __le__ = __gt__ = __ge__ = __ne__ = __eq__
    __hash__ = None  # type: ignore[assignment]


def _computed(e: Emitter, name: str, *operands: Any) -> OnnxNumber:
    return OnnxNumber(e, e.number(RULES[name](e, *map(_plain, operands))))


for _name, _rule in _ARITHMETIC.items():
    setattr(OnnxNumber, f"__{_name}__", lambda self, other, name=_rule: _computed(self.e, name, self, other))
    setattr(OnnxNumber, f"__r{_name}__", lambda self, other, name=_rule: _computed(self.e, name, other, self))


class _OnEmitter:
    """Evaluates formulas on the nodes of an ONNX graph."""

    undecided = Inexpressible

    def __init__(self, e: Emitter) -> None:
        self.e = e

    def given(self, value: Any) -> Any:
        """Return an argument, of which numbers take part in arithmetic."""
        return _mapped(value, lambda x: OnnxNumber(self.e, x) if isinstance(x, Symbol) and x.number else x)

    def function(self, name: str) -> Callable[..., Any]:
        """Return what emits an operator."""
        return partial(self._emitted, name)

    def _emitted(self, name: str, *arguments: Any) -> Any:
        before, plain = self.e.result, _mapped(list(arguments), _plain)
        self.e.result = described = _described(name, plain)
        try:
            return self.given(finished(self.e, emit_operator(self.e, name, plain), described))
        finally:
            self.e.result = before

    def node(self, kind: str, *inputs: Any, **attributes: Any) -> Symbol:
        """Append a node; numbers are in the type of its first tensor."""
        dtype = next(each.dtype for each in inputs if isinstance(each, Symbol))
        operands = [x if isinstance(x, Symbol) and not x.number else self.e.cast(_plain(x), dtype) for x in inputs]
        given = {name: x if isinstance(x, str) else float(x) for name, x in attributes.items()}
        return self.e.op(kind, *operands, dtype=BOOL if kind in _TRUTHS else None, **given)

    def shape(self, tensor: Symbol | Complex) -> list[Any]:
        """Return the sizes of a tensor."""
        return [self.given(size) for size in self.e.sizes(_real(tensor))]

    def rank(self, tensor: Symbol | Complex) -> int:
        """Return the number of dimensions of a tensor."""
        return self.e.rank(_real(tensor))

    def dtype(self, tensor: Symbol | Complex) -> DType:
        """Return the element type of a tensor."""
        return tensor.dtype if isinstance(tensor, Symbol) else type_of_complex(tensor)


def _real(tensor: Symbol | Complex) -> Symbol:
    return tensor if isinstance(tensor, Symbol) else tensor.real


def type_of_complex(tensor: Complex) -> DType:
    """Return the element type of a complex tensor."""
    return np.dtype(np.complex64 if tensor.real.dtype == FLOAT32 else np.complex128)


def _described(name: str, arguments: Sequence[Any]) -> Any:
    """Return the result of an operator as its meta function describes it; None where nothing is known."""
    try:
        return _mapped(bound_meta(name, *_mapped(list(arguments), _meta)), _symbol)
    except MetaError:
        return None


def _meta(value: Any) -> Any:
    if isinstance(value, Complex):
        return replace(_meta(value.real), dtype=type_of_complex(value))
    if not isinstance(value, Symbol):
        return value
    if value.number:
        kind = next(kind for kind, dtype in NUMBER_TYPES.items() if dtype == value.dtype)
        return unknown_size() if kind is int else UnknownNumber(kind)
    known = value.sizes or (None,) * (value.rank or 0)
    return TensorMeta(value.dtype, value.seen or tuple(unknown_size() if size is None else size for size in known))


def _symbol(value: Any) -> Any:
    if not isinstance(value, TensorMeta):
        return None
    seen = tuple(size for size in value.shape if isinstance(size, int))
    return Symbol("", value.dtype, value.ndim, seen=seen if len(seen) == value.ndim else None)


def finished(e: Emitter, found: Any, described: Any) -> Any:
    """Return results in the types, and with the ranks and sizes, that an operator has."""
    if isinstance(found, tuple):
        items = described if isinstance(described, tuple) else (None,) * len(found)
        return tuple(finished(e, *pair) for pair in zip(found, items, strict=False))
    if isinstance(found, Complex) and isinstance(described, Symbol):
        part = replace(described, dtype=float_of(described.dtype))
        return Complex(*(finished(e, each, part) for each in found.parts))
    if not isinstance(found, Symbol) or not isinstance(described, Symbol) or described.number:
        return found
    made = e.cast(found, described.dtype)
    known = [each for each in (described.sizes, found.sizes) if each is not None and len(each) == described.rank]
    sizes = (
        tuple(next((size for size in each if size is not None), None) for each in zip(*known, strict=True))
        if known
        else None
    )
    return replace(made, rank=described.rank, sizes=sizes, seen=described.seen, number=found.number)
