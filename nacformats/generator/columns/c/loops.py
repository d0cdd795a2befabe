"""The loops over the records of a type: scan_gather, check, sizes and scatter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from nacformats.generator import expressions as ex
from nacformats.generator.columns.c.layout import arguments_hold, c_type, has_blobs, length, member, members, prefix_of
from nacformats.generator.columns.c.terms import Terms, as_unsigned, bare, is_unsigned, local_type
from nacformats.generator.columns.steps import (
    I64_MAX,
    Blob,
    Choose,
    Record,
    Rows,
    Rule,
    Scalar,
    Step,
    When,
    every,
    names,
    places,
)

#: Where a scalar of an element is, and where one of the record is.
_ELEMENT, _RECORD = "k", "i"


class Loop:
    """One function. Its subclasses say what it does with each kind of step.

    Attributes:
        verb: the end of its name.
        fills: whether it writes to columns.
    """

    verb = ""
    fills = False

    def __init__(self, record: Record) -> None:
        self.record = record
        self.schema = record.schema.upper()
        self.prefix = prefix_of(record)
        self.terms = Terms.of(record)
        self.lines: list[str] = []
        self.depth = 0

    # text

    def out(self, *lines: str) -> None:
        self.lines += ["    " * self.depth + line for line in lines]

    def open(self, head: str) -> None:
        self.out(f"{head} {{".lstrip())
        self.depth += 1

    def close(self, tail: str = "}") -> None:
        self.depth -= 1
        self.out(tail)

    def stop(self, status: str, rule: int = -1, element: str = "0") -> str:
        return f"return fail(fault, {self.schema}_{status}, i, {rule}, {element});"

    def unless(self, test: str, status: str) -> None:
        self.out(f"if ({test})", f"    {self.stop(status)}")

    # the function

    def parameters(self) -> list[str]:
        own = [f"const {self.prefix}_arguments *arguments"] if self.record.arguments else []
        columns = f"{'' if self.fills else 'const '}{self.prefix}_columns *columns"
        return [*self.inputs(), *own, columns, *self.outputs(), f"{self.record.schema}_fault *fault"]

    def inputs(self) -> list[str]:
        return []

    def outputs(self) -> list[str]:
        return []

    def signature(self) -> str:
        """The declaration, without what follows it."""
        head = f"{self.schema}_API int {self.prefix}_{self.verb}("
        return head + (",\n" + " " * 4).join(["", *self.parameters()])[1:] + ")"

    def text(self) -> str:
        """The function."""
        self.depth = 1
        self.open("for (i = 0; i < count; i++)")
        for scalar in filter(self.is_local, self.record.scalars.values()):
            self.out(f"{local_type(scalar)} {scalar.var} = 0;")
        self.begin()
        self.block(self.record.steps, _RECORD)
        self.end()
        self.close()
        loop, self.lines = self.lines, []
        self.finish()
        tail, self.lines = self.lines, []
        self.head("\n".join([*loop, *tail]))
        return "\n".join([self.signature(), "{", *self.lines, *loop, *tail, "}"])

    def head(self, body: str) -> None:
        """Local names for the columns and arguments that the loop uses, so that no store can be taken to move them."""
        qualifier = "" if self.fills else "const "
        for kind, name, column in members(self.record):
            if kind.endswith("*") and f"c_{name}[" in body:
                own = c_type(column.dtype) if column else "int64_t"
                self.out(f"{qualifier}{own} *const c_{name} = columns->{name};")
            elif kind == "size_t" and f"n_{name}" in body:
                self.out(f"const size_t n_{name} = columns->{name};")
        self.out("const size_t count = columns->count;")
        for argument in self.record.arguments:
            if argument.var in body:
                kind = "const int64_t *const" if argument.is_table else "const int64_t"
                self.out(f"{kind} {argument.var} = arguments->{member(argument.name)};")
        self.local_variables()
        self.out("size_t i;")
        self.out("fault->record = 0;", "fault->rule = -1;", "fault->element = 0;")
        if self.record.arguments:
            self.out(f"if (!{arguments_hold(self.record)}(arguments))")
            self.out(f"    return {self.schema}_BAD_ARGUMENTS;")
        self.before()

    def offsets(self) -> list[str]:
        """The keys of row offsets."""
        return [column.key for column in self.record.columns if column.is_offsets]

    def local_variables(self) -> None: ...
    def before(self) -> None: ...
    def begin(self) -> None: ...
    def end(self) -> None: ...

    def finish(self) -> None:
        self.out(f"return {self.schema}_OK;")

    # steps

    def is_local(self, scalar: Scalar) -> bool:
        """Whether a later step refers to the scalar. What is inside of lists is local to a loop of its own."""
        return scalar.var in self.used() - self.record.elements

    def used(self) -> set[str]:
        return self.record.needed

    def block(self, steps: Sequence[Step], at: str) -> None:
        for is_fixed, group in groupby(steps, lambda step: isinstance(step, Scalar) and step.width > 0):
            if is_fixed:
                self.run([step for step in group if isinstance(step, Scalar)], at)
                continue
            for step in group:
                self.step(step, at)

    def step(self, step: Step, at: str) -> None:
        match step:
            case Scalar():
                self.varint(step, at)
            case Blob():
                self.blob(step)
            case Rows():
                self.rows(step)
            case When():
                self.guarded(f"if ({bare(self.terms.truth(step.condition))})", step.body, at)
            case Choose():
                self.choose(step, at)

    def guarded(self, head: str, body: Sequence[Step], at: str) -> None:
        if not self.matters(body):
            return
        self.open(head)
        self.block(body, at)
        self.close()

    def choose(self, step: Choose, at: str) -> None:
        if not any(self.matters(body) for _, body in step.arms):
            return
        self.out(f"switch ({bare(self.terms.signed(step.on))}) {{")
        for keys, body in step.arms:
            self.out(*([f"case {key}:" for key in keys] or ["default:"]))
            self.depth += 1
            self.block(body, at)
            self.out("break;")
            self.depth -= 1
        if all(keys for keys, _ in step.arms):
            self.out("default:", "    break;")
        self.out("}")

    def matters(self, steps: Sequence[Step]) -> bool:
        """Whether the function does anything with the steps."""
        return bool(steps)

    def run(self, steps: list[Scalar], at: str) -> None: ...
    def varint(self, step: Scalar, at: str) -> None: ...
    def blob(self, step: Blob) -> None: ...
    def rows(self, step: Rows) -> None: ...

    def count_of(self, name: str, size: ex.Expression, status: str) -> None:
        """Declares a count that an expression gives; a negative one stops the function."""
        if self.terms.can_be_negative(size):
            self.unless(f"{self.terms.signed(size)} < 0", status)
        term = self.terms.term(size)
        self.out(f"const uint64_t {name} = {term.text if term.kind == 'unsigned' else as_unsigned(term.text)};")


class Gather(Loop):
    """Bytes to columns."""

    verb = "scan_gather"
    fills = True

    def inputs(self) -> list[str]:
        return ["const uint8_t *data", "size_t pos", "size_t end"]

    def local_variables(self) -> None:
        for key in self.offsets():
            self.out(f"size_t have_{length(key)} = 0;")

    def before(self) -> None:
        self.out("if (pos > end)", f"    return {self.schema}_DOES_NOT_FIT;")
        for key in self.offsets():
            self.out(f"c_{member(key)}[0] = 0;")

    def begin(self) -> None:
        self.out("c_starts[i] = (int64_t)pos;")

    def end(self) -> None:
        for key in self.offsets():
            self.out(f"c_{member(key)}[i + 1] = (int64_t)have_{length(key)};")

    def finish(self) -> None:
        self.out("c_starts[count] = (int64_t)pos;")
        full = []
        for key in self.offsets():
            name = length(key)
            self.out(f"columns->{name} = have_{name};")
            full.append(f"have_{name} > n_{name}")
        if full:
            self.out(f"if ({' || '.join(full)})", f"    return {self.schema}_NO_ROOM;")
        super().finish()

    def keep(self, step: Scalar, at: str, value: str) -> None:
        """The value goes to its column, and to a local variable if something depends on it."""
        if step.var in self.used():
            self.out(f"{step.var} = {value};")
        if not step.derived:
            index = at if at == _RECORD else f"have + {at}"
            self.out(f"c_{member(step.path)}[{index}] = {value};")

    def run(self, steps: list[Scalar], at: str) -> None:
        self.unless(f"end - pos < {sum(step.width for step in steps)}", "DOES_NOT_FIT")
        self.loads(steps, at)

    def loads(self, steps: Sequence[Scalar], at: str) -> None:
        offset = 0
        for step in steps:
            self.keep(step, at, _load(step.code, f"data + pos + {offset}" if offset else "data + pos"))
            offset += step.width
        self.out(f"pos += {offset};")

    def varint(self, step: Scalar, at: str) -> None:
        self.open("")
        self.out("uint64_t value;", "const size_t width = get_varint(data + pos, end - pos, &value);")
        self.unless("width == 0", "DOES_NOT_FIT")
        self.out("pos += width;")
        self.keep(step, at, "value")
        self.close()

    def blob(self, step: Blob) -> None:
        self.open("")
        self.count_of("size", step.size, "DOES_NOT_FIT")
        self.unless("size > end - pos", "DOES_NOT_FIT")
        self.out(f"c_{member(step.path + '@')}[i] = (int64_t)pos;", f"c_{member(step.path + '#')}[i] = (int64_t)size;")
        self.out("pos += (size_t)size;")
        self.close()

    def rows(self, step: Rows) -> None:
        name = length(step.path + "[]")
        self.open("")
        self.count_of("size", step.count, "DOES_NOT_FIT")
        self.out(f"const size_t have = have_{name};", "int fits;", "uint64_t k;")
        self.unless(f"size > (end - pos){f' / {step.width}' if step.width > 1 else ''}", "DOES_NOT_FIT")
        self.out(f"fits = have <= n_{name} && size <= n_{name} - have;")
        if step.width:
            self.open("if (fits)")
            self.open("for (k = 0; k < size; k++)")
            self.loads(step.body, _ELEMENT)
            self.close()
            self.close("} else {")
            self.out(f"    pos += (size_t)size * {step.width};", "}")
        else:
            self.open("for (k = 0; k < size; k++)")
            self.out("uint64_t value;", "const size_t width = get_varint(data + pos, end - pos, &value);")
            self.unless("width == 0", "DOES_NOT_FIT")
            self.out("pos += width;", "if (fits)", f"    c_{member(step.body[0].path)}[have + k] = value;")
            self.close()
        self.out(f"have_{name} = have + (size_t)size;")
        self.close()


class FromColumns(Loop):
    """A loop that reads columns: what is not a column is the length of one.

    Attributes:
        writes: whether lengths have to fit the numbers that say them.
    """

    writes = False

    def used(self) -> set[str]:
        """The vars on which conditions depend, and lengths that are not lengths of columns by themselves."""
        steps = [step for step in every(self.record.steps) if not self.is_derived(step)]
        return {name for step in steps for part in places(step) for name in names(part)}

    def is_derived(self, step: Step) -> bool:
        """Whether the length of a list or of bytes is stored, so that it agrees with the columns by itself."""
        key = step.path + ("[]" if isinstance(step, Rows) else "#") if isinstance(step, Rows | Blob) else ""
        return bool(key) and any(scalar.derived == key for scalar in self.record.scalars.values())

    def is_stored(self, scalar: Scalar) -> bool:  # noqa: ARG002  loops that write need it
        """Whether the function needs the value of a scalar even if nothing depends on it."""
        return False

    def value(self, step: Scalar, at: str) -> str:
        """The value of a scalar, which is its variable if it is derived."""
        return step.var if step.derived else f"c_{member(step.path)}[{at}]"

    def take(self, step: Scalar, at: str) -> None:
        """Gives the scalar its variable, where there is one."""
        if step.derived and (self.writes or step.var in self.used()):
            self.derive(step)
        elif step.derived:
            return
        elif step.var in self.used():
            self.out(f"{step.var} = {self.value(step, at)};")

    def is_local(self, scalar: Scalar) -> bool:
        return super().is_local(scalar) or (bool(scalar.derived) and self.is_stored(scalar))

    def derive(self, step: Scalar) -> None:
        """The length that a scalar says, which has to fit it."""
        self.open("")
        if step.derived.endswith("[]"):
            self.span(step.derived)
            size = "(last - first)"
        else:
            self.unless(f"c_{member(step.derived)}[i] < 0", "BAD_COLUMNS")
            size = f"(uint64_t)c_{member(step.derived)}[i]"
        if step.unit > 1:
            self.unless(f"{size} % {step.unit} != 0", "BAD_COLUMNS")
            size = f"({size} / {step.unit})"
        top = (1 << (8 * step.width - (step.code[0] == "s"))) - 1 if step.width else I64_MAX
        if top < I64_MAX:
            self.unless(f"{size} > {top}u", "BAD_COLUMNS")
        if self.is_local(step):
            self.out(f"{step.var} = {'' if is_unsigned(step) else '(int64_t)'}{size};")
        self.close()

    def span(self, rows: str) -> None:
        """Declares `first` and `last`, between which the elements of the record are."""
        name = member(rows)
        self.out(f"const uint64_t first = (uint64_t)c_{name}[i], last = (uint64_t)c_{name}[i + 1];")
        self.unless(f"first > last || last > n_{length(rows)}", "BAD_COLUMNS")

    def agrees(self, step: Rows | Blob, size: str) -> None:
        """A length that is not derived has to be what the other columns say."""
        if self.is_derived(step):
            return
        self.count_of("wanted", places(step)[0], "BAD_COLUMNS")
        self.unless(f"{size} != wanted", "BAD_COLUMNS")


class Check(FromColumns):
    """The rules of `valid`; texts have to be UTF-8."""

    verb = "check"

    def __init__(self, record: Record) -> None:
        super().__init__(record)
        self.rules: list[Rule] = []

    def inputs(self) -> list[str]:
        return ["const uint8_t *data", "size_t data_size"] if has_blobs(self.record) else []

    def before(self) -> None:
        if has_blobs(self.record) and not any(blob.is_text for blob in self.record.blobs.values()):
            self.out("(void)data;")

    def used(self) -> set[str]:
        rules = [rule for step in every(self.record.steps) if isinstance(step, Scalar) for rule in step.rules]
        return super().used() | {name for rule in rules for name in names(rule.test)}

    def matters(self, steps: Sequence[Step]) -> bool:
        return any(
            isinstance(step, Rows | Blob)
            or (isinstance(step, Scalar) and (bool(step.rules) or step.var in self.used()))
            for step in every(steps)
        )

    def run(self, steps: list[Scalar], at: str) -> None:
        for step in steps:
            self.take(step, at)
            for rule in step.rules:
                self.demand(rule)

    def varint(self, step: Scalar, at: str) -> None:
        self.run([step], at)

    def demand(self, rule: Rule, element: str = "0") -> None:
        self.out(f"if (!{self.terms.truth(rule.test)})", f"    {self.breaks(rule, element)}")

    def breaks(self, rule: Rule, element: str = "0") -> str:
        self.rules.append(rule)
        return self.stop("BREAKS_RULE", len(self.rules) - 1, element)

    def blob(self, step: Blob) -> None:
        size, at = f"c_{member(step.path + '#')}[i]", f"c_{member(step.path + '@')}[i]"
        self.open("")
        self.unless(f"{size} < 0", "BAD_COLUMNS")
        self.agrees(step, f"(uint64_t){size}")
        self.open(f"if ({at} >= 0)")
        self.out(f"const uint64_t at = (uint64_t){at}, size = (uint64_t){size};")
        self.unless("at > data_size || size > data_size - at", "BAD_COLUMNS")
        if step.is_text:
            self.out(
                "if (!is_utf8(data + at, (size_t)size))",
                f"    {self.breaks(Rule.of_text(step.path))}",
            )
        self.close()
        self.close()

    def rows(self, step: Rows) -> None:
        self.open("")
        self.span(step.path + "[]")
        self.agrees(step, "last - first")
        ruled = [rule for part in step.body for rule in part.rules]
        if ruled:
            self.out("uint64_t k;")
        for rule in ruled:  # one after the other: the first rule that is broken counts, then the first element
            self.open("for (k = first; k < last; k++)")
            own = [each for each in step.body if each.var in names(rule.test)]
            self.out(*(f"const {local_type(each)} {each.var} = {self.value(each, _ELEMENT)};" for each in own))
            self.demand(rule, "(size_t)(k - first)")
            self.close()
        self.close()


class Written(FromColumns):
    """A loop that comes to every element; records that cannot have a list must have none."""

    writes = True

    def local_variables(self) -> None:
        self.out(*(f"uint64_t used_{length(key)} = 0;" for key in self.offsets()))

    def use(self, step: Rows) -> None:
        self.out(f"used_{length(step.path + '[]')} += last - first;")

    def finish(self) -> None:
        for key in self.offsets():
            self.unless(f"used_{length(key)} != (uint64_t)c_{member(key)}[count]", "BAD_COLUMNS")
        super().finish()


class Sizes(Written):
    """How many bytes each record takes."""

    verb = "sizes"

    def is_stored(self, scalar: Scalar) -> bool:
        return not scalar.width

    def outputs(self) -> list[str]:
        return ["int64_t *sizes"]

    def begin(self) -> None:
        self.out("uint64_t total = 0;")

    def end(self) -> None:
        self.out("sizes[i] = (int64_t)total;")

    def run(self, steps: list[Scalar], at: str) -> None:
        for step in steps:
            self.take(step, at)
        self.out(f"total += {sum(step.width for step in steps)};")

    def varint(self, step: Scalar, at: str) -> None:
        self.take(step, at)
        self.out(f"total += varint_width({self.value(step, at)});")

    def blob(self, step: Blob) -> None:
        size, at = f"c_{member(step.path + '#')}[i]", f"c_{member(step.path + '@')}[i]"
        self.open("")
        self.unless(f"{size} < 0", "BAD_COLUMNS")
        self.agrees(step, f"(uint64_t){size}")
        self.open(f"if ({at} >= 0)")
        self.unless(f"(uint64_t){size} > (uint64_t)INT64_MAX / 2 - total", "BAD_COLUMNS")
        self.out(f"total += (uint64_t){size};")
        self.close()
        self.close()

    def rows(self, step: Rows) -> None:
        self.open("")
        self.span(step.path + "[]")
        self.agrees(step, "last - first")
        self.use(step)
        if step.width:
            self.out(f"total += (last - first) * {step.width};")
        else:
            self.out("uint64_t k;")
            self.open("for (k = first; k < last; k++)")
            self.out(f"total += varint_width(c_{member(step.body[0].path)}[k]);")
            self.close()
        self.close()


class Scatter(Written):
    """Columns to bytes."""

    verb = "scatter"

    def is_stored(self, scalar: Scalar) -> bool:  # noqa: ARG002
        return True

    def inputs(self) -> list[str]:
        return ["const uint8_t *data", "size_t data_size"] if has_blobs(self.record) else []

    def outputs(self) -> list[str]:
        return ["uint8_t *out", "size_t out_size", "size_t *written"]

    def local_variables(self) -> None:
        super().local_variables()
        self.out("size_t pos = 0;")

    def before(self) -> None:
        self.out("*written = 0;")

    def finish(self) -> None:
        self.out("*written = pos;")
        super().finish()

    def run(self, steps: list[Scalar], at: str) -> None:
        for step in steps:
            self.take(step, at)
        self.unless(f"out_size - pos < {sum(step.width for step in steps)}", "NO_ROOM")
        self.stores(steps, at)

    def stores(self, steps: Sequence[Scalar], at: str) -> None:
        offset = 0
        for step in steps:
            place = f"out + pos + {offset}" if offset else "out + pos"
            self.out(f"put_{step.width}({place}, (uint64_t){self.value(step, at)});")
            offset += step.width
        self.out(f"pos += {offset};")

    def varint(self, step: Scalar, at: str) -> None:
        self.take(step, at)
        self.open("")
        self.out(f"const size_t width = put_varint(out + pos, out_size - pos, {self.value(step, at)});")
        self.unless("width == 0", "NO_ROOM")
        self.out("pos += width;")
        self.close()

    def blob(self, step: Blob) -> None:
        at, size = member(step.path + "@"), member(step.path + "#")
        self.open("")
        self.out(f"const uint64_t at = (uint64_t)c_{at}[i], size = (uint64_t)c_{size}[i];")
        self.agrees(step, "size")
        self.open(f"if (c_{at}[i] >= 0)")
        self.unless("at > data_size || size > data_size - at", "BAD_COLUMNS")
        self.unless("size > out_size - pos", "NO_ROOM")
        self.open("if (size > 0)")
        self.out("memcpy(out + pos, data + at, (size_t)size);")
        self.close()
        self.out("pos += (size_t)size;")
        self.close()
        self.close()

    def rows(self, step: Rows) -> None:
        self.open("")
        self.span(step.path + "[]")
        self.agrees(step, "last - first")
        self.use(step)
        self.out("uint64_t k;")
        if step.width:
            self.unless(f"last - first > (out_size - pos){f' / {step.width}' if step.width > 1 else ''}", "NO_ROOM")
        self.open("for (k = first; k < last; k++)")
        if step.width:
            self.stores(step.body, _ELEMENT)
        else:
            self.varint(step.body[0], _ELEMENT)
        self.close()
        self.close()


def _load(code: str, at: str) -> str:
    return f"{at.removeprefix('data + ').join(['data[', ']'])}" if code == "u1" else f"get_{code}({at})"


LOOPS: tuple[type[Loop], ...] = (Gather, Check, Sizes, Scatter)


def functions(record: Record) -> Iterator[Loop]:
    """The functions of a record type, not yet written."""
    for kind in LOOPS:
        yield kind(record)
