"""check: the rules of the schema."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from nacformats.generator.columns.c.from_columns import ColumnLoop
from nacformats.generator.columns.c.layout import c_name, has_blobs
from nacformats.generator.columns.c.loop import ELEMENT
from nacformats.generator.columns.c.terms import local_type
from nacformats.generator.columns.steps import (
    Blob,
    FlatRecord,
    FlatStep,
    ListStep,
    Scalar,
    TestedRule,
    bodies,
    every,
    places,
    vars_in,
)


class CheckLoop(ColumnLoop):
    """The rules of `valid`; texts have to be UTF-8."""

    verb = "check"

    def __init__(self, record: FlatRecord) -> None:
        super().__init__(record)
        self.rules: list[TestedRule] = []

    def inputs(self) -> list[str]:
        return ["const uint8_t *data", "size_t data_size"] if has_blobs(self.record) else []

    def before(self) -> None:
        if has_blobs(self.record) and not any(blob.is_text for blob in self.record.blobs.values()):
            self.out("(void)data;")

    @cached_property
    def used(self) -> set[str]:
        """What rules depend on, and the conditions under which there is anything to look at."""
        steps = list(every(self.record.steps))
        found = {
            name for step in steps if isinstance(step, Scalar) for rule in step.rules for name in vars_in(rule.test)
        }
        size = -1
        while size < len(found):
            size = len(found)
            needed = [step for step in steps if self.places_matter(step, found)]
            found |= {name for step in needed for part in places(step) for name in vars_in(part)}
        return found

    def places_matter(self, step: FlatStep, used: set[str]) -> bool:
        """Whether checking has to know where a step is, or whether it is there at all."""
        if isinstance(step, ListStep | Blob):
            return not self.is_derived(step)
        return any(_looks(body, used) for body in bodies(step))

    def matters(self, steps: Sequence[FlatStep]) -> bool:
        return _looks(steps, self.used)

    def run(self, steps: list[Scalar], at: str) -> None:
        for step in steps:
            self.take(step, at)
            for rule in step.rules:
                self.demand(rule)

    def varint(self, step: Scalar, at: str) -> None:
        self.run([step], at)

    def demand(self, rule: TestedRule, element: str = "0") -> None:
        self.out(f"if (!{self.terms.truth(rule.test)})", f"    {self.breaks(rule, element)}")

    def breaks(self, rule: TestedRule, element: str = "0") -> str:
        self.rules.append(rule)
        return self.stop("BREAKS_RULE", len(self.rules) - 1, element)

    def blob(self, step: Blob) -> None:
        size, at = f"c_{c_name(step.path + '#')}[i]", f"c_{c_name(step.path + '@')}[i]"
        self.open("")
        self.unless(f"{size} < 0", "BAD_COLUMNS")
        self.agrees(step, f"(uint64_t){size}")
        self.open(f"if ({at} >= 0)")
        self.out(f"const uint64_t at = (uint64_t){at}, size = (uint64_t){size};")
        self.unless("at > data_size || size > data_size - at", "BAD_COLUMNS")
        if step.is_text:
            self.out(
                "if (!is_utf8(data + at, (size_t)size))",
                f"    {self.breaks(TestedRule.of_text(step.path))}",
            )
        self.close()
        self.close()

    def rows(self, step: ListStep) -> None:
        self.open("")
        self.span(step.path + "[]")
        self.agrees(step, "last - first")
        ruled = [rule for part in step.body for rule in part.rules]
        if ruled:
            self.out("uint64_t k;")
        for rule in ruled:  # one after the other: the first rule that is broken counts, then the first element
            self.open("for (k = first; k < last; k++)")
            own = [each for each in step.body if each.var in vars_in(rule.test)]
            self.out(*(f"const {local_type(each)} {each.var} = {self.value(each, ELEMENT)};" for each in own))
            self.demand(rule, "(size_t)(k - first)")
            self.close()
        self.close()


def _looks(steps: Sequence[FlatStep], used: set[str]) -> bool:
    """Whether checking looks at anything of some steps."""
    return any(
        isinstance(step, ListStep | Blob) or (isinstance(step, Scalar) and (bool(step.rules) or step.var in used))
        for step in every(steps)
    )
