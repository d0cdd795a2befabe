"""The rows of the table: what each operator is.

A row is a line of a file in `rows/`, in four cells between bars:

    hardswish(Tensor self) -> Tensor | elementwise trusted in_place | as_float | self * clamp(self + 3, 0, 6) / 6

- the schema, as PyTorch prints it. Notes such as `Tensor(a)` say which result is a view of which operand.
- the kind, one of KINDS, and marks.
- the function of `meta/` that gives the element types and shapes of the results.
- the decomposition, a formula in other operators, where it has one (`decompositions` has the language).

The line `absolute = abs` makes a name point at another row, with all overloads and the in-place forms. The mark
`in_place` stands for the row of the form with an underscore, such as `hardswish_`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from types import MappingProxyType

from nacformats.ops.schemas import KernelParameter, parse_schema, viewed_parameter

_FOLDER = Path(__file__).with_name("rows")
#: The kinds and names of parameters that say where a result is to lie in memory.
_PLACEMENT = frozenset(("layout", "device", "memory_format"))
_PLACED = frozenset(("pin_memory", "non_blocking"))
#: The namespace of a row that has none.
_NAMESPACE = "aten"

#: What an operator does, roughly.
KINDS = frozenset(
    """
    elementwise view copy reduction statistic product attention convolution pooling resampling padding normalization
    recurrent loss indexing sorting creation random factorization transform gradient number assertion
    """.split()  # noqa: SIM905  a table
)
#: What may be true of an operator besides: that any argument is safe on the engine torch; that it has an in-place form;
#: that its result is a view or a copy, as the layout of its operand in memory allows.
MARKS = frozenset(("trusted", "in_place", "may_copy"))


@dataclass(frozen=True)
class Operator:
    """One row.

    Attributes:
        name: the canonical name, namespace and overload included: aten.add.Tensor.
        schema: its arguments and results, as PyTorch prints them.
        kind: one of KINDS.
        marks: some of MARKS.
        meta: the name of the function that gives types and shapes of results; "" for none.
        formula: its decomposition; "" for none.
        family: the file of its row, which is also the module of its kernel.
        principal: the name of the row that says what it is, which is its own unless it is a second name.
        changes: it is an in-place form. The kernels change nothing; such an operator gives the new value.
    """

    name: str
    schema: str
    kind: str
    marks: frozenset[str] = frozenset()
    meta: str = ""
    formula: str = ""
    family: str = ""
    principal: str = ""
    changes: bool = False

    @cached_property
    def parameters(self) -> tuple[KernelParameter, ...]:
        """The parameters in order."""
        return parse_schema(self.schema)[1] or ()

    @cached_property
    def bound(self) -> tuple[KernelParameter, ...]:
        """The parameters that functions get: all but those that say where a result is to lie in memory."""
        return tuple(each for each in self.parameters if each.kind not in _PLACEMENT and each.name not in _PLACED)

    @cached_property
    def viewed(self) -> int | None:
        """The place of the operand that results are views of; None where results have memory of their own."""
        return viewed_parameter(self.schema)


@cache
def operators() -> Mapping[str, Operator]:
    """Return every operator by its canonical name: rows, in-place forms, and second names."""
    rows: dict[str, Operator] = {}
    pointers: list[tuple[str, str]] = []
    for path in sorted(_FOLDER.rglob("*.txt")):
        family = ".".join(path.relative_to(_FOLDER).with_suffix("").parts)
        for line in path.read_text(encoding="ascii").splitlines():
            if "|" in line:
                rows.update((each.name, each) for each in _with_forms(parse_row(line, family)))
            elif line and not line.startswith("#"):
                second, _, known = line.partition(" = ")
                pointers.append((second, known))
    for second, known in pointers:
        rows.update((each.name, each) for each in _pointing(rows, second, known))
    return MappingProxyType(rows)


def parse_row(line: str, family: str = "") -> Operator:
    """Return the operator of a line. ValueError for a kind or mark that there is not."""
    schema, marks, meta, formula = (cell.strip() for cell in line.split("|", 3))
    kind, *rest = marks.split()
    if kind not in KINDS or not MARKS.issuperset(rest):
        raise ValueError(f"the row {line!r} has the kind and marks {marks!r}: expected one of KINDS, some of MARKS")
    name = canonical_name(schema.partition("(")[0])
    changes = "!)" in schema
    return Operator(name, schema, kind, frozenset(rest), meta, formula, family, name, changes)


def canonical_name(name: str) -> str:
    """Return the canonical name of what a row calls `relu` or `add.Tensor`: aten.relu.default, aten.add.Tensor."""
    return f"{_NAMESPACE}.{name}" if "." in name else f"{_NAMESPACE}.{name}.default"


def _with_forms(row: Operator) -> Iterator[Operator]:
    yield row
    if "in_place" in row.marks:
        yield _renamed(row, "_", principal=True)


def _renamed(row: Operator, suffix: str, *, principal: bool) -> Operator:
    """The in-place form of a row."""
    namespace, base, overload = row.name.split(".")
    name = f"{namespace}.{base}{suffix}.{overload}"
    return replace(row, name=name, principal=name if principal else row.principal, changes=True)


def _pointing(rows: Mapping[str, Operator], second: str, known: str) -> list[Operator]:
    """The rows of a second name: of one overload, or of all with their in-place forms."""
    if "." in known:
        forms = [(f"{_NAMESPACE}.{known}", f"{_NAMESPACE}.{second}")]
        base, overload = known.split(".")
        second_base = second.split(".", maxsplit=1)[0]
        if f"{_NAMESPACE}.{base}_.{overload}" in rows and not base.endswith("_"):
            forms.append((f"{_NAMESPACE}.{base}_.{overload}", f"{_NAMESPACE}.{second_base}_.{overload}"))
        return [replace(rows[old], name=new) for old, new in forms]
    names = {known: second} if second.endswith("_copy") else {known: second, f"{known}_": f"{second}_"}
    found = []
    for name, row in rows.items():
        namespace, base, overload = name.split(".")
        if base in names:
            found.append(replace(row, name=f"{namespace}.{names[base]}.{overload}"))
    return found
