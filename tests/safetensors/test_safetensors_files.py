"""safetensors as a format: bytes by hand, the library as the judge, rules, and what is changed and written."""

from __future__ import annotations

import json
import random
import struct
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest
import safetensors
import safetensors.numpy

import nacformats
from nacformats.formats.safetensors import SafetensorsFile
from nacformats.formats.safetensors.header import _Reader
from nacformats.fuzz.choices import RandomChoices
from nacformats.fuzz.weights import make_safetensors_file, make_safetensors_model
from tests.contract import check_contract
from tests.effort import effort

#: By hand, from the description of the format: 8 bytes of length, the header, the elements.
HEADER = b'{"__metadata__":{"by":"hand"},"w":{"dtype":"F32","shape":[2,3],"data_offsets":[0,24]}}  '
W = np.arange(6, dtype="<f4").reshape(2, 3)
GOLDEN = struct.pack("<Q", len(HEADER)) + HEADER + W.tobytes()


def made(header: Any, data: bytes = b"") -> bytes:
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + data


def tensor(dtype: str, shape: list[int], start: int, stop: int) -> dict[str, Any]:
    return {"dtype": dtype, "shape": shape, "data_offsets": [start, stop]}


def test_the_golden_file(tmp_path: Path) -> None:
    (tmp_path / "x.safetensors").write_bytes(GOLDEN)
    with nacformats.load(tmp_path / "x.safetensors", format="safetensors") as file:
        assert (list(file), file.metadata) == (["w"], {"by": "hand"})
        assert np.array_equal(file["w"], W)
        assert not file["w"].flags.owndata
        assert not file["w"].flags.writeable
        found = file.tensors["w"]
        assert (found.dtype, found.shape, found.offset, found.nbytes) == ("F32", (2, 3), len(GOLDEN) - 24, 24)
        assert nacformats.dumps(file) == GOLDEN
        with pytest.raises(KeyError, match="no tensor is called 'v'"):
            file["v"]
    assert nacformats.validate(GOLDEN) == []
    assert nacformats.detect(GOLDEN) == "safetensors"


def test_the_library_reads_what_is_written_and_writes_the_same() -> None:
    arrays: dict[str, Any] = {
        "b": np.arange(6, dtype=np.float32).reshape(2, 3),
        "a": np.arange(3, dtype=np.int8),
        "scalar": np.array(2.5),
        "truth": np.array([True, False]),
        "zero": np.zeros((0, 2), np.float16),
        "x": np.arange(4, dtype=np.uint8),
        "whole": np.arange(3, dtype=np.int64),
        "swapped": np.arange(3, dtype=">i4"),
        "turned": np.arange(6, dtype=np.uint16).reshape(2, 3).T,
    }
    written = nacformats.dumps(SafetensorsFile.of_arrays(arrays))
    found = safetensors.numpy.load(written)
    assert found.keys() == arrays.keys()
    for name, array in arrays.items():
        np.testing.assert_array_equal(found[name], array)
    native = {name: np.array(array, array.dtype.newbyteorder("<"), order="C") for name, array in arrays.items()}
    assert written == safetensors.numpy.save(native)


def test_elements_beyond_numpy() -> None:
    arrays = {name: np.array([1, 2], name) for name in ("bfloat16", "float8_e4m3fn", "float8_e5m2")}
    file = nacformats.loads(nacformats.dumps(SafetensorsFile.of_arrays(arrays)), format="safetensors")
    assert [file.tensors[name].dtype for name in arrays] == ["BF16", "F8_E4M3", "F8_E5M2"]
    assert file["bfloat16"].dtype == ml_dtypes.bfloat16
    with pytest.raises(nacformats.UnsupportedError, match="no such dtype"):
        SafetensorsFile.of_arrays({"c": np.ones(1, np.complex128)})


def test_what_is_changed_is_laid_out_anew() -> None:
    file = nacformats.loads(GOLDEN, format="safetensors")
    file.add("v", np.ones(2, np.float64))
    file.metadata["more"] = "text"
    again = nacformats.loads(nacformats.dumps(file), format="safetensors")
    assert list(again) == ["v", "w"]
    assert again.metadata == {"by": "hand", "more": "text"}
    del again.tensors["v"]
    del again.metadata["more"]
    assert nacformats.dumps(again) == GOLDEN
    again.metadata["no text"] = 1  # type: ignore[assignment]
    with pytest.raises(nacformats.InvalidError, match="texts by name"):
        nacformats.dumps(again)
    with pytest.raises(nacformats.InvalidError, match="no tensor can have this name"):
        nacformats.dumps(SafetensorsFile.of_arrays({"__metadata__": W}))


F32 = tensor("F32", [1], 0, 4)
BAD = {
    "truncated": made({"a": F32}, b"\0\0\0"),
    "truncated, in the header": GOLDEN[:40],
    "truncated, in the length": GOLDEN[:7],
    "limit": struct.pack("<Q", 1 << 63) + b"{}" + bytes(100),
    "header": made(b"[]"),
    "header, not UTF-8": made(b'{"\xff":1}'),
    "header, a name twice": made(b'{"a":' + json.dumps(F32).encode() + b',"a":' + json.dumps(F32).encode() + b"}"),
    "header, a size that is none": made({"a": tensor("F32", [-1], 0, 4)}, bytes(4)),
    "header, a shape that does not fit": made({"a": tensor("F32", [2], 0, 4)}, bytes(4)),
    "header, no shape": made({"a": {"dtype": "F32", "data_offsets": [0, 4]}}, bytes(4)),
    "header, a number with a zero in front": made(b'{"a":{"dtype":"I8","shape":[01],"data_offsets":[0,1]}}', b"\0"),
    "header, a number in the metadata": made({"__metadata__": {"a": 1}}),
    "header, half of a surrogate pair in a name": made(b'{"a\\ud800":' + json.dumps(F32).encode() + b"}", bytes(4)),
    "header, half of a surrogate pair beside the shape": made(
        b'{"a":{"x":"\\udc00",' + json.dumps(F32).encode()[1:] + b"}", bytes(4)
    ),
    "header, a number that is none": made(b'{"a":{"x":NaN,' + json.dumps(F32).encode()[1:] + b"}", bytes(4)),
    "header, a size of -0": made(b'{"a":{"dtype":"F32","shape":[1],"data_offsets":[-0,4]}}', bytes(4)),
    "header, more after it": made(b"{} {}"),
    "tensor-place": made({"a": F32, "b": tensor("F32", [1], 2, 6)}, bytes(6)),
    "tensor-place, a hole": made({"a": F32, "b": tensor("F32", [1], 8, 12)}, bytes(12)),
    "tensor-place, bytes past the last": made({"a": F32}, bytes(5)),
    "tensor-place, no tensors": made({}, b"\0"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_files(case: str) -> None:
    found = nacformats.validate(BAD[case], format="safetensors")
    assert {each.rule for each in found} == {f"safetensors.{case.partition(',')[0]}"}
    with pytest.raises(nacformats.FormatError) as info:
        nacformats.loads(BAD[case], format="safetensors")
    first = found[0]
    assert (info.value.rule, info.value.path, info.value.offset) == (first.rule, first.path, first.offset)
    with pytest.raises(safetensors.SafetensorError):
        safetensors.deserialize(BAD[case])
    check_contract("safetensors", BAD[case])


def test_what_a_description_lacks_is_named() -> None:
    (found,) = nacformats.validate(BAD["header, no shape"], format="safetensors")
    assert found.reason == "tensor 'a': the description of the tensor is wrong: 'shape' is missing"


def test_the_place_is_that_of_the_tensor() -> None:
    data = made({"é": F32, "b": tensor("F32", [1], 2, 6)}, bytes(6))
    (found,) = nacformats.validate(data, format="safetensors")
    assert found.offset == data.index(b'{"dtype"', data.index(b'"b"'))
    assert "tensor 'b'" in str(found)


def test_remarkable_files() -> None:
    odd = made({"a": tensor("F32", [1], 0, 4)} | {"b": tensor("X24", [2], 4, 10)}, bytes(10))
    assert len(odd) % 4
    assert [each.rule for each in nacformats.validate(odd)] == ["safetensors.dtype", "safetensors.alignment"]
    file = nacformats.loads(odd, format="safetensors")
    with pytest.raises(nacformats.UnsupportedError, match="X24 cannot be read"):
        file["b"]
    assert check_contract("safetensors", odd)


def test_the_library_reads_what_the_fuzzer_makes() -> None:
    for seed in range(effort(300, 5000)):
        data = make_safetensors_file(RandomChoices(random.Random(seed)))
        file, theirs = nacformats.loads(data, format="safetensors"), dict(safetensors.deserialize(data))
        assert nacformats.dumps(file) == data
        assert theirs.keys() == file.tensors.keys()
        for name, found in theirs.items():
            mine = file.tensors[name]
            assert (found["dtype"], tuple(found["shape"]), bytes(found["data"])) == (mine.dtype, mine.shape, mine.raw)


def test_models_are_written_and_read() -> None:
    for seed in range(effort(60, 1000)):
        model = make_safetensors_model(RandomChoices(random.Random(seed)))
        again = nacformats.loads(nacformats.dumps(model), format="safetensors")
        assert again.metadata == model.metadata
        assert {name: each.raw for name, each in again.tensors.items()} == {
            name: each.raw for name, each in model.tensors.items()
        }


def test_a_file_cannot_be_pickled_and_is_a_mapping_of_arrays() -> None:
    import pickle

    file = nacformats.loads(GOLDEN, format="safetensors")
    with pytest.raises(TypeError, match="cannot be copied"):
        pickle.dumps(file)
    assert [name for name, _ in file.items()] == ["w"]
    assert "w" in file
    assert repr(file) == "<SafetensorsFile of 1 tensors>"


def test_the_library_accepts_what_has_no_finding() -> None:
    drawn, refused = random.Random(7), 0
    shapes, numbers = ("[1]", "[]", "[1,1]", "[0]", "null", "[[1]]"), ("0", "4", "-0", "4.0", "4e0", "04", "-1", "null")
    names = ('"a"', '"\\ud800"', '"\\ud83d\\ude00"', '"\\u0000"', '"\\x"', '"\t"', '""', '"\x7f"', "1")
    extras = ("", ',"x":NaN', ',"x":1e999', ',"x":"\\udc00"', ',"x":["\\udc00"]', ',"x":[1,2]', ',"dtype":"F32"')
    heads = ("", '"__metadata__":null,', '"__metadata__":{},', '"__metadata__":{"a":1},', '"__metadata__":{"a":"b"},')
    for _ in range(effort(1500, 100_000)):
        dtype, start, stop = drawn.choice(("F32", "F4", "F8_E8M0", "f32", "Q32", "")), "0", "4"
        if drawn.random() < 0.2:
            start, stop = drawn.choice(numbers), drawn.choice(numbers)
        name, shape, extra = (drawn.choice(each) for each in (names, shapes, extras))
        head = drawn.choice(heads)
        described = f'{{"dtype":"{dtype}","shape":{shape},"data_offsets":[{start},{stop}]{extra}}}'
        data = made(f"{{{head}{name}:{described}}}".encode(), bytes(4))
        errors = [
            each for each in nacformats.validate(data, format="safetensors") if each.rule != "safetensors.alignment"
        ]
        try:
            safetensors.deserialize(data)
        except safetensors.SafetensorError:
            refused += 1
            assert errors, data
        else:
            assert {each.rule for each in errors} <= {"safetensors.dtype"}, data
    assert refused > 500


def test_places_are_measured_once() -> None:
    class Counted(str):
        measured = 0

        def __getitem__(self, key: Any) -> str:
            found = super().__getitem__(key)
            Counted.measured += len(found)
            return found

    entries = {f"é{place}": tensor("Q8", [1], place, place + 1) for place in range(1000)}
    text = Counted(json.dumps(entries, ensure_ascii=False))
    places = _Reader(text, 0, 8).places_of(list(entries))
    assert Counted.measured < 4 * len(text)
    whole = f"{'x' * 8}{text}".encode()
    assert [whole[place : place + 9] for place in places.values()] == [b'{"dtype":'] * len(entries)
