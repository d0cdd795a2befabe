"""The stream of the debug parsers, which keep where each field is."""

from __future__ import annotations

from kaitaistruct import KaitaiStream, NoTerminatorFoundError

from nacformats.codec.streams import PositionedIO, find_unit

__all__ = ["PositionedIO", "PositionedStream"]


class PositionedStream(KaitaiStream):  # type: ignore[misc]  # kaitaistruct has no types
    """The stream of the debug parsers. Fields that end with a terminator are views as well."""

    def read_bytes_term(self, term: int, include_term: bool, consume_term: bool, eos_error: bool) -> memoryview:
        self.align_to_byte()
        start = self.pos()
        rest: memoryview = self._io.read()
        length = find_unit(rest, bytes([term]))
        if length is None:
            if eos_error:
                raise NoTerminatorFoundError(bytes([term]), 0)
            return rest
        self._io.seek(start + length + consume_term)
        return rest[: length + include_term]
