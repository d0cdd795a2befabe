"""Limits of the format, checked before anything is stored."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from nacformats.compiler.lowering.arrangement import NewInstruction, StoredParameters
from nacformats.compiler.lowering.operations import Written
from nacformats.errors import LimitError
from nacformats.formats.nac import Constant
from nacformats.formats.nac.builder import MAX_INPUTS
from nacformats.formats.nac.columns.instructions import LONGEST_SIGNATURE
from nacformats.formats.nac.program_builder import (
    LARGEST_ID,
    MAX_SIGNATURES,
    Remedies,
    custom_numbers,
    standard_operations,
)
from nacformats.formats.nac.tables import LONGEST_NAME, LONGEST_OPERATION
from nacformats.graph.graph import Graph, Input, Ref

#: An error names this many operations that are too many.
SHOWN_NAMES = 3


def check_limits(graph: Graph, steps: Sequence[NewInstruction], parameters: StoredParameters, version: str) -> None:
    """Refuse a program that does not fit a version of the format.

    Raises:
        LimitError: it says which instruction, operation or parameter, which limit, and what to do.
    """
    _check_parameters(parameters)
    _check_program(graph, steps)
    _check_tables([step.written for step in steps if step.written is not None], version)


def _check_parameters(parameters: StoredParameters) -> None:
    count = len(parameters.arrays)
    _require(count, LARGEST_ID, "number of parameters", "data.parameters", Remedies.FEWER_PARAMETERS)
    for place, name in enumerate(parameters.arrays):
        _require_name(name, "the name of parameter", f"data.parameters[{place}].name")


def _check_program(graph: Graph, steps: Sequence[NewInstruction]) -> None:
    inputs = [step.value for step in steps if isinstance(step.value, Input) and not step.value.lifted]
    _require(len(inputs), MAX_INPUTS, "number of inputs", "num_inputs", Remedies.FEWER_INPUTS)
    for value in inputs:
        _require_name(value.name, "the name of input", f"{graph.unit} {value.index}")
    *operations, output = steps
    assert output.written is not None
    count = len(output.written.arguments)
    _require(count, LARGEST_ID - 1, "number of outputs", "num_outputs", Remedies.FEWER_OUTPUTS)
    for step in operations:
        if step.written is not None and len(step.written.codes) > LONGEST_SIGNATURE:
            raise graph.error(
                LimitError,
                step.value,
                f"{step.written.name} has too many arguments, the items of lists included",
                expected=f"at most {LONGEST_SIGNATURE}",
                actual=len(step.written.codes),
                hint=Remedies.FEWER_ARGUMENTS,
            )


def _check_tables(operations: Sequence[Written], version: str) -> None:
    *regular, _output = operations
    standard, most = standard_operations(version), len(custom_numbers(version))
    names = list(dict.fromkeys(each.name for each in regular if each.name not in standard))
    for name in names:
        if len(name.encode()) > LONGEST_OPERATION:
            raise _limit(
                f"the name of operation {name[:40]}... is too long",
                LONGEST_OPERATION,
                len(name.encode()),
                "cmap",
                Remedies.SHORTER_NAME,
            )
    beyond = ", ".join(names[most:][:SHOWN_NAMES])
    hint = f"no number is left for {beyond}: {Remedies.FEWER_OPERATIONS}"
    _require(len(names), most, "number of operations without a fixed number", "cmap", hint)
    signatures = len({each.codes for each in regular if each.codes})
    _require(signatures, MAX_SIGNATURES, "number of signatures", "perm", Remedies.SPLIT)
    constants = len(set(_constants(regular)))
    _require(constants, LARGEST_ID, "number of constants", "cnst", Remedies.FEWER_CONSTANTS)


def _constants(operations: Iterable[Written]) -> Iterator[Constant]:
    for written in operations:
        for each in written.arguments:
            if not isinstance(each, Ref):
                yield Constant.of(each)


def _require_name(name: str, what: str, path: str) -> None:
    if len(name.encode()) > LONGEST_NAME:
        reason = f"{what} {name[:40]!r}... is too long"
        raise _limit(reason, LONGEST_NAME, len(name.encode()), path, Remedies.SHORTER_NAME)


def _require(number: int, largest: int, what: str, path: str, hint: str) -> None:
    if number > largest:
        raise _limit(f"the {what} does not fit the format", largest, number, path, hint)


def _limit(reason: str, largest: int, actual: int, path: str, hint: str) -> LimitError:
    return LimitError(reason, format="nac", path=path, expected=f"at most {largest}", actual=actual, hint=hint)
