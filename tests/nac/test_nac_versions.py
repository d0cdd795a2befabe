"""Files of v1.7 and v1.8, annotated byte by byte, and what is wrong with others."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import nacformats
from nacformats import FormatError, InvalidError, LimitError, TruncatedError, UnsupportedError
from nacformats.formats.nac import (
    Constant,
    ConstantRef,
    IdTable,
    NacBuilder,
    NacFile,
    Orchestrator,
    ParameterRef,
    ResultRef,
    SavedRef,
    TargetRef,
)
from nacformats.formats.nac.builder import make_operations
from nacformats.formats.nac.columns.instructions import TRNG, Fields
from nacformats.formats.nac.columns.memory_map import ScheduleRecord, make_memory_map
from nacformats.formats.nac.tables import FIXED_NAMES, fixed_names
from nacformats.runtime import Session
from nacformats.view.timeline import Timeline
from tests.nac.later import ARRS, BODY, SIZES, STARTS, TABLES, VERSIONS, sample


@pytest.mark.parametrize("version", VERSIONS)
def test_header(version: str) -> None:
    file = nacformats.loads(sample(version))
    assert (file.version, file.num_inputs, file.num_outputs, file.d_model) == (version, 1, 1, 2)
    assert file.section_names == tuple(name for name in TABLES[version] if name in STARTS)
    starts = {extent.name: extent.start - SIZES[version] for extent in file.extents}
    assert starts == {name: STARTS[name] for name in file.section_names}
    assert repr(file) == (
        f"<NacFile v{version} of 4 instructions, 9 of training"
        f"{', 1 parameters and 2 arrays' if version == '1.8' else ' and 1 parameters'}, "
        f"sections {' '.join(file.section_names)}>"
    )


@pytest.mark.parametrize("version", VERSIONS)
def test_instructions(version: str) -> None:
    x, w, product, output = nacformats.loads(sample(version)).instructions
    assert (x.name, x.input_name, w.operands) == ("<INPUT>", "x", (ParameterRef(7, "w"),))
    assert (product.name, product.operands) == ("nac.mul", (ResultRef(0, "T"), ResultRef(1, "T")))
    assert (output.name, output.operands) == ("<OUTPUT>", (ResultRef(2),))


@pytest.mark.parametrize("version", VERSIONS)
def test_training(version: str) -> None:
    file = nacformats.loads(sample(version))
    found = [(each.name, each.c, each.d, each.operands) for each in file.training]
    assert found == [
        ("<INPUT>", (1, 2), (), (ConstantRef(2, 0.1),)),
        ("<INPUT>", (1, 2), (), (SavedRef(2),)),
        ("<INPUT>", (1, 0), (), (TargetRef(0),)),
        ("nac.sub", (), (-2, -1), (ResultRef(1, "T"), ResultRef(2, "T"))),
        ("<INPUT>", (2, 0), (), (SavedRef(0),)),
        ("nac.mul", (), (-2, -1), (ResultRef(3, "T"), ResultRef(4, "T"))),
        ("getitem", (1, 3), (-1,), (ResultRef(5), ConstantRef(3, 0))),
        ("<OUTPUT>", (1, 7), (-2, -7), (ParameterRef(7, "w"), ResultRef(5), ResultRef(0))),
        ("<OUTPUT>", (), (0,), ()),
    ]
    base = SIZES[version]
    assert [each.offset for each in file.training] == [
        base + at for at in (178, 184, 190, 196, 202, 208, 214, 222, 232)
    ]
    raw = [each.raw for each in file.training]
    assert b"".join(raw) == BODY[178:]
    assert [each.input_name for each in file.training] == [None] * 9  # names are those of `ops`


def test_a_file_of_v1_6_has_no_training_and_no_arrays() -> None:
    file = NacFile()
    assert (file.version, len(file.training), len(file.arrays)) == ("1.6", 0, 0)


@pytest.mark.parametrize("version", VERSIONS)
def test_it_comes_back(version: str) -> None:
    data = sample(version)
    assert nacformats.detect(data) == "nac"
    assert nacformats.validate(data) == []
    assert nacformats.dumps(nacformats.loads(data)) == data


@pytest.mark.parametrize("version", VERSIONS)
def test_other_constants_and_weights(version: str) -> None:
    """Sections that are replaced are laid out anew; the header has the size of the version."""
    file = nacformats.loads(sample(version))
    file.set_parameter("w", np.array([3, 4], np.float32))
    file.set_constant(2, 0.25)
    again = nacformats.loads(nacformats.dumps(file))
    assert again.version == version
    assert again.parameters["w"].array().tolist() == [3, 4]
    assert again.training[0].operands == (ConstantRef(2, 0.25),)
    assert again.extents[0].start == SIZES[version]


def test_arrays() -> None:
    file = nacformats.loads(sample("1.8"))
    assert list(file.arrays) == ["mask", "ü"]
    mask, number = file.arrays["mask"], file.arrays["ü"]
    assert (mask.dtype, mask.shape, mask.array().tolist()) == (np.dtype(bool), (2, 1), [[True], [False]])
    assert (number.dtype, number.shape, float(number.array())) == (np.dtype(ml_dtypes.bfloat16), (), 1.0)
    assert not mask.mislabelled
    assert (mask.offset, mask.path) == (100 + 236 + 32, "arrs.arrays[0]")
    with pytest.raises(KeyError, match="there is no array 'noise'"):
        file.arrays["noise"]
    assert "noise" not in file.arrays


def test_arrays_are_views(tmp_path: Path) -> None:
    path = tmp_path / "model.nac"
    path.write_bytes(sample("1.8"))
    file = nacformats.load(path)
    array = file.arrays["mask"].array()
    assert not array.flags.writeable
    assert not array.flags.owndata
    assert np.shares_memory(array, np.frombuffer(file.source.view, np.uint8))
    file.close()
    assert array.tolist() == [[True], [False]]
    with pytest.raises(ValueError, match="closed"):
        file.arrays  # noqa: B018
    with pytest.raises(ValueError, match="closed"):
        file.training  # noqa: B018


def built(version: str = "1.8") -> NacBuilder:
    """y = x * w, and a step towards a target."""
    b = NacBuilder(version=version)
    x, w = b.input("x"), b.parameter("w", np.ones(2, np.float32))
    y = b.operation("nac.mul", x, w)
    t = b.training()
    rate, error = t.constant(0.5), t.operation("nac.sub", t.saved(y), t.target(0))
    t.update("w", t.operation("nac.mul", error, t.saved(x)), rate)
    t.finish()
    b.output(y)
    return b


@pytest.mark.parametrize("version", VERSIONS)
def test_a_builder_makes_such_files(version: str) -> None:
    file = built(version).build()
    data = nacformats.dumps(file)
    assert nacformats.validate(data) == []
    again = nacformats.loads(data)
    assert again.version == version
    names = ("mmap", "ops", "cmap", "cnst", "perm", "data", "trng", "arrs")
    assert again.section_names == names[: 7 + (version == "1.8")]
    assert again.instructions[2].a == 20  # nac.mul has a number of its own
    assert [each.operands for each in again.training] == [each.operands for each in file.training]
    assert again.training[6].operands == (ParameterRef(1, "w"), ResultRef(5), ResultRef(0))
    assert nacformats.dumps(again) == data


def test_the_order_of_sections() -> None:
    for version, expected in (
        ("1.7", ["proc", "orch", "trng", "rsrc"]),
        ("1.8", ["proc", "orch", "trng", "rsrc", "arrs"]),
    ):
        b = built(version)
        b.resource("vocab.b", struct.pack("<IIH1sif", 1, 0, 1, b"a", 0, 0.0))
        made = b.build()
        made.sections.proc, made.sections.orch = b"TISA\1\x22\0\0\0\0", Orchestrator(b"\xff")
        file = nacformats.loads(nacformats.dumps(made))
        assert [extent.name for extent in file.extents][6:] == expected


def test_arrays_of_a_builder() -> None:
    b = built()
    given: dict[str, Any] = {
        "a": np.arange(6).reshape(2, 3).T,
        "b": np.array(True),
        "c": np.zeros((0, 3), np.float16),
        "d": np.ones(5000, np.float64),
        "e": np.array([1.5], ml_dtypes.bfloat16),
    }
    for name, array in given.items():
        b.array(name, array)
    file = nacformats.loads(nacformats.dumps(b.build()))
    for name, array in given.items():
        found = file.arrays[name].array()
        assert (found.dtype, found.shape) == (array.dtype, array.shape)
        assert np.array_equal(found, array)
    with pytest.raises(ValueError, match="there is an array 'a' already"):
        b.array("a", [1])
    with pytest.raises(ValueError, match="an array needs a name"):
        b.array("", [1])
    with pytest.raises(UnsupportedError, match="no number for this dtype"):
        b.array("f", np.zeros(2, np.uint16))
    with pytest.raises(LimitError, match="length of the name of an array"):
        b.array("x" * 65536, [1])


def test_misuse_of_builders() -> None:
    with pytest.raises(ValueError, match=r"unknown version '1.9': known are 1.6, 1.7, 1.8"):
        NacBuilder(version="1.9")
    with pytest.raises(ValueError, match=r"NAC v1.7 has no section ARRS"):
        NacBuilder(version="1.7").array("a", [1])
    with pytest.raises(ValueError, match=r"NAC v1.6 has no section TRNG"):
        NacBuilder().training()
    with pytest.raises(ValueError, match="unknown memory action 'SAVE_FOR_GRAD'"):
        NacBuilder().schedule(0, "SAVE_FOR_GRAD", 0)
    b = NacBuilder(version="1.7")
    x = b.input()
    b.schedule(x, "SAVE_FOR_GRAD", x)
    t = b.training()
    assert b.training() is t
    with pytest.raises(ValueError, match="not a value of this builder"):
        t.operation("nac.neg", x)
    with pytest.raises(ValueError, match="not a value of this builder"):
        t.saved(t.constant(1.0))
    with pytest.raises(ValueError, match="there is no parameter 'w'"):
        t.parameter("w")
    with pytest.raises(ValueError, match="there is no parameter 'w'"):
        t.update("w", t.constant(1.0), t.constant(1.0))
    with pytest.raises(LimitError, match=r"trng.instructions\[\d+\]: number of the target"):
        t.target(-1)
    b.output(x)
    with pytest.raises(ValueError, match="the training program has no end"):
        b.build()
    t.finish()
    with pytest.raises(ValueError, match="ended the program of `trng`"):
        t.constant(1)
    assert len(b.build().training) == 4


def test_names_by_version() -> None:
    assert set(fixed_names("1.7")) - set(FIXED_NAMES) == set(range(20, 32))
    for version, known in (("1.6", False), ("1.7", True)):
        b = NacBuilder(version=version)
        b.output(b.operation("nac.matmul", b.input(), b.input()))
        file = b.build()
        assert (file.instructions[2].a == 22) == known
        assert file.instructions[2].name == "nac.matmul"
        assert bool(file.operation_names) != known


# What is wrong


def body(old: str, new: str) -> bytes:
    """The body with some bytes replaced."""
    assert BODY.count(bytes.fromhex(old)) == 1, old
    return BODY.replace(bytes.fromhex(old), bytes.fromhex(new))


# rule, old bytes, new bytes, path (where it begins with [, in the instructions of `trng`), offset behind the header
BROKEN: dict[str, tuple[str, str, str, str, int]] = {
    "input of the caller": ("variant", "02 04 0100 0200", "02 02 0100 0200", "[1].b", 185),
    "output of the model": ("variant", "03 03 0100 0700 feff f9ff", "03 01 0100 0000 ffff 0a00", "[7].b", 223),
    "unknown input": ("variant", "03 04 0000", "02 00 0207", "[8].b", 233),
    "saved in ops": ("variant", "02 01 0100 0700", "02 04 0100 0000", "ops.instructions[1].b", 28),
    "target in ops": ("variant", "02 01 0100 0700", "02 05 0100 0000", "ops.instructions[1].b", 28),
    "parameter": ("parameter", "02 04 0100 0200", "02 01 0100 0600", "[1].fields.id", 188),
    "saved": ("training-input", "02 04 0100 0200", "02 04 0100 0400", "[1].fields.id", 188),
    "saved output": ("training-input", "02 04 0100 0200", "02 04 0100 0300", "[1].fields.id", 188),
    "negative saved": ("training-input", "02 04 0100 0200", "02 04 0100 ffff", "[1].fields.id", 188),
    "negative target": ("training-input", "02 05 0100 0000", "02 05 0100 ffff", "[2].fields.id", 194),
    "gradient that comes later": ("operand", "feff f9ff", "0100 f9ff", "[7].fields.gradient", 228),
    "rate before the first": ("operand", "feff f9ff", "feff f8ff", "[7].fields.rate", 230),
    "element of itself": ("operand", "20 00 0100 0300 ffff", "20 00 0100 0300 0000", "[6].fields.distance", 220),
    "constant that is not listed": (
        "constants-missing",
        "0c 01 feff ffff",
        "0c 01 feff 0000 ",
        "[3].fields.distances[1]",
        200,
    ),
    "constant": ("constant", "02 03 0100 0200", "02 03 0100 0900", "[0].fields.id", 182),
    "constant of an element": ("constant", "20 00 0100 0300", "20 00 0100 0400", "[6].fields.constants[0]", 218),
    "signature": ("signature", "0c 01 feff ffff", "0c 09 feff ffff", "[3].b", 197),
    "operation": ("operation", "0c 01 feff ffff", "28 01 feff ffff", "[3].a", 196),
}


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_program(case: str, version: str) -> None:
    rule, old, new, place, offset = BROKEN[case]
    path = f"trng.instructions{place}" if place.startswith("[") else place
    data = sample(version, body(old, new))
    found = [finding for finding in nacformats.validate(data) if finding.severity == "error"]
    assert found, case
    assert (found[0].rule, found[0].path, found[0].offset) == (f"nac.{rule}", path, SIZES[version] + offset)
    with pytest.raises(FormatError) as caught:
        nacformats.loads(data)
    assert (caught.value.path, caught.value.offset) == (path, SIZES[version] + offset)


@pytest.mark.parametrize("version", VERSIONS)
def test_an_update_of_no_parameter_keeps_nobody_from_inference(version: str) -> None:
    """The public compiler counts parameters there that it leaves out of the file, since the model does not use them."""
    data = sample(version, body("0100 0700 feff f9ff", "0100 0600 feff f9ff"))
    (finding,) = nacformats.validate(data)
    assert (finding.rule, finding.severity, finding.actual) == ("nac.update", "warning", 6)
    assert (finding.path, finding.offset) == ("trng.instructions[7].fields.id", SIZES[version] + 226)
    file = nacformats.loads(data)
    assert nacformats.dumps(file) == data
    with Session(file) as session, pytest.raises(InvalidError, match="updates parameter 6"):
        session.train_step([np.ones((2, 2), np.float32)], [np.zeros(2, np.int64)])


def test_training_that_does_not_end() -> None:
    data = sample("1.7", body("09000000 02 03 0100 0200", "08000000 02 03 0100 0200")[:-4])
    (finding,) = nacformats.validate(data)
    assert (finding.rule, finding.severity, finding.path) == ("nac.no-output", "warning", "trng")
    assert finding.reason == "no OUTPUT ends the program (B=4)"


def test_training_that_goes_on() -> None:
    more = body("09000000 02 03 0100 0200", "0a000000 02 03 0100 0200") + bytes.fromhex("02 05 0100 0100")
    (finding,) = nacformats.validate(sample("1.7", more))
    assert (finding.rule, finding.severity, finding.path) == ("nac.unreachable", "warning", "trng.instructions[9]")


@pytest.mark.parametrize("version", VERSIONS)
def test_the_flag_of_training(version: str) -> None:
    (finding,) = nacformats.validate(sample(version, flags=0x80))
    assert (finding.rule, finding.severity, finding.path) == ("nac.training-flag", "error", "has_training")
    assert (finding.offset, finding.expected, finding.actual) == (4, 1, 0)
    assert nacformats.loads(sample(version, flags=0x80), strict=False).sections.trng is not None
    without = bytearray(sample(version))
    place = 12 + 8 * TABLES[version].index("trng")
    without[place : place + 8] = bytes(8)
    assert "nac.training-flag" in {finding.rule for finding in nacformats.validate(bytes(without))}


def test_training_can_be_taken_out() -> None:
    file = nacformats.loads(sample("1.8"))
    file.sections.trng = None
    again = nacformats.loads(nacformats.dumps(file))
    assert (again.sections.trng, len(again.training), again.version) == (None, 0, "1.8")
    assert "trng" not in again.section_names


def test_what_a_version_does_not_have() -> None:
    file = nacformats.loads(sample("1.8"))
    file.version = "1.7"
    with pytest.raises(InvalidError, match=r"NAC v1.7 has no section ARRS"):
        nacformats.dumps(file)
    file.version = "1.6"
    with pytest.raises(InvalidError, match=r"NAC v1.6 has no section TRNG"):
        nacformats.dumps(file)
    file.sections.trng = file.sections.arrs = None
    with pytest.raises(InvalidError, match=r"the instructions are those of another version than NAC v1.6"):
        nacformats.dumps(file)


def test_an_unknown_version_is_not_written() -> None:
    file = nacformats.loads(sample("1.8"))
    file.version = "2.0"
    with pytest.raises(ValueError, match=r"unknown version of NAC '2.0'"):
        nacformats.dumps(file)


def test_an_element_without_a_signature_runs() -> None:
    """Whether its B is 0, an empty signature, or one that PERM does not have."""
    for b in (0, 5, 9):
        rows = [Fields(2, 0), Fields(40, b, (2, 1, 2), (-1,), is_element=True), Fields(3, 0, (2, 0), (-1,))]
        file = NacFile(version="1.7", num_inputs=1, num_outputs=1)
        file.sections.ops = make_operations(rows, version=2)
        file.sections.cmap, file.sections.cnst = (
            IdTable([(40, "aten.select.int")]),
            IdTable([(1, Constant.of(0)), (2, Constant.of(1))]),
        )
        file.sections.perm = IdTable([(5, "")])
        again = nacformats.loads(nacformats.dumps(file))
        assert list(make_operations(again.sections.ops, version=2)) == rows
        assert nacformats.Session(again).run([np.array([3.0, 4.0])]) == [4.0]
        assert again.instructions[1].operands == (ResultRef(0), ConstantRef(1, 0), ConstantRef(2, 1))
        assert again.instructions[1].raw == bytes([40, b]) + bytes.fromhex("0200 0100 0200 ffff")


def test_an_update_in_the_program_cannot_run() -> None:
    data = sample("1.8", body("14 01 feff ffff 0300", "03 03 0100 0700 feff ffff 0300"))
    starts = bytearray(data)
    for place in range(12 + 16, 100, 8):  # sections after OPS begin four bytes later
        (start,) = struct.unpack_from("<Q", starts, place)
        struct.pack_into("<Q", starts, place, start + 4 if start else 0)
    file = nacformats.loads(bytes(starts), strict=False)
    with pytest.raises(InvalidError, match="an update of a parameter belongs in `trng`"):
        nacformats.Session(file)


def stored(raw: bytes, shape: tuple[int, ...], label: int = 0) -> bytes:
    """A section with one array."""
    dims = struct.pack(f"<{len(shape)}I", *shape)
    record = struct.pack("<H", 1) + b"a" + bytes([label, len(shape)]) + dims + struct.pack("<Q", len(raw)) + raw
    return b"ARRS" + struct.pack("<I", 1) + record


@pytest.mark.parametrize("dtype", ["<u2", "<c16"])
def test_a_mislabelled_array(dtype: str) -> None:
    given = np.arange(6).reshape(2, 3).astype(dtype)
    data = sample("1.8", arrays=stored(given.tobytes(), (2, 3)))
    (finding,) = nacformats.validate(data)
    assert (finding.rule, finding.severity, finding.path) == (
        "nac.mislabelled-array",
        "warning",
        "arrs.arrays[0].dtype",
    )
    assert finding.reason == f"by its length the array is {given.dtype.name}, which the format has no number for"
    array = nacformats.loads(data).arrays["a"]
    assert (array.mislabelled, array.dtype) == (True, given.dtype)
    assert array.array().dtype == given.dtype
    assert np.array_equal(array.array(), given)
    assert nacformats.dumps(nacformats.loads(data)) == data


def test_a_mislabelled_array_that_may_be_two_things() -> None:
    given = np.array([1 + 2j, 3], "<c8")
    data = sample("1.8", arrays=stored(given.tobytes(), (2,)))
    (finding,) = nacformats.validate(data)
    assert (finding.rule, "uint64 or complex64" in finding.reason) == ("nac.mislabelled-array", True)
    array = nacformats.loads(data).arrays["a"]
    assert (array.mislabelled, array.dtype) == (True, None)
    with pytest.raises(InvalidError, match="uint64 and complex64 are both written as float32") as caught:
        array.array()
    assert caught.value.hint == '`array(dtype="uint64")` reads it'
    assert array.array(dtype="complex64").tolist() == given.tolist()
    assert array.array(np.uint64).tolist() == given.view(np.uint64).tolist()
    for wrong in ("float32", np.uint16, "object"):
        with pytest.raises(ValueError, match=r"one of|no elements"):
            array.array(wrong)


def test_uint32_labelled_float32_can_be_read_as_such() -> None:
    given = np.array([1, 2**32 - 1], np.uint32)
    array = nacformats.loads(sample("1.8", arrays=stored(given.tobytes(), (2,)))).arrays["a"]
    assert array.array("uint32").tolist() == given.tolist()


@pytest.mark.parametrize(
    ("raw", "shape", "label", "rule", "path"),
    [
        (bytes(12), (2,), 0, "array", "arrs.arrays[0].len_data"),
        (bytes(7), (2,), 0, "array", "arrs.arrays[0].len_data"),
        (bytes(4), (0,), 0, "array", "arrs.arrays[0].len_data"),
        (bytes(4), (4,), 0, "array", "arrs.arrays[0].len_data"),
        (bytes(4), (2,), 1, "array", "arrs.arrays[0].len_data"),
        (bytes(8), (2**32 - 1,) * 3, 0, "array", "arrs.arrays[0].len_data"),
        (bytes(8), (2,), 17, "dtype", "arrs.arrays[0].dtype"),
    ],
)
def test_a_broken_array(raw: bytes, shape: tuple[int, ...], label: int, rule: str, path: str) -> None:
    data = sample("1.8", arrays=stored(raw, shape, label))
    (finding,) = nacformats.validate(data)
    assert (finding.rule, finding.severity, finding.path) == (f"nac.{rule}", "error", path)
    with pytest.raises(FormatError, match=r"size does not fit|no such dtype"):
        nacformats.loads(data)
    array = nacformats.loads(data, strict=False).arrays["a"]
    assert bytes(array.raw) == raw
    with pytest.raises(FormatError):
        array.array()


def test_an_array_of_unknown_dtype() -> None:
    data = sample("1.8", arrays=stored(b"abcd", (2,), 255))
    (finding,) = nacformats.validate(data)
    assert (finding.rule, finding.severity) == ("nac.dtype", "warning")
    array = nacformats.loads(data).arrays["a"]
    assert (array.dtype, bytes(array.raw), array.mislabelled) == (None, b"abcd", False)
    with pytest.raises(UnsupportedError, match="only the raw bytes"):
        array.array()
    assert array.array("u2").tolist() == [0x6261, 0x6463]
    assert nacformats.dumps(nacformats.loads(data)) == data


def test_arrays_without_elements() -> None:
    for shape in ((0,), (3, 0), (0, 2**32 - 1)):
        data = sample("1.8", arrays=stored(b"", shape))
        assert nacformats.validate(data) == []
        assert nacformats.loads(data).arrays["a"].array().shape == shape
    data = sample("1.8", arrays=stored(b"", (0, *[2**32 - 1] * 3)))
    with pytest.raises(UnsupportedError, match="NumPy cannot hold this shape"):
        nacformats.loads(data).arrays["a"].array()


def test_names_of_arrays() -> None:
    twice = ARRS.replace(bytes.fromhex("0200 c3bc"), bytes.fromhex("0400") + b"mask")
    (finding,) = nacformats.validate(sample("1.8", arrays=twice))
    assert (finding.rule, finding.path) == ("nac.array-name", "arrs.arrays[1].name")
    assert "arrs.arrays[0]" in finding.reason
    lenient = nacformats.loads(sample("1.8", arrays=twice), strict=False)
    assert (list(lenient.arrays), lenient.arrays["mask"].shape) == (["mask"], ())
    nameless = ARRS.replace(bytes.fromhex("0200 c3bc"), bytes(2))
    (finding,) = nacformats.validate(sample("1.8", arrays=nameless))
    assert (finding.rule, finding.reason) == ("nac.array-name", "the array has no name")


def test_many_wrong_arrays_in_bounded_output() -> None:
    record = struct.pack("<HBBQ", 0, 0, 0, 0)
    findings = nacformats.validate(sample("1.8", arrays=b"ARRS" + struct.pack("<I", 60_000) + record * 60_000))
    assert len(findings) <= 42


@pytest.mark.parametrize("version", VERSIONS)
def test_every_length_that_is_cut_off(version: str) -> None:
    data = sample(version)
    for size in range(len(data)):
        with pytest.raises(FormatError):
            nacformats.loads(data[:size])


@pytest.mark.parametrize(
    ("at", "bytes_there", "path"),
    [
        (174, "ffffffff", "trng.num_instructions"),
        (174, "ffffff7f", "trng.instructions"),
        (236 + 4, "ffffffff", "arrs.num_arrays"),
        (236 + 4, "00000100", "arrs.arrays[2]"),
        (236 + 8, "ffff", "arrs.arrays[0].name"),
        (236 + 15, "ff", "arrs.arrays[0]"),
        (236 + 24, "ffffffffffffff7f", "arrs.arrays[0].data"),
        (236 + 24, "ffffffffffffffff", "arrs.arrays[0].data"),
    ],
)
def test_hostile_lengths(at: int, bytes_there: str, path: str) -> None:
    data = bytearray(sample("1.8"))
    new = bytes.fromhex(bytes_there)
    data[100 + at : 100 + at + len(new)] = new
    with pytest.raises((TruncatedError, LimitError, InvalidError)) as caught:
        nacformats.loads(bytes(data))
    assert (caught.value.path or "").startswith(path)
    assert caught.value.offset is not None


@pytest.mark.parametrize("first", [88, 90, 91, 93, 96, 99, 101, 108, 2**63])
def test_a_header_of_neither_size(first: int) -> None:
    data = bytearray(sample("1.8"))
    data[12:20] = struct.pack("<Q", first)
    with pytest.raises(UnsupportedError, match=r"neither NAC v1.7 nor v1.8") as caught:
        nacformats.loads(bytes(data))
    assert (caught.value.path, caught.value.offset) == ("ofs_mmap", 12)
    assert "92 (v1.7) or 100 (v1.8)" in str(caught.value)


def test_no_section_at_all() -> None:
    """Writers that fail before they finish leave a header without offsets."""
    for strict in (True, False):
        with pytest.raises(UnsupportedError, match="its writer failed before it wrote them"):
            nacformats.loads(struct.pack("<3sBBHHBH", b"NAC", 2, 0x80, 1, 1, 0, 2) + bytes(88), strict=strict)


def test_the_first_section_need_not_be_the_schedule() -> None:
    file = nacformats.loads(sample("1.8"))
    file.sections.mmap = None
    data = nacformats.dumps(file)
    assert data[12:20] == bytes(8)
    again = nacformats.loads(data)
    assert (again.version, again.section_names[0], again.extents[0].start) == ("1.8", "ops", 100)


@pytest.mark.parametrize("version", VERSIONS)
def test_a_gap_after_the_header(version: str) -> None:
    """Of two sections that begin where headers end, the first one counts."""
    data = sample(version)
    found = nacformats.validate(data + b"\0")
    assert [finding.rule for finding in found] == ["nac.trailing-bytes"]


# Schedules


def scheduled(version: str, *records: ScheduleRecord) -> list[str]:
    b = NacBuilder(version=version)
    x, w = b.input("x"), b.parameter("w", np.ones(2, np.float32))
    y = b.operation("nac.mul", x, w)
    b.output(b.operation("nac.neg", y))
    file = b.build()
    file.sections.mmap = make_memory_map(records)
    return [finding.reason for finding in nacformats.validate(nacformats.dumps(file))]


def test_actions_by_version() -> None:
    for action in (15, 25):
        assert scheduled("1.6", ScheduleRecord(2, ((action, 2),))) == ["there is no such action"]
        for version in VERSIONS:
            assert scheduled(version, ScheduleRecord(2, ((action, 2),))) == []
    assert scheduled("1.7", ScheduleRecord(1, ((15, 2),))) == ["SAVE_FOR_GRAD of a result that does not exist yet"]


def test_v1_8_frees_at_the_last_use() -> None:
    at_last_use = ScheduleRecord(2, ((20, 1),))
    for version in ("1.6", "1.7"):
        assert scheduled(version, at_last_use) == ["FREE of a result that is still used"]
    assert scheduled("1.8", at_last_use) == []
    assert scheduled("1.8", ScheduleRecord(1, ((20, 1),))) == ["FREE of a result that is still used"]


def test_what_is_kept_for_training_is_not_left_over() -> None:
    b = built("1.8")
    b.schedule(0, "PRELOAD", 1)
    b.schedule(2, "SAVE_FOR_GRAD", 2)
    b.schedule(2, "FREE", 1)
    without = [finding.reason for finding in Timeline(b.build()).missing]
    b = built("1.8")
    b.schedule(0, "PRELOAD", 1)
    b.schedule(2, "FREE", 1)
    b.schedule(2, "SAVE_FOR_GRAD", 2)
    b.schedule(3, "FREE_AFTER_TRNG", 2)
    assert Timeline(b.build()).missing == []
    assert without == []


def test_instructions_that_do_not_fit_their_version() -> None:
    rows = [Fields(2, 4, (1, 0)), Fields(3, 3, (1, 1), (-1, -1)), Fields(3, 4, (), (0,))]
    ops = make_operations(rows, section=TRNG, version=2)
    assert list(ops) == rows
    with pytest.raises(ValueError, match="are not words of"):
        make_operations([Fields(3, 4, (), (0, 1))], section=TRNG, version=2)


def test_many_warnings_hide_no_error() -> None:
    """Only the first findings of a rule are listed."""
    record = struct.Struct("<H3sBBIQ4s")
    good = [record.pack(3, b"%03d" % number, 0, 1, 2, 4, bytes(4)) for number in range(30)]  # uint16
    bad = record.pack(3, b"bad", 0, 1, 3, 4, bytes(4))
    data = sample("1.8", arrays=b"ARRS" + struct.pack("<I", 31) + b"".join(good) + bad)
    found = {finding.rule: finding for finding in nacformats.validate(data)}
    assert found["nac.array"].path == "arrs.arrays[30].len_data"
    with pytest.raises(InvalidError, match="size does not fit"):
        nacformats.loads(data)
