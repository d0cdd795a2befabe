"""What a user writes, for a type checker: `mypy --strict` finds nothing here, and the types are those that are said."""

from __future__ import annotations

from pathlib import Path
from typing import assert_type

import numpy as np
import numpy.typing as npt

import nacformats
from nacformats import FormatError, MicGraph, NacBuilder, NacFile, Session, StbFile, columns, constructs, kaitai
from nacformats.codec.columns import RecordCodec
from nacformats.codec.constructs import Record
from nacformats.codec.streams import Buffer
from nacformats.codec.trees.record import TreeRecord
from nacformats.findings import Finding
from nacformats.formats.generic import Tree
from nacformats.formats.gguf import GgufFile
from nacformats.formats.safetensors import SafetensorsFile
from nacformats.formats.stb import StbTensor
from nacformats.formats.stb.glyphs import BinFileTable
from nacformats.plan import Plan


def read(path: Path, data: bytes) -> list[str]:
    """Models by format, and by looking."""
    with nacformats.load(path, format="nac", weights=path.with_suffix(".safetensors")) as nac:
        assert_type(nac, NacFile)
        assert_type(nac.signatures[1], str)
        assert_type(nac.plan, Plan | None)
        assert_type(nac.sections.proc, Buffer | None)
        nac.sections.trng = None
    assert_type(nacformats.load(path, format="stb", strict=False, shape_table={0: (1, 2, 3, 4)}), StbFile)
    assert_type(nacformats.loads(data, format="micb"), MicGraph)
    graph = nacformats.loads(data, format="mic2", params_first=True)
    assert_type(graph, MicGraph)
    assert_type(nacformats.load(path, format="tisa"), Tree)
    with nacformats.load(path) as model:
        assert_type(model, NacFile | MicGraph | StbFile | GgufFile | SafetensorsFile | Tree)
        if isinstance(model, StbFile):
            return [tensor_name(tensor) for tensor in model.tensors]
        assert_type(model.format, str | None)
    assert_type(nacformats.detect(path), str | None)
    return [f"{finding.severity}: {finding.reason}" for finding in findings(data)]


def findings(data: bytes) -> list[Finding]:
    try:
        nacformats.loads(data)
    except FormatError as error:
        assert_type(error.path, str | None)
        assert_type(error.offset, int | None)
    return nacformats.validate(data)


def tensor_name(tensor: StbTensor) -> str:
    return f"{tensor.id} {tensor.shape} {tensor.array().dtype}"


def write(path: Path) -> bytes:
    """Models that are made, and their bytes."""
    stb = StbFile()
    stb.add(np.zeros((2, 3), np.float32), 0)
    nacformats.dump(stb, path)
    builder = NacBuilder()
    x = builder.input("x")
    builder.output(builder.operation("aten.softmax.int", x, -1))
    assert_type(builder.build(), NacFile)
    assert_type(nacformats.dumps(builder.build()), bytes)
    graph = MicGraph()
    graph.add_type("f32", 2)
    return nacformats.dumps(graph, format="micb")


def run(path: Path, array: npt.NDArray[np.float32]) -> float:
    with Session(path, parameters={"w": array}) as session:
        (output,) = session.run([array])
        named = session.run({"x": array})
    return float(output.sum()) + float(named["y"].sum())


def glyphs(folder: Path) -> StbTensor:
    with BinFileTable({0: folder / "a.stb"}) as table:
        return table.load_tensor(0x01)


def tree(path: Path) -> list[kaitai.Stb.Dtype | int]:
    """The parsers of the Kaitai Struct compiler: fields, enums and nested types."""
    with kaitai.Stb.from_file(path) as stb:
        assert_type(stb.num_tensors, int)
        assert_type(stb.tensors, list[kaitai.Stb.TensorDescriptor])
        assert_type(stb.tensors[0].body, bytes)
        assert_type(stb.tensors[0].idx_shape, int | None)
        found = [tensor.dtype for tensor in stb.tensors]
    return [dtype for dtype in found if dtype is not kaitai.Stb.Dtype.int8]


def opcode(data: bytes) -> kaitai.Micb.Opcode | None:
    graph = kaitai.Micb.from_bytes(data)
    body = graph.values[0].body
    assert_type(graph.num_values.value, int)
    return body.opcode if isinstance(body, kaitai.Micb.Node) else None


def instruction(data: bytes) -> bool:
    nac = kaitai.Nac.from_bytes(data)
    assert_type(nac.perm, kaitai.Nac.Permutations | None)
    assert_type(nac.quantization_method, kaitai.Nac.Quantization)
    return nac.has_internal_weights


def parts(data: bytes) -> bytes:
    """Constructs and columns."""
    assert_type(constructs.stb, Record)
    assert_type(constructs.stb.parse(data), TreeRecord)
    assert_type(columns.micb.graph_value, RecordCodec)
    strings = columns.micb.interned_string.read(data, 5, 2)
    assert_type(len(strings), int)
    return constructs.glyph.build({"glyph_id": "g_prefetch_bin", "payload": 1})
