"""The verb `validate`: checks of files of a format, of ONNX models, and of indexes of shards."""

# ruff: noqa: A002  `format` is what everybody calls it

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from io import FileIO
from pathlib import Path
from typing import Any

from nacformats.api import format_of, other_kind
from nacformats.codec.streams import Buffer, Source
from nacformats.errors import FormatError, LimitError, UnsupportedError
from nacformats.files import PathLike
from nacformats.files.folders import Folder, is_link
from nacformats.findings import Finding, Severity, listed
from nacformats.formats import formats
from nacformats.formats.base import Format
from nacformats.formats.safetensors.header import read_tensor_entries
from nacformats.kinds import INDEX, INDEX_SUFFIX, ONNX, OtherKind, kind_of_json, read_json
from nacformats.limits import MAX_FINDINGS


def validate(
    path_or_bytes: PathLike | Buffer, *, format: str | None = None, strict: bool = True, mmap: bool | None = None
) -> list[Finding]:
    """List everything that is wrong with a file, or worth knowing about it; an empty list means that all is well.

    There is a finding of severity "error" exactly when load (with the same arguments) raises, or when the plan or the
    tokenizer of a NAC file cannot run: its rule is "nac.manifest" or "nac.tokenizer", or begins with "nac.plan". The
    rest of the file can be used then.
    """
    try:
        with Source.of(path_or_bytes, mmap) as source:
            return verdict_on(source, format, strict)[2]
    except FormatError as error:
        return [refusal(error)]


def verdict_on(source: Source, format: str | Format | None, strict: bool) -> tuple[str | None, str, list[Finding]]:
    """Return the name of the format of a file, None for one of no format that is checked, its title, and the findings.

    Raises:
        FormatError: no format claims the bytes.
    """
    kind = other_kind(source) if format is None else None
    if kind is not None and kind in OTHER_CHECKS:
        return None, kind.title, OTHER_CHECKS[kind](source)
    found = format_of(source, format, strict=strict)
    return found.name, found.title_of(source), findings_of(source, found, strict)


def findings_of(source: Source, format: Format, strict: bool) -> list[Finding]:
    """Return the findings about a file of a format, as `validate` does."""
    if formats()["nac"] is not format:
        return format.check(source, strict)
    from nacformats.checks import attachments as of  # noqa: PLC0415  few files have any

    return format.check(source, strict, of.check_plan, of.check_tokenizer, of_program=of.check_changes)


def refusal(error: FormatError) -> Finding:
    """Return the finding for a file that was refused, with the rule that it breaks or a general one."""
    return Finding.of(error, error.rule or ("limit" if isinstance(error, LimitError) else "wrong-format"))


# files of no format: ONNX models, and the index that says which shard holds a tensor


#: So many indexes of one folder are checked.
_MOST_INDEXES = 16
_WEIGHTS = ".safetensors"
#: The tensors of a shard by name, with their bytes; None where it cannot be looked into.
_Shard = Mapping[str, int] | None


def findings_of_onnx(source: Source) -> list[Finding]:
    """Return what the checker of the library onnx says, which runs in a process of its own.

    Raises:
        UnsupportedError: the library is not installed, or the model is no file.
    """
    try:
        from nacformats.onnx.reading.loading import load_onnx_model, opened  # noqa: PLC0415  onnx is optional
    except ImportError:
        hint = "pip install 'nacformats[onnx]'"
        raise UnsupportedError("checking an ONNX model needs the library onnx", hint=hint) from None
    if source.name is None:
        raise UnsupportedError("an ONNX model is checked as a file", hint="give its name")
    try:
        load_onnx_model(*opened(source.name))
    except UnsupportedError as error:
        return [Finding("warning", "onnx.unsupported", error.reason, cause="unsupported", path=error.path)]
    except FormatError as error:
        return [Finding.of(error, "onnx.model")]
    return []


def findings_of_folder(path: Path) -> list[Finding]:
    """Return what is wrong with the indexes in a folder, each with the name of its file. OSError: it cannot be read."""
    with Folder(path) as folder:
        names = sorted(name for name in folder.names() if name.lower().endswith(INDEX_SUFFIX))[:_MOST_INDEXES]
        found: list[Finding] = []
        for name in names:
            try:
                with FileIO(folder.open(name)) as file, Source.of_file(file, path / name) as source:
                    found += findings_of_index(source)
            except OSError as error:
                found.append(_finding("error", "file", f"{name}: {error.strerror}"))
    return found


def findings_of_index(source: Source) -> list[Finding]:
    """Return where an index and the shards beside it contradict each other."""
    try:
        document = read_json(source.view)
    except FormatError as error:
        return [Finding.of(error, "index.json")]
    entries = document.get("weight_map") if kind_of_json(document) is INDEX else None
    if entries is None or not all(isinstance(each, str) for each in entries.values()):
        return [_finding("error", "json", "it has no weight_map of the shard of each tensor")]
    if source.name is None:
        return []
    with Folder(Path(source.name).parent) as folder:
        return list(_compared(document, folder, os.path.basename(os.fsdecode(source.name))))  # noqa: PTH119  bytes


def _compared(document: Mapping[str, Any], folder: Folder, name_of_index: str) -> Iterator[Finding]:
    entries: Mapping[str, str] = document["weight_map"]
    shards: dict[str, _Shard] = {}
    for name in dict.fromkeys(entries.values()):
        shards[name] = None
        try:
            if is_link(folder.status(name)):
                yield _finding("warning", "link", f"the shard {name!r} is a link, which is not followed", name)
            else:
                shards[name] = _tensors(folder, name)
        except (OSError, FormatError) as error:
            said = error.strerror if isinstance(error, OSError) else str(error)
            yield _finding("error", "shard", f"the shard {name!r} cannot be read: {said}", name)
    homes: dict[str, list[str]] = {}
    for shard, tensors in shards.items():
        for name in tensors or ():
            homes.setdefault(name, []).append(shard)
    wrong = [name for name, shard in entries.items() if (held := shards[shard]) is not None and name not in held]
    yield from listed(wrong, lambda name: _misplaced(name, entries[name], homes.get(name)), MAX_FINDINGS)
    others = [(name, shard) for name, found in homes.items() for shard in found if shard != entries.get(name)]
    unlisted = [(name, shard) for name, shard in others if name not in entries or name in (shards[entries[name]] or ())]
    yield from listed(unlisted, lambda each: _unlisted(*each, entries.get(each[0])), MAX_FINDINGS)
    metadata = document.get("metadata")
    said = metadata.get("total_size") if isinstance(metadata, dict) else None
    size = sum(sum(tensors.values()) for tensors in shards.values() if tensors is not None)
    if said is not None and said != size and None not in shards.values():
        reason = "the total size is not that of the tensors"
        yield _finding("warning", "total-size", reason, path="metadata.total_size", expected=size, actual=repr(said))
    begins = name_of_index[: -len(_WEIGHTS + INDEX_SUFFIX)] + "-"  # as the library calls shards
    for name in sorted(name for name in folder.names() if name.startswith(begins) and name.endswith(_WEIGHTS)):
        if name not in shards:
            yield _finding("warning", "unlisted", f"the shard {name!r} is none that the index names", name)


def _tensors(folder: Folder, name: str) -> _Shard:
    """Return the tensors of a shard. Raises FormatError and OSError."""
    with FileIO(folder.open(name)) as file:
        if not name.lower().endswith(_WEIGHTS):
            return None  # a pickle
        with Source.of_file(file, folder.path / name) as source:
            found, _ = read_tensor_entries(source.view)
            return {name: entry.stop - entry.start for name, entry in found.entries.items()}


def _misplaced(name: str, shard: str, homes: list[str] | None) -> Finding:
    where = f"it is in {homes[0]!r}" if homes else "it is in none"
    return _finding("error", "tensor", f"tensor {name!r} is not in the shard {shard!r}: {where}", name)


def _unlisted(name: str, shard: str, home: str | None) -> Finding:
    reason = "the index does not name it" if home is None else f"the index names that in {home!r}"
    return _finding("warning", "unlisted", f"tensor {name!r} is in the shard {shard!r}: {reason}", name)


def _finding(severity: Severity, rule: str, reason: str, entry: str | None = None, **details: Any) -> Finding:
    if entry is not None:
        details["path"] = f"weight_map[{entry!r}]"
    return Finding(severity, f"index.{rule}", reason, **details)


#: What is checked although it is of no format.
OTHER_CHECKS: Mapping[OtherKind, Callable[[Source], list[Finding]]] = {ONNX: findings_of_onnx, INDEX: findings_of_index}
