"""The resources of a tokenizer, in a file or a directory beside it: vocabulary and merges from whatever there is."""

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
from nacformats.formats.tisa import resources as names
from nacformats.tokenizer.resources import texts
from nacformats.tokenizer.resources.compiled import read_compiled_merges, read_compiled_vocabulary
from nacformats.tokenizer.vocabulary import Merges, Vocabulary

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
    """Return the resources of a file by name: of a given directory, else of `rsrc`, else of the one beside it."""
    if directory is not None:
        return ResourceDirectory(Companions(Path(directory)))
    if file.sections.rsrc is not None:
        return {each.name: whole(each.data) for each in file.sections.rsrc}
    folder = None if file.source is None else Companions.of(file.source)
    if file.source is None or file.source.path is None or folder is None:
        return {}
    return ResourceDirectory(folder, file.source.path.stem + DIRECTORY_SUFFIX)


def read_vocabulary(resources: Mapping[str, bytes]) -> Vocabulary:
    """Read the vocabulary of a tokenizer from the first of vocab.b, tokenizer.json and vocab.json that is present.

    Raises:
        InvalidError: none of the three is there, or the one that is breaks its rules.
        TruncatedError: it ends too early.
    """
    if names.VOCABULARY in resources:
        return read_compiled_vocabulary(resources[names.VOCABULARY], resources.get(names.SCORES))
    if names.TOKENIZER_JSON in resources:
        return texts.vocabulary_of_tokenizer_json(resources[names.TOKENIZER_JSON])
    if names.VOCABULARY_JSON in resources:
        return texts.vocabulary_of_json(resources[names.VOCABULARY_JSON])
    raise _missing((names.VOCABULARY, names.TOKENIZER_JSON, names.VOCABULARY_JSON), resources)


def read_merges(resources: Mapping[str, bytes]) -> Merges:
    """Read the merges of a BPE tokenizer from the first of merges.b, tokenizer.json and merges.txt that is present.

    Raises:
        InvalidError: none of the three is there, or the one that is breaks its rules.
        TruncatedError: it ends too early.
    """
    if names.MERGES in resources:
        return read_compiled_merges(resources[names.MERGES])
    if names.TOKENIZER_JSON in resources:
        return texts.merges_of_tokenizer_json(resources[names.TOKENIZER_JSON])
    if names.MERGES_TEXT in resources:
        return texts.merges_of_text(resources[names.MERGES_TEXT])
    raise _missing((names.MERGES, names.TOKENIZER_JSON, names.MERGES_TEXT), resources)


def _missing(wanted: tuple[str, ...], resources: Mapping[str, bytes]) -> InvalidError:
    return InvalidError(
        "the tokenizer lacks a resource",
        path="rsrc",
        expected=f"one of {', '.join(wanted)}",
        actual=", ".join(sorted(resources)) or "none",
        hint="external resources are in <stem>-tokenizer/ beside the file",
    )
