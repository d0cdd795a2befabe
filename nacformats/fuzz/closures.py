"""The expressions of a schema as functions of Python: rendered once by the generator, compiled once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from nacformats.codec.trees import operators
from nacformats.fuzz.output import Blame, DrawnNode, Pending, Stream, UnsatisfiedError
from nacformats.schema import expressions as ex
from nacformats.schema.model import Schema, SchemaError, Type
from nacformats.schema.scopes import member_number
from nacformats.targets.pycode import python_name
from nacformats.targets.python.names import ModuleNames
from nacformats.targets.python.terms import PythonTerms

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
        causes: gives the fields that an expression depends on; types_of: the types that it may be a record of.
    """

    def __init__(self, schema: Schema) -> None:
        self.schema = schema
        self.modules = ModuleNames(schema)
        self.ask_size = False
        self.causes: Callable[[Type, ex.Expression | None], list[tuple[Type, str]]] = lambda *_: []
        self.types_of: Callable[[Type, ex.Expression], list[Type]] = lambda *_: []
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
        known = _OWN.union(owner.member_ids)
        for part in ex.walk(expression):
            if isinstance(part, ex.Name) and part.id not in known:
                raise SchemaError(path, f"there is no member {part.id!r}")
            self.ask_size |= isinstance(part, ex.Attribute) and part.id == "size" and _is_stream(part.of)
        rendering = _Rendering(self.modules, owner, index="this._index", types_of=self.types_of)
        return rendering.python(expression, path)


@dataclass(frozen=True)
class _Rendering(PythonTerms):
    """Renders expressions of a type, where `.size` may be a member or not, and streams may come as params."""

    types_of: Callable[[Type, ex.Expression], list[Type]] = lambda *_: []

    def _member(self, name: str) -> str:
        return f"this.{python_name(name)}"

    def _enum_member(self, path: tuple[str, ...], name: str) -> str:
        number = member_number(self.scope, ex.Member(path, name))
        if number is None:
            raise ex.ExpressionError(f"there is no enum member {'::'.join((*path, name))}")
        return f"({number})"

    def _attribute(self, of: ex.Expression, name: str, arguments: list[str]) -> str:
        whole = self._render(of)
        if any(name in target.member_ids for target in self.types_of(self.scope, of)):
            return f"{whole}.{python_name(name)}"
        if name in _OF_ANY:
            return f"{_OF_ANY[name]}({whole})"
        if _is_stream(of):
            raise ex.ExpressionError(f"`_io.{name}` is not supported")
        if name in ex.BUILT_INS:
            return self._built_in(name, whole, arguments)
        if arguments or (name[0] == "_" and name not in _OWN):
            raise ex.ExpressionError(f"`.{name}{'()' * bool(arguments)}` is not supported")
        return f"{whole}.{python_name(name)}"


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


def _size_of(value: Any) -> int:
    """Return the size of a stream, a list or a text; of a record, its member of that name."""
    if isinstance(value, DrawnNode):
        return value.size  # type: ignore[no-any-return]
    return value.total() if isinstance(value, Stream) else len(value)


def _key_of(value: Any) -> Any:
    if isinstance(value, Pending):
        int(value)
    value = bytes(value) if isinstance(value, bytearray | memoryview) else value
    hash(value)
    return value


#: What expressions call. Results that may be of any size are bounded, as in readers.
_HELPERS = {
    "_quotient": operators.quotient,
    **{f"_{name}": helper for name, helper in vars(operators).items() if name.startswith("bounded_")},
    "size_of": _size_of,
    "position_in": Stream.position,
    "at_end_of": Stream.at_end,
    "stream_of": _stream_of,
    "key_of": _key_of,
}


#: Attributes of streams that may be behind any expression; `size` is one of lists and texts as well.
_OF_ANY = {"size": "size_of", "pos": "position_in", "eof": "at_end_of"}


def _is_stream(expression: ex.Expression) -> bool:
    return isinstance(expression, ex.Name | ex.Attribute) and expression.id == "_io"
