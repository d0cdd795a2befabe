"""OPS of a NAC file with 50,000 instructions: as columns, and by the parser that the Kaitai compiler generates."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy

from benchmarks._common import Comparison, compare
from nacformats import dumps, loads
from nacformats._generated.kaitai.nac import Nac
from nacformats.codec.columns import RecordCodec
from nacformats.codec.streams import Source
from nacformats.formats.nac import NacBuilder, NacFile
from nacformats.formats.nac.file.reading import Frames

INSTRUCTIONS = 50_000
#: How many times as fast as the generated parser the reader was that was written by hand, in one run with it (commit
#: 62e4e7e: 12.8 ms, the parser 449 ms).
BY_HAND = 35
#: How many times as long as that reader columns may take without the compiled loops, and as fast they shall be with.
PURE, COMPILED = 1.3, 5


def decoder_like(num_instructions: int) -> NacFile:
    """A program with the mix of instructions of a transformer: weights, operations with and without constants."""
    b = NacBuilder()
    x = b.input("tokens")
    b.parameter("weight", [1.0])
    length = 1
    while length < num_instructions - 8:
        hidden = b.operation("aten.linear.default", x, b.parameter("weight"), b.parameter("weight"))
        hidden = b.operation("nac.view", hidden, [1, -1, 8, 64])
        hidden = b.operation("aten.transpose.int", hidden, 1, 2)
        hidden = b.operation("aten.gelu.default", hidden)
        x = b.operation("nac.add", x, hidden)
        length += 7
    b.output(x)
    return b.build()


def run() -> Iterator[Comparison]:
    """Decoding alone, and opening the whole file with its checks."""
    data = dumps(decoder_like(INSTRUCTIONS))
    source = Source(data)
    frames = Frames(source)
    codec, listed = frames["ops"] and frames.lists["ops.instructions"]
    start, stop = int(listed.starts[0]), int(listed.starts[-1])

    pure = copy(codec)
    pure.compiled = None

    def read(codec: RecordCodec) -> Callable[[], object]:
        view, arguments = source.view, frames.arguments
        return lambda: codec.read(view, start, len(listed), stop=stop, path="ops.instructions", **arguments)

    def kaitai() -> object:
        return Nac(source.stream()).ops

    title = f"decode OPS, {len(listed):,} instructions"
    yield compare(title, {"columns, pure": read(pure), "kaitai": kaitai}, baseline="kaitai", goal=BY_HAND / PURE)
    if codec.compiled:
        contenders = {"columns, compiled": read(codec), "kaitai": kaitai}
        yield compare(title, contenders, baseline="kaitai", goal=BY_HAND * COMPILED)
    yield compare("the same, and check the file", {"loads": lambda: loads(data), "kaitai": kaitai}, baseline="kaitai")
