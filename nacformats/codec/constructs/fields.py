"""Parts of records: what all of them have in common, and rules, conditions and choices."""

# ruff: noqa: ARG002  the protocol of construct passes more than each construct needs

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from enum import IntEnum
from typing import Any

import numpy as np
from construct import Construct, SizeofError, Subconstruct

from nacformats.codec.constructs.failures import BrokenRuleError, MissingError, RecordError
from nacformats.codec.constructs.nodes import Computation, NodePath, RecordNode, is_final
from nacformats.codec.constructs.streams import BitReader, BitWriter
from nacformats.codec.streams import Buffer


class Part(Construct):  # type: ignore[misc]
    """A construct that knows what to make of the values of a tree that is built."""

    def resolve(self, value: Any, node: RecordNode) -> Any:
        """Return the value as expressions see it: dicts become Nodes, names of enum members become members."""
        return value

    def default(self, node: RecordNode) -> Any:
        """Return the value of a field that the tree leaves out."""
        raise MissingError("has to be given", NodePath(node))

    def measure(self, value: Any, node: RecordNode) -> int:
        """Return the size of a value in bytes, without looking at the field that gives it."""
        writer = BitWriter()
        self._build(value, writer, node, NodePath(node))
        return writer.size


class Wrapper(Subconstruct, Part):  # type: ignore[misc]
    """A Part around another one, for the same value."""

    def resolve(self, value: Any, node: RecordNode) -> Any:
        return self.subcon.resolve(value, node)

    def default(self, node: RecordNode) -> Any:
        return self.subcon.default(node)

    def measure(self, value: Any, node: RecordNode) -> int:
        return int(self.subcon.measure(value, node))


def as_bytes(value: Any, node: RecordNode) -> Buffer:
    """Return a buffer of whatever format as a view of its bytes."""
    if isinstance(value, bytes):
        return value
    try:
        view = value if isinstance(value, memoryview) else memoryview(value)
        if view.ndim == 1 and view.format == "B":
            return view
        return np.frombuffer(view, np.uint8).data if view.nbytes else b""
    except (TypeError, BufferError):  # no buffer, or one with holes
        raise RecordError("has to be bytes", NodePath(node), actual=type(value).__name__) from None


class Valid(Wrapper):
    """A rule for a value: `holds(it, this)`, in words `rule`. A value that the rule pins down need not be given."""

    #: The key of `valid` in the schema.
    key = "expr"

    def __init__(
        self,
        subcon: Construct,
        holds: Callable[[Any, RecordNode], bool],
        rule: str = "",
        pinned: Computation | None = None,
    ) -> None:
        super().__init__(subcon)
        self.holds = holds
        self.rule = rule
        self.pinned = pinned

    def _parse(self, stream: BitReader, context: RecordNode, path: NodePath) -> Any:
        value = self.subcon._parse(stream, context, path)
        if not self.holds(value, context):
            raise BrokenRuleError(self.key, self.words(context), path, self.limit(context), value)
        return value

    def default(self, node: RecordNode) -> Any:
        return super().default(node) if self.pinned is None else self.pinned(node)

    def _build(self, obj: Any, stream: BitWriter, context: RecordNode, path: NodePath) -> Any:
        built = self.subcon._build(obj, stream, context, path)
        if not self.holds(built, context) and is_final(context):
            raise RecordError("breaks a rule of the format", path, expected=self.words(context), actual=_shown(built))
        return built

    def words(self, node: RecordNode) -> str:
        return self.rule

    def limit(self, node: RecordNode) -> Any:
        """Return the value that the rule compares with, if there is one."""
        return None

    @property
    def is_constant(self) -> bool:
        """True if the rule compares with a constant of the schema."""
        return False


def _shown(value: Any) -> Any:
    return getattr(value, "value", "a record") if isinstance(value, RecordNode) else repr(value)


class _Compared(Valid):
    """A rule that compares with one value, or with what is computed from the record."""

    #: The comparison in words; empty for equality. And as a function of the value and the limit.
    comparison = ""
    _compare: Callable[[Any, Any], Any] = staticmethod(operator.eq)

    def __init__(self, subcon: Construct, value: Any, pinned: Computation | None = None) -> None:
        self.value = value
        super().__init__(subcon, lambda it, this: self._compare(it, self.limit(this)), pinned=pinned)

    def limit(self, node: RecordNode) -> Any:
        return self.value(node) if callable(self.value) else self.value

    def words(self, node: RecordNode) -> str:
        return f"{self.comparison}{self.limit(node)!r}"

    @property
    def is_constant(self) -> bool:
        return not callable(self.value)


class Fixed(_Compared):
    """A field with one right value, which may be left out of a tree."""

    key = "eq"

    def __init__(self, subcon: Construct, value: Any) -> None:
        super().__init__(subcon, value, pinned=self.limit)


class AtLeast(_Compared):
    """A value with a lower bound."""

    key, comparison, _compare = "min", "at least ", staticmethod(operator.ge)


class AtMost(_Compared):
    """A value with an upper bound."""

    key, comparison, _compare = "max", "at most ", staticmethod(operator.le)


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

    def __init__(self, subcon: Construct, derive: Computation) -> None:
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

    def __init__(self, condition: Computation, subcon: Construct) -> None:
        super().__init__(subcon)
        self.condition = condition

    def _parse(self, stream: BitReader, context: RecordNode, path: NodePath) -> Any:
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

    def _build(self, obj: Any, stream: BitWriter, context: RecordNode, path: NodePath) -> Any:
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

    def __init__(self, on: Computation, cases: Mapping[Any, Construct], *, otherwise: Construct | None = None) -> None:
        super().__init__()
        self.on = on
        self.cases = cases
        self.otherwise = otherwise

    def _chosen(self, node: RecordNode) -> Any:
        return self.cases.get(self.on(node), self.otherwise)

    def _parse(self, stream: BitReader, context: RecordNode, path: NodePath) -> Any:
        chosen = self._chosen(context)
        return None if chosen is None else chosen._parse(stream, context, path)

    def default(self, node: RecordNode) -> Any:
        chosen = self._chosen(node)
        return None if chosen is None else chosen.default(node)

    def resolve(self, value: Any, node: RecordNode) -> Any:
        chosen = self._chosen(node)
        return value if chosen is None else chosen.resolve(value, node)

    def _build(self, obj: Any, stream: BitWriter, context: RecordNode, path: NodePath) -> Any:
        chosen = self._chosen(context)
        if chosen is not None:
            return chosen._build(obj, stream, context, path)
        if obj is not None and is_final(context):
            raise RecordError("is given, but other fields say that it is absent", path)
        return None
