"""Manifests as bytes: what is generated from schemas/tisa.ksy reads and writes them; here is what their fields mean."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from nacformats._generated.columns.tisa import partition_rule as rules_codec
from nacformats.codec import trees
from nacformats.codec.streams import Buffer, Source
from nacformats.codec.tables import table_of
from nacformats.errors import FormatError, InvalidError, LimitError, UnsupportedError
from nacformats.formats.records.rows import Draft
from nacformats.formats.records.versions import VERSIONS
from nacformats.formats.tisa.steps import (
    Behavior,
    BpeEncode,
    ByteEncode,
    Compose,
    FilterCategory,
    Lowercase,
    Partition,
    Prepend,
    Replace,
    Rule,
    Step,
    UnicodeNorm,
    UnigramEncode,
    WordPieceEncode,
)
from nacformats.limits import MAX_MANIFEST_BYTES, MAX_MANIFEST_STEPS

SCHEMA = rules_codec.schema
#: Format and path of the manifest in errors: it is a part of a NAC file.
FORMAT, PATH = "nac", "proc.manifest"
BEHAVIORS = frozenset(Behavior)
#: Bytes in front of the steps, in front of the operands of a step, and of their length, which comes last there.
_SIZE_OF_HEADER, _SIZE_OF_STEP, _SIZE_OF_LENGTH = 5, 5, 4
#: The bits of the flags of a rule: protected, with a behavior, with a text that is trimmed.
_PROTECTED, _HAS_BEHAVIOR, _HAS_TRIM = 1, 2, 4


class _Form(NamedTuple):
    """How a step is in the tree of the schema: its class, and from its operands to the step and back.

    They are read from an object of the generated parser and written from a dict.
    """

    kind: type[Step]
    read: Callable[[Any], Step]
    write: Callable[[Any], dict[str, Any]]


def _simple(kind: type[Step], *names: str) -> _Form:
    """A step whose attributes are the fields."""
    return _Form(
        kind,
        lambda operands: kind(**{name: getattr(operands, name) for name in names}),
        lambda step: {name: getattr(step, name) for name in names},
    )


def _read_filter(operands: Any) -> Step:
    return FilterCategory(tuple(category.name for category in operands.categories))


def _write_filter(step: FilterCategory) -> dict[str, Any]:
    return {"categories": [{"name": name} for name in step.categories]}


def _read_partition(operands: Any) -> Step:
    return Partition(tuple(_read_rule(rule, index) for index, rule in enumerate(operands.rules)))


def _read_rule(rule: Any, index: int) -> Rule:
    behavior = rule.behavior if rule.has_behavior else None
    if behavior is not None and behavior not in BEHAVIORS:
        expected = ", ".join(f"{each.value} {each.name}" for each in Behavior)
        path = f"rules[{index}].behavior"
        raise InvalidError("unknown behavior", path=path, expected=expected, actual=int(behavior))
    return Rule(
        rule.pattern,
        rule.is_protected,
        None if behavior is None else Behavior(int(behavior)),
        rule.trim if rule.has_trim else None,
    )


def _write_partition(step: Partition) -> dict[str, Any]:
    draft = Draft(rules_codec, "rules[{}]")
    for index, rule in enumerate(step.rules):
        fields: dict[str, Any] = {"pattern": _encoded(rule.pattern, f"rules[{index}].pattern")}
        flags = _PROTECTED * rule.protected
        if rule.behavior is not None:
            flags, fields["behavior"] = flags | _HAS_BEHAVIOR, int(rule.behavior)
        if rule.trim is not None:
            flags, fields["trim"] = flags | _HAS_TRIM, _encoded(rule.trim, f"rules[{index}].trim")
        draft.append({"flags": flags, **fields})
    return {"num_rules": len(draft), "rules": rules_codec.write(draft.columns(), path="rules") if len(draft) else []}


def _read_bpe(operands: Any) -> Step:
    if len(operands.suffixes) > 1:
        path, expected = "suffixes", "one, or none before NAC v1.8"
        raise InvalidError("a word has one suffix", path=path, expected=expected, actual=len(operands.suffixes))
    return BpeEncode(*(suffix.text for suffix in operands.suffixes))


def _write_bpe(step: BpeEncode) -> dict[str, Any]:
    return {"suffixes": [] if step.suffix is None else [{"text": step.suffix}]}


def _encoded(text: str, path: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise InvalidError("a lone surrogate is not text", path=path, actual=ascii(text)) from None


def _read_compose(operands: Any) -> Step:
    return Compose(tuple(_read_item(item) for item in operands.items))


def _read_item(item: Any) -> int | str | None:
    if not item.is_fixed:
        return None
    part: int | str = item.id_token if item.is_id else item.token
    return part


def _write_compose(step: Compose) -> dict[str, Any]:
    return {"items": [_write_item(part) for part in step.template]}


def _write_item(part: int | str | None) -> dict[str, Any]:
    if part is None:
        return {"is_fixed": 0}
    if isinstance(part, str):
        return {"is_fixed": 1, "is_id": 0, "token": part}
    return {"is_fixed": 1, "is_id": 1, "id_token": part}


#: The steps by the name of their opcode in the schema.
FORMS: dict[str, _Form] = {
    "lowercase": _simple(Lowercase),
    "unicode_norm": _simple(UnicodeNorm, "form"),
    "replace": _simple(Replace, "pattern", "value"),
    "filter_category": _Form(FilterCategory, _read_filter, _write_filter),
    "prepend": _simple(Prepend, "value"),
    "partition_rules": _Form(Partition, _read_partition, _write_partition),
    "byte_encode": _simple(ByteEncode),
    "bpe_encode": _Form(BpeEncode, _read_bpe, _write_bpe),
    "wordpiece_encode": _simple(WordPieceEncode, "marker"),
    "unigram_encode": _simple(UnigramEncode),
    "compose": _Form(Compose, _read_compose, _write_compose),
}
#: The name of the opcode of each class of steps.
OPCODE_OF = {form.kind: name for name, form in FORMS.items()}


def read_steps(data: Buffer, start: int = 0) -> tuple[Step, ...]:
    """The steps of a manifest.

    Args:
        data: the bytes.
        start: where they are in their file, for errors.

    Raises:
        LimitError: there are more than MAX_MANIFEST_BYTES.
        TruncatedError, InvalidError: the bytes do not follow the schema.
        UnsupportedError: an unknown step.
    """
    if len(data) > MAX_MANIFEST_BYTES:
        details: dict[str, Any] = {"expected": f"at most {MAX_MANIFEST_BYTES}", "actual": len(data)}
        raise LimitError("the manifest is too long", format=FORMAT, path=PATH, offset=start, **details)
    source = Source(data)
    try:
        _check_count(data)
        tree = trees.parse(SCHEMA, source)
        return tuple(_step(step, f"steps[{index}]") for index, step in enumerate(tree.steps))
    except FormatError as error:
        raise _moved(error, source, start) from None


def _check_count(data: Buffer) -> None:
    """LimitError when there are too many steps, before there are objects of them: a million bytes hold 200,000."""
    at = _SIZE_OF_HEADER
    for _ in range(MAX_MANIFEST_STEPS):
        if at >= len(data):
            return
        at += _SIZE_OF_STEP + int.from_bytes(data[at + _SIZE_OF_STEP - _SIZE_OF_LENGTH : at + _SIZE_OF_STEP], "little")
    if at < len(data):
        path = f"steps[{MAX_MANIFEST_STEPS}]"
        raise LimitError(
            "the manifest has too many steps", path=path, offset=at, expected=f"at most {MAX_MANIFEST_STEPS}"
        )


def offset_in_manifest(steps: tuple[Step, ...], path: str) -> int:
    """Where a field of a manifest is, in bytes from its beginning, such as "steps[2].operands.rules[7].pattern"."""
    from nacformats.codec.locator import Locator  # noqa: PLC0415  as below

    return Locator(SCHEMA, Source(write_steps(steps))).offset(path)


def write_steps(steps: tuple[Step, ...]) -> bytes:
    """The bytes of a manifest. FormatError when a text or a number does not fit its field."""
    from nacformats.codec.building import chunks  # noqa: PLC0415  the library construct is only needed for writing

    try:
        return b"".join(chunks(SCHEMA, {"steps": [_tree(step, index) for index, step in enumerate(steps)]}))
    except FormatError as error:
        error.format, error.path = FORMAT, f"{PATH}.{error.path}"
        raise


def version_of_steps(steps: tuple[Step, ...]) -> str:
    """The first version of NAC that has some steps. An empty suffix says nothing: all versions can do without it."""
    fields = table_of(SCHEMA).types["Tisa.BpeOperands"].members
    has_suffix = any(isinstance(step, BpeEncode) and step.suffix for step in steps)
    return fields["suffixes"].since if has_suffix else VERSIONS[0]


def operands_of(step: Step) -> dict[str, Any]:
    """The fields of the operands of a step, as the schema names them."""
    return FORMS[OPCODE_OF[type(step)]].write(step)


def _tree(step: Step, index: int) -> dict[str, Any]:
    with _inside(f"steps[{index}].operands"):
        return {"opcode": OPCODE_OF[type(step)], "operands": operands_of(step)}


def _step(fields: Any, path: str) -> Step:
    form = FORMS.get(getattr(fields.opcode, "name", ""))
    if form is None:
        hint = "it may be of a later version of the format"
        raise UnsupportedError("unknown step", path=f"{path}.opcode", actual=f"0x{int(fields.opcode):02X}", hint=hint)
    used = fields.operands._io.pos()
    if used != fields.len_operands:
        raise InvalidError(
            "operands are left over", path=f"{path}.len_operands", expected=used, actual=fields.len_operands
        )
    with _inside(f"{path}.operands"):
        return form.read(fields.operands)


@contextmanager
def _inside(path: str) -> Iterator[None]:
    """Errors within this block are about what is at a path."""
    try:
        yield
    except FormatError as error:
        error.path = f"{path}.{error.path}"
        raise


def _moved(error: FormatError, source: Source, start: int) -> FormatError:
    """The error with its place in the NAC file."""
    if error.offset is None:
        from nacformats.codec.locator import Locator  # noqa: PLC0415  what is read has nothing to locate

        error.offset = Locator(SCHEMA, source).offset(error.path or "")
    error.offset += start
    error.format, error.path = FORMAT, f"{PATH}.{error.path}" if error.path else PATH
    return error
