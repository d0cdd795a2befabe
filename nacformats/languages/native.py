"""Loops over records in C, on arrays that the caller provides: those that Python loads.

They are the loops of all languages (`loop_functions`), but for what they are given: places of eight bytes, and arrays
in which to put what they read. What makes them give up is left to NumPy, which tells what is wrong, or is no Int.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

from nacformats.languages import tree
from nacformats.languages.c import CPrinter
from nacformats.languages.columns import TableLoop
from nacformats.languages.loop_functions import LoopFunction, ReadLoop, WriteLoop, loop_function
from nacformats.languages.loop_terms import LoopTerms
from nacformats.languages.translate import MACHINE, read_program
from nacformats.schema.flat.lowering import choose
from nacformats.schema.flat.steps import FlatRecord
from nacformats.schema.model import SchemaError
from nacformats.schema.reading import schema_model

#: What callers give beside arrays and arguments.
_NUMBERS = "int64_t start, int64_t count, int64_t end"
_PRELUDE = Path(__file__).with_name("native.h")
#: What functions that read take; `starts` is where records start.
READ_GIVEN = {"data": "Bytes", "arguments": "list[Int]", "start": "Int", "count": "Int", "end": "Int", "starts": "U8s"}


class NativeRead(ReadLoop):
    """Bytes to columns, up to the end: it returns how many records there are."""

    @property
    def fail(self) -> str:
        return "return -1"

    def function(self) -> LoopFunction:
        self.given(self.terms.used, self.fail)
        self.records()
        self.add("return count")
        doc = f"Read records of {self.record.name}; return how many there are."
        return loop_function(f"read_{self.loop.name}", {**READ_GIVEN, **self.arrays()}, "Int", doc, self.body)

    def begins(self) -> None:
        self.add("if pos == end:", "    return i")


def native_loops(records: Iterable[FlatRecord]) -> Iterator[TableLoop]:
    """Yield the loops of those records that have some."""
    for record in records:
        try:
            LoopTerms.of(record)
        except SchemaError:
            continue
        yield TableLoop(f"{record.schema}_{record.name}", 0, record, False, places=8)


def render_native(name: str) -> str | None:
    """Return the C of a schema in schemas/; None where no records are columns."""
    records = choose(schema_model(name)).records
    return native_source(name, records) if records else None


def native_source(schema: str, records: Iterable[FlatRecord]) -> str:
    """Return the C of the records of a schema, and its sha256 as a constant."""
    text = c_source([each for loop in native_loops(records) for each in _functions(loop)])
    return f'{text}\nNACF_API const char {schema}_sha256[] = "{_sha256(text)}";\n'


def native_sha256(schema: str, records: Iterable[FlatRecord]) -> str:
    """Return that sha256: it changes with the layout and with what is printed here."""
    return native_source(schema, records).rpartition('= "')[2][:64]


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _functions(loop: TableLoop) -> Iterator[tuple[str, LoopFunction, Sequence[str]]]:
    """Yield the functions of some records, with the names that callers have for them and the arrays that they take."""
    columns = [f"c{number}" for number in range(len(loop.columns))]
    yield f"{loop.name}_read", NativeRead(loop).function(), ["data", "starts", *columns]
    yield f"{loop.name}_write", WriteLoop(loop).function(), ["data", *columns, "ends", "to"]


def c_source(functions: Sequence[tuple[str, LoopFunction, Sequence[str]]], helpers: str = "") -> str:
    """Return C of some functions.

    Args:
        functions: for each the name that callers have for it, the function, and the arrays that it is given.
        helpers: functions in the neutral language that these call.
    """
    prelude = _PRELUDE.read_text(encoding="utf-8")
    loops = "\n\n".join([helpers, *(function.text for _, function, _ in functions)])
    program = read_program({"numbers": _numbers(), "loops": loops})
    own = set(re.findall(r"^static inline \w+ (\w+)\(", prelude, re.MULTILINE))
    for module in program.modules:
        module.functions = [each for each in module.functions if each.name not in own]
    printer = CPrinter()
    roots = [program.functions[function.name] for _, function, _ in functions]
    text = printer.program(program, " ".join(each.name for each in roots))
    for (name, _, arrays), root in zip(functions, roots, strict=True):
        _print_called(printer, name, root, arrays)
    return f"{prelude}\n{text}{printer.taken()}"


def _print_called(printer: CPrinter, name: str, node: tree.Function, arrays: Sequence[str]) -> None:
    """Print what callers call: it takes all arrays, the arguments, and numbers."""
    types = {each.name: each.type for each in node.parameters}
    head = f"NACF_API int64_t {name}(nacf_array *given, const int64_t *numbers, {_NUMBERS})"
    values = ["NULL"] if printer.needs_arena(node) else []
    values += [each.name if each.type == "Int" else f"&{each.name}" for each in node.parameters]
    printer.put("", f"{head};")
    with printer.block(head):
        printer.put("const nacf_int_list arguments = {numbers};")
        for place, array in enumerate(arrays):
            if array in types:
                members = (f"given[{place}].{each}" for each in ("items", "size", "room"))
                printer.put(f"{printer.type(types[array])} {array} = {{{', '.join(members)}}};")
        printer.put(f"const int64_t found = {node.name}({', '.join(values)});")
        changed = {each.name for each in node.parameters if each.is_changed}
        sizes = ((place, array) for place, array in enumerate(arrays) if array in changed)
        printer.put(*(f"given[{place}].size = {array}.size;" for place, array in sizes))
        unused = [each for each in ("arguments", "start", "count", "end") if each not in types]
        printer.put(*(f"(void){each};" for each in unused), "return found;")


@cache
def _numbers() -> str:
    return (MACHINE / "numbers.py").read_text(encoding="utf-8")
