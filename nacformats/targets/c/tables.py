"""The types of a schema as C: a struct for each, and the table by which the runtime reads and writes it."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from nacformats.schema import expressions as ex
from nacformats.schema import model
from nacformats.schema.lines import filled_words, words_of
from nacformats.schema.members import (
    TableMember,
    asks_place,
    bound_of,
    byte_order_term,
    compared_with,
    derived_member,
    field_of_offset,
    is_ended,
    is_placed,
    is_sum,
    rules_of,
    table_members,
    upper_half,
)
from nacformats.schema.model import Field, SchemaError, Type, ValueInstance
from nacformats.schema.reserved import reserved
from nacformats.schema.writing import holds_no_bytes
from nacformats.targets.c.comments import WIDTH as _WIDTH
from nacformats.targets.c.comments import c_comment
from nacformats.targets.c.terms import Expressions, c_id, c_string

#: Longer rules are cut: the rest of a message is what the file has.
_LONGEST = 900
_NATIVE = {"uleb128": "ULEB", "vlq_base128_le": "ULEB", "sleb128": "SLEB", "vlq_base128_be": "VLQ"}
_NUMBERS = {"u": "UINT", "s": "SINT", "f": "FLOAT"}
_ENDIANS = {"le": "LE", "be": "BE", "switched": "SWITCHED"}
_REPEATS = {"expr": "NACF_COUNTED", "eos": "NACF_TO_EOS", "until": "NACF_UNTIL"}
#: Encodings of more than a byte that the runtime knows: bytes of a unit, byte order.
_WIDE = {
    "utf-16-le": (2, "NACF_LE"),
    "utf-16-be": (2, "NACF_BE"),
    "utf-32-le": (4, "NACF_LE"),
    "utf-32-be": (4, "NACF_BE"),
}
_WIDTHS = (1, 2, 4, 8)
#: Headers of C and POSIX, some of which are functions as well: a schema of such a name gets another one.
_TAKEN = reserved("c-files")
#: What the functions of a schema are called, after its name.
FUNCTIONS = ("read", "write", "new", "free")


def type_name(target: Type) -> str:
    """Return the name of the struct of a type."""
    if target.outer is None:
        return file_stem(target.schema)
    return f"{file_stem(target.schema)}_{target.name}" + ("_" if target.name.rstrip("_") in FUNCTIONS else "")


def file_stem(schema: str) -> str:
    """Return the name of the files of a schema, and of the struct of its root."""
    return f"{schema}_format" if re.sub("(_format)*$", "", schema) in _TAKEN else c_id(schema)


# structs


def struct_lines(target: Type) -> Iterator[str]:
    """Yield the lines of the struct of a type, one for each member, below what the schema says of it."""
    name = type_name(target)
    ids = [member.id for member in table_members(target)]
    yield from c_comment(target.doc, target.doc_ref)
    yield from (f"typedef struct {name} {{", "    nacf_node node;")
    states = f"struct {{ uint8_t {', '.join(map(c_id, ids)) or 'none_'}; }} has;"
    yield from _wrapped(states)
    for member in table_members(target):
        yield from c_comment(member.doc, getattr(member, "doc_ref", ""), "    ")
        yield f"    {_declaration(member)}"
    yield from (f"}} {name};", "")


def _declaration(member: TableMember) -> str:
    name = c_id(member.id)
    if not isinstance(member, Field):
        return f"nacf_value {name};"
    kind = member_type(member.kind)
    text = f"NACF_LIST({kind}) {name};" if member.repeat else f"{kind}{'' if kind.endswith('*') else ' '}{name};"
    return text + (f" /* {member.enum.name} */" if member.enum is not None else "")


def member_type(kind: model.FieldKind) -> str:
    match kind:
        case model.NumberKind("f", width, _):
            return "float" if width == 4 else "double"
        case model.NumberKind(sign, width, _):
            return f"{'u' if sign == 'u' else ''}int{8 * width}_t"
        case model.Bits(1, _):
            return "bool"
        case model.Bits(width, _):
            return f"uint{8 * next(each for each in _WIDTHS if 8 * each >= width)}_t"
        case model.TextKind() | model.RawBytes():
            return "nacf_bytes"
        case model.TypeUse(target, _):
            return "nacf_varint" if target.schema in _NATIVE else f"struct {type_name(target)} *"
    return "nacf_value"


# tables


@dataclass
class CTables:
    """The tables of one source, and what they refer to."""

    terms: Expressions = field(default_factory=Expressions)
    #: Encodings and enums, by the line that defines them: their names.
    shared: dict[str, str] = field(default_factory=dict)
    #: Why files cannot be written.
    unwritable: str = ""
    #: Whether every byte of a file belongs to a field.
    is_whole: bool = False

    def lines(self, target: Type) -> list[str]:
        """Return the table of a type, one line for each member where it is short."""
        name = type_name(target)
        entries = [self.entry(target, member, f"{name}, {c_id(member.id)}") for member in table_members(target)]
        counts = [len(each) for each in (target.params, target.fields, target.placed, target.values)]
        described = [
            f".{key} = {count}"
            for key, count in zip(("params", "fields", "placed", "values"), counts, strict=True)
            if count
        ]
        described.append(f".is_root = {str(target.outer is None).lower()}")
        if target.outer is None and self.is_whole:
            described.append(".is_whole = true")
        if any(is_sum(target, member) for member in target.fields):
            described.append(".has_sums = true")
        if target.outer is None and self.unwritable:
            described.append(f".unwritable = {c_string(self.unwritable.encode())}")
        if target.endian is not None:
            described.append(f".endian = {self.endian(target, target.endian)}")
        lines = [f"static const nacf_member {name}_members[] = {{"]
        lines += [line for entry in entries or ['.id = ""'] for line in _wrapped(f"{{{entry}}},")]
        return [*lines, "};", *_wrapped(f'TYPE({name}, "{target.id}", {", ".join(described)});', "")]

    def endian(self, target: Type, switch: model.EndianSwitch) -> str:
        """Return the function that says whether the order is that of big-endian numbers, or nothing."""
        return self.terms.function(byte_order_term(switch), target, switch.path)

    def entry(self, scope: Type, member: TableMember, at: str) -> str:
        parts = [f"MEMBER({at})" if c_id(member.id) == member.id else f'.id = "{member.id}", .at = offsetof({at})']
        match member:
            case ValueInstance():
                parts.append(f".value = {self.terms.function(member.value, scope, member.path)}")
                if member.condition is not None:
                    parts.append(f".condition = {self.terms.function(member.condition, scope, member.path)}")
            case Field():
                parts += self.field(scope, member)
        if not isinstance(member, ValueInstance):
            parts += self.derived(scope, member)
        return ", ".join(parts)

    def field(self, scope: Type, member: Field) -> Iterator[str]:
        yield f".kind = {self.kind(scope, member, member.kind)}"
        if member.repeat is not None:
            yield f".repeat = {_REPEATS[member.repeat]}"
        named = {"condition": member.condition, "count": member.count, "until": member.until, "size": member.size}
        named |= {"pos": member.pos, "io": member.io}
        for key, expression in named.items():
            if expression is not None:
                yield f".{key} = {self.terms.function(expression, scope, member.path)}"
        if is_ended(scope, member):
            yield ".is_ended = true"
        if member.contents is not None:
            yield f"CONTENTS({c_string(member.contents)})"
        yield from _extent(member)
        yield from self.unusual(scope, member)
        rules = list(self.rules(scope, member))
        if rules:
            yield f"RULES({', '.join(rules)})"
        if is_placed(scope, member):
            yield from self.placed(scope, member)

    def unusual(self, scope: Type, member: Field) -> Iterator[str]:
        if asks_place(scope, member):
            yield ".asks_io = true"
        if member.process is not None:
            name = member.process.name
            if name not in ("xor", "rol", "ror") or len(member.process.arguments) != 1:
                raise SchemaError(
                    f"{member.path}/process", f"C has xor, rol and ror, and not {name}: leave c out of --for"
                )
            key = self.terms.function(member.process.arguments[0], scope, member.path)
            yield f".process = NACF_{name.upper()}, .key = {key}"
        if member.parent is False:
            yield ".is_orphan = true"
        elif member.parent is not None and member.parent is not True:
            yield f".parent = {self.terms.function(member.parent, scope, member.path)}"

    def placed(self, scope: Type, member: Field) -> Iterator[str]:
        """Say which field is the offset of an instance, or that it only looks things up."""
        offset = field_of_offset(scope, member)
        if offset is not None:
            yield f'.offset = "{offset.id}"' + (f", .align = {offset.align}" if offset.align > 1 else "")
        elif holds_no_bytes(member.kind):
            yield ".is_lookup = true"

    def rules(self, scope: Type, member: Field) -> Iterator[str]:
        for rule, (holds, words) in zip(member.valid, rules_of(member), strict=True):
            if holds is None:
                name = self.terms.functions.setdefault(self.in_enum(member), f"e{len(self.terms.functions)}")
            else:
                name = self.terms.function(holds, scope, f"{member.path}/valid")
            bound = bound_of(rule)
            other = "NULL" if bound is None else self.terms.function(bound, scope, f"{member.path}/valid")
            said = words if bound is None else words.removesuffix(rule.words)
            known = [
                f'{{"{each}", {self.terms.function(part, scope, f"{member.path}/valid")}}}'
                for each, part in compared_with(rule).items()
            ]
            listed = f"KNOWN({', '.join(known)})" if known else "NULL"
            yield f"{{{name}, {c_string(_cut(said))}, {other}, {listed}}}"

    def in_enum(self, member: Field) -> str:
        assert member.enum is not None
        listed = ", ".join(f'{{"{each.id}", {_number(each.number)}}}' for each in member.enum.members)
        text = f"static const nacf_enum @[] = {{{listed}, {{NULL, 0}}}};"
        return f"nacf_bool(nacf_in_enum(c, nacf_it(c), {self.named(text, 'enum')}))"

    def named(self, text: str, stem: str) -> str:
        return self.shared.setdefault(text, f"{stem}_{len(self.shared)}")

    def kind(self, scope: Type, member: Field, kind: model.FieldKind) -> str:
        match kind:
            case model.NumberKind(sign, width, endian):
                return f"{_NUMBERS[sign]}({width}, {_ENDIANS[endian]})"
            case model.Bits(width, endian):
                return f"BITS({width}, {_ENDIANS[endian]})"
            case model.RawBytes():
                return "KIND(RAW)"
            case model.TextKind(encoding, end):
                found = self.encoding(encoding, member.path)
                return f"STR({found})" if end is None else f"ENDED_STR({found}, {_flags(end)})"
            case model.TypeUse(target, _) if target.schema in _NATIVE:
                return f"KIND({_NATIVE[target.schema]})"
            case model.TypeUse(target, arguments):
                given = self.terms.functions_of(arguments, scope, member.path)
                return f"USE_WITH({type_name(target)}, {given})" if arguments else f"USE({type_name(target)})"
            case model.SwitchKind(on, cases):
                listed = [
                    f"{{{self.terms.function(key, scope, member.path)}, {self.kind(scope, member, each)}}}"
                    for key, each in cases
                    if key is not None
                ]
                other = next((self.kind(scope, member, each) for key, each in cases if key is None), "KIND(ANY)")
                listed.append(f"{{NULL, {other}}}")
                chosen = self.terms.function(on, scope, member.path)
                return f"SWITCH({chosen}, {', '.join(listed)})"
        raise AssertionError(kind)

    def encoding(self, encoding: str, path: str) -> str:
        """Return the address of an encoding; one of a byte for each character is a table.

        Raises:
            SchemaError: C does not know it.
        """
        name = codecs.lookup(encoding).name
        if name == "utf-8":
            return "NULL"
        if name == "ascii":
            return "&nacf_ascii"
        if name in _WIDE:
            width, endian = _WIDE[name]
            return "&" + self.named(
                f'static const nacf_encoding @ = {{"{name}", {width}, {endian}, false, NULL}};', "text"
            )
        numbers = upper_half(name)
        if not numbers:
            raise SchemaError(f"{path}/encoding", f"C does not know the encoding {encoding}")
        table = self.named(f"static const uint16_t @[] = {{{', '.join(map(str, numbers))}}};", "points")
        return self.text(f'"{name}", 1, NACF_LE, true, {table}')

    def text(self, members: str) -> str:
        return "&" + self.named(f"static const nacf_encoding @ = {{{members}}};", "text")

    def derived(self, scope: Type, member: Field | model.TypeParam) -> Iterator[str]:
        """Say how a field follows from others, if it does."""
        how = derived_member(scope, member)
        if how is None:
            return
        parts = [how.function.upper() or "PINNED"]
        if isinstance(member, Field) and member.checksum is not None and how.function == "sum_of":
            names = ", ".join(f'"{name}"' for name in member.checksum.over)
            parts.append(f"OVER({member.checksum.kind.upper().replace('-', '_')}, {names})")
        usual = {"scale": 1, "plus": 0, "is_unsure": False}
        found = {"scale": how.scale, "plus": how.plus, "is_unsure": not how.is_sure}
        parts += [f".{key} = {each:d}" for key, each in found.items() if each != usual[key]]
        if isinstance(how.value, ex.Literal | ex.Member):  # a rule judges what a tree says instead
            parts.append(".is_default = true")
        parts += [f'.{key} = "{each}"' for key, each in (("member", how.member), ("param", how.param)) if each]
        if how.value is not None:
            parts.append(f".value = {self.terms.function(how.value, scope, member.path)}")
        yield f"FROM({', '.join(parts)})"


def _cut(words: str) -> bytes:
    """Return the words of a rule, without half a character at their end if they are cut."""
    return words.encode()[:_LONGEST].decode(errors="ignore").encode()


def _number(number: int) -> str:
    return (
        str(number)
        if abs(number) < 1 << 31
        else f"INT64_C({number})"
        if number < 1 << 63
        else f"(int64_t)UINT64_C({number})"
    )


def _flags(ends: model.Terminator) -> str:
    flags = {"NACF_INCLUDE": ends.include, "NACF_KEEP": not ends.consume, "NACF_OPTIONAL": not ends.required}
    flags |= {"NACF_WIDE": ends.width == 2, "NACF_WIDEST": ends.width == 4}
    return " | ".join(["NACF_TERMINATED", *(name for name, is_so in flags.items() if is_so)])


def _extent(member: Field) -> Iterator[str]:
    if member.to_end:
        yield ".to_end = true"
    if member.pad_right is not None:
        yield f".pad = {member.pad_right + 1}"
    ends = member.terminator
    if ends is not None:
        yield f".ends = {_flags(ends)}"
        yield f".terminator = {ends.byte if ends.width == 1 else 0}"


def _wrapped(text: str, indent: str = "    ") -> list[str]:
    """Return lines of a text that is broken at blanks outside of strings."""
    return filled_words(words_of(text), _WIDTH, indent, f"{indent}    ")
