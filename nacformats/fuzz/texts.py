"""The kinds of values that are texts, plain bytes, or streams of their own, and how each is drawn."""

from __future__ import annotations

import codecs
import sys
import zlib
from functools import lru_cache
from typing import Any

from nacformats.codec.streams import find_unit
from nacformats.codec.trees.stream import rol, ror, unpadded, xor
from nacformats.fuzz.choices import Choices
from nacformats.fuzz.elements import OFTEN
from nacformats.fuzz.fields import TRIES, Element, FieldPlan
from nacformats.fuzz.output import DrawnNode, Pending, PendingError, Site, Stream, UnsatisfiedError
from nacformats.fuzz.rules import Domain
from nacformats.fuzz.run import Run
from nacformats.schema.model import RawBytes, TextKind

#: What most characters are, the simplest first.
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-/ "
#: Characters of two, three and four bytes in UTF-8.
_WIDE = ("é", "€", "𝄞")


#: How encodings that begin with a byte order mark encode what comes after it.
_UNMARKED = {"utf-16": f"utf-16-{sys.byteorder[0]}e", "utf-32": f"utf-32-{sys.byteorder[0]}e"}


@lru_cache(64)
def _unit_of(encoding: str) -> int:
    """Return how many bytes the units of an encoding have."""
    return len("aa".encode(encoding)) - len("a".encode(encoding))


class _TextMaker:
    """Makes texts of an encoding; None: bytes.

    Attributes:
        unit: every size is a multiple of it.
    """

    def __init__(self, encoding: str | None) -> None:
        self.encoding = None if encoding is None else codecs.lookup(encoding).name
        self.unit = 1 if encoding is None else _unit_of(encoding)
        self._is_utf8 = self.encoding == "utf-8"

    def draw(self, choices: Choices, size: int, avoided: bytes) -> bytes:
        """Return a text that takes a number of bytes, without some of them."""
        if self.encoding is None:
            data = choices.block(size)
            return data.translate(_without(avoided)) if avoided else data
        if size % self.unit:
            raise UnsatisfiedError("", f"no text of {self.encoding} takes {size} bytes")
        letters = choices.block(size // self.unit).translate(_letters(avoided))
        if self.unit > 1:
            return letters.decode("latin-1").encode(_UNMARKED.get(self.encoding, self.encoding))
        if self._is_utf8 and size > 1 and choices.flag(0.1):
            wide = _WIDE[choices.index(min(size - 1, len(_WIDE)))].encode()
            if not any(byte in avoided for byte in wide):
                return wide + letters[len(wide) :]
        return letters

    def encoded(self, value: Any) -> bytes | None:
        """Return the bytes of a text; None for what is none of this encoding."""
        if self.encoding is None or not isinstance(value, str):
            return value if isinstance(value, bytes) else None
        try:
            return value.encode(self.encoding)
        except UnicodeEncodeError:
            return None

    def decoded(self, data: bytes) -> Any:
        """Return the text or the bytes that these bytes are."""
        return data if self.encoding is None else data.decode(self.encoding)


@lru_cache(64)
def _letters(avoided: bytes) -> bytes:
    """Return a table that makes letters of bytes."""
    letters = bytes(byte for byte in _LETTERS.encode() if byte not in avoided)
    return (letters * (256 // len(letters) + 1))[:256]


@lru_cache(64)
def _without(avoided: bytes) -> bytes:
    """Return a table that makes other bytes of some."""
    other = next(byte for byte in range(256) if byte not in avoided)
    return bytes(other if byte in avoided else byte for byte in range(256))


class RestElement(Element):
    """The rest of a part of the stream that has no type of its own."""

    def __init__(self, field: FieldPlan, kind: RawBytes | TextKind) -> None:
        super().__init__(field, "bytes" if isinstance(kind, RawBytes) else "str")
        self.texts = _TextMaker(kind.encoding if isinstance(kind, TextKind) else None)

    def draw(self, run: Run, node: DrawnNode, index: int) -> Any:
        left = run.left()
        size = left if left is not None else 0 if run.leaves_nothing else run.choices.length(0, run.room())
        run.afford(size)
        data = run.led(self.texts.draw(run.choices, size, run.stream.avoided))
        try:
            value = self.texts.decoded(data)
        except UnicodeDecodeError:
            raise UnsatisfiedError(self.field.path, f"no text of {self.texts.encoding} was found") from None
        run.write(self, node, index, data)
        return value


class TextElement(RestElement):
    """Bytes or text."""

    def __init__(self, field: FieldPlan, kind: RawBytes | TextKind) -> None:
        super().__init__(field, kind)
        known = (*field.role.cases, *field.role.constants)
        self.known = [each for each in known if isinstance(each, str if isinstance(kind, TextKind) else bytes)]
        member = field.member
        is_bounded = member.size is not None or member.to_end
        self._is_ended = is_bounded and (member.terminator or member.pad_right) is not None

    def draw(self, run: Run, node: DrawnNode, index: int) -> Any:
        field = self.field
        mark = run.mark()
        domain = self.domain(node, run.choices.index)
        for _ in range(TRIES):
            try:
                data, value = self._bytes(run, node, domain)
            except UnicodeDecodeError:  # the bytes that have to be in it may be no characters
                run.spend(field.path, f"no text of {self.texts.encoding} was found")
                continue
            run.write(self, node, index, data)
            if not self._is_ended:
                field.terminate(run)
            if field.rules.is_empty or field.rules.holds(value, node):
                return value
            run.spend(f"{field.path}/valid")
            run.rewind(mark)
        raise UnsatisfiedError(f"{field.path}/valid", "no text that keeps the rule was found", field.size_from, 0)

    def _bytes(self, run: Run, node: DrawnNode, domain: Domain) -> tuple[bytes, Any]:
        """Return the bytes of a text without a terminator that is written later, and its value."""
        end, ending = self.field.member.terminator, self.field.ending
        data = self._text(run, node, domain)
        if self.field.member.process is not None:
            return self._processed(node, data)
        if self._is_ended:
            whole = run.led(self.field.filled(data, self._whole(run, node, data)))
            include = end is not None and end.include
            return whole, self.texts.decoded(
                bytes(unpadded(whole, self.field.member.pad_right, ending or None, include))
            )
        if end is None or not end.include:
            return data, self.texts.decoded(data)
        left = run.left()
        is_ended = end.required or left is None or len(data) + len(ending) <= left
        whole = data + ending if is_ended else data
        return whole if end.consume else data, self.texts.decoded(whole)

    def _processed(self, node: DrawnNode, data: bytes) -> tuple[bytes, Any]:
        """Return bytes from which processing gives a value, and this value."""
        name, arguments = self.field.processing(node)
        if self.field.size is not None and name == "zlib":
            if len(data) < _ZLIB_SURPLUS:
                raise self.field.unfit("size", len(data) - _ZLIB_SURPLUS)
            data = data[_ZLIB_SURPLUS:]
        return _before(name, arguments, data), data

    def _whole(self, run: Run, node: DrawnNode, data: bytes) -> int:
        """Return how many bytes there are to a text that may end before."""
        if self.field.size is not None:
            return self.field.checked_size(run, node)
        left = run.left()
        return len(data) + len(self.field.ending) if left is None else left

    def _text(self, run: Run, node: DrawnNode, domain: Domain) -> bytes:
        """Return the bytes up to a terminator."""
        ending = self.field.ending
        if run.leaves_nothing:
            return b""
        if ending and (end := find_unit(memoryview(run.ahead()), ending)) is not None:
            return run.ahead()[:end]  # nothing where the terminator of the text before it is its own
        listed = domain.listed if domain.listed is not None else self.known
        if listed and (domain.listed is not None or run.choices.flag(OFTEN)):
            data = self.texts.encoded(listed[run.choices.index(len(listed))])
            if data is not None and self._fits(run, node, data):
                return data
            if data is not None and domain.listed is not None:
                run.lessons.wanted |= dict.fromkeys(self.field.size_from, len(data))
        avoided = run.stream.avoided + (ending if len(ending) == 1 else b"")
        size = self._size(run, node, domain)
        if self._is_ended:
            size = self.texts.unit * run.choices.length(0, min(size, run.some()) // self.texts.unit)
        if self.field.role.base is not None and self.texts.encoding is not None:
            return self._digits(run, size)
        run.afford(size)
        return run.led(self.texts.draw(run.choices, size, avoided))

    def _fits(self, run: Run, node: DrawnNode, data: bytes) -> bool:
        size, ending = self.field.size, self.field.ending
        is_ended = bool(ending) and find_unit(memoryview(data), ending) is not None
        is_ended |= any(byte in run.stream.avoided for byte in data)
        fits = size is None or len(data) == size(node) or (self._is_ended and len(data) < size(node))
        return not is_ended and data == run.led(data) and fits

    def _digits(self, run: Run, size: int) -> bytes:
        """Return a text that is a number: a small one where others depend on it."""
        base = self.field.role.base or 10
        most = min(base ** (size // self.texts.unit) - 1, run.room() if self.field.role.counts else 1 << 31)
        number, digits = run.choices.length(0, max(most, 0)), ""
        while len(digits) < size // self.texts.unit or number:
            digits = "0123456789abcdefghijklmnopqrstuvwxyz"[number % base] + digits
            number //= base
        return self.texts.encoded(digits) or b""

    def _size(self, run: Run, node: DrawnNode, domain: Domain) -> int:
        """Return how many bytes the value takes."""
        field, end = self.field, self.field.member.terminator
        if field.size is not None:
            return field.checked_size(run, node)
        if run.stream.limit is not None and (end is None or field.member.to_end):
            return max(0, run.left() or 0)
        low = domain.low_length
        if end is not None and not end.required:
            low = max(low, 1)  # nothing at the end of a stream could not be told from no more texts
        high = low + run.some()
        high = high if domain.high_length is None else min(domain.high_length, high)
        unit = self.texts.unit
        return unit * run.choices.length((low + unit - 1) // unit, max(low, high) // unit)


class PartElement(Element):
    """Something in a stream of its own."""

    is_part = True

    def __init__(self, field: FieldPlan, inner: Element) -> None:
        super().__init__(field, inner.label)
        self.inner = inner

    def draw(self, run: Run, node: DrawnNode, index: int) -> Any:
        field = self.field
        if field.length is not None and isinstance(node.__dict__[field.length.id], Pending):
            return self._sized_after(run, node, index, field.length)
        size = field.checked_size(run, node) if field.size is not None else run.left() if field.member.to_end else None
        end = field.member.terminator
        if field.member.process is not None:
            return self._processed(run, node, index, size)
        stream = self._stream(run)
        if (field.size is not None or field.member.to_end) and (end or field.member.pad_right) is not None:
            if size is not None:
                stream.bound = stream.start + size
            value = run.within(stream, lambda: self.inner.draw(run, node, index))
            run.put(field.filled(b"", 0 if size is None else size - (stream.final or 0)))
            return value
        stream.limit, stream.blamed = size, field.size_from
        value = run.within(stream, lambda: self.inner.draw(run, node, index))
        if end is not None and end.include and end.consume and (end.required or run.left() != 0):
            run.put(field.ending)
        field.terminate(run)
        return value

    def _stream(self, run: Run) -> Stream:
        end = self.field.member.terminator
        run.separate()
        avoided = run.stream.avoided if end is None else run.stream.avoided + bytes([end.byte])
        pad = self.field.member.pad_right
        avoided = avoided if pad is None else avoided + bytes([pad])
        return Stream(run.segment, run.segment.at, bound=run.stream.end, avoided=avoided)

    def _processed(self, run: Run, node: DrawnNode, index: int, size: int | None) -> Any:
        """Draw a stream on its own, and write the bytes from which processing gives it."""
        name, arguments = self.field.processing(node)
        limit = size if size is None or name != "zlib" else size - _ZLIB_SURPLUS
        if limit is not None and limit < 0:
            raise self.field.unfit("size", limit)
        data, value = run.apart(limit, lambda: self.inner.draw(run, node, index))
        run.write(self, node, index, _before(name, arguments, data))
        return value

    def _sized_after(self, run: Run, node: DrawnNode, index: int, length: FieldPlan) -> Any:
        """Draw a record first and write its length then; if it asks for its length, the other way round."""
        mark, scale = run.mark(), length.unit
        site: Site = node.__dict__[length.site]
        stream = self._stream(run)
        try:
            if self.field.member.process is not None:
                at = run.segment.at
                value = self._processed(run, node, index, None)
                stream.start = at
                run.close(stream)
            else:
                value = run.within(stream, lambda: self.inner.draw(run, node, index))
        except PendingError:
            run.rewind(mark)
            site.write(run.choices.length(0, run.room() // scale))
            return self.draw(run, node, index)
        run.pad_to(run.segment.at + -stream.size % scale)
        stream.final = run.segment.at - stream.start
        if stream.size // scale > site.element.high:
            raise UnsatisfiedError(self.field.path, "longer than its length can tell")
        site.write(stream.size // scale)
        return value


# Processes the other way round: bytes from which a reader's processing gives others

#: How much larger bytes get that zlib stores: headers, the length of the one block, a checksum.
_ZLIB_SURPLUS = 11
#: The most bytes in such a block.
_BLOCK_BYTES = 65535


def _before(name: str, arguments: list[Any], data: bytes) -> bytes:
    """Return the bytes that a process makes `data` of.

    Raises:
        UnsatisfiedError: the argument is none that the process takes.
    """
    if name == "zlib":
        if len(data) > _BLOCK_BYTES:
            raise UnsatisfiedError("", "too much for one block of zlib")
        return zlib.compress(data, 0)
    amount = arguments[0] if arguments else 0
    if name != "xor":
        return ror(data, amount) if name == "rol" else rol(data, amount)
    key = bytes([amount & 0xFF]) if isinstance(amount, int) else bytes(amount)
    if not key:
        raise UnsatisfiedError("", "a key without bytes")
    return xor(data, key)
