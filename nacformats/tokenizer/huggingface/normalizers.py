"""The normalizers of a tokenizer.json as steps of a manifest."""

from __future__ import annotations

from collections.abc import Callable

import regex

from nacformats.formats.tisa import steps as tisa
from nacformats.limits import MAX_PATTERN
from nacformats.tokenizer.huggingface.specification import Component

#: White space of Unicode except U+0020, which `tokenizers` turns into U+0020 where it cleans text.
_SPACES = "\t\n\r\x85\xa0\u1680" + "".join(map(chr, range(0x2000, 0x200B))) + "\u2028\u2029\u202f\u205f\u3000"
#: Those of them that are control characters, which are dropped otherwise.
_CONTROL_SPACES = "\t\n\r"
#: What the normalizer Nmt deletes, and what it turns into a space.
_NMT_DELETED = [*range(0x01, 0x09), 0x0B, *range(0x0E, 0x20), 0x7F, 0x8F, 0x9F]
_NMT_SPACES = [0x09, 0x0A, 0x0C, 0x0D, 0x1680, *range(0x200B, 0x2010), 0x2028, 0x2029, 0x2581, 0xFEFF, 0xFFFD]
#: A run of n equal characters becomes one when two become one this many times, for every n below 2^48.
_HALVINGS = 48
#: Two characters for private use, which mark a place for a moment; a text that holds them is escaped first.
MARK, ESCAPED, FRONT = "\uf8f0", "\uf8f1", "\uf8f2"


def normalizer_steps(component: Component | None, *, spaces_vanish: bool) -> list[tisa.Step]:
    """Return the steps of a normalizer, to be applied to each stretch of text between added tokens.

    Args:
        component: the normalizer.
        spaces_vanish: whether white space is taken away afterwards, so that its kind does not matter.

    Raises UnsupportedError for one that steps of v1.6 cannot express.
    """
    if component is None:
        return []
    if component.kind == "BertNormalizer":
        return _bert(component, spaces_vanish=spaces_vanish)
    if component.kind == "Sequence":
        return _sequence(component, spaces_vanish=spaces_vanish)
    if component.kind not in _NORMALIZERS:
        reason = "a manifest of v1.6 has no step for this normalizer"
        raise component.unsupported(reason, hint=_HINTS.get(component.kind))
    return _NORMALIZERS[component.kind](component)


def always_prepend(value: str) -> list[tisa.Step]:
    """Put a text in front of every text that is not empty: PREPEND leaves alone what begins with it already."""
    return [
        tisa.Replace(MARK, MARK + ESCAPED),
        tisa.Prepend(MARK + FRONT),
        tisa.Replace(MARK + FRONT, value),
        tisa.Replace(MARK + ESCAPED, MARK),
    ]


def isolates_chinese(component: Component | None) -> bool:
    """True if a normalizer puts spaces around Chinese characters."""
    if component is None:
        return False
    if component.kind == "Sequence":
        return any(isolates_chinese(part) for part in component.children("normalizers"))
    return component.kind == "BertNormalizer" and component.flag("handle_chinese_chars")


def _sequence(component: Component, *, spaces_vanish: bool) -> list[tisa.Step]:
    parts = list(component.children("normalizers"))
    if _is_llama(parts):
        return _llama_steps(parts)
    return [step for part in parts for step in normalizer_steps(part, spaces_vanish=spaces_vanish)]


def _is_llama(parts: list[Component]) -> bool:
    """True if the parts prepend a character and then replace every space with it."""
    return (
        [part.kind for part in parts] == ["Prepend", "Replace"]
        and parts[1].pattern() == ("String", " ")
        and parts[0].text("prepend") == parts[1].text("content")
        and len(parts[0].text("prepend")) == 1
    )


def _llama_steps(parts: list[Component]) -> list[tisa.Step]:
    mark = parts[0].text("prepend")
    # The first step changes nothing but what PREPEND sees: both characters become the mark in the end, and nothing
    # begins with it.
    return [tisa.Replace(mark, " "), tisa.Prepend(mark), tisa.Replace(" ", mark)]


def _prepend(component: Component) -> list[tisa.Step]:
    value = component.text("prepend")
    if MARK in value:
        raise component.unsupported("it puts a character for private use in front")
    return always_prepend(value) if value else []


def _replace(component: Component) -> list[tisa.Step]:
    kind, pattern = component.pattern()
    content = component.text("content")
    if kind == "String":
        if not pattern:
            raise component.unsupported("the empty text, which is everywhere, is replaced", "pattern")
        return [tisa.Replace(pattern, content)]
    steps = None if len(pattern) > MAX_PATTERN else _replace_regex(pattern, content)
    if steps is None:
        reason = "a manifest of v1.6 replaces literal text only, not a regular expression"
        raise component.unsupported(reason, "pattern")
    return steps


_ESCAPES = {r"\n": "\n", r"\r": "\r", r"\t": "\t", r"\v": "\x0b", r"\f": "\x0c"}
_ONE = r"(\\s|\\[nrtvf]|\\[^\w\s]|[^\\\[\](){}.*+?^$|])"
_RUN = regex.compile(rf"(?:{_ONE}|\[((?:\\[^\w\s]|\\[snrtvf]|[^\\\[\]^&-])+)\])(\+|\{{[12],\}})?", regex.S)
_MARKS = regex.compile(r"\[?(?:\\p\{(?:L|M|N|P|S|Z|C)[a-z]\})+\]?\+?")


def _replace_regex(pattern: str, content: str) -> list[tisa.Step] | None:
    """Return literal replacements that do the same, for the forms that tokenizers are seen with; None for others."""
    if _MARKS.fullmatch(pattern) and not content and (pattern[0] == "[" or pattern.count("{") == 1):
        return [tisa.FilterCategory(tuple(regex.findall(r"\{(\w+)\}", pattern)))]
    if (found := _RUN.fullmatch(pattern)) is None:
        literal_text = regex.fullmatch(rf"(?:{_ONE})+", pattern)
        if literal_text is None or r"\s" in pattern:
            return None
        return [tisa.Replace("".join(map(_character, literal_text.captures(1))), content)]
    names = [found[1]] if found[1] else regex.findall(r"\\.|.", found[2], regex.S)
    characters = "".join(" \x0b\x0c" + _SPACES if name == r"\s" else _character(name) for name in names)
    return _replace_characters(characters, found[3], content)


def _character(name: str) -> str:
    """Return the character that an escape means."""
    return _ESCAPES.get(name, name[-1])


def _replace_characters(characters: str, repeated: str | None, content: str) -> list[tisa.Step] | None:
    if repeated is None:
        # One after the other is the same as all at once where nothing that is put in is looked for later.
        if any(character in content for character in characters[1:]):
            return None
        return [tisa.Replace(character, content) for character in characters]
    first = characters[0]
    if repeated == "{2,}" and (len(characters) > 1 or content != first):
        return None
    if len(content) != 1 and any(character in content for character in characters):
        return None
    halved: list[tisa.Step] = [tisa.Replace(first * 2, first)] * _HALVINGS
    last = [tisa.Replace(first, content)] if content != first else []
    return [*(tisa.Replace(character, first) for character in characters[1:]), *halved, *last]


def _strip(component: Component) -> list[tisa.Step]:
    """Cut white space off both ends."""
    ends = (("strip_left", r"\A\s+"), ("strip_right", r"\s+\Z"))
    rules = tuple(tisa.Rule(pattern, behavior=tisa.Behavior.remove) for key, pattern in ends if component.flag(key))
    return [tisa.Partition(rules)] if rules else []


def _nmt(_: Component) -> list[tisa.Step]:
    contents = {**dict.fromkeys(_NMT_DELETED, ""), **dict.fromkeys(_NMT_SPACES, " ")}
    return [tisa.Replace(chr(code), content) for code, content in contents.items()]


def _bert(component: Component, *, spaces_vanish: bool) -> list[tisa.Step]:
    steps: list[tisa.Step] = []
    lowercase = component.flag("lowercase")
    if component.flag("clean_text"):
        spaces = _CONTROL_SPACES if spaces_vanish else _SPACES.replace("\x85", "")
        steps += [tisa.Replace(character, " ") for character in spaces]
        steps += [tisa.Replace("\ufffd", ""), tisa.FilterCategory(("Cc", "Cf", "Co"))]
    if component.flag("strip_accents", lowercase):
        steps += [tisa.UnicodeNorm("NFD"), tisa.FilterCategory(("Mn",))]
    if lowercase:
        steps.append(tisa.Lowercase())
    return steps


def _form(component: Component) -> list[tisa.Step]:
    return [tisa.UnicodeNorm(component.kind)]


_NORMALIZERS: dict[str, Callable[[Component], list[tisa.Step]]] = {
    **dict.fromkeys(("NFC", "NFD", "NFKC", "NFKD"), _form),
    "Lowercase": lambda _: [tisa.Lowercase()],
    "StripAccents": lambda _: [tisa.FilterCategory(("Mn", "Mc", "Me"))],
    "Strip": _strip,
    "Replace": _replace,
    "Prepend": _prepend,
    "Nmt": _nmt,
}
_HINTS = {"Precompiled": "its table replaces whole grapheme clusters; NFKC is close where ids may differ"}
