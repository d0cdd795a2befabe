"""Fuzzers from schemas: valid files of any .ksy, and files with exactly one damage in one named field.

A schema is run forward like a parser, but every read draws its value and appends its bytes. So lengths, counts,
switches and offsets come out right by construction, and `valid:` becomes bounds. What no schema says is in
NAME.hints.yaml beside it (nacformats.fuzz.hints).

    from nacformats.fuzz import Maker, files, near

    Maker("stb").sample(random.Random(1)).data      # bytes, fast; Maker(...).near(...) damages them

    @given(files("my_format.ksy"))                  # strategies of Hypothesis, which make failing files small
    def test_reader(data): ...

Hypothesis is optional: `files`, `samples` and `near` need the extra "fuzz".

Any schema of the subset of nacformats.schema.reading will do. What is outside of it is refused with a SchemaError
that begins with the path in the schema, and so is a field for which no value is found: it needs a hint. How it is done:

- What is known of a file before it is drawn is read, not drawn: an instance that is asked for before the fields in its
  place, one that shows bytes of others, a terminator that is not consumed.
- An offset is chosen if `pos` is a bare field of the same record, a number of fixed size; a size is written after the
  record that it tells of if `size` is such a field (times a constant). Other positions, sizes and counts are computed
  from fields that are drawn like all others: where they do not fit, these fields are drawn again, larger or smaller.
- What needs an offset, a length or `_io.size` before it is known has it drawn first in the next attempt.
- Numbers of variable length cannot hold offsets, nor can bit fields.
- Rules are inverted if they are comparisons of `_`, `_.value`, `_.to_i` or `_.length` with other fields, `_ % n == r`,
  and `and`, `or`, `not` and `? :` of these. Other rules are met by trying.
- A checksum is the key `-checksum` of a number, or a hint: its kind and the fields that it is over.
- Every file is read before it is called valid, with every instance of every record. Where no file is found that writing
  gives back byte for byte, one will do that is only read; and where instances have no value, one in which they are bad.
- No file is larger than `max_size`, and none takes more than some steps to draw (nacformats.limits): a file that a
  schema makes larger or more laborious is not made.
- What no schema says stays unsaid: sums of what fields mean, compression other than zlib's, order, uniqueness.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nacformats.fuzz.maker import Maker, Near
from nacformats.fuzz.output import Sample, Span

if TYPE_CHECKING:
    from nacformats.fuzz.strategies import files, near, samples

__all__ = ["Maker", "Near", "Sample", "Span", "files", "near", "samples"]

_STRATEGIES = ("files", "samples", "near")


def __getattr__(name: str) -> Any:
    """Return the strategies, when they are requested.

    Raises:
        ImportError: Hypothesis is not installed.
    """
    if name not in _STRATEGIES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        from nacformats.fuzz import strategies  # noqa: PLC0415  Hypothesis is only needed by who uses them
    except ModuleNotFoundError as error:
        if error.name != "hypothesis":
            raise
        raise ImportError(f"nacformats.fuzz.{name} needs Hypothesis: pip install 'nacformats[fuzz]'") from error
    return getattr(strategies, name)
