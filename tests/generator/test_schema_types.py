"""The types of expressions, and schemas whose expressions are of wrong ones."""

from __future__ import annotations

from typing import Any

import pytest

from nacformats.schema import types
from nacformats.schema.expressions import ExpressionError
from nacformats.schema.model import Field, SchemaError, Type
from nacformats.schema.parsing import parse_expression
from nacformats.schema.reading import read_schema
from nacformats.schema.sources import read_yaml
from nacformats.targets.python.module import render_module

SCHEMA = """
meta: {id: ship, endian: le, encoding: ASCII}
params: [{id: given, type: u4}, {id: marks, type: 'str[]'}, {id: source, type: io}, {id: anything, type: any}]
seq:
  - {id: small, type: u1}
  - {id: number, type: s4}
  - {id: real, type: f8}
  - {id: flag, type: b1}
  - {id: nibble, type: b4}
  - {id: text, type: strz}
  - {id: raw, size: 3}
  - {id: colour, type: u1, enum: colours}
  - {id: cabin, type: cabin}
  - {id: cabins, type: cabin, repeat: expr, repeat-expr: later}
  - {id: chosen, type: {switch-on: small, cases: {1: u1, 2: u4}}}
  - {id: either, type: {switch-on: small, cases: {1: cabin, 2: mast}}}
  - {id: mixed, type: {switch-on: small, cases: {1: cabin, 2: u1}}}
  - {id: sized, size: 4, type: {switch-on: small, cases: {1: cabin}}}
  - {id: numbers, type: u4, repeat: eos}
instances:
  later: {value: soon + 1}
  soon: {value: small}
  hue: {value: small, enum: colours}
types:
  cabin:
    seq: [{id: length, type: f4}, {id: deck, type: deck}]
  mast: {seq: [{id: size, type: strz}]}
  deck:
    seq: [{id: size, type: strz}]
    instances: {up: {value: _parent.length}}
enums: {colours: {1: red, 2: green}, sizes: {1: small}}
"""


@pytest.fixture(scope="module")
def ship() -> Type:
    return read_schema(read_yaml(SCHEMA)).root


FOUND = {
    "small": types.IntType(1, is_signed=False), "number": types.IntType(4), "small + 1": types.INT, "real": types.FLOAT,
    "small + real": types.FLOAT, "1 / 2": types.INT, "1 / 2.0": types.FLOAT, "-real": types.FLOAT, "~small": types.INT,
    "flag": types.BOOL, "nibble": types.IntType(1, is_signed=False), "text": types.STR, "raw": types.BYTES,
    "text + 'x'": types.STR, "text < 'x'": types.BOOL, "small == 1.5": types.BOOL, "flag and not flag": types.BOOL,
    "flag ? 1 : 2.5": types.FLOAT, "flag ? raw : [1, 255]": types.BYTES, "[1, 2]": types.BYTES,
    "[1, 256]": types.ListType(types.INT), "['a', 'b'].first": types.STR, "[[1], [2]].last": types.BYTES,
    "text.length": types.INT, "raw.length": types.INT, "raw.size": types.INT, "numbers.size": types.INT,
    "cabin.length": types.FLOAT, "cabins.first.length": types.FLOAT, "cabins[0].deck.size": types.STR,
    "cabin.deck.size.length": types.INT, "cabin.deck.up": types.FLOAT, "raw.first": types.IntType(1, is_signed=False),
    "raw[0]": types.IntType(1, is_signed=False), "numbers.max": types.IntType(4, is_signed=False),
    "small.to_s": types.STR, "text.to_i(16)": types.INT, "text.substring(0, small)": types.STR, "real.to_i": types.INT,
    "raw.to_s('ASCII')": types.STR, "colour.to_i": types.INT, "flag.to_i": types.INT, "text.reverse": types.STR,
    "_io.size": types.INT, "_io.eof": types.BOOL, "cabin._io.pos": types.INT, "_root.small": types.IntType(1, False),
    "cabin._root.text": types.STR, "cabin._parent.text": types.STR, "_index": types.INT, "later": types.INT,
    "given": types.IntType(4, is_signed=False), "marks.first": types.STR, "source.size": types.INT, "chosen": types.INT,
    "mixed": types.ANY, "anything.as<cabin>.length": types.FLOAT, "either.as<mast>.size": types.STR,
    "raw.as<u4[]>.first": types.IntType(4, is_signed=False), "sized.as<bytes>.length": types.INT, "numbers[small]":
    types.IntType(4, is_signed=False), "f'{small}'" .replace("'", '"'): types.STR, "sizeof<u4>": types.INT,
    "small._sizeof": types.INT, "[real, 1]": types.ListType(types.FLOAT), "_parent": types.RecordType(),
}  # fmt: skip


@pytest.mark.parametrize("text", FOUND)
def test_expressions_have_types(ship: Type, text: str) -> None:
    assert types.type_of(parse_expression(text), ship) == FOUND[text]


def test_records_and_enums_are_those_of_the_schema(ship: Type) -> None:
    assert types.type_of(parse_expression("cabins.last"), ship) == types.RecordType(ship.types["cabin"])
    assert types.type_of(parse_expression("either"), ship) == types.RecordType()
    assert types.type_of(parse_expression("flag ? colour : hue"), ship) == types.EnumType(ship.enums["colours"])
    assert types.type_of(parse_expression("_ + 1"), ship, types.FLOAT) == types.FLOAT
    numbers = ship.by_id["numbers"]
    assert isinstance(numbers, Field)
    assert types.type_of_member(numbers, ship) == types.ListType(types.element_type(numbers))


WRONG = {
    "nowhere": "there is no member 'nowhere'", "cabin.nowhere": "there is no member 'nowhere' in cabin",
    "_": "there is no member '_' here", "colours::blue": "colours has no member 'blue'",
    "shades::red": "there is no enum 'shades'", "small.as<ghost>": "there is no type 'ghost'",
    "small.length": "no such attribute of what is a whole number", "text.size": "no such attribute of what is a text",
    "raw._io": "no such attribute of what is bytes", "numbers._io": "no such attribute of what is a list",
    "mixed.length": "(`.as<...>` says which it is)", "either.size": "say which with `.as<type>`",
    "_parent.small": "the record may be of several types", "text.substring(0)": "a whole number, a whole number",
    "raw.to_s": "expected as arguments: a text", "raw.to_s(1)": "expected as arguments: a text",
    "raw.to_s('punycode')": "the encoding 'punycode' is not known",
    "raw.to_s(text)": "the encoding has to be written out", "text.to_i('a')": "expected as arguments: a whole number",
    "small[0]": "expected a list or bytes", "numbers['a']": "expected a whole number, and it is a text",
    "not small": "expected a truth value, and it is a whole number", "-text": "it is a text",
    "~real": "expected a whole number",
    "small and flag": "`and` does not go with a whole number and a truth value", "text + 1": "`+` does not go with",
    "real & 1": "`&` does not go with", "flag < flag": "`<` does not go with", "colour > colour": "the enum colours",
    "colour == 1": "`==` does not go with", "colour == sizes::small": "`==` does not go with", "cabin == cabin": "`==`",
    "text == raw": "`==` does not go with", "small ? 1 : 2": "expected a truth value", "flag ? 1 : text": "`? :`",
    "[1, 'a']": "a whole number and a text have nothing in common", "[]": "nothing says of what the list is",
    'f"{real}"': "expected a whole number or a text",
}  # fmt: skip


@pytest.mark.parametrize("text", WRONG)
def test_what_has_no_type_is_an_error(ship: Type, text: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        types.type_of(parse_expression(text), ship)
    assert WRONG[text] in str(caught.value)


def test_a_value_may_be_that_of_a_record_of_the_same_type() -> None:
    node = """
    meta: {id: chain}
    seq: [{id: more, type: u1}, {id: rest, type: chain, if: more > 0}]
    instances: {all: {value: 'more > 0 ? more + rest.all : 0'}}
    """
    root = read_schema(read_yaml(node)).root
    assert types.type_of(parse_expression("rest.all"), root) == types.INT


def test_the_parent_is_what_the_schema_says() -> None:
    schema = """
    meta: {id: house}
    seq: [{id: a, type: u1}, {id: room, type: room}]
    types:
      room: {seq: [{id: lamp, type: lamp, parent: _root}]}
      lamp: {instances: {lit: {value: _parent.a}}}
    """
    root = read_schema(read_yaml(schema)).root
    assert types.parent_type(root.types["lamp"]) == types.RecordType(root)


def of_field(**keys: Any) -> dict[str, Any]:
    field = {"id": "x", **{key.replace("_", "-"): value for key, value in keys.items()}}
    return {
        "meta": {"id": "sample", "endian": "le", "encoding": "ASCII"},
        "seq": [{"id": "n", "type": "u2"}, {"id": "kind", "type": "u1", "enum": "kinds"}, field],
        "types": {"part": {"params": [{"id": "flag", "type": "bool"}]}},
        "enums": {"kinds": {1: "one"}},
    }


@pytest.mark.parametrize(
    ("ksy", "message"),
    [
        (of_field(type="u1", **{"if": "n"}), "/seq/2/if: expected a truth value, and it is a whole number"),
        (of_field(size="'3'"), "/seq/2/size: expected a whole number, and it is a text"),
        (
            of_field(type="u1", repeat="expr", repeat_expr="1.5"),
            "/seq/2/repeat-expr: expected a whole number, and it is a fl",
        ),
        (of_field(type="u1", repeat="until", repeat_until="_"), "/seq/2/repeat-until: expected a truth value"),
        (of_field(type="u1", valid="'a'"), "/seq/2/valid: a text cannot be compared with a whole number"),
        (
            of_field(type="u1", valid={"min": True}),
            "/seq/2/valid/min: a truth value cannot be compared with a whole number",
        ),
        (of_field(type="u1", valid={"any-of": [1, "kind"]}), "/seq/2/valid/any-of/1: a member of the enum kinds"),
        (of_field(type="u1", valid={"expr": "_"}), "/seq/2/valid/expr: expected a truth value"),
        (of_field(type={"switch-on": "n", "cases": {"'a'": "u1"}}), "/seq/2/type/cases/'a': a text cannot be compared"),
        (of_field(type={"switch-on": "m", "cases": {1: "u1"}}), "/seq/2/type/switch-on: there is no member 'm'"),
        (of_field(type="part"), "/seq/2/type: part takes 1 arguments, and 0 are given"),
        (of_field(type="part(1)"), "/seq/2/type: flag is a truth value, and given is a whole number"),
        (of_field(type={"switch-on": "n", "cases": {1: "part(n)"}}), "/seq/2/type/cases/1: flag is a truth value"),
        (of_field(size=3, enum="kinds"), "/seq/2/enum: only a number has one, and this is bytes"),
        (of_field(size=3, process="rol('a')"), "/seq/2/process: expected a whole number, and it is a text"),
        (of_field(type="part(true)", parent="n"), "/seq/2/parent: expected a record, and it is a whole number"),
        ({**of_field(size=1), "to-string": "n"}, "/to-string: expected a text, and it is a whole number"),
        ({**of_field(size=1), "params": [{"id": "p", "type": "ghost"}]}, "/params/0/type: there is no type 'ghost'"),
        ({**of_field(size=1), "instances": {"v": {"value": "x", "enum": "kinds"}}}, "/instances/v/enum: only a number"),
        (
            {**of_field(size=1), "instances": {"v": {"value": "1", "if": "1"}}},
            "/instances/v/if: expected a truth value",
        ),
        (
            {**of_field(size=1), "instances": {"v": {"io": "n", "pos": 1, "size": 1}}},
            "/instances/v/io: expected a stream",
        ),
        (
            {**of_field(size=1), "instances": {"v": {"pos": "'a'", "size": 1}}},
            "/instances/v/pos: expected a whole number",
        ),
        ({**of_field(size=1), "instances": {"v": {"value": "v"}}}, "/instances/v/value: `v` is computed from itself"),
        (
            {**of_field(size=1), "instances": {"v": {"value": "w + 1"}, "w": {"value": "v"}}},
            "/instances/v/value: `v` is c",
        ),
        ({**of_field(size=1), "params": [{"id": "p", "type": "str", "enum": "kinds"}]}, "/params/0/enum: only a num"),
        ({**of_field(size="n"), "instances": {"v": {"value": "x._sizeof"}}}, "/instances/v: `sizeof` of what has no"),
    ],
)
def test_expressions_of_wrong_types_are_refused_by_their_path(ksy: dict[str, Any], message: str) -> None:
    with pytest.raises(SchemaError) as caught:
        read_schema(ksy)
    assert str(caught.value).startswith(message)


def test_sizes_are_numbers() -> None:
    schema = """
    meta: {id: measured, endian: be}
    seq: [{id: a, type: u4}, {id: part, type: part, size: 12}, {id: bits, type: b3}]
    types: {part: {seq: [{id: b, type: u2}, {id: c, contents: abc}]}}
    instances:
      whole: {value: _sizeof}
      of_type: {value: 'sizeof<part> + sizeof<u8>'}
      of_field: {value: part._sizeof}
      of_member: {value: part.c._sizeof}
      of_bits: {value: 'bitsizeof<b3> + bits._sizeof'}
    """
    values = {value.id: value.value for value in read_schema(read_yaml(schema)).root.values}
    expected = {"whole": "17", "of_type": "5 + 8", "of_field": "12", "of_member": "3", "of_bits": "3 + 1"}
    assert values == {name: parse_expression(text) for name, text in expected.items()}


def test_badly_named_sizes_and_counts_are_warnings() -> None:
    schema = """
    meta: {id: named}
    seq:
      - {id: first, type: u1}
      - {id: body, size: first}
      - {id: second, type: u1}
      - {id: items, type: u1, repeat: expr, repeat-expr: second}
      - {id: both, type: u1}
      - {id: one, size: both}
      - {id: two, size: both}
    """
    assert read_schema(read_yaml(schema)).warnings == [
        ("/seq/0/id", "call it `len_body`: `first` is the size of `body` and nothing else"),
        ("/seq/2/id", "call it `num_items`: `second` is the count of `items` and nothing else"),
    ]


def test_types_decide_what_is_divided_and_what_a_length_is() -> None:
    schema = """
    meta: {id: divided, endian: le, encoding: ASCII}
    seq: [{id: real, type: f4}, {id: count, type: u1}, {id: part, type: part}]
    types: {part: {seq: [{id: length, type: u1}, {id: name, type: strz}]}}
    instances:
      half: {value: real / 2}
      whole: {value: count / 2}
      member: {value: part.length}
      built_in: {value: part.name.length}
    """
    text = render_module(read_schema(read_yaml(schema)))
    for value in ("self.real / 2", "self.count // 2", "self.part.length", "len(self.part.name)"):
        assert value in text
