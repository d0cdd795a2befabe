"""Damaged and random programs are run: python -m tests.plan.campaign [--count N] [--seed N].

Each program is made from a seed: one that makes sense, with damaged bytes, or instructions drawn one by one, mostly
on slots that hold what they want. It runs in the file of a model or of a tokenizer, with a folder that it may write to.
For every one of them:

- only a FormatError leaves reading, verifying and running; it names "orch.bytecode" and a byte;
- it takes at most 2 s, and the process no more than 256 MB beyond what it had;
- nothing is read or written outside of the folder;
- what the verifier finds no error in never reads an empty slot, an absent constant, or a model that is not loaded, and
  never jumps to where no instruction is.
"""

from __future__ import annotations

import random
import re
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TypeAlias

import numpy as np

import nacformats
from nacformats import FormatError, NacFile
from nacformats.formats.mep.instructions import OperandValues, sizes_of, write_instructions
from nacformats.formats.mep.opcodes import CONSTANT, JUMP, OPCODES, RESULT, SLOT, PlanOpcode, PlanOperand
from nacformats.formats.records.constants import Constant
from nacformats.plan import Files, Host, Plan, PlanBudget, PlanRunner, verify_plan
from nacformats.runtime.budget import own_memory
from tests.conftest import CORPUS
from tests.plan.test_later_instructions import DATA, trainable
from tests.tallies import Tally, main_of

#: An opcode and its operands.
Drawn: TypeAlias = tuple[int, OperandValues]

MIB = 1024**2
BUDGET = PlanBudget(instructions=2_000, memory=64 * MIB, seconds=1, output=100_000)
MAX_SECONDS, MAX_GROWTH = 2.0, 256 * MIB
#: What a verified plan never does.
UNSOUND = re.compile(
    r"slot \d+ is empty|no instruction begins|there is no constant|is not loaded|was not begun|no end\b"
)

TEXTS = [
    "",
    "x",
    "w",
    "{}",
    "{0} {1:>5}",
    "{:>1000}",
    "{0.__class__}",
    "model.nac",
    "../secret",
    "x.npy",
    "new.txt",
    "new.nac",
    "Hello é 👩‍👧",
]
NUMBERS = [0, 1, 2, -1, 5, 100, 2**62, -(2**63), 0.5, float("nan"), float("inf"), -1e300, True]
OTHERS = [None, [1, 2], [], [0.5, 1.0], [4] * 8, [2**31 - 1] * 3, list(range(1000))]
VALUES = [*TEXTS, *NUMBERS, *OTHERS]
POOL = {number: Constant.of(value) for number, value in enumerate(VALUES)}
#: Operands that are text, whatever they are called, and what slots others want.
WANTED = {"processor": "tokenizer", "name": "text", "logits": "tensor", "tensor": "tensor", "tensors": "tensor"}
WANTED |= dict.fromkeys(["count", "width", "axis", "index", "temperature", "top_k", "value", "dim"], "number")
WANTED |= {"inputs": "tensor", "targets": "tensor", "rate": "number"}
MADE = dict.fromkeys(["res_load_array", "tensor_create", "tensor_combine", "tensor_manipulate", "math_unary"], "tensor")
MADE |= dict.fromkeys(["string_format", "serialize_object", "src_user_prompt", "src_exec_mode"], "text")
MADE |= {"preproc_decode": "text", "analysis_sample": "number"}

SENSIBLE = """
    load_model 0 ""
    tokenizer = load_extern tokenizer 0
    prompt = user_prompt text "Prompt: "
    ids = encode tokenizer prompt
    tokens = create int64 values ids
    axis = 1
    temperature = 0.8
    top_k = 40
    steps = 5
    loop steps
        scores = create float32 values tokens
        chances = unary softmax scores
        length = info size tokens axis
        next = sample chances temperature top_k
        piece = decode tokenizer next
        print piece no_newline
        more = create int64 values next
        tokens = combine concat (tokens, more) axis
        done = length > steps
        break_if done
    end
    at, largest = top_k scores axis
    zeros = create float32 zeros top_k
    wide = manipulate unsqueeze zeros axis
    flat = manipulate squeeze wide axis
    some = unary exp flat
    part = some / top_k
    most = binary max part temperature
    mode = exec_mode
    zero_grad 0
    padded = manipulate pad scores top_k axis
    text = format "{} {:>5}" (at, length)
    name = "new.txt"
    io_write text file name
    return (text, padded, largest)
"""
TRAINING = """
    load_model 0 ""
    x = load_array "x"
    y = load_array "y"
    rate = 0.125
    steps = 3
    loop steps
        before = run_static 0 x
        loss = train_step 0 mse (x) (y) rate before "w"
        print loss
    end
    zero_grad 0
    first = 0
    wide = manipulate unsqueeze before first
    root = unary sqrt loss
    ratio = root / rate
    best = binary min ratio loss
    path = "new.nac"
    save_weights 0 path
    unload model 0
    return (wide, best)
"""


class Programs:
    """Programs by their seeds."""

    def __init__(self, folder: Path) -> None:
        self.inside = folder / "inside"
        self.inside.mkdir()
        np.save(self.inside / "x.npy", np.eye(3, dtype=np.float32))
        (folder / "secret").write_text("secret")
        self._model = nacformats.load(CORPUS / "nac" / "mep_run" / "model.nac", format="nac")
        self._tokenizer = nacformats.load(CORPUS / "nac" / "tok_bpe" / "model.nac", format="nac")
        own = self._model.plan
        assert own is not None
        trained = trainable(**DATA)
        trained.set_tokenizer(nacformats.Tokenizer.of(self._tokenizer))
        self._files = [self._tokenizer, trained]
        self._sensible = [
            (self._model, own),
            (self._tokenizer, nacformats.plan.assemble(SENSIBLE)),
            (trained, nacformats.plan.assemble(TRAINING)),
        ]

    def close(self) -> None:
        self._model.close()
        self._tokenizer.close()

    def of(self, seed: int) -> tuple[NacFile, bytes, dict[int, Constant]]:
        """The file, the bytecode and the constants of a program."""
        draw = random.Random(seed)
        file, plan = draw.choice(self._sensible)
        if draw.random() < 0.3:
            pool = {
                number: constant if draw.random() > 0.03 else draw.choice([*POOL.values()])
                for number, constant in plan.constants.items()
            }
            return file, _damaged(plan.bytecode, draw), pool
        return draw.choice(self._files), _drawn(draw), POOL


def _damaged(bytecode: bytes, draw: random.Random) -> bytes:
    octets = bytearray(bytecode)
    for _ in range(draw.choice([1, 1, 2, 5])):
        at, kind = draw.randrange(len(octets)), draw.random()
        if kind < 0.6:
            octets[at] = draw.choice([0, 1, 2, 3, 4, 5, 0xFF, 0x80, draw.randrange(256)])
        elif kind < 0.75:
            del octets[at : at + draw.randint(1, 4)]
        else:
            octets[at:at] = octets[draw.randrange(len(octets)) :][: draw.randint(1, 20)]
    return bytes(octets)


def _drawn(draw: random.Random) -> bytes:
    """A model, a tokenizer and some values, and then whatever comes."""
    slots = {0: "tokenizer", 1: "text", 2: "number", 3: "number", 4: "tensor"}
    start: list[Drawn] = [
        (0x10, {"model": 0, "path": 0}),
        (0x12, {"out": 0, "kind": 0, "resource": len(TEXTS)}),
        (0x04, {"out": 1, "constant": draw.randrange(len(TEXTS))}),
        (0x04, {"out": 2, "constant": len(TEXTS) + draw.randrange(len(NUMBERS))}),
        (0x04, {"out": 3, "constant": len(TEXTS) + 2}),
        (0x30, {"out": 4, "dtype": 0, "kind": draw.choice([0, 1, 2]), "source": 3}),
    ]
    body: list[Drawn] = []
    opcodes = [opcode for opcode in OPCODES.values() if not opcode.name.startswith("flow")]
    for _ in range(draw.randint(1, 20)):
        opcode = draw.choice(opcodes)
        body.append((opcode.code, _operands(opcode, slots, draw)))
        if draw.random() < 0.08:
            body = _wrapped(body, slots, draw)
    return write_instructions([*start, *body])


def _wrapped(body: list[Drawn], slots: dict[int, str], draw: random.Random) -> list[Drawn]:
    """The last instructions in a loop, or jumped over."""
    at = draw.randrange(len(body))
    inner = body[at:]
    size = sum(sizes_of(inner))
    if draw.random() < 0.4:
        return [*body[:at], (0xA8, {"condition": _slot("number", slots, draw), "jump": size}), *inner]
    begin: Drawn = (0xA0, {"count": _slot("number", slots, draw)})
    return [*body[:at], begin, *inner, (0xA1, {"jump": -size - 3})]


def _operands(opcode: PlanOpcode, slots: dict[int, str], draw: random.Random) -> OperandValues:
    chooser = opcode.chooser
    words = [*chooser.words][: 1 if opcode.name == "res_load_datafile" else None] if chooser else [0]
    choice = draw.choice(words)
    found: dict[str, int | tuple[int, ...]] = {}
    for each in opcode.operands_for(choice):
        count = draw.randint(0, 3) if each.is_list else 1
        numbers = tuple(choice if each is chooser else _number(each, slots, draw) for _ in range(count))
        found[each.name] = numbers if each.is_list else numbers[0]
        if each.role == RESULT:
            slots |= dict.fromkeys(numbers, MADE.get(opcode.name, "number"))
    return found


def _number(operand: PlanOperand, slots: dict[int, str], draw: random.Random) -> int:
    if operand.may_be_none and draw.random() < 0.8:
        return TEXTS.index("w") if operand.role == CONSTANT and draw.random() < 0.5 else 0
    if operand.role == CONSTANT:
        is_text = operand.name in ("path", "prompt", "pattern", "token", "message", "array", "weight", "bias")
        return draw.randrange(len(TEXTS) if is_text else len(VALUES))
    if operand.role == SLOT:
        return _slot(WANTED.get(operand.name, ""), slots, draw)
    if operand.role == JUMP:
        return draw.choice([0, 0, 3, -4])
    return draw.choice([*operand.words]) if operand.words else draw.randrange(5, 12) if operand.role == RESULT else 0


def _slot(wanted: str, slots: dict[int, str], draw: random.Random) -> int:
    """A slot that holds what is wanted, mostly."""
    fitting = [slot for slot, kind in slots.items() if kind == wanted or not wanted]
    return draw.choice(fitting) if fitting and draw.random() < 0.95 else draw.randrange(9)


def check(programs: Programs, seed: int, tally: Tally) -> None:
    """Run one program, and note how it ended."""
    file, bytecode, pool = programs.of(seed)
    started, memory = time.process_time(), own_memory()
    try:
        outcome, sound = _outcome(programs, file, Plan.from_bytecode(bytecode, pool), tally)
    except FormatError as error:
        outcome, sound = _placed(error), False
    except Exception as error:  # noqa: BLE001  it is what this looks for
        outcome, sound = f"broken: {type(error).__name__}: {error}", False
    if sound and UNSOUND.search(outcome):
        outcome = f"broken: verified, but {outcome}"
    if time.process_time() - started > MAX_SECONDS:
        outcome = f"broken: takes {time.process_time() - started:.1f} s: {outcome}"
    if memory is not None and (own_memory() or 0) - memory > MAX_GROWTH:
        outcome = f"broken: takes memory: {outcome}"
    if (programs.inside.parent / "secret").read_text() != "secret" or len([*programs.inside.parent.iterdir()]) != 2:
        outcome = "broken: wrote outside of the folder"
    tally.outcomes[re.sub(r"\d+|'.*'", "#", outcome.split(": got ")[0])[:90]] += 1
    if outcome.startswith("broken"):
        tally.broken.append(f"--only {seed}: {outcome}")


def _outcome(programs: Programs, file: NacFile, plan: Plan, tally: Tally) -> tuple[str, bool]:
    sound = not any(finding.severity == "error" for finding in verify_plan(plan, file))
    host = Host(files=Files(programs.inside, write=True))
    runner = PlanRunner(file, plan=plan, host=host, seed=0, budget=BUDGET)
    try:
        runner.run(["Hello", "2", "0.5"])
    except FormatError as error:
        return _placed(error), sound
    finally:
        tally.counts["instructions"] += runner.executed
    return "ran", sound


def _placed(error: FormatError) -> str:
    if not (error.path or "").startswith("orch.bytecode") or error.offset is None:
        return f"broken: no place: {error!r}"
    return f"{type(error).__name__}: {error.reason}"


def run(seeds: range) -> Iterator[Tally]:
    """The tally after each program."""
    tally = Tally()
    with tempfile.TemporaryDirectory() as folder:
        programs = Programs(Path(folder))
        try:
            for seed in seeds:
                check(programs, seed, tally)
                yield tally
        finally:
            programs.close()


if __name__ == "__main__":
    raise SystemExit(main_of("tests.plan.campaign", __doc__, "programs", run))
