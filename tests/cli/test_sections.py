"""Every path that an error or a finding names is one that `inspect --section` takes, and leads to its byte."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from nacformats.cli import main
from nacformats.codec.streams import Source
from nacformats.commands.inspection.core import Inspection, inspect_source
from nacformats.findings import Finding
from nacformats.formats import formats

CORPUS = Path(__file__).parents[1] / "corpus"
EXAMPLES = Path(__file__).parents[2] / "examples"
#: Larger files and more of them say nothing more, but take long.
MAX_BYTES = 4_000
EVERY = 3
#: How many bits of all files together are flipped at least.
LEAST_FLIPS = 40
#: How often a damaged file may be read from.
READS = 50_000


def samples(name: str) -> Iterator[bytes]:
    """Files of the corpus, or examples, as they are, with flipped bits, and cut."""
    rng = random.Random(name)
    found = sorted(CORPUS.rglob(f"*{formats()[name].suffix}")) or sorted(EXAMPLES.glob(f"*{formats()[name].suffix}"))
    paths = [path for path in found if path.stat().st_size <= MAX_BYTES]
    flips = max(2, LEAST_FLIPS // len(paths))
    for path in paths[::EVERY]:
        data = path.read_bytes()
        yield data
        yield data[: rng.randrange(len(data) + 1)]
        for _ in range(flips if data else 0):
            damaged = bytearray(data)
            damaged[rng.randrange(min(len(data), 300))] ^= 1 << rng.randrange(8)
            yield bytes(damaged)


def is_at(found: Inspection, finding: Finding) -> bool:
    """Whether the field of a finding is where that says: its offset is that of the field, in it, or in a gap after."""
    _, node = found.select(finding.path)
    if node is None or finding.offset is None:  # a table of its own, or a text
        return finding.offset is None
    end = found.size if node.size is None else node.offset + node.size
    if node.offset <= finding.offset <= end:
        return True
    return end < finding.offset and found.walk.at(finding.offset).path in ("", node.path)


@pytest.mark.sample(each=4)
@pytest.mark.parametrize("name", list(formats()))
def test_the_path_of_every_finding_is_a_section(name: str) -> None:
    looked_at = 0
    for data in samples(name):
        found = inspect_source(Source(data), name, reads=READS)
        for finding in found.findings:
            if finding.path is not None:
                assert is_at(found, finding), f"{finding}: {found.select(finding.path)[1]}"
                looked_at += 1
    assert looked_at > 4


def test_paths_of_good_files_lead_to_the_very_field() -> None:
    """Not only to what is around it: that is for files that break off."""
    exact = {"nac": "nac", "micb": "micb", "stb": "stb"}
    for name in exact:
        for data in list(samples(name))[:40]:
            found = inspect_source(Source(data), name, reads=READS)
            for finding in found.findings if found.valid else ():
                if finding.path is not None and not finding.rule.endswith(("padding", "gap")):
                    node = found.walk.find(finding.path)
                    assert node is not None, finding
                    assert node.offset == finding.offset, finding


def test_other_paths_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.stb"
    path.write_bytes((CORPUS / "stb" / "valid" / "ref_i32_2d.stb").read_bytes()[:40])
    assert CliRunner().invoke(main, ["inspect", str(path), "--section", "tensors[7]"]).exit_code == 2
    shown = CliRunner().invoke(main, ["inspect", str(path), "--section", "len_file"])
    assert shown.exit_code == 1
    assert "len_file  128" in shown.output


@pytest.mark.parametrize(
    ("section", "says"),
    [
        ("tensor", "did you mean tensors? the file has tensors, magic, "),
        ("tensors[7]", "tensors has the elements [0] to [2]"),
        ("tensors[0].ofs_bod", "did you mean tensors[0].ofs_body? tensors[0] has tensor_id, dtype, "),
        ("tensors[0].dtype.x", "tensors[0].dtype has no parts"),
        ("x" * 100_000, "the file has tensors, magic, "),
    ],
)
def test_a_part_that_is_not_there(run: Any, example: Any, section: str, says: str) -> None:
    result = run("inspect", example("weights.stb"), "--section", section)
    assert result.exit_code == 2
    assert says in result.stderr
    assert len(result.stderr) < 2000
