"""The files that belong to a model: in the section `rsrc`, or in a directory beside the file (section 6.3)."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from nacformats.codec.streams import Source, whole
from nacformats.errors import InvalidError
from nacformats.formats.nac.contents import Resource
from nacformats.formats.nac.tables import FORMAT_NAME

if TYPE_CHECKING:
    from nacformats.formats.nac.model import NacFile

#: The directory of a file `model.nac` is called `model-tokenizer`.
DIRECTORY_SUFFIX = "-tokenizer"


class ResourceDirectory(Mapping[str, bytes]):
    """The regular files of a directory by name. Nothing is read before a file is asked for."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory

    def __getitem__(self, name: str) -> bytes:
        try:
            with Source.open(self._directory / name, mmap=False, regular=True) as source:
                return whole(source.view)
        except FileNotFoundError:
            raise KeyError(name) from None
        except OSError as failure:
            reason = f"the resource {name} cannot be read ({failure.strerror or failure})"
            raise InvalidError(reason, format=FORMAT_NAME, path=str(self._directory / name)) from failure

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and (self._directory / name).is_file()

    def __iter__(self) -> Iterator[str]:
        return (entry.name for entry in self._directory.iterdir() if entry.is_file()) if self._exists else iter(())

    def __len__(self) -> int:
        return sum(1 for _ in self)

    @property
    def _exists(self) -> bool:
        return self._directory.is_dir()


def of_file(file: NacFile, directory: str | os.PathLike[str] | None) -> Mapping[str, bytes]:
    """The resources of a file by name: those in a directory when one is given, else in `rsrc`, else beside the file."""
    if directory is not None:
        return ResourceDirectory(Path(directory))
    if file.rsrc is not None:
        return {each.name: whole(each.data) for each in file.rsrc}
    if file.source is None or file.source.path is None:
        return {}
    path = file.source.path
    return ResourceDirectory(path.with_name(path.stem + DIRECTORY_SUFFIX))


def manifest_of(file: NacFile) -> bytes:
    """The bytes of the tokenizer's manifest.

    Raises:
        InvalidError: the file has none.
    """
    if file.proc is None:
        hint = "nacformats.compile_tokenizer makes a tokenizer, and set_tokenizer puts it into the file"
        raise InvalidError("the file has no tokenizer", format=FORMAT_NAME, path="proc", hint=hint)
    return whole(file.proc)


def replaced(file: NacFile, names: Iterable[str], new: Mapping[str, bytes]) -> tuple[Resource, ...] | None:
    """The resources of a file without those of some names, then new ones; None when there are none at all."""
    dropped = frozenset(names)
    kept = [each for each in file.rsrc or () if each.name not in dropped]
    return (*kept, *(Resource(name, data) for name, data in new.items())) or None
