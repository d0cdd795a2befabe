"""Prove that what is read by a schema can be written back byte for byte, so that strict reading need not write it.

A type is faithful if each byte of its records belongs to a field, and the bytes of each field follow from its value.
What a reader has to see to: that nothing is left over in the part of a file that a record is read from
(nacformats.codec.trees.reading.Reading.is_whole), and after the last field.
"""

from __future__ import annotations

import codecs

from nacformats.schema import expressions as ex
from nacformats.schema import model
from nacformats.schema.checking import names_in
from nacformats.schema.expressions import Expression
from nacformats.schema.writing import Derivation, derivation, derived_by, holds_no_bytes, reached_types

#: Encodings of several bytes a character of which every text has one form.
_EXACT = {"utf-8", "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be", "ascii"}
_UNDONE = ("xor", "rol", "ror")
#: Records in so many others are written whenever they are read, which shows whether they can be.
_MOST_LEVELS = 64


def is_faithful(schema: model.Schema) -> bool:
    """Return True if files of a schema are written back byte for byte, whatever is in them."""
    return _is_shallow(schema) and all(
        all(_is_exact(target, member) for member in target.fields)
        and all(holds_no_bytes(member.kind) for member in target.placed)
        and "_io" not in names_in((*target.members, target.endian))  # where writers stand is not where readers do
        for target in reached_types(schema)
    )


def _is_shallow(schema: model.Schema) -> bool:
    """Return True if records are in few others: writing takes more of the stack than reading."""
    level = [schema.root]
    for _ in range(_MOST_LEVELS):
        level = list(dict.fromkeys(inner for target in level for inner in target.held))
        if not level:
            return True
    return False


def _is_exact(target: model.Type, member: model.Field) -> bool:
    if member.process is not None and member.process.name not in _UNDONE:
        return False
    texts = [kind for kind in model.switched_kinds(member.kind) if isinstance(kind, model.TextKind)]
    ends = [end for end in (member.terminator, *(text.terminator for text in texts)) if end is not None]
    if member.pad_right is not None or not all(_ends_exactly(member, end) for end in ends):
        return False
    if not all(is_exact_encoding(text.encoding) for text in texts):
        return False
    how = derived_by(target, member)
    return how is None or not how.is_sure or how.value is not None or _follows(target, member, how)


def _ends_exactly(member: model.Field, end: model.Terminator) -> bool:
    """Return True if the value of a field tells how it ended: at its terminator, or at the end of the stream.

    A terminator that is not consumed belongs to what follows, which writes it, even where the value has it as well.
    """
    is_told = end.required or end.include or not end.consume
    return member.size is None and not member.to_end and is_told


def _follows(target: model.Type, member: model.Field, how: Derivation) -> bool:
    """Return True if deriving a field that was read gives what was read."""
    if isinstance(member.kind, model.TypeUse) and not _is_shortest(member):
        return False
    user = next(each for each in target.stored if each.id == how.member)
    if user.condition not in (None, member.condition) and not _holds_unless_zero(user.condition, member.id):
        return False
    match how.function:
        case "length_of" | "sum_of":
            return True
        case "count_of":
            return how.plus >= 0 and _is_unsigned(member)
        case "argument_of":
            return all(_param_follows(use, how.param or "") for use in model.uses(user.kind)) and _is_unsigned(member)
    return False


def _param_follows(use: model.TypeUse, param: str) -> bool:
    inner = derivation(use.type, param)
    if inner is None or inner.function not in ("count_of", "length_of"):
        return inner is None
    user = next(each for each in use.type.stored if each.id == inner.member)
    return user.condition is None and inner.plus >= 0


def _is_unsigned(member: model.Field) -> bool:
    match member.kind:
        case model.NumberKind(kind, _, _):
            return kind == "u"
        case model.TypeUse(target, _):
            return target.schema != "sleb128"
    return isinstance(member.kind, model.Bits)


def _is_shortest(member: model.Field) -> bool:
    """Return True if a number of variable length has to take the fewest bytes."""
    shortest = ex.Attribute(ex.Name("_"), "is_minimal")
    return any(part == shortest for rule in member.valid for part in rule.conditions)


def _holds_unless_zero(condition: Expression | None, name: str) -> bool:
    match condition:
        case ex.Binary("!=" | ">", left, ex.Literal(0)):
            return left in (ex.Name(name), ex.Attribute(ex.Name(name), "value"))
    return False


def is_exact_encoding(encoding: str) -> bool:
    """Return True if the bytes of a text follow from the text."""
    try:
        name = codecs.lookup(encoding).name
        if name in _EXACT:
            return True
        every = bytes(range(256))
        text = every.decode(name, "replace")
        return len(text) == len(every) and all(
            char == "\ufffd" or char.encode(name) == every[at : at + 1] for at, char in enumerate(text)
        )
    except (LookupError, UnicodeError):
        return False
