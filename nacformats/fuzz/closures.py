"""The expressions of a schema as functions of Python: rendered once by the generator, compiled once."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from types import SimpleNamespace
from typing import Any

from nacformats.codec.constructs import expressions
from nacformats.fuzz.output import BlamedField, Pending, Stream, UnsatisfiedError
from nacformats.generator import expressions as ex
from nacformats.generator.model import Schema, SchemaError, Type
from nacformats.generator.scopes import find_enum

#: An expression over a record, and one over a value and its record.
OfNode = Callable[[Any], Any]
OfValue = Callable[[Any, Any], Any]

_OWN = {"_", "_root", "_parent", "_io", "_index"}
#: What an expression raises that asks for what is not in the file, divides by 0, or takes a text for a number.
_UNDEFINED = (AttributeError, TypeError, LookupError, ArithmeticError, ValueError)


class Closures:
    """Compiles the expressions of a schema.

    Attributes:
        ask_size: whether one that was compiled asks for the size of a stream.
        leaves: gives the fields that an expression is computed from.
    """

    def __init__(self, schema: Schema, types: list[Type]) -> None:
        self.schema = schema
        self._names: dict[str, Any] = {**_HELPERS}
        self._enums: dict[int, str] = {}
        self._members = {name for target in types for name in target.member_ids}
        self.ask_size = False
        self.leaves: Callable[[Type, ex.Expression | None], list[tuple[Type, str]]] = lambda *_: []
        self._made: dict[tuple[int, ex.Expression, str], Any] = {}

    def of_node(self, owner: Type, expression: ex.Expression, path: str) -> OfNode:
        """Return the expression as a function of a record."""
        return self._compiled(owner, expression, path, "this")  # type: ignore[no-any-return]

    def of_number(self, owner: Type, expression: ex.Expression, path: str) -> Callable[[Any], int]:
        """Return the expression as a function of a record, where a count, a size or a position is meant."""
        return self._compiled(owner, expression, path, "this", "int({})")  # type: ignore[no-any-return]

    def of_stream(self, owner: Type, expression: ex.Expression, path: str) -> Callable[[Any], Stream]:
        """Return the expression as a function of a record, where a stream is meant."""
        return self._compiled(owner, expression, path, "this", "stream_of({})")  # type: ignore[no-any-return]

    def of_key(self, owner: Type, expression: ex.Expression, path: str) -> OfNode:
        """Return the expression as a function of a record, where one of several cases is chosen by it."""
        return self._compiled(owner, expression, path, "this", "key_of({})")  # type: ignore[no-any-return]

    def of_value(self, owner: Type, expression: ex.Expression, path: str) -> OfValue:
        """Return the expression as a function of `_` and of a record."""
        return self._compiled(owner, expression, path, "it, this")  # type: ignore[no-any-return]

    def _compiled(self, owner: Type, expression: ex.Expression, path: str, arguments: str, result: str = "{}") -> Any:
        key = (id(owner), expression, arguments + result)
        if key not in self._made:
            text = f"lambda {arguments}: {result.format(self._python(owner, expression, path))}"
            made = eval(text, self._names)  # noqa: S307  ids, numbers and quoted strings of a schema
            self._made[key] = defined(made, path, lambda: self.blamed(owner, expression))
        return self._made[key]

    def blamed(self, owner: Type, expression: ex.Expression | None) -> frozenset[BlamedField]:
        """Return the fields that an expression is computed from."""
        return frozenset((id(target), name) for target, name in self.leaves(owner, expression))

    def _python(self, owner: Type, expression: ex.Expression, path: str) -> str:
        known = _OWN.union(owner.member_ids)
        for part in ex.walk(expression):
            if isinstance(part, ex.Name) and part.id not in known:
                raise SchemaError(path, f"there is no member {part.id!r}")
            self.ask_size |= isinstance(part, ex.Attribute) and part.id == "size" and _is_stream(part.of)
        python = ex.Python(
            lambda names: self._enum(owner, names),
            lambda of, name: f"{of}.{name}",
            self._members.__contains__,
            str,
            is_bounded=True,
        )
        try:
            return python.render(expression)
        except ex.ExpressionError as error:
            raise SchemaError(path, str(error)) from None

    def _enum(self, owner: Type, names: tuple[str, ...]) -> str:
        found = find_enum(owner, names)
        if found is None:
            raise ex.ExpressionError(f"there is no enum {'::'.join(names)}")
        if id(found) not in self._enums:
            name = self._enums[id(found)] = f"enum_{len(self._enums)}"
            self._names[name] = SimpleNamespace(**{member.id: member.number for member in found.members})
        return self._enums[id(found)]


def defined(
    evaluate: Callable[..., Any], path: str, blamed: Callable[[], frozenset[BlamedField]] = frozenset
) -> Callable[..., Any]:
    """The same function; where an expression has no value, it raises UnsatisfiedError, and so another one is drawn.

    All that comes from an expression of a schema or of a hint, and what is compared with it, is computed in here.
    """

    @wraps(evaluate)
    def evaluated(*arguments: Any) -> Any:
        try:
            return evaluate(*arguments)
        except UnsatisfiedError:  # of a field that is drawn because the expression asks for it
            raise
        except _UNDEFINED as error:
            reason = f"has no value ({type(error).__name__}: {error})"
            raise UnsatisfiedError(path, reason, blamed()) from None

    return evaluated


def _stream_of(value: Any) -> Stream:
    if not isinstance(value, Stream):
        raise TypeError(f"{type(value).__name__} is no stream")
    return value


def _key_of(value: Any) -> Any:
    if isinstance(value, Pending):
        int(value)
    hash(value)
    return value


#: What expressions call. Results that may be of any size are bounded, as in readers.
_HELPERS = {
    **{name: helper for name, helper in vars(expressions).items() if name.startswith("bounded_")},
    "size_of": Stream.total,
    "position_in": Stream.position,
    "at_end_of": Stream.at_end,
    "stream_of": _stream_of,
    "key_of": _key_of,
}


def _is_stream(expression: ex.Expression) -> bool:
    return isinstance(expression, ex.Name | ex.Attribute) and expression.id == "_io"
