"""A TISA manifest in memory: the steps that turn text into ids."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum

from nacformats.codec.streams import Buffer


@dataclass(frozen=True)
class Lowercase:
    """01: lower case, character by character."""


@dataclass(frozen=True)
class UnicodeNorm:
    """02: Attributes: form: NFC, NFD, NFKC or NFKD."""

    form: str


@dataclass(frozen=True)
class Replace:
    """03: replace a literal text. Attributes: pattern: what to look for; value: what stands there afterwards."""

    pattern: str
    value: str


@dataclass(frozen=True)
class FilterCategory:
    """04: drop characters. Attributes: categories: of Unicode, such as "Mn"."""

    categories: tuple[str, ...]


@dataclass(frozen=True)
class Prepend:
    """07: put a text in front, unless the text is empty or begins with it already."""

    value: str


class Behavior(IntEnum):
    """What becomes of a match of a rule that is not protected."""

    keep = 0
    remove = 1
    isolate = 2


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
    """10: cut the text into fragments at the matches of one alternation; the leftmost alternative wins."""

    rules: tuple[Rule, ...] = ()


@dataclass(frozen=True)
class ByteEncode:
    """15: bytes as printable characters, on fragments that are not protected."""


@dataclass(frozen=True)
class BpeEncode:
    """20: merge pairs, the lowest rank first."""


@dataclass(frozen=True)
class WordPieceEncode:
    """21: longest match first. Attributes: marker: opens what continues a word, such as "##"."""

    marker: str


@dataclass(frozen=True)
class UnigramEncode:
    """22: the most likely sequence of tokens."""


@dataclass(frozen=True)
class Compose:
    """30: put the ids into a template. Attributes: template: None for the ids, otherwise an id or a token."""

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
        """The manifest that some bytes are, such as `NacFile.proc`.

        Args:
            data: the bytes.
            start: where they are in their file; the offsets of errors count from its beginning.

        Raises:
            LimitError: there are more bytes than limits.MAX_MANIFEST_BYTES.
            TruncatedError: they end too early.
            InvalidError: they break a rule of the layout.
            UnsupportedError: a step is unknown.
        """
        from nacformats.tokenizer.manifest_bytes import read_steps  # noqa: PLC0415  it imports this module

        return cls(read_steps(data, start), start)

    def to_bytes(self) -> bytes:
        """The bytes of the manifest. FormatError when a text or a number does not fit its field."""
        from nacformats.tokenizer.manifest_bytes import write_steps  # noqa: PLC0415

        return write_steps(self.steps)

    def disassemble(self) -> str:
        """One line for each step and each rule, with the offsets of the steps in the file."""
        from nacformats.tokenizer.listing import listing  # noqa: PLC0415

        return listing(self.steps, self.start)
