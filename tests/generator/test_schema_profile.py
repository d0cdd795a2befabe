"""Schemas that are refused: each with the path of the key and the reason."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from nacformats.schema.model import SchemaError
from nacformats.schema.reading import read_schema
from nacformats.schema.sources import YamlError, read_yaml
from nacformats.targets import constructs

SOUND = """
meta: {id: sample, endian: le}
seq:
  - {id: count, type: u2}
types:
  part:
    params: [{id: limit, type: u4}]
    seq: [{id: body, size: 2}]
enums:
  kind: {0: one}
"""


def sample(**changes: Any) -> dict[str, Any]:
    return {**yaml.safe_load(SOUND), **changes}


def field(**keys: Any) -> dict[str, Any]:
    return sample(
        seq=[{"id": "count", "type": "u2"}, {"id": "x", **{key.replace("_", "-"): keys[key] for key in keys}}]
    )


def test_the_sound_sample_is_accepted() -> None:
    assert [member.id for member in read_schema(sample()).root.fields] == ["count"]


@pytest.mark.parametrize(
    ("ksy", "message"),
    [
        (sample(meta={"endian": "le"}), "/meta: the id is missing"),
        (sample(meta={"id": "sample", "opaque": True}), "/meta/opaque: not supported"),
        (sample(meta={"id": "sample"}), "/seq/0/type: 'u2' needs a byte order: /meta/endian has to say le or be"),
        (sample(meta={"id": "sample", "endian": "me"}), "/meta/endian: has to say le or be"),
        (sample(meta={"id": "sample", "imports": ["nowhere"]}), "/meta/imports/0: there is no schema nowhere.ksy"),
        (sample(sequence=[]), "/sequence: not supported"),
        (sample(instance={}), "/instance: not supported: is 'instances' meant?"),
        (sample(meta=5), "/meta: has to be a map"),
        (sample(params=[{"id": "X"}]), "/params/0/id: 'X' is no id"),
        (sample(seq={"id": "x"}), "/seq: has to be a list of maps"),
        (sample(types={"part": {"meta": {"bit-endian": 1}}}), "/types/part/meta/bit-endian: has to say le or be"),
        (sample(instances={"x": {"value": "1", "pos": 3}}), "/instances/x/pos: not supported"),
        (field(type="u3"), "/seq/1/type: there is no type 'u3'"),
        (field(type="prat"), "/seq/1/type: there is no type 'prat': is 'part' meant?"),
        (field(type="f2"), "/seq/1/type: there is no type 'f2'"),
        (field(type="other"), "/seq/1/type: there is no type 'other'"),
        (field(size=1, process="mine(1)"), "/seq/1/process: 'mine' is code of somebody's own"),
        (field(type="str", size=3), "/seq/1/type: a string needs an encoding"),
        (field(), "/seq/1: bytes need a size, size-eos, a terminator or contents"),
        (field(type="u1", size=1), "/seq/1/size: a number has none"),
        (field(size=1, process="xor"), "/seq/1/process: xor takes 1 argument"),
        (field(size=1, size_eos=True), "/seq/1: has both size and size-eos: choose one"),
        (field(contents=5), "/seq/1/contents: are the bytes: a number is `[65]`"),
        (field(contents="ab", type="u2"), "/seq/1/contents: leave no room for type or valid"),
        (field(contents="ab", valid=3), "/seq/1/contents: leave no room for type or valid"),
        (field(size=1, encoding="ASCII"), "/seq/1/encoding: bytes have none: texts are `type: str`"),
        (field(type="b3", process="xor(1)"), "/seq/1/process: a bit field has none"),
        (field(type="part", process="xor(1)"), "/seq/1/process: needs a size, size-eos or a terminator"),
        (field(type="part", encoding="ASCII"), "/seq/1/encoding: a type has none"),
        (field(type={"switch-on": "count", "cases": {}}), "/seq/1/type/cases: there are none"),
        (field(type={"switch-on": "count", "cases": {1: "str"}}, encoding="ASCII"), "/seq/1: a text needs a size"),
        (field(type="u1", valid={}), "/seq/1/valid: there is no rule in it"),
        (field(size=1, terminator=True), "/seq/1/terminator: has to be a number"),
        (field(size=1, doc=["a"]), "/seq/1/doc: has to be text"),
        (sample(seq=False), "/seq: has to be a list of maps"),
        (sample(meta={"id": "sample", "ks-debug": "yes"}), "/meta/ks-debug: has to be true or false"),
        (field(type="u1", valid={"eq": 1, "min": 0}), "/seq/1/valid: only min and max go together"),
        (sample(enums={"e": {1: {"id": "a", "name": "b"}}}), "/enums/e/1/name: not supported"),
        (sample(enums={"e": {"one": "a"}}), "/enums/e: has to be a map from numbers to ids"),
        (sample(types={"part": {"meta": {"imports": ["x"]}}}), "/types/part/meta/imports: not supported"),
        (sample(meta={"id": "sample", "ks-version": 0.10}), "/meta/ks-version: there is no version 0.1 (write '0.10'"),
        (sample(meta={"id": "sample", "ks-version": "0.7f"}), "/meta/ks-version: '0.7f' is no version"),
        (sample(meta={"id": "sample", "ks-version": "99.1"}), "/meta/ks-version: 99.1 is needed, and this reads 0.11"),
        (field(size=1, pad_right=256), "/seq/1/pad-right: has to be a byte"),
        (field(type="u1", valid={"in-enum": False}), "/seq/1/valid/in-enum: has to be true"),
        (field(contents=[300]), "/seq/1/contents: has to be a string, or a list of strings and bytes"),
        (field(type="u1", repeat="often"), "/seq/1/repeat: has to be expr, eos or until"),
        (field(type="u1", repeat="eos", repeat_expr=1), "/seq/1/repeat-expr: goes with `repeat: expr` alone"),
        (field(type="u1", repeat="expr"), "/seq/1/repeat: needs a `repeat-expr`"),
        (field(type="u1", enum="kinds"), "/seq/1/enum: there is no enum 'kinds'"),
        (field(size="cuont"), "/seq/1/size: there is no member 'cuont' in sample: is 'count' meant?"),
        (field(type="u1", valid={"in-enum": True}), "/seq/1/valid/in-enum: the field has no enum"),
        (field(type="u1", valid={"around": 3}), "/seq/1/valid/around: not supported"),
        (field(size="count +"), "/seq/1/size: expression `count +`: it is not complete"),
        (field(type="part(1,"), "/seq/1/type: 'part(1,' is not the name of a type"),
        (field(type="part(1 +)"), "/seq/1/type: expression `_.call(1 +)`: ')' is not expected here"),
        (field(type={"switch-on": "count", "else": {}}), "/seq/1/type/else: not supported"),
        (field(type={"switch-on": "count", "cases": {"1": "nope"}}), "/seq/1/type/cases/1: there is no type 'nope'"),
    ],
)
def test_a_schema_outside_of_the_profile_is_refused(ksy: dict[str, Any], message: str) -> None:
    with pytest.raises(SchemaError) as caught:
        read_schema(ksy)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{id: x, size: nothing}", "/seq/1/size: there is no member 'nothing'"),
        ("{id: x, type: u1, if: 'kind::one == colour::red'}", "/seq/1/if: there is no enum 'kind'"),
        ("{id: x, type: part}", "/seq/1/type: part takes 1 arguments"),
        ("{id: x, size: count.find(1)}", "/seq/1/size: `.find`: there is no such attribute of what is a whole number"),
    ],
)
def test_the_generator_names_what_it_cannot_do(schemas: Any, text: str, message: str) -> None:
    schemas.write(
        "sample",
        f"""
        seq:
          - {{id: count, type: u2}}
          - {text}
        types:
          part:
            params: [{{id: limit, type: u4}}]
        """,
    )
    with pytest.raises(SchemaError) as caught:
        constructs.render_constructs("sample")
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("ksy", "message"),
    [
        (field(type="u1", id="count"), "/seq/1/id: the id 'count' is that of /seq/0 as well"),
        (sample(instances={"count": {"value": "1"}}), "/instances/count: the id 'count' is that of /seq/0 as well"),
        (sample(instances={"count": {"pos": 0, "type": "u1"}}), "/instances/count: the id 'count' is that of /seq/0"),
        (sample(params=[{"id": "count", "type": "u1"}]), "/seq/0/id: the id 'count' is that of /params/0 as well"),
        (sample(params=[{"id": "a"}, {"id": "a"}]), "/params/1/id: the id 'a' is that of /params/0 as well"),
        (sample(types={"p": {"seq": [{"id": "a", "size": 1}] * 2}}), "/types/p/seq/1/id: the id 'a' is that of"),
        (sample(types={"a_1": {}, "a1": {}}), "/types/a1: means the same class as /types/a_1: choose another id"),
        (sample(enums={"a_1": {0: "x"}, "a1": {0: "x"}}), "/enums/a1: means the same class as /enums/a_1"),
        (sample(enums={"a": {0: "x", 1: "x"}}), "/enums/a/1: the id 'x' is that of 0 as well"),
        (field(type={"switch-on": "count", "cases": {1: "u1", "0x1": "u2"}}), "/seq/1/type/cases/0x1: is the same as"),
    ],
)  # fmt: skip
def test_what_is_there_twice_is_refused(ksy: dict[str, Any], message: str) -> None:
    with pytest.raises(SchemaError) as raised:
        read_schema(ksy)
    assert str(raised.value).startswith(message)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{a: 1, b: {c: 1, d: 2, c: 3}}", "/b/c: is given twice, in lines 1 and 1"),
        ("a: 1\nb: 2\na: 3", "/a: is given twice, in lines 1 and 3"),
        ("enums: {a: {1: x, 0x1: y}}", "/enums/a/1: is given twice, in lines 1 and 1"),
        ("[{a: 1}, {a: 1, a: 2}]", "/1/a: is given twice"),
    ],
)
def test_keys_that_are_there_twice_are_refused(text: str, message: str) -> None:
    with pytest.raises(YamlError) as raised:
        read_yaml(text)
    assert str(raised.value).startswith(message)


def test_types_whose_flattened_names_are_the_same_stay_apart() -> None:
    inner = {"seq": [{"id": "x", "type": "u1"}]}
    outer = {"types": {"b": {"seq": [{"id": "y", "type": "u2"}]}}, "seq": [{"id": "z", "type": "b"}]}
    ksy = sample(types={"a_b": inner, "a": outer, "len": {}, "sample": {}})
    names = [target.name for target in read_schema(ksy).types]
    assert len(set(names)) == len(names) == 6
    assert "len" not in names
