"""The summary of a folder: a model of Hugging Face, or whatever is in it."""

from __future__ import annotations

import os
import stat
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from io import FileIO
from itertools import islice
from pathlib import Path
from typing import Any

from nacformats.codec.streams import Source
from nacformats.errors import FormatError
from nacformats.files.folders import Folder, is_link
from nacformats.formats import formats
from nacformats.kinds import INDEX_SUFFIX, read_json
from nacformats.printing import size_text
from nacformats.view.summaries import data
from nacformats.view.summaries.json_files import config_facts

#: So many entries of a folder are looked at, so many are shown, and so many files with weights are opened.
_MOST_ENTRIES, _MOST_SHOWN, _MOST_SHARDS = 10_000, 12, 64
#: A configuration is a small file.
_MOST_CONFIG_BYTES = 1 << 20
_CONFIG, _TOKENIZER, _WEIGHTS = "config.json", "tokenizer.json", ".safetensors"
#: What comes first in the list of files, by suffix.
_MODELS = (".nac", ".safetensors", ".gguf", ".onnx", ".pt2", ".mic2", ".micb", ".stb", ".json")


def summary_of_folder(path: Path, summary_of: Callable[[Source], data.Summary]) -> data.Summary:
    """Return the summary of a folder; files below its folders are not looked at.

    Args:
        path: of the folder.
        summary_of: makes the summary of a file in it, whose tensors are added up.

    Raises:
        OSError: it cannot be read.
    """
    with os.scandir(path) as entries:
        found = [_entry(each) for each in islice(entries, _MOST_ENTRIES)]
    files = sorted((each for each in found if each.bytes is not None), key=_order)
    names = {each.name for each in files if not each.text}
    weights = [each.name for each in files if each.name in names and each.name.endswith(_WEIGHTS)][:_MOST_SHARDS]
    folders = sorted(each.name for each in found if each.bytes is None)
    facts = [*_facts(path, files, folders, names)]
    return data.Summary(
        "model folder (Hugging Face)" if _CONFIG in names else "folder",
        path.name or str(path),
        facts=facts,
        tokenizer=_tokenizer(path, summary_of) if _TOKENIZER in names else None,
        parts=[*files[:_MOST_SHOWN], *(data.FilePart(f"{name}/") for name in folders[: _MOST_SHOWN - len(files)])],
        counts={"parts": len(found)},
        commands=list(_commands(files, names)),
        **_tensors(path, weights, summary_of),
    )


def _entry(entry: os.DirEntry[str]) -> data.FilePart:
    """Return a file with its size, and a folder without one."""
    status = entry.stat(follow_symlinks=False)
    if is_link(status):
        return data.FilePart(entry.name, bytes=0, text="a link: it is followed where it is named itself")
    if stat.S_ISDIR(status.st_mode):
        return data.FilePart(entry.name)
    is_file = stat.S_ISREG(status.st_mode)
    return data.FilePart(entry.name, bytes=status.st_size if is_file else 0, text="" if is_file else "no regular file")


def _order(part: data.FilePart) -> tuple[int, str]:
    suffix = os.path.splitext(part.name)[1].lower()  # noqa: PTH122  a name of the folder
    return (_MODELS.index(suffix) if suffix in _MODELS else len(_MODELS)), part.name


def _facts(path: Path, files: Sequence[data.FilePart], folders: Sequence[str], names: set[str]) -> Iterator[data.Fact]:
    if _CONFIG in names:
        try:
            with _opened(path, _CONFIG) as source:
                document = read_json(source.view[: _MOST_CONFIG_BYTES + 1], _CONFIG)
            yield from config_facts(document if isinstance(document, dict) else {})
        except (FormatError, OSError) as error:
            yield data.Fact(_CONFIG, data.brief(str(error)))
    kinds = Counter(os.path.splitext(each.name)[1].lower() or "without suffix" for each in files)  # noqa: PTH122
    size = size_text(sum(each.bytes or 0 for each in files))
    often = ", ".join(f"{data.brief(name)} {count}" for name, count in kinds.most_common(6))
    below = f", {data.count_text(len(folders), 'folder')}" if folders else ""
    yield data.Fact("files", f"{data.count_text(len(files), 'file')}, {size}{f' ({often})' if often else ''}{below}")


def _tokenizer(path: Path, summary_of: Callable[[Source], data.Summary]) -> str:
    """Return what a tokenizer.json says of itself."""
    try:
        with _opened(path, _TOKENIZER) as source:
            facts = {fact.label: fact.text for fact in summary_of(source).facts}
    except (FormatError, OSError) as error:
        return data.brief(str(error))
    told = [f"{facts[label]}{unit}" for label, unit in (("model", ""), ("tokens", " tokens")) if label in facts]
    return ", ".join(told) or "not one of Hugging Face"


def _opened(path: Path, name: str) -> Source:
    """Return a file that is directly in a folder, and no link. Raises OSError, and FormatError: it is too long."""
    with Folder(path) as folder, FileIO(folder.open(name)) as file:
        return Source.of_file(file, path / name)


def _tensors(path: Path, names: Sequence[str], summary_of: Callable[[Source], data.Summary]) -> dict[str, Any]:
    """Return the tensors of several files by type, and the largest."""
    totals: dict[str, data.TypeShare] = {}
    largest: list[data.LargeTensor] = []
    for name in names:
        try:
            with _opened(path, name) as source:
                found = summary_of(source)
        except (FormatError, OSError):  # `inspect` of that file says why
            continue
        for share in found.dtypes:
            old = totals.get(share.dtype, data.TypeShare(share.dtype, 0, 0))
            totals[share.dtype] = data.TypeShare(
                share.dtype, old.tensors + share.tensors, data.added([old.bytes, share.bytes])
            )
        largest += found.largest
    return {
        "dtypes": sorted(totals.values(), key=lambda share: -(share.bytes or 0)),
        "largest": sorted(largest, key=lambda tensor: -tensor.bytes)[: data.MOST_LARGEST],
    }


def _commands(files: Sequence[data.FilePart], names: set[str]) -> Iterator[str]:
    first = next((each.name for each in files if not each.text and not each.name.endswith(".json")), None)
    if first is not None:
        yield f"inspect {{file:{first}}}"
    if _TOKENIZER in names:
        yield f"tokenize {{file:{_TOKENIZER}}} TEXT"
    if any(
        each.name.lower().endswith((INDEX_SUFFIX, *(entry.suffix for entry in formats().values()))) for each in files
    ):
        yield "validate {file}"
