"""Generates the reference of a format: tables of its fields, instances and enums, as Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from nacformats.schema import model
from nacformats.schema.reading import schema_model
from nacformats.schema.sizes import FieldSpan, spans, type_size
from nacformats.schema.sources import ksy_at
from nacformats.schema.texts import markdown, markdown_code, plain_line, table_cell


def render_reference(name: str) -> str:
    """Return the reference of a schema of the package.

    Raises:
        SchemaError: the schema is outside the profile.
    """
    return reference_of(schema_model(name), f"schemas/{name}.ksy")


def reference_of(schema: model.Schema, path: str, *parts: str) -> str:
    """Return the reference of a schema that is at a path; the parts, such as a picture, come before the types."""
    ksy = schema.ksy
    lines = [f"# {_line(schema.title)}", "", *_facts(schema, path), *_paragraphs(schema.doc), *parts]
    for target in schema.types:
        lines += _type_lines(schema, ksy, target)
    if schema.enums:
        lines += ["## Enums", ""]
    for enum in schema.enums:
        lines += _enum_lines(enum)
    text = "\n".join(lines).replace(f"]({schema.name}.md#", "](#")
    own = {enum.name for enum in schema.enums}
    for name, other in schema.imported.items():
        for place in (f"#enum-{enum.name})" for enum in other.enums if enum.name not in own):
            text = text.replace(f"]({place}", f"]({name}.md{place}")
    return text


def _facts(schema: model.Schema, path: str) -> Iterator[str]:
    meta = schema.ksy["meta"]
    extension = meta.get("file-extension")
    facts = [f"Schema: `{path}`"]
    if extension:
        facts.append(
            "files: " + ", ".join(f"`.{name}`" for name in ([extension] if isinstance(extension, str) else extension))
        )
    if "endian" in meta:
        facts.append({"le": "little-endian", "be": "big-endian"}.get(str(meta["endian"]), "of either byte order"))
    if schema.doc_ref:
        facts.append(f"described in {_line(schema.doc_ref)}")
    yield from ("; ".join(facts) + ".", "")


def _line(text: str) -> str:
    """Return a text of the schema as one line; braces at its end would be attributes."""
    line = markdown(" ".join(text.split()))
    return line + "." * line.endswith("}")


def _paragraphs(doc: str) -> Iterator[str]:
    for paragraph in doc.split("\n\n") if doc else ():
        yield from (_line(paragraph), "")


def _type_lines(schema: model.Schema, ksy: dict[str, Any], target: model.Type) -> Iterator[str]:
    if target is schema.root:
        yield from ("## The file", "")
    else:
        yield from (f"## {target.name}", "")
        yield from _paragraphs(target.doc)
    size = type_size(target)
    notes = [f"{size} bytes." if size > 1 else "1 byte."] if size else []
    if target is not schema.root and target.doc_ref:
        notes.append(f"See {_line(target.doc_ref)}.")
    if target.params:
        notes.append("Params: " + ", ".join(f"`{param.id}`" for param in target.params) + ".")
    if notes:
        yield from (" ".join(notes), "")
    if target.fields:
        rows = (_field_row(ksy, span) for span in spans(target))
        yield from _table(("Offset", "Size", "Field", "Type", "Meaning"), rows)
    if placed := (*target.placed, *target.views):
        rows = (_placed_row(ksy, member) for member in placed)
        yield from _table(("At", "Instance", "Type", "Meaning"), rows)
    if target.values:
        rows = (_value_row(ksy, value) for value in target.values)
        yield from _table(("Computed", "Value", "Meaning"), rows)


def _field_row(ksy: dict[str, Any], span: FieldSpan) -> tuple[str, ...]:
    member = span.field
    return _offset(span), _size(span), f"`{member.id}`", _type(ksy, member), _meaning(ksy, member)


def _placed_row(whole: dict[str, Any], member: model.Field) -> tuple[str, ...]:
    ksy = ksy_at(whole, member.path)[-1]
    place = _code(ksy["pos"]) + (f" in {_code(ksy['io'])}" if "io" in ksy else "")
    return place, f"`{member.id}`", _type(whole, member), _meaning(whole, member)


def _value_row(whole: dict[str, Any], value: model.ValueInstance) -> tuple[str, ...]:
    ksy = ksy_at(whole, value.path)[-1]
    computed = _code(ksy["value"]) + (f" as {_enum_link(value.enum)}" if value.enum else "")
    return f"`{value.id}`", computed, _sentences([_line(value.doc), _condition(ksy)])


def _offset(span: FieldSpan) -> str:
    """Return bytes from the start of the type; the bits of a byte count from the first that is read."""
    if span.start is None:
        return ""
    byte, bit = divmod(span.start, 8)
    return f"{byte}, bit {bit}" if isinstance(span.field.kind, model.Bits) else str(byte)


def _size(span: FieldSpan) -> str:
    if span.bits is None:
        return ""
    if isinstance(span.field.kind, model.Bits):
        return f"{span.bits} bits" if span.bits > 1 else "1 bit"
    return str(span.bits // 8)


def _type(whole: dict[str, Any], member: model.Field) -> str:
    ksy = ksy_at(whole, member.path)[-1]
    text = f"bytes {_code(ksy['contents'])}" if "contents" in ksy else _kind(ksy, member)
    if member.enum is not None:
        text += f", {_enum_link(member.enum)}"
    if "size" in ksy:
        text += f", {_code(ksy['size'])} bytes"
    if member.to_end:
        text += ", to the end"
    if member.terminator is not None:
        width = member.terminator.width
        text += f", up to {'a byte' if width == 1 else f'{width} bytes'} {member.terminator.byte:#04x}"
    if member.pad_right is not None:
        text += f", padded with {member.pad_right:#04x}"
    if "process" in ksy:
        text += f", undone by {_code(ksy['process'])}"
    if member.checksum is not None:
        text += f", {member.checksum.kind} of {', '.join(map(_code, member.checksum.over))}"
    if member.repeat is not None:
        text += ", repeated " + _repetition(ksy)
    return text


def _repetition(ksy: dict[str, Any]) -> str:
    if ksy["repeat"] == "expr":
        return f"{_code(ksy['repeat-expr'])} times"
    return f"until {_code(ksy['repeat-until'])}" if ksy["repeat"] == "until" else "to the end"


def _kind(ksy: dict[str, Any], member: model.Field) -> str:
    match member.kind:
        case model.TypeUse(target, arguments):
            call = str(ksy["type"])
            return f"{_type_link(target)} {_code(call[call.index('(') :])}" if arguments else _type_link(target)
        case model.SwitchKind(_, cases):
            chosen = zip(cases, ksy["type"]["cases"].values(), strict=False)
            names = dict.fromkeys(
                _type_link(case.type) if isinstance(case, model.TypeUse) else _code(text) for (_, case), text in chosen
            )
            return f"by {_code(ksy['type']['switch-on'])}: {', '.join(names)}"
        case model.TextKind(encoding):
            return f"{encoding} text"
    return f"`{ksy['type']}`" if "type" in ksy else "bytes"


def _type_link(target: model.Type) -> str:
    """Return the link to a type: to its page, and to its place there if it is not all of the page."""
    return f"[{target.name}]({target.schema}.md{'' if target.outer is None else f'#{target.name}'})"


def _enum_link(enum: model.Enum) -> str:
    return f"[enum {enum.name}](#enum-{enum.name})"


def _meaning(whole: dict[str, Any], member: model.Field) -> str:
    ksy = ksy_at(whole, member.path)[-1]
    rules = [_rule(rule.rule, rule.words) for rule in member.valid]
    see = f"See {_line(member.doc_ref)}" if member.doc_ref else ""
    return _sentences([_line(member.doc), *rules, _condition(ksy), _since(member.since), see])


def _rule(rule: str, words: str) -> str:
    return {
        "eq": f"Has to be {_code(words)}",
        "min": f"At least {_code(words)}",
        "max": f"At most {_code(words)}",
        "any-of": f"One of {_code(words)}",
        "in-enum": "Other numbers are not allowed",
        "expr": f"Rule: {_code(words)}",
    }[rule]


def _condition(ksy: dict[str, Any]) -> str:
    return f"Only if {_code(ksy['if'])}" if "if" in ksy else ""


def _sentences(parts: Iterable[str]) -> str:
    texts = (" ".join(part.split()) for part in parts if part)
    return " ".join(text if text.endswith((".", "?", "!", ".)")) else f"{text}." for text in texts)


def _code(value: Any) -> str:
    return markdown_code(plain_line(str(value)))


def _enum_lines(enum: model.Enum) -> Iterator[str]:
    yield from (f"### enum {enum.name}", "")
    rows = ((str(member.number), f"`{member.id}`", _member_meaning(member)) for member in enum.members)
    yield from _table(("Number", "Name", "Meaning"), rows)


def _member_meaning(member: model.EnumMember) -> str:
    name = f"{_code(member.orig_id)} in the specification" if member.orig_id else ""
    return _sentences([name, _line(member.doc), _since(member.since)])


def _since(version: str) -> str:
    return f"Since v{_line(version)}" if version else ""


def _table(titles: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    yield from (_row(titles), _row("---" for _ in titles))
    yield from (_row(table_cell(cell) for cell in row) for row in rows)
    yield ""


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"
