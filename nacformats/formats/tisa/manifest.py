"""Manifests of tokenizers in memory, as bytes and as text. Generated code knows the layout; here is what it means."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

from nacformats._generated.columns.tisa import partition_rule as rules_codec
from nacformats.codec.streams import Buffer, Source
from nacformats.codec.tables import table_of
from nacformats.codec.trees.codec import SchemaCodec
from nacformats.codec.trees.parts import record_of
from nacformats.codec.trees.reading import RecordMaker
from nacformats.codec.trees.record import TreeRecord, begin_record
from nacformats.codec.trees.values import enum_name
from nacformats.errors import FormatError, InvalidError, LimitError, UnsupportedError
from nacformats.formats.records import FORMAT_NAME, VERSIONS
from nacformats.formats.records.rows import drafted
from nacformats.formats.tisa import steps as kinds
from nacformats.formats.tisa.steps import Behavior, BpeEncode, Compose, FilterCategory, Partition, Rule, Step
from nacformats.limits import MAX_MANIFEST_BYTES, MAX_MANIFEST_STEPS

SCHEMA = rules_codec.schema
#: The path of a manifest in errors: it is a part of a NAC file.
PATH = "proc.manifest"
#: The steps in the schema.
_STEPS = "/seq/2"
#: Bytes of its header.
_FIRST_STEP = table_of(SCHEMA).place("steps")


@dataclass(frozen=True)
class Manifest:
    """The steps of a tokenizer, in order (NAC v1.6, section 6.2).

    Attributes:
        steps: the steps.
        start: where the manifest begins in the file that it was read from, in bytes; 0 for a new one.
    """

    steps: tuple[Step, ...]
    start: int = field(default=0, compare=False)

    @classmethod
    def parse(cls, data: Buffer, *, start: int = 0) -> Manifest:
        """Read a manifest, such as the section `proc`.

        Args:
            data: the bytes.
            start: where they are in their file; the offsets of errors count from its beginning.

        Raises:
            LimitError: there are more bytes than limits.MAX_MANIFEST_BYTES, or more steps than MAX_MANIFEST_STEPS.
            TruncatedError: they end too early.
            InvalidError: they break a rule of the layout.
            UnsupportedError: a step is unknown.
        """
        if len(data) > MAX_MANIFEST_BYTES:
            details: dict[str, Any] = {"expected": f"at most {MAX_MANIFEST_BYTES}", "actual": len(data)}
            raise LimitError("the manifest is too long", format=FORMAT_NAME, path=PATH, offset=start, **details)
        source = Source(data)
        try:
            return cls(tuple(_step(tree, f"steps[{index}]") for index, tree in enumerate(_parsed(source))), start)
        except FormatError as error:
            raise _moved(error, source, start) from None

    @property
    def version_needed(self) -> str:
        """The first version of NAC that has all of its steps: "1.6", or "1.8" for a BPE with the suffix of a word.

        An empty suffix says nothing: all versions can do without it.
        """
        has_suffix = any(isinstance(step, BpeEncode) and step.suffix for step in self.steps)
        fields = table_of(SCHEMA).types["Tisa.BpeOperands"].members
        return fields["suffixes"].since if has_suffix else VERSIONS[0]

    def to_bytes(self) -> bytes:
        """Return the bytes of the manifest. FormatError when a text or a number does not fit its field."""
        tree = {"steps": [_tree(step, index) for index, step in enumerate(self.steps)]}
        try:
            return b"".join(SchemaCodec.generated(SCHEMA).chunks(tree))
        except FormatError as error:
            error.format, error.path = FORMAT_NAME, f"{PATH}.{error.path}"
            raise

    def offset(self, path: str) -> int:
        """Return the offset in bytes of a field in its file, such as "steps[2].operands.rules[7].pattern"."""
        from nacformats.codec.locator import Locator  # noqa: PLC0415  only errors have one

        return self.start + Locator(SCHEMA, Source(self.to_bytes())).offset(path)

    def disassemble(self) -> str:
        """Return one line for each step and each rule, with the offsets of the steps in the file."""
        rows = list(self.lines())
        width = max((len(str(offset)) for offset, _ in rows if offset is not None), default=0)
        return "".join(f"{'' if offset is None else offset:>{width}}  {text}\n" for offset, text in rows)

    def lines(self) -> Iterator[tuple[int | None, str]]:
        """Yield the lines of the text, each with the offset of its step; None for the rules of a partition."""
        at = self.start + _FIRST_STEP
        for step in self.steps:
            yield at, " ".join((opcode_of(step), *_words(step)))
            if isinstance(step, Partition):
                yield from ((None, f"    {_rule(rule)}") for rule in step.rules)
            at += len(Manifest((step,)).to_bytes()) - _FIRST_STEP


def opcode_of(step: Step) -> str:
    """Return the name of a step, as the listing has it."""
    return _OPCODE_OF[type(step)].upper()


# from bytes and to bytes


class _Form(NamedTuple):
    """The form of a step in the tree of the schema: its class, and functions from its operands and back.

    They are read from an object of the generated parser and written from a dict.
    """

    kind: type[Step]
    read: Callable[[Any], Step]
    write: Callable[[Any], dict[str, Any]]


def _simple(kind: type[Step], *names: str) -> _Form:
    """Return a step whose attributes are the fields."""
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
    if behavior is not None and enum_name(behavior) is None:
        expected = ", ".join(f"{each.value} {each.name}" for each in Behavior)
        path = f"rules[{index}].behavior"
        raise InvalidError("unknown behavior", path=path, expected=expected, actual=int(behavior))
    return Rule(rule.pattern, rule.is_protected, behavior, rule.trim if rule.has_trim else None)


@cache
def _flag(name: str) -> int:
    """Return the bit of the flags of a rule that an instance of the schema looks at."""
    rules = ((1 << bit, record_of(SCHEMA, rules_codec.parser, bytes([1 << bit] + [0] * 8))) for bit in range(8))
    return next(flag for flag, rule in rules if getattr(rule, name))


def _write_partition(step: Partition) -> dict[str, Any]:
    rows = list[dict[str, Any]]()
    for index, rule in enumerate(step.rules):
        fields: dict[str, Any] = {"pattern": _encoded(rule.pattern, f"rules[{index}].pattern")}
        flags = _flag("is_protected") * rule.protected
        if rule.behavior is not None:
            flags, fields["behavior"] = flags | _flag("has_behavior"), int(rule.behavior)
        if rule.trim is not None:
            flags, fields["trim"] = flags | _flag("has_trim"), _encoded(rule.trim, f"rules[{index}].trim")
        rows.append({"flags": flags, **fields})
    columns = drafted(rules_codec, rows, "rules[{}]")
    return {"num_rules": len(rows), "rules": rules_codec.write(columns, path="rules") if rows else []}


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
    return Compose(tuple(_read_item(item) for item in operands["items"]))


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
_FORMS: dict[str, _Form] = {
    "lowercase": _simple(kinds.Lowercase),
    "unicode_norm": _simple(kinds.UnicodeNorm, "form"),
    "replace": _simple(kinds.Replace, "pattern", "value"),
    "filter_category": _Form(FilterCategory, _read_filter, _write_filter),
    "prepend": _simple(kinds.Prepend, "value"),
    "partition_rules": _Form(Partition, _read_partition, _write_partition),
    "byte_encode": _simple(kinds.ByteEncode),
    "bpe_encode": _Form(BpeEncode, _read_bpe, _write_bpe),
    "wordpiece_encode": _simple(kinds.WordPieceEncode, "marker"),
    "unigram_encode": _simple(kinds.UnigramEncode),
    "compose": _Form(Compose, _read_compose, _write_compose),
}
#: The name of the opcode of each class of steps.
_OPCODE_OF = {form.kind: name for name, form in _FORMS.items()}


def _parsed(source: Source) -> list[Any]:
    """Return the steps as trees. LimitError when there are too many, before more are made: a million bytes hold
    200,000.
    """
    tree: Any = SchemaCodec.generated(SCHEMA).with_lists(_Steps()).read(source)
    steps: list[Any] = tree.steps
    return steps


class _Steps:
    """Reads the steps of a manifest; what they hold is read as ever."""

    least = 0

    @staticmethod
    def read(make: RecordMaker, _count: int | None) -> list[TreeRecord] | None:
        if make.path != _STEPS:
            return None
        io, parent = make.io, make.owner
        found: list[TreeRecord] = []
        kind = SchemaCodec.generated(SCHEMA).classes[table_of(SCHEMA).root.members["steps"].type]
        while not io.eof:
            if len(found) == MAX_MANIFEST_STEPS:
                details: dict[str, Any] = {"expected": f"at most {MAX_MANIFEST_STEPS}", "offset": io.pos}
                where = f"steps[{MAX_MANIFEST_STEPS}]"
                raise LimitError("the manifest has too many steps", path=where, **details)
            found.append(begin_record(kind, io, parent, parent))
            found[-1]._read(io, None)
        return found


def _tree(step: Step, index: int) -> dict[str, Any]:
    name = _OPCODE_OF[type(step)]
    with _inside(f"steps[{index}].operands"):
        return {"opcode": name, "operands": _FORMS[name].write(step)}


def _step(fields: Any, path: str) -> Step:
    form = _FORMS.get(getattr(fields.opcode, "name", ""))
    if form is None:
        hint = "it may be of a later version of the format"
        raise UnsupportedError("unknown step", path=f"{path}.opcode", actual=f"0x{int(fields.opcode):02X}", hint=hint)
    used, size = fields.operands._io.pos, fields.len_operands
    if used != size:
        raise InvalidError("operands are left over", path=f"{path}.len_operands", expected=used, actual=size)
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
    """Return the error with its place in the NAC file."""
    if error.offset is None:
        from nacformats.codec.locator import Locator  # noqa: PLC0415  what is read has nothing to locate

        error.offset = Locator(SCHEMA, source).offset(error.path or "")
    error.offset += start
    error.format, error.path = FORMAT_NAME, f"{PATH}.{error.path}" if error.path else PATH
    return error


# the text form


def _words(step: Step) -> Iterable[str]:
    """Return the operands of a step."""
    if isinstance(step, Partition):
        return [f"{len(step.rules)} {'rule' if len(step.rules) == 1 else 'rules'}"]
    if isinstance(step, FilterCategory):
        return map(_quoted, step.categories)
    if isinstance(step, Compose):
        return ["ids" if part is None else _quoted(part) for part in step.template]
    if isinstance(step, BpeEncode):
        return [] if step.suffix is None else [_quoted(step.suffix)]
    return map(_quoted, vars(step).values())


def _rule(rule: Rule) -> str:
    words = ["protected"] if rule.protected else []
    words.append(_quoted(rule.pattern))
    words += [rule.behavior.name] if rule.behavior is not None else []
    words += [f"trim {_quoted(rule.trim)}"] if rule.trim is not None else []
    return " ".join(words)


def _quoted(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
