"""Loops over the records of a type: what all functions have in common, and what those share that read columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property

from nacformats.schema import expressions as ex
from nacformats.schema.flat import steps as ir
from nacformats.targets.c.columns import terms

#: Where a scalar of an element is, and where one of the record is.
ELEMENT, RECORD = "k", "i"


class _LoopTerms(terms.Terms):
    """Expressions in which arguments are members of a copy of their struct."""

    def name(self, var: str) -> str:
        return f"a.{terms.c_name(self.arguments[var].name)}" if var in self.arguments else super().name(var)


class Loop(ir.StepEmitter[str]):
    """One function. Its subclasses say what it does with each kind of step.

    The macros that it is made of are in runtime/nacformats_columns.h.

    Attributes:
        verb: the end of its name.
        begin: the macro that it begins with.
        writes: whether lengths have to fit the numbers that say them.
    """

    verb = ""
    begin = "BEGIN"
    writes = False

    def __init__(self, record: ir.FlatRecord) -> None:
        super().__init__(record)
        self.prefix = record.struct.prefix
        self.terms = _LoopTerms.of(record)

    # text

    @contextmanager
    def braces(self, head: str = "") -> Iterator[None]:
        """Within this block, lines are in braces."""
        with self.indented(f"{head} {{".lstrip()):
            yield
        self.add("}")

    def unless(self, test: str, status: str) -> None:
        self.add(f"STOP_IF({test}, {status});")

    def call(self, macro: str, *arguments: object) -> None:
        self.add(f"{macro}({', '.join(map(str, arguments))});")

    def text(self) -> str:
        """Return the function."""
        self.depth = 1
        with self.braces("EACH"):
            for kind in ("int64_t", "uint64_t"):
                local = list(filter(self.is_local, self.record.scalars.values()))
                names = [f"{each.var} = 0" for each in local if terms.local_type(each) == kind]
                self.add(*([f"{kind} {', '.join(names)};"] if names else []))
            self.record_begins()
            self.block(self.record.steps, RECORD)
            self.record_ends()
        loop, self.body = self.body, []
        self.finish()
        tail, self.body = self.body, []
        self.call(self.begin, self.prefix)
        if self.record.arguments:
            self.call("ARGUMENTS", self.prefix)
        self.before()
        head = f"NACF_{self.verb.upper()}({self.prefix})"
        return "\n".join([head, "{", *self.body, *loop, *tail, "    return NACF_OK;", "}"])

    def rows_of(self) -> list[str]:
        """Return the names of the lists."""
        return [terms.column_base(column.key) for column in self.record.columns if column.is_offsets]

    def before(self) -> None: ...
    def record_begins(self) -> None: ...
    def record_ends(self) -> None: ...
    def finish(self) -> None: ...

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
        """Arms that do the same are one."""
        if not any(self.matters(body) for _, body in step.arms):
            return
        arms: dict[str, list[str]] = {}
        for keys, body in step.arms:
            outer, self.body = self.body, []
            with self.indented():
                self.block(body, at)
            lines, self.body = "\n".join(self.body), outer
            arms.setdefault(lines, []).extend([f"case {key}:" for key in keys] or ["default:"])
        if all(keys for keys, _ in step.arms):
            arms.setdefault("", []).append("default:")
        self.add(f"switch ({terms.bare(self.terms.signed(step.on))}) {{")
        for lines, labels in arms.items():
            self.add(*terms.label_lines(["default:"] if "default:" in labels else labels))
            self.body += [lines] if lines else []
            with self.indented():
                self.add("break;")
        self.add("}")

    def matters(self, steps: Sequence[ir.FlatStep]) -> bool:
        """Return True if the function does anything with the steps."""
        return bool(steps)

    def count_of(self, size: ex.Expression, status: str) -> str:
        """Return a count that an expression gives; a negative one stops the function."""
        if self.terms.can_be_negative(size):
            self.unless(f"{self.terms.signed(size)} < 0", status)
        term = self.terms.term(size)
        return term.text if term.kind == "unsigned" else terms.as_unsigned(term.text)


class ColumnLoop(Loop):
    """A loop that reads columns: what is not a column is the length of one."""

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
        return step.var if step.derived else f"t.{terms.c_name(step.path)}[{at}]"

    def take(self, step: ir.Scalar, at: str) -> None:
        """Gives the scalar its variable, where there is one."""
        if step.derived and (self.writes or step.var in self.used):
            self.derive(step)
        elif not step.derived and step.var in self.used:
            self.add(f"{step.var} = {self.value(step, at)};")

    def is_local(self, scalar: ir.Scalar) -> bool:
        return super().is_local(scalar) or (bool(scalar.derived) and self.is_stored(scalar))

    def derive(self, step: ir.Scalar) -> None:
        """The length that a scalar says, which has to fit it."""
        top = (1 << (8 * step.width - (step.code[0] == "s"))) - 1 if step.width else ir.I64_MAX
        limit = "(uint64_t)INT64_MAX" if top >= ir.I64_MAX else f"{top}u"
        kept = (
            f"{step.var} = {'' if terms.is_unsigned(step) else '(int64_t)'}size"
            if self.is_local(step)
            else "(void)size"
        )
        if step.derived.endswith("[]"):
            self.call("LENGTH_OF_ROWS", terms.column_base(step.derived), limit, kept)
        else:
            self.call("LENGTH_OF_BYTES", terms.column_base(step.derived), step.unit, limit, kept)

    def agrees(self, step: ir.ListStep | ir.Blob) -> None:
        """A length that is not derived has to be what the other columns say."""
        if not self.is_derived(step):
            count = self.count_of(ir.places(step)[0], "BAD_COLUMNS")
            macro = "ROWS_AGREE" if isinstance(step, ir.ListStep) else "BYTES_AGREE"
            self.call(macro, terms.column_base(step.path), count)
