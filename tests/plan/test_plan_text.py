"""The text form: what is disassembled is assembled to the same bytes; what is written by hand means what it says."""

from __future__ import annotations

import random
import struct
from pathlib import Path

import pytest
from hypothesis import given

import nacformats
from nacformats import FormatError, InvalidError, LimitError
from nacformats.formats.mep import assembler, linking
from nacformats.formats.mep.literals import literal, read_literal
from nacformats.formats.mep.opcodes import BY_NAME, OPCODES
from nacformats.formats.mep.words import MNEMONICS, OPERATORS, PlanLine
from nacformats.formats.records.constants import Constant, ConstantKind
from nacformats.formats.records.rows import IdTable
from nacformats.plan import Plan, disassemble_bytecode, run_plan
from tests.effort import effort
from tests.plan.programs import constants, plans

GENERATION = """
# Continue a prompt, token by token.
    load_model 0 ""
    tokenizer = load_extern tokenizer 0
    prompt = user_prompt text "Prompt: "
    ids = encode tokenizer prompt
    tokens = create int64 values ids
    axis = 1
    temperature = 0.8
    top_k = 40
    steps = 100
    loop steps
        logits = run_static 0 tokens
        length = info size tokens axis
        last = length - axis
        row = extract logits last
        next = sample row temperature top_k
        piece = decode tokenizer next
        print piece no_newline
        more = create int64 values next
        tokens = combine concat (tokens, more) axis
    end
    halt
"""


def same(one: Plan, other: Plan) -> bool:
    return one.bytecode == other.bytecode and rows(one) == rows(other)


def rows(plan: Plan) -> list[tuple[int, Constant]]:
    assert isinstance(plan.constants, IdTable)
    return list(plan.constants.entries)


@given(plans())
def test_what_is_disassembled_is_assembled_to_the_same_bytes(plan: Plan) -> None:
    text = plan.disassemble()
    again = nacformats.plan.assemble(text)
    assert same(again, plan)
    assert again.disassemble() == text
    assert same(nacformats.plan.assemble(plan.disassemble(offsets=True)), plan)


@given(constants())
def test_a_literal_is_the_constant(constant: Constant) -> None:
    text = literal(constant)
    assert text.isprintable()
    found = read_literal(PlanLine(text, 1))
    assert (found.kind, found.payload) == (constant.kind, constant.payload)


def test_every_float32_is_exact() -> None:
    draw = random.Random(5)
    bits = [draw.getrandbits(32) for _ in range(effort(4000, 100_000))]
    bits += [0, 1 << 31, 0x7FC00000, 0xFFC00000, 0x7F800001, 0xFF800000]
    constant = Constant(ConstantKind.float32_list, struct.pack(f"<{len(bits)}I", *bits), len(bits))
    assert read_literal(PlanLine(literal(constant), 1)) == constant


@pytest.mark.parametrize(
    ("text", "constant"),
    [
        ("[1, 2]", Constant.of([1, 2])),
        ("[1, 2.0]", Constant.of([1.0, 2.0])),
        ("floats[1, 2]", Constant.of([1.0, 2.0])),
        ("[3.4028235e+38]", Constant(ConstantKind.float32_list, bytes.fromhex("ffff7f7f"), 1)),
        ("[]", Constant.of([])),
        ("floats[]", Constant(ConstantKind.float32_list, b"", 0)),
        ("1", Constant.of(1)),
        ("1.0", Constant.of(1.0)),
        ("1e3", Constant.of(1000.0)),
        (".5", Constant.of(0.5)),
        ("0x10", Constant.of(16)),
        ("-0.0", Constant.of(-0.0)),
        ("-inf", Constant.of(float("-inf"))),
        ("nan", Constant.of(float("nan"))),
        ("true", Constant.of(True)),
        ("null", Constant.of(None)),
        (r'"a\n\u00e9 # b"', Constant.of("a\né # b")),
    ],
)
def test_literals(text: str, constant: Constant) -> None:
    (found,) = nacformats.plan.assemble(f"x = {text}  # comment").constants.values()
    assert found == constant


def test_a_real_file(corpus: Path) -> None:
    case = corpus / "nac" / "mep_run"
    with nacformats.load(case / "model.nac", format="nac") as file:
        plan = file.plan
        assert plan is not None
        assert file.sections.orch is not None
        listing = (case / "disassembly.txt").read_text().partition("\n\nconstants")[0].splitlines()
        assert [line.split()[0] for line in listing] == [f"0x{each.offset:04x}" for each in plan.instructions]
        for line, each in zip(listing, plan.instructions, strict=True):
            octets = line[7:38].split("   ")[0]
            assert bytes.fromhex(octets) == plan.bytecode[each.offset : each.end]
            assert f" {each.name.upper()}" in line
        assert plan.bytecode == bytes(file.sections.orch.bytecode)
        again = nacformats.plan.assemble(plan.disassemble())
        assert same(again, plan)
        assert f"# {plan.start:08x}\n" in plan.disassemble(offsets=True)
        assert file.source is not None
        assert file.source.view[plan.start : plan.start + len(plan.bytecode)] == plan.bytecode
        file.set_plan(again)
        assert nacformats.dumps(file) == (case / "model.nac").read_bytes()
        file.set_plan(None)
        assert nacformats.loads(nacformats.dumps(file), format="nac").plan is None


def test_a_program_by_hand() -> None:
    plan = nacformats.plan.assemble(GENERATION)
    names = [each.name for each in plan.instructions]
    assert names.count("src_constant") == 4
    assert names[-2:] == ["flow_loop_end", "exec_halt"]
    start, end = (plan.instructions[names.index(name)] for name in ("flow_loop_start", "flow_loop_end"))
    assert end.end + int(str(end.operands["jump"])) == start.end
    assert [constant.value for constant in plan.constants.values()] == ["", 0, "Prompt: ", 1, 0.8, 40, 100]
    write = plan.instructions[names.index("io_write")].operands
    assert (write["destination"], write["mode"]) == (0, 2)


def test_labels_lead_forwards_and_backwards() -> None:
    plan = nacformats.plan.assemble("again: x = 1\nbranch_if x again\nbranch_if x done\nhalt\ndone:")
    assert [each.operands.get("jump") for each in plan.instructions] == [None, -8, 1, None]


def test_breaks_leave_the_innermost_loop() -> None:
    plan = nacformats.plan.assemble("n = 2\nloop n\nloop n\nbreak_if n\nend\nbreak_if n\nend\n")
    jumps = [each.operands.get("jump") for each in plan.instructions]
    assert jumps == [None, None, None, 3, -7, 3, -16]


def test_names_take_the_slots_that_are_free() -> None:
    plan = nacformats.plan.assemble(".slot kept 1\na = 1\ns0 = copy a\nkept = copy s0\nb = a + kept")
    assert [each.operands["out"] for each in plan.instructions] == [2, 0, 1, 3]


def test_short_mnemonics_mean_one_opcode_each() -> None:
    rests = [name.partition("_")[2] for name in BY_NAME]
    assert len(set(rests)) == len(rests)
    assert {opcode.code for opcode in MNEMONICS.values()} == set(OPCODES)
    for name, word in OPERATORS.values():
        assert word in (BY_NAME[name].chooser or pytest.fail("no words")).words.values()


@pytest.mark.parametrize(
    ("text", "line", "column", "reason"),
    [
        ("x = 1\ny = copy z", 2, 10, "no instruction writes to this name"),
        ("x = frobnicate 1", 1, 5, "no such instruction"),
        ("x = 1 2", 1, 7, "the line is too long"),
        ("x = copy", 1, 9, "the line is too short"),
        ("copy s1", 1, 1, "sys_copy has 1 results"),
        ("a, b = copy s1", 1, 4, "sys_copy has 1 results"),
        ("x = 1\nbranch_if x nowhere", 2, 13, "nothing has this label"),
        ("a:\na: halt", 2, 1, "the label is that of line 1"),
        ("x = 1\nbreak_if x", 2, 1, "the instruction is in no loop"),
        ("end", 1, 1, "the instruction is in no loop"),
        ('x = "open', 1, 5, "the text does not end"),
        (r'x = "a\q"', 1, 7, "not a text"),
        (r'x = "\ud800"', 1, 5, "not a text"),
        ("x = [1, true]", 1, 9, "a list holds numbers only"),
        ("x = [1 2]", 1, 8, "the list goes on without a comma"),
        ("x = [1, 2", 1, 10, "the list goes on without a comma"),
        ("x = nan:0x01", 1, 5, "these are not the bits of a NaN"),
        ("x = info volume s1", 1, 10, "no such word"),
        ("x = info 9 s1", 1, 5, "tensor_info has no such property"),
        ("x = combine concat s1, s2 s3", 1, 20, "not a list"),
        ("x = combine concat (s1, s2 s3", 1, 28, "the list does not end"),
        ("return s1,", 1, 11, "the list ends with a comma"),
        ("x = copy s1, s2", 1, 12, "the line is too long"),
        ("true = copy s1", 1, 1, "the word is a constant"),
        ("1x = copy s1", 1, 1, "not a name"),
        (".pool 1", 1, 1, "no such directive"),
        (".bytes 01 02", 1, 1, "these bytes are no instruction"),
        (".slot s1 2", 1, 7, "the name has a slot of its own"),
        ("x = 1 §", 1, 7, "the line has no such character"),
        ("load_model -1 s", 1, 12, "not a number of this kind"),
        ("x = load_extern @0", 1, 17, "no such word"),
        ("x = y", 1, 5, "no such instruction"),
        ("x == y", 1, 3, "logic_compare has 1 results"),
        ("= 1", 1, 3, "src_constant has 1 results"),
    ],
)
def test_errors_have_line_and_column(text: str, line: int, column: int, reason: str) -> None:
    with pytest.raises(InvalidError, match=reason) as caught:
        nacformats.plan.assemble(text)
    assert (caught.value.line, caught.value.column, caught.value.format) == (line, column, "mep")


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("x = copy s256", 1, 10),
        ("x = 99999999999999999999", 1, 5),
        ("x = 1e999", 1, 5),
        ("x = [3000000000]", 1, 5),
        ("x = [1e300]", 1, 5),
        ("x = " + "9" * 5000, 1, 5),
        ("x = constant @70000", 1, 14),
        ('x = "' + "a" * 70_000 + '"', 1, 5),
        ("load_model 256 @0", 1, 12),
        ("\n".join(f"x{number} = 1" for number in range(257)), 257, 1),
        ("x = 1\nbranch_if x far\n" + "x = 1\n" * 9000 + "far:", 2, 13),
        ("return " + "s1, " * 256, 1, 8 + 4 * 255),
        ("x = [" + "1," * 70_000 + "1]", 1, 5),
        ("x " * 200_000, 1, 2 * 196_609),
    ],
)
def test_limits_have_line_and_column(text: str, line: int, column: int) -> None:
    with pytest.raises(LimitError) as caught:
        nacformats.plan.assemble(text)
    assert (caught.value.line, caught.value.column) == (line, column)


def test_programs_have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linking, "MAX_PLAN_BYTES", 10)
    with pytest.raises(LimitError, match="the program is too long") as caught:
        nacformats.plan.assemble("x = 1\n\nx = 1\nx = 1\nx = 1")
    assert (caught.value.line, caught.value.column) == (4, 5)
    monkeypatch.setattr(assembler, "MAX_PLAN_TEXT", 10)
    with pytest.raises(LimitError, match="the text is too long"):
        nacformats.plan.assemble("# comment\n" * 2)


BROKEN: list[tuple[bytes, int, type[FormatError]]] = [
    (b"\x04\x01\x00\x00\x03", 4, InvalidError),
    (b"\x04\x01\x00\x00\x04\x01", 6, FormatError),
    (b"\x3a\x09\x00\x00", 1, InvalidError),
]


@pytest.mark.parametrize(("octets", "offset", "kind"), BROKEN)
def test_bytecode_that_cannot_be_read(octets: bytes, offset: int, kind: type[FormatError]) -> None:
    with pytest.raises(kind) as caught:
        Plan.from_bytecode(octets, start=1000)
    assert caught.value.offset == 1000 + offset
    assert str(caught.value.path).startswith("orch.bytecode[")
    text = disassemble_bytecode(octets, {}, start=1000)
    assert "# not readable: " in text
    assert ".bytes " in text
    with pytest.raises(InvalidError, match="these bytes are no instruction"):
        nacformats.plan.assemble(text)


def test_constants_that_the_pool_has_not() -> None:
    text = Plan.from_bytecode(bytes.fromhex("04 01 07 00")).disassemble()
    assert text == "    s1 = src_constant @7\n"


def test_a_long_constant_is_written_once() -> None:
    pool = IdTable({0: Constant.of("x" * 60_000)})
    plan = Plan.from_bytecode(bytes.fromhex("04 01 00 00") * 10_000, pool)
    assert len(plan.disassemble()) < 500_000
    assert same(nacformats.plan.assemble(plan.disassemble()), plan)


def test_too_much_bytecode_is_refused() -> None:
    with pytest.raises(LimitError, match="the plan is too long"):
        Plan.from_bytecode(bytes.fromhex("ff") * (nacformats.limits.MAX_PLAN_BYTES + 1))


def test_constants_in_place_of_slots() -> None:
    """Each gets a slot of its own, and is loaded right before it is used, wherever a jump comes from."""
    text = """
        n = 0
        loop 3
            n = n + 2
            big = n > 5
            break_if big
        end
        yes = true
        skip = n == 6
        branch_if skip after
        n = 100
    after:
        m = 1 + n
        k = 2 * 3
        x = create float32 values [1, 2.5]
        x = combine concat (x, x) -1
        text = format "{} {}" ("a", 7)
        return n, m, k, x, text, null
    """
    plan = nacformats.plan.assemble(text)
    n, m, k, x, written, nothing = run_plan(plan=plan)  # type: ignore[misc]
    assert (n, m, k, written, nothing) == (6, 7, 6, "a 7", None)
    assert x.tolist() == [[1, 2.5, 1, 2.5]]
    again = nacformats.plan.assemble(plan.disassemble())
    assert (again.bytecode, again.constants) == (plan.bytecode, plan.constants)
    assert plan.verify() == []


@pytest.mark.parametrize("line", ["1 = 2", "@0 = 3", "x = a +", "x = 1 2", "x = 1 + b", "loop"])
def test_constants_are_no_names(line: str) -> None:
    with pytest.raises(InvalidError) as caught:
        nacformats.plan.assemble(f"z = 1 + 1\n{line}")
    assert caught.value.line == 2
