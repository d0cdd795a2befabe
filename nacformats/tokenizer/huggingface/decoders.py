"""The decoder of a tokenizer.json: it has to be the one that follows from the manifest."""

from __future__ import annotations

from collections.abc import Callable

from nacformats.formats.tisa.manifest import Manifest
from nacformats.tokenizer import decoding
from nacformats.tokenizer.huggingface.pre_tokenizers import prepend_scheme
from nacformats.tokenizer.huggingface.specification import Component, Specification
from nacformats.tokenizer.vocabulary import BYTE_TOKENS, SPACE, Vocabulary

#: A decoder that does one thing, such as ("Replace", "a", "b").
_Part = tuple[object, ...]
_Decoder = tuple[_Part, ...]

_REPLACE: _Part = ("Replace", SPACE, " ")
_STRIP: _Part = ("Strip", " ", 1, 0)
_FALLBACK: _Part = ("ByteFallback",)
_FUSE: _Part = ("Fuse",)


def check_decoder(specification: Specification, manifest: Manifest, vocabulary: Vocabulary) -> None:
    """Refuse a decoder that the manifest does not lead to.

    Raises UnsupportedError.
    """
    component = specification.root.child("decoder")
    speller = decoding.speller_of(manifest, vocabulary)()
    if _flat(component) not in _equal_to(speller, vocabulary):
        owner = specification.root if component is None else component
        followed = type(speller).__name__
        reason = f"a manifest has no decoder, and decoding as it follows from this one would differ ({followed})"
        raise owner.unsupported(reason, "decoder" if component is None else "")


def _flat(component: Component | None) -> _Decoder:
    """Return the parts of a decoder, in order."""
    if component is None:
        return ()
    if component.kind == "Sequence":
        return tuple(part for each in component.children("decoders") for part in _flat(each))
    describe = _DESCRIPTIONS.get(component.kind)
    return ((component.kind,) if describe is None else describe(component),)


def _replacement(component: Component) -> _Part:
    _, text = component.pattern()  # of U+2581, a regular expression is as good as the text
    return ("Replace", text, component.text("content"))


_DESCRIPTIONS: dict[str, Callable[[Component], _Part]] = {
    "Replace": _replacement,
    "Strip": lambda each: ("Strip", each.character("content"), each.number("start"), each.number("stop")),
    "WordPiece": lambda each: ("WordPiece", each.text("prefix"), each.flag("cleanup")),
    "BPEDecoder": lambda each: ("BPEDecoder", each.text("suffix")),
    "Metaspace": lambda each: ("Metaspace", each.character("replacement"), prepend_scheme(each) != "never"),
}


def _equal_to(speller: decoding.Speller, vocabulary: Vocabulary) -> list[_Decoder]:
    """Return the decoders that do what a speller does."""
    if isinstance(speller, decoding.ByteSpeller):
        return [(("ByteLevel",),)]
    if isinstance(speller, decoding.SuffixSpeller):
        return _with_suffix(speller, vocabulary)
    if isinstance(speller, decoding.WordPieceSpeller):
        return [(("WordPiece", speller.marker, True),)]
    if isinstance(speller, decoding.WordSpeller):
        return [()]
    strip = (_STRIP,) if isinstance(speller, decoding.SpaceSpeller | decoding.FallbackSpeller) and speller.drop else ()
    if isinstance(speller, decoding.FallbackSpeller):
        found: list[_Decoder] = [(_REPLACE, _FALLBACK, _FUSE, *strip)]
        return found if strip or any(SPACE in token for token in vocabulary.ids) else [*found, (_FALLBACK, _FUSE)]
    return _without_bytes(strip, vocabulary)


def _with_suffix(speller: decoding.SuffixSpeller, vocabulary: Vocabulary) -> list[_Decoder]:
    """Return the decoder of bytes leaves the suffix in the text, where the library transformers makes a space of it."""
    if any(speller.suffix in token.removesuffix(speller.suffix) for token in vocabulary.ids):
        return []
    return [(("ByteLevel",),)] if speller.make is decoding.ByteSpeller else [(("BPEDecoder", speller.suffix),)]


def _without_bytes(strip: _Decoder, vocabulary: Vocabulary) -> list[_Decoder]:
    found: list[_Decoder] = [(("Metaspace", SPACE, bool(strip)),)]
    if strip and any(token.count(SPACE) > 1 or SPACE in token[1:] for token in vocabulary.ids):
        return found  # a decoder that drops one space only would keep others
    found += [(_REPLACE, _FUSE, *strip)] if strip else [(_REPLACE, _FUSE), (_REPLACE,)]
    if not any(token in vocabulary.ids for token in BYTE_TOKENS):
        found.append((_REPLACE, _FALLBACK, _FUSE, *strip))
    return found
