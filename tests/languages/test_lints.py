"""Schemas of strangers: what is made of them compiles, and the strict tools of each language find nothing."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from nacformats.languages.targets import LANGUAGES, language_files
from nacformats.schema.sources import ROOT
from nacformats.targets.loading import schema_of_file
from nacformats.targets.packages import files_of_schemas
from tests.partners import partner

#: A size that is a constant, a list of this or that, a field without a name, long names, quotes in documents.
PROBE = """
meta: {id: probe, file-extension: probe, endian: le}
seq:
  - {id: num_rows, type: u4}
  - {id: rows, type: row, repeat: expr, repeat-expr: num_rows}
  - {id: num_mixed, type: u1}
  - {id: mixed, repeat: expr, repeat-expr: num_mixed, type: {switch-on: num_rows, cases: {1: row, 2: u4}}}
  - {type: u1}
  - {id: line_numbers, type: type_with_quite_a_long_name_of_its_own_kind, repeat: expr, repeat-expr: num_mixed}
types:
  row: {seq: [{id: a, type: u4}, {id: b, size: 2 + 12}]}
  type_with_quite_a_long_name_of_its_own_kind: {seq: [{id: a, type: u1}]}
enums:
  kind: {1: {id: alpha, doc: "> quoted\\nor"}, 2: {id: beta, doc: "- a list\\nthat goes on"}}
"""
COMPILER = ROOT / "node_modules" / "typescript" / "bin" / "tsc"
#: The commands of each language that have nothing to say.
LINTS = {
    "go": (("go", "vet", "./..."), ("gofmt", "-l", ".")),
    "java": (("sh", "-c", "javac -Xlint:all -Werror -d classes $(find . -name '*.java')"),),
    "rust": (("cargo", "clippy", "--quiet", "--offline", "--all-targets", "--", "-D", "warnings"),),
    "typescript": (("node", str(COMPILER), "--strict", "--noEmit", "-p", "."),),
}


def probe(language: str, folder: Path) -> dict[str, str]:
    """Write the package of a language; return its files."""
    path = folder / "probe.ksy"
    path.write_text(PROBE)
    files = language_files(language, "probe", [schema_of_file(path)])
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return files


@pytest.mark.nightly
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_tools_of_a_language_find_nothing(language: str, tmp_path: Path) -> None:
    partner("typescript" if language == "typescript" else LINTS[language][0][0])
    probe(language, tmp_path)
    for command in LINTS[language]:
        done = subprocess.run(
            command,
            cwd=tmp_path,
            env=os.environ | {"CARGO_TARGET_DIR": str(tmp_path / "target")},
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        assert (done.returncode, done.stdout + done.stderr) == (0, "")


def test_go_types_constants_and_breaks_long_functions(tmp_path: Path) -> None:
    files = probe("go", tmp_path)
    assert "n1 := int64(2 + 12)" in files["internal/machine/loops.go"]
    assert "TypeWithQuiteALongNameOfItsOwnKind {\n\t\treturn TypeWith" in files["probe/probe.go"]


def test_a_list_of_this_or_that_is_an_array_in_typescript(tmp_path: Path) -> None:
    assert "get mixed(): readonly ProbeMixed[]" in probe("typescript", tmp_path)["src/probe.ts"]


def test_values_of_any_kind_can_be_made(tmp_path: Path) -> None:
    assert "pub fn any_unsigned(&self, number: u64) -> Any" in probe("rust", tmp_path)["src/record.rs"]
    java = probe("java", tmp_path)["src/main/java/probe/Record.java"]
    assert all(f"public final Any {each}" in java for each in ("unsigned(", "real(", "text(", "bytes(", "any("))


def test_a_refusal_has_the_path_of_the_schema(tmp_path: Path) -> None:
    path = tmp_path / "foreign.ksy"
    path.write_text("meta: {id: foreign}\nseq: [{id: body, type: str, size: 4, encoding: Shift_JIS}]")
    with pytest.raises(ValueError, match="foreign") as caught:
        files_of_schemas([(path, schema_of_file(path))], ["go"])
    assert str(caught.value).startswith(f"{path}: /seq/0/encoding: ")
