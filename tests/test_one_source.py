"""A layout is in schemas/ alone: in a copy of the checkout every schema changes, and everything else follows.

What is done in the copy is done by tests/one_source_probe.py, in a process of its own.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests import one_source_probe as probe
from tests.partners import partner
from tests.stamps import PACKAGE

pytestmark = pytest.mark.when_changed(*PACKAGE)

ROOT = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Edit:
    """A text in a file of the checkout that becomes another one; it has to be there exactly once."""

    file: str
    before: str
    after: str

    def apply(self, root: Path) -> None:
        path = root / self.file
        text = path.read_text(encoding="utf-8")
        assert text.count(self.before) == 1, f"{self.file} does not have {self.before!r} once"
        path.write_text(text.replace(self.before, self.after), encoding="utf-8")


def in_schema(name: str, before: str, after: str) -> Edit:
    return Edit(f"schemas/{name}.ksy", before, after)


def field(id: str, type: str, rest: str = "", indent: int = 6) -> str:  # noqa: A002
    """A field of `seq` as the schemas write it."""
    return " " * indent + f"- id: {id}\n" + " " * (indent + 2) + f"type: {type}\n{rest}"


def wider(name: str, id: str, before: str, after: str, indent: int = 6) -> Edit:  # noqa: A002
    """A number that takes more, or fewer, bytes."""
    return in_schema(name, field(id, before, indent=indent), field(id, after, indent=indent))


RESERVED = "        valid: 0\n"
REPEATED = "        repeat: expr\n        repeat-expr: rank\n"
SHAPE = field("dims", "u4", REPEATED + "        doc: Shape as stored.\n")
FIELDS = "      - id: fields\n        type:\n"
TYPE_REF = field("type_ref", "type_ref")
PATTERN = "      - id: pattern\n        type: str\n        size: len_pattern\n        doc: A regular"
TRIM = "        doc: Whether something is cut"
CONSTANT = "      - id: constant\n        -role: constant\n"

#: What changes: in every schema something, of every kind of change something.
EDITS = (
    # an opcode of MIC-B, which Mind IR has as well
    in_schema("micb", "    18: gather\n", "    18: gather\n    144: rotate\n"),
    in_schema(
        "micb",
        "            'opcode::gather': axis_param\n",
        "            'opcode::gather': axis_param\n            'opcode::rotate': axis_param\n",
    ),
    Edit(
        "nacformats/formats/mic/opcodes.py",
        '    "gather": _Row("gth", 2, {"axis": 0}),\n',
        '    "gather": _Row("gth", 2, {"axis": 0}),\n    "rotate": _Row("rot", 1, {"axis": None}),\n',
    ),
    # fields of records, and of the file itself
    in_schema("micb", TYPE_REF, field("flags", "u1", RESERVED) + TYPE_REF),
    in_schema("micb", "  - id: num_strings\n", "  - id: flags\n    type: u2\n    valid: 0\n  - id: num_strings\n"),
    in_schema("nac", field("num_commands", "u1"), field("flags", "u1", RESERVED) + field("num_commands", "u1")),
    in_schema("nac", field("rank", "u1") + SHAPE, field("flags", "u2", RESERVED) + field("rank", "u1") + SHAPE),
    in_schema("nac", FIELDS, field("flags", "u2", RESERVED) + FIELDS),
    in_schema("stb", "      - id: ofs_body\n", field("flags", "u8", RESERVED) + "      - id: ofs_body\n"),
    # wider numbers
    in_schema("micb", field("dtype", "u1", "        enum: dtype\n"), field("dtype", "u2", "        enum: dtype\n")),
    wider("nac", "len_name", "u1", "u4"),
    wider("nac", "num_codes", "u1", "u2"),
    wider("nac", "num_commands", "u1", "u4"),
    wider("stb", "tensor_id", "u1", "u4"),
    in_schema("stb", "_ >= 32 + 32 * num_tensors", "_ >= 32 + 43 * num_tensors"),
    wider("gguf", "len_key", "u8", "u4"),
    wider("gguf", "len_name", "u8", "u4"),
    in_schema("gguf", "    8: string\n", "    18: string\n"),
    wider("safetensors", "len_header", "u8", "u4", indent=2),
    wider("token_scores", "num_scores", "u4", "u8", indent=2),
    wider("merges", "num_lines", "u4", "u8", indent=2),
    wider("merges", "len_left", "u2", "u4"),
    wider("vidx", "num_ids", "u4", "u8", indent=2),
    wider("vidx", "ofs_entry", "u4", "u8"),
    wider("vocab", "num_entries", "u4", "u2", indent=2),
    in_schema("vocab", "max: 16777216", "max: 65535"),
    wider("vocab", "len_token", "u2", "u4"),
    wider("tisa", "len_operands", "u4", "u2"),
    in_schema("tisa", field("len_pattern", "u2", PATTERN), field("len_pattern", "u4", PATTERN)),
    in_schema("mep", CONSTANT + "        type: u2\n", CONSTANT + "        type: u4\n"),
    # numbers of opcodes, bits of flags, versions, the order of bits
    in_schema("mep", "    0x04:\n      id: src_constant\n", "    0x06:\n      id: src_constant\n"),
    in_schema("tisa", "    0x15:\n      id: byte_encode\n", "    0x16:\n      id: byte_encode\n"),
    in_schema("tisa", "        value: flags % 2 == 1\n", "        value: flags / 4 == 1\n"),
    in_schema("tisa", f"        value: flags / 4 == 1\n{TRIM}", f"        value: flags % 2 == 1\n{TRIM}"),
    in_schema("tisa", "    valid: 1\n", "    valid: 2\n"),
    in_schema("mic2", "contents: mic@2\n", "contents: mic@7\n"),
    in_schema("glyph", "    type: b4\n    valid: 2\n", "    type: b4\n    valid: 3\n"),
    in_schema("glyph", "    0x30:\n", "    0x3f:\n"),
    # what is computed of numbers: how they are stored is as fixed as it is for u4
    in_schema("uleb128", "instances:\n", "instances:\n  doubled:\n    value: value * 2\n"),
    in_schema("uleb128", "'{value:dec}'", "'{doubled:dec}'"),
    in_schema("binary32", "instances:\n", "instances:\n  doubled:\n    value: bits * 2\n"),
)


def test_every_schema_is_edited() -> None:
    assert {Path(edit.file).stem for edit in EDITS if edit.file.startswith("schemas/")} == {
        path.stem for path in (ROOT / "schemas").glob("*.ksy")
    }


@pytest.mark.nightly
def test_a_change_of_a_schema_is_followed_everywhere(tmp_path: Path) -> None:
    partner("ksc")
    root, before = tmp_path / "checkout", tmp_path / "before"
    probe.keep(before)
    for name in ("nacformats", "schemas", "generated", "viewer"):
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__", "_native"))
    (root / "node_modules").symlink_to(ROOT / "node_modules")
    for edit in EDITS:
        edit.apply(root)
    env = {**os.environ, "PYTHONPATH": str(root)}
    for command in (["-m", "nacformats", "generate"], [probe.__file__, str(before)]):
        done = subprocess.run(
            [sys.executable, *command], cwd=root, env=env, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
