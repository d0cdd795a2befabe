"""The intermediate form of a record: what all emitters of columns walk.

Types are flattened: a number is named by its dotted path in the record (`body.name.idx`). Expressions hold no
attributes, enum members or casts, only

- `Literal` numbers and truths; text that bytes are compared with has a character for each byte,
- `Name(var)`: a scalar of the record or an argument, by its `var`; bytes, which are only compared with text;
  `Name(INDEX)` is the position of the record,
- `Index(Name(var), at)`: an argument that is a table of 256, by a number of one byte,
- `Unary`, `Binary` and `Conditional`.

They compute on signed integers of 64 bits: a `u8` or a varint counts as at most 2**63 - 1 in arithmetic (lowering makes
sure that nothing overflows), comparisons are exact. A scalar whose arm or condition does not hold is 0.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import Any, Generic, TypeVar

from nacformats.codec.columns.table import Argument, Column
from nacformats.schema import expressions as ex
from nacformats.schema.lines import Lines
from nacformats.schema.model import SchemaError, Terminator

#: The name of the position of a record in its list.
INDEX = "index"
#: The code of a number of variable length, an unsigned LEB128 of at most 64 bits.
VARINT = "varint"
I64_MAX = 2**63 - 1


@dataclass(frozen=True)
class TestedRule:
    """A requirement of the schema on a number or a text, and its test.

    Attributes:
        test: has to be true.
        path: dotted path of the number or text.
        reason: what is wrong when the test fails.
        expected: what is required, in words, or "".
    """

    test: ex.Expression
    path: str
    reason: str
    expected: str

    @classmethod
    def of_text(cls, path: str, encoding: str = "UTF-8") -> TestedRule:
        """Return the rule that a text is in its encoding, which no expression says: emitters know what to do."""
        return cls(ex.Literal(True), path, f"the text is not {encoding}", "")


@dataclass(frozen=True)
class BitPlace:
    """The place of a bit field in the bytes of all bit fields that follow each other.

    Attributes:
        first: its first bit; width: how many; is_msb_first: whether the first bit is the highest of its byte.
    """

    first: int
    width: int
    is_msb_first: bool


@dataclass(eq=False)
class Scalar:
    """A number.

    Attributes:
        path: dotted, in the record.
        code: u1, u2, u4, u8, s1, s2, s4, s8, f4, f8, VARINT, or b1 to b64, a bit field.
        var: by which expressions name it; unique in the record.
        rules: what its value has to keep to.
        derived: the key of the column whose length it gives, "path[]" or "path#"; then it is not a column itself.
        unit: how many bytes of a derived "path#" it counts as one.
        is_big: whether it is big-endian.
        bits: where it is in the bytes of a bit field.
        closes: of the last one of some bit fields, how many bytes they take.
    """

    path: str
    code: str
    var: str
    rules: list[TestedRule] = field(default_factory=list)
    derived: str = ""
    unit: int = 1
    is_big: bool = False
    bits: BitPlace | None = None
    closes: int = 0

    @property
    def width(self) -> int:
        """Bytes up to what follows, 0 for a varint."""
        return self.closes if self.bits else 0 if self.code == VARINT else int(self.code[1])

    @property
    def is_fixed(self) -> bool:
        return self.code != VARINT

    @property
    def least(self) -> int:
        return self.width if self.is_fixed else 1

    @property
    def dtype(self) -> str:
        if self.bits:
            return "bool" if self.bits.width == 1 else f"uint{max(8, 1 << (self.bits.width - 1).bit_length())}"
        if self.code == VARINT:
            return "uint64"
        return {"u": "uint", "s": "int", "f": "float"}[self.code[0]] + str(8 * self.width)

    @property
    def stored(self) -> str:
        """The dtype of what is in the file."""
        return f">{self.code}".replace("s", "i") if self.is_big else self.dtype

    @property
    def is_plain(self) -> bool:
        return not (self.is_big or self.bits or self.code[0] == "f")


@dataclass(eq=False)
class Blob:
    """Bytes.

    Attributes:
        size: how many; None where they go up to a terminator or, without one, to the end of the part they are in.
        encoding: of a text, else "".
        child: id path of the type that is read from them alone, or "".
        terminator, padding: what ends the value, and the byte that its end is stripped of.
        var: by which expressions name it.
        rules: what it has to keep to.
    """

    path: str
    size: Any
    encoding: str
    schema_path: str
    child: str = ""
    terminator: Terminator | None = None
    padding: int | None = None
    var: str = ""
    rules: list[TestedRule] = field(default_factory=list)

    @property
    def is_text(self) -> bool:
        return bool(self.encoding)

    @property
    def is_trimmed(self) -> bool:
        """True if the value may be shorter than its place."""
        return self.size is not None and (self.terminator is not None or self.padding is not None)

    @property
    def is_plain(self) -> bool:
        return self.size is not None and not (self.is_trimmed or self.rules) and self.encoding in ("", "UTF-8")


@dataclass(eq=False)
class ListStep:
    """A list.

    Attributes:
        count: of its elements; None where they go up to one for which `until` holds or to the end of their part.
        body: the steps of an element. Where each is follows from the list alone if they are of fixed size, or are one
            varint; the scan notes where the others are.
        site: number of the list among those whose elements the scan notes, -1 for others.
    """

    path: str
    count: Any
    body: list[Any]
    schema_path: str
    until: ex.Expression | None = None
    site: int = -1

    @property
    def width(self) -> int:
        """Bytes of an element, 0 where they differ."""
        return fixed(self.body) or 0

    @property
    def varint(self) -> Scalar | None:
        """The varint that each element is."""
        match self.body:
            case [Scalar(code="varint") as only] if self.count is not None:
                return only
        return None

    @property
    def is_noted(self) -> bool:
        return self.varint is None and (not self.width or self.count is None)

    @property
    def is_plain(self) -> bool:
        return not self.is_noted and all(isinstance(step, Scalar) for step in self.body)


@dataclass(eq=False)
class SizedPart:
    """Steps in bytes of a size of their own. A scan refuses those that do not fill it: another reader keeps more."""

    size: ex.Expression
    body: list[FlatStep]
    schema_path: str
    path: str
    is_plain: bool = False


@dataclass(eq=False)
class When:
    """Steps that are there when a condition holds."""

    condition: ex.Expression
    body: list[FlatStep]
    is_plain: bool = True


@dataclass(eq=False)
class Choose:
    """One of several arms; the arm without keys, the last one if there is one, is for all other values.

    Keys are numbers, or text where bytes choose.
    """

    on: ex.Expression
    arms: list[tuple[tuple[int | str, ...], list[FlatStep]]]

    @property
    def is_plain(self) -> bool:
        return not any(isinstance(key, str) for keys, _ in self.arms for key in keys)


FlatStep = Scalar | Blob | ListStep | SizedPart | When | Choose


class RootArgument(Argument):
    """An argument of a record from elsewhere in its file, which expressions name by its `var`."""

    @property
    def var(self) -> str:
        return f"arg_{self.name}"

    @property
    def is_local(self) -> bool:
        """True if it belongs to one list, not to the file."""
        return self.path.startswith(("_parent", "$"))


@dataclass
class FlatRecord:
    """A record type.

    Attributes:
        schema: name of the schema; type_path: ids of the type and those around it, joined by "::".
        steps: its fields.
        arguments: in the order of their names.
        columns: in the order in which generated functions take and give them.
        needed: vars of scalars and bytes on which the place of something depends.
        takes_index: whether the type has the position of the record as its only parameter.
        until: holds for the last record, where the list goes on until then.
        is_written: whether columns are written as well.
    """

    schema: str
    type_path: str
    steps: list[FlatStep]
    arguments: list[RootArgument]
    columns: list[Column]
    needed: set[str]
    takes_index: bool
    until: ex.Expression | None = None
    is_written: bool = True

    @property
    def name(self) -> str:
        return self.type_path.rpartition("::")[2]

    @cached_property
    def scalars(self) -> dict[str, Scalar]:
        """All numbers by their var, elements of lists included."""
        return {step.var: step for step in every(self.steps) if isinstance(step, Scalar)}

    @cached_property
    def blobs(self) -> dict[str, Blob]:
        return {step.path: step for step in every(self.steps) if isinstance(step, Blob)}

    @cached_property
    def lists(self) -> dict[str, ListStep]:
        return {step.path: step for step in every(self.steps) if isinstance(step, ListStep)}

    @cached_property
    def derived(self) -> set[str]:
        """The keys of the columns whose length a number gives."""
        return {scalar.derived for scalar in self.scalars.values()} - {""}

    @cached_property
    def every_list(self) -> list[ListStep]:
        return [step for step in every(self.steps) if isinstance(step, ListStep)]

    @cached_property
    def noted(self) -> list[ListStep]:
        """The lists whose elements the scan notes, by their numbers."""
        return sorted((step for step in self.every_list if step.site >= 0), key=lambda step: step.site)

    @cached_property
    def is_plain(self) -> bool:
        """True if it is made of what is also written, and what C takes."""
        return all(step.is_plain for step in every(self.steps)) and not any(a.is_local for a in self.arguments)

    @property
    def has_index(self) -> bool:
        """True if the place of something depends on the position of the record in its list."""
        return any(INDEX in vars_in(part) for step in every(self.steps) for part in places(step))

    def sites(self, path: str) -> int:
        """Return the number of arms that hold a list or bytes of that path."""
        return sum(isinstance(step, ListStep | Blob) and step.path == path for step in every(self.steps))


def bodies(step: FlatStep) -> list[list[FlatStep]]:
    """Return the steps inside a step: its arms."""
    match step:
        case When() | ListStep() | SizedPart():
            return [step.body]
        case Choose():
            return [body for _, body in step.arms]
    return []


def every(steps: Sequence[FlatStep]) -> Iterator[FlatStep]:
    """Return the steps and all that are in them, in the order of the bytes."""
    for step in steps:
        yield step
        for body in bodies(step):
            yield from every(body)


def places(step: FlatStep) -> list[ex.Expression]:
    """Return the expressions on which the place of what follows depends."""
    match step:
        case Blob() | SizedPart():
            return [] if step.size is None else [step.size]
        case ListStep():
            return [each for each in (step.count, step.until) if each is not None]
        case When():
            return [step.condition]
        case Choose():
            return [step.on]
    return []


def vars_in(expression: ex.Expression) -> set[str]:
    """Return the vars in an expression."""
    return {part.id for part in ex.walk(expression) if isinstance(part, ex.Name)}


def least(steps: Sequence[FlatStep]) -> int:
    """Return the fewest bytes that the steps take."""
    return sum(_least(step) for step in steps)


def _least(step: FlatStep) -> int:
    match step:
        case Scalar():
            return step.least
        case ListStep(count=ex.Literal(int(count))):
            return count * least(step.body)
        case ListStep() if step.until is not None:
            return least(step.body)
        case Blob(size=ex.Literal(int(size))) | SizedPart(size=ex.Literal(int(size))):
            return size
        case SizedPart():
            return least(step.body)
        case Blob(terminator=Terminator(required=True, consume=True)):
            return 1
        case Choose() if step.arms and not step.arms[-1][0]:
            return min(least(body) for _, body in step.arms)
    return 0


def fixed(steps: Sequence[FlatStep]) -> int | None:
    """Return the number of bytes that the steps always take, or None if it depends on their content."""
    total = 0
    for step in steps:
        match step:
            case Scalar() if step.is_fixed:
                total += step.width
            case ListStep(count=ex.Literal(int(count))) if step.width:
                total += count * step.width
            case SizedPart(size=ex.Literal(int(size))) if fixed(step.body) == size:
                total += size
            case Blob(size=ex.Literal(int(size))):
                total += size
            case _:
                return None
    return total


# Which numbers of a record only say how long something is, and which columns it has

_Context = tuple[object, ...]


def _sited(steps: list[FlatStep], context: _Context = ()) -> Iterator[tuple[FlatStep, _Context]]:
    """Return all steps but the elements of lists, each with the conditions and arms in which it is."""
    for step in steps:
        yield step, context
        match step:
            case When():
                yield from _sited(step.body, (*context, step.condition))
            case SizedPart():
                yield from _sited(step.body, context)
            case Choose():
                for keys, body in step.arms:
                    yield from _sited(body, (*context, (id(step), keys)))


def derive(steps: list[FlatStep]) -> None:
    """Mark the numbers whose only use is the length of one list or one run of bytes beside them."""
    sited = list(_sited(steps))
    scalars = {step.var: (step, context) for step, context in sited if isinstance(step, Scalar)}
    sizes = [
        (step, context, size)
        for step, context in sited
        if isinstance(step, ListStep | Blob | SizedPart)
        for size in places(step)
    ]
    for step, context, size in sizes:
        name, unit = counted_by(size)
        times = sum(name in vars_in(other) for _, _, other in sizes)
        if (
            isinstance(step, SizedPart)
            or name not in scalars
            or scalars[name][1] != context
            or times > 1
            or (unit > 1 and isinstance(step, ListStep))
        ):
            continue
        scalars[name][0].derived = step.path + ("[]" if isinstance(step, ListStep) else "#")
        scalars[name][0].unit = unit


def counted_by(size: ex.Expression) -> tuple[str, int]:
    """Return the var that a size is a multiple of, and the factor; an empty var where it is something else."""
    match size:
        case ex.Name(var):
            return var, 1
        case ex.Binary("*", ex.Name(var), ex.Literal(int(unit))) | ex.Binary("*", ex.Literal(int(unit)), ex.Name(var)):
            return var, unit
    return "", 1


def columns_of(steps: list[FlatStep], path: str) -> Iterator[Column]:
    """Return the columns, each key once; arms share a path when they have the same type there."""
    found: dict[str, Column] = {}
    groups: dict[str, tuple[str, ...]] = {}
    for step, _ in _sited(steps):
        new = list(_of_step(step))
        for column in new:
            keys = tuple(each.key for each in new)
            if found.setdefault(column.key, column) != column or groups.setdefault(column.key, keys) != keys:
                raise SchemaError(path or "/", f"two arms have `{column.key}` with different types")
    yield from found.values()


def _of_step(step: FlatStep) -> Iterator[Column]:
    match step:
        case Scalar(derived=""):
            yield Column(step.path, step.dtype)
        case Blob():
            yield Column(step.path + "@", "int64")
            yield Column(step.path + "#", "int64")
        case ListStep():
            rows = step.path + "[]"
            yield Column(rows, "int64")
            for column in columns_of(step.body, step.schema_path):
                yield column if column.rows else Column(column.key, column.dtype, rows)


# What emitters share


def runs(numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Return the first and the last number of each run without gaps."""
    known = set(numbers)
    for first in sorted(number for number in known if number - 1 not in known):
        last = first
        while last + 1 in known:
            last += 1
        yield first, last


_Where = TypeVar("_Where")


class StepEmitter(Lines, Generic[_Where]):
    """Writes one function by walking the steps of a record; subclasses say what each kind of step becomes."""

    def __init__(self, record: FlatRecord) -> None:
        super().__init__(depth=1)
        self.record = record

    def block(self, steps: Sequence[FlatStep], where: _Where) -> None:
        for is_fixed, group in groupby(steps, lambda step: isinstance(step, Scalar) and step.is_fixed):
            if is_fixed:
                self.numbers([step for step in group if isinstance(step, Scalar)], where)
                continue
            for step in group:
                self.step(step, where)

    def step(self, step: FlatStep, where: _Where) -> None:
        emitters: dict[type, Callable[[Any, _Where], None]]
        emitters = {Scalar: self.scalar, Blob: self.blob, ListStep: self.rows, SizedPart: self.part}
        emitters |= {When: self.when, Choose: self.choose}
        emitters[type(step)](step, where)

    def numbers(self, steps: list[Scalar], where: _Where) -> None:
        """Take numbers of fixed width in a row."""
        for step in steps:
            self.scalar(step, where)

    def scalar(self, step: Scalar, where: _Where) -> None: ...
    def blob(self, step: Blob, where: _Where) -> None: ...
    def rows(self, step: ListStep, where: _Where) -> None: ...
    def part(self, step: SizedPart, where: _Where) -> None: ...
    def when(self, step: When, where: _Where) -> None: ...
    def choose(self, step: Choose, where: _Where) -> None: ...


# The bounds of expressions: nothing that columns compute may exceed 64 bits

Bounds = tuple[int, int]
I64: Bounds = (-(2**63), I64_MAX)
TRUTH: Bounds = (0, 1)
_CODE = re.compile(r"[us][1248]")


class TooWideError(ValueError):
    """The value may exceed 64 bits."""


def bounds_of_code(code: str) -> Bounds:
    """Return the bounds of a type; a large unsigned number counts as the largest signed one of 64 bits."""
    if code in (VARINT, "u8"):
        return 0, I64_MAX
    if code[0] == "b":
        return 0, min((1 << int(code[1:])) - 1, I64_MAX)
    if code[0] == "f":
        return I64  # nothing is computed from it
    bits = 8 * int(code[1])
    return (-(1 << bits - 1), (1 << bits - 1) - 1) if code[0] == "s" else (0, (1 << bits) - 1)


def bounds(expression: ex.Expression, of_name: Callable[[ex.Expression], Bounds]) -> Bounds:
    """Return the bounds of the value.

    Args:
        of_name: the same for what is neither an operation nor a literal.

    Raises:
        TooWideError: it, or an intermediate result, may exceed 64 bits.
    """
    match expression:
        case ex.Literal(float()):
            return I64
        case ex.Literal(bool() | int() as value):
            return _narrow((int(value), int(value)))
        case ex.Cast(of, code) if _CODE.fullmatch(code):
            return _cast(of, code, of_name)
        case ex.Conditional(_, yes, no):
            first, second = bounds(yes, of_name), bounds(no, of_name)
            return min(first[0], second[0]), max(first[1], second[1])
        case ex.Binary("and" | "or" | "<" | "<=" | ">" | ">=" | "==" | "!=", left, right):
            bounds(left, of_name)
            bounds(right, of_name)
            return TRUTH
        case ex.Literal(str()):
            return TRUTH
        case ex.Binary(operator, left, right):
            return _narrow(_arithmetic(operator, bounds(left, of_name), bounds(right, of_name)))
        case ex.Unary("not", _):
            return TRUTH
        case ex.Unary("-", of):
            low, high = bounds(of, of_name)
            return _narrow((-high, -low))
    return of_name(expression)


def _cast(of: ex.Expression, code: str, of_name: Callable[[ex.Expression], Bounds]) -> Bounds:
    """Return a cast gives a value a type, which may bound it more tightly."""
    low, high = bounds_of_code(code)
    try:
        inner = bounds(of, of_name)
    except (TooWideError, LookupError):
        return low, high
    return max(low, inner[0]), min(high, inner[1])


def _narrow(value: Bounds) -> Bounds:
    if value[0] < I64[0] or value[1] > I64[1]:
        raise TooWideError
    return value


def _arithmetic(operator: str, left: Bounds, right: Bounds) -> Bounds:
    match operator:
        case "+":
            return left[0] + right[0], left[1] + right[1]
        case "-":
            return left[0] - right[1], left[1] - right[0]
        case "*":
            ends = [a * b for a in left for b in right]
            return min(ends), max(ends)
        case "/" if left[0] >= 0 and right[0] > 0:
            return left[0] // right[1], left[1] // right[0]
        case "%" if left[0] >= 0 and right[0] > 0:
            return 0, min(left[1], right[1] - 1)
        case "&" if left[0] >= 0 and right[0] >= 0:
            return 0, min(left[1], right[1])
        case "|" | "^" if left[0] >= 0 and right[0] >= 0:
            return 0, (1 << max(left[1], right[1]).bit_length()) - 1
    raise TooWideError
