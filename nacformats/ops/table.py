"""The rows of the table: what each operator is.

A row is a line of a file in `rows/`, in five cells between bars:

    tan(Tensor self) -> Tensor | elementwise trusted in_place | as_float | single: Tan(self) | sin(self) / cos(self)

A formula of several parts has each on a line of its own below, indented by four blanks. What is indented further goes
on with the line above, and so does a bar:

    glu(Tensor self, int dim=-1) -> Tensor | elementwise trusted | gated | |
        x, gate = chunk(self, 2, dim)
        x * sigmoid(gate)

- the schema, as PyTorch prints it. Notes such as `Tensor(a)` say which result is a view of which operand; `$factory`
  stands for the arguments that say of what type a new tensor is and where it is kept.
- the kind, one of KINDS, and marks.
- the function of `meta/` that gives the element types and shapes of the results.
- its form in ONNX, where a formula of nodes and operators is one, after the type in which its tensors meet: `floats`, a
  float type; `single`, float32; `met`, that in which PyTorch has them meet. One node is read as the operator as well.
- the decomposition, a formula in other operators, where it has one (`decompositions` has the language).

The line `absolute = abs` makes a name point at another row, with all overloads and the in-place forms; that of a
`_copy` is no view. The mark `in_place` stands for the row of the form with an underscore, such as `hardswish_`. The
files of other formats have names of their own, which `spelling` reads.

Not `trusted`, on purpose, are:

- empty, new_empty and their relatives (uninitialised memory), as_strided, _reshape_alias (strides);
- embedding_bag, max_unpool, repeat_interleave, tril_indices, histc, searchsorted, the fft primitives, grid_sampler,
  put, index_put (arguments that PyTorch does not check, or whose sums overflow);
- lcm and division with a rounding mode (the least integer divided by -1 ends the process), and weight_norm (the shape
  of the norms is taken for granted);
- decompositions, inverses and determinants (LAPACK, which prints when it meets NaN);
- soft_margin_loss, which gives other results on another heap;
- dropout and all that draws numbers;
- most gradients (PyTorch trusts that indices, statistics and shapes are those of the forward pass).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from types import MappingProxyType

from nacformats.ops.schemas import KernelParameter, parse_schema, viewed_parameter

_FOLDER = Path(__file__).with_name("rows")
#: The namespace of a row that has none.
_NAMESPACE = "aten"
#: What begins a line that belongs to the row above.
_INDENT = " " * 4
#: What `$factory` stands for in a schema.
_FACTORY = "ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None"
#: Schemas of operators that change their first operand, and the note of a view.
_CHANGES, _VIEW_NOTE = re.compile(r"[\w.]+\(Tensor\(a!\)"), re.compile(r"\(a( -> \*)?\)")
#: Methods of Python's operators with an "=": the rows of the operators change nothing.
_AUGMENTED = "__i"

#: What an operator does, roughly.
KINDS = frozenset(
    """
    elementwise view copy reduction statistic product attention convolution pooling resampling padding normalization
    recurrent loss indexing sorting creation random factorization transform gradient number assertion
    """.split()  # noqa: SIM905  a table
)
#: What may be true of an operator besides.
MARKS = {
    "trusted": "it is functional, deterministic and memory-safe on the engine torch, or a check there makes it so",
    "in_place": "it has an in-place form",
    "may_copy": "its result is a view of its first operand or a copy, as the layout of that in memory allows",
    "may_draw": "it draws random numbers if its arguments say so",
    "shares": "its results are views, though the schema does not say it",
    "identity": "it gives its first operand",
    "duplicate": "it gives the elements of its first operand, in the same type and shape",
    "cast": "it gives its first operand, or a copy in another type",
    "reshaping": "it only takes dimensions of size 1 away, puts them in, or joins and splits dimensions",
    "repeats": "it chooses or repeats elements: its result is its first operand when that has the same type",
    "permutes": "it changes the order of the dimensions of its first operand",
    "idempotent": "it changes nothing when it is applied once more",
    "involution": "it undoes itself",
    "contracts": "it sums products along axes of its operands",
    "faster": "how many times as long its formula takes as the kernel that it has beside it, as measured",
    "exact": "it has a kernel beside its formula that refuses more, or rounds less",
    "unread": "it looks at the type and the sizes of its first operand only",
    "scratch": "of what its memory and its steps are made, where its kind does not say it: see `scratch`",
}


@dataclass(frozen=True)
class Operator:
    """One row.

    Attributes:
        name: the canonical name, namespace and overload included: aten.add.Tensor.
        schema: its arguments and results, as PyTorch prints them.
        kind: one of KINDS.
        marks: some of MARKS.
        meta: the name of the function that gives types and shapes of results; "" for none.
        onnx: its form in ONNX; "" for none, or one that is no formula.
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
    onnx: str = ""
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
        return tuple(each for each in self.parameters if not each.is_placement)

    @cached_property
    def in_place(self) -> bool:
        """The result is the first operand, changed."""
        return self.changes and self.name.split(".")[1].endswith("_")

    @cached_property
    def viewed(self) -> int | None:
        """The place of the operand that results are views of; None where results have memory of their own."""
        return 0 if "shares" in self.marks else viewed_parameter(self.schema)

    @cached_property
    def scratch(self) -> str:
        """The text of the mark `scratch=...`; "" where there is none."""
        return next((mark.partition("=")[2] for mark in self.marks if mark.startswith("scratch=")), "")

    @property
    def base(self) -> str:
        """The name without namespace and overload: add."""
        return self.name.split(".")[1]

    @property
    def gives_parts(self) -> bool:
        """True if it gives a list of tensors."""
        return self.schema.endswith("[]")

    @property
    def is_pure(self) -> bool:
        """True if it gives the same result for the same operands, and does nothing else."""
        return self.kind != "random" and not self.changes

    @cached_property
    def functional(self) -> str:
        """The name of the operator with the same parameters that changes nothing; the own one where there is none."""
        name = functional_name(self.principal) or self.principal
        found = operators().get(name)
        return name if found is not None and found.parameters == self.parameters else self.name


@cache
def operators() -> Mapping[str, Operator]:
    """Return every operator by its canonical name: rows, in-place forms, and second names."""
    rows: dict[str, Operator] = {}
    pointers: list[tuple[str, str]] = []
    for path in sorted(_FOLDER.rglob("*.txt")):
        family = ".".join(path.relative_to(_FOLDER).with_suffix("").parts)
        for line in rows_in(path):
            if "|" in line:
                rows.update((each.name, each) for each in _with_forms(parse_row(line, family)))
            else:
                second, _, known = line.partition(" = ")
                pointers.append((second, known))
    for second, known in pointers:
        rows.update((each.name, each) for each in _pointing(rows, second, known))
    return MappingProxyType(rows)


@cache
def marked(*marks: str) -> frozenset[str]:
    """Return the names of the operators that have one of some marks, in-place forms left out."""
    _check(set(marks) <= MARKS.keys(), marks)
    return frozenset(name for name, row in operators().items() if not row.changes and row.marks.intersection(marks))


@cache
def of_kind(*kinds: str) -> frozenset[str]:
    """Return the names of the operators of some kinds."""
    _check(KINDS.issuperset(kinds), kinds)
    return frozenset(name for name, row in operators().items() if row.kind in kinds)


#: Kinds of operators that no other operator is lowered to.
_NOT_CANONICAL = frozenset(("gradient", "random", "assertion"))
#: The family of what PyTorch alone computes.
_TORCH_ONLY = "torch_only"


@cache
def canonical_operators() -> frozenset[str]:
    """Return the names of the canonical set: the operators of inference that have no decomposition.

    What draws random numbers, asserts, is a gradient, or is computed by PyTorch alone is not among them.
    """
    rows = (row for name, row in operators().items() if row.principal == name and not (row.changes or row.formula))
    return frozenset(row.name for row in rows if row.kind not in _NOT_CANONICAL and row.family != _TORCH_ONLY)


@cache
def decomposed_operators() -> frozenset[str]:
    """Return the names of the operators that a formula or another name stands for; forms in place left out."""
    rows = operators().items()
    return frozenset(name for name, row in rows if not row.changes and (row.formula or row.principal != name))


def _check(known: bool, names: tuple[str, ...]) -> None:
    if not known:
        raise ValueError(f"no kinds or marks of operators: {names}")


@cache
def operators_called(base: str) -> tuple[Operator, ...]:
    """Return the operators of a name without namespace and overload, as writers of some files give it."""
    return _by_base().get(base, ())


@cache
def _by_base() -> Mapping[str, tuple[Operator, ...]]:
    found: dict[str, list[Operator]] = {}
    for row in operators().values():
        found.setdefault(row.base, []).append(row)
    return {base: tuple(rows) for base, rows in found.items()}


def functional_name(name: str) -> str | None:
    """Return the name of the operator that gives as a new value what one writes over its first operand; None if none.

    aten.add.Tensor for aten.add_.Tensor, aten.__and__.Tensor for aten.__iand__.Tensor. It need not be in the table.
    """
    namespace, _, rest = name.partition(".")
    base, _, overload = rest.partition(".")
    if base.startswith(_AUGMENTED) and base.endswith("__"):
        return f"{namespace}.__{base.removeprefix(_AUGMENTED)}.{overload}"
    changes = base.endswith("_") and not base.endswith("__") and namespace == _NAMESPACE
    return f"{namespace}.{base[:-1]}.{overload}" if changes and overload else None


def principal_name(name: str) -> str:
    """Return the name of the functional operator with the same parameters: aten.mul.Tensor for aten.multiply_.Tensor.

    A name that is not in the table comes back as it is.
    """
    row = operators().get(name)
    return name if row is None else row.functional


def rows_in(path: Path) -> list[str]:
    """Return the rows of a file, each on one line, its parts separated by "; "."""
    rows: list[str] = []
    for line in path.read_text(encoding="ascii").splitlines():
        if line.startswith(_INDENT):
            goes_on = line.startswith((2 * _INDENT, f"{_INDENT}|")) or rows[-1].endswith(("|", ":"))
            rows[-1] += (" " if goes_on else "; ") + line.strip()
        elif line and not line.startswith("#"):
            rows.append(line)
    return rows


def parse_row(line: str, family: str = "") -> Operator:
    """Return the operator of a line. ValueError for a kind or mark that there is not."""
    schema, marks, meta, onnx, formula = (cell.strip() for cell in line.replace("$factory", _FACTORY).split("|", 4))
    kind, *rest = marks.split()
    if kind not in KINDS or not MARKS.keys() >= {mark.partition("=")[0] for mark in rest}:
        raise ValueError(f"the row {line!r} has the kind and marks {marks!r}: expected one of KINDS, some of MARKS")
    name = canonical_name(schema.partition("(")[0])
    changes = _CHANGES.match(schema) is not None
    return Operator(name, schema, kind, frozenset(rest), meta, onnx, formula, family, name, changes)


def canonical_name(name: str) -> str:
    """Return the canonical name of what a row calls `relu` or `add.Tensor`: aten.relu.default, aten.add.Tensor."""
    return f"{_NAMESPACE}.{name}" if "." in name else f"{_NAMESPACE}.{name}.default"


def _with_forms(row: Operator) -> Iterator[Operator]:
    """Yield the row, and that of its in-place form."""
    yield row
    if "in_place" in row.marks:
        namespace, base, overload = row.name.split(".")
        name = f"{namespace}.{base}_.{overload}"
        yield replace(row, name=name, principal=name, changes=True)


def _pointing(rows: Mapping[str, Operator], second: str, known: str) -> list[Operator]:
    """Return the rows of a second name: of one overload, or of all with their in-place forms."""
    if "." in known:
        forms = [(f"{_NAMESPACE}.{known}", f"{_NAMESPACE}.{second}")]
        base, overload = known.split(".")
        second_base = second.split(".", maxsplit=1)[0]
        if f"{_NAMESPACE}.{base}_.{overload}" in rows and not base.endswith("_"):
            forms.append((f"{_NAMESPACE}.{base}_.{overload}", f"{_NAMESPACE}.{second_base}_.{overload}"))
        return [_under(rows[old], new) for old, new in forms]
    is_alone = second.endswith("_copy") or second.startswith(_AUGMENTED)
    names = {known: second} if is_alone else {known: second, f"{known}_": f"{second}_"}
    found = []
    for name, row in rows.items():
        namespace, base, overload = name.split(".")
        if base in names:
            found.append(_under(row, f"{namespace}.{names[base]}.{overload}"))
    return found


def _under(row: Operator, name: str) -> Operator:
    """Return a row under a second name."""
    base = name.split(".")[1]
    if base.endswith("_copy"):
        return replace(row, name=name, schema=_VIEW_NOTE.sub("", row.schema))
    if base.startswith(_AUGMENTED):
        return replace(row, name=name, changes=True, marks=row.marks - {"trusted"})
    return replace(row, name=name)
