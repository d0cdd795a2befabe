"""Scattering with NumPy: arrays to bytes. First the layout (how long each record is), then every field is stored."""

from __future__ import annotations

from collections.abc import Sequence

from nacformats.generator import expressions as ex
from nacformats.generator.columns.render import column_name
from nacformats.generator.columns.steps import Blob, FlatRecord, FlatStep, ListStep, Scalar
from nacformats.generator.columns.vector import ColumnEmitter, PlacedEmitter, RecordScope


def render_scatter(record: FlatRecord) -> list[str]:
    """`scatter(source, count, …, columns, sizes_only)` -> bytes as an array, or the sizes of the records.

    FormatError: a list, bytes or a count do not agree with the numbers that say how long they are; the path begins
    with the number of the record, such as "[3].dims".
    """
    return _Scatter(record).lines()


class _Scatter(PlacedEmitter, ColumnEmitter):
    def __init__(self, record: FlatRecord) -> None:
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
        self.add(f"sizes = {scope.position}")
        self.add("if sizes_only:")
        self.add("    return sizes")
        self.add("base, out = room(sizes)")
        return before + self.body + self.stores + ["    return out"]

    def all_used(self, path: str) -> None:
        self.add(f"all_used('{path}', used_{column_name(path)}, {column_name(path + '[]')})")

    def store(self, text: str) -> None:
        self.stores.append("    " * self.depth + text)

    def arm(self, mask: str, body: Sequence[FlatStep], scope: RecordScope) -> RecordScope:
        """The stores of an arm come after the layout, under the same condition."""
        outer, self.stores = self.stores, []
        inner = super().arm(mask, body, scope)
        if self.stores:
            outer += ["    " * self.depth + f"if {inner.mask}.size:", *self.stores]
        self.stores = outer
        return inner

    def at(self, scope: RecordScope) -> str:
        """Where the field is in the bytes, without the shift."""
        base = f"base{scope.pick}"
        return base if scope.place == "pos" else f"{base} + {scope.place}"

    def start(self, scope: RecordScope) -> str:
        """Where the field starts in the bytes."""
        return f"{self.at(scope)} + {scope.shift}" if scope.shift else self.at(scope)

    def scalar(self, step: Scalar, scope: RecordScope) -> None:
        value = self.name(step.var, scope)
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

    def blob(self, step: Blob, scope: RecordScope) -> None:
        at = self.new("at", f"{column_name(step.path + '@')}{scope.pick}")
        size = self.new("size", f"{column_name(step.path + '#')}{scope.pick}")
        if not self.is_derived(step.path + "#"):
            self.agree(step.path, size, step.size, scope)
        left = self.new("size", f"np.where({at} < 0, 0, {size})")
        self.store(f"copy_spans(out, {self.start(scope)}, source, {at}, {left})")
        self.advance(scope, f"{scope.position} + {left}")

    def rows(self, step: ListStep, scope: RecordScope) -> None:
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

    def length(self, step: ListStep, scope: RecordScope) -> str:
        """How many elements each list has; where a number says it, that is known by then."""
        if isinstance(step.count, ex.Name) and self.is_derived(step.path + "[]"):
            return self.name(step.count.id, scope)
        rows = column_name(step.path + "[]")
        return self.new("n", f"({rows}[1:] - {rows}[:-1]){scope.pick}")

    def is_derived(self, key: str) -> bool:
        return key in self.record.derived

    def agree(self, path: str, count: str, size: ex.Expression, scope: RecordScope) -> None:
        """A length that follows from numbers of the record has to be that of what is written."""
        self.add(f"agree('{path}', {count}, {self.renderer(scope).number(size)}, {scope.rows or None})")
