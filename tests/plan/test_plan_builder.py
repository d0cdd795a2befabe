"""The builder: its example, each opcode, names and loops, and what it refuses."""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Callable

import pytest

import nacformats
from nacformats import LimitError
from nacformats.formats.mep.opcodes import OPCODES
from nacformats.plan import Label, Plan, PlanBuilder, Variable


class File:
    """Takes a plan, as a NacFile does."""

    plan: Plan | None = None

    def set_plan(self, plan: Plan) -> None:
        self.plan = plan


def test_the_example_of_the_docstring_is_sound() -> None:
    example = re.search(r"( {4}builder = .*?)\n\n(?! )", inspect.getdoc(PlanBuilder) or "", re.DOTALL)
    assert example is not None
    file = File()
    exec(textwrap.dedent(example[1]), {"PlanBuilder": PlanBuilder, "nac": file})
    assert file.plan is not None
    assert file.plan.verify() == []
    names = [each.name for each in file.plan.instructions]
    assert names.count("model_run_static") == names.count("flow_loop_end") == 1
    assert nacformats.plan.assemble(file.plan.disassemble()) == file.plan


def everything() -> PlanBuilder:
    """A program with each opcode."""
    b = PlanBuilder()
    b.load_model("other.nac", model=1)
    b.load_model("third.nac", model=2)
    tokenizer = b.tokenizer(1, into="tokenizer")
    text = b.user_prompt("?", kind="text")
    ids = b.encode(tokenizer, text)
    b.decode(tokenizer, ids)
    b.get_id(tokenizer, "a")
    b.load_datafile("a.npy")
    b.load_dynamic(text, kind="image")
    b.load_extern("constant", [1, 2])
    tensor = b.create(ids, dtype="int64")
    tensor = b.manipulate(tensor, 2, into=tensor)
    tensor = b.combine([tensor, tensor], axis=0)
    size = b.info("size", tensor, axis=1)
    b.info("item", b.extract(b.unary(tensor), 0))
    b.run_static([tensor], outputs=["a", "b"], model=1)
    b.top_k(tensor, 1)
    b.sample(tensor)
    b.aggregate(tensor)
    with b.loop(size):
        with b.loop(2):
            b.break_if(b.compare("gt", size, 1))
        b.break_if(False)
    out = b.label("out")
    b.branch_if(size, out)
    b.copy(b.variable("a"), into="c")
    b.place(out)
    b.write(b.serialize(size, format="json"), destination="file", mode="append", path="out.txt")
    b.print(b.format("{} {}", size, size + 1), end="")
    b.debug_print(size, "size")
    b.unload(tensor)
    b.unload(1)
    b.exec_mode(into="mode")
    grown = b.squeeze(b.unsqueeze(b.load_array("data"), 0), 0)
    loss = b.train_step([size], [grown], 0.1, loss="mse", model=2, weight="fc.weight", bias="fc.bias")
    b.unary(b.binary("max", grown / 2, grown**2), operation="sqrt")
    b.zero_grad(2)
    b.save_weights("trained.nac", model=2)
    b.return_(size, 2.5, loss)
    b.halt()
    return b


def test_each_opcode_has_a_method() -> None:
    plan = everything().build()
    assert {each.code for each in plan.instructions} == set(OPCODES)
    assert {finding.rule for finding in plan.verify()} == {"nac.plan-unreachable"}  # the halt behind the return
    text = plan.disassemble()
    assert nacformats.plan.assemble(text).bytecode == plan.bytecode
    assert "        flow_break_loop_if" in text


def test_values_become_constants_that_are_shared() -> None:
    b = PlanBuilder()
    x = b.constant(1, into="x")
    b.binary("add", x, 1)
    b.binary("add", x, 1.0)
    b.binary("add", True, 1)
    plan = b.build()
    assert [constant.value for constant in plan.constants.values()] == [1, 1.0, True]
    assert plan.verify() == []
    assert b.variable("x") == x
    assert b.variable("y") != x


def test_loops_and_labels_lead_where_the_text_form_leads() -> None:
    b = PlanBuilder()
    n = b.constant(3)
    again = b.label()
    b.place(again)
    with b.loop(n):
        b.break_if(n)
    b.branch_if(n, again)
    b.branch(again)
    text = "n = 3\nagain: loop n\nbreak_if n\nend\nbranch_if n again\nyes = true\nbranch_if yes again"
    assert b.build() == nacformats.plan.assemble(text)


def test_arithmetic_makes_instructions() -> None:
    b = PlanBuilder()
    x = b.constant(3)
    assert isinstance((x + x) * 2 - x, Variable)
    words = [each.operands.get("operation") for each in b.build().instructions]
    assert [word for word in words if word is not None] == [0, 2, 1]


def nowhere(b: PlanBuilder) -> None:
    b.branch(Label("nowhere"))
    b.build()


def twice(b: PlanBuilder) -> None:
    label = b.label("a")
    b.place(label)
    b.place(label)


def unfinished(b: PlanBuilder) -> None:
    with b.loop(1):
        b.build()


@pytest.mark.parametrize(
    ("misuse", "reason"),
    [
        (nowhere, "which is nowhere"),
        (twice, "already"),
        (unfinished, "still open"),
        (lambda b: b.break_if(1), "belongs in a loop"),
        (lambda b: b.copy(PlanBuilder().constant(1)), "belongs to another builder"),
        (lambda b: b.info("size", 1), "of which axis"),
        (lambda b: b.write(1, destination="file"), "by its name"),
        (lambda b: b.write(1, path="a"), "by its name"),
        (lambda b: b.load_model("", model=256), "from 0 to 255"),
        (lambda b: b.compare("ge", 1, 2), "is one of eq, ne, gt, lt"),
    ],
)
def test_misuse_is_a_value_error(misuse: Callable[[PlanBuilder], object], reason: str) -> None:
    with pytest.raises(ValueError, match=reason) as caught:
        misuse(PlanBuilder())
    assert caught.type is ValueError


def test_a_value_without_a_type_in_the_format() -> None:
    with pytest.raises(TypeError, match="cannot be a dict"):
        PlanBuilder().constant({})  # type: ignore[arg-type]


def many_variables(b: PlanBuilder) -> None:
    for _ in range(257):
        b.variable()


def a_long_loop(b: PlanBuilder) -> None:
    with b.loop(1):
        for _ in range(9000):
            b.constant(1, into="x")
    b.build()


def many_constants(b: PlanBuilder) -> None:
    for number in range(65_537):
        b.constant(number, into="x")


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (many_variables, "too many variables"),
        (a_long_loop, r"instructions\[9002\]\.jump: the jump is too long"),
        (many_constants, "too many constants"),
    ],
)
def test_limits(make: Callable[[PlanBuilder], None], reason: str) -> None:
    with pytest.raises(LimitError, match=reason):
        make(PlanBuilder())
