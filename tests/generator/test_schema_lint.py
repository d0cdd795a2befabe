"""Every schema in schemas/: the style of the Kaitai format gallery, and what all target languages can do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from nacformats.schema import expressions as ex
from nacformats.schema.model import NumberKind, Schema, SwitchKind, Type, TypeUse, uses
from nacformats.schema.reading import schema_model
from nacformats.schema.sizes import type_size
from nacformats.schema.sources import load_schema, schema_names, schema_text

TOP = ["meta", "doc", "doc-ref", "to-string", "params", "seq", "instances", "types", "enums"]
META = [
    "id", "title", "application", "file-extension", "xref", "tags", "license", "ks-version", "imports", "encoding",
    "endian", "bit-endian",
]  # fmt: skip
ATTRIBUTE = [
    "id", "io", "pos", "value", "type", "size", "size-eos", "terminator", "include", "consume", "eos-error",
    "encoding", "enum", "contents", "valid", "repeat", "repeat-expr", "repeat-until", "if", "doc", "doc-ref",
]  # fmt: skip

#: Names that hide a class or a global of some target language.
TAKEN_TYPE_NAMES = {"integer", "boolean", "string", "object", "float32_array"}

every_schema = pytest.mark.parametrize("name", schema_names())


class StrictLoader(yaml.SafeLoader):
    """Refuses duplicate keys, and keys that YAML 1.1 takes for something else than text or a number."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        keys = [self.construct_object(key, deep=deep) for key, _ in node.value]
        for key in keys:
            if type(key) not in (str, int) or keys.count(key) > 1:
                raise AssertionError(f"line {node.start_mark.line + 1}: key {key!r} is a duplicate, or no text")
        return super().construct_mapping(node, deep)


def expressions(target: Type) -> Iterator[tuple[str, ex.Expression]]:
    """All expressions of a type, with the path and the kind of each."""
    for member in (*target.fields, *target.placed, *target.views):
        named = {"if": member.condition, "repeat-expr": member.count, "repeat-until": member.until}
        named |= {"size": member.size, "pos": member.pos, "io": member.io}
        yield from ((f"{member.path}/{key}", value) for key, value in named.items() if value is not None)
        yield from ((f"{member.path}/valid", operand) for rule in member.valid for operand in rule.operands)
        if isinstance(member.kind, SwitchKind):
            yield f"{member.path}/type/switch-on", member.kind.on
        yield from ((f"{member.path}/type", argument) for use in uses(member.kind) for argument in use.arguments)
    for value in target.values:
        yield f"{value.path}/value", value.value
        if value.condition is not None:
            yield f"{value.path}/if", value.condition


def parts(schema: Schema, kind: Any) -> Iterator[tuple[str, Any]]:
    for target in schema.types:
        for path, expression in expressions(target):
            yield from ((path, part) for part in ex.walk(expression) if isinstance(part, kind))


# Style


@every_schema
def test_the_text_is_plain_yaml(name: str) -> None:
    text = schema_text(name)
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    assert "\r" not in text
    assert "\t" not in text
    assert not re.search(r"^(---|\.\.\.)|[ ]+$", text, re.MULTILINE)
    assert yaml.load(text, StrictLoader) == load_schema(name)


@every_schema
def test_meta_says_what_the_gallery_wants(name: str) -> None:
    meta = load_schema(name)["meta"]
    assert meta["id"] == name
    assert meta["license"] in ("MIT", "CC0-1.0")
    assert meta["title"]
    assert isinstance(meta["ks-version"], str)
    assert {"application", "file-extension", "xref", "tags"} & set(meta)
    assert meta.get("tags", []) == sorted(meta.get("tags", []))
    assert load_schema(name)["doc"].strip()


@every_schema
def test_keys_stand_in_the_order_of_the_style_guide(name: str) -> None:
    ksy = load_schema(name)
    assert ordered(ksy, TOP)
    assert ordered(ksy["meta"], META)
    for target, path in types_of(ksy):
        assert ordered(target, TOP), path
        for member in (*target.get("seq", []), *target.get("instances", {}).values()):
            assert ordered(member, ATTRIBUTE), (path, member)


def ordered(ksy: dict[str, Any], order: list[str]) -> bool:
    keys = [key for key in ksy if not key.startswith("-")]
    return keys == sorted(keys, key=order.index)


def types_of(ksy: dict[str, Any], path: str = "") -> Iterator[tuple[dict[str, Any], str]]:
    yield ksy, path
    for name, inner in ksy.get("types", {}).items():
        yield from types_of(inner, f"{path}/types/{name}")


@every_schema
def test_names_follow_the_style_guide(name: str) -> None:
    for target in schema_model(name).types:
        for identifier in (*target.member_ids, target.id, *target.enums):
            assert re.fullmatch(r"[a-z][a-z0-9_]*", identifier), (target.path, identifier)
        for member in target.fields:
            counted = {use.id for use in target.fields if ex.Name(member.id) in (use.count,)}
            assert not counted or member.id.startswith(("num_", "rank", "len", "prefix")), (target.path, member.id)
            assert ex.Name(member.id) not in [use.pos for use in target.placed] or member.id.startswith("ofs_")


@every_schema
def test_every_type_and_enum_is_used(name: str) -> None:
    schema = schema_model(name)
    fields = [member for target in schema.types for member in (*target.fields, *target.placed)]
    used_types = {id(use.type) for member in fields for use in uses(member.kind)}
    assert [target.path for target in schema.types[1:] if id(target) not in used_types] == []
    values = [value for target in schema.types for value in target.values]
    used_enums = {member.enum.id for member in (*fields, *values) if member.enum}
    used_enums |= {part.enum[-1] for _, part in parts(schema, ex.Member)}
    assert [enum.id for enum in schema.enums if enum.id not in used_enums] == []


@every_schema
def test_the_web_ide_can_show_every_repeated_type(name: str) -> None:
    """Without a representation an element says nothing; one that names an array of numbers crashes the Web IDE."""
    schema = schema_model(name)
    ksy = {path: target for target, path in types_of(load_schema(name))}
    for target in schema.types:
        for member in (*target.fields, *target.placed):
            for use in uses(member.kind) if member.repeat else ():
                shown = (
                    ksy
                    if use.type.schema == name
                    else {path: other for other, path in types_of(load_schema(use.type.schema))}
                )
                assert "-webide-representation" in shown[use.type.path], (member.path, use.type.id)
        for placeholder in re.findall(r"\{(?!_parent\.)(\w+)", ksy[target.path].get("-webide-representation", "")):
            shown_member = {member.id: member for member in (*target.fields, *target.placed)}.get(placeholder)
            assert placeholder in target.member_ids, (target.path, placeholder)
            assert shown_member is None or not shown_member.repeat or uses(shown_member.kind), (
                target.path,
                placeholder,
            )


# Portability: what some target of the compiler cannot do


@every_schema
def test_no_index_where_lists_end_by_their_content(name: str) -> None:
    """Python and Lua stop one element later than Java, JavaScript and C++, and Go counts from 1."""
    for target in schema_model(name).types:
        for path, expression in expressions(target):
            is_until = any(path.startswith(member.path + "/") and member.until for member in target.fields)
            assert not is_until or ex.Name("_index") not in list(ex.walk(expression)), path


@every_schema
def test_both_arms_of_a_conditional_have_the_same_type(name: str) -> None:
    """Go does not convert numbers: a bare number next to anything else needs `.as<>` on both sides."""
    for path, part in parts(schema_model(name), ex.Conditional):
        bare = [is_number(arm) for arm in (part.yes, part.no)]
        assert bare[0] == bare[1], path


def is_number(expression: ex.Expression) -> bool:
    return isinstance(expression, ex.Literal) and type(expression.value) is int


@every_schema
def test_elements_are_guarded_by_conditionals(name: str) -> None:
    """Go computes both sides of `and` and `or`: an index that the left side guards would be out of range."""
    for path, part in parts(schema_model(name), ex.Binary):
        if part.operator in ("and", "or"):
            assert not any(isinstance(inner, ex.Index) for inner in ex.walk(part.right)), path


@every_schema
def test_no_rule_for_elements_of_lists_that_end_by_their_content(name: str) -> None:
    """Java declares a variable twice, Go reads past the list."""
    for target in schema_model(name).types:
        for member in target.fields:
            assert not (member.until and any(rule.rule == "expr" for rule in member.valid)), member.path


@every_schema
def test_cases_of_a_switch_are_alike(name: str) -> None:
    """All of them types, or all of them the same number; C++ and Go know no common type for others."""
    for target in schema_model(name).types:
        for member in (*target.fields, *target.placed):
            if isinstance(member.kind, SwitchKind):
                kinds = {"type" if isinstance(case, TypeUse) else case for _, case in member.kind.cases}
                assert len(kinds) == 1, member.path


@every_schema
def test_names_do_not_hide_each_other(name: str) -> None:
    for target in schema_model(name).types:
        assert target.id not in TAKEN_TYPE_NAMES
        names = [*target.member_ids, *target.types, *target.enums]
        assert len(names) == len(set(names)), target.path


@every_schema
def test_bits_are_not_taken_from_wide_numbers(name: str) -> None:
    """JavaScript has bit operators for 32 bits only: `/` and `%` work everywhere."""
    assert [
        path for path, part in parts(schema_model(name), ex.Binary) if part.operator in ("<<", ">>", "&", "|", "^")
    ] == []


@every_schema
def test_hostile_counts_cost_bytes(name: str) -> None:
    """A list of elements without bytes has to have a fixed length, or a few bytes could ask for billions of them."""
    for target in schema_model(name).types:
        for member in (*target.fields, *target.placed):
            if (
                member.repeat == "expr"
                and not isinstance(member.count, ex.Literal)
                and not isinstance(member.kind, NumberKind)
            ):
                assert all(type_size(use.type) != 0 for use in uses(member.kind)), member.path
