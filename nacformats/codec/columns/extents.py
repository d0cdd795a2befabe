"""The lists of a schema of this package, for walks: where their records are is found by the generated columns."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import TYPE_CHECKING

from nacformats.codec.columns.record import RecordCodec
from nacformats.codec.columns.table import outer_value
from nacformats.codec.elements import RecordElements
from nacformats.errors import FormatError

if TYPE_CHECKING:
    from nacformats.codec.trees.reading import RecordMaker

#: The fewest records that are looked for by columns.
COLUMNS_PAY = 256


class ExtentLists:
    """Finds the records of the lists of a schema in schemas/; each is read when it is asked for."""

    def __init__(self, schema: str) -> None:
        module = importlib.import_module(f"nacformats._generated.columns.{schema}")
        self._codecs: Mapping[str, RecordCodec] = {
            each.parser: each for each in vars(module).values() if isinstance(each, RecordCodec)
        }

    @property
    def least(self) -> int:
        return COLUMNS_PAY

    def read(self, make: RecordMaker, count: int | None) -> RecordElements | None:
        """Return the records of a field; None where they have to be read one by one."""
        io, codec = make.io, self._codecs.get(make.kind.NAME)
        if codec is None or count is None:
            return None
        try:
            arguments = {each.name: outer_value(each, make.owner) for each in codec.arguments}
            starts = codec.extents(io.view, io.pos, count, **arguments)
        except (FormatError, AttributeError, LookupError, TypeError, ValueError):  # something is not as it has to be
            return None
        if len(starts) <= count:
            return None
        raw, io.pos = io.view[io.pos : int(starts[-1])], int(starts[-1])
        return RecordElements((starts + io.base).data, raw, lambda index: make(index, int(starts[index]), None), dict)
