"""Trained parameters in a new file."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path

from nacformats.api import dump, files_of
from nacformats.codec.columns.arrays import Array
from nacformats.codec.streams import Buffer
from nacformats.files import PathLike
from nacformats.formats.nac.file.editing import with_parameters
from nacformats.formats.nac.file.external import SUFFIX, ExternalWeights
from nacformats.formats.nac.file.model import NacFile
from nacformats.formats.nac.tables import FORMAT_NAME


def trained_files(model: object, arrays: Mapping[int, Array], path: PathLike) -> Mapping[PathLike, Iterable[Buffer]]:
    """See Session.files_to_save; arrays by the ids of their parameters."""
    return files_of(with_parameters(_nac(model), arrays), path, format=FORMAT_NAME)


def save_trained(model: object, arrays: Mapping[int, Array], path: PathLike) -> None:
    """See Session.save; arrays by the ids of their parameters."""
    model = _nac(model)
    own = [None if model.source is None else model.source.path]
    own.append(model.weights.path if isinstance(model.weights, ExternalWeights) else None)
    targets = [Path(path), *([Path(path).with_suffix(SUFFIX)] if not model.internal_weights else [])]
    for target in targets:
        if any(each is not None and _is_same(each, target) for each in own):
            raise ValueError(f"{os.fspath(target)} is a file that the session runs: save to another path")
    dump(with_parameters(model, arrays), path, format=FORMAT_NAME)


def _nac(model: object) -> NacFile:
    if not isinstance(model, NacFile):
        raise TypeError(f"a session of a {type(model).__name__} has no file to save: only one of a NAC file has")
    model.check_open()
    return model


def _is_same(one: str | os.PathLike[str], other: Path) -> bool:
    try:
        return other.samefile(one)
    except OSError:  # one of them does not exist
        return os.path.realpath(one) == os.path.realpath(other)
