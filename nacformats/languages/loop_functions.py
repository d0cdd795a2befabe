"""The functions of loops over records: what each does at every kind of step, in the neutral language."""

# ruff: noqa: ARG002  some have no use for where they are at every kind of step

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from nacformats.languages.columns import TableLoop, table_loops
from nacformats.languages.loop_terms import LoopTerms
from nacformats.languages.neutral import MOST_INT
from nacformats.schema import expressions as ex
from nacformats.schema.flat import steps as ir
from nacformats.schema.model import Schema

_GIVE_UP = "return no_table()"
#: Bytes that the caller inserts are at -1, which is more than an Int.
_INSERTED = MOST_INT
WIDE = 8
_IMPORTS = '''"""Loops over the records of lists, as `nacformats generate` makes them of schemas."""

from __future__ import annotations

from nacformats.languages.machine.model import *
from nacformats.languages.machine.numbers import *
from nacformats.languages.neutral import *


def no_table() -> Table:
    """Return what says that records have to be read one by one."""
    return Table(-1, 0, U4s(0), [], U4s(0))
'''


def loops_text(schemas: Iterable[Schema]) -> str:
    """Return the module `loops` of some schemas, in the neutral language."""
    loops = {loop.number: loop for schema in schemas for loop in table_loops(schema).values()}
    readers = {number: ReadLoop(loop).function() for number, loop in loops.items()}
    lines = [f"def read_table(loop: Int, {', '.join(f'{key}: {kind}' for key, kind in READ_GIVEN.items())}) -> Table:"]
    lines.append('    """Read records of a list."""')
    for number, reader in readers.items():
        lines += [f"    if loop == {number}:", f"        return {reader.call}"]
    lines += [f"    {_GIVE_UP}", ""]
    return "\n\n".join([_IMPORTS, *(each.text for each in readers.values()), "\n".join(lines)])


#: What functions that read, or write, may take.
READ_GIVEN = {"data": "Bytes", "start": "Int", "count": "Int", "end": "Int", "arguments": "list[Int]"}
WRITE_GIVEN = {"count": "Int", "data": "Bytes", "arguments": "list[Int]", "to": "Bytes", "ends": "U8s"}


@dataclass(frozen=True)
class LoopFunction:
    """A function. Attributes: call: how it is called where its parameters have their names."""

    name: str
    call: str
    text: str


def loop_function(name: str, known: Mapping[str, str], result: str, doc: str, body: Sequence[str]) -> LoopFunction:
    """Return a function that takes what it uses of what it may take."""
    words = set(re.findall(r"\w+", " ".join(body)))
    taken = [each for each in known if each in words]
    head = f"def {name}({', '.join(f'{each}: {known[each]}' for each in taken)}) -> {result}:"
    return LoopFunction(name, f"{name}({', '.join(taken)})", "\n".join([head, f'    """{doc}"""', *body, ""]))


class Loop(ir.StepEmitter[bool]):
    """One function. Where a step is, is said by whether it is in the element of a list."""

    def __init__(self, terms: LoopTerms) -> None:
        super().__init__(terms.record)
        self.terms = terms
        self.fresh = 0

    def block(self, steps: Sequence[ir.FlatStep], where: bool) -> None:
        super().block(steps, where)
        if not steps:
            self.add("pass")

    def local(self, prefix: str) -> str:
        self.fresh += 1
        return f"{prefix}{self.fresh}"

    def given(self, used: set[str], fail: str) -> None:
        """Arguments that are used, which have to be within the bounds of expressions."""
        for number, argument in enumerate(self.record.arguments):
            if argument.is_table or argument.var not in used:
                continue
            self.add(f"{argument.var} = arguments[{self.terms.place_of_argument(number)}]")
            self.add(f"if {argument.var} > {self.terms.top} or {argument.var} < -{self.terms.top}:", f"    {fail}")

    @property
    def fail(self) -> str:
        return _GIVE_UP

    def hoisted(self, *, is_written: bool) -> None:
        """Numbers that are used outside of the block that they are in are 0 before."""
        self.add(*(f"{var} = 0" for var in self.terms.hoisted(is_written=is_written)))

    def unless(self, test: str) -> None:
        self.add(f"if {test}:", f"    {self.fail}")

    def sized(self, size: ex.Expression, most: str) -> str:
        """Return a local that has a size; one that is negative or too large makes the function give up."""
        name = self.local("n")
        self.add(f"{name} = {self.terms.number(size)}")
        self.unless(f"{name} < 0 or {name} > {most}" if self.terms.can_be_negative(size) else f"{name} > {most}")
        return name

    def when(self, step: ir.When, where: bool) -> None:
        with self.indented(f"if {self.terms.truth(step.condition)}:"):
            self.block(step.body, where)

    def choose(self, step: ir.Choose, where: bool) -> None:
        if not any(body for _, body in step.arms):
            return
        on = self.local("s")
        self.add(f"{on} = {self.terms.number(step.on)}")
        word = "if"
        for keys, body in step.arms:
            if not keys and not body:
                continue
            tests = " or ".join(_span_tests(on, [key for key in keys if isinstance(key, int)]))
            with self.indented(f"{word} {tests}:" if keys else "else:"):
                self.block(body, where)
            word = "elif"

    def number(self, step: ir.Scalar, place: str) -> str:
        """Return a number of at most four bytes; it has its local if something uses it."""
        order = "_be" if step.is_big else ""
        raw = f"data[{place}]" if step.width == 1 else f"get_u{step.width}{order}(data, {place})"
        if step.var not in self.terms.used:
            return raw
        if step.code[0] != "s":
            self.add(f"{step.var} = {raw}")
            return step.var
        name = self.local("r")
        self.add(f"{name} = {raw}", f"{step.var} = with_sign({name}, {1 << (8 * step.width - 1)})")
        return name

    def halves(self, step: ir.Scalar, place: str, fail: str) -> str:
        """Return the halves of a number of eight bytes; one that something uses is not too large."""
        low, high = self.local("l"), self.local("h")
        order, places = ("_be", (4, 0)) if step.is_big else ("", (0, 4))
        self.add(f"{low} = get_u4{order}(data, {place} + {places[0]})")
        self.add(f"{high} = get_u4{order}(data, {place} + {places[1]})")
        if step.var in self.terms.used:
            self.add(*self.terms.of_halves(step, low, high, fail))
        return f"{low}, {high}"


def _span_tests(name: str, keys: Sequence[int]) -> Iterator[str]:
    for first, last in ir.runs(keys):
        yield f"{name} == {first}" if first == last else f"({name} >= {first} and {name} <= {last})"


class ColumnLoop(Loop):
    """A function that reads or writes columns."""

    def __init__(self, loop: TableLoop) -> None:
        super().__init__(LoopTerms.of(loop.record))
        self.loop = loop
        self.numbers_of = {column.key: number for number, column in enumerate(loop.columns)}

    def column(self, key: str) -> str:
        return f"c{self.numbers_of[key]}"

    def arrays(self) -> dict[str, str]:
        """Return the types of all columns by their names in functions."""
        return {self.column(column.key): f"U{column.width}s" for column in self.loop.columns}

    def begins(self) -> None:
        """Print what comes before each record."""

    def element_of(self, rows: str) -> str:
        """Return the first column of the elements of a list."""
        return next(column.key for column in self.loop.columns if column.rows == rows)

    def rows_of(self) -> list[str]:
        return [column.key for column in self.loop.columns if column.kind == "rows"]


class ReadLoop(ColumnLoop):
    """Bytes to columns."""

    def function(self) -> LoopFunction:
        self.unless(f"end > 4294967295 or count > (end - start) // {ir.least(self.record.steps)}")
        self.given(self.terms.used, self.fail)
        self.add("starts = U4s(count + 1)")
        for column in self.loop.columns:
            size = "0" if column.rows else "count + 1" if column.kind == "rows" else "count"
            self.add(f"{self.column(column.key)} = U{column.width}s({size})")
        self.records()
        self.add("columns: list[Column] = []")
        for column in self.loop.columns:
            arrays = (self.column(column.key) if width == column.width else f"U{width}s(0)" for width in (1, 2, 4, 8))
            self.add(f"columns.append(Column({column.width}, {', '.join(arrays)}))")
        self.add("return Table(pos, count, starts, columns, U4s(0))")
        doc = f"Read records of {self.record.name}."
        return loop_function(f"read_{self.loop.name}", READ_GIVEN, "Table", doc, self.body)

    def records(self) -> None:
        self.add("pos = start")
        with self.indented("for i in range(count):"):
            self.add("starts[i] = pos")
            self.begins()
            self.hoisted(is_written=False)
            self.block(self.record.steps, False)
            rows = ((self.column(key), self.column(self.element_of(key))) for key in self.rows_of())
            self.add(*(f"{column}[i + 1] = len({elements})" for column, elements in rows))
        self.add("starts[count] = pos")

    def numbers(self, steps: list[ir.Scalar], where: bool) -> None:
        width = sum(step.width for step in steps)
        self.unless(f"end - pos < {width}")
        self.loads(steps, where)

    def loads(self, steps: Sequence[ir.Scalar], where: bool) -> None:
        offset = 0
        for step in steps:
            self.load(step, f"pos + {offset}" if offset else "pos", where)
            offset += step.width
        self.add(f"pos += {offset}")
        for step in steps:
            self.rules(step)

    def rules(self, step: ir.Scalar) -> None:
        for rule in step.rules:
            self.unless(f"not {self.terms.truth(rule.test)}")

    def load(self, step: ir.Scalar, place: str, where: bool) -> None:
        if step.width < WIDE:
            self.keep(step, self.number(step, place), where)
            return
        halves = self.halves(step, place, self.fail)
        if not step.derived:
            column = self.column(step.path)
            self.add(f"add_halves({column}, {halves})" if where else f"set_halves({column}, i, {halves})")

    def keep(self, step: ir.Scalar, value: str, where: bool) -> None:
        if not step.derived:
            column = self.column(step.path)
            self.add(f"{column}.append({value})" if where else f"{column}[i] = {value}")

    def scalar(self, step: ir.Scalar, where: bool) -> None:
        """A number of variable length: what is no Int is kept if nothing depends on it."""
        is_used = step.var in self.terms.used
        self.add(f"{step.var} = get_varint(data, pos, end)")
        if is_used:
            top = f" or {step.var} > {self.terms.top}" if self.terms.top < 1 << 49 else ""
            self.unless(f"{step.var} < 0{top}")
            self.add(f"pos += varint_width({step.var})")
            self.keep(step, step.var, where)
            self.rules(step)
            return
        width, column = self.local("w"), self.column(step.path)
        with self.indented(f"if {step.var} >= 0:"):
            self.add(f"pos += varint_width({step.var})")
            self.keep(step, step.var, where)
        with self.indented("else:"):
            call = f"add_large({column}, " if where else f"set_large({column}, i, "
            self.add(f"{width} = {call}data, pos, end)")
            self.unless(f"{width} == 0")
            self.add(f"pos += {width}")

    def blob(self, step: ir.Blob, where: bool) -> None:
        size = self.sized(step.size, "end - pos")
        self.add(f"{self.column(step.path + '@')}[i] = pos", f"{self.column(step.path + '#')}[i] = {size}")
        if step.is_text:
            self.unless(f"not is_utf8(data, pos, pos + {size})")
        self.add(f"pos += {size}")

    def rows(self, step: ir.ListStep, where: bool) -> None:
        count = self.sized(step.count, f"(end - pos) // {step.width}" if step.width > 1 else "end - pos")
        with self.indented(f"for _k{count[1:]} in range({count}):"):
            if step.width:
                self.loads(step.body, True)
            else:
                self.block(step.body, True)


class WriteLoop(ColumnLoop):
    """Columns to bytes, for callers of C: it notes where each record ends."""

    @property
    def fail(self) -> str:
        return "return False"

    def function(self) -> LoopFunction:
        self.given(self.terms.needed, self.fail)
        self.add(*(f"u{self.numbers_of[key]} = 0" for key in self.rows_of()))
        with self.indented("for i in range(count):"):
            self.hoisted(is_written=True)
            self.block(self.record.steps, False)
            self.add("ends[i] = len(to)")
        lengths = (f"u{self.numbers_of[key]} == len({self.column(self.element_of(key))})" for key in self.rows_of())
        self.add(f"return {' and '.join(lengths) or 'True'}")
        doc = f"Append records of {self.record.name}; return whether their columns agree with each other."
        return loop_function(f"write_{self.loop.name}", {**WRITE_GIVEN, **self.arrays()}, "bool", doc, self.body)

    def numbers(self, steps: list[ir.Scalar], where: bool) -> None:
        for step in steps:
            self.put(step, where)

    def scalar(self, step: ir.Scalar, where: bool) -> None:
        self.put(step, where)

    def put(self, step: ir.Scalar, where: bool) -> None:
        if step.derived:
            self.put_derived(step)
            return
        column, index = self.column(step.path), "k" if where else "i"
        if step.var in self.terms.needed:
            self.take(step, f"{column}[{index}]", column, index)
        order = "_be" if step.is_big else ""
        if not step.width:
            self.add(f"store_varint_at(to, {column}, {index})")
        elif step.width == WIDE:
            self.add(f"store_eight{order}(to, {column}, {index})")
        elif step.width == 1:
            self.add(f"to.append({column}[{index}])")
        else:
            self.add(f"store_number{order}(to, {column}[{index}], {step.width})")

    def take(self, step: ir.Scalar, value: str, column: str, index: str) -> None:
        """Give a number on which the place of something depends its local."""
        if step.code == "s8":
            low, high = self.local("l"), self.local("h")
            self.add(f"{low} = int_of(number_at({column}, {index}) & 4294967295)")
            self.add(f"{high} = int_of(number_at({column}, {index}) >> 32)")
            self.add(*self.terms.of_halves(step, low, high, self.fail))
        elif step.code[0] == "s":
            self.add(f"{step.var} = with_sign({value}, {1 << (8 * step.width - 1)})")
        else:
            self.add(f"{step.var} = {value}")
            if step.width in (0, WIDE):
                self.unless(f"{step.var} > {self.terms.top}")

    def put_derived(self, step: ir.Scalar) -> None:
        key = step.derived
        if key.endswith("[]"):
            self.add(f"{step.var} = {self.column(key)}[i + 1] - {self.column(key)}[i]")
            self.unless(f"{step.var} < 0")
        elif step.unit == 1:
            self.add(f"{step.var} = {self.column(key)}[i]")
        else:
            self.unless(f"{self.column(key)}[i] % {step.unit} != 0")
            self.add(f"{step.var} = {self.column(key)}[i] // {step.unit}")
        if not step.width:
            self.add(f"store_varint(to, {step.var})")
            return
        if step.width < WIDE:
            self.unless(f"{step.var} > {(1 << (8 * step.width - (step.code[0] == 's'))) - 1}")
        order = "_be" if step.is_big else ""
        self.add(f"store_number{order}(to, {step.var}, {step.width})")

    def blob(self, step: ir.Blob, where: bool) -> None:
        at, size = self.local("a"), self.local("n")
        self.add(f"{at} = {self.column(step.path + '@')}[i]", f"{size} = {self.column(step.path + '#')}[i]")
        if step.path + "#" not in self.record.derived:
            self.unless(f"{size} != {self.terms.number(step.size)}")
        with self.indented(f"if {at} < {_INSERTED}:"):
            self.unless(f"{at} + {size} > len(data)")
            self.add(f"put_range(to, data, {at}, {at} + {size})")

    def rows(self, step: ir.ListStep, where: bool) -> None:
        rows, count = self.column(step.path + "[]"), self.local("n")
        self.add(f"{count} = {rows}[i + 1] - {rows}[i]")
        if step.path + "[]" in self.record.derived:
            self.unless(f"{count} < 0")
        else:
            self.unless(f"{count} < 0 or {count} != {self.terms.number(step.count)}")
        self.add(f"u{rows[1:]} += {count}")
        with self.indented(f"for k in range({rows}[i], {rows}[i + 1]):"):
            for part in step.body:
                self.put(part, True)
