"""The subset of schemas that columns can be made of, and how schemas outside of it are refused."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from nacformats.languages.columns import table_loops
from nacformats.schema.flat.lowering import choose, flatten
from nacformats.schema.flat.steps import Choose, FlatRecord, ListStep, Scalar, When, every
from nacformats.schema.model import Schema, SchemaError
from nacformats.schema.reading import read_schema, schema_model

HEAD = """
meta: {id: sample, endian: le, encoding: UTF-8, imports: [uleb128]}
seq:
  - {id: limit, type: u4}
  - {id: num_records, type: u4}
  - {id: records, type: record, repeat: expr, repeat-expr: num_records}
"""


def schema(record: str, *, head: str = HEAD, rest: str = "") -> Schema:
    """A schema with a list of records; `record` is their `seq`."""
    ksy: dict[str, Any] = yaml.safe_load(head)
    ksy["types"] = {"record": yaml.safe_load(record), **(yaml.safe_load(rest) or {})}
    return read_schema(ksy)


def record_of(model: Schema) -> FlatRecord:
    return flatten(model, model.root.types["record"])


def test_types_are_flattened_and_values_inlined() -> None:
    record = record_of(
        schema(
            """
            seq:
              - {id: kind, type: u1}
              - {id: point, type: pair, if: has_point}
            instances: {has_point: {value: kind == 3}}
            """,
            rest="pair: {seq: [{id: x, type: u2}, {id: y, type: s4}]}",
        )
    )
    assert [(column.key, column.dtype) for column in record.columns] == [
        ("kind", "uint8"),
        ("point.x", "uint16"),
        ("point.y", "int32"),
    ]
    assert sum(isinstance(step, When) for step in every(record.steps)) == 1


def test_counts_beside_their_list_are_derived() -> None:
    record = record_of(
        schema(
            """
            seq:
              - {id: num_dims, type: u1}
              - {id: dims, type: u4, repeat: expr, repeat-expr: num_dims}
              - {id: len_name, type: u2}
              - {id: name, type: str, size: len_name}
              - {id: num_words, type: u4}
              - {id: words, size: num_words * 4}
            """
        )
    )
    derived = {step.path: (step.derived, step.unit) for step in record.scalars.values() if step.derived}
    assert derived == {"num_dims": ("dims[]", 1), "len_name": ("name#", 1), "num_words": ("words#", 4)}
    assert "num_dims" not in [column.key for column in record.columns]


def test_a_count_of_two_lists_is_a_column() -> None:
    record = record_of(
        schema(
            """
            seq:
              - {id: n, type: u1}
              - {id: a, type: u4, repeat: expr, repeat-expr: n}
              - {id: b, type: u4, repeat: expr, repeat-expr: n}
            """
        )
    )
    assert "n" in [column.key for column in record.columns]


def test_what_comes_from_the_root_is_an_argument() -> None:
    record = record_of(schema("{seq: [{id: x, type: u4, valid: {max: _root.limit}}]}"))
    assert [(a.name, a.path, a.low, a.high) for a in record.arguments] == [("limit", "limit", 0, 2**32 - 1)]


REFUSED = {
    "negative": (
        "{seq: [{id: n, type: s2}, {id: a, type: u4, repeat: expr, repeat-expr: n}]}",
        "/types/record/seq/1/repeat-expr",
        "can be negative",
    ),
    "negative size": ("{seq: [{id: n, type: u2}, {id: a, size: n - 1}]}", "/types/record/seq/1/size", "negative"),
    "too wide": ("{seq: [{id: n, type: u8}, {id: a, size: n * 4}]}", "/types/record/seq/1/size", "64 bits"),
    "half a byte": ("{seq: [{id: x, type: b3}]}", "/types/record", "within a byte"),
    "two bit orders": ("{seq: [{id: x, type: b4}, {id: y, type: b4le}]}", "/types/record/seq/1", "both orders"),
    "some bits": ("{seq: [{id: x, type: u1}, {id: y, type: b8, if: x > 1}]}", "/types/record/seq/1", "always there"),
    "the rest": ("{seq: [{id: x, size-eos: true}]}", "/types/record/seq/0", "size-eos"),
    "lists to the end": ("{seq: [{id: x, type: u1, repeat: eos}]}", "/types/record/seq/0/repeat", "to the end"),
    "place by float": (
        "{seq: [{id: x, type: f4}, {id: y, type: u1, if: x > 0.5}]}",
        "/types/record",
        "no place can depend on the float `x`",
    ),
    "ordered text": (
        "{seq: [{id: x, type: str, size: 2, valid: {min: '\"ab\"'}}]}",
        "/types/record/seq/0/valid/min",
        "computed",
    ),
    "unknown": ("{seq: [{id: x, type: u1, if: _io.size > 3}]}", "/types/record/seq/0/if", "cannot be computed"),
    "recursion": ("{seq: [{id: x, type: record}]}", "/types/record", "recursive"),
    "nothing": ("{seq: [{id: x, size: _root.limit}]}", "/types/record", "no bytes"),
}


@pytest.mark.parametrize(("record", "path", "reason"), REFUSED.values(), ids=REFUSED)
def test_what_leaves_the_subset_is_refused_with_its_path(record: str, path: str, reason: str) -> None:
    with pytest.raises(SchemaError) as caught:
        record_of(schema(record))
    assert str(caught.value).startswith(f"{path}: ")
    assert reason in str(caught.value)


def test_a_rule_is_a_guard_against_negative_counts() -> None:
    record = record_of(
        schema(
            """
            seq:
              - {id: n, type: s2, valid: {min: 0}}
              - {id: a, type: u4, repeat: expr, repeat-expr: n}
            """
        )
    )
    assert isinstance(record.steps[1], ListStep)


def test_generation_stops_where_columns_are_demanded() -> None:
    outside = "{seq: [{id: x, type: f4}]}"
    assert [target.id for target, _ in choose(schema(outside)).left] == ["record"]
    with pytest.raises(SchemaError, match="/types/record: some of its fields are read as columns, but not written"):
        choose(schema(outside.replace("{seq", "{-columns: true, seq")))


def test_all_repeated_records_of_the_package_are_columns() -> None:
    assert [record.name for record in choose(schema_model("micb")).records] == [
        "interned_string",
        "string_ref",
        "tensor_type",
        "graph_value",
    ]
    assert {record.name for record in choose(schema_model("nac")).records} == {
        "named_array",
        "schedule_record",
        "instruction",
        "operation_name",
        "constant",
        "signature",
        "parameter_name",
        "input_name",
        "tensor",
        "tensor_meta",
        "resource",
    }
    assert [target.id for target, _ in choose(schema_model("nac")).left] == ["signature_slot", "operation_slot"]
    assert [record.name for record in choose(schema_model("stb")).records] == ["tensor_descriptor"]


def test_equal_cases_are_one_arm() -> None:
    model = schema_model("micb")
    record = next(record for record in choose(model).records if record.name == "graph_value")
    tag, body = record.steps
    assert isinstance(tag, Scalar)
    assert isinstance(body, Choose)
    assert [keys for keys, _ in body.arms] == [(0, 1), (2,)]


@pytest.mark.parametrize("until", ["_ == 0", "_io.eof"])
def test_values_of_several_kinds_up_to_one_of_them_are_no_loop(until: str) -> None:
    cases = {"switch-on": "k", "cases": {1: "u1", 2: "s2", "_": "u4"}}
    value = {"id": "value", "type": cases, "repeat": "until", "repeat-until": until}
    schema = read_schema(
        {
            "meta": {"id": "several", "endian": "le"},
            "seq": [{"id": "items", "type": "item", "repeat": "expr", "repeat-expr": 2}],
            "types": {"item": {"seq": [{"id": "k", "type": "u1"}, value]}},
        }
    )
    assert not table_loops(schema)
    with pytest.raises(SchemaError, match="cannot be computed from columns"):
        flatten(schema, schema.root.types["item"])
