"""The headers say what the schema says of types, fields and enums, whatever characters that has."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from nacformats.schema.reading import schema_model
from nacformats.targets.c.comments import WIDTH, c_comment
from nacformats.targets.c.files import c_files, render_header
from nacformats.targets.loading import schema_of_file
from tests.c.test_c_files import STRICT, run
from tests.columns.native import compiler

NASTY = "ends */ begins /* nests /*/ trigraph ??/ \\"
SCHEMA = f"""
meta: {{id: nasty, endian: le}}
doc: |
  {NASTY}

  A second paragraph, {"very " * 40}long.
doc-ref: a book, page */ 7
seq:
  - {{id: kind, type: u1, enum: kind, doc: '{NASTY}'}}
instances:
  twice: {{value: kind.to_i * 2, doc: '{NASTY}'}}
enums:
  kind:
    1: {{id: one, doc: '{NASTY}'}}
"""


def test_nothing_in_the_documentation_ends_a_comment(tmp_path: Path) -> None:
    (tmp_path / "nasty.ksy").write_text(SCHEMA, encoding="utf-8")
    files = c_files(schema_of_file(tmp_path / "nasty.ksy"))
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert files["nasty.h"].count("ends * / begins / * nests") == 4
    assert max(map(len, files["nasty.h"].splitlines())) <= WIDTH + 4
    built = run([*compiler(), *STRICT, "-fsyntax-only", str(tmp_path / "nasty.c")])
    assert built.returncode == 0, built.stderr


@pytest.mark.parametrize("name", ["stb", "nac"])
def test_headers_have_the_documentation_of_the_schema(name: str) -> None:
    header = " ".join(render_header(name).replace("\n     * ", " ").replace("\n * ", " ").split())
    for target in schema_model(name).types:
        for each in (target, *target.fields, *target.values):
            assert " ".join(each.doc.split("\n\n")[0].split()) in header, each.path


def test_short_documentation_is_one_line() -> None:
    assert c_comment("The size.\n", "a book", "    ") == ["    /** The size. See a book. */"]
    assert c_comment("", "a book") == ["/** See a book. */"]
    assert c_comment(" \n") == []
    assert c_comment("one\n\ntwo") == ["/**", " * one", " *", " * two", " */"]
    wide = c_comment(textwrap.dedent("long " * 60), indent="    ")
    assert (wide[0], wide[-1], len(wide)) == ("    /**", "     */", 5)
