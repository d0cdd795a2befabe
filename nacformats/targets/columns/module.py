"""The module of generated/columns/ for a schema: plain functions, and a RecordCodec for each record type."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import nullcontext

from nacformats.codec.columns import arrays
from nacformats.codec.columns.table import Argument, Column, ColumnRule
from nacformats.codec.tables import class_name
from nacformats.schema import expressions as ex
from nacformats.schema.expressions import quoted
from nacformats.schema.flat import steps as ir
from nacformats.schema.flat.lowering import choose
from nacformats.schema.lines import filled_words, words_of
from nacformats.schema.reading import schema_model
from nacformats.schema.texts import in_docstring
from nacformats.targets.columns.scanning import MeasureEmitter, ScanEmitter, record_starts
from nacformats.targets.columns.vector import ColumnEmitter, PlacedEmitter, RecordScope, column_name
from nacformats.targets.pycode import WIDTH, Code, filled_lines, flat_code, import_lines, prefixed
from nacformats.targets.tables import as_code


class _Gather(PlacedEmitter):
    """`gather(data, starts, count, …)`, which returns the columns of records that are known to be whole."""

    def __init__(self, record: ir.FlatRecord) -> None:
        super().__init__(record)
        self.views: dict[str, str] = {}
        self.optional = self.optional_keys(record.steps, is_inside=False)
        self.lengths = {"": "count"}  # of the arrays of each list, by its path
        self.waiting: dict[str, list[tuple[ir.ListStep, RecordScope, str]]] = {}

    def optional_keys(self, steps: Sequence[ir.FlatStep], *, is_inside: bool) -> set[str]:
        """Return keys of the columns that some records, or some elements, may not have."""
        found: set[str] = set()
        for step in steps:
            match step:
                case ir.Scalar() | ir.Blob() if is_inside:
                    found |= {step.path, step.path + "@", step.path + "#"}
                case ir.When() | ir.Choose():
                    for body in ir.bodies(step):
                        found |= self.optional_keys(body, is_inside=True)
                case ir.SizedPart():
                    found |= self.optional_keys(step.body, is_inside=is_inside)
                case ir.ListStep():
                    lists = [each for each in self.record.every_list if each.path == step.path]
                    is_same = all(_layout(each) == _layout(step) for each in lists)
                    is_guarded = not is_same or (is_inside and not _is_flat(step))
                    found |= self.optional_keys(step.body, is_inside=is_guarded)
        return found

    def lines(self) -> list[str]:
        self.block(self.record.steps, RecordScope(place="pos", names={ir.INDEX: ir.INDEX}))
        while self.waiting:
            path = next(iter(self.waiting))
            self.put_together(path, self.waiting.pop(path))
        noted = ", noted" if self.record.noted else ""
        head = [
            f"def gather_{self.record.name}(data, starts, count{self.arguments()}{noted}):",
            "    pos = starts[:-1]",
        ]
        if self.record.has_index:
            head.append(f"    {ir.INDEX} = np.arange(count)")
        if any("lows." in line for line in self.body):
            head.append("    lows = Lows(data, starts)")
        head += [f"    {name} = {text}" for text, name in self.views.items()]
        for column in self.record.columns:
            head += self.made_before(column)
        self.add(f"return ({', '.join(column_name(column.key) for column in self.record.columns)},)")
        return head + self.body

    def made_before(self, column: Column) -> list[str]:
        """Begin columns that not all records have with zeros, and lists without parts."""
        name = column_name(column.key)
        if column.is_offsets:
            return [f"    parts_{column_name(column.key[:-2])} = []"]
        if column.rows or column.key not in self.optional:
            return []
        return [f"    {name} = np.zeros(count, '{column.dtype}')"]

    def view(self, dtype: str, shift: int) -> str:
        """Return a number of a type, some bytes after every position."""
        return self.views.setdefault(f"view(data, '{dtype}', {shift})", f"{dtype.replace('>', 'big_')}_{shift}")

    def keep(self, key: str, value: str, scope: RecordScope) -> None:
        name = column_name(key)
        self.add(f"{name}{scope.pick or '[:]'} = {value}" if key in self.optional else f"{name} = {value}")

    def scalar(self, step: ir.Scalar, scope: RecordScope) -> None:
        if step.is_fixed:
            if step.derived and step.var not in self.record.needed:
                scope.shift += step.width
                return
            value = self.loaded(step, scope)
            scope.shift += step.width
            if step.var not in self.record.needed:
                self.keep(step.path, value, scope)
                return
            value = self.new(step.var, value)
        else:
            value, place = self.fresh(step.var), self.fresh("pos")
            self.add(f"{value}, {place} = varints(data, {scope.position})")
            scope.place, scope.shift = place, 0
        scope.names[step.var] = value
        if not step.derived:
            self.keep(step.path, value, scope)

    def loaded(self, step: ir.Scalar, scope: RecordScope) -> str:
        if step.bits:
            first = 8 * scope.shift + step.bits.first
            return (
                f"bit_fields(data, {scope.place}, {first}, {step.bits.width}, {step.bits.is_msb_first}, '{step.dtype}')"
            )
        taken = f"{self.view(step.stored, scope.shift)}[{scope.place}]"
        return f"{taken}.astype('{step.dtype}')" if step.is_big else taken

    def blob(self, step: ir.Blob, scope: RecordScope) -> None:
        place, end = self.new("at", scope.position), step.terminator
        if step.size is not None:
            size = self.new("size", f"counts({self.renderer(scope).number(step.size)}, {place})")
            self.advance(scope, f"{place} + {size}")
            if step.is_trimmed:
                ending = f"{end.byte}, {end.include}" if end else "None, False"
                size = self.new("size", f"trimmed(data, {place}, {size}, {step.padding}, {ending})")
        elif end is None:
            size = self.new("size", f"{scope.stop} - {place}")
            self.advance(scope, scope.stop)
        else:
            last = self.new("last", f"lows.ends_with({end.byte}, {place}{', ' + scope.stop if scope.stop else ''})")
            after = f"{last} + 1"
            if scope.stop:
                after = f"np.minimum({after}, {scope.stop})"
            size = self.new("size", f"{after if end.include else last} - {place}")
            self.advance(scope, after if end.consume else last)
        scope.names[step.var + "@"], scope.names[step.var + "#"] = place, size
        self.keep(step.path + "@", place, scope)
        self.keep(step.path + "#", size, scope)

    def part(self, step: ir.SizedPart, scope: RecordScope) -> None:
        size = f"counts({self.renderer(scope).number(step.size)}, {scope.place})"
        outer, scope.stop = scope.stop, self.new("stop", f"{scope.position} + {size}")
        stop = scope.stop
        self.block(step.body, scope)
        scope.stop = outer
        self.advance(scope, stop)

    def rows(self, step: ir.ListStep, scope: RecordScope) -> None:
        parts = f"parts_{column_name(step.path)}"
        if step.is_noted:
            first, count, after = (f"noted[{3 * step.site + number}]" for number in range(3))
            self.add(f"{parts}.append(({scope.rows or None}, {count}, {first}))")
            self.advance(scope, after)
        else:
            assert step.count is not None
            count = self.new("n", f"counts({self.renderer(scope).number(step.count)}, {scope.place})")
            if step.varint:
                value, place = self.fresh("values"), self.fresh("pos")
                self.add(f"{value}, {place} = lows.varint_rows({scope.position}, {count})")
                scope.place, scope.shift = place, 0
                self.add(f"{parts}.append(({scope.rows or None}, {count}, {value}))")
            else:
                self.add(f"{parts}.append(({scope.rows or None}, {count}, {scope.position}))")
                self.advance(scope, f"{scope.position} + {count} * {step.width}")
        self.waiting.setdefault(step.path, []).append((step, scope, count))

    def put_together(self, path: str, sites: list[tuple[ir.ListStep, RecordScope, str]]) -> None:
        """Put the parts of a list of several arms together, and read what is in its elements."""
        step, scope, _ = sites[0]
        rows, parts = column_name(path + "[]"), f"parts_{column_name(path)}"
        length = self.lengths[scope.list_path]
        if step.varint:
            self.add(f"{rows}, {column_name(step.varint.path)} = merged_rows({length}, {parts}, 'uint64')")
            return
        each = self.fresh("each")
        placed = (
            f"merged_rows({length}, {parts}, 'int64')"
            if step.is_noted
            else f"placed_rows({length}, {parts}, {step.width})"
        )
        self.add(f"{rows}, {each} = {placed}")
        self.lengths[path] = f"len({each})"
        for column in self.record.columns:
            if column.rows == path + "[]" and column.key in self.optional and not column.is_offsets:
                self.add(f"{column_name(column.key)} = np.zeros(len({each}), '{column.dtype}')")
        if all(_layout(step) == _layout(sites[0][0]) for step, _, _ in sites):
            sites = sites[:1]  # what is in the elements does not depend on the arm
        for step, scope, count in sites:
            inner = RecordScope(scope, list_path=path, place=each)
            guard = [] if len(sites) == 1 and _is_flat(step) else scope.masks
            with self.indented(f"if {' and '.join(f'{mask}.size' for mask in guard)}:") if guard else nullcontext():
                if len(sites) > 1:
                    inner.rows = self.new("rows", f"ramps({rows}[:-1]{scope.pick}, {count}, 1)")
                    inner.place = self.new("pos", f"{each}[{inner.rows}]")
                if not _is_flat(step):
                    inner.mask = self.new("owner", f"np.repeat(np.arange(len({scope.place})), {count})")
                self.block(step.body, inner)
        if all(_is_flat(step) for step, _, _ in sites):
            self.add(f"del {each}, {parts}")  # which are as long as all lists


def _is_flat(step: ir.ListStep) -> bool:
    """Return True if an element is nothing but numbers."""
    return all(isinstance(part, ir.Scalar) for part in step.body)


def _layout(step: ir.ListStep) -> object:
    """Return what the numbers of an element are; of an element of anything else, the element itself."""
    return [(part.path, part.code, part.is_big, part.bits) for part in step.body] if _is_flat(step) else step


class _Check(ColumnEmitter):
    """`check(data, count, …)`: (record, rule, element) of the first offender, `count` if there is none.

    With Offenders as `first`, these get every one, and are what it returns.

    Attributes:
        rules: in the order of their numbers, when it has been rendered.
    """

    def __init__(self, record: ir.FlatRecord) -> None:
        super().__init__(record)
        self.rules: list[ir.TestedRule] = []

    def lines(self) -> list[str]:
        self.block(self.record.steps, RecordScope())
        head = f"def check_{self.record.name}(data, count{self.arguments()}{self.columns()}, first=None):"
        return [head, *self.index_line(), "    first = first or (count, 0, 0)", *self.body, "    return first"]

    def test(self, test: str, scope: RecordScope, rule: ir.TestedRule) -> None:
        offsets = f", {column_name(scope.list_path + '[]')}" if scope.list_path else ""
        records = scope.records or scope.rows or None
        self.add(f"first = offender(first, {test}, {records}, {len(self.rules)}{offsets})")
        self.rules.append(rule)

    def scalar(self, step: ir.Scalar | ir.Blob, scope: RecordScope) -> None:
        for rule in step.rules:
            self.test(self.renderer(scope).truth(rule.test), scope, rule)

    def blob(self, step: ir.Blob, scope: RecordScope) -> None:
        self.scalar(step, scope)
        if step.is_text:
            at, size = (f"{column_name(step.path + sign)}{scope.pick}" for sign in "@#")
            of = "" if step.encoding == "UTF-8" else f", {quoted(step.encoding)}"
            records = scope.records or scope.rows or None
            self.add(f"first = text_offender(first, data, {at}, {size}, {records}, {len(self.rules)}{of})")
            self.rules.append(ir.TestedRule.of_text(step.path, step.encoding))

    def part(self, step: ir.SizedPart, scope: RecordScope) -> None:
        self.block(step.body, scope)

    def rows(self, step: ir.ListStep, scope: RecordScope) -> None:
        if not any(map(_has_rules, step.body)):
            return
        rows = column_name(step.path + "[]")
        sizes = f"({rows}[1:] - {rows}[:-1]){scope.pick}"
        inner = RecordScope(scope, list_path=step.path)
        if self.record.sites(step.path) > 1:
            inner.rows = self.new("chosen", f"ramps({rows}[:-1]{scope.pick}, {sizes}, 1)")
        inner.mask = self.new("owner", f"np.repeat(np.arange({self.length(scope)}), {sizes})")
        above = scope.records or scope.rows
        inner.records = self.new("records", f"{above}[{inner.mask}]") if above else inner.mask
        self.block(step.body, inner)

    def length(self, scope: RecordScope) -> str:
        return f"len({scope.records or scope.rows})" if scope.records or scope.rows else "count"

    def when(self, step: ir.When, scope: RecordScope) -> None:
        if _has_rules(step):
            super().when(step, scope)

    def choose(self, step: ir.Choose, scope: RecordScope) -> None:
        if _has_rules(step):
            super().choose(ir.Choose(step.on, [(k, b if any(map(_has_rules, b)) else []) for k, b in step.arms]), scope)


def _has_rules(step: object) -> bool:
    match step:
        case ir.Scalar():
            return bool(step.rules)
        case ir.Blob():
            return step.is_text or bool(step.rules)
        case ir.ListStep() | ir.SizedPart() | ir.When() | ir.Choose():
            return any(_has_rules(part) for body in ir.bodies(step) for part in body)
    return False


class UntilEmitter(ColumnEmitter):
    """`until(data, count, …, columns)`, which says of each record whether it is the last one."""

    def lines(self) -> list[str]:
        assert self.record.until is not None
        scope = RecordScope()
        test = self.for_each(self.record.until, self.renderer(scope).truth(self.record.until), scope)
        head = f"def until_{self.record.name}(data, count{self.arguments()}{self.columns()}):"
        return [head, f"    {ir.INDEX} = np.arange(count)", *self.body, f"    return {test}"]


class _Scatter(PlacedEmitter, ColumnEmitter):
    """`scatter(source, count, …, columns, sizes_only)`: bytes as an array, or the sizes of the records.

    FormatError: a list, bytes or a count do not agree with the numbers that say how long they are; the path begins
    with the number of the record, such as "[3].dims".
    """

    def __init__(self, record: ir.FlatRecord) -> None:
        super().__init__(record)
        self.stores: list[str] = []

    def lines(self) -> list[str]:
        scope = RecordScope(place="pos")
        self.block(self.record.steps, scope)
        head = f"def scatter_{self.record.name}(source, count{self.arguments()}{self.columns()}, sizes_only):"
        before = [head, *self.index_line(), "    pos = np.zeros(count, np.int64)"]
        before += [f"    used_{column_name(path)} = 0" for path in self.record.lists]
        for path in self.record.lists:
            self.all_used(path)
        self.add(f"sizes = {scope.position}", "if sizes_only:", "    return sizes", "base, out = room(sizes)")
        return before + self.body + self.stores + ["    return out"]

    def all_used(self, path: str) -> None:
        self.add(f"all_used('{path}', used_{column_name(path)}, {column_name(path + '[]')})")

    def store(self, text: str) -> None:
        self.stores.append("    " * self.depth + text)

    def arm(self, mask: str, body: Sequence[ir.FlatStep], scope: RecordScope) -> RecordScope:
        """Emit an arm; its stores come after the layout, under the same condition."""
        outer, self.stores = self.stores, []
        inner = super().arm(mask, body, scope)
        if self.stores:
            outer += ["    " * self.depth + f"if {inner.mask}.size:", *self.stores]
        self.stores = outer
        return inner

    def at(self, scope: RecordScope) -> str:
        """Return the place of the field in the bytes, without the shift."""
        base = f"base{scope.pick}"
        return base if scope.place == "pos" else f"{base} + {scope.place}"

    def start(self, scope: RecordScope) -> str:
        """Return the start of the field in the bytes."""
        return f"{self.at(scope)} + {scope.shift}" if scope.shift else self.at(scope)

    def scalar(self, step: ir.Scalar, scope: RecordScope) -> None:
        is_stored_alone = step.width and not step.derived and step.var not in self.record.needed
        value = self.taken(step.var, scope) if is_stored_alone else self.name(step.var, scope)
        if step.derived and step.width:
            self.add(f"fits('{step.path}', {value}, '{step.dtype}', {scope.rows or None})")
        if step.unit > 1:
            lengths = f"{column_name(step.derived)}{scope.pick}"
            self.add(f"whole_elements('{step.derived[:-1]}', {lengths}, {step.unit}, {scope.rows or None})")
        if step.width:
            self.store(f"view(out, '{step.dtype}', {scope.shift})[{self.at(scope)}] = {value}")
            scope.shift += step.width
            return
        wide = self.new("widths", f"widths({value})")
        self.store(f"store_varints(out, {self.start(scope)}, {value}, {wide})")
        self.advance(scope, f"{scope.position} + {wide}")

    def blob(self, step: ir.Blob, scope: RecordScope) -> None:
        at = self.new("at", f"{column_name(step.path + '@')}{scope.pick}")
        size = self.new("size", f"{column_name(step.path + '#')}{scope.pick}")
        if not self.is_derived(step.path + "#"):
            self.agree(step.path, size, step.size, scope)
        left = self.new("size", f"np.where({at} < 0, 0, {size})")
        self.store(f"copy_spans(out, {self.start(scope)}, source, {at}, {left})")
        self.advance(scope, f"{scope.position} + {left}")

    def rows(self, step: ir.ListStep, scope: RecordScope) -> None:
        rows = column_name(step.path + "[]")
        count = self.length(step, scope)
        self.add(f"used_{column_name(step.path)} += int({count}.sum())")
        if self.record.sites(step.path) == 1:  # then all elements are taken to be those of these records
            self.all_used(step.path)
        if not self.is_derived(step.path + "[]"):
            self.agree(step.path, count, step.count, scope)
        chosen, picked = self.fresh("chosen"), f"ramps({rows}[:-1]{scope.pick}, {count}, 1)"
        is_part = self.record.sites(step.path) > 1
        values = [column_name(part.path) + (f"[{chosen}]" if is_part else "") for part in step.body]
        if step.width:
            each = self.fresh("each")
            if is_part:
                self.store(f"{chosen} = {picked}")
            self.store(f"{each} = ramps({self.start(scope)}, {count}, {step.width})")
            shift = 0
            for part, value in zip(step.body, values, strict=True):
                self.store(f"view(out, '{part.dtype}', {shift})[{each}] = {value}")
                shift += part.width
            self.store(f"del {f'{chosen}, ' if is_part else ''}{each}")  # they are as long as the list
            self.advance(scope, f"{scope.position} + {count} * {step.width}")
        else:
            if is_part:
                self.add(f"{chosen} = {picked}")
            value = self.new("values", values[0])
            wide = self.new("widths", f"widths({value})")
            packed = self.new("packed", f"packed({wide}, {count})")
            at = f"np.repeat({self.start(scope)} - {packed}[1], {count}) + {packed}[0]"
            self.store(f"store_varints(out, {at}, {value}, {wide})")
            self.advance(scope, f"{scope.position} + {packed}[2]")

    def length(self, step: ir.ListStep, scope: RecordScope) -> str:
        """Return the number of elements of each list; a number that gives it is known by then."""
        if isinstance(step.count, ex.Name) and self.is_derived(step.path + "[]"):
            return self.name(step.count.id, scope)
        rows = column_name(step.path + "[]")
        return self.new("n", f"({rows}[1:] - {rows}[:-1]){scope.pick}")

    def is_derived(self, key: str) -> bool:
        return key in self.record.derived

    def agree(self, path: str, count: str, size: ex.Expression, scope: RecordScope) -> None:
        """Check that a length that follows from numbers of the record is that of what is written."""
        self.add(f"agree('{path}', {count}, {self.renderer(scope).number(size)}, {scope.rows or None})")


def render_columns(name: str, stamp: Callable[[str, list[ir.FlatRecord]], str] = lambda *_: "") -> str:
    """Return the module of a schema.

    Args:
        stamp: gives the sha256 of the C code for records of a schema.

    Raises:
        SchemaError: a type that has to be columns cannot be.
    """
    schema = schema_model(name)
    chosen = choose(schema)
    title = f"Columns of {in_docstring(schema.title)}: each repeated record as arrays. See nacformats.columns."
    left = [f"Left to the parser: {target.path}, because {in_docstring(str(error))}." for target, error in chosen.left]
    lines = ['"""' + "\n\n".join([title, *left]) + ('\n"""' if left else '"""'), ""]
    lines += ["from __future__ import annotations", ""]
    body = [line for record in chosen.records for line in record_lines(record)]
    lines += import_text(body)
    names = sorted(record.name for record in chosen.records)
    if body:
        lines += ["", "#: Of the C code for the same records: a library that was built from other code is left out."]
        lines.append(f"C_SHA256 = {quoted(stamp(name, chosen.records))}")
    lines += ["", *Code("__all__ = ", tuple(map(quoted, names)), brackets="[]").lines("", "")]
    return "\n".join([*lines, *body])


_ROOM = "nacformats.codec.columns"


def import_text(body: Sequence[str]) -> list[str]:
    """Return the imports of what the functions call."""
    text = "\n".join(body)
    if not body:
        return []
    lines = ["import numpy as np", ""] if "np." in text else []
    lines += import_lines(arrays.__name__, {name for name in dir(arrays) if re.search(rf"\b{name}\(", text)})
    homes = {"lists": ("ListedCodec", "RecordList", "RecordLists"), "record": ("RecordCodec",)}
    homes["table"] = ("Argument", "ColumnRule")
    for home, classes in homes.items():
        named = {name for name in classes if f"{name}(" in text}
        lines += import_lines(f"{_ROOM}.{home}", named)
    return lines


def record_lines(record: ir.FlatRecord) -> list[str]:
    name, check = record.name, _Check(record)
    functions = [ScanEmitter(record).lines(), _Gather(record).lines(), check.lines()]
    given = [f"finds=scan_{name}", f"gathers=gather_{name}", f"checks=check_{name}"]
    if record.is_written:
        functions.append(_Scatter(record).lines())
        given.append(f"scatters=scatter_{name}")
    candidates = record_starts(record)
    if candidates is not None:
        functions.insert(1, MeasureEmitter(record).lines())
    described = {
        "schema": record.schema,
        "name": name,
        "parser": ".".join(map(class_name, [record.schema, *record.type_path.split("::")])),
        "least": ir.least(record.steps),
        "size": ir.fixed(record.steps),
        "takes_index": record.takes_index,
        "arguments": tuple(Argument(a.name, a.path, a.attribute, a.low, a.high) for a in record.arguments),
        "layout": " ".join(f"{each.key}:{each.dtype}{each.rows and f':{each.rows}'}" for each in record.columns),
        "rules": tuple(ColumnRule(rule.path, rule.reason, rule.expected) for rule in check.rules),
        "children": {path: blob.child for path, blob in record.blobs.items() if blob.child},
    }
    told = [flat_code(prefixed(f"{key}=", as_code(value))) for key, value in described.items() if value]
    if record.noted:
        given.append(f"sites={len(record.noted)}")
    if candidates is not None:
        given += [f"measures=measure_{name}", f"leading={_ranges(candidates.leading)}", f"grain={candidates.grain}"]
    kind = "RecordCodec" if record.is_written else "ListedCodec"
    call = filled_lines(f"{name} = {kind}", [*told, *given], "()")
    lines: list[str] = []
    for function in functions:
        lines += ["", *(part for line in function for part in _wrapped(line))]
    return [*lines, "", *call]


def _ranges(numbers: list[int]) -> str:
    """Return Python for a list of numbers that rise."""
    return "[" + ", ".join(f"*range({first}, {last + 1})" for first, last in ir.runs(numbers)) + "]"


def _wrapped(line: str) -> list[str]:
    """Return a line with a list that is too long for it, on several."""
    head, opening, rest = line.partition("(")
    inside, closing, tail = rest.rpartition(")")
    if len(line) <= WIDTH or not closing or "(" in inside:
        return [line]
    indent = head[: len(head) - len(head.lstrip())]
    deeper = indent + "    "
    return [f"{head}{opening}", *filled_words(words_of(inside), WIDTH, deeper, deeper), f"{indent}{closing}{tail}"]
