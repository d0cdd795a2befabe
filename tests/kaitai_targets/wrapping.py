"""Say what of a schema the Kaitai Struct compiler makes wrong code of in some language: names, widths, counts.

What casts mend (`casts`) is said of the schema as it is, which may be compiled without.
"""

from __future__ import annotations

from collections.abc import Iterator

from nacformats.codec.tables import class_name
from nacformats.schema import expressions as ex
from nacformats.schema.expressions import Expression
from nacformats.schema.model import Field, NumberKind, Schema, SwitchKind, Type, ValueInstance, uses
from nacformats.schema.reserved import _tables
from tests.kaitai_targets.ranges import NumberRange, NumberRanges, of_type


#: Words that no member (in the case of the language), and no type may be called, with the languages that have them.
def languages_by_word(section: str) -> dict[str, list[str]]:
    """Return the words of all rows of a section, with the languages that have them."""
    found: dict[str, list[str]] = {}
    for language, text in _tables()[section].items():
        for word in text.split():
            found.setdefault(word, []).append(language)
    return found


RESERVED_MEMBERS, RESERVED_CLASSES = languages_by_word("members"), languages_by_word("classes")
#: The types of numbers that are computed with as they are, from the narrowest.
_WIDTHS = ("u1", "u2", "u4")


def portability_warnings(schema: Schema, *, is_cast: bool = False) -> Iterator[tuple[str, str]]:
    """Yield what to write in another way, each with its path; is_cast: whether operands will be cast."""
    ranges = NumberRanges()
    for target in schema.types:
        yield from _bad_names(target)
        for member in target.stored:
            yield from _open_counts(target, member)
        for path, expression in () if is_cast else _expressions_of(target):
            yield from ((path, reason) for reason in _narrow(ranges, expression, target))


# Names


def _bad_names(target: Type) -> Iterator[tuple[str, str]]:
    if languages := RESERVED_CLASSES.get(class_name(target.id)):
        yield target.path, f"{class_name(target.id)} is a word of {_listed(languages)}: call the type something else"
    camels: dict[str, str] = {}
    for member in target.members:
        name = class_name(member.id)
        camel = name[:1].lower() + name[1:]
        if languages := [
            *RESERVED_MEMBERS.get(member.id, ()),
            *(RESERVED_MEMBERS.get(camel, ()) if "_" in member.id else ()),
        ]:
            yield member.path, f"{member.id!r} is a word of {_listed(languages)}: call it something else"
        if name == class_name(target.id):
            yield member.path, f"{member.id!r} is called like its type, which C# does not allow"
        if (other := camels.setdefault(name, member.id)) != member.id:
            yield member.path, f"{member.id!r} and {other!r} are one name, {name}, in C# and Go"


def _listed(languages: list[str]) -> str:
    return " and ".join((", ".join(languages[:-1]), languages[-1])) if languages[:-1] else languages[0]


# Counts


def _open_counts(target: Type, member: Field) -> Iterator[tuple[str, str]]:
    """Yield a warning about a count that may be more than a list can have elements.

    Counts of variable length are left alone: how many there may be is often for a reader to say.
    """
    named = target.by_id.get(member.count.id) if isinstance(member.count, ex.Name) else None
    if not isinstance(named, Field) or named.valid or not isinstance(named.kind, NumberKind):
        return
    if not of_type(f"{named.kind.kind}{named.kind.width}").fits("s4"):
        reason = f"counts {member.id!r} and has no bound: give it a `valid`, since C++ counts in 32 bits with sign"
        yield named.path, reason


# Widths


def _narrow(ranges: NumberRanges, expression: Expression, target: Type) -> Iterator[str]:
    """Yield a reason for each sum and product that the operands' width does not hold."""
    kept = {id(part.of): part.type for part in ex.walk(expression) if isinstance(part, ex.Cast)}
    for part in ex.walk(expression):
        if isinstance(part, ex.Binary) and part.operator in ("+", "*", "<<"):
            widest = _width_of(ranges, part, target)
            result = _number(ranges, part, target)
            is_narrowed = kept.get(id(part), "u8") in _WIDTHS[: _WIDTHS.index(widest) + 1] if widest else True
            if widest and result is not None and not result.fits(widest) and not is_narrowed:
                wide = "u8" if widest == "u4" else "u4"
                yield f"`{part.operator}` may give more than {widest} holds: Go and Rust wrap; cast with `.as<{wide}>`"


def _width_of(ranges: NumberRanges, part: ex.Binary, target: Type) -> str:
    """Return the type in which an operation is computed; empty where a cast chose it, or it is wide enough."""
    if any(isinstance(side, ex.Cast) for side in (part.left, part.right)):
        return ""
    sides = [_number(ranges, side, target) for side in (part.left, part.right)]
    known = [side for side in sides if side is not None and (side.is_literal or side.type in _WIDTHS)]
    widths = [_WIDTHS.index(side.type) for side in known if not side.is_literal]
    widest = _WIDTHS[max(widths)] if widths and len(known) == len(sides) else ""
    return widest if widest and all(side.fits(widest) for side in known) else ""


def _number(ranges: NumberRanges, expression: Expression, target: Type) -> NumberRange | None:
    try:
        return ranges.of(expression, target)
    except ex.ExpressionError:  # of `_`, which has the width that a rule is about
        return None


def _expressions_of(target: Type) -> Iterator[tuple[str, Expression]]:
    """Yield the expressions of a type in which numbers are computed, with their paths."""
    for member in (*target.stored, *target.views):
        named = {"if": member.condition, "repeat-expr": member.count, "size": member.size, "pos": member.pos}
        yield from ((f"{member.path}/{key}", value) for key, value in named.items() if value is not None)
        yield from ((f"{member.path}/valid", operand) for rule in member.valid for operand in rule.operands)
        if isinstance(member.kind, SwitchKind):
            yield f"{member.path}/type/switch-on", member.kind.on
        yield from ((f"{member.path}/type", argument) for use in uses(member.kind) for argument in use.arguments)
    for value in target.values:
        yield f"{value.path}/value", value.value
        if isinstance(value, ValueInstance) and value.condition is not None:
            yield f"{value.path}/if", value.condition
