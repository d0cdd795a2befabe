"""The expressions of a schema as functions of Python: rendered once by the generator, compiled once."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from nacformats.codec.trees import operators
from nacformats.fuzz.output import Blame, DrawnNode, Pending, Stream, UnsatisfiedError
from nacformats.schema import expressions as ex
from nacformats.schema.model import Schema, SchemaError, Type
from nacformats.schema.scopes import member_number
from nacformats.targets.python.names import ModuleNames
from nacformats.targets.python.terms import PythonTerms

#: An expression over a record, and one over a value and its record.
OfNode = Callable[[Any], Any]
OfValue = Callable[[Any, Any], Any]

#: What an expression raises that asks for what is not in the file, divides by 0, or takes a text for a number.
_UNDEFINED = (AttributeError, TypeError, LookupError, ArithmeticError, ValueError)


class Closures:
    """Compiles the expressions of a schema.

    Attributes:
        ask_size: whether one that was compiled asks for the size of a stream.
        causes: gives the fields that an expression depends on.
    """

    def __init__(self, schema: Schema) -> None:
        self.schema = schema
        self.modules = ModuleNames(schema)
        self.ask_size = False
        self.causes: Callable[[Type, ex.Expression | None], list[tuple[Type, str]]] = lambda *_: []
        self._made: dict[tuple[int, ex.Expression, str], Any] = {}

    def of_node(self, owner: Type, expression: ex.Expression, path: str) -> OfNode:
        """Return the expression as a function of a record."""
        return self._compiled(owner, expression, path, "self")  # type: ignore[no-any-return]

    def of_number(self, owner: Type, expression: ex.Expression, path: str) -> Callable[[Any], int]:
        """Return the expression as a function of a record, where a count, a size or a position is meant."""
        return self._compiled(owner, expression, path, "self", "int({})")  # type: ignore[no-any-return]

    def of_stream(self, owner: Type, expression: ex.Expression, path: str) -> Callable[[Any], Stream]:
        """Return the expression as a function of a record, where a stream is meant."""
        return self._compiled(owner, expression, path, "self", "stream_of({})")  # type: ignore[no-any-return]

    def of_key(self, owner: Type, expression: ex.Expression, path: str) -> OfNode:
        """Return the expression as a function of a record, where one of several cases is chosen by it."""
        return self._compiled(owner, expression, path, "self", "key_of({})")  # type: ignore[no-any-return]

    def of_value(self, owner: Type, expression: ex.Expression, path: str) -> OfValue:
        """Return the expression as a function of `_` and of a record."""
        return self._compiled(owner, expression, path, "it, self")  # type: ignore[no-any-return]

    def _compiled(self, owner: Type, expression: ex.Expression, path: str, arguments: str, result: str = "{}") -> Any:
        key = (id(owner), expression, arguments + result)
        if key not in self._made:
            text = f"lambda {arguments}: {result.format(self._python(owner, expression, path))}"
            made = eval(text, {**_HELPERS})  # noqa: S307  ids, numbers and quoted strings of a schema
            self._made[key] = defined(made, path, lambda: self.blamed(owner, expression))
        return self._made[key]

    def blamed(self, owner: Type, expression: ex.Expression | None, way: int = 1) -> Blame:
        """Return the fields that an expression depends on, and whether it grows with them."""
        match expression:
            case None:
                return {}
            case ex.Binary("+" | "-" as operator, left, right):
                found = dict(self.blamed(owner, left, way))
                for leaf, sign in self.blamed(owner, right, way if operator == "+" else -way).items():
                    found[leaf] = sign if found.get(leaf, sign) == sign else 0
                return found
        return {(id(target), name): way for target, name in self.causes(owner, expression)}

    def _python(self, owner: Type, expression: ex.Expression, path: str) -> str:
        for part in ex.walk(expression):
            match part:
                case ex.Attribute(ex.Name("_io") | ex.Attribute(_, "_io"), "size"):
                    self.ask_size = True
        try:
            return _Rendering(self.modules, owner, index="self._index").python(expression)
        except ex.ExpressionError as error:  # of a hint, which nobody has checked
            raise SchemaError(path, str(error)) from None


class _Rendering(PythonTerms):
    """Renders expressions of a type, in which what is computed is asked for, and members of enums are numbers."""

    def _inlined(self, name: str) -> str:  # noqa: ARG002  it may be taken to be something else for now
        return ""

    def _enum_member(self, path: tuple[str, ...], name: str) -> str:
        number = member_number(self.scope, ex.Member(path, name))
        if number is None:
            raise ex.ExpressionError(f"there is no enum member {'::'.join((*path, name))}")
        return f"({number})"


def defined(evaluate: Callable[..., Any], path: str, blamed: Callable[[], Blame] = dict) -> Callable[..., Any]:
    """Return the same function; where an expression has no value, it raises UnsatisfiedError, and so another one is
    drawn.

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
            raise UnsatisfiedError(path, reason, blamed(), 0) from None

    return evaluated


def _stream_of(value: Any) -> Stream:
    if not isinstance(value, Stream):
        raise TypeError(f"{type(value).__name__} is no stream")
    return value


def _value_attribute(of: Any, name: str, attribute: str, *arguments: Any) -> Any:
    """Return a member of a record or of a stream, or what the language gives to any other value."""
    if isinstance(of, DrawnNode | Stream):
        return getattr(of, attribute)
    return operators.value_attribute(of, name, attribute, *arguments)


def _key_of(value: Any) -> Any:
    if isinstance(value, Pending):
        int(value)
    value = bytes(value) if isinstance(value, bytearray | memoryview) else value
    hash(value)
    return value


#: What expressions call. Results that may be of any size are bounded, as in readers.
_HELPERS = {f"_{name}": helper for name, helper in vars(operators).items() if callable(helper)} | {
    "_value_attribute": _value_attribute,
    "stream_of": _stream_of,
    "key_of": _key_of,
}
