"""What is refused, and what is only reported: the crafted files of the corpus, and one file for each rule."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import nacformats
from nacformats import FormatError, InvalidError, TruncatedError, UnsupportedError
from nacformats.codec.streams import Source
from nacformats.findings import Finding
from nacformats.formats.nac.file.reading import locator_of
from tests.contract import INSIDE
from tests.nac import oracle
from tests.nac.samples import COMPLETE, GOLDEN, Case, changed, complete, tensor

LOADS = "loads"

#: Every crafted file: what strict reading makes of it, a part of the message or of the warning, and why.
CRAFTED: dict[str, tuple[Any, str, str]] = {
    "0_inputs_given": (LOADS, "", "a sound file; the inputs are the runtime's business"),
    "2_outputs": (LOADS, "", "OUTPUT with the prefix of compilers (N3)"),
    "3_inputs_given_for_1": (LOADS, "", "a sound file"),
    "b_0_op": (LOADS, "", "B=0 is an operation without arguments (N5); how many it needs is the kernel's business"),
    "bad_magic": (InvalidError, "magic (byte 0)", "no NAC file"),
    "c_const_id_missing": (InvalidError, "no such constant: got 42", "an operand that does not exist"),
    "c_count_2_one_zero_in_d": (LOADS, "more constants than D has zeros", "what is too much is never used"),
    "c_negative_count_1": (InvalidError, "expected at least 0, got -1", "no list is that long"),
    "cmap_attr_op_kernels": (LOADS, "", "any name is a name; whether there is a kernel for it is known when it runs"),
    "cmap_branch": (LOADS, "", "as above"),
    "cmap_overrides_nac_neg_14_aten_exp": (LOADS, "", "CMAP wins over the fixed names (N12)"),
    "cmap_overrides_output": (InvalidError, "a system operation cannot be named", "CMAP may use ids from 10 up (N12)"),
    "cnst_bool_len_0": (
        InvalidError,
        "cnst.entries[0].body.is_true",
        "a bool takes one byte (N8), here the next tag's",
    ),
    "cnst_int_len_4": (InvalidError, "expected 8, got 4", "an int64 has 8 bytes"),
    "cnst_null_len_5": (
        UnsupportedError,
        "type of the constant is unknown",
        "null has no bytes (N8): a record follows",
    ),
    "cnst_type_9": (UnsupportedError, "type of the constant is unknown", "its size cannot be known (N8)"),
    "const_code_d_nonzero_dynamic": (LOADS, "the number of inputs in the header", "D wins over the code (3.5.2)"),
    "control_flow": (LOADS, "", "read and shown (N7)"),
    "convergence": (InvalidError, "run into the next section", "not in the layout of 7.3.2 (N7)"),
    "d_1000": (InvalidError, "that does not exist: expected 0 to 0, got 1001", "an operand that does not exist"),
    "data_len_2_62": (TruncatedError, "data.tensors[0].data", "more bytes than the file has"),
    "empty_file": (TruncatedError, "magic (byte 0)", "no NAC file"),
    "fp8_block_16": (LOADS, "has no name", "any block size will do (N9)"),
    "getitem_on_tensor": (LOADS, "", "a sound file"),
    "input_b_4": (InvalidError, "no such variant: got 4", "7.1 has four sources"),
    "int8_channel_axis_7": (InvalidError, "no such axis: expected less than 2, the rank, got 7", "N9"),
    "lifted_const_1_5": (LOADS, "", "INPUT of a constant (N14)"),
    "negative_before_start_d_5": (InvalidError, "that does not exist: expected 0 to 0, got -4", "no such operand"),
    "ok": (LOADS, "", "a sound file"),
    "omit_ops": (InvalidError, "no OPS section", "N17"),
    "ops_after_output": (LOADS, "instructions 3 to 3 never run", "dead code, also that its operation has no name"),
    "ops_count_short_2_of_3": (InvalidError, "belong to no section and are not zero", "the third one is a gap (N17)"),
    "ops_offset_past_eof": (TruncatedError, "starts past the end of the file", "no such section"),
    "output_b_1": (LOADS, "", "OUTPUT of a subgraph has the same layout (N3)"),
    "perm_duplicate_char": (InvalidError, "no such signature code", "5.2.3 lists the codes, '?' is none"),
    "proc_unknown_opcode": (LOADS, "", "a manifest is bytes here"),
    "quant_code_2_on_f32": (InvalidError, "INT8_TENSOR is not stored", "quantized to 8 bits, but 32 are stored"),
    "self_reference_impossible_d_0_no_c": (InvalidError, "fewer constants than D has zeros", "an operand is missing"),
    "tensor_code_t_with_d_0_c_absent": (InvalidError, "fewer constants than D has zeros", "an operand is missing (N4)"),
    "truncated_to_100_195": (TruncatedError, "ofs_cmap (byte 28)", "cut off"),
    "truncated_to_20_195": (TruncatedError, "ofs_ops (byte 20)", "cut off"),
    "truncated_to_3_195": (TruncatedError, "version (byte 3)", "cut off"),
    "truncated_to_87_195": (TruncatedError, "reserved2 (byte 84)", "cut off"),
    "truncated_to_95_195": (TruncatedError, "ofs_ops (byte 20)", "cut off"),
    "weight_bf16": (LOADS, "", "bfloat16 is in the table of dtypes"),
    "weight_dtype_200": (UnsupportedError, "no such dtype: got 200", "only 255 stands for an unknown one (N9)"),
    "weight_fp16_code_w_f32_data": (InvalidError, "FP16 is not stored", "quantized to 16 bits, but 32 are stored"),
    "weight_ok": (LOADS, "", "a sound file"),
    "wrong_tags_everywhere": (InvalidError, "perm.magic (byte 134)", "tags are checked (N17)"),
    "zeros_2_31_x_2_31": (LOADS, "", "what it asks for is the runtime's business"),
}

#: What lenient reading accepts of the files that strict reading refuses.
LENIENT = {
    "c_const_id_missing",
    "cmap_overrides_output",
    "d_1000",
    "input_b_4",
    "int8_channel_axis_7",
    "negative_before_start_d_5",
    "omit_ops",
    "ops_count_short_2_of_3",
    "perm_duplicate_char",
    "quant_code_2_on_f32",
    "self_reference_impossible_d_0_no_c",
    "tensor_code_t_with_d_0_c_absent",
    "weight_dtype_200",
    "weight_fp16_code_w_f32_data",
}


@pytest.mark.parametrize("name", CRAFTED)
def test_crafted_file(corpus: Path, name: str) -> None:
    outcome, text, _why = CRAFTED[name]
    data = (corpus / "nac_crafted" / f"{name}.nac").read_bytes()
    findings = nacformats.validate(data, format="nac")
    errors = [finding for finding in findings if finding.severity == "error" and not finding.rule.startswith(INSIDE)]
    if outcome is LOADS:
        assert not errors
        assert nacformats.dumps(nacformats.loads(data)) == data
        assert any(text in str(finding) for finding in findings) or not text
        return
    with pytest.raises(outcome) as caught:
        nacformats.loads(data, format="nac")
    assert type(caught.value) is outcome
    assert text in str(caught.value)
    assert str(caught.value) == str(errors[0].error())
    lenient = [
        finding for finding in nacformats.validate(data, strict=False, format="nac") if finding.severity == "error"
    ]
    assert (not lenient) == (name in LENIENT)


def test_every_crafted_file_is_settled(corpus: Path) -> None:
    assert {path.stem for path in (corpus / "nac_crafted").glob("*.nac")} == set(CRAFTED)


def test_files_that_their_writer_left_broken(every_case: list[Case]) -> None:
    broken = [case for case in every_case if case.name.startswith("broken_")]
    assert broken
    for case in broken:
        with pytest.raises(InvalidError, match="no sections: its writer failed") as caught:
            nacformats.load(case.path)
        assert (caught.value.path, caught.value.offset) == ("ofs_ops", 20)
        with nacformats.load(case.path, strict=False) as file:
            assert (len(file.instructions), len(file.parameters), file.section_names) == (0, 0, ())
        found = nacformats.validate(case.path, strict=False)
        assert {finding.severity for finding in found} == {"warning"}
        assert found[0].reason == caught.value.reason


def test_an_output_with_another_number_of_values_than_the_header(every_case: list[Case]) -> None:
    case = next(case for case in every_case if case.name == "output_const")
    with pytest.raises(InvalidError, match=r"num_outputs = 4: expected 4 .*, got 2") as caught:
        nacformats.load(case.path)
    assert (caught.value.path, caught.value.offset) == ("ops.instructions[3].fields.prefix", 140)
    with nacformats.load(case.path, strict=False) as file:
        assert [operand.index for operand in file.instructions[3].operands] == [1, 2]


def test_the_complete_file_has_warnings_only() -> None:
    rules = {finding.rule for finding in nacformats.validate(COMPLETE) if finding.severity == "warning"}
    assert rules == {"nac.unreachable-id", "nac.dtype", "nac.lost-value", "nac.reserved-operation", "nac.schedule"}
    assert not [finding for finding in nacformats.validate(COMPLETE) if finding.severity == "error"]


def only(data: bytes, severity: str = "error") -> Finding:
    """The one finding of this severity."""
    (found,) = [finding for finding in nacformats.validate(data) if finding.severity == severity]
    return found


def refused(data: bytes, text: str, path: str) -> None:
    """Strict reading refuses some bytes for one reason, at one place; lenient reading does not."""
    found = only(data)
    assert text in found.reason
    assert found.path == path
    assert found.offset is not None
    with pytest.raises(type(found.error())):
        nacformats.loads(data)
    nacformats.loads(data, strict=False)
    assert any(finding.reason == found.reason for finding in nacformats.validate(data, strict=False))


ROWS = [row[1:] for row in complete()["OPS "]]


def with_row(index: int, *row: Any) -> bytes:
    """The complete file with another instruction."""
    rows = [(None, *(row if place == index else old)) for place, old in enumerate(ROWS)]
    return changed(OPS=rows, MMAP=[])


@pytest.mark.parametrize(
    ("index", "row", "text", "field"),
    [
        (5, (77, 1, (), (-5, -4)), "the operation has no name", "a"),
        (5, (11, 8, (), ()), "`perm` has no such signature", "b"),
        (5, (10, 8, (), ()), "`perm` has no such signature", "b"),
        (
            5,
            (11, 1, (), (-6, -4)),
            "operand 0 is the result of an instruction that does not exist",
            "fields.distances[0]",
        ),
        (5, (11, 1, (), (-5, 3)), "operand 1 is the result of an instruction that comes later", "fields.distances[1]"),
        (5, (11, 1, (), (-5, 0)), "C lists fewer constants than D has zeros", "fields.distances[1]"),
        (6, (201, 2, (5, 11, 13, 4, 9, 99), (-1, 0, 0, 0, 0, 0)), "`cnst` has no such constant", "fields.constants[4]"),
        (6, (201, 2, (5, 11, 13, 4, 9, -3), (-1, 0, 0, 0, 0, 0)), "`cnst` has no such constant", "fields.constants[4]"),
        (1, (2, 1, (1, 9), ()), "`data` has no tensor for the parameter", "fields.id"),
        (4, (2, 3, (1, 99), ()), "`cnst` has no such constant", "fields.id"),
        (3, (2, 4, (), ()), "the operation has no such variant", "b"),
        (13, (3, 2, (2, 0, 0), (-12, -8)), "the operation has no such variant", "b"),
        (13, (3, 1, (1, 0), (-12,)), "which has num_outputs = 2", "fields.prefix"),
        (14, (3, 0, (2, 0, 1), (-14, -9)), "reserved words of C are not zero", "fields.reserved[1]"),
        (
            14,
            (3, 0, (2, 0, 0), (-14, 0)),
            "operand 1 is the result of an instruction that is itself",
            "fields.distances[1]",
        ),
        (12, (6, 0, (1, 1, 1), (-7,)), "wrong length of C", "fields.prefix"),
        (12, (6, 0, (3, 1, 1), (1,)), "operand 0 is the result of an instruction that comes later", "fields.predicate"),
        (6, (201, 2, (4, 11, 13, 4, 9), (-1, 0, 0, 0, 0, 0)), "C lists fewer constants", "fields.num_constants"),
        (11, (7, 50, (-12,), (3, 2, 1, 2)), "the input is the result of an instruction that does", "fields.input"),
        (11, (7, 50, (0,), (3, 2, 1, 2)), "the input is the result of an instruction that is itself", "fields.input"),
        (11, (7, 50, (-1,), (5, 2, 1, 2)), "leads out of the program", "fields.block_end"),
        (11, (7, 50, (-1,), (4, 2, 1, 4)), "leads out of the program", "fields.branches[1]"),
        (11, (7, 50, (-1,), (4, 2, -12, 3)), "leads out of the program", "fields.branches[0]"),
    ],
)
def test_an_instruction_that_is_refused(index: int, row: tuple[Any, ...], text: str, field: str) -> None:
    data = with_row(index, *row)
    path = f"ops.instructions[{index}].{field}"
    refused(data, text, path)
    assert only(data).offset == locator_of(Source(data)).offset(path)


@pytest.mark.parametrize(
    ("index", "row", "field"),
    [
        (5, (11, 1, (), (-5, 3)), "fields.distances[1]"),
        (5, (11, 1, (), (-5, 0)), "fields.distances[1]"),
        (6, (201, 2, (5, 11, 13, 4, 99, 3), (-1, 0, 0, 0, 0, 0)), "fields.constants[3]"),
        (6, (201, 2, (4, 11, 13, 4, 9), (-1, 0, 0, 0, 0, 0)), "fields.num_constants"),
        (4, (2, 3, (1, 99), ()), "fields.id"),
        (14, (3, 0, (2, 0, 0), (-14, 0)), "fields.distances[1]"),
        (12, (6, 0, (3, 1, 1), (1,)), "fields.predicate"),
    ],
)
def test_operands_that_are_missing_say_where(index: int, row: tuple[Any, ...], field: str) -> None:
    data = with_row(index, *row)
    instruction = nacformats.loads(data, strict=False).instructions[index]
    with pytest.raises(InvalidError) as caught:
        instruction.operands  # noqa: B018
    found = only(data)
    assert (caught.value.path, caught.value.offset) == (found.path, found.offset)
    assert found.path == f"ops.instructions[{index}].{field}"


def test_the_cause_comes_before_what_follows_from_it() -> None:
    """An unknown signature, and another number of outputs, make what comes after them unreadable."""
    start = GOLDEN.index(b"\xc9\x64")
    unsigned = bytearray(GOLDEN)
    unsigned[start + 1] = 9
    for strict in (True, False):
        first = nacformats.validate(bytes(unsigned), strict=strict)[0]
        assert (first.path, first.offset, first.actual) == ("ops.instructions[2].b", start + 1, 9)
    with pytest.raises(InvalidError, match="`perm` has no such signature: got 9"):
        nacformats.loads(bytes(unsigned))
    many = bytearray(GOLDEN)
    many[138] = 3
    with pytest.raises(InvalidError, match=r"num_outputs = 1: expected 1 \(or 2, .*\), got 3") as caught:
        nacformats.loads(bytes(many))
    assert (caught.value.path, caught.value.offset) == ("ops.instructions[3].fields.prefix", 138)


def test_two_names_and_a_system_name() -> None:
    refused(
        changed(CMAP=[(201, "a"), (20, "b"), (201, "c")]), "is that of cmap.entries[0]", "cmap.entries[2].id_operation"
    )
    refused(changed(CMAP=[(201, "a"), (9, "b")]), "a system operation cannot be named", "cmap.entries[1].id_operation")


def test_repeated_ids() -> None:
    file = complete()
    tables: list[tuple[dict[str, Any], str]] = [
        ({"CNST": [*file["CNST"], (3, 0, 0, None)]}, "cnst.entries[11].id_constant"),
        ({"PERM": [*file["PERM"], (1, "TT")]}, "perm.entries[5].id_signature"),
        (
            {"DATA": {**file["DATA"], "parameters": [*file["DATA"]["parameters"], (1, "y")]}},
            "data.parameters[8].id_parameter",
        ),
        ({"DATA": {**file["DATA"], "inputs": [(0, "x"), (0, "y")]}}, "data.inputs[1].idx_instruction"),
        (
            {"DATA": {**file["DATA"], "tensors": [*file["DATA"]["tensors"], file["DATA"]["tensors"][0]]}},
            "data.tensors[8].id_parameter",
        ),
        ({"ORCH": {"bytecode": b"", "constants": [(0, 0, 0, None)] * 2}}, "orch.constants[1].id_constant"),
    ]
    for sections, path in tables:
        refused(changed(**sections), "the id is that of", path)


def with_tensor(index: int, **fields: Any) -> bytes:
    data = complete()["DATA"]
    data["tensors"][index] |= fields
    return changed(DATA=data)


@pytest.mark.parametrize(
    ("index", "fields", "text", "field"),
    [
        (0, {"raw": bytes(20)}, "the size does not fit", "len_data"),
        (0, {"dims": (2**32 - 1,) * 9}, "the size does not fit", "len_data"),
        (0, {"dtype": 10}, "there is no such dtype", "meta.dtype"),
        (1, {"dtype": 8}, "INT8_TENSOR is not stored in this dtype", "meta.dtype"),
        (4, {"dtype": 3}, "FP16 is not stored in this dtype", "meta.dtype"),
        (2, {"axis": 2}, "there is no such axis", "meta.scaling.axis"),
        (2, {"scales": bytes(12)}, "each channel needs one scale", "meta.scaling.num_scales"),
        (3, {"block": 0}, "a block has at least one element", "meta.scaling.len_block"),
        (3, {"block": 3}, "the number of stored elements", "meta.dims"),
        (3, {"shape": (9,)}, "the number of stored elements", "meta.dims"),
        (3, {"shape": (4,)}, "the number of stored elements", "meta.dims"),
        (3, {"scales": bytes(4)}, "each block needs one scale", "meta.scaling.num_scales"),
    ],
)
def test_a_tensor_that_contradicts_itself(index: int, fields: dict[str, Any], text: str, field: str) -> None:
    data = with_tensor(index, **fields)
    path = f"data.tensors[{index}].{field}"
    refused(data, text, path)
    if text.endswith("not stored in this dtype"):
        return
    file = nacformats.loads(data, strict=False)
    parameter = file.parameters[index + 1]
    with pytest.raises(FormatError) as caught:
        parameter.array()
    assert (caught.value.path, caught.value.offset) == (path, only(data).offset)
    file.close()
    with pytest.raises(FormatError) as caught:
        parameter.array()
    assert (caught.value.path, caught.value.offset) == (path, None)


def test_the_unknown_dtype_is_where_the_error_says() -> None:
    with pytest.raises(UnsupportedError, match="the dtype is unknown") as caught:
        nacformats.loads(COMPLETE).parameters[8].array()
    (warned,) = [finding for finding in nacformats.validate(COMPLETE) if finding.rule == "nac.dtype"]
    assert (caught.value.path, caught.value.offset) == (warned.path, warned.offset)
    assert COMPLETE[warned.offset] == 255


def test_metadata_that_go_on() -> None:
    data = bytearray(GOLDEN)
    data[227] += 1  # takes the first byte of the elements
    data[231] -= 1
    with pytest.raises(InvalidError, match="the metadata end early") as caught:
        nacformats.loads(bytes(data), strict=False)
    assert (caught.value.path, caught.value.offset) == ("data.tensors[0].meta", 250)


def test_sections_that_overlap() -> None:
    data = bytearray(COMPLETE)
    start, stop = oracle.read(COMPLETE)["extents"]["PROC"]
    data[start + 4] += 1  # one byte more, which is the first one of RSRC
    with pytest.raises(InvalidError, match="overlaps `proc`") as caught:
        nacformats.loads(bytes(data), strict=False)
    assert (caught.value.path, caught.value.offset, caught.value.actual) == ("ofs_rsrc", 76, stop)


def test_gaps_are_kept() -> None:
    data = oracle.write(complete(), {"CNST": bytes(5), "RSRC": bytes(3)})
    assert [finding.offset for finding in nacformats.validate(data) if finding.rule == "nac.gap"] == [
        extent.start for extent in nacformats.loads(data).extents if not extent.name
    ]
    assert nacformats.dumps(nacformats.loads(data)) == data


def test_gaps_that_are_not_zero_are_refused() -> None:
    data = oracle.write(complete(), {"CNST": b"\0\0\7"})
    found = only(data)
    start = oracle.read(data)["extents"]["CMAP"][1]
    assert (found.rule, found.path, found.offset, found.actual) == ("nac.gap", "cmap", start + 2, 7)
    with pytest.raises(InvalidError):
        nacformats.dumps(nacformats.loads(data, strict=False))


def test_trailing_bytes_are_refused() -> None:
    for more in (b"\0", b"x" * 100):
        found = only(COMPLETE + more)
        assert (found.rule, found.path, found.offset) == ("nac.trailing-bytes", "orch", len(COMPLETE))
        nacformats.loads(COMPLETE + more, strict=False)


def test_reserved_bytes_are_zero() -> None:
    for position, path in ((9, "reserved1"), (84, "reserved2")):
        data = bytearray(GOLDEN)
        data[position] = 1
        with pytest.raises(InvalidError, match=path):
            nacformats.loads(bytes(data), strict=False)


def test_what_is_worth_knowing() -> None:
    file = complete()
    rows, data = file["OPS "], file["DATA"]
    warnings = {
        "input-count": changed(num_inputs=2),
        "no-output": changed(OPS=rows[:-1], MMAP=[]),
        "unreachable": changed(OPS=[*rows, (None, 2, 0, (), ())]),
        "input-name": changed(DATA={**data, "inputs": [(1, "x")]}),
        "duplicate-name": changed(DATA={**data, "parameters": [(number, "w") for number in range(1, 9)]}),
        "nameless": changed(DATA={**data, "parameters": []}),
        "constants-surplus": with_row(7, 201, 3, (1, 3), (-1, -3)),
        "threshold": with_row(11, 7, 101, (-1,), (3, 2, 1, 2)),
    }
    for rule, changed_file in warnings.items():
        found = [finding for finding in nacformats.validate(changed_file) if finding.rule == f"nac.{rule}"]
        assert found, rule
        assert all(finding.severity == "warning" and finding.offset is not None for finding in found)
        assert nacformats.dumps(nacformats.loads(changed_file)) == changed_file


@pytest.mark.parametrize(
    ("records", "text"),
    [
        ([(0, [(99, 0)])], "there is no such action"),
        ([(0, [(20, 15)])], "the program has no such instruction"),
        ([(15, [(20, 0)])], "the program has no such instruction"),
        ([(5, [(10, 4)])], "SAVE_RESULT of another instruction"),
        ([(5, [(30, 5)])], "FORWARD to an instruction that does not come later"),
        ([(0, [(40, 5)])], "PRELOAD of something that is not a parameter"),
        ([(5, [(30, 8)])], "FORWARD to an instruction that does not take the result"),
        ([(5, [(40, 1)])], "PRELOAD comes too late"),
        ([(14, [(40, 1)])], "PRELOAD comes too late"),
        ([(5, [(20, 0)])], "FREE of a result that is still used"),
        ([(7, [(20, 4)])], "FREE of a result that is still used"),
        ([(11, [(20, 10)])], "FREE of a result that is still used"),
        ([(2, [(20, 3)])], "FREE of a result that does not exist yet"),
        ([(9, [(20, 4)]), (8, [(20, 4)])], "FREE of a result that was freed before"),
        ([(8, [(20, 4), (20, 4)])], "FREE of a result that was freed before"),
        ([(5, []), (5, [])], "another record has the same tick"),
    ],
)
def test_a_schedule_is_a_hint(records: list[Any], text: str) -> None:
    data = changed(MMAP=records)
    found = [finding for finding in nacformats.validate(data) if finding.rule == "nac.schedule"]
    assert found
    assert all(text in finding.reason and finding.severity == "warning" for finding in found)
    start, stop = oracle.read(data)["extents"]["MMAP"]
    assert all(start < finding.offset < stop for finding in found)
    nacformats.loads(data)


def test_a_schedule_that_is_right() -> None:
    records = [(0, [(40, 1)]), (5, [(30, 6), (10, 5)]), (8, [(20, 4)]), (10, [(30, 11)]), (14, [(20, 2)])]
    assert not [found for found in nacformats.validate(changed(MMAP=records)) if found.rule == "nac.schedule"]


def test_the_schedules_of_compilers_have_no_findings(cases: list[Case]) -> None:
    for case in cases:
        assert not [found for found in nacformats.validate(case.path, strict=False) if found.rule == "nac.schedule"], (
            case.name
        )


def test_long_lists_of_findings_are_cut() -> None:
    rows = [(None, 2, 0, (), ()), *[(None, 77, 0, (), ())] * 100, (None, 3, 0, (1, 0), (-1,))]
    found = [
        finding
        for finding in nacformats.validate(changed(OPS=rows, MMAP=[], num_outputs=1))
        if finding.rule == "nac.operation"
    ]
    assert len(found) == 20
    assert found[-1].reason.endswith("and so 80 times more")


def test_hostile_numbers_are_refused_at_once() -> None:
    """Counts and lengths at their limits, wherever there is one."""
    starts = {tag: span[0] for tag, span in oracle.read(COMPLETE)["extents"].items()}
    places = [(starts[tag] + 4, 4) for tag in oracle.TAGS if tag != "DATA"]
    places += [(starts["DATA"] + 4, 4), (starts["ORCH"] + 8, 4)]
    places += [(12 + 8 * index, 8) for index in range(9)]
    for position, size in places:
        for value in (2 ** (8 * size) - 1, 2 ** (8 * size - 1), 2 ** (8 * size - 2)):
            data = bytearray(COMPLETE)
            data[position : position + size] = value.to_bytes(size, "little")
            with pytest.raises(FormatError) as caught:
                nacformats.loads(bytes(data), strict=False)
            assert caught.value.path
            assert 0 <= caught.value.offset <= len(data)


def test_a_bad_name_says_where() -> None:
    data = GOLDEN.replace(b"custom.op", b"custom\xff\xfe.")
    with pytest.raises(InvalidError, match="not UTF-8") as caught:
        nacformats.loads(data)
    assert (caught.value.path, caught.value.offset) == ("cmap.entries[0].name", 161)


@pytest.mark.parametrize(
    ("section", "rows", "field"),
    [
        ("CMAP", [(256, "x.first"), (255, "x.last")], "cmap.entries[{}].id_operation"),
        ("PERM", [(256, "TT"), (255, "TTT")], "perm.entries[{}].id_signature"),
    ],
)
def test_ids_that_no_byte_holds_are_reported(section: str, rows: list[tuple[int, str]], field: str) -> None:
    """Each table has its own; 255 is the last id that an instruction can name."""
    before = complete()[section]
    findings = nacformats.validate(changed(MMAP=[], **{section: [*before, *rows]}))
    found = [finding.path for finding in findings if finding.rule == "nac.unreachable-id"]
    assert field.format(len(before)) in found
    assert field.format(len(before) + 1) not in found


def built(method: str, *, view_is_used: bool = False) -> bytes:
    """y = clone(x); method(y[:, 0], 1); return y * 2"""
    nac = nacformats.NacBuilder()
    y = nac.operation("nac.clone", nac.input("x"))
    column = nac.operation("aten.select.int", y, 1, 0)
    changed = nac.operation(method, column, 1)
    nac.output(changed if view_is_used else nac.operation("aten.mul.Tensor", y, 2))
    return nacformats.dumps(nac.build())


def warned(data: bytes, rule: str) -> list[str]:
    return [str(finding) for finding in nacformats.validate(data) if finding.rule == rule]


def test_a_change_in_place_that_the_writer_lost() -> None:
    (found,) = warned(built("nac.add"), "nac.lost-change")
    assert "ops.instructions[3]" in found
    assert "instruction 2 (aten.select.int), is a view of instruction 1 (nac.clone), which is used later" in found
    assert not warned(built("aten.add.Tensor"), "nac.lost-change")
    assert not warned(built("nac.add", view_is_used=True), "nac.lost-change")


@pytest.mark.parametrize(("value", "lost"), [("Tensor_torch.Size([2])_torch.int32", True), (None, True), (3, False)])
def test_an_input_whose_constant_is_no_tensor(value: object, lost: bool) -> None:
    nac = nacformats.NacBuilder()
    nac.constant(value)
    used = nac.constant(value, name="scale")
    nac.output(nac.operation("nac.neg", used))
    found = warned(nacformats.dumps(nac.build()), "nac.lost-value")
    assert len(found) == lost  # the first one is not needed
    assert all("cannot run without instruction 1 (<INPUT>) 'scale': its constant is" in each for each in found)


def test_many_warnings_hide_no_error() -> None:
    """Only the first findings of a rule are listed: many tensors of unknown dtype come before a broken one."""
    tensors = [tensor(number, np.zeros(2, np.int8), 255) for number in range(1, 31)]
    tensors.append(tensor(31, np.zeros(2, "<f4"), 1))
    names = [(number, f"w{number}") for number in range(1, 32)]
    data = changed(DATA={"parameters": names, "inputs": [], "tensors": tensors})
    assert "nac.tensor" in {finding.rule for finding in nacformats.validate(data)}
    with pytest.raises(InvalidError, match="size does not fit"):
        nacformats.loads(data)
