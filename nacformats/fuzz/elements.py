"""The kinds of values of a field, or of an element of a list, and how each is drawn: fixed bytes and numbers."""

from __future__ import annotations

import struct
from abc import ABC, abstractmethod
from functools import partial
from typing import Any

from nacformats.codec.checksums import CHECKSUMS
from nacformats.codec.streams import Buffer
from nacformats.codec.trees.values import VARINTS, Varint
from nacformats.fuzz.fields import TRIES, Element, FieldPlan, extent_name
from nacformats.fuzz.hints import HintedChoice
from nacformats.fuzz.output import DrawnNode, Pending, PendingError, Site, SummedBytes, UnsatisfiedError
from nacformats.fuzz.rules import FREE, Domain
from nacformats.fuzz.run import Run
from nacformats.schema.model import Bits, Checksum, NumberKind

#: How often a field is one of the values that a switch asks for, and one that something is compared with.
OFTEN = 0.85
_SOMETIMES = 0.3
_FLOATS = (0.0, 1.0, -1.0, 0.5, -2.5, 1e-3, 65504.0, 3.0e38, float("inf"), float("-inf"), float("nan"))
_ENDIAN = {"le": "<", "be": ">"}
#: The largest byte that ends a number of variable length.
_LEB_MOST = 0x7F
_CODES = {1: "b", 2: "h", 4: "i", 8: "q"}


class ContentsElement(Element):
    """Bytes that are always the same."""

    def __init__(self, field: FieldPlan, contents: bytes) -> None:
        super().__init__(field, "contents")
        self.contents = contents

    def draw(self, run: Run, node: DrawnNode, index: int) -> bytes:
        run.write(self, node, index, self.contents)
        return self.contents


class IntegerElement(Element, ABC):
    """A number of some range.

    Attributes:
        low, high: the numbers that its bytes can hold; width: how many bytes, or bits, these are.
        words: what it cannot do that cannot be written later.
    """

    values = int
    width = 0
    words = ""

    def __init__(self, field: FieldPlan, label: str, low: int, high: int) -> None:
        super().__init__(field, label)
        self.low = low
        self.high = high
        member, role = field.member, field.role
        self.is_counting = role.counts or role.positions
        self.must_be_member = any(rule.rule == "in-enum" for rule in member.valid)
        numbers = [each.number for each in member.enum.members] if member.enum is not None else []
        self.known = [each for each in numbers or role.cases if isinstance(each, int) and low <= each <= high]
        self._leaves = _among([each for each in role.leaves if isinstance(each, int) and low <= each <= high])
        constants = [each for each in role.constants if isinstance(each, int) and low <= each <= high]
        preferred = ((OFTEN, _among(self.known)), (_SOMETIMES, _among(constants)))
        self._preferences = [(often, one_of) for often, one_of in preferred if one_of is not None]
        is_hinted = field.hint.bounds or field.hint.one_of is not None
        is_bounded = not field.rules.is_empty or is_hinted or bool(self._preferences)
        self.is_free = not is_bounded and not self.is_counting and field.checksum is None

    def encode(self, value: int) -> bytes:
        """Return the bytes of a number. A bit field has none of its own: it is put into bytes by its run."""
        raise NotImplementedError

    def convert(self, value: int) -> Any:
        """Return a number as expressions see it."""
        return value

    @abstractmethod
    def read(self, data: Buffer, at: int, size: int) -> int:
        """Return the number in a file."""

    def rewritten(self, data: bytes, at: int, size: int, value: int) -> bytes:
        """Return the file with another number."""
        return data[:at] + self.encode(value) + data[at + size :]

    @abstractmethod
    def write(self, run: Run, node: DrawnNode, index: int, value: int) -> int:
        """Write a number; return the one that is there now, which bytes may decide that are known already."""

    def draw(self, run: Run, node: DrawnNode, index: int) -> Any:
        value = self.value(run, node, index)
        if isinstance(value, Pending):
            if not self.may_follow:
                raise UnsatisfiedError(self.field.path, f"{self.words} from what comes later")
            if not run.segment.ahead(self.width):
                return self.draw_pending(run, node, index)
            value = self.low
        found = self.convert(self.write(run, node, index, int(value)))
        if found != value and not self.field.rules.is_empty and not self.field.rules.may_hold(found, node):
            raise UnsatisfiedError(f"{self.field.path}/valid", f"{found}, which the bytes are, does not keep the rule")
        return found

    def draw_pending(self, run: Run, node: DrawnNode, index: int) -> Pending:
        """Leave room for a number that is written later."""
        raise NotImplementedError

    def value(self, run: Run, node: DrawnNode, index: int) -> Any:
        """Return a number that keeps the rules, or that it is pending."""
        field = self.field
        if self.is_free and not field.tells and field.leaf not in run.lessons.blamed:
            return self.convert(run.choices.integer(self.low, self.high))
        if field.checksum is not None:
            return field.pending
        if field.tells and index < 0 and field not in run.lessons.early:
            told = self._told(run, node)
            if told is not None:
                return told
        if not field.aims:
            return self._value(run, node)
        for _ in range(TRIES):
            value = self._value(run, node)
            if isinstance(value, Pending) or self._hits(run, node, value):
                return value
            run.spend(field.path, "no number was found that what depends on it fits")
        return value

    def _hits(self, run: Run, node: DrawnNode, value: Any) -> bool:
        """True if the counts, sizes and positions that follow from a number and what is known are possible."""
        field, own, first = self.field, node.__dict__, len(run.changes)
        run.note(own, field.id)
        own[field.id] = value
        left = run.left()
        most = run.most if left is None else min(left, run.most)
        try:
            return all(0 <= aim(node) <= most for aim in field.aims)
        except PendingError:
            return True
        except UnsatisfiedError:
            return False
        finally:
            run.undo(first)

    def _value(self, run: Run, node: DrawnNode) -> Any:
        hinted = self._hinted(run, node)
        return self._ruled(run, node) if hinted is None else hinted

    def _ruled(self, run: Run, node: DrawnNode) -> Any:
        rules = self.field.rules
        if rules.is_empty:
            return self.convert(self._choose(run, node, FREE))
        domain = self.domain(node, run.choices.index)
        if domain.is_pending:
            return self.field.pending
        for _ in range(TRIES):
            value = self.convert(self._choose(run, node, domain))
            if domain.is_exact:
                return value
            if self.field.keeps_rules(run, node, value):
                return value
            run.spend(f"{self.field.path}/valid")
        raise UnsatisfiedError(f"{self.field.path}/valid", "no number that keeps the rule was found")

    def _told(self, run: Run, node: DrawnNode) -> Any:
        """Return that it is pending where the number follows from what is drawn later; 0 for an offset of nothing."""
        field = self.field
        if field.offset_of is None:
            return None if self.known else field.pending
        condition = field.offset_of.condition
        if condition is None:
            return field.pending
        own = node.__dict__
        own[field.id] = 0
        try:
            is_absent = not condition(node)
        except PendingError:  # it depends on what comes later
            return None
        finally:
            del own[field.id]
        if not is_absent or run.choices.flag(field.hint.often):
            return field.pending
        return 0 if field.rules.is_empty or field.rules.may_hold(0, node) else field.pending

    def _hinted(self, run: Run, node: DrawnNode) -> Any:
        """Return one of the values that a hint names, if it names any now and it keeps the rules."""
        field, one_of = self.field, self.field.hint.one_of
        if one_of is None or not run.choices.flag(field.hint.often):
            return None
        number = one_of(node, run.choices.index)
        if not isinstance(number, int):
            return None
        low, high = field.hint.within(node, self.low, self.high)
        if not low <= number <= high:
            return None
        value = self.convert(number)
        return value if field.keeps_rules(run, node, value) else None

    def _choose(self, run: Run, node: DrawnNode, domain: Domain) -> int:
        choices, hint = run.choices, self.field.hint
        low = self.low if domain.low is None or domain.low < self.low else domain.low
        high = self.high if domain.high is None or domain.high > self.high else domain.high
        if hint.bounds:
            low, high = hint.within(node, low, high)
        listed = self.known if domain.listed is None and self.must_be_member else domain.listed
        if listed is not None:
            return self._one_of([each for each in listed if low <= each <= high], run)
        wanted = run.lessons.wanted.get(self.field.leaf)
        if wanted is not None and low <= wanted <= high:
            return wanted
        if run.is_deep and self._leaves is not None:
            return self._leaves(node, choices.index)  # type: ignore[no-any-return]
        for often, prefer in self._preferences:
            if choices.flag(often):
                value = prefer(node, choices.index)
                if value is not None and low <= value <= high:
                    return value  # type: ignore[no-any-return]
        if low > high:
            raise UnsatisfiedError(f"{self.field.path}/valid", f"no number from {low} to {high}")
        if self.field.leaf in run.lessons.blamed:
            value = min(high, (max(low, 0) if high >= 0 else low) + run.lessons.modest(self.field.leaf, choices))
        else:
            value = self._counted(run, low, high) if self.is_counting else choices.integer(low, high)
        return self._stepped(value, domain, low, high) if domain.step > 1 else value

    def _stepped(self, value: int, domain: Domain, low: int, high: int) -> int:
        """Return the next number that has the rest that the rules want."""
        value += (domain.rest - value) % domain.step
        if value > high:
            value -= domain.step
        if value < low:
            raise UnsatisfiedError(f"{self.field.path}/valid", f"no number from {low} to {high} has that rest")
        return value

    def _counted(self, run: Run, low: int, high: int) -> int:
        low = max(low, 0) if high >= 0 else low
        unit = self.field.unit
        room = run.room() // self.field.sharers if self.field.counts_elements else run.some()
        value = run.choices.length(low, min(high, low + room // unit))
        if self.field.reserves:
            run.reserve(value * unit)
        return value

    def _one_of(self, listed: list[int], run: Run) -> int:
        if not listed:
            raise UnsatisfiedError(f"{self.field.path}/valid", "no value is left")
        return listed[run.choices.index(len(listed))] if len(listed) > 1 else listed[0]


def _among(values: list[int]) -> HintedChoice | None:
    return (lambda _, index: values[index(len(values))]) if values else None


class FixedIntegerElement(IntegerElement):
    """A number of some bytes."""

    may_follow = True

    def __init__(self, field: FieldPlan, kind: NumberKind) -> None:
        bits = 8 * kind.width
        low, high = (0, (1 << bits) - 1) if kind.kind == "u" else (-(1 << bits - 1), (1 << bits - 1) - 1)
        super().__init__(field, f"{kind.kind}{kind.width}", low, high)
        code = _CODES[kind.width]
        self._format = code.upper() if kind.kind == "u" else code
        self._endian = _ENDIAN[kind.endian]
        self._pack = struct.Struct(self._endian + self._format).pack
        self._read = struct.Struct(self._endian + self._format).unpack_from
        self.width = kind.width

    def encode(self, value: int) -> bytes:
        return self._pack(value)

    def read(self, data: Buffer, at: int, size: int) -> int:  # noqa: ARG002  of others it is not fixed
        return self._read(data, at)[0]  # type: ignore[no-any-return]

    def write(self, run: Run, node: DrawnNode, index: int, value: int) -> int:
        data = run.led(self._pack(value))
        if run.stream.avoided and any(byte in run.stream.avoided for byte in data):
            raise UnsatisfiedError(self.field.path, "holds a byte that would end it")
        run.write(self, node, index, data)
        return self.read(data, 0, self.width)

    def draw_list(self, run: Run, node: DrawnNode, count: int) -> list[Any] | None:
        """Draw many numbers at once, where nothing is asked of them."""
        if not self.is_free or run.stream.avoided or not run.segment.is_new:
            return None
        data = run.choices.block(count * self.width)
        run.write_list(self, node, count, data)
        return list(struct.unpack(f"{self._endian}{count}{self._format}", data))

    def draw_pending(self, run: Run, node: DrawnNode, index: int) -> Pending:
        field = self.field
        run.write(self, node, index, bytes(self.width))
        site = Site(node, self, run.segment, run.segment.at - self.width)
        run.segment.sites.append(site)
        node.__dict__[field.site] = site
        if field.checksum is not None:
            run.checksums.append(partial(_write_checksum, field.checksum, site))
        elif not field.tells:
            run.last.append(partial(self._write_last, site))
        if not field.rules.is_empty:
            field.check_later(run, node, field.pending)
        return field.pending

    def _write_last(self, site: Site) -> None:
        """Write a number that follows from the whole file."""
        domain = self.domain(site.node, lambda _: 0)
        site.write(0 if domain.listed is None or domain.is_pending else int(domain.listed[0]))


class FloatElement(Element):
    """A floating point number."""

    values = float

    def __init__(self, field: FieldPlan, kind: NumberKind) -> None:
        super().__init__(field, f"f{kind.width}")
        self._struct = struct.Struct(_ENDIAN[kind.endian] + {4: "f", 8: "d"}[kind.width])

    def draw(self, run: Run, node: DrawnNode, index: int) -> float:
        rules, role = self.field.rules, self.field.role
        domain = self.domain(node, run.choices.index)
        is_whole = role.counts or role.base is not None
        number = float(run.choices.length(0, run.some())) if is_whole and rules.is_empty else self._value(run, domain)
        try:
            data = run.led(self._struct.pack(number))
        except OverflowError:
            raise UnsatisfiedError(f"{self.field.path}/valid", f"{number} is too large for {self.label}") from None
        value: float = self._struct.unpack(data)[0]
        if not rules.is_empty and not rules.holds(value, node):
            raise UnsatisfiedError(f"{self.field.path}/valid", "no number that keeps the rule was found")
        run.write(self, node, index, data)
        return value

    @staticmethod
    def _value(run: Run, domain: Domain) -> float:
        if domain.listed:
            return float(domain.listed[run.choices.index(len(domain.listed))])
        if domain.low is None and domain.high is None:
            return _FLOATS[run.choices.index(len(_FLOATS))]
        low = domain.low if domain.low is not None else domain.high - 1.0
        high = domain.high if domain.high is not None else low + 1.0
        return float(low + (high - low) * run.choices.integer(0, 16) / 16)


class BitsElement(IntegerElement):
    """Some bits; those in a row share bytes."""

    is_bits = True
    shares_byte = True
    words = "bits that follow"

    def __init__(self, field: FieldPlan, kind: Bits) -> None:
        super().__init__(field, f"b{kind.width}", 0, (1 << kind.width) - 1)
        self.width = kind.width
        self.is_little = kind.endian == "le"
        self._is_flag = kind.width == 1 and field.member.enum is None

    def convert(self, value: int) -> Any:
        return bool(value) if self._is_flag else value

    def read(self, data: Buffer, at: int, size: int) -> int:
        whole, shift, _, _ = self._bytes(data, at, size)
        return whole >> shift & (1 << size) - 1

    def rewritten(self, data: bytes, at: int, size: int, value: int) -> bytes:
        whole, shift, first, last = self._bytes(data, at, size)
        whole = whole & ~((1 << size) - 1 << shift) | value << shift
        return data[:first] + whole.to_bytes(last - first, "little" if self.is_little else "big") + data[last:]

    def _bytes(self, data: Buffer, at: int, size: int) -> tuple[int, int, int, int]:
        """Return the bytes that hold the bits as a number, how far up in it they are, and which bytes these are."""
        first, last = at // 8, (at + size + 7) // 8
        whole = int.from_bytes(data[first:last], "little" if self.is_little else "big")
        return whole, at % 8 if self.is_little else 8 * last - at - size, first, last

    def write(self, run: Run, node: DrawnNode, index: int, value: int) -> int:
        at = run.write_bits(self, node, index, value, self.width)
        return self.read(run.segment.data, at, self.width)


#: The schema of Kaitai's gallery computes a number from its last eight groups of bits, however many there are.
_MOST_DRAWN = {"vlq_base128_be": (1 << 56) - 1}


class VarintElement(IntegerElement):
    """A number of an imported type that is one number of variable length."""

    words = "a number of variable length that follows"

    def __init__(self, field: FieldPlan, name: str) -> None:
        self.number: type[Varint] = VARINTS[name]
        super().__init__(field, name, self.number.LEAST, _MOST_DRAWN.get(name, self.number.LARGEST))

    def convert(self, value: int) -> Varint:
        return self.number(value)

    def read(self, data: Buffer, at: int, size: int) -> int:
        return int(self.number.of_groups(data[at : at + size]))

    def encode(self, value: int) -> bytes:
        return self.number(value).encoded

    def write(self, run: Run, node: DrawnNode, index: int, value: int) -> int:
        data = self.encode(value)
        if not run.segment.is_new:  # it begins with what is known already
            data = run.led(data + b"\1")
            data = data[: next((place for place, byte in enumerate(data, 1) if byte <= _LEB_MOST), len(data))]
        run.write(self, node, index, data)
        return self.read(data, 0, len(data))


# Checksums

#: The stream that a record is in, as what a checksum is over.
WHOLE_STREAM = "_io"


def _write_checksum(checksum: Checksum, site: Site) -> None:
    """Write the number of a checksum, from the bytes as they are."""
    width = len(site.element.encode(0))
    extents = [_extent(site.node, name) for name in checksum.over]
    value = CHECKSUMS[checksum.kind](_without(extent, site, width) for extent in extents if extent is not None)
    value &= (1 << 8 * width) - 1
    site.write(value if value <= site.element.high else value - (1 << 8 * width))


def _extent(node: DrawnNode, name: str) -> SummedBytes | None:
    """Return the bytes of a field; None where it is not there."""
    if name == WHOLE_STREAM:
        stream = node._io
        return SummedBytes(stream.segment, stream.start, stream.size)
    *steps, last = name.split(".")
    holder: DrawnNode | None = node
    for step in steps:
        holder = None if holder is None else holder.__dict__.get(step)
    return None if holder is None else holder.__dict__.get(extent_name(last))


def _without(extent: SummedBytes, site: Site, width: int) -> bytes:
    """Return some bytes, in which those of the number itself are zeros."""
    data = extent.segment.data[extent.at : extent.at + extent.size]
    if extent.segment is site.segment:
        for at in range(max(site.at, extent.at), min(site.at + width, extent.at + extent.size)):
            data[at - extent.at] = 0
    return bytes(data)
