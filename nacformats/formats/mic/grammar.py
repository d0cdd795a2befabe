"""The tokens of mic@2 that are not operations (mic@2 Text Format Specification, Grammar)."""

from __future__ import annotations

from nacformats.codec.tables import file_formats
from nacformats.formats.mic.kinds import BINDING_KINDS, OPERATIONS
from nacformats.formats.mic.objects import Arg, Param

#: The first token of a text, and how that of every version begins.
HEADER = file_formats()["mic2"][2].decode()
HEADER_PREFIX = HEADER.rstrip("0123456789")
#: What the first token of a line declares.
SYMBOL, TYPE, OUTPUT = "S", "T", "O"
BINDINGS: dict[str, type[Arg | Param]] = {"a": Arg, "p": Param}
COMMENT = "#"

#: The kind of value that a line declares, by its first token.
VALUE_TOKENS: dict[str, int] = {
    opcode.token: kind for kind, opcode in enumerate(OPERATIONS) if opcode.token is not None
}
VALUE_TOKENS |= {token: BINDING_KINDS[binding] for token, binding in BINDINGS.items()}

#: A dimension that is not known.
UNKNOWN_DIM = "?"


def is_name(text: str) -> bool:
    """Return True if a name can be written: letters, digits and underscores, ASCII only, no digit first."""
    return text.isascii() and text.isidentifier()


def is_natural(text: str) -> bool:
    """Return True if a text is decimal digits."""
    return text.isascii() and text.isdigit()


def is_dim(text: str) -> bool:
    """Return True if a dimension can be written: a number, a name, or "?"."""
    return text == UNKNOWN_DIM or is_name(text) or is_natural(text)
