"""The files that belong to a file by their names, such as its weights: they are in its folder and nowhere else."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from io import FileIO
from pathlib import Path

from nacformats.codec.streams import Source
from nacformats.files.folders import Folder, is_link

#: Called with the bytes of a file before they are read; raises LimitError when these are too many.
Take = Callable[[int], None]


class _SourceBelow(Source):
    """A source that was opened below an open folder, and knows its companions."""

    companions: Companions


class Companions:
    """The files of one folder, opened by names that the user did not give: regular ones, through no link.

    Where the user named the file that they belong to, there is one exception: his path may itself be a link, such as
    those in a cache of downloads, and then so may theirs, as long as they lead to the folder that the file is in.

    Attributes:
        path: of the folder, for messages.
    """

    def __init__(
        self,
        folder: Path | Folder,
        mmap: bool | None = None,
        take: Take | None = None,
        owner: str | os.PathLike[str] | None = None,
    ) -> None:
        """Take a folder; nothing is opened yet.

        Args:
            folder: a path that the user gave, or a folder that is open.
            mmap: as for Source.open.
            take: given, files are read into memory and never mapped.
            owner: the path of the file that they belong to, when the user gave it.
        """
        self._folder = folder
        self._mmap = mmap
        self._take = take
        self._owner = owner
        self.path = folder.path if isinstance(folder, Folder) else folder

    @classmethod
    def below(cls, folder: Folder, name: str, take: Take) -> Source:
        """Return the source of a file below an open folder, in memory, which knows its companions.

        Raises: as Folder.open and take.
        """
        parent, last = folder.open_parent(name)
        companions = cls(parent, False, take)
        with FileIO(companions._opened(last)) as file:
            source = _SourceBelow.in_memory(file, companions.path / last, take)
        source.companions = companions
        return source

    @classmethod
    def of(cls, source: Source) -> Companions | None:
        """Return the companions of a source; None if it has no path."""
        if isinstance(source, _SourceBelow):
            return source.companions
        return None if source.path is None else cls(source.path.parent, source.mmap, owner=source.path)

    def source(self, name: str, *, mapped: bool = True) -> Source:
        """Return the bytes of a file. OSError when it cannot be opened; what `take` raises.

        Args:
            name: of the file.
            mapped: whether the file may be mapped at all.
        """
        with FileIO(self._opened(name)) as file:
            if self._take is None:
                return Source.of_file(file, self.path / name, self._mmap if mapped else False)
            return Source.in_memory(file, self.path / name, self._take)

    def names(self, inner: str | None = None) -> list[str]:
        """Return the names of everything in the folder, or in one that is in it. OSError when that cannot be listed."""
        with self._open() as folder:
            if inner is None:
                return folder.names()
            with Folder(inner, folder) as listed:
                return listed.names()

    def status(self, name: str) -> os.stat_result | None:
        """Return the status of a file or a link; None if it does not exist."""
        try:
            with self._open() as folder:
                return folder.status(name)
        except OSError:
            return None

    def _open(self) -> AbstractContextManager[Folder]:
        return nullcontext(self._folder) if isinstance(self._folder, Folder) else Folder(self._folder)

    def _opened(self, name: str) -> int:
        try:
            with self._open() as folder:
                return folder.open(name)
        except OSError:
            home = self._home_of(name)
            if home is None:
                raise
        with Folder(home.parent) as folder:
            return folder.open(home.name)

    def _home_of(self, name: str) -> Path | None:
        """Return the target of a link if that is in the folder of the user's file."""
        status = None if self._owner is None else self.status(name)
        if self._owner is None or status is None or not is_link(status):
            return None
        target = Path(os.path.realpath(self.path / name))
        return target if target.parent == Path(os.path.realpath(self._owner)).parent else None
