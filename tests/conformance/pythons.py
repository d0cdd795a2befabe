"""Readers of this process: the machine, the construct structs, and Kaitai's parser for Python."""

from __future__ import annotations

import io
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from construct import ConstructError
from kaitaistruct import KaitaiStream

from nacformats._generated import generated
from nacformats.codec.constructs import Record
from nacformats.codec.streams import Source
from nacformats.codec.trees.record import read_everything
from nacformats.errors import FormatError
from nacformats.limits import MAX_GAP_BYTES
from nacformats.schema.model import NATIVE
from nacformats.schema.sources import schema_names
from tests.campaign.readers import read_placed
from tests.conformance.answers import (
    ALL,
    NO,
    OK,
    SURPLUS,
    Answer,
    Claims,
    answer_of_machine,
    message_of,
    tables_at_once,
)
from tests.conformance.schemas import Subject
from tests.conformance.trees import kaitai_json, tree_json
from tests.kaitai.compiler import Compiler, Parser, RefusedByKaitaiError
from tests.oracle import PARSER_FAILURES, located, parse, parser_class


class MissingError(Exception):
    """A reader cannot be run here: a toolchain or a package is not there."""


#: What parsers of Kaitai's compiler know: the structure of a file.
STRUCTURE = Claims(
    places=False,
    writes=False,
    is_whole=False,
    bits=False,
    missing="paths and offsets of refusals, writing, bytes past the last field, bits of NaN, bits that no field takes",
)


@dataclass(frozen=True)
class PythonReader:
    """The machine, which is what all others are held to; strangers' schemas are opened as anybody's."""

    name: str = "python"
    is_held: bool = True
    claims: Claims = ALL

    def knows(self, subject: Subject) -> bool:
        return True

    def answer(self, subject: Subject, path: Path) -> Answer:
        return answer_of_machine(subject, path.read_bytes())

    def close(self) -> None: ...


@dataclass(frozen=True)
class ConstructReader:
    """The construct structs of generated/construct."""

    name: str = "construct"
    is_held: bool = True
    claims: Claims = ALL

    def knows(self, subject: Subject) -> bool:
        return subject.is_ours and subject.name not in NATIVE  # which are numbers here

    def answer(self, subject: Subject, path: Path) -> Answer:
        with tables_at_once():
            return self._answer(subject, path.read_bytes())

    def _answer(self, subject: Subject, data: bytes) -> Answer:
        struct: Any = getattr(generated("construct", subject.name), subject.name)
        assert isinstance(struct, Record)
        try:
            record = struct.parse(data)
            if not subject.has_places and not record._io.eof:  # a construct leaves the rest to those around it
                return [NO, "", record._io.base + record._io.pos, SURPLUS]
            read_everything(record)
            tree = tree_json(subject, record)
        except ConstructError as error:
            cause = error.__cause__
            assert isinstance(cause, FormatError)
            return [NO, cause.path or "", cause.offset, message_of(cause)]
        except FormatError as error:
            return [NO, error.path or "", error.offset, message_of(error)]
        return [OK, tree, _built(struct, record, data)]

    def close(self) -> None: ...


def _built(struct: Record, record: Any, data: bytes) -> bool | str:
    try:
        return b"".join(struct.chunks(record, fresh=True, gap=max(MAX_GAP_BYTES, len(data)))) == data
    except ConstructError as error:
        return f"{error.path}: {error}"


@dataclass(frozen=True)
class KaitaiReader:
    """The parser for Python of Kaitai's compiler."""

    name: str = "kaitai-python"
    is_held: bool = False
    claims: Claims = STRUCTURE

    def knows(self, subject: Subject) -> bool:
        """Return False where a number is imported of which there is no schema here."""
        beside = (subject.path.with_name(f"{name}.ksy") for name in subject.model.imports if name not in schema_names())
        return all(path.is_file() for path in beside)

    def answer(self, subject: Subject, path: Path) -> Answer:
        return self.parsed(subject, path.read_bytes())

    def parsed(self, subject: Subject, data: bytes) -> Answer:
        """Return what the parser makes of some bytes."""
        try:
            tree = _kaitai_tree(subject, data)
            return [OK, kaitai_json(tree, subject.model.root), False]
        except PARSER_FAILURES as error:
            return [NO, "", 0, f"{type(error).__name__}: {error}"]

    def close(self) -> None: ...


def place_by_kaitai(schema: str, data: bytes) -> tuple[str, int | None]:
    """Return path and offset of the field at which the parser for debugging refuses some bytes.

    Raises:
        AssertionError: it does not.
    """
    source = Source(data)
    try:
        with located(schema, source):
            read_placed(parse(schema, source))
    except FormatError as error:
        return error.path or "", error.offset
    raise AssertionError("Kaitai's parser accepts what has to be refused")


def _kaitai_tree(subject: Subject, data: bytes) -> Any:
    if subject.is_ours:
        return parser_class(subject.name)(KaitaiStream(io.BytesIO(data)))
    return _stranger_parser(subject).read(data)


@cache
def _stranger_parser(subject: Subject) -> Parser:
    """Return the parser that Kaitai's compiler makes of a schema. MissingError where it is not there."""
    compiler = Compiler(subject.path.parent)
    try:
        return Parser(compiler.compile([subject.path])[subject.path], subject.path.stem)
    except RefusedByKaitaiError as error:
        raise MissingError(str(error)) from None


READERS = (PythonReader(), ConstructReader(), KaitaiReader())
