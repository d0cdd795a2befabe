"""The strategies of Hypothesis: what they draw, and how small a failing file gets."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, find, given, settings

from nacformats import FormatError
from nacformats.fuzz import files, near, samples
from nacformats.targets.loading import codec_of_file
from tests.machine.schemas import read

QUIET = settings(max_examples=30, deadline=None, suppress_health_check=list(HealthCheck), database=None)
PATIENT = settings(
    max_examples=2000, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck), database=None
)

TOY = """
meta:
  id: toy
  title: Records of a kind and a payload
  endian: be
  encoding: ASCII
seq:
  - id: magic
    contents: TOY
  - id: num_records
    type: u2
  - id: records
    type: record
    repeat: expr
    repeat-expr: num_records
types:
  record:
    seq:
      - id: kind
        type: u1
        valid:
          any-of: [1, 2]
      - id: len_body
        type: u2
      - id: body
        size: len_body
        type:
          switch-on: kind
          cases:
            1: number
            2: text
  number:
    seq:
      - id: number
        type: u4
  text:
    seq:
      - id: text
        type: str
        size-eos: true
"""


@pytest.fixture(scope="module")
def toy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("toy") / "toy.ksy"
    path.write_text(TOY)
    return path


@given(files("stb", max_size=500))
@QUIET
def test_files_are_bytes(data: bytes) -> None:
    assert data.startswith(b"STB0")


@given(samples("micb", max_size=500))
@QUIET
def test_samples_have_the_place_of_every_field(sample: Any) -> None:
    spans = {span.path: span for span in sample.spans}
    assert sample.data[spans["magic"].offset :].startswith(b"MICB")
    assert max(span.offset + span.size for span in sample.spans) == len(sample.data)


@given(near("stb", max_size=500))
@QUIET
def test_damaged_files_are_not_the_files(damaged: Any) -> None:
    assert damaged.data != damaged.sample.data
    assert damaged.path in {span.path for span in damaged.sample.spans}


def test_a_failing_file_gets_as_small_as_it_can(toy: Path) -> None:
    """Of all files with a number above 1000, the smallest has one record, of the kind of numbers, with 1001 in it."""
    codec = codec_of_file(toy)

    def fails(data: bytes) -> bool:
        records = read(codec, data)["records"]
        return any(record["kind"] == 1 and record["body"]["number"] > 1000 for record in records)

    smallest = find(files(toy, max_size=300), fails, settings=PATIENT)
    assert smallest == b"TOY" + bytes([0, 1, 1, 0, 4]) + (1001).to_bytes(4, "big")


def test_what_hypothesis_finds_is_refused_with_a_format_error(toy: Path) -> None:
    codec = codec_of_file(toy)

    @given(near(toy))
    @QUIET
    def check(damaged: Any) -> None:
        try:
            read(codec, damaged.data)
        except FormatError:
            return

    check()


def test_makers_need_no_hypothesis() -> None:
    code = """
    import random, sys
    sys.modules["hypothesis"] = None
    from nacformats import fuzz
    assert fuzz.Maker("stb").sample(random.Random(0)).data.startswith(b"STB0")
    try:
        fuzz.files
    except ImportError as error:
        print(error)
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, check=True, timeout=120
    )
    assert "pip install 'nacformats[fuzz]'" in done.stdout
