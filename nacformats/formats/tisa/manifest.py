"""A TISA manifest in memory: the steps that turn text into ids."""

from __future__ import annotations

from dataclasses import dataclass, field

from nacformats.codec.streams import Buffer
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

__all__ = [
    "Behavior",
    "BpeEncode",
    "ByteEncode",
    "Compose",
    "FilterCategory",
    "Lowercase",
    "Manifest",
    "Partition",
    "Prepend",
    "Replace",
    "Rule",
    "Step",
    "UnicodeNorm",
    "UnigramEncode",
    "WordPieceEncode",
]


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
        from nacformats.formats.tisa.manifest_bytes import read_steps  # noqa: PLC0415  as below: only who needs it

        return cls(read_steps(data, start), start)

    @property
    def version_needed(self) -> str:
        """The first version of NAC that has all of its steps: "1.6", or "1.8" for a BPE with the suffix of a word."""
        from nacformats.formats.tisa.manifest_bytes import version_of_steps  # noqa: PLC0415

        return version_of_steps(self.steps)

    def to_bytes(self) -> bytes:
        """The bytes of the manifest. FormatError when a text or a number does not fit its field."""
        from nacformats.formats.tisa.manifest_bytes import write_steps  # noqa: PLC0415

        return write_steps(self.steps)

    def disassemble(self) -> str:
        """One line for each step and each rule, with the offsets of the steps in the file."""
        from nacformats.formats.tisa.listing import listing  # noqa: PLC0415

        return listing(self.steps, self.start)
