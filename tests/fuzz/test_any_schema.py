"""Small schemas of what other people's schemas say: each gives files, which our reader and Kaitai's take."""

from __future__ import annotations

import random
from pathlib import Path
from types import ModuleType

import pytest
import yaml
from kaitaistruct import BytesIO, KaitaiStream

from nacformats.codec.tables import class_name
from nacformats.fuzz import Maker
from nacformats.schema.model import SchemaError
from nacformats.targets import kaitai
from tests.effort import effort
from tests.fuzz.parsers import visit
from tests.partners import partner

FILES = effort(10, 40)
META = "meta: {{id: {}, endian: le, bit-endian: be, encoding: ASCII}}\n"

SCHEMAS = {
    # Sizes, counts and positions that are computed
    "sizes_of_several_fields": "seq: [{id: a, type: u4}, {id: b, type: u4}, {id: c, size: a * 16 + b - 900}]",
    "sizes_in_other_records": """
seq: [{id: head, type: head}, {id: body, size: head.len_all - 12}]
types: {head: {seq: [{id: kind, type: u4}, {id: len_all, type: s4}]}}""",
    "sizes_that_are_text": """
seq: [{id: len, type: str, size: 6}, {id: body, size: len.to_i}]""",
    "counts_that_are_floats": "seq: [{id: n, type: f4}, {id: items, type: u2, repeat: expr, repeat-expr: n.to_i}]",
    "positions_that_are_computed": """
seq: [{id: block, type: u4}]
instances: {there: {pos: block * 512 + 4, size: 4}}""",
    "differences_of_offsets": """
seq: [{id: ofs_a, type: u4}, {id: ofs_b, type: u4}]
instances: {a: {pos: ofs_a, size: ofs_b - ofs_a}}""",
    "texts_of_a_given_size_and_value": """
seq: [{id: len, type: u2}, {id: text, type: str, size: len, valid: '"some words"'}, {id: a, type: u1}]""",
    # What is read twice, or from the end
    "instances_before_the_fields": """
seq: [{id: items, type: u1, repeat: expr, repeat-expr: count}]
instances: {count: {pos: 0, type: u1, valid: {min: 3}}}""",
    "the_end_of_the_file": "seq: [{id: a, type: u1}]\ninstances: {last: {pos: _io.size - 8, contents: [1, 2, 3, 4]}}",
    "instances_among_each_other": """
instances: {a: {pos: 8, size: 4}, b: {pos: 2, type: u4}, c: {pos: 9, type: u1, valid: 7}}""",
    "instances_of_a_part_that_is_read_later": """
seq: [{id: index, type: index}, {id: ofs, type: u1, valid: {max: 3}}, {id: body, type: part, size: 20}]
types: {index: {instances: {there: {io: _root.body._io, pos: _root.ofs, type: u2}}}, part: {}}""",
    "terminators_that_nothing_reads": "seq: [{id: a, type: str, terminator: 0x7c, consume: false}]",
    "terminators_in_front_of_padding": """
seq: [{id: a, size: 9, type: part}, {id: b, type: u1}]
types: {part: {seq: [{id: x, type: strz, consume: false, eos-error: false}]}}""",
    "up_to_the_end": """
seq: [{id: items, type: item, repeat: until, repeat-until: _io.eof}]
types: {item: {seq: [{id: x, type: u2}]}}""",
    # What the model says of fields
    "texts_in_a_size": """
seq:
  - {id: a, type: strz, size: 12}
  - {id: b, size: 5, terminator: 10, include: true}
  - {id: c, size: 8, pad-right: 0x20}""",
    "records_in_a_padded_size": """
seq: [{id: a, type: part, size: 12, terminator: 0, pad-right: 32}]
types: {part: {seq: [{id: x, size-eos: true}]}}""",
    "fields_without_ids": "seq: [{type: u1}, {id: len, type: u1}, {size: len}]",
    "constants_of_bytes": """
seq:
  - {id: magic, size: 2, valid: {any-of: ['[0x4d, 0x5a]', '[0x5a, 0x4d]']}}
  - {id: a, size: sizeof<u4> + magic.size}""",
    "switched_order": """
seq: [{id: mark, size: 2}, {id: body, type: body}]
types:
  body:
    meta: {endian: {switch-on: _root.mark, cases: {'[0x49, 0x49]': le, '[0x4d, 0x4d]': be}}}
    seq: [{id: n, type: u2}, {id: items, type: u4, repeat: expr, repeat-expr: n}, {id: f, type: f8}]""",
    "processes": """
seq: [{id: key, type: u1}, {id: a, type: part, size: 6, process: xor(key)}, {id: b, size: 5, process: rol(3)}]
types: {part: {seq: [{id: magic, contents: [1, 2]}, {id: x, type: u4}]}}""",
    "compressed": """
seq: [{id: len, type: u2}, {id: a, type: part, size: len, process: zlib}]
types: {part: {seq: [{id: magic, contents: [1, 2]}, {id: x, size-eos: true}]}}""",
    "parents": """
seq: [{id: n, type: u1, valid: {max: 9}}, {id: a, type: holder}]
types: {holder: {seq: [{id: x, type: part, parent: _root}]}, part: {seq: [{id: y, size: _parent.as<parents>.n}]}}""",
    "records_in_themselves": """
seq: [{id: kind, type: u1}, {id: body, type: {switch-on: kind, cases: {0: u1, 1: pair, 2: records_in_themselves}}}]
types: {pair: {seq: [{id: a, type: records_in_themselves}, {id: b, type: records_in_themselves}]}}""",
    "instances_where_the_stream_stands": """
seq: [{id: a, type: u1}, {id: b, size: c}]
instances: {c: {type: u1}}""",
    # Rules
    "negative_ends": "seq: [{id: a, type: s4, repeat: until, repeat-until: _ == -1}]",
    "indices": """
seq: [{id: names, type: u2, repeat: expr, repeat-expr: 5}, {id: at, type: u4}]
instances: {name: {value: 'names[at]'}}""",
    "members_called_size": """
seq: [{id: items, type: item, repeat: until, repeat-until: _.size == 0}]
types: {item: {seq: [{id: size, type: u1}, {id: body, size: size}]}}""",
    "rules_that_name_their_field": """
seq: [{id: groups, type: group(_index), repeat: until, repeat-until: not _.more}]
types:
  group:
    params: [{id: idx, type: s4}]
    seq: [{id: more, type: b1, valid: 'idx == 3 ? false : more'}, {id: v, type: b7}]""",
}  # fmt: skip


def schema_of(folder: Path, name: str) -> Path:
    path = folder / f"{name}.ksy"
    path.write_text(META.format(name) + SCHEMAS[name].strip() + "\n")
    return path


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_schema_gives_files(name: str, tmp_path: Path) -> None:
    maker = Maker(schema_of(tmp_path, name), max_size=2000)
    found = {maker.sample(random.Random(seed)).data for seed in range(FILES)}
    assert all(len(data) <= 2000 for data in found)
    assert len(found) > 1


NEIGHBOURS = """
seq: [{id: entries, type: entry(_index), repeat: expr, repeat-expr: 4}]
types:
  entry:
    params: [{id: idx, type: s4}]
    seq: [{id: kind, type: u1}, {id: ofs, type: u4}]
    instances: {body: {pos: ofs, size: '_parent.entries[idx + 1].ofs - ofs', if: idx < 3}}"""


def test_instances_that_have_no_value_are_left_out_in_the_end(tmp_path: Path) -> None:
    path = tmp_path / "neighbours.ksy"
    path.write_text(META.format("neighbours") + NEIGHBOURS.strip())
    maker = Maker(path, max_size=2000)
    assert all(len(maker.sample(random.Random(seed)).data) >= 20 for seed in range(FILES))


def test_kaitai_takes_them(tmp_path: Path) -> None:
    partner("ksc")
    schemas = {name: yaml.safe_load(schema_of(tmp_path, name).read_text()) for name in SCHEMAS}
    jobs = [kaitai.Job(name, "python") for name in schemas]
    for name, text in zip(schemas, kaitai.compile_schemas(schemas, jobs), strict=True):
        assert isinstance(text, str), f"{name}: {text}"
        module = ModuleType(name)
        exec(compile(text, name, "exec"), vars(module))
        parser = getattr(module, class_name(name))
        maker = Maker(tmp_path / f"{name}.ksy", max_size=2000)
        for seed in range(FILES):
            visit(parser(KaitaiStream(BytesIO(maker.sample(random.Random(seed)).data))))


def test_what_has_no_file_says_so_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "none.ksy"
    path.write_text("meta: {id: none}\nseq: [{id: a, size: 3, type: part}]\ntypes: {part: {seq: [{id: x, size: 7}]}}\n")
    with pytest.raises(SchemaError, match=r"/types/part/seq/0/size: a size of 7; "):
        Maker(path).sample(random.Random(0))
    path.write_text("meta: {id: none}\nparams: [{id: a, type: u1}]\nseq: [{id: b, size: a}]\n")
    with pytest.raises(SchemaError, match="/params: the schema is for others to import"):
        Maker(path)
