"""Trees as JSON and back, without loss.

Numbers are numbers, enum members are their names, text is text. Bytes are {"$hex": ...} or, when they are long,
{"$base64": ...}; so are NaN and padded LEB128 numbers, which JSON cannot express; infinity is {"$float": "inf"}.
Counts, lengths, offsets and magic numbers are left out, since writing derives them. An enum number without a name is a
number.
"""

from __future__ import annotations

import json
import math
import struct
from base64 import b64decode, b64encode
from collections.abc import Mapping
from typing import Any

from nacformats.codec.streams import Buffer
from nacformats.codec.trees.values import enum_name
from nacformats.errors import InvalidError, LimitError
from nacformats.formats.generic import TreeFields, fields_of

#: More bytes than these are written in base64, which is shorter.
HEX_BYTES = 64
_HEX, _BASE64, _FLOAT = "$hex", "$base64", "$float"


def document_of(tree: Mapping[str, Any]) -> str:
    """Return a tree as JSON."""
    return json.dumps(_encoded(fields_of(getattr(tree, "fields", tree))), indent=2, ensure_ascii=False) + "\n"


def tree_of(document: str | bytes) -> dict[str, Any]:
    """Return a tree from JSON.

    Raises:
        InvalidError: it is not JSON, or not an object; line and column say where.
        LimitError: it is nested too deeply.
    """
    try:
        tree = json.loads(document, object_hook=_decoded)
    except json.JSONDecodeError as error:
        raise InvalidError(f"not JSON ({error.msg})", line=error.lineno, column=error.colno) from None
    except RecursionError:
        raise LimitError("nested too deeply", line=1) from None
    except ValueError as error:
        raise InvalidError(f"not a tree as JSON ({error})", line=1) from None
    if not isinstance(tree, dict):
        raise InvalidError("has to be a JSON object", line=1, actual=type(tree).__name__)
    return tree


def _encoded(value: Any) -> Any:
    if isinstance(value, Mapping):
        derived = value.derived if isinstance(value, TreeFields) else ()
        return {name: _encoded(item) for name, item in value.items() if name not in derived}
    if isinstance(value, list | tuple):
        return [_encoded(item) for item in value]
    if (name := enum_name(value)) is not None:
        return name
    if isinstance(value, Buffer):
        return _encoded_bytes(value)
    if isinstance(value, float):
        return _encoded_float(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return int(value) if getattr(value, "is_minimal", True) else _encoded_bytes(value.encoded)  # type: ignore[attr-defined]
    return value


def _encoded_bytes(value: Buffer) -> dict[str, str]:
    return {_HEX: value.hex()} if len(value) <= HEX_BYTES else {_BASE64: b64encode(value).decode()}


def _encoded_float(value: float) -> Any:
    raw = getattr(value, "raw", None)
    if not math.isfinite(value):
        return _encoded_bytes(raw) if raw and math.isnan(value) else {_FLOAT: str(float(value))}
    raw = raw or struct.pack("<d", value)
    import numpy as np  # noqa: PLC0415  formats are looked for without it

    return float(str({4: np.float32, 8: np.float64}[len(raw)](value)))  # the shortest digits that mean the number


def _decoded(value: dict[str, Any]) -> Any:
    match value:
        case {"$hex": str(text)} if len(value) == 1:
            return bytes.fromhex(text)
        case {"$base64": str(text)} if len(value) == 1:
            return b64decode(text, validate=True)
        case {"$float": str(text)} if len(value) == 1:
            return float(text)
    return value
