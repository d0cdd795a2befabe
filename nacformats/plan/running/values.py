"""Values of slots: None, bool, int, float, str, bytes, lists of them, NumPy's arrays and numbers, tokenizers."""

from __future__ import annotations

import math
import operator
from collections.abc import Iterable
from itertools import islice
from typing import Any, Final

import numpy as np

from nacformats.codec.columns.arrays import Array
from nacformats.errors import InvalidError
from nacformats.printing import shortened
from nacformats.runtime import messages

#: Kinds of arrays that are numbers: bool, integers, floats (ml_dtypes has kind V for its own).
_NUMBERS = "biufcV"
#: Most names that an error lists.
_SHOWN_NAMES = 12


#: What messages show, besides None.
_SHOWN = (bool, int, float, str, bytes, list, tuple, np.ndarray, np.generic, type(None))


class _Empty:
    """The content of a slot that was never written."""

    def __repr__(self) -> str:
        return "nothing"


EMPTY: Final = _Empty()


def described(value: Any) -> str:
    """Return a value for a message, however long it is."""
    if not isinstance(value, _SHOWN):
        return describe_kind(value)
    return messages.describe_value(value[:100] if isinstance(value, str | bytes) else value)


def numeric_array(value: Any, what: str) -> Array:
    """Numbers as an array; InvalidError for anything else, ragged lists included."""
    try:
        array = np.asarray(value)
    except (ValueError, TypeError, OverflowError):
        array = np.empty(0, object)
    if array.dtype.kind not in _NUMBERS or isinstance(value, _Empty):
        raise InvalidError(f"{what} is no tensor", actual=described(value))
    return array


def integer_of(value: Any, what: str) -> int:
    """Return an integer; InvalidError for anything else: 2.0 is none. A tensor with one element is that element."""
    number = _only(value)
    if type(number) is int:
        return number
    try:
        return int(operator.index(number))
    except TypeError:
        raise InvalidError(f"{what} is no integer", actual=described(value)) from None


def number_of(value: Any, what: str) -> float:
    """Return a number; InvalidError for anything else."""
    number = _only(value)
    if not isinstance(number, bool | int | float | np.number | np.bool_):
        raise InvalidError(f"{what} is no number", actual=described(value))
    return float(number)


def truth_of(value: Any, what: str) -> bool:
    """Return the truth of a condition; InvalidError for a tensor of several elements, or of none."""
    number = _only(value)
    if isinstance(number, np.ndarray):
        raise InvalidError(f"{what} is neither true nor false", actual=described(value))
    return bool(number)


def one_of(names: Iterable[str]) -> str:
    """Return the names that there are, for an error about one that is not among them."""
    found = list(islice(names, _SHOWN_NAMES + 1))
    words = [repr(shortened(name, 60)) for name in found[:_SHOWN_NAMES]]
    return f"one of {', '.join(words)}{', ...' * (len(found) > _SHOWN_NAMES)}" if words else "nothing: there are none"


def text_of(value: Any, what: str) -> str:
    """Return a text; InvalidError for anything else."""
    if not isinstance(value, str):
        raise InvalidError(f"{what} is no text", actual=described(value))
    return value


def plain_value(value: Any) -> Any:
    """Return a value without NumPy: arrays as lists, numbers as those of Python. InvalidError for what is no value."""
    if isinstance(value, np.ndarray | np.generic):
        return value.tolist()
    if isinstance(value, list | tuple):
        return type(value)(map(plain_value, value))
    if value is None or isinstance(value, bool | int | float | str | bytes):
        return value
    raise InvalidError("there is no text for it", actual=describe_kind(value))


def num_elements(value: Any) -> int:
    """Estimate the number of elements of a value; empty lists and lists of one element count as well."""
    if isinstance(value, np.ndarray):
        shape: tuple[int, ...] = value.shape
        return math.prod(max(size, 1) for size in shape) * max(len(shape), 1)
    if isinstance(value, list | tuple):
        return sum(map(num_elements, value))
    return 1


def describe_kind(value: Any) -> str:
    return f"a {type(value).__name__.lower()}"


def _only(value: Any) -> Any:
    return value[(0,) * value.ndim] if isinstance(value, np.ndarray) and value.size == 1 else value
