"""The verifier: what it says about programs by hand, by rule and by byte, and that it takes a bounded time."""

from __future__ import annotations

import random
import time
from pathlib import Path

import pytest
from hypothesis import given

import nacformats
from nacformats.formats.mep import ways
from nacformats.formats.nac import NacFile
from nacformats.formats.records.constants import Constant, Orchestrator
from nacformats.formats.records.rows import IdTable
from nacformats.plan import Plan
from tests.effort import effort
from tests.plan.programs import plans
from tests.plan.test_plan_text import GENERATION

ASK = 'c = user_prompt text "?"\n'
LOAD = 'load_model 0 ""\n'


def found(text: str) -> list[tuple[str, int]]:
    """Rules and indices of instructions."""
    plan = nacformats.plan.assemble(text)
    index = {each.offset: number for number, each in enumerate(plan.instructions)}
    return [(each.rule.removeprefix("nac."), index[each.offset or 0]) for each in plan.verify()]


SOUND = [
    GENERATION,
    "",
    "halt",
    "n = 3\nloop n\nx = 1\nend\nprint x",  # the body runs: the count is a positive constant
    "n = 3\nloop n\nx = n > n\nbreak_if x\nend\nprint x",
    ASK + "branch_if c a\nx = 1\nyes = true\nbranch_if yes b\na: x = 2\nb: print x",
    ASK + "x = 1\nloop c\nx = x + x\nloop x\nbreak_if c\nend\nend\nreturn x",
    ASK + "loop c\nbranch_if c out\nend\nout: halt",  # a jump may lead out of a loop
    ASK + "loop c\nbranch_if c next\nprint c\nnext: end",
    "s1 = 1\nunload slot s1\ns1 = 2\nprint s1",
    "x = 1\nio_write x stdout plain unused 9",  # nobody reads slot 9
    "x = 1\ny = tensor_create 77 values x",  # every other dtype is float32
    LOAD + "x = 1\nx = run_static 0 x\nunload model 0",
    LOAD + "t = load_extern tokenizer 0\nv = load_extern constant null",
    "n = false\nbranch_if n never\nx = 1\nnever: print x",
]


@pytest.mark.parametrize("text", SOUND)
def test_sound_programs(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("y = copy s3", [("plan-slot", 0)]),
        ("print s3 plain", [("plan-slot", 0)]),
        ("x = 1\nio_write x file s9 plain", [("plan-slot", 1)]),
        ("x = 1\ny = info size x s9", [("plan-slot", 1)]),
        ("n = 0\nloop n\nx = 1\nend\nprint x", [("plan-slot", 4)]),
        (ASK + "loop c\nx = 1\nend\nprint x", [("plan-slot", 4)]),
        (ASK + "branch_if c a\nx = 1\na: print x", [("plan-slot", 3)]),
        ("n = 2\nloop n\nprint x\nx = 1\nend", [("plan-slot", 2)]),
        ("s1 = 1\nunload slot s1\nprint s1", [("plan-slot", 2)]),
        ("x = 1\nx = run_static 7 x", [("plan-model", 1)]),
        (LOAD + "unload model 0\nx = 1\nx = run_static 0 x", [("plan-model", 3)]),
        (ASK + 'branch_if c a\nload_model 0 ""\na: t = load_extern tokenizer 0', [("plan-model", 3)]),
        ("t = load_extern tokenizer 300", [("plan-model", 0)]),
        ("t = load_extern tokenizer -1", [("plan-model", 0)]),
        ('t = load_extern tokenizer "x"', [("plan-constant", 0)]),
        ("load_model 0 1", [("plan-constant", 0)]),
        ("x = constant @9", [("plan-constant", 0)]),
        ("x = user_prompt text null", [("plan-constant", 0)]),
        ("x = 1\nx = format 2 x", [("plan-constant", 1)]),
        ('x = 1\nx = format "{0.__class__}" x', [("plan-template", 1)]),
        ('x = 1\nx = format "{} {}" x', [("plan-template", 1)]),
        ('x = 1\nx = format "{" x', [("plan-template", 1)]),
        ("x = 1\nx = unary 9 x", [("plan-operand", 1)]),
        ("x = 1\nbranch_if x +2\nx = 1", [("plan-jump", 1)]),
        ("x = 1\nbranch_if x +9\nx = 1", [("plan-jump", 1)]),
        ("x = 1\nbranch_if x -99", [("plan-jump", 1)]),
        ("n = 1\nloop n", [("plan-loop", 1)]),
        ("a: end a", [("plan-loop", 0)]),
        (ASK + "a: break_if c a", [("plan-loop", 1)]),
        (ASK + "a: loop c\nend a", [("plan-loop", 2)]),
        (ASK + "loop c\nbreak_if c a\nend\nprint c\na:", [("plan-loop", 2)]),
        (ASK + "branch_if c a\nloop c\na: print c\nend", [("plan-loop", 1)]),
        (ASK + "loop c\na: print c\nend\nbranch_if c a", [("plan-loop", 4)]),
        ("halt\nx = 1\nx = 2", [("plan-unreachable", 1)]),
        ("n = true\nbranch_if n a\nx = 1\na:", [("plan-unreachable", 2)]),
    ],
)
def test_findings(text: str, rules: list[tuple[str, int]]) -> None:
    assert found(text) == rules


@given(plans())
def test_any_program_is_judged(plan: Plan) -> None:
    for finding in plan.verify():
        assert finding.offset in [each.offset for each in plan.instructions]
        assert finding.path == "orch.bytecode"
        assert str(finding).isprintable()


def test_findings_have_the_lines_and_names_of_a_text() -> None:
    (finding,) = nacformats.plan.assemble("n = 0\n\nloop n  # never\nx = 1\nend\nprint x").verify()
    assert (finding.line, finding.offset) == (6, 13)
    assert "line 6" in str(finding)
    assert "slot 1 (x) is empty" in str(finding)
    builder = nacformats.plan.PlanBuilder()
    builder.print(builder.variable("text"))
    (finding,) = builder.build().verify()
    assert finding.line is None
    assert "slot 0 (text) is empty" in str(finding)


def test_real_files_are_sound(corpus: Path) -> None:
    path = corpus / "nac" / "mep_run" / "model.nac"
    with nacformats.load(path, format="nac") as file:
        plan = file.plan
        assert plan is not None
        assert plan.verify() == []
    assert nacformats.validate(path) == []


def file_with(bytecode: bytes, **constants: Constant) -> bytes:
    """A small file with a plan."""
    with nacformats.load("examples/mlp.nac", format="nac") as file:
        file.sections.orch = Orchestrator(bytecode, IdTable(dict(enumerate(constants.values()))))
        return nacformats.dumps(file)


def test_validate_tells_the_byte_of_the_file() -> None:
    plan = nacformats.plan.assemble("x = 1\ny = x + s9")
    data = file_with(plan.bytecode, one=Constant.of(1))
    (finding,) = nacformats.validate(data)
    assert (finding.rule, finding.severity) == ("nac.plan-slot", "error")
    assert finding.offset == data.index(plan.bytecode) + 4
    assert nacformats.validate(data, strict=False) == [finding]  # whether it can run is no matter of reading
    nacformats.loads(data, format="nac")


def test_a_file_with_a_plan_that_cannot_be_read_is_read_and_run() -> None:
    data = file_with(b"\x04\x00\x00\x00\x07")
    (finding,) = nacformats.validate(data)
    assert (finding.rule, finding.severity, finding.format) == ("nac.plan", "error", "nac")
    assert finding.offset == data.index(b"\x04\x00\x00\x00\x07") + 4
    file = nacformats.loads(data, format="nac")
    assert nacformats.dumps(file) == data
    assert len(file.instructions) > 0
    with pytest.raises(nacformats.InvalidError, match="wrong value"):
        file.plan  # noqa: B018


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("x = run_static 0 x, x", "the model takes another number of inputs: expected 1, got 2"),
        ("x = run_static 0", "the model takes another number of inputs: expected 1, got 0"),
        ("x, y = run_static 0 x", "the model has fewer outputs: expected at most 1, got 2"),
        ("t = load_extern tokenizer 0", "the file has no tokenizer"),
        ('load_model 0 "other.nac"\nx, y = run_static 0 x', None),  # 0 may be another file
        ("x = run_static 0 x", None),
    ],
)
def test_the_model_of_the_file_is_used_as_it_can_be(text: str, reason: str | None) -> None:
    plan = nacformats.plan.assemble(f"x = [1]\n{LOAD}{text}")
    with nacformats.load("examples/mlp.nac", format="nac") as file:
        file.set_plan(plan)
        found = nacformats.validate(nacformats.dumps(file))
        assert plan.verify() == []
    assert [finding.rule for finding in found] == ["nac.plan-model"] * (reason is not None)
    assert all(str(reason) in str(finding) for finding in found)


def test_a_plan_goes_into_a_new_file() -> None:
    file = NacFile()
    assert file.plan is None
    file.set_plan(nacformats.plan.assemble("return s1"))
    plan = file.plan
    assert plan is not None
    assert plan.start == 0


def entangled(slots: int, length: int) -> str:
    """A program that loses what it knows slot by slot."""
    lines = [ASK, *(f"s{number} = 1" for number in range(1, slots)), "head:"]
    lines += [f"m{number}: branch_if c m{number + 1}" for number in range(length)]
    lines += [f"m{length}:"]
    for number in range(1, slots):
        lines += [f"unload slot s{number}", f"branch_if c x{number}", f"s{number} = 1"]
        lines += [f"branch_if c y{number}", f"x{number}: branch_if c head", f"y{number}:"]
    return "\n".join(lines)


def test_time_is_bounded() -> None:
    """At the limits in the nightly tier."""
    draw, share = random.Random(3), effort(8, 1)
    count = 6000 // share
    aims = [min(max(0, number + draw.randint(-900, 900)), count - 1) for number in range(count)]
    wild = ASK + "".join(
        f"l{number}: s{draw.randrange(1, 256)} = 1\nbranch_if c l{aim}\n" for number, aim in enumerate(aims)
    )
    for text in ("x = 1\n" * (65_536 // share), entangled(250, 4000 // share), wild):
        plan = nacformats.plan.assemble(text)
        start = time.process_time()
        plan.verify()
        assert time.process_time() - start < 5


def test_what_takes_too_long_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ways, "MAX_VISITS", -100_000)
    monkeypatch.setattr(ways, "MAX_VISITS_A_BLOCK", 0)
    (finding,) = nacformats.plan.assemble(GENERATION).verify()
    assert (finding.rule, finding.cause, finding.offset) == ("nac.plan", "limit", 0)
