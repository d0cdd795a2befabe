"""Every rule: its name, path, offset, expected and actual, and that an error is found exactly when reading refuses."""

from __future__ import annotations

import struct
from typing import Any

import pytest

import nacformats
from nacformats.formats.stb import model, rules
from nacformats.limits import MAX_FINDINGS
from tests.stb import oracle
from tests.stb.samples import GOLDEN, UNALIGNED, Case

# offset, bytes that are put there, rule, path, offset of the field, expected, actual
DAMAGE = [
    (3, b"1", "magic", "magic", 0, b"STB0", b"STB1"),
    (4, b"\2", "version", "version", 4, 1, 2),
    (5, b"\x80", "flags", "flags", 5, 0, 0x80),
    (8, b"\1", "reserved0", "reserved0", 8, 0, 1),
    (15, b"\1", "reserved1", "reserved1", 12, 0, 1 << 24),
    (16, b"\x60", "ofs-data", "ofs_data", 16, "a multiple of 64", 0x60),
    (16, b"\x40", "ofs-data", "ofs_data", 16, None, 0x40),
    (24, b"\xc3", "len-file", "len_file", 24, 196, 195),
    (24, b"\xc5", "truncated", "len_file", 24, "197 bytes", 196),
    (34, b"\x09", "rank", "tensors[0].rank", 34, "at most 8", 9),
    (36, b"\x40", "tensor-offset", "tensors[0].ofs_body", 36, "at least 128", 64),
    (36, b"\x81", "tensor-alignment", "tensors[0].ofs_body", 36, "a multiple of 64", 129),
    (75, b"\x80", "tensor-offset", "tensors[1].ofs_body", 68, "at most 196", (1 << 63) + 192),
    (44, b"\x45", "tensor-bounds", "tensors[0].len_body", 44, "at most 68", 69),
    (44, b"\x0b", "tensor-size", "tensors[0].len_body", 44, "12 (dims [2, 3] of float16)", 11),
    (52, b"\3", "tensor-size", "tensors[0].len_body", 44, "18 (dims [3, 3] of float16)", 12),
]


@pytest.mark.parametrize(("at", "patch", "rule", "path", "offset", "expected", "actual"), DAMAGE)
def test_errors(at: int, patch: bytes, rule: str, path: str, offset: int, expected: object, actual: object) -> None:
    data = patched(GOLDEN, at, patch)
    found = [finding for finding in nacformats.validate(data, format="stb") if finding.rule == f"stb.{rule}"]
    assert [(finding.severity, finding.path, finding.offset) for finding in found] == [("error", path, offset)]
    assert (found[0].expected, found[0].actual) == (expected, actual)
    with pytest.raises(nacformats.FormatError):
        nacformats.loads(data, format="stb")


def test_another_version_is_named() -> None:
    for strict in (True, False):
        with pytest.raises(nacformats.UnsupportedError, match="STB version 2, which is not read"):
            nacformats.loads(patched(GOLDEN, 4, b"\2"), strict=strict)


def patched(data: bytes, at: int, patch: bytes) -> bytes:
    return data[:at] + patch + data[at + len(patch) :]


# offset, bytes, rule, path, offset of the finding
REMARKABLE = [
    (33, b"\x04", "reserved-dtype", "tensors[0].dtype", 33),
    (35, b"\x03", "reserved-layout", "tensors[0].layout", 35),
    (62, b"\1", "unused-dims", "tensors[0].dims[2]", 60),
    (64, b"\7", "duplicate-id", "tensors[1].tensor_id", 64),
    (68, b"\x80", "overlap", "tensors[0].ofs_body", 36),
    (100, b"\1", "padding", "tensors", 100),
    (150, b"\1", "padding", "data", 150),
]


@pytest.mark.parametrize(("offset", "patch", "rule", "path", "place"), REMARKABLE)
def test_warnings(offset: int, patch: bytes, rule: str, path: str, place: int) -> None:
    data = patched(GOLDEN, offset, patch)
    found = nacformats.validate(data)
    assert {finding.severity for finding in found} == {"warning"}
    mine = [finding for finding in found if finding.rule == f"stb.{rule}"]
    assert [(finding.path, finding.offset) for finding in mine] == [(path, place)]
    nacformats.loads(data)


def test_a_sound_file_has_no_findings() -> None:
    assert nacformats.validate(GOLDEN) == []


def test_exact_aliases_are_not_an_overlap() -> None:
    row = (0, 2, 1, 0, (5, 0, 0), b"alias")
    data = bytearray(oracle.write([row, (1, *row[1:])]))
    data[32 + 32 + 4 : 32 + 32 + 12] = data[36:44]
    data[24:32] = struct.pack("<Q", 128 + 5)
    assert nacformats.validate(bytes(data[: 128 + 5])) == []


def test_padding_is_not_searched_for_where_payloads_cannot_be_trusted() -> None:
    data = GOLDEN[:44] + b"\x45" + GOLDEN[45:100] + b"\1" + GOLDEN[101:]
    assert "stb.padding" not in {finding.rule for finding in nacformats.validate(data)}


def test_an_alignment_is_an_error_in_strict_and_a_warning_in_lenient_reading() -> None:
    for strict, severity in ((True, "error"), (False, "warning")):
        found = nacformats.validate(UNALIGNED, strict=strict)
        assert [(f.severity, f.rule, f.path) for f in found] == [
            (severity, "stb.tensor-alignment", "tensors[1].ofs_body")
        ]


def test_all_errors_are_found_not_only_the_first() -> None:
    rows = [(index, 0, 1, 0, (5, 0, 0), b"four") for index in range(40)]
    found = nacformats.validate(oracle.write(rows))
    assert [finding.path for finding in found] == [f"tensors[{index}].len_body" for index in range(40)]


@pytest.mark.parametrize(("dtype", "itemsize"), [(0, 4), (1, 2), (3, 4)])
@pytest.mark.parametrize("rank", [4, 8])
def test_a_size_that_a_high_rank_cannot_have_is_refused_strictly(dtype: int, itemsize: int, rank: int) -> None:
    whole = (0, dtype, rank, 0, (9, 0, 0), bytes(2 * itemsize))
    data = oracle.write([whole, (1, dtype, rank, 0, (9, 0, 0), bytes(2 * itemsize - 1))])
    for strict, severity in ((True, "error"), (False, "warning")):
        (found,) = nacformats.validate(data, strict=strict)
        assert (found.severity, found.rule) == (severity, "stb.element-size")
        assert (found.path, found.offset) == ("tensors[1].len_body", 64 + 12)
        assert (found.expected, found.actual) == (f"a multiple of {itemsize}", 2 * itemsize - 1)
    with pytest.raises(nacformats.InvalidError, match=r"tensors\[1\].len_body"):
        nacformats.loads(data)
    read = nacformats.loads(data, strict=False)
    assert [len(tensor.raw) for tensor in read.tensors] == [2 * itemsize, 2 * itemsize - 1]
    assert read.tensors[0].array().shape == (2,)
    with pytest.raises(nacformats.InvalidError):
        read.tensors[1].array()
    with pytest.raises(nacformats.InvalidError, match=r"tensors\[1\].len_body"):
        nacformats.dumps(read)
    assert nacformats.validate(oracle.write([whole])) == []


def test_a_size_of_a_reserved_dtype_is_any() -> None:
    found = nacformats.validate(oracle.write([(0, 77, 4, 0, (9, 0, 0), bytes(7))]))
    assert [finding.rule for finding in found] == ["stb.reserved-dtype"]


MANY = 3 * MAX_FINDINGS


@pytest.mark.parametrize(
    ("row", "rules_of_row"),
    [
        ((0, 0, 1, 0, (5, 0, 0), b"four"), {"tensor-size"}),
        ((0, 0, 9, 0, (0, 0, 0), b""), {"rank"}),
        ((0, 9, 1, 9, (0, 5, 0), b""), {"reserved-dtype", "reserved-layout", "unused-dims"}),
        ((0, 3, 5, 0, (0, 0, 0), b"odd"), {"element-size"}),
    ],
)
def test_of_one_rule_so_many_findings_are_listed_and_the_rest_counted(row: Any, rules_of_row: set[str]) -> None:
    found = nacformats.validate(oracle.write([row] * MANY))
    for rule in rules_of_row:
        mine = [finding for finding in found if finding.rule == f"stb.{rule}"]
        assert len(mine) == MAX_FINDINGS
        assert mine[-1].reason.endswith(f"and so {MANY - MAX_FINDINGS} times more")
        assert not any("times more" in finding.reason for finding in mine[:-1])
    assert [finding.rule for finding in found if finding.rule not in {f"stb.{rule}" for rule in rules_of_row}] in (
        [],
        ["stb.duplicate-id"],
    )


def test_overlaps_name_the_tensor_that_reaches_farthest() -> None:
    rows = [(0, 2, 1, 0, (200, 0, 0), bytes(200)), (1, 2, 1, 0, (9, 0, 0), bytes(9)), (2, 2, 1, 0, (5, 0, 0), bytes(5))]
    data = bytearray(oracle.write(rows))
    data[32 + 36 : 32 + 44] = struct.pack("<Q", 128 + 64)
    data[64 + 36 : 64 + 44] = struct.pack("<Q", 128 + 128)
    found = [finding for finding in nacformats.validate(bytes(data)) if finding.rule == "stb.overlap"]
    assert [finding.path for finding in found] == ["tensors[1].ofs_body", "tensors[2].ofs_body"]
    assert all("tensors[0]" in finding.reason for finding in found)


def test_corpus_rules(cases: list[Case]) -> None:
    """Each verdict of the corpus has its rule here."""
    rules = {
        "R1-magic": {"magic"},
        "R1-version": {"version"},
        "R2-table": {"ofs-data"},
        "R2-size": {"len-file"},
        "R3-align": {"ofs-data"},
        "R4a-bounds": {"tensor-offset", "tensor-bounds"},
        "R4b-before": {"tensor-offset"},
        "R4c-align": {"tensor-alignment"},
        "E-rank": {"rank"},
        "H-filesize": {"len-file", "truncated"},
        "H-flags": {"flags"},
        "H-reserved": {"reserved0"},
        "T-header": {"truncated"},
        "T-table": {"truncated", "ofs-data"},
        "X-size": {"tensor-size"},
        "X-dupid": {"duplicate-id"},
        "X-dims": {"unused-dims"},
        "X-pad": {"padding"},
        "X-overlap": {"overlap"},
        "U-dtype": {"reserved-dtype"},
        "U-layout": {"reserved-layout"},
    }
    for case in cases:
        findings = nacformats.validate(case.data, format="stb")
        named = [rules.get(rule, set()) for rule in case.facts["verdict"]["rules"]]
        errors = {finding.rule.removeprefix("stb.") for finding in findings if finding.severity == "error"}
        if case.bad:
            assert errors, case.name
            assert errors <= set().union(*named), case.name
        elif case.name != "alias_exact":  # allowed here
            assert {finding.rule.removeprefix("stb.") for finding in findings} == set().union(*named), case.name


def test_findings_are_made_one_by_one() -> None:
    """Reading 65535 bad descriptors stops at the first."""
    rows = [(index % 256, 0, 1, 0, (5, 0, 0), b"four") for index in range(3)]
    table = model._table(nacformats.codec.streams.Source(oracle.write(rows)))
    assert next(rules.errors(table, strict=True)).path == "tensors[0].len_body"
