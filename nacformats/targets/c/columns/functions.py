"""The functions of a record type in C: what each does at every kind of step."""

# ruff: noqa: ARG002  a function has no use for where it is at every kind of step

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from nacformats.schema.flat import steps as ir
from nacformats.targets.c.columns.loops import ELEMENT, RECORD, ColumnLoop, Loop
from nacformats.targets.c.columns.terms import c_name, column_base, local_type


class GatherLoop(Loop):
    """Bytes to columns."""

    verb = "gather"
    begin = "BEGIN_GATHER"

    def before(self) -> None:
        for name in self.rows_of():
            self.call("LIST", name)

    def record_begins(self) -> None:
        self.add("RECORD;")

    def record_ends(self) -> None:
        for name in self.rows_of():
            self.add(f"t.{name}_rows[i + 1] = (int64_t)have_{name};")
        self.add("RECORD_ENDS;")

    def finish(self) -> None:
        self.add("END_GATHER;")
        for name in self.rows_of():
            self.call("HAS", name)
        full = [f"have_{name} > t.{name}_length" for name in self.rows_of()]
        if full:
            self.add(f"if ({' || '.join(full)})", "    return NACF_NO_ROOM;")

    def kept(self, step: ir.Scalar, at: str, value: str) -> str:
        """The value goes to its column, and to a local variable if something depends on it."""
        parts = [f"{step.var} = {value}"] if step.var in self.used else []
        if not step.derived:
            index = at if at == RECORD else f"have + {at}"
            parts.append(f"t.{c_name(step.path)}[{index}] = {value}")
        return "; ".join(parts)

    def numbers(self, steps: list[ir.Scalar], at: str) -> None:
        self.call("FIT", sum(step.width for step in steps))
        self.add(*(f"{each};" for each in self.loads(steps, at)))
        self.add(f"pos += {sum(step.width for step in steps)};")

    def loads(self, steps: Sequence[ir.Scalar], at: str) -> list[str]:
        offset, lines = 0, []
        for step in steps:
            place = f"pos + {offset}" if offset else "pos"
            lines.append(self.kept(step, at, _loaded(step, place)))
            offset += step.width
        return [line for line in lines if line]

    def scalar(self, step: ir.Scalar, at: str) -> None:
        self.call("VARINT", self.kept(step, at, "value"))

    def blob(self, step: ir.Blob, at: str) -> None:
        self.call("BYTES", column_base(step.path), self.count_of(step.size, "DOES_NOT_FIT"))

    def rows(self, step: ir.ListStep, at: str) -> None:
        count = self.count_of(step.count, "DOES_NOT_FIT")
        if step.width:
            self.call("ROWS", column_base(step.path), step.width, count, "; ".join(self.loads(step.body, ELEMENT)))
        else:
            self.call("VARINTS", column_base(step.path), count, c_name(step.body[0].path))


def _loaded(step: ir.Scalar, place: str) -> str:
    """Return C for a number in the data; that of a float are its bits."""
    if step.width == 1:
        return f"data[{place}]" if step.code == "u1" else f"get_s1(data + {place})"
    return f"get_{step.code.replace('f', 'u')}(data + {place})"


class CheckLoop(ColumnLoop):
    """The rules of `valid`; texts have to be UTF-8."""

    verb = "check"

    def __init__(self, record: ir.FlatRecord) -> None:
        super().__init__(record)
        self.rules: list[ir.TestedRule] = []

    def before(self) -> None:
        self.add("(void)data; (void)data_size;")

    @cached_property
    def used(self) -> set[str]:
        """The vars that rules depend on, and the conditions under which there is anything to check."""
        steps = list(ir.every(self.record.steps))
        found = {
            name
            for step in steps
            if isinstance(step, ir.Scalar)
            for rule in step.rules
            for name in ir.vars_in(rule.test)
        }
        size = -1
        while size < len(found):
            size = len(found)
            needed = [step for step in steps if self.places_matter(step, found)]
            found |= {name for step in needed for part in ir.places(step) for name in ir.vars_in(part)}
        return found

    def places_matter(self, step: ir.FlatStep, used: set[str]) -> bool:
        """Return True if checking has to know the place of a step, or whether it is there at all."""
        if isinstance(step, ir.ListStep | ir.Blob):
            return not self.is_derived(step)
        return any(_looks(body, used) for body in ir.bodies(step))

    def matters(self, steps: Sequence[ir.FlatStep]) -> bool:
        return _looks(steps, self.used)

    def numbers(self, steps: list[ir.Scalar], at: str) -> None:
        for step in steps:
            self.take(step, at)
            for rule in step.rules:
                self.demand(rule, self.terms.truth(rule.test))

    def scalar(self, step: ir.Scalar, at: str) -> None:
        self.numbers([step], at)

    def demand(self, rule: ir.TestedRule, test: str) -> None:
        self.rules.append(rule)
        self.call("DEMAND", test, len(self.rules) - 1, 0)

    def blob(self, step: ir.Blob, at: str) -> None:
        self.call("INSIDE", column_base(step.path))
        self.agrees(step)
        if step.is_text:
            self.demand(ir.TestedRule.of_text(step.path), f"IS_TEXT({column_base(step.path)})")

    def rows(self, step: ir.ListStep, at: str) -> None:
        self.call("CHECK_ROWS", column_base(step.path))
        self.agrees(step)
        ruled = [rule for part in step.body for rule in part.rules]
        for rule in ruled:  # one after the other: the first rule that is broken counts, then the first element
            own = [each for each in step.body if each.var in ir.vars_in(rule.test)]
            parts = [f"const {local_type(each)} {each.var} = {self.value(each, ELEMENT)}" for each in own]
            parts.append(f"DEMAND({self.terms.truth(rule.test)}, {len(self.rules)}, (size_t)(k - first))")
            self.rules.append(rule)
            self.call("ELEMENTS", column_base(step.path), "; ".join(parts))


def _looks(steps: Sequence[ir.FlatStep], used: set[str]) -> bool:
    """Return True if checking looks at any of the steps."""
    return any(
        isinstance(step, ir.ListStep | ir.Blob)
        or (isinstance(step, ir.Scalar) and (bool(step.rules) or step.var in used))
        for step in ir.every(steps)
    )


class _Written(ColumnLoop):
    """A loop that comes to every element; records that cannot have a list must have none."""

    writes = True

    def before(self) -> None:
        self.add(*(f"uint64_t used_{name} = 0;" for name in self.rows_of()))

    def finish(self) -> None:
        for name in self.rows_of():
            self.call("USED", name)


class SizesLoop(_Written):
    """The size of each record in bytes."""

    verb = "sizes"

    def is_stored(self, scalar: ir.Scalar) -> bool:
        return not scalar.width

    def record_begins(self) -> None:
        self.add("uint64_t total = 0;")

    def record_ends(self) -> None:
        self.add("sizes[i] = (int64_t)total;")

    def numbers(self, steps: list[ir.Scalar], at: str) -> None:
        for step in steps:
            self.take(step, at)
        self.add(f"total += {sum(step.width for step in steps)};")

    def scalar(self, step: ir.Scalar, at: str) -> None:
        self.take(step, at)
        self.add(f"total += varint_width({self.value(step, at)});")

    def blob(self, step: ir.Blob, at: str) -> None:
        self.agrees(step)
        self.call("SIZE_OF_BYTES", column_base(step.path))

    def rows(self, step: ir.ListStep, at: str) -> None:
        self.agrees(step)
        if step.width:
            self.call("SIZE_OF_ROWS", column_base(step.path), step.width)
        else:
            self.call("SIZE_OF_VARINTS", column_base(step.path), c_name(step.body[0].path))


class ScatterLoop(_Written):
    """Columns to bytes."""

    verb = "scatter"

    def is_stored(self, scalar: ir.Scalar) -> bool:
        return True

    def before(self) -> None:
        super().before()
        self.add("size_t pos = *written = 0;", "(void)data; (void)data_size;")

    def finish(self) -> None:
        self.add("*written = pos;")
        super().finish()

    def numbers(self, steps: list[ir.Scalar], at: str) -> None:
        for step in steps:
            self.take(step, at)
        width = sum(step.width for step in steps)
        self.call("ROOM", width)
        self.add(*(f"{each};" for each in self.stores(steps, at)), f"pos += {width};")

    def stores(self, steps: Sequence[ir.Scalar], at: str) -> list[str]:
        offset, lines = 0, []
        for step in steps:
            place = f"out + pos + {offset}" if offset else "out + pos"
            lines.append(f"put_{step.width}({place}, (uint64_t){self.value(step, at)})")
            offset += step.width
        return lines

    def scalar(self, step: ir.Scalar, at: str) -> None:
        self.take(step, at)
        self.call("PUT_VARINT", self.value(step, at))

    def blob(self, step: ir.Blob, at: str) -> None:
        self.agrees(step)
        self.call("PUT_BYTES", column_base(step.path))

    def rows(self, step: ir.ListStep, at: str) -> None:
        self.agrees(step)
        if step.width:
            self.call("PUT_ROWS", column_base(step.path), step.width, "; ".join(self.stores(step.body, ELEMENT)))
        else:
            self.call("PUT_VARINTS", column_base(step.path), c_name(step.body[0].path))


#: The functions of a record type, in their order.
FUNCTIONS: tuple[type[Loop], ...] = (GatherLoop, CheckLoop, SizesLoop, ScatterLoop)
