"""The steps of a manifest, which turn text into ids."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from nacformats._generated.python import tisa as records


@dataclass(frozen=True)
class Lowercase:
    """Lower case, character by character."""


@dataclass(frozen=True)
class UnicodeNorm:
    """A normalization form of Unicode. Attributes: form: NFC, NFD, NFKC or NFKD."""

    form: str


@dataclass(frozen=True)
class Replace:
    """Replace a literal text. Attributes: pattern: what to look for; value: what stands there afterwards."""

    pattern: str
    value: str


@dataclass(frozen=True)
class FilterCategory:
    """Drop characters. Attributes: categories: of Unicode, such as "Mn"."""

    categories: tuple[str, ...]


@dataclass(frozen=True)
class Prepend:
    """Put a text in front, unless the text is empty or begins with it already."""

    value: str


#: What becomes of a match of a rule that is not protected: keep, remove or isolate.
Behavior: TypeAlias = records.Behavior


@dataclass(frozen=True)
class Rule:
    """One alternative of a partition.

    Attributes:
        pattern: a regular expression.
        protected: whether its matches are tokens already, which no later step touches.
        behavior: None where the manifest does not say.
        trim: what is cut from the end of the text in front of a match, or None.
    """

    pattern: str
    protected: bool = False
    behavior: Behavior | None = None
    trim: str | None = None


@dataclass(frozen=True)
class Partition:
    """Cut the text into fragments at the matches of one alternation; the leftmost alternative wins."""

    rules: tuple[Rule, ...] = ()


@dataclass(frozen=True)
class ByteEncode:
    """Bytes as printable characters, on fragments that are not protected."""


@dataclass(frozen=True)
class BpeEncode:
    """Merge pairs, the lowest rank first.

    Attributes:
        suffix: what the last symbol of a fragment ends with, such as "</w>". The empty one is as good as None, and is
            what manifests of NAC v1.8 say; older ones have no suffix.
    """

    suffix: str | None = None


@dataclass(frozen=True)
class WordPieceEncode:
    """Longest match first. Attributes: marker: opens what continues a word, such as "##"."""

    marker: str


@dataclass(frozen=True)
class UnigramEncode:
    """The most likely sequence of tokens."""


@dataclass(frozen=True)
class Compose:
    """Put the ids into a template. Attributes: template: None for the ids, otherwise an id or a token."""

    template: tuple[int | str | None, ...]


Step = (
    Lowercase
    | UnicodeNorm
    | Replace
    | FilterCategory
    | Prepend
    | Partition
    | ByteEncode
    | BpeEncode
    | WordPieceEncode
    | UnigramEncode
    | Compose
)
