"""The verbs of the package: load, loads, dump, dumps, detect."""

# ruff: noqa: A002  `format` is what everybody calls it

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypedDict, Unpack, overload

from nacformats.codec.streams import Buffer, Source
from nacformats.errors import FormatError, InvalidError, UnsupportedError
from nacformats.formats import format_named, formats, unmarked
from nacformats.formats.base import SNIFF_BYTES, Format, Model

if TYPE_CHECKING:
    from nacformats.files import PathLike
    from nacformats.formats.generic import Tree
    from nacformats.formats.gguf import GgufFile
    from nacformats.formats.mic import MicGraph
    from nacformats.formats.nac import NacFile
    from nacformats.formats.safetensors import SafetensorsFile
    from nacformats.formats.stb import ShapeTable, StbFile
    from nacformats.kinds import OtherKind
    from nacformats.limits import Limits
    from nacformats.typing import TreeFormat

    #: What `load` may give where no literal names the format: isinstance tells which it is.
    AnyModel: TypeAlias = NacFile | MicGraph | StbFile | GgufFile | SafetensorsFile | Tree

JSON_SUFFIX = ".json"

#: Suffixes of documents, which nothing here is written as, and those that say that a file is no model.
_DOCUMENTS = frozenset(".csv .jsonl .md .py .toml .txt .xml .yaml .yml".split())  # noqa: SIM905  a table
_OTHERS = """
    .ckpt .gif .gz .h5 .hdf5 .htm .html .jpg .keras .mlmodel .parquet .pb .pdf .pickle .pkl .png .pt .pth .svg .tflite
    .zip
"""
_NO_MODELS = _DOCUMENTS.union(_OTHERS.split())


class CommonOptions(TypedDict, total=False):
    """The options of `load` and `loads` for every format."""

    strict: bool
    mmap: bool | None


class NacOptions(CommonOptions, total=False):
    """The options for NAC."""

    weights: PathLike | None


class MicbOptions(CommonOptions, total=False):
    """The options for MIC-B."""

    limits: Limits


class Mic2Options(MicbOptions, total=False):
    """The options for mic@2."""

    params_first: bool


class StbOptions(CommonOptions, total=False):
    """The options for STB."""

    shape_table: ShapeTable | None


class AnyOptions(NacOptions, Mic2Options, StbOptions, total=False):
    """The options of all formats, for whoever does not name one."""


def detect(path_or_bytes: PathLike | Buffer, *, mmap: bool | None = None) -> str | None:
    """Return the name of the format, such as "nac" or "gguf", or None when no format claims the bytes.

    The content decides; a file name is only looked at when the content says nothing (an empty or damaged file).
    Strict reading refuses a file whose suffix names another format than its content.

    Args:
        path_or_bytes: a file, or its bytes.
        mmap: as for load.
    """
    with Source.of(path_or_bytes, mmap) as source:
        found = _detect(source)
        return found.name if found else None


@overload
def load(path: PathLike, *, format: Literal["nac"], **options: Unpack[NacOptions]) -> NacFile: ...
@overload
def load(path: PathLike, *, format: Literal["micb"], **options: Unpack[MicbOptions]) -> MicGraph: ...
@overload
def load(path: PathLike, *, format: Literal["mic2"], **options: Unpack[Mic2Options]) -> MicGraph: ...
@overload
def load(path: PathLike, *, format: Literal["stb"], **options: Unpack[StbOptions]) -> StbFile: ...
@overload
def load(path: PathLike, *, format: Literal["gguf"], **options: Unpack[CommonOptions]) -> GgufFile: ...
@overload
def load(path: PathLike, *, format: Literal["safetensors"], **options: Unpack[CommonOptions]) -> SafetensorsFile: ...
@overload
def load(path: PathLike, *, format: TreeFormat, **options: Unpack[CommonOptions]) -> Tree: ...
@overload
def load(path: PathLike, *, format: str | None = None, **options: Unpack[AnyOptions]) -> AnyModel: ...
def load(
    path: PathLike, *, format: str | None = None, strict: bool = True, mmap: bool | None = None, **options: Any
) -> AnyModel:
    """Open a file: a NacFile, a MicGraph, an StbFile, a GgufFile, a SafetensorsFile, or the Tree of another.

    The file is mapped, not read: use it as a context manager.

    Args:
        path: the file.
        format: the name of its format; None detects it.
        strict: False allows the leniencies that docs/leniencies.md lists.
        mmap: None maps a file of the user or of root and reads any other into memory, at most
            limits.MAX_STREAM_BYTES; True maps any regular file, False none. A file that is truncated while it is
            mapped ends the process: give False where that may happen. Files with weights are opened likewise.
        options: what one format adds (MIC: `params_first`, `limits`; NAC: `weights`; STB: `shape_table`).

    Raises:
        FormatError: the file is bad; `path` and `offset` (or `line` and `column`) say where.
        OSError: it cannot be read.
        TypeError: the format has no such option.
        ValueError: the format is not known.
    """
    return read_source(Source.open(path, mmap=mmap), format, strict=strict, **options)


@overload
def loads(data: Buffer, *, format: Literal["nac"], **options: Unpack[NacOptions]) -> NacFile: ...
@overload
def loads(data: Buffer, *, format: Literal["micb"], **options: Unpack[MicbOptions]) -> MicGraph: ...
@overload
def loads(data: Buffer, *, format: Literal["mic2"], **options: Unpack[Mic2Options]) -> MicGraph: ...
@overload
def loads(data: Buffer, *, format: Literal["stb"], **options: Unpack[StbOptions]) -> StbFile: ...
@overload
def loads(data: Buffer, *, format: Literal["gguf"], **options: Unpack[CommonOptions]) -> GgufFile: ...
@overload
def loads(data: Buffer, *, format: Literal["safetensors"], **options: Unpack[CommonOptions]) -> SafetensorsFile: ...
@overload
def loads(data: Buffer, *, format: TreeFormat, **options: Unpack[CommonOptions]) -> Tree: ...
@overload
def loads(data: Buffer, *, format: str | None = None, **options: Unpack[AnyOptions]) -> AnyModel: ...
def loads(
    data: Buffer, *, format: str | None = None, strict: bool = True, mmap: bool | None = None, **options: Any
) -> AnyModel:
    """Read bytes in memory; as load otherwise, where `mmap` is about a file with weights."""
    return read_source(Source(data, mmap=mmap), format, strict=strict, **options)


def dumps(obj: Model | Mapping[str, object], *, format: str | None = None) -> bytes:
    """Return the bytes of a model.

    Counts, lengths and offsets are derived. What was read strictly comes back byte for byte.
    """
    return b"".join(_format_for(obj, format).write(obj))


def dump(obj: Model | Mapping[str, object], path: PathLike, *, format: str | None = None) -> None:
    """Check a model, write it beside the target, and rename it over it.

    A NacFile with external weights is two files: the other one has the same name and the suffix .safetensors. It is the
    first to take its place: should the process be killed right then, it is new and the file at path is the old one.

    Raises:
        FormatError: the model cannot be written in this format.
        OSError: a file cannot be written; what was there is still there.
        TypeError: obj is no model.
        ValueError: the format is not known, or the suffix says that the file is something else.
    """
    from nacformats.files import is_special, write_all_atomically  # noqa: PLC0415  files are read without

    files = files_of(obj, path, format=format)
    if len(files) > 1 and is_special(path):
        reason = f"the weights are a file of their own, and {os.fspath(path)} is a pipe or a device"
        raise UnsupportedError(reason, format=_format_for(obj, format, path).name, hint="write to a file to keep both")
    write_all_atomically(files)


def files_of(
    obj: Model | Mapping[str, object], path: PathLike, *, format: str | None = None
) -> Mapping[PathLike, Iterable[Buffer]]:
    """Return the content of each file that dump writes, in the order in which they take their places.

    Raises:
        FormatError, TypeError, ValueError: as for dump.
    """
    from pathlib import Path  # noqa: PLC0415  files are read without

    chosen = _format_for(obj, format, path)
    check_target_suffix(path, chosen)
    chunks = chosen.write(obj)
    return {**chosen.companions(obj, Path(path)), path: chunks}


def _detect(source: Source) -> Format | None:
    head = bytes(source.view[:SNIFF_BYTES])
    found = next((entry for entry in formats().values() if entry.sniff(head)), None)
    named = None if found else format_by_suffix(source.name)
    return found or (None if named and _is_misnamed(head) else named)


def _is_misnamed(head: bytes) -> bool:
    """Return True for what people get in place of a file, such as a pointer of Git LFS, whatever its name says."""
    from nacformats.kinds import signed  # noqa: PLC0415  most files are of a format

    found = signed(head)
    return found is not None and bool(found.advice)


def other_kind(source: Source) -> OtherKind | None:
    """Return what a file is that no format claims; None for a file of a format."""
    from nacformats.kinds import kind_of_file  # noqa: PLC0415  most files are of a format

    return None if _detect(source) is not None else kind_of_file(source)


def is_onnx_file(path: PathLike) -> bool:
    """True for the file of an ONNX model; False for one that cannot be opened."""
    with suppress(OSError, ValueError, FormatError), Source.open(path, regular=True) as source:
        kind = other_kind(source)
        return kind is not None and kind.name == "onnx"
    return False


def format_by_suffix(path: PathLike | None) -> Format | None:
    """Return the format that a file name belongs to, by its suffix or as a whole; None when there is none."""
    if path is None:
        return None
    suffix = os.path.splitext(path)[1].lower()  # noqa: PTH122  files are opened without Path
    found = next((entry for entry in formats().values() if entry.suffix == suffix), None)
    return found or unmarked().get(os.path.basename(path).lower())  # noqa: PTH119


def _is_registered(format: Format) -> bool:
    return format in (*formats().values(), *unmarked().values())


def check_target_suffix(path: PathLike, chosen: Format) -> None:
    """Refuse to write a file whose name says that it is something else: strict reading would refuse it.

    A schema of the user's own may describe pictures and archives as well.

    Raises:
        ValueError: it does.
    """
    suffix = os.path.splitext(path)[1].lower()  # noqa: PTH122  as format_by_suffix
    other = format_by_suffix(path)
    from nacformats.kinds import KIND_SUFFIXES  # noqa: PLC0415  files are read without

    others = _NO_MODELS.union(KIND_SUFFIXES) if _is_registered(chosen) else _DOCUMENTS
    if suffix == chosen.suffix or (suffix not in others and other in (None, chosen)):
        return
    what = other.title if other else suffix.removeprefix(".").upper()
    right = f"; {chosen.title} is {chosen.suffix}" if chosen.suffix else ""
    raise ValueError(f"{os.fspath(path)}: {suffix} is for {what}{right}")


def format_of(source: Source, name: str | Format | None = None, *, strict: bool = True) -> Format:
    """Return a format as it is, by its name, or by the bytes of a source.

    Raises:
        UnsupportedError: no format claims the bytes.
        InvalidError: the suffix names another format than the bytes do (strict reading only).
    """
    if isinstance(name, Format):
        return name
    if name is not None:
        return _by_name(name)
    named = format_by_suffix(source.name)
    found = _detect(source)
    if found is None:
        from nacformats.kinds import unreadable  # noqa: PLC0415  most files are of a format

        raise unreadable(source)
    if strict and named is not None and found is not named:
        raise InvalidError(
            "the content is not what the suffix says",
            format=named.name,
            offset=0,
            expected=named.title,
            actual=found.title,
            hint="rename it, or say which format it is",
        )
    return found


def _by_name(name: str) -> Format:
    found = format_named(name)
    if found is None:
        raise ValueError(f"unknown format {name!r}: known are {', '.join(formats())}")
    return found


def read_source(source: Source, format: str | Format | None, *, strict: bool, **options: Any) -> AnyModel:
    """Read the model in a source, which is closed when that fails.

    Args:
        source: the bytes.
        format: name of their format, or a format that need not be registered; detected when None.
        strict: as for load.
        options: as for load.
    """
    try:
        if format is None:  # what no format knows is misuse, whatever the file is
            _check_options(options, *formats().values())
        chosen = format_of(source, format, strict=strict)
        _check_options(options, chosen)
        model: AnyModel = chosen.read(source, strict, **options)
    except BaseException:
        source.close()
        raise
    return model


def _check_options(options: Mapping[str, Any], *readers: Format) -> None:
    """Raise TypeError for an option that none of these formats has; it names the one that was probably meant."""
    if not options:
        return
    from difflib import get_close_matches  # noqa: PLC0415  few give options
    from inspect import signature  # noqa: PLC0415

    own = dict.fromkeys(name for reader in readers for name in list(signature(reader.read).parameters)[2:])
    known = ("format", "strict", "mmap", *own)
    for name in options.keys() - own:
        near = get_close_matches(name, known, 1)
        hint = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(known)}"
        of = f" for {readers[0].title}" if len(readers) == 1 else ""
        raise TypeError(f"load and loads have no option {name!r}{of}: {hint}")


def _format_for(obj: Any, name: str | None, path: PathLike | None = None) -> Format:
    """Return the format to write obj in: the named one, else by suffix, else what it was read from, else its first."""
    if isinstance(obj, Mapping) and not isinstance(obj, Model):
        return _format_for_mapping(obj, name, path)
    able = [entry for entry in (*formats().values(), *unmarked().values()) if entry.holds(obj)]
    if not able:
        raise TypeError(f"{type(obj).__name__} is not a model of any format")
    if name is not None:
        chosen = _by_name(name)
    else:
        read_from = next((entry for entry in able if entry.name == getattr(obj, "format", None)), None)
        chosen = format_by_suffix(path) or read_from or able[0]
    if chosen not in able:
        raise UnsupportedError(f"{type(obj).__name__} cannot be written as {chosen.title}", format=chosen.name)
    return chosen


def _format_for_mapping(obj: Any, name: str | None, path: PathLike | None) -> Format:
    """Return the format to write a plain mapping in, which has to be given."""
    chosen = _by_name(name) if name is not None else format_by_suffix(path)
    if chosen is None:
        raise TypeError(f"{type(obj).__name__} is not a model of any format: name the format to write it in")
    if chosen.codec is None:
        raise TypeError(f"{chosen.title} is written from a {chosen.model.__name__}, not from a mapping")
    return chosen


def document_for(source: Source, format: str | Format | None = None, *, strict: bool = True) -> str:
    """Return a file as JSON, however its writer laid it out.

    Args:
        source: the bytes; they are closed.
        format: as for read_source.
        strict: as for load; the only leniency of a tree is its layout.

    Raises:
        UnsupportedError: the model of the format is no tree.
    """
    with source:
        chosen = format_of(source, format, strict=strict)
        if not chosen.is_tree:
            raise UnsupportedError(f"{chosen.model.__name__} cannot be written as JSON", format=chosen.name)
        from nacformats.formats.documents import document_of  # noqa: PLC0415

        return document_of(chosen.read(source, False))
