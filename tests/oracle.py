"""What the Kaitai Struct compiler's parsers say of a file, with paths and offsets: the oracle of the tests.

A parser that the compiler makes in debug mode notes in `_debug` where each field starts and ends; the struct and the
field at which it gives up are in the traceback. What the fast parser raises is looked for again with that one.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from itertools import pairwise
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any

import kaitaistruct as ks
import numpy as np

from nacformats._generated import generated
from nacformats.codec.explain import SCALARS, Failure, FieldPlace, explain, failure_of_python
from nacformats.codec.streams import Buffer, Source, ViewIO, find_unit
from nacformats.codec.tables import SchemaTable, TypeEntry, class_name, table_of
from nacformats.errors import FormatError
from nacformats.schema import sources
from nacformats.targets import kaitai
from tests.partners import partner

#: Longer paths are shown without their middle (hostile nesting makes long ones).
_PATH_STEPS = 16
#: What reading hostile bytes can raise, inside a generated parser or beside it.
PARSER_FAILURES = (ks.KaitaiStructError, EOFError, OverflowError, RecursionError, MemoryError, ValueError)

_CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "nacformats" / "debug"


# the parsers


@cache
def debug_parser(schema: str) -> Any:
    """The parser of a schema in schemas/ that keeps positions. The test is skipped where the compiler is not there."""
    name = f"nacformats_debug.{schema}"
    if name not in sys.modules:
        load_debug("nacformats_debug", _compiled())
    return getattr(sys.modules[name], class_name(schema))


def load_debug(package: str, texts: Mapping[str, str]) -> list[str]:
    """Make modules of the texts of parsers, each after those that it imports; return their names."""
    made = [package, *(f"{package}.{schema}" for schema in texts)]
    sys.modules[package] = ModuleType(package)
    sys.modules[package].__path__ = []
    for schema, text in texts.items():
        module = sys.modules[f"{package}.{schema}"] = ModuleType(f"{package}.{schema}")
        module.__package__ = package
        setattr(sys.modules[package], schema, module)
        exec(compile(keeping_positions(text), f"<{schema}>", "exec"), module.__dict__)
    return made


def keeping_positions(text: str) -> str:
    """Return a parser that reads the streams of this module."""
    assert text.count(kaitai.VIEW_STREAMS) == 1
    streams = f"from {__name__} import PositionedIO as BytesIO, PositionedStream as KaitaiStream\n"
    return text.replace(kaitai.VIEW_STREAMS, f"from kaitaistruct import KaitaiStruct\n{streams}")


def _compiled() -> dict[str, str]:
    """Return the debug parsers of all schemas, those that others import first."""
    schemas = {name: sources.load_schema(name) for name in sources.schema_names()}
    names = sorted(schemas, key=lambda name: len(sources.imports(name)))
    key = hashlib.sha256(json.dumps([kaitai.VIEW_STREAMS, names, schemas], default=str).encode()).hexdigest()[:40]
    kept = _CACHE / f"{key}.json"
    if kept.is_file():
        found: dict[str, str] = json.loads(kept.read_text(encoding="utf-8"))
        return found
    partner("ksc")
    jobs = [kaitai.Job(name, "python", debug=True, package=".") for name in names]
    texts = dict(zip(names, map(str, kaitai.compile_schemas(schemas, jobs)), strict=True))
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.write_text(json.dumps(texts), encoding="utf-8")
    return texts


# reading


def parser_class(schema: str) -> Any:
    """The parser of a schema in schemas/, as it is in the package."""
    return getattr(generated("kaitai", schema), class_name(schema))


def parse(schema: str, source: Source) -> Any:
    """Parse a source with the parser of the compiler. FormatError with the path and the offset of the failing field."""
    with located(schema, source):
        return parser_class(schema)(source.stream())


@contextmanager
def located(schema: str, source: Source) -> Iterator[None]:
    """Within this block, whatever the parser of the compiler raises becomes a FormatError that says where."""
    try:
        yield
    except FormatError:
        raise
    except Exception as failure:
        if not isinstance(failure, PARSER_FAILURES) and not _struct_frames(failure):
            raise  # a mistake in the code around the parser
        raise locate(schema, debug_parser(schema), source, failure) from None


class PositionedIO(ViewIO):
    """A ViewIO that gives views only, so that the place of a part in the whole file is never lost."""

    def __init__(self, data: Buffer) -> None:
        super().__init__(memoryview(data))

    def read(self, size: int = -1) -> memoryview:
        start = min(self._position, len(self._view))
        stop = len(self._view) if size < 0 else min(start + size, len(self._view))
        self._position = max(stop, self._position)
        return self._view[start:stop]

    def offset_in(self, whole: memoryview) -> int:
        """Return the offset of this stream in the view that it is part of."""
        return _address(self._view) - _address(whole)


def _address(view: memoryview) -> int:
    return int(np.frombuffer(view, np.uint8).__array_interface__["data"][0])


class PositionedStream(ks.KaitaiStream):  # type: ignore[misc]  # kaitaistruct has no types
    """The stream of the debug parsers. Fields that end with a terminator are views as well."""

    def read_bytes_term(self, term: int, include_term: bool, consume_term: bool, eos_error: bool) -> memoryview:
        self.align_to_byte()
        start = self.pos()
        rest: memoryview = self._io.read()
        length = find_unit(rest, bytes([term]))
        if length is None:
            if eos_error:
                raise ks.NoTerminatorFoundError(bytes([term]), 0)
            return rest
        self._io.seek(start + length + consume_term)
        return rest[: length + include_term]


# why, and where


def locate(schema: str, parser: type[Any], source: Source, failure: BaseException) -> FormatError:
    """Return the error to report for what the fast parser of a schema raised.

    Args:
        schema: name of the schema.
        parser: its debug parser.
        source: the bytes.
        failure: what the fast parser raised.
    """
    replayed = _replay(parser, source, failure)
    if replayed is None:  # raised outside the parser, or for want of memory or stack
        return explain(schema, parser_failure(failure), None)
    return explained(schema, replayed, source.view)


def explained(schema: str, raised: BaseException, whole: memoryview) -> FormatError:
    """Return the error for what a debug parser raised over some bytes of a whole file."""
    place = _place(raised, whole)
    if not place.field and isinstance(raised, ks.ValidationFailedError):
        return explain(schema, Failure("bits", SCALARS[place.record._schema.name]), place)
    return explain(schema, parser_failure(raised), place)


def _replay(parser: type[Any], source: Source, failure: BaseException) -> BaseException | None:
    """Return the same failure of the debug parser, or else its first one."""
    first: BaseException | None = None
    root = parser(PositionedStream(PositionedIO(source.view)))
    root._parent = root  # so that every path has an end, whatever refers to the root
    for error in _failures(root):
        if _signature(error) == _signature(failure):
            return error
        first = first or error
    return first


def _failures(root: Any) -> Iterator[BaseException]:
    """Read everything, lazy instances included, and give what is raised on the way."""
    error = _attempt(root._read)
    if error is not None:
        yield error
        return
    waiting = [root]
    seen = {id(root)}
    while waiting:
        struct = waiting.pop()
        failed = set()
        for name in [name for name, member in vars(type(struct)).items() if isinstance(member, property)]:
            error = _attempt(lambda: getattr(struct, name))  # noqa: B023  called at once
            if error is not None:
                failed.add(f"_m_{name}")
                yield error
        found = [child for child in _children(struct, failed) if id(child) not in seen]
        seen.update(map(id, found))
        waiting.extend(reversed(found))


def _attempt(action: Callable[[], object]) -> BaseException | None:
    try:
        action()
    except Exception as error:  # noqa: BLE001  hostile bytes make a generated parser raise nearly anything
        return error
    return None


def _children(struct: Any, failed: set[str]) -> list[Any]:
    children = []
    for name, value in _fields(struct):
        if name not in failed:
            listed = value if isinstance(value, list) else [value]
            children += [child for child in listed if isinstance(child, ks.KaitaiStruct)]
    for child in children:
        child._parent = child._parent or struct  # the compiler gives none to the types of other schemas
    return children


def _fields(struct: Any) -> Iterator[tuple[str, Any]]:
    """Fields and computed instances, by the names of their attributes."""
    return ((name, value) for name, value in vars(struct).items() if name[0] != "_" or name.startswith("_m_"))


def _signature(error: BaseException) -> tuple[type[BaseException], str, str]:
    """Return what both parsers have in common: kind, place and rule, but not how they show the actual bytes."""
    frames = _struct_frames(error)
    struct = type(frames[-1].f_locals["self"]).__qualname__ if frames else ""
    return type(error), str(error).partition("got ")[0], struct


def _struct_frames(error: BaseException) -> list[FrameType]:
    frames = []
    traceback = error.__traceback__
    while traceback is not None:
        if isinstance(traceback.tb_frame.f_locals.get("self"), ks.KaitaiStruct):
            frames.append(traceback.tb_frame)
        traceback = traceback.tb_next
    return frames


def _place(error: BaseException, whole: memoryview) -> FieldPlace:
    """Return the field that the innermost struct in the traceback was working on."""
    frames = [frame for frame in _struct_frames(error) if hasattr(frame.f_locals["self"], "_debug")]
    while len(frames) > 1 and _is_untouched(frames[-1]):  # the stack ended as the record began: its reader knows where
        frames.pop()
    structs = [frame.f_locals["self"] for frame in frames]
    for reader, struct in pairwise(structs):
        struct._parent = struct._parent or reader
    frame, struct = frames[-1], structs[-1]
    elsewhere = frame.f_locals.get("io", struct._io) is not struct._io
    if type(struct).__module__.rpartition(".")[2] in SCALARS:
        return place_of(struct, "", _path_of(struct), whole)
    return place_of(struct, _field_in_work(frame, struct), _path_of(struct), whole, elsewhere=elsewhere)


def _is_untouched(frame: FrameType) -> bool:
    """Return True if a parser has not come to its first field."""
    return frame.f_code.co_name in ("__init__", "_read") and not frame.f_locals["self"]._debug


def place_of(record: Any, name: str, above: list[str], whole: memoryview, *, elsewhere: bool = False) -> FieldPlace:
    """Return the place of a field at which parsing failed.

    Args:
        record: the record of the field, as far as it was read; its parser keeps positions.
        name: of the field; empty for the record as a whole.
        above: the steps of the path to the record.
        whole: the bytes of the file.
        elsewhere: whether the field is in another stream than the record.
    """
    step, offset = _field(record, name) if name else ("", start_of(record))
    steps = [*above, step] if step else above
    start = base(record, whole, elsewhere=elsewhere)
    nested = not elsewhere and record._io.size() != len(whole)
    return FieldPlace(_Asked(record), name, _joined(steps), start + offset, len(whole), nested)


def _field(record: Any, name: str) -> tuple[str, int]:
    """Return the path step of a field, or of the element of it in work, and its start in its stream."""
    entry = span(record, name)
    if not entry:  # a value instance, or nothing is read yet
        return name, start_of(record)
    if entry.get("arr") and "end" not in entry:
        return f"{name}[{len(entry['arr']) - 1}]", entry["arr"][-1]["start"]
    return name, entry["start"] - _begins_inside(record, name)  # in a byte that was read before


def _begins_inside(record: Any, name: str) -> bool:
    """Return True for a bit field that begins inside of a byte, after others."""
    bits = 0
    for field in type_of(record).fields:
        if field.id == name:
            return field.bits > 0 and bits % 8 > 0
        bits = bits + field.bits if field.bits else 0
    return False


def _field_in_work(frame: FrameType, struct: Any) -> str:
    """Return the field that `_read` has come to, or the instance that is computed; empty before the first field."""
    if frame.f_code.co_name != "_read":
        return frame.f_code.co_name
    return next((name for name in reversed(struct._debug) if not name.startswith("_m_")), "")


def start_of(struct: Any) -> int:
    """Return the start of a struct in its stream."""
    return next((entry["start"] for name, entry in struct._debug.items() if not name.startswith("_m_")), 0)


def _path_of(struct: Any) -> list[str]:
    """Return the steps from the root to a record."""
    steps: list[str] = []
    while struct._parent not in (None, struct):
        steps.append(_step(struct._parent, struct))
        struct = struct._parent
    return steps[::-1]


def _step(parent: Any, child: Any) -> str:
    """Return the field of the parent that the child is, or is an element of."""
    for name, value in _fields(parent):
        if value is child:
            return name.removeprefix("_m_")
        if isinstance(value, list):
            for index in reversed(range(len(value))):
                if value[index] is child:
                    return f"{name.removeprefix('_m_')}[{index}]"
    return "?"


def _joined(steps: list[str]) -> str:
    """Return the path of some steps."""
    if len(steps) > _PATH_STEPS:
        half = _PATH_STEPS // 2
        steps = [*steps[:half], "...", *steps[-half:]]
    return ".".join(steps)


def parser_failure(error: BaseException) -> Failure:
    """Classify an exception of a parser made by the Kaitai Struct compiler."""
    match error:
        case ks.NoTerminatorFoundError():
            return Failure("terminator", error.term)
        case ks.EndOfStreamError():
            return Failure("end", error.bytes_needed, error.bytes_available)
        case ks.ValidationNotEqualError():
            return Failure("eq", error.expected, _number(error.actual))
        case ks.ValidationLessThanError():
            return Failure("min", error.min, _number(error.actual))
        case ks.ValidationGreaterThanError():
            return Failure("max", error.max, _number(error.actual))
        case ks.ValidationNotAnyOfError():
            return Failure("any-of", None, _number(error.actual))
        case ks.ValidationNotInEnumError():
            return Failure("in-enum", None, _number(error.actual))
        case ks.ValidationExprError():
            return Failure("expr", None, _number(error.actual))
    return failure_of_python(error)


def _number(value: Any) -> Any:
    """Return a value as errors show it: of a record the number that it is, if it is one."""
    return getattr(value, "value", None) if isinstance(value, ks.KaitaiStruct) else value


class _Asked:
    """A record of a parser, as what explains errors asks it."""

    def __init__(self, record: Any) -> None:
        self._record = record
        self._type, self._schema = type_of(record), schema_of(record)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._record, name)

    def __getitem__(self, name: str) -> Any:
        return getattr(self._record, name)


def type_of(record: ks.KaitaiStruct) -> TypeEntry:
    """Return the schema's description of the type of a record."""
    return schema_of(record).types[type(record).__qualname__]


def schema_of(record: ks.KaitaiStruct) -> SchemaTable:
    """Return the table of the schema that describes a record."""
    return table_of(type(record).__module__.rpartition(".")[2])


def span(record: Any, name: str) -> Mapping[str, Any] | None:
    """Return the span of a field or an instance in its stream; None if it was not read."""
    return record._debug.get(name) or record._debug.get(f"_m_{name}") or None


def base(record: Any, whole: memoryview, *, elsewhere: bool = False) -> int:
    """Return the offset in the file of a record's stream or, with `elsewhere`, of its root's stream."""
    return int((record._root if elsewhere else record)._io._io.offset_in(whole))
