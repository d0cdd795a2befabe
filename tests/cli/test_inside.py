"""inspect shows the files inside of a NAC file in place, with offsets of the NAC file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from nacformats import NacFile, dump, load
from nacformats.cli import main
from nacformats.codec.locator import Locator
from nacformats.codec.streams import Source
from nacformats.codec.walk import FieldNode, Walk

CORPUS = Path(__file__).resolve().parents[1] / "corpus" / "nac"
PLAN, TOKENIZER = CORPUS / "mep_run" / "model.nac", CORPUS / "tok_bpe" / "model.nac"


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["inspect", *map(str, arguments)])


def below(walk: Walk, node: FieldNode) -> list[FieldNode]:
    return [node, *(each for child in walk.children(node) for each in below(walk, child))]


def test_the_program_is_shown_in_place() -> None:
    lines = run(PLAN, "--section", "orch", "--all").stdout.splitlines()
    assert "00001cba        154   bytecode" in lines
    (first,) = [line for line in lines if "[0]  RES_LOAD_MODEL" in line]
    assert first.split()[:2] == ["00001cba", "4"]
    (last,) = [line for line in lines if "EXEC_RETURN" in line]
    assert last.split()[:2] == [f"{0x1CBA + 0x92:08x}", "8"]


def test_the_manifest_and_the_resources_are_shown_in_place() -> None:
    manifest = run(TOKENIZER, "--section", "proc").stdout
    assert 'magic  "TISA"' in manifest
    assert "PARTITION_RULES 3 rules" in manifest
    vocabulary = run(TOKENIZER, "--section", "rsrc.files[0].data").stdout
    assert "num_entries  309" in vocabulary
    merges = run(TOKENIZER, "--section", "rsrc.files[2].data.pairs[1]").stdout
    assert 'left  "t"' in merges
    assert 'right  "he"' in merges


@pytest.mark.parametrize(
    ("path", "section", "inner"), [(PLAN, "orch.bytecode", "mep"), (TOKENIZER, "proc.manifest", "tisa")]
)
def test_offsets_are_those_of_the_file(path: Path, section: str, inner: str) -> None:
    data = path.read_bytes()
    walk = Walk("nac", Source(data), 1_000_000)
    node = walk.find(section)
    assert node is not None
    assert node.size is not None
    alone = Walk(inner, Source(data[node.offset : node.offset + node.size]), 1_000_000)
    found, expected = below(walk, node)[1:], below(alone, alone.root)[1:]
    assert len(found) > 20
    assert [each.path.removeprefix(f"{section}.") for each in found] == [each.path for each in expected]
    assert [each.offset - node.offset for each in found] == [each.offset for each in expected]
    locator = Locator("nac", Source(data))
    for each in found:
        assert locator.offset(each.path) == each.offset


def test_json_keeps_the_bytes_and_adds_what_is_in_them() -> None:
    shown: dict[str, Any] = json.loads(run(TOKENIZER, "--section", "proc", "--json").stdout)
    (manifest,) = [child for child in shown["tree"]["children"] if child["name"] == "manifest"]
    assert manifest["value"].startswith(b"TISA".hex())
    assert [child["name"] for child in manifest["children"]] == ["magic", "version", "steps"]


@pytest.mark.sample(each=2)
@pytest.mark.parametrize("manifest", [b"", b"\0", b"TISA", b"not a manifest", b"TISA\x01\x10\xff\xff\xff\xff\x01"])
def test_bytes_that_are_something_else_stay_bytes(manifest: bytes, tmp_path: Path) -> None:
    with load(PLAN) as nac:
        assert isinstance(nac, NacFile)
        nac.sections.proc = manifest
        dump(nac, tmp_path / "other.nac")
    for options in ((), ("--all",), ("--json",), ("--hex",)):
        result = run(tmp_path / "other.nac", "--section", "proc", *options)
        assert result.exception is None or isinstance(result.exception, SystemExit)
        assert "manifest" in result.stdout


def test_a_schema_of_the_package_by_its_name(tmp_path: Path) -> None:
    (tmp_path / "code").write_bytes(bytes.fromhex("59 01 02 ff"))
    result = run("--schema", "mep", tmp_path / "code")
    assert result.exit_code == 0
    assert "SYS_COPY s1 s2" in result.stdout
    assert run("--schema", "no-such-schema", tmp_path / "code").exit_code == 2


def test_plan_tokenizer_and_files_have_tables() -> None:
    shown = run(PLAN, "--tables").stdout
    assert "plan: 35 instructions, 13 constants" in shown
    assert "  00001cba      res_load_model 0" in shown
    shown = run(TOKENIZER, "--tables").stdout
    assert "tokenizer: PARTITION_RULES, BYTE_ENCODE, BPE_ENCODE" in shown
    assert "\nplan:" not in shown, "an empty one is none"
    table = run(TOKENIZER, "--section", "proc").stdout
    assert 'protected "<pad>"' in table
    assert "vocab.b" in run(TOKENIZER, "--section", "rsrc").stdout


def test_a_plan_that_cannot_be_read_is_a_finding_and_no_table(tmp_path: Path) -> None:
    path = tmp_path / "damaged.nac"
    damaged = bytearray(PLAN.read_bytes())
    damaged[0x1CBA] = 0xEE  # no opcode
    path.write_bytes(damaged)
    shown = run(path).stdout
    assert "\nplan:" not in shown
    assert "byte 7354" in shown
