"""Read a .ksy into the model: the profile of the .ksy language that this package's own generators accept.

What is outside the profile is refused with the path of the key. Inside it are:

- numbers `u1` to `u8`, `s1` to `s8`, `f4`, `f8`; bit fields `b1` to `b64`; bytes by `contents`, `size` or `size-eos`;
  `str` by `size`, `size-eos` or `terminator`; `strz`; types of the schema, with params, and of imported schemas;
  `switch-on` over types or over numbers; any of the types also inside a `size` or a `terminator`;
- `enum`, `valid` in all its forms, `if`, `repeat: expr | eos | until`;
- instances with `pos` (and `io`) or with `value`; nested types and enums;
- keys that begin with `-` are hints: `-align` says where the builder may place what an offset points to, `-columns`
  that a type has to be one that is read as columns (nacformats.generator.columns), `-default` what the builder takes
  for a field that a tree leaves out, `-holds` which schema describes the file that bytes are, `-role` what a field is
  for, in a word of the schema's own, `-since` the first version of the format that has a field or a member of an enum
  (the tables repeat both), `-view` that an instance shows bytes that other fields hold, or that none does: only what
  the Kaitai Struct compiler makes has it.

Not supported: `process`, `parent`, `pad-right`, `size` together with `terminator`, opaque types, `meta` of nested
types, switched endianness, and fields without an id.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

from nacformats.codec.tables import class_name
from nacformats.generator import expressions as ex
from nacformats.generator import keys, model
from nacformats.generator.sources import load_schema, schema_names


@cache
def schema_model(name: str) -> model.Schema:
    """Return the model of a schema in schemas/.

    Raises:
        SchemaError: it is outside the profile.
    """
    return read_schema(load_schema(name), _imported)


def _imported(name: str) -> model.Schema:
    if name not in schema_names():
        raise model.SchemaError("/meta/imports", f"there is no schema {name}.ksy")
    return schema_model(name)


def read_schema(ksy: dict[str, Any], importer: Callable[[str], model.Schema] = _imported) -> model.Schema:
    """Return the model of a schema that is given as plain dicts and lists.

    Args:
        ksy: what the YAML holds.
        importer: gives the model of an imported schema.
    """
    return _SchemaReader(ksy, importer).read()


_NUMBER = re.compile(r"([us])(1)|([usf])([248])(le|be)?")
_BITS = re.compile(r"b([1-9]|[1-5]\d|6[0-4])(le|be)?")
_CALL = re.compile(r"([a-z0-9_:]+)(\(.*\))?", re.DOTALL)


class _SchemaReader:
    def __init__(self, ksy: dict[str, Any], importer: Callable[[str], model.Schema]) -> None:
        self.ksy = ksy
        self.meta: dict[str, Any] = ksy.get("meta") or {}
        self.importer = importer
        self.imports: dict[str, model.Schema] = {}
        self._type_names = set(keys.CALLED)
        self._enum_names = {"IntEnum"}

    def read(self) -> model.Schema:
        keys.check_keys(self.meta, keys.META_KEYS, "/meta")
        if not self.meta.get("id"):
            raise model.SchemaError("/meta", "the id is missing")
        name = keys.identifier(self.meta["id"], "/meta/id")
        for index, imported in enumerate(self.meta.get("imports", [])):
            if not isinstance(imported, str) or not keys.IMPORT.fullmatch(imported):
                raise model.SchemaError(f"/meta/imports/{index}", f"{imported!r} is not the name of a schema")
            base = imported.rpartition("/")[2]
            if base in self.imports:
                raise model.SchemaError(f"/meta/imports/{index}", f"{base} is imported already")
            self.imports[base] = self.importer(imported)
        root = self._declare(name, name, self.ksy, "", None, name)
        self._fill(root, self.ksy)
        title = keys.documentation(self.meta, "title") or name
        return model.Schema(name, title, root.doc, root.doc_ref, root, tuple(self.imports), _extension(self.meta))

    def _declare(
        self, ident: str, name: str, ksy: dict[str, Any], path: str, outer: model.Type | None, schema: str
    ) -> model.Type:
        """Return the type without its members, so that members can refer to any type."""
        keys.check_keys(ksy, keys.TYPE_KEYS | ({"meta"} if outer is None else set()), path or "/")
        new = model.Type(
            ident,
            _distinct(name, self._type_names, str),
            path,
            schema,
            outer,
            keys.documentation(ksy),
            keys.documentation(ksy, "doc-ref"),
            columns=bool(ksy.get("-columns")),
            representation=ksy.get("-webide-representation"),
        )
        prefix = "" if outer is None else f"{name}_"
        _check_classes(ksy, "enums", path)
        for enum_id, members in (ksy.get("enums") or {}).items():
            enum_name = _distinct(prefix + enum_id, self._enum_names, class_name)
            new.enums[enum_id] = _enum(enum_id, enum_name, members, f"{path}/enums/{enum_id}")
        _check_classes(ksy, "types", path)
        for inner_id, inner in (ksy.get("types") or {}).items():
            new.types[inner_id] = self._declare(
                inner_id, prefix + inner_id, inner or {}, f"{path}/types/{inner_id}", new, schema
            )
        return new

    def _fill(self, target: model.Type, ksy: dict[str, Any]) -> None:
        target.params = tuple(
            _param(param, f"{target.path}/params/{index}")
            for index, param in enumerate(_sequence(ksy, "params", target.path))
        )
        target.fields = tuple(
            self._field(target, attribute, f"{target.path}/seq/{index}")
            for index, attribute in enumerate(_sequence(ksy, "seq", target.path))
        )
        placed: list[model.Field] = []
        views: list[model.Field] = []
        values = []
        for name, attribute in (ksy.get("instances") or {}).items():
            path = f"{target.path}/instances/{name}"
            keys.identifier(name, path)
            keys.check_keys(attribute, (keys.ATTRIBUTE_KEYS | keys.PLACE_KEYS | keys.VALUE_KEYS) - {"id"}, path)
            if "value" in attribute:
                values.append(self._value(target, name, attribute, path))
            else:
                kept = views if attribute.get("-view") else placed
                kept.append(self._field(target, {**attribute, "id": name}, path, instance=True))
        target.placed, target.views, target.values = tuple(placed), tuple(views), tuple(values)
        _check_members(target)
        for inner_id, inner in target.types.items():
            self._fill(inner, ksy["types"][inner_id] or {})

    def _value(self, scope: model.Type, name: str, ksy: dict[str, Any], path: str) -> model.ValueInstance:
        keys.check_keys(ksy, keys.VALUE_KEYS, path)
        return model.ValueInstance(
            name,
            path,
            keys.expression_of(ksy, "value", path),
            self._enum_of(scope, ksy, path),
            keys.optional_expression(ksy, "if", path),
            keys.documentation(ksy),
        )

    def _field(self, scope: model.Type, ksy: dict[str, Any], path: str, *, instance: bool = False) -> model.Field:
        keys.check_keys(ksy, keys.ATTRIBUTE_KEYS | (keys.PLACE_KEYS if instance else set()), path)
        if "id" not in ksy:
            raise model.SchemaError(path, "a field needs an id")
        if instance and "pos" not in ksy:
            raise model.SchemaError(path, "an instance needs `pos` or `value`")
        kind = self._kind(scope, ksy, path)
        new = model.Field(
            id=keys.identifier(ksy["id"], path),
            path=path,
            kind=kind,
            contents=keys.fixed_contents(ksy, path),
            size=keys.optional_expression(ksy, "size", path),
            to_end=bool(ksy.get("size-eos")),
            terminator=keys.terminator_of(ksy, kind, path),
            enum=self._enum_of(scope, ksy, path),
            valid=keys.valid_rules(ksy, path),
            repeat=ksy.get("repeat"),
            count=keys.optional_expression(ksy, "repeat-expr", path),
            until=keys.optional_expression(ksy, "repeat-until", path),
            condition=keys.optional_expression(ksy, "if", path),
            align=ksy.get("-align", 0) or keys.alignment_of(ksy, path),
            default=ksy.get("-default"),
            since=str(ksy.get("-since", "")),
            role=str(ksy.get("-role", "")),
            holds=str(ksy.get("-holds", "")),
            pos=keys.optional_expression(ksy, "pos", path),
            io=keys.optional_expression(ksy, "io", path),
            doc=keys.documentation(ksy),
            doc_ref=keys.documentation(ksy, "doc-ref"),
        )
        keys.check_field(new)
        return new

    def _kind(self, scope: model.Type, ksy: dict[str, Any], path: str) -> model.FieldKind:
        declared = ksy.get("type")
        if declared is None:
            return model.RawBytes()
        if not isinstance(declared, dict):
            return self._simple_kind(scope, str(declared), ksy, f"{path}/type")
        path = f"{path}/type"
        keys.check_keys(declared, {"switch-on", "cases"}, path)
        for required in ("switch-on", "cases"):
            if required not in declared:
                raise model.SchemaError(path, f"`{required}` is missing")
        cases: dict[ex.Expression | None, model.FieldKind] = {}
        for key, kind in declared["cases"].items():
            where = f"{path}/cases/{key}"
            case = None if key == "_" else keys.case_constant(key, where)
            if case in cases:
                raise model.SchemaError(where, "is the same as a case before it")
            cases[case] = self._simple_kind(scope, str(kind), ksy, where)
        return model.SwitchKind(keys.expression_of(declared, "switch-on", path), tuple(cases.items()))

    def _simple_kind(self, scope: model.Type, text: str, ksy: dict[str, Any], path: str) -> model.FieldKind:
        if text in ("str", "strz"):
            encoding = ksy.get("encoding", self.meta.get("encoding"))
            if encoding is None:
                raise model.SchemaError(path, "a string needs an encoding")
            return model.TextKind(keys.encoding_name(encoding, path))
        if match := _NUMBER.fullmatch(text):
            kind, width = match[1] or match[3], int(match[2] or match[4])
            if kind == "f" and width == 2:
                raise model.SchemaError(path, "there is no type 'f2'")
            return model.NumberKind(kind, width, match[5] or self._endian("endian", "u1" if width == 1 else text, path))
        if match := _BITS.fullmatch(text):
            return model.Bits(int(match[1]), match[2] or self._endian("bit-endian", text, path, default="be"))
        return self._use(scope, text, path)

    def _endian(self, key: str, text: str, path: str, default: str | None = None) -> str:
        endian = self.meta.get(key, "le" if text == "u1" else default)
        if endian not in ("le", "be"):
            raise model.SchemaError(path, f"/meta/{key} has to say le or be")
        return str(endian)

    def _use(self, scope: model.Type, text: str, path: str) -> model.TypeUse:
        match = _CALL.fullmatch(text.strip())
        if match is None:
            raise model.SchemaError(path, f"{text!r} is not the name of a type")
        target = self._find_type(scope, match[1].split("::"))
        if target is None:
            raise model.SchemaError(path, f"there is no type {match[1]!r}")
        return model.TypeUse(target, keys.type_arguments(match[2], path))

    def _find_type(self, scope: model.Type, names: list[str]) -> model.Type | None:
        outer: model.Type | None = scope
        while outer is not None:
            if names[0] in outer.types:
                return _descend(outer, names)
            outer = outer.outer
        if names[0] in self.imports:
            imported = self.imports[names[0]].root
            return _descend(imported, names[1:]) if names[1:] else imported
        return None

    def _enum_of(self, scope: model.Type, ksy: dict[str, Any], path: str) -> model.Enum | None:
        if "enum" not in ksy:
            return None
        found = find_enum(scope, tuple(ksy["enum"].split("::")))
        if found is None:
            raise model.SchemaError(f"{path}/enum", f"there is no enum {ksy['enum']!r}")
        return found


def find_enum(scope: model.Type, names: tuple[str, ...]) -> model.Enum | None:
    """Return the enum that a path means when it is used in a type: `enum`, or `type::enum`."""
    outer: model.Type | None = scope
    while outer is not None:
        target = _descend(outer, list(names[:-1])) if names[:-1] else outer
        if target is not None and names[-1] in target.enums:
            return target.enums[names[-1]]
        outer = outer.outer
    return None


def member_number(scope: model.Type, member: ex.Member) -> int | None:
    """Return the number of an enum member that is named in a type; None where there is no such member."""
    enum = find_enum(scope, member.enum)
    return next((each.number for each in (enum.members if enum else ()) if each.id == member.id), None)


def _descend(outer: model.Type, names: list[str]) -> model.Type | None:
    target: model.Type | None = outer
    for name in names:
        target = target.types.get(name) if target is not None else None
    return target


def _distinct(name: str, taken: set[str], key: Callable[[str], str]) -> str:
    """Return the name, or one like it that no other type or enum has: `a::b` and `a_b` would have the same."""
    while key(name) in taken:
        name += "x"
    taken.add(key(name))
    return name


def _check_classes(ksy: dict[str, Any], key: str, path: str) -> None:
    """Refuse ids of types or enums that are one class for the Kaitai Struct compiler."""
    ids: dict[str, str] = {}
    for id in ksy.get(key) or {}:  # noqa: A001
        where = f"{path}/{key}/{id}"
        other = ids.setdefault(class_name(keys.identifier(id, where)), id)
        if other != id:
            raise model.SchemaError(where, f"means the same class as {path}/{key}/{other}: choose another id")


def _check_members(target: model.Type) -> None:
    """Refuse two members of one id."""
    paths: dict[str, str] = {}
    for group in (target.params, target.fields, target.placed, target.views, target.values):
        for member in group:
            other = paths.setdefault(member.id, member.path)
            if other != member.path:
                raise model.SchemaError(member.path, f"the id {member.id!r} is that of {other} as well")


def _param(ksy: dict[str, Any], path: str) -> model.TypeParam:
    keys.check_keys(ksy, keys.PARAM_KEYS, path)
    return model.TypeParam(keys.identifier(ksy.get("id"), path), path, keys.documentation(ksy))


def _sequence(ksy: dict[str, Any], key: str, path: str) -> list[dict[str, Any]]:
    value = ksy.get(key) or []
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        raise model.SchemaError(f"{path}/{key}", "has to be a list of maps")
    return value


def _extension(meta: dict[str, Any]) -> str:
    listed = meta.get("file-extension", "")
    return str(listed if isinstance(listed, str) else listed[0] if listed else "")


def _enum(id: str, name: str, members: dict[int, Any], path: str) -> model.Enum:  # noqa: A002
    if not isinstance(members, dict) or not all(type(number) is int for number in members):
        raise model.SchemaError(path, "has to be a map from numbers to ids")
    found = tuple(_member(number, member, f"{path}/{number}") for number, member in members.items())
    numbers: dict[str, int] = {}
    for member in found:
        if numbers.setdefault(member.id, member.number) != member.number:
            raise model.SchemaError(
                f"{path}/{member.number}", f"the id {member.id!r} is that of {numbers[member.id]} as well"
            )
    return model.Enum(id, name, found)


def _member(number: int, ksy: Any, path: str) -> model.EnumMember:
    if not keys.LEAST_NUMBER <= number <= keys.LARGEST_NUMBER:
        raise model.SchemaError(path, "the number does not fit into 64 bits")
    if isinstance(ksy, dict):
        orig_id, since = (str(ksy.get(key, "")) for key in ("-orig-id", "-since"))
        return model.EnumMember(_member_id(ksy.get("id"), path), number, keys.documentation(ksy), orig_id, since)
    return model.EnumMember(_member_id(ksy, path), number)


def _member_id(value: Any, path: str) -> str:
    if value == "mro":
        raise model.SchemaError(path, "'mro' is no name of a member in Python: choose another id")
    return keys.identifier(value, path)
