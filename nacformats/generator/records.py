"""Generates NumPy dtypes from a schema: one for each type of fixed size, packed, with explicit offsets.

The root has one for its first fields, up to the first whose size or place depends on the data.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from nacformats.generator.expressions import quoted
from nacformats.generator.model import Bits, Field, NumberKind, Schema, Type, TypeUse, uses
from nacformats.generator.pycode import Code
from nacformats.generator.reading import schema_model
from nacformats.generator.sizes import FieldSpan, element_bits, fixed_count, leading_spans, type_size

_CODES = {"u": "u", "s": "i", "f": "f"}


def render_records(name: str) -> str:
    """Render the module with the dtypes of a schema. Bit fields that share bytes are one field, names joined by +.

    Raises:
        SchemaError: the schema is outside the profile.
    """
    schema = schema_model(name)
    fixed = list(_ordered(schema))
    lines = [
        f'"""NumPy dtypes of the records of fixed size of {schema.title}."""',
        "",
        "from __future__ import annotations",
    ]
    if fixed:
        lines += ["", "import numpy as np", *_imports(schema, fixed)]
    lines += ["", *Code("__all__ = ", tuple(map(quoted, constant_names(name))), brackets="[]").lines("", "")]
    for target in fixed:
        lines += ["", *_dtype_lines(target, _listed(target, schema))]
    return "\n".join(lines)


def _imports(schema: Schema, fixed: list[Type]) -> Iterator[str]:
    """Return the imports of the dtypes of other schemas."""
    used = [use.type for target in fixed for member in target.fields for use in uses(member.kind)]
    foreign = {target.schema: {each for each in used if each.schema == target.schema} for target in used}
    foreign.pop(schema.name, None)
    for other, targets in sorted(foreign.items()):
        names = ", ".join(sorted(constant_name(each) for each in targets if type_size(each)))
        yield from ("", f"from nacformats._generated.records.{other} import {names}") if names else ()


def constant_names(name: str) -> list[str]:
    """Return the names of the dtypes of a schema."""
    return sorted(map(constant_name, _ordered(schema_model(name))))


def constant_name(target: Type) -> str:
    """Return the name of the dtype of a type."""
    return target.name.upper()


def _ordered(schema: Schema) -> Iterator[Type]:
    """Return the types of a fixed size that is not 0, each after those that it holds, and the root."""
    seen: set[str] = set()

    def visit(target: Type) -> Iterator[Type]:
        listed = _listed(target, schema)
        if target.name in seen or target.schema != schema.name or not listed:
            return
        seen.add(target.name)
        for span in listed:
            if isinstance(span.field.kind, TypeUse):
                yield from visit(span.field.kind.type)
        yield target

    for target in schema.types:
        yield from visit(target)


def _listed(target: Type, schema: Schema) -> list[FieldSpan]:
    """Return the fields of the dtype of a type; none when it has no fixed size."""
    listed = leading_spans(target)
    return listed if target is schema.root or len(listed) == len(target.fields) else []


def _dtype_lines(target: Type, listed: list[FieldSpan]) -> Iterator[str]:
    columns = [_merged(list(group)) for _, group in groupby(listed, key=_storage_unit)]
    entries = [
        Code("", tuple(column), prefix=f"{quoted(key)}: ", brackets="[]")
        for key, column in zip(("names", "formats", "offsets"), zip(*columns, strict=True), strict=True)
    ]
    size = type_size(target) or _end(listed)
    table = Code("", (*entries, f'"itemsize": {size}'), brackets="{}")
    whole = len(listed) == len(target.fields)
    yield f"#: {target.path or ('The fields of the root' if whole else 'The first fields of the root')}: {size} bytes."
    yield from Code("np.dtype", (table,), prefix=f"{constant_name(target)} = ").lines("", "")


def _end(listed: list[FieldSpan]) -> int:
    last = listed[-1]
    assert last.start is not None
    assert last.bits is not None
    return (last.start + last.bits + 7) // 8


def _storage_unit(span: FieldSpan) -> object:
    """Bit fields in a row are one unit, any other field is a unit of its own."""
    return "bits" if isinstance(span.field.kind, Bits) else span.field.id


def _merged(group: list[FieldSpan]) -> tuple[str, str, str]:
    """Name, format and offset of a storage unit."""
    first = group[0]
    assert first.start is not None
    name = "+".join(span.field.id for span in group)
    bits = sum(span.bits or 0 for span in group)
    code = quoted(f"u{bits // 8}") if isinstance(first.field.kind, Bits) and bits in (8, 16, 32, 64) else None
    return quoted(name), code or _format(first.field, (bits + 7) // 8), str(first.start // 8)


def _format(member: Field, size: int) -> str:
    count = fixed_count(member) if member.repeat is not None else None
    bits = element_bits(member)
    assert bits is not None
    element = _element_format(member, size if count is None else bits // 8)
    return element if count is None else f"({element}, ({count},))"


def _element_format(member: Field, size: int) -> str:
    match member.kind:
        case NumberKind(sign, width, endian):
            order = {"le": "<", "be": ">"}[endian] if width > 1 else ""
            return quoted(f"{order}{_CODES[sign]}{width}")
        case TypeUse(target, _) if type_size(target) == size:
            return constant_name(target)
    return quoted(f"V{size}")
