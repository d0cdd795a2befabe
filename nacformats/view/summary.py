"""A file on one screen: `summary_of` gives plain data, which `inspect`, a page and a notebook show."""

from __future__ import annotations

import os
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from nacformats.api import format_of
from nacformats.codec.streams import Buffer, Source
from nacformats.errors import FormatError, UnsupportedError
from nacformats.formats import formats
from nacformats.formats.base import Format, Model
from nacformats.view.summaries.data import PROBLEM, Fact, Summary
from nacformats.view.summaries.folder import summary_of_folder
from nacformats.view.tables import ShownModel

if TYPE_CHECKING:
    from nacformats.files import PathLike


#: By format, the module with the views of its models.
_MODULES = {"nac": "nac", "mic2": "mic", "micb": "mic", "stb": "stb", "gguf": "weights", "safetensors": "weights"}


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
    shown = shown_model(found)
    if shown is None:
        return _named(_tree_of(source, found), source, found)
    try:
        with found.read(Source(source.view, source.name, mmap=source.mmap), False) as model:
            return _named(shown.summary(model, found.title_of(source)), source, found)
    except FormatError as error:
        return _named(replace(_tree_of(source, found), facts=[Fact(PROBLEM, str(error))]), source, found)


def _of_model(model: Model) -> Summary:
    source, found = model.source, format_of_model(model)
    shown = shown_model(found)
    if shown is None or found is None:
        if source is None or found is None:
            return Summary(type(model).__name__)
        return _named(_tree_of(source, found), source, found)
    title = found.title if source is None else found.title_of(source)
    return _named(shown.summary(model, title), source, found)


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


def shown_model(found: Format | None) -> ShownModel | None:
    """Return the views of the models of a format; None for a tree. A schema from elsewhere may have the same name."""
    if found is None or found.name not in _MODULES or formats().get(found.name) is not found:
        return None
    shown: ShownModel = import_module(f"nacformats.view.models.{_MODULES[found.name]}").SHOWN
    return shown


def format_of_model(model: Model) -> Format | None:
    """Return the format of a model: the one that it was read from, or one that could write it; None: there is none."""
    found = formats().get(model.format or "")
    if found is None or (shown_model(found) is None and model.source is None):
        found = next((each for each in formats().values() if each.holds(model)), None)
    return found
