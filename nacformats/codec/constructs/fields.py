"""Rules, conditions, choices and lists."""

# ruff: noqa: ARG002  the protocol of construct passes more than each construct needs

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from typing import Any

from construct import Construct, ListContainer, SizeofError, Subconstruct

from nacformats.codec.constructs.elements import MAX_EMPTY, Elements
from nacformats.codec.constructs.failures import BrokenRuleError
from nacformats.codec.constructs.nodes import Expression, Place, RecordError, RecordNode, is_final
from nacformats.codec.constructs.parts import Part, Wrapper, as_bytes
from nacformats.codec.constructs.streams import Reader, Writer
from nacformats.codec.streams import Buffer, Pieces
from nacformats.errors import LimitError


class Valid(Wrapper):
    """A rule for a value: `holds(it, this)`, in words `rule`. A value that the rule pins down need not be given."""

    #: The key of `valid` in the schema.
    key = "expr"

    def __init__(
        self,
        subcon: Construct,
        holds: Callable[[Any, RecordNode], bool],
        rule: str = "",
        pinned: Expression | None = None,
    ) -> None:
        super().__init__(subcon)
        self.holds = holds
        self.rule = rule
        self.pinned = pinned

    def _parse(self, stream: Reader, context: RecordNode, path: Place) -> Any:
        value = self.subcon._parse(stream, context, path)
        if not self.holds(value, context):
            raise BrokenRuleError(self.key, self.words(context), path, self.limit(context), value)
        return value

    def default(self, node: RecordNode) -> Any:
        return super().default(node) if self.pinned is None else self.pinned(node)

    def _build(self, obj: Any, stream: Writer, context: RecordNode, path: Place) -> Any:
        built = self.subcon._build(obj, stream, context, path)
        if not self.holds(built, context) and is_final(context):
            raise RecordError("breaks a rule of the format", path, expected=self.words(context), actual=_shown(built))
        return built

    def words(self, node: RecordNode) -> str:
        return self.rule

    def limit(self, node: RecordNode) -> Any:
        """What the rule compares with, if that is one value."""
        return None

    @property
    def is_constant(self) -> bool:
        """Whether the rule compares with one value that the schema gives."""
        return False


def _shown(value: Any) -> Any:
    return getattr(value, "value", "a record") if isinstance(value, RecordNode) else repr(value)


class _Compared(Valid):
    """A rule that compares with one value, or with what is computed from the record."""

    #: The comparison in words; empty for equality.
    comparison = ""

    def __init__(self, subcon: Construct, value: Any, pinned: Expression | None = None) -> None:
        self.value = value
        super().__init__(subcon, lambda it, this: self._compare(it, self.limit(this)), pinned=pinned)

    def limit(self, node: RecordNode) -> Any:
        return self.value(node) if callable(self.value) else self.value

    def words(self, node: RecordNode) -> str:
        return f"{self.comparison}{self.limit(node)!r}"

    @property
    def is_constant(self) -> bool:
        return not callable(self.value)

    @staticmethod
    def _compare(it: Any, limit: Any) -> bool:
        return bool(it == limit)


class Fixed(_Compared):
    """A field with one right value, which may be left out of a tree."""

    key = "eq"

    def __init__(self, subcon: Construct, value: Any) -> None:
        super().__init__(subcon, value, pinned=self.limit)


class AtLeast(_Compared):
    """A value with a lower bound."""

    key, comparison = "min", "at least "

    @staticmethod
    def _compare(it: Any, limit: Any) -> bool:
        return bool(it >= limit)


class AtMost(_Compared):
    """A value with an upper bound."""

    key, comparison = "max", "at most "

    @staticmethod
    def _compare(it: Any, limit: Any) -> bool:
        return bool(it <= limit)


class OneOf(_Compared):
    """A value that is one of several."""

    key, comparison = "any-of", "one of "

    @staticmethod
    def _compare(it: Any, limit: Any) -> bool:
        return it in limit


class InEnum(Valid):
    """A number of an Enumerated that has a member."""

    key = "in-enum"

    def __init__(self, subcon: Construct, enum: type[IntEnum]) -> None:
        super().__init__(subcon, lambda it, _: isinstance(it, IntEnum), f"a member of {enum.__name__}")


class Derived(Wrapper):
    """A field that follows from others: it may be left out of a tree."""

    def __init__(self, subcon: Construct, derive: Expression) -> None:
        super().__init__(subcon)
        self.derive = derive

    def default(self, node: RecordNode) -> Any:
        return self.derive(node)


class Default(Wrapper):
    """A field that has a certain value where a tree leaves it out."""

    def __init__(self, subcon: Construct, value: object) -> None:
        super().__init__(subcon)
        self.value = value

    def default(self, node: RecordNode) -> Any:
        return self.value


class If(Wrapper):
    """A field that is only there under a condition; otherwise its value is None."""

    def __init__(self, condition: Expression, subcon: Construct) -> None:
        super().__init__(subcon)
        self.condition = condition

    def _parse(self, stream: Reader, context: RecordNode, path: Place) -> Any:
        spans, field = context._state.spans, str(context._state.field)
        span = None if spans is None else spans.pop(field, None)  # where the condition does not hold, it is nowhere
        if not self.condition(context):
            return None
        if spans is not None and span is not None:
            spans[field] = span
        return self.subcon._parse(stream, context, path)

    def default(self, node: RecordNode) -> Any:
        return super().default(node) if self.condition(node) else None

    def resolve(self, value: Any, node: RecordNode) -> Any:
        return None if value is None else super().resolve(value, node)

    def _build(self, obj: Any, stream: Writer, context: RecordNode, path: Place) -> Any:
        if self.condition(context):
            return self.subcon._build(obj, stream, context, path)
        if obj is not None and is_final(context):
            raise RecordError("is given, but other fields say that it is absent", path)
        return None

    def measure(self, value: Any, node: RecordNode) -> int:
        return 0 if value is None else super().measure(value, node)

    def _sizeof(self, context: Any, path: Any) -> int:
        raise SizeofError("the field may be absent", path)


class Switch(Part):
    """One of several constructs, chosen by a value; `otherwise` is for all values that are not listed."""

    def __init__(self, on: Expression, cases: Mapping[Any, Construct], *, otherwise: Construct | None = None) -> None:
        super().__init__()
        self.on = on
        self.cases = cases
        self.otherwise = otherwise

    def _chosen(self, node: RecordNode) -> Any:
        return self.cases.get(self.on(node), self.otherwise)

    def _parse(self, stream: Reader, context: RecordNode, path: Place) -> Any:
        chosen = self._chosen(context)
        return None if chosen is None else chosen._parse(stream, context, path)

    def default(self, node: RecordNode) -> Any:
        chosen = self._chosen(node)
        return None if chosen is None else chosen.default(node)

    def resolve(self, value: Any, node: RecordNode) -> Any:
        chosen = self._chosen(node)
        return value if chosen is None else chosen.resolve(value, node)

    def _build(self, obj: Any, stream: Writer, context: RecordNode, path: Place) -> Any:
        chosen = self._chosen(context)
        if chosen is not None:
            return chosen._build(obj, stream, context, path)
        if obj is not None and is_final(context):
            raise RecordError("is given, but other fields say that it is absent", path)
        return None


class Repeat(Subconstruct, Part):  # type: ignore[misc]
    """A list: of `count` elements, up to the one for which `until(it, this)` holds, or up to the end of the stream."""

    def __init__(
        self,
        subcon: Construct,
        count: int | Expression | None = None,
        until: Callable[[Any, RecordNode], bool] | None = None,
    ) -> None:
        super().__init__(subcon)
        self.count = count
        self.until = until

    def _parse(self, stream: Reader, context: RecordNode, path: Place) -> Sequence[Any]:
        trace = context._state.trace
        if trace is not None and trace.columns is not None:
            return self._parse_lightly(stream, context, path)
        field = context._state.field
        elements: list[Any] = ListContainer()
        context[field] = elements  # elements may look at those before them
        spans = context._state.spans
        listed = None if spans is None else spans[str(field)].setdefault("arr", [])
        empty = 0
        for index in self._indices(elements, stream, context):
            context._state.field, context._state.index = field, index
            start = stream.tell()
            if listed is not None:
                listed.append({"start": start})
            elements.append(self.subcon._parse(stream, context, path))
            if listed is not None:
                listed[-1]["end"] = stream.tell()
            empty = self._counted(empty, start, stream, path)
        context._state.index = None
        return elements

    def _parse_lightly(self, stream: Reader, context: RecordNode, path: Place) -> Elements:
        """The same, without keeping all that was parsed."""
        field = context._state.field
        elements = Elements(self.subcon, stream, context, field)
        context[field] = elements
        if self.count is not None:
            elements.skip(self._count(context))
        empty = 0
        for index in self._indices(elements, stream, context):
            context._state.field, context._state.index = field, index
            start = stream.tell()
            element = self.subcon._parse(stream, context, path)
            elements.add(element, stream.tell())
            empty = self._counted(empty, start, stream, path)
        context._state.index = None
        return elements

    @staticmethod
    def _counted(empty: int, start: int, stream: Reader, path: Place) -> int:
        """How many elements in a row have taken no bytes, of which the last one started here."""
        empty = empty + 1 if stream.tell() == start else 0
        if empty > MAX_EMPTY:
            raise RecordError("has too many elements that take no bytes", path, cause=LimitError)
        return empty

    def _indices(self, elements: Sequence[Any], stream: Reader, node: RecordNode) -> Iterator[int]:
        """The numbers of the elements that are not there yet."""
        if self.count is not None:
            yield from range(len(elements), self._count(node))
        elif self.until is None:
            while not stream.at_end:
                yield len(elements)
        else:
            yield 0
            while not self.until(elements[-1], node):
                yield len(elements)

    def _count(self, node: RecordNode) -> int:
        return int(self.count(node) if callable(self.count) else self.count)  # type: ignore[arg-type]

    def resolve(self, value: Any, node: RecordNode) -> Any:
        if isinstance(value, Buffer):
            return as_bytes(value, node)
        if isinstance(value, Pieces):
            return value
        if not isinstance(value, Iterable) or isinstance(value, str | Mapping):
            raise RecordError("has to be a list or ready bytes", Place(node), actual=type(value).__name__)
        resolved = []
        for index, element in enumerate(value):
            node._state.index = index
            resolved.append(self.subcon.resolve(element, node))
        node._state.index = None
        return resolved

    def _build(self, obj: Any, stream: Writer, context: RecordNode, path: Place) -> Any:
        if self.count is not None and is_final(context):
            self._check_count(obj, context, path)
        if isinstance(obj, Buffer):
            stream.write(obj)
            return obj
        if isinstance(obj, Pieces):
            for piece in obj:
                stream.write(piece)
            return obj
        for index, element in enumerate(obj):
            context._state.index = index
            self.subcon._build(element, stream, context, path)
        context._state.index = None
        return obj

    def _check_count(self, obj: Any, node: RecordNode, path: Place) -> None:
        given, expected = self.length(obj), self._count(node)
        if given is not None and given != expected:
            raise RecordError("has the wrong length", path, expected=f"{expected} elements", actual=f"{given}")

    def length(self, obj: Any) -> int | None:
        """The number of elements; None if ready bytes do not tell."""
        if isinstance(obj, Pieces):
            return None
        if not isinstance(obj, Buffer):
            return len(obj)
        try:
            size = self.subcon.sizeof()
        except SizeofError:
            return None
        return len(obj) // size if size and len(obj) % size == 0 else None

    def _sizeof(self, context: Any, path: Any) -> int:
        if isinstance(self.count, int):
            return self.count * int(self.subcon._sizeof(context, path))
        raise SizeofError("the number of elements is not fixed", path)
