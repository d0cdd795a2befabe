"""Reading, compared with a second, independent reading of the same bytes and with what the corpus says of itself."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import nacformats
from nacformats import InvalidError, UnsupportedError
from nacformats.formats.nac import Constant, ConstantRef, NacFile, ParameterRef, ResultRef, StateRef
from tests.nac import oracle
from tests.nac.samples import COMPLETE, GOLDEN, SIGNALLING_NAN32, SIGNALLING_NAN64, Case, changed

TAGS = dict(zip(("mmap", "ops", "cmap", "cnst", "perm", "data", "proc", "orch", "rsrc"), oracle.TAGS, strict=True))


def as_oracle(file: NacFile) -> dict[str, Any]:
    """A file in the terms of the oracle."""
    ops = file.sections.ops
    return {
        "version": file.version,
        "internal": file.internal_weights,
        "method": int(file.quantization),
        "num_inputs": file.num_inputs,
        "num_outputs": file.num_outputs,
        "d_model": file.d_model,
        "extents": {TAGS[extent.name]: (extent.start, extent.stop) for extent in file.extents if extent.name},
        "order": [TAGS[name] for name in file.section_names],
        "MMAP": file.sections.mmap and [(record.tick, list(record.commands)) for record in file.sections.mmap],
        "OPS ": ops and [(ops.offset_of(index), row.a, row.b, row.c, row.d) for index, row in enumerate(ops)],
        "CMAP": file.sections.cmap and list(file.sections.cmap.entries),
        "CNST": file.sections.cnst and constants(file.sections.cnst.entries),
        "PERM": file.sections.perm and list(file.sections.perm.entries),
        "DATA": file.sections.data and data_section(file),
        "PROC": None if file.sections.proc is None else bytes(file.sections.proc),
        "ORCH": file.sections.orch
        and {
            "bytecode": bytes(file.sections.orch.bytecode),
            "constants": constants(file.sections.orch.constants.entries),
        },
        "RSRC": file.sections.rsrc and [(entry.name, bytes(entry.data)) for entry in file.sections.rsrc],
    }


def constants(entries: tuple[tuple[int, Constant], ...]) -> list[Any]:
    listed = []
    for number, constant in entries:
        payload = list(constant.payload) if isinstance(constant.payload, tuple) else constant.payload
        listed.append((number, int(constant.kind), constant.length, payload))
    return listed


def data_section(file: NacFile) -> dict[str, Any]:
    data = file.sections.data
    tensors = None if data.tensors is None else [tensor(*entry) for entry in data.tensors.entries]
    return {"parameters": list(data.parameters.entries), "inputs": list(data.inputs.entries), "tensors": tensors}


def tensor(number: int, found: Any) -> dict[str, Any]:
    row = {"id": number, "dtype": int(found.dtype), "dims": found.dims, "quant": int(found.quantization)}
    scaling = found.scaling
    if scaling is not None:
        row["scales"] = scaling.scales.tobytes()
        names = {"axis": scaling.axis, "block": scaling.block_size, "shape": scaling.shape}
        row |= {name: value for name, value in names.items() if value is not None}
    return {**row, "offset": found.offset, "raw": bytes(found.raw)}


def emptied(found: Any) -> Any:
    """A missing section and an empty one alike: truth values above make no difference."""
    return found or None


def assert_same(data: bytes) -> None:
    mine, other = as_oracle(nacformats.loads(data)), oracle.read(data)
    for key in other:
        assert emptied(mine[key]) == emptied(other[key]), key
    assert mine.keys() == other.keys()


def test_the_complete_file() -> None:
    assert_same(COMPLETE)
    assert_same(GOLDEN)


def test_the_corpus_agrees_with_the_oracle(cases: list[Case]) -> None:
    for case in cases:
        assert_same(case.data)
    assert len(cases) > 35


def test_the_corpus_is_what_it_says(cases: list[Case]) -> None:
    for case in cases:
        assert summary(nacformats.load(case.path)) == {**case.facts["parse"], "gaps": [], "trailing_bytes": 0}, (
            case.name
        )


def summary(file: NacFile) -> dict[str, Any]:
    """A file in the terms of case.json."""
    starts = {extent.name: extent.start for extent in file.extents}
    storage = int(file.quantization) | 0x80 * file.internal_weights
    header = {
        "version": 1,
        "quant_byte": hex(storage),
        "inputs": file.num_inputs,
        "outputs": file.num_outputs,
        "d_model": file.d_model,
        "offsets": {tag: starts.get(name, 0) for name, tag in TAGS.items()},
    }
    return {
        "header": header,
        "file_order": [TAGS[name] for name in file.section_names],
        "gaps": [(extent.start, extent.stop) for extent in file.extents if not extent.name],
        "trailing_bytes": 0,
        "n_ops": len(file.instructions),
        "ops": dict(Counter(map(label, file.instructions))),
        "cmap": len(file.operation_names),
        "cnst": {str(number): [int(each.kind), each.value] for number, each in file.constants.items()},
        "perm": {str(number): codes for number, codes in file.signatures.items()},
        "mmap_records": len(file.sections.mmap or ()),
        "tensors": len(file.sections.data.tensors or ()),
        "orch_bytes": len(file.sections.orch.bytecode),
        "proc_bytes": None if file.sections.proc is None else len(file.sections.proc),
        "rsrc": None if file.sections.rsrc is None else sorted(entry.name for entry in file.sections.rsrc),
    }


def label(instruction: Any) -> str:
    if instruction.a == 0:
        return f"A=0 B={instruction.b}"
    return f"{instruction.name} B={instruction.b}" if instruction.a < 10 else instruction.name


def test_operands() -> None:
    program = nacformats.loads(COMPLETE).instructions
    assert program[1].operands == (ParameterRef(1, "layer.1.weight"),)
    assert program[3].operands == (StateRef(0),)
    assert program[4].operands == (ConstantRef(13, 0.5),)
    assert program[5].operands == (ResultRef(0, "T"), ResultRef(1, "T"))
    assert [operand.value for operand in program[6].operands[1:]] == [[1, -1, 2**31 - 1], 0.5, True, "größ", None]
    assert program[7].operands == (ResultRef(6, "T"), ResultRef(4, "A"))
    assert program[9].operands == ()
    assert program[11].operands == ()
    assert program[12].operands == (ResultRef(5),)
    assert program[14].operands == (ResultRef(0), ResultRef(5))
    assert [line.input_name for line in program[:5]] == ["x", None, None, None, "größe"]


def test_instructions_are_a_sequence() -> None:
    program = nacformats.loads(COMPLETE).instructions
    assert program[-1] == program[14]
    assert [line.index for line in program[12:]] == [12, 13, 14]
    with pytest.raises(IndexError):
        program[15]


@pytest.mark.parametrize(
    ("stored", "code", "expected"),
    [
        (1, "b", True),
        (0.0, "b", False),
        (True, "i", 1),
        (2.0, "i", 2),
        (0.5, "i", 0.5),
        (float("inf"), "i", float("inf")),
        (True, "A", 1),
        (1, "f", 1.0),
        (True, "f", 1.0),
        (True, "c", True),
        (None, "i", None),
        ("1", "i", "1"),
        ([1, 0], "b", [1, 0]),
    ],
)
def test_constants_are_coerced_by_their_code(stored: Any, code: str, expected: Any) -> None:
    """Real files share one constant between True, 1 and 1.0."""
    found = nacformats.loads(with_constant(stored, code)).instructions[1].operands[1].value
    assert found == expected
    assert type(found) is type(expected)


def with_constant(value: Any, code: str) -> bytes:
    constant = Constant.of(value)
    payload = list(constant.payload) if isinstance(constant.payload, tuple) else constant.payload
    return changed(
        OPS=[(None, 2, 0, (), ()), (None, 11, 1, (1, 7), (-1, 0)), (None, 3, 0, (1, 0), (-1,))],
        PERM=[(1, f"T{code}")],
        CNST=[(7, int(constant.kind), constant.length, payload)],
        num_outputs=1,
        MMAP=[],
    )


def test_floats_keep_their_bits() -> None:
    file = nacformats.loads(COMPLETE)
    assert file.constants[8].payload == SIGNALLING_NAN64
    assert file.constants[12].payload[:4] == SIGNALLING_NAN32
    assert np.isnan(file.constants[8].value)
    assert str(file.constants[12].value) == "[nan, -0.0]"


def test_parameters_are_views_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "x.nac"
    path.write_bytes(GOLDEN)
    with nacformats.load(path) as file:
        whole = np.frombuffer(file.source.view, np.uint8)
        for found in (file.parameters[7].stored(), file.parameters[7].array()):
            assert np.shares_memory(found, whole)
            assert not found.flags.writeable
        kept = file.parameters["w"].array()
    assert kept.tolist() == [[1, 2, 3], [4, 5, 6]]


def test_parameters_are_found_by_id_and_by_name() -> None:
    parameters = nacformats.loads(COMPLETE).parameters
    assert list(parameters) == list(range(1, 9))
    assert parameters["layer.4.weight"].id == 4
    assert "layer.4.weight" in parameters
    assert 4 in parameters
    assert 9 not in parameters
    for key in (9, "layer.9.weight"):
        with pytest.raises(KeyError):
            parameters[key]


def test_a_parameter_without_a_tensor_is_missing() -> None:
    data = {"parameters": [(1, "w")], "inputs": [], "tensors": []}
    file = nacformats.loads(changed(DATA=data), strict=False)
    with pytest.raises(InvalidError, match=r'parameter 1 "w" is missing'):
        file.parameters["w"].array()


def test_an_unknown_dtype_leaves_the_bytes() -> None:
    parameter = nacformats.loads(COMPLETE).parameters[8]
    assert parameter.dtype is None
    assert bytes(parameter.raw) == np.array([1 + 2j], "<c8").tobytes()
    with pytest.raises(UnsupportedError, match="dtype is unknown") as caught:
        parameter.array()
    assert caught.value.path == "data.tensors[7].meta.dtype"
    assert COMPLETE[caught.value.offset] == 255


@pytest.mark.parametrize(("folder", "version"), [("nac_v17", "1.7"), ("nac_v18", "1.8")])
def test_later_versions(corpus: Path, folder: str, version: str) -> None:
    """The only thing to say of them is that lifted constants became inputs, as with v1.6."""
    paths = sorted((corpus / folder).glob("*/model.nac"))
    assert paths
    for path in paths:
        assert nacformats.detect(path) == "nac"
        file = nacformats.load(path)
        assert file.version == version
        assert nacformats.dumps(file) == path.read_bytes()
        rules = {finding.rule for finding in nacformats.validate(path)}
        assert rules == ({"nac.input-count"} if path.parent.name == "lifted" else set())
        assert len(file.training) == (37 if path.parent.name == "mlp_trng" else 0)


def test_headers_of_90_bytes_are_named() -> None:
    data = bytearray(GOLDEN)
    data[12] = 90
    with pytest.raises(UnsupportedError, match="90 bytes"):
        nacformats.loads(bytes(data))


def test_version_2_with_another_header_and_version_7() -> None:
    for version, text, place in ((2, "neither NAC v1.7 nor v1.8", ("ofs_mmap", 12)), (7, "version 7", ("version", 3))):
        with pytest.raises(UnsupportedError, match=text) as caught:
            nacformats.loads(GOLDEN[:3] + bytes([version]) + GOLDEN[4:])
        assert (caught.value.path, caught.value.offset) == place


def test_files_of_january_2026_have_no_orchestrator(cases: list[Case]) -> None:
    case = next(case for case in cases if case.name == "mlp")
    data = bytearray(case.data[:-12])
    data[68:76] = bytes(8)
    file = nacformats.loads(bytes(data))
    assert file.sections.orch is None
    assert nacformats.dumps(file) == data
