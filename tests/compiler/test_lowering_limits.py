"""What does not fit a NAC file is refused before anything is stored, and what to do is said."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import nacformats
from nacformats.compiler import lowering
from nacformats.errors import LimitError
from nacformats.formats.nac import NacFile
from nacformats.formats.nac.tables import FixedOperation, InputSource
from nacformats.graph.graph import Ref
from nacformats.runtime.session import Session
from tests.compiler.drafts import Draft
from tests.effort import effort


def chain(draft: Draft, x: Ref, length: int) -> Ref:
    for _ in range(length):
        x = draft.operation("aten.neg.default", x)
    return x


def refused(draft: Draft, *outputs: Ref) -> str:
    with pytest.raises(LimitError) as raised:
        draft.lower(*outputs, quantize="INT8_TENSOR")
    assert raised.value.hint
    return str(raised.value)


@pytest.fixture
def near(monkeypatch: pytest.MonkeyPatch) -> int:
    """How far back an instruction can reach, lowered; `test_the_longest_skip` is at the real limit."""
    monkeypatch.setattr(lowering, "FARTHEST", 32)
    return 32


def test_a_skip_that_is_too_long(near: int) -> None:
    draft = Draft()
    early = draft.operation("aten.exp.default", draft.input("x", 2))
    late = draft.operation("aten.add.Tensor", chain(draft, early, near), early)
    text = refused(draft, late)
    assert f"node {late.index} (aten.add.Tensor)" in text
    assert "node 1 (aten.exp.default)" in text
    assert f"at most {near}, got {near + 1}" in text


def test_the_longest_skip_where_it_is_short(near: int) -> None:
    draft = Draft()
    early = draft.operation("aten.exp.default", draft.input("x", 2))
    last = draft.operation("aten.add.Tensor", chain(draft, early, near - 1), early)
    with Session(nacformats.loads(nacformats.dumps(draft.lower(last)))) as session:
        np.testing.assert_array_equal(session.run([[0.0, 0.0]])[0], [0.0, 0.0])


@pytest.mark.nightly
def test_the_longest_skip() -> None:
    """In a program of more instructions than a schedule can count."""
    draft = Draft()
    x = chain(draft, draft.input("x", 2), 32_768)
    last = draft.operation("aten.add.Tensor", chain(draft, x, 32_767), x)
    file = nacformats.loads(nacformats.dumps(draft.lower(last)))
    assert isinstance(file, NacFile)
    assert file.sections.ops is not None
    assert len(file.sections.ops.a) == 65_538
    assert not file.sections.mmap
    with Session(file) as session:
        assert session.run([[1.0, 2.0]])[0].tolist() == [0, 0]


@pytest.mark.nightly
def test_a_skip_of_one_more() -> None:
    draft = Draft()
    x = draft.input("x", 2)
    assert "at most 32768, got 32769" in refused(draft, draft.operation("aten.add.Tensor", chain(draft, x, 32_768), x))


def test_an_output_that_was_computed_long_before(near: int) -> None:
    draft = Draft()
    early = draft.operation("aten.exp.default", draft.input("x", 2))
    assert "<OUTPUT>" in refused(draft, chain(draft, early, near), early)


def test_weights_are_loaded_again_near_a_far_use(near: int) -> None:
    draft = Draft()
    weight = draft.weight("w", np.float32([2, 3]))
    number = draft.number(5)
    x = draft.operation("aten.mul.Tensor", draft.input("x", 2), weight)
    x = draft.operation("aten.mul.Tensor", x, number)
    x = draft.operation("aten.mul.Tensor", chain(draft, x, 2 * near), weight)
    nac = draft.lower(draft.operation("aten.mul.Tensor", x, number))
    assert len(nac.parameters) == 1
    assert nac.sections.ops is not None
    loads = np.flatnonzero((nac.sections.ops.a == FixedOperation.input) & (nac.sections.ops.b == InputSource.parameter))
    assert loads.tolist() == [1, 2 * near + 5]
    with Session(nacformats.loads(nacformats.dumps(nac))) as session:
        assert session.run([[1.0, 1.0]])[0].tolist() == [100, 225]


def joined(draft: Draft, items: Sequence[Ref]) -> Ref:
    """One result that takes all items, of which there may be more than an operation can take."""
    parts = [draft.operation("mylib.join.default", *items[start : start + 255]) for start in range(0, len(items), 255)]
    return draft.operation("mylib.join.default", *parts)


@pytest.mark.parametrize("most", [300, pytest.param(32_767, marks=pytest.mark.nightly)])
def test_too_many_parameters(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """At a lowered limit, and at the real one."""
    assert lowering.LARGEST_ID == 32_767
    monkeypatch.setattr(lowering, "LARGEST_ID", most)
    draft = Draft()
    text = refused(draft, joined(draft, [draft.weight(f"w{n}", np.float32([1])) for n in range(most + 1)]))
    assert "number of parameters" in text
    assert f"at most {most}, got {most + 1}" in text


@pytest.mark.parametrize(("count", "fits"), [(236, True), (237, False), (300, False)])
def test_custom_operations(count: int, fits: bool) -> None:
    draft = Draft()
    x = draft.input("x", 2)
    for number in range(count):
        x = draft.operation(f"mylib.op{number}.default", x)
    if not fits:
        text = refused(draft, x)
        assert f"at most 236, got {count}" in text
        assert "mylib.op236.default" in text
        return
    nac = nacformats.loads(nacformats.dumps(draft.lower(x)))
    assert sorted(nac.operation_names) == list(range(20, 256))
    assert nac.operation_names[201] == "mylib.op0.default"


@pytest.mark.parametrize("what", ["operation", "input", "parameter"])
def test_long_names(what: str) -> None:
    draft = Draft()
    name = "n" * 256 if what == "operation" else "n" * 65_536
    x = draft.input(name if what == "input" else "x", 2)
    w = draft.weight(name if what == "parameter" else "w", np.zeros(2, np.float32))
    text = refused(draft, draft.operation(name if what == "operation" else "aten.mul.Tensor", x, w))
    assert what in text
    assert f"at most {len(name) - 1}, got {len(name)}" in text


@pytest.mark.sample("254--1-aten.stack.default", "255-1-aten.cat.default", "520-0-aten.stack.default")
@pytest.mark.parametrize("operator", ["aten.cat.default", "aten.stack.default"])
@pytest.mark.parametrize("dim", [0, 1, -1])
@pytest.mark.parametrize("count", [254, 255, 520])
def test_many_tensors_are_joined_in_steps(operator: str, dim: int, count: int) -> None:
    draft = Draft()
    x = draft.input("x", 2, 3)
    items = [draft.operation("aten.add.Tensor", x, number) for number in range(count)]
    joined = draft.operation(operator, items, dim) if dim else draft.operation(operator, tensors=items)
    nac = draft.lower(draft.operation("aten.neg.default", joined), joined)
    assert max(len(codes) for codes in nac.signatures.values()) <= 255
    given = np.arange(6, dtype=np.float32).reshape(2, 3)
    with Session(draft.graph) as meant, Session(nacformats.loads(nacformats.dumps(nac))) as written:
        for expected, found in zip(meant.run([given]), written.run([given]), strict=True):
            np.testing.assert_array_equal(found, expected, strict=True)


def test_too_many_arguments() -> None:
    draft = Draft()
    x = draft.input("x", 2)
    text = refused(draft, draft.operation("mylib.join.default", [x] * 256))
    assert "mylib.join.default" in text
    assert "at most 255, got 256" in text


def many_signatures(count: int, arguments: Any) -> tuple[Draft, Ref]:
    """`count` operations, the n-th of which takes what `arguments` makes of x and the bits of n."""
    draft = Draft()
    x = draft.input("x", 2)
    for number in range(count):
        bits = [number >> place & 1 for place in range(9)]
        x = draft.operation("mylib.op.default", x, *(arguments(x, bit) for bit in bits))
    return draft, x


def test_fewer_codes_where_there_are_too_many_signatures() -> None:
    """Codes by type would need 512 signatures."""
    draft, x = many_signatures(512, lambda _, bit: float(bit) if bit else bit)
    nac = draft.lower(x)
    assert list(nac.signatures.values()) == ["T" + "c" * 9]
    last = nac.instructions[512]
    assert [operand.value for operand in last.operands[1:]] == [1.0] * 9  # type: ignore[union-attr]
    assert [type(operand.value) for operand in nac.instructions[1].operands[1:]] == [int] * 9  # type: ignore[union-attr]


def test_too_many_signatures() -> None:
    text = refused(*many_signatures(512, lambda x, bit: x if bit else 1))
    assert "number of signatures" in text
    assert "at most 255, got 512" in text


@pytest.mark.parametrize("count", [40, 41])
def test_too_many_constants(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """At a lowered limit; that of parameters, which is the same, is tried as it is."""
    monkeypatch.setattr(lowering, "LARGEST_ID", 40)
    draft = Draft()
    x = draft.input("x", 2)
    for number in range(count):
        x = draft.operation("aten.add.Tensor", x, number)
    if count <= 40:
        assert len(draft.lower(x).constants) == count
        return
    text = refused(draft, x)
    assert "number of constants" in text
    assert "at most 40, got 41" in text


def test_too_many_inputs_and_outputs() -> None:
    draft = Draft()
    inputs = [draft.input(f"x{number}", 2) for number in range(65_536)]
    assert "number of inputs" in refused(draft, draft.operation("aten.neg.default", inputs[-1]))
    draft = Draft()
    x = draft.input("x", 2)
    assert "number of outputs" in refused(draft, *[x] * 32_767)


def test_d_model() -> None:
    def model(width: int) -> tuple[Draft, Ref]:
        draft = Draft()
        x = draft.operation("aten.linear.default", draft.input("x", 1, 3), draft.weight("a", np.zeros((width, 3))))
        return draft, draft.operation("aten.linear.default", x, draft.weight("b", np.zeros((2, width))))

    draft, last = model(7)
    assert draft.lower(last).d_model == 7
    draft.graph.d_model = 5
    assert draft.lower(last).d_model == 5
    draft.graph.d_model = 65_536
    with pytest.raises(LimitError, match="d_model"):
        draft.lower(last)
    draft, last = model(65_536)
    assert draft.lower(last).d_model == 0


_PROGRAM = """
import hashlib, numpy as np, nacformats
from tests.compiler.drafts import Draft
draft = Draft()
x = draft.input("x", "n", 4)
for name in ("relu", "exp", "tanh", "sigmoid", "cos"):
    w = draft.weight(f"{name}.w", np.ones((4, 4), np.float32))
    x = draft.operation(f"aten.{name}.default", draft.operation("aten.linear.default", x, w))
    x = draft.operation("aten.softmax.int", draft.operation("aten.mul.Tensor", x, 0.5), -1)
print(hashlib.sha256(nacformats.dumps(draft.lower(x, quantize="INT8_CHANNEL"))).hexdigest())
"""


@pytest.mark.nightly
def test_the_same_bytes_in_every_process() -> None:
    root = Path(__file__).parent.parent.parent
    found = set()
    for seed in ("0", "1", "2", "random")[: effort(2, 4)]:
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(root)}
        done = subprocess.run(
            [sys.executable, "-c", _PROGRAM], capture_output=True, text=True, check=True, env=environment, cwd=root
        )
        found.add(done.stdout.strip())
    assert len(found) == 1
    assert len(found.pop()) == hashlib.sha256().digest_size * 2
