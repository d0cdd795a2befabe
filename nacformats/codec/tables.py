"""The tables of generated/tables/: titles, fields, rules, enums and representations of the schemas.

Explaining, walking, showing and registering read these tables. No schema, and no YAML, is read for that.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from functools import cached_property

from nacformats.plain import PlainValue


class MemberEntry(PlainValue):
    """A member of an enum. since: the first version of the format that has it; empty where all have it."""

    number: int
    id: str
    doc: str = ""
    since: str = ""


class EnumEntry(PlainValue):
    """Attributes: id; members in the order of the schema."""

    id: str
    members: tuple[MemberEntry, ...]


class RuleEntry(PlainValue):
    """One key of `valid` (eq, min, max, any-of, in-enum, expr), and what it requires, in the words of the schema."""

    kind: str
    words: tuple[str, ...] = ()


class FieldEntry(PlainValue):
    """A field of `seq`, or an instance with `pos`.

    Attributes:
        id: its name.
        bits: width of a bit field; 0 for whole bytes.
        enum: the key of its enum in Schema.enums, or None.
        rules: what values are allowed.
        elsewhere: whether it is in another stream than its record: that of the whole file.
        align: what an offset is a multiple of when it is chosen by a writer.
        role: what its value is for, in a word that the schema defines (`-role`); empty where it says nothing.
        holds: the schema of the file that its bytes are, or {field} for what a file of the name in that field is.
        since: the first version of the format that has it (`-since`); empty where all have it.
        at: its first byte in every file; None for a field whose place depends on the file, or that is not in the root.
        number: the NumPy dtype of a plain number that has such a place, such as "<u2".
        cases: by the number that chooses its type, the type, as a key of Schema.types; empty unless numbers choose.
        pos: the field that says where it is, for an instance.
        type: of a record, or of the records of a list, as a key of Schema.types; empty for anything else.
    """

    id: str
    bits: int = 0
    enum: str | None = None
    rules: tuple[RuleEntry, ...] = ()
    elsewhere: bool = False
    align: int = 1
    role: str = ""
    holds: str = ""
    since: str = ""
    at: int | None = None
    number: str = ""
    cases: Mapping[int, str] = {}
    pos: str = ""
    type: str = ""


class TypeEntry(PlainValue):
    """A type of a schema.

    Attributes:
        name: its id, after those of the types around it: the name of its construct.
        representation: the template of `-webide-representation`, or None.
        fields: those of `seq`.
        placed: the instances with `pos`.
        values: the ids of the instances with `value`.
    """

    name: str
    representation: str | None = None
    fields: tuple[FieldEntry, ...] = ()
    placed: tuple[FieldEntry, ...] = ()
    values: tuple[str, ...] = ()

    @cached_property
    def members(self) -> Mapping[str, FieldEntry]:
        """Fields and placed instances by name."""
        return {entry.id: entry for entry in (*self.fields, *self.placed)}


class SchemaTable(PlainValue):
    """A whole schema.

    Attributes:
        name: its id.
        title: name for people.
        suffix: of file names, with the dot; None for a schema that describes no files.
        magic: the bytes that every file begins with; empty where the first field is something else.
        imports: the schemas whose types it uses.
        types: by the qualified name of the class that the Kaitai Struct compiler makes, such as "Stb.TensorDescriptor".
        enums: by name.
    """

    name: str
    title: str
    suffix: str | None = None
    magic: bytes = b""
    imports: tuple[str, ...] = ()
    types: Mapping[str, TypeEntry] = {}
    enums: Mapping[str, EnumEntry] = {}

    @property
    def root(self) -> TypeEntry:
        return self.types[class_name(self.name)]

    def cases(self, owner: str, field: str) -> Mapping[int, TypeEntry]:
        """Return the types that numbers choose for a field of a type."""
        return {number: self.types[name] for number, name in self.types[owner].members[field].cases.items()}

    def place(self, field: str) -> int:
        """Return the first byte of a field of the root that has the same place in every file."""
        at = self.root.members[field].at
        assert at is not None, "its place depends on the file"
        return at


def class_name(identifier: str) -> str:
    """Return the name that the compiler gives to the class of a schema, a type or an enum."""
    return "".join(word.capitalize() for word in identifier.split("_"))


def table_of(schema: str) -> SchemaTable:
    """Return the generated table of a schema."""
    return importlib.import_module(f"nacformats._generated.tables.{schema}").SCHEMA  # type: ignore[no-any-return]


def schema_of_name(file_name: str) -> str | None:
    """Return the schema whose files go by this name, such as vocab for vocab.b: they say nowhere what they are."""
    return next(
        (name for name, (_, suffix, magic) in file_formats().items() if not magic and file_name == name + suffix), None
    )


def file_formats() -> Mapping[str, tuple[str, str, bytes]]:
    """Return title, suffix and leading bytes of every schema that describes files, by its name."""
    return importlib.import_module("nacformats._generated.tables").FILES  # type: ignore[no-any-return]
