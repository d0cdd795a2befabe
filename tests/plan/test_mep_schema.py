"""The schema of plans: every opcode against bytes that were written by hand, and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from nacformats import FormatError, InvalidError, TruncatedError, columns, load
from nacformats.codec.columns.reading import RecordTables
from nacformats.codec.streams import Source
from nacformats.codec.tables import table_of
from nacformats.codec.trees.codec import SchemaCodec
from nacformats.formats.generic import fields_of

CORPUS = Path(__file__).resolve().parents[1] / "corpus" / "nac"
MEP = SchemaCodec.generated("mep")
ROLES = {"result", "slot", "slot_or_none", "constant", "constant_or_none", "model", "jump", "literal", ""}

#: One instruction of each kind: its bytes, and its operands in their order.
GOLDEN: dict[str, tuple[str, list[Any]]] = {
    "src_user_prompt": ("02 01 02 04 03", [1, 2, 0x0304]),
    "src_constant": ("04 01 03 02", [1, 0x0203]),
    "src_exec_mode": ("05 07", [7]),
    "res_load_model": ("10 01 03 02", [1, 0x0203]),
    "res_load_datafile": ("11 01 02 04 03", [1, 2, 0x0304]),
    "res_load_extern": ("12 01 00 04 03", [1, 0, 0x0304]),
    "res_load_dynamic": ("13 01 02 03", [1, 2, 3]),
    "res_load_array": ("14 01 03 02", [1, 0x0203]),
    "res_unload": ("1f 01 09", [1, 9]),
    "preproc_encode": ("20 01 02 03", [1, 2, 3]),
    "preproc_decode": ("21 01 02 03", [1, 2, 3]),
    "preproc_get_id": ("22 01 03 02 04", [1, 0x0203, 4]),
    "string_format": ("2a 01 03 02 02 07 08", [1, 0x0203, 2, [7, 8]]),
    "tensor_create": ("30 01 05 02 04", [1, 5, 2, 4]),
    "tensor_manipulate": ("38 01 02 03 04 05", [1, 2, 3, 4, 5]),
    "tensor_combine": ("39 00 01 02 07 08 09", [0, 1, 2, [7, 8], 9]),
    "tensor_info": ("3a 01 02 03 04", [1, 2, 3, 4]),
    "tensor_extract": ("3b 01 02 03", [1, 2, 3]),
    "sys_copy": ("59 01 02", [1, 2]),
    "sys_debug_print": ("5f 01 03 02", [1, 0x0203]),
    "math_unary": ("60 00 01 02", [0, 1, 2]),
    "math_binary": ("61 02 01 03 04", [2, 1, 3, 4]),
    "math_aggregate": ("62 00 01 02", [0, 1, 2]),
    "logic_compare": ("68 03 01 04 05", [3, 1, 4, 5]),
    "analysis_top_k": ("70 01 02 03 04", [1, 2, 3, 4]),
    "analysis_sample": ("71 01 02 03 04", [1, 2, 3, 4]),
    "model_run_static": ("80 00 02 01 02 01 03", [0, 2, [1, 2], 1, [3]]),
    "model_train_step": (
        "82 01 00 02 05 06 01 07 08 09 0a 0c 0b 0e 0d",
        [1, 0, 2, [5, 6], 1, [7], 8, 9, 10, 0x0B0C, 0x0D0E],
    ),
    "model_zero_grad": ("83 01", [1]),
    "model_save_weights": ("85 01 02 00", [1, 2, 0]),
    "flow_loop_start": ("a0 05", [5]),
    "flow_loop_end": ("a1 fe ff", [-2]),
    "flow_branch_if": ("a8 05 10 00", [5, 16]),
    "flow_break_loop_if": ("a9 05 03 00", [5, 3]),
    "serialize_object": ("e0 01 02 01", [1, 2, 1]),
    "io_write": ("f0 01 02 03 01", [1, 2, 3, 1]),
    "exec_return": ("fe 02 01 02", [2, [1, 2]]),
    "exec_halt": ("ff", []),
}


def instructions(data: bytes) -> Any:
    return fields_of(MEP.read(Source(data)))["instructions"]


def test_every_opcode_has_golden_bytes() -> None:
    assert [member.id for member in table_of("mep").enums["opcode"].members] == list(GOLDEN)


@pytest.mark.parametrize("name", GOLDEN)
def test_one_instruction(name: str) -> None:
    data, operands = bytes.fromhex(GOLDEN[name][0]), GOLDEN[name][1]
    (found,) = instructions(data)
    assert found["opcode"].name == name
    assert list(found["operands"].values()) == operands
    assert b"".join(MEP.chunks({"instructions": [found]}, fresh=True)) == data


@pytest.mark.parametrize("name", GOLDEN)
def test_no_byte_of_an_instruction_may_be_missing(name: str) -> None:
    data = bytes.fromhex(GOLDEN[name][0])
    for length in range(1, len(data)):
        with pytest.raises(TruncatedError) as caught:
            instructions(data[:length])
        assert caught.value.offset is not None
        assert caught.value.offset <= length


def test_lengths_that_depend_on_an_operand() -> None:
    shape, item = bytes.fromhex("3a 00 14 05"), bytes.fromhex("3a 02 16 0f")
    model, to_screen = bytes.fromhex("1f 00 03"), bytes.fromhex("f0 17 00 09 00")
    found = instructions(shape + item + model + to_screen)
    assert [list(each["operands"].values()) for each in found] == [[0, 20, 5], [2, 22, 15], [0, 3], [23, 0, 9, 0]]
    assert "unused" in found[3]["operands"]
    unsqueeze, squeeze = instructions(bytes.fromhex("38 02 14 05 06 38 03 15 07 08"))
    assert unsqueeze["operands"] == {"operation": 2, "out": 20, "tensor": 5, "dim": 6}
    assert list(squeeze["operands"].values()) == [3, 21, 7, 8]
    (bare,) = instructions(bytes.fromhex("82 00 ff 00 00 01 02 00 00 00 00 00"))
    assert list(bare["operands"].values()) == [0, 255, 0, [], 0, [], 1, 2, 0, 0, 0]


def test_an_unknown_opcode_is_refused_with_its_byte() -> None:
    known = {member.number for member in table_of("mep").enums["opcode"].members}
    for opcode in set(range(256)) - known:
        with pytest.raises(InvalidError) as caught:
            instructions(bytes([0x59, 1, 2, opcode, 0, 0, 0, 0, 0, 0, 0, 0]))
        error = caught.value
        assert (error.path, error.offset, error.actual) == ("instructions[1].opcode", 3, opcode)


@pytest.mark.parametrize(
    ("data", "path"),
    [
        ("3a 07 00 00", "property"),
        ("38 04 01 02 03", "operation"),
        ("38 00 01 02 03 04", "operation"),
        ("1f 02 00", "kind"),
    ],
)
def test_what_decides_a_length_has_to_be_known(data: str, path: str) -> None:
    with pytest.raises(InvalidError) as caught:
        instructions(bytes.fromhex(data))
    assert (caught.value.path, caught.value.offset) == (f"instructions[0].operands.{path}", 1)


def test_other_numbers_without_a_meaning_are_kept() -> None:
    (found,) = instructions(bytes.fromhex("61 07 01 03 04"))
    assert found["operands"]["operation"] == 7


def test_every_operand_has_a_role_and_every_enum_is_a_literal() -> None:
    table = table_of("mep")
    for name, target in table.types.items():
        for field in target.fields if name.endswith("Operands") else ():
            is_count = field.id.startswith("num_")
            assert field.role in ROLES, (name, field.id)
            assert bool(field.role) != is_count, (name, field.id)
            assert field.enum is None or field.role == "literal", (name, field.id)


def test_columns_say_the_same_as_the_tree() -> None:
    code = bytes(load(CORPUS / "mep_run" / "model.nac").sections.orch.bytecode) * 30  # type: ignore[attr-defined]
    tables = RecordTables()
    SchemaCodec.generated("mep").with_lists(tables).read(Source(code))
    codec, table = tables.found["instructions"]
    tree = instructions(code)
    assert table["opcode"].tolist() == [int(each["opcode"]) for each in tree]
    outs = [each["operands"].get("out", 0) for each in tree]
    assert table["operands.out"].tolist() == outs
    assert codec.write(table) == code


def test_columns_stop_where_the_bytes_do() -> None:
    code = bytes.fromhex("".join(data for data, _ in GOLDEN.values()))
    codec = columns.mep.plan_instruction
    assert len(codec.read_to(code, 0, len(code))) == len(GOLDEN)
    assert len(codec.read_to(code, 0, 0)) == 0
    starts = np.cumsum([0, *(len(bytes.fromhex(data)) for data, _ in GOLDEN.values())])
    assert codec.read_to(code, 0, len(code)).starts.tolist() == starts.tolist()
    for length in set(range(len(code))) - set(starts.tolist()):
        with pytest.raises(FormatError) as caught:
            codec.read_to(code, 0, length, path="instructions")
        assert caught.value.path.startswith(f"instructions[{int(np.searchsorted(starts, length)) - 1}]")
    with pytest.raises(ValueError, match="inside the data"):
        codec.read_to(code, 0, len(code) + 1)
