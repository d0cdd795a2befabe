"""A layout is in schemas/ alone: in a copy of the checkout a schema changes, and everything else follows.

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

from nacformats.generator import kaitai

ROOT = Path(__file__).resolve().parents[1]
PROBE = Path(__file__).with_name("one_source_probe.py")


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


def field(id: str, type: str, rest: str = "") -> str:  # noqa: A002
    """A field of `seq` as the schemas write it."""
    return f"      - id: {id}\n        type: {type}\n{rest}"


RESERVED = "        valid: 0\n"
REPEATED = "        repeat: expr\n        repeat-expr: rank\n"
SHAPE = field("dims", "u4", REPEATED + "        doc: Shape as stored.\n")
FIELDS = "      - id: fields\n        type:\n"
TYPE_REF = field("type_ref", "type_ref")

#: What changes together, each kind of change in every format; the probes look at what follows.
CHANGES = {
    "inserted": (
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
        in_schema(
            "nac",
            field("num_commands", "u1"),
            field("flags", "u1", RESERVED) + field("num_commands", "u1"),
        ),
        in_schema("nac", field("rank", "u1") + SHAPE, field("flags", "u2", RESERVED) + field("rank", "u1") + SHAPE),
        in_schema("nac", FIELDS, field("flags", "u2", RESERVED) + FIELDS),
        in_schema("stb", "      - id: ofs_body\n", field("flags", "u8", RESERVED) + "      - id: ofs_body\n"),
        in_schema("stb", "_ >= 32 + 32 * num_tensors", "_ >= 32 + 40 * num_tensors"),
    ),
    "wider": (
        in_schema("micb", field("dtype", "u1", "        enum: dtype\n"), field("dtype", "u2", "        enum: dtype\n")),
        in_schema("nac", field("len_name", "u1"), field("len_name", "u4")),
        in_schema("nac", field("num_codes", "u1"), field("num_codes", "u2")),
        in_schema("nac", field("num_commands", "u1"), field("num_commands", "u4")),
        in_schema("stb", field("tensor_id", "u1"), field("tensor_id", "u4")),
        in_schema("stb", "_ >= 32 + 32 * num_tensors", "_ >= 32 + 35 * num_tensors"),
    ),
}
#: Which probes look at each.
PROBES = {"inserted": ("opcode", "mic", "nac", "stb"), "wider": ("mic", "nac", "stb")}


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_of_a_schema_is_followed_everywhere(change: str, tmp_path: Path) -> None:
    if kaitai.missing():
        pytest.skip(str(kaitai.missing()))
    root = tmp_path / "checkout"
    for name in ("nacformats", "schemas", "generated"):
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__", "_native"))
    (root / "node_modules").symlink_to(ROOT / "node_modules")
    for edit in CHANGES[change]:
        edit.apply(root)
    env = {**os.environ, "PYTHONPATH": str(root)}
    for command in (["-m", "nacformats", "generate"], [str(PROBE), *PROBES[change]]):
        done = subprocess.run(
            [sys.executable, *command], cwd=root, env=env, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
