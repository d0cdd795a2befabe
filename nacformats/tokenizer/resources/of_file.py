"""The files that belong to a model: in the section `rsrc`, or in a directory beside the file (section 6.3)."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from nacformats.codec.companions import Companions
from nacformats.codec.streams import whole
from nacformats.errors import InvalidError
from nacformats.formats.records.versions import FORMAT_NAME

if TYPE_CHECKING:
    from nacformats.formats.nac.file.model import NacFile

#: The directory of a file `model.nac` is called `model-tokenizer`.
DIRECTORY_SUFFIX = "-tokenizer"


class ResourceDirectory(Mapping[str, bytes]):
    """The regular files of a directory by name, through no link. Nothing is read before a file is asked for."""

    def __init__(self, folder: Companions, inner: str | None = None) -> None:
        """folder: the directory, or what the directory `inner` is in."""
        self._folder = folder
        self._inner = inner

    def __getitem__(self, name: str) -> bytes:
        try:
            with self._folder.source(self._below(name), mapped=False) as source:
                return whole(source.view)
        except FileNotFoundError:
            raise KeyError(name) from None
        except OSError as failure:
            place = self._folder.path / self._below(name)
            reason = f"the resource {name} cannot be read ({failure.strerror or failure})"
            raise InvalidError(reason, format=FORMAT_NAME, path=str(place)) from failure

    def __contains__(self, name: object) -> bool:
        status = self._folder.status(self._below(name)) if isinstance(name, str) else None
        return status is not None and not stat.S_ISDIR(status.st_mode)

    def __iter__(self) -> Iterator[str]:
        try:
            return filter(self.__contains__, self._folder.names(self._inner))
        except OSError:
            return iter(())

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _below(self, name: str) -> str:
        return name if self._inner is None else f"{self._inner}/{name}"


def resources_of(file: NacFile, directory: str | os.PathLike[str] | None) -> Mapping[str, bytes]:
    """The resources of a file by name: those in a directory when one is given, else in `rsrc`, else beside the file."""
    if directory is not None:
        return ResourceDirectory(Companions(Path(directory)))
    if file.sections.rsrc is not None:
        return {each.name: whole(each.data) for each in file.sections.rsrc}
    folder = None if file.source is None else Companions.of(file.source)
    if file.source is None or file.source.path is None or folder is None:
        return {}
    return ResourceDirectory(folder, file.source.path.stem + DIRECTORY_SUFFIX)
