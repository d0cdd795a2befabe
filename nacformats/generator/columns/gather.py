"""Gathering with NumPy: every field of all records as an array, from where the records start."""

from __future__ import annotations

from nacformats.codec.columns.table import Column
from nacformats.generator.columns.render import column_name
from nacformats.generator.columns.steps import INDEX, Blob, FlatRecord, ListStep, Scalar, every, places, vars_in
from nacformats.generator.columns.vector import PlacedEmitter, RecordScope


def render_gather(record: FlatRecord) -> list[str]:
    """`gather(data, starts, count, …)` -> the columns in their order. The records are known to be whole."""
    return _Gather(record).lines()


class _Gather(PlacedEmitter):
    def __init__(self, record: FlatRecord) -> None:
        super().__init__(record)
        self.views: dict[str, str] = {}
        self.single = {
            part.key for part in record.columns if not part.rows and not part.is_offsets
        } - self.conditional()

    def conditional(self) -> set[str]:
        """Keys of the columns that some records may not have."""
        found: set[str] = set()
        top = {id(step) for step in self.record.steps}
        for step in every(self.record.steps):
            if id(step) not in top and isinstance(step, Scalar | Blob):
                found |= {step.path, step.path + "@", step.path + "#"}
        return found

    def lines(self) -> list[str]:
        self.block(self.record.steps, RecordScope(place="pos", names={INDEX: INDEX}))
        head = [f"def gather_{self.record.name}(data, starts, count{self.arguments()}):", "    pos = starts[:-1]"]
        if any(INDEX in vars_in(part) for step in every(self.record.steps) for part in places(step)):
            head.append(f"    {INDEX} = np.arange(count)")
        if any(isinstance(step, ListStep) and not step.width for step in every(self.record.steps)):
            head.append("    lows = Lows(data, starts)")
        for path, step in self.record.lists.items():
            self.put_together(path, step)
        head += [f"    {name} = {text}" for text, name in self.views.items()]
        for column in self.record.columns:
            head += self.made_before(column)
        self.add(f"return ({', '.join(column_name(column.key) for column in self.record.columns)},)")
        return head + self.body

    def made_before(self, column: Column) -> list[str]:
        """Columns that not all records have are zeros at first; the parts of lists are put together at the end."""
        name = column_name(column.key)
        if column.is_offsets:
            return [f"    parts_{column_name(column.key[:-2])} = []"]
        if column.rows or column.key in self.single:
            return []
        return [f"    {name} = np.zeros(count, '{column.dtype}')"]

    def view(self, dtype: str, shift: int) -> str:
        """A number of a type, some bytes after every position."""
        return self.views.setdefault(f"view(data, '{dtype}', {shift})", f"{dtype}_{shift}")

    def keep(self, key: str, value: str, scope: RecordScope) -> None:
        name = column_name(key)
        self.add(f"{name}{scope.pick} = {value}" if key not in self.single else f"{name} = {value}")

    def scalar(self, step: Scalar, scope: RecordScope) -> None:
        if step.width:
            if step.derived and step.var not in self.record.needed:
                scope.shift += step.width
                return
            value = self.new(step.var, f"{self.view(step.dtype, scope.shift)}[{scope.place}]")
            scope.shift += step.width
        else:
            value, place = self.fresh(step.var), self.fresh("pos")
            self.add(f"{value}, {place} = varints(data, {scope.position})")
            scope.place, scope.shift = place, 0
        scope.names[step.var] = value
        if not step.derived:
            self.keep(step.path, value, scope)

    def blob(self, step: Blob, scope: RecordScope) -> None:
        size = self.new("size", f"counts({self.renderer(scope).number(step.size)}, {scope.place})")
        place = self.new("at", scope.position)
        self.keep(step.path + "@", place, scope)
        self.keep(step.path + "#", size, scope)
        self.advance(scope, f"{place} + {size}")

    def rows(self, step: ListStep, scope: RecordScope) -> None:
        count = self.new("n", f"counts({self.renderer(scope).number(step.count)}, {scope.place})")
        parts = f"parts_{column_name(step.path)}"
        if step.width:
            self.add(f"{parts}.append(({scope.rows or None}, {count}, {scope.position}))")
            self.advance(scope, f"{scope.position} + {count} * {step.width}")
            return
        value, place = self.fresh("values"), self.fresh("pos")
        self.add(f"{value}, {place} = lows.varint_rows({scope.position}, {count})")
        scope.place, scope.shift = place, 0
        self.add(f"{parts}.append(({scope.rows or None}, {count}, {value}))")

    def put_together(self, path: str, step: ListStep) -> None:
        """A list may be in several arms. Numbers of fixed width are read here, for all of them at once."""
        rows, parts = column_name(path + "[]"), f"parts_{column_name(path)}"
        if not step.width:
            self.add(f"{rows}, {column_name(step.body[0].path)} = merged_rows(count, {parts})")
            return
        each = self.fresh("each")
        self.add(f"{rows}, {each} = placed_rows(count, {parts}, {step.width})")
        shift = 0
        for part in step.body:
            view = self.view(part.dtype, shift)
            self.add(f"{column_name(part.path)} = {view}[{each}]")
            shift += part.width
        self.add(f"del {each}, {parts}")  # which are as long as all lists
