"""Manifests as bytes: read, written, listed, damaged."""

from __future__ import annotations

import json
import struct
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import nacformats
from nacformats.errors import FormatError, InvalidError, LimitError, TruncatedError, UnsupportedError
from nacformats.limits import MAX_MANIFEST_BYTES
from nacformats.tokenizer import (
    Behavior,
    BpeEncode,
    ByteEncode,
    Compose,
    FilterCategory,
    Lowercase,
    Manifest,
    Partition,
    Prepend,
    Replace,
    Rule,
    UnicodeNorm,
    UnigramEncode,
    WordPieceEncode,
)

#: Every step, and its bytes by hand.
STEPS = [
    (Lowercase(), "01 00000000"),
    (UnicodeNorm("NFKC"), "02 05000000 04 4e464b43"),
    (Replace(" ", "▁"), "03 08000000 0100 20 0300 e29681"),
    (FilterCategory(("Mn", "Cc")), "04 07000000 02 02 4d6e 02 4363"),
    (Prepend("▁"), "07 05000000 0300 e29681"),
    (Partition(), "10 02000000 0000"),
    (
        Partition((Rule("<s>", True), Rule(r"\s", behavior=Behavior.isolate), Rule("x", True, Behavior.keep, " "))),
        "10 15000000 030001 0300 3c733e02 0200 5c73 0207 0100 78 00 01 20",
    ),
    (ByteEncode(), "15 00000000"),
    (BpeEncode(), "20 00000000"),
    (BpeEncode(""), "20 01000000 00"),
    (BpeEncode("</w>"), "20 05000000 04 3c2f773e"),
    (WordPieceEncode("##"), "21 03000000 02 2323"),
    (UnigramEncode(), "22 00000000"),
    (Compose(("<s>", None, 7)), "30 0e000000 03 01 00 03 3c733e 00 01 01 07000000"),
]  # fmt: skip
ALL = Manifest(tuple(step for step, _ in STEPS))
ALL_BYTES = b"TISA\x01" + b"".join(bytes.fromhex(code) for _, code in STEPS)


@pytest.mark.parametrize(("step", "code"), STEPS, ids=lambda value: type(value).__name__)
def test_each_step(step: object, code: str) -> None:
    data = b"TISA\x01" + bytes.fromhex(code)
    assert Manifest.parse(data) == Manifest((step,))  # type: ignore[arg-type]
    assert Manifest((step,)).to_bytes() == data  # type: ignore[arg-type]


@pytest.mark.parametrize(("suffix", "version"), [(None, "1.6"), ("", "1.6"), ("</w>", "1.8")])
def test_the_version_that_a_manifest_needs(suffix: str | None, version: str) -> None:
    assert Manifest((Lowercase(), BpeEncode(suffix))).version_needed == version


def test_all_steps() -> None:
    assert Manifest.parse(memoryview(ALL_BYTES)) == ALL
    assert ALL.to_bytes() == ALL_BYTES


def test_listing() -> None:
    manifest = Manifest.parse(ALL_BYTES, start=1000)
    assert manifest.disassemble().splitlines() == [
        "1005  LOWERCASE",
        '1010  UNICODE_NORM "NFKC"',
        '1020  REPLACE " " "▁"',
        '1033  FILTER_CATEGORY "Mn" "Cc"',
        '1045  PREPEND "▁"',
        "1055  PARTITION_RULES 0 rules",
        "1062  PARTITION_RULES 3 rules",
        '          protected "<s>"',
        r'          "\\s" isolate',
        '          protected "x" keep trim " "',
        "1088  BYTE_ENCODE",
        "1093  BPE_ENCODE",
        '1098  BPE_ENCODE ""',
        '1104  BPE_ENCODE "</w>"',
        '1114  WORDPIECE_ENCODE "##"',
        "1122  UNIGRAM_ENCODE",
        '1127  COMPOSE "<s>" ids 7',
    ]


@pytest.mark.parametrize("case", ["tok_bpe", "tok_unigram", "tok_external"])
def test_corpus_manifests_are_written_byte_for_byte(case: str, corpus: Path) -> None:
    folder = corpus / "nac" / case
    with nacformats.load(folder / "model.nac") as model:
        data = bytes(model.sections.proc or b"")
    tokens = json.loads((folder / "tokens.json").read_text("utf-8"))
    assert data.hex() == tokens.get("manifest_hex", data.hex())
    manifest = Manifest.parse(data)
    assert manifest.steps
    assert manifest.to_bytes() == data


DAMAGED = {
    "no magic": (b"TISB\x01", InvalidError, 0, "proc.manifest.magic"),
    "nothing": (b"", TruncatedError, 0, "proc.manifest.magic"),
    "another version": (b"TISA\x02", InvalidError, 4, "proc.manifest.version"),
    "an unknown step": (b"TISA\x01\x99" + bytes(4), UnsupportedError, 5, "proc.manifest.steps[0].opcode"),
    "a step that is cut": (ALL_BYTES[:-1], TruncatedError, None, "proc.manifest.steps[13]"),
    "a suffix that is cut": (b"TISA\x01\x20\x02\0\0\0\x02x", TruncatedError, 11, "steps[0].operands.suffixes[0].text"),
    "two suffixes": (b"TISA\x01\x20\x02\0\0\0\0\0", InvalidError, 10, "proc.manifest.steps[0].operands.suffixes"),
    "operands that are not used up": (b"TISA\x01\x07\x03\0\0\0\0\0x", InvalidError, 6, "steps[0].len_operands"),
    "operands of what takes none": (b"TISA\x01\x01\x01\0\0\0x", InvalidError, 6, "proc.manifest.steps[0].len_operands"),
    "an unknown behavior": (
        b"TISA\x01\x10\x07\0\0\0\x01\0\x02\x01\0x\x09", InvalidError, 16, "steps[0].operands.rules[0].behavior",
    ),
    "text that is not UTF-8": (b"TISA\x01\x07\x03\0\0\0\x01\0\xff", InvalidError, 12, "operands.value"),
    "more rules than bytes": (b"TISA\x01\x10\x02\0\0\0\xff\xff", TruncatedError, None, "proc.manifest.steps[0]"),
    "a length beyond the end": (b"TISA\x01\x10\xff\xff\xff\xff", TruncatedError, None, "proc.manifest.steps[0]"),
}  # fmt: skip


@pytest.mark.parametrize("name", DAMAGED)
def test_damaged(name: str) -> None:
    data, kind, offset, path = DAMAGED[name]
    with pytest.raises(kind) as caught:
        Manifest.parse(data, start=100)
    assert caught.value.format == "nac"
    assert path is None or path in str(caught.value.path)
    assert caught.value.offset is not None
    assert offset is None or caught.value.offset == 100 + offset


@given(at=st.integers(0, len(ALL_BYTES) - 1), value=st.integers(0, 255), cut=st.booleans())
def test_whatever_the_bytes(at: int, value: int, cut: bool) -> None:
    damaged = ALL_BYTES[:at] if cut else ALL_BYTES[:at] + bytes([value]) + ALL_BYTES[at + 1 :]
    with suppress(FormatError):
        manifest = Manifest.parse(damaged)
        assert manifest.to_bytes() == damaged


def test_what_does_not_fit_is_refused() -> None:
    for step in (UnicodeNorm("N" * 256), Replace("a" * 65_536, ""), Compose((2**31,)), Compose(("",) * 256),
                 Prepend("\ud800")):  # fmt: skip
        with pytest.raises(FormatError) as caught:
            Manifest((step,)).to_bytes()
        assert str(caught.value.path).startswith("proc.manifest.steps[0].operands")


def test_long_manifests_take_little_time_or_are_refused() -> None:
    with pytest.raises(LimitError, match="too long"):
        Manifest.parse(b"TISA\x01" + bytes(MAX_MANIFEST_BYTES))
    rules = b"\x00\x01\x00x" * 65_535
    many = b"TISA\x01\x10" + struct.pack("<IH", 2 + len(rules), 65_535) + rules
    assert len(Manifest.parse(many).steps[0].rules) == 65_535  # type: ignore[union-attr]
