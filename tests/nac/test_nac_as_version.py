"""Changing the version of a file: up and down again gives the same bytes, and what does not fit is listed."""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np
import pytest
import safetensors
from hypothesis import given
from safetensors.numpy import save_file

import nacformats
from nacformats import FormatError, UnsupportedError
from nacformats.codec.streams import Source
from nacformats.formats.nac import NacBuilder, NacFile
from nacformats.formats.nac.file.versions import SHOWN, least_version
from nacformats.formats.nac.format import ROOM
from nacformats.fuzz.nac import nac_files
from nacformats.tokenizer import BpeEncode, Manifest
from tests.conftest import CORPUS
from tests.nac import oracle
from tests.nac.samples import COMPLETE, GOLDEN, changed, complete

NEWER = ("1.7", "1.8")
#: What the tests know of the layouts: how the offsets of a header are packed, and which of them are those of v1.6.
HEADERS = {"1.6": ("<9Q4x", range(9)), "1.7": ("<10Q", (*range(8), 9)), "1.8": ("<11Q", (*range(8), 9))}
EMPTY_ARRS = b"ARRS" + bytes(4)
ELEMENTS = ("getitem", "operator.getitem", "aten.select.int")
OLD_FILES = sorted([*(CORPUS / "nac").glob("*/model.nac"), *(CORPUS / "nac_crafted").glob("*.nac")])
NEW_FILES = sorted(path for folder in ("nac_v17", "nac_v18") for path in (CORPUS / folder).glob("*/model.nac"))


def moved(data: bytes, version: str) -> bytes:
    """A file of v1.6 as one of another version, by its layout alone."""
    layout, places = HEADERS[version]
    offsets = struct.unpack_from(HEADERS["1.6"][0], data, 12)
    start, size = min(offset for offset in offsets if offset), 12 + struct.calcsize(layout)
    table = [0] * (struct.calcsize(layout) // 8)
    for place, offset in zip(places, offsets, strict=True):
        table[place] = offset - start + size if offset else 0
    end = b""
    if version == "1.8":
        table[-1], end = len(data) - start + size, EMPTY_ARRS
    return data[:3] + b"\2" + data[4:12] + struct.pack(layout, *table) + data[start:] + end


def without_first_gap(data: bytes) -> bytes:
    """The file with its first section right behind the header."""
    offsets = struct.unpack_from("<9Q", data, 12)
    gap = min(offset for offset in offsets if offset) - 88
    return data[:12] + struct.pack("<9Q4x", *(offset and offset - gap for offset in offsets)) + data[88 + gap :]


def converted(data: bytes, version: str) -> bytes:
    return nacformats.dumps(nacformats.loads(data, format="nac").as_version(version))


def check_there_and_back(data: bytes) -> None:
    for version in NEWER:
        up = converted(data, version)
        assert up == moved(data, version)
        assert nacformats.loads(up, format="nac").version == version
        assert converted(up, version) == up
        assert converted(up, "1.6") == without_first_gap(data)
    assert converted(converted(data, "1.7"), "1.8") == moved(data, "1.8")
    assert converted(converted(data, "1.8"), "1.7") == moved(data, "1.7")
    assert converted(data, "1.6") == data


def elements_without_signature(file: NacFile) -> list[int]:
    """What newer readers expect more words of: `as_version` refuses it (tested below)."""
    program, names = file.sections.ops, file.sections.cmap
    return [
        index
        for index, (a, b) in enumerate(zip(program.a.tolist(), program.b.tolist(), strict=True))
        if names is not None and dict(names.entries).get(a) in ELEMENTS and not file.signatures.get(b)
    ]


def can_be_read(path: Path, *, strict: bool) -> bool:
    try:
        nacformats.load(path, format="nac", strict=strict).close()
    except FormatError:
        return False
    return True


@pytest.mark.sample(each=8)
@pytest.mark.parametrize("path", OLD_FILES, ids=lambda path: str(path.relative_to(CORPUS)))
def test_a_file_comes_back_as_it_was(path: Path) -> None:
    if can_be_read(path, strict=True):
        check_there_and_back(path.read_bytes())
    elif can_be_read(path, strict=False):
        with nacformats.load(path, format="nac", strict=False) as file, pytest.raises(FormatError):
            nacformats.dumps(file.as_version("1.8"))


@pytest.mark.parametrize("data", [GOLDEN, COMPLETE], ids=["golden", "complete"])
def test_samples_come_back_as_they_were(data: bytes) -> None:
    check_there_and_back(data)


@pytest.mark.nightly
@given(nac_files())
def test_generated_files_come_back_as_they_were(data: bytes) -> None:
    file = nacformats.loads(data, format="nac")
    assert converted(data, file.version) == data
    if file.version == "1.7":
        assert converted(converted(data, "1.8"), "1.7") == data
    if (file.version, least_version(file)[0]) == ("1.6", "1.6") and not elements_without_signature(file):
        check_there_and_back(data)


@given(nac_files())
def test_no_file_becomes_one_that_cannot_be_read(data: bytes) -> None:
    file = nacformats.loads(data, format="nac")
    for version in ("1.6", *NEWER):
        try:
            other = file.as_version(version)
        except UnsupportedError:
            continue  # the tests below say of what
        assert nacformats.loads(nacformats.dumps(other), format="nac").version == version


def test_gaps_and_orders_are_kept_but_for_a_gap_behind_the_header() -> None:
    order = ["DATA", "OPS ", "PERM", "ORCH", "CMAP", "CNST"]
    for gaps in ({}, {"OPS ": bytes(7), "CNST": bytes(3)}, {"DATA": bytes(12), "ORCH": b"\0"}):
        check_there_and_back(oracle.write(complete() | {"order": order}, gaps))


def test_a_file_that_was_changed_is_laid_out_anew() -> None:
    file = nacformats.loads(COMPLETE, format="nac")
    file.set_constant(7, 12)
    up = nacformats.loads(nacformats.dumps(file.as_version("1.8")), format="nac")
    assert up.constants[7].value == 12
    assert nacformats.dumps(up.as_version("1.6")) == nacformats.dumps(file)


def test_a_file_from_the_builder_changes_its_version() -> None:
    builder = NacBuilder()
    builder.output(builder.operation("nac.add", builder.input("x"), 1.0))
    file = builder.build()
    up = nacformats.loads(nacformats.dumps(file.as_version("1.8")), format="nac")
    assert (file.version, up.version, len(up.arrays)) == ("1.6", "1.8", 0)
    assert converted(nacformats.dumps(up), "1.6") == nacformats.dumps(file)


@pytest.mark.parametrize("path", NEW_FILES, ids=lambda path: str(path.relative_to(CORPUS)))
def test_newer_files_become_older_ones(path: Path) -> None:
    with nacformats.load(path, format="nac") as file:
        if file.sections.trng is not None:
            with pytest.raises(UnsupportedError, match=r"v1.6 cannot hold trng \(a training program of 37 instr"):
                file.as_version("1.6")
            return
        older = nacformats.loads(nacformats.dumps(file.as_version("1.6")), format="nac")
        assert older.version == "1.6"
        assert [each.name for each in older.instructions] == [each.name for each in file.instructions]
        names = {number: name for number, name in older.operation_names.items() if number < 32}
        assert names.keys() == {each.a for each in file.instructions if 20 <= each.a < 32}
        assert {number: file.operation_names[number] for number in file.operation_names} == {
            number: name for number, name in older.operation_names.items() if number >= 32
        }


def test_fixed_names_of_newer_versions_move_into_cmap_and_stay_there() -> None:
    builder = NacBuilder(version="1.7")
    x = builder.input("x")
    builder.output(builder.operation("custom.op", builder.operation("nac.mul", x, x)))
    file = builder.build()
    assert [each.a for each in file.instructions][1:3] == [20, 201]
    old = file.as_version("1.6")
    assert dict(old.operation_names) == {20: "nac.mul", 201: "custom.op"}
    assert dict(file.operation_names) == {201: "custom.op"}
    data = nacformats.dumps(old)
    assert nacformats.dumps(nacformats.loads(data, format="nac").as_version("1.8").as_version("1.6")) == data


def test_what_an_older_version_cannot_hold_is_one_error_that_lists_it() -> None:
    builder = NacBuilder(version="1.8")
    x = builder.input("x")
    for number in range(SHOWN):
        builder.schedule(x, "SAVE_FOR_GRAD", number)
    builder.array("table", np.zeros(3, np.float32))
    builder.array("größe", np.zeros(3, np.float32))
    builder.output(x)
    file = nacformats.loads(nacformats.dumps(builder.build()), format="nac")
    with pytest.raises(UnsupportedError) as refused:
        file.as_version("1.6")
    text = str(refused.value)
    assert "arrs.arrays[0] (the array 'table'), arrs.arrays[1]" in text
    assert "mmap.records[0].commands[7] (the action SAVE_FOR_GRAD) and 2 more" in text
    assert "(NAC v1.8 holds all of it; `NacFile.sections.arrs = None` leaves arrays out)" in text
    assert "NAC v1.8 holds all of it" in text
    with pytest.raises(UnsupportedError, match=r"v1\.7 cannot hold arrs\.arrays"):
        file.as_version("1.7")
    assert least_version(file) == ("1.8", least_version(file)[1])
    assert [need.path for need in least_version(file)[1]] == ["arrs.arrays[0]", "arrs.arrays[1]"]
    file.sections.arrs = None
    assert least_version(file)[0] == "1.7"
    assert file.as_version("1.7").sections.arrs is None


def test_plans_and_tokenizers_that_an_older_version_does_not_know_are_listed() -> None:
    file = nacformats.loads(GOLDEN, format="nac").as_version("1.8")
    file.set_plan(nacformats.plan.assemble('mode = src_exec_mode\nx = res_load_array "table"\nexec_halt\n'))
    file.sections.proc = Manifest((BpeEncode("</w>"),)).to_bytes()
    assert least_version(file)[0] == "1.8"
    assert nacformats.loads(nacformats.dumps(file), format="nac").version == "1.8"
    with pytest.raises(UnsupportedError) as refused:
        file.as_version("1.6")
    assert "orch.bytecode (SRC_EXEC_MODE at byte 0), orch.bytecode (RES_LOAD_ARRAY at byte 2)" in str(refused.value)
    assert "proc.manifest (the suffix '</w>' of BPE_ENCODE)" in str(refused.value)
    with pytest.raises(UnsupportedError, match=r"v1\.7 cannot hold orch\.bytecode \(RES_LOAD_ARRAY at byte 2\), proc"):
        file.as_version("1.7")
    file.sections.proc = Manifest((BpeEncode(""),)).to_bytes()
    file.set_plan(nacformats.plan.assemble("exec_halt\n"))
    assert least_version(file) == ("1.6", [])
    assert file.as_version("1.6").version == "1.6"


@pytest.mark.parametrize("name", ELEMENTS)
def test_what_newer_versions_would_read_differently_is_refused(name: str) -> None:
    rows = [(None, 2, 0, (), ()), (None, 210, 0, (), ()), (None, 3, 0, (3, 0, 0), (-1, -1))]
    data = changed(OPS=rows, CMAP=[(210, name)], MMAP=[], DATA={"parameters": [], "inputs": [], "tensors": []})
    file = nacformats.loads(data, format="nac")
    for version in NEWER:
        with pytest.raises(UnsupportedError) as refused:
            file.as_version(version)
        assert f"would read otherwise: ops.instructions[1] ({name} without a signature)" in str(refused.value)
    assert least_version(file) == ("1.6", [])
    assert elements_without_signature(file) == [1]


def test_what_never_runs_needs_no_name() -> None:
    rows = [*complete()["OPS "], (None, 20, 0, (), ())]
    check_there_and_back(changed(OPS=rows))


def test_unknown_versions_are_named() -> None:
    file = nacformats.loads(GOLDEN, format="nac")
    for version in ("1.5", "2", "", "v1.8"):
        with pytest.raises(ValueError, match=r"known are 1\.6, 1\.7, 1\.8"):
            file.as_version(version)


def test_a_closed_file_has_no_other_version(tmp_path: Path) -> None:
    (tmp_path / "a.nac").write_bytes(GOLDEN)
    with nacformats.load(tmp_path / "a.nac", format="nac") as file:
        other = file.as_version("1.8")
        assert nacformats.dumps(other) == moved(GOLDEN, "1.8")
    with pytest.raises(ValueError, match="closed"):
        file.as_version("1.8")


def test_payloads_are_not_copied() -> None:
    builder = NacBuilder()
    builder.output(builder.parameter("w", np.zeros(1 << 20, np.float32)))
    data = nacformats.dumps(builder.build())
    file = nacformats.loads(data, format="nac")
    pieces = [memoryview(piece) for piece in ROOM.write(file.as_version("1.8").as_version("1.7"))]
    (large,) = (piece for piece in pieces if piece.nbytes >= 4 << 20)
    source = np.frombuffer(data, np.uint8)
    assert np.shares_memory(np.frombuffer(large, np.uint8), source)


def test_a_file_of_eight_gigabytes_stays_on_disk(tmp_path: Path) -> None:
    size = 8 << 30
    builder = NacBuilder()
    builder.output(builder.parameter("w", np.zeros((1, 1 << 10), np.uint8)))
    head = bytearray(nacformats.dumps(builder.build()))
    at = head.index(struct.pack("<Q", 1 << 10), head.index(b"DATA"))
    head[at : at + 8] = struct.pack("<Q", size)
    shape = head.index(struct.pack("<II", 1, 1 << 10), at)
    head[shape : shape + 8] = struct.pack("<II", 1 << 23, 1 << 10)
    path = tmp_path / "large.nac"
    with path.open("wb") as target:
        target.write(head)
        target.truncate(len(head) - (1 << 10) + size)
    with nacformats.load(path, format="nac") as file:
        other = file.as_version("1.8")
        assert other.parameters["w"].raw.nbytes == size
        assert sum(memoryview(piece).nbytes for piece in ROOM.write(other)) == path.stat().st_size + 12 + 8


def test_weights_of_their_own_are_shared(tmp_path: Path) -> None:
    builder = NacBuilder(external_weights=True)
    builder.output(builder.parameter("w", np.arange(6, dtype=np.float32)))
    nacformats.dump(builder.build(), tmp_path / "a.nac")
    with nacformats.load(tmp_path / "a.nac", format="nac") as file:
        other = file.as_version("1.8")
        assert other.parameters["w"].array().tolist() == list(range(6))
        (tmp_path / "b").mkdir()
        nacformats.dump(other, tmp_path / "b" / "b.nac")
        nacformats.dump(other, tmp_path / "a.nac")
    assert (tmp_path / "b" / "b.safetensors").read_bytes() == (tmp_path / "a.safetensors").read_bytes()
    assert sorted(each.name for each in tmp_path.iterdir()) == ["a.nac", "a.safetensors", "b"]
    for path in (tmp_path / "a.nac", tmp_path / "b" / "b.nac"):
        with nacformats.load(path, format="nac") as again:
            assert (again.version, again.parameters["w"].array().tolist()) == ("1.8", list(range(6)))


def test_weights_in_several_files_need_a_newer_version(tmp_path: Path) -> None:
    builder = NacBuilder(external_weights=True, version="1.8", quantize="INT8_TENSOR")
    a, b = (builder.parameter(name, np.arange(4, dtype=np.float32)) for name in "ab")
    builder.output(builder.operation("nac.add", a, b))
    path, whole = tmp_path / "m.nac", tmp_path / "m.safetensors"
    nacformats.dump(builder.build(), path)
    with safetensors.safe_open(whole, "numpy") as file:
        texts = file.metadata()
        for number, name in enumerate("ab", 1):
            shard = {name: file.get_tensor(name)}
            save_file(shard, tmp_path / f"m-0000{number}-of-00002.safetensors", {name: texts[name]})
    whole.unlink()
    with nacformats.load(path, format="nac") as file:
        expected = file.parameters["b"].array()
        for version in ("1.6", "1.7"):
            with pytest.raises(UnsupportedError, match=r"weights in 2 files.*convert` with --stored.*m\.safetensors"):
                file.as_version(version)
    nacformats.convert(path, whole, stored=True)  # as the error says
    nacformats.convert(path, path, nac_version="1.6")
    with nacformats.load(path, format="nac") as file:
        assert (file.version, file.parameters["b"].array().tolist()) == ("1.6", expected.tolist())


def test_offsets_are_those_of_the_file_that_was_read() -> None:
    file = nacformats.loads(COMPLETE, format="nac").as_version("1.8")
    assert isinstance(file.source, Source)
    assert file.instructions[1].offset == nacformats.loads(COMPLETE, format="nac").instructions[1].offset


@pytest.mark.parametrize("case", sorted(CORPUS.glob("nac*/mlp")), ids=str)
def test_every_version_of_a_file_computes_the_same(case: Path, tmp_path: Path) -> None:
    with nacformats.load(case / "model.nac", format="nac") as file, np.load(case / "inputs.npz") as inputs:
        given = [inputs[key] for key in inputs]
        for version in ("1.6", *NEWER):
            nacformats.dump(file.as_version(version), tmp_path / f"{version}.nac")
            with nacformats.Session(tmp_path / f"{version}.nac") as session, np.load(case / "expected.npz") as expected:
                for output, key in zip(session.run(given), expected, strict=True):
                    np.testing.assert_allclose(output, expected[key], rtol=1e-5, atol=1e-6)
