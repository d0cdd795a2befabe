"""The type of every expression of a schema, in whatever order its members are declared."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import reduce
from typing import Any

from nacformats.codec.trees.record import name_meant
from nacformats.schema import expressions as ex
from nacformats.schema import model
from nacformats.schema.expressions import Expression, ExpressionError
from nacformats.schema.keys import takes_long
from nacformats.schema.scopes import find_enum, find_type, names_around


@dataclass(frozen=True)
class IntType:
    """An integer; width is its size in bytes where it is read, None where it is computed."""

    width: int | None = None
    is_signed: bool = True


@dataclass(frozen=True)
class FloatType:
    """A floating point number."""


@dataclass(frozen=True)
class BoolType:
    """True or false; a bit field of one bit is one."""


@dataclass(frozen=True)
class StrType:
    """A text."""


@dataclass(frozen=True)
class BytesType:
    """Bytes."""


@dataclass(frozen=True)
class EnumType:
    """A member of an enum."""

    enum: model.Enum


@dataclass(frozen=True)
class RecordType:
    """A record of a type of the schema; None where it may be of several."""

    type: model.Type | None = None


@dataclass(frozen=True)
class ListType:
    """A list of values of one type."""

    of: DataType


@dataclass(frozen=True)
class StreamType:
    """`_io`."""


@dataclass(frozen=True)
class AnyType:
    """A value of one of several types that have nothing in common."""


DataType = (
    IntType | FloatType | BoolType | StrType | BytesType | EnumType | RecordType | ListType | StreamType | AnyType
)

INT, FLOAT, BOOL, STR, BYTES, ANY = IntType(), FloatType(), BoolType(), StrType(), BytesType(), AnyType()
_BYTE = IntType(1, is_signed=False)
#: The type of what is computed from itself, while it is not known.
OPEN = AnyType()
_WORDS = {
    IntType: "a whole number",
    FloatType: "a floating point number",
    BoolType: "a truth value",
    StrType: "a text",
} | {
    BytesType: "bytes",
    EnumType: "a member of an enum",
    RecordType: "a record",
    ListType: "a list",
    StreamType: "a stream",
    AnyType: "a value whose type varies (`.as<...>` says which it is)",
}

#: The methods of a type: name -> types of the arguments, result. A result of None is the type of an element.
_METHODS: dict[type, dict[str, tuple[tuple[DataType, ...], DataType | None]]] = {
    IntType: {"to_s": ((), STR)},
    FloatType: {"to_i": ((), INT)},
    BoolType: {"to_i": ((), INT)},
    EnumType: {"to_i": ((), INT)},
    StreamType: {"size": ((), INT), "pos": ((), INT), "eof": ((), BOOL)},
    StrType: {"length": ((), INT), "reverse": ((), STR), "to_i": ((INT,), INT), "substring": ((INT, INT), STR)},
    BytesType: {"length": ((), INT), "size": ((), INT), "to_s": ((STR,), STR)},
    ListType: {"size": ((), INT)},
}
for _method in ("first", "last", "min", "max"):
    _METHODS[BytesType][_method] = (), _BYTE
    _METHODS[ListType][_method] = (), None
_NUMBER_MEMBERS = dict.fromkeys(("value", "len", "zigzag", "value_signed"), INT) | {"is_minimal": BOOL}
_COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")
_BIT_OPERATORS = ("&", "|", "^", "<<", ">>")


def type_of(expression: Expression, scope: model.Type, it: DataType | None = None) -> DataType:
    """Return the type of an expression.

    Args:
        expression: of the schema.
        scope: the type whose members it names.
        it: the type of `_`, or of `_on`, where there is one.

    Raises:
        ExpressionError: it names what there is not, or its operands are of wrong types.
    """
    return _TYPES[type(expression)](expression, scope, it)


def in_words(found: DataType) -> str:
    """Return the words for a type in a message."""
    if isinstance(found, EnumType):
        return f"a member of the enum {found.enum.id}"
    return f"a record of {found.type.id}" if isinstance(found, RecordType) and found.type else _WORDS[type(found)]


def plain(found: DataType) -> DataType:
    """Return the type in an operation: schemas that are one number are that."""
    return INT if isinstance(found, RecordType) and found.type is not None and found.type.is_number else found


# Members


def type_of_member(member: model.Field | model.ValueInstance | model.TypeParam, scope: model.Type) -> DataType:
    """Return the type of a member of a type."""
    if isinstance(member, model.Field):
        return ListType(element_type(member)) if member.repeat else element_type(member)
    if isinstance(member, model.TypeParam):
        return EnumType(member.enum) if member.enum else named_type(member.kind, scope)
    if member.enum is not None:
        return EnumType(member.enum)
    known = scope.inferred
    if member.id not in known:
        known[member.id] = OPEN
        try:
            found = type_of(member.value, scope)
        finally:
            del known[member.id]
        if found is OPEN:
            return OPEN
        known[member.id] = found
    return known[member.id]  # type: ignore[no-any-return]


def element_type(member: model.Field) -> DataType:
    """Return the type of a field, or of an element of a repeated one."""
    if member.enum is not None:
        return EnumType(member.enum)
    return kind_type(member.kind, is_sized=member.has_extent)


def kind_type(kind: model.FieldKind, *, is_sized: bool) -> DataType:
    """Return the type of what a kind gives; is_sized: whether a switch without a case for a value gives bytes."""
    match kind:
        case model.NumberKind(sign, width, _):
            return FLOAT if sign == "f" else IntType(width, is_signed=sign == "s")
        case model.Bits(width, _):
            return BOOL if width == 1 else IntType((width + 7) // 8, is_signed=False)
        case model.TextKind():
            return STR
        case model.RawBytes():
            return BYTES
        case model.TypeUse(target, _):
            return RecordType(target)
        case model.SwitchKind(_, cases):
            found = [kind_type(case, is_sized=is_sized) for _, case in cases]
            if is_sized and kind.otherwise is None:
                found.append(BYTES)
            return reduce(_common, found) if found else ANY


_SIMPLE: dict[str, DataType] = {"": ANY, "any": ANY, "bool": BOOL, "b1": BOOL, "bytes": BYTES, "str": STR, "strz": STR}
_SIMPLE |= {"struct": RecordType(), "io": StreamType()}
_NUMBER = re.compile(r"([usf])([1248])(?:le|be)?|b(\d{1,2})(?:le|be)?")


def named_type(text: str, scope: model.Type) -> DataType:
    """Return the type that a param is declared with, or that a cast names."""
    if text.endswith("[]"):
        return ListType(named_type(text[:-2], scope))
    if text in _SIMPLE:
        return _SIMPLE[text]
    if match := _NUMBER.fullmatch(text):
        sign, width, _ = match.groups()
        return FLOAT if sign == "f" else IntType(int(width), is_signed=sign == "s") if sign else INT
    found = find_type(scope, tuple(text.split("::")))
    if found is None:
        raise ExpressionError(f"there is no type {text!r}")
    return RecordType(found)


def parent_type(target: model.Type) -> DataType:
    """Return the type of `_parent`: that of all fields of the schema that hold the type."""
    if "_parent" not in target.inferred:
        target.inferred["_parent"] = OPEN
        users = list(_users(target))
        is_one = bool(users) and all(user == users[0] for user in users)
        target.inferred["_parent"] = users[0] if is_one else RecordType()
    return target.inferred["_parent"]  # type: ignore[no-any-return]


def _users(target: model.Type) -> Iterator[DataType]:
    """Yield the types of the records around a record of a type."""
    if "_users" not in target.root.inferred:
        target.root.inferred["_users"] = users = defaultdict(list)
        for owner in target.root.all_types:
            for member in owner.stored:
                for held in {use.type for use in model.uses(member.kind)}:
                    users[held].append((owner, member))
    for owner, member in target.root.inferred["_users"].get(target, ()):
        if member.parent is None:
            yield RecordType(owner)
        elif isinstance(member.parent, Expression):
            yield type_of(member.parent, owner)


# Expressions


def _literal(literal: ex.Literal, _scope: model.Type, _it: DataType | None) -> DataType:
    match literal.value:
        case bool():
            return BOOL
        case int(number):
            return _BYTE if 0 <= number <= 255 else INT
        case float():
            return FLOAT
    return STR


def _name(name: ex.Name, scope: model.Type, it: DataType | None) -> DataType:
    if name.id in ("_", "_on"):
        if it is None:
            raise ExpressionError(f"there is no member {name.id!r} here: it is known in `valid` and `repeat-until`")
        return it
    return INT if name.id == "_index" else _of_record(scope, name.id)


def _of_record(target: model.Type, name: str) -> DataType:
    match name:
        case "_root":
            return RecordType(target.root)
        case "_parent":
            return parent_type(target)
        case "_io":
            return StreamType()
    if target.is_number and name in _NUMBER_MEMBERS:
        return _NUMBER_MEMBERS[name]
    member = target.by_id.get(name)
    if member is None:
        raise ExpressionError(f"there is no member {name!r} in {target.id}{name_meant(name, target.by_id)}")
    return type_of_member(member, target)


def _enum_member(member: ex.Member, scope: model.Type, _it: DataType | None) -> DataType:
    enum = find_enum(scope, member.enum)
    path = "::".join(member.enum)
    if enum is None:
        raise ExpressionError(f"there is no enum {path!r}{name_meant(path, names_around(scope, 'enums'))}")
    if member.id not in enum.numbers:
        raise ExpressionError(f"{path} has no member {member.id!r}{name_meant(member.id, enum.numbers)}")
    return EnumType(enum)


def _attribute(attribute: ex.Attribute, scope: model.Type, it: DataType | None) -> DataType:
    of = type_of(attribute.of, scope, it)
    name = attribute.id
    if of is OPEN:
        return OPEN
    if isinstance(of, RecordType) and not attribute.arguments:
        if of.type is not None:
            return _of_record(of.type, name)
        if name in ("_io", "_parent", "_root"):
            return StreamType() if name == "_io" else RecordType()
        raise ExpressionError(f"`.{name}`: the record may be of several types: say which with `.as<type>`")
    takes, result = _METHODS.get(type(of), {}).get(name, (None, None))
    if takes is None:
        close = name_meant(name, _METHODS.get(type(of), {}))
        raise ExpressionError(f"`.{name}`: there is no such attribute of what is {in_words(of)}{close}")
    given = [type_of(argument, scope, it) for argument in attribute.arguments]
    is_short = isinstance(of, StrType) and name == "to_i" and not given
    if not is_short and [type(each) for each in given] != [type(each) for each in takes]:
        words = ", ".join(in_words(each) for each in takes) or "none"
        raise ExpressionError(f"`.{name}`: expected as arguments: {words}")
    if isinstance(of, BytesType) and name == "to_s":
        _check_encoding(attribute.arguments[0])
    return result if result is not None else of.of if isinstance(of, ListType) else ANY


def _check_encoding(encoding: Expression) -> None:
    if not isinstance(encoding, ex.Literal):
        raise ExpressionError("`.to_s`: the encoding has to be written out")
    if takes_long(str(encoding.value)):
        raise ExpressionError(f"`.to_s`: the encoding {encoding.value!r} is not known")


def _index(index: ex.Index, scope: model.Type, it: DataType | None) -> DataType:
    of = type_of(index.of, scope, it)
    require(index.at, scope, it, IntType)
    if isinstance(of, ListType):
        return of.of
    if isinstance(of, BytesType):
        return _BYTE
    raise ExpressionError(f"`[...]`: expected a list or bytes, and it is {in_words(of)}")


def _cast(cast: ex.Cast, scope: model.Type, it: DataType | None) -> DataType:
    type_of(cast.of, scope, it)
    return named_type(cast.type, scope)


def _unary(unary: ex.Unary, scope: model.Type, it: DataType | None) -> DataType:
    if unary.operator == "not":
        return require(unary.operand, scope, it, BoolType)
    found = require(unary.operand, scope, it, *((IntType,) if unary.operator == "~" else (IntType, FloatType)))
    return INT if isinstance(found, IntType) else found


def _binary(binary: ex.Binary, scope: model.Type, it: DataType | None) -> DataType:
    operator = binary.operator
    left, right = (plain(type_of(side, scope, it)) for side in (binary.left, binary.right))
    left, right = right if left is OPEN else left, left if right is OPEN else right
    if operator in ("and", "or"):
        is_right = isinstance(left, BoolType) and isinstance(right, BoolType)
    elif operator in _COMPARISONS:
        is_right = comparable(left, right, operator)
    else:
        return _arithmetic(operator, left, right)
    if not is_right:
        raise ExpressionError(f"`{operator}` does not go with {in_words(left)} and {in_words(right)}")
    return BOOL


def comparable(left: DataType, right: DataType, operator: str = "==") -> bool:
    """Return True if an operator compares values of two types."""
    left, right = plain(left), plain(right)
    if left is OPEN:
        return True
    if isinstance(left, IntType | FloatType) and isinstance(right, IntType | FloatType):
        return True
    if isinstance(left, BoolType | EnumType):
        return left == right and operator in ("==", "!=")
    return isinstance(left, StrType | BytesType) and left == right


def is_assignable(given: DataType, wanted: DataType) -> bool:
    """Return True if a param of a type may be given a value of another one."""
    given, wanted = plain(given), plain(wanted)
    if isinstance(given, ListType) and isinstance(wanted, ListType):
        return is_assignable(given.of, wanted.of)
    is_any = isinstance(wanted, AnyType) or wanted == RecordType()
    if is_any or isinstance(given, IntType | FloatType):
        return isinstance(wanted, AnyType) or isinstance(given, type(wanted))
    return given == wanted


def _arithmetic(operator: str, left: DataType, right: DataType) -> DataType:
    if left is OPEN:
        return OPEN
    if isinstance(left, IntType) and isinstance(right, IntType):
        return INT
    if (
        isinstance(left, IntType | FloatType)
        and isinstance(right, IntType | FloatType)
        and operator not in _BIT_OPERATORS
    ):
        return FLOAT
    if operator == "+" and isinstance(left, StrType) and isinstance(right, StrType):
        return STR
    raise ExpressionError(f"`{operator}` does not go with {in_words(left)} and {in_words(right)}")


def _conditional(conditional: ex.Conditional, scope: model.Type, it: DataType | None) -> DataType:
    require(conditional.condition, scope, it, BoolType)
    sides = [type_of(side, scope, it) for side in (conditional.yes, conditional.no)]
    return _joined(sides, "`? :`")


def _array(array: ex.ArrayLiteral, scope: model.Type, it: DataType | None) -> DataType:
    if not array.items:
        raise ExpressionError("`[]`: nothing says of what the list is")
    of = _joined([type_of(item, scope, it) for item in array.items], "a list")
    return BYTES if of == _BYTE else ListType(of)


def _joined(found: list[DataType], words: str) -> DataType:
    """Return the type of values that are either of several types."""
    joined = reduce(_common, found)
    if joined == ANY and joined is not OPEN and any(each != ANY for each in found):
        raise ExpressionError(f"{words}: {' and '.join(dict.fromkeys(map(in_words, found)))} have nothing in common")
    return joined


def _common(left: DataType, right: DataType) -> DataType:
    if left is OPEN or left == right:
        return right
    if right is OPEN:
        return left
    for pair, common in ((IntType, INT), (IntType | FloatType, FLOAT), (RecordType, RecordType())):
        if isinstance(left, pair) and isinstance(right, pair):
            return common
    if isinstance(left, ListType) and isinstance(right, ListType):
        return ListType(_common(left.of, right.of))
    return ANY


def _size_of(size: ex.SizeOf, scope: model.Type, it: DataType | None) -> DataType:
    if size.type:
        named_type(size.type, scope)
    elif size.of is not None:
        type_of(size.of, scope, it)
    return INT


def _format(text: ex.FormatString, scope: model.Type, it: DataType | None) -> DataType:
    for part in text.parts:
        require(part, scope, it, IntType, StrType)
    return STR


_TYPES: dict[type, Callable[[Any, model.Type, DataType | None], DataType]] = {
    ex.Literal: _literal,
    ex.Name: _name,
    ex.Member: _enum_member,
    ex.Attribute: _attribute,
    ex.Index: _index,
    ex.Cast: _cast,
    ex.Unary: _unary,
    ex.Binary: _binary,
    ex.Conditional: _conditional,
    ex.ArrayLiteral: _array,
    ex.SizeOf: _size_of,
    ex.FormatString: _format,
}


def require(expression: Expression, scope: model.Type, it: DataType | None, *wanted: type) -> DataType:
    """Return the type of an expression, which has to be one of some.

    Raises:
        ExpressionError: it is another one.
    """
    found = plain(type_of(expression, scope, it))
    if not isinstance(found, wanted) and found is not OPEN:
        raise ExpressionError(f"expected {' or '.join(_WORDS[each] for each in wanted)}, and it is {in_words(found)}")
    return found
