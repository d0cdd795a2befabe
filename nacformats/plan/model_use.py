"""Checks of a plan against the model of its file: versions, inputs, outputs, names, tokenizer."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from functools import partial
from typing import Any

import numpy as np

from nacformats.findings import Finding
from nacformats.formats.mep.opcodes import MODEL
from nacformats.formats.mep.program import Plan
from nacformats.formats.mep.verifier import CheckedProgram, asks_for_tokenizer, check_form
from nacformats.formats.mep.ways import check_ways
from nacformats.formats.nac.file.model import NacFile
from nacformats.formats.nac.tables import FixedOperation, InputSource
from nacformats.formats.records.rules import findings_at
from nacformats.limits import MAX_SHOWN_TEXT
from nacformats.printing import shortened

#: Means the file, whatever it is called.
OWN_PATH = ""


def own_paths(nac: NacFile | None) -> frozenset[str]:
    """Return the empty path, and the name of the file where it has one."""
    path = None if nac is None or nac.source is None else nac.source.path
    return frozenset((OWN_PATH,) if path is None else (OWN_PATH, path.name))


def verify_plan(plan: Plan, nac: NacFile) -> list[Finding]:
    """Check a plan and how it uses the model of a file: an empty list means that all is well.

    Args:
        plan: the program.
        nac: the file that it is in or is meant for. What the plan needs of it are numbers of inputs and outputs, the
            training program, parameters and arrays that it names, the tokenizer, and the version.

    The findings are those of `Plan.verify` and those about the model, in the order of the rules.
    """
    program = plan.checked
    found = [*check_form(program), *_check_version(program, nac.version), *_check_model_use(program, nac)]
    return [*found, *check_ways(program)]


def _check_version(program: CheckedProgram, version: str) -> Iterator[Finding]:
    """Every instruction is of the version of the file, or of an older one."""
    later = [index for index, each in enumerate(program.instructions) if each.is_beyond(version)]

    def finding(index: int) -> Finding:
        needed = program.instructions[index].since
        reason = f"it came with NAC v{needed}, and the file is v{version}"
        return program.error("plan-version", index, reason, expected=f"a file of NAC v{needed} or later")

    yield from findings_at(later, finding)


def _check_model_use(program: CheckedProgram, nac: NacFile) -> Iterator[Finding]:
    """Runs of the file's model have its numbers of inputs and outputs; its tokenizer, its training program and the
    parameters and arrays that the plan names are there.

    Args:
        program: the plan.
        nac: the file that it is in.
    """
    own = _own_models(program, nac)
    using = [index for index in range(len(program.instructions)) if own.intersection(program.models(index))]
    runs, training = (
        [index for index in using if program.instructions[index].name == name]
        for name in ("model_run_static", "model_train_step")
    )
    users, lifted = _count_inputs(nac)
    allowed, outputs = sorted({users, users + lifted}), max(nac.num_outputs, 1)

    def misuse(index: int, name: str, reason: str, expected: str) -> Finding:
        details: dict[str, Any] = {"expected": expected, "actual": len(program.instructions[index].numbers(name))}
        return program.error("plan-model", index, reason, **details)

    taking = sorted([*runs, *training])
    wrong = [index for index in taking if len(program.instructions[index].numbers("inputs")) not in allowed]
    reason, expected = "the model takes another number of inputs", " or ".join(map(str, allowed))
    yield from findings_at(wrong, lambda index: misuse(index, "inputs", reason, expected))
    wrong = [index for index in runs if len(program.instructions[index].numbers("outputs")) > outputs]
    yield from findings_at(wrong, lambda at: misuse(at, "outputs", "the model has fewer outputs", f"at most {outputs}"))
    if nac.sections.trng is None:
        reason = "the file has no training program"
        yield from findings_at(training, lambda index: program.error("plan-model", index, reason))
    yield from _check_names(program, nac, training)
    if nac.sections.proc is None:
        wrong = [index for index in using if asks_for_tokenizer(program.instructions[index])]
        yield from findings_at(wrong, lambda index: program.error("plan-model", index, "the file has no tokenizer"))


def _check_names(program: CheckedProgram, nac: NacFile, training: Iterable[int]) -> Iterator[Finding]:
    """Check that the parameters of training steps, and arrays that are loaded, are in the file."""
    heads = [(index, name) for index in training for name in ("weight", "bias")]
    heads = [at for at in heads if program.instructions[at[0]].number(at[1])]  # 0 is none
    loads = [(index, "array") for index, each in enumerate(program.instructions) if each.name == "res_load_array"]
    for named, known, what in ((heads, nac.parameters, "parameter"), (loads, nac.arrays, "array")):
        yield from findings_at(list(_absent(program, named, known)), partial(_without, program, what))


def _absent(
    program: CheckedProgram, named: Iterable[tuple[int, str]], known: Container[object]
) -> Iterator[tuple[int, str]]:
    """Yield the instructions that name what is not known, and the names. What is no text, another rule says."""
    for index, operand in named:
        constant = program.constant(index, operand)
        if constant is not None and isinstance(constant.payload, str) and constant.payload not in known:
            yield index, constant.payload


def _without(program: CheckedProgram, what: str, at: tuple[int, str]) -> Finding:
    return program.error("plan-model", at[0], f"the file has no {what} {shortened(at[1], MAX_SHOWN_TEXT)!r}")


def _own_models(program: CheckedProgram, nac: NacFile) -> set[int]:
    """Return the numbers that can only mean the file that the plan is in."""
    names = own_paths(nac)
    own: set[int] = set()
    other: set[int] = set()
    for index, each in enumerate(program.instructions):
        if each.name == "res_load_model":
            constant = program.constant(index, "path")
            is_own = constant is not None and constant.payload in names
            (own if is_own else other).add(each.number(MODEL))
    return own - other


def _count_inputs(nac: NacFile) -> tuple[int, int]:
    """Count the inputs that the caller gives, and those that an exporter made of constants."""
    if nac.sections.ops is None:
        return 0, 0
    sources = nac.sections.ops.b[nac.sections.ops.a == FixedOperation.input]
    users = int(np.count_nonzero(sources == InputSource.user))
    return users, int(np.count_nonzero(sources == InputSource.constant))
