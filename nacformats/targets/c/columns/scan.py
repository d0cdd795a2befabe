"""Find the records of a list, and the elements of the lists in them, in C: the loop that CPython takes longest for.

What `scan` of a generated module does (nacformats.targets.columns.scanning), for records that differ in size. It
writes to arrays what that notes; more than there is room for is counted, so that the caller makes room for it.
"""

# ruff: noqa: ARG002  a loop has no use for where it is

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from nacformats.codec.columns.scanner import NativeScanner
from nacformats.schema import expressions as ex
from nacformats.schema.flat import steps as ir
from nacformats.targets.c.columns import terms
from nacformats.targets.c.columns.files import used_helpers
from nacformats.targets.c.compiled import compiled_library

_HELPERS = Path(__file__).with_name("scan.c")
_FAIL = "goto misfit;"


def render_native_scan(record: ir.FlatRecord) -> str:
    """Return the C source of `scan`, which is called with an array of arguments, starts, and a Notes for each list."""
    text = _NativeScan(record).text()
    helpers = _HELPERS.read_text(encoding="utf-8")
    return "\n\n".join([helpers, used_helpers(text + helpers), text, ""])


class _ScanTerms(terms.Terms):
    """Expressions in which bytes are compared with text."""

    def _binary(self, operator: str, left: ex.Expression, right: ex.Expression) -> terms.CTerm:
        match left, right:
            case ex.Name(var), ex.Literal(str(text)):
                octets = text.encode("latin-1")
                listed = "".join(f"\\{octet:03o}" for octet in octets)
                test = f'same(data, {var}, {var}_size, "{listed}", {len(octets)})'
                return terms.CTerm(test if operator == "==" else f"(!{test})", "truth")
        return super()._binary(operator, left, right)


class _NativeScan(ir.StepEmitter[None]):
    def __init__(self, record: ir.FlatRecord) -> None:
        super().__init__(record)
        self.terms = _ScanTerms.of(record)
        self.end = "end"
        self.made = 0

    def text(self) -> str:
        arguments = [
            f"const int64_t *const {each.var} = (const int64_t *)(intptr_t)given[{number}];"
            if each.is_table
            else f"const int64_t {each.var} = given[{number}];"
            for number, each in enumerate(self.record.arguments)
        ]
        locals_ = [self.local(var) for var in sorted(self.record.needed)]
        with self.braces("for (i = 0; i < count; i++)"):
            self.add("starts[i] = pos;")
            self.block(self.record.steps, None)
        self.add("misfit:", "starts[i] = i == count ? pos : starts[i];", "return i;")
        unused = ["(void)given;", "(void)notes;"]
        head = "int64_t scan(const uint8_t *data, int64_t pos, const int64_t end, const int64_t count,"
        rest = "    const int64_t *given, int64_t *starts, Notes *notes)"
        declared = [f"    {line}" for line in [*arguments, *locals_, "int64_t i = 0;", *unused]]
        return "\n".join([head, rest, "{", *declared, *self.body, "}"])

    def local(self, var: str) -> str:
        if var not in self.record.scalars:
            return f"int64_t {var} = 0, {var}_size = 0;"
        return f"{terms.local_type(self.record.scalars[var])} {var} = 0;"

    @contextmanager
    def braces(self, head: str = "") -> Iterator[None]:
        with self.indented(f"{head} {{".lstrip()):
            yield
        self.add("}")

    def fresh(self, name: str) -> str:
        self.made += 1
        return f"{name}_{self.made}"

    def numbers(self, steps: list[ir.Scalar], where: None) -> None:
        size = sum(step.width for step in steps)
        self.add(f"if ({self.end} - pos < {size})", f"    {_FAIL}")
        at = 0
        for step in steps:
            if step.var in self.record.needed:
                self.add(f"{step.var} = {_loaded(step, at)};")
            at += step.width
        if size:
            self.add(f"pos += {size};")

    def scalar(self, step: ir.Scalar, where: None) -> None:
        """A varint."""
        value = step.var if step.var in self.record.needed else "skipped"
        with self.braces():
            self.add("uint64_t skipped;" if value == "skipped" else "")
            self.add(f"const size_t width = get_varint(data + pos, (size_t)({self.end} - pos), &{value});")
            self.add("if (width == 0)", f"    {_FAIL}", "pos += (int64_t)width;")

    def count(self, size: ex.Expression, width: int) -> str:
        """Return a number that is not negative, and for which there is room."""
        name = self.fresh("n")
        self.add(f"const int64_t {name} = {self.terms.signed(size)};")
        room = f"({self.end} - pos) / {width}" if width > 1 else f"{self.end} - pos"
        self.add(f"if ({name} < 0 || {name} > {room})", f"    {_FAIL}")
        return name

    def blob(self, step: ir.Blob, where: None) -> None:
        is_kept, end = step.var in self.record.needed, step.terminator
        with self.braces():
            if is_kept:
                self.add(f"{step.var} = pos;")
            if step.size is not None:
                size = self.count(step.size, 1)
                self.add(f"pos += {size};")
                if is_kept:
                    byte, include = (end.byte, int(end.include)) if end else (-1, 0)
                    padding = -1 if step.padding is None else step.padding
                    trimmed = f"trimmed(data + {step.var}, {size}, {padding}, {byte}, {include})"
                    self.add(f"{step.var}_size = {trimmed if step.is_trimmed else size};")
            elif end is None:
                self.add(*([f"{step.var}_size = {self.end} - pos;"] if is_kept else []), f"pos = {self.end};")
            else:
                self.add(f"const int64_t last = place_of(data, {end.byte}, pos, {self.end});")
                if end.required:
                    self.add(f"if (last == {self.end})", f"    {_FAIL}")
                if is_kept:
                    self.add(f"{step.var}_size = last - pos + (last < {self.end} && {int(end.include)});")
                self.add(f"pos = last < {self.end} ? last + {int(end.consume)} : last;")

    def part(self, step: ir.SizedPart, where: None) -> None:
        outer, inner = self.end, self.fresh("end")
        with self.braces():
            size = self.count(step.size, 1)
            self.add(f"const int64_t {inner} = pos + {size};")
            self.end = inner
            self.block(step.body, None)
            self.end = outer
            self.add(f"if (pos != {inner})", f"    {_FAIL}")

    def rows(self, step: ir.ListStep, where: None) -> None:
        with self.braces():
            if not step.is_noted and step.width:
                size = self.count(step.count, step.width)
                self.add(f"pos += {size} * {step.width};")
                return
            index = self.fresh("k")
            head = f"for ({index} = 0; pos < {self.end}; {index}++)"
            if step.count is not None:
                size = self.count(step.count, 1)
                head = f"for ({index} = 0; {index} < {size}; {index}++)"
            elif step.until is not None:
                head = f"for ({index} = 0;; {index}++)"
            self.add(f"int64_t {index};")
            with self.braces(head):
                if step.is_noted:
                    self.add(f"note(&notes[{3 * step.site}], pos);")
                self.block(step.body, None)
                if step.until is not None:
                    with self.braces(f"if ({terms.bare(self.terms.truth(step.until))})"):
                        self.add(f"{index}++;", "break;")
            if step.is_noted:
                self.add(f"note(&notes[{3 * step.site + 1}], {index});", f"note(&notes[{3 * step.site + 2}], pos);")

    def when(self, step: ir.When, where: None) -> None:
        kept = self.record.needed - self.record.elements
        later = [each.var for each in ir.every(step.body) if isinstance(each, ir.Scalar) and each.var in kept]
        self.add(*(f"{var} = 0;" for var in later))
        with self.braces(f"if ({terms.bare(self.terms.truth(step.condition))})"):
            self.block(step.body, None)

    def choose(self, step: ir.Choose, where: None) -> None:
        if not step.is_plain:
            self.choose_by_text(step)
            return
        self.add(f"switch ({terms.bare(self.terms.signed(step.on))}) {{")
        for keys, body in step.arms:
            self.add(*([f"case {terms.c_literal(int(key))}:" for key in keys] or ["default:"]))
            with self.indented():
                self.arm(body)
                self.add("break;")
        self.add("}")

    def choose_by_text(self, step: ir.Choose) -> None:
        word = ""
        for keys, body in step.arms:
            tests = [self.terms.truth(ex.Binary("==", step.on, ex.Literal(key))) for key in keys]
            with self.braces(f"{word}if ({' || '.join(tests)})" if keys else word or "if (1)"):
                self.arm(body)
            word = "else "

    def arm(self, body: Sequence[ir.FlatStep]) -> None:
        with self.braces():
            self.block(body, None)


def _loaded(step: ir.Scalar, at: int) -> str:
    place = f"data + pos + {at}" if at else "data + pos"
    if step.bits:
        bits = step.bits
        text = f"bit_field({place}, {bits.first}, {bits.width}, {int(bits.is_msb_first)})"
        return f"narrow({text})"
    order = "big" if step.is_big else "little"
    text = f"{order}({place}, {step.width})"
    return f"extended({text}, {8 * step.width})" if step.code[0] == "s" else text


def native_scanner(record: ir.FlatRecord) -> Callable[[bool], NativeScanner | None]:
    """Return what gives the compiled loop for some records; it is told whether it may build it now."""
    found: list[NativeScanner] = []

    def scanner(builds: bool) -> NativeScanner | None:
        if not found and (library := compiled_library(render_native_scan(record), builds=builds)):
            found.append(NativeScanner(library, len(record.noted)))
        return found[0] if found else None

    return scanner
