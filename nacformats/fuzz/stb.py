"""STB files: what the schema cannot say (sizes that follow from dtype and dims, layouts, tied tensors, shape tables).

    @given(stb_models())   # StbFile: every dtype and layout, ranks 0 to 8, tied tensors
    @given(stb_files())    # bytes: those of models, and tables as only other writers make them
    @given(glyph_words())  # instruction words of KHΛNARY that refer to STB files

The shapes of tensors of rank > 3 are outside the file: `model.shape_table` has them.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from nacformats.api import dumps
from nacformats.formats.stb.glyphs import HIGHEST_BYTE, HIGHEST_NIBBLE, Glyph, GlyphFlags, GlyphInstruction
from nacformats.formats.stb.model import StbFile
from nacformats.formats.stb.table import ALIGNMENT, DESCRIPTOR_SIZE, ELEMENT_DTYPES, MAX_DIRECT_RANK, align
from nacformats.formats.stb.tensor import StbLayout
from nacformats.fuzz.choices import Choices, pick, shuffled, some_of, strategy
from nacformats.products.constructs import stb as construct

#: Ranks of the descriptors, section 4.
_HIGHEST_RANK = 8
_HIGHEST_ID = 0xFF
_MOST_TENSORS = 6
#: Most elements of a tensor; a dimension may still be large when another one is 0.
_MOST_ELEMENTS = 64
_LARGE_DIMS = (2**16, 2**31, 2**32 - 1)
_RESERVED = tuple(number for number in range(_HIGHEST_ID + 1) if number not in ELEMENT_DTYPES)
_RESERVED_LAYOUTS = tuple(number for number in range(_HIGHEST_ID + 1) if number not in set(StbLayout))


def make_stb_model(choices: Choices) -> StbFile:
    """Return a model as a program makes it, with arrays."""
    stb = StbFile()
    for number in dict.fromkeys(some_of(choices, range(_HIGHEST_ID + 1), _MOST_TENSORS)):
        if stb.tensors and choices.flag(1 / 5):
            stb.tensors.append(pick(choices, list(stb.tensors)).tied(number))
            continue
        shape = _shape(choices)
        index = number if len(shape) > MAX_DIRECT_RANK else None
        layout = pick(choices, StbLayout)
        stb.add(make_stb_array(choices, shape), number, layout=layout, shape_index=index)
    return stb


#: The Hypothesis strategy of it.
stb_models = strategy(make_stb_model)


def make_stb_array(choices: Choices, shape: tuple[int, ...]) -> npt.NDArray[Any]:
    """Return an array of one of the dtypes of STB with any bytes, NaNs among them."""
    dtype = pick(choices, list(ELEMENT_DTYPES.values()))
    return np.frombuffer(choices.block(math.prod(shape) * dtype.itemsize), dtype).reshape(shape)


def make_stb_file(choices: Choices) -> bytes:
    """Return a file that strict reading accepts: half of them models that were written, half laid out in other ways."""
    return dumps(make_stb_model(choices)) if choices.flag(0.5) else _laid_out(choices)


#: The Hypothesis strategy of it.
stb_files = strategy(make_stb_file)


def make_word(choices: Choices) -> int:
    """Return an instruction word of 32 bits that `Instruction.decode` accepts."""
    glyph = pick(choices, Glyph)
    if glyph is Glyph.G_LOAD_BIN_TENSOR and choices.flag(0.5):
        nibbles = [choices.integer(0, HIGHEST_NIBBLE) for _ in range(2)]
        return GlyphInstruction.load(*nibbles).encode()
    flags = GlyphFlags.BIN_REF
    for flag in GlyphFlags:
        flags |= flag if choices.flag(0.5) else flags
    arity = choices.integer(0, 1) if glyph is Glyph.G_MMAP_BIN_REGION else 0
    payload = choices.integer(0, HIGHEST_BYTE)
    return GlyphInstruction(glyph, payload, arity, flags, choices.integer(1, 3)).encode()


#: The Hypothesis strategy of it.
glyph_words = strategy(make_word)


def _shape(choices: Choices) -> tuple[int, ...]:
    """Return a shape of few elements. One with a 0 may be large otherwise."""
    rank = choices.integer(0, _HIGHEST_RANK)
    most = _MOST_ELEMENTS
    dims: list[int] = []
    for _ in range(rank):
        dims.append(choices.integer(0 if choices.flag(1 / 6) else 1, max(1, min(most, 5))))
        most //= max(1, dims[-1])
    if 0 in dims and dims[0] and rank <= MAX_DIRECT_RANK and choices.flag(0.5):
        dims[0] = pick(choices, _LARGE_DIMS)
    return tuple(dims)


# Files as other writers lay them out: reserved numbers, payloads in any order and apart, repeated ids, stray dims


def _laid_out(choices: Choices) -> bytes:
    rows = [_row(choices) for _ in range(choices.integer(0, _MOST_TENSORS))]
    last = {**_row(choices), "dtype": _RESERVED[0], "body": choices.block(choices.integer(1, ALIGNMENT))}
    start = align((len(rows) + 2) * DESCRIPTOR_SIZE) + choices.integer(0, 2) * ALIGNMENT
    position, order = start, shuffled(choices, rows)
    for row in [*order, last]:  # with bytes in it, so that no place is past the end of the file
        row["ofs_body"] = position
        position = align(position + len(row["body"])) + choices.integer(0, 1) * ALIGNMENT
    for row in rows:
        if choices.flag(1 / 8):
            _share(row, pick(choices, rows))
    rows.insert(choices.integer(0, len(rows)), last)
    built: bytes = construct.build({"ofs_data": start, "tensors": rows})
    return built


def _share(row: dict[str, Any], other: dict[str, Any]) -> None:
    """Share the bytes of another tensor as opaque ones: a second view of the same payload, whatever its dtype."""
    row.update(dtype=_RESERVED[0], rank=1, dims=[len(other["body"]), 0, 0])
    row.update(ofs_body=other["ofs_body"], body=other["body"])


def _row(choices: Choices) -> dict[str, Any]:
    shape = _shape(choices)
    if choices.flag(1 / 6):
        dtype, size = pick(choices, _RESERVED), choices.integer(0, 3 * ALIGNMENT)
    else:
        dtype = pick(choices, ELEMENT_DTYPES)
        size = math.prod(shape) * ELEMENT_DTYPES[dtype].itemsize
    dims = list(shape) if len(shape) <= MAX_DIRECT_RANK else [choices.integer(0, 2**32 - 1)]
    stray = 1 if choices.flag(1 / 8) else 0
    return {
        "tensor_id": choices.integer(0, _HIGHEST_ID),
        "dtype": dtype,
        "rank": len(shape),
        "layout": pick(choices, _RESERVED_LAYOUTS) if choices.flag(1 / 8) else pick(choices, StbLayout),
        "dims": dims + [stray] * (MAX_DIRECT_RANK - len(dims)),
        "body": choices.block(size),
    }
