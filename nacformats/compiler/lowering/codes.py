"""The codes of a signature (specification 5.2.3), by the names of parameters and the types of values."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from nacformats.graph.graph import Operand, Ref

#: Codes of results, by the name of the parameter.
_RESULTS = {
    "query": "Q",
    "key": "K",
    "value": "V",
    "attn_mask": "M",
    "mask": "M",
    "bias": "B",
    "weight": "W",
    "input": "T",
    "self": "T",
    "other": "T",
    "tensor": "T",
}
#: Operations in which a parameter of one of these names is not that of an attention: masked_fill has a "value" too.
_ATTENTION = {"query", "key", "value"}
#: Codes of integers and lists of them, by the name of the parameter.
_SIZES = {"dim": "A", "axis": "A", "axes": "A", "shape": "S", "size": "S"}
#: Codes of other constants, by type; of the rest "c".
_TYPES: dict[type, str] = {bool: "b", int: "i", float: "f", str: "s", list: "S", tuple: "S"}
_RESULT, _PARAMETER, _OTHER = "T", "P", "c"
#: Kinds of parameters whose texts are names of something, such as a dtype.
_NAMES = frozenset({"dtype", "layout", "device", "memory_format"})


class Detail(IntEnum):
    """How much signatures say. Less of it makes fewer of them, and B has room for 255."""

    NAMES = 0  # codes by the names of parameters
    TYPES = 1  # codes by the types of values
    RESULTS = 2  # results and constants


def code_of(value: Operand, name: str, kind: str, detail: Detail, *, is_weight: bool, attends: bool) -> str:
    """The code of one argument.

    Args:
        value: a Ref or a constant.
        name, kind: of its parameter; "" when they are not known.
        detail: how much the code says.
        is_weight: whether a Ref is that of a parameter of the model.
        attends: whether the operation has a query, a key and a value.
    """
    if isinstance(value, Ref):
        if detail is not Detail.NAMES:
            return _RESULT
        code = None if name in _ATTENTION and not attends else _RESULTS.get(name)
        return code or (_PARAMETER if is_weight else _RESULT)
    if detail is Detail.RESULTS:
        return _OTHER
    if detail is Detail.NAMES and name in _SIZES and _is_integer(value):
        return _SIZES[name]
    return _OTHER if kind in _NAMES else _TYPES.get(type(value), _OTHER)


def _is_integer(value: Any) -> bool:
    if isinstance(value, list | tuple):
        return all(map(_is_integer, value))
    return isinstance(value, int) and not isinstance(value, bool)


def attends(names: set[str]) -> bool:
    """Whether parameters of these names are those of an attention."""
    return names >= _ATTENTION
