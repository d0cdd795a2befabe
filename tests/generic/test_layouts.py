"""Files that a schema reads and its writer would lay out otherwise: another order, gaps, overlaps, trailing bytes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import nacformats
from nacformats.api import read_source
from nacformats.cli import main
from nacformats.codec.streams import Source
from nacformats.errors import FormatError, InvalidError, LimitError
from nacformats.formats.base import Format
from nacformats.formats.generic import Tree, format_of_codec
from nacformats.targets.loading import codec_of_file
from tests.contract import check_place

#: Two offsets and what they lead to; a length of one body is derived by way of another record.
BODIES = """
seq:
  - {id: ofs_index, type: u1}
  - {id: ofs_text, type: u1}
instances:
  index: {pos: ofs_index, type: index}
  text: {pos: ofs_text, type: str, size: 4, encoding: ASCII}
types:
  index:
    seq:
      - {id: num, type: u1}
      - {id: entries, type: entry, repeat: expr, repeat-expr: num}
  entry:
    seq: [{id: ofs, type: u1}, {id: len, type: u1}]
    instances:
      body: {pos: ofs, size: len}
"""
#: Positions that are computed, and a stream that is not that of the file.
COMPUTED = """
seq:
  - {id: block, type: u4}
  - {id: len_part, type: u1}
  - {id: part, size: len_part, type: part}
instances:
  far: {pos: block * 512, size: 2, if: block != 0}
types:
  part:
    seq: [{id: ofs, type: u1}]
    instances:
      inner: {pos: ofs, type: u1}
"""

#: bytes -> what is in them, each in a layout that writing does not give.
DISPLACED = {
    "bodies before their index": (b"\x04\x07hi\x01\x02\x02text", ["hi"]),
    "an index in the middle, bodies in another order": (b"\x04\x0bhi\x02\x02\x02\x09\x02yotext", ["hi", "yo"]),
    "a gap of zeros": (b"\x04\x07\0\0\x01\x0b\x02texthi", ["hi"]),
    "a gap of other bytes": (b"\x04\x07??\x01\x0b\x02texthi", ["hi"]),
    "one body for two": (b"\x02\x07\x02\x0b\x02\x0b\x02texthi", ["hi", "hi"]),
    "bodies that overlap": (b"\x02\x07\x02\x0b\x02\x0c\x02texthie", ["hi", "ie"]),
    "a body that is part of the index": (b"\x02\x05\x01\x02\x02text", ["\x01\x02"]),
    "a body on its own offset": (b"\x02\x05\x01\x00\x02text", ["\x02\x05"]),
    "trailing bytes": (b"\x02\x05\x01\x09\x02texthi!", ["hi"]),
}
CANONICAL = b"\x02\x05\x01\x09\x02texthi"

displaced = pytest.mark.parametrize(("data", "bodies"), DISPLACED.values(), ids=DISPLACED)


def schema_file(folder: Path, text: str) -> Path:
    path = folder / "own.ksy"
    path.write_text(f"meta:\n  id: own\n  endian: le\n{text}")
    return path


@pytest.fixture
def form(tmp_path: Path) -> Format:
    return format_of_codec(codec_of_file(schema_file(tmp_path, BODIES)))


def command(*words: object, code: int) -> Result:
    done = CliRunner().invoke(main, [str(word) for word in words])
    assert done.exit_code == code, done.output
    return done


def read(form: Format, data: bytes, *, strict: bool) -> Tree:
    tree = read_source(Source(data), form, strict=strict)
    assert isinstance(tree, Tree)
    return tree


def bodies_of(tree: Any) -> list[str]:
    return [bytes(entry["body"]).decode("latin-1") for entry in tree["index"]["entries"]]


def test_the_layout_of_the_writer_has_no_findings(form: Format) -> None:
    tree = read(form, CANONICAL, strict=False)
    assert form.check(Source(CANONICAL), True) == form.check(Source(CANONICAL), False) == []
    assert b"".join(form.write(tree)) == CANONICAL
    tree["text"] = "more"
    assert b"".join(form.write(tree)) == CANONICAL.replace(b"text", b"more")


@displaced
def test_another_layout_is_an_error_strictly_and_a_warning_leniently(
    form: Format, data: bytes, bodies: list[str]
) -> None:
    error, warning = *form.check(Source(data), True), *form.check(Source(data), False)
    assert (error.severity, error.rule, warning.severity, warning.rule) == (
        *("error", "schema.layout"),
        *("warning", "schema.layout"),
    )
    check_place(warning, data)
    with pytest.raises(FormatError, match="strict=False"):
        read(form, data, strict=True)
    tree = read(form, data, strict=False)
    assert tree["text"] == "text"
    assert bodies_of(tree) == bodies


@displaced
def test_writing_says_that_it_cannot_and_a_plain_dict_is_laid_out_anew(
    form: Format, data: bytes, bodies: list[str]
) -> None:
    tree = read(form, data, strict=False)
    with pytest.raises(InvalidError, match="laid out anew"):
        form.write(tree)
    fields = {name: value for name, value in tree.items() if name not in tree.fields.DERIVED}
    anew = read(form, b"".join(form.write(fields)), strict=True)
    assert (bodies_of(anew), anew["text"]) == (bodies, "text")


@displaced
def test_on_the_command_line(tmp_path: Path, data: bytes, bodies: list[str]) -> None:
    schema, file, document = schema_file(tmp_path, BODIES), tmp_path / "data.bin", tmp_path / "data.json"
    file.write_bytes(data)
    assert "schema.layout" in command("validate", "--schema", schema, file, code=1).stdout
    assert "valid, with 1 warning" in command("validate", "--lenient", "--schema", schema, file, code=0).stdout
    shown = json.loads(command("inspect", "--json", "--schema", schema, file, code=0).stdout)
    assert (shown["valid"], [each["severity"] for each in shown["findings"]]) == (True, ["warning"])
    command("convert", "--schema", schema, file, document, code=0)
    entries = json.loads(document.read_text())["index"]["entries"]
    assert [bytes.fromhex(entry["body"]["$hex"]).decode("latin-1") for entry in entries] == bodies
    refused = command("convert", "--lenient", "--schema", schema, file, tmp_path / "back.bin", code=1)
    assert "laid out anew" in refused.stderr
    command("convert", "--schema", schema, document, tmp_path / "anew.bin", code=0)
    command("validate", "--schema", schema, tmp_path / "anew.bin", code=0)


def test_what_cannot_be_read_stays_an_error(form: Format) -> None:
    (found,) = form.check(Source(b"\x02"), False)
    assert found.severity == "error"
    with pytest.raises(FormatError) as caught:
        read(form, b"\x02", strict=False)
    assert found.hint is caught.value.hint is None


@pytest.mark.parametrize(
    ("data", "path"),
    [
        (CANONICAL[:-1], "index.entries[0].body"),
        (b"\xff\x02text", "index.num"),
        (b"\x02\x05\x01\xff\x02text", "index.entries[0].body"),
    ],
)
def test_an_instance_that_cannot_be_read_keeps_nobody_from_the_others(form: Format, data: bytes, path: str) -> None:
    """Strictly it is an error, since the file cannot be written back; else it is one where it is asked for."""
    strictly, leniently = *form.check(Source(data), True), *form.check(Source(data), False)
    assert [(each.severity, each.path) for each in (strictly, leniently)] == [("error", path)] * 2
    with pytest.raises(FormatError):
        read(form, data, strict=True)
    tree = read(form, data, strict=False)
    assert tree["text"] == "text"
    with pytest.raises(FormatError) as caught:
        bodies_of(tree)
    assert (caught.value.path, caught.value.offset) == (path, leniently.offset)
    with pytest.raises(FormatError):
        form.write(dict(tree))


LEADING_ON = """
seq: [{id: first, type: node}]
types:
  node:
    seq: [{id: ofs, type: u1}]
    instances: {next: {pos: ofs, type: node, if: ofs != 0}}
"""


@pytest.mark.parametrize(("data", "reason"), [(b"\1\2\1", "leads back"), (b"\1\2\x09", "past the end")])
def test_instances_that_lead_on_are_read_leniently_when_they_are_asked_for(
    tmp_path: Path, data: bytes, reason: str
) -> None:
    """The file decides where they end: what cannot be read, or leads back, cannot be given back either."""
    form = format_of_codec(codec_of_file(schema_file(tmp_path, LEADING_ON)))
    with pytest.raises(FormatError, match=f"{reason}.*strict=False") as caught:
        read(form, data, strict=True)
    assert caught.value.path
    assert caught.value.offset is not None
    tree = read(form, data, strict=False)
    assert tree["first"].next.next.ofs == data[2]
    for strict, severity in ((True, "error"), (False, "warning" if reason == "leads back" else "error")):
        (found,) = form.check(Source(data), strict)
        assert found.severity == severity
        assert reason in found.reason
    with pytest.raises(InvalidError if reason == "leads back" else FormatError, match=reason):
        form.write(tree)
    assert b"".join(form.write(read(form, b"\1\2\0", strict=True))) == b"\1\2\0"


def test_positions_that_are_computed_and_other_streams(tmp_path: Path) -> None:
    form = format_of_codec(codec_of_file(schema_file(tmp_path, COMPUTED)))
    data = b"\x01\0\0\0\x02\x01\x7f".ljust(512, b"?") + b"ab"
    (found,) = form.check(Source(data), False)
    assert (found.severity, found.path, found.offset, found.reason) == ("warning", None, 7, "belongs to no field")
    tree = read(form, data, strict=False)
    assert (tree["far"], tree["part"]["inner"]) == (b"ab", 0x7F)
    zeros = data.replace(b"?", b"\0")
    assert b"".join(form.write(read(form, zeros, strict=True))) == zeros


def test_a_format_of_the_package_that_is_its_schema_alone() -> None:
    """Padding in a part that says how long it is."""
    step = {"opcode": "prepend", "operands": {"value": "x"}}
    data = nacformats.dumps({"steps": [step]}, format="tisa").replace(b"\3\0\0\0\1", b"\5\0\0\0\1") + b"??"
    assert [each.severity for each in nacformats.validate(data, format="tisa")] == ["error"]
    assert [each.severity for each in nacformats.validate(data, strict=False, format="tisa")] == ["warning"]
    with pytest.raises(InvalidError, match="laid out anew"):
        nacformats.dumps(nacformats.loads(data, format="tisa", strict=False))


FAR = "seq: [{id: block, type: u4}]\ninstances: {far: {pos: block * 1024, size: {}, if: block != 0}}\n"


def test_a_position_far_away_asks_for_no_memory(tmp_path: Path) -> None:
    form = format_of_codec(codec_of_file(schema_file(tmp_path, FAR.replace("size: {}", "size: 0"))))
    assert form.check(Source(b"\xff" * 4), True) == []  # nothing is there
    form = format_of_codec(codec_of_file(schema_file(tmp_path, FAR.replace("size: {}", "size: 1"))))
    with pytest.raises(LimitError, match="too far away"):
        form.write({"block": 2**32 - 1, "far": b"x"})
    assert len(b"".join(form.write({"block": 1000, "far": b"x"}))) == 1_024_001
