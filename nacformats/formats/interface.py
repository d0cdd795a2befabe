"""The resource interface.json, which describes inputs and outputs of a compiled file (NAC v1.6, section 6.3).

    {"inputs":[{"name":"x","dtype":"float32","shape":["batch",4]}],"outputs":[{"name":"logits", ...}]}

A size is a number, the name of a symbolic size, or null; dtype and shape are null where nothing is known. What is
malformed is ignored as a whole: a file can be run without it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from nacformats.codec.streams import Buffer
from nacformats.formats.elements import ELEMENT_KINDS

#: Name of the resource.
INTERFACE = "interface.json"
#: A larger resource, and longer names and shapes in it, are not looked at.
MAX_BYTES, MAX_NAME, MAX_RANK = 1 << 24, 1 << 16, 64
MAX_SIZE = 1 << 48

_DTYPES = {each.name: each.dtype for each in ELEMENT_KINDS if each.mic or each.name in ("complex64", "complex128")}


@dataclass(frozen=True)
class Described:
    """An input or an output: its name, its element type, and its sizes; None where something is not known."""

    name: str
    dtype: np.dtype[Any] | None = None
    shape: tuple[int | str | None, ...] | None = None


@dataclass(frozen=True)
class Interface:
    """Inputs and outputs, in order."""

    inputs: tuple[Described, ...]
    outputs: tuple[Described, ...]


def write_interface(interface: Interface) -> bytes:
    """Return the bytes of the resource."""
    listed = {"inputs": list(map(_plain, interface.inputs)), "outputs": list(map(_plain, interface.outputs))}
    return json.dumps(listed, separators=(",", ":")).encode()


def _plain(port: Described) -> dict[str, Any]:
    dtype, shape = port.dtype, port.shape
    known_dtype, known_shape = None if dtype is None else dtype.name, None if shape is None else list(shape)
    return {"name": port.name, "dtype": known_dtype, "shape": known_shape}


def interface_among(resources: Iterable[Any]) -> Interface | None:
    """Return what a compiled file says of its inputs and outputs; None where no resource does, or it is malformed."""
    data = next((each.data for each in resources if each.name == INTERFACE), None)
    return None if data is None else read_interface(data)


def read_interface(data: Buffer) -> Interface | None:
    """Return the interface that a resource holds; None when it is malformed."""
    if len(data) > MAX_BYTES:
        return None
    try:
        listed = json.loads(bytes(data))
        return Interface(tuple(map(_port, listed["inputs"])), tuple(map(_port, listed["outputs"])))
    except (ValueError, TypeError, KeyError, RecursionError):
        return None


def _port(described: Any) -> Described:
    if not isinstance(described, Mapping):
        raise TypeError("not an object")
    name, dtype, shape = (described.get(key) for key in ("name", "dtype", "shape"))
    if not isinstance(name, str) or len(name) > MAX_NAME:
        raise TypeError("not a name")
    return Described(name, None if dtype is None else _DTYPES[dtype], None if shape is None else _shape(shape))


def _shape(described: Any) -> tuple[int | str | None, ...]:
    if not isinstance(described, list) or len(described) > MAX_RANK or not all(map(_is_size, described)):
        raise TypeError("not a shape")
    return tuple(described)


def _is_size(described: Any) -> bool:
    if type(described) is int:
        return 0 <= described <= MAX_SIZE
    return described is None or (isinstance(described, str) and 0 < len(described) <= MAX_NAME)
