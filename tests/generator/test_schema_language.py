"""What a schema may say, and what the model makes of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from nacformats.schema import model
from nacformats.schema.expressions import ArrayLiteral, FormatString, Literal, Name, Unary
from nacformats.schema.model import SchemaError
from nacformats.schema.parsing import parse_expression
from nacformats.schema.reading import read_schema
from nacformats.schema.sources import read_yaml
from nacformats.schemas import open_schema
from nacformats.targets.loading import schema_of_file
from nacformats.targets.pycode import python_name
from tests.machine.schemas import codec_of, plain, read


def schema_of(text: str) -> model.Schema:
    return read_schema(read_yaml(text))


def field_of(keys: str, types: str = "") -> model.Field:
    text = f"meta: {{id: one, endian: le, encoding: ASCII}}\nseq: [{{id: n, type: u1}}, {{{keys}}}]\n{types}"
    return schema_of(text).root.fields[1]


def test_a_terminator_and_padding_inside_of_a_size() -> None:
    field = field_of("id: x, type: strz, size: 8, pad-right: 0x20")
    assert (field.size, field.pad_right) == (Literal(8), 0x20)
    assert field.terminator is not None
    assert field.terminator.byte == 0
    assert field_of("id: x, size: 8, terminator: 3, include: true").terminator == model.Terminator(3, True, True, True)


def test_a_text_among_the_cases_has_a_terminator_of_its_own() -> None:
    kind = field_of("id: x, size: 4, type: {switch-on: n, cases: {1: strz, 2: str}}").kind
    assert isinstance(kind, model.SwitchKind)
    first, second = (case for _, case in kind.cases)
    assert first == model.TextKind("ASCII", model.Terminator(0, False, True, True))
    assert second == model.TextKind("ASCII")


def test_texts_among_the_cases_end_at_their_terminator(tmp_path: Path) -> None:
    codec = codec_of(
        tmp_path,
        """\
        meta: {id: sample, encoding: UTF-16LE}
        seq:
          - {id: n, type: u1}
          - {id: a, size: 8, type: {switch-on: n, cases: {1: strz}}}
          - {id: b, type: {switch-on: n, cases: {1: strz, 2: u1}}}
        """,
    )
    data = b"\1" + "é".encode("utf-16-le") + b"\0\0abcd" + "ü".encode("utf-16-le") + b"\0\0"
    tree = plain(read(codec, data))
    assert tree == {"n": 1, "a": "é", "b": "ü"}
    assert b"".join(codec.chunks(tree)) == data.replace(b"abcd", bytes(4))


def test_a_field_without_an_id_is_hidden() -> None:
    field = field_of("size: 3")
    assert (field.id, field.is_hidden) == ("_unnamed1", True)


@pytest.mark.parametrize(
    ("keys", "name", "arguments"),
    [
        ("xor(0xaa)", "xor", "[170]"),
        ("xor([1, n])", "xor", "[[1, n]]"),
        ("rol(3)", "rol", "[3]"),
        ("zlib", "zlib", None),
    ],
)
def test_processes(keys: str, name: str, arguments: str | None) -> None:
    process = field_of(f"id: x, size: 3, process: '{keys}'").process
    assert process is not None
    items = parse_expression(arguments or "[n]")
    assert isinstance(items, ArrayLiteral)
    assert (process.name, process.arguments) == (name, items.items if arguments else ())


def test_the_parent_may_be_another_record_or_none() -> None:
    types = "types: {part: {}}"
    assert field_of("id: x, type: part, parent: _root", types).parent == Name("_root")
    assert field_of("id: x, type: part, parent: false", types).parent is False
    assert field_of("id: x, type: part", types).parent is None


def test_contents_say_where_they_end() -> None:
    for keys in ("size: 3", "size: nowhere", "size-eos: true", "size: 4, pad-right: 0", "terminator: 98"):
        field = field_of(f"id: x, contents: abc, {keys}")
        assert (field.contents, field.size, field.to_end, field.terminator) == (b"abc", None, False, None)
    packed = field_of("id: x, contents: ab, size: 3, process: xor(1)")
    assert (packed.contents, packed.size) == (None, Literal(2))
    assert packed.valid[0].operands == (parse_expression("[97, 98]"),)


def test_a_number_has_no_use_for_a_terminator() -> None:
    assert field_of("id: x, type: u1, terminator: 0").terminator is None


def test_instances_may_be_read_where_the_stream_stands() -> None:
    placed = schema_of("meta: {id: one}\ninstances: {here: {size: 3}, there: {io: _io, type: u1}}").root.placed
    assert [(each.id, each.pos) for each in placed] == [("here", None), ("there", None)]


def test_ids_are_words_of_python_and_of_yaml() -> None:
    root = schema_of(
        "meta: {id: one}\nseq: [{id: class, type: u1}, {id: true, type: u1}, {id: on, type: u1}]\n"
        "enums: {yes: {0: false, 1: {id: true}, '2': mro, 0x03: none}}\ninstances: {false: {value: class + on}}\n"
        "types: {true: {}, import: {}}"
    ).root
    assert list(root.member_ids) == ["class", "true", "on", "false"]
    assert list(root.types) == ["true", "import"]
    assert [(each.id, each.number) for each in root.enums["yes"].members] == [
        ("false", 0), ("true", 1), ("mro", 2), ("none", 3)
    ]  # fmt: skip
    assert [python_name(name) for name in ("class", "true", "mro", "none")] == ["class_", "true", "mro_", "none"]


def test_types_have_a_meta_of_their_own_which_holds_for_those_inside() -> None:
    root = schema_of(
        """
        meta: {id: one, endian: le, encoding: ASCII, bit-endian: le}
        types:
          big:
            meta: {endian: be, encoding: UTF-8}
            types: {inner: {seq: [{id: a, type: u2}, {id: b, type: strz}, {id: c, type: b3}]}}
          plain: {seq: [{id: a, type: u2}, {id: b, type: strz}]}
        """
    ).root
    inner = [member.kind for member in root.types["big"].types["inner"].fields]
    assert inner[0] == model.NumberKind("u", 2, "be")
    assert inner[1:] == [model.TextKind("UTF-8"), model.Bits(3, "le")]
    assert [member.kind for member in root.types["plain"].fields] == [
        model.NumberKind("u", 2, "le"), model.TextKind("ASCII")
    ]  # fmt: skip


def test_a_byte_order_may_be_chosen_by_the_file() -> None:
    text = """
    meta: {id: one}
    seq: [{id: mark, type: u1}, {id: body, type: body}]
    types:
      body:
        meta: {endian: {switch-on: _root.mark, cases: {1: le, 2: be}}}
        seq: [{id: a, type: u4}, {id: b, type: u2be}, {id: c, type: inner}]
        types: {inner: {seq: [{id: d, type: f8}]}}
    """
    root = schema_of(text).root
    body = root.types["body"]
    assert body.endian is not None
    assert [(key, order) for key, order in body.endian.cases] == [(Literal(1), "le"), (Literal(2), "be")]
    assert [body.is_switched, body.types["inner"].is_switched, root.is_switched] == [True, True, False]
    kinds = [member.kind for member in (*body.fields, *body.types["inner"].fields)]
    assert [kind.endian for kind in kinds if isinstance(kind, model.NumberKind)] == ["switched", "be", "switched"]
    with pytest.raises(SchemaError, match="/meta/endian/cases/1: has to say le or be, and says 'me'"):
        schema_of(text.replace("1: le", "1: me"))
    with pytest.raises(SchemaError, match="/types/body/meta/endian/switch-on: there is no member 'mask'"):
        schema_of(text.replace("_root.mark", "_root.mask"))
    with pytest.raises(SchemaError, match="/types/body/meta/endian/cases/'x': a text cannot be compared"):
        schema_of(text.replace("2: be", "\"'x'\": be"))


def test_types_may_hold_themselves() -> None:
    root = schema_of("meta: {id: one}\nseq: [{id: n, type: u1}, {id: rest, type: one, if: n > 0}]").root
    kind = root.fields[1].kind
    assert isinstance(kind, model.TypeUse)
    assert kind.type is root


# Expressions


def test_literals() -> None:
    assert parse_expression("[1, [2,],]") == ArrayLiteral((Literal(1), ArrayLiteral((Literal(2),))))
    assert parse_expression("+5") == Literal(5)
    assert parse_expression("-+5") == Unary("-", Literal(5))
    assert parse_expression(".5") == Literal(0.5)
    assert parse_expression("24000.") == Literal(24000.0)
    assert parse_expression("'a' \"b\"") == Literal("ab")
    escaped = '"\\a\\t\\e\\"\\\\ \\101 \\u00e9"'
    assert parse_expression(escaped) == Literal('\a\t\x1b"\\ A \u00e9')


def test_texts_with_values_in_them() -> None:
    found = parse_expression('f"n={n + 1}, {n > 2 ? \'many\' : "few"}\\n"')
    assert isinstance(found, FormatString)
    parts = (Literal("n="), parse_expression("n + 1"), Literal(", "), parse_expression("n > 2 ? 'many' : 'few'"))
    assert found.parts == (*parts, Literal("\n"))
    assert parse_expression('f""') == FormatString(())


# Imports


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / f"{name}.ksy"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def test_imports_are_found_by_their_path(tmp_path: Path) -> None:
    write(tmp_path, "common/part", "meta: {id: part, imports: [deep/leaf]}\nseq: [{id: a, type: leaf::vein}]")
    leaf = "meta: {id: leaf}\ntypes: {vein: {seq: [{id: b, type: u1, enum: kinds}]}}\nenums: {kinds: {1: one}}"
    write(tmp_path, "common/deep/leaf", leaf.replace("enum: kinds", "enum: leaf::kinds"))
    used = "meta: {id: used, imports: [/common/part, /common/deep/leaf]}\nseq: [{id: x, type: part}]"
    values = "\ninstances: {v: {value: 'x.a.b == leaf::kinds::one'}}"
    schema = schema_of_file(write(tmp_path, "image/mine/used", used + values))
    assert schema.imports == ("part", "leaf")
    assert schema.imported["part"].imported["leaf"] is schema.imported["leaf"]


def test_imports_are_looked_for_in_given_folders_first(tmp_path: Path) -> None:
    write(tmp_path / "other", "part", "meta: {id: part}\nseq: [{id: a, type: u1}]")
    path = write(tmp_path / "own", "used", "meta: {id: used, imports: [/part]}\nseq: [{id: x, type: part}]")
    with pytest.raises(SchemaError, match=r"used\.ksy:\d+:\d+: /meta/imports/0: there is no schema /part\.ksy"):
        schema_of_file(path)
    assert schema_of_file(path, [tmp_path / "other"]).imports == ("part",)


def test_imports_may_go_round_in_a_circle(tmp_path: Path) -> None:
    hen = "meta: {id: hen, imports: [egg]}\nseq: [{id: n, type: u1}, {id: laid, type: egg, if: n > 0}]"
    egg = "meta: {id: egg, imports: [hen]}\nseq: [{id: n, type: u1}, {id: hatched, type: hen, if: n > 0}]"
    write(tmp_path, "egg", egg + "\ninstances: {v: {value: hatched.laid.n}}")
    schema = schema_of_file(write(tmp_path, "hen", hen))
    assert schema.imported["egg"].imported["hen"] is schema


def test_schemas_that_are_loaded_together_know_each_other(tmp_path: Path) -> None:
    """As for the Kaitai compiler, whichever is read first, and which of them imports the other."""
    write(tmp_path, "first", "meta: {id: first}\nseq: [{id: a, type: rest}, {id: n, type: uleb128}]")
    write(tmp_path, "rest", "meta: {id: rest}\nseq: [{id: b, type: u1}]")
    used = "meta: {id: used, imports: [first, rest, uleb128]}\nseq: [{id: x, type: first}]"
    path = write(tmp_path, "used", used)
    schema = schema_of_file(path)
    assert schema.imported["first"].imports == ("rest", "uleb128")
    assert dict(open_schema(path).loads(b"\1\2")) == {"x": {"a": {"b": 1}, "n": 2}}
    with pytest.raises(SchemaError, match="there is no type 'rest'"):
        schema_of_file(tmp_path / "first.ksy")


def test_what_is_wrong_in_an_imported_schema_is_said_of_it(tmp_path: Path) -> None:
    write(tmp_path, "part", "meta: {id: part}\nseq: [{id: a, size: b}]")
    path = write(tmp_path, "used", "meta: {id: used, imports: [part]}\nseq: [{id: x, type: part}]")
    with pytest.raises(SchemaError, match=r"part\.ksy:\d+:\d+: /seq/0/size: there is no member 'b' in part"):
        schema_of_file(path)


def test_encodings_have_names() -> None:
    schema = schema_of(
        "meta: {id: one, encoding: utf8}\nseq: [{id: a, type: strz, encoding: latin1}, {id: b, type: strz}]\n"
        "types: {part: {meta: {encoding: nonsense}}, other: {meta: {encoding: SJIS}}}"
    )
    assert schema.warnings == [
        ("/meta/encoding", "call it `UTF-8` instead of `utf8`"),
        ("/seq/0/encoding", "call it `ISO-8859-1` instead of `latin1`"),
        ("/types/part/meta/encoding", "the encoding 'nonsense' is not known"),
        ("/types/other/meta/encoding", "call it `Shift_JIS` instead of `SJIS`"),
    ]


def test_yaml_is_that_of_the_compiler() -> None:
    text = "[on, yes, true, False, 2001-01-01, 1:30, 0x1f, 0o17, 1_000, 1e3, ~, 0b11]"
    expected: list[Any] = ["on", "yes", True, False, "2001-01-01", "1:30", 31, 15, 1000, 1000.0, None, 3]
    assert read_yaml(text) == expected
