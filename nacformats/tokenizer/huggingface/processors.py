"""The post-processor of a tokenizer.json as a template."""

from __future__ import annotations

import warnings
from collections.abc import Callable

from nacformats.errors import InvalidError
from nacformats.tokenizer.huggingface.specification import FORMAT, Component, Specification
from nacformats.tokenizer.manifest import Compose, Step

_Part = int | str | None


def compose_steps(specification: Specification, special: frozenset[str]) -> list[Step]:
    """The template that goes around the ids of one text; no step where there is none.

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
        name = specification.library.id_to_token(part) if isinstance(part, int) else part
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
        template = [each for whole in inner for each in (template if whole is None else [whole])]
    return template


def _byte_level(component: Component, _: Specification) -> list[_Part]:
    _warn_of_trimming(component)
    return [None]


def _classification(component: Component, specification: Specification) -> list[_Part]:
    """[CLS] text [SEP] of BERT, <s> text </s> of RoBERTa."""
    if component.kind == "RobertaProcessing":
        _warn_of_trimming(component)
    front, back = (_named(component, key, specification) for key in ("cls", "sep"))
    return [front, None, back]


def _named(component: Component, key: str, specification: Specification) -> _Part:
    token, number = component.list(key)
    return _part(str(token), number, component, specification)


def _part(name: str, number: object, component: Component, specification: Specification) -> _Part:
    """The name of a token, as public manifests have it, where that is what the id means."""
    if not isinstance(number, int):
        raise InvalidError("not an id", format=FORMAT, path=component.path)
    return name if specification.ids.get(name) == number else number


def _warn_of_trimming(component: Component) -> None:
    if component.flag("trim_offsets", True):
        warnings.warn(
            f"{component.path} ({component.kind}): offsets of the compiled tokenizer include white space",
            stacklevel=2,
        )


def _template_processing(component: Component, specification: Specification) -> list[_Part]:
    tokens = component.map("special_tokens")
    template: list[_Part] = []
    for piece in component.children("single"):
        special = piece.child("SpecialToken")
        if special is None:
            template.append(None)
            continue
        entry = tokens.get(special.text("id"))
        if not isinstance(entry, dict):
            raise InvalidError("a token of the template is not listed", format=FORMAT, path=component.path)
        ids = Component(entry, component.path).list("ids")
        names = Component(entry, component.path).list("tokens")
        names = names if len(names) == len(ids) else [""] * len(ids)
        template += [
            _part(str(name), number, component, specification) for name, number in zip(names, ids, strict=True)
        ]
    return template


_PROCESSORS: dict[str, Callable[[Component, Specification], list[_Part]]] = {
    "Sequence": _sequence,
    "ByteLevel": _byte_level,
    "BertProcessing": _classification,
    "RobertaProcessing": _classification,
    "TemplateProcessing": _template_processing,
}
