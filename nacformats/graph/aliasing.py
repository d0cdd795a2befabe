"""The results that share memory with an operand, by the names that writers of NAC files give to operations.

NAC has no operation that changes a tensor in place. Writers strip the underscore of the methods that do, so that
`y[:, 0].add_(1)` becomes a nac.add whose result nobody takes: what is taken is y, and there the change is lost.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cache

import numpy as np
import numpy.typing as npt

from nacformats.formats.nac.file.contents import NacContents, name_tables, program_of
from nacformats.formats.nac.tables import FIRST_REGULAR
from nacformats.ops.names import ATEN
from nacformats.ops.table import Operator, operators_called
from nacformats.plain import Plain

#: The standard operations that stand for views as well.
STANDARD_VIEWS = frozenset({"nac.view", "nac.pass", "nac.transpose"})
PICK = "getitem"
#: Stands for detach, and with further operands for dropout.
DROPOUT = "nac.pass"
#: Stands for clone, and with a second tensor for copy.
CLONE = "nac.clone"

#: The standard operations that may have been a method that changes a tensor -> which operand is that tensor.
ONCE_IN_PLACE = {
    **dict.fromkeys(("nac.add", "nac.sub", "nac.mul", "nac.div", "nac.neg", "nac.gt", "nac.le"), 0),
    "nac.where": 2,  # masked_fill, whose tensor comes last there
    ATEN.masked_fill.Scalar: 0,  # what the runtime makes of that
    CLONE: 0,  # copy_, with what is copied behind it
}


class Use(Plain):
    """One operation of a program: its name ("" for what is none), and the results that it takes.

    operands: the index of a result, or None for a constant.
    """

    name: str
    operands: Sequence[int | None]


class LostChange(Plain):
    """An operation whose result nobody takes, the view that it is applied to, and the tensor that this views."""

    place: int
    view: int
    base: int


@cache
def _rows(name: str) -> tuple[Operator, ...]:
    """Return the operators that a name may mean."""
    return operators_called(base_name(name))


def base_name(name: str) -> str:
    """Return the name of an ATen operation without namespace and overload; "" for any other."""
    namespace, _, rest = name.partition(".")
    return rest.partition(".")[0] if namespace == "aten" else ""


@cache
def is_view(name: str) -> bool:
    """Return True if the result is a view of the first operand."""
    return name in STANDARD_VIEWS or any(
        row.viewed is not None and "may_copy" not in row.marks and not row.gives_parts and not _alters(row)
        for row in _rows(name)
    )


def _alters(row: Operator) -> bool:
    """True for a method that changes more than who owns a tensor."""
    return row.changes and not row.marks & {"identity", "shares"}


@cache
def may_be_view(name: str) -> bool:
    """Return True if the result is a view of the first operand or a copy of it."""
    return any("may_copy" in row.marks and "cast" not in row.marks for row in _rows(name))


@cache
def may_cast(name: str) -> bool:
    """Return True if the result is the first operand, or a copy of it in another type."""
    return any({"cast", "may_copy"} <= row.marks for row in _rows(name))


@cache
def is_split(name: str) -> bool:
    """Return True if the results are views of the first operand."""
    return any(row.viewed is not None and row.gives_parts for row in _rows(name))


def gives_elements(name: str) -> bool:
    """Return True if the results may be views of the first operand, or have its elements in another type."""
    return name == PICK or is_view(name) or may_be_view(name) or may_cast(name) or is_split(name)


def lost_changes(program: Sequence[Use], outputs: Collection[int]) -> Iterator[LostChange]:
    """Yield the operations that were probably methods that change a tensor, where the change would be seen.

    Each is a standard operation that nobody takes the result of, applied to a view of a tensor that is used later. An
    unused operation on something else is what models contain, such as the last sum of a residual stream.

    Args:
        program: in the order of the instructions.
        outputs: the results of the program.
    """
    taken = {operand for use in program for operand in use.operands} | set(outputs)
    suspects = [index for index, use in enumerate(program) if _may_change(use) and index not in taken]
    if not suspects:
        return
    owners = _owners(program)
    last_use: dict[int, int] = {}
    for index, use in enumerate(program):
        last_use.update((owners[operand], index) for operand in use.operands if operand is not None)
    last_use.update((owners[output], len(program)) for output in outputs)
    for index in suspects:
        use = program[index]
        place = ONCE_IN_PLACE[use.name]
        view = use.operands[place] if place < len(use.operands) else None
        if view is not None and owners[view] != view and last_use[owners[view]] > index:
            yield LostChange(index, view, owners[view])


def _may_change(use: Use) -> bool:
    """Return True if an operation may have been a method that changes a tensor; clone of one tensor never was."""
    return use.name in ONCE_IN_PLACE and (use.name != CLONE or any(each is not None for each in use.operands[1:]))


def _owners(program: Sequence[Use]) -> list[int]:
    """Return, for each result, the one whose memory it is a view of; itself where that is its own."""
    owners = list(range(len(program)))
    for index, use in enumerate(program):
        first = use.operands[0] if use.operands else None
        if first is None or not 0 <= first < index:
            continue
        if _shares(use, program[first].name):
            owners[index] = owners[first]
    return owners


def _shares(use: Use, operand: str) -> bool:
    """Return True if an operation views its first operand, which is the result of another; a cast is mostly a copy."""
    if use.name == PICK:
        return is_split(operand)
    if use.name == DROPOUT and len(use.operands) > 1:
        return False  # what comes after it in a model is a sum
    return is_view(use.name) or may_be_view(use.name) or is_split(use.name)


def owners_of(file: NacContents) -> npt.NDArray[np.int64]:
    """Return for each instruction the one in whose memory its result may lie: itself, unless it gives a view; (N,)."""
    ops, names = program_of(file), name_tables(file)
    views = np.zeros(256, np.bool_)
    for number in set(ops.a[ops.a >= FIRST_REGULAR].tolist()):
        views[number] = gives_elements(names.operation(number) or "")
    owners = np.arange(len(ops))
    offsets = ops.rows_of("distances")
    at = np.flatnonzero(views[ops.a] & (np.diff(offsets) > 0))
    viewed = at + ops.field("distances")[offsets[at]]
    valid = (viewed >= 0) & (viewed < at)
    owners[at[valid]] = viewed[valid]
    while True:  # a view of a view: each round halves the way
        further = owners[owners]
        if (further == owners).all():
            return owners
        owners = further
