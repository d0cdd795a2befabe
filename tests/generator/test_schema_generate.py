"""generated/: reproducible, complete, checked, and robust against schemas that are wrong."""

from __future__ import annotations

import hashlib
import re
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from nacformats.cli import main
from nacformats.codec.tables import FieldEntry, table_of
from nacformats.schema.model import SchemaError
from nacformats.schema.reading import schema_model
from nacformats.schema.sources import ROOT, bundle, imports, schema_names, schema_path, schema_text
from nacformats.targets import constructs, generate, kaitai, tables
from nacformats.targets.python import module
from tests.effort import some
from tests.partners import needs, partner

GOOD = """
meta: {id: good, title: Good, endian: le}
seq: [{id: x, type: u1}, {id: y, type: u2, repeat: expr, repeat-expr: 3}]
"""


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, schemas: Any) -> Path:
    """A checkout with one schema and no generated/, where only this package's own generators work: that is quick."""
    monkeypatch.setattr(generate, "PRODUCTS", tuple(each for each in generate.PRODUCTS if each.render is not None))
    monkeypatch.setattr(generate, "ROOT", tmp_path)
    monkeypatch.setattr(generate, "OUTPUT", tmp_path / "generated")
    monkeypatch.setattr(generate, "STUBS", tmp_path / "nacformats" / "_generated")
    (schemas.folder / "good.ksy").write_text(GOOD)
    monkeypatch.setattr(generate, "_write_viewer", lambda outcome: None)  # which is made from all of our schemas
    return tmp_path


@pytest.fixture
def compiled_checkout(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Path:
    """The same with the Kaitai Struct compiler."""
    partner("ksc")
    products = generate.PRODUCTS
    checkout = request.getfixturevalue("checkout")
    monkeypatch.setattr(generate, "PRODUCTS", products)
    return checkout


def files(checkout: Path) -> dict[str, bytes]:
    found = sorted((checkout / "generated").rglob("*.*"))
    return {path.relative_to(checkout).as_posix(): path.read_bytes() for path in found}


# The committed output


def test_regenerating_changes_nothing() -> None:
    outcome = generate.generate(check=True)
    assert list(outcome.lines()) == [f"note: {note}" for note in outcome.notes]
    assert outcome.ok


def test_every_file_says_which_schemas_it_comes_from() -> None:
    for product in generate.PRODUCTS:
        for name in schema_names():
            if product.folder == "native" and not product.path(name).is_file():
                continue  # a schema without records
            head = product.path(name).read_text(encoding="utf-8").splitlines()[: 1 + len(imports(name))]
            for line, source in zip(head, [name, *imports(name)], strict=True):
                digest = hashlib.sha256(schema_path(source).read_bytes()).hexdigest()
                assert f"schemas/{source}.ksy (sha256 {digest})" in line
            assert "Do not edit." in head[0]


def test_python_output_is_valid_and_not_too_wide() -> None:
    for folder in ("construct", "tables"):
        for path in some(sorted((ROOT / "generated" / folder).glob("*.py"))):
            text = path.read_text(encoding="utf-8")
            compile(text, str(path), "exec")
            assert [line for line in text.splitlines()[2:] if len(line) > 120] == []


# The command


def test_a_second_run_has_nothing_to_do(compiled_checkout: Path) -> None:
    checkout = compiled_checkout
    first = generate.generate()
    assert first.ok
    assert "generated/construct/good.py" in first.changed
    written = files(checkout)
    second = generate.generate()
    assert (second.changed, second.removed, files(checkout)) == ([], [], written)


def test_check_names_what_is_stale_and_how_to_mend_it(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(checkout)
    run = partial(CliRunner().invoke, main)
    assert run(["generate"]).exit_code == 0
    assert run(["generate", "--check"]).exit_code == 0
    stale = checkout / "generated" / "docs" / "good.md"
    stale.write_text("changed by hand")
    written = files(checkout)
    checked = run(["generate", "--check"])
    assert checked.exit_code == 1
    assert "stale: generated/docs/good.md\n" in (shown := checked.stdout)
    assert f"Run `{generate.COMMAND}`" in shown
    assert files(checkout) == written
    assert run(["generate"]).exit_code == 0
    assert run(["generate", "--check"]).exit_code == 0


def test_files_that_no_schema_makes_are_removed(checkout: Path) -> None:
    generate.generate()
    old = checkout / "generated" / "construct" / "old.py"
    old.write_text("")
    assert generate.generate(check=True).removed == ["generated/construct/old.py"]
    assert old.exists()
    assert generate.generate().removed == ["generated/construct/old.py"]
    assert not old.exists()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("meta: {id: bad\n", "schemas/bad.ksy:2:1: not YAML ("),
        ("- a\n- b\n", "schemas/bad.ksy: not a map with a `meta`"),
        (
            "meta: {id: bad, title: Bad}\nseq: [{id: x, type: nope}]\n",
            "schemas/bad.ksy:2:15: /seq/0/type: there is no type",
        ),
        (
            "meta: {id: bad, title: Bad}\nseq: [{id: x, size: y}]\n",
            "schemas/bad.ksy:2:15: /seq/0/size: there is no member 'y'",
        ),
    ],
)
def test_a_bad_schema_is_reported_and_the_others_are_generated(checkout: Path, text: str, message: str) -> None:
    generate.generate()
    before = files(checkout)
    (checkout / "schemas" / "bad.ksy").write_text(text)
    (checkout / "schemas" / "good.ksy").write_text(GOOD.replace("u2", "u4"))
    generate.load_schema.cache_clear()
    outcome = generate.generate()
    assert not outcome.ok
    assert any(failure.startswith(message) for failure in outcome.failures), outcome.failures
    assert "generated/tables/good.py" in outcome.changed
    assert files(checkout).keys() >= before.keys()


def test_what_the_compiler_refuses_has_the_path_in_the_schema(compiled_checkout: Path) -> None:
    checkout = compiled_checkout
    (checkout / "schemas" / "bad.ksy").write_text("meta: {id: bad, title: Bad}\nseq: [{id: x, type: nope}]\n")
    (checkout / "schemas" / "worse.ksy").write_text("meta: {id: worse, title: Worse, imports: [nowhere]}\n")
    failures = "\n".join(generate.generate().failures)
    assert "schemas/bad.ksy: bad: /seq/0/type: error: unable to find type 'nope'" in failures
    assert "there is no schema nowhere.ksy" in failures


def test_without_the_compiler_the_checksums_are_checked(
    compiled_checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    checkout = compiled_checkout
    generate.generate()
    monkeypatch.setattr(kaitai, "missing", lambda: "Node.js is not installed")
    outcome = generate.generate(check=True)
    assert outcome.ok
    assert outcome.notes == [
        "Node.js is not installed: the output of the Kaitai Struct compiler is only checked by sha256"
    ]
    (checkout / "schemas" / "good.ksy").write_text(GOOD + "# one more line\n")
    assert "generated/kaitai/good.py" in generate.generate(check=True).changed
    assert "generated/kaitai/good.py is stale and cannot be generated here" in generate.generate().failures


# Places and bundles


def test_tables_have_the_offsets_of_the_specifications() -> None:
    stb, nac = table_of("stb"), table_of("nac")
    assert {each.id: (each.at, each.number) for each in stb.root.fields} == {
        "magic": (0, ""), "version": (4, "u1"), "flags": (5, "u1"), "num_tensors": (6, "<u2"), "reserved0": (8, "<u4"),
        "reserved1": (12, "<u4"), "ofs_data": (16, "<u8"), "len_file": (24, "<u8"),
    }  # fmt: skip
    assert nac.place("d_model") == 10
    assert nac.root.members["ofs_orch"] == FieldEntry("ofs_orch", at=68, number="<u8")
    assert nac.place("has_internal_weights") == nac.place("quantization_method") == 4
    assert nac.root.members["ofs_rsrc"].at is None  # it depends on the version
    assert nac.root.members["orch"].pos == "ofs_orch"


def test_tables_of_switches_and_shared_bits(schemas: Any) -> None:
    schemas.write(
        "packed",
        """
        seq:
          - {id: pair, type: pair, repeat: expr, repeat-expr: 2}
          - {id: a, type: b3}
          - {id: b, type: b13}
          - {id: high, type: s2be}
          - {id: choice, type: {switch-on: high, cases: {-1: pair, 7: free, _: pair}}}
          - {id: last, type: u1}
        types:
          pair: {seq: [{id: x, type: s2be}, {id: y, type: f4}]}
          free: {seq: [{id: n, type: u1}, {id: rest, size: n}]}
        """,
    )
    table = tables.table_of_schema(schema_model("packed"))
    places = {each.id: (each.at, each.number) for each in table.root.fields}
    assert places == {
        "pair": (0, ""), "a": (12, ""), "b": (12, ""), "high": (14, ">i2"), "choice": (16, ""), "last": (None, ""),
    }  # fmt: skip
    assert table.root.members["choice"].cases == {-1: "Packed.Pair", 7: "Packed.Free"}
    assert [each.id for each in table.cases("Packed", "choice")[7].fields] == ["n", "rest"]


def test_a_bundle_needs_no_other_file() -> None:
    for name in schema_names():
        whole = yaml.safe_load(bundle(name))
        assert "imports" not in whole["meta"]
        assert set(imports(name)) <= set(whole.get("types", {}))
        if not imports(name):
            assert bundle(name) == schema_text(name)
    text = bundle("micb")
    assert "the tenth one holds bit 63 only" in text
    assert text.count("doc-ref: https://en.wikipedia.org/wiki/LEB128") == 1


@pytest.mark.nightly
@needs("ksc")
def test_bundles_compile() -> None:
    for name in filter(imports, schema_names()):
        results = kaitai.compile_schemas({name: yaml.safe_load(bundle(name))}, [kaitai.Job(name, "javascript")])
        assert isinstance(results[0], str), results


def test_what_cannot_be_bundled_is_refused(schemas: Any) -> None:
    schemas.write("inner", "seq: [{id: x, type: u1, if: _root.x == 1}]")
    schemas.write("outer", "meta: {id: outer, imports: [inner]}\nseq: [{id: a, type: inner}]")
    with pytest.raises(ValueError, match="inner uses `_root`"):
        bundle("outer")
    schemas.write("inner", "seq: [{id: x, type: u1}]")
    schemas.write("outer", "meta:\n  id: outer\n  imports:\n    - inner\ntypes: {inner: {}}")
    with pytest.raises(ValueError, match="outer has a type that is called inner, like an imported schema"):
        bundle("outer")


def test_imported_types_are_used_from_their_own_module(schemas: Any) -> None:
    schemas.write("inner", "seq: [{id: x, type: u1}]")
    schemas.write("outer", "meta: {id: outer, imports: [inner]}\nseq: [{id: a, type: inner}]")
    text = module.render_python("outer")
    assert "from nacformats._generated.python import inner as _inner_schema\n" in text
    assert "_new_record(_inner_schema.Inner)" in text
    schemas.write("outer", "meta: {id: outer, imports: [inner]}\nseq: [{id: a, type: inner(3)}]")
    with pytest.raises(SchemaError, match="/seq/0/type: inner takes 0 arguments"):
        constructs.render_constructs("outer")


def test_construct_structs_are_records_of_the_machine(schemas: Any) -> None:
    schemas.write(
        "sized",
        """
        doc: A number. Nothing else.
        seq: [{id: part, type: part}, {id: class, type: class}, {id: kind, type: u1, enum: kinds}]
        types: {part: {doc: Of one byte, seq: [{id: x, type: u1}]}, class: {seq: [{id: y, type: strz}]}}
        enums: {kinds: {1: one}}
        """,
    )
    text = constructs.render_constructs("sized")
    assert "# A number.\nsized = _Record(_records.Sized)\n" in text
    assert "# Of one byte\npart = _Record(_records.Part, 1)\n" in text
    assert "\nclass_ = _Record(_records.Class)" in text
    assert "from nacformats._generated.python.sized import Kinds\n" in text
    assert '__all__ = ["Kinds", "class_", "part", "sized"]' in text


def test_pages_lead_to_those_of_imports(tmp_path: Path) -> None:
    """Into types, enums and numbers of other schemas, in folders below and beside this one."""
    schemas = {
        "own/main.ksy": "meta: {id: main, endian: le, imports: [sub/part, ../other/far]}\n"
        "seq: [{id: a, type: part}, {id: b, type: 'far::inner'}, {id: c, type: u1, enum: 'far::kind'}]\n",
        "own/sub/part.ksy": "meta: {id: part, imports: [uleb128]}\nseq: [{id: x, type: uleb128}]\n",
        "other/far.ksy": "meta: {id: far}\nseq: [{id: x, type: u1}]\n"
        "types: {inner: {seq: [{id: y, type: u1}]}}\nenums: {kind: {1: one}}\n",
    }
    for name, text in schemas.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    words = ["--schema", tmp_path / "own/main.ksy", "--for", "docs", "-o", tmp_path / "made"]
    done = CliRunner().invoke(main, ["generate", *map(str, words)])
    assert done.exit_code == 0, done.stderr
    pages = {path.name: path.read_text() for path in (tmp_path / "made/docs").glob("*.md")}
    links = {(name, link) for name, text in pages.items() for link in re.findall(r"\]\(([^)]*\.md[^)]*)\)", text)}
    assert len(links) == 4
    for name, link in links:
        page, _, place = link.partition("#")
        headings = [
            re.sub(r"\W+", "-", line.strip("# ").lower()) for line in pages[page].splitlines() if line[:1] == "#"
        ]
        assert not place or place in headings, (name, link)
