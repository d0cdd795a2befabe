"""The functions of a record type in C: what each does at every kind of step."""

# ruff: noqa: ARG002  a function has no use for where it is at every kind of step

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from nacformats.generator.c.columns.loops import ELEMENT, RECORD, ColumnLoop, Loop
from nacformats.generator.c.columns.terms import c_name, length, local_type
from nacformats.generator.columns import steps as ir


class GatherLoop(Loop):
    """Bytes to columns."""

    verb = "scan_gather"
    fills = True

    def inputs(self) -> list[str]:
        return ["const uint8_t *data", "size_t pos", "size_t end"]

    def local_variables(self) -> None:
        for key in self.offsets():
            self.add(f"size_t have_{length(key)} = 0;")

    def before(self) -> None:
        self.add("if (pos > end)", f"    return {self.schema}_DOES_NOT_FIT;")
        for key in self.offsets():
            self.add(f"c_{c_name(key)}[0] = 0;")

    def begin(self) -> None:
        self.add("c_starts[i] = (int64_t)pos;")

    def end(self) -> None:
        for key in self.offsets():
            self.add(f"c_{c_name(key)}[i + 1] = (int64_t)have_{length(key)};")

    def finish_starts(self) -> None:
        self.add("c_starts[count] = (int64_t)pos;")

    def finish(self) -> None:
        self.finish_starts()
        full = []
        for key in self.offsets():
            name = length(key)
            self.add(f"columns->{name} = have_{name};")
            full.append(f"have_{name} > n_{name}")
        if full:
            self.add(f"if ({' || '.join(full)})", f"    return {self.schema}_NO_ROOM;")
        super().finish()

    def keep(self, step: ir.Scalar, at: str, value: str) -> None:
        """The value goes to its column, and to a local variable if something depends on it."""
        if step.var in self.used:
            self.add(f"{step.var} = {value};")
        if not step.derived:
            index = at if at == RECORD else f"have + {at}"
            self.add(f"c_{c_name(step.path)}[{index}] = {value};")

    def numbers(self, steps: list[ir.Scalar], at: str) -> None:
        self.unless(f"end - pos < {sum(step.width for step in steps)}", "DOES_NOT_FIT")
        self.loads(steps, at)

    def loads(self, steps: Sequence[ir.Scalar], at: str) -> None:
        offset = 0
        for step in steps:
            place = f"pos + {offset}" if offset else "pos"
            self.keep(step, at, f"data[{place}]" if step.code == "u1" else f"get_{step.code}(data + {place})")
            offset += step.width
        self.add(f"pos += {offset};")

    def scalar(self, step: ir.Scalar, at: str) -> None:
        with self.braces():
            self.add("uint64_t value;", "const size_t width = get_varint(data + pos, end - pos, &value);")
            self.unless("width == 0", "DOES_NOT_FIT")
            self.add("pos += width;")
            self.keep(step, at, "value")

    def blob(self, step: ir.Blob, at: str) -> None:
        with self.braces():
            self.count_of("size", step.size, "DOES_NOT_FIT")
            self.unless("size > end - pos", "DOES_NOT_FIT")
            self.add(
                f"c_{c_name(step.path + '@')}[i] = (int64_t)pos;", f"c_{c_name(step.path + '#')}[i] = (int64_t)size;"
            )
            self.add("pos += (size_t)size;")

    def rows(self, step: ir.ListStep, at: str) -> None:
        name = length(step.path + "[]")
        with self.braces():
            self.count_of("size", step.count, "DOES_NOT_FIT")
            self.add(f"const size_t have = have_{name};", "int fits;", "uint64_t k;")
            self.unless(f"size > (end - pos){f' / {step.width}' if step.width > 1 else ''}", "DOES_NOT_FIT")
            self.add(f"fits = have <= n_{name} && size <= n_{name} - have;")
            if step.width:
                with self.indented("if (fits) {"), self.braces("for (k = 0; k < size; k++)"):
                    self.loads(step.body, ELEMENT)
                self.add("} else {", f"    pos += (size_t)size * {step.width};", "}")
            else:
                with self.braces("for (k = 0; k < size; k++)"):
                    self.add("uint64_t value;", "const size_t width = get_varint(data + pos, end - pos, &value);")
                    self.unless("width == 0", "DOES_NOT_FIT")
                    self.add("pos += width;", "if (fits)", f"    c_{c_name(step.body[0].path)}[have + k] = value;")
            self.add(f"have_{name} = have + (size_t)size;")


class GatherEachLoop(GatherLoop):
    """Bytes to columns, for records that each have bytes of their own."""

    verb = "scan_gather_each"

    def inputs(self) -> list[str]:
        return ["const uint8_t *data", "size_t data_size", "const int64_t *begins", "const int64_t *limits"]

    def outputs(self) -> list[str]:
        return ["int64_t *ends"]

    def before(self) -> None:
        for key in self.offsets():
            self.add(f"c_{c_name(key)}[0] = 0;")

    def begin(self) -> None:
        self.add("const uint64_t begin = (uint64_t)begins[i], limit = (uint64_t)limits[i];")
        self.add("const size_t end = (size_t)limit;", "size_t pos = (size_t)begin;")
        self.unless("begin > limit || limit > data_size", "BAD_COLUMNS")

    def end(self) -> None:
        super().end()
        self.add("ends[i] = (int64_t)pos;")

    def finish_starts(self) -> None: ...


class CheckLoop(ColumnLoop):
    """The rules of `valid`; texts have to be UTF-8."""

    verb = "check"

    def __init__(self, record: ir.FlatRecord) -> None:
        super().__init__(record)
        self.rules: list[ir.TestedRule] = []

    def before(self) -> None:
        if self.record.struct.has_blobs and not any(blob.is_text for blob in self.record.blobs.values()):
            self.add("(void)data;")

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
                self.demand(rule)

    def scalar(self, step: ir.Scalar, at: str) -> None:
        self.numbers([step], at)

    def demand(self, rule: ir.TestedRule, element: str = "0") -> None:
        self.add(f"if (!{self.terms.truth(rule.test)})", f"    {self.breaks(rule, element)}")

    def breaks(self, rule: ir.TestedRule, element: str = "0") -> str:
        self.rules.append(rule)
        return self.stop("BREAKS_RULE", len(self.rules) - 1, element)

    def blob(self, step: ir.Blob, at: str) -> None:
        with self.present(step) as (place, size):
            self.add(f"const uint64_t at = (uint64_t){place}, size = (uint64_t){size};")
            self.unless("at > data_size || size > data_size - at", "BAD_COLUMNS")
            if step.is_text:
                broken = self.breaks(ir.TestedRule.of_text(step.path))
                self.add("if (!is_utf8(data + at, (size_t)size))", f"    {broken}")

    def rows(self, step: ir.ListStep, at: str) -> None:
        with self.braces():
            self.span(step.path + "[]")
            self.agrees(step, "last - first")
            ruled = [rule for part in step.body for rule in part.rules]
            if ruled:
                self.add("uint64_t k;")
            for rule in ruled:  # one after the other: the first rule that is broken counts, then the first element
                with self.braces("for (k = first; k < last; k++)"):
                    own = [each for each in step.body if each.var in ir.vars_in(rule.test)]
                    self.add(*(f"const {local_type(each)} {each.var} = {self.value(each, ELEMENT)};" for each in own))
                    self.demand(rule, "(size_t)(k - first)")


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

    def local_variables(self) -> None:
        self.add(*(f"uint64_t used_{length(key)} = 0;" for key in self.offsets()))

    def use(self, step: ir.ListStep) -> None:
        self.add(f"used_{length(step.path + '[]')} += last - first;")

    def finish(self) -> None:
        for key in self.offsets():
            self.unless(f"used_{length(key)} != (uint64_t)c_{c_name(key)}[count]", "BAD_COLUMNS")
        super().finish()


class SizesLoop(_Written):
    """The size of each record in bytes."""

    verb = "sizes"

    def inputs(self) -> list[str]:
        return []

    def is_stored(self, scalar: ir.Scalar) -> bool:
        return not scalar.width

    def outputs(self) -> list[str]:
        return ["int64_t *sizes"]

    def begin(self) -> None:
        self.add("uint64_t total = 0;")

    def end(self) -> None:
        self.add("sizes[i] = (int64_t)total;")

    def numbers(self, steps: list[ir.Scalar], at: str) -> None:
        for step in steps:
            self.take(step, at)
        self.add(f"total += {sum(step.width for step in steps)};")

    def scalar(self, step: ir.Scalar, at: str) -> None:
        self.take(step, at)
        self.add(f"total += varint_width({self.value(step, at)});")

    def blob(self, step: ir.Blob, at: str) -> None:
        with self.present(step) as (_, size):
            self.unless(f"(uint64_t){size} > (uint64_t)INT64_MAX / 2 - total", "BAD_COLUMNS")
            self.add(f"total += (uint64_t){size};")

    def rows(self, step: ir.ListStep, at: str) -> None:
        with self.braces():
            self.span(step.path + "[]")
            self.agrees(step, "last - first")
            self.use(step)
            if step.width:
                self.add(f"total += (last - first) * {step.width};")
            else:
                self.add("uint64_t k;")
                with self.braces("for (k = first; k < last; k++)"):
                    self.add(f"total += varint_width(c_{c_name(step.body[0].path)}[k]);")


class ScatterLoop(_Written):
    """Columns to bytes."""

    verb = "scatter"

    def is_stored(self, scalar: ir.Scalar) -> bool:
        return True

    def outputs(self) -> list[str]:
        return ["uint8_t *out", "size_t out_size", "size_t *written"]

    def local_variables(self) -> None:
        super().local_variables()
        self.add("size_t pos = 0;")

    def before(self) -> None:
        self.add("*written = 0;")

    def finish(self) -> None:
        self.add("*written = pos;")
        super().finish()

    def numbers(self, steps: list[ir.Scalar], at: str) -> None:
        for step in steps:
            self.take(step, at)
        self.unless(f"out_size - pos < {sum(step.width for step in steps)}", "NO_ROOM")
        self.stores(steps, at)

    def stores(self, steps: Sequence[ir.Scalar], at: str) -> None:
        offset = 0
        for step in steps:
            place = f"out + pos + {offset}" if offset else "out + pos"
            self.add(f"put_{step.width}({place}, (uint64_t){self.value(step, at)});")
            offset += step.width
        self.add(f"pos += {offset};")

    def scalar(self, step: ir.Scalar, at: str) -> None:
        self.take(step, at)
        with self.braces():
            self.add(f"const size_t width = put_varint(out + pos, out_size - pos, {self.value(step, at)});")
            self.unless("width == 0", "NO_ROOM")
            self.add("pos += width;")

    def blob(self, step: ir.Blob, at: str) -> None:
        at, size = c_name(step.path + "@"), c_name(step.path + "#")
        with self.braces():
            self.add(f"const uint64_t at = (uint64_t)c_{at}[i], size = (uint64_t)c_{size}[i];")
            self.agrees(step, "size")
            with self.braces(f"if (c_{at}[i] >= 0)"):
                self.unless("at > data_size || size > data_size - at", "BAD_COLUMNS")
                self.unless("size > out_size - pos", "NO_ROOM")
                with self.braces("if (size > 0)"):
                    self.add("memcpy(out + pos, data + at, (size_t)size);")
                self.add("pos += (size_t)size;")

    def rows(self, step: ir.ListStep, at: str) -> None:
        with self.braces():
            self.span(step.path + "[]")
            self.agrees(step, "last - first")
            self.use(step)
            self.add("uint64_t k;")
            if step.width:
                self.unless(f"last - first > (out_size - pos){f' / {step.width}' if step.width > 1 else ''}", "NO_ROOM")
            with self.braces("for (k = first; k < last; k++)"):
                if step.width:
                    self.stores(step.body, ELEMENT)
                else:
                    self.scalar(step.body[0], ELEMENT)


#: The functions of a record type, in their order.
FUNCTIONS: tuple[type[Loop], ...] = (GatherLoop, GatherEachLoop, CheckLoop, SizesLoop, ScatterLoop)
