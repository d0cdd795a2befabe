"""Fields that may be read at once, and types that may take no bytes."""

from __future__ import annotations

from nacformats.codec.streams import COPY_BELOW
from nacformats.schema import expressions as ex
from nacformats.schema import model

#: Format characters of struct, by kind and width, and its byte orders; "@" where the record has the order.
_CODES = {"u1": "B", "u2": "H", "u4": "I", "u8": "Q", "s1": "b", "s2": "h", "s4": "i", "s8": "q", "f4": "f", "f8": "d"}
_ORDERS = {"le": "<", "be": ">", "switched": "@"}


def number_code(kind: model.FieldKind) -> str:
    """Return byte order and format character of a number; empty for every other kind."""
    return f"{_ORDERS[kind.endian]}{_CODES[f'{kind.kind}{kind.width}']}" if isinstance(kind, model.NumberKind) else ""


def may_be_grouped(member: model.Field) -> bool:
    """Return True if a field has a size that the schema fixes, and is always there."""
    if member.repeat is not None or member.condition is not None or member.process is not None:
        return False
    match member.kind:
        case model.NumberKind() | model.Bits():
            return True
        case model.RawBytes() | model.TextKind():
            return (
                member.terminator is None
                and member.pad_right is None
                and member.contents is None
                and fixed_width(member) > 0
            )
    return False


def has_rules(member: model.Field) -> bool:
    return bool(member.valid) or isinstance(member.kind, model.TextKind)


def goes_with(group: list[model.Field], member: model.Field) -> bool:
    """Return True if a field may be read at once with those before it."""
    if not may_be_grouped(member):
        return False
    if not group:
        return True
    first = group[0].kind
    if isinstance(first, model.Bits):
        return isinstance(member.kind, model.Bits) and first.endian == member.kind.endian
    if isinstance(member.kind, model.Bits):
        return False
    orders = {order for each in (*group, member) if (order := byte_order_of(each))}
    return len(orders) < 2


def fixed_width(member: model.Field) -> int:
    """Return the size of a field in bytes, if the schema fixes it and it is small; 0 otherwise."""
    if isinstance(member.kind, model.NumberKind):
        return member.kind.width
    size = member.size.value if isinstance(member.size, ex.Literal) else 0
    return size if isinstance(size, int) and 0 < size <= COPY_BELOW else 0


def code_of(member: model.Field) -> str:
    return number_code(member.kind)[1:] or f"{fixed_width(member)}s"


def byte_order_of(member: model.Field) -> str:
    """Return the byte order of a field; empty where it has none."""
    return number_code(member.kind)[:1] if isinstance(member.kind, model.NumberKind) and member.kind.width > 1 else ""


def is_plain_record(kind: model.FieldKind, scope: model.Type) -> bool:
    """Return True for a type of the same schema without arguments, which takes its byte order as all others do."""
    if not isinstance(kind, model.TypeUse) or kind.arguments or kind.type.params or kind.type.schema != scope.schema:
        return False
    return not kind.type.is_number and (not scope.is_switched or kind.type.endian is None)


# What may take no bytes


def may_be_empty(member: model.Field, seen: frozenset[model.Type] = frozenset()) -> bool:
    """Return True if a field, or an element of a list, may take no bytes."""
    if member.contents is not None:
        return not member.contents
    if member.size is not None:
        return not (isinstance(member.size, ex.Literal) and member.size.value)
    if member.to_end:
        return False
    if member.terminator is not None:
        return not (member.terminator.consume and member.terminator.required)
    if isinstance(member.kind, model.Bits) or (isinstance(member.kind, model.SwitchKind) and not member.kind.otherwise):
        return True
    return any(not use.type.is_number and is_empty_type(use.type, seen) for use in model.uses(member.kind))


def is_empty_type(target: model.Type, seen: frozenset[model.Type] = frozenset()) -> bool:
    """Return True if a record may take no bytes."""
    if target in seen:
        return True
    always = (field for field in target.fields if field.condition is None and field.repeat is None)
    return all(may_be_empty(field, seen | {target}) for field in always)


def may_end_in_byte(target: model.Type) -> bool:
    """Return True if a record may end with bits that do not fill its last byte, or one in it may begin after such."""
    width = 0
    for member in target.fields:
        is_fixed = isinstance(member.kind, model.Bits) and member.repeat is None and member.condition is None
        if isinstance(member.kind, model.Bits):
            width = width + member.kind.width if is_fixed else width * 8 + 1
        elif width % 8 and isinstance(member.kind, model.TypeUse | model.SwitchKind):
            return True
        elif member.repeat is None and member.condition is None:  # what is there begins with a byte
            width = 0
    return width % 8 != 0
