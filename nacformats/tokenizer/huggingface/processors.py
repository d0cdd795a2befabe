"""The post-processor of a tokenizer.json as a template."""

from __future__ import annotations

import warnings
from collections.abc import Callable

from nacformats.errors import InvalidError
from nacformats.formats.tisa.steps import Compose, Step
from nacformats.limits import MAX_MANIFEST_BYTES
from nacformats.tokenizer.huggingface.specification import FORMAT, Component, Specification

_Part = int | str | None
_IDS = range(2**32)


def compose_steps(specification: Specification, special: frozenset[str]) -> list[Step]:
    """Return the template that goes around the ids of one text; no step where there is none.

    Args:
        specification: the tokenizer.
        special: the added tokens that decoding skips. It skips what a template adds as well.

    Raises UnsupportedError for templates that a step of v1.6 cannot express.
    """
    component = specification.root.child("post_processor")
    template = [None] if component is None else _template(component, specification)
    if template == [None]:
        return []
    if None not in template and component is not None:
        raise component.unsupported("a template without the text", "single")
    for part in template:
        name = specification.vocabulary.tokens.get(part) if isinstance(part, int) else part
        if name is not None and name not in special and component is not None:
            raise component.unsupported(f"{name!r} is no special token, but decoding would skip it")
    return [Compose(tuple(template))]


def _template(component: Component, specification: Specification) -> list[_Part]:
    if component.kind not in _PROCESSORS:
        raise component.unsupported("a manifest of v1.6 has no step for this post-processor")
    return _PROCESSORS[component.kind](component, specification)


def _sequence(component: Component, specification: Specification) -> list[_Part]:
    template: list[_Part] = [None]
    for part in component.children("processors"):
        inner = _template(part, specification)
        if inner.count(None) * len(template) > MAX_MANIFEST_BYTES:
            raise part.unsupported("templates inside of templates that are too long for a manifest")
        template = [each for whole in inner for each in (template if whole is None else [whole])]
    return template


def _byte_level(component: Component, _: Specification) -> list[_Part]:
    _warn_of_trimming(component)
    return [None]


def _classification(component: Component, specification: Specification) -> list[_Part]:
    """Return the post-processor's [CLS] text [SEP] (BERT) or <s> text </s> (RoBERTa)."""
    if component.kind == "RobertaProcessing":
        _warn_of_trimming(component)
    front, back = (_named(component, key, specification) for key in ("cls", "sep"))
    return [front, None, back]


def _named(component: Component, key: str, specification: Specification) -> _Part:
    pair = component.list(key)
    if len(pair) != 2 or not isinstance(pair[0], str):
        raise component.invalid("a token and its id", f"{len(pair)} elements", key)
    return _part(pair[0], pair[1], component, specification)


def _part(name: str, number: object, component: Component, specification: Specification) -> _Part:
    """Return the name of a token, as public manifests have it, where that is what the id means."""
    if type(number) is not int or number not in _IDS:
        raise InvalidError("not an id", format=FORMAT, path=component.path, actual=type(number).__name__)
    return name if specification.ids.get(name) == number else number


def _warn_of_trimming(component: Component) -> None:
    if component.flag("trim_offsets"):
        text = f"{component.path} ({component.kind}): offsets of the compiled tokenizer include white space"
        warnings.warn(text, stacklevel=2)


def _template_processing(component: Component, specification: Specification) -> list[_Part]:
    tokens = component.map("special_tokens")
    template: list[_Part] = []
    for piece in component.children("single"):
        special = piece.child("SpecialToken")
        if special is None:
            _check_sequence(piece)
            template.append(None)
            continue
        entry = tokens.get(special.text("id"))
        if not isinstance(entry, dict):
            raise InvalidError("a token of the template is not listed", format=FORMAT, path=component.path)
        listed = Component(entry, f"{component.path}.special_tokens", component.allowance)
        ids, names = listed.list("ids"), listed.list("tokens")
        names = names if len(names) == len(ids) else [""] * len(ids)
        template += [
            _part(str(name), number, component, specification) for name, number in zip(names, ids, strict=True)
        ]
    return template


def _check_sequence(piece: Component) -> None:
    """Refuse what is not the place of the ids of the first text."""
    sequence = piece.child("Sequence")
    if sequence is None:
        raise piece.unsupported("neither a special token nor a sequence")
    if sequence.word("id", ("A", "B")) == "B":
        raise piece.unsupported("the second text of a pair in the template of one")


_PROCESSORS: dict[str, Callable[[Component, Specification], list[_Part]]] = {
    "Sequence": _sequence,
    "ByteLevel": _byte_level,
    "BertProcessing": _classification,
    "RobertaProcessing": _classification,
    "TemplateProcessing": _template_processing,
}
