"""The keys of a .ksy: which there are, what their values may be, and what is made of those of one field."""

from __future__ import annotations

import codecs
import re
from dataclasses import replace
from typing import Any

from nacformats.codec.checksums import CHECKSUMS
from nacformats.codec.trees.record import name_meant
from nacformats.schema import expressions as ex
from nacformats.schema import model
from nacformats.schema.parsing import parse_expression
from nacformats.schema.texts import plain_text

META_KEYS = {"id", "title", "application", "file-extension", "xref", "tags", "license", "ks-version", "imports"}
META_KEYS |= {
    "encoding",
    "endian",
    "bit-endian",
    "ks-debug",
    "ks-opaque-types",
    "ks-zero-copy-substream",
    "doc",
    "doc-ref",
}
TYPE_KEYS = {"meta", "doc", "doc-ref", "to-string", "params", "seq", "instances", "types", "enums"}
_TYPE_OF_FIELD = {"id", "type", "enum", "encoding", "contents", "size", "size-eos", "process", "parent"}
_ENDING = {"terminator", "include", "consume", "eos-error", "pad-right"}
_REPETITION = {"repeat", "repeat-expr", "repeat-until"}
ATTRIBUTE_KEYS = _TYPE_OF_FIELD | _ENDING | _REPETITION | {"valid", "if", "doc", "doc-ref"}
PLACE_KEYS = {"pos", "io"}
MEMBER_KEYS = {"id", "doc", "doc-ref"}
PARAM_KEYS = {"id", "type", "enum", "doc", "doc-ref"}
VALUE_KEYS = {"value", "enum", "if", "doc", "doc-ref"}
#: The first version of the language that there is, and the one that is read here.
_FIRST_VERSION, _VERSION = (0, 6), (0, 11)
#: Casts are for compilers: messages and documents leave them out.
_CAST = re.compile(r"\.as<[^<>]*>")
_RULES = {"eq", "min", "max", "any-of", "in-enum", "expr"}
#: What the values of keys have to be, where every field, type or schema has it.
_SHAPES: dict[str, tuple[tuple[type, ...], str]] = {
    **dict.fromkeys(
        ("include", "consume", "eos-error", "size-eos", "ks-debug", "ks-opaque-types", "ks-zero-copy-substream"),
        ((bool,), "true or false"),
    ),
    **dict.fromkeys(
        ("if", "io", "pos", "repeat-expr", "repeat-until", "size", "switch-on", "value"),
        ((str, int, float, bool), "an expression"),
    ),
    **dict.fromkeys(("encoding", "enum", "process", "repeat", "-webide-representation"), ((str,), "text")),
    **dict.fromkeys(("terminator", "pad-right", "-align", "-default"), ((int,), "a number")),
    **dict.fromkeys(("parent", "to-string"), ((str, bool), "an expression")),
    **dict.fromkeys(("enums", "instances", "types"), ((dict, type(None)), "a map")),
    **dict.fromkeys(("imports", "any-of"), ((list,), "a list")),
    "cases": ((dict,), "a map"),
    "doc": ((str, int, float, bool), "text"),
    "type": ((str, dict), "a type, or a map with switch-on and cases"),
    "file-extension": ((str, list), "text, or a list of it"),
}
#: What files of a format are called after the last dot, or after one before it, as in `src.rpm`.
_EXTENSION = re.compile(r"[\w.+~-]{1,40}")
_ENCODING = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:-]{0,40}", re.ASCII)
IMPORT = re.compile(r"[A-Za-z0-9_./-]{1,250}", re.ASCII)
#: Numbers of a schema fit into 64 bits, with or without a sign.
LEAST_NUMBER, LARGEST_NUMBER = -(1 << 63), (1 << 64) - 1
#: The names of encodings as schemas write them.
_ENCODINGS = (
    *("ASCII", "UTF-8", "UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE", "IBM437", "IBM866", "Shift_JIS", "EUC-JP"),
    *("GB2312", "GBK", "GB18030", "Big5", "EUC-KR", "KOI8-R", "KOI8-U"),
    *(f"ISO-8859-{part}" for part in range(1, 17) if part != 12),
    *(f"windows-{page}" for page in (874, *range(1250, 1259))),
)
#: Codecs of Python for text that are no character encodings, or take long for short texts.
_NO_ENCODINGS = {"idna", "punycode", "raw-unicode-escape", "undefined", "unicode-escape"}
#: What expressions call in the code that is made of them; no record is called so there.
CALLED = ("int", "len", "max", "min", "str")

#: The name of a type or a process, with arguments.
CALL = re.compile(r"((?:::)?[a-z0-9_:.]+)(\(.*\))?", re.DOTALL)
#: The processes, and how many arguments they take.
_PROCESSES = {"xor": 1, "rol": 1, "ror": 1, "zlib": 0}
_ID = re.compile(r"[a-z][a-z0-9_]*", re.ASCII)
#: Files and classes are called like ids, and file systems and compilers have limits.
_MAX_ID = 240


#: What to do about keys that are somewhere else, or are called otherwise.
_OTHERWISE = {
    **dict.fromkeys(("pos", "io", "value"), " here: it goes with a field of `instances`"),
    **{
        key: f": is '-{key}' meant?"
        for key in ("align", "checksum", "columns", "default", "holds", "role", "since", "unit")
    },
    "webide-representation": ": is '-webide-representation' meant?",
}


def check_keys(ksy: dict[str, Any], allowed: set[str], path: str) -> None:
    if not isinstance(ksy, dict):
        raise model.SchemaError(path, "has to be a map")
    for key, value in ksy.items():
        if not str(key).startswith("-") and key not in allowed:
            reason = f"not supported{_OTHERWISE.get(str(key)) or name_meant(str(key), allowed)}"
            raise model.SchemaError(f"{path.rstrip('/')}/{key}", reason)
        types, words = _SHAPES.get(key, ((object,), ""))
        if not isinstance(value, types) or (isinstance(value, bool) and types == (int,)):
            raise model.SchemaError(f"{path.rstrip('/')}/{key}", f"has to be {words}")


def documentation(ksy: dict[str, Any], key: str = "doc") -> str:
    value = ksy.get(key, "")
    text = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    return plain_text(text)


def enum_number(value: Any, path: str) -> int:
    """Return the number of a member of an enum; one in quotes is a number as well."""
    try:
        number = int(value, 0) if isinstance(value, str) else value
    except ValueError:
        number = None
    if type(number) is not int:
        raise model.SchemaError(path, "has to be a map from numbers to ids")
    if not LEAST_NUMBER <= number <= LARGEST_NUMBER:
        raise model.SchemaError(f"{path}/{value}", "the number does not fit into 64 bits")
    return number


def check_language(meta: dict[str, Any], path: str) -> None:
    """Refuse schemas for later versions of the language than this one, and for those before the first."""
    version = meta.get("ks-version")
    if version is None:
        return
    if not re.fullmatch(r"(?:0|[1-9]\d{0,5})(?:\.(?:0|[1-9]\d{0,5})){1,2}", str(version)):
        raise model.SchemaError(f"{path}/ks-version", f"{str(version)[:40]!r} is no version, such as 0.9 or '0.10'")
    found = tuple(map(int, str(version).split(".")))
    if found < _FIRST_VERSION:
        raise model.SchemaError(f"{path}/ks-version", f"there is no version {version} (write '0.10' in quotes)")
    if found[:2] > _VERSION:
        raise model.SchemaError(f"{path}/ks-version", f"{version} is needed, and this reads 0.11")


def file_extension(meta: dict[str, Any]) -> str:
    """Return the first suffix that files have, without its dot; empty where there is none."""
    said = meta.get("file-extension")
    listed = said if isinstance(said, list) else [said] if said else []
    for each in listed:
        if not isinstance(each, str) or not _EXTENSION.fullmatch(each):
            shown = repr(each) if len(repr(each)) < 60 else f"{repr(each)[:60]}..."
            raise model.SchemaError(
                "/meta/file-extension", f"{shown} is no suffix: letters, digits, `.`, `_`, `+`, `~`, `-`"
            )
    return str(listed[0]) if listed else ""


def identifier(value: Any, path: str) -> str:
    """Return an id. YAML has made a truth value of `true`, which is an id like any other."""
    ident = yaml_text(value) if isinstance(value, bool) else value
    if not isinstance(ident, str) or not _ID.fullmatch(ident):
        shown = f"{value!r:.60}"
        raise model.SchemaError(path, f"{shown} is no id: lower-case letters, digits and _, a letter first")
    if len(ident) > _MAX_ID:
        raise model.SchemaError(path, f"{ident[:20]}... is an id of more than {_MAX_ID} characters")
    return ident


def yaml_text(value: object) -> str:
    """Return a value of YAML as it is written."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _parsed(value: Any, path: str) -> ex.Expression:
    try:
        return parse_expression(value)
    except ex.ExpressionError as error:
        raise model.SchemaError(path, str(error)) from None


def case_constant(value: Any, path: str) -> ex.Expression:
    """Return an expression that is the same for every record."""
    parsed = _parsed(value, path)
    for part in ex.walk(parsed):
        if isinstance(part, ex.Name):
            raise model.SchemaError(path, f"a case has to be a constant, and {part.id!r} is not: use `if` instead")
    return parsed


def expression_of(ksy: dict[str, Any], key: str, path: str) -> ex.Expression:
    return _parsed(ksy[key], f"{path}/{key}")


def optional_expression(ksy: dict[str, Any], key: str, path: str) -> ex.Expression | None:
    return expression_of(ksy, key, path) if key in ksy else None


def type_arguments(text: str | None, path: str) -> tuple[ex.Expression, ...]:
    if text is None:
        return ()
    call = _parsed(f"_.call{text}", path)  # the parser reads the list in parentheses as that of a method
    if not isinstance(call, ex.Attribute):
        raise model.SchemaError(path, f"{text!r} is not a list of arguments")
    return call.arguments


def encoding_name(value: Any, path: str) -> str:
    if not _codec(value):
        raise model.SchemaError(f"{path.removesuffix('/type')}/encoding", f"the encoding {value!r} is not known")
    return str(value)


def encoding_warning(value: Any) -> str | None:
    """Return what is to be said of the name of an encoding, if it is not the one that schemas give it."""
    codec = _codec(value)
    if not codec:
        return f"the encoding {value!r} is not known"
    names = {_codec(name): name for name in _ENCODINGS}
    return f"call it `{names[codec]}` instead of `{value}`" if names.get(codec, value) != value else None


def _codec(encoding: Any) -> str | None:
    """Return the name that Python has for an encoding of texts; empty if it takes long for short ones."""
    try:
        found = codecs.lookup(encoding) if isinstance(encoding, str) and _ENCODING.fullmatch(encoding) else None
    except LookupError:
        return None
    if found is None or not found._is_text_encoding:
        return None
    return "" if found.name in _NO_ENCODINGS else found.name


def takes_long(encoding: str) -> bool:
    """Return True for an encoding that is none of texts in files."""
    return _codec(encoding) == ""


def endian_switch(ksy: dict[str, Any], path: str) -> model.EndianSwitch:
    check_switch(ksy, path)
    cases: dict[ex.Expression | None, str] = {}
    for key, endian in ksy["cases"].items():
        where = f"{path}/cases/{key}"
        if endian not in ("le", "be"):
            raise model.SchemaError(where, f"has to say le or be, and says {endian!r}")
        cases[None if key == "_" else _parsed(key, where)] = endian
    on = expression_of(ksy, "switch-on", path)
    return model.EndianSwitch(path, on, tuple(cases.items()), tuple(map(str, ksy["cases"])))


def check_switch(ksy: dict[str, Any], path: str) -> None:
    check_keys(ksy, {"switch-on", "cases"}, path)
    for required in ("switch-on", "cases"):
        if required not in ksy:
            raise model.SchemaError(path, f"`{required}` is missing")
    if not ksy["cases"]:
        raise model.SchemaError(f"{path}/cases", "there are none")


def fixed_contents(ksy: dict[str, Any], path: str) -> bytes | None:
    contents = ksy.get("contents")
    if contents is None:
        return None
    if isinstance(contents, int) or "type" in ksy or "valid" in ksy:
        reason = "are the bytes: a number is `[65]`" if isinstance(contents, int) else "leave no room for type or valid"
        raise model.SchemaError(f"{path}/contents", reason)
    try:
        parts = contents if isinstance(contents, list) else [contents]
        return b"".join(part.encode() if isinstance(part, str) else bytes([part]) for part in parts)
    except (TypeError, ValueError, OverflowError):
        raise model.SchemaError(f"{path}/contents", "has to be a string, or a list of strings and bytes") from None


def terminator_of(ksy: dict[str, Any], kind: model.FieldKind, path: str) -> model.Terminator | None:
    byte = byte_of(ksy, "terminator", path)
    if (byte is None and ksy.get("type") != "strz") or isinstance(kind, model.NumberKind | model.Bits):
        return None
    return model.Terminator(
        byte or 0,
        include=ksy.get("include", False),
        consume=ksy.get("consume", True),
        required=ksy.get("eos-error", True),
        width=_code_unit(kind.encoding) if isinstance(kind, model.TextKind) and byte is None else 1,
    )


def byte_of(ksy: dict[str, Any], key: str, path: str) -> int | None:
    value = ksy.get(key)
    if value is not None and not 0 <= value <= 255:
        raise model.SchemaError(f"{path}/{key}", f"has to be a byte, 0 to 255, and is {value}")
    return value


def process_of(ksy: dict[str, Any], path: str) -> model.Process | None:
    if "process" not in ksy:
        return None
    path = f"{path}/process"
    match = CALL.fullmatch(ksy["process"].strip())
    if match is None or match[1] not in _PROCESSES:
        name = ksy["process"] if match is None else match[1]
        raise model.SchemaError(path, f"{name!r} is code of somebody's own: only xor, rol, ror and zlib are supported")
    process = model.Process(match[1], type_arguments(match[2], path))
    if len(process.arguments) != _PROCESSES[process.name]:
        raise model.SchemaError(path, f"{process.name} takes {_PROCESSES[process.name]} argument(s)")
    return process


def checksum_of(said: Any, path: str) -> model.Checksum | None:
    """Return the checksum that a schema or a hint describes."""
    if said is None:
        return None
    if not isinstance(said, dict) or set(said) != {"kind", "over"}:
        raise model.SchemaError(path, "has to be a map with `kind` and `over`")
    if said["kind"] not in CHECKSUMS:
        raise model.SchemaError(f"{path}/kind", f"there is no checksum {said['kind']!r}: {', '.join(CHECKSUMS)}")
    over = said["over"] if isinstance(said["over"], list) else [said["over"]]
    if not over or not all(isinstance(name, str) for name in over):
        raise model.SchemaError(f"{path}/over", "has to be a list of fields")
    return model.Checksum(said["kind"], tuple(over))


def parent_of(ksy: dict[str, Any], path: str) -> ex.Expression | bool | None:
    if ksy.get("parent") is False:
        return False
    return optional_expression(ksy, "parent", path)


def _code_unit(encoding: str) -> int:
    """Return the size in bytes of the zero that ends a `strz`."""
    name = codecs.lookup(encoding).name
    return 4 if name.startswith("utf-32") else 2 if name.startswith("utf-16") else 1


def valid_rules(ksy: dict[str, Any], path: str) -> tuple[model.ValidRule, ...]:
    if "valid" not in ksy:
        return ()
    path = f"{path}/valid"
    rules = ksy["valid"]
    if not isinstance(rules, dict):
        return (_rule("eq", rules, path),)
    check_keys(rules, _RULES, path)
    if not rules:
        raise model.SchemaError(path, "there is no rule in it")
    if len(rules) > 1 and not rules.keys() <= {"min", "max"}:
        raise model.SchemaError(path, "only min and max go together: join others by `and` in an `expr`")
    return tuple(_rule(key, value, f"{path}/{key}") for key, value in rules.items())


def _rule(key: str, value: Any, path: str) -> model.ValidRule:
    if key == "in-enum":
        if value is not True:
            raise model.SchemaError(path, "has to be true: leave it out where any number is allowed")
        return model.ValidRule(key, path=path)
    operands = value if key == "any-of" else [value]
    listed = tuple(_CAST.sub("", " ".join(str(operand).split())) for operand in operands)
    return model.ValidRule(key, tuple(_parsed(operand, path) for operand in operands), listed, path)


def alignment_of(ksy: dict[str, Any], path: str) -> int:
    """Return 64 for a rule `_ % 64 == 0`: the builder keeps to the alignment of an offset."""
    for rule in valid_rules(ksy, path):
        for part in rule.conditions:
            match part:
                case ex.Binary("==", ex.Binary("%", ex.Name("_"), ex.Literal(int(align))), ex.Literal(0)):
                    return align
    return 1


#: Keys that mean nothing for fields of a kind.
_MEANINGLESS: tuple[tuple[type, tuple[str, ...], str], ...] = (
    (model.NumberKind, ("size", "size-eos", "pad-right", "encoding", "process", "parent"), "a number has none"),
    (model.Bits, ("size", "size-eos", "pad-right", "encoding", "process", "parent"), "a bit field has none"),
    (model.RawBytes, ("encoding",), "bytes have none: texts are `type: str`"),
    (model.TypeUse, ("encoding",), "a type has none: it is a key of the texts in it"),
)


def check_meaning(ksy: dict[str, Any], kind: model.FieldKind, path: str) -> None:
    """Refuse keys that mean nothing for a field of a kind."""
    for of, found, reason in ((of, found, reason) for of, keys, reason in _MEANINGLESS for found in keys):
        if isinstance(kind, of) and found in ksy:
            raise model.SchemaError(f"{path}/{found}", reason)


def check_field(new: model.Field) -> None:
    """Refuse combinations of keys that mean nothing to the generators."""
    if new.size is not None and new.to_end:
        raise model.SchemaError(new.path, "has both size and size-eos: choose one")
    ends = new.has_extent or new.contents is not None
    kinds = model.switched_kinds(new.kind)
    if not ends and any(isinstance(kind, model.RawBytes) for kind in kinds):
        raise model.SchemaError(new.path, "bytes need a size, size-eos, a terminator or contents")
    if not ends and any(isinstance(kind, model.TextKind) and kind.terminator is None for kind in kinds):
        raise model.SchemaError(new.path, "a text needs a size, size-eos or a terminator")
    if not ends and new.process is not None:
        raise model.SchemaError(f"{new.path}/process", "needs a size, size-eos or a terminator: which bytes are meant?")
    if new.repeat not in (None, "expr", "eos", "until"):
        raise model.SchemaError(f"{new.path}/repeat", "has to be expr, eos or until")
    for repeat, given in (("expr", new.count), ("until", new.until)):
        if given is not None and new.repeat != repeat:
            raise model.SchemaError(f"{new.path}/repeat-{repeat}", f"goes with `repeat: {repeat}` alone")
        if given is None and new.repeat == repeat:
            raise model.SchemaError(f"{new.path}/repeat", f"needs a `repeat-{repeat}`")
    if new.enum is None and any(rule.rule == "in-enum" for rule in new.valid):
        raise model.SchemaError(f"{new.path}/valid/in-enum", "the field has no enum")


def settled(new: model.Field) -> model.Field:
    """Return a field whose `contents` say where it ends, and no other key; under a process they are a rule."""
    contents = new.contents
    if contents is None:
        return new
    new = replace(new, size=None, to_end=False, terminator=None, pad_right=None)
    if new.process is None:
        return new
    value = ex.ArrayLiteral(tuple(map(ex.Literal, contents)))
    rule = model.ValidRule("eq", (value,), (str(list(contents)),), f"{new.path}/contents")
    return replace(new, contents=None, size=ex.Literal(len(contents)), valid=(rule,))
