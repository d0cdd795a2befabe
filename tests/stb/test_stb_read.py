"""Reading: the golden bytes, the model, layouts, shape tables, closing."""

from __future__ import annotations

import copy
import hashlib
import pickle
import struct
from pathlib import Path

import numpy as np
import pytest

import nacformats
from nacformats.formats.stb import StbDtype, StbFile, StbLayout, StbTensor
from tests.stb import oracle
from tests.stb.samples import GOLDEN, UNALIGNED, Case


def one_tensor(dtype: int, rank: int, layout: int, dims: tuple[int, int, int], payload: bytes) -> bytes:
    return oracle.write([(0, dtype, rank, layout, dims, payload)])


def test_golden_file() -> None:
    stb = nacformats.loads(GOLDEN)
    matrix, scalar = stb.tensors
    assert (matrix.id, matrix.dtype, matrix.rank, matrix.layout) == (7, StbDtype.float16, 2, StbLayout.col_major)
    assert (matrix.dims, matrix.shape, matrix.offset, matrix.nbytes) == ((2, 3, 0), (2, 3), 128, 12)
    assert matrix.numpy_dtype == np.dtype("<f2")
    assert bytes(matrix.raw) == GOLDEN[128:140]
    assert matrix.array().tolist() == [[1, 2, 3], [-1, 0.5, 0]]
    assert np.signbit(matrix.array()[1, 2])
    assert (scalar.id, scalar.shape, scalar.array().tolist()) == (2, (), -2)


def test_arrays_are_read_only_views_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "golden.stb"
    path.write_bytes(GOLDEN)
    with nacformats.load(path) as stb:
        array = stb.tensors[0].array()
        whole = np.frombuffer(stb.source.view, np.uint8)
        assert array.flags.f_contiguous
        assert not array.flags.writeable
        assert array.ctypes.data - whole.ctypes.data == 128


def test_by_id() -> None:
    stb = nacformats.loads(GOLDEN)
    assert stb.by_id(2) is stb.tensors[1]
    with pytest.raises(KeyError, match="no tensor has the id 3; ids: 2, 7"):
        stb.by_id(3)


def test_an_id_that_several_tensors_have_cannot_be_looked_up() -> None:
    stb = nacformats.loads(GOLDEN[:64] + b"\x07" + GOLDEN[65:])
    assert [tensor.id for tensor in stb.tensors] == [7, 7]
    with pytest.raises(nacformats.InvalidError) as caught:
        stb.by_id(7)
    assert caught.value.path == "tensors[1].tensor_id"


def test_a_closed_file_keeps_the_arrays_that_were_taken_out(tmp_path: Path) -> None:
    path = tmp_path / "golden.stb"
    path.write_bytes(GOLDEN)
    with nacformats.load(path) as stb:
        array = stb.tensors[0].array()
    assert array[0].tolist() == [1, 2, 3]
    with pytest.raises(ValueError, match="closed"):
        stb.tensors  # noqa: B018
    with pytest.raises(ValueError, match="closed"):
        nacformats.dumps(stb)
    assert repr(stb) == "<closed StbFile>"


def test_a_file_is_a_sequence_of_tensors() -> None:
    stb = nacformats.loads(GOLDEN)
    assert (len(stb), repr(stb)) == (2, "<StbFile of 2 tensors, 16 bytes>")
    assert list(stb) == stb.tensors
    assert StbFile()
    for copied in (copy.deepcopy, pickle.dumps):
        with pytest.raises(TypeError, match=r"nacformats\.dumps"):
            copied(stb)


def test_unaligned_tensors_are_refused_by_default_and_read_leniently() -> None:
    with pytest.raises(nacformats.InvalidError, match="nacformats repair") as caught:
        nacformats.loads(UNALIGNED)
    assert (caught.value.path, caught.value.offset) == ("tensors[1].ofs_body", 68)
    assert caught.value.actual == 140
    lenient = nacformats.loads(UNALIGNED, strict=False)
    assert [t.array().tolist() for t in lenient.tensors] == [
        t.array().tolist() for t in nacformats.loads(GOLDEN).tensors
    ]


def test_values_at_an_odd_address_are_right() -> None:
    values = np.arange(5, dtype="<f4")
    data = bytearray(one_tensor(0, 1, 0, (5, 0, 0), values.tobytes()))
    data[36:44] = struct.pack("<Q", 65)
    data[24:32] = struct.pack("<Q", len(data) + 1)
    data.insert(64, 0)
    array = nacformats.loads(bytes(data), strict=False).tensors[0].array()
    assert array.tolist() == [0, 1, 2, 3, 4]
    assert (array * 2).sum() == 20


@pytest.mark.parametrize("layout", list(StbLayout))
@pytest.mark.parametrize("shape", [(), (5,), (2, 3), (2, 3, 4), (2, 0, 4)])
def test_layouts_mean_the_strides_of_the_specification(layout: int, shape: tuple[int, ...]) -> None:
    payload = np.arange(np.prod(shape, dtype=int), dtype="<i4").tobytes()
    dims = (*shape, 0, 0, 0)[:3]
    data = one_tensor(3, len(shape), layout, dims, payload)
    array = nacformats.loads(data).tensors[0].array()
    assert array.shape == shape
    assert array.tobytes() == oracle.in_logical_order(oracle.read(data)[0], shape)


@pytest.mark.parametrize("layout", list(StbLayout))
@pytest.mark.parametrize("shape", [(2, 3, 4, 5), (1, 2, 3, 2, 2), (1, 2, 1, 2, 1, 2, 1, 3)])
def test_shape_table(layout: int, shape: tuple[int, ...]) -> None:
    payload = np.arange(np.prod(shape), dtype="<i4").tobytes()
    data = one_tensor(3, len(shape), layout, (9, 0, 0), payload)
    tensor = nacformats.loads(data, shape_table={9: shape}).tensors[0]
    assert tensor.shape == shape
    assert tensor.array().tobytes() == oracle.in_logical_order(oracle.read(data)[0], shape)


def test_without_a_shape_table_a_high_rank_is_flat() -> None:
    data = one_tensor(3, 4, StbLayout.channels_last, (9, 0, 0), np.arange(24, dtype="<i4").tobytes())
    tensor = nacformats.loads(data).tensors[0]
    assert tensor.shape == (24,)
    assert tensor.array().tolist() == list(range(24))


@pytest.mark.parametrize(
    ("table", "path", "offset"),
    [
        ({}, "tensors[0].dims", 52),
        ({8: (2, 3, 4, 1)}, "tensors[0].dims", 52),
        ({9: (2, 3, 4)}, "tensors[0].rank", 34),
        ({9: (2, 3, 4, 5)}, "tensors[0].len_body", 44),
        ({9: (2**40, 2**40, 2**40, 0)}, "tensors[0].len_body", 44),
    ],
)
def test_a_shape_table_that_does_not_fit(table: dict[int, tuple[int, ...]], path: str, offset: int) -> None:
    data = one_tensor(3, 4, 0, (9, 0, 0), bytes(96))
    tensor = nacformats.loads(data, shape_table=table).tensors[0]
    with pytest.raises(nacformats.InvalidError) as caught:
        tensor.array()
    assert (caught.value.path, caught.value.offset) == (path, offset)
    assert len(tensor.raw) == 96


def test_a_payload_that_no_shape_of_its_dtype_gives() -> None:
    tensor = nacformats.loads(one_tensor(3, 4, 0, (9, 0, 0), bytes(7)), strict=False).tensors[0]
    with pytest.raises(nacformats.InvalidError, match="whole number of elements"):
        tensor.array()
    assert len(tensor.raw) == 7


@pytest.mark.parametrize(("dtype", "layout", "field"), [(4, 0, "dtype"), (255, 1, "dtype"), (0, 3, "layout")])
def test_a_reserved_number_spoils_its_tensor_only(dtype: int, layout: int, field: str) -> None:
    rows = [(0, dtype, 1, layout, (4, 0, 0), b"opaque"), (1, 2, 1, 0, (3, 0, 0), b"\1\2\3")]
    opaque, good = nacformats.loads(oracle.write(rows) if dtype > 3 else with_known_size(rows)).tensors
    assert good.array().tolist() == [1, 2, 3]
    assert bytes(opaque.raw[:6]) == b"opaque"
    with pytest.raises(nacformats.UnsupportedError) as caught:
        opaque.array()
    assert caught.value.path == f"tensors[0].{field}"


def with_known_size(rows: list[tuple[int, int, int, int, tuple[int, int, int], bytes]]) -> bytes:
    """The size rule holds for a known dtype even where the layout is reserved."""
    first = (*rows[0][:5], rows[0][5].ljust(16))
    return oracle.write([first, *rows[1:]])


def test_shapes_that_numpy_cannot_hold_are_no_crash() -> None:
    tensor = nacformats.loads(one_tensor(0, 3, 0, (2**32 - 1, 2**32 - 1, 0), b"")).tensors[0]
    assert tensor.shape == (2**32 - 1, 2**32 - 1, 0)
    with pytest.raises(nacformats.UnsupportedError, match="NumPy"):
        tensor.array()


def test_tensors_that_share_their_bytes_share_raw(cases: list[Case]) -> None:
    case = next(case for case in cases if case.name == "alias_exact")
    first, second = nacformats.loads(case.data).tensors
    assert first.raw is second.raw


def test_corpus_verdicts(cases: list[Case]) -> None:
    for case in cases:
        if not case.bad:
            nacformats.load(case.path).close()
            continue
        with pytest.raises(nacformats.FormatError) as caught:
            nacformats.load(case.path)
        assert 0 <= caught.value.offset <= len(case.data), case.name


def test_corpus_values(cases: list[Case]) -> None:
    compared = 0
    for case in cases:
        if case.bad:
            continue
        stb: StbFile = nacformats.loads(case.data, shape_table=case.shape_table)
        for tensor, facts in zip(stb.tensors, case.facts["tensors"], strict=False):
            compared += same_tensor(tensor, facts)
    assert compared > 300


def same_tensor(tensor: StbTensor, facts: dict) -> bool:
    assert (tensor.id, tensor.dtype, tensor.rank, tensor.layout) == tuple(
        facts[name] for name in ("tensor_id", "dtype", "rank", "layout")
    )
    assert (tensor.offset, tensor.nbytes, list(tensor.dims)) == (facts["offset"], facts["size_bytes"], facts["dims"])
    if "payload_sha256" in facts:
        assert hashlib.sha256(tensor.raw).hexdigest() == facts["payload_sha256"]
    if "logical_c_order_sha256" in facts:
        assert list(tensor.shape) == facts["logical_shape"]
        assert hashlib.sha256(tensor.array().tobytes()).hexdigest() == facts["logical_c_order_sha256"]
    return "logical_c_order_sha256" in facts


def test_corpus_shape_table_mismatch(cases: list[Case]) -> None:
    case = next(case for case in cases if "handle_verdict" in case.facts)
    tensor = nacformats.loads(case.data, shape_table=case.shape_table).tensors[0]
    with pytest.raises(nacformats.InvalidError):
        tensor.array()


def test_the_oracle_agrees_on_the_corpus(cases: list[Case]) -> None:
    for case in cases:
        try:
            rows = oracle.read(case.data)
        except oracle.BadFile:
            assert case.bad, case.name
            continue
        assert not case.bad, case.name
        mine = nacformats.loads(case.data).tensors
        assert [(t.tensor_id, t.dtype, t.rank, t.layout, t.offset, t.dims) for t in rows] == [
            (t.id, t.dtype, t.rank, t.layout, t.offset, t.dims) for t in mine
        ]
        assert all(bytes(t.raw) == row.payload for t, row in zip(mine[:500], rows, strict=False))


def test_wild_files_read_leniently(cases: list[Case]) -> None:
    unaligned = [case for case in cases if case.facts["verdict"]["rules"] == ["R4c-align"]]
    assert unaligned
    for case in unaligned:
        rows = oracle.read(case.data, aligned=False)
        tensors = nacformats.loads(case.data, strict=False).tensors
        for row, tensor in zip(rows, tensors, strict=True):
            assert tensor.array().tobytes() == oracle.in_logical_order(row, tensor.shape)
