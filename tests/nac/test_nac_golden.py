"""A file that is annotated byte by byte, with the examples that the specification gives."""

from __future__ import annotations

import numpy as np

import nacformats
from nacformats.formats.nac import ConstantRef, NacBuilder, NacFile, ParameterRef, ResultRef
from nacformats.formats.nac.columns.memory_map import ScheduleRecord
from tests.nac.samples import GOLDEN


def golden() -> NacFile:
    return nacformats.loads(GOLDEN)


def test_header() -> None:
    file = golden()
    assert (file.version, file.num_inputs, file.num_outputs, file.d_model) == ("1.6", 1, 1, 768)
    assert file.internal_weights
    assert file.quantization.name == "none"
    assert file.section_names == ("mmap", "ops", "cmap", "cnst", "perm", "data")
    assert [(extent.name, extent.start, extent.stop) for extent in file.extents] == [
        ("mmap", 88, 108),
        ("ops", 108, 144),
        ("cmap", 144, 164),
        ("cnst", 164, 185),
        ("perm", 185, 199),
        ("data", 199, 262),
    ]


def test_memory_map() -> None:
    assert list(golden().sections.mmap) == [ScheduleRecord(43, ((20, 26), (10, 43), (40, 44)))]


def test_instructions() -> None:
    x, w, call, output = golden().instructions
    assert (x.name, x.a, x.b, x.c, x.d, x.offset, x.input_name) == ("<INPUT>", 2, 0, (), (), 116, "x")
    assert (w.c, w.operands, w.offset) == ((2, 7), (ParameterRef(7, "w"),), 118)
    assert (call.name, call.signature, call.c, call.d, call.offset) == ("custom.op", "TSc", (1, 50), (-2, 0, -1), 124)
    assert call.operands == (ResultRef(0, "T"), ConstantRef(50, [1, 2], "S"), ResultRef(1, "c"))
    assert (output.name, output.c, output.operands, output.offset) == ("<OUTPUT>", (2, 0), (ResultRef(2),), 136)


def test_tables() -> None:
    file = golden()
    assert dict(file.operation_names) == {201: "custom.op"}
    assert dict(file.signatures) == {100: "TSc"}
    assert {number: constant.value for number, constant in file.constants.items()} == {50: [1, 2]}


def test_parameter() -> None:
    parameter = golden().parameters["w"]
    assert (parameter.id, parameter.shape, parameter.dtype) == (7, (2, 3), np.dtype("<f2"))
    assert parameter.tensor.offset == 250
    assert parameter.array().tolist() == [[1, 2, 3], [4, 5, 6]]


def test_the_metadata_of_a_float16_tensor_of_768_by_768() -> None:
    """The example of section 6.1.1."""
    builder = NacBuilder()
    builder.output(builder.parameter("w", np.zeros((768, 768), np.float16)))
    assert bytes.fromhex("0b000000 0000120000000000 02 02 00030000 00030000 00") in nacformats.dumps(builder.build())


def test_it_comes_back() -> None:
    assert nacformats.detect(GOLDEN) == "nac"
    assert nacformats.dumps(golden()) == GOLDEN


def test_a_builder_makes_the_same_program() -> None:
    """Apart from the schedule and the numbers that the builder chooses itself."""
    builder = NacBuilder(d_model=768)
    x = builder.input("x")
    w = builder.parameter("w", np.arange(1, 7, dtype=np.float16).reshape(2, 3))
    builder.output(builder.operation("custom.op", x, [1, 2], w, signature="TSc"))
    file = builder.build()
    assert [line.operands for line in file.instructions] == [
        (),
        (ParameterRef(1, "w"),),
        (ResultRef(0, "T"), ConstantRef(1, [1, 2], "S"), ResultRef(1, "c")),
        (ResultRef(2),),
    ]
    assert len(nacformats.dumps(file)) == len(GOLDEN) - 12  # the three commands and their tick
