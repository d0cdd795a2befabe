"""Instructions on constants, text and tokens."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain
from typing import Any

import numpy as np

from nacformats import limits
from nacformats.codec.columns.arrays import Array
from nacformats.errors import InvalidError, LimitError
from nacformats.plan import pictures
from nacformats.plan.budget import CHARACTER_BYTES
from nacformats.plan.running.state import Machine, MachineStep, Operands, choice, computing, handler, text_constant
from nacformats.plan.running.values import describe_kind, described, num_elements, numeric_array, plain_value, text_of
from nacformats.printing import shortened
from nacformats.tokenizer import Tokenizer

#: What the text of a number takes at most, in bytes, with the number as an object of Python.
_NUMBER_BYTES = 96
#: What is formatted as it is.
_PLAIN = frozenset({str, int, float, bool})
#: Ids that are taken from a tensor at once to be decoded.
_IDS_AT_ONCE = 65_536


@handler("src_constant")
def _constant(machine: Machine, operands: Operands) -> MachineStep:
    return partial(machine.write, operands["out"], machine.constant(operands["constant"]))


@handler("sys_copy")
def _copy(machine: Machine, operands: Operands) -> MachineStep:
    source, out = operands["source"], operands["out"]
    return lambda: machine.write(out, machine.read(source))


@computing("string_format", pattern=Machine.template)
def _string_format(machine: Machine, operands: Operands) -> Any:
    template, values = operands["pattern"], [machine.read(slot) for slot in operands["values"]]
    most = machine.meter.bytes_left() // 4
    wanted = sum(_cost(value) for value in values if type(value) not in _PLAIN)
    if not wanted:
        return template.fill(values, most)
    return machine.meter.call(wanted, lambda: template.fill(list(map(plain_value, values)), most))


def _cost(value: Any) -> int:
    """Return the bytes that a value takes on its way to a text; LimitError for one that has too many elements."""
    count = num_elements(value)
    if count > limits.MAX_TEXT_ELEMENTS:
        expected = f"at most {limits.MAX_TEXT_ELEMENTS:,} elements"
        raise LimitError("there is no text of so large a value", expected=expected, actual=described(value))
    return count * _NUMBER_BYTES


def text(machine: Machine, value: Any) -> str:
    """Return a value as text: lists in full, and of a large array the first and last elements, as NumPy shows it."""
    if isinstance(value, str):
        return value
    written = str if isinstance(value, np.ndarray) else lambda value: str(plain_value(value))
    return machine.meter.call(_cost(value), written, value)


def _json(machine: Machine, value: Any) -> str:
    if isinstance(value, bytes):
        raise InvalidError("JSON has no bytes", actual=f"{len(value):,} bytes")
    wanted = 6 * len(value) if isinstance(value, str) else _cost(value)
    return machine.meter.call(wanted, lambda: json.dumps(plain_value(value)))


def _png(machine: Machine, value: Any) -> bytes:
    array = numeric_array(value, "the picture")
    return machine.meter.call(4 * array.size * max(array.dtype.itemsize, 8), pictures.png_of, array)


@computing("serialize_object", format=choice("serialization", {"text": text, "json": _json, "png": _png}))
def _serialize(machine: Machine, operands: Operands) -> Any:
    return operands["format"](machine, machine.read(operands["source"]))


@computing("preproc_encode")
def _encode(machine: Machine, operands: Operands) -> list[int]:
    tokenizer = _tokenizer(machine.read(operands["processor"]))
    written = text_of(machine.read(operands["source"]), "what is encoded")
    machine.streams.end(tokenizer)
    machine.meter.require(len(written) * CHARACTER_BYTES)
    return tokenizer.encode(written, allowance=machine.meter.allowance).ids


@computing("preproc_decode")
def _decode(machine: Machine, operands: Operands) -> str:
    tokenizer = _tokenizer(machine.read(operands["processor"]))
    ids = numeric_array(machine.read(operands["source"]), "what is decoded")
    if ids.size and ids.dtype.kind not in "iu":
        raise InvalidError("what is decoded are no token ids", actual=described(ids))
    tokenizer.find_special_ids(machine.meter.allowance)
    if ids.size == 1:
        return machine.streams.step(tokenizer, int(ids.item()))
    left = machine.streams.end(tokenizer)
    look = machine.meter.require_time
    machine.meter.require(8 * _characters(tokenizer, ids, look))  # a token may have 65,535 bytes
    return (
        tokenizer.decode(chain.from_iterable(map(np.ndarray.tolist, _blocks(ids, look))), look=look)
        if ids.size
        else left
    )


def _characters(tokenizer: Tokenizer, ids: Array, look: Callable[[], None]) -> int:
    """Count the characters in the tokens of some ids."""
    found = 0
    for block in _blocks(ids, look):
        for number, count in zip(*map(np.ndarray.tolist, np.unique(block, return_counts=True)), strict=True):
            found += count * len(tokenizer.id_to_token(number) or "")
    return found


def _blocks(ids: Array, look: Callable[[], None]) -> Iterator[Array]:
    """Yield the elements of a tensor, some thousands at once."""
    flat = ids.reshape(-1)
    for start in range(0, flat.size, _IDS_AT_ONCE):
        look()
        yield flat[start : start + _IDS_AT_ONCE]


@computing("preproc_get_id", token=text_constant("the token"))
def _get_id(machine: Machine, operands: Operands) -> int:
    number = _tokenizer(machine.read(operands["processor"])).token_to_id(operands["token"])
    if number is None:
        raise InvalidError(f"the vocabulary has no token {shortened(operands['token'], 60)!r}")
    return number


def _tokenizer(value: Any) -> Tokenizer:
    """Raise InvalidError for another value."""
    if not isinstance(value, Tokenizer):
        raise InvalidError("there is no tokenizer in the slot", actual=describe_kind(value))
    return value
