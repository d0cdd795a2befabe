"""What the functions share that read columns."""

from __future__ import annotations

from functools import cached_property

from nacformats.generator.columns.c.layout import c_name, length
from nacformats.generator.columns.c.loop import Loop
from nacformats.generator.columns.c.terms import is_unsigned
from nacformats.generator.columns.steps import (
    I64_MAX,
    Blob,
    FlatStep,
    ListStep,
    Scalar,
    every,
    places,
    vars_in,
)


class ColumnLoop(Loop):
    """A loop that reads columns: what is not a column is the length of one.

    Attributes:
        writes: whether lengths have to fit the numbers that say them.
    """

    writes = False

    @cached_property
    def used(self) -> set[str]:
        """The vars on which conditions depend, and lengths that are not lengths of columns by themselves."""
        steps = [step for step in every(self.record.steps) if not self.is_derived(step)]
        return {name for step in steps for part in places(step) for name in vars_in(part)}

    def is_derived(self, step: FlatStep) -> bool:
        """Whether the length of a list or of bytes is stored, so that it agrees with the columns by itself."""
        key = step.path + ("[]" if isinstance(step, ListStep) else "#") if isinstance(step, ListStep | Blob) else ""
        return key in self.record.derived

    def is_stored(self, scalar: Scalar) -> bool:  # noqa: ARG002  loops that write need it
        """Whether the function needs the value of a scalar even if nothing depends on it."""
        return False

    def value(self, step: Scalar, at: str) -> str:
        """The value of a scalar, which is its variable if it is derived."""
        return step.var if step.derived else f"c_{c_name(step.path)}[{at}]"

    def take(self, step: Scalar, at: str) -> None:
        """Gives the scalar its variable, where there is one."""
        if step.derived and (self.writes or step.var in self.used):
            self.derive(step)
        elif step.derived:
            return
        elif step.var in self.used:
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
            self.unless(f"c_{c_name(step.derived)}[i] < 0", "BAD_COLUMNS")
            size = f"(uint64_t)c_{c_name(step.derived)}[i]"
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
        name = c_name(rows)
        self.out(f"const uint64_t first = (uint64_t)c_{name}[i], last = (uint64_t)c_{name}[i + 1];")
        self.unless(f"first > last || last > n_{length(rows)}", "BAD_COLUMNS")

    def agrees(self, step: ListStep | Blob, size: str) -> None:
        """A length that is not derived has to be what the other columns say."""
        if self.is_derived(step):
            return
        self.count_of("wanted", places(step)[0], "BAD_COLUMNS")
        self.unless(f"{size} != wanted", "BAD_COLUMNS")
