"""A file on one screen: `summary_of` gives plain data, which `inspect`, a page and a notebook show."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nacformats.api import format_of
from nacformats.codec.streams import Buffer, Source
from nacformats.errors import FormatError, UnsupportedError
from nacformats.formats import formats
from nacformats.formats.base import Format, Model
from nacformats.view.summaries.data import PROBLEM, Fact, Summary
from nacformats.view.summaries.folder import summary_of_folder

if TYPE_CHECKING:
    from nacformats.files import PathLike

_ROOM = "nacformats.view.summaries"
_MIC = f"{_ROOM}.mic", "summary_of_mic"
#: By format, what makes the summary of its model: module and function.
_MODELS: Mapping[str, tuple[str, str]] = {
    "nac": (f"{_ROOM}.nac", "summary_of_nac"),
    "mic2": _MIC,
    "micb": _MIC,
    "stb": (f"{_ROOM}.stb", "summary_of_stb"),
    "gguf": (f"{_ROOM}.weights", "summary_of_gguf"),
    "safetensors": (f"{_ROOM}.weights", "summary_of_safetensors"),
}


def summary_of(file: PathLike | Buffer | Source | Model, format: str | Format | None = None) -> Summary:  # noqa: A002
    """Return one screen about a file or a model, in bounded time and memory however large it is.

    What cannot be read is left out: `nacformats.validate` says what is wrong with a file.

    Args:
        file: its path, its bytes, or the model that was read from it; or the path of a folder.
        format: its format; None detects it.

    Raises:
        OSError: the file cannot be opened.
        FormatError: a file of another kind, such as an archive, is damaged or too large to be looked into.
    """
    if isinstance(file, Source):
        return _of_source(file, format)
    if isinstance(file, Model):
        return _of_model(file)
    if not isinstance(file, Buffer) and os.fspath(file) and Path(file).is_dir():
        return summary_of_folder(Path(file), summary_of)
    with Source.of(file) as source:
        return _of_source(source, format)


def _of_source(source: Source, name: str | Format | None) -> Summary:
    try:
        found = format_of(source, name, strict=False)
    except UnsupportedError:
        from nacformats.view.summaries.other import summary_of_other  # noqa: PLC0415  most files are of a format

        return _named(summary_of_other(source), source, None)
    if not _has_summary(found):
        return _named(_tree_of(source, found), source, found)
    try:
        with found.read(Source(source.view, source.name, mmap=source.mmap), False) as model:
            return _named(_maker(found)(model, found.title_of(source)), source, found)
    except FormatError as error:
        return _named(replace(_tree_of(source, found), facts=[Fact(PROBLEM, str(error))]), source, found)


def _of_model(model: Model) -> Summary:
    source = model.source
    found = formats().get(model.format or "")
    if found is None or (not _has_summary(found) and source is None):
        found = next((each for each in formats().values() if each.holds(model)), None)
    if found is None or not _has_summary(found):
        if source is None or found is None:
            return Summary(type(model).__name__)
        return _named(_tree_of(source, found), source, found)
    title = found.title if source is None else found.title_of(source)
    return _named(_maker(found)(model, title), source, found)


def _has_summary(found: Format) -> bool:
    """Return True for a format whose model has a summary. A schema from elsewhere may have the same name."""
    return found.name in _MODELS and formats().get(found.name) is found


def _maker(found: Format) -> Callable[[Any, str], Summary]:
    module, function = _MODELS[found.name]
    maker: Callable[[Any, str], Summary] = getattr(import_module(module), function)
    return maker


def _tree_of(source: Source, found: Format) -> Summary:
    from nacformats.view.summaries.tree import summary_of_tree  # noqa: PLC0415  it imports what reads any schema

    return summary_of_tree(source, found, found.title_of(source))


def _named(summary: Summary, source: Source | None, found: Format | None) -> Summary:
    """Return a summary with the name, size and format of its file."""
    own = None if found is None else found.name
    if source is None:
        return replace(summary, format=own)
    name = "" if source.name is None else os.path.basename(source.name)  # noqa: PTH119
    return replace(summary, name=name, size=source.size, format=own)
