"""validate: what is wrong with the plan and the tokenizer of a file, which is read and written all the same."""

from __future__ import annotations

from pathlib import Path

import pytest

import nacformats
from nacformats.findings import Finding
from nacformats.formats.nac import NacFile
from nacformats.formats.nac.file.sections import Resource


def findings(file: NacFile) -> list[Finding]:
    data = nacformats.dumps(file)
    assert nacformats.dumps(nacformats.loads(data, format="nac")) == data
    return nacformats.validate(data)


def with_tokenizer(corpus: Path) -> NacFile:
    return nacformats.loads((corpus / "nac" / "tok_bpe" / "model.nac").read_bytes(), format="nac")


@pytest.mark.parametrize("case", ["tok_bpe", "tok_unigram", "tok_external", "mep_run"])
def test_real_files_are_sound(corpus: Path, case: str) -> None:
    assert nacformats.validate(corpus / "nac" / case / "model.nac") == []


def test_a_manifest_that_is_cut_off(corpus: Path) -> None:
    file = with_tokenizer(corpus)
    assert file.sections.proc is not None
    file.sections.proc = bytes(file.sections.proc)[:40]
    (finding,) = findings(file)
    assert (finding.rule, finding.severity) == ("nac.manifest", "error")
    assert str(finding.path).startswith("proc.manifest.steps[0]")
    assert finding.offset == nacformats.dumps(file).index(file.sections.proc) + 10


def test_a_manifest_without_a_model(corpus: Path) -> None:
    file = with_tokenizer(corpus)
    file.sections.proc = b"TISA\1"
    (finding,) = findings(file)
    assert (finding.rule, finding.path) == ("nac.manifest", "proc.manifest")
    assert finding.offset == nacformats.dumps(file).index(b"TISA\1")


def test_a_damaged_resource_tells_its_byte(corpus: Path) -> None:
    file = with_tokenizer(corpus)
    assert file.sections.rsrc is not None
    half = bytes(file.sections.rsrc[0].data)[:1000]
    file.sections.rsrc = (Resource(file.sections.rsrc[0].name, half), *file.sections.rsrc[1:])
    (finding,) = findings(file)
    assert (finding.rule, finding.severity) == ("nac.tokenizer", "error")
    assert str(finding.path).startswith("rsrc.files[0].data.")
    start = nacformats.dumps(file).index(half)
    assert start <= (finding.offset or 0) <= start + len(half)


def test_resources_that_are_missing(corpus: Path) -> None:
    file = with_tokenizer(corpus)
    file.sections.rsrc = (Resource("readme.txt", b""),)
    (finding,) = findings(file)
    assert (finding.rule, finding.severity, finding.path) == ("nac.tokenizer", "error", "rsrc")
    file.sections.rsrc = None
    (finding,) = findings(file)
    assert (finding.rule, finding.severity, finding.path) == ("nac.tokenizer", "warning", "proc")
