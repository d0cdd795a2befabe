"""Fuzzers from schemas: valid files of any .ksy, and files with exactly one damage in one named field.

A schema is run forward like a parser, but every read draws its value and appends its bytes. So lengths, counts,
switches and offsets come out right by construction, and `valid:` becomes bounds. What no schema says is in
NAME.hints.yaml beside it (nacformats.fuzz.hints).

    from nacformats.fuzz import Maker, files, near

    Maker("stb").sample(random.Random(1)).data      # bytes, fast; Maker(...).near(...) damages them

    @given(files("my_format.ksy"))                  # strategies of Hypothesis, which make failing files small
    def test_reader(data): ...

Hypothesis is optional: `files`, `samples` and `near` need the extra "fuzz".

Any schema of the subset of nacformats.generator.reading will do. What is outside of it is refused with a SchemaError
that begins with the path in the schema, and so is a field for which no value is found: it needs a hint. Not supported,
or only as far as said:

- An offset is chosen if `pos` is a bare field of the same record, a number of fixed size; any other `pos` is computed
  from fields that are drawn like all others, and two instances may not share bytes (hint: `draw: false`).
- A size is written after the record that it tells of if `size` is a bare field of the same record (times a constant), a
  number of fixed size. Otherwise it is drawn first, and what does not fill it is zeros.
- Numbers of variable length cannot hold offsets, nor can bit fields.
- A field with `terminator` and `consume: false` makes what follows begin with that byte; bits after it do so by chance.
- `_io.eof` is known in `repeat-until` alone, and `_io.size` in rules of fields and in streams of a given size.
- Rules are inverted if they are comparisons of `_`, `_.value`, `_.to_i` or `_.length` with other fields, `_ % n == r`,
  and `and`, `or`, `not` and `? :` of these. Other rules are met by trying.
- No file is larger than `max_size`, and none takes more than some steps to draw (nacformats.limits): a file that a
  schema makes larger or more laborious is not made.
- What no schema says stays unsaid: checksums, sums over fields, numbers as text, compressed data, order, uniqueness.
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
