"""Files from scratch: what the builder derives, and what it refuses."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given

import nacformats
from nacformats import LimitError
from nacformats.formats.nac import (
    Constant,
    ConstantRef,
    IdTable,
    MemoryAction,
    NacBuilder,
    Orchestrator,
    ParameterRef,
    ResultRef,
    StateRef,
)
from nacformats.formats.nac.columns.instructions import Fields
from nacformats.formats.nac.columns.memory_map import ScheduleRecord
from nacformats.fuzz.nac import nac_models
from tests.contract import INSIDE
from tests.nac import oracle


def test_a_few_lines_make_a_file() -> None:
    weight = np.arange(12, dtype=np.float32).reshape(4, 3)
    b = NacBuilder()
    x = b.input("x")
    w = b.parameter("fc.weight", weight)
    b.output(b.operation("aten.linear.default", x, w))
    file = nacformats.loads(nacformats.dumps(b.build()))
    assert not nacformats.validate(nacformats.dumps(file))
    assert (file.num_inputs, file.num_outputs, file.d_model) == (1, 1, 0)
    assert [line.name for line in file.instructions] == ["<INPUT>", "<INPUT>", "aten.linear.default", "<OUTPUT>"]
    assert file.instructions[2].operands == (ResultRef(0, "T"), ResultRef(1, "T"))
    assert dict(file.signatures) == {1: "TT"}
    assert dict(file.operation_names) == {201: "aten.linear.default"}
    assert file.instructions[0].input_name == "x"
    np.testing.assert_array_equal(file.parameters["fc.weight"].array(), weight)


def test_sections_of_a_new_file() -> None:
    b = NacBuilder()
    b.resource("vocab.json", b"{}")
    b.output(b.input())
    built = b.build()
    built.sections.proc = b"TISA\1"
    built.sections.orch = Orchestrator(b"\xff", IdTable(enumerate(map(Constant.of, ("a", 1)))))
    data = nacformats.dumps(built)
    file = nacformats.loads(data)
    assert file.section_names == ("mmap", "ops", "cmap", "cnst", "perm", "data", "proc", "rsrc", "orch")
    assert (file.extents[0].start, file.extents[-1].stop) == (88, len(data))
    assert all(before.stop == after.start for before, after in zip(file.extents, file.extents[1:], strict=False))
    (resource,) = file.resources
    assert (bytes(file.sections.proc), resource.name, bytes(resource.data)) == (b"TISA\1", "vocab.json", b"{}")
    assert bytes(file.sections.orch.bytecode) == b"\xff"
    assert {number: each.value for number, each in file.sections.orch.constants.items()} == {0: "a", 1: 1}
    plain = NacBuilder()
    plain.output(plain.input())
    again = nacformats.loads(nacformats.dumps(plain.build()))
    assert again.section_names == ("mmap", "ops", "cmap", "cnst", "perm", "data")


def test_prefixes_are_those_of_the_specification() -> None:
    b = NacBuilder()
    w = b.parameter("w", np.zeros(1))
    s, c = b.state(5), b.constant(1.5, name="c")
    b.output(w, s, c)
    rows = list(b.build().sections.ops)
    assert rows == [
        Fields(2, 1, (2, 1)),
        Fields(2, 2, (2, 5)),
        Fields(2, 3, (2, 1)),
        Fields(3, 0, (4, 0, 0, 0), (-3, -2, -1)),
    ]


def test_inputs_of_every_kind() -> None:
    b = NacBuilder()
    values = [
        b.input("x"),
        b.input(),
        b.parameter("w", [1.0]),
        b.parameter("w"),
        b.state(3),
        b.constant([1, 2], name="c"),
    ]
    b.output(*values)
    program = nacformats.loads(nacformats.dumps(b.build())).instructions
    assert [line.operands for line in program[:6]] == [
        (),
        (),
        (ParameterRef(1, "w"),),
        (ParameterRef(1, "w"),),
        (StateRef(3),),
        (ConstantRef(1, [1, 2]),),
    ]
    assert [line.input_name for line in program[:6]] == ["x", None, None, None, None, "c"]


@pytest.mark.parametrize(
    ("arguments", "signature"),
    [
        ((None,), "c"),
        ((True,), "b"),
        ((1,), "i"),
        ((1.5,), "f"),
        (("float32",), "s"),
        (([1, 2],), "S"),
        (((1, 2),), "S"),
        (([1.5],), "S"),
        (([],), "S"),
        ((np.float32(1.5), np.int64(2), np.bool_(True), np.array([1, 2])), "fibS"),
        ((True, 1, 1.0, "x", None), "bifsc"),
    ],
)
def test_signatures_follow_from_the_arguments(arguments: tuple[Any, ...], signature: str) -> None:
    b = NacBuilder()
    b.output(b.operation("aten.x.default", b.input(), *arguments))
    line = nacformats.loads(nacformats.dumps(b.build())).instructions[1]
    assert line.signature == f"T{signature}"
    values = [operand.value for operand in line.operands[1:]]
    expected = [np.asarray(each).tolist() if isinstance(each, np.generic | np.ndarray) else each for each in arguments]
    assert values == [list(each) if isinstance(each, tuple) else each for each in expected]
    assert [type(each) for each in values] == [type(each) if type(each) is not tuple else list for each in expected]


def test_a_list_with_values_in_it_is_its_elements() -> None:
    b = NacBuilder()
    x = b.input()
    b.output(b.operation("nac.view", x, [x, 2, -1]))
    assert b.build().instructions[1].signature == "TTii"


def test_a_given_signature() -> None:
    b = NacBuilder()
    x = b.input()
    b.output(b.operation("aten.sum.dim_IntList", x, 1, True, signature="QAb"), b.operation("a.b", 1, x, signature="Tc"))
    call, other = b.build().instructions[1:3]
    assert call.operands == (ResultRef(0, "Q"), ConstantRef(1, 1, "A"), ConstantRef(2, True, "b"))
    assert other.operands == (ConstantRef(1, 1, "T"), ResultRef(0, "c"))


def test_an_operation_without_arguments_has_no_signature() -> None:
    b = NacBuilder()
    b.output(b.operation("aten.seed.default"))
    assert b.build().sections.ops[0] == Fields(201, 0)


def test_constants_are_shared_by_type_and_value() -> None:
    b = NacBuilder()
    x = b.input()
    values = [True, 1, 1.0, False, 0, 0.0, -0.0, float("nan"), float("nan"), [1], [1.0], [], "", None, 1, True, [1]]
    b.output(b.operation("a.b", x, *values))
    file = nacformats.loads(nacformats.dumps(b.build()))
    assert len(file.constants) == 13
    found = [operand.value for operand in file.instructions[1].operands[1:]]
    assert [repr(each) for each in found] == [repr(each) for each in values]


def test_numbers_of_operations() -> None:
    b = NacBuilder()
    x = b.input()
    for name in ("nac.add", "nac.arange", "a", "b", "a"):
        x = b.operation(name, x)
    b.output(x)
    assert b.build().sections.ops.a.tolist() == [2, 11, 19, 201, 202, 201, 3]


def test_numbers_of_operations_when_they_are_many() -> None:
    b = NacBuilder()
    x = b.input()
    for number in range(236):
        x = b.operation(f"op{number}", x)
    b.operation("op0", x)
    with pytest.raises(
        LimitError, match=r"ops.instructions\[238\]: number of operations without a fixed number"
    ) as caught:
        b.operation("op236", x)
    assert (caught.value.expected, caught.value.actual) == ("0 to 236", 237)
    b.output(x)
    file = b.build()
    assert file.sections.ops.a[[1, 55, 56, 236]].tolist() == [201, 255, 200, 20]
    assert sorted(file.operation_names) == list(range(20, 256))


def chain(length: int) -> tuple[NacBuilder, Any, Any]:
    b = NacBuilder()
    first = value = b.input("x")
    for _ in range(length):
        value = b.operation("nac.neg", value)
    return b, first, value


@pytest.mark.nightly
def test_distances_that_are_too_long() -> None:
    b, first, last = chain(32767)
    ok = b.operation("nac.add", last, first)
    assert b._program.ops.build()[ok.index].d == (-1, -32768)
    with pytest.raises(LimitError, match=r"ops.instructions\[32769\]: distance to instruction 0") as caught:
        b.operation("nac.add", ok, first)
    assert (caught.value.expected, caught.value.actual) == ("0 to 32768", 32769)
    with pytest.raises(LimitError):
        b.output(first)


def test_more_instructions_than_a_word_can_count() -> None:
    b, _, last = chain(66000)
    with pytest.raises(LimitError, match="index of an input with a name"):
        b.input("late")
    b.output(last)
    file = nacformats.loads(nacformats.dumps(b.build()))
    assert len(file.instructions) == 66002
    assert file.instructions[-1].operands == (ResultRef(66000),)


def test_other_limits() -> None:
    b = NacBuilder()
    x = b.input()
    for action, text in (
        (lambda: b.operation("x" * 256, x), "length of the operation's name"),
        (lambda: b.operation("nac.add", *[x] * 256), "number of arguments"),
        (lambda: b.parameter("x" * 65536, [1.0]), "length of the name"),
        (lambda: b.input("x" * 65536), "length of the name"),
        (lambda: b.state(32768), "state id"),
        (lambda: b.state(-1), "state id"),
        (lambda: b.operation("nac.add", x, 2**63), "does not fit int64"),
        (lambda: b.operation("nac.add", x, [2**31]), "does not fit int32"),
        (lambda: b.operation("nac.add", x, [1e39]), "does not fit float32"),
        (lambda: b.operation("nac.add", x, "x" * 65536), "too many bytes"),
        (lambda: b.operation("nac.add", x, [0] * 65536), "too many elements"),
        (lambda: b.schedule(65536, MemoryAction.free, 0), "tick of a memory command"),
        (lambda: b.schedule(0, MemoryAction.free, 65536), "target of a memory command"),
        (lambda: b.output(*[x] * 32767), "number of outputs"),
    ):
        with pytest.raises(LimitError, match=text) as raised:
            action()
        assert raised.value.hint or "id" in text or "fit" in text or "too many" in text
    late = NacBuilder(d_model=65536)
    late.output()
    with pytest.raises(LimitError, match="d_model"):
        late.build()
    many = NacBuilder()
    value = many.input()
    for _ in range(255):
        many.schedule(value, MemoryAction.free, value)
    with pytest.raises(LimitError, match="number of commands at tick 0"):
        many.schedule(value, MemoryAction.free, value)


def test_signatures_and_constants_that_are_too_many() -> None:
    b = NacBuilder()
    x = b.input()
    for count in range(1, 256):
        b.operation("nac.add", *[x] * count)
    with pytest.raises(LimitError, match=r"ops.instructions\[256\]: signature id"):
        b.operation("nac.add", 1)
    b = NacBuilder()
    x = b.input()
    for number in range(129):
        b.operation("nac.add", x, *range(number * 254, min(number * 254 + 254, 32767)))
    b.operation("nac.add", x, -1)
    with pytest.raises(LimitError, match="constant id"):
        b.operation("nac.add", x, -2)


def test_misuse() -> None:
    b = NacBuilder()
    x = b.input()
    stranger = NacBuilder().input()
    b.parameter("w", [1.0])
    for action, text in (
        (lambda: b.operation("nac.add", stranger), "not a value of this builder"),
        (lambda: b.output(stranger), "not a value of this builder"),
        (lambda: b.output(1), "not a value of this builder"),
        (lambda: b.parameter("w", [1.0]), "is a parameter 'w' already"),
        (lambda: b.parameter("v"), "has no array"),
        (lambda: b.parameter("v", [1.0], quantize="INT4"), "unknown quantization 'INT4'"),
        (lambda: b.operation("nac.add", x, signature="TT"), "for each of 1 arguments"),
        (lambda: b.operation("nac.add", x, signature="?"), "does not have one of"),
        (lambda: b.operation("nac.add", x, 1, signature="TT"), "no code of a constant"),
        (b.build, "no final output"),
    ):
        with pytest.raises(ValueError, match=text):
            action()
    for value in (object(), {1: 2}, 1j, [None], ["x"], [[1]]):
        with pytest.raises(TypeError, match="a NAC constant"):
            b.operation("nac.add", x, value)
    b.output(x)
    with pytest.raises(ValueError, match="has ended the program"):
        b.operation("nac.add", x, x)


def test_misuse_of_names() -> None:
    b = NacBuilder()
    x = b.input()
    for name in ("", "<INPUT>", "<OUTPUT>"):
        with pytest.raises(ValueError, match="operation"):
            b.operation(name, x)
    with pytest.raises(TypeError, match="is a str, not int"):
        b.operation(5, x)  # type: ignore[arg-type]
    for action in (300, 7, "LATER", "", None, 2.5):
        with pytest.raises(ValueError, match="SAVE_RESULT, FREE, FORWARD, PRELOAD"):
            b.schedule(0, action, 0)  # type: ignore[arg-type]
    for action in ("free", "FREE", MemoryAction.free, 20):
        b.schedule(0, action, 0)  # type: ignore[arg-type]
    b.output(x)
    assert list(b.build().sections.mmap or ()) == [ScheduleRecord(0, ((20, 0),) * 4)]


def test_memory_commands_are_sorted_by_tick() -> None:
    b = NacBuilder()
    x, w = b.input(), b.parameter("w", [1.0])
    y = b.operation("nac.add", x, w)
    end = b.output(y)
    b.schedule(end, MemoryAction.free, w)
    b.schedule(x, MemoryAction.preload, w)
    b.schedule(end.index, MemoryAction.free, x.index)
    assert list(b.build().sections.mmap) == [ScheduleRecord(0, ((40, 1),)), ScheduleRecord(3, ((20, 1), (20, 0)))]


def test_the_header_names_the_method_that_all_parameters_were_asked_for() -> None:
    def method(*methods: str | None) -> str:
        b = NacBuilder(quantize="INT8_CHANNEL")
        for number, each in enumerate(methods):
            b.parameter(str(number), np.ones((2, 2)), quantize=each)
        b.output()
        return b.build().quantization.name

    assert method("FP16", "FP16") == "fp16"
    assert method("FP16", None) == "none"
    b = NacBuilder(quantize="INT8_CHANNEL")
    b.parameter("w", [1.0])
    b.output()
    assert b.build().quantization.name == "int8_channel"


def test_outputs_of_subgraphs() -> None:
    b = NacBuilder()
    x = b.input()
    b.output(x, final=False)
    b.output(x)
    file = nacformats.loads(nacformats.dumps(b.build()))
    assert [(line.b, line.operands) for line in file.instructions[1:]] == [(1, (ResultRef(0),)), (0, (ResultRef(0),))]
    b = NacBuilder()
    x = b.input()
    b.output(x, x, final=False)
    b.output(x)
    with pytest.raises(nacformats.InvalidError, match="num_outputs = 1"):
        nacformats.dumps(b.build())


@given(nac_models())
def test_random_files_come_back(file: Any) -> None:
    data = nacformats.dumps(file)
    findings = [finding for finding in nacformats.validate(data) if not finding.rule.startswith(INSIDE)]
    assert all(finding.severity == "warning" for finding in findings)
    again = nacformats.loads(data)
    assert list(again.sections.ops) == list(file.sections.ops)
    assert [line.operands for line in again.instructions] == [line.operands for line in file.instructions] or has_nan(
        file
    )
    for name in ("cmap", "cnst", "perm"):
        assert getattr(again.sections, name).entries == getattr(file.sections, name).entries
    for each in again.sections.data.tensors or ():
        mine, other = file.parameters[each], again.parameters[each]
        assert mine.shape == other.shape
        assert bytes(mine.raw) == bytes(other.raw)
        if mine.dtype is not None:  # of an unknown dtype there are bytes only
            np.testing.assert_array_equal(mine.array(), other.array())
    assert nacformats.dumps(again) == data
    assert oracle.write(oracle.read(data)) == data


def has_nan(file: Any) -> bool:
    return any("nan" in repr(each.value) for each in file.constants.values())
