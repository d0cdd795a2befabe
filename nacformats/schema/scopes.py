"""Look up the names of types and enums in a type of a schema: those around it, and those of imported schemas."""

from __future__ import annotations

from nacformats.schema.expressions import Member
from nacformats.schema.model import Enum, Type


def find_type(scope: Type, names: tuple[str, ...]) -> Type | None:
    """Return the type that a path means when it is used in a type: the nearest one around, or an imported one."""
    outer: Type | None = scope
    while outer is not None:
        root = outer
        if names[0] in outer.types and (found := _descend(outer, names)) is not None:
            return found
        outer = outer.outer
    if names[0] in ("", root.id):
        return _descend(root, names[1:])
    if names[0] not in root.imports and names[0] in root.others:
        root.imports[names[0]] = root.others[names[0]].root
    return _descend(root.imports[names[0]], names[1:]) if names[0] in root.imports else None


def find_enum(scope: Type, names: tuple[str, ...]) -> Enum | None:
    """Return the enum that a path means when it is used in a type: `enum`, or `type::enum`."""
    if names[:-1]:
        target = find_type(scope, names[:-1])
        return None if target is None else target.enums.get(names[-1])
    outer: Type | None = scope
    while outer is not None:
        if names[-1] in outer.enums:
            return outer.enums[names[-1]]
        outer = outer.outer
    return None


def member_number(scope: Type, member: Member) -> int | None:
    """Return the number of an enum member that is named in a type; None where there is no such member."""
    enum = find_enum(scope, member.enum)
    return None if enum is None else enum.numbers.get(member.id)


def _descend(outer: Type, names: tuple[str, ...]) -> Type | None:
    target: Type | None = outer
    for name in names:
        target = target.types.get(name) if target is not None else None
    return target


def names_around(scope: Type | None, key: str) -> list[str]:
    """Return the names of the types, or of the enums, that are found from a type on outwards."""
    return [] if scope is None else [*getattr(scope, key), *names_around(scope.outer, key)]
