"""Writing: golden bytes, arrays of any kind, byte for byte round trips, new layouts, repair, atomic writes."""

from __future__ import annotations

import dataclasses
import struct
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import nacformats
from nacformats.comparing.comparison import compare_models
from nacformats.formats.stb import StbFile, StbLayout, StbTensor, repair
from nacformats.formats.stb import model as stb_format
from tests.stb import oracle
from tests.stb.samples import GOLDEN, UNALIGNED, Case, golden_model


def test_golden_file_from_arrays() -> None:
    assert nacformats.dumps(golden_model()) == GOLDEN


def test_a_file_that_was_not_changed_comes_back_byte_for_byte(cases: list[Case]) -> None:
    for case in cases:
        if not case.bad:
            assert nacformats.dumps(nacformats.loads(case.data)) == case.data, case.name
            looked_at = nacformats.loads(case.data)
            assert len(looked_at.tensors) == case.facts["header"]["tensor_count"]
            assert nacformats.dumps(looked_at) == case.data, case.name


def test_signalling_nans_and_dirty_padding_survive() -> None:
    data = bytearray(
        oracle.write([(0, 0, 1, 0, (2, 0, 0), bytes.fromhex("0100807f000080ff")), (1, 2, 0, 0, (0, 0, 0), b"\1")])
    )
    data[100] = data[140] = 0xCC
    stb = nacformats.loads(bytes(data))
    assert stb.tensors[0].array().tobytes() == bytes.fromhex("0100807f000080ff")
    assert nacformats.dumps(stb) == bytes(data)
    changed = StbFile(tensor for tensor in stb.tensors)
    assert oracle.read(nacformats.dumps(changed))[0].payload == bytes.fromhex("0100807f000080ff")


def test_a_changed_file_is_laid_out_anew() -> None:
    stb = nacformats.loads(GOLDEN)
    stb.add(np.arange(3, dtype="i1"), id=0)
    stb.tensors[1] = StbTensor.from_array(np.float32(1.5), 2)
    rows = oracle.read(nacformats.dumps(stb))
    assert [row.tensor_id for row in rows] == [7, 2, 0]
    assert [row.payload for row in rows] == [GOLDEN[128:140], struct.pack("<f", 1.5), b"\0\1\2"]
    del stb.tensors[0]
    assert [row.tensor_id for row in oracle.read(nacformats.dumps(stb))] == [2, 0]


def test_undoing_a_change_gives_the_old_bytes() -> None:
    dirty = GOLDEN[:100] + b"\1" + GOLDEN[101:]
    stb = nacformats.loads(dirty)
    stb.tensors.reverse()
    assert nacformats.dumps(stb) != dirty
    stb.tensors.reverse()
    assert nacformats.dumps(stb) == dirty


def test_tensors_move_between_files() -> None:
    first, second = nacformats.loads(GOLDEN), nacformats.loads(GOLDEN)
    merged = StbFile([first.by_id(7), dataclasses.replace(second.by_id(2), id=3)])
    assert [row.payload for row in oracle.read(nacformats.dumps(merged))] == [GOLDEN[128:140], GOLDEN[192:]]


def test_an_empty_file_has_64_bytes() -> None:
    data = nacformats.dumps(StbFile())
    assert data == oracle.write([])
    assert len(data) == 64


DTYPES = st.sampled_from(["<f4", ">f4", "<f2", ">f2", "i1", "<i4", ">i4"])
SHAPES = hnp.array_shapes(min_dims=0, max_dims=8, min_side=0, max_side=3)
STEPS = st.sampled_from([1, -1, 2])


@st.composite
def arrays(draw: st.DrawFn) -> np.ndarray:
    """Any dtype in use, either byte order, any strides, zero dimensions, all bit patterns."""
    dtype, shape = np.dtype(draw(DTYPES)), draw(SHAPES)
    array = np.frombuffer(draw(st.binary(min_size=(n := int(np.prod(shape)) * dtype.itemsize), max_size=n)), dtype)
    array = array.reshape(shape, order=draw(st.sampled_from("CF")))
    return array[tuple(slice(None, None, draw(STEPS)) for _ in shape)].transpose(
        draw(st.permutations(range(len(shape))))
    )


@settings(deadline=None)
@given(st.lists(st.tuples(arrays(), st.sampled_from(list(StbLayout))), max_size=5))
def test_arrays_of_any_kind_come_back(given_arrays: list[tuple[np.ndarray, int]]) -> None:
    stb = StbFile()
    for number, (array, layout) in enumerate(given_arrays):
        stb.add(array, number, layout=layout, shape_index=number if array.ndim > 3 else None)
    data = nacformats.dumps(stb)
    rows = oracle.read(data)
    again = nacformats.loads(data, shape_table=stb.shape_table)
    for (array, _), row, tensor in zip(given_arrays, rows, again.tensors, strict=True):
        bits = array.astype(array.dtype.newbyteorder("<")).tobytes()
        assert row.offset % 64 == 0
        assert oracle.in_logical_order(row, array.shape) == bits
        assert (tensor.shape, tensor.array().tobytes()) == (array.shape, bits)
    assert nacformats.dumps(StbFile(again.tensors)) == data, "the layout is the same when it is derived again"
    assert nacformats.validate(data) == []


@settings(deadline=None)
@given(st.lists(st.tuples(st.sampled_from([0, 1, 2, 3]), st.integers(0, 9)), max_size=9))
def test_the_oracle_writes_the_same_file(sizes: list[tuple[int, int]]) -> None:
    rows = []
    for number, (dtype, count) in enumerate(sizes):
        payload = bytes(range(count * struct.calcsize(oracle.ITEM[dtype])))
        if payload:
            rows.append((number, dtype, 1, 0, (count, 0, 0), payload))
    data = oracle.write(rows)
    assert nacformats.dumps(StbFile(nacformats.loads(data).tensors)) == data


def test_an_empty_tensor_stays_inside_the_file() -> None:
    for empty_first in (True, False):
        arrays = [np.zeros((0, 4), "f4"), np.ones(3, "i1")]
        stb = StbFile()
        for number, array in enumerate(arrays if empty_first else arrays[::-1]):
            stb.add(array, number)
        data = nacformats.dumps(stb)
        assert nacformats.validate(data) == []
        assert Counter(len(row.payload) for row in oracle.read(data)) == {0: 1, 3: 1}


def test_arrays_in_the_right_order_are_borrowed() -> None:
    row_major = np.arange(6, dtype="<f4").reshape(2, 3)
    assert StbTensor.from_array(row_major, 0).array().ctypes.data == row_major.ctypes.data
    assert StbTensor.from_array(row_major.T, 0, layout="COL_MAJOR").array().ctypes.data == row_major.ctypes.data
    big_endian = row_major.astype(">f4")
    assert StbTensor.from_array(big_endian, 0).array().tolist() == row_major.tolist()


@pytest.mark.parametrize("dtype", ["f8", "i8", "u1", "i2", "u4", "?", "c8", "U3", "O"])
def test_other_dtypes_are_refused_by_name(dtype: str) -> None:
    with pytest.raises(nacformats.UnsupportedError, match="float32, float16, int8, int32") as caught:
        StbTensor.from_array(np.zeros(2, dtype), 0)
    assert caught.value.path == "dtype"


def test_bfloat16_is_refused_by_name() -> None:
    import ml_dtypes

    with pytest.raises(nacformats.UnsupportedError, match="bfloat16"):
        StbTensor.from_array(np.zeros(2, ml_dtypes.bfloat16), 0)


@pytest.mark.parametrize(
    ("arguments", "match"),
    [
        ({"id": 256}, "0 to 255"),
        ({"id": -1}, "0 to 255"),
        ({"id": 0, "layout": "DIAGONAL"}, "ROW_MAJOR, COL_MAJOR, CHANNELS_LAST"),
        ({"id": 0, "layout": 3}, "no such layout"),
        ({"id": 0, "shape_index": 0}, "only ranks above 3"),
    ],
)
def test_wrong_arguments(arguments: dict, match: str) -> None:
    with pytest.raises(ValueError, match=match):
        StbTensor.from_array(np.zeros(2, "f4"), **arguments)


def test_ids_are_integers_of_any_kind() -> None:
    stb = StbFile()
    for wrong in (3.5, "3", None):
        with pytest.raises(TypeError):
            stb.add(np.zeros(2, "f4"), id=wrong)
    assert not stb.tensors
    assert type(stb.add(np.zeros(2, "f4"), id=np.uint8(3)).id) is int
    assert type(stb.tensors[0].tied(np.int64(4)).id) is int
    with pytest.raises(ValueError, match="is taken"):
        stb.add(np.zeros(2, "f4"), id=np.int64(3))


def test_high_ranks_need_a_shape_index() -> None:
    array = np.zeros((1, 1, 1, 1), "f4")
    for arguments in ({}, {"shape_index": -1}, {"shape_index": 1 << 32}):
        with pytest.raises(ValueError, match="shape_index"):
            StbTensor.from_array(array, 0, **arguments)
    with pytest.raises(nacformats.LimitError, match="at most 8"):
        StbTensor.from_array(np.zeros((1,) * 9, "f4"), 0)
    with pytest.raises(nacformats.LimitError, match="at most 4294967295"):
        StbTensor.from_array(np.zeros((1 << 32, 0), "f4"), 0)


def test_the_shape_table_is_recorded() -> None:
    stb = StbFile()
    stb.add(np.zeros((1, 2, 3, 4), "f4"), 0, shape_index=5)
    stb.add(np.zeros((1, 2, 3, 4), "f4"), 1, shape_index=5)
    stb.add(np.zeros((2, 2, 2, 2, 2), "f4"), 2, shape_index=0)
    assert stb.shape_table == {5: (1, 2, 3, 4), 0: (2, 2, 2, 2, 2)}
    stb.add(np.zeros((4, 3, 2, 1), "f4"), 3, shape_index=5)
    with pytest.raises(ValueError, match="shape index 5"):
        nacformats.dumps(stb)


def test_repeated_ids_are_refused() -> None:
    stb = golden_model()
    with pytest.raises(ValueError, match="7 is taken"):
        stb.add(np.zeros(1, "f4"), id=7)
    stb.tensors.append(stb.tensors[0])
    with pytest.raises(nacformats.InvalidError, match="same tensor id") as caught:
        nacformats.dumps(stb)
    assert caught.value.path == "tensors[2].tensor_id"


def test_repeated_ids_of_a_file_are_kept_as_long_as_it_is_not_changed() -> None:
    data = GOLDEN[:64] + b"\7" + GOLDEN[65:]
    stb = nacformats.loads(data)
    assert nacformats.dumps(stb) == data
    stb.tensors.reverse()
    with pytest.raises(nacformats.InvalidError, match="same tensor id"):
        nacformats.dumps(stb)


def test_there_are_no_ids_for_more_than_256_tensors() -> None:
    tensor = StbTensor.from_array(np.int8(1), 0)
    stb = StbFile([tensor.tied(number) for number in range(256)])
    assert len(oracle.read(nacformats.dumps(stb))) == 256
    stb.tensors.append(tensor)
    with pytest.raises(nacformats.InvalidError, match=r"tensors\[0\] and tensors\[256\]"):
        nacformats.dumps(stb)


def test_descriptors_that_break_a_rule_are_not_written() -> None:
    tensor = StbTensor.from_array(np.zeros((2, 3), "f4"), 0)
    for wrong in ({"dims": (2, 4, 0)}, {"rank": 9}, {"rank": 256}, {"id": 256}, {"raw": memoryview(b"four")}):
        with pytest.raises(nacformats.FormatError):
            nacformats.dumps(StbFile([dataclasses.replace(tensor, **wrong)]))


def test_tied_tensors_share_their_bytes_when_asked() -> None:
    array = np.arange(100, dtype="f4")
    embedding = StbTensor.from_array(array, 0)
    tied = nacformats.dumps(StbFile([embedding, embedding.tied(1)]))
    apart = nacformats.dumps(StbFile([embedding, StbTensor.from_array(array, 1)]))
    assert (len(tied), len(apart)) == (128 + 400, 128 + 448 + 400)
    assert nacformats.validate(tied) == []
    again = nacformats.loads(tied)
    again.add(np.zeros(1, "f4"), 2)
    assert len(nacformats.dumps(again)) == 128 + 448 + 4, "still tied when the file is changed"


def test_repair_aligns(tmp_path: Path) -> None:
    source, target = tmp_path / "wild.stb", tmp_path / "aligned.stb"
    source.write_bytes(UNALIGNED)
    changes = repair(source, target)
    assert target.read_bytes() == GOLDEN
    assert [str(change) for change in changes] == ["len_file: 144 -> 196", "tensors[1].ofs_body: 140 -> 192"]
    assert source.read_bytes() == UNALIGNED


def test_repair_in_place(tmp_path: Path) -> None:
    path = tmp_path / "wild.stb"
    path.write_bytes(UNALIGNED)
    repair(path, path)
    assert path.read_bytes() == GOLDEN


def test_repair_copies_what_is_right(tmp_path: Path) -> None:
    source, target = tmp_path / "right.stb", tmp_path / "copy.stb"
    source.write_bytes(GOLDEN[:100] + b"\1" + GOLDEN[101:])
    assert repair(source, target) == []
    assert target.read_bytes() == source.read_bytes()


def test_repair_says_what_it_leaves_out(tmp_path: Path) -> None:
    (tmp_path / "wild.stb").write_bytes(UNALIGNED[:100] + b"\1" + UNALIGNED[101:])
    assert str(repair(tmp_path / "wild.stb", tmp_path / "out.stb")[-1]) == "padding at byte 100: 1 -> left out"
    assert (tmp_path / "out.stb").read_bytes() == GOLDEN


def test_repair_keeps_what_it_does_not_understand(tmp_path: Path) -> None:
    data = bytearray(UNALIGNED)
    data[33] = 77  # dtype
    data[35] = 88  # layout
    data[64] = 7  # the id of the first tensor
    data[60] = 9  # an unused dimension
    (tmp_path / "odd.stb").write_bytes(data)
    repair(tmp_path / "odd.stb", tmp_path / "out.stb")
    before = oracle.read(bytes(data), aligned=False)
    after = oracle.read((tmp_path / "out.stb").read_bytes())
    assert [dataclasses.replace(row, offset=0) for row in after] == [
        dataclasses.replace(row, offset=0) for row in before
    ]


@pytest.mark.parametrize(
    "data",
    [
        UNALIGNED[:-1],
        UNALIGNED + b"\0",
        UNALIGNED[:5] + b"\1" + UNALIGNED[6:],
        UNALIGNED[:68] + b"\x86" + UNALIGNED[69:],  # the second payload starts inside the first
    ],
    ids=["truncated", "too long", "flags", "overlap"],
)
def test_repair_refuses_what_it_cannot_repair(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "bad.stb").write_bytes(data)
    (tmp_path / "out.stb").write_bytes(b"precious")
    with pytest.raises(nacformats.FormatError):
        repair(tmp_path / "bad.stb", tmp_path / "out.stb")
    assert (tmp_path / "out.stb").read_bytes() == b"precious"


def test_repair_of_wild_files(cases: list[Case], tmp_path: Path) -> None:
    for case in cases:
        if case.facts["verdict"]["rules"] == ["R4c-align"]:
            repair(case.path, tmp_path / case.path.name)
            before, after = nacformats.load(case.path, strict=False), nacformats.load(tmp_path / case.path.name)
            assert compare_models(before, after).same


def test_a_failed_write_leaves_the_target_alone(tmp_path: Path) -> None:
    target = tmp_path / "model.stb"
    target.write_bytes(GOLDEN)
    stb = golden_model()
    stb.tensors.append(stb.tensors[0])
    with pytest.raises(nacformats.InvalidError):
        nacformats.dump(stb, target)
    assert target.read_bytes() == GOLDEN
    assert list(tmp_path.iterdir()) == [target]


def test_a_file_can_be_replaced_while_it_is_mapped(tmp_path: Path) -> None:
    path = tmp_path / "model.stb"
    path.write_bytes(GOLDEN)
    path.chmod(0o640)
    with nacformats.load(path) as stb:
        array = stb.tensors[0].array()
        stb.tensors[0] = StbTensor.from_array(array * 2, 7, layout="COL_MAJOR")
        nacformats.dump(stb, path)
        assert array.tolist() == [[1, 2, 3], [-1, 0.5, 0]], "the old mapping stays"
    assert path.stat().st_mode & 0o777 == 0o640
    with nacformats.load(path) as stb:
        assert stb.tensors[0].array().tolist() == [[2, 4, 6], [-2, 1, 0]]


def test_payloads_are_written_as_views() -> None:
    array = np.zeros(1 << 20, "i1")
    pieces = stb_format.write_stb(StbFile([StbTensor.from_array(array, 0)]))
    addresses = {np.frombuffer(piece, np.uint8).ctypes.data for piece in pieces}
    assert array.ctypes.data in addresses


@settings(deadline=None)
@given(st.lists(st.sampled_from([0, 1, 63, 64, 65, 255, 256, 257, 300, 5000]), max_size=9), st.integers(0, 3))
def test_alignment_moves_every_payload_whole(sizes: list[int], gap: int) -> None:
    """Short payloads are copied together, long ones are views; the last may end the file."""
    rows = [(number, 2, 1, 0, (size, 0, 0), bytes([number + 1]) * size) for number, size in enumerate(sizes)]
    start = -(-(32 + 32 * len(rows)) // 64) * 64
    table, region = b"", b""
    for number, dtype, rank, layout, dims, payload in rows:
        region += bytes([99]) * gap
        table += struct.pack("<BBBBQQ3I", number, dtype, rank, layout, start + len(region), len(payload), *dims)
        region += payload
    header = struct.pack("<4sBBHIIQQ", b"STB0", 1, 0, len(rows), 0, 0, start, start + len(region))
    data = (header + table).ljust(start, b"\0") + region
    aligned = nacformats.dumps(nacformats.loads(data, strict=False))
    assert [row.payload for row in oracle.read(aligned)] == [row[-1] for row in rows]


def test_the_list_of_tensors_is_a_list() -> None:
    stb = nacformats.loads(GOLDEN)
    first, second = stb.tensors
    assert stb.tensors[::-1] == [second, first]
    assert stb.tensors[-1] is second
    stb.tensors.sort(key=lambda tensor: tensor.id)
    assert stb.tensors == [second, first]
    assert nacformats.dumps(stb) != GOLDEN
    stb.tensors[:] = [first, second]
    assert nacformats.dumps(stb) == GOLDEN, "the tensors that were read, in their places"
    stb.tensors[0] = dataclasses.replace(first)
    assert first not in stb.tensors
    stb.tensors = [first]
    assert (len(stb), [*stb.tensors, second], stb.tensors.copy()) == (1, [first, second], [first])
    assert repr(stb.tensors) == repr([first])
    with pytest.raises(TypeError, match="StbTensor"):
        stb.tensors.append(np.zeros(3))
    with pytest.raises(IndexError):
        stb.tensors[1]
