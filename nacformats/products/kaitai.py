"""Parsers by the Kaitai Struct compiler: one class for the files of each schema, such as `nacformats.kaitai.Stb`.

    >>> from nacformats import kaitai
    >>> with kaitai.Stb.from_file("examples/weights.stb") as stb:
    ...     [tensor.dtype.name for tensor in stb.tensors]
    ['float32', 'float16', 'int8']

Types and enums of a schema are classes inside it (`kaitai.Stb.TensorDescriptor`, `kaitai.Stb.Dtype`).
"""

from __future__ import annotations

from nacformats._generated import generated, schemas
from nacformats.codec.tables import class_name

_FOLDER = "kaitai"


def __getattr__(name: str) -> object:
    schema = next((schema for schema in schemas(_FOLDER) if class_name(schema) == name), name)
    return getattr(generated(_FOLDER, schema), name)


def __dir__() -> list[str]:
    return [class_name(schema) for schema in schemas(_FOLDER)]
