"""Locate the failure of a generated parser: read the same bytes again with the parser that keeps positions.

The debug parsers note in `_debug` where each field starts and ends; the struct and the field at which one gives up are
in the traceback.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from types import FrameType
from typing import Any

import kaitaistruct as ks
import numpy as np

from nacformats.codec.explain import SCALARS, Failure, FieldPlace, explain, parser_failure
from nacformats.codec.records import base, is_whole, schema_of, span, type_of
from nacformats.codec.streams import Buffer, ReadBudget, Source, ViewIO, find_unit
from nacformats.errors import FormatError

#: Longer paths are shown without their middle (hostile nesting makes long ones).
_PATH_STEPS = 16


class PositionedIO(ViewIO):
    """A ViewIO that gives views only, so that the place of a part in the whole file is never lost."""

    def __init__(self, data: Buffer, budget: ReadBudget | None = None) -> None:
        super().__init__(memoryview(data))
        self._budget = budget

    def read(self, size: int = -1) -> memoryview:
        if self._budget is not None:
            self._budget.spend()
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


def raised_by_parser(failure: BaseException) -> bool:
    """Return True if an exception comes from the code of a generated parser."""
    return bool(_struct_frames(failure))


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
        return explain(schema, Failure("bits", SCALARS[schema_of(place.record).name]), place)
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
    nested = not elsewhere and not is_whole(record, whole)
    return FieldPlace(record, name, _joined(steps), start + offset, len(whole), nested)


def _field(record: Any, name: str) -> tuple[str, int]:
    """Return the path step of a field, or of the element of it in work, and its start in its stream."""
    entry = span(record, name)
    if not entry:  # a value instance, or nothing is read yet
        return name, start_of(record)
    if entry.get("arr") and "end" not in entry:
        return f"{name}[{len(entry['arr']) - 1}]", entry["arr"][-1]["start"]
    in_byte_before = _is_bits(record, name) and entry["start"] == entry.get("end", entry.get("read"))
    return name, entry["start"] - in_byte_before  # bits that follow others start in a byte that was read before


def _is_bits(record: Any, name: str) -> bool:
    described = type_of(record).members.get(name)
    return described is not None and described.bits > 0


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
