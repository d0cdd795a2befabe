"""The sections of a NAC file as their frames read them: fields, and columns for lists (NAC v1.6, section 2)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from nacformats._generated.columns import nac as codecs
from nacformats._generated.frames.nac import SECTIONS
from nacformats._generated.records.nac import NAC as HEADER
from nacformats.codec import trees
from nacformats.codec.columns import Columns, RecordCodec
from nacformats.codec.frames import RecordStream
from nacformats.codec.streams import Source
from nacformats.errors import FormatError, InvalidError, TruncatedError, UnsupportedError
from nacformats.formats.nac.columns.instructions import FIRST_BYTE, OPS, TRNG, Lengths
from nacformats.formats.nac.rows import IdTable
from nacformats.formats.nac.tables import FORMAT_NAME


class Frames:
    """The header of a file, and its sections, each read when it is asked for.

    Attributes:
        source: the bytes.
        tree: the header.
        starts: byte offsets of the sections that there are, by name, in the order of the header.
        stops: where those end that were read.
        lists: the codec and the columns of their lists, by path, such as "cmap.entries".
    """

    def __init__(self, source: Source) -> None:
        """Read the header. FormatError when it is broken, or a section starts past the end of the file."""
        self.source = source
        self.tree: Any = trees.parse(FORMAT_NAME, source)
        offsets = {name: getattr(self.tree, field, 0) for name, (field, _) in SECTIONS.items()}
        self.starts = {name: start for name, start in offsets.items() if start}
        self.stops: dict[str, int] = {}
        self.lists: dict[str, tuple[RecordCodec, Columns]] = {}
        self._read: dict[str, Any] = {}
        for name, start in self.starts.items():
            if start >= source.size:
                reason, expected = "the section starts past the end of the file", f"less than {source.size}"
                raise header_error(source, name, TruncatedError, reason, expected=expected, actual=start)

    def __getitem__(self, name: str) -> Any:
        """What is in a section, with columns for its lists.

        Raises:
            FormatError: it cannot be read.
            KeyError: there is no such section.
        """
        if name not in self._read:
            stream = self._stream(name)
            try:
                self._read[name] = SECTIONS[name][1](stream, self.tree, self.tree)
            except FormatError as error:
                raise self._explained(name, error, stream) from None
            except trees.PARSER_FAILURES as failure:
                raise self._located(name, failure) from None
            self.stops[name] = stream.pos()
            self.lists |= {f"{name}.{field}": found for field, found in stream.lists.items()}
        return self._read[name]

    @property
    def version(self) -> str:
        """The version of the format; those with one version byte differ in the size of their header."""
        if self.tree.version == FIRST_BYTE:
            return "1.6"
        return "1.7" if self.tree.is_v1_7 else "1.8"

    @cached_property
    def signatures(self) -> IdTable[str]:
        """Signatures as text: a byte is a code, whether the format knows it or not."""
        return IdTable(self._signatures()) if "perm" in self.starts else IdTable()

    def _signatures(self) -> Iterator[tuple[int, str]]:
        entries = self["perm"].entries
        codes, stops = entries["codes.code"].tobytes().decode("latin-1"), entries["codes[]"].tolist()
        for number, start, stop in zip(entries["id_signature"].tolist(), stops, stops[1:], strict=False):
            yield number, codes[start:stop]

    @cached_property
    def lengths(self) -> Lengths:
        """What gives instructions their length."""
        version = self.tree.version
        return Lengths(self.signatures, self.tree.num_outputs, version, () if version == FIRST_BYTE else self._names())

    def _names(self) -> list[tuple[int, str]]:
        """Numbers and names of operations."""
        if "cmap" not in self.starts:
            return []
        entries, view = self["cmap"].entries, self.source.view
        spans = zip(entries["id_operation"].tolist(), entries["name@"].tolist(), entries["name#"].tolist(), strict=True)
        return [(number, str(view[start : start + size], "utf-8")) for number, start, size in spans]

    @cached_property
    def arguments(self) -> dict[str, Any]:
        """What instructions take from other sections and from the header."""
        return self.lengths.arguments

    def end_of(self, name: str) -> int:
        """What the instructions of a section must not cross: the start of the next one, or the end of the file."""
        start = self.starts[name]
        return min((other for other in self.starts.values() if other > start), default=self.source.size)

    def _stream(self, name: str) -> RecordStream:
        start = self.starts[name]
        if name not in (OPS, TRNG):
            return RecordStream(self.source.view, vars(codecs), start, name)
        stop = self.end_of(name)
        return RecordStream(self.source.view, vars(codecs), start, name, stop=stop, arguments=self.arguments)

    def _explained(self, name: str, error: FormatError, stream: RecordStream) -> FormatError:
        """The error, with details that the schema does not have."""
        if name in (OPS, TRNG) and "instructions" in stream.begun:
            from nacformats.formats.nac.file.misreading import Misread  # noqa: PLC0415  only bad files need it

            span = stream.begun["instructions"], self.end_of(name)
            return Misread(self.source.view, *span, self.lengths, name).explained(error)
        field = (error.path or "").rpartition(".")[2]
        place: dict[str, Any] = {"path": error.path, "offset": error.offset, "actual": error.actual}
        if isinstance(error, InvalidError) and field == "kind":
            reason = "the type of the constant is unknown, and so is its size"
            return UnsupportedError(reason, format=FORMAT_NAME, expected=error.expected, **place)
        if isinstance(error, InvalidError) and name in ("cnst", "orch") and field == "length":
            return InvalidError("a number takes 8 bytes", format=FORMAT_NAME, expected=8, **place)
        return error

    def _located(self, name: str, failure: BaseException) -> FormatError:
        """The error that says where in a section the parser failed; no other section is read for it."""
        from nacformats.codec.locate import locate  # noqa: PLC0415  only bad files need it

        debug = trees.parser_class(FORMAT_NAME, debug=True)
        only = type(debug.__name__, (debug,), {"__module__": debug.__module__, name: vars(debug)[name]})
        return locate(FORMAT_NAME, only, self.source, failure)


def offset_in_header(field: str) -> int:
    """Where a field of the header is that every version has in the same place."""
    return int(HEADER.fields[field][1])


def header_error(source: Source, section: str, kind: type[FormatError], reason: str, **details: Any) -> FormatError:
    """An error about the offset of a section in the header."""
    path = SECTIONS[section][0]
    is_fixed = path in (HEADER.names or ())
    from nacformats.codec.locator import Locator  # noqa: PLC0415  only bad files need it

    offset = offset_in_header(path) if is_fixed else Locator(FORMAT_NAME, source).offset(path)
    return kind(reason, format=FORMAT_NAME, path=path, offset=offset, **details)
