"""Frames: the parser of the Kaitai compiler for all but the long lists of a schema, which are read as columns.

A frame is the class of the generated parser with its loops over records taken out:

    self.entries = []
    for i in range(self.num_entries):
        self.entries.append(Nac.Constant(self._io, self, self._root))

becomes `self.entries = self._io.records('entries', 'constant', self.num_entries)`, which
nacformats.codec.frames.RecordStream answers with columns.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from nacformats.codec.tables import class_name
from nacformats.generator import expressions as ex
from nacformats.generator.columns.lowering import choose
from nacformats.generator.expressions import quoted
from nacformats.generator.model import Field, Schema, SwitchKind, Type, TypeUse, uses
from nacformats.generator.pycode import Code
from nacformats.generator.reading import find_enum, schema_model


def render_frames(name: str, parser: str) -> str:
    """Return the module with the frames of a schema, and with what the schema says of sections and arms.

    Args:
        name: of the schema.
        parser: text of its parser, as the Kaitai compiler generates it.
    """
    schema = schema_model(name)
    frames = list(_frames(schema, parser))
    root = class_name(name)
    return "\n".join(
        [
            f'"""What is around the lists of {schema.title}: the generated parser, with columns for the lists."""',
            "",
            "from __future__ import annotations",
            "",
            "import kaitaistruct",
            "",
            f"from nacformats._generated.kaitai.{name} import {root}",
            *(["from nacformats.codec.frames import Frame"] if frames else []),
            "",
            *(line for frame in frames for line in ("", *frame.splitlines(), "")),
            "",
            "#: Instances at an offset of the header: name -> field with the offset, type that is there.",
            *_table("SECTIONS", _sections(schema, [target.id for target in _framed(schema)])),
            "",
            "#: Fields of records whose type another field chooses: path -> that one -> names of its fields.",
            *_table("ARMS", _arms(schema)),
        ]
    )


def _framed(schema: Schema) -> list[Type]:
    """Return the types of sections with a list of records that are read as columns."""
    placed = {use.type.name for member in schema.root.placed if member.repeat is None for use in uses(member.kind)}
    return [target for target in schema.types if target.name in placed and _lists(schema, target)]


def _record_types(schema: Schema) -> list[Type]:
    names = {record.name for record in choose(schema).records}
    return [target for target in schema.types if target.name in names]


def _lists(schema: Schema, target: Type) -> dict[str, Type]:
    """Return the types of the lists of a type that are read as columns, by field."""
    known = _record_types(schema)
    kinds = {member.id: member.kind for member in target.fields if member.repeat == "expr"}
    used = {name: kind.type for name, kind in kinds.items() if isinstance(kind, TypeUse) and kind.type in known}
    return {} if target in known else used


def _frames(schema: Schema, parser: str) -> Iterator[str]:
    classes = {node.name: node for node in ast.walk(ast.parse(parser)) if isinstance(node, ast.ClassDef)}
    for target in _framed(schema):
        cls = class_name(target.id)
        (read,) = (node for node in classes[cls].body if isinstance(node, ast.FunctionDef) and node.name == "_read")
        lists = _lists(schema, target)
        body = [line for statement in read.body for line in _statement(statement, lists)]
        doc = f'    """`{target.id}`, with columns for {" and ".join(lists)}."""'
        lines = [f"class {cls}(Frame):", doc, "", "    def _read(self):"]
        yield "\n".join([*lines, *(f"        {line}" for line in body)])


def _statement(statement: ast.stmt, lists: dict[str, Type]) -> list[str]:
    """Return the lines of a statement: the loop over a list is one call, its empty list before it is nothing."""
    if isinstance(statement, ast.If):
        inner = [line for each in statement.body for line in _statement(each, lists)]
        return [f"if {ast.unparse(statement.test)}:", *(f"    {line}" for line in inner)]
    if isinstance(statement, ast.For):
        field = _appended(statement)
        assert isinstance(statement.iter, ast.Call)
        count = ast.unparse(statement.iter.args[0])
        return [f"self.{field} = self._io.records({field!r}, {lists[field].name!r}, {count})"]
    if isinstance(statement, ast.Assign) and ast.unparse(statement.value) == "[]":
        return []
    return ast.unparse(statement).splitlines()


def _appended(loop: ast.For) -> str:
    """Return the field of `self.field.append(...)`."""
    call = loop.body[-1]
    assert isinstance(call, ast.Expr)
    assert isinstance(call.value, ast.Call)
    return ast.unparse(call.value.func).split(".")[1]


def _sections(schema: Schema, framed: list[str]) -> Iterator[str]:
    root = class_name(schema.name)
    for member in schema.root.placed:
        if isinstance(member.pos, ex.Name) and isinstance(member.kind, TypeUse) and member.repeat is None:
            cls = class_name(member.kind.type.id)
            owner = cls if member.kind.type.id in framed else f"{root}.{cls}"
            yield f'"{member.id}": ("{member.pos.id}", {owner})'


def _arms(schema: Schema) -> Iterator[Code]:
    for record in _record_types(schema):
        for member in record.fields:
            if isinstance(member.kind, SwitchKind):
                yield Code("", tuple(_arm(record, member)), prefix=f'"{record.name}.{member.id}": ', brackets="{}")


def _arm(record: Type, member: Field) -> Iterator[str]:
    assert isinstance(member.kind, SwitchKind)
    for key, kind in member.kind.cases:
        fields = tuple(inner.id for inner in kind.type.fields) if isinstance(kind, TypeUse) else ()
        if isinstance(key, ex.Member):
            enum = find_enum(record, key.enum)
            members = enum.members if enum is not None else ()
            listed = Code("", tuple(map(quoted, fields)), brackets="[]").flat()
            yield f"{next(each.number for each in members if each.id == key.id)}: {listed}"


def _table(name: str, entries: Iterator[Code] | Iterator[str]) -> Iterator[str]:
    yield from Code("", tuple(entries), prefix=f"{name} = ", brackets="{}").lines("", "")
