"""Views of files that hold tensors by name: GGUF and safetensors."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from nacformats.formats.gguf import GgufFile
from nacformats.formats.gguf.metadata import GgufMetadata
from nacformats.formats.nac.columns.quantizing import DTYPE_NUMBERS
from nacformats.formats.weights import NamedTensor, WeightFile
from nacformats.querying.models import tables_of_weights
from nacformats.view.reports.programs import TensorRow, page_tensors
from nacformats.view.summaries.data import Fact, ShownShape, Summary, brief, count_text, weighed
from nacformats.view.tables import Overview, ShownModel, ShownTable

_COMMANDS = ("inspect {file} --tables", "validate {file}")
_OF_GGUF = ("convert {file} weights.safetensors", "query {file}")
_OF_SAFETENSORS = ("convert {file} weights.npz", "convert {file} OUT.nac --into FILE.nac")
#: Keys of GGUF whose values are shown, with what they are called; {} is the architecture.
_SHOWN_KEYS = {
    "general.name": "name",
    "general.architecture": "architecture",
    "general.license": "license",
    "{}.block_count": "blocks",
    "{}.embedding_length": "width",
    "{}.context_length": "context",
    "{}.attention.head_count": "heads",
    "{}.vocab_size": "vocabulary",
}
_ARCHITECTURE, _TOKENIZER = "general.architecture", "tokenizer.ggml."
#: Texts of safetensors that are shown.
_MOST_TEXTS = 4


def _summary(file: WeightFile, title: str) -> Summary:
    """Return the summary of a file of tensors by name."""
    tensors = list(file.tensors.values())

    def describe(index: int) -> tuple[str, ShownShape | None]:
        return tensors[index].name, tensors[index].shape

    kinds = {tensor.dtype: tensor for tensor in tensors}.values()
    is_known = all(each.is_readable and each.numpy_dtype in (None, *DTYPE_NUMBERS) for each in kinds)
    is_gguf = isinstance(file, GgufFile)
    others = (_OF_GGUF if is_gguf else _OF_SAFETENSORS) if is_known else ("query {file}",)
    return Summary(
        f"{title} {'model' if is_gguf else 'tensors'}",
        facts=[Fact("tensors", count_text(len(tensors), "tensor")), *_facts(file)],
        counts={"tensors": len(tensors)},
        tokenizer=_tokenizer(file) if isinstance(file, GgufFile) else None,
        commands=[*_COMMANDS, *others],
        **weighed([each.nbytes for each in tensors], [each.dtype for each in tensors], describe),
    )


def _facts(file: WeightFile) -> Iterator[Fact]:
    if isinstance(file, GgufFile):
        yield from _facts_of_gguf(file)
        yield Fact("metadata", count_text(len(file.metadata), "key"))
        return
    texts = list(file.metadata.items())
    yield from (Fact(brief(key), brief(text)) for key, text in texts[:_MOST_TEXTS])
    if len(texts) > _MOST_TEXTS:
        yield Fact("metadata", count_text(len(texts), "text"))


def _facts_of_gguf(file: GgufFile) -> Iterator[Fact]:
    architecture = file.metadata.get(_ARCHITECTURE, "")
    for pattern, label in _SHOWN_KEYS.items():
        key = pattern.format(architecture)
        if key in file.metadata and file.metadata.length_of(key) is None:
            yield Fact(label, _text(file.metadata[key]))


def _text(value: Any) -> str:
    return brief(value) if isinstance(value, str) else f"{value:,}"


def _tokenizer(file: GgufFile) -> str | None:
    """Return what the tokenizer of a file is; None where it has none."""
    metadata = file.metadata
    model, lists = metadata.get(f"{_TOKENIZER}model"), ("tokens", "merges")
    lengths = {each: metadata.length_of(f"{_TOKENIZER}{each}") for each in lists if f"{_TOKENIZER}{each}" in metadata}
    parts = [brief(model)] if isinstance(model, str) else []
    parts += [f"{length:,} {each}" for each, length in lengths.items() if length is not None]
    return ", ".join(parts) or None


def _parts(file: WeightFile) -> dict[str, Any]:
    """Return the tensors; those of safetensors are in a text."""
    return {"tensors": page_tensors(map(_row, file.tensors.values()), "tensors[{}]" if file.format == "gguf" else "")}


def _row(tensor: NamedTensor) -> TensorRow:
    """Return a tensor as a page shows it; types that NumPy does not have are called what the format calls them."""
    dtype = tensor.numpy_dtype
    name = tensor.dtype if dtype is None else dtype.name
    return tensor.name, name, tensor.shape, tensor.nbytes, tensor.offset, None


def _overview(file: WeightFile) -> Overview:
    """Return the tensors, and a row for each key of the metadata."""
    tensors = ShownTable.of(next(tables_of_weights(file)), ("name", "dtype", "shape", "offset", "bytes"))
    if isinstance(file, GgufFile):
        columns = ("key", "type", "length", "value")
        return Overview([tensors, ShownTable.each("keys", columns, partial(_key, file.metadata), file.metadata)])
    return Overview([tensors, ShownTable("keys", ("key", "value"), file.metadata.items(), len(file.metadata))])


def _key(metadata: GgufMetadata, key: str) -> tuple[Any, ...]:
    """Return a row of the metadata; lists are not shown."""
    length = metadata.length_of(key)
    return key, metadata.type_of(key), length, None if length is not None else metadata[key]


SHOWN = ShownModel(_summary, _parts, _overview, ("tensors", ("name", "dtype", "shape", "bytes")))
