"""The command `nacformats extract`."""

from __future__ import annotations

import os
import stat
import unicodedata
from contextlib import ExitStack, suppress
from pathlib import Path, PurePosixPath

from nacformats.codec.streams import naming
from nacformats.commands.opening import about, opened_model
from nacformats.commands.terminal import CommandError, progress, show, show_table
from nacformats.errors import InvalidError, LimitError, UnsupportedError
from nacformats.files import write_all_below
from nacformats.files.folders import Folder, is_link, problem_of_name
from nacformats.formats.nac import NacFile
from nacformats.formats.nac.file.reading import offset_in
from nacformats.formats.nac.tables import FORMAT_NAME
from nacformats.limits import MAX_EXTRACTED_FILES, MAX_SHOWN_TEXT
from nacformats.printing import shortened, size_text


def extract_resources(*, model: str, folder: str | None, listed: bool, lenient: bool, force: bool) -> None:
    """Write the resources of a NAC file into a folder, or list them; see `nacformats extract --help`."""
    if listed == (folder is not None):
        raise CommandError("give a folder, or --list")
    with opened_model(model, strict=not lenient) as file, about(model):
        if not isinstance(file, NacFile):
            raise UnsupportedError(f"only NAC files have resources, this one is {file.format}")
        if folder is None:
            rows = [(resource.name, f"{len(resource.data):,}") for resource in file.resources]
            show_table(("resource", "bytes"), rows, numbers=("bytes",))
            return
        _write(file, safe_paths(file), Path(folder), force=force)


def safe_paths(file: NacFile) -> list[PurePosixPath]:
    """Return the paths of the resources below the folder that they are extracted to, in order.

    Raises:
        InvalidError: a name is not safe, or two are the same file on a system that does not tell case apart.
        LimitError: there are more than MAX_EXTRACTED_FILES.
    """
    names = [resource.name for resource in file.resources]
    if len(names) > MAX_EXTRACTED_FILES:
        expected = f"at most {MAX_EXTRACTED_FILES}"
        reason = "there are too many resources to extract"
        raise LimitError(reason, format=FORMAT_NAME, path="rsrc.files", expected=expected, actual=len(names))
    for index, name in enumerate(names):
        if (problem := problem_of_name(name)) is not None:
            raise _refused(file, index, f"the resource {_shown(name)} cannot be extracted: {problem}")
    taken: dict[str, int] = {}
    for index, name in enumerate(names):
        if (other := taken.setdefault(_folded(name), index)) != index:
            raise _refused(file, index, f"the resources {_shown(names[other])} and {_shown(name)} are the same file")
    for index, name in enumerate(names):
        parents = map(str, PurePosixPath(_folded(name)).parents)
        clash = next((taken[folder] for folder in parents if folder in taken), None)
        if clash is not None:
            raise _refused(file, index, f"the resource {_shown(names[clash])} is the folder of {_shown(name)}")
    return [PurePosixPath(name) for name in names]


def _shown(name: str) -> str:
    return repr(shortened(name, MAX_SHOWN_TEXT))


def _folded(name: str) -> str:
    """Return the same for all names that one file may have."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def _refused(file: NacFile, index: int, reason: str) -> InvalidError:
    path = f"rsrc.files[{index}].name"
    hint = "nacformats.load gives its bytes: NacFile.resources"
    return InvalidError(reason, format=FORMAT_NAME, path=path, offset=offset_in(file.source, path), hint=hint)


def _write(file: NacFile, paths: list[PurePosixPath], folder: Path, *, force: bool) -> None:
    """Write below a handle of the folder, by name and never by path again: what takes its place is not written to."""
    resources = {str(path): resource for path, resource in zip(paths, file.resources, strict=True)}
    with ExitStack() as undo:
        root = _opened_or_made(folder, undo)
        for name in resources:
            _check(root, name, folder, force=force)
        for inner in dict.fromkeys(inner for path in paths for inner in _folders_of(path)):
            _make(root, inner, undo)
        with progress(f"writing {folder}"):
            write_all_below(root, {name: [resource.data] for name, resource in resources.items()})
        undo.pop_all()
    for name, resource in resources.items():
        show(f"{folder / name}: {size_text(len(resource.data))}")


def _opened_or_made(path: Path, undo: ExitStack) -> Folder:
    """Return the folder of the user, whose path may have links; what is missing of it is made, and
    `undo` removes that.
    """
    if not path.is_dir() and os.path.lexists(path):
        raise CommandError(f"{path}: is no folder")
    target = Path(os.path.realpath(path))
    there = next(each for each in (target, *target.parents) if each.exists())
    with naming(path):
        root = Folder(there)
        missing = PurePosixPath(*target.relative_to(there).parts)
        for inner in (*_folders_of(missing), str(missing)) if missing.parts else ():
            _make(root, inner, undo)
        return Folder(missing.name, root.open_parent(str(missing))[0]) if missing.parts else root


def _check(root: Folder, name: str, folder: Path, *, force: bool) -> None:
    """Refuse to write through a link, onto something that is no file, or onto a file that is to stay."""
    *inner, target = [*_folders_of(PurePosixPath(name)), name]
    for each in inner:
        status = _status(root, each, folder)
        if status is None:
            return
        if not stat.S_ISDIR(status.st_mode):
            raise CommandError(f"{folder / each}: is no folder")
    status = _status(root, target, folder)
    if status is not None and not stat.S_ISREG(status.st_mode):
        raise CommandError(f"{folder / target}: exists, and is no file")
    if status is not None and not force:
        raise CommandError(f"{folder / target}: exists; --force replaces it")


def _folders_of(path: PurePosixPath) -> list[str]:
    """Return the folders that a path leads through, the outer ones first."""
    return [str(each) for each in reversed(path.parents[:-1])]


def _status(root: Folder, name: str, folder: Path) -> os.stat_result | None:
    """Return the status of what is there; None where nothing is. A link is refused."""
    try:
        status = root.status(name)
    except FileNotFoundError:
        return None
    if is_link(status):
        raise CommandError(f"{folder / name}: is a symbolic link, which may lead out of {folder}")
    return status


def _make(root: Folder, name: str, undo: ExitStack) -> None:
    """Make a folder that is missing; `undo` removes it again."""
    with naming(root.path / name), root.parent(name) as (folder, last), suppress(FileExistsError):
        folder.make(last)
        undo.callback(_remove, root, name)


def _remove(root: Folder, name: str) -> None:
    with suppress(OSError), root.parent(name) as (folder, last):  # somebody else may have put something there
        folder.remove_folder(last)
