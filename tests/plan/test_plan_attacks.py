"""Plans that attack: what they once got past the budget or the host."""

from __future__ import annotations

import time
import tracemalloc
from pathlib import Path

import numpy as np
import pytest

import nacformats
from nacformats import LimitError
from nacformats.errors import FormatError, InvalidError
from nacformats.formats.mep import formatting
from nacformats.formats.tisa.steps import BpeEncode, Partition, Replace, Rule
from nacformats.plan import Files, Host, PlanBudget, PlanRunner, run_plan
from nacformats.plan.running.values import num_elements
from nacformats.tokenizer import Manifest, Tokenizer
from tests.campaign.files import EXAMPLES
from tests.plan.test_machine import model

MIB = 1024**2


@pytest.mark.parametrize("shape", ["2147483647, 0", ", ".join(["100000", *["1"] * 63])])
@pytest.mark.parametrize("last", ["y = serialize_object x json", 'y = format "{}" (x)'])
def test_lists_around_no_elements_count(shape: str, last: str) -> None:
    """Tensors of little or no data that are gigabytes as lists of lists."""
    with pytest.raises(LimitError, match="there is no text of so large a value"):
        run_plan(plan=nacformats.plan.assemble(f"n = [{shape}]\nx = create float32 ones n\n{last}"))


def test_elements_are_counted_with_the_lists_around_them() -> None:
    assert num_elements(np.ones(7)) == 7
    assert num_elements(np.ones((2, 3))) == 12
    assert num_elements(np.float32(1)) == num_elements(np.array(1)) == 1


def test_slow_instructions_do_not_outrun_the_clock() -> None:
    """Each one converts a list of 65,535 numbers, which takes milliseconds that nobody else counts."""
    numbers = ", ".join(["1"] * 65_535)
    plan = nacformats.plan.assemble(f"n = 100000\na = [{numbers}]\nloop n\nb = create float32 values a\nend")
    start = time.process_time()
    with pytest.raises(LimitError, match="takes longer than"):
        run_plan(plan=plan, budget=PlanBudget(seconds=0.05))
    assert time.process_time() - start < 1


def test_a_template_is_not_read_further_than_it_may_be_long() -> None:
    text = "{}" * 2_000_000
    tracemalloc.start()
    with pytest.raises(LimitError, match="fields"):
        formatting.parse_template(text)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 2 * MIB


def test_a_prompt_is_not_repeated_in_an_error() -> None:
    def nobody(_prompt: str) -> str:
        raise EOFError

    with pytest.raises(InvalidError) as caught:
        run_plan(plan=nacformats.plan.assemble(f'x = user_prompt text "{"?" * 60_000}"'), host=Host(input=nobody))
    assert len(str(caught.value)) < 1000


def test_decoding_is_bounded_by_what_the_tokens_say() -> None:
    vocabulary = b'{"' + b"x" * 60_000 + b'": 0, "y": 1}'
    tokenizer = Tokenizer(Manifest((BpeEncode(),)), {"vocab.json": vocabulary, "merges.txt": b""})
    with pytest.raises(LimitError, match="the decoded text is too long"):
        tokenizer.decode([0] * 2_000)
    assert len(tokenizer.decode([0, 1])) > 60_000
    nac = model()
    nac.set_tokenizer(tokenizer)
    start = 'load_model 0 ""\nt = load_extern tokenizer 0\n'
    text = start + "n = [1, 500]\nx = create int64 ones n\nz = x - x\ny = decode t {}"
    with pytest.raises(LimitError, match=r"PREPROC_DECODE: takes up to"):
        run_plan(nac, plan=nacformats.plan.assemble(text.format("z")), budget=PlanBudget(memory=16 * MIB))
    run_plan(nac, plan=nacformats.plan.assemble(text.format("x")), budget=PlanBudget(memory=16 * MIB))


@pytest.mark.parametrize("mode", ["plain", "append"])
def test_a_plan_does_not_write_over_the_model_that_runs_it(tmp_path: Path, mode: str) -> None:
    """The file is mapped: when it gets shorter, the process that reads it is ended by the system."""
    path = tmp_path / "model.nac"
    path.write_bytes((EXAMPLES / "mlp.nac").read_bytes())
    before = path.read_bytes()
    plan = nacformats.plan.assemble(f'load_model 0 ""\nname = "model.nac"\nx = "?"\nio_write x file name {mode}')
    host = Host(files=Files(tmp_path, write=True))
    with nacformats.load(path) as nac, pytest.raises(FormatError, match="is the file of a model that is open"):
        PlanRunner(nac, plan=plan, host=host).run()
    assert path.read_bytes() == before
    PlanRunner(
        None, plan=nacformats.plan.assemble(f'name = "model.nac"\nx = "?"\nio_write x file name {mode}'), host=host
    ).run()
    assert path.read_bytes() != before


def test_the_time_of_a_run_is_that_of_its_tokenizer() -> None:
    """Each call of it had seconds of its own, and a loop as many as it liked."""
    steps = (Partition((Rule("(aa|a)+b"),)), BpeEncode())
    nac = model()
    nac.set_tokenizer(Tokenizer(Manifest(steps), {"vocab.json": b'{"a": 0, "b": 1}', "merges.txt": b""}))
    text = f'load_model 0 ""\nt = load_extern tokenizer 0\nx = "{"a" * 9000} b"\nids = encode t x'
    plan = nacformats.plan.assemble(text)
    start = time.perf_counter()
    with pytest.raises(LimitError, match=r"PREPROC_ENCODE: .*its run has left|takes longer than"):
        run_plan(nac, plan=plan, budget=PlanBudget(seconds=0.3))
    assert time.perf_counter() - start < 5  # seconds for each call would be minutes


def test_the_time_of_a_run_is_that_of_finding_special_tokens() -> None:
    """Before anything is decoded, the rules are tried on every token."""
    steps = (Partition((Rule("(aa|a)+b", protected=True),)), BpeEncode())
    vocabulary = ",".join(f'"{"a" * 3000}{at}b": {at}' for at in range(20))
    nac = model()
    nac.set_tokenizer(Tokenizer(Manifest(steps), {"vocab.json": b"{" + vocabulary.encode() + b"}", "merges.txt": b""}))
    plan = nacformats.plan.assemble('load_model 0 ""\nt = load_extern tokenizer 0\nx = decode t 1')
    start = time.perf_counter()
    with pytest.raises(LimitError, match=r"PREPROC_DECODE: .*its run has left|takes longer than"):
        run_plan(nac, plan=plan, budget=PlanBudget(seconds=0.3))
    assert time.perf_counter() - start < 5  # seconds for each call would be minutes


def test_the_room_of_a_run_is_that_of_its_tokenizer() -> None:
    steps = (Replace("a", "a" * 30), BpeEncode())
    nac = model()
    nac.set_tokenizer(Tokenizer(Manifest(steps), {"vocab.json": b'{"a": 0, "b": 1}', "merges.txt": b""}))
    plan = nacformats.plan.assemble(
        'load_model 0 ""\nt = load_extern tokenizer 0\nx = "' + "a" * 10_000 + '"\nids = encode t x'
    )
    with pytest.raises(LimitError, match="makes the text too long"):
        run_plan(nac, plan=plan, budget=PlanBudget(memory=2 * MIB))


def test_many_ids_are_decoded_in_little_memory() -> None:
    """A tensor of them took 160 bytes for each, beside what it holds."""
    nac = model()
    nac.set_tokenizer(Tokenizer(Manifest((BpeEncode(),)), {"vocab.json": b'{"a": 0, "b": 1}', "merges.txt": b""}))
    text = 'load_model 0 ""\nt = load_extern tokenizer 0\nn = [1, 500000]\nx = create int64 ones n\ny = decode t x'
    tracemalloc.start()
    run_plan(nac, plan=nacformats.plan.assemble(text))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 16 * MIB
