"""The library `gguf` as the judge: what it writes is read, what we write it reads, and blocks mean the same numbers."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import nacformats
from nacformats.formats.gguf import GgufFile
from nacformats.formats.gguf.elements import ELEMENT_TYPES, READABLE_BLOCKS
from nacformats.fuzz.choices import RandomChoices
from nacformats.fuzz.weights import make_gguf_file
from tests.effort import effort
from tests.partners import partner

gguf: Any = partner("gguf")
RANDOM = np.random.default_rng(5)


def test_the_types_of_elements_are_those_of_the_library() -> None:
    theirs = {int(kind): (kind.name, *sizes) for kind, sizes in gguf.GGML_QUANT_SIZES.items()}
    ours = {each.number: (each.name, each.run, each.size) for each in ELEMENT_TYPES.values()}
    shared = theirs.keys() & ours.keys()
    assert len(shared) >= 30
    assert {number: ours[number] for number in shared} == {number: theirs[number] for number in shared}


@pytest.mark.parametrize("name", READABLE_BLOCKS)
def test_blocks_are_the_numbers_of_the_library(name: str, tmp_path: Path) -> None:
    kind = gguf.GGMLQuantizationType[name]
    blocks = gguf.quants.quantize(RANDOM.normal(size=(5, 96)).astype(np.float32), kind)
    wild = RANDOM.integers(0, 256, blocks.shape, np.uint8)
    writer = gguf.GGUFWriter(tmp_path / "x.gguf", "llama")
    writer.add_tensor("tame", blocks, raw_dtype=kind)
    writer.add_tensor("wild", wild, raw_dtype=kind)
    finish(writer)
    with nacformats.load(tmp_path / "x.gguf", format="gguf") as file, np.errstate(all="ignore"):
        np.testing.assert_array_equal(file["tame"], gguf.quants.dequantize(blocks, kind))
        np.testing.assert_array_equal(file["wild"], gguf.quants.dequantize(wild, kind))


def finish(writer: Any) -> None:
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def test_a_file_of_the_library_is_read(tmp_path: Path) -> None:
    writer = gguf.GGUFWriter(tmp_path / "x.gguf", "llama")
    writer.add_uint32("llama.block_count", 2)
    writer.add_bool("flag", True)
    writer.add_array("tokenizer.ggml.tokens", ["<s>", "ä", ""])
    writer.add_array("tokenizer.ggml.scores", [0.5, -1.0])
    writer.add_custom_alignment(64)
    arrays = {
        name: RANDOM.normal(size=shape).astype(dtype)
        for name, shape, dtype in (("a", (3, 5), np.float32), ("b", (2, 3, 4), np.float16), ("c", (7,), np.float64))
    }
    for name, array in arrays.items():
        writer.add_tensor(name, array)
    finish(writer)
    data = (tmp_path / "x.gguf").read_bytes()
    file = nacformats.loads(data, format="gguf")
    assert (file.alignment, file.metadata["llama.block_count"], file.metadata["flag"]) == (64, 2, True)
    assert file.metadata["tokenizer.ggml.tokens"] == ["<s>", "ä", ""]
    for name, array in arrays.items():
        np.testing.assert_array_equal(file[name], array)
    assert nacformats.dumps(file) == data
    assert nacformats.validate(data) == []
    same = GgufFile({key: typed(file, key) for key in file.metadata})
    for name, array in arrays.items():
        same.add(name, array)
    assert nacformats.dumps(same) == data  # laid out as the library does it


def typed(file: GgufFile, key: str) -> Any:
    kind, value = file.metadata.type_of(key), file.metadata[key]
    return value if kind in ("string", "bool") or "array" in kind else np.dtype(kind).type(value)


def test_the_library_reads_what_the_fuzzer_makes(tmp_path: Path) -> None:
    for seed in range(effort(150, 3000)):
        data = make_gguf_file(RandomChoices(random.Random(seed)))
        (tmp_path / "x.gguf").write_bytes(data)
        file, reader = nacformats.loads(data, format="gguf"), gguf.GGUFReader(tmp_path / "x.gguf")
        assert nacformats.dumps(file) == data
        assert {each.name: each.data_offset for each in reader.tensors} == {
            each.name: each.offset for each in file.tensors.values()
        }
        for each in reader.tensors:
            mine = file.tensors[each.name]
            assert each.data.tobytes() == mine.raw
            assert (each.tensor_type.name, tuple(each.shape.tolist())) == (mine.dtype, mine.shape[::-1])
