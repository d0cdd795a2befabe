"""Put the classes of a schema together as one module of Python."""

from __future__ import annotations

from collections.abc import Iterator

from nacformats.codec.tables import class_name
from nacformats.generator import model, pycode
from nacformats.generator.python.reader import Reader

_IMPORTS = (
    "from struct import Struct",
    "",
    "from nacformats.codec.machine.record import TreeRecord",
    "from nacformats.codec.machine.stream import FieldError, ByteStream",
    "from nacformats.codec.machine.trace import FieldTrace",
)


def render_module(schema: model.Schema) -> str:
    """Return the Python of a schema: a class for each type, an IntEnum for each enum.

    Raises:
        model.SchemaError: something in the schema cannot be read; the message begins with its path.
    """
    body: list[str] = []
    for target in schema.types:
        body += _class_lines(target)
    names = [record_class(target) for target in schema.types]
    title = f"Records of {pycode.in_docstring(schema.title)}: they read and write."
    return pycode.module_text(title, _IMPORTS, names, body)


def record_class(target: model.Type) -> str:
    """Return the name of the class of a type."""
    return class_name(target.name)


def _class_lines(target: model.Type) -> Iterator[str]:
    reader = Reader(target)
    method = list(reader.lines())
    for name, (layout, members) in reader.structs.items():
        yield f'{name} = Struct("{layout}")'
        pairs = ", ".join(
            f'("{member}", Struct("{layout[0]}{code}"))' for member, code in zip(members, layout[1:], strict=True)
        )
        yield f"{name}_FIELDS = ({pairs},)"
    yield ""
    yield f"class {record_class(target)}(TreeRecord):"
    fields = ", ".join(f'"{member.id}"' for member in target.fields)
    yield f"    __slots__ = ({fields},)" if fields else "    __slots__ = ()"
    yield "    FIELDS = {" + ", ".join(f'"{member.id}": "{member.id}"' for member in target.fields) + "}"
    yield f'    NAME = "{target.qualified}"'
    yield ""
    yield from (f"    {line}".rstrip() for line in method)
    yield ""
