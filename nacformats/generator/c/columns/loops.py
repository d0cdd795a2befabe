"""Loops over the records of a type: what all functions have in common, and what those share that read columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property

from nacformats.generator import expressions as ex
from nacformats.generator.c.columns import terms
from nacformats.generator.columns import steps as ir

#: Where a scalar of an element is, and where one of the record is.
ELEMENT, RECORD = "k", "i"


class Loop(ir.StepEmitter[str]):
    """One function. Its subclasses say what it does with each kind of step.

    Attributes:
        verb: the end of its name.
        fills: whether it writes to columns.
    """

    verb = ""
    fills = False

    def __init__(self, record: ir.FlatRecord) -> None:
        super().__init__(record)
        self.schema = record.schema.upper()
        self.prefix = record.struct.prefix
        self.terms = terms.Terms.of(record)

    # text

    @contextmanager
    def braces(self, head: str = "") -> Iterator[None]:
        """Within this block, lines are in braces."""
        with self.indented(f"{head} {{".lstrip()):
            yield
        self.add("}")

    def stop(self, status: str, rule: int = -1, element: str = "0") -> str:
        return f"return fail(fault, {self.schema}_{status}, i, {rule}, {element});"

    def unless(self, test: str, status: str) -> None:
        self.add(f"if ({test})", f"    {self.stop(status)}")

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
        """Return the declaration, without what follows it."""
        head = f"{self.schema}_API int {self.prefix}_{self.verb}("
        return head + (",\n" + " " * 4).join(["", *self.parameters()])[1:] + ")"

    def text(self) -> str:
        """Return the function."""
        self.depth = 1
        with self.braces("for (i = 0; i < count; i++)"):
            for scalar in filter(self.is_local, self.record.scalars.values()):
                self.add(f"{terms.local_type(scalar)} {scalar.var} = 0;")
            self.begin()
            self.block(self.record.steps, RECORD)
            self.end()
        loop, self.body = self.body, []
        self.finish()
        tail, self.body = self.body, []
        self.head("\n".join([*loop, *tail]))
        return "\n".join([self.signature(), "{", *self.body, *loop, *tail, "}"])

    def head(self, body: str) -> None:
        """Local names for the columns and arguments that the loop uses, so that no store can be taken to move them."""
        qualifier = "" if self.fills else "const "
        for kind, name, column in terms.members(self.record):
            if kind.endswith("*") and f"c_{name}[" in body:
                own = terms.c_type(column.dtype) if column else "int64_t"
                self.add(f"{qualifier}{own} *const c_{name} = columns->{name};")
            elif kind == "size_t" and f"n_{name}" in body:
                self.add(f"const size_t n_{name} = columns->{name};")
        self.add("const size_t count = columns->count;")
        for argument in self.record.arguments:
            if argument.var in body:
                kind = "const int64_t *const" if argument.is_table else "const int64_t"
                self.add(f"{kind} {argument.var} = arguments->{terms.c_name(argument.name)};")
        self.local_variables()
        self.add("size_t i;")
        self.add("fault->record = 0;", "fault->rule = -1;", "fault->element = 0;")
        if self.record.arguments:
            self.add(f"if (!{terms.arguments_hold(self.record)}(arguments))")
            self.add(f"    return {self.schema}_BAD_ARGUMENTS;")
        self.before()

    def offsets(self) -> list[str]:
        """Return the keys of row offsets."""
        return [column.key for column in self.record.columns if column.is_offsets]

    def local_variables(self) -> None: ...
    def before(self) -> None: ...
    def begin(self) -> None: ...
    def end(self) -> None: ...

    def finish(self) -> None:
        self.add(f"return {self.schema}_OK;")

    # steps

    def is_local(self, scalar: ir.Scalar) -> bool:
        """Return True if a later step refers to the scalar. Elements of lists are local to a loop of their own."""
        return scalar.var in self.used - self.record.elements

    @cached_property
    def used(self) -> set[str]:
        return self.record.needed

    def when(self, step: ir.When, at: str) -> None:
        if not self.matters(step.body):
            return
        with self.braces(f"if ({terms.bare(self.terms.truth(step.condition))})"):
            self.block(step.body, at)

    def choose(self, step: ir.Choose, at: str) -> None:
        if not any(self.matters(body) for _, body in step.arms):
            return
        self.add(f"switch ({terms.bare(self.terms.signed(step.on))}) {{")
        for keys, body in step.arms:
            self.add(*([f"case {key}:" for key in keys] or ["default:"]))
            with self.indented():
                self.block(body, at)
                self.add("break;")
        if all(keys for keys, _ in step.arms):
            self.add("default:", "    break;")
        self.add("}")

    def matters(self, steps: Sequence[ir.FlatStep]) -> bool:
        """Return True if the function does anything with the steps."""
        return bool(steps)

    def count_of(self, name: str, size: ex.Expression, status: str) -> None:
        """Declares a count that an expression gives; a negative one stops the function."""
        if self.terms.can_be_negative(size):
            self.unless(f"{self.terms.signed(size)} < 0", status)
        term = self.terms.term(size)
        self.add(f"const uint64_t {name} = {term.text if term.kind == 'unsigned' else terms.as_unsigned(term.text)};")


class ColumnLoop(Loop):
    """A loop that reads columns: what is not a column is the length of one.

    Attributes:
        writes: whether lengths have to fit the numbers that say them.
    """

    writes = False

    def inputs(self) -> list[str]:
        return ["const uint8_t *data", "size_t data_size"] if self.record.struct.has_blobs else []

    @cached_property
    def used(self) -> set[str]:
        """The vars on which conditions depend, and lengths that are not lengths of columns by themselves."""
        steps = [step for step in ir.every(self.record.steps) if not self.is_derived(step)]
        return {name for step in steps for part in ir.places(step) for name in ir.vars_in(part)}

    def is_derived(self, step: ir.FlatStep) -> bool:
        """Return True if the length of a list or of bytes is stored, and so agrees with the columns by itself."""
        key = (
            step.path + ("[]" if isinstance(step, ir.ListStep) else "#")
            if isinstance(step, ir.ListStep | ir.Blob)
            else ""
        )
        return key in self.record.derived

    def is_stored(self, scalar: ir.Scalar) -> bool:  # noqa: ARG002  loops that write need it
        """Return True if the function needs the value of a scalar even if nothing depends on it."""
        return False

    def value(self, step: ir.Scalar, at: str) -> str:
        """Return the value of a scalar, which is its variable if it is derived."""
        return step.var if step.derived else f"c_{terms.c_name(step.path)}[{at}]"

    def take(self, step: ir.Scalar, at: str) -> None:
        """Gives the scalar its variable, where there is one."""
        if step.derived and (self.writes or step.var in self.used):
            self.derive(step)
        elif step.derived:
            return
        elif step.var in self.used:
            self.add(f"{step.var} = {self.value(step, at)};")

    def is_local(self, scalar: ir.Scalar) -> bool:
        return super().is_local(scalar) or (bool(scalar.derived) and self.is_stored(scalar))

    def derive(self, step: ir.Scalar) -> None:
        """The length that a scalar says, which has to fit it."""
        with self.braces():
            if step.derived.endswith("[]"):
                self.span(step.derived)
                size = "(last - first)"
            else:
                self.unless(f"c_{terms.c_name(step.derived)}[i] < 0", "BAD_COLUMNS")
                size = f"(uint64_t)c_{terms.c_name(step.derived)}[i]"
            if step.unit > 1:
                self.unless(f"{size} % {step.unit} != 0", "BAD_COLUMNS")
                size = f"({size} / {step.unit})"
            top = (1 << (8 * step.width - (step.code[0] == "s"))) - 1 if step.width else ir.I64_MAX
            if top < ir.I64_MAX:
                self.unless(f"{size} > {top}u", "BAD_COLUMNS")
            if self.is_local(step):
                self.add(f"{step.var} = {'' if terms.is_unsigned(step) else '(int64_t)'}{size};")

    @contextmanager
    def present(self, step: ir.Blob) -> Iterator[tuple[str, str]]:
        """Within this block, bytes that are not left out; gives their place and their size, which agrees."""
        at, size = (f"c_{terms.c_name(step.path + sign)}[i]" for sign in "@#")
        with self.braces():
            self.unless(f"{size} < 0", "BAD_COLUMNS")
            self.agrees(step, f"(uint64_t){size}")
            with self.braces(f"if ({at} >= 0)"):
                yield at, size

    def span(self, rows: str) -> None:
        """Declares `first` and `last`, between which the elements of the record are."""
        name = terms.c_name(rows)
        self.add(f"const uint64_t first = (uint64_t)c_{name}[i], last = (uint64_t)c_{name}[i + 1];")
        self.unless(f"first > last || last > n_{terms.length(rows)}", "BAD_COLUMNS")

    def agrees(self, step: ir.ListStep | ir.Blob, size: str) -> None:
        """A length that is not derived has to be what the other columns say."""
        if self.is_derived(step):
            return
        self.count_of("wanted", ir.places(step)[0], "BAD_COLUMNS")
        self.unless(f"{size} != wanted", "BAD_COLUMNS")
