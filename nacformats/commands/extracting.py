"""The command `nacformats extract`."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import ExitStack, suppress
from pathlib import Path, PurePosixPath

from nacformats.commands.terminal import USAGE, CommandError, about, opened, progress, show, show_table
from nacformats.errors import UnsupportedError
from nacformats.files import write_all_atomically
from nacformats.formats.nac import NacFile
from nacformats.formats.nac.resource_names import safe_paths
from nacformats.formats.nac.tables import FORMAT_NAME
from nacformats.printing import size_text


def extract(model: str, folder: str | None, *, strict: bool, force: bool) -> None:
    """Write the resources of a NAC file into a folder, all or none; without a folder, list them."""
    with opened(model, strict=strict) as file, about(model):
        if not isinstance(file, NacFile):
            raise UnsupportedError(f"only NAC files have resources, this one is {file.format}", format=FORMAT_NAME)
        if folder is None:
            _show_list(file)
            return
        _write(file, safe_paths(file), Path(folder), force=force)


def _show_list(file: NacFile) -> None:
    rows = [(resource.name, f"{len(resource.data):,}") for resource in file.rsrc or ()]
    show_table(("resource", "bytes"), rows, numbers=("bytes",))


def _write(file: NacFile, paths: list[PurePosixPath], folder: Path, *, force: bool) -> None:
    targets = {folder / path: resource for path, resource in zip(paths, file.rsrc or (), strict=True)}
    for target in targets:
        _check(target, folder, force=force)
    with ExitStack() as undo:
        _make_folders([folder, *(target.parent for target in targets)], undo)
        with progress(f"writing {folder}"):
            write_all_atomically({target: [resource.data] for target, resource in targets.items()})
        undo.pop_all()
    for target, resource in targets.items():
        show(f"{target}: {size_text(len(resource.data))}")


def _check(target: Path, folder: Path, *, force: bool) -> None:
    """Refuse to write through a link, onto something that is no file, or onto a file that is to stay."""
    if not folder.is_dir() and os.path.lexists(folder):
        raise CommandError(f"{folder}: is no folder", USAGE)
    for inner in (target, *target.parents):
        if inner == folder:
            break
        if inner.is_symlink():
            raise CommandError(f"{inner}: is a symbolic link, which may lead out of {folder}", USAGE)
        if inner != target and os.path.lexists(inner) and not inner.is_dir():
            raise CommandError(f"{inner}: is no folder", USAGE)
    if os.path.lexists(target) and not target.is_file():
        raise CommandError(f"{target}: exists, and is no file", USAGE)
    if target.exists() and not force:
        raise CommandError(f"{target}: exists; --force replaces it", USAGE)


def _make_folders(folders: Iterable[Path], undo: ExitStack) -> None:
    """Make the folders that are missing; `undo` removes them again."""
    for folder in folders:
        for missing in [each for each in (*reversed(folder.parents), folder) if not each.exists()]:
            missing.mkdir()
            undo.callback(_remove, missing)


def _remove(folder: Path) -> None:
    with suppress(OSError):  # somebody else may have put something there
        folder.rmdir()
