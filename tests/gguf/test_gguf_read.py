"""Reading GGUF: bytes annotated by hand from the description of the format, values of every type, arrays by name."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import nacformats
from nacformats.formats.gguf import GgufFile, GgufTexts

#: GGUF v3 with an alignment of 8, as its description has it, byte by byte.
GOLDEN = bytes.fromhex(
    "47475546"  # magic "GGUF"
    "03000000"  # version 3
    "0200000000000000"  # two tensors
    "0400000000000000"  # four keys
    # key 0: general.alignment, uint32, 8
    "1100000000000000" + b"general.alignment".hex() + "04000000" + "08000000"
    # key 1: general.architecture, string, "llama"
    "1400000000000000"
    + b"general.architecture".hex()
    + "08000000"
    + "0500000000000000"
    + b"llama".hex()
    +
    # key 2: scores, an array of two float32, 1 and a signalling NaN
    "0600000000000000"
    + b"scores".hex()
    + "09000000"
    + "06000000"
    + "0200000000000000"
    + "0000803f"
    + "0100807f"
    # key 3: words, an array of two strings, "a" and the snowman
    "0500000000000000" + b"words".hex() + "09000000" + "08000000" + "0200000000000000"
    "0100000000000000" + "61" + "0300000000000000" + "e29883"
    # tensor 0: "w", two dimensions, 3 numbers in each of 2 rows, F32, at 0
    "0100000000000000" + "77" + "02000000" + "0300000000000000" + "0200000000000000" + "00000000" + "0000000000000000"
    # tensor 1: "q", one dimension of 32, Q8_0, at 24
    "0100000000000000" + "71" + "01000000" + "2000000000000000" + "08000000" + "1800000000000000"
)
GOLDEN += bytes(-len(GOLDEN) % 8)
W = np.arange(6, dtype="<f4").reshape(2, 3)
GOLDEN += W.tobytes() + np.float16(0.5).tobytes() + np.arange(-16, 16, dtype=np.int8).tobytes() + bytes(6)


def test_the_golden_file() -> None:
    file = nacformats.loads(GOLDEN, format="gguf")
    assert (file.version, file.alignment, list(file)) == (3, 8, ["w", "q"])
    assert [file.metadata.type_of(key) for key in file.metadata] == [
        *("uint32", "string"),
        *("array of float32", "array of string"),
    ]
    assert file.metadata["general.alignment"] == 8
    assert file.metadata["general.architecture"] == "llama"
    assert file.metadata["scores"].view("<u4").tolist() == [0x3F800000, 0x7F800001]
    words = file.metadata["words"]
    assert isinstance(words, GgufTexts)
    assert words == ["a", "\N{SNOWMAN}"]
    assert (words[1], words[-1], words[:1], len(words)) == ("\N{SNOWMAN}", "\N{SNOWMAN}", ["a"], 2)
    assert np.array_equal(file["w"], W)
    assert np.array_equal(file["q"], np.arange(-16, 16) / 2)
    w, q = file.tensors["w"], file.tensors["q"]
    assert (w.dtype, w.shape, w.offset, w.nbytes) == ("F32", (2, 3), len(GOLDEN) - 64, 24)
    assert (q.dtype, q.shape, q.nbytes) == ("Q8_0", (32,), 34)
    assert nacformats.dumps(file) == GOLDEN
    assert nacformats.validate(GOLDEN) == []
    assert nacformats.detect(GOLDEN) == "gguf"


def test_arrays_are_views_of_the_file(tmp_path: Path) -> None:
    (tmp_path / "x.gguf").write_bytes(GOLDEN)
    with nacformats.load(tmp_path / "x.gguf", format="gguf") as file:
        array = file["w"]
        assert not array.flags.owndata
        assert not array.flags.writeable
        with pytest.raises(KeyError, match="no tensor is called 'ww': did you mean 'w'"):
            file["ww"]


def test_every_type_of_value_comes_back() -> None:
    values = {
        **{f"k{number}": value for number, value in enumerate((1, -1, 2**40, -(2**40), 0.5, 0.1, True, "text", ""))},
        "list": [1, -2],
        "large": [1, 2**33],
        "floats": [0.5, 0.25],
        "truths": [True, False],
        "texts": ["a", "é"],
        "nested": [[1, 2], ["a"], [[0.5]]],
        "empty": [],
        **{name: np.array([1, 0, 1], name) for name in ("uint8", "int8", "uint16", "int16", "uint64", "float64")},
        **{f"one {name}": np.dtype(name).type(1) for name in ("uint8", "int8", "uint16", "int16", "int64", "float64")},
    }
    file = nacformats.loads(nacformats.dumps(GgufFile(values)), format="gguf")
    types = {key: file.metadata.type_of(key) for key in file.metadata}
    assert [types[f"k{number}"] for number in range(9)] == [
        *("uint32", "int32", "uint64", "int64", "float32", "float64", "bool", "string", "string")
    ]
    assert [types[key] for key in ("list", "large", "floats", "truths", "texts", "nested", "empty")] == [
        *("array of int32", "array of int64", "array of float32", "array of bool"),
        *("array of string", "array of array", "array of string"),
    ]
    assert types["one int8"] == "int8"
    for key, value in values.items():
        found = file.metadata[key]
        if key == "nested":
            assert [found[0].tolist(), list(found[1]), found[2][0].tolist()] == [[1, 2], ["a"], [0.5]]
        else:
            assert np.array_equal(found, value) if isinstance(value, np.ndarray) else list_of(found) == value


def list_of(value: object) -> object:
    return list(value) if isinstance(value, np.ndarray | GgufTexts) else value


def test_a_changed_value_keeps_its_type_where_it_fits() -> None:
    file = nacformats.loads(nacformats.dumps(GgufFile({"a": np.int8(1), "b": np.float64(1), "c": [1]})), format="gguf")
    file.metadata.update(a=2, b=0.1, c=[2**31])
    assert [file.metadata.type_of(key) for key in "abc"] == ["int8", "float64", "array of uint32"]
    file.metadata["a"] = 300
    assert file.metadata.type_of("a") == "uint32"
    del file.metadata["b"]
    again = nacformats.loads(nacformats.dumps(file), format="gguf")
    assert list(again.metadata) == ["a", "c"]


@pytest.mark.parametrize("value", [2**64, None, b"x", [1, "a"], np.zeros((2, 2)), 1j, {"a": 1}])
def test_values_of_no_type_are_refused(value: object) -> None:
    with pytest.raises((nacformats.UnsupportedError, TypeError), match=r"GGUF has no type|complex"):
        GgufFile({"k": value})


def test_tensors_are_added_replaced_and_removed() -> None:
    file = nacformats.loads(GOLDEN, format="gguf")
    file.add("new", np.ones((2, 2), np.float16))
    with pytest.raises(ValueError, match="'new' is taken"):
        file.add("new", np.ones(1, np.float32))
    with pytest.raises(nacformats.UnsupportedError, match="uint8"):
        file.add("bytes", np.ones(1, np.uint8))
    with pytest.raises(TypeError, match="expected a NamedTensor"):
        file.tensors["x"] = np.ones(1)  # type: ignore[assignment]
    del file.tensors["w"]
    again = nacformats.loads(nacformats.dumps(file), format="gguf")
    assert list(again) == ["q", "new"]
    assert bytes(again.tensors["q"].raw) == bytes(file.tensors["q"].raw)
    assert {tensor.offset % 8 for tensor in again.tensors.values() if tensor.offset is not None} == {0}
    assert nacformats.validate(nacformats.dumps(file)) == []


def test_a_shape_that_the_format_lacks_is_refused() -> None:
    with pytest.raises(nacformats.LimitError, match="at most 4 dimensions"):
        nacformats.dumps(GgufFile.of_arrays({"a": np.ones((1, 1, 1, 1, 1), np.float32)}))
    with pytest.raises(nacformats.InvalidError, match="no power of two"):
        nacformats.dumps(GgufFile({"general.alignment": 24}))


def test_sizes_of_new_files_do_not_matter() -> None:
    file = GgufFile()
    assert (len(file), bool(file), file.alignment) == (0, True, 32)
    again = nacformats.loads(nacformats.dumps(file), format="gguf")
    assert (list(again), dict(again.metadata)) == ([], {})
    file.add("scalar", np.float32(2))
    assert nacformats.loads(nacformats.dumps(file), format="gguf")["scalar"].shape == ()
