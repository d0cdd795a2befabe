"""Read a .ksy into the model: the profile of the .ksy language that this package's own generators accept.

What is outside the profile is refused with the path of the key. Inside it are:

- numbers `u1` to `u8`, `s1` to `s8`, `f4`, `f8`; bit fields `b1` to `b64`; bytes by `contents`, `size` or `size-eos`;
  `str` by `size`, `size-eos` or `terminator`; `strz`; types of the schema, with params, and of imported schemas;
  `switch-on` over types or over numbers; any of the types also inside a `size` or a `terminator`;
- `enum`, `valid` in all its forms, `if`, `repeat: expr | eos | until`;
- instances with `pos` (and `io`) or with `value`; nested types and enums;
- keys that begin with `-` are hints: `-align` says where the builder may place what an offset points to, `-checksum`
  which bytes a number is a checksum of, and which one (nacformats.codec.checksums), `-columns` that a type has to be
  one that is read as columns (nacformats.targets.columns), `-default` what the builder takes for a field that a tree
  leaves out, `-holds` which schema describes the file that bytes are, `-role` what a field is for, in a word of the
  schema's own, `-since` the first version of the format that has a field or a member of an enum (the tables repeat
  both), `-unit` what its numbers count, which packages say in comments, `-view` that an instance shows bytes that
  other fields hold, or that none does: only what the Kaitai Struct compiler makes has it.

Not supported: a `process` or a type whose code is somebody's own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from nacformats.codec.tables import class_name
from nacformats.codec.trees.record import name_meant
from nacformats.limits import MAX_SCHEMA_MEMBERS
from nacformats.schema import expressions as ex
from nacformats.schema import keys, model
from nacformats.schema.checking import check_schema
from nacformats.schema.scopes import find_enum, find_type, names_around
from nacformats.schema.sources import load_schema, schema_names
from nacformats.schema.texts import plain_line


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


def read_schema(
    ksy: dict[str, Any],
    importer: Callable[[str], model.Schema] = _imported,
    declared: Callable[[model.Schema, Callable[[], None]], None] | None = None,
) -> model.Schema:
    """Return the model of a schema that is given as plain dicts and lists.

    Args:
        ksy: what the YAML holds.
        importer: gives the model of an imported schema.
        declared: is given the schema before its imports are read, which may import it, and what gives its types their
            members. To call that, and to check the schema, is for the caller when all imports are there.
    """
    reader = _SchemaReader(ksy, importer, declared or (lambda *_: None))
    schema = reader.read()
    if declared is None:
        reader.fill()
        check_schema(schema)
    return schema


_NUMBER = re.compile(r"([us])(1)|([usf])([248])(le|be)?")
_BITS = re.compile(r"b([1-9]|[1-5]\d|6[0-4])(le|be)?")
_ENDIANS = ("le", "be")


@dataclass(frozen=True)
class _Defaults:
    """The parts of `meta` that hold for a type and for those in it."""

    encoding: str | None = None
    endian: str | None = None
    bit_endian: str = "be"


class _SchemaReader:
    def __init__(
        self,
        ksy: dict[str, Any],
        importer: Callable[[str], model.Schema],
        declared: Callable[[model.Schema, Callable[[], None]], None],
    ) -> None:
        self.ksy = ksy
        self.meta: dict[str, Any] = ksy.get("meta", {})
        self.importer, self.declared = importer, declared
        self.warnings: list[tuple[str, str]] = []
        self._type_names = set(keys.CALLED)
        self._enum_names = {"IntEnum"}

    def read(self) -> model.Schema:
        keys.check_keys(self.meta, keys.META_KEYS, "/meta")
        keys.check_language(self.meta, "/meta")
        if not self.meta.get("id"):
            raise model.SchemaError("/meta", "the id is missing")
        name = keys.identifier(self.meta["id"], "/meta/id")
        root = self._declare(name, name, self.ksy, "", None, name)
        title = plain_line(keys.documentation(self.meta, "title")) or name
        imports = self._imports()
        extension = keys.file_extension(self.meta)
        self.schema = schema = model.Schema(name, title, root.doc, root.doc_ref, root, extension, ksy=self.ksy)
        self.declared(schema, self.fill)
        by_file: dict[str, model.Type] = {}
        for imported, path in imports.items():
            try:
                found = self.importer(imported)
            except model.SchemaError as error:
                raise error if error.file else model.SchemaError(path, error.reason) from None
            schema.imported[found.name] = found
            root.imports[found.name] = by_file[imported.rpartition("/")[2]] = found.root
        root.imports |= {name: each for name, each in by_file.items() if name not in root.imports}
        return schema

    def fill(self) -> None:
        self._fill(self.schema.root, self.ksy, _Defaults())
        self.schema.warnings.extend(self.warnings)

    def _imports(self) -> dict[str, str]:
        """Return what the schema imports, each with its path."""
        found: dict[str, str] = {}
        for index, imported in enumerate(self.meta.get("imports", [])):
            path = f"/meta/imports/{index}"
            if not isinstance(imported, str) or not keys.IMPORT.fullmatch(imported):
                raise model.SchemaError(path, f"{imported!r} is not the name of a schema")
            if imported in found:
                raise model.SchemaError(path, f"{imported} is imported already")
            found[imported] = path
        return found

    def _declare(
        self, ident: str, name: str, ksy: dict[str, Any], path: str, outer: model.Type | None, schema: str
    ) -> model.Type:
        """Return the type without its members, so that members can refer to any type."""
        keys.check_keys(ksy, keys.TYPE_KEYS, path or "/")
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
        for enum_id, members in _named(ksy, "enums"):
            enum_name = _distinct(prefix + enum_id, self._enum_names, class_name)
            new.enums[enum_id] = _enum(enum_id, enum_name, members, f"{path}/enums/{enum_id}")
        _check_classes(ksy, "types", path)
        for inner_id, inner in _named(ksy, "types"):
            new.types[inner_id] = self._declare(
                inner_id, prefix + inner_id, inner or {}, f"{path}/types/{inner_id}", new, schema
            )
        return new

    def _fill(self, target: model.Type, ksy: dict[str, Any], defaults: _Defaults) -> None:
        defaults = self._meta(target, ksy, defaults)
        target.to_string = keys.optional_expression(ksy, "to-string", target.path)
        target.params = tuple(
            self._param(target, param, f"{target.path}/params/{index}")
            for index, param in enumerate(_sequence(ksy, "params", target.path))
        )
        target.fields = tuple(
            self._field(target, {"id": None, **attribute}, f"{target.path}/seq/{index}", defaults)
            for index, attribute in enumerate(_sequence(ksy, "seq", target.path))
        )
        placed: list[model.Field] = []
        views: list[model.Field] = []
        values = []
        for name, attribute in _named(ksy, "instances"):
            path = f"{target.path}/instances/{name}"
            keys.check_keys(attribute, (keys.ATTRIBUTE_KEYS | keys.PLACE_KEYS | keys.VALUE_KEYS) - {"id"}, path)
            if "value" in attribute:
                values.append(self._value(target, name, attribute, path))
            else:
                kept = views if attribute.get("-view") else placed
                kept.append(self._field(target, {**attribute, "id": name}, path, defaults, instance=True))
        target.placed, target.views, target.values = tuple(placed), tuple(views), tuple(values)
        _check_members(target)
        for inner_id, inner in _named(ksy, "types"):
            self._fill(target.types[inner_id], inner or {}, defaults)

    def _meta(self, target: model.Type, ksy: dict[str, Any], outer: _Defaults) -> _Defaults:
        """Return what `meta` of a type says, and where it says nothing that of the type around it."""
        path = f"{target.path}/meta"
        meta = ksy.get("meta") or {}
        keys.check_keys(meta, keys.META_KEYS - ({"imports"} if target.outer is not None else set()), path)
        self._note_encoding(meta, path)
        endian = meta.get("endian", outer.endian)
        if isinstance(endian, dict):
            target.endian = keys.endian_switch(endian, f"{path}/endian")
            endian = "switched"
        elif endian not in (None, "switched", *_ENDIANS):
            raise model.SchemaError(f"{path}/endian", f"has to say le or be, and says {endian!r}")
        bits = meta.get("bit-endian", outer.bit_endian)
        if bits not in _ENDIANS:
            raise model.SchemaError(f"{path}/bit-endian", f"has to say le or be, and says {bits!r}")
        return _Defaults(meta.get("encoding", outer.encoding), endian, bits)

    def _note_encoding(self, ksy: dict[str, Any], path: str) -> None:
        warning = keys.encoding_warning(ksy["encoding"]) if "encoding" in ksy else None
        if warning is not None:
            self.warnings.append((f"{path}/encoding", warning))

    def _param(self, scope: model.Type, ksy: dict[str, Any], path: str) -> model.TypeParam:
        keys.check_keys(ksy, keys.PARAM_KEYS, path)
        return model.TypeParam(
            keys.identifier(ksy.get("id"), f"{path}/id"),
            path,
            keys.documentation(ksy),
            str(ksy.get("type", "")),
            self._enum_of(scope, ksy, path),
        )

    def _value(self, scope: model.Type, name: str, ksy: dict[str, Any], path: str) -> model.ValueInstance:
        keys.check_keys(ksy, keys.VALUE_KEYS, path)
        return model.ValueInstance(
            keys.identifier(name, path),
            path,
            keys.expression_of(ksy, "value", path),
            self._enum_of(scope, ksy, path),
            keys.optional_expression(ksy, "if", path),
            keys.documentation(ksy),
        )

    def _field(
        self, scope: model.Type, ksy: dict[str, Any], path: str, defaults: _Defaults, *, instance: bool = False
    ) -> model.Field:
        keys.check_keys(ksy, keys.ATTRIBUTE_KEYS | (keys.PLACE_KEYS if instance else set()), path)
        kind = self._kind(scope, ksy, path, defaults)
        is_hidden, id_path = ksy["id"] is None, path if instance else f"{path}/id"
        keys.check_meaning(ksy, kind, path)
        new = model.Field(
            id=f"_unnamed{path.rpartition('/')[2]}" if is_hidden else keys.identifier(ksy["id"], id_path),
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
            unit=plain_line(str(ksy.get("-unit", ""))),
            holds=str(ksy.get("-holds", "")),
            pos=keys.optional_expression(ksy, "pos", path),
            io=keys.optional_expression(ksy, "io", path),
            doc=keys.documentation(ksy),
            doc_ref=keys.documentation(ksy, "doc-ref"),
            pad_right=keys.byte_of(ksy, "pad-right", path),
            process=keys.process_of(ksy, path),
            checksum=keys.checksum_of(ksy.get("-checksum"), f"{path}/-checksum"),
            parent=keys.parent_of(ksy, path),
            is_hidden=is_hidden,
        )
        keys.check_field(new)
        return keys.settled(new)

    def _kind(self, scope: model.Type, ksy: dict[str, Any], path: str, defaults: _Defaults) -> model.FieldKind:
        declared = ksy.get("type")
        self._note_encoding(ksy, path)
        defaults = replace(defaults, encoding=ksy.get("encoding", defaults.encoding))
        if declared is None:
            return model.RawBytes()
        if not isinstance(declared, dict):
            return self._simple_kind(scope, str(declared), defaults, f"{path}/type")
        path = f"{path}/type"
        keys.check_switch(declared, path)
        cases: dict[ex.Expression | None, model.FieldKind] = {}
        for key, kind in declared["cases"].items():
            where = f"{path}/cases/{key}"
            case = None if key == "_" else keys.case_constant(key, where)
            if case in cases:
                raise model.SchemaError(where, "is the same as a case before it")
            cases[case] = self._simple_kind(scope, str(kind), defaults, where)
            if isinstance(found := cases[case], model.TextKind) and kind == "strz":
                end = keys.terminator_of({**ksy, "type": "strz"}, found, path)
                cases[case] = model.TextKind(found.encoding, end)
        on = keys.expression_of(declared, "switch-on", path)
        return model.SwitchKind(on, tuple(cases.items()), tuple(map(str, declared["cases"])))

    def _simple_kind(self, scope: model.Type, text: str, defaults: _Defaults, path: str) -> model.FieldKind:
        if text in ("str", "strz"):
            if defaults.encoding is None:
                raise model.SchemaError(path, "a string needs an encoding")
            return model.TextKind(keys.encoding_name(defaults.encoding, path))
        if match := _NUMBER.fullmatch(text):
            kind, width = match[1] or match[3], int(match[2] or match[4])
            if kind == "f" and width == 2:
                raise model.SchemaError(path, "there is no type 'f2'")
            endian = match[5] or ("le" if width == 1 else defaults.endian)
            if endian is None:
                raise model.SchemaError(path, f"{text!r} needs a byte order: /meta/endian has to say le or be")
            return model.NumberKind(kind, width, endian)
        if match := _BITS.fullmatch(text):
            return model.Bits(int(match[1]), match[2] or defaults.bit_endian)
        return _use(scope, text, path)

    def _enum_of(self, scope: model.Type, ksy: dict[str, Any], path: str) -> model.Enum | None:
        if "enum" not in ksy:
            return None
        found = find_enum(scope, tuple(ksy["enum"].split("::")))
        if found is None:
            raise model.SchemaError(
                f"{path}/enum",
                f"there is no enum {ksy['enum']!r}{name_meant(ksy['enum'], names_around(scope, 'enums'))}",
            )
        return found


def _use(scope: model.Type, text: str, path: str) -> model.TypeUse:
    match = keys.CALL.fullmatch(text.strip())
    if match is None:
        raise model.SchemaError(path, f"{text!r} is not the name of a type")
    target = find_type(scope, tuple(match[1].split("::")))
    if target is None:
        close = _number_meant(match[1]) or name_meant(match[1], names_around(scope, "types"))
        raise model.SchemaError(path, f"there is no type {match[1]!r}{close}")
    return model.TypeUse(target, keys.type_arguments(match[2], path))


def _number_meant(name: str) -> str:
    """Return the end of a message: what to do where a number may have been meant."""
    if name in model.NATIVE:
        return f": `imports: [{name}]` in /meta has it"
    is_number = re.fullmatch(r"([usf]\d+|u?int\d*(_t)?|float\d*|double|byte|char)([lb]e)?", name) is not None
    return ": numbers are u1, u2, u4, u8, s1 to s8, f4, f8 and b1 to b64" if is_number else ""


def _distinct(name: str, taken: set[str], key: Callable[[str], str]) -> str:
    """Return the name, or one like it that no other type or enum has: `a::b` and `a_b` would have the same."""
    while key(name) in taken:
        name += "x"
    taken.add(key(name))
    return name


def _check_classes(ksy: dict[str, Any], key: str, path: str) -> None:
    """Refuse ids of types or enums that are one class for the Kaitai Struct compiler."""
    ids: dict[str, str] = {}
    for id, _ in _named(ksy, key):  # noqa: A001
        where = f"{path}/{key}/{id}"
        other = ids.setdefault(class_name(keys.identifier(id, where)), id)
        if other != id:
            raise model.SchemaError(where, f"means the same class as {path}/{key}/{other}: choose another id")


def _check_members(target: model.Type) -> None:
    """Refuse two members of one id, and more than there may be."""
    if len(list(target.members)) > MAX_SCHEMA_MEMBERS:
        raise model.SchemaError(target.path or "/", f"more than {MAX_SCHEMA_MEMBERS:,} members")
    paths: dict[str, str] = {}
    for group in (target.params, target.fields, target.placed, target.views, target.values):
        for member in group:
            other = paths.setdefault(member.id, member.path)
            if other != member.path:
                path = member.path if "/instances/" in member.path else f"{member.path}/id"
                raise model.SchemaError(path, f"the id {member.id!r} is that of {other} as well")


def _named(ksy: dict[str, Any], key: str) -> Iterator[tuple[str, Any]]:
    """Return the values of a map by their ids, which YAML may have taken for something else."""
    for id, value in (ksy.get(key) or {}).items():  # noqa: A001
        yield keys.yaml_text(id), value


def _sequence(ksy: dict[str, Any], key: str, path: str) -> list[dict[str, Any]]:
    value = [] if ksy.get(key) is None else ksy[key]
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        raise model.SchemaError(f"{path}/{key}", "has to be a list of maps")
    return value


def _enum(id: str, name: str, members: dict[int, Any], path: str) -> model.Enum:  # noqa: A002
    if not isinstance(members, dict):
        raise model.SchemaError(path, "has to be a map from numbers to ids")
    found = tuple(_member(keys.enum_number(key, path), member, f"{path}/{key}") for key, member in members.items())
    numbers: dict[str, int] = {}
    for member in found:
        if numbers.setdefault(member.id, member.number) != member.number:
            raise model.SchemaError(
                f"{path}/{member.number}", f"the id {member.id!r} is that of {numbers[member.id]} as well"
            )
    return model.Enum(id, name, found)


def _member(number: int, ksy: Any, path: str) -> model.EnumMember:
    if not isinstance(ksy, dict):
        return model.EnumMember(keys.identifier(ksy, path), number)
    keys.check_keys(ksy, keys.MEMBER_KEYS, path)
    orig_id, since = (str(ksy.get(key, "")) for key in ("-orig-id", "-since"))
    return model.EnumMember(keys.identifier(ksy.get("id"), path), number, keys.documentation(ksy), orig_id, since)
