"""The names that the types, the enums and the members of a schema have in the Python that is made of it."""

from __future__ import annotations

import keyword
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from nacformats.codec.tables import class_name
from nacformats.schema import model

_RUNTIME = "nacformats.codec.trees"
#: The names that a module may import, by the module of nacformats.codec.trees that has them.
_HELPERS = {
    "operators": "value_attribute as_varint bounded_product bounded_remainder bounded_shift bounded_sum quotient",
    "output_record": "following made",
    "output_values": "deflated ended one_piece enum_member packed_numbers put_bits put_data put_ended put_numbers "
    "put_sized raw_bytes real_of text_bytes varint_bytes varint_of",
    "record": "TreeRecord member_attributes new_record",
    "values": "Members OpenEnum",
    "stream": "FieldError known_order refuse unpadded inflated InflatedText rol ror xor",
}
_OWNERS = {name: module for module, names in _HELPERS.items() for name in names.split()}
#: Modules that only writing needs: their functions are imported when the first of them is called.
_LATE = {f"{_RUNTIME}.output_record", f"{_RUNTIME}.output_values"}
_STANDARD = {"checksum": "nacformats.codec.checksums", "Struct": "struct", "count": "itertools"}


def schema_alias(schema: str) -> str:
    """Return the name by which a module knows that of another schema."""
    return f"_{schema}_schema"


def class_names(schema: model.Schema) -> Iterator[tuple[model.Type | model.Enum, str]]:
    """Yield the types and the enums of a schema with the names of their classes, each of which is there once."""
    taken = {"False", "None", "True", "ROOT"}
    things: list[model.Type | model.Enum] = [*schema.types, *schema.enums]
    for thing in things:
        name = class_name(thing.name)
        while name in taken or keyword.iskeyword(name):
            name += "Enum" if isinstance(thing, model.Enum) else "_"
        taken.add(name)
        yield thing, name


@dataclass
class ModuleNames:
    """The names that a module of a schema uses; it records what has to be imported.

    Attributes:
        schema: the schema.
        helpers: names of nacformats.codec.trees and of the standard library that are used.
        imported: other schemas whose modules are used.
    """

    schema: model.Schema
    helpers: set[str] = field(default_factory=set)
    imported: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._classes: dict[int, tuple[str, str]] = {}
        for schema in reachable(self.schema).values():
            for thing, name in class_names(schema):
                self._classes[id(thing)] = schema.name, name

    def helper(self, name: str) -> str:
        """Return the name by which the module knows something that it imports."""
        self.helpers.add(name)
        return f"_{name}"

    def of(self, thing: model.Type | model.Enum) -> str:
        """Return the class of a type or an enum."""
        schema, name = self._classes[id(thing)]
        return self._in(schema, name)

    def lookup(self, enum: model.Enum) -> str:
        """Return the mapping of the members of an enum by their numbers."""
        schema, name = self._classes[id(enum)]
        return self._in(schema, f"_{name}_OF")

    def _in(self, schema: str, name: str) -> str:
        if schema == self.schema.name:
            return name
        self.imported.add(schema)
        return f"{schema_alias(schema)}.{name}"

    def import_lines(self) -> Iterator[str]:
        """Return the imports of what was used, but for those of other schemas."""
        found: dict[str, list[str]] = {}
        for name in sorted(self.helpers):
            module = _STANDARD.get(name) or f"{_RUNTIME}.{_OWNERS[name]}"
            found.setdefault(module, []).append(f"{name} as _{name}")
        late = {module: found.pop(module) for module in sorted(found) if module in _LATE}
        if late:
            found.setdefault(f"{_RUNTIME}.record", []).append("import_late as _import_late")
        for module, names in sorted(found.items(), key=lambda item: ("." in item[0], item[0])):
            yield f"from {module} import {', '.join(sorted(names))}"
        for module, names in late.items():
            listed = " ".join(each.partition(" ")[0] for each in names)
            yield f'_import_late("{module}", "{listed}", globals())'


def reachable(schema: model.Schema) -> Mapping[str, model.Schema]:
    """Return a schema and all that it imports, directly or not, by name; schemas may import each other."""
    found: dict[str, model.Schema] = {}
    waiting = [schema]
    while waiting:
        each = waiting.pop()
        if each.name not in found:
            found[each.name] = each
            waiting += each.imported.values()
    return found
