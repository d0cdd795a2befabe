"""Files of tensors by name, GGUF and safetensors: what their schemas cannot say, such as headers, sizes and places.

@given(gguf_models())          # GgufFile: metadata of every type, tensors of every element type
@given(gguf_files())           # bytes: those of models, and files as other writers lay them out
@given(safetensors_models())   # SafetensorsFile: every dtype, texts
@given(safetensors_files())    # bytes: those of models, and headers as other writers spell them
"""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np

from nacformats._generated.python.gguf import ValueType
from nacformats.api import dumps
from nacformats.codec.trees.codec import SchemaCodec
from nacformats.formats.elements import STORED_ELEMENTS
from nacformats.formats.gguf import GgufFile, GgufTensor
from nacformats.formats.gguf.elements import ELEMENT_TYPES
from nacformats.formats.gguf.rules import ALIGNMENT, ARCHITECTURE
from nacformats.formats.safetensors import SafetensorsFile
from nacformats.formats.weights import NamedTensor, element_dtype
from nacformats.fuzz.choices import Choices, pick, shuffled, strategy

_MOST_TENSORS, _MOST_RANK, _MOST_KEYS, _MOST_LENGTH = 5, 4, 8, 5
#: Most blocks, or elements, of a tensor.
_MOST_RUNS = 24
_WORDS = ("a", "blk", "weight", "é", "€uro", "𝄞", "x.y", "/", " ", '"quoted"', "\\", "\n", "\x00", "")
#: A name has at most 64 bytes.
_PARTS = 4
_ALIGNMENTS = (8, 16, 32, 64, 256)
#: How deep arrays of GGUF are inside of each other.
_MOST_DEPTH = 3
_DTYPES = tuple(STORED_ELEMENTS)
#: Types of elements that few readers know, with the bits of one.
_RARE = {"F4": 4, "F6_E2M3": 6, "F6_E3M2": 6}


def _text(choices: Choices) -> str:
    return "".join(pick(choices, _WORDS) for _ in range(choices.integer(0, _PARTS)))


def _names(choices: Choices, most: int) -> list[str]:
    """Return different names."""
    return list(
        dict.fromkeys(_text(choices) or _text(choices) or _text(choices) for _ in range(choices.integer(0, most)))
    )


def _shape(choices: Choices, run: int = 1, least: int = 0) -> tuple[int, ...]:
    """Return a shape of few elements, of at least so many dimensions, the last of which is a whole number of runs."""
    rank = choices.integer(least, _MOST_RANK)
    most, dims = _MOST_RUNS, list[int]()
    for _ in range(rank):
        dims.append(choices.integer(0 if choices.flag(1 / 8) else 1, max(1, min(most, _MOST_LENGTH))))
        most //= max(1, dims[-1])
    return (*dims[:-1], dims[-1] * run) if dims else ()


# safetensors


def make_safetensors_model(choices: Choices) -> SafetensorsFile:
    """Return a model as a program makes it."""
    file = SafetensorsFile({name: _text(choices) for name in _names(choices, _MOST_KEYS)})
    for name in _names(choices, _MOST_TENSORS):
        dtype, shape = pick(choices, _DTYPES), _shape(choices)
        itemsize = getattr(element_dtype(dtype), "itemsize", 1)
        raw = memoryview(_truths(choices.block(math.prod(shape) * itemsize), dtype))
        file.tensors[name] = NamedTensor(name, dtype, shape, raw)
    return file


def _truths(block: bytes, dtype: str) -> bytes:
    """Return the bytes of elements; a truth value is 0 or 1."""
    return bytes(byte & 1 for byte in block) if dtype == "BOOL" else block


#: The Hypothesis strategy of it.
safetensors_models = strategy(make_safetensors_model)


def make_safetensors_file(choices: Choices) -> bytes:
    """Return a file that strict reading accepts: of a model, or with a header as other writers spell it."""
    return dumps(make_safetensors_model(choices)) if choices.flag(0.5) else _spelled(choices)


#: The Hypothesis strategy of it.
safetensors_files = strategy(make_safetensors_file)


def _spelled(choices: Choices) -> bytes:
    """Return a file with rare types, keys and tensors in any order, escapes, and spaces."""
    header: dict[str, Any] = {}
    data = b""
    for name in _names(choices, _MOST_TENSORS):
        if choices.flag(1 / 4):
            rare = pick(choices, list(_RARE))
            shape, dtype, size = [choices.integer(0, _MOST_LENGTH) * 8], rare, 0
            size = shape[0] * _RARE[rare] // 8
        else:
            dtype, shape = pick(choices, _DTYPES), list(_shape(choices))
            size = math.prod(shape) * getattr(element_dtype(dtype), "itemsize", 1)
        described = {"dtype": dtype, "shape": shape, "data_offsets": [len(data), len(data) + size]}
        header[name] = dict(shuffled(choices, list(described.items())))
        data += _truths(choices.block(size), dtype)
    if choices.flag(1 / 2):
        header["__metadata__"] = {name: _text(choices) for name in _names(choices, _MOST_KEYS)}
    header = dict(shuffled(choices, list(header.items())))
    separators = pick(choices, ((",", ":"), (", ", ": "), (" ,\n", "\t:  ")))
    text = json.dumps(header, separators=separators, ensure_ascii=choices.flag(1 / 2))
    chunks = SchemaCodec.generated(SafetensorsFile.format).chunks({"header": text, "data": data})
    return b"".join(chunks)


# GGUF


def make_gguf_model(choices: Choices) -> GgufFile:
    """Return a model as a program makes it."""
    file = GgufFile(version=choices.integer(2, 3))
    if choices.flag(3 / 4):
        file.metadata[ARCHITECTURE] = _text(choices)
    if choices.flag(1 / 4):
        file.metadata[ALIGNMENT] = pick(choices, _ALIGNMENTS)
    for key in _names(choices, _MOST_KEYS):
        file.metadata[key] = _value(choices, _MOST_DEPTH)
    for name in _names(choices, _MOST_TENSORS):
        element = pick(choices, list(ELEMENT_TYPES.values()))
        shape = _shape(choices, element.run, least=1)  # the library of GGUF reads no scalars
        raw = memoryview(choices.block(math.prod(shape) // element.run * element.size))
        file.tensors[name] = GgufTensor(name, element.name, shape, raw)
    return file


def _value(choices: Choices, depth: int) -> Any:
    """Return a value of metadata; those that are numbers are of NumPy, so that every type has its turn."""
    kind = pick(choices, list(ValueType))
    if kind is ValueType.string:
        return _text(choices)
    if kind is not ValueType.array:
        return _numbers(choices, kind, 1)[0]
    inner, length = pick(choices, list(ValueType)), choices.integer(0, _MOST_LENGTH)
    if inner is ValueType.string or (inner is ValueType.array and not (depth and length)):
        return [_text(choices) for _ in range(length)]
    if inner is ValueType.array:
        return [_list(choices, depth - 1) for _ in range(length)]
    return _numbers(choices, inner, length)


def _list(choices: Choices, depth: int) -> Any:
    while not isinstance(found := _value(choices, depth), list | np.ndarray):
        if not choices.flag(0.9):
            return []
    return found


def _numbers(choices: Choices, kind: ValueType, length: int) -> Any:
    if kind is ValueType.bool:
        return np.array([choices.flag(1 / 2) for _ in range(length)], np.bool_)
    dtype = np.dtype(kind.name)
    return np.frombuffer(choices.block(length * dtype.itemsize), dtype.newbyteorder("<"))


#: The Hypothesis strategy of it.
gguf_models = strategy(make_gguf_model)


def make_gguf_file(choices: Choices) -> bytes:
    """Return a file that strict reading accepts: of a model, or laid out as other writers do it."""
    model = make_gguf_model(choices)
    return dumps(model) if choices.flag(0.5) else _laid_out(choices, model)


#: The Hypothesis strategy of it.
gguf_files = strategy(make_gguf_file)


def _laid_out(choices: Choices, model: GgufFile) -> bytes:
    """Return a file with payloads in any order and apart."""
    alignment, data, rows = model.alignment, b"", []
    for name, tensor in shuffled(choices, list(model.tensors.items())):
        data += bytes(choices.integer(0, 1) * alignment)
        number = next(each.number for each in ELEMENT_TYPES.values() if each.name == tensor.dtype)
        rows.append({"name": name, "dims": list(tensor.shape[::-1]), "dtype": number, "ofs_body": len(data)})
        data += tensor.raw
        data += bytes(-len(data) % alignment)
    rows = shuffled(choices, rows)
    tree = {"version": model.version, "metadata": model.metadata.trees(), "tensors": rows, "data": {"content": b""}}
    head = b"".join(SchemaCodec.generated(GgufFile.format).chunks(tree))
    return head + bytes(-len(head) % alignment) + data
