"""Find the records of a list, and the elements of the lists in them, in C: the loop that CPython takes longest for.

What `scan` of a generated module does (nacformats.targets.columns.scanning), for records that differ in size. What it
notes it appends to arrays.
"""

# ruff: noqa: ARG002  a loop has no use for where it is

from __future__ import annotations

from collections.abc import Callable
from functools import cache, cached_property

from nacformats.codec.columns.native import KINDS_OF_NOTES, NativeScanner
from nacformats.languages.compiled import compiled_library
from nacformats.languages.loop_functions import WIDE, Loop, LoopFunction, loop_function
from nacformats.languages.loop_terms import LoopTerms
from nacformats.languages.native import READ_GIVEN, c_source
from nacformats.schema import expressions as ex
from nacformats.schema.flat import steps as ir
from nacformats.schema.model import SchemaError

#: Bit fields of more bits may be no Int.
_MOST_BITS = 32
_TOO_LARGE = "return -1"
#: What bytes are looked for with, in the neutral language.
_HELPERS = '''
def place_of(data: Bytes, byte: Int, pos: Int, end: Int) -> Int:
    """Return where a byte is; the end if there is none."""
    at = pos
    while at < end and data[at] != byte:
        at += 1
    return at


def trimmed(data: Bytes, pos: Int, size: Int, padding: Int, terminator: Int, included: Int) -> Int:
    """Return the size of bytes without the padding at their end, and up to a terminator."""
    end = pos + size
    while padding >= 0 and end > pos and data[end - 1] == padding:
        end -= 1
    last = place_of(data, terminator, pos, end)
    return last - pos + included if last < end else end - pos


def bit_field(data: Bytes, pos: Int, first: Int, width: Int, is_msb_first: bool) -> Int:
    """Return a bit field of some bytes."""
    number = 0
    scale = 1
    for k in range(width):
        at = first + (width - 1 - k if is_msb_first else k)
        shift = 7 - at % 8 if is_msb_first else at % 8
        number += (data[pos + at // 8] >> shift & 1) * scale
        scale *= 2
    return number
'''


def render_native_scan(record: ir.FlatRecord) -> str:
    """Return the C source of `scan`.

    Raises:
        SchemaError: something is not computed in Ints.
    """
    scan = ScanLoop(record)
    return c_source([("scan", scan.function(), ["data", "starts", *scan.notes])], _HELPERS)


class ScanLoop(Loop):
    """Finds records: it returns how many fit, or -1 where a number is too large for it."""

    def __init__(self, record: ir.FlatRecord, terms: LoopTerms | None = None) -> None:
        super().__init__(terms or LoopTerms.of_places(record))
        self.notes = [f"notes{number}" for number in range(KINDS_OF_NOTES * len(record.noted))]
        self.end = "end"

    @property
    def fail(self) -> str:
        return "return i"

    @cached_property
    def outside(self) -> list[str]:
        return self.terms.hoisted(is_written=True)

    def function(self) -> LoopFunction:
        self.given(self.terms.needed, _TOO_LARGE)
        self.add("pos = start")
        with self.indented("for i in range(count):"):
            self.add("starts[i] = pos")
            self.hoisted(is_written=True)
            self.block(self.record.steps, False)
        self.add("starts[count] = pos", "return count")
        known = {**READ_GIVEN, **dict.fromkeys(self.notes, "U8s")}
        return loop_function("find_records", known, "Int", "Find records; return how many there are.", self.body)

    def numbers(self, steps: list[ir.Scalar], where: bool) -> None:
        width, at = sum(step.width for step in steps), 0
        self.unless(f"{self.end} - pos < {width}")
        for step in steps:
            if step.var in self.record.needed:
                self.load(step, f"pos + {at}" if at else "pos")
            at += step.width
        if at:
            self.add(f"pos += {at}")

    def load(self, step: ir.Scalar, place: str) -> None:
        if step.bits:
            bits = step.bits
            if bits.width > _MOST_BITS:
                raise SchemaError(step.path, "a bit field of so many bits may be no Int")
            self.add(f"{step.var} = bit_field(data, {place}, {bits.first}, {bits.width}, {bits.is_msb_first})")
        else:
            self.halves(step, place, _TOO_LARGE) if step.width == WIDE else self.number(step, place)

    def scalar(self, step: ir.Scalar, where: bool) -> None:
        """Read a number of variable length."""
        name, width = self.local("v"), self.local("w")
        self.add(f"{name} = get_varint(data, pos, {self.end})")
        if step.var in self.record.needed:
            self.add(f"if {name} < 0 or {name} > {self.terms.top}:", f"    {_TOO_LARGE}")
            self.add(f"{step.var} = {name}", f"pos += varint_width({name})")
            return
        self.add(f"{width} = varint_width({name}) if {name} >= 0 else large_width(get_large(data, pos, {self.end}))")
        self.add(f"if {width} == 0:", f"    {_TOO_LARGE}", f"pos += {width}")

    def room(self, width: int) -> str:
        return f"({self.end} - pos) // {width}" if width > 1 else f"{self.end} - pos"

    def blob(self, step: ir.Blob, where: bool) -> None:
        is_kept, end, start, size = step.var in self.record.needed, step.terminator, "pos", ""
        last = self.local("l")
        if step.size is not None:
            size = self.sized(step.size, self.room(1))
            self.add(f"{last} = pos + {size}")
            if step.is_trimmed:
                byte, included = (end.byte, int(end.include)) if end else (-1, 0)
                padding = -1 if step.padding is None else step.padding
                size = f"trimmed(data, pos, {size}, {padding}, {byte}, {included})"
        elif end is None:
            self.unless(f"pos > {self.end}")
            self.add(f"{last} = {self.end}")
            size = f"{last} - pos"
        else:
            found = self.local("f")
            self.add(f"{found} = place_of(data, {end.byte}, pos, {self.end})")
            if end.required:
                self.unless(f"{found} >= {self.end}")
            self.add(f"{last} = min({found} + {int(end.consume)}, {self.end})")
            size = f"min({found} + {int(end.include)}, {self.end}) - pos"
        if is_kept:
            self.add(f"{step.var} = {start}", f"{step.var}_size = {size}")
        self.add(f"pos = {last}")

    def part(self, step: ir.SizedPart, where: bool) -> None:
        size, outer, inner = self.sized(step.size, self.room(1)), self.end, self.local("e")
        self.add(f"{inner} = pos + {size}")
        self.end = inner
        self.block(step.body, where)
        self.end = outer
        self.unless(f"pos != {inner}")

    def rows(self, step: ir.ListStep, where: bool) -> None:
        if not step.is_noted and step.width:
            self.skip(step.count, step.width)
            return
        if step.count is not None:
            number = self.sized(step.count, self.room(1))
            head = f"for _{number} in range({number}):"
        else:
            number = self.local("k")
            self.add(f"{number} = 0")
            head = "while True:" if step.until is not None else f"while pos < {self.end}:"
        places = [f"notes{KINDS_OF_NOTES * step.site + kind}" for kind in range(KINDS_OF_NOTES)]
        with self.indented(head):
            if step.is_noted:
                self.note(places[0], "pos")
            self.block(step.body, where)
            if step.count is None:
                self.add(f"{number} += 1")
                self.ends()
            if step.until is not None:
                self.add(f"if {self.terms.truth(step.until)}:", "    break")
        if step.is_noted:
            self.note(places[1], number)
            self.note(places[2], "pos")

    def skip(self, count: ex.Expression, width: int) -> None:
        """Print what leaves out so many elements."""
        self.add(f"pos += {self.sized(count, self.room(width))} * {width}")

    def note(self, array: str, value: str) -> None:
        self.add(f"{array}.append({value})")

    def ends(self) -> None:
        """Print what comes after an element of a list that has no count."""

    def when(self, step: ir.When, where: bool) -> None:
        within = {each.var for each in ir.every(step.body) if isinstance(each, ir.Scalar)}
        self.add(*(f"{var} = 0" for var in self.outside if var in within))
        super().when(step, where)

    def choose(self, step: ir.Choose, where: bool) -> None:
        if step.is_plain:
            super().choose(step, where)
            return
        word = "if"
        for keys, body in step.arms:
            tests = (self.terms.truth(ex.Binary("==", step.on, ex.Literal(key))) for key in keys)
            with self.indented(f"{word} {' or '.join(tests)}:" if keys else "else:" if word == "elif" else "if True:"):
                self.block(body, where)
            word = "elif"


def native_scanner(record: ir.FlatRecord) -> Callable[[bool], NativeScanner | None]:
    """Return what gives the compiled loop for some records; it is told whether it may build it now."""
    found: list[NativeScanner] = []

    @cache
    def rendered() -> str:
        try:
            return render_native_scan(record)
        except SchemaError:
            return ""

    def scanner(builds: bool) -> NativeScanner | None:
        if not found and (source := rendered()) and (library := compiled_library(source, builds=builds)):
            found.append(NativeScanner(library, len(record.noted)))
        return found[0] if found else None

    return scanner
